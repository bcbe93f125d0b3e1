"""The record of a game of Casino: its lines, and what a replayed one comes to."""

from __future__ import annotations

from companion.game import RecordFormat
from companion.games.casino.record.header import VERSION
from companion.games.casino.record.record import replay, write
from companion.games.casino.record.summary import summary
from companion.games.casino.rules.moves import AnyMove
from companion.games.casino.rules.state import Game

RECORD: RecordFormat[Game, AnyMove] = RecordFormat(
    replay=replay,
    write=lambda moves, date, place: write(moves, date=date, place=place),
    summary=summary,
    setup=lambda game: {"dealer": str(game.party.colours[game.party.first]), "game": str(game.party.house.kind), "teams": game.party.house.teams},
    version=VERSION,
)
