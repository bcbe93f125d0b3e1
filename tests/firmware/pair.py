"""Both ends of the line in one process: the companion's link and the firmware's, the real ones, with a made-up clock and a line that may
do anything to the bytes."""

from __future__ import annotations

from collections.abc import Callable

from companion.devices.link import Link
from companion.firmware import link as firmware
from companion.table.events import AGE_UNKNOWN, Fault, Input, LinkLost, TagGone, TagSeen, TagTrouble

STEP = 10
"""Milliseconds of one step."""

Fate = Callable[[int, int], bytes]
"""What becomes of the byte at this place of its direction's stream."""


def whole(place: int, byte: int) -> bytes:
    return bytes([byte])


def drop(at: int) -> Fate:
    return lambda place, byte: b"" if place == at else bytes([byte])


def double(at: int) -> Fate:
    return lambda place, byte: bytes([byte, byte]) if place == at else bytes([byte])


def flip(at: int, bit: int) -> Fate:
    return lambda place, byte: bytes([byte ^ 1 << bit]) if place == at else bytes([byte])


def insert(at: int, junk: bytes) -> Fate:
    return lambda place, byte: junk + bytes([byte]) if place == at else bytes([byte])


def swallow(at: int, length: int) -> Fate:
    return lambda place, byte: b"" if at <= place < at + length else bytes([byte])


class Pair:
    """A host and a ring, of two readers if no more are asked for. `taken` holds what the table was told, in order, with the moment."""

    def __init__(self, to_host: Fate = whole, to_device: Fate = whole, readers: int = 2) -> None:
        self.readers = [f"ring-1/{number}" for number in range(1, readers + 1)]
        self.now = 0
        self.fates = {"host": to_host, "device": to_device}
        self.passed = {"host": 0, "device": 0}
        self.taken: list[tuple[int, Input]] = []
        self.pushed: list[tuple[int, str, str, str]] = []
        self._nonces = 0
        self._boots = 0
        self.reset_device()
        self.restart_host()

    def _nonce(self) -> str:
        self._nonces += 1
        return f"{self._nonces:08X}"

    def _take(self, told: Input) -> bool:
        self.taken.append((self.now, told))
        return True

    def restart_host(self) -> None:
        """Another process: it knows nothing of the one before."""
        self.host = Link(self._nonce, self._take)
        self.host.opened(self.now / 1000)

    def reset_device(self) -> None:
        """The wand loses its supply for a moment."""
        self._boots += 1
        self.device = firmware.Link("ring-1", self.readers, "E6614103E7452D2F", f"{0xB0070000 + self._boots:08X}")
        self.device.health = ["ok"] * len(self.readers)

    def cut(self) -> None:
        """The cable is pulled and put in again; the wand has a supply of its own."""
        self.host.closed()
        self.host.opened(self.now / 1000)

    def push(self, verb: str, reader: str, what: str) -> None:
        self.pushed.append((self.now, verb, reader, what))
        self.device.push(verb, reader, what, self.now)

    def _carry(self, direction: str, data: bytes) -> bytes:
        arrived = b""
        for byte in data:
            arrived += self.fates[direction](self.passed[direction], byte)
            self.passed[direction] += 1
        return arrived

    def step(self) -> None:
        self.host.receive(self._carry("host", self.device.due(self.now)), self.now / 1000)
        self.device.receive(self._carry("device", self.host.due(self.now / 1000)), self.now)
        assert not self.device.parser.interrupted
        silent = self.host.silent(self.now / 1000)
        if silent is not None:
            self._take(LinkLost(self.host.device, *silent))
            self.cut()
        self.now += STEP

    def run(self, milliseconds: int) -> None:
        for _ in range(milliseconds // STEP):
            self.step()

    def told(self) -> list[tuple[str, str, str]]:
        """The scans as they were told, as (verb, reader, what)."""
        return [scan for _, told in self.taken if (scan := as_scan(told)) is not None]

    def played(self) -> list[tuple[str, str, str]]:
        """Those that are young enough to act."""
        return [scan for _, told in self.taken if isinstance(told, TagSeen) and told.age < AGE_UNKNOWN and (scan := as_scan(told))]

    def lying(self, since: int = 0) -> set[tuple[str, str]]:
        """The tags that the table believes to lie there, as (reader, UID), by what it was told from the input of this number on."""
        there: set[tuple[str, str]] = set()
        for _, told in self.taken[since:]:
            if (scan := as_scan(told)) is not None and scan[0] != "trouble":
                (there.add if scan[0] == "seen" else there.discard)(scan[1:])
        return there

    def lost(self) -> list[LinkLost]:
        return [told for _, told in self.taken if isinstance(told, LinkLost) and told.fault is Fault.SCANS_LOST]


def as_scan(told: Input) -> tuple[str, str, str] | None:
    match told:
        case TagSeen(reader=reader, uid=uid):
            return "seen", reader, uid.hex().upper()
        case TagGone(reader=reader, uid=uid):
            return "gone", reader, uid.hex().upper()
        case TagTrouble(reader=reader, trouble=trouble):
            return "trouble", reader, trouble.value.replace(" ", "-")
    return None


CARD, TILE, OTHER = "04A1B2C3D4E580", "0488990011AA22", "DEADBEEF"

EVENING = [
    (300, "seen", "ring-1/1", CARD),
    (340, "gone", "ring-1/1", CARD),
    (350, "seen", "ring-1/2", TILE),
    (500, "trouble", "ring-1/1", "two-tags"),
    (700, "gone", "ring-1/2", TILE),
    (710, "seen", "ring-1/1", OTHER),
    (900, "gone", "ring-1/1", OTHER),
    (1200, "seen", "ring-1/1", CARD),
]
"""A short session: moment in milliseconds, verb, reader, what."""


def play_evening(pair: Pair, meanwhile: Callable[[Pair], None] = lambda pair: None, until: int = 8000) -> Pair:
    """Play the session; `meanwhile` is called before each step."""
    script = list(EVENING)
    while pair.now < until:
        while script and script[0][0] <= pair.now:
            _, verb, reader, what = script.pop(0)
            pair.push(verb, reader, what)
        meanwhile(pair)
        pair.step()
        # The session is over when all was told and taken back.
        if not script and pair.device.idle and pair.now > EVENING[-1][0] + 300:
            break
    return pair
