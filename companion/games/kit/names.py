"""What a player or a place may be called."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

MAX_NAME = 20
"""Letters of a name."""

MAX_PLACE = 200
"""Letters of the place of an evening."""

_STEERING = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Unicode categories that steer a terminal or a line of text instead of showing something."""

_JOINERS = "\u200c\u200d"
"""Formatting characters that names and emblems of some scripts need."""


def proper_text(text: str, longest: int) -> bool:
    """Whether a text can be shown on one line: 1 to `longest` letters, not blank, nothing that steers a terminal."""
    if not 1 <= len(text) <= longest or not text.strip():
        return False
    return all(letter in _JOINERS or unicodedata.category(letter) not in _STEERING for letter in text)


def proper_name(name: str) -> bool:
    """Whether a player can be called so: 1 to 20 letters."""
    return proper_text(name, MAX_NAME)


def one_form(name: str) -> str:
    """A name in the one form that counts: letters composed (NFC), no blank at the ends, single ones inside."""
    blanks = [" " if unicodedata.category(letter) == "Zs" else letter for letter in unicodedata.normalize("NFC", name)]
    return " ".join(part for part in "".join(blanks).split(" ") if part)


def same_name(one: str, other: str) -> bool:
    """Whether two names at one table can't be told apart when they are called out: capitals and the width of letters are not heard."""
    return _heard(one) == _heard(other)


def _heard(name: str) -> str:
    return unicodedata.normalize("NFKC", one_form(name)).casefold()


def numbered(name: str, taken: Iterable[str]) -> str:
    """A name that nobody at the table has: this one, or with the smallest number behind it that makes it so. It stays within 20 letters."""
    heard = {_heard(each) for each in taken}
    found, number = one_form(name), 1
    while _heard(found) in heard:
        number += 1
        end = f" {number}"
        found = one_form(name)[: MAX_NAME - len(end)].rstrip() + end
    return found


def told_apart(names: Iterable[str]) -> list[str]:
    """The names of one table, each in its one form. Whoever has the very name of somebody before gets a number: Anna, Anna 2."""
    formed = [one_form(name) for name in names]
    found: list[str] = []
    for place, name in enumerate(formed):
        found.append(numbered(name, (*found, *formed[place + 1 :])) if name in found else name)
    return found
