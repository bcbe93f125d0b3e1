"""The UIDs of simulated tags. No sticker has them; they are found beside the enrolled ones and never learned."""

from __future__ import annotations

from functools import lru_cache

from companion.game import Game
from companion.games import FIRST

_MAKER = b"\x04"
_BYTES = 6


@lru_cache(maxsize=32)
def uids(of: Game) -> dict[str, bytes]:
    """The UID of every piece of a game, by its code: the same on every machine, and another one in every game."""
    return {code: _MAKER + _number(of.key, place, code) for place, code in enumerate(of.rules.pieces)}


def _number(rules: str, place: int, code: str) -> bytes:
    # The first game of the shelf was there before there were several: its pieces are counted. The others' numbers begin with a bit that no
    # count reaches.
    if rules == FIRST:
        return place.to_bytes(_BYTES, "big")
    import hashlib

    digest = hashlib.blake2b(f"{rules}/{code}".encode(), digest_size=_BYTES).digest()
    return bytes([digest[0] | 0x80]) + digest[1:]


def tags(of: Game) -> dict[bytes, str]:
    """The same as a set of tags: UID -> code."""
    return {uid: code for code, uid in uids(of).items()}
