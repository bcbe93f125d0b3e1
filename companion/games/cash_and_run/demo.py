"""Cash & Run that plays by itself: whole random games, what people do at the table for a move, and each move in words."""

from __future__ import annotations

import random
from collections.abc import Iterator

from companion.game import Demo, Hands
from companion.games.cash_and_run import rules
from companion.games.cash_and_run.rules import moves as do
from companion.games.cash_and_run.rules.auction import least as least_bid
from companion.games.cash_and_run.rules.auction import limit
from companion.games.cash_and_run.rules.board import CASINOS, KINDS, ONE, Casino
from companion.games.cash_and_run.rules.chance import Symbol
from companion.games.cash_and_run.rules.legal import legal
from companion.games.cash_and_run.rules.moves import AnyMove, Begin, Bet, Bid, Buy, DealAll, Gathered, Join, Run, Sell, Sold, Stand, Throw
from companion.games.cash_and_run.rules.state import Game, Phase
from companion.games.cash_and_run.rules.view import View
from companion.games.cash_and_run.table.commands import Act, Tap, TapCasino, TapDice, TapLap, TapResult, TapSet, TapSquare
from companion.games.cash_and_run.table.news import news
from companion.games.cash_and_run.table.people import player_of
from companion.games.cash_and_run.ui import words
from companion.games.kit.colours import Colour
from companion.printing import players
from companion.said import safe
from companion.table import commands
from companion.words import amount, tr

CALLED = {
    Colour.BLUE: "Adriano",
    Colour.RED: "Benedetta",
    Colour.YELLOW: "Carlotta",
    Colour.GREEN: "Donaldo",
    Colour.BLACK: "Eduardo",
    Colour.WHITE: "Francesca",
}
"""A player's name until another is told."""


def random_copy(rng: random.Random) -> tuple[tuple[Casino, ...], tuple[str, ...]]:
    """A copy of the game made up by lot, since no rulebook prints the real one: casinos with numbers for names, on a ring of some squares."""
    symbols = [symbol for symbol in Symbol for _ in range(CASINOS // len(Symbol))]
    rng.shuffle(symbols)
    casinos = tuple([Casino(f"casino{n + 1}", f"Casino {n + 1}", symbol, f"colour {n % 5 + 1}") for n, symbol in enumerate(symbols)])
    squares = [card.id for card in casinos] + [ONE] * 3 + [rng.choice(KINDS) for _ in range(18)]
    rng.shuffle(squares)
    return casinos, tuple(squares)


def random_game(seed: int) -> list[AnyMove]:
    """A whole game of 3 to 6 players to its end, the same for the same seed."""
    rng = random.Random(seed)
    colours = rng.sample(list(Colour), rng.randint(3, 6))
    casinos, board = random_copy(rng)
    dealt = rng.sample([casino.id for casino in casinos], 2 * len(colours))
    hands = tuple([(dealt[2 * n], dealt[2 * n + 1]) for n in range(len(colours))])
    moves: list[AnyMove] = [*(Join(colour, CALLED[colour]) for colour in colours), Gathered(casinos, board), DealAll(hands)]
    moves += [Stand(colour, hand[0]) for colour, hand in zip(colours, hands, strict=True)]
    moves.append(Begin(rng.choice(colours)))
    position = rules.new()
    for move in moves:
        position = rules.apply(position, move)
    assert isinstance(position, Game)
    game = position
    while game.phase is not Phase.FINISHED:
        move = some_move(game, rng)
        moves.append(move)
        after = rules.apply(game, move)
        assert isinstance(after, Game)
        game = after
    return moves


def some_move(game: Game, rng: random.Random) -> AnyMove:
    """What somebody might do who wants the game to come to an end: buys, stakes a little more than is wise, and runs as soon as may be."""
    if game.phase is Phase.AUCTION and game.auction is not None:
        least, auction = least_bid(game), game.auction
        bidders = [each for each in game.in_game if each not in (auction.seller, auction.by) and limit(game, each) >= least]
        if not bidders or rng.random() < 0.4:
            return Sold()
        by = rng.choice(bidders)
        return Bid(by, min(least + game.party.options.step * rng.randint(0, 9), limit(game, by)))
    moves = list(legal(game))
    if game.phase is Phase.THROW:
        runs: list[AnyMove] = [move for move in moves if isinstance(move, Run)]
        return rng.choice(runs or [move for move in moves if isinstance(move, Throw)])
    if game.phase is Phase.SELL:
        return rng.choice(moves)
    eager: list[AnyMove] = [move for move in moves if isinstance(move, Buy)]
    # In a replay the chip may lie where it lies.
    stays = game.contest.on if game.phase is Phase.DRAW and game.contest is not None else None
    unwilling = [move for move in moves if not isinstance(move, Sell) and not (isinstance(move, Bet) and move.on == stays)]
    if game.phase is Phase.BET and rng.random() < 0.8:
        # Mostly a small part of what one has.
        modest = [
            move for move in unwilling if isinstance(move, Bet) and (move.stake or 0) <= max(game.ledger[game.by] // 4, game.party.options.step)
        ]
        return rng.choice(modest or unwilling)
    return rng.choice(eager if eager and rng.random() < 0.8 else unwilling)


def make(move: AnyMove, hands: Hands) -> None:
    """What people do at the table for a move: taps, and cards of the deck that are shown."""
    view: View = hands.view
    touch = hands.touch
    match move:
        case do.Throw(dice=(one, other), square=square, lap=lap, drawn=False):
            touch(TapDice(one, other))
            if square is not None:
                touch(TapSquare(square))
                if player_of(view, move.by).lap is not None:
                    touch(TapLap(lap))
        case do.Buy():
            touch(Tap(Act.BUY))
        case do.Decline():
            touch(Tap(Act.LEAVE))
        case do.Roulette(number=result, drawn=False) | do.Die(face=result, drawn=False):
            touch(TapResult(result))
        case do.Card(card=card, drawn=False):
            hands.show(f"card {card}")
        case do.Run(card=card, casinos=casinos, drawn=False) if len(card) > 1:
            touch(Tap(Act.RUN))
            touch(TapSet(casinos))
            hands.show(f"card {card}")
        case do.Settle():
            touch(Tap(Act.PAY))
        case do.LayBluff():
            touch(Tap(Act.BLUFF))
        case do.Believe():
            touch(Tap(Act.BELIEVE))
        case do.Pick(casino=casino):
            touch(TapCasino(casino))
        case do.Sold():
            touch(Tap(Act.SOLD))
        case _:
            touch(commands.Do(move))


# --- in words ---------------------------------------------------------------------------------------------------


def told(move: AnyMove, before: View, after: View) -> Iterator[str]:
    """A move in a line of words, and what came of it: payments and events."""
    yield sentence(move, after)
    names = {player.colour: players.colour(player.colour) for player in after.players}
    new = news(before, after)
    yield from ["  " + words.payment(paid, names) for paid in new.payments]
    yield from ["  " + words.event(event, names, after.casinos) for event in new.events]


def sentence(move: AnyMove, view: View) -> str:
    """A move in a line of words."""
    by = getattr(move, "by", None)
    who = players.colour(by) if by is not None else ""
    casino = words.casino(view.casinos, getattr(move, "casino", None))
    match move:
        case do.Join(colour=colour, name=name):
            return tr("{who} is {name}", who=players.colour(colour), name=safe(name))
        case do.Gathered():
            return tr("all have joined: {n} players", n=len(view.players))
        case do.Deal():
            return tr("{who} has {casino}", who=who, casino=casino)
        case do.DealAll():
            return tr("the casinos are dealt")
        case do.Stand():
            return tr("{who} begins at {casino}", who=who, casino=casino)
        case do.Begin(first=first):
            return tr("{who} begins", who=players.colour(first))
        case do.Throw(dice=(one, other)):
            where = words.square(view.casinos, player_of(view, by).square)
            return tr("{who} throws {a} and {b}: {square}", who=who, a=one, b=other, square=where)
        case do.Roll(dice=(one, other)):
            return tr("{who} throws {a} and {b}", who=who, a=one, b=other)
        case do.Go():
            return tr("{who} goes to {square}", who=who, square=words.square(view.casinos, player_of(view, by).square))
        case do.Buy():
            return tr("{who} buys", who=who)
        case do.Decline():
            return tr("{who} leaves it", who=who)
        case do.Bet(on=on, stake=None):
            return tr("{who} bets on {field}", who=who, field=words.field(on))
        case do.Bet(on=on, stake=stake):
            return tr("{who} bets {sum} on {field}", who=who, sum=amount(stake or 0), field=words.field(on))
        case do.Roulette(number=number):
            return tr("the ball stops at {n}", n=number)
        case do.Die(face=face):
            return tr("the die shows {n}", n=face)
        case do.Card(card=card):
            return tr("the card is {card}", card=words.result(card))
        case do.Settle():
            return tr("{who} lays no Bluff card", who=who)
        case do.LayBluff():
            return tr("{who} lays a Bluff card", who=who)
        case do.Believe():
            return tr("{who} believes it", who=who)
        case do.Doubt(shows=shows):
            return tr("{who} turns it over: {what}", who=who, what=words.shown(shows))
        case do.Takeover(owner=owner, on=on):
            return tr("{who} plays {other} for {casino}, on {field}", who=who, other=players.colour(owner), casino=casino, field=words.field(on))
        case do.Pick():
            return tr("{who} takes {casino}", who=who, casino=casino)
        case do.Sure():
            return tr("{who} takes the safe sum", who=who)
        case do.Try():
            return tr("{who} tries the next step", who=who)
        case do.Stop():
            return tr("{who} stops", who=who)
        case do.Sell():
            return tr("{who} puts {casino} up for auction", who=who, casino=casino)
        case do.Bid(amount=bid):
            return tr("{who} bids {sum}", who=who, sum=amount(bid))
        case do.Sold():
            return tr("nobody bids more")
        case do.Run(card=card):
            return tr("{who} says Cash & Run and draws {card}", who=who, card=words.result(card))
        case do.End():
            return tr("the game is ended")
    return type(move).__name__


DEMO = Demo(random=random_game, make=make, told=told, recorded=lambda move: isinstance(move, do.RecordMove))
