"""What the owner may set: a TOML file of typed values. An unknown key is an error that names the nearest known one."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from companion.errors import SettingsError
from companion.said import Said

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
    serial_ports: tuple[str, ...] = ()
    """Further ports at which a wand or a ring may be: paths such as "/dev/ttyUSB0", or USB vendor and product such as "1A86:7523"."""
    panel: bool = True
    """Buttons, light and buzzer on the Pi's own pins."""

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


def load(file: Path) -> Settings:
    """The settings in `file`, the defaults where it is missing. Raises SettingsError with a sentence that names key and remedy."""
    try:
        text = file.read_text("utf-8")
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError("{file} can't be read ({error}). Mend it, or delete it to go back to the defaults.", file=file, error=error) from error
    # Only a table that has such a file waits for these before its first frame.
    import difflib
    import tomllib

    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        # A number too long to be one, or brackets without end, are errors of their own.
        raise SettingsError(
            "{file} is no TOML: {error}. Mend it, or delete it to go back to the defaults.", file=file, error=str(error)[:200]
        ) from error
    for key in data:
        if key not in Settings.__struct_fields__:
            near = difflib.get_close_matches(key, Settings.__struct_fields__, n=1, cutoff=0.0)
            raise SettingsError("{file} has an unknown key '{key}'. Did you mean '{near}'?", file=file, key=key[:40], near=near[0])
    written_by = data.get("version", VERSION)
    if isinstance(written_by, int) and written_by > VERSION:
        raise SettingsError("{file} was written by a newer version of the companion. Update the companion, or delete the file.", file=file)
    try:
        return msgspec.convert(data | {"version": VERSION}, Settings)
    except (msgspec.ValidationError, ValueError) as error:
        raise SettingsError(
            "{file}: {error}. Mend the value, or take the line out to have its default.", file=file, error=str(error)[:200]
        ) from error


def put_right(file: Path) -> str | None:
    """Sets a file aside that is no text at all, as a torn disk leaves it, so that the defaults hold. Returns a sentence about it, if so."""
    try:
        content = file.read_bytes()
    except OSError:
        return None
    if content.strip(b"\0") and b"\0" not in content:
        return None
    number = 1
    while (aside := file.with_name(f"{file.stem}-damaged-{number}{file.suffix}")).exists():
        number += 1
    os.replace(file, aside)
    return Said("The settings were damaged. They were kept as {name}, and the defaults hold. Set them anew.", name=aside.name)


def save(settings: Settings, file: Path) -> None:
    """Replaces `file` atomically: a power cut leaves the old one or the new one, never an empty one. Raises OSError."""
    default = Settings()
    values = {name: getattr(settings, name) for name in Settings.__struct_fields__}
    changed = {name: value for name, value in values.items() if name == "version" or value != getattr(default, name)}
    # JSON's strings, numbers, booleans and lists are TOML's too.
    lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in changed.items()]
    replace(file, ("\n".join(lines) + "\n").encode())


def replace(file: Path, content: bytes) -> None:
    """Writes `content` beside `file`, has it on disk, then puts it in its place. Readable for the owner only. Raises OSError."""
    new = file.with_name(file.name + ".new")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
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
