"""What is known of the cards of games that the journal does not tell of: one small file beside it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion import files
from companion.files import replace
from companion.table.journal.storage import unwritten

FILE = "face-down"


class Known(msgspec.Struct, frozen=True):
    """Of all games up to this number it is known that cards of theirs may lie face down, or that they are back in hand."""

    up_to: int = 0
    lie: bool = False


def known(folder: Path) -> Known:
    """What is known in the folder of a journal."""
    try:
        return msgspec.json.decode(files.content(folder / FILE, 100), type=Known)
    except FileNotFoundError:
        return Known()
    except (OSError, msgspec.MsgspecError):
        # Whatever has made it unreadable takes no card off the table.
        return Known(lie=True)


def tell(folder: Path, up_to: int, *, lie: bool) -> None:
    """Has it on disk. Raises JournalError."""
    try:
        replace(folder / FILE, msgspec.json.encode(Known(up_to, lie)))
    except OSError as error:
        raise unwritten(error) from error
