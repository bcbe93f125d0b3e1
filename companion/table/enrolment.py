"""Enrolment of a box's tags, piece by piece, and the check of a set. Simple steps; what is bound is in the journal at once."""

from __future__ import annotations

from companion.games.vabanque.pieces import PIECES, Tile
from companion.table.inputs import Signal
from companion.table.journal import Journal
from companion.table.shown import Answer, Checking, Learning, Notice
from companion.table.tags import Tags, is_random


class Enrolment:
    """Either nothing, or the learning of one piece after the other, or a check."""

    def __init__(self, tags: Tags, journal: Journal) -> None:
        self._tags = tags
        self._journal = journal
        self._learning = False
        self._piece: str | None = None
        self._refused: bytes | None = None
        self._checked: set[str] | None = None
        self._table: int | None = None
        self._taps = 0

    @property
    def active(self) -> bool:
        return self._learning or self._checked is not None

    @property
    def learning(self) -> Learning | None:
        if not self._learning:
            return None
        return Learning(self._piece, self._tags.count(), len(self._tags), len(PIECES))

    @property
    def checking(self) -> Checking | None:
        if self._checked is None:
            return None
        return Checking(len(self._checked), len(PIECES), self._table, self._taps)

    def learn(self, piece: str | None) -> None:
        """Awaits the tag of `piece`, or of the first piece that has none."""
        self.close()
        self._learning = True
        self._piece = piece if piece in PIECES else self._next(None)

    def skip(self) -> None:
        """Goes on with the next piece that has no tag, round the box."""
        if self._learning:
            self._refused = None
            self._piece = self._next(self._piece)

    def check(self) -> None:
        """Counts the pieces that are tapped from now on."""
        self.close()
        self._checked, self._table, self._taps = set(), None, 0

    def close(self) -> None:
        """Neither learning nor checking."""
        self._learning, self._piece, self._refused, self._checked = False, None, None, None

    def forget(self, piece: str) -> None:
        """Lets go of all tags of a piece, on disk first. Raises JournalError."""
        self._journal.forget_tags(self._tags.uids(piece))
        self._tags.forget(piece)

    def move(self) -> tuple[Signal, Notice | None]:
        """Binds the tag that was refused to the awaited piece, in place of its old one. Raises JournalError."""
        if self._refused is None or self._piece is None:
            return Signal.REFUSED, None
        return self._bind(self._refused, self._piece)

    def seen(self, uid: bytes) -> tuple[Signal, Notice | None]:
        """A tag was read while learning or checking. Raises JournalError."""
        if is_random(uid):
            return Signal.UNKNOWN, Notice(Answer.PHONE, 0)
        held = self._tags.find(uid)
        if self._checked is not None:
            if held is None:
                return Signal.UNKNOWN, Notice(Answer.UNKNOWN_TAG, 0)
            self._checked.add(held.code)
            self._taps += 1
            # A tile is named; of a card only that it is known.
            self._table = held.number if isinstance(held, Tile) else None
            return Signal.ACCEPTED, None
        if self._piece is None:
            return Signal.QUIET, None
        if held is not None and held.code != self._piece:
            self._refused = uid
            return Signal.REFUSED, Notice(Answer.TAG_BOUND, 0, piece=held.code)
        return self._bind(uid, self._piece)

    def _bind(self, uid: bytes, piece: str) -> tuple[Signal, Notice | None]:
        self._journal.bind_tags({uid: piece})
        self._tags.bind(uid, piece, move=True)
        self._refused = None
        self._piece = self._next(piece)
        return Signal.ACCEPTED, None

    def _next(self, after: str | None) -> str | None:
        missing = self._tags.missing()
        if after is None or not missing:
            return missing[0] if missing else None
        order = list(PIECES)
        later = [piece for piece in missing if order.index(piece) > order.index(after)]
        return (later or missing)[0]
