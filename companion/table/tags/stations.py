"""The readers of the ring: which table each of them is, and which tags lie there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.table.events import LinkUp, TagGone, TagSeen


class Stations:
    """The ring's readers, in the order of their names, are the tables clockwise: first all of ring-1, then all of ring-2 ..."""

    def __init__(self) -> None:
        self._readers: dict[str, tuple[str, ...]] = {}
        self._down: set[str] = set()
        self._broken: set[str] = set()
        self._lying: dict[tuple[str, bytes], None] = {}

    def up(self, link: LinkUp) -> None:
        """A device is there; only rings count."""
        if link.device.startswith("ring"):
            self._readers[link.device] = link.readers
            self._down.discard(link.device)
            self._broken.difference_update(link.readers)

    def lost(self, device: str) -> None:
        """A device is not there: nobody knows what lies on it. Its places stay its own."""
        self._down.add(device)

    def reader_lost(self, reader: str) -> None:
        """One reader does not work: nobody knows what lies on it. The others of its device do."""
        self._broken.add(reader)

    def reader_back(self, reader: str) -> None:
        """It works again."""
        self._broken.discard(reader)

    def forget(self, device: str) -> None:
        """No part of the ring goes by this name any more."""
        self._readers.pop(device, None)
        self._down.discard(device)

    def has(self, reader: str) -> bool:
        """Whether this reader is one of the ring's."""
        return any(reader in readers for readers in self._readers.values())

    def table(self, reader: str) -> int | None:
        """The table whose place this reader is, None for a pad or a wand.

        None as well where a part of the ring before it was never there, since nobody knows how many places that has, or where two parts go by
        one name ("ring-1" and, as the other is told then, "ring-1-2"): nobody knows which is which.
        """
        in_order: list[str] = []
        due = 1
        twins = {twin[1] for device in self._readers if (twin := re.fullmatch(r"(ring-\d+)-\d+", device))}
        for device in sorted(self._readers, key=natural):
            numbered = re.fullmatch(r"ring-(\d+)", device)
            number = int(numbered[1]) if numbered else due
            if number > due or device in twins:
                break
            due = number + 1
            in_order += self._readers[device]
        return in_order.index(reader) + 1 if reader in in_order else None

    def seen(self, tag: TagSeen) -> int | None:
        """A tag came; at which table, None if not on the ring or if that is not known."""
        if self.has(tag.reader):
            self._lying[tag.reader, tag.uid] = None
        return self.table(tag.reader)

    def gone(self, tag: TagGone) -> bool:
        """A tag went; whether from the ring."""
        if lay := (tag.reader, tag.uid) in self._lying:
            del self._lying[tag.reader, tag.uid]
        return lay

    def lying(self) -> Iterator[tuple[bytes, int]]:
        """What lies on readers that work: (UID, table), in the order in which it came."""
        up = {name for device, readers in self._readers.items() if device not in self._down for name in readers}
        for reader, uid in self._lying:
            table = self.table(reader)
            if reader in up and reader not in self._broken and table is not None:
                yield uid, table


def natural(name: str) -> list[int | str]:
    """Sorts "ring-2" before "ring-10"."""
    return [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", name)]
