"""A game of Vabanque as a value: frozen, so that every act makes a new one and leaves the old one as it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

import msgspec

from companion.games.kit.colours import Colour
from companion.games.kit.secret import tells_only
from companion.games.vabanque.rules.box import RANK, TOKENS_EACH
from companion.games.vabanque.rules.moves import Character, Seating
from companion.games.vabanque.rules.refusal import MoveRefused, Refusal
from companion.games.vabanque.rules.view import Phase, RoundResult

_IN_TURN = {Phase.START, Phase.TOKENS, Phase.CARDS, Phase.PAWNS}
"""The phases in which somebody is to act."""


@tells_only("owner", "table", "revealed")
class Card(msgspec.Struct, frozen=True):
    """A card that was laid in this round. Its repr tells no kind, turned over or not.

    `untold`: nobody can tell it any more, so nobody waits for it and it counts for nothing. `twice`: it was turned over as this kind, as was
    another one of its owner's, so it is told anew.
    """

    owner: Colour
    character: Character
    table: int
    revealed: bool = False
    untold: bool = False
    twice: Character | None = None


class Party(msgspec.Struct, frozen=True):
    """What stays the same all evening. `colours`: the players by their chairs at the start; `names` and a game's pawns run along it.

    `by_colour`: their places in `colours`, in the order of Colour. `ring`: the tile at table 1, 2, 3 ... clockwise.
    """

    colours: tuple[Colour, ...]
    names: tuple[str, ...]
    seating: Seating
    ring: tuple[int, ...]
    first: Colour
    drawn: bool
    by_colour: tuple[int, ...]


class MoneyEvent(msgspec.Struct, frozen=True):
    """A count (`notes`: value, how many) or a correction (`amount`) after the payout of `round`, in the order in which they were made.

    Or, of nobody, where all notes lie: `purses` and `owed`, while those `waiting` had not got theirs of the round.
    """

    round: int
    by: Colour | None = None
    notes: tuple[tuple[int, int], ...] | None = None
    amount: int = 0
    purses: tuple[tuple[Colour, tuple[tuple[int, int], ...]], ...] | None = None
    owed: tuple[tuple[Colour, int], ...] = ()
    waiting: tuple[Colour, ...] = ()


class Game(msgspec.Struct, frozen=True):
    """A game from the first pawn on.

    `turn`: tokens, cards or pawns already laid or moved in this phase. `tokens`: by table, the values lying there in the order laid.
    `pawns`: the table of each pawn, along `party.colours`; empty before the first pawns. `cards`: this round's, in the order laid.
    `seats`: who sits on which chair now. `fortunes`: along `party.colours`.
    `money`: what was counted and corrected in all rounds. `ended`: somebody left for good.
    """

    party: Party
    phase: Phase
    round: int
    order: tuple[Colour, ...]
    seats: tuple[Colour, ...]
    turn: int
    tokens: tuple[tuple[int, ...], ...]
    pawns: tuple[int, ...] = ()
    cards: tuple[Card, ...] = ()
    fortunes: tuple[int, ...] = ()
    results: tuple[RoundResult, ...] = ()
    handed_out: tuple[Colour, ...] = ()
    money: tuple[MoneyEvent, ...] = ()
    ended: bool = False


def start(
    colours: tuple[Colour, ...],
    names: tuple[str, ...],
    seating: Seating,
    ring: tuple[int, ...],
    first: Colour,
    drawn: bool,
) -> Game:
    """A game in which the first pawn is still to be placed. Play goes clockwise from the start player."""
    by_colour = tuple(sorted(range(len(colours)), key=lambda n: RANK[colours[n]]))
    party = Party(colours, names, seating, ring, first, drawn, by_colour)
    at = colours.index(first)
    # Everybody starts with no money.
    nothing = (0,) * len(colours)
    return Game(party, Phase.START, 1, colours[at:] + colours[:at], colours, 0, ((),) * len(ring), fortunes=nothing)


def to_act(game: Game) -> Colour | None:
    """Who is next in the order of play; None where nobody is."""
    if game.phase in _IN_TURN:
        return game.order[game.turn % len(game.order)]
    return None


def refuse_phase(game: Game, by: Colour | None = None) -> NoReturn:
    """Refuses an act that belongs to another phase."""
    over = game.phase is Phase.FINISHED
    raise MoveRefused(Refusal.GAME_OVER if over else Refusal.WRONG_PHASE, by=by, expected=to_act(game))


def stock(game: Game) -> int:
    """Tokens of this round's value that are still to be laid."""
    each = TOKENS_EACH[game.round - 1]
    if game.phase is Phase.START:
        return each * len(game.order)
    return each * len(game.order) - game.turn if game.phase is Phase.TOKENS else 0


def unrevealed(game: Game) -> list[Card]:
    """The hidden cards at tables with pawns: these are to be turned over and told."""
    return [card for card in game.cards if card.character is Character.HIDDEN and card.table in game.pawns and not card.untold]


def by_colour(colours: Iterable[Colour]) -> tuple[Colour, ...]:
    """Sorted in the order of Colour."""
    return tuple(sorted(colours, key=RANK.__getitem__))
