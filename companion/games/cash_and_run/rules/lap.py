"""Winning combinations, Cash & Run, and the last lap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec.structs import replace

from companion.games.cash_and_run.rules.board import ONE, Place, next_one
from companion.games.cash_and_run.rules.chance import DECK, SPADES, SUITS
from companion.games.cash_and_run.rules.moves import Run
from companion.games.cash_and_run.rules.order import next_turn
from companion.games.cash_and_run.rules.refusal import MoveRefused, Refusal
from companion.games.cash_and_run.rules.state import Event, Game, Lap, Party, Phase, casinos_of, check, tell
from companion.games.kit.colours import Colour


def is_set(party: Party, casinos: Sequence[str]) -> bool:
    """Whether just these casinos are a winning combination."""
    cards = [party.casinos[casino] for casino in casinos]
    if len(set(casinos)) < len(cards):
        return False
    # Four casinos of one symbol among three players; else three of one symbol, or three of one colour.
    of_a_symbol = len(cards) == party.need and len({card.symbol for card in cards}) == 1
    return of_a_symbol or (len(cards) == party.colour_need and len({card.colour for card in cards}) == 1)


def sets(game: Game, owner: Colour) -> Iterator[tuple[str, ...]]:
    """Every winning combination that this player could lay."""
    party = game.party
    alike: dict[str, list[str]] = {}
    for casino in casinos_of(game, owner):
        card = party.casinos[casino]
        alike.setdefault("symbol " + card.symbol, []).append(casino)
        if party.colour_need is not None:
            alike.setdefault("colour " + card.colour, []).append(casino)
    found: dict[tuple[str, ...], None] = {}
    for what, casinos in alike.items():
        size = party.colour_need if what.startswith("colour ") else party.need
        assert size is not None
        found |= dict.fromkeys(combinations(casinos, size))
    yield from found


def holds_set(game: Game, owner: Colour) -> bool:
    """Whether this player has a winning combination."""
    return next(sets(game, owner), None) is not None


def run(game: Game, move: Run) -> Game:
    """A player with a winning combination says Cash & Run at the beginning of a turn and draws a card."""
    by = move.by
    check(game, by, Phase.THROW)
    if not game.fresh or game.rolled is not None:
        raise MoveRefused(Refusal.NOT_AT_START, by=by)
    if by in game.laps:
        raise MoveRefused(Refusal.IN_LAP, by=by)
    if any(game.owners.get(casino) is not by for casino in move.casinos) or not is_set(game.party, move.casinos):
        raise MoveRefused(Refusal.NO_SET, by=by)
    if move.card not in DECK and move.card not in SUITS:
        raise MoveRefused(Refusal.NO_SUCH_RESULT, by=by)
    game = tell(game, Event("cash & run", by, card=move.card))
    # A spade: the turn is over and nothing is laid out. Any other card: the pawn goes to the nearest square Cash & Run, the
    # combination is laid out there, and it is the next player's turn.
    if move.card[-1] == SPADES:
        return next_turn(game)
    board, at = game.party.board, game.at[by]
    to: Place = next_one(board, at) if isinstance(at, int) else ONE
    lap = Lap(move.casinos, to if isinstance(to, int) else 0)
    return next_turn(replace(game, at=game.at | {by: to}, laps=game.laps | {by: lap}))


def completed(game: Game, lap: Lap) -> bool:
    """Whether the pawn is back on the square where the lap began, or past it."""
    squares = len(game.party.board)
    if game.party.options.lap_exact:
        return lap.moved > 0 and lap.moved % squares == 0
    return lap.moved >= squares


def give(game: Game, casino: str, to: Colour | None) -> Game:
    """The casino is somebody else's now, or for sale again. A runner who loses a casino of the laid combination runs no more."""
    owner = game.owners.get(casino)
    if owner is to:
        return game
    owners = dict(game.owners)
    if to is None:
        del owners[casino]
    else:
        owners[casino] = to
    game = replace(game, owners=owners)
    lap = game.laps.get(owner) if owner else None
    # Whoever loses one casino of the combination has lost the lap at once and takes the others back. A spare one does not replace it.
    if owner is not None and lap is not None and casino in lap.casinos:
        laps = {colour: each for colour, each in game.laps.items() if colour is not owner}
        back = tuple([each for each in lap.casinos if each != casino])
        game = tell(replace(game, laps=laps), Event("lap over", owner, casino=casino, casinos=back))
    if to is None:
        return game
    chosen = next((each for each in sets(game, to) if casino in each), None)
    # Everybody hears of a first combination; a further one changes nothing.
    if chosen is None or any(casino not in each for each in sets(game, to)):
        return game
    return tell(game, Event("may run", to, casinos=chosen))
