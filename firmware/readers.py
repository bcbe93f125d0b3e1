"""The antennas of one Pico: each a chip, what lies there, and how it is. One field is on at a time.

Plain code but for what it is given: buses with `transfer`, a wait and a reset.
"""

from companion.devices import iso14443a, wire
from companion.devices.mfrc522_chip import ChipFault, Doubt, Mfrc522
from companion.table.presence import SEEN, TROUBLE, Presence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

TRIES = 3
"""So many looks in a row may fail before a reader's loss is told: most dips of the supply are over by then."""
RETRY_MS = 1000
LONGEST_RETRY_MS = 30_000


class ResetLine:
    """The RST line of one Pico's readers. After each of its `pulses` every chip on it, whose field is off then, has to be set up.

    `pulse_pin` pulls the pin low for a moment; None where the line is not wired.
    """

    def __init__(self, pulse_pin: "Callable[[], None] | None" = None) -> None:
        self._pulse_pin = pulse_pin
        self.pulses = 0

    @property
    def wired(self) -> bool:
        return self._pulse_pin is not None

    def pulse(self) -> None:
        if self._pulse_pin is not None:
            self._pulse_pin()
            self.pulses += 1


class Reader:
    """One antenna. `health` is ok, or the word for what is wrong.

    It is true within TRIES looks of what the reader meets, and after that within the pause before it is tried again, at most LONGEST_RETRY_MS.
    A reader that fails has its field off from that moment on, by the reset line where nothing else does it.
    """

    def __init__(self, name: str, chip: Mfrc522, presence: Presence, line: ResetLine) -> None:
        self.name = name
        self.chip = chip
        self.presence = presence
        self.health = "starting"
        self._line = line
        self._pulses = -1
        self._ready = False
        self._doubt = Doubt()
        self._retry_at = 0
        self._retry_ms = RETRY_MS
        self._failures = 0
        self._looked = False

    def look(self, now: int) -> "list[tuple[str, str, int | None, int]]":
        """One inventory: the events that follow from it, as (verb, what, moment, tags). A broken reader is tried again, ever more rarely."""
        if now < self._retry_at:
            return []
        try:
            self._set_up()
            found = iso14443a.inventory(self.chip)
        except (ChipFault, OSError) as fault:
            self._failed(fault, now)
            return []
        self.health = "ok"
        self._failures = 0
        self._retry_ms = RETRY_MS
        # An empty field is looked at so quickly that the reset fits into the same turn; it is done before a tag can count as gone.
        if self._doubt.arises(now, found.clean and not found.tags, bool(self.presence.uids)):
            self._ready = False
            try:
                self._set_up()
            except (ChipFault, OSError) as fault:
                self._failed(fault, now)
                return []
        events = []
        for kind, uid, trouble in self.presence.update(now, found.uids, found.clean, found.indistinct):
            # What lies there when a reader begins to look has no moment: it may lie there for hours.
            at = None if kind == SEEN and not self._looked else now
            events.append((kind, trouble.replace(" ", "-") if kind == TROUBLE else wire.uid_word(uid), at, len(found.tags)))
        self._looked = self._looked or found.clean
        return events

    def darken(self) -> None:
        """Switch the field off, whatever state the chip is in: through its wires, or by the reset line."""
        try:
            if self.chip.switched_off():
                return
        except OSError:
            pass
        self._line.pulse()

    def _set_up(self) -> None:
        """Make the chip ready if it is not: reset it, or set it up where the line has reset it already. Raises what it raises."""
        if self._ready and self._pulses == self._line.pulses:
            return
        if self._ready:
            self.chip.set_up()
        else:
            self.chip.reset()
        self._ready = True
        self._pulses = self._line.pulses

    def _failed(self, fault: Exception, now: int) -> None:
        """Field off at once. A dip of the supply takes the registers away: most often one reset brings the reader back, and nothing is told."""
        self.darken()
        self._ready = False
        self._failures += 1
        if self._failures >= TRIES:
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
