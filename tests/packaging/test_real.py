"""The real bin/install, for a person with an empty home: pip, the package index, sudo, groups and /etc are the machine's own."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.packaging.fakes import PROJECT
from tests.packaging.person import Person, changed, etc, person, reaches_the_index
from tests.packaging.stick import can_be_plugged, with_a_stick

RULE = "/etc/udev/rules.d/99-vabanque.rules"
KEPT = {".local", ".local/share", ".local/share/vabanque-companion"}
"""What --remove leaves below the home beside the games, tags and settings, which lie in the last of these folders."""


@pytest.fixture
def somebody() -> Iterator[Person]:
    with person() as made:
        yield made


def wheel_of(somebody: Person, version: str) -> Path:
    """Builds the project under another number, as a release is built."""
    copy = somebody.folder / version
    somebody.does("cp", "-R", somebody.project, copy)
    somebody.does("sed", "-i", f's/^__version__ = .*/__version__ = "{version}"/', copy / "companion" / "__init__.py")
    python = somebody.home / ".local/lib/vabanque-companion/current/bin/python"
    somebody.does(python, "-m", "pip", "wheel", "--quiet", "--no-cache-dir", "--no-deps", "--wheel-dir", copy / "dist", copy)
    (wheel,) = (copy / "dist").iterdir()
    return wheel


def plays(somebody: Person) -> None:
    """Starts it as its unit does, on a screen that nobody sees, until that screen is alive; then ends it as systemd does."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        address = somebody.folder / "told"
        told.bind(str(address))
        address.chmod(0o777)
        told.settimeout(120)
        start = somebody.home / ".local/lib/vabanque-companion/start"
        process = somebody.start(start, "play", SDL_VIDEODRIVER="offscreen", SDL_AUDIODRIVER="dummy", NOTIFY_SOCKET=str(address))
        while b"READY=1" not in told.recv(1000):
            continue
        end = time.monotonic() + 120
        while (start.parent / "probation").exists():
            assert time.monotonic() < end
            time.sleep(0.05)
        process.terminate()
        assert process.wait(timeout=120) == 0, (somebody.folder / "said").read_text()
    address.unlink()


def backs_up_onto_a_stick(somebody: Person) -> None:
    """As bin/install leaves a machine without a desktop: a stick is mounted for the backup, and nothing on it can be run."""
    refused = with_a_stick(somebody, "companion backup", may_mount=False)
    assert "this user may not open it. Run bin/install again." in refused.stderr, refused.stdout + refused.stderr
    done = with_a_stick(somebody, "companion backup && ls /media/*/STICK && grep STICK /proc/self/mounts")
    assert done.returncode == 0, done.stdout + done.stderr
    said, may, *listed = done.stdout.splitlines()
    saved = re.fullmatch(rf"Saved \d+ games? to /media/{somebody.user}/STICK/(\S+)\.", said)
    assert saved, said
    assert may == "You can remove the stick now."
    assert saved[1] in listed
    assert {"nosuid", "nodev", "noexec"} <= set(listed[-1].split()[3].split(","))


def may_switch_off_and_no_more(somebody: Person) -> None:
    """What polkit itself says of it, with the rule and without."""
    asked = "for each in power-off reboot suspend; do pkcheck --action-id org.freedesktop.login1.$each --process $$ >/dev/null 2>&1; echo $?; done"
    allowed, without = (with_a_stick(somebody, asked, may_mount=may).stdout.split() for may in (True, False))
    assert [status == "0" for status in allowed] == [True, False, False]
    assert "0" not in without


def starts_with_the_machine(somebody: Person, record_property: Callable[[str, object], None]) -> None:
    """On the console, then with the desktop: of the two one is left. Only where no systemd runs that would do it at once."""
    installer, unit = somebody.project / "bin" / "install", Path("/etc/systemd/system/vabanque.service")
    assert "sudo systemctl enable vabanque.service" in somebody.does(installer, "--console")
    assert somebody.does("systemctl", "is-enabled", "vabanque.service") == "enabled\n"
    # With the real user and the real program in it.
    assert somebody.run("systemd-analyze", "verify", "--man=no", unit).stderr == ""
    if can_be_plugged(somebody.folder):
        backs_up_onto_a_stick(somebody)
        may_switch_off_and_no_more(somebody)
    else:
        record_property("not tested here", "A real stick on a system without a desktop: that takes root, name spaces and loop devices.")
    autostart = somebody.home / ".config" / "autostart" / "vabanque.desktop"
    somebody.does(installer, "--desktop")
    assert (unit.exists(), autostart.exists()) == (False, True)
    assert somebody.run("systemctl", "is-enabled", "vabanque.service").returncode != 0
    somebody.does(installer, "--console")
    assert (unit.exists(), autostart.exists()) == (True, False)


def package(folder: Path, name: str, version: str, *needs: str) -> None:
    """A wheel with nothing in it but its name."""
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        asked = "".join(f"Requires-Dist: {each}\n" for each in needs)
        wheel.writestr(f"{name}-{version}.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{asked}")
        wheel.writestr(f"{name}-{version}.dist-info/WHEEL", "Wheel-Version: 1.0\nGenerator: a test\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{name}-{version}.dist-info/RECORD", "")


def test_of_the_readers_packages_pip_installs_each_that_there_is(tmp_path: Path) -> None:
    """The real pip, where lgpio can't be had: it takes along only what needs it."""
    package(tmp_path, "rpi_lgpio", "0.6", "lgpio>=0.1.0.1")
    package(tmp_path, "spidev", "3.7")
    package(tmp_path, "mfrc522", "0.0.7", "RPi.GPIO", "spidev")
    script = """root=$1 venv=$2/venv pi=yes; . "$root/bin/lib/setup.sh"; python=$3; pip_options=(--no-index --find-links "$2")
        "$python" -m venv "$venv"
        install_reader 2>/dev/null || tell_unread "${unread[@]}"
        "$venv/bin/python" -m pip list --format=freeze --disable-pip-version-check"""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")} | {"PIP_CONFIG_FILE": "/dev/null"}
    done = subprocess.run(["bash", "-euc", script, "-", PROJECT, tmp_path, sys.executable], env=plain, capture_output=True, text=True, check=True)
    assert {"mfrc522==0.0.7", "spidev==3.7"} <= set(done.stdout.splitlines())
    assert "lgpio" not in done.stdout
    assert "Could not be had: rpi-lgpio lgpio. Without that the reading pad and the panel (buttons and light) do not work" in done.stderr
    assert done.stderr.endswith("sudo apt-get install python3-rpi-lgpio python3-lgpio\n")


def test_it_installs_plays_updates_goes_back_and_leaves_nothing(somebody: Person, record_property: Callable[[str, object], None]) -> None:
    if not reaches_the_index(somebody):
        record_property("not tested here", "bin/install: the package index can't be reached, so pip can install nothing. Connect the internet.")
        return
    installer = somebody.project / "bin" / "install"
    before, groups = etc(), somebody.groups()
    done = somebody.run(installer, "--no-start")
    if somebody.may_sudo:
        assert done.returncode == 0, done.stdout + done.stderr
        assert RULE in before or RULE in changed(before, etc())
        system = set(subprocess.run(["getent", "group"], capture_output=True, text=True, check=True).stdout.replace(":", "\n").split())
        assert somebody.groups() >= {"spi", "gpio", "dialout", "input", "video", "render", "audio"} & system
    else:
        assert "What is missing takes an administrator" in done.stdout, done.stdout + done.stderr
        record_property("not tested here", "bin/install's changes of /etc and groups: sudo asks for a password.")
        assert changed(before, etc()) == []
    # What it says at its end is typed as it stands.
    assert "Then: companion play" in done.stdout
    assert somebody.does("companion", "version").splitlines()[0].split() == ["companion", "0.1.0"]
    assert "the game is over" in somebody.does("companion", "demo", "--seed", "1")
    assert (somebody.home / ".local/share/man/man1/companion.1").read_text().count("\n.TH COMPANION 1\n") == 1
    examined = somebody.run("companion", "doctor")
    assert (examined.returncode in (0, 1), examined.stderr) == (True, ""), examined.stdout
    plays(somebody)

    assert "0.2.0 is installed" in somebody.does("companion", "update", wheel_of(somebody, "0.2.0"))
    plays(somebody)
    assert somebody.does("companion", "update").startswith("Version 0.2.0\n")
    assert somebody.does("companion", "version").splitlines()[0].split() == ["companion", "0.2.0"]
    assert somebody.does("companion", "update", "--back") == "0.1.0 is started next.\n"
    assert somebody.does("companion", "version").splitlines()[0].split() == ["companion", "0.1.0"]
    plays(somebody)

    # A second run finds all done.
    assert "version 0.1.0-" in somebody.does(installer, "--no-start")
    if somebody.may_sudo and not Path("/run/systemd/system").exists():
        starts_with_the_machine(somebody, record_property)
    else:
        record_property("not tested here", "The real bin/install --console: systemd runs here, and would give this machine's screen away.")
    somebody.does(installer, "--remove")
    left = somebody.files()
    assert {path for path in left if not path.startswith(".local/share/vabanque-companion/")} == KEPT
    assert ".local/share/vabanque-companion/journal.db" in left
    assert (changed(before, etc()), somebody.groups()) == ([], groups)
    assert os.listdir(somebody.folder / "tmp") == []

    somebody.does(installer, "--remove", "--purge")
    assert somebody.files() == set()
