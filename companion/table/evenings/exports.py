"""Past games for other programs: CSV for a spreadsheet, and JSON with every fact. What BG Stats imports is in `bgstats`.

The formats are described in a page of each game, EXPORTS.md. All of it is public: nothing tells a card that was not revealed.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
import re
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from companion.errors import JournalError
from companion.game import Facts, GameFacts, Measure, Score, Sums
from companion.games import SHELF
from companion.table.evenings import history, names
from companion.table.journal.rows import GameRow
from companion.table.journal.store import Journal
from companion.table.session.timeline import Timeline, game_of

Past = tuple[GameRow, GameFacts]
"""A game that is over."""


def one(journal: Journal, game: int) -> Past:
    """A game that is over. Raises JournalError where there is none of that number, or it goes on."""
    row = history.there(journal, game)
    found = next((facts for each, facts in history.facts_of(journal) if each.game == game), None)
    if found is None:
        raise not_over(game)
    return row, found


def not_over(game: int) -> JournalError:
    """What is said where a game that goes on is to leave in another form than its record."""
    return JournalError("Game {game} is not over. Until then its record can be exported (--format record).", game=game)


def every(journal: Journal) -> list[Past]:
    """All games that are over, the oldest first, practice left out."""
    return [(row, facts) for row, facts in history.facts_of(journal) if row.kind != "practice"]


def ranks(facts: GameFacts, *, high: bool = True) -> list[int]:
    """The places of the seats, 1 for the best score; who is level shares one. `high`: whether the most of it is best."""
    sign = 1 if high else -1
    return [1 + sum(sign * other.score > sign * seat.score for other in facts.seats) for seat in facts.seats]


def ranked(row: GameRow, facts: GameFacts) -> list[tuple[Facts, int]]:
    """The seats with their places. Where the package of the game is gone, the most wins, as in nearly all games."""
    of = SHELF.get(row.rules)
    by_score = ranks(facts, high=of is None or of.score.high)
    return [(seat, seat.rank or rank) for seat, rank in zip(facts.seats, by_score, strict=True)]


# --- CSV and JSON -----------------------------------------------------------------------------------------------


class Dialect(msgspec.Struct, frozen=True):
    """How a spreadsheet of a language reads CSV. No column has a fraction, so that no decimal sign is needed."""

    separator: str
    mark: str
    """A byte order mark, by which spreadsheets know UTF-8."""


DIALECTS = {"en": Dialect(",", "\ufeff"), "de": Dialect(";", "\ufeff"), "fr": Dialect(";", "\ufeff"), "plain": Dialect(",", "")}
"""By language; `plain` is for programs (RFC 4180 with line feeds)."""


COMMON = (
    "game", "kind", "date", "place", "ended_early", "players", "seat", "player", "colour",
)  # fmt: skip
"""The first columns of CSV, whatever was played."""


def as_csv(games: Iterable[Past], who: Callable[[str], str] = str, dialect: Dialect = DIALECTS["plain"]) -> str:
    """A row a player of each game, under one row of headings: quotes where a text needs them, a line feed at the end.

    Behind the common columns stand the measures of the games, then the scores after each round. Where games of several rules are among them,
    a column tells which, and a column that a game has not is empty.
    """
    games = list(games)
    rules = list(dict.fromkeys(row.rules for row, _ in games)) or [next(iter(SHELF))]
    several = len(rules) > 1
    scores = {key: SHELF[key].score if key in SHELF else Score(money=False) for key in rules}
    columns = list(dict.fromkeys(column for key in rules for column in _measured(key)))
    rounds = max([_rounds(key) for key in rules] + [len(seat.scores) for _, facts in games for seat in facts.seats])
    scored = "score" if several else scores[rules[0]].column
    out = io.StringIO()
    out.write(dialect.mark)
    writer = csv.writer(out, delimiter=dialect.separator, lineterminator="\n")
    after = [f"after_round_{number}" for number in range(1, rounds + 1)]
    writer.writerow([*COMMON, *(["rules"] if several else []), scored, "rank", "won", "shared", *columns, *after])
    for row, facts in games:
        shared = sum(seat.won for seat in facts.seats) > 1
        for number, (seat, rank) in enumerate(ranked(row, facts), start=1):
            own = _measured(row.rules)
            writer.writerow([
                row.game, row.kind, row.date or "", harmless(row.place or ""), int(facts.left), len(facts.seats), number,
                harmless(who(seat.name)), str(seat.colour), *([row.rules] if several else []), seat.score, rank, int(seat.won),
                int(seat.won and shared), *[seat.figures.get(own[column].key, 0) if column in own else "" for column in columns],
                *seat.scores, *[""] * (rounds - len(seat.scores)),
            ])  # fmt: skip
    return out.getvalue()


def _measured(rules: str) -> dict[str, Measure]:
    """The columns of a game's measures, by heading."""
    of = SHELF.get(rules)
    measures = () if of is None else of.table.measures
    return {measure.column or measure.key: measure for measure in measures if measure.sums not in (Sums.SHARE, Sums.FAVOURITE) and not measure.at}


def _rounds(rules: str) -> int:
    """How many rounds a game has, 0 where that is open or nobody knows."""
    of = SHELF.get(rules)
    return 0 if of is None else of.rules.view(of.rules.new(), of.rules.settings()).rounds or 0


def _as_kept(journal: Journal, row: GameRow) -> dict[str, Any]:
    facts = next((kept for each, kept in journal.facts() if each.game == row.game), None)
    told: dict[str, Any] = {}
    for key, text in (("summary", row.summary), ("facts", facts)):
        # What is damaged is not in it.
        with contextlib.suppress(ValueError):
            told[key] = json.loads(text or "")
    return told | {"acts": [json.loads(bytes(act)) for act in journal.unread_acts(row.game)]}


_FORMULA = re.compile(r"""((?:^|[,;\t|\r\n])[\s"']*)(?=[=+\-@＝＋－＠\t\r\n])""")
"""Where a spreadsheet may begin a cell with a formula: at the start, or behind what any of them takes for a separator."""


def harmless(text: str) -> str:
    """A text of somebody's own that no spreadsheet takes for a formula, whichever separator it takes: an apostrophe stands before one."""
    text = re.sub(r"[\t\r\n\v\f]", " ", text)
    return _FORMULA.sub(r"\1'", text)


def as_json(journal: Journal, game: int) -> dict[str, Any]:
    """Everything that is known of one game, in progress or over: what `companion replay --json` prints, the people, and the record's lines.

    Where the package of the game is gone, its acts as they stand on disk, and what was kept of it when it ended: nobody here can play it through.
    Raises JournalError where there is none of that number, CompanionError while it has not begun.
    """
    row, who = history.there(journal, game), names.who(journal)
    about: dict[str, Any] = {key: getattr(row, key) for key in ("game", "kind", "date", "place", "started", "ended")}
    if row.unsure:
        about["unsure"] = True
    if row.rules not in SHELF:
        return about | {"rules": row.rules} | _as_kept(journal, row)
    moves = history.public_moves(journal, game)
    of = game_of(row)
    lines = [json.loads(line) for line in of.record.write(moves, row.date, row.place).splitlines()]
    position = Timeline(of, moves).position
    players = [player | {"player": who(player["name"])} for player in lines[0]["players"]]
    whole = of.record.summary(position, "")
    whole.pop("file", None)
    return about | of.record.setup(position) | {"players": players} | whole | {"record": lines}
