"""The antennas of one Pico: each a chip, what lies there, and how it is. One field is on at a time.

Plain code but for what it is given: buses with `transfer`, a wait and a reset.
"""

from companion.devices import iso14443a, wire
from companion.devices.mfrc522_chip import ChipFault, Mfrc522
from companion.table.presence import SEEN, TROUBLE, Presence

TRIES = 3
"""So often in a row a reader is set up anew before its loss is told: most dips of the supply are over by then."""
RETRY_MS = 1000
LONGEST_RETRY_MS = 30_000


class Reader:
    """One antenna. `health` is ok, or the word for what is wrong."""

    def __init__(self, name: str, chip: Mfrc522, presence: Presence) -> None:
        self.name = name
        self.chip = chip
        self.presence = presence
        self.health = "starting"
        self._retry_at = 0
        self._retry_ms = RETRY_MS
        self._failures = 0
        self._looked = False

    def look(self, now: int) -> "list[tuple[str, str, int | None, int]]":
        """One inventory: the events that follow from it, as (verb, what, moment, tags). A broken reader is tried again, ever more rarely."""
        if self.health != "ok" and (now < self._retry_at or not self.reset(now)):
            return []
        try:
            found = iso14443a.inventory(self.chip)
        except (ChipFault, OSError) as fault:
            # A dip of the supply takes the registers away: most often one reset brings the reader back, and nothing is told.
            self._failures += 1
            if self._failures < TRIES:
                self.reset(now)
            else:
                self._lost(fault, now)
            return []
        self._failures = 0
        self._retry_ms = RETRY_MS
        events = []
        for kind, uid, trouble in self.presence.update(now, found.uids, found.clean, found.indistinct):
            # What lies there when a reader begins to look has no moment: it may lie there for hours.
            at = None if kind == SEEN and not self._looked else now
            events.append((kind, trouble.replace(" ", "-") if kind == TROUBLE else wire.uid_word(uid), at, len(found.tags)))
        self._looked = self._looked or found.clean
        return events

    def reset(self, now: int) -> bool:
        """Set the chip up anew, its field off. Says whether it works."""
        try:
            self.chip.reset()
        except (ChipFault, OSError) as still:
            self._lost(still, now)
            return False
        self.health = "ok"
        return True

    def _lost(self, fault: Exception, now: int) -> None:
        self.health = getattr(fault, "kind", "dead bus").replace(" ", "-")
        self._looked = False
        self._retry_at = now + self._retry_ms
        self._retry_ms = min(2 * self._retry_ms, LONGEST_RETRY_MS)


class Sweep:
    """Looks through the readers by turns. `period` is the time of one sweep at least, in milliseconds.

    A ring whose host says `sweep` starts when it is told, so that two rings keep in step and fields that are on together lie far apart;
    when the host falls silent it goes on by itself.
    """

    LED_MS = 600
    REST_MS = 6
    """A reader's field rests so long between two looks at least: tags that keep a charge would not start anew, and hide behind each other."""

    def __init__(self, readers: "list[Reader]", period: int) -> None:
        self.readers = readers
        self.period = period
        self._turn = 0
        self._begin_at = 0
        self._led_until = 0
        self._off_since = [-self.REST_MS] * len(readers)
        self._looked = -1

    def lead(self, now: int) -> None:
        """The host says: begin."""
        self._led_until = now + self.LED_MS
        if self._turn == 0:
            self._begin_at = now

    def step(self, now: int) -> "list[tuple[str, str, str, int | None, int]]":
        """Look with the next reader, if it is time: the events as (verb, reader, what, moment, tags)."""
        if self._looked >= 0:
            self._off_since[self._looked] = now
            self._looked = -1
        if now - self._off_since[self._turn] < self.REST_MS:
            return []
        if self._turn == 0:
            if now < self._begin_at:
                return []
            self._begin_at = now + self.period if now >= self._led_until else self._led_until
        reader = self.readers[self._turn]
        self._looked = self._turn
        self._turn = (self._turn + 1) % len(self.readers)
        return [(verb, reader.name, what, at, tags) for verb, what, at, tags in reader.look(now)]
