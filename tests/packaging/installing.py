"""A machine on which bin/install can do everything: users, groups, raspi-config, systemd and sudo are fakes that remember."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.packaging.fakes import PROJECT, Machine, new_machine

ID = """case "$1" in
    -u) echo "${ROOT_ID:-1000}" ;;
    -un) echo player ;;
    -nG) tr '\\n' ' ' <"$GROUPS_FILE" ;;
esac"""

RASPI_CONFIG = """case "$3" in
    0) sed -i -E 's/^#?dtparam=spi=.*/dtparam=spi=on/' "$COMPANION_MACHINE/boot/firmware/config.txt" ;;
    1) sed -i -E 's/^#?dtparam=spi=.*/dtparam=spi=off/' "$COMPANION_MACHINE/boot/firmware/config.txt" ;;
esac"""

HARMLESS = ("id ", "getent ", "unshare ", "systemctl is-enabled ", "systemctl --quiet is-active ", "systemctl --user --quiet is-active ")
"""Calls that only ask."""


class Pi(Machine):
    """A Raspberry Pi with Raspberry Pi OS Lite, unless told otherwise. `install` runs bin/install there as the user player."""

    def install(self, *words: str, **environment: str) -> str:
        """Everything it says. Asserts that it succeeds."""
        done = self.run(self.root / "bin" / "install", *words, **self.environment(), **environment)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    def environment(self) -> dict[str, str]:
        return {"GROUPS_FILE": str(self.commands / "groups")}

    def acts(self) -> list[str]:
        """What was done since the last look, without what was only asked."""
        return [call for call in self.calls if not call.startswith(HARMLESS)]

    @property
    def program(self) -> Path:
        return self.home / ".local" / "lib" / "vabanque-companion"

    @property
    def unit(self) -> Path:
        return self.files / "etc" / "systemd" / "system" / "vabanque.service"

    @property
    def groups(self) -> list[str]:
        return (self.commands / "groups").read_text().split()

    @property
    def config(self) -> Path:
        return self.files / "boot" / "firmware" / "config.txt"

    @property
    def cmdline(self) -> Path:
        return self.files / "boot" / "firmware" / "cmdline.txt"

    def has_a_desktop(self) -> None:
        manager = self.files / "etc" / "systemd" / "system" / "display-manager.service"
        manager.parent.mkdir(parents=True, exist_ok=True)
        manager.touch()

    def runs_systemd(self) -> None:
        (self.files / "run" / "systemd" / "system").mkdir(parents=True)

    def tree(self, *but: str) -> dict[str, str]:
        """Every file and link of the machine and of the user's home, with its content."""
        found = {}
        for top in (self.files, self.home):
            for path in top.rglob("*"):
                name = path.relative_to(top.parent).as_posix()
                if path.is_symlink():
                    found[name] = f"-> {path.readlink()}"
                elif path.is_file() and not name.startswith(but):
                    found[name] = path.read_bytes().decode("utf-8", "replace")
        return found


def laptop(folder: Path) -> Pi:
    """A Debian that is no Raspberry Pi."""
    made = new_machine(folder)
    machine = Pi(made.root, made.commands, made.files, made.home)
    for name in ("firmware", "hardware"):
        shutil.copytree(PROJECT / name, machine.root / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("README.md", "LICENSE"):
        (machine.root / name).write_text(f"{name}\n")
    launcher = Path("companion", "install", "launcher")
    shutil.copytree(PROJECT / launcher, machine.root / launcher, ignore=shutil.ignore_patterns("__pycache__"))
    (machine.root / "companion" / "__init__.py").write_text('__version__ = "0.1.0"\n')
    (machine.commands / "groups").write_text("player\naudio\nvideo\n")
    machine.command("id", ID)
    machine.command("getent", 'case "$2" in spi | gpio | dialout | input | video | render | audio) exit 0 ;; *) exit 2 ;; esac')
    machine.command("usermod", 'tr , "\\n" <<<"$2" >>"$GROUPS_FILE"')
    machine.command("gpasswd", 'sed -i "/^$3\\$/d" "$GROUPS_FILE"')
    machine.command("sudo", 'while [[ $1 == -* ]]; do shift; done; exec "$@"')
    machine.command("systemctl", 'case "$*" in *is-enabled* | *is-active*) exit "${IS_ACTIVE:-1}" ;; esac')
    machine.command("udevadm")
    machine.command("unshare", 'exit "${NO_NAME_SPACES:-0}"')
    machine.command("udisksctl")
    # What was installed is there from then on.
    machine.command("apt-get", 'touch "$(dirname "$0")/calls ${*: -1}"')
    # Libraries are looked for on the machine that runs the tests, which has them.
    return machine


def raspberry_pi(folder: Path) -> Pi:
    """A fresh Raspberry Pi."""
    machine = laptop(folder)
    machine.becomes_a_pi()
    machine.command("raspi-config", RASPI_CONFIG)
    machine.config.parent.mkdir(parents=True)
    machine.config.write_text("# For more options see the documentation\n#dtparam=spi=on\ndtparam=audio=on\n\n[all]\n")
    machine.cmdline.write_text("console=serial0,115200 console=tty1 root=PARTUUID=1-02 rootwait\n")
    blanking = machine.files / "sys" / "module" / "kernel" / "parameters" / "consoleblank"
    blanking.parent.mkdir(parents=True)
    blanking.write_text("0\n")
    return machine
