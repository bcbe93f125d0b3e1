"""Past games for other programs: CSV for a spreadsheet, JSON with every fact, and what BG Stats imports.

The formats are described in seeds/vabanque/EXPORTS.md. All of it is public: nothing tells a card that was not revealed.
"""

from __future__ import annotations

import csv
import io
import json
import re
import uuid
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any
from urllib.parse import quote

import msgspec

from companion.errors import JournalError
from companion.games.vabanque.record import record
from companion.games.vabanque.record.summary import summary
from companion.games.vabanque.rules.state import Game
from companion.table.evenings import history, names
from companion.table.evenings.facts import GameFacts, SeatFacts
from companion.table.journal.store import GameRow, Journal
from companion.table.session.timeline import Timeline, game_of

Past = tuple[GameRow, GameFacts]
"""A game that is over."""

ROUNDS = 4
COLUMNS = (
    "game", "kind", "date", "place", "ended_early", "players", "seat", "player", "colour", "fortune", "rank", "won", "shared",
    "pawns", "cheats", "corrected", "caught", "catches", "idle_cheats", *[f"after_round_{number}" for number in range(1, ROUNDS + 1)],
)  # fmt: skip

BGG_ID = 2536
"""Vabanque on BoardGameGeek."""
SOURCE = "Vabanque companion"
BGSTATS_LINK = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST_MINUTES = 12 * 60
"""A game that took longer was put aside in between."""

_SPACE = uuid.uuid5(uuid.NAMESPACE_URL, "urn:vabanque-companion")


def one(journal: Journal, game: int) -> Past:
    """A game that is over. Raises JournalError where there is none of that number, or it goes on."""
    row = history.there(journal, game)
    found = next((facts for each, facts in history.facts_of(journal) if each.game == game), None)
    if found is None:
        raise JournalError("Game {game} is not over. Only its record can be exported until then (--format record).", game=game)
    return row, found


def every(journal: Journal) -> list[Past]:
    """All games that are over, the oldest first, practice left out."""
    return [(row, facts) for row, facts in history.facts_of(journal) if row.kind != "practice"]


def ranks(facts: GameFacts) -> list[int]:
    """The places of the seats, 1 for the richest; who is level shares one."""
    return [1 + sum(other.fortune > seat.fortune for other in facts.seats) for seat in facts.seats]


# --- CSV and JSON -----------------------------------------------------------------------------------------------


class Dialect(msgspec.Struct, frozen=True):
    """How a spreadsheet of a language reads CSV. No column has a fraction, so that no decimal sign is needed."""

    separator: str
    mark: str
    """A byte order mark, by which spreadsheets know UTF-8."""


DIALECTS = {"en": Dialect(",", "\ufeff"), "de": Dialect(";", "\ufeff"), "fr": Dialect(";", "\ufeff"), "plain": Dialect(",", "")}
"""By language; `plain` is for programs (RFC 4180 with line feeds)."""


def as_csv(games: Iterable[Past], who: Callable[[str], str] = str, dialect: Dialect = DIALECTS["plain"]) -> str:
    """A row a player of each game, under one row of headings: quotes where a text needs them, a line feed at the end."""
    out = io.StringIO()
    out.write(dialect.mark)
    writer = csv.writer(out, delimiter=dialect.separator, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row, facts in games:
        shared = sum(seat.won for seat in facts.seats) > 1
        for number, (seat, rank) in enumerate(zip(facts.seats, ranks(facts), strict=True), start=1):
            rounds = [*seat.fortunes, *[""] * (ROUNDS - len(seat.fortunes))]
            writer.writerow([
                row.game, row.kind, row.date or "", harmless(row.place or ""), int(facts.left), len(facts.seats), number,
                harmless(who(seat.name)), str(seat.colour), seat.fortune, rank, int(seat.won), int(seat.won and shared),
                seat.pawns, seat.cheats, seat.corrected, seat.caught, seat.catches, seat.idle, *rounds,
            ])  # fmt: skip
    return out.getvalue()


_FORMULA = re.compile(r"""((?:^|[,;\t|\r\n])[\s"']*)(?=[=+\-@＝＋－＠\t\r\n])""")
"""Where a spreadsheet may begin a cell with a formula: at the start, or behind what any of them takes for a separator."""


def harmless(text: str) -> str:
    """A text of somebody's own that no spreadsheet takes for a formula, whichever separator it takes: an apostrophe stands before one."""
    text = re.sub(r"[\t\r\n\v\f]", " ", text)
    return _FORMULA.sub(r"\1'", text)


def as_json(journal: Journal, game: int) -> dict[str, Any]:
    """Everything that is known of one game, in progress or over: what `companion replay --json` prints, the people, and the record's lines.

    Raises JournalError where there is none of that number, CompanionError while it has not begun.
    """
    row, who = history.there(journal, game), names.who(journal)
    moves = history.public_moves(journal, game)
    lines = [json.loads(line) for line in record.write(moves, date=row.date, place=row.place).splitlines()]
    position = Timeline(game_of(row), moves).position
    assert isinstance(position, Game)
    players = [player | {"player": who(player["name"])} for player in lines[0]["players"]]
    about = {"game": row.game, "kind": row.kind, "date": row.date, "place": row.place, "started": row.started, "ended": row.ended}
    if row.unsure:
        about["unsure"] = True
    whole = summary(position, "")
    del whole["file"]
    return about | {"first": lines[0]["first"], "seating": str(position.party.seating), "players": players} | whole | {"record": lines}


# --- BG Stats ---------------------------------------------------------------------------------------------------


def as_bgstats(games: Iterable[Past], who: Callable[[str], str] = str) -> dict[str, Any]:
    """A play file of BG Stats: games, places, players, and the plays that point at them. The same game gives the same UUID, always."""
    games = list(games)
    people = _numbered(who(seat.name) for _, facts in games for seat in facts.seats)
    places = _numbered(row.place for row, _ in games if row.place)
    changed = max((_stamp(row.ended or row.started) for row, _ in games), default="1970-01-01 00:00:00")
    return {
        "about": "Games of Vabanque, to be opened with the app BG Stats.",
        "games": [
            {
                "uuid": _uuid("game", "vabanque"), "id": 1, "name": "Vabanque", "modificationDate": changed, "cooperative": False,
                "highestWins": True, "noPoints": False, "usesTeams": False, "bggName": "Vabanque", "bggYear": 2001, "bggId": BGG_ID,
                "minPlayerCount": 3, "maxPlayerCount": 6, "isBaseGame": 1, "isExpansion": 0,
            }
        ],
        "locations": [
            {"uuid": _uuid("place", place), "id": number, "name": place, "modificationDate": changed} for place, number in places.items()
        ],
        "players": [
            {"uuid": _uuid("player", name), "id": number, "name": name, "isAnonymous": False, "modificationDate": changed, "bggUsername": ""}
            for name, number in people.items()
        ],
        "plays": [_play(row, facts, people, places, who) for row, facts in games],
        # Nobody says which of the players owns the app.
        "userInfo": {"meRefId": 0},
    }  # fmt: skip


def _play(row: GameRow, facts: GameFacts, people: dict[str, int], places: dict[str, int], who: Callable[[str], str]) -> dict[str, Any]:
    date, note = _when(row)
    place = {"locationRefId": places[row.place]} if row.place else {}
    return {
        "uuid": _uuid("play", _key(row)), "gameRefId": 1, **place, "playDate": date, "playDateYmd": int(date[:10].replace("-", "")),
        "entryDate": _stamp(row.started), "modificationDate": _stamp(row.ended or row.started), "durationMin": _minutes(row),
        # Nobody has won a game that was ended early; BG Stats keeps what is ignored out of its statistics.
        "ignored": facts.left, "manualWinner": False, "usesTeams": False, "rounds": facts.rounds, "scoringSetting": 1, "rating": 0,
        "board": "", "comments": note,
        "playerScores": [
            {
                "playerRefId": people[who(seat.name)], "score": str(seat.fortune), "winner": seat.won, "rank": rank,
                "startPlayer": number == 1, "seatOrder": number, "newPlayer": False, "role": str(seat.colour),
            }
            for number, (seat, rank) in enumerate(zip(facts.seats, ranks(facts), strict=True), start=1)
        ],
    }  # fmt: skip


def bgstats_link(row: GameRow, facts: GameFacts, who: Callable[[str], str] = str) -> str:
    """A link that opens BG Stats on a phone with this game, to be confirmed there. Raises JournalError for a game that was ended early."""
    if facts.left:
        raise JournalError("Game {game} was ended early, so there is nothing to post. Put it into a file instead (--format bgstats).", game=row.game)
    date, note = _when(row)
    play: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": _uuid("play", _key(row)),
        "playDate": _stamp(row.ended) if row.ended and row.kind != "imported" else date,
        "game": {"name": "Vabanque", "sourceGameId": "vabanque", "bggId": BGG_ID, "highestWins": True, "noPoints": False},
        "players": [_posted(seat, rank, number == 1, who) for number, (seat, rank) in enumerate(zip(facts.seats, ranks(facts), strict=True), 1)],
    }
    if minutes := _minutes(row):
        play["durationMin"] = minutes
    if row.place:
        play["location"] = row.place
    if note:
        play["comments"] = note
    return BGSTATS_LINK + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _posted(seat: SeatFacts, rank: int, first: bool, who: Callable[[str], str]) -> dict[str, Any]:
    name = who(seat.name)
    return {
        "name": name, "sourcePlayerId": _uuid("player", name), "startPlayer": first, "score": seat.fortune, "rank": rank,
        "winner": seat.won, "role": str(seat.colour),
    }  # fmt: skip


def _numbered(values: Iterable[str]) -> dict[str, int]:
    return {value: number for number, value in enumerate(dict.fromkeys(values), start=1)}


def _uuid(kind: str, key: str) -> str:
    return str(uuid.uuid5(_SPACE, f"{kind}:{key}"))


def _key(row: GameRow) -> str:
    # A game whose record was imported before it ended here has no digest of its own.
    return row.digest or f"{row.started}/{row.game}"


def _stamp(moment: str) -> str:
    """An ISO time in UTC as BG Stats writes it."""
    return moment[:19].replace("T", " ")


def _when(row: GameRow) -> tuple[str, str]:
    """When a game was played as the clock on the wall had it, and what is to be said about that."""
    begun = datetime.fromisoformat(row.started).astimezone()
    if row.kind == "imported":
        note = "" if row.date else "The date is not known; this is the day on which the record was added."
        return f"{row.date or begun.date().isoformat()} 00:00:00", note
    # Where the clock was set after the game had begun, only the date is believed.
    same = row.date in (None, begun.date().isoformat())
    return begun.strftime("%Y-%m-%d %H:%M:%S") if same else f"{row.date} 00:00:00", ""


def _minutes(row: GameRow) -> int:
    """How long a game took; 0 where that is not known."""
    if row.ended is None or row.kind == "imported":
        return 0
    minutes = round((datetime.fromisoformat(row.ended) - datetime.fromisoformat(row.started)).total_seconds() / 60)
    return minutes if 0 < minutes <= LONGEST_MINUTES else 0
