"""What a file that is to be installed says of itself, read before anything of it is run."""

from __future__ import annotations

import email
import hashlib
import re
import zipfile
from pathlib import Path
from typing import NamedTuple

from companion import __version__
from companion.errors import UpdateError
from companion.files import opened
from companion.said import Said, why

NAME = "vabanque-companion"

MAX_METADATA = 1_000_000
"""Bytes of the page on which a wheel says what it is."""


class Wheel(NamedTuple):
    """What a file that is to be installed says of itself. `digest`: SHA-256 of the whole file."""

    version: str
    digest: str


def numbers(version: str) -> tuple[int, ...]:
    """The numbers of a version such as 0.10.2, to compare it by. Raises UpdateError where it is no such version."""
    if not re.fullmatch(r"\d{1,6}(\.\d{1,6}){1,3}", version, re.ASCII):
        raise UpdateError(
            "'{version}' is no version of the companion: those are numbers with dots, such as {example}.", version=version, example=__version__
        )
    return tuple(map(int, version.split(".")))


def examine(file: Path) -> Wheel:
    """Reads what a file is, and that it came here whole. Raises UpdateError where it is no wheel of the companion."""
    foreign = Said(
        "{name} is no version of the companion. Name a file such as vabanque_companion-{example}-py3-none-any.whl.",
        name=file.name,
        example=__version__,
    )
    try:
        with opened(file) as whole, zipfile.ZipFile(whole) as archive:
            pages = [entry for entry in archive.infolist() if re.fullmatch(r"[^/]+\.dist-info/METADATA", entry.filename)]
            if len(pages) != 1 or pages[0].file_size > MAX_METADATA:
                raise UpdateError(foreign)
            metadata = email.message_from_bytes(archive.read(pages[0]))
            damaged = archive.testzip()
        with opened(file) as content:
            digest = hashlib.file_digest(content, "sha256").hexdigest()
    except OSError as error:
        raise UpdateError("{file} can't be read: {why}.", file=file, why=why(error)) from None
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, RuntimeError, EOFError, ValueError):
        raise UpdateError(foreign) from None
    if damaged is not None:
        raise UpdateError("{name} is damaged ({damaged}). Copy it again.", name=file.name, damaged=damaged)
    if str(metadata.get("Name", "")).lower().replace("_", "-") != NAME:
        raise UpdateError(foreign)
    version = str(metadata.get("Version", ""))
    numbers(version)
    return Wheel(version, digest)
