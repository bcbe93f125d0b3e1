"""The rules of Casino: pure functions over frozen values. They judge what lies on the table and know no hand.

>>> from companion.games.casino import rules
>>> from companion.games.casino.rules.moves import Join
>>> from companion.games.kit.colours import Colour
>>> empty = rules.new()
>>> position = rules.apply(empty, Join(Colour.RED, "Benedetta"))
>>> rules.view(position).players[0].name
'Benedetta'
>>> rules.view(empty).players
()
"""

from __future__ import annotations

from companion.game import Rules
from companion.games.casino.rules.legal import legal
from companion.games.casino.rules.moves import AnyMove, Counted
from companion.games.casino.rules.pieces import PIECES
from companion.games.casino.rules.position import Position, apply, follows, new, private, redact, round_of, secrets_lie
from companion.games.casino.rules.refusal import MoveRefused, Refusal
from companion.games.casino.rules.settings import CasinoSettings, Piles
from companion.games.casino.rules.setup import Setup
from companion.games.casino.rules.state import Game, Phase
from companion.games.casino.rules.view import Ending, Outcome, View, outcome, view
from companion.games.kit.seats import draw_lot

RULES: Rules[Position, AnyMove, View] = Rules(
    new=new,
    apply=apply,
    legal=legal,
    view=view,
    outcome=outcome,
    private=private,
    follows=follows,
    round_of=round_of,
    ends_round=lambda move: isinstance(move, Counted),
    secrets_lie=secrets_lie,
    # No field of any move is a secret: a card that is read has been played.
    seen=lambda moves, positions, whole: set(),
    redact=redact,
    moves=AnyMove,
    pieces=PIECES,
    settings=CasinoSettings,
)
"""What the house asks of them."""

__all__ = [
    "RULES",
    "AnyMove",
    "CasinoSettings",
    "Ending",
    "Game",
    "MoveRefused",
    "Outcome",
    "Phase",
    "Piles",
    "Position",
    "Refusal",
    "Setup",
    "View",
    "apply",
    "draw_lot",
    "follows",
    "legal",
    "new",
    "outcome",
    "private",
    "redact",
    "secrets_lie",
    "view",
]
