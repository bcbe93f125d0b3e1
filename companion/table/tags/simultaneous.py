"""Which tags are one gesture: those that come to one reader at once. Pure."""

from __future__ import annotations

from companion.table.events import TagGone, TagSeen


class Together:
    """What lies on each reader, and who still waits for a tag that came with it.

    A reader tells tags that came at once one after the other: the first is kept back until the other is known, so that neither acts alone.
    """

    def __init__(self) -> None:
        self._there: dict[str, set[bytes]] = {}
        self._first: dict[str, TagSeen] = {}

    def seen(self, tag: TagSeen, *, alone: bool = False) -> tuple[TagSeen, ...]:
        """The tags of the gesture that is whole now, in the order in which they came; none while the other one is still to be told.

        `alone`: this one is part of no gesture, since it is too old.
        """
        there = self._there.setdefault(tag.reader, set())
        others = there - {tag.uid}
        there.add(tag.uid)
        first = self._first.pop(tag.reader, None)
        if alone:
            return (tag,)
        if first is not None and first.uid != tag.uid:
            return first, tag
        if tag.among > 1 and not others:
            self._first[tag.reader] = tag
            return ()
        return (tag,)

    def gone(self, tag: TagGone) -> bool:
        """A tag went; whether it still waited for the other one."""
        self._there.get(tag.reader, set()).discard(tag.uid)
        if (first := self._first.get(tag.reader)) is None or first.uid != tag.uid:
            return False
        del self._first[tag.reader]
        return True
