"""A person with an empty home on this very machine, and this project unpacked in it: nothing on the way is a stand-in.

Where root runs the tests it is a user made for them, who may use sudo; elsewhere it is whoever runs them. Whatever a test has changed on the
machine is looked for afterwards: `etc` is all of /etc.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import pwd
import shutil
import signal
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.packaging.fakes import PROJECT

NAME = "vabanque-tests"
SUDOERS = Path("/etc/sudoers.d") / NAME
PATH = "/usr/local/bin:/usr/bin:/bin"
PATIENCE = 900.0
"""Seconds for a command that fetches packages."""

BEFOREHAND = """root=$1; . "$root/bin/lib/setup.sh"; find_python || exit 1
install_libraries
"$python" -c 'import ensurepip' 2>/dev/null || apt_install "For the test of the installation" python3-venv
command -v sudo >/dev/null || apt_install "For the test of the installation" sudo
command -v udisksctl >/dev/null || apt_install "For the test of the installation" udisks2 polkitd"""


class Person:
    """`folder` holds `home` and `project`, both theirs. `may_sudo`: whether sudo asks for no password."""

    def __init__(self, folder: Path, user: str) -> None:
        self.folder, self.user = folder, user
        self.home, self.project = folder / "home", folder / "the project"
        self.started: list[subprocess.Popen[bytes]] = []
        self._as = [] if os.geteuid() else ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"]
        for made in (self.home, self.project, folder / "tmp"):
            made.mkdir()
        unpack(self.project)
        (self.project / ".git").mkdir()  # As in a clone; nothing is to need more of it.
        if not os.geteuid():
            subprocess.run(["chown", "-R", f"{user}:", folder], check=True)
        self.may_sudo = self.run("sudo", "-n", "true").returncode == 0 if shutil.which("sudo", path=PATH) else False

    def environment(self) -> dict[str, str]:
        """A login's. How the package index is reached is the machine's matter."""
        reach = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy") or name.startswith(("PIP_", "SSL_CERT_"))}
        for choice in ("PIP_CACHE_DIR", "PIP_USER", "PIP_REQUIRE_VIRTUALENV"):
            reach.pop(choice, None)
        return {**reach, "PATH": f"{self.home}/.local/bin:{PATH}", "HOME": str(self.home), "USER": self.user, "TMPDIR": str(self.folder / "tmp")}

    def run(self, *words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
        """Types a command at home. No terminal belongs to it, so that nothing can ask for a password."""
        return subprocess.run(
            [*self._as, *words],
            cwd=self.home,
            env={**self.environment(), **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            start_new_session=True,
            timeout=PATIENCE,
        )

    def does(self, *words: str | Path, **environment: str) -> str:
        """What a command that must succeed writes to its standard output."""
        done = self.run(*words, **environment)
        assert done.returncode == 0, f"{words}\n{done.stdout}{done.stderr}"
        return done.stdout

    def start(self, *words: str | Path, **environment: str) -> subprocess.Popen[bytes]:
        """Starts what goes on until it is ended."""
        with (self.folder / "said").open("ab") as said:
            self.started.append(
                subprocess.Popen(
                    [*self._as, *words],
                    cwd=self.home,
                    env={**self.environment(), **environment},
                    stdin=subprocess.DEVNULL,
                    stdout=said,
                    stderr=said,
                    start_new_session=True,
                )
            )
        return self.started[-1]

    def end(self) -> None:
        for process in self.started:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def groups(self) -> set[str]:
        return set(subprocess.run(["id", "-nG", self.user], capture_output=True, text=True, check=True).stdout.split())

    def files(self) -> set[str]:
        """All that lies below the home."""
        return {str(path.relative_to(self.home)) for path in self.home.rglob("*")}


def reaches_the_index(somebody: Person) -> bool:
    python = somebody.does("bash", "-uc", 'root=$1; . "$root/bin/lib/setup.sh"; require_python; echo "$python"', "-", somebody.project).strip()
    made = somebody.run(python, "-m", "venv", somebody.folder / "asking")
    assert made.returncode == 0, made.stderr
    folder = somebody.folder / "asking"
    words = ["-m", "pip", "download", "--quiet", "--no-cache-dir", "--no-deps", "--dest", str(folder), "platformdirs"]
    return somebody.run(folder / "bin" / "python", *words).returncode == 0


def unpack(to: Path) -> None:
    """Copies what a clone or the ZIP file has of the project as it is now, also what is not committed yet."""
    listed = subprocess.run(["git", "-C", PROJECT, "ls-files", "-zco", "--exclude-standard"], capture_output=True, check=False)
    if listed.returncode == 0 and listed.stdout:
        files = [Path(os.fsdecode(name)) for name in listed.stdout.split(b"\0") if name]
    else:
        ignored = [line.rstrip("/") for line in (PROJECT / ".gitignore").read_text().splitlines()]
        files = [path.relative_to(PROJECT) for path in PROJECT.rglob("*") if path.is_file() or path.is_symlink()]
        files = [path for path in files if not any(Path(part).match(name) for part in path.parts for name in ignored)]
    for file in files:
        if os.path.lexists(PROJECT / file):
            (to / file.parent).mkdir(parents=True, exist_ok=True)
            shutil.copy2(PROJECT / file, to / file, follow_symlinks=False)


def etc() -> dict[str, tuple[object, ...]]:
    """Every file, link and folder of /etc: its kind and mode, whose it is, and what is in it as far as that may be read."""
    found: dict[str, tuple[object, ...]] = {}
    for path in Path("/etc").rglob("*"):
        # What shadow's tools keep of the files of users and groups as they were one change before.
        if path.parent == Path("/etc") and path.name in {"passwd-", "shadow-", "group-", "gshadow-", "subuid-", "subgid-"}:
            continue
        with contextlib.suppress(FileNotFoundError):
            status = path.lstat()
            content: object = None
            if path.is_symlink():
                content = path.readlink()
            elif path.is_file():
                with contextlib.suppress(PermissionError):
                    content = hashlib.sha256(path.read_bytes()).hexdigest()
            found[str(path)] = (stat.filemode(status.st_mode), status.st_uid, status.st_gid, content)
    return found


def changed(before: dict[str, tuple[object, ...]], after: dict[str, tuple[object, ...]]) -> list[str]:
    return sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))


@contextlib.contextmanager
def person() -> Iterator[Person]:
    """Waits while another test of this machine has /etc for itself. Asserts that /etc is afterwards as it was."""
    lock = os.open("/etc", os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if os.geteuid():
            with _in_a_folder(pwd.getpwuid(os.geteuid()).pw_name) as made:
                yield made
        else:
            done = subprocess.run(["bash", "-uc", BEFOREHAND, "-", PROJECT], env={**os.environ, "PATH": f"{PATH}:/usr/sbin:/sbin"}, check=False)
            assert done.returncode == 0
            _forget()
            before = etc()
            try:
                subprocess.run(["/usr/sbin/useradd", "--no-create-home", "--home-dir", "/nonexistent", "--shell", "/bin/bash", NAME], check=True)
                SUDOERS.write_text(f"{NAME} ALL=(ALL) NOPASSWD: ALL\n")
                SUDOERS.chmod(0o440)
                with _in_a_folder(NAME) as made:
                    yield made
            finally:
                _forget()
            assert changed(before, etc()) == []
    finally:
        os.close(lock)


@contextlib.contextmanager
def _in_a_folder(user: str) -> Iterator[Person]:
    folder = Path(tempfile.mkdtemp(prefix="vabanque-"))
    made = None
    try:
        folder.chmod(0o755)
        made = Person(folder, user)
        yield made
    finally:
        if made is not None:
            made.end()
            if (made.home / ".local/lib/vabanque-companion").exists():
                made.run(made.project / "bin" / "install", "--remove", "--purge")  # After a failure.
        shutil.rmtree(folder)


def _forget() -> None:
    """Removes the user, also one that a killed run has left."""
    SUDOERS.unlink(missing_ok=True)
    with contextlib.suppress(KeyError):
        pwd.getpwnam(NAME)
        subprocess.run(["/usr/sbin/userdel", "--force", NAME], capture_output=True, check=True)
