"""The doctor on recorded machines: what it says of each way in which a Pi, a laptop or what is plugged in can be wrong."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gpiozero
import msgspec
import pytest
from gpiozero.exc import GPIOPinInUse
from gpiozero.pins.mock import MockFactory

from companion.devices.doctor import CHECKS, State, examine
from companion.devices.doctor.picos import Told, ask
from companion.devices.doctor.pins import claimed
from companion.devices.pi_bus import Unavailable
from companion.devices.pins import pins
from companion.devices.usb import Further, further
from companion.pico.wire import FIRMWARE
from companion.settings import Settings
from companion.table.events import Fault
from tests.devices import machines
from tests.devices.machines import ARDUINO, GROUPS, LAPTOP, MEMBER, MODULES, PACKAGES, PI, PICO, commands, found, machine, one, wrong
from tests.devices.picos import Bench, Pico, PortOnPty

PI_5 = PI | {"proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0"}
NO_PAD = Settings(pad=False)
"""The pad's chip is another file's."""


# --- nothing to check is no fault -------------------------------------------------------------------------------


def test_a_pi_with_everything_in_order(tmp_path: Path) -> None:
    pi = machine(tmp_path, PI | PICO, settings=NO_PAD)
    findings = list(examine(pi))
    assert wrong(pi) == []
    assert [finding.check for finding in findings if finding.state is State.ABSENT] == ["SPI", "pad", "ModemManager"]
    assert one(pi, "display").found == "DSI-1 on card1"
    assert one(pi, "touch").found == "generic ft5x06 (79)"


def test_a_laptop_with_nothing_plugged_in(tmp_path: Path) -> None:
    laptop = machine(
        tmp_path,
        LAPTOP,
        environment={"WAYLAND_DISPLAY": "wayland-0"},
        groups=frozenset({"anna", "dialout"}),
        installed={}.get,
        importable=lambda module: False,
        run=commands({}),
        claim_panel=None,
        picos=None,
    )
    assert wrong(laptop) == []
    absent = [finding.check for finding in examine(laptop) if finding.state is State.ABSENT]
    assert absent == ["machine", "packages", "SPI", "pad", "USB", "firmware", "ModemManager", "panel", "touch", "supply"]


def test_a_machine_of_which_nothing_can_be_read(tmp_path: Path) -> None:
    bare = machine(tmp_path, {}, run=commands({}), picos=None, claim_panel=None)
    assert len({finding.check for finding in examine(bare)}) >= len(CHECKS) - 1
    assert [finding.check for finding in wrong(bare)] == ["display"]


def test_a_check_that_fails_keeps_no_other_from_being_made(tmp_path: Path) -> None:
    def broken(path: Path) -> int:
        raise ZeroDivisionError("a fault of ours")

    pi = machine(tmp_path, PI, settings=NO_PAD, free=broken)
    assert one(pi, "space").state is State.WARN
    assert "ZeroDivisionError" in one(pi, "space").found
    assert one(pi, "disk speed").state is State.FINE


def test_what_is_wrong_has_an_advice_and_what_is_not_has_none(tmp_path: Path) -> None:
    for folder, files in (("pi", PI | PICO), ("laptop", LAPTOP), ("bare", {})):
        ill = machine(
            tmp_path / folder,
            files,
            groups=frozenset(),
            installed={}.get,
            importable=lambda module: False,
            may_use=lambda path: False,
            free=lambda path: 0,
            run=commands({"vcgencmd get_throttled": "throttled=0x50005\n"}),
        )
        for finding in examine(ill):
            assert bool(finding.advice) == (finding.state in (State.WARN, State.FAIL)), finding
            assert "\n" not in finding.found + finding.advice


# --- groups: semitov-mcl#11 and its kind ------------------------------------------------------------------------


@pytest.mark.parametrize("group", ["spi", "gpio", "dialout", "input", "video", "render"])
def test_a_group_that_is_lacking_is_named_with_how_to_join(tmp_path: Path, group: str) -> None:
    without = "\n".join(line.replace("anna", "") if line.startswith(group) else line for line in GROUPS.splitlines())
    finding = one(machine(tmp_path, PI | {"etc/group": without}, groups=MEMBER - {group}), "groups")
    assert (finding.state, finding.found) == (State.FAIL, f"anna is not in {group}")
    assert finding.advice == f"sudo usermod -aG {group} anna   then log out and in again."


def test_a_group_joined_just_now_needs_a_new_login_and_no_second_joining(tmp_path: Path) -> None:
    finding = one(machine(tmp_path, PI, groups=MEMBER - {"dialout", "spi"}), "groups")
    assert (finding.state, finding.advice) == (State.FAIL, "Log out and in again.")
    assert "spi, dialout" in finding.found


def test_where_groups_have_no_numbers_those_of_the_user_count(tmp_path: Path) -> None:
    """As in the desktop's service, which is in a name space of users."""
    assert one(machine(tmp_path, PI, groups=None), "groups").state is State.FINE
    without = "\n".join(line.replace("anna", "") if line.startswith("spi") else line for line in GROUPS.splitlines())
    finding = one(machine(tmp_path / "2", PI | {"etc/group": without}, groups=None), "groups")
    assert (finding.state, finding.found) == (State.FAIL, "anna is not in spi")


def test_only_groups_that_are_needed_are_asked_for(tmp_path: Path) -> None:
    plain = Settings(pad=False, panel=False, wands=False)
    assert one(machine(tmp_path, PI, groups=frozenset(), settings=plain, environment={"DISPLAY": ":0"}), "groups").state is State.FINE
    # Another system hands its devices out in another way.
    assert one(machine(tmp_path / "2", PI | {"etc/group": "root:x:0:\n"}, groups=frozenset()), "groups").state is State.FINE
    assert one(machine(tmp_path / "3", PI, uid=0), "groups").state is State.WARN


# --- packages: pimylifeup#61, gpiozero#1172 and their kind ------------------------------------------------------


def package(tmp_path: Path, files: dict[str, str], packages: dict[str, str | None], **changed: Any) -> Any:
    return one(machine(tmp_path, files, installed=(PACKAGES | packages).get, **changed), "packages")


def test_the_old_way_to_the_pins_does_not_work_on_a_pi_5(tmp_path: Path) -> None:
    packages = {"RPi.GPIO": "0.7.1", "rpi-lgpio": None}
    finding = package(tmp_path, PI_5, packages)
    assert finding.state is State.FAIL
    assert "SOC peripheral base address" in finding.found
    assert finding.advice.endswith("pip uninstall -y RPi.GPIO && /home/anna/companion/.venv/bin/python -m pip install rpi-lgpio")
    spaced = package(tmp_path / "spaced", PI_5, packages, python="/home/anna/my games/.venv/bin/python")
    assert spaced.advice.startswith("'/home/anna/my games/.venv/bin/python' -m pip uninstall -y RPi.GPIO")
    # On an older one it does.
    assert package(tmp_path / "4", PI, packages).state is State.FINE


@pytest.mark.parametrize(
    ("packages", "modules", "word"),
    [
        ({"RPi.GPIO": "0.7.1"}, MODULES, "overwrite each other"),
        ({"mfrc522-python": "0.0.9"}, MODULES, "mfrc522-python has taken the place"),
        ({}, MODULES - {"mfrc522"}, "mfrc522 is missing"),
        ({}, MODULES - {"spidev"}, "spidev is missing"),
        ({}, MODULES - {"lgpio"}, "lgpio is missing"),
        ({"rpi-lgpio": None}, MODULES - {"RPi"}, "rpi-lgpio is missing"),
        ({"lgpio": "0.0.0.2"}, MODULES, "too old for the buttons"),
        ({"gpiozero": "2.0.1"}, MODULES, "does not find the pins"),
        ({"gpiozero": "1.6.2"}, MODULES, "does not find the pins"),
        ({"gpiozero": None}, MODULES, "gpiozero is missing"),
    ],
)
def test_each_missing_or_wrong_package_has_a_line_of_its_own(
    tmp_path: Path, packages: dict[str, str | None], modules: frozenset[str], word: str
) -> None:
    finding = package(tmp_path, PI_5, packages, importable=modules.__contains__)
    assert finding.state is State.FAIL
    assert word in finding.found


def test_newer_packages_are_welcome(tmp_path: Path) -> None:
    assert package(tmp_path, PI_5, {"gpiozero": "2.1", "lgpio": "0.3", "rpi-lgpio": "1.0"}).state is State.FINE


# --- SPI --------------------------------------------------------------------------------------------------------


def spi(tmp_path: Path, files: dict[str, str], **changed: Any) -> Any:
    def closed(bus: int, device: int, speed: int) -> Any:
        raise Unavailable(Fault.BUSY, "not asked for here")

    return one(machine(tmp_path, files, open_pad=closed, **changed), "SPI")


def test_spi_that_is_switched_off_and_spi_that_waits_for_a_restart_are_told_apart(tmp_path: Path) -> None:
    without = [name for name in PI if "spidev" in name]
    off = PI | {"boot/firmware/config.txt": CONFIG_OFF}
    assert spi(tmp_path / "1", off, absent=without).advice == "sudo raspi-config nonint do_spi 0   then restart the Pi."
    assert spi(tmp_path / "2", PI, absent=without).advice == "Restart the Pi."
    # An older system has the file elsewhere.
    old = PI | {"boot/config.txt": machines.CONFIG}
    assert spi(tmp_path / "3", old, absent=[*without, "boot/firmware/config.txt"]).advice == "Restart the Pi."
    assert spi(tmp_path / "4", PI).state is State.FINE
    assert "usermod" in spi(tmp_path / "5", PI, may_use=lambda path: "spidev" not in path.name).advice


CONFIG_OFF = "#dtparam=spi=on\ndtoverlay=vc4-kms-v3d\n"


# --- ports ------------------------------------------------------------------------------------------------------


def test_a_pico_is_known_by_its_usb_identity_whatever_its_port_is_called(tmp_path: Path) -> None:
    files = {name.replace("ttyACM0", "ttyACM7").replace("1-1.2", "3-2.4.1"): content for name, content in PICO.items()}
    assert one(machine(tmp_path, LAPTOP | files), "USB").found == "a Pico with MicroPython on /dev/ttyACM7"


def test_what_is_foreign_is_left_alone(tmp_path: Path) -> None:
    asked: list[str] = []
    finding = one(machine(tmp_path, PI | ARDUINO, settings=NO_PAD, picos=lambda more: asked.append("asked")), "USB")
    assert (finding.state, finding.found) == (State.ABSENT, "USB Serial on /dev/ttyUSB0 is none of ours and is left alone")
    assert asked == []


@pytest.mark.parametrize(
    ("product", "state", "word"),
    [
        ("0003", State.WARN, "BOOTSEL"),
        ("000f", State.WARN, "BOOTSEL"),
        ("000a", State.WARN, "another program"),
        ("000c", State.ABSENT, "none of ours"),
    ],
)
def test_a_pico_that_runs_something_else(tmp_path: Path, product: str, state: State, word: str) -> None:
    files = PICO | {"sys/bus/usb/devices/1-1.2/idProduct": f"{product}\n"}
    finding = one(machine(tmp_path, LAPTOP | files), "USB")
    assert finding.state is state
    assert word in finding.found


def test_a_port_that_may_not_be_opened_names_its_group(tmp_path: Path) -> None:
    finding = one(machine(tmp_path, LAPTOP | PICO, may_use=lambda path: path.name != "ttyACM0", groups=frozenset()), "USB")
    assert (finding.state, finding.advice) == (State.FAIL, "sudo usermod -aG dialout anna   then log out and in again.")
    arch = LAPTOP | PICO | {"etc/group": "uucp:x:14:\n"}
    assert "uucp" in one(machine(tmp_path / "2", arch, may_use=lambda path: False), "USB").advice


def test_a_port_that_another_program_has_names_the_program(tmp_path: Path) -> None:
    held = machine(tmp_path, LAPTOP | PICO)
    machines.opened_by(held.root, 4711, "minicom", "/dev/ttyACM0")
    finding = one(held, "USB")
    assert (finding.state, finding.found) == (State.FAIL, "/dev/ttyACM0 is held by minicom (process 4711)")


def test_a_pico_without_a_port(tmp_path: Path) -> None:
    finding = one(machine(tmp_path, LAPTOP | PICO, absent=[name for name in PICO if "tty" in name]), "USB")
    assert finding.state is State.FAIL
    assert "cdc_acm" in finding.advice


def test_modem_manager_is_kept_away_by_the_rule(tmp_path: Path) -> None:
    runs = PI | {"proc/812/comm": "ModemManager\n"}
    finding = one(machine(tmp_path, runs, settings=NO_PAD), "ModemManager")
    assert finding.state is State.WARN
    rule = Path(shlex.split(finding.advice)[2])
    assert rule.read_text().count("ID_MM_DEVICE_IGNORE") == 2
    for number, folder in enumerate(("etc", "usr/lib", "lib")):
        kept = runs | {f"{folder}/udev/rules.d/99-vabanque.rules": ""}
        assert one(machine(tmp_path / str(number), kept, settings=NO_PAD), "ModemManager").state is State.FINE


def firmware(tmp_path: Path, *told: Told, files: dict[str, str] | None = None) -> list[Any]:
    return found(machine(tmp_path, LAPTOP | PICO | (files or {}), picos=lambda more: list(told)), "firmware")


def test_firmware_that_fits_and_readers_that_answer(tmp_path: Path) -> None:
    (finding,) = firmware(tmp_path, Told("ring-1", FIRMWARE, ("ring-1/1", "ring-1/2")))
    assert (finding.state, finding.found) == (State.FINE, f"ring-1 has {FIRMWARE}; ring-1/1, ring-1/2 answers")


def test_another_firmware_and_dead_readers_are_each_told(tmp_path: Path) -> None:
    pico = Told("ring-1", "0.0.1", ("ring-1/1", "ring-1/2", "ring-1/3"), {"ring-1/2": Fault.DEAD_BUS, "ring-1/3": Fault.WRONG_CHIP})
    old, broken = firmware(tmp_path, pico)
    assert (old.state, old.advice) == (State.WARN, "companion firmware install")
    assert broken.state is State.FAIL
    assert broken.found == "ring-1: no answer from ring-1/2 (dead bus), ring-1/3 (wrong chip); ring-1/1 answers"
    assert broken.advice.endswith("companion firmware install --as ring --name ring-1 --readers 1")


@pytest.mark.parametrize("fault", [fault for fault in Fault if fault is not Fault.SCANS_LOST])
def test_every_fault_of_a_pico_is_a_failure_with_an_advice(tmp_path: Path, fault: Fault) -> None:
    (finding,) = firmware(tmp_path, Told("wand", fault=fault, detail="0.9"))
    assert finding.state is State.FAIL
    assert "wand" in finding.found
    assert "0.9" in finding.found


@pytest.mark.parametrize(("there", "missing"), [((1, 2, 3), None), ((1,), None), ((2, 3), 1), ((1, 3), 2), ((3,), 1)])
def test_a_ring_that_lacks_a_part_is_told(tmp_path: Path, there: tuple[int, ...], missing: int | None) -> None:
    told = [Told(f"ring-{number}", FIRMWARE, (f"ring-{number}/1",)) for number in there]
    findings = found(machine(tmp_path, LAPTOP | PICO, picos=lambda more: told), "ring")
    assert [finding.found.split(" ")[0] for finding in findings] == ([f"ring-{missing}"] if missing else [])
    for finding in findings:
        assert finding.state is State.WARN
        assert finding.advice.endswith(f"companion firmware install --as ring --name ring-{missing}")


def test_two_parts_of_a_ring_with_one_name_are_told(tmp_path: Path) -> None:
    told = [Told(name, FIRMWARE, (f"{name}/1",)) for name in ("ring-1", "ring-1-2", "ring-2")]
    (finding,) = found(machine(tmp_path, LAPTOP | PICO, picos=lambda more: told), "ring")
    assert (finding.state, finding.found.partition(",")[0]) == (State.FAIL, "two parts are called ring-1")
    assert finding.advice.endswith("--name ring-3")


def test_a_pico_that_says_nothing_is_counted(tmp_path: Path) -> None:
    second = {name.replace("1-1.2", "1-1.4").replace("ttyACM0", "ttyACM1"): content for name, content in PICO.items()}
    told = firmware(tmp_path, Told("wand", FIRMWARE, ("wand",)), files=second)
    assert [finding.state for finding in told] == [State.FINE, State.FAIL]
    assert told[1].found == "1 of 2 Picos say nothing"


def test_picos_are_asked_over_their_own_protocol() -> None:
    bench = Bench()
    well = Pico(bench, "E661", "wand")
    ill = Pico(bench, "E662", "ring-1", ("ring-1/1", "ring-1/2", "ring-1/3"))
    ill.link.health = ["dead-bus", "ok", "no-answer"]
    told = ask(ports=lambda more: bench(), settle=0.5)
    well.unplug()
    ill.unplug()
    assert told == [
        Told("ring-1", FIRMWARE, ("ring-1/1", "ring-1/2", "ring-1/3"), {"ring-1/1": Fault.DEAD_BUS, "ring-1/3": Fault.NO_ANSWER}),
        Told("wand", FIRMWARE, ("wand",)),
    ]
    assert ask(ports=lambda more: []) == []


def test_a_port_that_says_nothing_is_that_ports_fault_and_no_wands() -> None:
    """M10: it was called "wand", and the wand that works was said not to answer."""
    bench = Bench()
    well, dumb = Pico(bench, "E661", "wand"), PortOnPty(bench, "E662", lambda data: b"")
    told = ask(ports=lambda more: bench())
    well.unplug()
    dumb.unplug()
    assert told == [Told(dumb.path, fault=Fault.NO_ANSWER), Told("wand", FIRMWARE, ("wand",))]


@pytest.mark.parametrize("words", [("1a86:7523",), ("/dev/ttyUSB0",)])
def test_a_port_that_the_settings_name_is_looked_at_and_asked(tmp_path: Path, words: tuple[str, ...]) -> None:
    asked: list[Further] = []

    def ask(more: Further) -> list[Told]:
        asked.append(more)
        return [Told("wand", FIRMWARE, ("wand",))]

    settings = msgspec.structs.replace(NO_PAD, serial_ports=(*words, "COM3", "/dev/ttyUSB7"))
    desk = machine(tmp_path, PI | ARDUINO, settings=settings, picos=ask)
    assert [(each.state, each.found) for each in found(desk, "USB")] == [
        (State.FINE, "USB Serial, which the settings name, on /dev/ttyUSB0"),
        (State.WARN, "/dev/ttyUSB7, which serial_ports in settings.toml names, is not there"),
        (State.FAIL, "“COM3” in serial_ports of settings.toml is no port"),
    ]
    assert [each.state for each in found(desk, "firmware")] == [State.FINE]
    assert set(asked) == {further(settings.serial_ports)}


# --- panel: RPi-Jukebox-RFID#2575, gpiozero#1057, #1131 and their kind ------------------------------------------


def panel(tmp_path: Path, files: dict[str, str] | None = None, **changed: Any) -> Any:
    return one(machine(tmp_path, PI_5 | (files or {}), settings=NO_PAD, **changed), "panel")


@contextlib.contextmanager
def refused(error: Exception) -> Iterator[Any]:
    raise error
    yield


@pytest.mark.parametrize("error", [GPIOPinInUse("pin GPIO5 is already in use"), RuntimeError("'GPIO busy'"), Exception("GPIO busy")])
def test_pins_that_another_program_has(tmp_path: Path, error: Exception) -> None:
    pi = machine(tmp_path, PI, settings=NO_PAD, claim_panel=lambda: refused(error))
    assert "End the other program" in one(pi, "panel").advice
    machines.opened_by(pi.root, 77, "pigpiod", "/dev/gpiochip0")
    finding = one(pi, "panel")
    assert (finding.state, finding.advice) == (State.FAIL, "End pigpiod (process 77).")


def test_pins_that_may_not_be_used(tmp_path: Path) -> None:
    assert "usermod -aG gpio" in panel(tmp_path, claim_panel=lambda: refused(PermissionError(13, "denied"))).advice
    assert "python3-lgpio" in panel(tmp_path / "2", claim_panel=lambda: refused(ImportError("no lgpio", name="lgpio"))).advice
    odd = panel(tmp_path / "3", claim_panel=lambda: refused(OSError("bad I2C")), files={"dev/gpiochip4": ""})
    assert odd.state is State.FAIL
    assert "OSError: bad I2C" in odd.found


@pytest.mark.parametrize("factory", ["rpigpio", "native", "pigpio"])
def test_a_way_to_the_pins_that_knows_no_pi_5(tmp_path: Path, factory: str) -> None:
    finding = panel(tmp_path, environment={"GPIOZERO_PIN_FACTORY": factory})
    assert (finding.state, finding.advice) == (State.FAIL, "unset GPIOZERO_PIN_FACTORY")
    assert one(machine(tmp_path / "4", PI, settings=NO_PAD, environment={"GPIOZERO_PIN_FACTORY": factory}), "panel").state is State.FINE


@pytest.mark.parametrize("overlay", ["dtoverlay=spi5-1cs", "dtoverlay=spi4-2cs", "dtoverlay = spi1-3cs"])
def test_an_overlay_that_takes_its_pins(tmp_path: Path, overlay: str) -> None:
    finding = panel(tmp_path, {"boot/firmware/config.txt": machines.CONFIG + overlay + "\n"})
    assert finding.state is State.FAIL
    assert overlay.replace(" ", "") in finding.found


def test_no_pins_at_all(tmp_path: Path) -> None:
    assert panel(tmp_path, absent=["dev/gpiochip0"]).state is State.FAIL


def test_a_button_is_stuck_when_it_is_pressed_twice_three_seconds_apart(tmp_path: Path) -> None:
    slept: list[float] = []
    stuck = panel(tmp_path, claim_panel=lambda: machines.free_pins(undo=True), sleep=slept.append)
    assert (stuck.state, stuck.found, slept) == (State.WARN, "the button undo is pressed all the time", [3.0])
    held = {"ok": True}

    @contextlib.contextmanager
    def let_go() -> Iterator[Any]:
        yield {"ok": lambda: held["ok"], "undo": lambda: False}

    assert panel(tmp_path / "2", claim_panel=let_go, sleep=lambda seconds: held.update(ok=False)).state is State.FINE


def test_the_pins_are_really_taken_and_given_back() -> None:
    factory = MockFactory()
    places = pins("panel")
    with claimed(lambda: factory) as buttons:
        assert {name: pressed() for name, pressed in buttons.items()} == {"ok": False, "undo": False}
        factory.pin(places["undo"]).drive_low()
        assert buttons["undo"]()
        assert not any(factory.pin(places[output]).state for output in ("red", "green", "blue", "buzzer"))
        with pytest.raises(GPIOPinInUse):
            gpiozero.LED(places["red"], pin_factory=factory)
    gpiozero.LED(places["red"], pin_factory=factory).close()
    factory.reset()


# --- screen and touch -------------------------------------------------------------------------------------------


def display(tmp_path: Path, files: dict[str, str] | None = None, **changed: Any) -> Any:
    return one(machine(tmp_path, PI | (files or {}), settings=NO_PAD, **changed), "display")


def test_a_screen_on_the_console(tmp_path: Path) -> None:
    assert display(tmp_path / "1", {"sys/class/drm/card1-DSI-1/status": "disconnected\n"}).state is State.WARN
    closed = display(tmp_path / "2", may_use=lambda path: path.name != "renderD128")
    assert (closed.state, closed.advice) == (State.FAIL, "sudo usermod -aG video,render anna   then log out and in again.")
    # A closed card without a screen is none of our business.
    assert display(tmp_path / "3", may_use=lambda path: path.name != "card0").state is State.FINE
    assert display(tmp_path / "4", absent=["dev/dri/card1"]).state is State.FAIL
    misled = display(tmp_path / "5", environment={"SDL_KMSDRM_DEVICE_INDEX": "0"})
    assert (misled.state, misled.advice.startswith("unset SDL_KMSDRM_DEVICE_INDEX")) == (State.WARN, True)
    assert display(tmp_path / "6", environment={"SDL_KMSDRM_DEVICE_INDEX": "1"}).state is State.FINE
    # A panel is what fingers touch: it comes before a television on another card.
    both = display(tmp_path / "8", {"sys/class/drm/card0-HDMI-A-1/status": "connected\n"})
    assert (both.state, both.found) == (State.FINE, "DSI-1 on card1")
    assert display(tmp_path / "7", environment={"DISPLAY": ":0"}, may_use=lambda path: False).found == "a desktop (X11)"


def touch(tmp_path: Path, *panels: str, config: str = "", **changed: Any) -> Any:
    files = PI | {"proc/bus/input/devices": "\n".join(panels) + "\n", "boot/firmware/config.txt": machines.CONFIG + config}
    return one(machine(tmp_path, files, settings=NO_PAD, **changed), "touch")


def test_a_panel_that_is_seen_twice_is_told(tmp_path: Path) -> None:
    doubled = touch(tmp_path / "1", machines.TOUCH, machines.OLD_TOUCH, config="dtoverlay=rpi-ft5406\n")
    assert (doubled.state, doubled.advice) == (State.WARN, "Take dtoverlay=rpi-ft5406 out of config.txt and restart.")
    assert touch(tmp_path / "2", machines.TOUCH, machines.OLD_TOUCH).state is State.WARN
    assert touch(tmp_path / "3", machines.KEYBOARD, machines.TOUCHPAD, machines.TOUCH).found == "generic ft5x06 (79)"
    assert touch(tmp_path / "4", machines.KEYBOARD, machines.TOUCHPAD).state is State.ABSENT


def test_a_panel_that_may_not_be_read(tmp_path: Path) -> None:
    def closed(path: Path) -> bool:
        return path.name != "event4"

    assert touch(tmp_path / "1", machines.TOUCH, may_use=closed).advice.startswith("sudo usermod -aG input anna")
    # A desktop reads it itself.
    assert touch(tmp_path / "2", machines.TOUCH, may_use=closed, environment={"WAYLAND_DISPLAY": "w"}).state is State.FINE


# --- data -------------------------------------------------------------------------------------------------------


def test_data_that_others_may_read_or_nobody_may_write(tmp_path: Path) -> None:
    pi = machine(tmp_path / "two words", PI, settings=NO_PAD)
    typed = shlex.quote(str(pi.data))
    (pi.data / "journal.db").write_text("")
    (pi.data / "journal.db").chmod(0o600)
    assert one(pi, "data").state is State.FINE
    (pi.data / "journal.db").chmod(0o644)
    assert one(pi, "data").advice == f"chmod -R go= {typed}"
    (pi.data / "journal.db").chmod(0o600)
    pi.may_use = lambda path: path != pi.data
    assert one(pi, "data").advice == f"chmod -R u+rwX {typed}"
    pi.owner = lambda file: 0 if file == pi.data / "journal.db" else 1000
    assert one(pi, "data").advice == f"sudo chown -R anna: {typed}"


@pytest.mark.parametrize(
    ("mounts", "state"),
    [
        ("/dev/sda1 / ext4 ro,noatime 0 0\n", State.FAIL),
        ("overlay / overlay rw 0 0\n", State.WARN),
        ("/dev/sda1 / ext4 ro 0 0\ntmpfs {data} tmpfs rw 0 0\n", State.WARN),
        ("/dev/sda1 / ext4 ro 0 0\n/dev/sda2 {data} ext4 rw 0 0\n", State.FINE),
        ("/dev/sda1 / ext4 rw 0 0\n/dev/sda2 {data}2 ext4 ro 0 0\n", State.FINE),
    ],
)
def test_a_disk_that_keeps_nothing(tmp_path: Path, mounts: str, state: State) -> None:
    files = PI | {"proc/mounts": mounts.format(data=(tmp_path / "data").resolve())}
    assert one(machine(tmp_path, files, settings=NO_PAD), "data").state is state


def test_a_folder_that_is_still_to_be_made(tmp_path: Path) -> None:
    pi = machine(tmp_path, PI, settings=NO_PAD)
    pi.data = tmp_path / "not" / "yet"
    assert one(pi, "data").state is State.ABSENT
    assert one(pi, "disk speed").state is State.FINE
    assert not pi.data.exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "root"]
    pi.may_use = lambda path: False
    assert one(pi, "data").state is State.FAIL


@pytest.mark.parametrize(("free", "state"), [(49_000_000, State.FAIL), (400_000_000, State.WARN), (500_000_000, State.FINE)])
def test_room(tmp_path: Path, free: int, state: State) -> None:
    assert one(machine(tmp_path, PI, settings=NO_PAD, free=lambda path: free), "disk").state is state


def test_a_slow_card_is_told(tmp_path: Path) -> None:
    for number, (seconds, state) in enumerate(((0.01, State.FINE), (0.2, State.WARN))):
        # A clock that moves on by so much with each look.
        now = [0.0]

        def clock(now: list[float] = now, seconds: float = seconds) -> float:
            now[0] += seconds
            return now[0]

        finding = one(machine(tmp_path / str(number), PI, settings=NO_PAD, clock=clock), "disk speed")
        assert finding.state is state
        assert f"{seconds * 1000:.0f} ms" in finding.found
        assert len(list((tmp_path / str(number) / "data").iterdir())) == 0


# --- supply and clock -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "state", "word"),
    [
        ("0x0", State.FINE, "high enough"),
        ("0x50005", State.FAIL, "too low now"),
        ("0x1", State.FAIL, "too low now"),
        ("0x50000", State.WARN, "since the Pi was switched on"),
        ("0x80008", State.WARN, "heat"),
        ("0x20002", State.WARN, "heat"),
    ],
)
def test_the_voltage(tmp_path: Path, told: str, state: State, word: str) -> None:
    finding = one(machine(tmp_path, PI, settings=NO_PAD, run=commands({"vcgencmd get_throttled": f"throttled={told}\n"})), "supply")
    assert finding.state is state
    assert word in finding.found


@pytest.mark.parametrize(("alarm", "state"), [("0", State.FINE), ("1", State.FAIL), (None, State.WARN)])
def test_the_voltage_without_vcgencmd(tmp_path: Path, alarm: str | None, state: State) -> None:
    files = PI | {"sys/class/hwmon/hwmon0/name": "cpu_thermal\n"}
    if alarm is not None:
        files |= {"sys/class/hwmon/hwmon1/name": "rpi_volt\n", "sys/class/hwmon/hwmon1/in0_lcrit_alarm": f"{alarm}\n"}
    assert one(machine(tmp_path, files, settings=NO_PAD, run=commands({})), "supply").state is state


def test_a_pi_without_a_network_may_have_any_date(tmp_path: Path) -> None:
    alone = [name for name in PI if "timesync" in name]
    assert one(machine(tmp_path / "1", PI, settings=NO_PAD), "clock").state is State.FINE
    assert one(machine(tmp_path / "2", PI, settings=NO_PAD, absent=alone), "clock").state is State.WARN
    told = commands({"timedatectl show --property=NTPSynchronized --value": "yes\n"})
    assert one(machine(tmp_path / "3", PI, settings=NO_PAD, absent=alone, run=told), "clock").state is State.FINE


def test_a_date_before_the_newest_game_is_wrong(tmp_path: Path) -> None:
    pi = machine(tmp_path, PI, settings=NO_PAD)
    file = pi.data / "journal.db"
    file.touch(mode=0o600)
    os.utime(file, (2_000_000_000, 2_000_000_000))
    pi.now = lambda: 2_000_000_000 - 3 * 86_400
    finding = one(pi, "clock")
    assert (finding.state, "before the newest game" in finding.found) == (State.FAIL, True)
    pi.now = lambda: 2_000_000_000 - 60
    assert one(pi, "clock").state is State.FINE


# --- while the companion runs -----------------------------------------------------------------------------------


def test_the_devices_of_a_running_companion_are_left_alone(tmp_path: Path) -> None:
    def never() -> Any:
        raise AssertionError("this belongs to the companion")

    pi = machine(tmp_path, PI | PICO, claim_panel=never, picos=never)
    handle = os.open(pi.data / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(handle, fcntl.LOCK_EX)
    try:
        machines.opened_by(pi.root, 99, "companion", "/dev/ttyACM0")
        assert wrong(pi) == []
        for check in ("companion", "pad", "firmware", "panel"):
            assert one(pi, check).state is State.ABSENT
        assert one(pi, "USB").state is State.FINE
    finally:
        os.close(handle)
    assert not pi.companion_runs()
