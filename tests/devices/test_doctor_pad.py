"""The doctor at the pad: the real `mfrc522` package on a made-up Raspberry Pi, with everything that can be wrong with chip and wires."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.devices.doctor import Finding, State
from companion.devices.doctor.machine import open_pad
from companion.devices.doctor.pad import reader
from companion.devices.rc522 import Rc522Reader
from companion.settings import Settings
from companion.table.events import Input, TagSeen
from tests.devices.machines import PI, machine, opened_by
from tests.emulation.board import Board, on_a_pi
from tests.emulation.mfrc522 import Faults, Mfrc522Model
from tests.emulation.tags import Ntag

TAG = Ntag(bytes.fromhex("04a3c6cae26180"))


class Desk:
    """A Pi with a pad, and a doctor beside it, in the model's time."""

    def __init__(self, folder: Path, board: Board) -> None:
        self.folder = folder
        self.board = board
        self.machine = machine(folder, PI, open_pad=open_pad, clock=board.clock.seconds, sleep=board.clock.sleep, settings=Settings(panel=False))

    @property
    def chip(self) -> Mfrc522Model:
        return self.board.chip()

    def set(self, **settings: Any) -> None:
        self.machine.settings = Settings(panel=False, **settings)

    def findings(self) -> dict[str, Finding]:
        made = list(reader(self.machine))
        # Where a pin is refused the package leaves SPI open; spidev closes it when it is let go of.
        assert self.board.open_handles == 0 or self.board.pin_error is not None
        told = {finding.check: finding for finding in made}
        assert len(told) == len(made)
        assert all(bool(finding.advice) == (finding.state in (State.WARN, State.FAIL)) for finding in made)
        return told

    def only(self) -> Finding:
        (finding,) = self.findings().values()
        return finding


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    board = Board()
    board.chips[0, 0] = Mfrc522Model(board.clock)
    board.chips[0, 1] = Mfrc522Model(board.clock, faults=Faults(stuck=0xFF))
    with on_a_pi(board):
        yield Desk(tmp_path, board)


ALL = ["pad", "reset wire", "chip clock", "wires", "SPI clock", "antenna"]


def test_a_good_module_passes_every_check(desk: Desk) -> None:
    findings = desk.findings()
    assert list(findings) == ALL
    assert {finding.state for finding in findings.values()} == {State.FINE}
    assert findings["pad"].found == "MFRC522 version 2.0 (92)"
    assert findings["SPI clock"].found == "1 MHz is used, 8 MHz would be clean"
    assert desk.chip.longest <= 64
    assert not desk.chip.field.on


def test_the_pad_works_as_before_afterwards(desk: Desk) -> None:
    desk.findings()
    told: list[Input] = []
    pad = Rc522Reader(clock=desk.board.clock.seconds, sleep=desk.board.clock.sleep, threaded=False)
    pad.start(told.append)
    desk.chip.field.lay(TAG, now=desk.board.clock.now)
    for _ in range(10):
        desk.board.clock.sleep(pad.step())
    pad.stop()
    assert TAG.uid in [event.uid for event in told if isinstance(event, TagSeen)]


# --- who it is --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("version", "state", "word"),
    [
        (0x91, State.FINE, "version 1.0"),
        (0x92, State.FINE, "version 2.0"),
        (0x90, State.FINE, "version 0.0"),
        (0x88, State.FINE, "clone FM17522"),
        (0x89, State.FINE, "clone FM17522E"),
        (0xB2, State.FINE, "clone"),
        (0x12, State.WARN, "counterfeit"),
        (0x80, State.WARN, "relative"),
        (0x82, State.WARN, "lost bit"),
    ],
)
def test_genuine_clone_and_counterfeit_are_told_apart(desk: Desk, version: int, state: State, word: str) -> None:
    desk.chip.version = version
    findings = desk.findings()
    assert findings["pad"].state is state
    assert word in findings["pad"].found
    assert f"({version:02X})" in findings["pad"].found or "(" in findings["pad"].found
    assert list(findings) == ALL


@pytest.mark.parametrize("version", [0x01, 0x5A, 0xEE, 0xFE])
def test_another_chip_is_no_mfrc522(desk: Desk, version: int) -> None:
    desk.chip.version = version
    finding = desk.only()
    assert finding.state is State.FAIL
    assert f"{version:02X}, which is no known MFRC522" in finding.found


@pytest.mark.parametrize(("stuck", "word"), [(0x00, "no supply, no contact"), (0xFF, "MISO is open")])
def test_a_dead_bus_is_no_empty_field(desk: Desk, stuck: int, word: str) -> None:
    desk.chip.faults.stuck = stuck
    finding = desk.only()
    assert finding.state is State.FAIL
    assert f"every reading of the chip is {stuck:02X}" in finding.found
    assert word in finding.found


def test_a_chip_at_the_other_select_is_found(desk: Desk) -> None:
    desk.board.chips[0, 1] = desk.board.chips[0, 0]
    desk.board.chips[0, 0] = Mfrc522Model(desk.board.clock)
    desk.chip.faults.stuck = 0xFF
    finding = desk.only()
    assert "chip select 1" in finding.found
    assert "pin 24" in finding.advice


def test_a_loose_wire_reads_by_turns(desk: Desk) -> None:
    desk.chip.faults.loose = random.Random(1)
    finding = desk.only()
    assert finding.state is State.FAIL
    assert "92 and FF by turns" in finding.found


def test_a_chip_that_does_not_wake(desk: Desk) -> None:
    desk.chip.faults.wakes = False
    assert desk.only().state is State.FAIL


# --- wires, clock, supply ---------------------------------------------------------------------------------------


def test_a_reset_wire_that_leads_nowhere(desk: Desk) -> None:
    desk.board.reset_wired = False
    findings = desk.findings()
    assert findings["reset wire"].state is State.WARN
    assert "GPIO25" in findings["reset wire"].advice
    assert findings["antenna"].state is State.FINE


@pytest.mark.parametrize(("ratio", "word"), [(2.0, "took 20"), (1.13, "took 11"), (0.8, "took 8"), (1e6, "does not run")])
def test_a_crystal_of_another_frequency(desk: Desk, ratio: float, word: str) -> None:
    desk.chip.faults.clock_ratio = ratio
    findings = desk.findings()
    assert findings["chip clock"].state is State.FAIL
    assert word in findings["chip clock"].found
    # What follows from it is not told once more.
    assert "antenna" not in findings


@pytest.mark.parametrize("ratio", [0.98, 1.0, 1.02])
def test_a_crystal_within_its_tolerance(desk: Desk, ratio: float) -> None:
    desk.chip.faults.clock_ratio = ratio
    assert desk.findings()["chip clock"].state is State.FINE


def test_a_chip_that_takes_no_bursts(desk: Desk) -> None:
    desk.chip.faults.single_bytes = True
    findings = desk.findings()
    assert findings["wires"].advice == "Set pad_bursts = false in settings.toml."
    assert findings["antenna"].state is State.FINE
    desk.set(pad_bursts=False)
    slow = desk.findings()
    assert (slow["wires"].state, "slowly" in slow["wires"].found) == (State.WARN, True)
    assert {finding.state for name, finding in slow.items() if name != "wires"} == {State.FINE}


def test_bursts_that_are_switched_off_although_the_chip_takes_them_are_told_as_slow(desk: Desk) -> None:
    desk.set(pad_bursts=False)
    wires = desk.findings()["wires"]
    assert (wires.state, wires.advice) == (State.WARN, "Set pad_bursts = true in settings.toml.")


def test_a_supply_that_dips_with_the_field(desk: Desk) -> None:
    desk.chip.faults.dips_with_field = True
    finding = desk.findings()["antenna"]
    assert (finding.state, "supply dips" in finding.found) == (State.FAIL, True)
    assert "100 nF" in finding.advice


@pytest.mark.parametrize(
    ("limit", "set_hz", "state", "advised"),
    [
        (8_000_000, 1_000_000, State.FINE, None),
        (2_000_000, 1_000_000, State.FINE, None),
        (1_500_000, 1_000_000, State.WARN, 500_000),
        (1_500_000, 4_000_000, State.FAIL, 500_000),
        (3_000_000, 4_000_000, State.FAIL, 1_000_000),
        (300_000, 1_000_000, State.FAIL, 500_000),
        (300_000, 150_000, State.FINE, None),
    ],
)
def test_wires_that_are_too_long_for_the_clock(desk: Desk, limit: int, set_hz: int, state: State, advised: int | None) -> None:
    """The bytes of a quick transfer lose a bit. What is checked at the clock that is set comes first."""
    model = desk.chip
    whole = model.transfer

    def garbled(data: bytes) -> bytes:
        answer = whole(data)
        # Only long transfers: the chip's name is read byte by byte.
        return bytes(value & 0xFD for value in answer) if model.spi_hz > limit and len(data) > 2 else answer

    model.transfer = garbled  # type: ignore[method-assign]
    desk.set(pad_speed=set_hz)
    findings = desk.findings()
    assert findings["wires"].state is State.FINE
    finding = findings["SPI clock"]
    assert finding.state is state
    assert advised is None or f"pad_speed = {advised} " in finding.advice


def test_a_tag_on_the_pad_shows_how_well_it_reads(desk: Desk) -> None:
    assert "no tag lies there" in desk.findings()["antenna"].found
    desk.chip.field.lay(TAG, now=desk.board.clock.now)
    assert "read 20 times of 20" in desk.findings()["antenna"].found
    random_moments = random.Random(4)
    send = desk.chip.field.send

    def weak(bits: list[int], now: float) -> Any:
        return send(bits, now) if random_moments.random() > 0.05 else []

    desk.chip.field.send = weak  # type: ignore[method-assign]
    finding = desk.findings()["antenna"]
    assert finding.state is State.WARN
    assert "times of 20" in finding.found


# --- the way to the bus -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "word"),
    [
        ({"missing": ("mfrc522",)}, "packages"),
        ({"import_error": RuntimeError("Cannot determine SOC peripheral base address")}, "packages"),
        ({"open_error": PermissionError(13, "Permission denied")}, "usermod -aG spi,gpio anna"),
        ({"pin_error": RuntimeError("No access to /dev/mem. Try running as root!")}, "usermod -aG spi,gpio anna"),
        ({"pin_error": RuntimeError("'GPIO busy'")}, "End the other program"),
        ({"open_error": OSError(19, "No such device")}, "Restart the Pi"),
    ],
)
def test_a_way_that_is_closed(tmp_path: Path, fault: dict[str, Any], word: str) -> None:
    board = Board(**fault)
    board.chips[0, 0] = Mfrc522Model(board.clock)
    with on_a_pi(board):
        finding = Desk(tmp_path, board).only()
    assert finding.state is State.FAIL
    assert word in finding.advice


def test_the_program_that_holds_the_reset_pin_is_named(tmp_path: Path) -> None:
    board = Board(pin_error=RuntimeError("'GPIO busy'"))
    board.chips[0, 0] = Mfrc522Model(board.clock)
    with on_a_pi(board):
        desk = Desk(tmp_path, board)
        opened_by(desk.machine.root, 321, "other", "/dev/gpiochip0")
        assert desk.only().advice == "End the program that has it: other (process 321)"


def test_a_bus_that_fails_in_the_middle(desk: Desk) -> None:
    whole = desk.chip.transfer
    left = [60]

    def broken(data: bytes) -> bytes:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(110, "Connection timed out")
        return whole(data)

    desk.chip.transfer = broken  # type: ignore[method-assign]
    findings = desk.findings()
    assert findings["pad bus"].state is State.FAIL
    assert "Connection timed out" in findings["pad bus"].found


def test_a_pad_that_is_not_wanted_or_not_there(desk: Desk) -> None:
    (desk.machine.root / "dev/spidev0.0").unlink()
    assert desk.only().state is State.ABSENT
    desk.set(pad=False)
    assert desk.only().found == "switched off in the settings"
    desk.machine = replace(desk.machine, root=desk.folder)
    assert desk.only().found == "no Raspberry Pi"
