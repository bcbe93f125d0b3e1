"""The set of a box as a file: which tag is which piece, to keep or to take to another machine. The text may be anybody's.

    {"format": "vabanque-companion tags", "version": 2, "rules": "...", "tags": {"tile 1": ["04A1B2C3D4E580"], ...}, "check": "9f86d0..."}

`rules` is the key of the game; files of version 1 have none, they are of the shelf's first. "taught", in files of version 3, is what was taught
of the owner's copy, as the game says it. A UID is written as a phone shows it, without its
colons. `check` is the SHA-256 of the tags, so that a file which was cut or changed by hand
is not taken for a whole one.
"""

from __future__ import annotations

import difflib
import hashlib
import json
from collections.abc import Mapping
from typing import Any

import msgspec

from companion.errors import CompanionError, TagError
from companion.game import Game, Piece
from companion.games import FIRST, SHELF
from companion.games.kit.strict import Malformed, convert, whole
from companion.said import Said
from companion.table.tags.bindings import is_random

FORMAT = "vabanque-companion tags"
VERSION = 3
"""Of a file with what was taught; others are of version 2, which earlier companions read as well."""
MAX_SIZE = 65_536
"""Bytes of a file; a set of 36 pieces with two tags each has about 2,500."""
UID_LENGTHS = (4, 7, 10)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    version: int
    tags: dict[str, list[str]]
    check: str
    rules: str = FIRST
    taught: dict[str, Any] | None = None


class TagSet(msgspec.Struct, frozen=True):
    """The set of one game. `rules`: its key. `bound`: UID -> code of a piece. `taught`: of the owner's copy, data for JSON; None for nothing."""

    rules: str
    bound: dict[bytes, str]
    taught: dict[str, Any] | None = None


def encode(found: TagSet) -> str:
    """The file's text. The pieces stand in the order of the box; of a game that is not on the shelf, by their codes."""
    codes = list(SHELF[found.rules].rules.pieces) if found.rules in SHELF else sorted(set(found.bound.values()))
    tags = {code: sorted(uid.hex().upper() for uid, held in found.bound.items() if held == code) for code in codes}
    tags = {code: uids for code, uids in tags.items() if uids}
    version = VERSION if found.taught is not None else 2
    whole_file: dict[str, Any] = {"format": FORMAT, "version": version, "rules": found.rules, "tags": tags}
    if found.taught is not None:
        whole_file["taught"] = found.taught
    whole_file["check"] = _check(version, found.rules, tags, found.taught)
    return json.dumps(whole_file, indent=1) + "\n"


def decode(content: bytes) -> TagSet:
    """What the file binds; a game that is not on the shelf may have pieces of any name.

    Raises TagError with what is wrong, and then nothing of it is to be believed.
    """
    if len(content) > MAX_SIZE:
        raise TagError("The file is too long for a set of tags ({max_size} bytes at most).", max_size=MAX_SIZE)
    try:
        value = whole(content.decode("utf-8"))
        _know(value)
        file = convert(value, _File)
    except UnicodeDecodeError:
        raise TagError("The file is no UTF-8 text, so it is no exported set of tags.") from None
    except Malformed as error:
        raise TagError("The file is no exported set of tags: {reason}.", reason=error.reason) from None
    if file.check != _check(file.version, file.rules, file.tags, file.taught):
        raise TagError("The file was changed or cut after its export. Export the set once more.")
    if file.taught is not None and file.rules in SHELF:
        _taught(SHELF[file.rules], file.taught)
    return TagSet(file.rules, _bound(file.tags, SHELF[file.rules].rules.pieces if file.rules in SHELF else None), file.taught)


def _taught(game: Game, copy: Any) -> None:
    """Raises TagError for what could not have been taught."""
    teaching = game.table.teaching
    if teaching is None:
        raise TagError("{title} needs nothing of its owner's copy.", title=game.title)
    try:
        teaching.read(copy)
    except CompanionError as error:
        raise TagError("What the file says of the copy can't be so: {reason}.", reason=error.sentence) from None


def _know(value: Any) -> None:
    """Raises TagError where the file is another's, or a newer version's."""
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise TagError("The file is no exported set of tags.")
    version = value.get("version")
    if isinstance(version, int) and version > VERSION:
        raise TagError("The file was written by a newer version of the companion. Update the companion.")


def _bound(tags: dict[str, list[str]], pieces: Mapping[str, Piece] | None) -> dict[bytes, str]:
    bound: dict[bytes, str] = {}
    for code, uids in tags.items():
        if pieces is not None and code not in pieces:
            raise TagError(unknown_piece(code, pieces))
        for text in uids:
            uid = _uid(text)
            if uid in bound:
                raise TagError("One tag is listed twice: for '{first}' and for '{code}'.", first=bound[uid], code=code)
            if is_random(uid):
                raise TagError("A tag of '{code}' makes up a new number each time, as phones do. It can't be found again.", code=code)
            bound[uid] = code
    return bound


def _uid(text: str) -> bytes:
    try:
        uid = bytes.fromhex(text) if text.isalnum() else b""
    except ValueError:
        uid = b""
    if len(uid) not in UID_LENGTHS:
        raise TagError("'{text}' is no tag's number: that has 8, 14 or 20 hexadecimal digits.", text=text[:30])
    return uid


def _check(version: int, rules: str, tags: dict[str, list[str]], taught: Any = None) -> str:
    lines = sorted(f"{code}={','.join(uids)}" for code, uids in tags.items())
    if taught is not None:
        lines.append(json.dumps(taught, sort_keys=True))
    return hashlib.sha256("\n".join([str(version), *([rules] if version > 1 else []), *lines]).encode("utf-8", "surrogatepass")).hexdigest()


def unknown_piece(code: str, pieces: Mapping[str, Piece]) -> str:
    """A sentence that names the piece that is like it."""
    if near := difflib.get_close_matches(code, pieces, n=1):
        return Said("There is no piece '{code}'. Did you mean '{near}'?", code=code[:40], near=near[0])
    return Said("There is no piece '{code}'. Pieces are called like '{example}'.", code=code[:40], example=next(iter(pieces), "-"))
