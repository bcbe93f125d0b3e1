"""Picos on real pseudo-terminals with the real pyserial: found by what they are, back by themselves, each fault told as what it is."""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import termios
import threading
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import serial
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from companion.devices import usb
from companion.devices.link import COMMAND_LIFE, Link
from companion.devices.signals import PATTERNS
from companion.devices.usb import UsbPort
from companion.devices.wand import Wands
from companion.firmware import link as firmware
from companion.pico import wire
from companion.table.events import PORTS, Fault, Input, LinkForgotten, LinkLost, LinkUp, Signal, TagGone, TagSeen, TagTrouble, Trouble
from tests.devices.picos import PATIENCE, Bench, Inbox, Pico, PortOnPty, eventually, fast_clock

CARD = "04A1B2C3D4E580"
UP = LinkUp("wand", ("wand",), f"firmware {wire.FIRMWARE}")


def line(*words: str) -> bytes:
    """A frame that no build of this protocol would make."""
    body = " ".join(words).encode()
    return b"$" + body + b"*%04X\r\n" % wire.crc16(body)


@pytest.fixture
def bench() -> Bench:
    return Bench()


@pytest.fixture
def plugged() -> Iterator[list[PortOnPty]]:
    """Whatever a test plugs in and puts here is unplugged at its end."""
    ports: list[PortOnPty] = []
    yield ports
    for port in ports:
        if port.identity in port.bench.ports:
            port.unplug()


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture
def wands(bench: Bench) -> Iterator[Wands]:
    wands = Wands(ports=bench)
    yield wands
    wands.stop()


@pytest.fixture
def make(bench: Bench) -> Iterator[Callable[..., Wands]]:
    """Others, on a fast clock; stopped at the end."""
    made: list[Wands] = []
    bench.clock = fast_clock

    def another(**given: Any) -> Wands:
        made.append(Wands(**{"clock": fast_clock, **given}))
        return made[-1]

    yield another
    for wands in made:
        wands.stop()


@pytest.fixture
def hasty(bench: Bench) -> Iterator[Wands]:
    """The same with a clock that runs fast."""
    bench.clock = fast_clock
    wands = Wands(ports=bench, clock=fast_clock)
    yield wands
    wands.stop()


def test_scans_arrive_whole_in_order_and_are_acknowledged(wands: Wands, bench: Bench, inbox: Inbox, plugged: list[PortOnPty]) -> None:
    pico = Pico(bench)
    plugged.append(pico)
    wands.start(inbox)
    assert inbox.next() == UP
    pico.push("seen", "wand", CARD, age=1500)
    pico.push("gone", "wand", CARD)
    pico.push("trouble", "wand", "two-tags")
    seen = inbox.next()
    assert isinstance(seen, TagSeen)
    assert (seen.reader, seen.uid) == ("wand", bytes.fromhex(CARD))
    assert seen.age >= 1.5
    assert inbox.next() == TagGone("wand", bytes.fromhex(CARD))
    assert inbox.next() == TagTrouble("wand", Trouble.TWO_TAGS)
    eventually(pico.idle)


def test_nothing_is_said_of_wands_that_were_never_there(hasty: Wands, inbox: Inbox) -> None:
    hasty.start(inbox)
    hasty.signal(Signal.ACCEPTED)
    hasty.stop()
    assert inbox.empty()


def test_a_wand_is_told_as_gone_and_comes_back_by_itself_on_another_port(hasty: Wands, bench: Bench, inbox: Inbox, plugged: list[PortOnPty]) -> None:
    pico = Pico(bench)
    plugged.append(pico)
    hasty.start(inbox)
    assert inbox.next() == UP
    first = pico.path
    pico.unplug()
    assert inbox.next() == LinkLost("wand", Fault.UNPLUGGED)
    other = PortOnPty(bench, "other", lambda data: b"")
    plugged.append(other)
    bench.ports.pop("other")
    pico.push("seen", "wand", CARD)
    pico.replug()
    assert pico.path != first
    assert inbox.next() == UP
    assert inbox.until(TagSeen).uid == bytes.fromhex(CARD)
    bench.ports["other"] = other.path


def test_a_wand_that_lost_its_supply_says_once_that_scans_may_be_lost(hasty: Wands, bench: Bench, inbox: Inbox, plugged: list[PortOnPty]) -> None:
    pico = Pico(bench)
    hasty.start(inbox)
    assert inbox.next() == UP
    pico.unplug()
    assert inbox.next() == LinkLost("wand", Fault.UNPLUGGED)
    plugged.append(Pico(bench))
    assert inbox.next() == LinkLost("wand", Fault.SCANS_LOST)
    assert inbox.next() == UP


def test_what_was_not_acknowledged_comes_after_the_cable_and_only_once(hasty: Wands, bench: Bench, inbox: Inbox, plugged: list[PortOnPty]) -> None:
    pico = Pico(bench)
    plugged.append(pico)
    hasty.start(inbox)
    inbox.next()
    for number in range(5):
        pico.push("seen", "wand", f"{number:08X}")
        if number % 2:
            pico.unplug()
            pico.replug()
    eventually(pico.idle)
    hasty.stop()
    while not inbox.empty():
        inbox.next()
    uids = [told.uid.hex().upper() for told in inbox.all if isinstance(told, TagSeen)]
    assert uids == [f"{number:08X}" for number in range(5)]


def test_a_silent_device_is_told_as_no_answer(hasty: Wands, bench: Bench, inbox: Inbox, plugged: list[PortOnPty]) -> None:
    port = PortOnPty(bench, "dumb", lambda data: b"")
    plugged.append(port)
    hasty.start(inbox)
    assert inbox.next() == LinkLost(port.path, Fault.NO_ANSWER)


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(lambda data: data, id="echo"),
        pytest.param(lambda data: b"\r\n>>> " if data else b"", id="prompt"),
        pytest.param(lambda data: b"\x00\xff\n" if data else b"", id="noise"),
        pytest.param(lambda data: b"G-code ready\n", id="chatter"),
    ],
)
def test_a_foreign_device_is_told_as_that_and_only_once(answer: object, hasty: Wands, bench: Bench, inbox: Inbox, plugged: list[PortOnPty]) -> None:
    port = PortOnPty(bench, "foreign", answer)  # type: ignore[arg-type]
    plugged.append(port)
    hasty.start(inbox)
    assert inbox.next() == LinkLost(port.path, Fault.FOREIGN_DEVICE)
    greetings = port.heard.count(b"$host")
    eventually(lambda: port.heard.count(b"$host") > greetings + 3)  # tried again, and found the same
    assert inbox.empty()
    # Whoever listens anew is told anew.
    hasty.stop()
    another = Inbox()
    hasty.start(another)
    assert another.next() == LinkLost(port.path, Fault.FOREIGN_DEVICE)
    port.unplug()
    assert another.next() == LinkForgotten(port.path)  # nobody misses what was never one of ours


@pytest.mark.parametrize(("protocol", "fault"), [("1", Fault.FIRMWARE_TOO_OLD), ("3", Fault.FIRMWARE_TOO_NEW)])
def test_another_protocol_is_told_with_the_version_of_its_firmware(
    protocol: str, fault: Fault, hasty: Wands, bench: Bench, inbox: Inbox, plugged: list[PortOnPty]
) -> None:
    plugged.append(PortOnPty(bench, "other", lambda data: line("hello", protocol, "7.7.7", "ring-1", "more") if data else b""))
    hasty.start(inbox)
    assert inbox.next() == LinkLost("ring-1", fault, "7.7.7")


def test_a_wand_whose_firmware_is_replaced_works(hasty: Wands, bench: Bench, inbox: Inbox, plugged: list[PortOnPty]) -> None:
    old = PortOnPty(bench, "E661", lambda data: line("hello", "0", "0.0.1", "wand") if data else b"")
    hasty.start(inbox)
    assert inbox.next() == LinkLost("wand", Fault.FIRMWARE_TOO_OLD, "0.0.1")
    old.unplug()
    assert inbox.next() == LinkLost("wand", Fault.UNPLUGGED)
    plugged.append(Pico(bench))
    assert inbox.next() == UP


def test_a_port_without_permission_names_the_path_and_the_group(
    wands: Wands, bench: Bench, inbox: Inbox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "ttyACM0"
    path.touch()
    bench.ports["E661"] = str(path)
    really_open = os.open

    def forbidden(file: str, *rest: int, **more: int) -> int:
        if file == str(path):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), file)
        return really_open(file, *rest, **more)

    monkeypatch.setattr(os, "open", forbidden)
    wands.start(inbox)
    told = inbox.next()
    group = path.group()
    assert told == LinkLost(str(path), Fault.NO_PERMISSION, f"{path}, group {group}")


def test_a_port_that_another_program_holds_is_told_as_busy_and_taken_when_it_is_let_go(
    hasty: Wands, bench: Bench, inbox: Inbox, plugged: list[PortOnPty]
) -> None:
    pico = Pico(bench)
    plugged.append(pico)
    with serial.Serial(pico.path, exclusive=True):
        hasty.start(inbox)
        assert inbox.next() == LinkLost(pico.path, Fault.BUSY, pico.path)
    assert [inbox.next(), inbox.next()] == [LinkForgotten(pico.path), UP]


@pytest.mark.parametrize(
    ("number", "fault"),
    [
        (errno.EACCES, Fault.NO_PERMISSION),
        (errno.EPERM, Fault.NO_PERMISSION),
        (errno.EBUSY, Fault.BUSY),
        (errno.EAGAIN, Fault.BUSY),
        (errno.ENOENT, None),  # just being pulled out: the next look says so
        (errno.ENODEV, None),
        (None, Fault.NO_ANSWER),
    ],
)
def test_every_error_at_opening_has_its_fault(number: int | None, fault: Fault | None) -> None:
    found = usb.opening_fault("/dev/ttyACM0", serial.SerialException(number, "no") if number else serial.SerialException("no"))
    assert (found and found[0]) == fault


def test_a_path_that_is_no_line_is_told_as_a_wrong_setting(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("kept")
    for path in ("/dev/null", "/dev/zero", str(tmp_path), str(tmp_path / "file")):
        with pytest.raises((serial.SerialException, termios.error)) as raised:
            usb.open_port(path)
        assert usb.opening_fault(path, raised.value) == (Fault.WRONG_SETTING, path)
    assert (tmp_path / "file").read_text() == "kept"


def test_a_device_that_takes_nothing_holds_nobody_up(hasty: Wands, bench: Bench, inbox: Inbox, plugged: list[PortOnPty]) -> None:
    master, slave = os.openpty()
    tty.setraw(slave)
    os.set_blocking(slave, False)
    with contextlib.suppress(BlockingIOError):
        while os.write(slave, b"x" * 1000):
            pass
    bench.ports["stuck"] = os.ttyname(slave)
    pico = Pico(bench, "E661", "ring-1", ("ring-1/1", "ring-1/2"))
    plugged.append(pico)
    hasty.start(inbox)
    told = {inbox.next(), inbox.next()}
    assert told == {LinkLost(bench.ports["stuck"], Fault.NO_ANSWER), LinkUp("ring-1", ("ring-1/1", "ring-1/2"), f"firmware {wire.FIRMWARE}")}
    pico.push("seen", "ring-1/2", CARD)
    assert inbox.until(TagSeen).reader == "ring-1/2"
    hasty.stop()
    os.close(slave)
    os.close(master)


def test_a_board_that_resets_when_its_port_is_opened_is_waited_for(hasty: Wands, bench: Bench, inbox: Inbox, plugged: list[PortOnPty]) -> None:
    device = firmware.Link("wand", ["wand"], "E661", "B0070099")
    device.health = ["ok"]
    greetings = []

    def boots_after_the_second_greeting(data: bytes) -> bytes:
        greetings.extend([data] if data else [])
        if len(greetings) < 3:
            return b"\x00garbage of the boot loader" if data else b""
        device.receive(data, int(fast_clock() * 1000))
        return device.due(int(fast_clock() * 1000))

    plugged.append(PortOnPty(bench, "E661", boots_after_the_second_greeting))
    hasty.start(inbox)
    assert inbox.next() == UP


def test_nothing_is_emitted_after_stop_and_nothing_is_lost_by_it(wands: Wands, bench: Bench, inbox: Inbox, plugged: list[PortOnPty]) -> None:
    pico = Pico(bench)
    plugged.append(pico)
    wands.start(inbox)
    inbox.next()
    for number in range(30):
        pico.push("seen", "wand", f"{number:08X}")
    inbox.until(TagSeen)
    wands.stop()
    taken = []
    while not inbox.empty():
        taken.append(inbox.next())
    pico.push("seen", "wand", CARD)
    assert inbox.empty()
    wands.start(inbox)
    eventually(pico.idle)
    wands.stop()
    while not inbox.empty():
        inbox.next()
    uids = [told.uid.hex().upper() for told in inbox.all if isinstance(told, TagSeen)]
    assert uids == [*(f"{number:08X}" for number in range(30)), CARD]


def test_stopped_by_its_own_emit_it_stops_and_starts_again(wands: Wands, bench: Bench, plugged: list[PortOnPty]) -> None:
    pico = Pico(bench)
    plugged.append(pico)
    told: list[Input] = []

    def once(thing: Input) -> None:
        told.append(thing)
        wands.stop()

    wands.start(once)
    eventually(lambda: bool(told))
    inbox = Inbox()
    wands.start(inbox)
    assert inbox.next() == UP
    assert told == [UP]


def test_two_picos_of_one_name_are_told_apart(wands: Wands, bench: Bench, inbox: Inbox, plugged: list[PortOnPty]) -> None:
    picos = [Pico(bench, "E661"), Pico(bench, "E662"), Pico(bench, "E663", "ring-1", ("ring-1/1", "ring-1/2"))]
    plugged += picos
    wands.start(inbox)
    ups = {inbox.until(LinkUp) for _ in range(3)}
    assert {(up.device, up.readers) for up in ups} == {
        ("wand", ("wand",)),
        ("wand-2", ("wand-2",)),
        ("ring-1", ("ring-1/1", "ring-1/2")),
    }
    picos[0].push("seen", "wand", "00000001")
    first = inbox.until(TagSeen).reader
    picos[1].push("seen", "wand", "00000002")
    second = inbox.until(TagSeen).reader
    picos[2].push("seen", "ring-1/2", "00000003")
    assert inbox.until(TagSeen).reader == "ring-1/2"
    assert {first, second} == {"wand", "wand-2"}


def test_a_silent_port_beside_a_good_wand_takes_nothing_from_it(hasty: Wands, bench: Bench, inbox: Inbox, plugged: list[PortOnPty]) -> None:
    dumb, pico = PortOnPty(bench, "dumb", lambda data: b""), Pico(bench)
    plugged += [dumb, pico]
    hasty.start(inbox)
    told = {inbox.next(), inbox.next()}
    assert told == {UP, LinkLost(dumb.path, Fault.NO_ANSWER)}
    # The same for one that is plugged in again while another has its name, and can't be opened then.
    pico.unplug()
    assert inbox.next() == LinkLost("wand", Fault.UNPLUGGED)
    other = Pico(bench, "E662")
    plugged.append(other)
    assert inbox.next() == UP
    pico.replug()
    assert inbox.next() == LinkUp("wand-2", ("wand-2",), f"firmware {wire.FIRMWARE}")
    other.unplug()
    assert inbox.next() == LinkLost("wand", Fault.UNPLUGGED)
    assert inbox.empty()


def test_no_pico_takes_the_name_of_the_pad_or_of_a_port(wands: Wands, bench: Bench, inbox: Inbox, plugged: list[PortOnPty]) -> None:
    plugged += [Pico(bench, "E661", "pad", ("pad",)), Pico(bench, "E662", "/dev/ttyACM9", ("x",)), Pico(bench, "E663", "panel", ("panel",))]
    wands.start(inbox)
    assert {inbox.until(LinkUp).device for _ in range(3)} == {"pad-2", "dev/ttyACM9", "panel-2"}


def test_another_device_at_a_port_that_knows_no_serial_number_is_another(hasty: Wands, bench: Bench, inbox: Inbox, plugged: list[PortOnPty]) -> None:
    first = Pico(bench, "/dev/ttyUSB0", "ring-2", ("ring-2/1",), hardware="A1")
    hasty.start(inbox)
    assert isinstance(inbox.next(), LinkUp)
    first.push("seen", "ring-2/1", CARD)
    inbox.until(TagSeen)
    first.unplug()
    assert inbox.next() == LinkLost("ring-2", Fault.UNPLUGGED)
    plugged.append(Pico(bench, "/dev/ttyUSB0", "wand", hardware="B2"))
    told = [inbox.next() for _ in range(3)]
    assert told == [LinkLost("ring-2", Fault.UNPLUGGED), TagGone("ring-2/1", bytes.fromhex(CARD)), UP]
    assert inbox.empty()


def test_a_device_that_was_given_another_name_is_known_by_that_alone(hasty: Wands, bench: Bench, inbox: Inbox, plugged: list[PortOnPty]) -> None:
    Pico(bench, "E661", "ring-1", ("ring-1/1",)).unplug()
    first = Pico(bench, "E661", "ring-1", ("ring-1/1",))
    hasty.start(inbox)
    assert isinstance(inbox.next(), LinkUp)
    first.unplug()
    assert inbox.next() == LinkLost("ring-1", Fault.UNPLUGGED)
    plugged.append(Pico(bench, "E661", "wand"))
    assert [inbox.next() for _ in range(3)] == [LinkLost("ring-1", Fault.SCANS_LOST), LinkForgotten("ring-1"), UP]


class Failing:
    """Something that a library does for us, which can be made to raise."""

    def __init__(self, does: Callable[..., Any]) -> None:
        self.does = does
        self.error: Exception | None = None
        self.raised = 0

    def __call__(self, *given: Any) -> Any:
        if self.error is not None:
            self.raised += 1
            raise self.error
        return self.does(*given)


def test_an_exception_while_the_ports_are_listed_ends_nothing_and_is_told_if_it_stays(
    make: Callable[..., Wands], bench: Bench, inbox: Inbox, plugged: list[PortOnPty], caplog: pytest.LogCaptureFixture
) -> None:
    """pyserial issues 550 and 774: int(None) when a device goes while it is listed."""
    ports = Failing(bench)
    wands = make(ports=ports)
    pico = Pico(bench)
    plugged.append(pico)
    wands.start(inbox)
    assert inbox.next() == UP
    ports.error = TypeError("int() argument must be a string, not 'NoneType'")
    pico.push("seen", "wand", CARD)
    inbox.until(TagSeen)
    assert inbox.next() == LinkLost(PORTS, Fault.FAILED, "TypeError: int() argument must be a string, not 'NoneType'")
    assert ports.raised >= 3
    pico.push("gone", "wand", CARD)  # what is open goes on
    inbox.until(TagGone)
    ports.error = None
    plugged.append(Pico(bench, "E662", "ring-1", ("ring-1/1",)))
    assert inbox.next() == LinkForgotten(PORTS)
    assert isinstance(inbox.next(), LinkUp)
    assert "Traceback" in caplog.text


def test_one_failure_to_list_the_ports_is_not_told(make: Callable[..., Wands], bench: Bench, inbox: Inbox, plugged: list[PortOnPty]) -> None:
    once = iter([TypeError("once")])

    def ports() -> list[UsbPort]:
        for error in once:
            raise error
        return bench()

    wands = make(ports=ports)
    plugged.append(Pico(bench))
    wands.start(inbox)
    assert inbox.next() == UP


@pytest.mark.parametrize(
    ("error", "fault", "detail"),
    [
        (termios.error(errno.EPROTO, "Protocol error"), Fault.NO_ANSWER, "{path}"),  # no OSError
        (termios.error(errno.EBUSY, "busy"), Fault.BUSY, "{path}"),
        (ZeroDivisionError("ours"), Fault.FAILED, "ZeroDivisionError: ours"),
        (KeyError(), Fault.FAILED, "KeyError"),
    ],
)
def test_whatever_opening_raises_is_that_ports_fault_and_it_comes_back_by_itself(
    make: Callable[..., Wands], error: Exception, fault: Fault, detail: str, bench: Bench, inbox: Inbox, plugged: list[PortOnPty]
) -> None:
    opening = Failing(usb.open_port)
    opening.error = error
    wands = make(ports=bench, open_port=opening)
    pico = Pico(bench)
    plugged.append(pico)
    wands.start(inbox)
    assert inbox.next() == LinkLost(pico.path, fault, detail.format(path=pico.path))
    eventually(lambda: opening.raised > 2)
    assert inbox.empty()
    opening.error = None
    assert [inbox.next(), inbox.next()] == [LinkForgotten(pico.path), UP]


def test_our_own_fault_on_a_line_is_that_devices_alone(
    make: Callable[..., Wands], bench: Bench, inbox: Inbox, plugged: list[PortOnPty], monkeypatch: pytest.MonkeyPatch
) -> None:
    ring, stick = Pico(bench, "E662", "ring-1", ("ring-1/1", "ring-1/2")), Pico(bench)
    plugged += [ring, stick]
    wands = make(ports=bench)
    wands.start(inbox)
    assert {inbox.until(LinkUp).device for _ in range(2)} == {"wand", "ring-1"}
    take = Link.receive
    broken = threading.Event()
    broken.set()

    def receive(link: Link, *given: Any) -> None:
        if broken.is_set() and link.name == "ring-1":
            raise IndexError("list index out of range")
        take(link, *given)

    monkeypatch.setattr(Link, "receive", receive)
    ring.push("seen", "ring-1/1", CARD)
    assert inbox.next() == LinkLost("ring-1", Fault.FAILED, "IndexError: list index out of range")
    stick.push("seen", "wand", CARD)
    assert inbox.until(TagSeen).reader == "wand"
    broken.clear()
    assert isinstance(inbox.next(), LinkUp)
    assert inbox.until(TagSeen).reader == "ring-1/1"  # it waited in the device


def test_a_port_that_hangs_while_it_is_opened_holds_nobody_up(
    make: Callable[..., Wands], bench: Bench, inbox: Inbox, plugged: list[PortOnPty]
) -> None:
    hanging, over = PortOnPty(bench, "hangs", lambda data: b""), threading.Event()
    pico = Pico(bench)
    plugged += [hanging, pico]

    def opening(path: str) -> serial.Serial:
        if path == hanging.path:
            over.wait(20)
        return usb.open_port(path)

    wands = make(ports=bench, open_port=opening)
    wands.start(inbox)
    for number in range(20):
        pico.push("seen", "wand", f"{number:08X}")
        assert inbox.until(TagSeen).uid == number.to_bytes(4, "big")
    over.set()


def test_what_a_device_does_not_take_waits_for_it_alone_and_it_is_told(hasty: Wands, bench: Bench, inbox: Inbox, plugged: list[PortOnPty]) -> None:
    """It says hello and beats, and reads no byte any more: its line fills up."""
    deaf = threading.Event()
    device = firmware.Link("ring-1", ["ring-1/1", "ring-1/2"], "E662", "B0070099")
    device.health = ["ok", "ok"]

    def now() -> int:
        return int(fast_clock() * 1000)

    def answer(data: bytes) -> bytes:
        device.receive(data, now())
        return device.due(now())

    port = PortOnPty(bench, "E662", answer, reads=lambda: not deaf.is_set())
    pico = Pico(bench)
    plugged += [port, pico]
    hasty.start(inbox)
    assert {inbox.until(LinkUp).device for _ in range(2)} == {"wand", "ring-1"}
    deaf.set()
    told: list[Input] = []
    while LinkLost("ring-1", Fault.NO_ANSWER) not in told:
        for signal in (Signal.WAITING, Signal.YOUR_TURN) * 40:
            hasty.signal(signal)
        pico.push("seen", "wand", CARD)
        while not isinstance(told[-1] if told else None, TagSeen):
            told.append(inbox.next())
        pico.push("gone", "wand", CARD)
        while not isinstance(told[-1], TagGone):
            told.append(inbox.next())
    assert all(thing.device != "wand" for thing in told if isinstance(thing, LinkLost))
    deaf.clear()
    while LinkUp("ring-1", ("ring-1/1", "ring-1/2"), f"firmware {wire.FIRMWARE}") not in told:
        told.append(inbox.next())


def test_one_pico_that_misbehaves_does_not_hold_up_another(hasty: Wands, bench: Bench, inbox: Inbox, plugged: list[PortOnPty]) -> None:
    plugged.append(PortOnPty(bench, "dumb", lambda data: b"x" * 50))
    pico = Pico(bench, "E661", "ring-1", ("ring-1/1", "ring-1/2"))
    plugged.append(pico)
    hasty.start(inbox)
    inbox.until(LinkUp)
    for number in range(10):
        pico.push("seen", "ring-1/1", f"{number:08X}")
        assert inbox.until(TagSeen).uid == number.to_bytes(4, "big")


def test_rings_are_told_to_sweep_in_step_and_a_wand_is_not(wands: Wands, bench: Bench, inbox: Inbox, plugged: list[PortOnPty]) -> None:
    rings = [Pico(bench, f"E66{n}", f"ring-{n}", tuple(f"ring-{n}/{reader + 1}" for reader in range(size))) for n, size in ((1, 2), (2, 1))]
    stick = Pico(bench, "E663")
    plugged += [*rings, stick]
    wands.start(inbox)
    for ring in rings:
        eventually(lambda ring=ring: ring.commands.count(["sweep"]) > 3)
    assert ["sweep"] not in stick.commands
    assert abs(rings[0].commands.count(["sweep"]) - rings[1].commands.count(["sweep"])) <= 1


@pytest.mark.parametrize("signal", list(Signal))
def test_a_signal_is_a_light_and_a_tone_of_the_wand(
    signal: Signal, wands: Wands, bench: Bench, inbox: Inbox, plugged: list[PortOnPty], monkeypatch: pytest.MonkeyPatch
) -> None:
    # However busy this machine is, no tone comes too late.
    monkeypatch.setattr("companion.devices.link.COMMAND_LIFE", PATIENCE)
    pico = Pico(bench)
    plugged.append(pico)
    wands.start(inbox)
    inbox.until(LinkUp)
    wands.signal(signal)
    eventually(lambda: len(pico.commands) == 2)
    light, tone = pico.commands
    pattern = PATTERNS[signal]
    assert (light[0], light[2]) == ("light", str(pattern.times))
    assert tuple(wire.steps_of("light", light[3])) == pattern.light
    assert tone[0] == "tone"
    assert tuple(wire.steps_of("tone", tone[2])) == pattern.tone


def test_an_endless_light_is_there_again_after_the_cable_and_a_flash_is_not(
    hasty: Wands, bench: Bench, inbox: Inbox, plugged: list[PortOnPty]
) -> None:
    pico = Pico(bench)
    plugged.append(pico)
    hasty.start(inbox)
    inbox.until(LinkUp)
    for signal, again in ((Signal.WAITING, True), (Signal.ACCEPTED, False)):
        pico.unplug()
        inbox.until(LinkLost)
        pico.commands.clear()
        hasty.signal(signal)
        since = fast_clock()
        eventually(lambda since=since: fast_clock() > since + 1.5 * COMMAND_LIFE)
        pico.replug()
        inbox.until(LinkUp)
        pico.push("seen", "wand", CARD)
        inbox.until(TagSeen)
        if again:
            eventually(lambda: bool(pico.commands))
            assert [command[0] for command in pico.commands] == ["light"]
        else:
            assert pico.commands == []


def test_no_thread_and_no_file_handle_is_left(bench: Bench, plugged: list[PortOnPty]) -> None:
    plugged.append(Pico(bench))
    gc.collect()
    handles, threads = len(os.listdir("/proc/self/fd")), set(threading.enumerate())
    for _ in range(20):
        wands, inbox = Wands(ports=bench), Inbox()
        wands.start(inbox)
        inbox.until(LinkUp)
        wands.stop()
    # A line that hung as it was stopped ends by itself; and so does what other tests have left.
    eventually(lambda: not set(threading.enumerate()) - threads)
    assert len(os.listdir("/proc/self/fd")) <= handles


def usb_port(path: str, vid: int | None, pid: int | None, number: str | None, place: str = "1-1.4") -> ListPortInfo:
    info = ListPortInfo(path, skip_link_detection=True)
    info.vid, info.pid, info.serial_number, info.location = vid, pid, number, place
    return info


def test_picos_are_found_by_vendor_product_and_serial_number(monkeypatch: pytest.MonkeyPatch) -> None:
    ports = [
        usb_port("/dev/ttyACM1", 0x2E8A, 0x0005, "E6614103E7452D2F"),
        usb_port("/dev/ttyACM0", 0x2341, 0x0043, "arduino"),
        usb_port("/dev/ttyAMA0", None, None, None),
        usb_port("/dev/ttyACM2", 0x2E8A, 0x0005, None),
        usb_port("/dev/ttyACM3", 0x2E8A, 0x000A, "pico with another program"),
    ]
    monkeypatch.setattr(list_ports, "comports", lambda: ports)
    assert usb.serial_ports() == [UsbPort("/dev/ttyACM1", "E6614103E7452D2F"), UsbPort("/dev/ttyACM2", "1-1.4")]
    # The number of the port says nothing: the same Pico is known again wherever it turns up.
    ports[0] = usb_port("/dev/ttyACM7", 0x2E8A, 0x0005, "E6614103E7452D2F")
    assert UsbPort("/dev/ttyACM7", "E6614103E7452D2F") in usb.serial_ports()


def test_two_picos_of_one_serial_number_are_two(monkeypatch: pytest.MonkeyPatch) -> None:
    same = [usb_port(f"/dev/ttyACM{number}", 0x2E8A, 0x0005, "0000", f"1-1.{number}:1.0") for number in range(2)]
    ports = [*same, usb_port("/dev/ttyACM5", 0x2E8A, 0x0005, "E6614103E7452D2F", "1-1.3")]
    monkeypatch.setattr(list_ports, "comports", lambda: ports)
    well = UsbPort("/dev/ttyACM5", "E6614103E7452D2F")
    assert usb.serial_ports() == [UsbPort("/dev/ttyACM0", "1-1.0:1.0"), UsbPort("/dev/ttyACM1", "1-1.1:1.0"), well]
    # Alone, it is known by its number wherever it is plugged in.
    ports[:] = [same[1]]
    assert usb.serial_ports() == [UsbPort("/dev/ttyACM1", "0000")]


def test_the_settings_name_further_ports_by_vendor_and_product_or_by_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ports = [
        usb_port("/dev/ttyACM0", 0x2E8A, 0x0005, "E6614103E7452D2F"),
        usb_port("/dev/ttyUSB0", 0x1A86, 0x7523, None),
        usb_port("/dev/ttyUSB1", 0x10C4, 0xEA60, "0001"),
    ]
    monkeypatch.setattr(list_ports, "comports", lambda: ports)
    more = usb.further(["1a86:7523", " /dev/null ", "/dev/no-such-port", "COM3", "1A86", ""])
    assert more == usb.Further(frozenset({(0x1A86, 0x7523)}), ("/dev/null", "/dev/no-such-port"), ("COM3", "1A86", ""))
    assert usb.further("/dev/null") == usb.Further(paths=("/dev/null",))
    pico = UsbPort("/dev/ttyACM0", "E6614103E7452D2F")
    assert usb.serial_ports(more) == [pico, UsbPort("/dev/ttyUSB0", "1-1.4"), UsbPort("/dev/null", "/dev/null")]
    # A port that is named twice is opened once: a link to one is the same port.
    assert usb.serial_ports(usb.further(["/dev/null", "/dev/../dev/null"])) == [pico, UsbPort("/dev/null", "/dev/null")]


def test_at_a_named_port_the_hello_decides(
    make: Callable[..., Wands], inbox: Inbox, plugged: list[PortOnPty], monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = Bench()
    nowhere.clock = fast_clock
    peer, stranger = Pico(nowhere, "peer"), PortOnPty(nowhere, "stranger", lambda data: b"ready\n" if data else b"")
    plugged += [peer, stranger]
    monkeypatch.setattr(list_ports, "comports", list)
    more = usb.further([peer.path, stranger.path, "COM3"])
    wands = make(ports=lambda: usb.serial_ports(more), wrong=more.wrong)
    wands.start(inbox)
    told = {inbox.next() for _ in range(3)}
    assert told == {LinkLost(PORTS, Fault.WRONG_SETTING, "COM3"), UP, LinkLost(stranger.path, Fault.FOREIGN_DEVICE)}
