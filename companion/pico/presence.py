"""A tag in the field -> one event a presentation. Pure: the clock is an argument. Runs unchanged on CPython and MicroPython.

    presence = Presence()
    for kind, uid, trouble in presence.update(now_ms, found.uids, found.clean, found.indistinct):
        ...                     # (SEEN, uid, ""), (GONE, uid, "") or (TROUBLE, b"", TWO_TAGS or ONE_AT_A_TIME)

Call `update` once after each inventory of a reader, with the milliseconds of any clock that only goes forward. An inventory that could not
be made (no chip, no link) is left out: nothing is known, so nothing changes.
"""

SEEN = "seen"
GONE = "gone"
TROUBLE = "trouble"

TWO_TAGS = "two tags"
ONE_AT_A_TIME = "one at a time"


class _Lying:
    """A tag that was told as seen and not yet as gone. `last`: the last sign of it in ms; `misses`: clean inventories without it since."""

    def __init__(self, uid: bytes, now: int) -> None:
        self.uid = uid
        self.last = now
        self.misses = 0


class Presence:
    """What lies on one reader.

    A tag is gone when it was missed by `misses` clean inventories and for `away_ms`; the same tag then counts anew. An inventory in which
    something was garbled is a sign of life of every tag that lies there, never of its removal.

    More than `most` tags are trouble at once, tags that can't be told apart after `confirm` inventories in a row. Then no new tag counts
    until only tags that count already lie there, or none: what is left of a heap is not played. A field in which nothing but garble was
    heard for `garbled_ms` is told as trouble too, but a tag that is read out of it counts.
    """

    def __init__(self, away_ms: int = 150, misses: int = 3, confirm: int = 2, most: int = 2, garbled_ms: int = 600) -> None:
        self.away_ms = away_ms
        self.misses = misses
        self.confirm = confirm
        self.most = most
        self.garbled_ms = garbled_ms
        self._lying: list[_Lying] = []
        self._troubled = False
        self._blocked = False
        self._indistinct = 0
        self._garbled_since = -1
        self._calm_since = -1
        self._calm = 0

    def copy(self) -> "Presence":
        """Another reader's, with the same thresholds: nothing lies there yet."""
        return Presence(self.away_ms, self.misses, self.confirm, self.most, self.garbled_ms)

    @property
    def uids(self) -> "list[bytes]":
        """The tags that count as lying there, in the order in which they came."""
        return [tag.uid for tag in self._lying]

    def update(self, now_ms: int, uids: "list[bytes]", clean: bool, indistinct: bool = False) -> "list[tuple[str, bytes, str]]":
        """The events that follow from one inventory, in order."""
        events = self._known(now_ms, uids, clean)
        fresh = [uid for uid in uids if self._find(uid) is None]
        indistinct = indistinct or len(_distinct(uids)) < len(uids)

        trouble = self._trouble(now_ms, uids, clean, indistinct)
        if trouble:
            blocks = bool(uids) or indistinct
            if not self._troubled or (blocks and not self._blocked):
                events.append((TROUBLE, b"", trouble))
            self._troubled = True
            self._blocked = self._blocked or blocks
            self._calm = 0
        elif self._troubled:
            self._settle(now_ms, clean and not fresh and not indistinct)
        if not self._blocked and not indistinct:
            for uid in fresh:
                self._lying.append(_Lying(uid, now_ms))
                events.append((SEEN, uid, ""))
                self._troubled = False
        return events

    def _find(self, uid: bytes) -> "_Lying | None":
        for tag in self._lying:
            if _same(tag.uid, uid):
                return tag
        return None

    def _known(self, now: int, uids: "list[bytes]", clean: bool) -> "list[tuple[str, bytes, str]]":
        """What the inventory means for the tags that lie there already."""
        events = []
        for tag in list(self._lying):
            here = any(_same(tag.uid, uid) for uid in uids)
            if clean and not here:
                tag.misses += 1
            # Told when it is missed, or when the tag is back already before the inventory that would have told it.
            if (clean or here) and tag.misses >= self.misses and now - tag.last >= self.away_ms:
                self._lying.remove(tag)
                events.append((GONE, tag.uid, ""))
            elif here or not clean:
                tag.last = now
                tag.misses = 0
        return events

    def _trouble(self, now: int, uids: "list[bytes]", clean: bool, indistinct: bool) -> str:
        """The trouble that this inventory is, or ''."""
        self._indistinct = self._indistinct + 1 if indistinct else 0
        if clean or uids or self._lying:
            self._garbled_since = -1
        elif self._garbled_since < 0:
            self._garbled_since = now
        if len(uids) > self.most:
            return ONE_AT_A_TIME
        if self._indistinct >= self.confirm:
            return TWO_TAGS
        if self._garbled_since >= 0 and now - self._garbled_since >= self.garbled_ms:
            return TWO_TAGS
        return ""

    def _settle(self, now: int, calm: bool) -> None:
        """Ends the trouble when nothing but tags that count already was there for as long as a tag needs to be gone."""
        if not calm:
            self._calm = 0
            return
        if self._calm == 0:
            self._calm_since = now
        self._calm += 1
        if self._calm >= self.misses and now - self._calm_since >= self.away_ms:
            self._troubled = self._blocked = False
            self._calm = 0


def _random(uid: bytes) -> bool:
    """Whether a UID is drawn anew each time the tag wakes, as phones do: 4 bytes, the first 08 (ISO/IEC 14443-3, 6.5.4)."""
    return len(uid) == 4 and uid[0] == 0x08


def _same(one: bytes, other: bytes) -> bool:
    """Whether two UIDs may be of one tag: a phone has another one after each inventory, and is still one presentation."""
    return one == other or (_random(one) and _random(other))


def _distinct(uids: "list[bytes]") -> "list[bytes]":
    return [uid for index, uid in enumerate(uids) if not any(_same(uid, earlier) for earlier in uids[:index])]
