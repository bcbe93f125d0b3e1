"""bin/install sets a Raspberry Pi up, may be run again, and takes back what it has changed and nothing else."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.packaging.fakes import PROJECT
from tests.packaging.installing import Pi, laptop, raspberry_pi


@pytest.fixture
def running() -> Iterator[str]:
    """What stands for /run/user/1000. Not where the tests' files may lie: a service with name spaces can't work below /dev."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        yield folder


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return raspberry_pi(tmp_path)


def unit_lists(file: Path) -> dict[str, list[str]]:
    """All values of each key of a unit's [Service], in their order."""
    found: dict[str, list[str]] = {}
    for key, value in re.findall(r"^(\w+)=(.*)$", file.read_text().partition("[Service]")[2].partition("\n[")[0], re.MULTILINE):
        found.setdefault(key, []).append(value)
    return found


def unit(file: Path) -> configparser.ConfigParser:
    """A systemd unit; of a key that is there several times the last."""
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string(file.read_text())
    return parser


# --- a dry run ---


def test_a_dry_run_prints_every_step_and_does_none(pi: Pi) -> None:
    before = pi.tree()
    said = pi.install("--dry-run")
    assert pi.tree() == before
    acts = pi.acts()
    assert acts == []
    for step in (
        "sudo apt-get install python3-lgpio",
        "sudo apt-get install python3-spidev",
        "sudo raspi-config nonint do_spi 0",
        "sudo usermod -aG spi,gpio,dialout,input,render player",
        "/etc/udev/rules.d/99-vabanque.rules is written",
        "A virtual environment is made in",
        "mfrc522 with --no-deps",
        "/etc/systemd/system/vabanque.service is written",
        "sudo systemctl enable vabanque.service",
        "nothing was changed",
    ):
        assert step in said


def test_a_dry_run_of_the_removal_removes_nothing(pi: Pi) -> None:
    pi.install()
    pi.acts()
    before = pi.tree()
    said = pi.install("--remove", "--dry-run")
    assert pi.tree() == before
    assert pi.acts() == []
    assert "sudo gpasswd -d player spi" in said
    assert "sudo raspi-config nonint do_spi 1" in said


# --- without a desktop ---


def test_a_fresh_pi_without_a_desktop_is_set_up_whole(pi: Pi) -> None:
    said = pi.install()
    assert "Raspberry Pi 5 Model B Rev 1.0: installing the companion for player." in said
    assert "sudo reboot" in said
    acts = pi.acts()
    assert "raspi-config nonint do_spi 0" in acts
    assert "dtparam=spi=on" in pi.config.read_text().splitlines()
    assert pi.groups == ["player", "audio", "video", "spi", "gpio", "dialout", "input", "render"]
    rule = pi.files / "etc" / "udev" / "rules.d" / "99-vabanque.rules"
    assert rule.read_text() == (PROJECT / "firmware" / "99-vabanque.rules").read_text()
    assert "sudo systemctl enable vabanque.service" in acts

    # The system's own Python is not touched: all packages go into the version's environment.
    (made,) = (act for act in acts if act.startswith("venv"))
    version = (pi.program / "current").resolve()
    assert made == f"venv --clear --without-pip --system-site-packages {version}"
    assert (version / "complete").exists()
    installed = [act for act in acts if act.startswith("pip install")]
    assert " kivy" in installed[0]
    assert [act for act in installed if "rpi-lgpio" in act] != []
    assert [act for act in installed if "mfrc522" in act] == [act for act in installed if "--no-deps mfrc522" in act] != []
    assert [act for act in acts if "RPi.GPIO" in act] == []

    # Links that follow whichever version is current.
    command = pi.home / ".local" / "bin" / "companion"
    assert command.readlink() == pi.program / "current" / "bin" / "companion"
    assert (pi.home / ".local" / "share" / "man" / "man1" / "companion.1").readlink().is_relative_to(pi.program / "current")


def test_the_service_runs_as_the_user_restarts_and_is_watched(pi: Pi) -> None:
    pi.install()
    service = unit(pi.unit)["Service"]
    assert service["User"] == "player"
    assert service["ExecStart"] == f'"{pi.program}/start" play'
    assert service["Restart"] == "always"
    # READY and the beat come from the program, which is a child of the launcher while a version is on probation.
    assert (service["Type"], service["NotifyAccess"]) == ("notify", "all")
    assert 10 <= int(service["WatchdogSec"]) <= 60
    assert unit(pi.unit)["Unit"]["StartLimitIntervalSec"] == "0"
    # Two failing starts of a version on probation and the start of the one before fit in.
    assert int(service["TimeoutStartSec"]) > 3 * 90
    # What is typed goes there and to no login.
    assert (service["StandardInput"], service["TTYPath"]) == ("tty", "/dev/tty1")
    assert unit(pi.unit)["Unit"]["Conflicts"] == "getty@tty1.service"
    assert set(service["RestrictAddressFamilies"].split()) == {"AF_UNIX", "AF_NETLINK"}
    assert re.findall(r"@[A-Z]+@", pi.unit.read_text()) == []


@pytest.mark.parametrize("name", ["console.service", "desktop.service"])
def test_systemd_takes_the_units_as_they_are(tmp_path: Path, running: str, name: str) -> None:
    start = tmp_path / "the home" / "start"
    start.parent.mkdir()
    start.write_text("#!/bin/sh\n")
    start.chmod(0o755)
    text = (PROJECT / "bin" / "lib" / "units" / name).read_text()
    for word, meant in (("@USER@", "root"), ("@USERHOME@", "/root"), ("@HOME@", str(start.parent))):
        text = text.replace(word, meant)
    file = tmp_path / "vabanque.service"
    file.write_text(text)
    where = ["--user"] if name == "desktop.service" else []
    if where:
        (tmp_path / "vabanque.service.d").mkdir()
        shutil.copy(PROJECT / "bin" / "lib" / "units" / "desktop-closed.conf", tmp_path / "vabanque.service.d" / "closed.conf")

    def verify() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["systemd-analyze", *where, "verify", "--man=no", str(file)],
            env={"PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": running},
            capture_output=True,
            text=True,
            check=False,
        )

    done = verify()
    assert (done.returncode, done.stderr) == (0, "")
    file.write_text(text.replace("WatchdogSec", "WatchdgSec"))
    assert "WatchdgSec" in verify().stderr


def exposure(file: Path, running: str, *where: str) -> float:
    """What `systemd-analyze security` makes of a unit: from 0, which can do nothing, to 10."""
    done = subprocess.run(
        ["systemd-analyze", *where, "security", "--offline=yes", "--no-pager", str(file)],
        env={"PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": running},
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.search(r"Overall exposure level for \S+: ([0-9.]+)", done.stdout)
    assert found, done.stdout + done.stderr
    return float(found[1])


def test_the_service_can_do_little_beside_its_work(pi: Pi, running: str) -> None:
    pi.install()
    assert exposure(pi.unit, running) <= 2.0
    text = pi.unit.read_text()
    without = pi.unit.with_name("without.service")
    without.write_text(text.replace("SystemCallFilter=", "#").replace("CapabilityBoundingSet=", "#").replace("ProtectSystem=", "#"))
    assert exposure(without, running) > 3.0
    service = unit_lists(pi.unit)
    assert service["LimitCORE"] == ["0"]
    # What it must be able to do: write games and versions at home, and backups onto sticks; stand in a folder that it may write to;
    # open devices, and hear from the kernel and from udev that one is plugged in.
    assert service["ReadWritePaths"] == [f'"{pi.home}" -/media -/run/media -/mnt']
    assert service["WorkingDirectory"] == ["/run/vabanque"]
    assert service["RuntimeDirectory"] == ["vabanque"]
    assert not {"PrivateDevices", "DevicePolicy", "DeviceAllow", "ProtectClock", "PrivateNetwork", "PrivateUsers", "ProtectHome"} & set(service)
    assert not {"MemoryDenyWriteExecute", "ProcSubset"} & set(service)
    assert "AF_UNIX AF_NETLINK" in service["RestrictAddressFamilies"]


def test_on_the_desktop_it_can_do_little_beside_its_work_either(pi: Pi, running: str) -> None:
    pi.has_a_desktop()
    pi.install()
    file = pi.home / ".config" / "systemd" / "user" / "vabanque.service"
    closed = file.parent / "vabanque.service.d" / "closed.conf"
    assert exposure(file, running, "--user") <= 2.6
    service = unit_lists(file)
    assert service["LimitCORE"] == ["0"]
    assert (service["RuntimeDirectory"], service["WorkingDirectory"]) == (["vabanque"], ["%t/vabanque"])
    assert service["SystemCallFilter"] == ["@system-service", "~@privileged @resources"]
    # Games and versions at home, backups on sticks, sockets and small files of the desktop; readers and pins below /dev.
    assert unit_lists(closed)["ReadWritePaths"] == ["%h %t /tmp /var/tmp -/media -/run/media -/mnt"]
    asked = set(service) | set(unit_lists(closed))
    assert not {"PrivateDevices", "DevicePolicy", "DeviceAllow", "ProtectClock", "PrivateTmp", "ProtectHome", "MemoryDenyWriteExecute"} & asked


def test_where_the_kernel_makes_no_name_spaces_the_desktops_service_asks_for_none(pi: Pi) -> None:
    pi.has_a_desktop()
    pi.install()
    file = pi.home / ".config" / "systemd" / "user" / "vabanque.service"
    assert "gives a user no name spaces" in pi.install(NO_NAME_SPACES="1")
    assert not file.with_name("vabanque.service.d").exists()
    # Each of these would make one.
    assert not {"PrivateUsers", "ProtectSystem", "ProtectProc", "ProtectHostname", "CapabilityBoundingSet", "PrivateTmp"} & set(unit_lists(file))


def test_a_second_run_finds_everything_done(pi: Pi) -> None:
    pi.install()
    pi.acts()
    before = pi.tree()
    said = pi.install(IS_ACTIVE="0")
    assert pi.tree() == before
    assert pi.acts() == []
    assert "is installed." in said


def test_a_changed_project_is_installed_beside_the_version_that_runs(pi: Pi) -> None:
    pi.runs_systemd()
    pi.install()
    first = (pi.program / "current").resolve()
    (pi.root / "companion" / "new.py").write_text("")
    pi.acts()
    pi.install(IS_ACTIVE="0")
    second = (pi.program / "current").resolve()
    assert second != first
    assert (pi.program / "previous").resolve() == first
    assert (first / "complete").exists()
    # The one that plays is replaced, once all is in its place.
    assert pi.acts()[-1] == "systemctl restart --no-block vabanque.service"


@pytest.mark.parametrize("pip", ["half", "killed", "interrupted", "1"])
def test_what_was_broken_off_leaves_the_old_version_and_the_next_run_begins_anew(pi: Pi, pip: str) -> None:
    pi.install()
    first = (pi.program / "current").resolve()
    (pi.root / "companion" / "new.py").write_text("")
    broken = pi.run(pi.root / "bin" / "install", **pi.environment(), PIP=pip)
    assert broken.returncode != 0
    assert (pi.program / "current").resolve() == first
    pi.install()
    assert (pi.program / "current").resolve() != first
    assert (pi.program / "current" / "complete").exists()


def test_a_version_that_does_not_run_is_not_taken(pi: Pi) -> None:
    broken = pi.run(pi.root / "bin" / "install", **pi.environment(), PROGRAM="1")
    assert broken.returncode == 1
    assert "does not run here" in broken.stderr
    assert not (pi.program / "current").is_symlink()


def test_a_missing_reader_is_told_and_looked_for_by_the_next_run(pi: Pi) -> None:
    said = pi.install(PIP="without spidev").partition("Done.")[2]
    assert "Could not be had: spidev. Without that the reading pad does not work; wands, rings and the screen do." in said
    assert "start this again:  sudo apt-get install python3-spidev\n" in said
    assert (pi.program / "current" / "complete").exists()
    # It has taken none of the others away.
    assert {act.split()[-1].partition(">")[0] for act in pi.acts() if act.startswith("pip")} >= {"rpi-lgpio", "lgpio", "mfrc522"}
    assert "Could not be had: spidev." in pi.install(PIP="without spidev"), "it is told as long as it is so"
    pi.acts()
    pi.install()
    assert [act for act in pi.acts() if "mfrc522" in act] != []
    pi.install()
    assert [act for act in pi.acts() if act.startswith("pip")] == []


@pytest.mark.parametrize(
    ("missing", "devices", "remedy"),
    [
        ("spidev", "the reading pad does not work;", "sudo apt-get install python3-spidev"),
        ("lgpio spidev", "the reading pad and the panel (buttons and light) do not work;", "sudo apt-get install python3-lgpio python3-spidev"),
        ("mfrc522", "the reading pad does not work;", "Connect the internet, and start this again."),
    ],
)
def test_each_package_that_is_missing_takes_its_own_devices_and_has_its_own_remedy(pi: Pi, missing: str, devices: str, remedy: str) -> None:
    said = pi.bash(f"tell_unread {missing}", **pi.environment()).stderr
    assert f"Could not be had: {missing}. Without that {devices}" in said
    assert remedy in said
    assert ("apt-get" in said, "package index" in said) == (missing != "mfrc522", "mfrc522" in missing)


# --- a step that fails is told ---


def ends(pi: Pi, **environment: str) -> str:
    """What stands after "Done." of a run in which something could not be done; it says so by its status as well."""
    done = pi.run(pi.root / "bin" / "install", **pi.environment(), **environment)
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout.partition("\nDone.\n")[2]


def test_a_boot_partition_that_takes_nothing_is_told_where_raspi_config_says_nothing(pi: Pi) -> None:
    pi.command("raspi-config")
    assert "    the SPI bus\n" in ends(pi)
    pi.config.unlink()
    assert "    the SPI bus\n" in ends(pi)


def test_libraries_that_apt_can_not_install_are_told_at_the_end(pi: Pi) -> None:
    """Without them there is nothing on the screen, so that this has to be read."""
    setup = pi.root / "bin" / "lib" / "setup.sh"
    setup.write_text(setup.read_text().replace("libGL.so.1:libgl1 ", "libnowhere.so.1:libnowhere "))
    pi.command("apt-get", 'case "$*" in *libnowhere*) exit 1 ;; esac; touch "$(dirname "$0")/calls ${*: -1}"')
    assert "the libraries that draw the screen" in ends(pi)


def test_a_desktop_whose_files_can_not_be_written_is_told(pi: Pi) -> None:
    pi.has_a_desktop()
    (pi.home / ".config").write_text("no folder\n")
    assert "    the start with the machine\n" in ends(pi)


def test_a_service_that_can_not_be_started_anew_is_told(pi: Pi) -> None:
    pi.install()
    pi.runs_systemd()
    (pi.root / "README.md").write_text("another version\n")
    pi.command("systemctl", 'case "$*" in *is-*) exit 0 ;; *restart*) exit 1 ;; esac')
    assert "    the restart of the companion, which still runs in its old version\n" in ends(pi)


def test_no_room_for_an_environment_is_told_in_words(pi: Pi) -> None:
    pi.home.joinpath(".local", "lib").mkdir(parents=True)
    python = pi.files / "usr" / "bin" / "python3"
    python.write_text(python.read_text().replace('"-m venv "*)', '"-m venv "*) exit 1 ;;\n    "-m never"*)'))
    done = pi.run(pi.root / "bin" / "install", **pi.environment())
    assert (done.returncode, "The virtual environment could not be made." in done.stderr) == (1, True)
    assert "Done." not in done.stdout


# --- the Pi's own settings ---


@pytest.mark.parametrize(
    ("config", "after"),
    [
        ("#dtparam=spi=on\n[all]\n", "dtparam=spi=on\n[all]\n"),
        ("# dtparam=spi=on\n", "dtparam=spi=on\n"),
        # After a section it would count for one model only.
        ("gpu_mem=64\n[cm4]\notg_mode=1\n", "dtparam=spi=on\ngpu_mem=64\n[cm4]\notg_mode=1\n"),
    ],
)
def test_without_raspi_config_spi_is_switched_on_in_the_firmwares_settings(pi: Pi, config: str, after: str) -> None:
    (pi.commands / "raspi-config").unlink()
    pi.config.write_text(config)
    pi.install()
    assert pi.config.read_text() == after
    pi.install()
    assert pi.config.read_text() == after
    pi.install("--remove")
    assert "dtparam=spi=on" not in [line.strip() for line in pi.config.read_text().splitlines()]


@pytest.mark.parametrize("line", ["dtparam=spi=on", "dtparam=i2c_arm=on,spi=on"])
def test_spi_that_was_on_before_stays_on(pi: Pi, line: str) -> None:
    pi.config.write_text(f"{line}\n")
    pi.install()
    pi.install("--remove")
    assert [act for act in pi.acts() if "raspi-config" in act] == []
    assert pi.config.read_text() == f"{line}\n"


def test_an_older_pi_os_keeps_its_settings_in_boot(pi: Pi) -> None:
    (pi.commands / "raspi-config").unlink()
    shutil.move(pi.config, pi.files / "boot" / "config.txt")
    pi.install()
    assert "dtparam=spi=on" in (pi.files / "boot" / "config.txt").read_text().splitlines()


def test_a_console_that_would_go_dark_is_kept_lit_on_one_line(pi: Pi) -> None:
    before = pi.cmdline.read_text()
    (pi.files / "sys" / "module" / "kernel" / "parameters" / "consoleblank").write_text("600\n")
    pi.install()
    assert pi.cmdline.read_text() == before.rstrip("\n") + " consoleblank=0\n"
    pi.install()
    assert pi.cmdline.read_text().count("consoleblank") == 1
    pi.install("--remove")
    assert pi.cmdline.read_text() == before


def without(pi: Pi, name: str) -> Path:
    """The machine's own commands but for one."""
    folder = pi.commands.parent / "others"
    folder.mkdir()
    for command in Path("/usr/bin").iterdir():
        if command.name != name:
            (folder / command.name).symlink_to(command)
    return folder


def test_without_a_desktop_the_player_may_mount_sticks_and_with_one_it_does_that_itself(pi: Pi) -> None:
    rule = pi.files / "etc" / "polkit-1" / "rules.d" / "50-vabanque.rules"
    before = pi.tree()
    (pi.commands / "udisksctl").unlink()
    said = pi.install(PATH=f"{pi.commands}:{without(pi, 'udisksctl')}")
    assert "apt-get -qq -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=120 install --yes --no-install-recommends udisks2 polkitd" in "\n".join(pi.acts())
    assert 'subject.user == "player"' in rule.read_text()
    # No more than that: sticks, and switching off on the screen.
    asked = re.findall(r'"(org\.[^"]+)"', rule.read_text())
    assert [action.rpartition(".")[2] for action in asked] == [
        "filesystem-mount", "filesystem-mount-other-seat", "power-off", "power-off-multiple-sessions",
    ]  # fmt: skip
    assert said.count("sudo install -D -m 644") == 3
    pi.command("udisksctl")
    assert "player may mount them." in pi.install()
    pi.install("--remove")
    assert not rule.exists()
    pi.has_a_desktop()
    pi.install()
    assert not rule.exists()
    assert before.keys() <= pi.tree().keys()


def test_a_console_that_stays_lit_is_left_alone(pi: Pi) -> None:
    before = pi.cmdline.read_text()
    pi.install()
    assert pi.cmdline.read_text() == before


# --- the desktop ---


def test_on_a_desktop_it_is_the_users_own_service_and_an_entry_in_the_menu(pi: Pi) -> None:
    pi.has_a_desktop()
    pi.install()
    assert not pi.unit.exists()
    service = unit(pi.home / ".config" / "systemd" / "user" / "vabanque.service")["Service"]
    assert service["Restart"] == "always"
    assert "TTYPath" not in service
    for entry in (pi.home / ".config" / "autostart", pi.home / ".local" / "share" / "applications"):
        assert f'Exec="{pi.program}/open"' in (entry / "vabanque.desktop").read_text().splitlines()
    assert os.access(pi.program / "open", os.X_OK)
    assert "vabanque.service" in (pi.program / "open").read_text()


def test_from_console_to_desktop_and_back_only_one_start_is_left(pi: Pi) -> None:
    autostart = pi.home / ".config" / "autostart" / "vabanque.desktop"
    pi.install()
    pi.has_a_desktop()
    pi.install()
    assert (pi.unit.exists(), autostart.exists()) == (False, True)
    pi.install("--console")
    assert (pi.unit.exists(), autostart.exists()) == (True, False)


def test_a_pi_that_is_not_to_start_it_is_not_said_to_be_no_pi(pi: Pi) -> None:
    said = pi.install("--no-start")
    assert "skipped, as asked. Open it with: companion play" in said
    assert "this is no Raspberry Pi" not in said
    assert not pi.unit.exists()


def test_a_desktop_that_boots_to_the_console_is_none(pi: Pi) -> None:
    pi.has_a_desktop()
    (pi.files / "etc" / "systemd" / "system" / "default.target").symlink_to("/lib/systemd/system/multi-user.target")
    pi.install()
    assert pi.unit.exists()


# --- other machines ---


def test_on_a_laptop_it_says_what_it_leaves_out(tmp_path: Path) -> None:
    machine = laptop(tmp_path)
    said = machine.install()
    assert said.count("skipped: this is no Raspberry Pi") == 2
    assert not machine.unit.exists()
    assert (machine.program / "current" / "complete").exists()
    acts = machine.acts()
    assert [act for act in acts if "lgpio" in act or "mfrc522" in act] == []
    assert [act for act in acts if act.startswith("venv")] == [f"venv --clear --without-pip {(machine.program / 'current').resolve()}"]
    machine.install()
    assert machine.acts() == []


def test_root_is_told_to_run_it_as_the_player(pi: Pi) -> None:
    done = pi.run(pi.root / "bin" / "install", **pi.environment(), ROOT_ID="0")
    assert done.returncode == 1
    assert "Run this as the person whose games they will be" in done.stderr
    assert pi.acts() == []


def test_with_sudo_before_it_it_goes_on_as_who_typed_it(pi: Pi) -> None:
    pi.command("sudo", "exit 7")
    done = pi.run(pi.root / "bin" / "install", "--dry-run", **pi.environment(), ROOT_ID="0", SUDO_USER="player")
    assert done.returncode == 7
    assert pi.acts() == ["sudo -H -u player -- ROOT/bin/install --dry-run"]


def test_who_may_not_use_sudo_gets_the_program_and_is_told_what_is_missing(tmp_path: Path) -> None:
    machine = laptop(tmp_path)
    machine.command("sudo", "exit 1")
    done = machine.run(machine.root / "bin" / "install", **machine.environment())
    assert done.returncode == 1
    assert "not all could be done" in done.stdout
    assert "    the groups\n    the rule for wands and rings on USB\n" in done.stdout
    assert (machine.program / "current" / "complete").exists()
    # What was not done is not taken back either.
    machine.acts()
    machine.install("--remove")
    assert machine.acts() == []
    assert not machine.program.exists()


def test_a_rule_that_another_person_has_put_there_stays(tmp_path: Path) -> None:
    machine = laptop(tmp_path)
    machine.install()
    shutil.rmtree(machine.program)
    machine.install()
    machine.install("--remove")
    assert (machine.files / "etc" / "udev" / "rules.d" / "99-vabanque.rules").exists()


@pytest.mark.parametrize("words", [["--dryrun"], ["--purge"], ["--offline"], ["--offline", ""], ["--for", ""]], ids=str)
def test_a_word_that_is_not_known_or_wants_another_is_refused_before_anything_is_done(pi: Pi, words: list[str]) -> None:
    """An empty name of a folder is most often a variable that nobody has set: without a network is not with one."""
    done = pi.run(pi.root / "bin" / "install", *words, **pi.environment())
    assert done.returncode == 2
    assert "bin/install --dry-run" in done.stderr
    assert pi.acts() == []


# --- taking it back ---


@pytest.mark.parametrize("desktop", [False, True])
def test_removed_it_leaves_the_machine_as_it_was_but_for_the_games(pi: Pi, desktop: bool) -> None:
    if desktop:
        pi.has_a_desktop()
    before = pi.tree()
    groups = pi.groups
    pi.install()
    journal = pi.home / ".local" / "share" / "vabanque-companion" / "journal.db"
    journal.parent.mkdir(parents=True)
    journal.write_text("games")
    said = pi.install("--remove")
    assert f"are kept in {journal.parent}" in said
    # raspi-config writes "off" where a comment was.
    after = {name: text.replace("dtparam=spi=off", "#dtparam=spi=on") for name, text in pi.tree().items()}
    assert after == before | {"home/.local/share/vabanque-companion/journal.db": "games"}
    assert pi.groups == groups

    pi.install("--remove", "--purge")
    assert not journal.parent.exists()


def test_groups_that_the_player_was_in_before_are_kept(pi: Pi) -> None:
    (pi.commands / "groups").write_text("player\nspi\ngpio\n")
    pi.install()
    pi.install("--remove")
    assert pi.groups == ["player", "spi", "gpio"]


def test_links_of_somebody_elses_companion_are_left(pi: Pi) -> None:
    pi.install()
    command = pi.home / ".local" / "bin" / "companion"
    command.unlink()
    command.symlink_to("/usr/bin/true")
    pi.install("--remove")
    assert command.readlink() == Path("/usr/bin/true")


def test_a_removal_that_was_broken_off_can_be_done_again(pi: Pi) -> None:
    before = pi.groups
    pi.install()
    pi.command("gpasswd", 'if [ "$3" = gpio ]; then exit 1; fi; sed -i "/^$3\\$/d" "$GROUPS_FILE"')
    broken = pi.run(pi.root / "bin" / "install", "--remove", **pi.environment())
    assert (broken.returncode != 0, "Not all has been removed" in broken.stderr, "Done." in broken.stdout) == (True, True, False)
    pi.command("gpasswd", 'sed -i "/^$3\\$/d" "$GROUPS_FILE"')
    pi.install("--remove")
    assert pi.groups == before
    assert not pi.program.exists()
