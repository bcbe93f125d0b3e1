"""firmware/PROTOCOL.md is true: its examples are what both ends send, its tables are the program's, and strangers who know nothing but the
page speak with both ends."""

from __future__ import annotations

import os
import random
import re
import select
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.devices import beat, usb
from companion.devices import link as host_link
from companion.devices.signals import PATTERNS
from companion.devices.wand import Wands
from companion.firmware import link as device_link
from companion.firmware.readers import Sweep
from companion.pico import wire
from companion.table.events import AGE_UNKNOWN, Fault, Input, LinkLost, LinkUp, Signal, TagGone, TagSeen, TagTrouble
from tests.devices.picos import Bench, Inbox, PortOnPty, eventually
from tests.emulation.tags import Ntag
from tests.firmware.board import Board
from tests.firmware.strangers import StrangerDevice, StrangerHost, encode

FOLDER = Path(__file__).parents[2] / "firmware"
PAGE = (FOLDER / "PROTOCOL.md").read_text("utf-8")
CARD = "04A1B2C3D4E580"


def block(name: str) -> list[str]:
    found = re.search(rf"^```{name}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"the page has no block of {name}"
    return found[1].splitlines()


def session() -> list[tuple[int, str, str]]:
    """(moment, direction, line) of the session on the page."""
    lines = []
    for line in block("session"):
        moment, direction, frame = line.split(" ", 2)
        lines.append((int(moment), direction, frame))
    return lines


@pytest.mark.parametrize("line", [frame for _, _, frame in session()] + block("wire"))
def test_every_example_is_a_frame(line: str) -> None:
    parser = wire.Parser()
    (words,) = parser.feed(line.encode() + b"\r\n")
    assert wire.frame(*words) == line.encode() + b"\r\n"
    assert encode(*words) == line.encode() + b"\r\n"


@pytest.mark.parametrize("line", block("damaged"))
def test_every_damaged_example_is_none(line: str) -> None:
    frame = re.split(r" {3,}", line)[0]
    parser = wire.Parser()
    assert parser.feed(frame.encode() + b"\r\n") == []
    assert parser.damaged == 1


def test_the_bytes_of_the_worked_frame() -> None:
    (line,) = block("bytes")
    assert bytes.fromhex(line) == wire.frame("ack", "5F3A9C21", 1)
    assert f"its CRC is `{wire.crc16(b'ack 5F3A9C21 1'):04X}`" in PAGE
    assert f"these {len(bytes.fromhex(line))} bytes" in PAGE


def test_both_ends_send_the_session_byte_by_byte() -> None:
    expected = session()
    told: list[object] = []
    host = host_link.Link(lambda: "0B1E77D4", lambda thing: told.append(thing) is None)
    device = device_link.Link("wand", ["wand"], "E6614103E7452D2F", "5F3A9C21")
    device.health = ["ok"]
    device.push("seen", "wand", CARD, -1500)
    said: list[tuple[int, str, str]] = []

    def say(now: int, direction: str, data: bytes) -> bytes:
        said.extend((now, direction, line) for line in data.decode().split("\r\n")[:-1])
        return data

    say(0, "<", device.due(0))
    host.opened(0)
    pattern = PATTERNS[Signal.WAITING]
    for now in range(0, 1040, 20):
        if now == 60:
            host.command("light", "0", wire.light_word(list(pattern.light)), now=now / 1000)
            host.command("tone", wire.tone_word(list(pattern.tone)), now=now / 1000)
        if now == 120:
            device.push("gone", "wand", CARD, 110)
        device.receive(say(now, ">", host.due(now / 1000)), now)
        host.receive(say(now, "<", device.due(now)), now / 1000)
    assert said == expected
    card = bytes.fromhex(CARD)
    assert told == [LinkUp("wand", ("wand",), "firmware 0.1.0"), TagSeen("wand", card, 1.52), TagGone("wand", card)]


def test_the_tables_of_frames_are_the_programs() -> None:
    kinds = {"number": "n", "id": "x", "name": "w", "UID": "u", "age": "a", "light": "l", "tone": "t"}
    shapes = {}
    for verb, words in re.findall(r"^\| `(\w+)` \|(.*?)\| .* \|$", PAGE, re.MULTILINE):
        shape = "".join(kinds[kind] for kind in re.findall(r"\((\w+)\)", words))
        shapes[verb] = shape + ("+" if "more" in words else "")
    assert shapes == wire.SHAPES


def test_the_table_of_times_is_the_programs() -> None:
    rows = {name: int(ms) for name, ms in re.findall(r"^\| ([a-z][^|]*?) \| (\d+) \|$", PAGE, re.MULTILINE)}
    assert rows == {
        "greeting repeated": host_link.GREET * 1000,
        "hello while closed, beat, alive": device_link.BEAT_MS,
        "event, light or tone repeated": device_link.RESEND_MS,
        "silence that ends a link": device_link.SILENCE_MS,
        "life of a tone, or of a light that ends, that could not be delivered": host_link.COMMAND_LIFE * 1000,
        "sweeps of several rings, a beat": beat.BEAT * 1000,
        "ring goes on by itself": Sweep.LED_MS,
    }
    # Both ends have the same patience.
    assert (host_link.ALIVE * 1000, host_link.RESEND * 1000, host_link.SILENCE * 1000) == (
        device_link.BEAT_MS,
        device_link.RESEND_MS,
        device_link.SILENCE_MS,
    )


def test_the_figures_in_the_text_are_the_programs() -> None:
    for figure in (
        f"version {wire.PROTOCOL}",
        f"at most {wire.MAX_LINE} bytes",
        f"1 to {wire.MAX_STEPS} steps",
        f"this firmware: {device_link.CAPACITY}",
        *(f"vendor `{vendor:04X}`, product `{product:04X}`" for vendor, product in usb.USB_IDS),
    ):
        assert re.search(figure.replace(" ", r"\s+"), PAGE), figure


def test_the_udev_rule_names_the_devices_that_are_looked_for() -> None:
    rules = [line for line in (FOLDER / "99-vabanque.rules").read_text("utf-8").splitlines() if line and not line.startswith("#")]
    assert {subsystem for rule in rules for subsystem in re.findall(r'SUBSYSTEM=="(\w+)"', rule)} == {"usb", "tty"}
    for rule in rules:
        vendor, product = re.findall(r'ATTRS?\{id(?:Vendor|Product)\}=="(\w{4})"', rule)
        assert (int(vendor, 16), int(product, 16)) in usb.USB_IDS
        assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in rule


def milliseconds() -> int:
    return int(time.monotonic() * 1000)


def test_the_firmware_says_what_a_strangers_device_says() -> None:
    """The same bytes and scans at the same moments, in an order that no good host has."""
    said = b"".join(map(said_by_both_devices, range(8)))
    # It is about all of this.
    for words in (rb"\$gone", rb"\$done light", rb"\$seen \w+ \d+ stick \w+ \? 1", rb"\$seen \w+ \d+ stick \w+ \d", rb"\$beat 5F3A9C21 \d+ 64 [1-9]"):
        assert re.search(words, said), words


def said_by_both_devices(seed: int) -> bytes:
    draw = random.Random(seed)
    now, boot = 0, "5F3A9C21"
    stranger = StrangerDevice(lambda: now, boot, wire.FIRMWARE)
    firmware = device_link.Link("stick", ["stick"], "STRANGER", boot)
    firmware.health = ["ok"]
    said = b""
    for step in range(1000):
        now += draw.choice([1, 240, 250, 500, 1000, 3500]) if draw.random() < 0.2 else 10
        if draw.random() < (0.6 if step % 300 > 150 else 0.05):
            uid = draw.choice([CARD, "DEADBEEF"])
            verb = "gone" if uid in stranger.lying else "seen"
            stranger.saw(verb, uid)
            firmware.push(verb, "stick", uid, now)
        oldest = int(str(stranger.counts()[0]))
        known = draw.choice([boot, boot, "00000000", "11111111"])
        last = draw.choice([0, oldest - 1, oldest, stranger.next])
        nonce = draw.choice(["AAAAAAAA", "BBBBBBBB", "00000000", f"{step + 1:08X}"])
        frames: list[tuple[object, ...]] = [("host", 2, nonce, known, last), ("host", 3, "x"), ("bye",), ("sweep",)]
        frames += [("light", step % 3, 0, "FF0000:1"), ("tone", 0, "0:0"), ("alive", known), ("ack", known, last)]
        frames += [("alive", boot), ("ack", boot, oldest)] * 2
        line = encode(*draw.choice(frames)) if draw.random() < 0.7 else b""
        if draw.random() < 0.02:
            line = line[: len(line) // 2] + line
        firmware.receive(line, now)
        answer = firmware.due(now)
        assert stranger(line) == answer, (seed, step, now, line)
        said += answer
    return said


@pytest.mark.parametrize("seed", range(8))
def test_the_companion_says_what_a_strangers_host_says(seed: int) -> None:
    """The same bytes at the same moments, in an order that no good device has."""
    draw = random.Random(seed)
    now = 0
    told: list[Input] = []
    stranger = StrangerHost(lambda: now)
    companion = host_link.Link(lambda: stranger.nonce, lambda thing: told.append(thing) is None)
    companion.opened(0)
    assert companion.due(0) == stranger(b"")
    boots, head, ups = ["5F3A9C21"] * 6 + ["11111111"], 1, 0
    for step in range(1000):
        now += draw.choice([250, 500, 1000, 3500]) if draw.random() < 0.08 else draw.choice([0, 0, 0, 125])  # exact in seconds, too
        if draw.random() < 0.02:
            boots[:6] = [f"{step + 1:08X}"] * 6
        boot = draw.choice(boots)
        head += draw.choice([0, 0, 0, 0, 1, 1, 2])
        shown = max(1, head + draw.choice([0, 0, -1, 1]))
        nonce = draw.choice([stranger.nonce] * 5 + ["00000000", "FFFFFFFF"])
        reader = draw.choice(["ring-1/1", "ring-1/9"])
        frames: list[tuple[object, ...]] = [("hello", 2, "9", "ring-1", "E661", boot, nonce, shown, 0, step % 2, "ring-1/1", "ring-1/2")] * 2
        frames += [("beat", boot, shown, 0, 0, "ok", "tired"), ("beat", boot, shown, 0, 0, "ok"), ("done", "tone", 1), ("bye",)]
        frames += [("seen", boot, shown, reader, CARD, "?", 1), ("gone", boot, shown, "ring-1/1", CARD, 0), ("trouble", boot, shown, reader, "x", 0)]
        line = encode(*draw.choice(frames)) if draw.random() < 0.6 else b""
        answer = stranger(line)
        companion.receive(line, now / 1000)
        if companion.silent(now / 1000) is not None:
            companion.closed()
            companion.opened(now / 1000)
        assert answer == companion.due(now / 1000), (step, now, line)
        assert stranger.up == companion.up, (step, now, line)
        ups += stranger.up
    assert ups > 100
    assert len(stranger.taken) > 20
    # Where the device was reset the companion says of what lay there that it is gone: of the scans those that come once are compared.
    came = [event for event in told if isinstance(event, TagSeen | TagTrouble)]
    assert len(came) == len([event for event in stranger.taken if event[0] != "gone"])
    assert sum(isinstance(event, LinkLost) and event.fault is Fault.SCANS_LOST for event in told) == stranger.lost


def test_a_strangers_device_speaks_with_the_companion() -> None:
    bench, inbox = Bench(), Inbox()
    device = StrangerDevice(milliseconds, "5A5A0001")
    port = PortOnPty(bench, "STRANGER", device)
    wands = Wands(ports=bench)
    wands.start(inbox)
    try:
        assert inbox.next() == LinkUp("stick", ("stick",), "firmware 33")
        device.saw("seen", CARD)
        device.saw("gone", CARD)
        seen = inbox.next()
        assert isinstance(seen, TagSeen)
        assert (seen.reader, seen.uid, seen.age < 5) == ("stick", bytes.fromhex(CARD), True)
        assert inbox.next() == TagGone("stick", bytes.fromhex(CARD))
        wands.signal(Signal.REFUSED)
        eventually(lambda: len(device.played) == 2)
        pattern = PATTERNS[Signal.REFUSED]
        assert device.played == [
            ["light", str(pattern.times), wire.light_word(list(pattern.light))],
            ["tone", wire.tone_word(list(pattern.tone))],
        ]
        eventually(lambda: not device.events)
        # Another host, that knows nothing of this one.
        device.saw("seen", CARD)
        assert inbox.until(TagSeen).age < 5
        eventually(lambda: not device.events)
        wands.stop()
        wands, later = Wands(ports=bench), Inbox()
        wands.start(later)
        assert later.until(TagSeen) == TagSeen("stick", bytes.fromhex(CARD), AGE_UNKNOWN)
    finally:
        wands.stop()
        port.unplug()


@pytest.fixture
def stranger() -> Iterator[Callable[[Board], StrangerHost]]:
    """A stranger's host on the port of a board."""
    stop = threading.Event()
    threads: list[threading.Thread] = []

    def attach(board: Board) -> StrangerHost:
        host = StrangerHost(milliseconds)

        def serve() -> None:
            handle = os.open(board.path, os.O_RDWR | os.O_NOCTTY)
            while not stop.is_set():
                data = os.read(handle, 4096) if select.select([handle], [], [], 0.01)[0] else b""
                os.write(handle, host(data))
            os.close(handle)

        threads.append(threading.Thread(target=serve, daemon=True))
        threads[-1].start()
        return host

    yield attach
    stop.set()
    for thread in threads:
        thread.join()


def test_a_strangers_host_speaks_with_the_firmware(boards: Callable[..., Board], stranger: Callable[[Board], StrangerHost]) -> None:
    board = boards("ring", "ring-1", 2)
    host = stranger(board)
    eventually(lambda: host.up)
    assert host.hello[0] == "2"
    assert host.hello[9:] == ["ring-1/1", "ring-1/2"]
    tag = Ntag(bytes.fromhex(CARD))
    board.lay(tag, reader=1)
    eventually(lambda: len(host.taken) == 1)
    board.lift(tag, reader=1)
    eventually(lambda: len(host.taken) == 2)
    assert [event[:3] for event in host.taken] == [["seen", "ring-1/2", CARD], ["gone", "ring-1/2", CARD]]
    host.commands = [["light", 1, 0, "0000FF:500"], ["tone", 2, "440:50"]]
    eventually(lambda: not host.commands)
    assert board.duty[board.config["outputs"]["blue"]] == 65535
    # What lies there when another host comes is told to it, of unknown age.
    board.lay(tag, reader=0)
    eventually(lambda: len(host.taken) == 3)
    host.boot = "00000000"
    host.greet()
    eventually(lambda: len(host.taken) == 4)
    assert host.taken[-1] == ["seen", "ring-1/1", CARD, "?", "1"]
    board.reset()
    eventually(lambda: host.lost == 1)
