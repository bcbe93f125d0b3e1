"""`companion doctor` and `companion firmware` as typed, on the machine that runs the tests, with nothing plugged in."""

from __future__ import annotations

import functools
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from companion.devices import firmware_install
from companion.devices.doctor import State
from companion.devices.firmware_install import Version
from companion.devices.pico_settings import changed, configuration
from companion.devices.usb import UsbPort
from companion.pico import wire
from companion.table.events import Fault
from tests.games.test_commands import companion
from tests.terminal import run

CHECKS = {"machine", "groups", "packages", "SPI", "pad", "USB", "firmware", "ModemManager", "panel", "display", "touch", "data", "disk", "disk speed"}


def test_with_nothing_plugged_in_every_check_has_a_line_and_nothing_is_made(tmp_path: Path) -> None:
    ran = companion("doctor", "--json", "--data", "games", folder=tmp_path)
    assert ran.stderr == ""
    findings = [json.loads(line) for line in ran.stdout.splitlines()]
    assert {finding["check"] for finding in findings} >= CHECKS | {"supply", "clock"}
    assert all(list(finding) == ["check", "state", "found", "advice"] for finding in findings)
    assert {finding["state"] for finding in findings} <= set(State)
    assert ran.returncode == (1 if any(finding["state"] == "fail" for finding in findings) else 0)
    assert list(tmp_path.iterdir()) == []


def test_each_advice_stands_below_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "settings.toml").write_text("padd = true\n")
    ran = run(capsys, "doctor", "--data", str(tmp_path))
    assert ran.status == 1
    first, advice = ran.out.splitlines()[:2]
    assert first.startswith("FAIL  settings: ")
    assert advice.startswith("      fix: ")
    assert "Did you mean 'pad'?" in advice
    assert ran.out.splitlines()[-1].startswith("Problems: ")


def test_a_folder_that_can_not_be_made_is_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "doctor", "--data", "/proc/games")
    assert ran.status == 1
    assert "FAIL  disk speed: nothing can be written" in ran.out or "FAIL  data:" in ran.out


def test_no_pico_is_no_firmware(tmp_path: Path) -> None:
    ran = companion("firmware", "check", folder=tmp_path)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "No Pico with MicroPython is plugged in.\n", "")
    ran = companion("firmware", "install", "--as", "lamp", folder=tmp_path)
    assert (ran.returncode, "--as is one of: wand, ring" in ran.stderr) == (2, True)


def test_versions_are_compared(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    versions = [
        Version("ring-1", "0.0.1"),
        Version("ring-2", "9.9.9", Fault.FIRMWARE_TOO_NEW, "9.9.9"),
        Version("wand", wire.FIRMWARE),
    ]
    monkeypatch.setattr(firmware_install, "check", lambda ports: versions)
    ran = run(capsys, "firmware", "check")
    assert ran.status == 1
    old, new, fits = ran.out.splitlines()
    assert f"this companion brings {wire.FIRMWARE}. Update it: companion firmware install" in old
    assert "Update the companion." in new
    assert fits == f"wand: firmware {wire.FIRMWARE}, as it should be."
    monkeypatch.setattr(firmware_install, "check", lambda ports: versions[2:])
    assert run(capsys, "firmware", "check").status == 0


THERE = configuration("ring", "ring-2", 6) | {"gain": 18}


@pytest.mark.parametrize(
    ("words", "becomes"),
    [
        ((), THERE),
        (("--gain", "43", "--speed", "500000", "--no-bursts"), changed(THERE, 43, False, 500_000)),
        (("--as", "wand"), configuration("wand")),
        (("--as", "ring"), configuration("ring")),
        (("--as", "ring", "--name", "ring-3", "--readers", "6", "--gain", "48"), configuration("ring", "ring-3", 6) | {"gain": 48}),
    ],
)
def test_what_is_installed_is_what_was_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], becomes: dict[str, Any]
) -> None:
    copied: list[Any] = []

    def mpremote(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        assert command[:3] == ["mpremote", "connect", "/dev/ttyACM3"]
        copied.extend(json.loads(Path(word).read_text()) for word in command if word.endswith("/vabanque.json"))
        return subprocess.CompletedProcess(command, 0, json.dumps(THERE) if firmware_install.READ in command else "", "")

    monkeypatch.setattr(firmware_install, "mpremote", lambda: ["mpremote"])
    asks = functools.partial(firmware_install.install, ports=lambda: [UsbPort("/dev/ttyACM3", "E661"), UsbPort("/dev/ttyACM4", "E662")], run=mpremote)
    monkeypatch.setattr(firmware_install, "install", asks)
    ran = run(capsys, "firmware", "install", *words, "--port", "E661")
    assert (ran.status, copied) == (0, [becomes])
    assert ran.out.startswith(f"/dev/ttyACM3 is {becomes['name']} now.")


@pytest.mark.parametrize("words", [("--name", "wand-2"), ("--readers", "4"), ("--as", "lamp")])
def test_what_a_pico_is_to_be_is_said_in_full(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    ran = run(capsys, "firmware", "install", *words)
    assert (ran.status, ran.out) == (2, "")
    assert "ring" in ran.err


def test_a_ring_that_can_not_be_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "firmware", "install", "--as", "ring", "--readers", "7")
    assert (ran.status, ran.out) == (2, "")
    assert "1 to 6 readers" in ran.err
