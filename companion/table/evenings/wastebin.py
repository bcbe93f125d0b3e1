"""The bin: past games that were deleted, with a way back."""

from __future__ import annotations

from companion.errors import JournalError
from companion.table.evenings.history import there
from companion.table.journal.store import Journal
from companion.table.session import lying


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


def empty_bin(journal: Journal) -> int:
    """Takes the games of the bin out of the journal for good. Returns how many. Only people ask for it: no date is a reason."""
    gone = 0
    lying.keep(journal)
    for row in journal.games(deleted=True):
        journal.discard(row.game)
        gone += 1
    return gone
