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

from companion.games.casino.rules.legal import legal
from companion.games.casino.rules.moves import AnyMove
from companion.games.casino.rules.position import Position, apply, follows, new, private, redact, secrets_lie
from companion.games.casino.rules.refusal import MoveRefused, Refusal
from companion.games.casino.rules.setup import Setup, draw_dealer
from companion.games.casino.rules.state import Game, Phase
from companion.games.casino.rules.view import Ending, Options, Outcome, Piles, View, outcome, view
from companion.games.kit.secret import Secrets

SECRETS: Secrets = {}
"""No field of any move is a secret: a card that is read has been played."""

__all__ = [
    "SECRETS",
    "AnyMove",
    "Ending",
    "Game",
    "MoveRefused",
    "Options",
    "Outcome",
    "Phase",
    "Piles",
    "Position",
    "Refusal",
    "Setup",
    "View",
    "apply",
    "draw_dealer",
    "follows",
    "legal",
    "new",
    "outcome",
    "private",
    "redact",
    "secrets_lie",
    "view",
]
