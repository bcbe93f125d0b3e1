"""What was found wrong with the data and mended or gone round: a sentence in English, and as data what the screen's texts need."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from companion.said import Said


class Damage(StrEnum):
    """What was wrong. From READ_ONLY on it is why the data could not be opened for an evening; some can be read all the same."""

    TORN = "torn"
    """The end of the journal could not be read."""
    COPY_OPENED = "copy opened"
    """The journal was damaged or missing; its newest good copy was opened, made at `date`."""
    NO_COPY_LEFT = "no copy left"
    """The journal was damaged or missing, and there was no good copy."""
    NO_COPY_MADE = "no copy made"
    """The games could not be copied; a disk that is full is NO_ROOM_FOR_COPY."""
    NO_ROOM_FOR_COPY = "no room for copy"
    GAME_UNREAD = "game unread"
    """The acts of `game` can't be followed."""
    NOT_ON_SHELF = "not on shelf"
    """`game` is of `key`, whose package is not installed: nothing is wrong with it."""
    KEY_LOST = "key lost"
    """The key of what lies face down in `game` is missing or damaged."""
    KEY_LEFT = "key left"
    """The key of a round that is over could not be erased."""
    SETTINGS = "settings"
    """The settings can't be read, so the defaults hold."""
    SETTING_UNKNOWN = "setting unknown"
    """The settings have the key `key`, which is none; `near` may be meant, "" where none is like it."""
    SETTING_MISPLACED = "setting misplaced"
    """The setting `near` stands in a table `key`, where it says nothing."""
    SETTING_WRONG = "setting wrong"
    """The setting `key` has a value that it may not have, so its default holds."""
    SETTINGS_NEWER = "settings newer"
    """A newer version of the companion wrote the settings."""
    RESTARTED = "restarted"
    """The program failed and has started anew."""
    CRASHED = "crashed"
    """The system has ended the program, which has started anew; there is no report."""
    VERSION = "version"
    """The newer version `key` did not start; the one before is back."""
    PARTS = "parts"
    """Files of the program itself are missing."""
    FAULT = "fault"
    """A mistake of the program itself at the table: the act was not taken. `file`: its report, "" where the disk did not take it."""
    READ_ONLY = "read only"
    """The disk with `folder` takes nothing."""
    FULL = "full"
    """There is no room for `folder`."""
    NOT_YOURS = "not yours"
    """`folder`, or something in it, is another's than `user`'s."""
    NOT_ALLOWED = "not allowed"
    """`folder`, or something in it, is `user`'s own and does not let itself be written."""
    NO_FOLDER = "no folder"
    """`folder` is not there and can't be made."""
    IN_USE = "in use"
    """Another companion plays with `folder`."""
    DATA_NEWER = "data newer"
    """A newer version of the companion wrote what is in `folder`."""
    UNREADABLE = "unreadable"
    """`folder` can't be opened, for whatever other reason."""
    FAILED = "failed"
    """The program has failed again and again. `file`: the last report."""


class Warned(Said):
    """The sentence itself. `file`: under which name the damaged one is kept; `date`: in words, UTC; `game`: its number, 0 for none.

    `key`, `near`: words of the settings' file. `folder`: of the data; `user`: who has started the companion.
    """

    damage: Damage
    file: str
    date: str
    game: int
    key: str
    near: str
    folder: str
    user: str

    def __new__(
        cls,
        text: str,
        damage: Damage,
        /,
        *,
        file: str = "",
        date: str = "",
        game: int = 0,
        key: str = "",
        near: str = "",
        folder: str = "",
        user: str = "",
        **values: Any,
    ) -> Warned:
        if isinstance(text, Said):
            values = text.values | values
            text = text.text
        filled = {"file": file, "date": date, "game": game, "key": key, "near": near, "folder": folder, "user": user}
        made: Warned = cls._made(text, text, filled | values)
        made.damage, made.file, made.date, made.game = damage, file, date, game
        made.key, made.near, made.folder, made.user = key, near, folder, user
        return made
