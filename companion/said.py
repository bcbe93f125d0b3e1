"""Sentences for people, made where something is known and told where somebody reads, in the reader's language.

    Said("There is no game {game}.", game=7)                                   a str: the sentence in English
    Counted("{n} tag known", "{n} tags known", 3)                              singular and plural
    Said("{amount:,} can't be paid.", amount=90000)                            the reader's groups of thousands

What is filled in may be somebody else's (a name, a file): it is made safe here, once. English texts are the keys of the catalogues;
`bin/make-texts` collects them from these two and from the errors, and `companion.words.told` tells one in the language in force.
"""

from __future__ import annotations

import errno
import re
from typing import Any

_JOINERS = "\u200c\u200d"
"""Formatting characters that names and emblems of some scripts need."""


def safe(text: str) -> str:
    """A text that somebody else chose, so that it can't steer a terminal or a line."""
    if text.isprintable():
        return text
    return "".join([letter if letter.isprintable() or letter in _JOINERS else letter.encode("unicode_escape").decode() for letter in text])


class Said(str):
    """A sentence in English. `text`: its key in the catalogues; `values`: what is filled in, strings of others already safe."""

    text: str
    values: dict[str, Any]

    def __new__(cls, text: str, /, **values: Any) -> Said:
        made: Said = cls._made(text, text, values)
        return made

    @classmethod
    def _made(cls, key: str, text: str, values: dict[str, Any]) -> Any:
        kept = {name: value if isinstance(value, (Said, int, float)) else safe(str(value)) for name, value in values.items()}
        made = str.__new__(cls, text.format(**kept))
        made.text, made.values = key, kept
        return made


class Counted(Said):
    """A sentence about `n` things, which {n} names."""

    many: str

    def __new__(cls, one: str, many: str, n: int, /, **values: Any) -> Counted:
        made: Counted = cls._made(one, one if n == 1 else many, {"n": n, **values})
        made.many = many
        return made


def why(error: OSError) -> Said:
    """What the system has refused, in words; a file's name is not in them."""
    texts = {
        "ENOENT": Said("it is not there"),
        "ENOTDIR": Said("a part of its path is no folder"),
        "EISDIR": Said("it is a folder"),
        "EEXIST": Said("it is there already"),
        "EACCES": Said("this user may not"),
        "EPERM": Said("this user may not"),
        "EROFS": Said("the disk is read-only"),
        "ENOSPC": Said("the disk is full"),
        "EDQUOT": Said("the disk is full"),
        "EFBIG": Said("the disk is full"),
        "EIO": Said("the disk does not answer as it should"),
        "ENAMETOOLONG": Said("the name is too long"),
        "ELOOP": Said("its links go round in a circle"),
        "EMFILE": Said("too many files are open"),
        "ENODEV": Said("the device is gone"),
        "ENXIO": Said("it is no file"),
        "EBADF": Said("it is closed"),
        "EPIPE": Said("nobody reads it"),
        "EINVAL": Said("the system refuses it"),
    }
    if isinstance(error.strerror, Said):
        return error.strerror
    return texts.get(errno.errorcode.get(error.errno or 0, ""), Said("{error}", error=error.strerror or error))


def reason(error: Exception) -> Said:
    """Why a value was refused: our own sentence where the error is ours or brings one, else what the library has said, as far as it is known."""
    for each in (error, error.__cause__):
        for said in (getattr(each, "sentence", None), *getattr(each, "args", ())[:1]):
            if isinstance(said, Said):
                return said
    return of_library(str(error))


def of_library(text: str) -> Said:
    """What msgspec says of a value, in English as it says it; a text that is not known stands as it is. `text`: of somebody else's file."""
    text = text if len(text) <= 200 else text[:200] + "…"
    if found := re.fullmatch(r"(?s)(.*) - at `(.*)`", text):
        return Said("{what} - at `{place}`", what=of_library(found[1]), place=found[2])
    if found := re.fullmatch("(?s)Object contains unknown field `(.*)`", text):
        return Said("Object contains unknown field `{key}`", key=found[1])
    if found := re.fullmatch("(?s)Object missing required field `(.*)`", text):
        return Said("Object missing required field `{key}`", key=found[1])
    if found := re.fullmatch("(?s)Expected `(.*)`, got `(.*)`", text):
        return Said("Expected `{wanted}`, got `{found}`", wanted=found[1], found=found[2])
    if found := re.fullmatch("(?s)Invalid (?:enum )?value (.*)", text):
        return Said("Invalid value {value}", value=found[1])
    if text == "not one of the words known here":
        return Said("not one of the words known here")
    return Said("{what}", what=text)
