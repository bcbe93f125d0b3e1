"""What pieces are called: casino cards by their numbers, playing cards by rank and suit."""

from __future__ import annotations

from companion.games.cash_and_run.ui import words
from companion.table.snapshot import Snapshot
from companion.ui.texts import tr


def piece_name(code: str) -> str:
    """In the middle of a sentence."""
    kind, _, which = code.partition(" ")
    return tr("casino card {n}", n=which) if kind == "casino" else words.result(which)


def thing(name: str) -> str:
    """What is tallied: a field of the felt, or a result."""
    return words.result(name) if name[-1:] in ("H", "D", "S", "C") else words.field(name)


def tapped(shown: Snapshot) -> tuple[str, str]:
    """In a check of the set, of the piece that was tapped last: its number, and its name."""
    code = shown.checking.piece if shown.checking is not None else None
    if code is None:
        return "", ""
    kind, _, which = code.partition(" ")
    return (which if kind == "casino" else words.rank(which[:-1])), piece_name(code)
