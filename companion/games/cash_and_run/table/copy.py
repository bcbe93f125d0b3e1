"""What the owner has taught of a copy: its casino cards, its squares and its chips. Kept as the tag set is, exported and imported with it.

Everything is a value: each act of teaching gives the next copy, or is refused. Anything may be left untaught.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from enum import StrEnum
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.game import MoveRefused
from companion.games.cash_and_run.rules.board import CASINOS, KINDS, MAX_SQUARES, ONE, Casino, Square, proper_board, proper_id
from companion.games.cash_and_run.rules.chance import Symbol
from companion.games.cash_and_run.rules.copy import MAX_COLOUR, MAX_NAME
from companion.games.cash_and_run.rules.moves import UseCopy
from companion.games.cash_and_run.rules.options import USUAL_CHIPS
from companion.games.kit import strict
from companion.games.kit.names import one_form, proper_text
from companion.games.kit.strict import Malformed

VERSION = 1


class Untaught(StrEnum):
    """Why something can't be taught so."""

    NO_SUCH_CARD = "there are fifteen casino cards"
    BAD_NAME = "a casino has a name of 1 to 30 letters and a colour of 1 to 20"
    NAME_TWICE = "another casino has that name"
    BEGIN_AT_ONE = "the board is told from a square 1 on"
    NO_SUCH_SQUARE = "no such square"
    CASINO_TWICE = "that casino lies on the board already"
    NO_SUCH_PLACE = "the board has no such place"
    TOO_LONG = "a board has 200 squares at most"
    BAD_CHIP = "a chip has a value of 1 or more, and there are 0 or more of it"


class NotTaught(MoveRefused):
    """Nothing has changed. `spot`: the place of the board in question, from 1."""

    def __init__(self, reason: Untaught, place: int | None = None) -> None:
        super().__init__(reason, spot=place)


class Chip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of chip; `count` is None where nobody has counted."""

    value: int
    count: int | None = None


class Copy(msgspec.Struct, frozen=True):
    """`casinos`: by the number of the card. `squares`: the board as far as it is told, clockwise from a square 1. `chips`: rising."""

    casinos: dict[int, Casino] = {}
    squares: tuple[Square, ...] = ()
    chips: tuple[Chip, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether the board can be played on: all of its casinos are known and on it."""
        return len(self.casinos) == CASINOS and proper_board(self.squares, list(self.casinos.values()))

    @property
    def chip_values(self) -> tuple[int, ...]:
        """The chips that there are, rising."""
        return tuple([chip.value for chip in self.chips]) or USUAL_CHIPS

    @property
    def money(self) -> int | None:
        """What all chips come to; None where they are not all counted."""
        counts = [chip.count for chip in self.chips]
        if not counts or None in counts:
            return None
        return sum(chip.value * (chip.count or 0) for chip in self.chips)

    def number_of(self, casino: str) -> int | None:
        """The card of a casino."""
        return next((number for number, each in self.casinos.items() if each.id == casino), None)

    def use(self) -> UseCopy:
        """The act by which a game plays with this copy; without a board unless it is whole."""
        casinos = tuple([self.casinos[number] for number in sorted(self.casinos)])
        return UseCopy(casinos, self.squares if self.whole else ())


def missing(copy: Copy) -> list[str]:
    """The ids of the casinos that are known and not yet on the board."""
    return [casino.id for _, casino in sorted(copy.casinos.items()) if casino.id not in copy.squares]


# --- casinos ----------------------------------------------------------------------------------------------------


def tell_casino(copy: Copy, number: int, name: str, symbol: Symbol, colour: str) -> Copy:
    """What is printed on a casino card; told again, it is set right, and its square stays."""
    if not 1 <= number <= CASINOS:
        raise NotTaught(Untaught.NO_SUCH_CARD)
    name, colour = one_form(name), one_form(colour)
    if not proper_text(name, MAX_NAME) or not proper_text(colour, MAX_COLOUR):
        raise NotTaught(Untaught.BAD_NAME)
    others = {other: casino for other, casino in copy.casinos.items() if other != number}
    if any(casino.name.casefold() == name.casefold() for casino in others.values()):
        raise NotTaught(Untaught.NAME_TWICE)
    known = copy.casinos.get(number)
    kept = known.id if known else casino_id(name, number, [casino.id for casino in others.values()])
    return replace(copy, casinos=others | {number: Casino(kept, name, symbol, colour)})


def forget_casino(copy: Copy, number: int) -> Copy:
    """The card is told anew, and its square is taken off the board."""
    casino = copy.casinos.get(number)
    if casino is None:
        return copy
    casinos = {other: each for other, each in copy.casinos.items() if other != number}
    return replace(copy, casinos=casinos, squares=tuple([square for square in copy.squares if square != casino.id]))


def casino_id(name: str, number: int, taken: Iterable[str]) -> str:
    """The small letters and digits of a name, as ids are made of; another one where somebody has it or it is a square's name."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    letters = "".join([letter for letter in plain if letter.isascii() and letter.isalnum()])[:18]
    candidates = [letters, f"{letters}{number}"] if letters else []
    for found in (*candidates, f"casino{number}"):
        if proper_id(found) and found not in taken:
            return found
    return f"casino{number}x"


# --- the board --------------------------------------------------------------------------------------------------


def add_square(copy: Copy, square: Square) -> Copy:
    """The next square, clockwise."""
    return insert_square(copy, len(copy.squares) + 1, square)


def take_back(copy: Copy) -> Copy:
    """The last square is told anew."""
    return replace(copy, squares=copy.squares[:-1])


def insert_square(copy: Copy, place: int, square: Square) -> Copy:
    """A square that was forgotten comes to this place, from 1; those behind it move on by one."""
    squares = copy.squares
    if not 1 <= place <= len(squares) + 1:
        raise NotTaught(Untaught.NO_SUCH_PLACE, place)
    return _with(copy, (*squares[: place - 1], square, *squares[place - 1 :]), place)


def set_square(copy: Copy, place: int, square: Square) -> Copy:
    """Another square lies at this place, from 1."""
    squares = copy.squares
    if not 1 <= place <= len(squares):
        raise NotTaught(Untaught.NO_SUCH_PLACE, place)
    return _with(copy, (*squares[: place - 1], square, *squares[place:]), place)


def remove_square(copy: Copy, place: int) -> Copy:
    """There is no square here; those behind it move back by one."""
    squares = copy.squares
    if not 1 <= place <= len(squares):
        raise NotTaught(Untaught.NO_SUCH_PLACE, place)
    return _with(copy, (*squares[: place - 1], *squares[place:]), place)


def clear_board(copy: Copy) -> Copy:
    """The whole board is told anew."""
    return replace(copy, squares=())


def _with(copy: Copy, squares: tuple[Square, ...], place: int) -> Copy:
    ids = [casino.id for casino in copy.casinos.values()]
    if len(squares) > MAX_SQUARES:
        raise NotTaught(Untaught.TOO_LONG, place)
    for square in squares:
        if square not in KINDS and square not in ids:
            raise NotTaught(Untaught.NO_SUCH_SQUARE, place)
    if squares and squares[0] != ONE:
        raise NotTaught(Untaught.BEGIN_AT_ONE, 1)
    casinos = [square for square in squares if square in ids]
    if len(set(casinos)) < len(casinos):
        raise NotTaught(Untaught.CASINO_TWICE, place)
    return replace(copy, squares=squares)


# --- chips ------------------------------------------------------------------------------------------------------


def tell_chips(copy: Copy, chips: Iterable[Chip]) -> Copy:
    """Which chips there are, and how many if somebody has counted."""
    told = sorted(chips, key=lambda chip: chip.value)
    values = [chip.value for chip in told]
    if any(value < 1 for value in values) or len(set(values)) < len(values) or any((chip.count or 0) < 0 for chip in told):
        raise NotTaught(Untaught.BAD_CHIP)
    return replace(copy, chips=tuple(told))


def bank_left(copy: Copy, start: int, players: int) -> int | None:
    """What is left for the bank once everybody has the money to begin with; None, for unlimited, where it was not counted or is too little."""
    money = copy.money
    return money - start * players if money is not None and money >= start * players else None


# --- on file ----------------------------------------------------------------------------------------------------


class _OnFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    version: int
    casinos: dict[str, Casino] = {}
    board: tuple[Square, ...] = ()
    chips: tuple[Chip, ...] = ()


def as_json(copy: Copy) -> dict[str, Any]:
    """The copy as it is exported and stored, for JSON: `casinos` by the number of the card."""
    casinos = {str(number): copy.casinos[number] for number in sorted(copy.casinos)}
    kept: dict[str, Any] = msgspec.to_builtins(_OnFile(VERSION, casinos, copy.squares, copy.chips))
    return kept


def read(value: Any) -> Copy:
    """The copy that was exported; taught anew, so that nothing gets in that could not be taught. Raises NotTaught or Malformed."""
    kept: _OnFile = strict.convert(value, _OnFile)
    if kept.version != VERSION:
        raise Malformed("a later version of the companion has written this")
    copy = Copy()
    for number, casino in kept.casinos.items():
        card = int(number) if number.isdecimal() and number.isascii() and len(number) < 3 else 0
        copy = tell_casino(copy, card, casino.name, casino.symbol, casino.colour)
        if not proper_id(casino.id) or any(casino.id == each.id for other, each in copy.casinos.items() if other != card):
            raise NotTaught(Untaught.BAD_NAME)
        # The id is kept: the board and past games name the casino by it.
        copy = replace(copy, casinos=copy.casinos | {card: replace(copy.casinos[card], id=casino.id)})
    for square in kept.board:
        copy = add_square(copy, square)
    return tell_chips(copy, kept.chips)
