"""A game of Vabanque as lines that people and programs can read and write, and what it comes to."""

from __future__ import annotations

from companion.game import RecordFormat
from companion.games.vabanque.record.record import VERSION, replay, write
from companion.games.vabanque.record.summary import summary
from companion.games.vabanque.rules.moves import AnyMove
from companion.games.vabanque.rules.state import Game

RECORD: RecordFormat[Game, AnyMove] = RecordFormat(
    replay=replay,
    write=lambda moves, date, place: write(moves, date=date, place=place),
    summary=summary,
    setup=lambda game: {"first": str(game.party.first), "seating": str(game.party.seating)},
    version=VERSION,
)
