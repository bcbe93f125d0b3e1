"""Reads a backup, which may be anybody's: all of it is checked, and every game played through, before any of it is believed."""

from __future__ import annotations

import hashlib
import io
import re

import msgspec

from companion import settings
from companion.errors import BackupError, CompanionError, JournalError, TagError
from companion.games import SHELF
from companion.games.kit import strict
from companion.games.kit.lines import is_date
from companion.games.kit.names import MAX_PLACE, proper_name, proper_text
from companion.games.kit.strict import Malformed
from companion.said import Said, reason
from companion.settings import Flaw, Settings
from companion.table.backup.unshelved import sound
from companion.table.backup.write import (
    FORMAT,
    MAX_ACTS,
    MAX_GAME,
    MAX_LINE,
    MAX_SIZE,
    VERSION,
    Backup,
    BackupLine,
    EndLine,
    GameLine,
    HeaderLine,
    NamesLine,
    SettingsLine,
    TagsLine,
    TaughtLine,
    too_many,
)
from companion.table.evenings import history
from companion.table.journal.acts import Act, Covered, decoder
from companion.table.journal.migrate import VERSION as SCHEMA
from companion.table.journal.rows import GameRow, Kept, is_time
from companion.table.session.timeline import Timeline
from companion.table.tags import tagset

_DIGEST = re.compile("[0-9a-f]{64}")

KEY = re.compile(r"[a-z][a-z0-9_]{0,31}")
MAX_ROUNDS = 1_000
"""More than any game has."""

_Lines = HeaderLine | SettingsLine | TagsLine | TaughtLine | NamesLine | GameLine | EndLine
_decode = msgspec.json.Decoder(_Lines).decode
_encode = msgspec.json.Encoder().encode


def decode(content: bytes) -> Backup:
    """What the file holds, once all of it has been checked. Raises BackupError with what is wrong; then nothing of it is to be believed."""
    if len(content) > MAX_SIZE:
        raise BackupError("The file is too long for a backup ({most} MB at most).", most=MAX_SIZE // 1000000)
    return _Reading(content).backup()


class _Reading:
    def __init__(self, content: bytes) -> None:
        self.content = content
        self.version = VERSION
        self.settings: Settings | None = None
        self.tags: dict[str, dict[bytes, str]] | None = None
        self.taught: dict[str, str] = {}
        self.people: NamesLine | None = None
        self.games: dict[int, Kept] = {}
        self.digests: set[str | None] = set()

    def backup(self) -> Backup:
        header = self._header()
        made, self.version = header.made, header.version
        begin = 0
        # A last line without its end was cut off; what is in it means nothing.
        whole = self.content[: self.content.rfind(b"\n") + 1]
        for number, line in enumerate(io.BytesIO(whole), start=1):
            parsed = _line(number, line)
            if isinstance(parsed, EndLine):
                self._end(parsed, number, begin, len(line))
                break
            if number > 1:
                self._take(number, parsed)
            begin += len(line)
        else:
            raise BackupError("The end of the backup is missing: it was cut off. Take another one.")
        people = self.people or NamesLine([], [])
        return Backup(
            made,
            tuple(self.games.values()),
            self.tags,
            dict(people.names),
            {alias: (name, at) for alias, name, at in people.aliases},
            self.settings,
            self.taught,
        )

    def _header(self) -> HeaderLine:
        first = self.content.split(b"\n", 1)[0]
        try:
            value = strict.whole(first[:MAX_LINE].decode("utf-8"))
        except (Malformed, UnicodeDecodeError):
            value = None
        if not isinstance(value, dict) or value.get("is") != FORMAT:
            raise BackupError("The file is no backup of the companion.")
        for key, known in (("version", VERSION), ("schema", SCHEMA)):
            if type(value.get(key)) is int and value[key] > known:
                raise BackupError("The backup was written by a newer version of the companion. Update the companion.")
        header = _line(1, first)
        if not isinstance(header, HeaderLine) or not 1 <= header.version <= VERSION or not is_time(header.made):
            raise BackupError("Line 1 of the backup is damaged. Take another one.")
        return header

    def _end(self, end: EndLine, number: int, begin: int, length: int) -> None:
        if begin + length != len(self.content):
            raise BackupError("There is something after the end of the backup, so it is not as it was written. Take another one.")
        if end.lines != number - 1 or end.sha256 != hashlib.sha256(self.content[:begin]).hexdigest():
            raise BackupError("The backup is not as it was written: it was damaged or changed. Take another one.")

    def _take(self, number: int, line: BackupLine) -> None:
        twice = False
        match line:
            case SettingsLine():
                twice, self.settings = self.settings is not None, _settings(number, line)
            case TagsLine(tags=text):
                try:
                    found = tagset.decode(bytes(text))
                    self.tags = self.tags or {}
                    twice = found.rules in self.tags
                    self.tags[found.rules] = found.bound
                except TagError as error:
                    raise _damaged(number, error.sentence) from None
            case TaughtLine(rules=rules, copy=copy):
                twice = rules in self.taught
                self.taught[rules] = _taught(number, rules, bytes(copy))
            case NamesLine():
                twice, self.people = self.people is not None, line
                _check_people(number, line)
            case GameLine():
                kept = _kept(number, line, told=self.version > 1)
                twice = line.number in self.games or kept.row.digest in self.digests
                self.games[line.number] = kept
                self.digests |= {kept.row.digest} - {None}
            case _:
                twice = True
        if twice:
            raise _damaged(number, Said("it says again what another line has said"))


def _line(number: int, line: bytes) -> _Lines:
    """One line, in which nothing is said twice and nothing is unknown."""
    if len(line) > MAX_LINE:
        raise _damaged(number, Said("it is too long"))
    try:
        strict.whole(line.decode("utf-8"))
        parsed: _Lines = _decode(line)
        return parsed
    except UnicodeDecodeError:
        raise _damaged(number, Said("it is no UTF-8 text")) from None
    except Malformed as error:
        raise _damaged(number, error.reason) from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise _damaged(number, reason(error)) from None


def _settings(number: int, line: SettingsLine) -> Settings:
    found = settings.read(line.settings, "settings", SHELF)
    for wrong in found.wrong:
        if wrong.flaw is Flaw.NEWER:
            raise BackupError("The settings in the backup are of a newer version of the companion. Update the companion.")
        raise _damaged(number, wrong.sentence)
    return found.settings


def _taught(number: int, rules: str, copy: bytes) -> str:
    """What was taught, if it could be; of a game that is not on the shelf, or takes nothing, as it is."""
    try:
        teaching = SHELF[rules].table.teaching if rules in SHELF else None
        found = msgspec.json.decode(copy)
        return msgspec.json.encode(found if teaching is None else teaching.plain(teaching.read(found))).decode()
    except (CompanionError, msgspec.MsgspecError) as error:
        raise _damaged(number, reason(error)) from None


def _check_people(number: int, line: NamesLine) -> None:
    aliases = {alias: name for alias, name, _ in line.aliases}
    called = [name for name, _ in line.names]
    if len(aliases) < len(line.aliases) or len(set(called)) < len(called):
        raise _damaged(number, Said("a name is given twice"))
    times = [at for _, at in line.names] + [at for *_, at in line.aliases]
    if not all(map(proper_name, [*called, *aliases, *aliases.values()])) or not all(map(is_time, times)):
        raise _damaged(number, Said("a name or a time in it is none"))
    # Who follows them from name to name must come to an end. Each is followed once.
    ends: set[str] = set()
    for alias in aliases:
        way: set[str] = set()
        while alias in aliases and alias not in ends:
            if alias in way:
                raise _damaged(number, Said("two names are each another spelling of the other"))
            way.add(alias)
            alias = aliases[alias]
        ends |= way


def _kept(number: int, line: GameLine, *, told: bool) -> Kept:
    """The game, played through. `told`: it was written by a version that tells of which round cards may lie."""
    if not KEY.fullmatch(line.rules) or line.kind not in ("real", "practice", "imported") or not 1 <= line.number <= MAX_GAME:
        raise _damaged(number, Said("its number, rules or kind are none that are known"))
    if not all(at is None or is_time(at) for at in (line.started, line.ended, line.deleted)):
        raise _damaged(number, Said("a time in it is none"))
    if (
        (line.date is not None and not is_date(line.date))
        or (line.place is not None and not proper_text(line.place, MAX_PLACE))
        or (line.digest is not None and not _DIGEST.fullmatch(line.digest))
        or (line.deleted is not None and line.ended is None)
    ):
        raise _damaged(number, Said("its date, place or digest are none"))
    if line.lying is not None and not 0 <= line.lying <= MAX_ROUNDS:
        raise _damaged(number, Said("cards are said to lie of no round that there is"))
    if line.rules not in SHELF:
        return _unshelved(number, line)
    game = SHELF[line.rules]
    try:
        acts = [decoder(line.rules)(act) for act in line.acts]
    except (msgspec.MsgspecError, RecursionError) as error:
        raise _damaged(number, reason(error)) from None
    if too_many(acts):
        raise _damaged(number, Said("game {game} has too many moves", game=line.number))
    try:
        timeline = Timeline(game, acts)
    except JournalError as error:
        raise _damaged(number, Said("game {game} can't be played through: {error}", game=line.number, error=error.sentence)) from None
    rounds = game.rules.view(timeline.position, game.rules.settings()).rounds
    if rounds is not None and (line.lying or 0) > rounds:
        raise _damaged(number, Said("cards are said to lie of no round that there is"))
    row = _row(line)
    # A backup of ours holds nothing that nobody has seen, and another's is not believed more.
    kept: tuple[Act, ...] = tuple([act for _, act in timeline.kept()])
    if line.ended is None:
        lying = line.lying or 0
        if not told:
            lying = timeline.branch.round
        return Kept(row, None, (*kept, Covered(lying)) if lying or timeline.laid else kept)
    if game.rules.outcome(timeline.position) is None:
        raise _damaged(number, Said("game {game} is said to be over and is not", game=line.number))
    # What can be worked out is not taken from anybody.
    summary = _encode(history.entry(row, game, timeline.position)).decode()
    row = msgspec.structs.replace(row, summary=summary, digest=line.digest and history.digest(game, timeline.moves))
    told_facts = game.table.facts(game.rules.view(timeline.position, game.rules.settings()), game.rules.redact(timeline.moves))
    return Kept(row, _encode(told_facts).decode(), kept)


def _row(line: GameLine) -> GameRow:
    return GameRow(
        line.number,
        line.rules,
        line.kind,
        line.started,
        line.ended,
        line.date,
        line.place,
        None,
        line.digest,
        line.deleted,
        1 if line.unsure else None,
    )


def _unshelved(number: int, line: GameLine) -> Kept:
    """A game that nobody here can play through: it is kept as it is, and stays closed until its package is there."""
    if len(line.acts) > MAX_ACTS:
        raise _damaged(number, Said("game {game} has too many moves", game=line.number))
    if not sound(line.summary, line.facts):
        raise _damaged(number, Said("game {game} is said to be over and is not", game=line.number))
    return Kept(msgspec.structs.replace(_row(line), summary=line.summary), line.facts, tuple(line.acts))


def _damaged(number: int, why: str) -> BackupError:
    return BackupError("Line {number} of the backup is damaged: {why}. Take another one.", number=number, why=why)
