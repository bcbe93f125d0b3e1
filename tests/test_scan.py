"""`companion scan`: what a reader sees, as it happens; nothing of a card but whose it is."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion import assemble
from companion.cli import scan
from companion.devices.rc522 import Rc522Reader
from companion.devices.simulated import SimulatedReader
from companion.devices.wand import Wands
from companion.games.kit.colours import Colour
from companion.table.events import Emit, Fault, Signal
from companion.table.journal.lock import Lock
from companion.table.journal.store import Journal
from tests.devices.picos import PATIENCE, Bench, Pico, fast_clock
from tests.emulation.board import Board, on_a_pi
from tests.emulation.mfrc522 import Mfrc522Model
from tests.emulation.tags import Classic, Ntag, TripleTag
from tests.games.test_commands import ROOT, companion
from tests.table.evening import UIDS
from tests.terminal import run

KINDS = ("raise", "bluff", "cheat")


class Acting:
    """A device with somebody at it, who acts when it has been started."""

    name = "pad"

    def __init__(self, device: SimulatedReader, act: Callable[[SimulatedReader], None]) -> None:
        self._device, self._act = device, act

    def start(self, emit: Emit) -> None:
        self._device.start(emit)
        self._act(self._device)

    def stop(self) -> None:
        self._device.stop()

    def signal(self, signal: Signal) -> None:
        raise AssertionError("a scan plays no signal")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    journal = Journal(folder)
    journal.bind_tags({uid: code for code, uid in UIDS.items()}, "vabanque")
    journal.close()
    return folder


@pytest.fixture
def scanned(data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., list[str]]:
    """The lines that are printed while somebody acts at a reader."""

    def lines(act: Callable[[SimulatedReader], None], *words: str, reader: SimulatedReader | None = None) -> list[str]:
        device = Acting(reader or SimulatedReader("pad"), act)
        monkeypatch.setattr(assemble, "real_devices", lambda settings, pi: [device])
        monkeypatch.setattr(scan, "NO_READER", PATIENCE)
        ran = run(capsys, "scan", "--seconds", "0.05", "--data", str(data), *words)
        assert (ran.status, ran.err) == (0, "")
        return ran.out.splitlines()

    return lines


# --- as typed in a terminal -------------------------------------------------------------------------------------


def test_with_nothing_plugged_in_it_says_so_and_makes_nothing(tmp_path: Path) -> None:
    for flags in ([], ["--json"]):
        ran = companion("scan", *flags, "--seconds", "0.2", "--data", "nowhere", folder=tmp_path)
        assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "No reader was here. See what is wrong with: companion doctor\n")
    assert list(tmp_path.iterdir()) == []


def test_it_ends_cleanly_when_it_is_stopped(tmp_path: Path) -> None:
    running = {}
    for how in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        (tmp_path / how.name).mkdir()
        command = [sys.executable, "-P", "-m", "companion", "scan", "--data", str(tmp_path / how.name)]
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        # A shell's background jobs are deaf to Ctrl-C, those of nohup to a closed terminal, and so would be what they start.
        running[how] = subprocess.Popen(
            ["env", "--default-signal=INT,HUP", *command], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
    for how, program in running.items():
        with program:
            assert program.stderr is not None
            assert "No reader is here yet" in program.stderr.readline()
            program.send_signal(how)
            told = program.stderr.read()
            assert (program.wait(timeout=PATIENCE), told) == (0, "")


def test_a_reader_has_one_owner(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lock = Lock(data)
    ran = run(capsys, "scan", "--seconds", "0", "--data", str(data))
    lock.release()
    assert (ran.status, ran.out) == (2, "")
    assert "running already" in ran.err
    # And is given back.
    Lock(data).release()


# --- what is told -----------------------------------------------------------------------------------------------


def test_tiles_and_colour_cards_are_named_and_of_a_card_its_owner(scanned: Callable[..., list[str]]) -> None:
    def act(reader: SimulatedReader) -> None:
        for code in ("tile 7", "red colour", "blue cheat"):
            reader.lay(UIDS[code])
            reader.lift()
        reader.lay("04ffeeddccbbaa", age=12)
        reader.lift()
        reader.lay("08112233")
        reader.lift()
        reader.press("ok")

    assert [line for line in scanned(act) if "taken away" not in line] == [
        "pad: here, simulated",
        f"pad: {UIDS['tile 7'].hex(':').upper()}  tile 7",
        f"pad: {UIDS['red colour'].hex(':').upper()}  red colour",
        f"pad: {UIDS['blue cheat'].hex(':').upper()}  a card of blue",
        "pad: 04:FF:EE:DD:CC:BB:AA  unknown, 12 s ago",
        "pad: 08:11:22:33  a phone or the like: another number each time",
        "panel: button ok",
    ]


def test_of_a_tag_that_lay_there_before_no_moment_is_told(scanned: Callable[..., list[str]]) -> None:
    reader = SimulatedReader("pad")
    reader.lay(UIDS["tile 7"])
    assert scanned(lambda reader: None, reader=reader)[1] == f"pad: {UIDS['tile 7'].hex(':').upper()}  tile 7, lay there before"
    (said,) = [json.loads(line) for line in scanned(lambda reader: None, "--json", reader=reader) if '"seen"' in line]
    assert (said["piece"], said["age"]) == ("tile 7", None)


def test_no_line_tells_the_kind_of_a_card(scanned: Callable[..., list[str]]) -> None:
    cards = [f"{colour} {kind}" for colour in Colour for kind in KINDS]

    def act(reader: SimulatedReader) -> None:
        for code in cards:
            reader.lay(UIDS[code])
            reader.lift()

    for flags in ((), ("--json",)):
        lines = scanned(act, *flags)
        assert len(lines) == 1 + 2 * len(cards)
        assert not any(kind in line for line in lines for kind in KINDS)
    # But for their numbers, the cards of a colour read the same.
    said = [json.loads(line) for line in scanned(act, "--json")]
    for place, code in enumerate(cards):
        expected = {"event": "seen", "reader": "pad", "uid": UIDS[code].hex().upper(), "age": 0.0, "piece": None, "owner": code.split()[0]}
        assert said[1 + 2 * place] == expected


def test_every_report_is_one_json_object_a_line(scanned: Callable[..., list[str]]) -> None:
    def act(reader: SimulatedReader) -> None:
        reader.lay(UIDS["tile 7"], at="ring-1/2")
        reader.lift(at="ring-1/2")
        reader.lay("04ffeeddccbbaa", "04ffeeddccbbaa")
        reader.lift()
        reader.lay(*list(UIDS.values())[:3])
        reader.unplug(Fault.NO_PERMISSION, "/dev/ttyACM0, group dialout")

    said = [json.loads(line) for line in scanned(act, "--json", reader=SimulatedReader("ring-1", ("ring-1/1", "ring-1/2")))]
    assert said[0] == {"event": "up", "device": "ring-1", "readers": ["ring-1/1", "ring-1/2"], "detail": "simulated"}
    assert said[1] == {"event": "seen", "reader": "ring-1/2", "uid": UIDS["tile 7"].hex().upper(), "age": 0.0, "piece": "tile 7", "owner": None}
    assert said[2] == {"event": "gone", "reader": "ring-1/2", "uid": UIDS["tile 7"].hex().upper()}
    assert [line["trouble"] for line in said if line["event"] == "trouble"] == ["two tags", "one at a time"]
    assert said[-1]["fault"] == "no permission"
    assert "usermod" in said[-1]["advice"]


def test_every_way_to_lose_a_device_has_an_advice_of_its_own(scanned: Callable[..., list[str]]) -> None:
    def act(reader: SimulatedReader) -> None:
        for fault in Fault:
            reader.unplug(fault, "detail")
            reader.plug()

    lost = scanned(act)[1::2]
    advices = [line.removeprefix(f"pad: {fault} (detail). ") for fault, line in zip(Fault, lost, strict=True)]
    assert len(set(advices)) == len(Fault)
    assert all(advice.endswith((".", "install", "doctor")) and not advice.startswith("pad") for advice in advices)


# --- with real drivers on models of the devices -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("tag", "shown"),
    [
        (Ntag(bytes.fromhex("04a3c6cae26180")), "04:A3:C6:CA:E2:61:80"),
        (Ntag(bytes.fromhex("0419eeb2757181")), "04:19:EE:B2:75:71:81"),
        (Ntag(bytes.fromhex("0488888888aabb")), "04:88:88:88:88:AA:BB"),
        (Classic(bytes.fromhex("deadbeef")), "DE:AD:BE:EF"),
        (Classic(bytes.fromhex("04a1b2c3d4e580")), "04:A1:B2:C3:D4:E5:80"),
        (TripleTag(bytes.fromhex("04112233445566778899")), "04:11:22:33:44:55:66:77:88:99"),
    ],
    ids=str,
)
def test_a_number_is_the_one_that_a_phone_shows(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tag: object, shown: str
) -> None:
    board = Board()
    board.chips[0, 0] = Mfrc522Model(board.clock)
    with on_a_pi(board):
        pad = Rc522Reader(clock=board.clock.seconds, sleep=board.clock.sleep, threaded=False)

        class Polled:
            """The pad, polled for a second of the model's time."""

            name = "pad"

            def start(self, emit: Emit) -> None:
                pad.start(emit)
                pad.step()
                board.chip().field.lay(tag, now=board.clock.now)  # type: ignore[arg-type]
                while board.clock.seconds() < 1:
                    board.clock.sleep(pad.step())

            def stop(self) -> None:
                pad.stop()

        monkeypatch.setattr(assemble, "real_devices", lambda settings, pi: [Polled()])
        ran = run(capsys, "scan", "--seconds", "0.05", "--data", str(data))
    assert ran.out.splitlines() == ["pad: here, MFRC522 version 2.0", f"pad: {shown}  unknown"]


def test_a_wand_comes_goes_and_comes_back(data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    bench = Bench()
    pico = Pico(bench)
    lines: list[str] = []
    monkeypatch.setattr(assemble, "real_devices", lambda settings, pi: [Wands(ports=bench, clock=fast_clock)])

    def act(*words: object, **_: object) -> None:
        lines.append(str(words[0]))
        if len(lines) == 1:
            pico.push("seen", "wand", UIDS["tile 7"].hex().upper())
        elif "tile 7" in lines[-1]:
            pico.unplug()
        elif "unplugged" in lines[-1]:
            pico.replug()
        elif "here" in lines[-1]:
            os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr("builtins.print", act)
    monkeypatch.setattr(scan, "NO_READER", PATIENCE)
    scan.scan(data, seconds=PATIENCE)
    pico.unplug()
    assert [line.partition(",")[0] for line in lines] == [
        "wand: here",
        f"wand: {UIDS['tile 7'].hex(':').upper()}  tile 7",
        "wand: unplugged. It is not plugged in. Plug it in; it comes back by itself.",
        "wand: here",
    ]
