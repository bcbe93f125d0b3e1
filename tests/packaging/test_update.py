"""`companion update` puts a newer version beside the one that plays; one that does not start is taken back, and the game goes on."""

from __future__ import annotations

import shutil
import sqlite3
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.errors import UpdateError
from companion.install import installation
from companion.install.installation import Installation
from companion.install.launcher.files import note, point
from companion.install.launcher.home import Home
from companion.install.wheel import examine, numbers
from tests.packaging.fakes import PROJECT
from tests.packaging.machine_with_service import Machine, Service
from tests.packaging.wheels import remade

ASSEMBLE = (PROJECT / "companion" / "assemble.py").read_text()


def assembling(body: str) -> dict[str, str]:
    """The file in which `play` does something else."""
    assert ASSEMBLE.count("\ndef play(") == 1
    lines = body.replace("\n", "\n    ")
    return {"companion/assemble.py": ASSEMBLE.replace("\ndef play(", f"\ndef play(*words, **names):\n    {lines}\n\n\ndef _play_as_before(")}


CRASH = assembling("raise SystemExit(7)")
HANG = assembling("time.sleep(600)")
TAKES_OVER_AND_CRASHES = assembling(
    """import sqlite3
with sqlite3.connect(words[0] / "journal.db") as db:
    db.execute("DELETE FROM acts")
    db.execute("PRAGMA user_version = 99")
raise SystemExit(7)"""
)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, wheel_file: Path) -> Machine:
    return Machine(tmp_path_factory.mktemp("installed"), wheel_file)


@pytest.fixture
def machine(tmp_path: Path, wheel_file: Path) -> Machine:
    """With a game in the middle of its second round."""
    machine = Machine(tmp_path, wheel_file)
    record = next(iter(sorted((PROJECT / "seeds" / "vabanque" / "games").glob("*.jsonl")))).read_bytes().splitlines(keepends=True)
    begun = machine.user / "begun.jsonl"
    begun.write_bytes(b"".join(record[: len(record) // 3]))
    done = machine.companion("import", begun)
    assert done.returncode == 0, done.stderr
    assert len(machine.acts()) > 20
    return machine


def test_a_newer_version_takes_over_the_game_and_the_older_one_can_be_had_back(machine: Machine, wheel_file: Path, tmp_path: Path) -> None:
    acts = machine.acts()
    newer = remade(wheel_file, tmp_path / "stick", "0.2.0")
    # pip wants a wheel's name in its one form; on a stick it may have any.
    named = newer.rename(newer.with_name("vabanque (1).whl"))
    with Service(machine) as service:
        service.started(1)
        done = machine.companion("update", named)
        assert (done.returncode, done.stderr) == (0, "")
        assert "0.2.0 is running. 0.1.0 is kept: companion update --back" in done.stdout
        assert (machine.current, machine.versions) == ("0.2.0", ["0.1.0", "0.2.0"])
        # The old one was told to end and did so in good order; the new one runs under the same launcher.
        assert service.statuses == [0]
        assert machine.acts() == acts
        assert machine.companion("--version").stdout.splitlines()[0].split() == ["companion", "0.2.0"]
        # All that was found below ~/.local by links through `current` is the new one's.
        assert (machine.home / "current" / "share" / "man" / "man1" / "companion.1").exists()

        service.told.clear()
        back = machine.companion("update", "--back")
        assert (back.returncode, back.stdout) == (0, "0.1.0 starts now; the game is where it was.\n")
        service.started(1)
        assert machine.current == "0.1.0"
    assert machine.acts() == acts
    assert machine.companion("update").stdout == "Version 0.1.0\nKept: 0.2.0. To use that one: companion update --back\n"


@pytest.mark.parametrize(
    ("changed", "patience", "why"),
    [
        (CRASH, "", "it ended with status 7"),
        (HANG, "1", "its screen was not alive after 1 seconds"),
        (TAKES_OVER_AND_CRASHES, "", "it ended with status 7"),
    ],
    ids=["crash", "hang", "takes over and crashes"],
)
def test_a_version_that_does_not_start_is_taken_back_and_the_game_goes_on(
    machine: Machine, wheel_file: Path, tmp_path: Path, changed: dict[str, str], patience: str, why: str
) -> None:
    acts = machine.acts()
    with Service(machine, **({"COMPANION_PATIENCE": patience} if patience else {})) as service:
        service.started(1)
        done = machine.companion("update", remade(wheel_file, tmp_path, "0.2.0", changed=changed))
        assert done.returncode == 1
        assert done.stdout.splitlines()[-1] == f"0.2.0 did not start: {why}. 0.1.0 is back, and the game is where it was."
        service.started(2)
        assert machine.current == "0.1.0"
        assert machine.acts() == acts
    assert f"0.2.0 was tried and removed: {why}." in machine.companion("update").stdout
    # A good one can be installed all the same, also of that very version.
    assert machine.companion("update", remade(wheel_file, tmp_path, "0.2.0")).returncode == 0
    assert machine.current == "0.2.0"


def test_when_nothing_plays_the_next_start_tries_it(machine: Machine, wheel_file: Path, tmp_path: Path) -> None:
    done = machine.companion("update", remade(wheel_file, tmp_path, "0.2.0"))
    assert done.stdout.splitlines()[-1] == "0.2.0 is installed. It is tried at the next start; if it does not start, 0.1.0 comes back."
    assert "Version 0.2.0 (not started yet)" in machine.companion("update").stdout
    with Service(machine) as service:
        service.once(lambda: not (machine.home / "probation").exists())
        # While it is watched it is a child of the launcher, and tells systemd itself.
        assert service.told[0] == "READY=1"
        assert "WATCHDOG=1" in service.told
    assert machine.companion("update").stdout.startswith("Version 0.2.0\n")


def test_on_the_desktop_the_users_own_systemd_starts_it_anew(machine: Machine, tmp_path: Path) -> None:
    commands = tmp_path / "commands"
    commands.mkdir()
    (commands / "systemctl").write_text(f'#!/bin/sh\necho "$*" >>"{tmp_path}/asked"\n')
    (commands / "systemctl").chmod(0o755)
    with Service(machine, COMPANION_SERVICE="desktop") as service:
        service.started(1)
        # What its user closes stays closed there, so it is not simply told to end.
        installation = Installation.of_this(print, (machine.home / "current").resolve())
        with pytest.MonkeyPatch.context() as patched:
            patched.setenv("PATH", f"{commands}:/usr/bin:/bin")
            assert installation.restart()
        assert (tmp_path / "asked").read_text() == "--user restart --no-block vabanque.service\n"
        assert service.statuses == []


def test_a_home_behind_a_link_is_no_other_home(machine: Machine, wheel_file: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(machine.user)
    prefix = tmp_path / "link" / (machine.home / "current").resolve().relative_to(machine.user)
    installation = Installation.of_this(lambda _: None, prefix)
    assert installation.update(remade(wheel_file, tmp_path, "0.2.0")) == "0.2.0"
    assert (machine.current, machine.versions) == ("0.2.0", ["0.1.0", "0.2.0"])
    assert (machine.home / "previous").readlink() == Path("versions/0.1.0-00000000")


def test_two_versions_are_kept(machine: Machine, wheel_file: Path, tmp_path: Path) -> None:
    for version in ("0.2.0", "0.3.0", "0.10.0"):
        assert machine.companion("update", remade(wheel_file, tmp_path, version)).returncode == 0
        Home(machine.home).passed()
    assert (machine.current, machine.versions) == ("0.10.0", ["0.10.0", "0.2.0", "0.3.0"])
    assert (machine.home / "previous").resolve().name.startswith("0.3.0-")


def test_a_version_that_can_not_read_the_games_any_more_is_not_gone_back_to(machine: Machine, wheel_file: Path, tmp_path: Path) -> None:
    assert machine.companion("update", remade(wheel_file, tmp_path, "0.2.0")).returncode == 0
    Home(machine.home).passed()
    with sqlite3.connect(machine.data / "journal.db") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    done = machine.companion("update", "--back")
    assert done.returncode == 2
    assert "0.1.0 can't read the games any more: 0.2.0 has taken them over into a newer form. 0.2.0 stays." in done.stderr
    assert machine.current == "0.2.0"


def test_what_has_not_been_started_yet_is_never_what_is_gone_back_to(machine: Machine, wheel_file: Path, tmp_path: Path) -> None:
    assert machine.companion("update", remade(wheel_file, tmp_path, "0.2.0")).returncode == 0
    assert "0.2.0 has not been started yet." in refused(machine, remade(wheel_file, tmp_path, "0.3.0"))
    # It was started once, and the power was cut.
    (machine.home / "probation").write_text(f'{{"version": "{(machine.home / "current").resolve().name}", "starts": 1}}')
    assert refused(machine, "--back") == "0.2.0 is being tried. If it does not start, 0.1.0 comes back by itself.\n"
    (machine.home / "probation").write_text(f'{{"version": "{(machine.home / "current").resolve().name}", "starts": 0}}')
    assert machine.companion("update", "--back").stdout == "0.1.0 is started next.\n"
    assert not (machine.home / "probation").exists()


# --- refusals: nothing has changed ---


def refused(machine: Machine, *words: str | Path, **environment: str) -> str:
    before = (machine.current, machine.versions, sorted(path.name for path in machine.home.iterdir()))
    done = machine.companion("update", *words, **environment)
    assert (done.returncode, done.stdout.count("Traceback") + done.stderr.count("Traceback")) == (2, 0), done
    assert (machine.current, machine.versions, sorted(path.name for path in machine.home.iterdir())) == before
    return done.stderr


def test_older_and_equal_versions_are_refused(installed: Machine, wheel_file: Path, tmp_path: Path) -> None:
    assert refused(installed, remade(wheel_file, tmp_path, "0.0.9")) == "0.0.9 is older than 0.1.0.\n"
    assert refused(installed, wheel_file) == "0.1.0 is installed already.\n"


def test_a_version_that_does_not_run_here_is_refused(installed: Machine, wheel_file: Path, tmp_path: Path) -> None:
    broken = remade(wheel_file, tmp_path, "0.2.0", changed={"companion/cli/main.py": "raise ImportError\n"})
    assert "0.2.0 does not run on this machine. Nothing has changed; 0.1.0 stays." in refused(installed, broken)


def test_what_can_not_be_fetched_is_told(installed: Machine, wheel_file: Path, tmp_path: Path) -> None:
    wheel = remade(wheel_file, tmp_path, "0.2.0")
    with zipfile.ZipFile(wheel) as source:
        page = source.read("vabanque_companion-0.2.0.dist-info/METADATA").decode()
    needy = {"vabanque_companion-0.2.0.dist-info/METADATA": page.replace("\nRequires-Dist:", "\nRequires-Dist: vabanque-nowhere\nRequires-Dist:", 1)}
    assert "Connect the internet and try again." in refused(installed, remade(wheel, tmp_path / "needy", "0.2.0", changed=needy))


def test_files_that_are_no_version_of_the_companion_are_refused(installed: Machine, wheel_file: Path, tmp_path: Path) -> None:
    (tmp_path / "text.whl").write_text("no wheel")
    (tmp_path / "empty.whl").write_bytes(b"")
    with zipfile.ZipFile(tmp_path / "zip.whl", "w") as archive:
        archive.writestr("companion/__init__.py", "")
    for file in ("text.whl", "empty.whl", "zip.whl"):
        assert "is no version of the companion. Name a file such as" in refused(installed, tmp_path / file)
    assert "is no version of the companion" in refused(installed, remade(wheel_file, tmp_path, "9.0.0", name="another-game"))
    assert "can't be read: it is not there" in refused(installed, tmp_path / "missing.whl")
    assert "is no whole bundle" in refused(installed, tmp_path)


def test_a_damaged_copy_is_refused(installed: Machine, wheel_file: Path, tmp_path: Path) -> None:
    wheel = remade(wheel_file, tmp_path, "0.2.0")
    content = wheel.read_bytes()
    with zipfile.ZipFile(wheel) as archive:
        entry = archive.getinfo("companion/cli/main.py")
    at = entry.header_offset + 200
    (tmp_path / "damaged.whl").write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
    (tmp_path / "short.whl").write_bytes(content[: len(content) // 2])
    assert "is damaged (companion/cli/main.py). Copy it again." in refused(installed, tmp_path / "damaged.whl")
    assert "is no version of the companion" in refused(installed, tmp_path / "short.whl")


@pytest.mark.parametrize("version", ["0.2.0rc1", "1", "../../0.2.0", "0.2.0\x1b[2J", "0.2.0-1", "٢.٠", "", "9" * 5000])
def test_a_version_is_numbers_and_dots(version: str) -> None:
    with pytest.raises(UpdateError, match="is no version of the companion"):
        numbers(version)


def test_versions_are_compared_by_their_numbers() -> None:
    assert numbers("0.10.0") > numbers("0.9.9") > numbers("0.9")


def test_the_digest_tells_two_files_of_one_version_apart(wheel_file: Path, tmp_path: Path) -> None:
    first = examine(remade(wheel_file, tmp_path / "first", "0.2.0"))
    second = examine(remade(wheel_file, tmp_path / "second", "0.2.0", changed=CRASH))
    assert first.version == second.version == "0.2.0"
    assert first.digest != second.digest


def test_without_a_second_version_there_is_nothing_to_go_back_to(installed: Machine) -> None:
    assert refused(installed, "--back") == "There is no version beside 0.1.0 to go back to.\n"
    assert refused(installed, "file.whl", "--back") == "Give either FILE or --back.\n"


def test_a_companion_that_was_installed_otherwise_says_how_it_is_updated(tmp_path: Path) -> None:
    with pytest.raises(UpdateError, match="pipx install --force FILE"):
        Installation.of_this(print, tmp_path / "venv")


def test_a_full_disk_leaves_everything_as_it_was(machine: Machine, wheel_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = remade(wheel_file, tmp_path, "0.2.0")
    found = Installation.of_this(lambda _: None, (machine.home / "current").resolve())

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    for step in ("copytree", "copyfile"):
        with monkeypatch.context() as patched:
            patched.setattr(shutil, step, full)
            with pytest.raises(UpdateError, match=r"0\.2\.0 can't be installed: the disk is full\. Nothing has changed\."):
                found.update(wheel)
        assert (machine.current, machine.versions) == ("0.1.0", ["0.1.0"])
        assert not (machine.home / "probation").exists()


def versions(folder: Path) -> Home:
    """An installation of three versions: the one before, the one that is started, and a new one."""
    home = Home(folder / "home")
    for name in ("0.0.9-a", "0.1.0-b", "0.2.0-c"):
        (home.versions / name).mkdir(parents=True)
        (home.versions / name / "complete").touch()
    point(home.previous, home.versions / "0.0.9-a")
    point(home.current, home.versions / "0.1.0-b")
    return home


def failing(step: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Makes of what writes onto the disk what finds it full, once, after so many times."""
    left = [step]

    def full(really: Callable[..., None]) -> Callable[..., None]:
        def written(*words: Any) -> None:
            left[0] -= 1
            if left[0] == -1:
                raise OSError(28, "No space left on device")
            really(*words)

        return written

    return full


def test_what_a_power_cut_has_left_of_an_update_goes_with_the_next(tmp_path: Path) -> None:
    home = versions(tmp_path)
    (home.versions / "vabanque_companion-0.2.0-py3-none-any.whl").write_bytes(b"half")
    (home.versions / "0.2.0-c" / "complete").unlink()
    Installation(home, lambda _: None)._prune()
    assert sorted(path.name for path in home.versions.iterdir()) == ["0.0.9-a", "0.1.0-b"]


@pytest.mark.parametrize("step", [0, 1, 2])
def test_a_disk_that_fills_up_at_the_last_steps_leaves_the_version_before_to_go_back_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """Of the three that choose a version each may fail: a note, and two links."""
    home, full = versions(tmp_path), failing(step)
    monkeypatch.setattr(installation, "note", full(note))
    monkeypatch.setattr(installation, "point", full(point))
    found = Installation(home, lambda _: None)
    with pytest.raises(OSError, match="No space left"):
        found._choose("0.2.0-c")
    assert (found.version, found.before, home.probation.exists()) == ("0.1.0", "0.0.9", False)


@pytest.mark.parametrize("step", [0, 1])
def test_going_back_on_a_disk_that_fills_up_leaves_both_versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    home, full = versions(tmp_path), failing(step)
    monkeypatch.setattr(installation, "point", full(point))
    found = Installation(home, lambda _: None)
    monkeypatch.setattr(found, "_ask", lambda version: {"journal": 10**6, "settings": 10**6})
    with pytest.raises(UpdateError, match=r"0\.0\.9 can't be started next: the disk is full\. 0\.1\.0 stays\."):
        found.back(tmp_path)
    assert (found.version, found.before) == ("0.1.0", "0.0.9")
    assert found.back(tmp_path) == "0.0.9"
    assert (found.version, found.before) == ("0.0.9", "0.1.0")
