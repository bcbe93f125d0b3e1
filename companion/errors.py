"""What can go wrong, as one tree.

CompanionError          a sentence for the user: what is wrong and what to do next
+-- MoveRefused         the rules forbid a move; nothing has changed
+-- RecordError         a record on file can't be read or replayed
+-- JournalError        the journal can't be opened or written
|   +-- NewerData       a newer version wrote it
|   +-- NotOnShelf      it is of a game whose package is gone
|   +-- InUse           another program plays with it
|   +-- Unread          the disk does not give what is in it
+-- BackupError         a backup can't be read, written or restored
+-- TagError            a tag can't be bound, moved or read as asked
+-- SettingsError       a setting is unknown or has a wrong value
+-- NameRefused         two names can't be made one, or one made two
+-- DeviceError         a reader, wand or panel can't be used
+-- UpdateError         another version can't be installed or gone back to; nothing has changed
"""

from __future__ import annotations

from typing import Any

from companion.said import Said


class CompanionError(Exception):
    """Any failure that is told to the user in a sentence: a text with what is filled in. `str(error)` is that sentence in English."""

    def __init__(self, text: str, /, **values: Any) -> None:
        self.sentence = text if isinstance(text, Said) else Said(text, **values)
        super().__init__(self.sentence)


class RecordError(CompanionError):
    """A record can't be read or replayed. `line` counts from 1."""

    def __init__(self, line: int, reason: str, /, **values: Any) -> None:
        super().__init__(reason, **values)
        self.line = line
        self.reason = self.sentence


class JournalError(CompanionError):
    """The journal can't be opened, read or written."""


class NewerData(JournalError):
    """A newer version of the companion wrote the journal; it is as it was."""


class NotOnShelf(JournalError):
    """A game of the journal is of a package that is not installed. It is kept as it is."""

    def __init__(self, game: int, rules: str) -> None:
        said = Said("Game {game} is of {rules}, which is not on the shelf. It is kept; install its package to open it.", game=game, rules=rules)
        super().__init__(said)
        self.rules = rules


class InUse(JournalError):
    """Another program plays with these data."""


class Unread(JournalError):
    """The disk does not give what is in the journal."""


class StickError(CompanionError):
    """A stick is plugged in and can't be used. The message says what to do."""


class BackupError(CompanionError):
    """A backup can't be read, written or restored; nothing has changed."""


class TagError(CompanionError):
    """A tag can't be bound, moved or read as asked."""


class SettingsError(CompanionError):
    """A setting is unknown or has a wrong value."""


class DeviceError(CompanionError):
    """A reader, wand or panel can't be used."""


class NameRefused(CompanionError):
    """Two names can't be made one, or one made two; nothing has changed. `together`: a game in which both sat at the table."""

    def __init__(self, text: str, /, *, together: int | None = None, **values: Any) -> None:
        super().__init__(text, **values)
        self.together = together


class UpdateError(CompanionError):
    """Another version can't be installed or gone back to. Nothing has changed."""
