"""The rules of Vabanque: pure functions over frozen values.

>>> from companion.games.vabanque import rules
>>> from companion.games.kit.colours import Colour
>>> from companion.games.vabanque.rules.moves import Join
>>> empty = rules.new()
>>> position = rules.apply(empty, Join(Colour.RED, "Benedetta"))
>>> rules.view(position).players[0].name
'Benedetta'
>>> rules.view(empty).players
()
"""

from __future__ import annotations

from companion.game import Rules
from companion.games.kit.seats import draw_lot
from companion.games.vabanque.rules.due import follows
from companion.games.vabanque.rules.legal import legal
from companion.games.vabanque.rules.moves import AnyMove, Seated
from companion.games.vabanque.rules.options import VabanqueSettings
from companion.games.vabanque.rules.order import Ending, Outcome
from companion.games.vabanque.rules.own import own_cards, secrets_lie
from companion.games.vabanque.rules.pieces import PIECES
from companion.games.vabanque.rules.position import Position, apply, new, round_of
from companion.games.vabanque.rules.public import outcome, view
from companion.games.vabanque.rules.redact import redacted
from companion.games.vabanque.rules.refusal import MoveRefused, Refusal
from companion.games.vabanque.rules.secrets import SECRETS
from companion.games.vabanque.rules.seen import seen
from companion.games.vabanque.rules.setup import Setup
from companion.games.vabanque.rules.state import Game
from companion.games.vabanque.rules.view import Phase, View

RULES: Rules[Position, AnyMove, View] = Rules(
    new=new,
    apply=apply,
    legal=legal,
    view=lambda position, settings: view(position, owners=settings.backs_show_owners, notes=settings.notes),
    outcome=outcome,
    private=own_cards,
    follows=follows,
    round_of=round_of,
    ends_round=lambda move: isinstance(move, Seated),
    secrets_lie=secrets_lie,
    seen=seen,
    redact=redacted,
    moves=AnyMove,
    pieces=PIECES,
    settings=VabanqueSettings,
    secrets=SECRETS,
)
"""What the house asks of them."""

__all__ = [
    "RULES",
    "SECRETS",
    "AnyMove",
    "Ending",
    "Game",
    "MoveRefused",
    "Outcome",
    "Phase",
    "Position",
    "Refusal",
    "Setup",
    "View",
    "apply",
    "draw_lot",
    "legal",
    "new",
    "outcome",
    "own_cards",
    "secrets_lie",
    "view",
]
