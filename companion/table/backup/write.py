"""A backup: everything of one table in one file of text, to keep elsewhere or to take to another machine. The text may be anybody's.

One JSON object a line:

    {"is":"vabanque-companion backup","version":4,"schema":5,"made":"2026-11-29T21:04:00+00:00","companion":"0.1.0"}
    {"is":"settings","settings":{...}}
    {"is":"tags","tags":{...}}                                      one for each game's set, as `companion tags export` writes it
    {"is":"taught","rules":"...","copy":{...}}                      one for each game of whose copy something was taught
    {"is":"names","names":[["Benedetta","2026-11-29T19:00:00+00:00"]],"aliases":[]}
    {"is":"game","number":1,"kind":"real",...,"acts":[...]}         one for each game
    {"is":"end","lines":5,"sha256":"..."}                           of all bytes before this line

It is no database, so nothing of it is adopted unseen: each game is played through before one byte of the present data is touched.
Only what stands is written, and of a card that nobody has turned over the kind is hidden; while cards lie, the tags are left out, since with
a phone they would tell which card it is. So a stick may be lost or stolen in the middle of a game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import msgspec

from companion import __version__
from companion.errors import BackupError, JournalError
from companion.games import FIRST, SHELF
from companion.settings import Settings, plain
from companion.table.journal.acts import Act, Amended
from companion.table.journal.migrate import VERSION as SCHEMA
from companion.table.journal.rows import GameRow, Kept
from companion.table.journal.store import Journal, now
from companion.table.session import lying
from companion.table.session.timeline import followed
from companion.table.tags import tagset

FORMAT = "vabanque-companion backup"
VERSION = 4
"""1 did not tell of which round cards may lie; until 2 there was one game, and one line of tags; until 3 no copy was taught."""
MAX_SIZE = 64_000_000
"""Bytes of a file; a game has about 12,000, so these are the games of some decades."""
MAX_LINE = 2_000_000
MAX_ACTS, MAX_AMENDED = 3_000, 300
"""Acts of a game, and corrections among them; a long game has 300 and five."""
MAX_GAME = 1_000_000_000
"""The highest number of a game: SQLite counts on from it."""


class BackupLine(msgspec.Struct, frozen=True, tag_field="is", forbid_unknown_fields=True):
    """A line of the file."""


class HeaderLine(BackupLine, frozen=True, tag=FORMAT):
    """The first line. `made`: when, ISO, UTC. `schema`: the version of the journal it came from. `companion`: the version of the program."""

    version: int
    schema: int
    made: str
    companion: str


class SettingsLine(BackupLine, frozen=True, tag="settings"):
    """All settings, as they stand in their file: the common ones, then a table a game."""

    settings: dict[str, Any]


class TagsLine(BackupLine, frozen=True, tag="tags"):
    """The set of the box, as `tagset` writes it."""

    tags: msgspec.Raw


class TaughtLine(BackupLine, frozen=True, tag="taught"):
    """What was taught of the owner's copy of a game, as the game says it."""

    rules: str
    copy: msgspec.Raw


class NamesLine(BackupLine, frozen=True, tag="names"):
    """Names, each with when it was last used; other spellings, each with the name it was merged into and when."""

    names: list[tuple[str, str]]
    aliases: list[tuple[str, str, str]]


class GameLine(BackupLine, frozen=True, tag="game", omit_defaults=True):
    """A game of the journal with the acts that stand. `lying`: of which round cards may lie face down, also where an undo has taken them out of
    the game (0: of none); None in a game that is over, and in version 1. `summary` and `facts`: of a game that is not on the shelf, as they
    stand on disk; of the others they are worked out.
    """

    number: int
    rules: str
    kind: str
    started: str
    ended: str | None
    date: str | None
    place: str | None
    digest: str | None
    deleted: str | None
    acts: list[msgspec.Raw]
    unsure: int | None = None
    lying: int | None = None
    summary: str | None = None
    facts: str | None = None


class EndLine(BackupLine, frozen=True, tag="end"):
    """The last line. `lines`: how many come before it. `sha256`: of their bytes."""

    lines: int
    sha256: str


_encode = msgspec.json.Encoder().encode


class Backup(msgspec.Struct, frozen=True):
    """A whole backup that was read and found sound. `tags` and `settings` are None where the file has none: those here stay.

    `names`: each with when it was last used. `aliases`: each with the name it was merged into, and when.
    """

    made: str
    games: tuple[Kept, ...]
    tags: dict[str, dict[bytes, str]] | None
    names: dict[str, str]
    aliases: dict[str, tuple[str, str]]
    settings: Settings | None
    taught: dict[str, str] = {}
    """What was taught of the copies of games, as JSON by the keys of the games."""


# --- writing ----------------------------------------------------------------------------------------------------


class Packed(msgspec.Struct, frozen=True):
    """The bytes of a backup. `missing`: sentences about what is not in it. `unread`: games that are not, since they can't be read."""

    content: bytes
    games: int
    missing: tuple[str, ...]
    unread: tuple[int, ...]


def encode(journal: Journal, settings: Settings | None, *, stays: bool = False) -> Packed:
    """Packs what is in a journal. Raises BackupError.

    `settings`: None if they can't be read. `stays`: it stays among the data, so the tags may be in it although cards lie.
    """
    missing: list[str] = []
    unread: list[int] = []
    games: list[bytes] = []
    cover = lying.covered(journal)
    for row in sorted([*journal.games(), *journal.games(deleted=True)], key=lambda row: row.game):
        if row.rules not in SHELF:
            games.append(_encode(_unshelved(journal, row)))
            continue
        try:
            timeline = followed(journal, row)
        except JournalError as error:
            missing.append(f"Game {row.game} is not in it. {error}")
            unread.append(row.game)
            continue
        acts: list[Act] = [act for _, act in timeline.kept()]
        if too_many(acts):
            missing.append(f"Game {row.game} is not in it, since it has too many acts.")
            unread.append(row.game)
            continue
        line = GameLine(row.game, row.rules, row.kind, row.started, row.ended, row.date, row.place, row.digest, row.deleted, raw(acts), row.unsure)
        games.append(_encode(line if row.ended is not None else msgspec.structs.replace(line, lying=timeline.lying)))
    lines = [_encode(HeaderLine(VERSION, SCHEMA, now(), __version__))]
    if settings is not None:
        lines.append(_encode(SettingsLine(plain(settings))))
    sets = [tagset.TagSet(rules, journal.tags(rules)) for rules in journal.sets()] or [tagset.TagSet(FIRST, {})]
    if any(each.bound for each in sets) and cover is not None and not stays:
        missing.append(_why_no_tags(cover))
    else:
        lines += [_encode(TagsLine(msgspec.Raw(msgspec.json.format(tagset.encode(each).encode(), indent=-1)))) for each in sets]
    lines += [_encode(TaughtLine(rules, msgspec.Raw(copy.encode()))) for rules, copy in journal.taught().items()]
    lines += [_encode(NamesLine(*journal.people())), *games]
    body = b"".join(line + b"\n" for line in lines)
    content = body + _encode(EndLine(len(lines), hashlib.sha256(body).hexdigest())) + b"\n"
    if len(content) > MAX_SIZE:
        raise BackupError("The data are too large for a backup ({most} MB at most). Delete old games, and empty the bin.", most=MAX_SIZE // 1000000)
    return Packed(content, len(games), tuple(missing), tuple(unread))


def _why_no_tags(cover: lying.Cover) -> str:
    if cover.on:
        return f"The tags are not in it, since cards lie face down in game {cover.game}. Make another backup when that game is over."
    of = "" if cover.game is None else f" of game {cover.game}"
    return f"The tags are not in it, since cards{of} may lie face down. If none does, say so on the screen: Tags at home asks for it."


def _unshelved(journal: Journal, row: GameRow) -> GameLine:
    """A game whose package is gone, untouched: nobody here can play it through."""
    summary, facts = row.summary, next((facts for each, facts in journal.facts() if each.game == row.game), None)
    acts = journal.unread_acts(row.game)
    line = GameLine(row.game, row.rules, row.kind, row.started, row.ended, row.date, row.place, row.digest, row.deleted, acts, row.unsure)
    return msgspec.structs.replace(line, summary=summary, facts=facts)


def raw(acts: Iterable[Act]) -> list[msgspec.Raw]:
    """Acts as JSON, of whatever game."""
    return [msgspec.Raw(_encode(act)) for act in acts]


def too_many(acts: list[Act]) -> bool:
    """Whether a game has more acts than a backup takes."""
    return len(acts) > MAX_ACTS or sum(isinstance(act, Amended) for act in acts) > MAX_AMENDED
