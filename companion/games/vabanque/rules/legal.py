"""Every act that the rules allow in a position, for simulated players and for tests."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.vabanque.rules import setup, state
from companion.games.vabanque.rules.box import MAX_STEPS, MIN_PLAYERS
from companion.games.vabanque.rules.moves import (
    KINDS,
    AnyMove,
    Begin,
    Character,
    ChooseSeating,
    Confirm,
    Counted,
    Gathered,
    LayTile,
    Leave,
    MovePawn,
    Paid,
    PlaceCard,
    PlaceFirstPawn,
    PlaceToken,
    RevealCard,
    Seated,
    Seating,
)
from companion.games.vabanque.rules.pieces import TILES
from companion.games.vabanque.rules.position import Position
from companion.games.vabanque.rules.setup import Setup
from companion.games.vabanque.rules.state import Game
from companion.games.vabanque.rules.view import Phase


def legal(position: Position, kinds: bool = False) -> Iterator[AnyMove]:
    """Every move that is allowed, but for those that everybody can make up at will (Join, Rename, Seat, LayRing,
    Untold, Count, Correct, Order, Stay, Squared, End).

    Cards are laid hidden here, which is always allowed: so the answer tells nothing of what lies face down.
    With `kinds` the cards that the hand still holds are told too; that answer must not leave the player's own hand.
    """
    return _setup_moves(position) if isinstance(position, Setup) else _game_moves(position, kinds)


def _setup_moves(position: Setup) -> Iterator[AnyMove]:
    yield from [ChooseSeating(seating) for seating in Seating]
    match setup.phase(position):
        case Phase.PLAYERS:
            yield from [Leave(player.colour) for player in position.players]
            if len(position.players) >= MIN_PLAYERS:
                yield Gathered()
        case Phase.RING:
            yield from [LayTile(tile) for tile in TILES if tile not in position.ring]
        case Phase.DRAW:
            yield from [Begin(player.colour, drawn) for player in position.players for drawn in (True, False)]


def _game_moves(game: Game, kinds: bool) -> Iterator[AnyMove]:
    tables = range(1, len(game.tokens) + 1)
    by = state.to_act(game)
    if by is not None:
        match game.phase:
            case Phase.START:
                yield from [PlaceFirstPawn(by, table) for table in tables]
            case Phase.TOKENS:
                yield from [PlaceToken(by, table) for table in tables]
            case Phase.CARDS:
                told = {card.character for card in game.cards if card.owner is by}
                hand = [kind for kind in KINDS if kinds and kind not in told]
                yield from [PlaceCard(by, kind, table) for kind in (Character.HIDDEN, *hand) for table in tables]
            case Phase.PAWNS:
                yield from [MovePawn(by, steps) for steps in range(MAX_STEPS + 1)]
        return
    match game.phase:
        case Phase.STAND:
            yield Confirm()
        case Phase.REVEAL:
            for owner, table in dict.fromkeys((card.owner, card.table) for card in state.unrevealed(game)):
                seen = {card.character for card in game.cards if card.owner is owner and card.revealed}
                yield from [RevealCard(owner, kind, table) for kind in KINDS if kind not in seen]
        case Phase.PAYOUT:
            earned = game.results[-1].earned
            yield Paid(next(to for to in game.order if earned[to] and to not in game.handed_out))
        case Phase.COUNT:
            yield Counted()
        case Phase.ORDER:
            yield Seated()
