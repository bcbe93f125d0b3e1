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

from companion.games.cash_and_run.rules.end import Ending, Outcome, outcome
from companion.games.cash_and_run.rules.legal import follows, legal
from companion.games.cash_and_run.rules.moves import AnyMove
from companion.games.cash_and_run.rules.position import Position, apply, new
from companion.games.cash_and_run.rules.public import private, view
from companion.games.cash_and_run.rules.redact import SECRETS, redact, secrets_lie
from companion.games.cash_and_run.rules.refusal import MoveRefused, Refusal
from companion.games.cash_and_run.rules.setup import Setup
from companion.games.cash_and_run.rules.state import Game, Phase
from companion.games.cash_and_run.rules.view import View, ViewOptions

__all__ = [
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
    "ViewOptions",
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
