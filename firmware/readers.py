"""The antennas of one Pico: each a chip, what lies there, and how it is. One field is on at a time.

Plain code but for what it is given: buses with `transfer`, a wait and a reset.
"""

from companion.pico import iso14443a, wire
from companion.pico.mfrc522_chip import ChipFault, Doubt, Mfrc522
from companion.pico.presence import SEEN, TROUBLE, Presence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.pico import uncompiled as micropython
else:
    try:
        import micropython
    except ImportError:
        from companion.pico import uncompiled as micropython

TRIES = 3
"""So many looks in a row may fail before a reader's loss is told: most dips of the supply are over by then."""
NOT_READ = b""
"""Stands for the tag that there was no time to read, among others that are too many already: it is never told."""
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

    def look(self, now: int, late: "Callable[[], bool] | None" = None) -> "list[tuple[str, str, int | None, int]]":
        """One inventory: the events that follow from it, as (verb, what, moment, tags). A broken reader is tried again, ever more rarely.

        `late` says when it has to end, if ever.
        """
        if now < self._retry_at:
            return []
        try:
            self._set_up()
            if late is not None and late():
                return []
            found = iso14443a.inventory(self.chip, late=late)
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
        uids = found.uids
        if found.more:
            # Among how many is not known, so none that is new counts. Where this goes on it is trouble, as it is with too many.
            if len(uids) >= self.presence.most:
                uids.append(NOT_READ)
            else:
                uids = [uid for uid in uids if uid in self.presence.uids]
        events = []
        for kind, uid, trouble in self.presence.update(now, uids, found.clean, found.indistinct):
            # What lies there when a reader begins to look has no moment: it may lie there for hours.
            at = None if kind == SEEN and not self._looked else now
            events.append((kind, trouble.replace(" ", "-") if kind == TROUBLE else wire.uid_word(uid), at, len(found.tags) + found.more))
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


BEAT_MS = 250
"""From one `sweep` of the host to the next, PROTOCOL.md."""
MARGIN_MS = 10
"""At the end of a beat no field is on for so long: two rings never have quite the same idea of when it ends."""
LONGEST_SLOT_MS = 60
LAST_FRAME_MS = 4
"""A look that is under way is over so soon: HLTA, one call more, and the field off."""
SHORTEST_LOOK_MS = 15
"""What is left of a slot has to be so long, or its reader waits for the next beat. A look into an empty field takes 7."""
JITTER_MS = 30
"""A word of the host that is late by no more was held up on its way, and moves the beat by STEER_MS at most."""
STEER_MS = 2


class Sweep:
    """Looks through the readers by turns, one field on at a time.

    Alone, a ring sweeps by itself: `period` is the time from one beginning to the next at least, in milliseconds. Where several rings stand side
    by side the host says `sweep`, and each reader has a slot of the beat, outside of which its field is never on:

        reader k of n, from 0: from k * slot_ms after the beat's beginning, for look_ms

    So the first reader of a ring and the last one of the ring before it, which is its neighbour, are never on together, whatever lies there. A
    look that does not fit into its slot is broken off. A beat that is late is taken up where it stands: slots do not move.
    """

    LED_MS = 600
    """So long after the last word of the host the ring goes on by itself. Up to then it keeps the beat, also where a word was lost."""
    REST_MS = 6
    """A reader's field rests so long between two looks at least: tags that keep a charge would not start anew, and hide behind each other."""

    def __init__(self, readers: "list[Reader]", period: int) -> None:
        self.readers = readers
        self.period = period
        self.slot_ms = min((BEAT_MS - MARGIN_MS) // max(len(readers), 1), LONGEST_SLOT_MS)
        self.look_ms = min(self.slot_ms, LONGEST_SLOT_MS - MARGIN_MS)
        self._turn = 0
        self._begin_at = 0
        self._led_until = 0
        self._ends_at = 0
        self._clock: Callable[[], int] = int
        self._off_since = [-self.REST_MS] * len(readers)
        self._looked = -1

    def lead(self, now: int, since: int) -> None:
        """The host says: begin. Its word came after `since`, when nothing had come yet, and has been read by `now`."""
        led = now < self._led_until
        self._led_until = now + self.LED_MS
        if not led:
            # The word may have waited for the end of a look. The next one will not.
            self._begin(now)
            self._turn = len(self.readers)
            return
        # The next beat, or the one that has begun already.
        due = self._begin_at + (0 if now - self._begin_at < BEAT_MS // 2 else BEAT_MS)
        # A ring that was busy does not know when the word came: where that leaves a choice, it came in time.
        off = min(max(due, since), now) - due
        if off > JITTER_MS or off < -BEAT_MS // 4:
            self._begin(due + off)
        else:
            # A word may be held up, but none comes before it was said.
            self._begin_at += min(off, STEER_MS)

    def _begin(self, at: int) -> None:
        self._begin_at = at
        self._turn = 0

    def step(self, clock: "Callable[[], int]") -> "list[tuple[str, str, str, int | None, int]]":
        """Look with the next reader, if it is time: the events as (verb, reader, what, moment, tags). `clock` gives milliseconds."""
        now = clock()
        self._clock = clock
        if self._looked >= 0:
            self._off_since[self._looked] = now
            self._looked = -1
        led = now < self._led_until
        if led and now - self._begin_at >= BEAT_MS:
            self._begin(self._begin_at + BEAT_MS)
        if self._turn == len(self.readers):
            if led:
                return []
            self._begin(self._begin_at + self.period)
        begin_at = self._begin_at
        if led:
            begin_at += self._turn * self.slot_ms
            self._ends_at = begin_at + self.look_ms
            if self._ends_at - now < SHORTEST_LOOK_MS:
                self._turn += 1
                return []
        if now < begin_at or now - self._off_since[self._turn] < self.REST_MS:
            return []
        if not led and self._turn == 0:
            self._begin_at = now
        reader = self.readers[self._turn]
        self._looked = self._turn
        self._turn += 1
        found = reader.look(now, self._late if led else None)
        return [(verb, reader.name, what, at, tags) for verb, what, at, tags in found]

    @micropython.native
    def _late(self) -> bool:
        """Whether the look that is under way has to end."""
        return self._ends_at - self._clock() < LAST_FRAME_MS
