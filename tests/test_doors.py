"""Closed doors: no network, files that only their owner reads, nothing run through a shell, nothing that runs what a file says."""

from __future__ import annotations

import ast
import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from companion.cli.commands import app
from companion.table.tags import tagset

ROOT = Path(__file__).parent.parent
PATIENCE_S = 120.0

SPY = """
import sys, socket

def spy(event, args):
    if event == "socket.__new__" and args[1] != socket.AF_UNIX:
        print("a socket was made:", args[1:], file=sys.stderr, flush=True)
    if event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo"):
        print("the network was asked:", event, file=sys.stderr, flush=True)

sys.addaudithook(spy)
from companion.cli.main import main
main()
"""
"""The command line, with every socket told that is no local one."""


class Playing:
    """`companion play` itself in a process of its own, with its window; as its service manager sees it."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._line.bind(str(folder / "notify"))
        self._line.settimeout(0.5)
        self._until = time.monotonic() + PATIENCE_S
        environment = os.environ | {"PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "offscreen", "NOTIFY_SOCKET": str(folder / "notify")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", SPY, "play", "--simulate", "--data", str(self.data)],
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
            umask=0,
        )

    def ready(self) -> None:
        """The first frame is on the screen."""
        while True:
            assert self.process.poll() is None, self.end()
            try:
                assert self._line.recv(100) == b"READY=1"
                return
            except TimeoutError:
                assert time.monotonic() < self._until, "it never comes to a frame"

    def end(self) -> str:
        """Stops it as its service does; what it wrote on standard error."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        _, err = self.process.communicate(timeout=PATIENCE_S)
        self._line.close()
        return err


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playing]:
    """It has started with no umask at all, and lives."""
    playing = Playing(tmp_path_factory.mktemp("play"))
    try:
        playing.ready()
        yield playing
    finally:
        assert "Traceback" not in playing.end()


def inodes(process: int) -> set[str]:
    """The sockets that a process holds."""
    found = set()
    for handle in Path(f"/proc/{process}/fd").iterdir():
        try:
            to = os.readlink(handle)
        except OSError:
            continue
        if to.startswith("socket:["):
            found.add(to[8:-1])
    return found


def test_a_crash_leaves_no_image_of_the_memory(played: Playing) -> None:
    limits = Path(f"/proc/{played.process.pid}/limits").read_text()
    assert [line.split()[-3:-1] for line in limits.splitlines() if line.startswith("Max core file size")] == [["0", "0"]]
    # Nor one that another program takes of it, whatever the limit: PR_GET_DUMPABLE is 3.
    asked = "import ctypes; from companion import memory; memory.leave_no_image(); print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))"
    done = subprocess.run([sys.executable, "-c", asked], env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=True)
    assert done.stdout == "0\n"


def test_playing_opens_no_network_port(played: Playing) -> None:
    process = played.process.pid
    held = inodes(process)
    for table in ("tcp", "tcp6", "udp", "udp6", "udplite", "raw", "raw6", "icmp", "packet"):
        try:
            lines = Path(f"/proc/{process}/net/{table}").read_text().splitlines()[1:]
        except FileNotFoundError:
            continue
        assert not held & {word for line in lines for word in line.split()}, table


def test_its_files_are_the_owners_only_whatever_the_umask(played: Playing) -> None:
    # Kivy copies its icons as they are, into a folder that only the owner may enter.
    found = [played.data, *(path for path in played.data.rglob("*") if played.data / "kivy" not in path.parents)]
    assert {path.name for path in found} >= {"journal.db", "log", "lock", "kivy"}
    for path in found:
        assert not path.is_symlink()
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_from_its_start_to_its_end_it_made_no_socket_but_a_local_one(tmp_path: Path) -> None:
    playing = Playing(tmp_path)
    playing.ready()
    err = playing.end()
    assert playing.process.returncode == 0
    assert "socket" not in err
    assert "network" not in err


RECORD = str(ROOT / "seeds" / "vabanque" / "games" / "3-players-1.jsonl")
EVERY: list[tuple[str, ...]] = [
    ("import", RECORD), ("replay", RECORD), ("games",), ("demo", "--seed", "3"), ("score", str(ROOT / "README.md")),
    ("pay", "220000"), ("past",), ("past", "date", "1", "2026-11-29"), ("stats",), ("export", "1"), ("export", "1", "--format", "csv"),
    ("names",), ("names", "merge", "Black", "Benedetta"), ("names", "unmerge", "Black"), ("tags",), ("tags", "import", "SET"),
    ("tags", "export", "OUT"), ("tags", "forget", "tile", "1"), ("tags", "move", "tile-2", "tile-3", "--swap"), ("tags", "learn"), ("tags", "check"),
    ("scan", "--seconds", "0"), ("delete", "1"), ("backup", "BACKUP"), ("restore", "BACKUP", "--yes"), ("restore", "1"), ("shelf",), ("version",),
    ("update",), ("doctor", "--bundle", "REPORT"), ("firmware", "check"), ("firmware", "install"),
]  # fmt: skip
"""A line of each command. What is in capitals is a file beside the data."""
RUN = (
    SPY.replace("main()\n", "")
    + """
import json
for words in json.loads(sys.argv[1]):
    try:
        main(words)
    except SystemExit as end:
        print("ended", end.code, *words[:2], flush=True)
"""
)


def commands(command: Any, before: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    """The words of every command that can be typed."""
    below = getattr(command, "commands", {})
    found = {words for name, each in below.items() for words in commands(each, (*before, name))}
    return found | ({before} if not below or getattr(command, "invoke_without_command", False) else set())


def test_neither_does_any_other_command_and_all_that_they_write_is_the_owners(tmp_path: Path) -> None:
    known = commands(typer.main.get_command(app))
    asked = {next(words[:most] for most in (2, 1) if words[:most] in known) for words in EVERY}
    # `play` has its own test; what a newer version needs is the one thing that `update` may fetch.
    assert asked == known - {("play",)}
    tagged = tagset.encode(tagset.TagSet("vabanque", {bytes([4, 1, 2, 3, 4, 5, number]): f"tile {number}" for number in range(1, 13)}))
    (tmp_path / "SET").write_text(tagged)
    (tmp_path / "SET").chmod(0o600)
    places = {name: str(tmp_path / name) for name in ("SET", "OUT", "BACKUP", "REPORT")}
    folderless = {"pay", "score", "shelf", "version", "firmware"}
    lines = [
        [places.get(word, word) for word in words]
        + ([] if words[0] in folderless or words == ("replay", RECORD) else ["--data", str(tmp_path / "data")])
        for words in EVERY
    ]
    ran = subprocess.run(
        [sys.executable, "-c", RUN, json.dumps(lines)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=3 * PATIENCE_S,
        check=False,
        umask=0,
    )
    assert (ran.returncode, "Traceback" in ran.stderr) == (0, False), ran.stderr
    ended = [line.split() for line in ran.stdout.splitlines() if line.startswith("ended ")]
    assert len(ended) == len(EVERY), ended
    # What needs a device, or something that is no table, says so; all else was done.
    assert {line[2] for line in ended if line[1] not in ("0", "None")} <= {"score", "doctor", "firmware", "update"}, (ended, ran.stderr)
    assert "a socket was made" not in ran.stderr
    assert "the network was asked" not in ran.stderr
    found = list(tmp_path.rglob("*"))
    assert {path.name for path in found} >= {"journal.db", "OUT", "BACKUP", "REPORT", "replaced"}
    for path in found:
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


# --- what the code may not do -----------------------------------------------------------------------------------

SOURCES = sorted(
    path
    for folder in ("companion", "firmware", "hardware", "bin")
    for path in (ROOT / folder).rglob("*")
    if path.is_file() and (path.suffix == ".py" or path.read_bytes()[:40].startswith(b"#!/usr/bin/env python"))
)
NETWORK = {"asyncio", "ftplib", "http", "http.client", "http.server", "requests", "smtplib"}
NETWORK |= {"socketserver", "ssl", "telnetlib", "urllib", "urllib.request", "webbrowser", "xmlrpc"}
RUNS_WHAT_IT_READS = {"pickle", "shelve", "marshal", "dill", "yaml", "code", "codeop"}
SHELLS = {"system", "popen", "getoutput", "getstatusoutput", "spawnl", "spawnlp"}


def imported(tree: ast.AST) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return found


def wrong(tree: ast.AST) -> list[str]:
    """Calls that give a text to a shell or to the interpreter."""
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if isinstance(node.func, ast.Name) and name in ("eval", "exec", "compile"):
            found.append(name)
        if name in SHELLS and getattr(getattr(node.func, "value", None), "id", "") in ("os", "subprocess"):
            found.append(name)
        if any(word.arg == "shell" for word in node.keywords):
            found.append("shell=")
        runs = name in ("run", "Popen", "call", "check_call", "check_output") and isinstance(node.func, ast.Attribute)
        if runs and getattr(node.func.value, "id", "") == "subprocess" and node.args:  # type: ignore[attr-defined]
            words = node.args[0]
            if isinstance(words, ast.JoinedStr) or (isinstance(words, ast.Constant) and isinstance(words.value, str)):
                found.append("a text as a command")
    return found


def test_there_is_something_to_look_at() -> None:
    assert {"wand.py", "main.py", "make-manual"} <= {path.name for path in SOURCES}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_goes_through_a_shell_or_over_a_network(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    assert wrong(tree) == []
    assert not imported(tree) & (NETWORK | RUNS_WHAT_IT_READS)
    # The only socket is the local one of the service manager.
    assert "socket" not in imported(tree) or path.name == "watchdog.py"


STARTS = {
    "companion/assemble.py", "companion/logs.py", "companion/install/launcher/__main__.py",
    "companion/install/installation.py", "companion/install/bundle.py", "companion/porter.py", "companion/table/backup/mounting.py",
    "companion/ui/kit/lettering.py", "companion/devices/doctor/machine.py", "companion/devices/firmware_install.py",
}  # fmt: skip
"""Who starts another program: itself again or another version of it; pip, ssh-keygen, the switch of the machine, what mounts sticks; fonts,
what `doctor` asks, and mpremote."""


def starts(tree: ast.AST) -> bool:
    """Whether a module can start a program at all."""
    names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "os"}
    return "subprocess" in imported(tree) or any(name.startswith(("exec", "spawn", "posix_spawn", "fork")) for name in names)


def test_no_other_module_starts_a_program() -> None:
    found = {path.relative_to(ROOT).as_posix() for path in SOURCES if starts(ast.parse(path.read_text("utf-8")))}
    assert {path for path in found if path.startswith("companion/")} == STARTS
    assert starts(ast.parse("import os\nos.execv(x, y)"))


def test_that_check_finds_what_it_looks_for() -> None:
    for text in (
        "import subprocess\nsubprocess.run('rm -rf ' + x, shell=True)",
        "import subprocess\nsubprocess.run(f'rm {x}')",
        "import os\nos.system('ls')",
        "eval(x)",
    ):
        assert wrong(ast.parse(text))
    assert imported(ast.parse("from urllib.request import urlopen\nimport http.server")) >= {"urllib.request", "http.server"}
