"""A copy of Cash & Run that is being taught: casino cards, the board square by square, the chips. Each tap gives the next copy, or is refused."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.game import Note, Piece, Reply, Say, Teaching, Wait
from companion.games.cash_and_run.rules.chance import Symbol
from companion.games.cash_and_run.rules.pieces import CasinoCard
from companion.games.cash_and_run.table import copy as taught
from companion.games.cash_and_run.table.copy import Copy
from companion.games.cash_and_run.table.replies import Answer
from companion.games.cash_and_run.table.teaching import Ask, met, shown


class Telling(msgspec.Struct, frozen=True, tag_field="teach"):
    """The base of what a finger tells of a copy."""


class TellCard(Telling, frozen=True, tag="card"):
    """What is printed on casino card `number`. `lies`: its square is the next one of the board."""

    number: int
    name: str
    symbol: Symbol
    colour: str
    lies: bool = False


class ForgetCard(Telling, frozen=True, tag="forget"):
    """The card is told anew."""

    number: int


class TellSquare(Telling, frozen=True, tag="square"):
    """The next square, clockwise; or the one at `place`, from 1: another one, or with `insert` one that was forgotten before it."""

    square: str
    place: int | None = None
    insert: bool = False


class RemoveSquare(Telling, frozen=True, tag="remove"):
    """There is no square at this place."""

    place: int


class TakeBack(Telling, frozen=True, tag="back"):
    """The last square is told anew."""


class ClearBoard(Telling, frozen=True, tag="clear"):
    """The whole board is told anew."""


class TellChips(Telling, frozen=True, tag="chips"):
    """Which chips there are, and how many where somebody has counted."""

    chips: tuple[taught.Chip, ...]


AnyTelling = TellCard | ForgetCard | TellSquare | RemoveSquare | TakeBack | ClearBoard | TellChips


class Taught(msgspec.Struct, frozen=True):
    """What the screen shows. `asked`: the number of the casino card that was shown and of which nothing is known."""

    copy: Copy
    asked: int | None = None


class CopyLesson:
    """See `companion.game.Lesson`."""

    def __init__(self, copy: Copy) -> None:
        self.copy = copy
        self.asked: int | None = None

    @property
    def shown(self) -> Taught:
        return Taught(self.copy, self.asked)

    def read(self, piece: Piece) -> Reply | None:
        """A casino card: its square is the next one; or it is asked for."""
        if not isinstance(piece, CasinoCard):
            return Say(Answer.NOTHING_NOW)
        after = shown(self.copy, piece.number)
        if isinstance(after, Ask):
            self.asked = after.number
            return Wait()
        self.copy = after
        return Note()

    def commanded(self, command: Any) -> Reply | None:
        self.copy, self.asked = _after(self.copy, command), None
        return Note()


def _after(copy: Copy, command: AnyTelling) -> Copy:
    match command:
        case TellCard(number=number, name=name, symbol=symbol, colour=colour, lies=lies):
            return (met if lies else taught.tell_casino)(copy, number, name, symbol, colour)
        case ForgetCard(number=number):
            return taught.forget_casino(copy, number)
        case TellSquare(square=square, place=place, insert=insert):
            if place is None:
                return taught.add_square(copy, square)
            return (taught.insert_square if insert else taught.set_square)(copy, place, square)
        case RemoveSquare(place=place):
            return taught.remove_square(copy, place)
        case TakeBack():
            return taught.take_back(copy)
        case ClearBoard():
            return taught.clear_board(copy)
        case TellChips(chips=chips):
            return taught.tell_chips(copy, chips)


TEACHING = Teaching(empty=Copy(), plain=taught.as_json, read=taught.read, commands=AnyTelling, lesson=CopyLesson)
