"""The first line of a record: who plays, who deals first, and the house rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from companion.games.casino.rules.house import Ace, Faces, HouseRules, Kind, Must
from companion.games.casino.rules.moves import Agree, Begin, Gathered, Join, SetupMove
from companion.games.casino.rules.refusal import MoveRefused, Refusal
from companion.games.casino.rules.state import Party
from companion.games.kit import lines
from companion.games.kit.colours import Colour
from companion.games.kit.names import told_apart

VERSION = 1

Unset = msgspec.UnsetType
UNSET = msgspec.UNSET


class HeaderPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player of the header."""

    name: str
    colour: Colour


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line. `players` by chair, clockwise; `dealer`: the first one; `date` as 2026-11-29. The others are house rules.

    `must_take`: true, an equal card must be taken; "all": whatever fits must.
    """

    record: str
    version: int
    dealer: Colour
    players: tuple[HeaderPlayer, ...]
    game: Kind = Kind.BASE
    teams: bool = False
    sweeps: bool | Unset = UNSET
    target: int | Unset = UNSET
    rounds: int | Unset = UNSET
    faces: Faces = Faces.ONE
    raise_own: bool = True
    must_take: bool | Literal["all"] = False
    ace: Ace = Ace.BOTH
    equal_builds: bool = True
    date: str | Unset = UNSET
    place: str | Unset = UNSET


_MUST: dict[bool | str, Must] = {False: Must.NOTHING, True: Must.EQUAL, "all": Must.ANYTHING}


def read(line: bytes) -> Header:
    """The header that a record's first line is. Raises RecordError."""
    return lines.header(line, Header, record="casino", title="Casino", version=VERSION)


def house_rules(header: Header) -> HouseRules:
    """What a header says of the rules. Raises MoveRefused if it names both a target and a number of rounds."""
    if header.target is not UNSET and header.rounds is not UNSET:
        raise MoveRefused(Refusal.POINTS_OR_ROUNDS)
    given = {"target": header.target} if header.target is not UNSET else {}
    return HouseRules(
        kind=header.game,
        teams=header.teams,
        sweeps=None if header.sweeps is UNSET else header.sweeps,
        rounds=None if header.rounds is UNSET else header.rounds,
        faces=header.faces,
        raise_own=header.raise_own,
        must_take=_MUST[header.must_take],
        ace=header.ace,
        equal_builds=header.equal_builds,
        **given,
    )


def set_up(header: Header) -> Iterator[SetupMove]:
    """The set-up that a header comes to. Raises MoveRefused as `house_rules` does."""
    called = told_apart(player.name for player in header.players)
    yield from [Join(player.colour, name) for player, name in zip(header.players, called, strict=True)]
    yield Gathered()
    yield Agree(house_rules(header))
    yield Begin(header.dealer, drawn=False)


def written(party: Party, date: str | None, place: str | None) -> Header:
    """The header of a game. What is as the rulebook has it is left out."""
    house = party.house
    usual = HouseRules(house.kind)
    must_take: bool | Literal["all"] = "all" if house.must_take is Must.ANYTHING else house.must_take is Must.EQUAL
    return Header(
        "casino",
        VERSION,
        party.colours[party.first],
        tuple([HeaderPlayer(name, colour) for name, colour in zip(party.names, party.colours, strict=True)]),
        game=house.kind,
        teams=house.teams,
        sweeps=UNSET if house.sweeps is None else house.sweeps,
        target=UNSET if house.target == usual.target else house.target,
        rounds=UNSET if house.rounds is None else house.rounds,
        faces=house.faces,
        raise_own=house.raise_own,
        must_take=must_take,
        ace=house.ace,
        equal_builds=house.equal_builds,
        date=date or UNSET,
        place=place or UNSET,
    )
