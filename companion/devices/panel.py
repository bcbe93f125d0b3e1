"""The panel on the Raspberry Pi's own pins: buttons OK and Undo, a light of three colours, a buzzer (gpiozero).

Signals are played from the one table in signals.py. The buzzer knows a single pitch, so it plays the rhythm of a tone.
"""

from __future__ import annotations

import contextlib
import glob
import os
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

import gpiozero
from gpiozero.exc import GPIOPinInUse, PinUnknownPi

from companion.devices import lgpio_home
from companion.devices.outlet import Outlet
from companion.devices.pins import pins
from companion.devices.signals import PATTERNS, Pattern
from companion.devices.tend import tend, told
from companion.pico import patterns
from companion.table.events import Button, ButtonPressed, Emit, Fault, LinkLost, LinkUp, Signal

SETTLE = 0.02
"""Seconds for which a contact has to rest before its state counts. Contacts bounce for 1 to 10 ms."""
RETRY = 3.0


class Debounce:
    """One button. Told of every edge, it says when the button was pressed: once, however it bounces and however long it is held."""

    def __init__(self, pressed: bool, settle: float = SETTLE) -> None:
        self._settle = settle
        # A button that is stuck, or held while the program starts, is no press.
        self._counts = pressed
        self._raw = pressed
        self._since: float | None = None

    def edge(self, pressed: bool, now: float) -> None:
        """The contact has closed or opened."""
        self._raw = pressed
        self._since = now

    def due(self) -> float | None:
        """When to look again, None if nothing is going on."""
        return None if self._since is None else self._since + self._settle

    def pressed(self, now: float) -> bool:
        """Whether the button has just come down for good."""
        due = self.due()
        if due is None or now < due:
            return False
        self._since = None
        before, self._counts = self._counts, self._raw
        return self._counts and not before


def pin_factory() -> Any:
    """How the pins are reached: as gpiozero was told, otherwise by lgpio, which knows every Pi from 3 to 5.

    gpiozero's own search would end at factories that fail on a Pi 5, and warn on the way.
    """
    if gpiozero.Device.pin_factory is None:
        lgpio_home.load()
        if "GPIOZERO_PIN_FACTORY" in os.environ:
            gpiozero.Device.ensure_pin_factory()
        else:
            from gpiozero.pins.lgpio import LGPIOFactory

            gpiozero.Device.pin_factory = LGPIOFactory()
    return gpiozero.Device.pin_factory


def claiming_fault(error: Exception, chips: list[str]) -> tuple[Fault, str] | None:
    """What it means that the pins can't be had, None where there are none to have. `chips` are the paths of the machine's GPIO chips."""
    if isinstance(error, ImportError):
        return Fault.MISSING_PACKAGE, error.name or "lgpio"
    # lgpio tells what went wrong in words only.
    if isinstance(error, GPIOPinInUse) or "busy" in str(error).lower():
        return Fault.BUSY, str(error)
    if isinstance(error, PinUnknownPi) or (not chips and ("gpiochip" in str(error) or isinstance(error, OSError))):
        return None
    if not chips:
        return Fault.NO_ANSWER, str(error)
    if isinstance(error, PermissionError) or not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return Fault.NO_PERMISSION, f"{chips[0]}, group gpio"
    return Fault.NO_ANSWER, str(error)


class Panel:
    """Buttons, light and buzzer as a device of the table. Where there are no pins at all it says nothing."""

    name = "panel"

    def __init__(
        self,
        places: Mapping[str, int] | None = None,
        factory: Callable[[], Any] = pin_factory,
        clock: Callable[[], float] = time.monotonic,
        retry: float = RETRY,
    ) -> None:
        self._places = places or pins("panel")
        self._factory = factory
        self._clock = clock
        self._retry = retry
        self._wake = threading.Condition()
        self._outlet = Outlet()
        self._thread: threading.Thread | None = None
        self._before: threading.Thread | None = None
        self._playing: tuple[Pattern, float] = (PATTERNS[Signal.QUIET], 0.0)
        self._edges: list[tuple[Button, bool, float]] = []
        self._told: tuple[Fault, str] | None = None
        self._there = True
        self._been_there = False

    def start(self, emit: Emit) -> None:
        """Listens to its buttons; see `Device.start`."""
        if self._thread is not None:
            return
        self._outlet.open(emit)
        self._thread = threading.Thread(target=self._run, args=(self._before,), name="panel", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Light and buzzer are off and the pins given back when it returns."""
        self._outlet.shut()
        with self._wake:
            self._before, self._thread = self._thread or self._before, None
            self._wake.notify()
        if self._before is not None and self._before is not threading.current_thread():
            self._before.join()

    def signal(self, signal: Signal) -> None:
        """Gives a light and a tone; see `Device.signal`."""
        with self._wake:
            self._playing = PATTERNS[signal], self._clock()
            self._wake.notify()

    def _run(self, before: threading.Thread | None) -> None:
        if before is not None:
            before.join()  # stopped by its own emit: it still gives its pins back
        self._told = None
        self._there = True
        tend(self.name, self._turn, self._failed, lambda: self._there and self._runs(), self._pause)

    def _turn(self) -> float:
        """From taking the pins until they are given back."""
        with contextlib.ExitStack() as claimed:
            try:
                contacts, light, buzzer = self._claim(claimed)
            except Exception as error:  # noqa: BLE001  each way to the pins has exceptions of its own
                fault = claiming_fault(error, sorted(glob.glob("/dev/gpiochip*")))
                if fault is None and self._been_there:
                    fault = Fault.NO_ANSWER, str(error)
                self._there = fault is not None
                if fault is not None:
                    self._lose(*fault)
                return self._retry if self._there else 0.0
            self._outlet(LinkUp(self.name))
            self._told, self._been_there = None, True
            self._serve(contacts, light, buzzer)
        return 0.0

    def _failed(self, error: Exception) -> None:
        """A pin could not be read or written, or we have failed: the pins are given back, and taken anew."""
        self._lose(Fault.FAILED, told(error))

    def _lose(self, fault: Fault, detail: str) -> None:
        """Says why, once for the same reason."""
        if (fault, detail) != self._told and self._outlet(LinkLost(self.name, fault, detail)):
            self._told = fault, detail

    def _runs(self) -> bool:
        return self._thread is threading.current_thread()

    def _pause(self, seconds: float) -> None:
        """So long, unless it is stopped."""
        with self._wake:
            self._wake.wait_for(lambda: not self._runs(), seconds)

    def _claim(self, claimed: contextlib.ExitStack) -> tuple[dict[Button, Debounce], Any, Any]:
        """Takes the pins; `claimed` gives them back, dark and silent."""
        factory = self._factory()
        light = claimed.enter_context(gpiozero.RGBLED(self._places["red"], self._places["green"], self._places["blue"], pin_factory=factory))
        buzzer = claimed.enter_context(gpiozero.Buzzer(self._places["buzzer"], pin_factory=factory))
        claimed.callback(buzzer.off)
        claimed.callback(light.off)
        contacts = {}
        for button in Button:
            # The contact is against ground, the pull-up is the Pi's own. gpiozero's bounce_time would drop edges, and its Button keeps a
            # thread awake to find out whether it is held.
            switch = claimed.enter_context(gpiozero.DigitalInputDevice(self._places[button.value], pull_up=True, pin_factory=factory))
            contacts[button] = Debounce(bool(switch.value))
            switch.when_activated = lambda button=button: self._edge(button, True)
            switch.when_deactivated = lambda button=button: self._edge(button, False)
        return contacts, light, buzzer

    def _edge(self, button: Button, pressed: bool) -> None:
        with self._wake:
            self._edges.append((button, pressed, self._clock()))
            self._wake.notify()

    def _serve(self, contacts: dict[Button, Debounce], light: Any, buzzer: Any) -> None:
        while self._runs():
            # First the time, then the edges: one that came in between would be missing, and its contact would be taken to be at rest.
            now = self._clock()
            with self._wake:
                edges, self._edges = self._edges, []
                pattern, since = self._playing
            # Each edge in its own time: a press counts even if the thread was held up until after the release.
            for button, pressed, at in edges:
                if contacts[button].pressed(at):
                    self._outlet(ButtonPressed(button))
                contacts[button].edge(pressed, at)
            for button, contact in contacts.items():
                if contact.pressed(now):
                    self._outlet(ButtonPressed(button))
            elapsed = max(0, int((now - since) * 1000))
            colour, until_light = patterns.at(list(pattern.light), pattern.times, elapsed)
            hertz, until_tone = patterns.at(list(pattern.tone), 1, elapsed)
            light.color = tuple((colour >> shift & 0xFF) / 255 for shift in (16, 8, 0))
            buzzer.value = int(hertz > 0)
            waits = [wait / 1000 for wait in (until_light, until_tone) if wait is not None]
            waits += [due - now for contact in contacts.values() if (due := contact.due()) is not None]
            with self._wake:
                if not self._edges and self._playing == (pattern, since) and self._runs():
                    self._wake.wait(max(0.001, min(waits)) if waits else None)
