"""Past games as the app BG Stats imports them: a file of plays, or a link that opens it on a phone."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any
from urllib.parse import quote

from companion import NAME
from companion.errors import JournalError
from companion.game import Facts, GameFacts
from companion.games import SHELF
from companion.table.evenings.exports import Past, ranked
from companion.table.journal.rows import GameRow

SOURCE = NAME
BGSTATS_LINK = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST_MINUTES = 12 * 60
"""A game that took longer was put aside in between."""

_SPACE = uuid.uuid5(uuid.NAMESPACE_URL, "urn:vabanque-companion")


def as_bgstats(games: Iterable[Past], who: Callable[[str], str] = str) -> dict[str, Any]:
    """A play file of BG Stats: games, places, players, and the plays that point at them. The same game gives the same UUID, always."""
    games = list(games)
    people = _numbered(who(seat.name) for _, facts in games for seat in facts.seats)
    places = _numbered(row.place for row, _ in games if row.place)
    played = _numbered(row.rules for row, _ in games) or {next(iter(SHELF)): 1}
    changed = max((_stamp(row.ended or row.started) for row, _ in games), default="1970-01-01 00:00:00")
    titles = ", ".join(SHELF[rules].title if rules in SHELF else rules for rules in played)
    return {
        "about": f"Games of {titles}, to be opened with the app BG Stats.",
        "games": [_game(rules, number, changed, _teams(facts for row, facts in games if row.rules == rules)) for rules, number in played.items()],
        "locations": [
            {"uuid": _uuid("place", place), "id": number, "name": place, "modificationDate": changed} for place, number in places.items()
        ],
        "players": [
            {"uuid": _uuid("player", name), "id": number, "name": name, "isAnonymous": False, "modificationDate": changed, "bggUsername": ""}
            for name, number in people.items()
        ],
        "plays": [_play(row, facts, played, people, places, who) for row, facts in games],
        # Nobody says which of the players owns the app.
        "userInfo": {"meRefId": 0},
    }  # fmt: skip


def _game(rules: str, number: int, changed: str, teams: bool) -> dict[str, Any]:
    of = SHELF.get(rules)
    told = {
        "uuid": _uuid("game", rules), "id": number, "name": rules, "modificationDate": changed, "cooperative": False,
        "highestWins": True, "noPoints": False, "usesTeams": teams, "isBaseGame": 1, "isExpansion": 0,
    }  # fmt: skip
    if of is None:
        return told
    geek = of.board_game_geek
    if geek is not None:
        told |= {"bggName": geek.name, "bggYear": geek.year, "bggId": geek.id}
    return told | {"name": of.title, "highestWins": of.score.high, "minPlayerCount": of.players[0], "maxPlayerCount": of.players[-1]}


def _teams(games: Iterable[GameFacts]) -> bool:
    """Whether people played together in one of these games."""
    return any(seat.side is not None for facts in games for seat in facts.seats)


def _play(
    row: GameRow, facts: GameFacts, played: dict[str, int], people: dict[str, int], places: dict[str, int], who: Callable[[str], str]
) -> dict[str, Any]:
    date, note = _when(row)
    place = {"locationRefId": places[row.place]} if row.place else {}
    return {
        "uuid": _uuid("play", _key(row)), "gameRefId": played[row.rules], **place, "playDate": date, "playDateYmd": int(date[:10].replace("-", "")),
        "entryDate": _stamp(row.started), "modificationDate": _stamp(row.ended or row.started), "durationMin": _minutes(row),
        # Nobody has won a game that was ended early; BG Stats keeps what is ignored out of its statistics.
        "ignored": facts.left, "manualWinner": False, "usesTeams": _teams([facts]), "rounds": facts.rounds, "scoringSetting": 1, "rating": 0,
        "board": "", "comments": note,
        "playerScores": [
            {
                "playerRefId": people[who(seat.name)], "score": str(seat.score), "winner": seat.won, "rank": rank,
                "startPlayer": number == 1, "seatOrder": number, "newPlayer": False, "role": str(seat.colour),
                **({"team": str(seat.side + 1)} if seat.side is not None else {}),
            }
            for number, (seat, rank) in enumerate(ranked(row, facts), start=1)
        ],
    }  # fmt: skip


def bgstats_link(row: GameRow, facts: GameFacts, who: Callable[[str], str] = str) -> str:
    """A link that opens BG Stats on a phone with this game, to be confirmed there. Raises JournalError for a game that was ended early."""
    if facts.left:
        raise JournalError("Game {game} was ended early, so there is nothing to post. Put it into a file instead (--format bgstats).", game=row.game)
    date, note = _when(row)
    of = SHELF.get(row.rules)
    game: dict[str, Any] = {"name": row.rules if of is None else of.title, "sourceGameId": row.rules}
    if of is not None and of.board_game_geek is not None:
        game["bggId"] = of.board_game_geek.id
    play: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": _uuid("play", _key(row)),
        "playDate": _stamp(row.ended) if row.ended and row.kind != "imported" else date,
        "game": game | {"highestWins": of is None or of.score.high, "noPoints": False},
        "players": [_posted(seat, rank, number == 1, who) for number, (seat, rank) in enumerate(ranked(row, facts), start=1)],
    }
    if minutes := _minutes(row):
        play["durationMin"] = minutes
    if row.place:
        play["location"] = row.place
    if note:
        play["comments"] = note
    return BGSTATS_LINK + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _posted(seat: Facts, rank: int, first: bool, who: Callable[[str], str]) -> dict[str, Any]:
    name = who(seat.name)
    return {
        "name": name, "sourcePlayerId": _uuid("player", name), "startPlayer": first, "score": seat.score, "rank": rank,
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
