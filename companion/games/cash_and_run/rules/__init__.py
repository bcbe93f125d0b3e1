"""The rules of Cash & Run: pure functions over frozen values.

>>> from companion.games.cash_and_run import rules
>>> from companion.games.cash_and_run.rules.moves import Join
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
from companion.games.cash_and_run.rules.end import Ending, Outcome
from companion.games.cash_and_run.rules.legal import due, follows, legal
from companion.games.cash_and_run.rules.moves import AnyMove, Begin, Run, Sold
from companion.games.cash_and_run.rules.pieces import PIECES
from companion.games.cash_and_run.rules.position import Position, apply, new, round_of
from companion.games.cash_and_run.rules.public import outcome, private, view
from companion.games.cash_and_run.rules.redact import SECRETS, redact, secrets_lie, seen
from companion.games.cash_and_run.rules.refusal import MoveRefused, Refusal
from companion.games.cash_and_run.rules.settings import DISCREET, CashAndRunSettings
from companion.games.cash_and_run.rules.setup import Setup
from companion.games.cash_and_run.rules.state import Game, Phase
from companion.games.cash_and_run.rules.view import View

RULES: Rules[Position, AnyMove, View] = Rules(
    new=new,
    apply=apply,
    legal=legal,
    view=view,
    outcome=outcome,
    private=private,
    follows=due,
    round_of=round_of,
    # Nothing is taken back in this game; these are good moments for a copy of the journal.
    ends_round=lambda move: isinstance(move, Begin | Sold | Run),
    secrets_lie=secrets_lie,
    seen=seen,
    redact=redact,
    moves=AnyMove,
    pieces=PIECES,
    settings=CashAndRunSettings,
    secrets=SECRETS,
    discreet=DISCREET,
)
"""What the house asks of them. A round is a turn."""

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
    "follows",
    "legal",
    "new",
    "outcome",
    "private",
    "redact",
    "secrets_lie",
    "view",
]
