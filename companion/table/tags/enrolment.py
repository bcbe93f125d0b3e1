"""Enrolment of a box's tags, piece by piece; a new tag for a card whose own is dead; the check of a set. What is bound is on disk at once."""

from __future__ import annotations

from collections import Counter

from companion.game import Game
from companion.games.kit.colours import Colour
from companion.table.events import Signal
from companion.table.journal.store import Journal
from companion.table.snapshot import Answer, Checking, Learning, Notice, Replacing, Untapped
from companion.table.tags.bindings import Tags, is_random

Said = tuple[Signal, Notice | None]


class Enrolment:
    """Either nothing, or the learning of one piece after the other, or a new tag for a card, or a check."""

    def __init__(self, game: Game, tags: Tags, journal: Journal) -> None:
        self.game = game
        self._pieces = tags.pieces
        self._tags = tags
        self._journal = journal
        self.close()

    def close(self) -> None:
        """Nothing of all this goes on."""
        self._learning = False
        self._piece: str | None = None
        self._refused: bytes | None = None
        self._owner: Colour | None = None
        self._wanted: str | None = None
        self._checked: set[str] | None = None
        self._tells = False
        self._named: str | None = None
        self._taps = 0

    @property
    def active(self) -> bool:
        """Whether tags are read for it now."""
        return self._learning or self._owner is not None or self._checked is not None

    @property
    def learning(self) -> Learning | None:
        """How far it is with learning; None while nothing is learned."""
        if not self._learning:
            return None
        return Learning(self._piece, self._tags.count(), len(self._tags), len(self._pieces))

    @property
    def replacing(self) -> Replacing | None:
        """How far it is with a new tag for a secret piece; None while none is awaited."""
        return None if self._owner is None else Replacing(self._owner, self._wanted is not None)

    @property
    def checking(self) -> Checking | None:
        """What a check has met so far; None while there is none."""
        if self._checked is None:
            return None
        return Checking(len(self._checked), len(self._pieces), self._named, self._taps, self._untapped(self._checked) if self._tells else None)

    def learn(self, piece: str | None) -> None:
        """Awaits the tag of `piece`, or of the first piece that has none."""
        self.close()
        self._learning = True
        self._piece = piece if piece in self._pieces else self._next(None)

    def skip(self) -> None:
        """Goes on with the next piece that has no tag, round the box."""
        if self._learning:
            self._refused = None
            self._piece = self._next(self._piece)

    def replace(self, owner: Colour) -> None:
        """Awaits the new tag of a card of this player's, whose own is lost or dead. Its owner says in secret which card it is.

        So nothing hangs on what lies face down: not on which cards are left in the hand, nor on what a tag is that was read.
        """
        self.close()
        self._owner = owner

    def tell(self, piece: str) -> None:
        """It is this piece of the owner's, by its code."""
        found = self._pieces.get(piece)
        if found is not None and found.secret and found.owner is not None and found.owner is self._owner:
            self._wanted = piece

    def check(self, *, secrets_lie: bool) -> None:
        """Counts the pieces that are tapped from now on. What is still missing is told where nothing lies face down."""
        self.close()
        self._checked = set()
        self._tells = not secrets_lie

    def forget(self, piece: str) -> None:
        """Lets go of all tags of a piece, on disk first. Raises JournalError."""
        self._journal.forget_tags(self._tags.uids(piece), self.game.key)
        self._tags.forget(piece)

    def move(self) -> Said:
        """Binds the tag that was refused to the awaited piece, in place of its old one. Raises JournalError."""
        if self._refused is None or self._piece is None:
            return Signal.REFUSED, None
        return self._bind(self._refused, self._piece)

    def seen(self, uid: bytes) -> Said:
        """A tag was read meanwhile. Raises JournalError."""
        if is_random(uid):
            return Signal.UNKNOWN, Notice(Answer.PHONE, 0)
        if self._checked is not None:
            return self._counted(uid, self._checked)
        if self._owner is not None:
            return self._new_for(self._wanted, uid)
        if self._piece is None:
            return Signal.QUIET, None
        if self._tags.is_simulated(uid):
            return Signal.REFUSED, Notice(Answer.SIMULATED_TAG, 0)
        held = self._tags.find(uid)
        if held is not None and held.code != self._piece:
            self._refused = uid
            return Signal.REFUSED, Notice(Answer.TAG_BOUND, 0, piece=held.code)
        return self._bind(uid, self._piece)

    def _counted(self, uid: bytes, checked: set[str]) -> Said:
        held = self._tags.find(uid)
        if held is None:
            return Signal.UNKNOWN, Notice(Answer.UNKNOWN_TAG, 0)
        # While something lies face down nobody may learn whether two tags are of one piece.
        checked.add(held.code if self._tells or not held.secret else uid.hex())
        self._taps += 1
        # Of what has a secret face only that it is known.
        self._named = None if held.secret else held.code
        return Signal.ACCEPTED, None

    def _untapped(self, checked: set[str]) -> Untapped:
        left = [piece for code, piece in self._pieces.items() if code not in checked]
        open_ = tuple(piece.code for piece in left if not piece.secret)
        return Untapped(open_, dict(Counter(piece.owner for piece in left if piece.secret and piece.owner is not None)))

    def _new_for(self, piece: str | None, uid: bytes) -> Said:
        if piece is None:
            return Signal.REFUSED, Notice(Answer.PIECE_FIRST, 0, owner=self._owner)
        if self._tags.find(uid) is not None:
            return Signal.REFUSED, Notice(Answer.TAG_KNOWN, 0)
        # The old tag stays as well: to let go of it would show whose card it is on.
        self._journal.bind_tags({uid: piece}, self.game.key)
        self._tags.bind(uid, piece)
        self.close()
        return Signal.ACCEPTED, None

    def _bind(self, uid: bytes, piece: str) -> Said:
        self._journal.bind_tags({uid: piece}, self.game.key)
        self._tags.bind(uid, piece, move=True)
        self._refused = None
        self._piece = self._next(piece)
        return Signal.ACCEPTED, None

    def _next(self, after: str | None) -> str | None:
        missing = self._tags.missing()
        if after is None or not missing:
            return missing[0] if missing else None
        order = list(self._pieces)
        later = [piece for piece in missing if order.index(piece) > order.index(after)]
        return (later or missing)[0]
