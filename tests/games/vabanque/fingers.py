"""What the monkey can ask of Vabanque alone: see tests/any_game/screens/monkey.py."""

from __future__ import annotations

from typing import Any

from companion.games.vabanque.rules.moves import KINDS
from companion.games.vabanque.rules.view import Phase
from companion.games.vabanque.ui import words
from companion.ui.widgets.veil import Veiled
from tests.ui import refers

misplaced = refers.misplaced

SECRET = (Phase.CARDS, Phase.PAWNS, Phase.STAND)
TELLS_NO_KIND = ("tokens", "cards", "pawns", "stand", "menu", "aslies", "own", "private", "home", "games", "diagnosis", "takeback")
"""Screens on which no kind of a card has any business unless a pad is held."""


def look(evening: Any, window: Any) -> str:
    """No kind is to be seen where none may be, and nothing is uncovered that nobody holds; amounts are whole notes."""
    view, open_ = evening.session.shown.view, evening.open
    if any(isinstance(widget, Veiled) and widget.held for widget in window.widgets()):
        return f"something is uncovered on {open_} though nothing is held"
    told = {words.character(kind) for kind in KINDS} & set(window.texts())
    if told and open_ in TELLS_NO_KIND and (view is None or view.phase in SECRET):
        return f"{told} on {open_}"
    if view is not None and not all(amount % 5_000 == 0 and amount >= 0 for result in view.results for amount in result.fortunes.values()):
        return "an amount that no notes come to"
    return ""
