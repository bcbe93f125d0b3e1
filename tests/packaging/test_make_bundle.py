"""A bundle that bin/make-bundle has made sets a person's companion up with no index to ask, and is checked first."""

from __future__ import annotations

import json
import os
import platform
import pwd
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.packaging.bundles import Key, bundle, make_bundle
from tests.packaging.fakes import PROJECT
from tests.packaging.person import Person, person, reaches_the_index

ARCH = {"x86_64": "amd64", "aarch64": "arm64"}.get(platform.machine(), "")
THIS = f"{ARCH}:{sys.version_info[0]}.{sys.version_info[1]}"
KNOWN = {f"{arch}:{python}" for arch in ("amd64", "arm64") for python in ("3.11", "3.13")}


@pytest.fixture
def somebody() -> Iterator[Person]:
    with person() as made:
        if not os.geteuid():
            subprocess.run(["/usr/sbin/usermod", "--home", made.home, made.user], check=True)
        yield made


def make(out: Path, *words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, PROJECT / "bin" / "make-bundle", "--out", out, *words]
    return subprocess.run(command, stdin=subprocess.DEVNULL, env=os.environ | environment, capture_output=True, text=True, check=False)


def install(somebody: Person, bundle: Path) -> subprocess.CompletedProcess[str]:
    """By root for somebody, where root runs the tests. What it changes on the machine lies in a folder; no index can be asked."""
    words = [somebody.project / "bin" / "install", "--offline", bundle, "--no-start", "--yes"]
    nowhere = {
        "PIP_INDEX_URL": "http://127.0.0.1:9/",
        "PIP_CONFIG_FILE": "/dev/null",
        "PIP_FIND_LINKS": "",
        "COMPANION_MACHINE": str(somebody.folder / "machine"),
    }
    if os.geteuid():
        return somebody.run(*words, **nowhere)
    environment = {**somebody.environment(), **nowhere, "HOME": "/root", "USER": "root", "PATH": "/usr/bin:/bin"}
    return subprocess.run(
        [*words, "--for", somebody.user], env=environment, cwd="/", stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )


def test_a_bundle_installs_with_no_index_and_not_with_a_byte_changed(somebody: Person, record_property: Callable[[str, object], None]) -> None:
    if THIS not in KNOWN:
        record_property("not tested here", f"A bundle: there is none for {THIS}.")
        return
    if not reaches_the_index(somebody):
        record_property("not tested here", "A bundle: the package index can't be reached to make one. Connect the internet.")
        return
    key, bundle = somebody.folder / "key", somebody.folder / "vabanque-bundle"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    made = make(bundle, "--only", THIS, "--without-debs", "--sign", key)
    assert made.returncode == 0, made.stderr
    listed = {line[66:] for line in (bundle / "SHA256SUMS").read_text().splitlines()}
    there = {str(path.relative_to(bundle)) for path in bundle.rglob("*") if path.is_file()}
    assert there == listed | {"SHA256SUMS", "SHA256SUMS.sig"}
    assert json.loads((bundle / "manifest.json").read_text())["wheels"] == [f"cp{THIS.partition(':')[2].replace('.', '')}-{platform.machine()}"]
    with zipfile.ZipFile(bundle / "vabanque.zip") as archive:
        (installer,) = (entry for entry in archive.infolist() if entry.filename.endswith("/bin/install"))
        assert installer.external_attr >> 16 & 0o111
    verify = [
        "ssh-keygen",
        "-Y",
        "verify",
        "-f",
        bundle / "allowed-signers",
        "-I",
        "companion",
        "-n",
        "companion-bundle",
        "-s",
        bundle / "SHA256SUMS.sig",
    ]
    assert subprocess.run(verify, input=(bundle / "SHA256SUMS").read_bytes(), capture_output=True, check=False).returncode == 0

    screen = somebody.folder / "machine" / "dev" / "tty1"
    screen.parent.mkdir(parents=True)
    screen.touch()
    if os.geteuid():
        (somebody.folder / "machine").chmod(0o777)
    (kivy,) = bundle.glob("wheels/[Kk]ivy-2*.whl")
    whole = kivy.read_bytes()
    kivy.write_bytes(whole[:-100] + bytes([whole[-100] ^ 1]) + whole[-99:])
    refused = install(somebody, bundle)
    assert refused.returncode == 1, refused.stdout
    assert f"wheels/{kivy.name}: FAILED" in refused.stdout + refused.stderr
    program = somebody.home / ".local" / "lib" / "vabanque-companion"
    assert not (program / "versions").exists()
    if not os.geteuid():
        assert "The bundle is damaged or was changed." in screen.read_text()

    kivy.write_bytes(whole)
    done = install(somebody, bundle)
    assert done.returncode == 0, done.stdout + done.stderr
    assert somebody.does("companion", "version").splitlines()[0].split() == ["companion", "0.1.0"]
    assert "the game is over" in somebody.does("companion", "demo", "--seed", "1")
    assert {path.lstat().st_uid for path in program.rglob("*")} == {program.lstat().st_uid} == {pwd.getpwnam(somebody.user).pw_uid}
    # Whoever made the first bundle is asked about the next.
    assert (program / "allowed-signers").read_text() == (bundle / "allowed-signers").read_text()
    with (bundle / "SHA256SUMS").open("a") as sums:
        sums.write("0" * 64 + "  wheels/other-any.whl\n")
    forged = install(somebody, bundle)
    assert (forged.returncode, "The bundle's signature is wrong" in forged.stdout + forged.stderr) == (1, True)


def test_packages_of_one_version_come_together() -> None:
    """Python's part for virtual environments takes one version of Python only, and a card may hold an older one."""
    stanzas = {
        "python3.11-venv": "Depends: python3.11 (= 3.11.2-6+deb12u9), python3-pip-whl (>= 22.2), libc6 (>= 2.36)",
        "python3.11": "Pre-Depends: dpkg (>= 1.20)\nDepends: libpython3.11-stdlib:any (= 3.11.2-6+deb12u9), media-types | mime-support",
        "libpython3.11-stdlib": "Depends: libc6 (>= 2.36)",
    }
    there = dict.fromkeys(("python3.11", "libpython3.11-stdlib", "libpython3.11-minimal"), "3.11.2-6+deb12u9") | {"libc6": "2.36-9", "dpkg": "1.21"}
    chosen = {"python3.11-venv": "3.11.2-6+deb12u9"}
    wanted = make_bundle.with_tied(chosen, there, lambda *names: "\n\n".join(stanzas[name.partition("=")[0]] for name in names))
    assert wanted == dict.fromkeys(stanzas, "3.11.2-6+deb12u9")


def test_words_that_lead_nowhere_are_told(tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"")
    assert "is no bundle, and something lies in it" in make(tmp_path, "--without-debs").stderr
    assert "sparc:3.11 is none of arm64:3.11" in make(tmp_path / "out", "--only", "sparc:3.11").stderr
    assert "is not there. Name a private key" in make(tmp_path / "out", "--without-debs", "--sign", tmp_path / "key").stderr
    assert not (tmp_path / "out").exists()
    assert "is a file. Name a folder." in make(tmp_path / "photo.jpg", "--without-debs").stderr


# --- whatever else happens --------------------------------------------------------------------------------------


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """A bundle that was made before."""
    made = bundle(tmp_path)
    (made / "README.txt").unlink()
    return made


def test_without_the_index_there_is_no_half_of_a_bundle_and_the_older_one_stays(older: Path) -> None:
    before = sorted(older.parent.rglob("*"))
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_CONFIG_FILE": "/dev/null", "PIP_FIND_LINKS": "", "PIP_RETRIES": "0"}
    done = make(older, "--only", "arm64:3.13", "--without-debs", **nowhere)
    assert (done.returncode, done.stderr.endswith("(no internet?)\n"), "Traceback" in done.stderr) == (1, True, False), done.stderr
    assert sorted(older.parent.rglob("*")) == before


@pytest.mark.parametrize(
    ("what", "status", "words"),
    [
        (KeyboardInterrupt(), 130, "Broken off. No bundle has been made, and an older one is as it was."),
        (OSError(28, "No space left on device", "/x"), 1, "No bundle has been made."),
    ],
)
def test_broken_off_it_leaves_the_older_bundle_and_nothing_else(
    older: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], what: BaseException, status: int, words: str
) -> None:
    def half(folder: Path, version: str) -> None:
        (folder / "vabanque.zip").write_bytes(b"half")
        raise what

    before = sorted(older.parent.rglob("*"))
    monkeypatch.setattr(make_bundle, "pack", half)
    monkeypatch.setattr(make_bundle.signal, "signal", lambda *_: None)
    with pytest.raises(SystemExit) as ended:
        make_bundle.told(["--out", str(older), "--without-debs"])
    assert (ended.value.code, words in capsys.readouterr().err) == (status, True)
    assert sorted(older.parent.rglob("*")) == before


def test_a_folder_that_only_looks_like_a_bundle_is_left(older: Path) -> None:
    """Many downloads come with such a list."""
    with make_bundle.instead_of(older) as new:
        (new / "SHA256SUMS").touch()
    assert [path.name for path in older.iterdir()] == ["SHA256SUMS"]
    (older / "film.mkv").touch()
    assert "is no bundle, and something lies in it" in make(older, "--without-debs").stderr
    assert (older / "film.mkv").exists()


def test_a_key_that_signs_nothing_is_told_before_anything_is_fetched(tmp_path: Path) -> None:
    none = tmp_path / "key"
    none.write_text("no key\n")
    none.chmod(0o600)
    assert "is no private key" in make(tmp_path / "out", "--without-debs", "--sign", none).stderr
    assert "Put it elsewhere." in make(tmp_path / "out", "--without-debs", "--sign", PROJECT / "bin" / "play").stderr
    assert not (tmp_path / "out").exists()


def test_a_public_key_that_belongs_to_another_is_noticed(older: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine, others = Key(older.parent / "keys"), Key(older.parent / "keys", "other")
    mine.sign(older)
    for key, fits in ((mine, True), (others, False)):
        shutil.copy(key.signers, older / "allowed-signers")
        if fits:
            make_bundle.verify(older)
        else:
            with pytest.raises(SystemExit):
                make_bundle.verify(older)
    assert "is another key's" in capsys.readouterr().err


def test_an_index_that_goes_away_is_not_taken_for_packages_that_there_are_none_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The dependencies have come, and then nothing comes any more: a bundle without the readers' packages would look whole."""
    gone, calls = subprocess.CompletedProcess([], 1, "", "from versions: none"), []

    def said(*words: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        calls.append(words)
        return subprocess.CompletedProcess([], 0, "", "") if len(calls) == 1 else gone

    monkeypatch.setattr(make_bundle, "said", said)
    with pytest.raises(SystemExit):
        make_bundle.download_wheels(tmp_path, make_bundle.Target("arm64", "3.13"))
    # Whatever has no wheel is had from the system; mfrc522 has one.
    monkeypatch.setattr(
        make_bundle, "said", lambda *words, cwd=None: gone if "lgpio" in str(words[-1]) else subprocess.CompletedProcess([], 0, "", "")
    )
    assert make_bundle.download_wheels(tmp_path, make_bundle.Target("arm64", "3.13")) == ["rpi-lgpio", "lgpio"]


def test_only_the_projects_own_files_go_into_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside them lie, as the README has it typed, images and bundles; and perhaps a key."""
    listed = subprocess.run(["git", "-C", PROJECT, "ls-files"], capture_output=True, text=True, check=False).stdout.split("\n")
    if tops := {name.partition("/")[0] for name in listed if name}:
        assert tops == set(make_bundle.PARTS)
    project = tmp_path / "project"
    for name in ("bin/play", "companion/__pycache__/x.pyc", "companion/x.py", "README.md", "card.img", "key", "vabanque-bundle/vabanque.zip"):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text("x")
    (project / ".gitignore").write_text("__pycache__/\n")
    monkeypatch.setattr(make_bundle, "PROJECT", project)
    own = [Path(name) for name in (".gitignore", "README.md", "bin/play", "companion/x.py")]
    assert make_bundle.project_files() == own
    subprocess.run(["git", "init", "-q", project], check=True)
    assert make_bundle.project_files() == own
