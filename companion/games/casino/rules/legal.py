"""Every act that the rules allow in a position, for simulated players and for tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.casino.rules import acts, builds, captures, house, setup, state
from companion.games.casino.rules.cards import BIT, DECK, Card
from companion.games.casino.rules.house import HouseRules, Kind
from companion.games.casino.rules.moves import (
    Agree,
    AnyMove,
    Begin,
    Build,
    Counted,
    Dealt,
    FalseBuild,
    Gathered,
    Lay,
    Leave,
    Take,
    Trail,
)
from companion.games.casino.rules.position import Position
from companion.games.casino.rules.refusal import MoveRefused
from companion.games.casino.rules.setup import Setup
from companion.games.casino.rules.state import Game, Phase
from companion.games.kit.colours import Colour


def legal(position: Position, cards: Sequence[Card] = DECK) -> Iterator[AnyMove]:
    """Every move that is allowed, but for those that everybody can make up at will (Join, Rename, Seat, other house rules than the base
    game and Royal, Shown, Turn, Redeal, Lost, CountPiles, Correct, End).

    Cards are in the order of the table here; the rules take them in any order. `cards`: those that may be laid or played, say a hand's.
    With many cards on the table the moves are very many.
    """
    return _setup_moves(position) if isinstance(position, Setup) else _game_moves(position, cards)


def _setup_moves(position: Setup) -> Iterator[AnyMove]:
    match setup.phase(position):
        case Phase.PLAYERS:
            yield from [Leave(player.colour) for player in position.players]
            if len(position.players) >= setup.MIN_PLAYERS:
                yield Gathered()
        case phase:
            four = len(position.players) == house.PARTNERS
            yield from [Agree(HouseRules(kind, teams)) for kind in Kind for teams in ((False, True) if four else (False,))]
            if phase is Phase.DEALER:
                yield from [Begin(player.colour, drawn) for player in position.players for drawn in (True, False)]


def _game_moves(game: Game, cards: Sequence[Card]) -> Iterator[AnyMove]:
    unseen = [card for card in cards if not game.seen & BIT[card]]
    by = state.to_act(game)
    if by is None:
        if game.phase is Phase.DEAL:
            yield Dealt()
        elif game.phase is Phase.COUNT:
            yield Counted()
    elif game.phase is Phase.TABLE:
        yield from [Lay(by, card) for card in unseen]
    else:
        yield from [FalseBuild(by, build.cards) for build in game.builds if build.owner is by]
        for card in unseen if game.shown is None else (game.shown,):
            yield from plays(game, by, card)


def plays(game: Game, by: Colour, card: Card) -> Iterator[AnyMove]:
    """What the player to act may do with this card."""
    rules, loose, lying = game.party.house, game.loose, game.builds
    yield from _allowed(game, Trail(by, card))
    for capture in captures.captures(rules, card, loose, lying):
        yield from _allowed(game, Take(by, card, capture.cards))
    for reading in builds.builds(rules, by, card, loose, lying):
        yield from _allowed(game, Build(by, card, reading.made.value, reading.with_))


def _allowed(game: Game, move: Trail | Take | Build) -> Iterator[AnyMove]:
    """The move, if what is asked beyond the sums allows it: own builds, the cards left in the hand, what is out, house rules."""
    try:
        acts.ACTS[type(move)](game, move)
    except MoveRefused:
        return
    yield move
