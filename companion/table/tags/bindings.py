"""Which tag is which piece of the box. Several tags may be bound to one piece, never one tag to two pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.errors import TagError
from companion.game import Game, Piece


def is_random(uid: bytes) -> bool:
    """Whether the UID is made up anew each time, as phones do: four bytes that begin with 08 (ISO/IEC 14443-3, 6.5.4)."""
    return len(uid) == 4 and uid[0] == 0x08


class Tags:
    """The set of one game: UID -> code of a piece. Pure; the journal keeps it."""

    def __init__(self, game: Game, bound: dict[bytes, str] | None = None, beside: Mapping[bytes, str] | None = None) -> None:
        """`beside`: simulated tags, which are found but never counted, moved or forgotten."""
        self.game = game
        self.pieces = game.rules.pieces
        self._bound = dict(bound or {})
        self._beside = {uid: code for uid, code in (beside or {}).items() if code in self.pieces}

    def __len__(self) -> int:
        """How many different pieces have a tag."""
        return len(set(self._bound.values()) & self.pieces.keys())

    def find(self, uid: bytes) -> Piece | None:
        """The piece that carries this tag."""
        code = self._bound.get(uid) or self._beside.get(uid)
        return None if code is None else self.pieces.get(code)

    def named(self, piece: Piece) -> bool:
        """Whether anybody may be told which piece it is: its face is open, or it is the one that says who its owner is."""
        return not piece.secret or (piece.owner is not None and self.game.table.identity(piece.owner) == piece.code)

    def is_simulated(self, uid: bytes) -> bool:
        """Whether this is no sticker."""
        return uid in self._beside

    def bind(self, uid: bytes, code: str, *, move: bool = False) -> None:
        """Binds a tag. Raises TagError where it is bound to another piece (unless `move`), is a phone's, or the piece is unknown."""
        if code not in self.pieces:
            raise TagError("There is no piece '{code}'. Pieces are called like '{example}'.", code=code, example=next(iter(self.pieces)))
        if is_random(uid):
            raise TagError("This tag makes up a new number each time, as phones do. Use a sticker with a number of its own.")
        held = self._bound.get(uid)
        if held not in (None, code) and not move:
            raise TagError("This tag is already used for '{held}'. Move it, or take another tag.", held=held)
        self._bound[uid] = code

    def forget(self, code: str) -> list[bytes]:
        """Lets go of all tags of a piece; returns their UIDs."""
        gone = [uid for uid, held in self._bound.items() if held == code]
        for uid in gone:
            del self._bound[uid]
        return gone

    def count(self) -> dict[str, int]:
        """How many tags each piece of the box has, in the order of enrolment, zeros included."""
        counted = Counter(self._bound.values())
        return {code: counted[code] for code in self.pieces}

    def missing(self) -> list[str]:
        """The pieces that have no tag yet, in the order of enrolment."""
        return [code for code, tags in self.count().items() if tags == 0]

    def odd(self) -> list[str]:
        """The pieces with a tag of another make than most of the set, in the order of enrolment: it may read at another distance, which tells.

        Length and maker are known by the UID (ISO/IEC 14443-3, 6.5.4: its first byte, where it has 7 or 10); models of one maker are not.
        """
        makes = {uid: (len(uid), uid[0] if len(uid) > 4 else 0) for uid in self._bound}
        usual = Counter(makes.values()).most_common(1)
        return [code for code in self.pieces if any(makes[uid] != usual[0][0] for uid in self.uids(code))]

    def uids(self, code: str) -> list[bytes]:
        """The tags of a piece."""
        return [uid for uid, held in self._bound.items() if held == code]
