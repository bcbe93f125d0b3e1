"""A machine to install on, made of a folder: Python, pip, apt, sudo and shellcheck write down what they are asked to do.

Everything else that a script calls is real, so the Python that runs the program is the one that runs the tests.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).parents[2]

PYTHON = """#!/bin/bash
note() {{ echo "$*" >>"{calls}"; }}
case "$*" in
    "-m pip --version") exit 0 ;;
    "-m pip "*)
        note "${{@:2}}"
        case "${{PIP:-0}}:$*" in
            killed:*) kill -KILL "$PPID" ;;
            interrupted:*) kill -INT "$PPID"; exit 1 ;;
            "without spidev:"*spidev*) exit 1 ;;
            "without spidev:"*) exit 0 ;;
            *) exit "${{PIP:-0}}" ;;
        esac ;;
    "-m venv "*)
        note "${{@:2}}"
        folder=${{!#}}
        rm -rf "$folder"
        mkdir -p "$folder/bin"
        cp "$0" "$folder/bin/python"
        case "$*" in *--system-site-packages*) echo "include-system-site-packages = true" ;; esac >"$folder/pyvenv.cfg"
        exit 0 ;;
    "-m ensurepip "*)
        if [ "${{PIP:-0}}" = half ]; then kill -KILL "$PPID"; fi
        exit 0 ;;
    "-I -m companion version") exit "${{PROGRAM:-0}}" ;;
    *importlib.util*lgpio | *importlib.util*spidev) [ -e "{calls} python3-${{!#}}" ]; exit ;;
    "-m ruff "* | "-m mypy" | "-c from importlinter"*)
        note checked
        exit "${{CHECKS:-0}}" ;;
    "-m pytest"*)
        note "${{@:2}}"
        echo "=== 3 passed in 0.01s ==="
        exit "${{PYTEST:-0}}" ;;
esac
exec "{python}" "$@"
"""

RECORDER = """#!/bin/bash
echo "${{0##*/}} $*" >>"{calls}"
{then}
"""


@dataclass
class Machine:
    """`root` is the project's copy, `commands` the folder that PATH begins with, `files` what /proc, /sys and /usr are in."""

    root: Path
    commands: Path
    files: Path
    home: Path

    @property
    def calls(self) -> list[str]:
        """What the fakes were asked since the last look, in order; the project's folder is written ROOT."""
        record = self.commands / "calls"
        lines = record.read_text().splitlines() if record.exists() else []
        record.unlink(missing_ok=True)
        return [line.replace(str(self.root), "ROOT") for line in lines]

    def run(self, *command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
        """Runs a command from a folder that is not the project's, with no terminal and no screen."""
        return subprocess.run(
            # Where the tests run in the background, Ctrl-C is ignored by them and by all that they start.
            ["env", "--default-signal=INT", *command],
            cwd=self.home,
            env={"PATH": f"{self.commands}:/usr/bin:/bin", "HOME": str(self.home), "COMPANION_MACHINE": str(self.files), **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def bash(self, script: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Runs a script with bin/lib/setup.sh read in, and `python` and `venv` set as `prepare` sets them."""
        before = 'root=$1; . "$root/bin/lib/setup.sh"; python=python3; venv=$root/.venv; '
        return self.run("bash", "-euc", before + script, "-", self.root, **environment)

    def command(self, name: str, then: str = "") -> None:
        """Puts a command on PATH that writes down its arguments and then runs `then`."""
        file = self.commands / name
        file.write_text(RECORDER.format(calls=self.commands / "calls", then=then))
        file.chmod(0o755)

    def becomes_a_pi(self) -> None:
        model = self.files / "proc" / "device-tree" / "model"
        model.parent.mkdir(parents=True)
        model.write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
        system_python = self.files / "usr" / "bin" / "python3"
        system_python.parent.mkdir(parents=True)
        shutil.copy(self.commands / "python3", system_python)


def new_machine(folder: Path) -> Machine:
    """Lays out a fresh machine under `folder`. The copy of the project has a program that only prints how it was called."""
    machine = Machine(folder / "the project", folder / "commands", folder / "files", folder / "home")
    for made in (machine.root, machine.commands, machine.files, machine.home):
        made.mkdir()
    shutil.copytree(PROJECT / "bin", machine.root / "bin", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PROJECT / "pyproject.toml", machine.root)
    program = machine.root / "companion"
    program.mkdir()
    (program / "__init__.py").touch()
    (program / "__main__.py").write_text("import sys\nprint('companion', sys.argv[1:])\n")
    python = machine.commands / "python3"
    python.write_text(PYTHON.format(calls=machine.commands / "calls", python=sys.executable))
    python.chmod(0o755)
    machine.command("shellcheck", 'exit "${CHECKS:-0}"')
    machine.command("apt-get", 'exit "${APT:-0}"')
    return machine
