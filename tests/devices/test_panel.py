"""The panel on gpiozero's own mock pins, for every Pi that is supported."""

from __future__ import annotations

import os
import signal as signals
import subprocess
import sys
import threading
import time
import types
from collections.abc import Iterator
from pathlib import Path

import gpiozero
import pytest
from gpiozero.exc import BadPinFactory, GPIOPinInUse, PinUnknownPi
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given
from hypothesis import strategies as st

from companion.devices import panel as panels
from companion.devices.panel import SETTLE, Debounce, Panel, claiming_fault
from companion.devices.pins import pins
from companion.devices.signals import PATTERNS
from companion.devices.tend import told
from companion.table.events import Button, ButtonPressed, Fault, Input, LinkLost, LinkUp, Signal
from tests.devices.picos import PATIENCE, Inbox, eventually

PINS = pins("panel")
PI_3, PI_4, PI_5 = "a02082", "c03111", "c04170"


class Hand:
    """A clock that is moved by hand, and fingers on the mock pins."""

    def __init__(self, factory: MockFactory) -> None:
        self.now = 100.0
        self.factory = factory
        self.panel = Panel(factory=lambda: factory, clock=lambda: self.now, retry=0.02)
        self.inbox = Inbox()

    def start(self) -> None:
        self.panel.start(self.inbox)
        assert self.inbox.next() == LinkUp("panel")

    def wait(self, seconds: float) -> None:
        """Time passes, and the panel has done all that is due."""
        self.now += seconds
        with self.panel._wake:
            self.panel._wake.notify()

    def contact(self, button: Button, closed: bool) -> None:
        pin = self.factory.pin(PINS[button.value])
        if closed:
            pin.drive_low()
        else:
            pin.drive_high()

    def press(self, button: Button, bounces: int = 0) -> None:
        for _ in range(bounces):
            self.contact(button, True)
            self.now += 0.001
            self.contact(button, False)
            self.now += 0.001
        self.contact(button, True)
        self.wait(2 * SETTLE)

    def release(self, button: Button, bounces: int = 0) -> None:
        for _ in range(bounces):
            self.contact(button, False)
            self.now += 0.001
            self.contact(button, True)
            self.now += 0.001
        self.contact(button, False)
        self.wait(2 * SETTLE)

    def colour(self) -> tuple[int, ...]:
        return tuple(round(self.factory.pin(PINS[name]).state * 255) for name in ("red", "green", "blue"))

    def sounds(self) -> bool:
        return bool(self.factory.pin(PINS["buzzer"]).state)


@pytest.fixture(params=[PI_3, PI_4, PI_5], ids=["Pi 3", "Pi 4", "Pi 5"])
def hand(request: pytest.FixtureRequest) -> Iterator[Hand]:
    before = gpiozero.Device.pin_factory
    factory = MockFactory(request.param, pin_class=MockPWMPin)
    hand = Hand(factory)
    yield hand
    hand.panel.stop()
    factory.reset()
    gpiozero.Device.pin_factory = before


@pytest.mark.parametrize("button", list(Button))
def test_a_press_acts_once_however_it_bounces_and_however_long_it_is_held(button: Button, hand: Hand) -> None:
    hand.start()
    for _ in range(2):
        hand.press(button, bounces=4)
        assert hand.inbox.next() == ButtonPressed(button)
        for _ in range(10):
            hand.wait(1.0)
        hand.release(button, bounces=4)
    # Whatever came too often would stand before the other button's press.
    other = Button.UNDO if button is Button.OK else Button.OK
    hand.press(other)
    assert hand.inbox.next() == ButtonPressed(other)
    assert hand.inbox.empty()


def test_a_button_that_is_down_at_the_start_acts_when_it_is_pressed_again(hand: Hand) -> None:
    hand.contact(Button.OK, True)
    hand.start()
    hand.wait(5.0)
    hand.release(Button.OK)
    hand.press(Button.UNDO)
    assert hand.inbox.next() == ButtonPressed(Button.UNDO)
    eventually(lambda: not hand.panel._edges)
    hand.press(Button.OK)
    assert hand.inbox.next() == ButtonPressed(Button.OK)


def test_a_bounce_that_ends_while_the_thread_is_held_up_is_no_press(hand: Hand) -> None:
    """The thread is about to look at the clock; before it does, the contact opens again and a second passes."""
    held_up = threading.Event()

    def clock() -> float:
        if held_up.is_set() and threading.current_thread().name == "panel":
            held_up.clear()
            hand.now += 0.001
            hand.contact(Button.OK, False)
            hand.now += 1.0
        return hand.now

    hand.panel = Panel(factory=lambda: hand.factory, clock=clock, retry=0.02)
    hand.start()
    with hand.panel._wake:
        hand.contact(Button.OK, True)
        held_up.set()
    eventually(lambda: not held_up.is_set())
    hand.press(Button.UNDO)
    assert hand.inbox.next() == ButtonPressed(Button.UNDO)


@given(st.lists(st.tuples(st.floats(0.0001, 0.9 * SETTLE), st.booleans()), max_size=30), st.floats(SETTLE, 60))
def test_a_burst_of_edges_is_one_press_if_it_ends_down_and_none_if_it_ends_up(bounces: list[tuple[float, bool]], held: float) -> None:
    contact = Debounce(pressed=False)
    now, acted, down = 0.0, 0, False
    for pause, down in bounces:
        now += pause
        acted += contact.pressed(now)
        contact.edge(down, now)
    now += held + 0.001
    acted += contact.pressed(now)
    assert acted == int(down)
    assert contact.due() is None


def test_a_press_counts_even_if_the_thread_sees_it_after_the_release() -> None:
    contact = Debounce(pressed=False)
    contact.edge(True, 1.0)
    assert contact.pressed(1.2)  # looked at in the time of the edge that follows
    contact.edge(False, 1.2)
    assert not contact.pressed(2.0)


@pytest.mark.parametrize("signal", [signal for signal in Signal if signal is not Signal.QUIET])
def test_a_signal_is_a_light_and_a_rhythm(signal: Signal, hand: Hand) -> None:
    hand.start()
    hand.panel.signal(signal)
    pattern = PATTERNS[signal]
    began = hand.now
    # In the middle of each step, light and buzzer are as the table says.
    for steps, times, shows in (
        (pattern.tone, 1, lambda hertz: hand.sounds() is (hertz > 0)),
        (pattern.light, pattern.times or 2, lambda rgb: hand.colour() == (rgb >> 16, rgb >> 8 & 0xFF, rgb & 0xFF)),
    ):
        hand.panel.signal(signal)
        began = hand.now
        at = 0.0
        for value, duration in steps * times:
            hand.now = began + at + duration / 2000
            hand.wait(0)
            eventually(lambda value=value, shows=shows: shows(value))
            at += duration / 1000
    hand.wait(3600.0)
    if pattern.times:
        eventually(lambda: hand.colour() == (0, 0, 0))
    eventually(lambda: not hand.sounds())
    hand.panel.signal(Signal.QUIET)
    eventually(lambda: hand.colour() == (0, 0, 0))


def test_stop_leaves_it_dark_and_silent_and_gives_the_pins_back(hand: Hand) -> None:
    hand.start()
    hand.panel.signal(Signal.WAITING)
    eventually(lambda: hand.colour() != (0, 0, 0))
    red, buzzer = hand.factory.pin(PINS["red"]), hand.factory.pin(PINS["buzzer"])
    hand.panel.stop()
    assert red.states[-1].state == 0 or red.function == "input"
    assert not buzzer.states[-1].state or buzzer.function == "input"
    for place in PINS.values():
        if not isinstance(place, str):
            gpiozero.LED(place, pin_factory=hand.factory).close()
    hand.press(Button.OK)
    assert hand.inbox.empty()
    hand.start()
    hand.release(Button.OK)
    hand.press(Button.OK)
    assert hand.inbox.next() == ButtonPressed(Button.OK)


def test_a_pin_that_another_part_holds_is_told_as_busy_and_taken_when_it_is_let_go(hand: Hand) -> None:
    with gpiozero.LED(PINS["green"], pin_factory=hand.factory):
        hand.panel.start(hand.inbox)
        told = hand.inbox.next()
        assert isinstance(told, LinkLost)
        assert told.fault is Fault.BUSY
        assert str(PINS["green"]) in told.detail
        time.sleep(0.1)  # several retries
        assert hand.inbox.empty()
    assert hand.inbox.next() == LinkUp("panel")


def test_of_two_panels_one_has_the_pins_and_the_other_gets_them_after_it(hand: Hand) -> None:
    hand.start()
    second, inbox = Panel(factory=lambda: hand.factory, retry=0.02), Inbox()
    second.start(inbox)
    told = inbox.next()
    assert isinstance(told, LinkLost)
    assert told.fault is Fault.BUSY
    hand.press(Button.OK)
    assert hand.inbox.next() == ButtonPressed(Button.OK)  # the first is none the worse for it
    hand.release(Button.OK)
    hand.panel.stop()
    assert inbox.next() == LinkUp("panel")
    second.stop()


@pytest.mark.parametrize("error", [OSError(5, "Input/output error"), TypeError("ours")])
def test_a_pin_that_cant_be_written_is_told_and_the_panel_comes_back_by_itself(
    error: Exception, hand: Hand, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hand.start()
    write = MockPWMPin._set_state
    broken = threading.Event()
    broken.set()

    def failing(pin: MockPWMPin, value: float) -> None:
        if broken.is_set():
            raise error
        write(pin, value)

    monkeypatch.setattr(MockPWMPin, "_set_state", failing)
    hand.panel.signal(Signal.ACCEPTED)
    assert hand.inbox.next() == LinkLost("panel", Fault.FAILED, told(error))
    assert "Traceback" in caplog.text
    assert isinstance(hand.inbox.next(), LinkLost)  # tried again
    broken.clear()
    while (heard := hand.inbox.next()) != LinkUp("panel"):
        assert isinstance(heard, LinkLost)
    hand.press(Button.OK)
    assert hand.inbox.next() == ButtonPressed(Button.OK)


class LgpioError(Exception):
    """As lgpio raises it: words only."""


@pytest.mark.parametrize(
    ("error", "chips", "expected"),
    [
        (ModuleNotFoundError("No module named 'lgpio'", name="lgpio"), ["chip"], (Fault.MISSING_PACKAGE, "lgpio")),
        (LgpioError("'GPIO busy'"), ["chip"], (Fault.BUSY, "'GPIO busy'")),
        (GPIOPinInUse("pin GPIO13 is already in use by <LED>"), ["chip"], (Fault.BUSY, "pin GPIO13 is already in use by <LED>")),
        (LgpioError("'can not open gpiochip'"), ["/nowhere/gpiochip0"], (Fault.NO_PERMISSION, "/nowhere/gpiochip0, group gpio")),
        (LgpioError("'bad GPIO number'"), [os.devnull], (Fault.NO_ANSWER, "'bad GPIO number'")),
        (LgpioError("'can not open gpiochip'"), [], None),
        (TypeError("ours"), [], (Fault.NO_ANSWER, "ours")),
        (PinUnknownPi("unable to locate Pi revision"), [os.devnull], None),
        (BadPinFactory("Unable to load any default pin factory!"), [os.devnull], (Fault.MISSING_PACKAGE, "lgpio")),
    ],
)
def test_every_way_in_which_the_pins_cant_be_had_has_its_fault(error: Exception, chips: list[str], expected: tuple[Fault, str] | None) -> None:
    assert claiming_fault(error, chips) == expected


def test_where_there_are_no_pins_it_says_nothing_and_ends() -> None:
    def no_pi() -> None:
        raise PinUnknownPi("unable to locate Pi revision in /proc/device-tree or /proc/cpuinfo")

    told: list[Input] = []
    panel = Panel(factory=no_pi)
    before = set(threading.enumerate())
    panel.start(told.append)
    panel.signal(Signal.ACCEPTED)
    # Threads of other tests may be ending meanwhile.
    eventually(lambda: not set(threading.enumerate()) - before)
    panel.stop()
    assert told == []


def test_gpiozero_is_used_as_it_was_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    factory = panels.pin_factory()
    assert isinstance(factory, MockFactory)
    assert panels.pin_factory() is factory
    # lgpio would leave a pipe wherever the program was started.
    assert Path(os.environ["LG_WD"]).is_dir()
    factory.reset()


def test_lgpio_is_used_and_no_other_is_searched_for(monkeypatch: pytest.MonkeyPatch) -> None:
    lgpio = types.ModuleType("gpiozero.pins.lgpio")
    lgpio.LGPIOFactory = lambda: MockFactory(PI_5)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", lgpio)
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    factory = panels.pin_factory()
    assert isinstance(factory, MockFactory)
    # RPi.GPIO can't run on a Pi 5, and must not be touched on the way.
    assert "RPi" not in sys.modules
    factory.reset()


def test_stopped_by_its_own_emit_it_stops_and_starts_again(hand: Hand) -> None:
    told: list[Input] = []

    def once(thing: Input) -> None:
        told.append(thing)
        hand.panel.stop()

    hand.panel.start(once)
    eventually(lambda: bool(told))
    hand.start()
    assert told == [LinkUp("panel")]


SERVICE = """
import signal, sys, threading
import gpiozero
from gpiozero.pins.mock import MockFactory, MockPWMPin
from companion.devices.panel import Panel
from companion.devices.pins import pins
from companion.table.events import Signal

factory = MockFactory(pin_class=MockPWMPin)
panel = Panel(factory=lambda: factory)
ended = threading.Event()
signal.signal(signal.SIGTERM, lambda *_: ended.set())
up = threading.Event()
panel.start(lambda told: up.set())
up.wait()
panel.signal(Signal.YOUR_TURN)
outputs = [factory.pin(pins("panel")[name]) for name in ("red", "green", "blue", "buzzer")]
while not any(pin.state for pin in outputs):
    pass
print("lit", flush=True)
ended.wait()
panel.stop()
print([pin.states[-1].state for pin in outputs], [pin.function for pin in outputs], flush=True)
"""


def test_sigterm_leaves_it_dark_and_silent() -> None:
    service = subprocess.Popen([sys.executable, "-c", SERVICE], stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2])
    assert service.stdout is not None
    assert service.stdout.readline() == "lit\n"
    service.send_signal(signals.SIGTERM)
    output, _ = service.communicate(timeout=PATIENCE)
    assert service.returncode == 0
    assert output.strip().startswith("[0"), output
    states, _, functions = output.strip().partition("] ")
    assert {float(state) for state in states.strip("[").split(",") if state.strip() not in ("False", "None")} <= {0.0}
    assert functions == "['input', 'input', 'input', 'input']"
