"""The wheel holds all that the program reads at run time, and asks for nothing that needs a compiler or a Pi."""

from __future__ import annotations

import email
import os
import zipfile
from pathlib import Path

import pytest


def files_of(folder: Path) -> set[str]:
    """Every file under the folder but what Python leaves behind, as paths from where the folder lies.

    Links are followed: the firmware's folder and the table of pins are linked into the package.
    """
    found = (Path(above, name) for above, _, names in os.walk(folder, followlinks=True) for name in names)
    return {path.relative_to(folder.parent).as_posix() for path in found if "__pycache__" not in path.parts}


@pytest.fixture(scope="module")
def wheel(wheel_file: Path) -> zipfile.ZipFile:
    # One wheel for every laptop: nothing in it is compiled.
    assert wheel_file.name.endswith("-py3-none-any.whl")
    return zipfile.ZipFile(wheel_file)


@pytest.fixture(scope="module")
def packed_from(wheel_file: Path) -> Path:
    """The copy of the project that the wheel was made of, without what setuptools has left there."""
    return wheel_file.parents[1]


def test_every_file_of_the_package_is_in_the_wheel_and_no_other(wheel: zipfile.ZipFile, packed_from: Path) -> None:
    packed = {name for name in wheel.namelist() if ".dist-info/" not in name and ".data/" not in name}
    assert packed == files_of(packed_from / "companion")


def test_the_manual_and_the_completions_are_in_the_wheel_where_an_installer_looks_for_them(wheel: zipfile.ZipFile, packed_from: Path) -> None:
    packed = {name.partition(".data/data/")[2] for name in wheel.namelist() if ".data/data/" in name}
    assert packed == files_of(packed_from / "bin" / "share")
    assert "share/man/man1/companion.1" in packed


def test_the_wheel_gives_the_command(wheel: zipfile.ZipFile) -> None:
    (points,) = (name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert "companion = companion.__main__:main" in wheel.read(points).decode()


def test_what_only_a_pi_can_use_is_no_dependency(wheel: zipfile.ZipFile) -> None:
    (name,) = (name for name in wheel.namelist() if name.endswith("METADATA"))
    requirements = email.message_from_bytes(wheel.read(name)).get_all("Requires-Dist", [])
    plain = [requirement.lower() for requirement in requirements if "extra ==" not in requirement]
    assert any(requirement.startswith("kivy") for requirement in plain)
    for unwanted in ("mfrc522", "rpi", "spidev", "lgpio"):
        assert [requirement for requirement in plain if unwanted in requirement] == []
    # mfrc522 would bring RPi.GPIO along, which no machine is to be given.
    assert [requirement for requirement in requirements if "mfrc522" in requirement or "RPi.GPIO" in requirement] == []
