"""What a bug report needs, in one file: doctor's findings, log, reports of failures, versions, settings, the journal in figures.

The terminal packs it by `companion doctor --bundle`, the screen onto a stick.

No game, no name and no tag is in it: the journal is counted, never copied, and whatever looks like a tag's UID is blotted out of the texts.
"""

from __future__ import annotations

import io
import json
import os
import platform
import re
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from companion import __version__, files, logs, settings
from companion import settings_file as owner
from companion.devices.doctor import Finding, State
from companion.errors import CompanionError, SettingsError
from companion.files import opened
from companion.games import FIRST, SHELF
from companion.pico import wire
from companion.said import why
from companion.table.backup import write
from companion.table.journal import migrate
from companion.table.journal.opening import FILE
from companion.table.tags import tagset
from companion.words import told, tr, trc

MOST = 1_000_000
"""Bytes of one file of the log that are packed: its end."""
BLOT = "[a tag]"

README = """What is in this bundle of the companion:

doctor.txt     what `companion doctor` found
versions.json  of the companion and of its files
settings.json  the settings in force
journal.json   how many games, acts, tags and names there are; no game, no name and no tag itself
data.txt       the names and sizes of the files among the data
log/           what the companion wrote down about itself, and its reports of failures

Numbers of tags are blotted out, and your home folder is written as ~. Have a look before you send it.
"""

_UID = re.compile(r"(?<![0-9A-Za-z])(?:[0-9A-Fa-f]{20}|[0-9A-Fa-f]{14}|[0-9A-Fa-f]{8}|[0-9A-Fa-f]{2}(?:[:][0-9A-Fa-f]{2}){3,9})(?![0-9A-Za-z])")
"""4, 7 or 10 bytes in hexadecimal, in one word or with colons."""


def versions() -> dict[str, str | int]:
    """By name: the program's own, those of its files and of its line to the Picos, the firmware that it brings, and Python's."""
    return {
        "companion": __version__,
        "journal": migrate.VERSION,
        "record": SHELF[FIRST].record.version,
        "settings": settings.VERSION,
        "backup": write.VERSION,
        "tags": tagset.VERSION,
        "wire": wire.PROTOCOL,
        "firmware": wire.FIRMWARE,
        "python": platform.python_version(),
        # The record of each further game has a version of its own.
        **{f"record {key}": game.record.version for key, game in SHELF.items() if key != FIRST},
    }


def _mark(state: State) -> str:
    marks = {State.FINE: trc("finding", "fine"), State.WARN: trc("finding", "WARN"), State.FAIL: trc("finding", "FAIL"), State.ABSENT: " - "}
    return marks[state].ljust(4)


def _named(check: str) -> str:
    """The name of a check, in words."""
    names = {
        "antenna": lambda: trc("check", "antenna"),
        "chip clock": lambda: trc("check", "chip clock"),
        "clock": lambda: trc("check", "clock"),
        "companion": lambda: trc("check", "companion"),
        "data": lambda: trc("check", "data"),
        "disk": lambda: trc("check", "disk"),
        "disk speed": lambda: trc("check", "disk speed"),
        "display": lambda: trc("check", "display"),
        "firmware": lambda: trc("check", "firmware"),
        "groups": lambda: trc("check", "groups"),
        "machine": lambda: trc("check", "machine"),
        "packages": lambda: trc("check", "packages"),
        "pad": lambda: trc("check", "pad"),
        "pad bus": lambda: trc("check", "pad bus"),
        "panel": lambda: trc("check", "panel"),
        "reset wire": lambda: trc("check", "reset wire"),
        "ring": lambda: trc("check", "ring"),
        "settings": lambda: trc("check", "settings"),
        "SPI clock": lambda: trc("check", "SPI clock"),
        "supply": lambda: trc("check", "supply"),
        "touch": lambda: trc("check", "touch"),
        "wires": lambda: trc("check", "wires"),
    }
    # SPI, USB and the names of services and devices are the same everywhere.
    return names[check]() if check in names else check


def lines(finding: Finding) -> list[str]:
    """A finding in the language in force: what was found, and what fixes it."""
    found = [f"{_mark(finding.state)}  {_named(finding.check)}: {told(finding.found)}"]
    return [*found, "      " + tr("fix: {advice}", advice=told(finding.advice))] if finding.advice else found


# --- the bundle -------------------------------------------------------------------------------------------------


def pack(file: Path, folder: Path, doctor: str) -> None:
    """Writes the bundle of the data in `folder`. `doctor`: what the doctor said. Raises CompanionError."""
    if file.exists():
        raise CompanionError("{file} is there already. Name another file.", file=file)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in _parts(folder, doctor):
            bundle.writestr(name, blotted(text))
    try:
        files.replace(file, packed.getvalue())
    except OSError as error:
        raise CompanionError("{file} can't be written ({why}). Name another file.", file=file, why=why(error)) from None


def blotted(text: str) -> str:
    """A text without UIDs and without the name of its owner's home."""
    home = os.path.expanduser("~")
    if len(home) > 1:
        text = text.replace(home, "~")
    return _UID.sub(BLOT, text)


def _parts(folder: Path, doctor: str) -> Iterator[tuple[str, str]]:
    yield "README.txt", README
    yield "doctor.txt", doctor
    yield "versions.json", _json(versions() | {"machine": logs.machine()})
    yield "settings.json", _json(_settings(folder))
    yield "journal.json", _json(_counted(folder / FILE))
    yield "data.txt", "".join(_listed(folder))
    for file in sorted((folder / logs.FOLDER).glob("*")):
        try:
            yield f"log/{file.name}", _end(file).decode("utf-8", "replace")
        except OSError as error:
            yield f"log/{file.name}", f"can't be read: {why(error)}\n"


def _end(file: Path) -> bytes:
    """The last bytes of a file. Raises OSError."""
    with opened(file) as stream:
        stream.seek(max(0, os.fstat(stream.fileno()).st_size - MOST))
        return stream.read(MOST)


def _json(value: Any) -> str:
    return json.dumps(value, indent=1) + "\n"


def _settings(folder: Path) -> Any:
    try:
        return settings.plain(owner.load(folder / owner.FILE, SHELF))
    except SettingsError as error:
        return {"can't be read": str(error)}


def _counted(file: Path) -> dict[str, Any]:
    """A journal in figures. It is looked at only: whatever is wrong with it stays as it is."""
    if not file.exists():
        return {"there": False}
    if not file.is_file():
        return {"can't be read": "it is no file"}
    found: dict[str, Any] = {"there": True}
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as db:
            found["version"] = migrate.version_of(db)
            found["check"] = db.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
            for name, where in (
                ("games that have ended", "ended IS NOT NULL AND deleted IS NULL"),
                ("games in progress", "ended IS NULL"),
                ("games in the bin", "deleted IS NOT NULL"),
            ):
                counted = db.execute(f"SELECT kind, count(*) FROM games WHERE {where} GROUP BY kind ORDER BY kind")
                found[name] = dict(counted.fetchall())
            for name in ("acts", "tags", "names", "aliases"):
                found[name] = db.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
    except sqlite3.Error as error:
        found["can't be read"] = f"{getattr(error, 'sqlite_errorname', 'SQLite')}: {error}"
    return found


def _listed(folder: Path) -> Iterator[str]:
    """Names and sizes of the files, without those that the window's library keeps."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if name.parts[0] != "kivy":
            try:
                status = path.lstat()
            except OSError:
                continue
            yield f"{status.st_mode & 0o7777:04o} {status.st_size:>10} {name}{'/' if path.is_dir() else ''}\n"
