"""The pad: one MFRC522 on the Raspberry Pi's SPI, polled in a thread of its own.

PiBus (wires) -> Mfrc522 (frames) -> iso14443a.inventory (tags) -> Presence (one event a presentation) -> emit
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from companion.devices.pi_bus import PadBus, PiBus, Unavailable
from companion.devices.pins import pins
from companion.devices.tend import tend, told
from companion.pico import iso14443a
from companion.pico.mfrc522_chip import GAIN, LOST_REGISTERS, ChipFault, Doubt, Mfrc522
from companion.pico.presence import GONE, SEEN, Presence
from companion.table.events import AGE_UNKNOWN, Emit, Fault, Input, LinkLost, LinkUp, Signal, TagGone, TagSeen, TagTrouble, Trouble

log = logging.getLogger(__name__)

RETRY_S = (0.5, 1.0, 2.0, 5.0)
"""How long to wait before the pad is opened again: ever longer, then every 5 s."""
TRIES = 3
"""So often in a row a chip is set up anew before its loss is told: most dips of the supply are over by then."""


class Rc522Reader:
    """The pad as a device of the table. `gain` in dB and `bursts` are the chip's settings, see `Mfrc522`.

    A tag counts as gone after `presence.away_ms`, so `pause_s` between two polls should let `presence.misses` of them fit into that time;
    it also lets the tags forget, for which 5 ms are needed. With `threaded` False nothing runs by itself: the owner calls `step`.

    A chip that fails is told within a second. One that went deaf is reset when a `Doubt` arises: after REST_MS without any answer, or at the
    first silence where a tag lay.
    """

    def __init__(
        self,
        name: str = "pad",
        connect: Callable[[], PadBus] | None = None,
        gain: int = GAIN,
        bursts: bool = True,
        speed_hz: int = 1_000_000,
        pause_s: float = 0.03,
        presence: Presence | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] = time.sleep,
        threaded: bool = True,
    ) -> None:
        self.name = name
        self.reinits = 0
        """How often the chip had to be set up anew since the program began."""
        self._connect = connect or (lambda: _pad(speed_hz))
        self._gain = gain
        self._bursts = bursts
        self._pause_s = pause_s
        self._thresholds = presence or Presence()
        self._presence = self._thresholds.copy()
        self._clock = clock
        self._sleep = sleep
        self._threaded = threaded
        self._lock = threading.RLock()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._emit: Emit | None = None
        self._bus: PadBus | None = None
        self._chip: Mfrc522 | None = None
        self._ready = False
        self._doubt = Doubt()
        self._looked = False
        self._told: LinkUp | LinkLost | None = None
        self._failures = 0
        self._retries = 0

    # The device.

    def start(self, emit: Emit) -> None:
        """Reads on a thread of its own; see `Device.start`."""
        with self._lock:
            if self._emit is not None:
                return
            self._emit = emit
        self._join()
        self._presence = self._thresholds.copy()
        self._doubt = Doubt()
        self._looked = False
        self._told = None
        self._failures = self._retries = 0
        if self._threaded:
            self._stopping = threading.Event()
            self._thread = threading.Thread(target=self._run, args=(self._stopping,), name=self.name, daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Ends the polling and leaves the field off. Nothing is emitted after it."""
        with self._lock:
            if self._emit is None:
                return
            self._emit = None
        self._stopping.set()
        if not self._threaded:
            self._close()
        self._join()

    def signal(self, signal: Signal) -> None:
        """A pad has no light and no buzzer: the panel has."""

    def _join(self) -> None:
        """Waits for the thread to end, unless it is the one that asks for it."""
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()
            self._thread = None

    def _run(self, stopping: threading.Event) -> None:
        tend(self.name, self.step, self._failed, lambda: not stopping.is_set(), stopping.wait)
        self._close()

    def _failed(self, error: Exception) -> None:
        """A turn has raised what is no fault of the chip's or the wires': the pad is opened anew."""
        self._lost(Fault.FAILED, told(error))

    # One turn.

    def step(self) -> float:
        """Opens the pad, sets it up anew, or polls it once. Returns the seconds to wait before the next turn."""
        try:
            if self._bus is None:
                self._bus = self._connect()
            if self._chip is None:
                self._chip = self._new_chip(self._bus)
            if not self._ready:
                self._chip.reset()
                self._ready = True
            found = iso14443a.inventory(self._chip, self._presence.most + 1)
        except Unavailable as unavailable:
            return self._lost(unavailable.fault, str(unavailable))
        except ChipFault as fault:
            return self._faulted(fault)
        except OSError as gone:
            return self._lost(Fault.UNPLUGGED, gone.strerror or str(gone))
        self._failures = self._retries = 0
        self._tell(LinkUp(self.name, (self.name,), self._chip.describe()))
        if self._doubt.arises(int(self._clock() * 1000), found.clean and not found.uids, bool(self._presence.uids)):
            self._ready = False  # reset at the next turn, before a tag can count as gone
        events = self._presence.update(int(self._clock() * 1000), found.uids, found.clean, found.indistinct)
        for kind, uid, trouble in events:
            if kind == SEEN:
                # What lies there when the pad begins to look has no moment: it may lie there for hours.
                self._send(TagSeen(self.name, uid, 0.0 if self._looked else AGE_UNKNOWN, len(found.uids)))
            elif kind == GONE:
                self._send(TagGone(self.name, uid))
            else:
                self._send(TagTrouble(self.name, Trouble(trouble)))
        self._looked = self._looked or found.clean
        return self._pause_s

    def _new_chip(self, bus: PadBus) -> Mfrc522:
        return Mfrc522(bus, lambda us: self._sleep(us / 1e6), pulse_reset=bus.pulse_reset, gain=self._gain, bursts=self._bursts)

    def _faulted(self, fault: ChipFault) -> float:
        """The chip failed: field off, set up anew at the next turn, and its loss is told when that does not help."""
        self._ready = False
        self._darken()
        self._failures += 1
        self.reinits += 1
        log.info("%s: %s; set up anew for the %d. time", self.name, fault, self.reinits)
        if self._failures < TRIES:
            return self._pause_s
        # A chip that forgets its registers again and again has too weak a supply.
        kind = Fault.NO_ANSWER if fault.kind == LOST_REGISTERS else Fault(fault.kind)
        return self._lost(kind, fault.detail)

    def _darken(self) -> None:
        """Switches the field off, by the RST pin where the chip does not say that it is off."""
        if self._bus is None or self._chip is None:
            return
        try:
            if not self._chip.switched_off():
                self._bus.pulse_reset()
        except (OSError, Unavailable) as gone:
            log.info("%s: the field could not be switched off: %s", self.name, gone)

    def _lost(self, fault: Fault, detail: str) -> float:
        self._close()
        if not (isinstance(self._told, LinkLost) and self._told.fault is fault):
            self._tell(LinkLost(self.name, fault, detail))
        self._failures = 0
        self._looked = False
        self._retries += 1
        return RETRY_S[min(self._retries, len(RETRY_S)) - 1]

    def _close(self) -> None:
        bus, chip = self._bus, self._chip
        self._bus, self._chip, self._ready = None, None, False
        if bus is None:
            return
        try:
            if chip is not None:
                chip.switched_off()
            bus.close()
        except Exception as gone:  # noqa: BLE001  each way to the pins has exceptions of its own, and it is opened anew whatever they are
            log.info("%s: closed after it had gone: %s: %s", self.name, type(gone).__name__, gone)

    def _tell(self, link: LinkUp | LinkLost) -> None:
        if link != self._told:
            self._told = link
            self._send(link)

    def _send(self, event: Input) -> None:
        with self._lock:
            if self._emit is not None:
                self._emit(event)


def _pad(speed_hz: int) -> PiBus:
    place = pins("pad")
    return PiBus(place["spi_bus"], place["spi_device"], speed_hz, place["reset"])
