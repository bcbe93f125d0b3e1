"""The owner's file of settings: a TOML file, read, put right, and written so that the owner's comments are kept."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from companion import files, settings
from companion.errors import SettingsError
from companion.files import replace
from companion.said import Said, why
from companion.settings import COMMON, VERSION, Flaw, Found, Settings, Shelf, Wrong, plain

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

FILE = "settings.toml"
"""Its name among the data."""

_BARE = re.compile("[A-Za-z0-9_-]+")


def load(file: Path, shelf: Shelf | None = None) -> Settings:
    """The settings in `file`, the defaults where it is missing. Raises SettingsError with a sentence that names key and remedy."""
    found = read(file, shelf)
    if found.wrong:
        raise SettingsError(found.wrong[0].sentence)
    return found.settings


def read(file: Path, shelf: Shelf | None = None) -> Found:
    """The settings in `file` as far as they can be read. `shelf`: the games whose tables are known; without it none is looked into."""
    try:
        # A byte order mark, as some editors put before a text, says nothing about the settings.
        text = files.content(file).decode("utf-8-sig")
        if not text:
            # The owner would have left the file out; a disk leaves it empty.
            raise OSError(errno.ENODATA, Said("it is empty"))
    except FileNotFoundError:
        return Found(Settings())
    except (OSError, UnicodeDecodeError) as error:
        cause = why(error) if isinstance(error, OSError) else Said("it is no text in UTF-8")
        said = Said("{file} can't be read ({why}). Fix it, or delete it to go back to the defaults.", file=file, why=cause)
        return Found(Settings(), (Wrong(Flaw.UNREADABLE, said),))
    # Only a table that has such a file waits for this before its first frame.
    import tomllib

    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        # A number too long to be one, or brackets without end, are errors of their own.
        said = Said("{file} is no TOML: {error}. Fix it, or delete it to go back to the defaults.", file=file, error=str(error)[:200])
        return Found(Settings(), (Wrong(Flaw.UNREADABLE, said),))
    return settings.read(data, str(file), shelf or {})


def put_right(file: Path, today: date, shelf: Shelf | None = None) -> tuple[Found, str]:
    """The settings in `file`, after whatever is wrong in it was taken out. Returns under which name the file is kept as it was, "" if it is not.

    What can be read stays, with the owner's comments; a file in an older form is written in the present one. What a newer version wrote stays as
    it is. Where the disk takes nothing, all stays as it is; what is wrong has its default anyway.
    """
    found = read(file, shelf)
    aside = ""
    if any(each.flaw is Flaw.NEWER for each in found.wrong):
        return found, aside
    if not found.wrong:
        if _older(file):
            with contextlib.suppress(OSError):
                save(found.settings, file)
    else:
        try:
            kept = _free(file.with_name(f"{file.name}.broken-{today.isoformat()}"))
            if any(each.flaw is Flaw.UNREADABLE for each in found.wrong):
                os.replace(file, kept)
            else:
                replace(kept, files.content(file))
                save(found.settings, file)
            aside = kept.name
        except OSError:
            pass
    return found, aside


def _free(name: Path) -> Path:
    """A name that nothing has yet."""
    found, number = name, 1
    while found.exists():
        number += 1
        found = name.with_name(f"{name.name}-{number}")
    return found


def _older(file: Path) -> bool:
    """Whether a file that can be read is in an older form."""
    if not file.exists():
        return False
    data = _parsed(file)
    version = data.get("version", VERSION)
    return version != VERSION or any(key not in COMMON and not isinstance(value, dict) for key, value in data.items())


def _parsed(file: Path) -> dict[str, Any]:
    """Raises OSError, or ValueError where it is no TOML."""
    # Only a table that has such a file waits for this before its first frame.
    import tomllib

    return tomllib.loads(files.content(file).decode("utf-8-sig"))


def save(wanted: Settings, file: Path) -> None:
    """Replaces `file` atomically: a power cut leaves the old one or the new one, never an empty one.

    The owner's comments, the order of the lines and tables that are somebody else's stay. Raises OSError, also where a newer version of the
    companion wrote the file.
    """
    common = {name: _listed(getattr(wanted, name)) for name in COMMON}
    default = Settings()
    said = {name: value for name, value in common.items() if name == "version" or value != _listed(getattr(default, name))}
    text = _rewritten(file, common, said, wanted.games)
    if text is None:
        lines = [f"{name} = {_toml(value)}\n" for name, value in said.items()]
        for key, table in wanted.games.items():
            lines.append(f"\n[{_key(key)}]\n")
            lines += [f"{_key(name)} = {_toml(value)}\n" for name, value in table.items()]
        text = "".join(lines)
    replace(file, text.encode())


def _toml(value: Any) -> str:
    # JSON's strings, numbers, booleans and lists are TOML's too, but for one letter.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _toml(name)


def _rewritten(file: Path, common: dict[str, Any], said: dict[str, Any], games: dict[str, dict[str, Any]]) -> str | None:
    """The file with other values; None where there is none yet, or it is beyond keeping. Raises OSError."""
    try:
        text = files.content(file).decode("utf-8-sig")
    except (FileNotFoundError, UnicodeDecodeError):
        return None
    # Reading it takes longer than a start may wait, so it is done where something is written only.
    import tomllib

    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(text)
        version = document.get("version", VERSION)
        if isinstance(version, int) and version > VERSION:
            raise OSError(errno.EPERM, Said("a newer version of the companion wrote it"), str(file))
        _move(document, games)
        for key in [key for key, value in document.items() if _says_nothing(key, value, games)]:
            del document[key]
        for name, value in common.items():
            if name in said or name in document:
                if isinstance(document.get(name), dict):
                    del document[name]
                document[name] = value
        for key, table in games.items():
            _fill(document, key, table)
        written = document.as_string()
        told = settings.read(tomllib.loads(written), str(file), {})
        wanted = plain(msgspec.convert(common | {"games": games}, Settings))
        if not told.wrong and {key: value for key, value in plain(told.settings).items() if key in wanted} == wanted:
            return written
    except (TOMLKitError, ValueError, RecursionError):
        pass
    return None


def _says_nothing(key: str, value: Any, games: dict[str, dict[str, Any]]) -> bool:
    """Whether this is no setting, and no table of a game or of somebody else."""
    if key in COMMON or key in games:
        return False
    return not isinstance(value, dict) or (bool(value) and all(name in COMMON for name in value))


def _move(document: TOMLDocument, games: dict[str, dict[str, Any]]) -> None:
    """Takes what stands above all tables and is one game's into its table, with the comments beside and above it."""
    import tomlkit
    from tomlkit.items import Comment, Null

    for name in [name for name, value in document.items() if name not in COMMON and not isinstance(value, dict)]:
        key = next((key for key, table in games.items() if name in table), None)
        if key is None:
            continue
        table = _table(document, key)
        if name not in table:
            body = document.body
            place = next(at for at, (each, _) in enumerate(body) if each is not None and each.key == name)
            above = place
            while above and isinstance(body[above - 1][1], Comment):
                above -= 1
            for at in range(above, place):
                table.add(tomlkit.comment(body[at][1].trivia.comment.lstrip("# ")))
                body[at] = (None, Null())
            moved = tomlkit.item(body[place][1].unwrap())
            if beside := body[place][1].trivia.comment:
                moved.comment(beside.lstrip("# "))
            table.add(name, moved)
        del document[name]


def _table(document: TOMLDocument, key: str) -> Any:
    """The table of a game, a new one at the end where there is none."""
    import tomlkit

    if key not in document:
        document.append(key, tomlkit.table())
    return document[key]


def _fill(document: TOMLDocument, key: str, values: dict[str, Any]) -> None:
    table = _table(document, key)
    for name in [name for name in table if name not in values]:
        del table[name]
    for name, value in values.items():
        if name not in table or table[name] != value:
            table[name] = value


def _listed(value: Any) -> Any:
    """A value as TOML has it."""
    return list(value) if isinstance(value, tuple) else value
