"""The language in force, for the screens and for the terminal. English texts are the keys of the catalogues in ui/locale/.

    tr("Place a {v} on any table", v=10)            one text
    trn("{n} card to go", "{n} cards to go", n)      singular and plural; {n} is filled in
    trc("tile", "here")                              a word whose translation depends on where it stands
    told(error.sentence)                             a sentence that was made where the language is not known

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

from companion.said import Counted, Said, safe

LANGUAGES = {"en": "English", "fr": "Français", "de": "Deutsch"}
LOCALE = Path(__file__).parent / "ui" / "locale"

_language = "en"
_brought: list[Path] = []


@lru_cache(8)
def _catalogue(language: str) -> gettext.NullTranslations:
    # Without its catalogue a language is English.
    found = gettext.translation("companion", LOCALE, languages=[language], fallback=True)
    for folder in _brought:
        found.add_fallback(gettext.translation("companion", folder, languages=[language], fallback=True))
    return found


def bring(folder: Path) -> None:
    """Takes the catalogues of a game that brings its own, as `de/LC_MESSAGES/companion.mo`. What the companion says itself stays as it is."""
    if folder.is_dir() and folder not in _brought:
        _brought.append(folder)
        _catalogue.cache_clear()


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


def translated(text: str) -> str:
    """A text in the language in force, with nothing filled in."""
    return _catalogue(_language).gettext(text) if text else text


def told(sentence: str) -> str:
    """A sentence in the language in force; one that has no translation since it is no `Said` is taken for somebody else's."""
    if not isinstance(sentence, Said):
        return safe(sentence)
    catalogue, values = _catalogue(_language), {name: _filled_in(value) for name, value in sentence.values.items()}
    if isinstance(sentence, Counted):
        return catalogue.ngettext(sentence.text, sentence.many, sentence.values["n"]).format(**values)
    return catalogue.gettext(sentence.text).format(**values)


class _Number(int):
    """A number in a sentence: with {amount:,} it is written in the language's groups."""

    def __format__(self, form: str) -> str:
        return number(int(self)) if form == "," else super().__format__(form)


def _filled_in(value: Any) -> Any:
    if isinstance(value, Said):
        return told(value)
    return _Number(value) if isinstance(value, int) else value


# --- numbers, dates, lists ---------------------------------------------------------------------------------------
# Babel and its tables are loaded by what first needs them, which is never the first picture of an evening.


def _plain(text: str) -> str:
    # The fonts have no narrow no-break space.
    return text.replace("\u202f", "\u00a0")


_LONGEST = 10**20
"""Beyond it babel gives up; nobody reads such a number."""


def number(n: int) -> str:
    """A whole number with the language's groups of thousands."""
    if 0 <= n < 1000:
        return str(n)
    if n > _LONGEST:
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


def _style() -> str:
    # The English texts are British, so dates and lists are as well.
    return "en_GB" if _language == "en" else _language


def percent(share: int) -> str:
    """A share of a hundred."""
    from babel.numbers import format_percent

    return _plain(str(format_percent(share / 100, locale=_language)))


def date(iso: str) -> str:
    """An ISO date or date with time as a date."""
    from babel.dates import format_date

    return _plain(str(format_date(datetime.fromisoformat(iso).date(), "medium", locale=_style())))


def time(iso: str) -> str:
    """The hour and minute of an ISO date with time."""
    from babel.dates import format_time

    return _plain(str(format_time(datetime.fromisoformat(iso).time(), "short", locale=_style())))


def names(people: Iterable[str]) -> str:
    """Names as a list: A, B and C."""
    from babel.lists import format_list

    return str(format_list(list(people), style="standard", locale=_style()))
