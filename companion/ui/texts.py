"""The words of the screen. The language itself is in `companion.words`, for the terminal as well; the words of a game are in its `ui`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion import words
from companion.games.kit.counting import Cause, Difference
from companion.ui.kit.direction import SETTLED, right_to_left, settled
from companion.words import LANGUAGES as LANGUAGES
from companion.words import LOCALE as LOCALE
from companion.words import amount as amount
from companion.words import date as date
from companion.words import language as language
from companion.words import number as number
from companion.words import percent as percent
from companion.words import short_amount as short_amount
from companion.words import signed as signed
from companion.words import system_language as system_language
from companion.words import time as time
from companion.words import use as use


def tr(text: str, **values: Any) -> str:
    """A text in the language in force, with its {values} filled in."""
    return words.tr(text, **settled(values))


def trn(one: str, many: str, n: int, **values: Any) -> str:
    """The singular or plural that `n` asks for; {n} is the number as the language writes it."""
    return words.trn(one, many, n, **settled(values))


def trc(context: str, text: str, **values: Any) -> str:
    """A text that needs a context to be translated."""
    return words.trc(context, text, **settled(values))


def names(people: Iterable[str]) -> str:
    """Names as they are listed in a sentence."""
    return words.names(name + SETTLED if right_to_left(name) else name for name in people)


def side(people: Iterable[str]) -> str:
    """The names of those who play together: A + B."""
    return " + ".join(name + SETTLED if right_to_left(name) else name for name in people)


# --- enumerated values -------------------------------------------------------------------------------------------


def cause(difference: Difference) -> str:
    """What has probably happened where a count differs from the ledger; nothing where it does not."""
    value = amount(difference.value)
    match difference.cause:
        case Cause.NONE:
            return ""
        case Cause.NOT_HANDED_OUT:
            return tr("Perhaps this round’s {m} were not handed out.", m=value)
        case Cause.NOTE_TOO_MANY:
            return tr("Probably one note of {m} too many.", m=value)
        case Cause.NOTE_TOO_FEW:
            return tr("Probably a note of {m} is missing. Who has it?", m=value)
        case Cause.UNKNOWN:
            return tr("No single note explains it. Count again.")
