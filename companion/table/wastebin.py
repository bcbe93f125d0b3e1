"""The bin: past games that were deleted, with a way back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from companion.errors import JournalError
from companion.table.history import there
from companion.table.journal import Journal
from companion.table.warned import Damage, Warned

KEPT_DAYS = 30
"""How long a deleted game stays in the bin."""


def delete(journal: Journal, game: int) -> None:
    """Puts a past game into the bin. Raises JournalError where there is none of that number, or it is not over."""
    if there(journal, game).ended is None:
        raise JournalError("Game {game} is not over. Finish it, or discard it on the screen.", game=game)
    journal.delete(game)


def restore(journal: Journal, game: int) -> None:
    """Takes a game out of the bin. Raises JournalError if it is not in there."""
    if journal.game(game).deleted is None:
        raise JournalError("Game {game} is not in the bin, so there is nothing to restore.", game=game)
    journal.restore(game)


def empty_bin(journal: Journal, *, now: datetime | None = None) -> int:
    """Takes the games of the bin out of the journal for good: with `now`, those that have been there for 30 days. Returns how many."""
    gone = 0
    for row in journal.games(deleted=True):
        assert row.deleted is not None
        if now is None or datetime.fromisoformat(row.deleted) <= now - timedelta(days=KEPT_DAYS):
            journal.discard(row.game)
            gone += 1
    return gone


def tidy(journal: Journal) -> None:
    """What is due when the companion starts. Nothing of it is worth stopping for."""
    try:
        empty_bin(journal, now=datetime.now(UTC))
    except JournalError as error:
        journal.warnings.append(Warned(error.sentence, Damage.BIN))
