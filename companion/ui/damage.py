"""What was found wrong with the data or the program, in the language of the screen: a title, what it is, and what to do."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from companion.table.journal.damage import Damage, Warned
from companion.ui import texts
from companion.ui.kit import lettering
from companion.ui.texts import tr

SETTINGS = (Damage.SETTINGS, Damage.SETTING_UNKNOWN, Damage.SETTING_MISPLACED, Damage.SETTING_WRONG, Damage.SETTINGS_NEWER)
MISTAKES = (Damage.FAULT, Damage.RESTARTED, Damage.FAILED)
LONG_WORD = 24


def title(warning: str) -> str:
    """In a few words, for a headline."""
    if not isinstance(warning, Warned):
        return tr("Some data was damaged")
    if warning.damage in SETTINGS:
        return tr("Look at the settings")
    if warning.damage in MISTAKES:
        return tr("The companion made a mistake")
    titles = {
        Damage.NOT_ON_SHELF: lambda: tr("A game is not on the shelf"),
        Damage.PARTS: lambda: tr("Parts of the program are missing"),
        Damage.CRASHED: lambda: tr("It had to start again"),
        Damage.VERSION: lambda: tr("A version was removed"),
        Damage.READ_ONLY: lambda: tr("Read only: nothing is kept"),
        Damage.FULL: lambda: tr("No space left"),
        Damage.NOT_YOURS: lambda: tr("The data are another user’s"),
        Damage.NOT_ALLOWED: lambda: tr("The data can’t be written"),
        Damage.NO_FOLDER: lambda: tr("No place for the data"),
        Damage.IN_USE: lambda: tr("It is running already"),
        Damage.DATA_NEWER: lambda: tr("The data are of a newer version"),
        Damage.UNREADABLE: lambda: tr("The data can’t be opened"),
    }
    return titles.get(warning.damage, lambda: tr("Some data was damaged"))()


def _when(utc: str) -> str:
    """A date with time as `copies.date_of` writes it, as the reader's clock and language do."""
    try:
        here = datetime.strptime(utc, "%Y-%m-%d %H:%M UTC").replace(tzinfo=UTC).astimezone()
    except ValueError:
        return utc
    return f"{texts.date(here.isoformat())}, {texts.time(here.isoformat())}"


def damaged(warning: str) -> str:
    """What is wrong, and for what was mended what came of it."""
    if not isinstance(warning, Warned):
        return warning
    sentences = {
        Damage.TORN: lambda: tr("The end of the game could not be read. Check the last moves, and repeat any that are missing."),
        Damage.COPY_OPENED: lambda: tr("The games could not be read. A copy of {d} was opened: later moves are missing.", d=_when(warning.date)),
        Damage.NO_COPY_LEFT: lambda: tr("The games could not be read, and there is no good copy: the list is empty now."),
        Damage.NO_COPY_MADE: lambda: tr("The games could not be copied. Write a backup to a stick."),
        Damage.NO_ROOM_FOR_COPY: lambda: tr("The games could not be copied. Free some space."),
        Damage.GAME_UNREAD: lambda: tr("Game {n} can’t be read. The others can.", n=warning.game),
        Damage.NOT_ON_SHELF: lambda: tr(
            "Game {game} is of {rules}, which is not on the shelf. It is kept; install its package to open it.", game=warning.game, rules=warning.key
        ),
        Damage.KEY_LOST: lambda: tr("Face-down cards of game {n} can’t be read any more. Pick them when they are turned over.", n=warning.game),
        Damage.KEY_LEFT: lambda: tr("Cards of a finished round could not be erased. Each start tries again."),
        Damage.SETTINGS: lambda: tr("The settings can’t be read, so the defaults apply. Set them again."),
        Damage.SETTING_UNKNOWN: lambda: tr(
            "The settings’ file has a line “{key}”, which is no setting. Perhaps “{near}” was meant. All others are used.",
            key=warning.key, near=warning.near,
        ) if warning.near else tr("The settings’ file has a line “{key}”, which is no setting. All others are used.", key=warning.key),
        Damage.SETTING_MISPLACED: lambda: tr(
            "In the settings’ file “{near}” stands below [{key}], where it says nothing. Settings stand above such lines.",
            key=warning.key, near=warning.near,
        ),
        Damage.SETTING_WRONG: lambda: tr(
            "The setting “{key}” has a value that it may not have, so its default applies. All others are used.", key=warning.key
        ),
        Damage.SETTINGS_NEWER: lambda: tr("A newer version of the companion wrote the settings. They stay as they are, and the usual ones are used."),
        Damage.CRASHED: lambda: tr("The system has ended it, most often because of the screen’s driver. Every move is saved."),
        Damage.VERSION: lambda: tr("Version {v} was removed. The one before is back, with the games as they were.", v=warning.key),
        Damage.PARTS: lambda: tr("Letters or a language may be missing. The game goes on."),
        Damage.RESTARTED: lambda: tr("The companion crashed and is back where it was. There is a report in its log folder."),
        Damage.FAULT: lambda: tr("That move was not taken. Nothing is lost, and the game goes on."),
        Damage.READ_ONLY: lambda: tr("The memory card or disk with {folder} can only be read.", folder=warning.folder),
        Damage.FULL: lambda: tr("There is no space left in {folder}.", folder=warning.folder),
        Damage.NOT_YOURS: lambda: tr("{user} may not write everything in {folder}.", folder=warning.folder, user=warning.user),
        Damage.NOT_ALLOWED: lambda: tr("{user} may not write everything in {folder}.", folder=warning.folder, user=warning.user),
        Damage.NO_FOLDER: lambda: tr("{folder} can’t be made: {user} may not write there.", folder=warning.folder, user=warning.user),
        Damage.IN_USE: lambda: tr("Another companion on this computer plays with the data in {folder}.", folder=warning.folder),
        Damage.DATA_NEWER: lambda: tr("A newer version of the companion wrote what is in {folder}. It is as it was.", folder=warning.folder),
        Damage.UNREADABLE: lambda: tr("{folder} can’t be opened: {why}", folder=warning.folder, why=warning.key),
        Damage.FAILED: lambda: tr("It has failed again and again. Every move is kept."),
    }  # fmt: skip
    said = sentences[warning.damage]()
    if warning.file:
        mistake = warning.damage in MISTAKES
        kept = tr("A report was written: {file}.", file=warning.file) if mistake else tr("What was damaged is kept as {file}.", file=warning.file)
        said = f"{said} {kept}"
    return said


def remedy(warning: str) -> str:
    """What to do, where the sentence about what is wrong does not say it."""
    if not isinstance(warning, Warned):
        return ""
    sentences = {
        Damage.READ_ONLY: lambda: tr("Restart once. If it stays so, write a backup to a stick and take a new card."),
        Damage.FULL: lambda: tr("Delete what you do not need, then try again. In the terminal: companion doctor"),
        Damage.NOT_YOURS: lambda: tr("Give them back in the terminal: sudo chown -R {user}: {folder}", user=warning.user, folder=warning.folder),
        Damage.NOT_ALLOWED: lambda: tr("Allow it in the terminal: chmod -R u+rwX {folder}", folder=warning.folder),
        Damage.NO_FOLDER: lambda: tr("Name another folder in the terminal: companion play --data FOLDER"),
        Damage.IN_USE: lambda: tr("Go on there, or close it there and try again here."),
        Damage.DATA_NEWER: lambda: tr("Update the companion."),
        Damage.UNREADABLE: lambda: tr("Restart once. If it stays so, take a new memory card and restore a backup."),
        Damage.PARTS: lambda: tr("Install the companion once more on this machine."),
        Damage.CRASHED: lambda: tr("See that the last move is there, then go on. If it comes again, report it: Settings, USB stick."),
        Damage.VERSION: lambda: tr("Play on. Please report it: Settings, USB stick."),
        Damage.FAILED: lambda: tr("Try again. If it fails once more, install the companion once more, and send us the report."),
        Damage.FAULT: lambda: tr("Undo and the menu are there as always. Please send us the report."),
        Damage.RESTARTED: lambda: tr("See that the last move is there, then go on. Please send us the report."),
    }
    return sentences[warning.damage]() if warning.damage in sentences else ""


def breakable(text: str) -> str:
    """A sentence in which a long path or file name may go on in the next line."""
    return " ".join(re.sub("[/_-]", rf"\g<0>{lettering.BREAK}", word) if len(word) > LONG_WORD else word for word in text.split(" "))
