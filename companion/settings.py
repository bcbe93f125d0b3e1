"""What the owner may set: a TOML file of typed values. An unknown key is an error that names what is like it; comments are kept."""

from __future__ import annotations

import errno
import json
import os
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from companion import files
from companion.errors import SettingsError
from companion.said import Said, why

if TYPE_CHECKING:
    from companion.game import Game

FILE = "settings.toml"
"""Its name among the data."""

VERSION = 1
"""The version of the file's form. An older file is read as it is: keys that it lacks have their defaults."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every setting with its default. Durations are in seconds."""

    version: int = VERSION
    language: Literal["system", "en", "fr", "de"] = "system"
    text_size: Literal["normal", "large", "largest"] = "normal"
    sound: bool = True
    calm: bool = False
    """No motion."""
    turn: Literal[0, 90, 180, 270] = 0
    """By how much the picture is turned clockwise, in degrees; the touch turns with it."""
    turn_to_player: bool = False
    """The picture turns towards the player whose turn it is."""
    dim_after: int = 300
    """The screen dims when nothing happens for so long; 0: never."""
    full_screen: bool = True
    width: int = 800
    """Of the window, in pixels, where it is not full screen."""
    height: int = 480
    backs_show_owners: bool = False
    """The card backs show whose they are, so the drawn ring may as well."""
    cards_read: Literal["laid", "reveal"] = "laid"
    """When a card's tag is read: when it is laid, or not before it is turned over (then nothing secret is in the machine)."""
    own_cards: bool = True
    """A player can look at the cards that they have laid; everybody sees that it was done."""
    pending: float = 8.0
    """For how long half a gesture waits for its other half."""
    notes: bool = True
    """Which banknotes to hand out is planned; off: amounts only."""
    pad: bool = True
    """An RC522 reader sits on the Pi's own SPI pins."""
    pad_bursts: bool = True
    """Several bytes go to one register of the reader in one transfer; off for a chip that does not take that."""
    pad_speed: int = 1_000_000
    """Clock of the SPI bus in Hz."""
    antenna_gain: Literal[18, 23, 33, 38, 43, 48] = 33
    """Receiver gain of the readers in dB."""
    gone_after: float = 0.15
    """A tag counts as taken away after so long without a sign of it."""
    wands: bool = True
    """Picos on USB are looked for."""
    serial_ports: str | tuple[str, ...] = ()
    """Further ports at which a wand or a ring may be: paths such as "/dev/ttyUSB0", or USB vendor and product such as "1A86:7523".

    One may stand alone. A word that is neither is told by whoever looks for the ports, and the others are used.
    """
    panel: bool = True
    """Buttons, light and buzzer on the Pi's own pins."""

    def of(self, game: Game) -> Any:
        """What is set of a game, in its own type."""
        return game.rules.settings(**{name: getattr(self, name) for name in game.rules.settings.__struct_fields__ if hasattr(self, name)})

    def __post_init__(self) -> None:
        for name, low, high in (
            ("dim_after", 0, 86_400),
            ("width", 320, 7680),
            ("height", 320, 4320),
            ("pending", 2.0, 60.0),
            ("pad_speed", 100_000, 10_000_000),
            ("gone_after", 0.05, 5.0),
        ):
            value = getattr(self, name)
            if not low <= value <= high:
                raise ValueError(Said("{name} is {value}; it may be {low} to {high}", name=name, value=value, low=low, high=high))


class Flaw(StrEnum):
    """What is wrong with a file of settings."""

    UNREADABLE = "unreadable"
    """It can't be read at all."""
    KEY = "key"
    """It has a key that is none. `near`: the known one that comes nearest, "" where none is like it."""
    PLACE = "place"
    """A setting stands in a table (`near`: its name); settings stand above all tables."""
    VALUE = "value"
    """A setting has a value that it may not have."""
    NEWER = "newer"
    """A newer version of the companion wrote it."""


class Wrong(NamedTuple):
    """One thing that is wrong: a sentence in English with its remedy, and as data what the screen's texts need."""

    flaw: Flaw
    sentence: Said
    key: str = ""
    near: str = ""


class Found(NamedTuple):
    """What a file of settings comes to: what it says, with the defaults for whatever is wrong in it."""

    settings: Settings
    wrong: tuple[Wrong, ...] = ()


def load(file: Path) -> Settings:
    """The settings in `file`, the defaults where it is missing. Raises SettingsError with a sentence that names key and remedy."""
    found = read(file)
    if found.wrong:
        raise SettingsError(found.wrong[0].sentence)
    return found.settings


def read(file: Path) -> Found:
    """The settings in `file` as far as they can be read. A key of another table than ours is left to whom it belongs."""
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
    wrong = [each for key, value in data.items() if (each := _stranger(file, key, value)) is not None]
    written_by = data.pop("version", VERSION)
    if isinstance(written_by, int) and written_by > VERSION:
        said = Said("{file} was written by a newer version of the companion. Update the companion, or delete the file.", file=file)
        wrong.insert(0, Wrong(Flaw.NEWER, said))
    values: dict[str, Any] = {}
    for name in Settings.__struct_fields__:
        if name in data:
            try:
                msgspec.convert({name: data[name]}, Settings)
                values[name] = data[name]
            except (msgspec.ValidationError, ValueError) as error:
                said = Said("{file}: {error}. Fix the value, or take the line out to have its default.", file=file, error=str(error)[:200])
                wrong.append(Wrong(Flaw.VALUE, said, name))
    return Found(msgspec.convert(values, Settings), tuple(wrong))


def _stranger(file: Path, key: str, value: Any) -> Wrong | None:
    """What is wrong with a key that is no setting; nothing with a table of somebody else's."""
    if key in Settings.__struct_fields__:
        return None
    if isinstance(value, dict):
        inside = next((name for name in value if name in Settings.__struct_fields__), None)
        if inside is None:
            return None
        said = Said(
            "{file}: '{name}' stands in the table [{table}], where it says nothing. Fix it: settings stand above all tables.",
            file=file,
            name=inside,
            table=key[:40],
        )
        return Wrong(Flaw.PLACE, said, key[:40], inside)
    import difflib

    near = "".join(difflib.get_close_matches(key, Settings.__struct_fields__, n=1))
    if not near:
        known = ", ".join(Settings.__struct_fields__)
        said = Said("{file} has an unknown key '{key}'. Take it out. There are: {known}", file=file, key=key[:40], known=known)
        return Wrong(Flaw.KEY, said, key[:40])
    said = Said("{file} has an unknown key '{key}'. Did you mean '{near}'?", file=file, key=key[:40], near=near)
    return Wrong(Flaw.KEY, said, key[:40], near)


def put_right(file: Path, today: date) -> tuple[Found, str]:
    """The settings in `file`, after whatever is wrong in it was taken out. Returns under which name the file is kept as it was, "" if it is not.

    What can be read stays, with the owner's comments. Where the disk takes nothing, all stays as it is; what is wrong has its default anyway.
    """
    found = read(file)
    aside = ""
    if found.wrong:
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


def save(settings: Settings, file: Path) -> None:
    """Replaces `file` atomically: a power cut leaves the old one or the new one, never an empty one. Raises OSError.

    The owner's comments, the order of the lines and tables that are somebody else's stay.
    """
    default = Settings()
    values = {name: _plain(getattr(settings, name)) for name in Settings.__struct_fields__}
    said = {name: value for name, value in values.items() if name == "version" or value != _plain(getattr(default, name))}
    text = _rewritten(file, values, said)
    # JSON's strings, numbers, booleans and lists are TOML's too.
    fresh = (f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in said.items())
    replace(file, (text or "".join(fresh)).encode())


def _rewritten(file: Path, values: dict[str, Any], said: dict[str, Any]) -> str | None:
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
        for key in [key for key, value in document.items() if _stranger(file, key, value) is not None]:
            del document[key]
        for name, value in values.items():
            if name in said or name in document:
                if isinstance(document.get(name), dict):
                    del document[name]
                document[name] = value
        written = document.as_string()
        if _told(tomllib.loads(written)) == values:
            return written
    except (TOMLKitError, ValueError, RecursionError):
        pass
    return None


def _told(data: dict[str, Any]) -> dict[str, Any]:
    """Every setting as a file of these values tells it."""
    return {name: data.get(name, _plain(default)) for name, default in msgspec.structs.asdict(Settings()).items()}


def _plain(value: Any) -> Any:
    """A value as TOML has it."""
    return list(value) if isinstance(value, tuple) else value


def replace(file: Path, content: bytes) -> None:
    """Writes `content` beside `file`, has it on disk, then puts it in its place. Readable for the owner only.

    Raises OSError, also where something else than a file has the name: a pipe or a device is never replaced.
    """
    if file.exists() and not file.is_file():
        raise OSError(errno.EINVAL, Said("it is no file"), str(file))
    new = file.with_name(file.name + ".new")
    new.unlink(missing_ok=True)
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        os.replace(new, file)
    except OSError:
        new.unlink(missing_ok=True)
        raise
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def choices(name: str) -> tuple[Any, ...]:
    """The values a setting may have, where they are a few; (False, True) for a switch; () for a number or a list."""
    kind = get_type_hints(Settings)[name]
    if kind is bool:
        return (False, True)
    return get_args(kind) if get_origin(kind) is Literal else ()
