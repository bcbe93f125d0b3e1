"""`companion firmware install` and `check`: what goes to the Pico, and what is said when it can't."""

from __future__ import annotations

import ast
import contextlib
import itertools
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.devices import firmware_install as firmware
from companion.devices.firmware_install import Version
from companion.devices.pico_settings import Kind, changed, configuration, kept
from companion.devices.pins import pins
from companion.devices.usb import UsbPort
from companion.errors import DeviceError
from companion.pico import wire
from companion.table.events import Fault
from tests.devices.picos import Bench, Pico, PortOnPty
from tests.devices.test_wand import line
from tests.firmware.board import MICROPYTHON

PROJECT = Path(__file__).parents[2]
ONE = [UsbPort("/dev/ttyACM0", "E661")]


class Mpremote:
    """Stands in for running mpremote: keeps the commands and a copy of the files, and ends as told."""

    def __init__(self, status: int = 0, stderr: str = "", hangs: bool = False, there: str = "") -> None:
        self.status, self.stderr, self.hangs, self.there = status, stderr, hangs, there
        self.commands: list[list[str]] = []
        self.copied: dict[str, str] = {}

    def __call__(self, command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
        assert options.get("shell") is None
        if self.hangs:
            raise subprocess.TimeoutExpired(command, options["timeout"])
        assert command[0] == "mpremote"
        self.commands = [list(part) for is_plus, part in itertools.groupby(command[1:], "+".__eq__) if not is_plus]
        for part in self.commands:
            if part[-4:-2] == ["fs", "cp"]:
                here, there = part[-2:]
                self.copied[there.removeprefix(":")] = Path(here).read_text("utf-8")
        return subprocess.CompletedProcess(command, self.status, self.there if firmware.READ in command else "", self.stderr)


@pytest.fixture(autouse=True)
def there_is_mpremote(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(firmware, "mpremote", lambda: ["mpremote"])


def test_install_copies_every_file_the_start_last_and_restarts() -> None:
    run = Mpremote()
    settings = configuration("ring", "ring-2", 3)
    assert firmware.install(settings, ports=lambda: ONE, run=run) == (ONE[0], settings)
    assert run.commands[0][:4] == ["connect", "/dev/ttyACM0", "fs", "cp"]
    assert run.commands[-1] == ["reset"]
    assert next(iter(run.copied)) == "vabanque.json.new"
    assert list(run.copied)[-1] == "main.py"
    assert json.loads(run.copied.pop("vabanque.json.new")) == settings
    assert run.copied.pop("main.py") == (PROJECT / "firmware" / "main.py").read_text("utf-8")
    assert run.copied == dict(zip(firmware.FILES, [(PROJECT / name).read_text("utf-8") for name in firmware.FILES], strict=True))


TUNED = configuration("ring", "ring-3", 6) | {"gain": 43, "bursts": False, "away_ms": 800}


@pytest.mark.parametrize(
    ("there", "becomes"),
    [
        ("", configuration("wand")),
        (json.dumps(TUNED, indent=1).replace("\n", "\r\n") + "\r\n", TUNED),
        # What an older firmware did not know has its usual value.
        (json.dumps({key: value for key, value in TUNED.items() if key != "bursts"}), TUNED | {"bursts": True}),
    ],
    ids=["a new Pico", "a tuned ring", "an older ring"],
)
def test_a_firmware_that_is_renewed_leaves_a_pico_what_it_was(there: str, becomes: dict[str, Any]) -> None:
    run = Mpremote(there=there)
    _, installed = firmware.install(ports=lambda: ONE, run=run)
    assert json.loads(run.copied["vabanque.json.new"]) == installed == becomes
    _, installed = firmware.install(change=lambda settings: changed(settings, gain=18, hz=500_000), ports=lambda: ONE, run=run)
    assert json.loads(run.copied["vabanque.json.new"]) == installed == becomes | {"gain": 18, "spi": becomes["spi"] | {"hz": 500_000}}


@pytest.mark.parametrize("there", ["{", "[]", "{}", '{"name": "ring-1"}', '{"name": "ring-1", "readers": [1], "spi": 4}'])
def test_a_damaged_configuration_is_not_guessed_at(there: str) -> None:
    run = Mpremote(there=there)
    with pytest.raises(DeviceError, match=r"damaged.*--as wand, or --as ring"):
        firmware.install(ports=lambda: ONE, run=run)
    assert run.copied == {}


def test_the_configuration_is_read_as_it_is_on_the_pico(tmp_path: Path) -> None:
    def read() -> str:
        return subprocess.run([MICROPYTHON, "-c", firmware.READ], cwd=tmp_path, check=True, capture_output=True, text=True).stdout

    assert kept(read()) is None
    (tmp_path / "vabanque.json").write_text(json.dumps(TUNED))
    assert kept(read()) == TUNED


@pytest.mark.parametrize("cut", range(len(firmware.FILES) + 5))
def test_a_ring_whose_first_install_is_cut_becomes_that_ring_when_it_is_repaired(cut: int, tmp_path: Path) -> None:
    """mpremote's own commands, done in a folder by the real MicroPython, up to the cut; then `companion firmware install` without more."""
    pico = tmp_path / "pico"
    pico.mkdir()
    steps = [0]

    def run(command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
        parts = [list(part) for plus, part in itertools.groupby(command[3:], "+".__eq__) if not plus]
        said = ""
        for what, *rest in parts:
            if steps[0] == cut:
                return subprocess.CompletedProcess(command, 1, "", "the cable was pulled")
            if what == "exec":
                said += subprocess.run([MICROPYTHON, "-c", rest[0]], cwd=pico, check=True, capture_output=True, text=True).stdout
            elif what == "fs":
                (pico / rest[2].removeprefix(":")).write_bytes(Path(rest[1]).read_bytes())
            steps[0] += 1
        return subprocess.CompletedProcess(command, 0, said, "")

    ring = configuration("ring", "ring-2", 4)
    with contextlib.suppress(DeviceError):
        firmware.install(ring, ports=lambda: ONE, run=run)
    steps[0] = -1000
    if cut < 2:
        # Nothing of ours is there yet, and it is as new as it was.
        assert {file.name for file in pico.iterdir()} <= {"vabanque.json.new"}
        return
    assert firmware.install(ports=lambda: ONE, run=run)[1] == ring
    assert json.loads((pico / "vabanque.json").read_text()) == ring
    assert (pico / "main.py").exists()


def test_a_pico_that_has_our_files_and_no_configuration_is_not_made_just_anything(tmp_path: Path) -> None:
    (tmp_path / "companion").mkdir()
    said = subprocess.run([MICROPYTHON, "-c", firmware.READ], cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    with pytest.raises(DeviceError, match=r"--as wand, or --as ring"):
        kept(said)


@pytest.mark.parametrize("outputs", [{"buzzer": 13}, {"buzzer": 28}, {"green": 26}, {"red": 15}])
def test_outputs_that_share_a_pwm_are_refused_before_they_reach_a_pico(outputs: dict[str, int]) -> None:
    wrong = TUNED | {"outputs": TUNED["outputs"] | outputs}
    with pytest.raises(DeviceError, match="hang on one PWM"):
        kept(json.dumps(wrong))


@pytest.mark.parametrize("figures", [{"gain": 30}, {"gain": 0}, {"hz": 50_000}, {"hz": 20_000_000}])
def test_figures_that_the_chip_does_not_take_are_refused(figures: dict[str, int]) -> None:
    with pytest.raises(DeviceError, match=r"There is no gain|does not take a clock"):
        changed(configuration("wand"), **figures)


def test_what_runs_first_makes_every_folder_and_takes_the_old_start_away(tmp_path: Path) -> None:
    run = Mpremote()
    firmware.install(configuration("wand"), ports=lambda: ONE, run=run)
    (tmp_path / "main.py").write_text("old")
    (tmp_path / "companion" / "table").mkdir(parents=True)
    for _ in range(2):  # the second time everything is there already
        (tmp_path / "vabanque.json.new").write_text("{}")
        subprocess.run([MICROPYTHON, "-c", run.commands[1][1]], cwd=tmp_path, check=True)
        assert (tmp_path / "vabanque.json").read_text() == "{}"
        assert not (tmp_path / "main.py").exists()
        for name in run.copied:
            assert (tmp_path / name).parent.is_dir()


def test_whatever_the_firmware_imports_is_copied_with_it() -> None:
    copied = {*firmware.FILES, "main.py"}
    modules = {name.removesuffix(".py").replace("/", ".") for name in copied}
    builtin = {"json", "os", "select", "sys", "time", "binascii", "machine", "micropython"}
    for name in copied:
        tree = ast.parse((PROJECT / (name if name != "main.py" else "firmware/main.py")).read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                assert {alias.name for alias in node.names} <= builtin, name
            elif isinstance(node, ast.ImportFrom) and node.module not in ("typing", "collections.abc"):
                wanted = {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
                if "companion.pico.uncompiled" in wanted:
                    continue  # stands in for `micropython`, where there is none
                assert node.module in builtin or wanted & modules, f"{name} needs {node.module}"


def test_mpremote_that_fails_or_hangs_is_a_sentence_with_its_reason() -> None:
    failing = Mpremote(1, "Traceback (most recent call last):\nmpremote.transport.TransportError: could not enter raw repl\n")
    with pytest.raises(DeviceError, match=r"to /dev/ttyACM0: .*could not enter raw repl\. Stop other programs"):
        firmware.install(configuration("wand"), ports=lambda: ONE, run=failing)
    with pytest.raises(DeviceError, match="no end after 120 seconds"):
        firmware.install(configuration("wand"), ports=lambda: ONE, run=Mpremote(hangs=True))
    with pytest.raises(DeviceError, match="no reason given"):
        firmware.install(configuration("wand"), ports=lambda: ONE, run=Mpremote(1))


@pytest.mark.parametrize(
    ("ports", "wanted", "sentence"),
    [
        ([], None, "No Pico with MicroPython was found.*BOOTSEL"),
        (ONE, "/dev/ttyACM9", "No Pico with MicroPython is on /dev/ttyACM9"),
        ([*ONE, UsbPort("/dev/ttyACM1", "E662")], None, "E661 on /dev/ttyACM0, E662 on /dev/ttyACM1.*--port"),
    ],
)
def test_which_pico_is_meant_has_to_be_plain(ports: list[UsbPort], wanted: str | None, sentence: str) -> None:
    run = Mpremote()
    with pytest.raises(DeviceError, match=sentence):
        firmware.install(configuration("wand"), wanted, ports=lambda: ports, run=run)
    assert run.commands == []


@pytest.mark.parametrize("wanted", ["/dev/ttyACM1", "E662"])
def test_a_pico_is_named_by_path_or_serial_number(wanted: str) -> None:
    assert firmware.choose([*ONE, UsbPort("/dev/ttyACM1", "E662")], wanted) == UsbPort("/dev/ttyACM1", "E662")


def test_a_missing_mpremote_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(firmware.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(firmware.shutil, "which", lambda name: None)
    with pytest.raises(DeviceError, match=f"mpremote is missing.*{re.escape(sys.executable)} -m pip install mpremote"):
        firmware.install(configuration("wand"), ports=lambda: ONE)
    monkeypatch.setattr(firmware.shutil, "which", lambda name: "/usr/bin/mpremote")
    assert firmware.mpremote() == ["/usr/bin/mpremote"]


@pytest.mark.parametrize("kind", ["wand", "ring"])
def test_the_configuration_takes_its_pins_from_the_table(kind: Kind) -> None:
    table = pins(kind)
    settings = configuration(kind, readers=len(table["cs"]))
    assert [reader["cs"] for reader in settings["readers"]] == table["cs"]
    assert {name: settings["spi"][name] for name in ("sck", "mosi", "miso")} == {name: table[name] for name in ("sck", "mosi", "miso")}
    assert settings["reset"] == table["reset"]
    assert settings["outputs"] == {name: table[name] for name in ("red", "green", "blue", "buzzer")}
    used = [*table["cs"], table["sck"], table["mosi"], table["miso"], table["reset"], *settings["outputs"].values()]
    assert len(set(used)) == len(used)
    # MicroPython's rule for the Pico's SPI0 and SPI1: MISO, CS, SCK, MOSI repeat every four pins, the buses every eight.
    assert [table[name] % 4 for name in ("miso", "sck", "mosi")] == [0, 2, 3]
    assert {table[name] // 8 % 2 for name in ("miso", "sck", "mosi")} == {settings["spi"]["bus"]}


def test_the_example_in_the_readme_is_a_wands_configuration() -> None:
    readme = (PROJECT / "firmware" / "README.md").read_text("utf-8")
    example = re.search(r"```json\n(.*?)```", readme, re.DOTALL)
    assert example
    assert json.loads(example[1]) == configuration("wand")
    assert set(re.findall(r"^\| `(\w+)` \|", readme, re.MULTILINE)) == set(configuration("wand"))
    for name in firmware.FILES:
        assert f"{name.rpartition('/')[2]}`" in readme, f"{name} is not among the files to copy by hand"


@pytest.mark.parametrize(("kind", "name", "readers"), [("ring", "", 0), ("ring", "", 7), ("wand", "", 2)])
def test_more_readers_than_a_pico_has_places_for_are_refused(kind: Kind, name: str, readers: int) -> None:
    with pytest.raises(DeviceError, match="readers on one Pico"):
        configuration(kind, name, readers)


@pytest.mark.parametrize("name", ["the wand", "wand*1", "x" * 30, "wand$", "wand\n"])
def test_a_name_that_does_not_fit_into_a_frame_is_refused(name: str) -> None:
    with pytest.raises(DeviceError, match="can't be the name of a device"):
        configuration("wand", name)


@pytest.mark.parametrize(("kind", "name"), [("ring", "north"), ("ring", "wand"), ("ring", "ring"), ("ring", "ring-0"), ("wand", "ring-1")])
def test_a_name_by_which_a_wand_and_a_ring_would_be_mistaken_is_refused(kind: Kind, name: str) -> None:
    """The ring's readers are places at the table, in the order of their names."""
    with pytest.raises(DeviceError, match="can't be the name of a"):
        configuration(kind, name)


def test_check_tells_the_version_on_each_pico() -> None:
    bench = Bench()
    old = line("hello", "0", "0.0.9", "ring-1")
    plugged: list[PortOnPty] = [
        Pico(bench, "E661"),
        PortOnPty(bench, "E662", lambda data: old if data else b""),
    ]
    try:
        assert firmware.check(bench) == [
            Version("ring-1", "0.0.9", Fault.FIRMWARE_TOO_OLD, "0.0.9"),
            Version("wand", wire.FIRMWARE),
        ]
    finally:
        for port in plugged:
            port.unplug()
    assert [version.fits for version in (Version("wand", wire.FIRMWARE), Version("wand", "0.0.9"))] == [True, False]


def test_check_with_nothing_plugged_in_ends_at_once_with_nothing() -> None:
    assert firmware.check(Bench(), patience=1e6) == []
