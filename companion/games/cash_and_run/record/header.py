"""The first line of a record: who plays with which copy, what was dealt, and the rules agreed on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import msgspec

from companion.games.cash_and_run.rules.board import Casino
from companion.games.cash_and_run.rules.moves import Agree, Begin, DealAll, Gathered, Join, SetupMove, Stand, UseCopy
from companion.games.cash_and_run.rules.options import BLUFFS, START, STEP, Options
from companion.games.cash_and_run.rules.state import Party
from companion.games.kit import lines
from companion.games.kit.colours import Colour
from companion.games.kit.names import told_apart

NAME = "cashrun"
"""What the header calls the game; everywhere else it is cash_and_run."""
VERSION = 1


class HeaderPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player of the header. `at`: one of `casinos`, where the pawn began."""

    name: str
    colour: Colour
    casinos: tuple[str, ...]
    at: str


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line. `players` by chair, clockwise; `casinos`: all of the copy; `date` as 2026-11-29.

    The keys from `start` on are Options, but that `own` is its own_again and `exact` its lap_exact.
    """

    record: str
    version: int
    first: Colour
    players: tuple[HeaderPlayer, ...]
    casinos: tuple[Casino, ...]
    board: tuple[str, ...] = ()
    start: int = START
    bank: int | msgspec.UnsetType = msgspec.UNSET
    step: int = STEP
    bluff: int = BLUFFS
    need: int | msgspec.UnsetType = msgspec.UNSET
    colour_sets: bool | msgspec.UnsetType = msgspec.UNSET
    own: bool = True
    exact: bool = False
    pot_bluff: bool = False
    date: str | msgspec.UnsetType = msgspec.UNSET
    place: str | msgspec.UnsetType = msgspec.UNSET


def read(line: bytes) -> Header:
    """The header that a record's first line is. Raises RecordError."""
    return lines.header(line, Header, record=NAME, title="Cash & Run", version=VERSION)


def set_up(header: Header) -> Iterator[SetupMove]:
    """The set-up that a header comes to."""
    called = told_apart(player.name for player in header.players)
    yield from [Join(player.colour, name) for player, name in zip(header.players, called, strict=True)]
    yield Agree(
        Options(
            start=header.start,
            bank=_set(header.bank),
            step=header.step,
            bluff=header.bluff,
            need=_set(header.need),
            colour_sets=_set(header.colour_sets),
            own_again=header.own,
            lap_exact=header.exact,
            pot_bluff=header.pot_bluff,
        )
    )
    yield UseCopy(header.casinos, header.board)
    yield Gathered()
    yield DealAll(tuple([player.casinos for player in header.players]))
    yield from [Stand(player.colour, player.at) for player in header.players]
    yield Begin(header.first)


T = TypeVar("T")


def _set(value: T | msgspec.UnsetType) -> T | None:
    return None if value is msgspec.UNSET else value


def of(party: Party, date: str | None, place: str | None) -> Header:
    """The header of a game."""
    chosen = party.options
    players = [HeaderPlayer(*each) for each in zip(party.names, party.colours, party.dealt, party.stood, strict=True)]
    return Header(
        NAME,
        VERSION,
        party.first,
        tuple(players),
        tuple(party.casinos.values()),
        party.board,
        chosen.start,
        msgspec.UNSET if chosen.bank is None else chosen.bank,
        chosen.step,
        chosen.bluff,
        msgspec.UNSET if chosen.need is None else chosen.need,
        msgspec.UNSET if chosen.colour_sets is None else chosen.colour_sets,
        chosen.own_again,
        chosen.lap_exact,
        chosen.pot_bluff,
        date or msgspec.UNSET,
        place or msgspec.UNSET,
    )
