"""Every sentence of the screen, in the language in force. English texts are the keys of the catalogues in locale/.

    tr("Lay a {v} on any table", v=10)              one text
    trn("{n} card to go", "{n} cards to go", n)      singular and plural; {n} is filled in
    trc("tile", "here")                              a word whose translation depends on where it stands

`bin/make-texts` collects the texts, brings the catalogues up to date and compiles them.
"""

from __future__ import annotations

import gettext
import locale
import os
from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from companion.games.colours import Colour
from companion.games.counting import Cause, Difference
from companion.games.vabanque.moves import Character
from companion.games.vabanque.view import Payment, Phase, Reason

LANGUAGES = {"en": "English", "fr": "Français", "de": "Deutsch"}
LOCALE = Path(__file__).parent / "locale"

_language = "en"


@lru_cache(8)
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("companion", LOCALE, languages=[language], fallback=language == "en")


def use(language: str) -> None:
    """Switches the language: "en", "fr", "de", or "" for the system's (English if there is no catalogue for it)."""
    global _language
    _language = language if language in LANGUAGES else system_language()


def language() -> str:
    """The language in force."""
    return _language


def system_language() -> str:
    """The first of LANGUAGES that the environment names."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for value in os.environ.get(variable, "").split(":"):
            code = locale.normalize(value).split("_")[0].lower()[:2]
            if code in LANGUAGES:
                return code
    return "en"


def tr(text: str, **values: Any) -> str:
    """A text in the language in force, with its {values} filled in."""
    return _catalogue(_language).gettext(text).format(**values)


def trn(one: str, many: str, n: int, **values: Any) -> str:
    """The singular or plural that `n` asks for; {n} is the number as the language writes it."""
    return _catalogue(_language).ngettext(one, many, n).format(n=number(n), **values)


def trc(context: str, text: str, **values: Any) -> str:
    """A text that needs a context to be translated."""
    return _catalogue(_language).pgettext(context, text).format(**values)


# --- numbers, dates, lists ---------------------------------------------------------------------------------------
# Babel and its tables are loaded by what first needs them, which is never the first picture of an evening.


def _plain(text: str) -> str:
    # The fonts have no narrow no-break space.
    return text.replace("\u202f", "\u00a0")


def number(n: int) -> str:
    """A whole number with the language's groups of thousands."""
    if 0 <= n < 1000:
        return str(n)
    from babel.numbers import format_decimal

    return _plain(str(format_decimal(n, locale=_language)))


def amount(value: int) -> str:
    """An amount of money; the notes carry no currency."""
    return number(value)


def signed(value: int) -> str:
    """An amount with its sign; 0 has none."""
    return f"{'+' if value > 0 else '−'}{number(abs(value))}" if value else number(0)


def short_amount(value: int) -> str:
    """An amount for an axis: 1M, 500K; in full where the language has no shorter word for it."""
    from babel.numbers import format_compact_decimal

    short = _plain(str(format_compact_decimal(value, locale=_language, fraction_digits=1)))
    return number(value) if short.isdigit() else short


def date(iso: str) -> str:
    """An ISO date or date with time as a date."""
    from babel.dates import format_date

    return _plain(str(format_date(datetime.fromisoformat(iso).date(), "medium", locale=_language)))


def time(iso: str) -> str:
    """The hour and minute of an ISO date with time."""
    from babel.dates import format_time

    return _plain(str(format_time(datetime.fromisoformat(iso).time(), "short", locale=_language)))


def names(people: Iterable[str]) -> str:
    """Names as a list: A, B and C."""
    from babel.lists import format_list

    return str(format_list(list(people), style="standard", locale=_language))


# --- enumerated values -------------------------------------------------------------------------------------------


def phase(value: Phase) -> str:
    """A phase's name."""
    return {
        Phase.PLAYERS: lambda: tr("Players"),
        Phase.RING: lambda: tr("Tables"),
        Phase.DRAW: lambda: tr("Start player"),
        Phase.START: lambda: tr("First pawns"),
        Phase.TOKENS: lambda: tr("Tokens"),
        Phase.CARDS: lambda: tr("Cards"),
        Phase.PAWNS: lambda: tr("Pawns"),
        Phase.STAND: lambda: tr("Pawns"),
        Phase.REVEAL: lambda: tr("Payout"),
        Phase.PAYOUT: lambda: tr("Payout"),
        Phase.COUNT: lambda: tr("Count"),
        Phase.ORDER: lambda: tr("Order"),
        Phase.FINISHED: lambda: tr("End"),
    }[value]()


def character(value: Character) -> str:
    """A card's name."""
    return {
        Character.RAISE: lambda: tr("Raise"),
        Character.BLUFF: lambda: tr("Bluff"),
        Character.CHEAT: lambda: tr("Cheat"),
        Character.HIDDEN: lambda: tr("Not told"),
    }[value]()


def reason(payment: Payment, players: dict[Colour, str]) -> str:
    """Why somebody gets an amount, or nothing. `players`: names by colour."""
    who = names(players[colour] for colour in payment.others)
    one = len(payment.others) == 1
    match payment.reason:
        case Reason.PAWN_PAID:
            return tr("Pawn: paid by the bank")
        case Reason.PAWN_BLOCKED:
            return tr("Pawn: blocked by the Cheat of {a}", a=who)
        case Reason.CHEAT_PAID:
            return tr("Cheat: for {a}’s pawn", a=who) if one else tr("Cheat: for the pawns of {a}", a=who)
        case Reason.CHEAT_IDLE:
            return tr("Cheat: no other pawn is here")


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
            return tr("No single note explains it. Count once more.")
