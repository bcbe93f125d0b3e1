"""The rules of Odds and Evens: pure functions over frozen values."""

from __future__ import annotations

from companion.game import Rules
from tiny_game.rules.faces import own, redact, secrets_lie, seen
from tiny_game.rules.moves import SECRETS, AnyMove, Open
from tiny_game.rules.pieces import PIECES
from tiny_game.rules.position import Position, apply, follows, legal
from tiny_game.rules.view import TinySettings, View, outcome, view

RULES: Rules[Position, AnyMove, View] = Rules(
    new=Position,
    apply=apply,
    legal=legal,
    view=view,
    outcome=outcome,
    private=own,
    follows=follows,
    round_of=lambda position: position.round,
    ends_round=lambda move: isinstance(move, Open),
    secrets_lie=secrets_lie,
    seen=seen,
    redact=redact,
    moves=AnyMove,
    pieces=PIECES,
    settings=TinySettings,
    secrets=SECRETS,
)
