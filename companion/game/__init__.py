"""What a game is: everything that the companion asks of one, as types.

A game is one frozen value of `Game`, made in the `__init__.py` of its folder; the shelf (`companion.games`) finds it. Nobody outside asks which
game it is: they ask the game. Its parts (rules, record, table, ui, demo, cli) are loaded when they are asked for.

The order of an act: a tag or a touch becomes a `Reply` of the game's `Gestures`; a `Make` goes to `Rules.apply`, which gives the next position or
raises `MoveRefused`; the journal writes the move, its secrets sealed; `Rules.view` gives what everybody may see.
"""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from typing import Any, TypeVar

import msgspec

from companion.errors import CompanionError
from companion.game.corrections import AmendRefused, Corrections, Mended, Proposal
from companion.game.gestures import Desk, Gestures, Make, Note, Read, Reply, Say, Wait
from companion.game.measures import Facts, GameFacts, Measure, Sums
from companion.game.pieces import Piece
from companion.game.record import RecordFormat, Replayed
from companion.game.rules import Rules
from companion.game.table import Lesson, Table, Teaching, spot_of
from companion.game.terminal import Demo, Hands, Terminal
from companion.game.view import CommonOutcome, CommonPlayer, CommonView, sides_of
from companion.games.kit.moves import Move, MoveRefused

__all__ = [
    "INTERFACE",
    "AmendRefused",
    "BoardGameGeek",
    "CommonOutcome",
    "CommonPlayer",
    "CommonView",
    "Corrections",
    "Demo",
    "Desk",
    "Facts",
    "Game",
    "GameFacts",
    "Gestures",
    "Hands",
    "Lesson",
    "Make",
    "Measure",
    "Mended",
    "Move",
    "MoveRefused",
    "Note",
    "Piece",
    "Proposal",
    "Read",
    "RecordFormat",
    "Replayed",
    "Reply",
    "Rules",
    "Say",
    "Score",
    "Sums",
    "Table",
    "Teaching",
    "Terminal",
    "Wait",
    "sides_of",
    "spot_of",
]

INTERFACE = 1
"""The version of all this, for other people's packages: it goes up when a package that follows it would no longer run unchanged."""


class Score(msgspec.Struct, frozen=True):
    """What players play for. `money`: amounts of money, else points. `high`: whether the most of it wins. `column`: its heading in CSV."""

    money: bool
    high: bool = True
    column: str = "score"


class BoardGameGeek(msgspec.Struct, frozen=True):
    """The game's entry there, for exports to other programs. `year`: when it came out."""

    id: int
    name: str
    year: int = 0


T = TypeVar("T")


class Game(msgspec.Struct, frozen=True, dict=True):
    """A game on the shelf: what the home screen and the lists need, and where the rest is. `GAME` in the folder's `__init__`, which imports no more.

    Its parts are loaded when they are asked for: each is one typed value in a folder of its own.
    """

    key: str
    """Its name in journal, tags, settings, records and commands: small letters, digits and underscores."""
    title: str
    """Its name on the screen: a proper name, the same in every language."""
    players: range
    """How many can play."""
    score: Score
    package: str
    """Where its parts are: `__name__` of its folder."""
    board_game_geek: BoardGameGeek | None = None
    own_commands: bool = False
    """Whether it has commands of its own for the terminal (`Terminal.commands`). Only then is its `cli` loaded for every command."""
    interface: int = 1
    """For which `INTERFACE` it was made. The shelf leaves out a game that was made for another one, and says so."""

    @cached_property
    def rules(self) -> Rules[Any, Any, Any]:
        """Its rules. Raises CompanionError where a stranger's package has none."""
        return self.part("rules", Rules)

    @cached_property
    def table(self) -> Table:
        """What it is at a real table. Raises CompanionError where a stranger's package has none."""
        return self.part("table", Table)

    @cached_property
    def record(self) -> RecordFormat[Any, Any]:
        """Its record. Raises CompanionError where a stranger's package has none."""
        return self.part("record", RecordFormat)

    def part(self, room: str, kind: type[T]) -> T:
        """The one value of a room, which is called like it. Raises CompanionError where a stranger's package has none."""
        found = getattr(import_module(f"{self.package}.{room}"), room.upper(), None)
        if not isinstance(found, kind):
            raise CompanionError(
                "The game {title} has no {room}: its package {package} is broken.", title=self.title, room=room, package=self.package
            )
        return found
