"""A bundle on a stick is installed only as its makers have signed it; what was changed is refused, and what nobody signed is told as such."""

from __future__ import annotations

import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import UpdateError
from companion.install import bundle as bundles
from companion.install.bundle import SIGNATURE, SUMS, examine, fetch
from companion.install.installation import SIGNERS, Installation
from companion.install.launcher.home import Home
from tests.packaging.bundles import Key, bundle, listed
from tests.packaging.fakes import PROJECT
from tests.packaging.machine_with_service import Machine, Service
from tests.packaging.wheels import remade

WHEEL = "vabanque_companion-0.2.0-py3-none-any.whl"


@pytest.fixture
def key(tmp_path: Path) -> Key:
    return Key(tmp_path / "keys")


@pytest.fixture
def made(tmp_path: Path, key: Key) -> Path:
    """A signed bundle of two wheels; for what is tried here they need no content that runs."""
    (tmp_path / WHEEL).write_bytes(b"the companion" * 99)
    (tmp_path / "tiny-1.0-py3-none-any.whl").write_bytes(b"tiny" * 99)
    return bundle(tmp_path / "stick", tmp_path / WHEEL, tmp_path / "tiny-1.0-py3-none-any.whl", key=key)


def refused(made: Path, signers: Path) -> str:
    with pytest.raises(UpdateError) as told:
        examine(made, signers)
    return str(told.value)


# --- the signature ----------------------------------------------------------------------------------------------


def test_a_bundle_of_the_makers_is_signed(made: Path, key: Key) -> None:
    checked = examine(made, key.signers)
    assert (checked.version, checked.signed, checked.wheel) == ("0.2.0", True, WHEEL)
    assert sorted(checked.sums) == ["README.txt", WHEEL, "wheels/tiny-1.0-py3-none-any.whl"]


def test_without_a_signature_or_a_public_key_it_counts_as_unsigned(made: Path, key: Key, tmp_path: Path) -> None:
    assert not examine(made, tmp_path / "no signers").signed
    (made / SIGNATURE).unlink()
    assert not examine(made, key.signers).signed


def test_the_signature_of_somebody_else_is_refused(made: Path, key: Key, tmp_path: Path) -> None:
    other = Key(tmp_path / "keys", "other")
    other.sign(made)
    assert "signature is wrong" in refused(made, key.signers)
    # Nor does one hold that was given for something else.
    (made / SIGNATURE).unlink()
    subprocess.run(["ssh-keygen", "-q", "-Y", "sign", "-n", "file", "-f", key.file, made / SUMS], check=True, capture_output=True)
    assert "signature is wrong" in refused(made, key.signers)


def test_a_list_that_was_changed_after_it_was_signed_is_refused(made: Path, key: Key) -> None:
    (made / WHEEL).write_bytes(b"another program")
    listed(made)
    assert "signature is wrong" in refused(made, key.signers)


@pytest.mark.parametrize("signature", [b"", b"nothing", b"-----BEGIN SSH SIGNATURE-----\n" + b"A" * 200 + b"\n-----END SSH SIGNATURE-----\n"])
def test_a_signature_that_is_none_is_refused(made: Path, key: Key, signature: bytes) -> None:
    (made / SIGNATURE).write_bytes(signature)
    assert "signature is wrong" in refused(made, key.signers)


def test_where_nothing_can_check_it_the_remedy_is_told(made: Path, key: Key, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundles.shutil, "which", lambda name: None)
    assert "Run bin/install again, or install openssh-client." in refused(made, key.signers)


# --- the files --------------------------------------------------------------------------------------------------


def test_a_file_that_was_changed_or_is_missing_is_named(made: Path, key: Key) -> None:
    wheel = made / WHEEL
    content = wheel.read_bytes()
    wheel.write_bytes(content[:-1] + b"!")
    assert refused(made, key.signers) == f"{WHEEL} is damaged or was changed. Copy the whole folder to the stick again; nothing has changed."
    wheel.unlink()
    assert f"{WHEEL} is missing in the bundle" in refused(made, key.signers)
    # A link leads to what the stick does not hold.
    (made.parent / "elsewhere").write_bytes(content)
    wheel.symlink_to(made.parent / "elsewhere")
    assert f"{WHEEL} is missing in the bundle" in refused(made, key.signers)
    wheel.unlink()
    os.mkfifo(wheel)
    assert "it is no file" in refused(made, key.signers)


@pytest.mark.parametrize(
    "line", ["0" * 64 + "  ../outside", "0" * 64 + "  /etc/passwd", "0" * 63 + "  a", "words", "0" * 64 + "  a\x1b[2J", "0" * 64 + "  README.txt"]
)
def test_a_list_that_names_what_is_not_in_the_folder_is_none(made: Path, tmp_path: Path, line: str) -> None:
    with (made / SUMS).open("a") as out:
        out.write(line + "\n")
    assert "holds no list of files as a bundle has it" in refused(made, tmp_path / "no signers")


NAMES = st.text(max_size=12) | st.sampled_from(["../a", "a/../../b", "/a", "./a", "a\\b", "wheels/a.whl"])
LINES = st.tuples(st.sampled_from(["0" * 64, "f" * 63, "G" * 64]), st.sampled_from(["  ", " *", " ", "\t"]), NAMES).map("".join)


@given((st.lists(LINES, max_size=4).map("\n".join).map(lambda text: text.encode("utf-8", "replace"))) | st.binary(max_size=200))
def test_whatever_a_list_says_it_names_only_what_is_in_the_folder(content: bytes) -> None:
    try:
        sums = bundles._parsed(content)
    except UpdateError:
        return
    for name, digest in sums.items():
        assert len(bytes.fromhex(digest)) == 32
        assert name
        assert name.isprintable()
        assert Path("/stick/bundle", name).resolve().is_relative_to("/stick/bundle")


def test_without_a_list_or_with_an_endless_one_it_is_no_bundle(made: Path, tmp_path: Path) -> None:
    (made / SUMS).write_bytes(b"0" * (bundles.MAX_LIST + 1))
    assert "holds no list of files" in refused(made, tmp_path / "none")
    (made / SUMS).unlink()
    assert refused(made, tmp_path / "none") == "vabanque-bundle is no whole bundle: SHA256SUMS is missing. Copy the whole folder to the stick again."


def test_typed_as_a_dot_it_has_its_name_all_the_same(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(made)
    assert examine(Path(), tmp_path / "none").version == "0.2.0"
    (made / SUMS).unlink()
    assert refused(Path(), tmp_path / "none").startswith("vabanque-bundle is no whole bundle")


def test_it_holds_one_version_of_the_companion(made: Path, tmp_path: Path) -> None:
    (made / WHEEL.replace("0.2.0", "0.3.0")).write_bytes(b"x")
    listed(made)
    assert "or several" in refused(made, tmp_path / "none")
    for wheel in made.glob("vabanque_*"):
        wheel.unlink()
    listed(made)
    assert "holds no version of the companion" in refused(made, tmp_path / "none")


def test_what_is_installed_is_what_was_checked_also_if_the_stick_changes_meanwhile(made: Path, key: Key, tmp_path: Path) -> None:
    checked, into = examine(made, key.signers), tmp_path / "wheels"
    into.mkdir()
    (made / WHEEL).write_bytes(b"another program")
    with pytest.raises(UpdateError, match="was changed"):
        fetch(checked, into)


def test_wheels_of_other_machines_stay_on_the_stick(made: Path, tmp_path: Path) -> None:
    names = [f"big-1.0-cp311-cp311-manylinux2014_{machine}.whl" for machine in ("s390x", os.uname().machine)]
    for name in names:
        (made / "wheels" / name).write_bytes(b"x")
    listed(made)
    into = tmp_path / "wheels"
    into.mkdir()
    assert fetch(examine(made, tmp_path / "none"), into) == into / WHEEL
    assert sorted(path.name for path in into.iterdir()) == sorted([names[1], WHEEL, "tiny-1.0-py3-none-any.whl"])


# --- installed --------------------------------------------------------------------------------------------------


@pytest.fixture
def machine(tmp_path: Path, wheel_file: Path) -> Machine:
    return Machine(tmp_path / "machine", wheel_file)


def tiny(folder: Path) -> Path:
    """A package that nothing here has."""
    name = "vabanque_tiny_part"
    file = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as wheel:
        wheel.writestr(f"{name}.py", "")
        wheel.writestr(f"{name}-1.0.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        wheel.writestr(f"{name}-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nGenerator: a test\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{name}-1.0.dist-info/RECORD", "")
    return file


def needing(wheel_file: Path, folder: Path) -> Path:
    """Version 0.2.0, which needs that package."""
    plain = remade(wheel_file, folder, "0.2.0")
    page = "vabanque_companion-0.2.0.dist-info/METADATA"
    with zipfile.ZipFile(plain) as archive:
        head, _, text = archive.read(page).decode().partition("\n\n")
    return remade(wheel_file, folder, "0.2.0", changed={page: f"{head}\nRequires-Dist: vabanque-tiny-part\n\n{text}"})


def test_a_bundle_brings_what_it_needs_and_asks_no_network(machine: Machine, wheel_file: Path, tmp_path: Path, key: Key) -> None:
    shutil.copy(key.signers, machine.home / SIGNERS)
    there = bundle(tmp_path / "stick", needing(wheel_file, tmp_path / "made"), tiny(tmp_path), key=key)
    with Service(machine) as service:
        service.started(1)
        done = machine.companion("update", there)
        assert (done.returncode, done.stderr) == (0, "")
        assert "0.2.0 is running." in done.stdout
        # It was on probation, and has shown that it starts.
        assert not (machine.home / "probation").exists()
    assert (machine.current, machine.versions) == ("0.2.0", ["0.1.0", "0.2.0"])
    assert list((machine.home / "current").resolve().glob("lib/python*/site-packages/vabanque_tiny_part.py"))
    assert not (machine.home / "fetched-wheels").exists()


def test_no_bundle_changes_the_keys_by_which_bundles_are_checked(machine: Machine, wheel_file: Path, tmp_path: Path, key: Key) -> None:
    """Nor does a signature make an older version newer."""
    signers = machine.home / SIGNERS
    shutil.copy(key.signers, signers)
    there = bundle(tmp_path / "stick", remade(wheel_file, tmp_path / "made", "0.2.0"))
    shutil.copy(Key(tmp_path / "others").signers, there / SIGNERS)
    listed(there)
    key.sign(there)
    done = machine.companion("update", there)
    assert (done.returncode, done.stderr, machine.current) == (0, "", "0.2.0")
    assert signers.read_text() == key.signers.read_text()
    Home(machine.home).passed()
    done = machine.companion("update", bundle(tmp_path / "older", remade(wheel_file, tmp_path / "made", "0.1.9"), key=key))
    assert (done.returncode, done.stderr, machine.current) == (2, "0.1.9 is older than 0.2.0.\n", "0.2.0")


def test_without_what_it_needs_nothing_changes(machine: Machine, wheel_file: Path, tmp_path: Path) -> None:
    installation = Installation(Home(machine.home), lambda _: None)
    checked = installation.examine(bundle(tmp_path / "stick", needing(wheel_file, tmp_path / "made")))
    with pytest.raises(UpdateError, match=r"What 0\.2\.0 needs is not in the bundle"):
        installation.update_from(checked)
    assert (machine.current, machine.versions) == ("0.1.0", ["0.1.0"])
    assert not (machine.home / "fetched-wheels").exists()


def test_the_terminal_says_that_nobody_has_signed_it_and_refuses_what_is_older(machine: Machine, wheel_file: Path, tmp_path: Path) -> None:
    done = machine.companion("update", bundle(tmp_path / "stick", remade(wheel_file, tmp_path / "made", "0.2.0")))
    assert done.returncode == 0
    assert "Nobody has signed this bundle" in done.stderr
    assert machine.current == "0.2.0"
    Home(machine.home).passed()
    done = machine.companion("update", bundle(tmp_path / "older", remade(wheel_file, tmp_path / "made", "0.1.9")))
    assert (done.returncode, done.stderr) == (2, "0.1.9 is older than 0.2.0.\n")


def test_from_the_screen_a_signed_bundle_is_installed_and_the_game_goes_on(machine: Machine, wheel_file: Path, tmp_path: Path, key: Key) -> None:
    """By the window's own road: the companion installs what replaces it, ends itself, and its service starts the new one."""
    shutil.copy(key.signers, machine.home / SIGNERS)
    bundle(tmp_path / "stick", needing(wheel_file, tmp_path / "made"), tiny(tmp_path), key=key)
    fingers = tmp_path / "fingers"
    fingers.mkdir()
    shutil.copy(PROJECT / "tests" / "packaging" / "fingers.py", fingers / "sitecustomize.py")
    with Service(machine, PYTHONPATH=str(fingers), FINGERS="0.1.0", STICK=str(tmp_path / "stick")) as service:
        service.once(lambda: machine.current == "0.2.0")
        # It has shown that it starts, and is kept.
        service.once(lambda: not (machine.home / "probation").exists())
        assert service.statuses == [0]
    said = (machine.user / "said").read_text()
    assert "signed: True" in said
    assert "Traceback" not in said
