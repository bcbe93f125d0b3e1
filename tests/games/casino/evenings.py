"""Games to test with: begun at once, laid out as wanted, or played at random with real hands."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import Phase as Phases
from hypothesis import settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.casino import rules
from companion.games.casino.rules import state
from companion.games.casino.rules.cards import BIT, DECK, Card
from companion.games.casino.rules.house import Ace, Faces, HouseRules, Kind, Must
from companion.games.casino.rules.moves import (
    Agree,
    AnyMove,
    Begin,
    Build,
    Correct,
    CountPiles,
    Dealt,
    End,
    FalseBuild,
    Gathered,
    HandPile,
    Join,
    Lay,
    Lost,
    RecordMove,
    Redeal,
    Rename,
    Shown,
    Take,
    Trail,
    Turn,
)
from companion.games.casino.rules.refusal import MoveRefused
from companion.games.casino.rules.state import Game, Phase
from companion.games.kit.colours import Colour

SEEDS = Path(__file__).resolve().parents[3] / "seeds" / "casino"
CASES = json.loads((SEEDS / "cases.json").read_text())
RED, BLUE, GREEN, YELLOW, BLACK, WHITE = Colour.RED, Colour.BLUE, Colour.GREEN, Colour.YELLOW, Colour.BLACK, Colour.WHITE

BASE, ROYAL = HouseRules(), HouseRules(Kind.ROYAL)


def cards(names: str | Iterable[str]) -> tuple[Card, ...]:
    """Cards by their names, in a list or with blanks between."""
    return tuple([Card(name) for name in (names.split() if isinstance(names, str) else names)])


def setting_up(colours: Iterable[Colour], dealer: Colour, house: HouseRules = BASE) -> list[AnyMove]:
    """The set-up moves for these players."""
    return [*(Join(colour, colour.value.title()) for colour in colours), Gathered(), Agree(house), Begin(dealer)]


def after(moves: Iterable[AnyMove], position: rules.Position | None = None) -> rules.Position:
    position = rules.new() if position is None else position
    for move in moves:
        position = rules.apply(position, move)
    return position


def begun(*colours: Colour, dealer: Colour | None = None, house: HouseRules = BASE) -> Game:
    """A game in which the first face-up card is to be laid; the last of `colours` deals unless told, so that the first plays first."""
    position = after(setting_up(colours, dealer or colours[-1], house))
    assert isinstance(position, Game)
    return position


def lying(
    loose: str, *builds: state.Build, house: HouseRules = BASE, left: Sequence[int] = (4, 4), seen: str = "", players: Sequence[Colour] = (RED, BLUE)
) -> Game:
    """A table in the middle of a deal, at which the first player is on. `seen`: cards in the last player's pile."""
    game = begun(*players, house=house)
    on_table, gone = cards(loose), cards(seen)
    everything = {*on_table, *gone, *[card for build in builds for card in build.cards]}
    played = state.HAND * len(players) - sum(left)
    piles = (*game.piles[:-1], gone)
    return replace(
        game, phase=Phase.PLAY, turn=0, left=tuple(left), loose=on_table, builds=builds, piles=piles, plays=played,
        seen=sum(BIT[card] for card in everything), promised=tuple((players.index(build.owner), build.value) for build in builds),
    )  # fmt: skip


def built(value: int, names: str, owner: Colour, sets: int = 1) -> state.Build:
    """A build that lies."""
    return state.Build(value, cards(names), sets, owner)


def accepted(position: rules.Position, move: AnyMove) -> bool:
    """Whether the rules take the move."""
    try:
        rules.apply(position, move)
    except MoveRefused:
        return False
    return True


# --- random games -------------------------------------------------------------------------------------------------


def takes_it(card: str, value: int) -> bool:
    """Whether a card of the hand takes a build of the value."""
    number = {"A": 1, "J": 11, "Q": 12, "K": 13}.get(card[:-1]) or int(card[:-1])
    return number == value or (number == 1 and value == 14)


class Player:
    """Plays a game at random, with hands dealt from a shuffled deck. What it needs of a game it can ask of any `rules.Position`.

    `lies`: how often somebody announces what the hand does not hold. `choices`: among how many plays of a card one is drawn.
    """

    def __init__(self, rng: random.Random, lies: float = 0.0, choices: int = 60) -> None:
        self._rng, self._lies, self._choices = rng, lies, choices
        self._deck: list[Card] = []
        self._hands: dict[Colour, list[Card]] = {}

    def move(self, game: Game) -> AnyMove:
        """The next move of a game that is on. Every move but this one's own has to be told by `made`."""
        due = rules.follows(game)
        if due is not None:
            return due
        if game.phase is Phase.TABLE:
            if not game.seen:
                self._deck = self._rng.sample(DECK, len(DECK))
            return Lay(game.party.colours[game.dealer], self._deck[-1])
        if game.phase is Phase.PILES:
            return piles_by_hand(game.party.sides, self._rng)
        by = game.party.colours[game.turn]
        hand = self._hands[by] if game.shown is None else [game.shown]
        every = [move for card in hand for move in islice(rules.legal(game, [card]), self._choices)]
        honest = [move for move in every if self._honest(game, by, move)]
        if not honest or self._rng.random() < self._lies:
            honest = every
        plays = [move for move in honest if not isinstance(move, FalseBuild)]
        return self._rng.choice(plays or honest)

    def made(self, game: Game, move: AnyMove) -> None:
        """A move was made, by this player or anybody, and this is the game after it."""
        match move:
            case Lay():
                self._deck.remove(move.card)
            case Trail() | Take() | Build():
                self._hands[move.by].remove(move.card)
        if game.left == (state.HAND,) * len(game.party.colours) and (isinstance(move, Lay | Dealt)):
            self._hands = {colour: [self._deck.pop() for _ in range(state.HAND)] for colour in game.party.colours}

    def held(self, by: Colour) -> list[Card]:
        """The cards in a player's hand."""
        return self._hands[by]

    def _honest(self, game: Game, by: Colour, move: AnyMove) -> bool:
        if isinstance(move, FalseBuild):
            return False
        assert isinstance(move, Trail | Take | Build)
        hand = [card for card in self._hands[by] if card != move.card]
        then = rules.apply(game, move)
        assert isinstance(then, Game)
        return all(any(takes_it(card, build.value) for card in hand) for build in then.builds if build.owner is by)


class Evening:
    """A whole random game. `moves` from the first Join on; `positions[n]` stands before `moves[n]`."""

    def __init__(self, colours: list[Colour], house: HouseRules, seed: int, lies: float = 0.0, between: float = 0.0) -> None:
        """`between`: how often somebody shows a card first, plays out of turn, deals anew, loses track, corrects a score or leaves."""
        self.rng = random.Random(seed)
        self._told = f"Evening({colours}, {house}, {seed}, {lies}, {between})"
        self._between = between
        self.player = Player(self.rng, lies)
        self.moves: list[AnyMove] = []
        self.positions: list[rules.Position] = [rules.new()]
        for move in setting_up(colours, rules.draw_lot(colours, self.rng), house):
            self._do(move)
        while rules.outcome(self.end) is None:
            self._do(self._some())

    def _do(self, move: AnyMove) -> None:
        self.positions.append(rules.apply(self.positions[-1], move))
        self.moves.append(move)
        if isinstance(self.positions[-1], Game):
            self.player.made(self.positions[-1], move)

    def _some(self) -> AnyMove:
        game = self.end
        if self.rng.random() < self._between:
            some = [move for move in self._made_up(game) if accepted(game, move)]
            if some:
                return self.rng.choice(some)
        return self.player.move(game)

    def _made_up(self, game: Game) -> Iterator[AnyMove]:
        rng, party = self.rng, game.party
        by = rng.choice(party.colours)
        if game.phase is Phase.PLAY:
            yield Shown(party.colours[game.turn], rng.choice(self.player.held(party.colours[game.turn])))
            yield from [FalseBuild(build.owner, build.cards) for build in game.builds]
        if game.phase is not Phase.CHOOSE and rng.random() < 0.2:
            yield Turn(by)
        yield Rename(by, f"Dame {by.value}")
        yield Redeal()
        yield Correct(rng.choice(party.sides), rng.choice([-2, -1, 1, 3]), "an ace lay under the table")
        if rng.random() < 0.03:
            yield Lost()
        if game.phase is Phase.PILES or rng.random() < 0.02:
            yield piles_by_hand(party.sides, rng)
        if rng.random() < 0.01:
            yield End(by)

    @property
    def end(self) -> Game:
        assert isinstance(self.positions[-1], Game)
        return self.positions[-1]

    @property
    def games(self) -> list[Game]:
        """The positions from the first deal on."""
        return [position for position in self.positions if isinstance(position, Game)]

    def __repr__(self) -> str:
        return self._told


def piles_by_hand(sides: Sequence[str], rng: random.Random) -> CountPiles:
    """A count by hand of a deck that fell to the sides at random."""
    of = {card: rng.choice(sides) for card in DECK}
    points = cards("10D 2S AS AC AH AD")
    return CountPiles(
        {
            side: HandPile(
                list(of.values()).count(side),
                sum(1 for card in DECK if card[-1] == "S" and of[card] == side),
                tuple(card for card in points if of[card] == side),
                rng.randint(0, list(of.values()).count(side) // 2),
            )
            for side in sides
        }
    )


HOUSES = st.builds(
    HouseRules,
    kind=st.sampled_from(Kind),
    sweeps=st.sampled_from((None, True, False)),
    target=st.sampled_from((21, 11)),
    faces=st.sampled_from(Faces),
    raise_own=st.booleans(),
    must_take=st.sampled_from((Must.NOTHING, *Must)),
    ace=st.sampled_from(Ace),
    equal_builds=st.booleans(),
)
"""Every house rule but partners and a number of rounds."""


def games(number: int) -> settings:
    """For a test of so many random games: a game does not become simpler by a smaller seed, so none is looked for."""
    return settings(max_examples=number, phases=(Phases.explicit, Phases.reuse, Phases.generate))


@st.composite
def evenings(draw: st.DrawFn, lies: float = 0.0, between: float = 0.0) -> Evening:
    """Random games of two to four players, by any house rules."""
    colours = draw(st.lists(st.sampled_from(list(Colour)), min_size=2, max_size=4, unique=True))
    house = draw(HOUSES)
    if len(colours) == 4 and draw(st.booleans()):
        house = replace(house, teams=True)
    if draw(st.integers(0, 9)) == 0:
        house = replace(house, target=21, rounds=draw(st.integers(1, 2)))
    return Evening(colours, house, draw(st.integers(0, 2**32)), lies, between)


def plain_lines(moves: Sequence[AnyMove]) -> list[dict[str, Any]]:
    """The moves as the objects of a record, made without the record's own code."""
    lines: list[dict[str, Any]] = []
    for move in moves:
        if isinstance(move, Redeal):
            while lines and lines[-1]["do"] in ("lay", "turn"):
                lines.pop()
        elif isinstance(move, RecordMove):
            lines.append(msgspec.to_builtins(move))
    return lines
