"""Whole random games, so played that everything comes about: combinations, last laps, debts and ruin."""

from __future__ import annotations

import json
import random
from typing import Any

from hypothesis import strategies as st

from companion.games.cash_and_run import rules
from companion.games.cash_and_run.record import record
from companion.games.cash_and_run.rules import auction
from companion.games.cash_and_run.rules.legal import legal
from companion.games.cash_and_run.rules.moves import AnyMove, Bet, Bid, Buy, Correct, End, HandOver, Hold, Put, Quit, Run, Sell, Sold, Throw, Try
from companion.games.cash_and_run.rules.refusal import MoveRefused
from companion.games.cash_and_run.rules.state import Game, Phase
from companion.games.kit.colours import Colour
from tests.games.cash_and_run.tables import CASINOS, COLOURS, header

KINDS = ("1", "3", "4A", "4B", "4C", "5A", "5B", "5C", "6", "7A", "7B", "7C")
LONGEST = 500
"""Acts; a game that has not come to its end by then is left."""


def random_header(rng: random.Random) -> dict[str, Any]:
    """A header of any number of players, on any board or none, with any switches."""
    players = rng.randint(3, 6)
    casinos = rng.sample(CASINOS, len(CASINOS))
    each = rng.choice((1, 2))
    dealt = [[casino["id"] for casino in casinos[n * each : (n + 1) * each]] for n in range(players)]
    keys: dict[str, Any] = {"casinos": casinos, "first": rng.choice(COLOURS[:players]), "bluff": rng.randint(0, 3)}
    if rng.random() < 0.7:
        squares = ["1", *(rng.choice(KINDS) for _ in range(rng.randint(3, 20))), *(casino["id"] for casino in casinos)]
        rng.shuffle(squares)
        keys["board"] = squares
    some: dict[str, Any] = {
        "start": rng.choice((200_000, 500_000, 1_000_000)),
        "bank": rng.choice((0, 150_000, 1_000_000, 5_000_000)),
        "step": rng.choice((5_000, 50_000)),
        "need": rng.choice((2, 3, 4)),
        "colour_sets": rng.random() < 0.5,
        "own": False,
        "exact": True,
        "pot_bluff": True,
    }
    keys |= {key: value for key, value in some.items() if rng.random() < 0.35}
    return header(players, dealt=dealt, **keys)


class Evening:
    """A whole random game. `moves` from the first Join on; `positions[n]` stands before `moves[n]`; `begun`: of the set-up."""

    def __init__(self, seed: int, between: float = 0.0) -> None:
        """`between`: how often something is corrected or somebody leaves."""
        self._rng = rng = random.Random(seed)
        self.header = random_header(rng)
        begun = record.replay([json.dumps(self.header).encode()])
        self.moves: list[AnyMove] = list(begun.moves)
        self.begun = len(self.moves)
        self.positions: list[rules.Position] = [rules.new()]
        for move in self.moves:
            self.positions.append(rules.apply(self.positions[-1], move))
        while self.end.phase is not Phase.FINISHED and len(self.moves) < LONGEST:
            self._do(self._some(self.end, between))

    @property
    def end(self) -> Game:
        position = self.positions[-1]
        assert isinstance(position, Game)
        return position

    @property
    def games(self) -> list[Game]:
        """The positions from the first throw on."""
        return [position for position in self.positions if isinstance(position, Game)]

    def _do(self, move: AnyMove) -> None:
        self.positions.append(rules.apply(self.positions[-1], move))
        self.moves.append(move)

    def _some(self, game: Game, between: float) -> AnyMove:
        rng = self._rng
        if between and game.phase is Phase.THROW and rng.random() < between:
            made_up = [move for move in made_up_at_will(game, rng) if accepted(game, move)]
            if made_up:
                return rng.choice(made_up)
        if between and rng.random() < between / 50:
            return End(rng.choice([None, *game.in_game]))
        match game.phase:
            case Phase.THROW:
                return self._throw(game)
            case Phase.AUCTION:
                return self._bid(game)
        moves = list(legal(game))
        if game.phase is Phase.BET and rng.random() < 0.4:
            # Now and then all is staked, at odds that may ruin the owner.
            most = max((move.stake or 0 for move in moves if isinstance(move, Bet)), default=0)
            moves = [move for move in moves if isinstance(move, Bet) and (move.stake or 0) == most]
        eager = [move for move in moves if isinstance(move, Buy | Try)]
        if eager and rng.random() < 0.6:
            return rng.choice(eager)
        unwilling = [move for move in moves if not isinstance(move, Sell)]
        return rng.choice(unwilling if unwilling and rng.random() < 0.95 else moves)

    def _throw(self, game: Game) -> AnyMove:
        rng, by = self._rng, game.by
        if game.fresh and by not in game.laps and rng.random() < 0.8:
            runs = [move for move in legal(game) if isinstance(move, Run)]
            if runs:
                return rng.choice(runs)
        sales = [move for move in (Sell(by, casino) for casino in game.owners) if rng.random() < 0.02 and accepted(game, move)]
        if sales:
            return rng.choice(sales)
        dice = (rng.randint(1, 6), rng.randint(1, 6))
        if game.party.board:
            return Throw(by, dice)
        square = rng.choice([*KINDS, *game.party.casinos, *game.party.casinos])
        return Throw(by, dice, square, by in game.laps and rng.random() < 0.15)

    def _bid(self, game: Game) -> AnyMove:
        rng, step = self._rng, game.party.options.step
        assert game.auction is not None
        by = rng.choice(game.in_game)
        least, most = auction.least(game), auction.limit(game, by)
        if by is game.auction.seller or most < least or rng.random() < 0.5:
            return Sold()
        amount = most if rng.random() < 0.2 else least + step * rng.randint(0, 20)
        return Bid(by, min(amount, most))

    def __repr__(self) -> str:
        return f"Evening({self.header}, {self.moves[self.begun :]})"


def made_up_at_will(game: Game, rng: random.Random) -> list[AnyMove]:
    """Corrections and the like, right or not."""
    by, to = rng.choice(list(Colour)), rng.choice(list(Colour))
    casino = rng.choice(list(game.party.casinos))
    step = game.party.options.step
    moves: list[AnyMove] = [
        Correct(by, rng.randint(-20, 20) * step, "a slip"),
        Hold(by, rng.randint(0, 3)),
        HandOver(casino, rng.choice((to, None))),
    ]
    if by not in game.laps:
        moves.append(Put(by, to=rng.randint(1, len(game.party.board))) if game.party.board else Put(by, square=rng.choice(KINDS)))
    if rng.random() < 0.1:
        moves.append(Quit(by))
    return moves


def accepted(game: Game, move: AnyMove) -> bool:
    """Whether the rules take the move."""
    try:
        rules.apply(game, move)
    except MoveRefused:
        return False
    return True


def evenings(between: float = 0.0) -> st.SearchStrategy[Evening]:
    """Random games of 3 to 6 players."""
    return st.builds(Evening, st.integers(0, 2**32), st.just(between))
