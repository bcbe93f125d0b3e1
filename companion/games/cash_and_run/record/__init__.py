"""The record of a game of Cash & Run, and what it comes to. The page of the format is seeds/cash_and_run/RECORD.md."""

from __future__ import annotations

from companion.game import RecordFormat
from companion.games.cash_and_run.record.header import NAME, VERSION
from companion.games.cash_and_run.record.record import replay, write
from companion.games.cash_and_run.record.summary import summary
from companion.games.cash_and_run.rules.moves import AnyMove
from companion.games.cash_and_run.rules.state import Game

RECORD: RecordFormat[Game, AnyMove] = RecordFormat(
    replay=replay,
    write=lambda moves, date, place: write(moves, date=date, place=place),
    summary=summary,
    setup=lambda game: {"first": str(game.party.first)},
    name=NAME,
    version=VERSION,
)
