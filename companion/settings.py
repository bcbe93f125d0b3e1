"""What the owner may set: typed values with defaults, common ones and a table a game. An unknown key is named with what is like it.

The file itself is in `settings_file`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Literal, NamedTuple, Protocol, get_args, get_origin, get_type_hints

import msgspec

from companion.said import Said, reason

VERSION = 2
"""The version of the form. In version 1 what is one game's stood among the common settings; it is still read where it stands there."""


class _Rules(Protocol):
    @property
    def settings(self) -> type[msgspec.Struct]: ...


class HasSettings(Protocol):
    """A game, as far as its settings go (`companion.game.Game`)."""

    @property
    def key(self) -> str:
        """Its name in the file: that of its table."""

    @property
    def rules(self) -> _Rules:
        """What has the type of its settings."""


Shelf = Mapping[str, HasSettings]
"""The games that are there, the one of version 1 first. A game is only loaded where something is said of it."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every setting with its default. Durations are in seconds. `games`: what is set of each game, by its key, as plain values."""

    version: int = VERSION
    language: Literal["system", "en", "fr", "de"] = "system"
    text_size: Literal["normal", "large", "largest"] = "normal"
    sound: bool = True
    volume: Literal["low", "medium", "high"] = "high"
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
    pending: float = 8.0
    """For how long half a gesture waits for its other half."""
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
    games: dict[str, dict[str, Any]] = {}

    def of(self, game: HasSettings) -> Any:
        """What is set of a game, in its own type; the defaults for what it does not know."""
        return _typed(game.rules.settings, self.games.get(game.key, {}))[0]

    def with_(self, game: HasSettings, **values: Any) -> Settings:
        """The same with other settings of one game."""
        return msgspec.structs.replace(self, games=self.games | {game.key: self.games.get(game.key, {}) | values})

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
    """A newer version of the companion wrote it. Nothing of it is read, and it stays as it is."""


class Wrong(NamedTuple):
    """One thing that is wrong: a sentence in English with its remedy, and as data what the screen's texts need. A key of a game's table has its
    table before it, with a full stop between them.
    """

    flaw: Flaw
    sentence: Said
    key: str = ""
    near: str = ""


class Found(NamedTuple):
    """What settings come to: what it says, with the defaults for whatever is wrong in it."""

    settings: Settings
    wrong: tuple[Wrong, ...] = ()


COMMON = tuple(name for name in Settings.__struct_fields__ if name != "games")
"""The settings that are no game's."""


def read(data: Mapping[str, Any], where: str, shelf: Shelf) -> Found:
    """Settings out of plain values, as far as they can be read. `where`: the file's name, for the sentences. `shelf`: whose tables are known.

    A table that is no game's on the shelf is kept as it is: it is somebody else's, or that of a game whose package is gone.
    """
    written_by = data.get("version", VERSION)
    if isinstance(written_by, int) and written_by > VERSION:
        said = Said("{file} was written by a newer version of the companion. Update the companion, or delete the file.", file=where)
        return Found(Settings(), (Wrong(Flaw.NEWER, said),))
    tables = {key: value for key, value in data.items() if isinstance(value, dict) and key not in COMMON}
    loose = {key: value for key, value in data.items() if key not in COMMON and key not in tables}
    wrong: list[Wrong] = []
    first = next(iter(shelf), None) if loose else None
    moved = {key: loose.pop(key) for key in list(loose) if first is not None and key in _fields(shelf[first])}
    if first is not None and moved:
        tables[first] = moved | tables.get(first, {})
    wrong += [_unknown(where, key, COMMON) for key in loose]
    games: dict[str, dict[str, Any]] = {}
    for key, table in tables.items():
        if key not in shelf:
            inside = next(iter(table), None)
            if table and inside is not None and all(name in COMMON for name in table):
                wrong.append(_misplaced(where, key[:40], inside))
            elif _is_plain(table):
                games[key] = dict(table)
            continue
        games[key] = dict(table)
        kind = shelf[key].rules.settings
        for name, error in _typed(kind, table)[1].items():
            del games[key][name]
            if name in kind.__struct_fields__:
                wrong.append(_wrong_value(where, f"{key}.{name}", error))
            else:
                wrong.append(_unknown(where, name, kind.__struct_fields__, table=key))
    values: dict[str, Any] = {"games": games}
    for name in COMMON:
        if name in data and name != "version":
            try:
                msgspec.convert({name: data[name]}, Settings)
                values[name] = data[name]
            except (msgspec.ValidationError, ValueError) as error:
                wrong.append(_wrong_value(where, name, reason(error)))
    return Found(msgspec.convert(values, Settings), tuple(wrong))


def _fields(game: HasSettings) -> tuple[str, ...]:
    return game.rules.settings.__struct_fields__


def _typed(kind: type[msgspec.Struct], table: Mapping[str, Any]) -> tuple[msgspec.Struct, dict[str, Said]]:
    """A game's settings out of plain values, and what is wrong with each of those that it does not take."""
    values, wrong = {}, {}
    for name, value in table.items():
        try:
            if name not in kind.__struct_fields__:
                raise ValueError(name)
            msgspec.convert({name: value}, kind)
            values[name] = value
        except (msgspec.ValidationError, ValueError) as error:
            wrong[name] = reason(error)
    return msgspec.convert(values, kind), wrong


def _unknown(where: str, key: str, known: tuple[str, ...], table: str = "") -> Wrong:
    """What is wrong with a key that is no setting."""
    import difflib

    near = "".join(difflib.get_close_matches(key, known, n=1))
    named = f"{table}.{key[:40]}" if table else key[:40]
    if not near:
        said = Said("{file} has an unknown key '{key}'. Take it out. There are: {known}", file=where, key=named, known=", ".join(known))
        return Wrong(Flaw.KEY, said, named)
    return Wrong(Flaw.KEY, Said("{file} has an unknown key '{key}'. Did you mean '{near}'?", file=where, key=named, near=near), named, near)


def _misplaced(where: str, table: str, name: str) -> Wrong:
    said = Said(
        "{file}: '{name}' stands in the table [{table}], where it says nothing. Fix it: settings stand above all tables.",
        file=where,
        name=name,
        table=table,
    )
    return Wrong(Flaw.PLACE, said, table, name)


def _wrong_value(where: str, name: str, error: Said) -> Wrong:
    said = Said("{file}: {error}. Fix the value, or take the line out to have its default.", file=where, error=error)
    return Wrong(Flaw.VALUE, said, name)


def _is_plain(value: Any) -> bool:
    """Whether JSON and TOML have the same value."""
    if isinstance(value, dict):
        return all(not isinstance(each, dict) and _is_plain(each) for each in value.values())
    if isinstance(value, list):
        return all(map(_is_plain, value))
    return isinstance(value, (bool, int, str)) or (isinstance(value, float) and math.isfinite(value))


def plain(settings: Settings) -> dict[str, Any]:
    """Settings as plain values, which `read` reads: the common ones, then a table a game."""
    told: dict[str, Any] = msgspec.to_builtins(settings)
    games: dict[str, Any] = told.pop("games")
    return told | games


def choices(name: str) -> tuple[Any, ...]:
    """The values a setting may have, where they are a few; (False, True) for a switch; () for a number or a list."""
    kind = get_type_hints(Settings)[name]
    if kind is bool:
        return (False, True)
    return get_args(kind) if get_origin(kind) is Literal else ()
