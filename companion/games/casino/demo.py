"""Casino that plays by itself: simulated players who hold real hands, take what they can and build honestly; and each move in words."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from companion.game import Demo, Hands
from companion.games.casino import rules
from companion.games.casino.cli import told
from companion.games.casino.rules import builds, captures
from companion.games.casino.rules.cards import DECK, POINTS, Card
from companion.games.casino.rules.house import HouseRules, Kind
from companion.games.casino.rules.moves import Agree, AnyMove, Begin, Build, Dealt, Gathered, Join, Lay, RecordMove, Shown, Take, Trail
from companion.games.casino.rules.refusal import MoveRefused
from companion.games.casino.rules.state import FACE_UP, HAND, Game, Phase
from companion.games.casino.rules.view import View
from companion.games.casino.rules.worth import takes
from companion.games.casino.table import choice as choices
from companion.games.casino.table.commands import BuildAs, LeaveIt, OtherCards, TakeThese, TapCard
from companion.games.kit.colours import Colour
from companion.table import commands

NAMES = {
    Colour.BLUE: "Adriano",
    Colour.RED: "Benedetta",
    Colour.YELLOW: "Carlotta",
    Colour.GREEN: "Donaldo",
    Colour.BLACK: "Eduardo",
    Colour.WHITE: "Francesca",
}
LOOKED_AT = 40
"""So many of the builds that a card could make are thought about."""


def random_game(seed: int, players: int | None = None, house: HouseRules | None = None) -> list[AnyMove]:
    """A whole game, the same for the same seed: of two to four players by the base game or Royal, unless told."""
    rng = random.Random(seed)
    colours = rng.sample(list(NAMES), players or rng.randint(2, 4))
    house = house or HouseRules(rng.choice(list(Kind)))
    moves: list[AnyMove] = [*[Join(colour, NAMES[colour]) for colour in colours], Gathered(), Agree(house)]
    moves.append(Begin(rules.draw_lot(colours, rng)))
    position = rules.new()
    for move in moves:
        position = rules.apply(position, move)
    assert isinstance(position, Game)
    game, deck, hands = position, list[Card](), dict[Colour, list[Card]]()
    while game.phase is not Phase.FINISHED:
        due = rules.follows(game)
        if due is not None:
            move = due
        elif game.phase is Phase.TABLE:
            if not game.loose:
                deck = rng.sample(DECK, len(DECK))
            move = Lay(game.party.colours[game.dealer], deck.pop())
        else:
            by = game.party.colours[game.turn]
            move = _best_play(game, by, hands[by], rng)
            hands[by].remove(move.card)
            on = choices.table(rules.view(game))
            if on is not None and choices.has_choice(on, move.card):
                # At the table the card is shown first, and then it is said what it does.
                moves.append(Shown(by, move.card))
                game = rules.apply(game, moves[-1])  # type: ignore[assignment]
        after = rules.apply(game, move)
        assert isinstance(after, Game)
        if isinstance(move, Dealt) or (isinstance(move, Lay) and len(after.loose) == FACE_UP):
            hands = {colour: [deck.pop() for _ in range(HAND)] for colour in colours}
        game = after
        moves.append(move)
    return moves


def _best_play(game: Game, by: Colour, hand: list[Card], rng: random.Random) -> Trail | Take | Build:
    """The play that brings most, by a rough guess: cards and points that are taken, and what a build may bring."""
    house, loose, lying = game.party.house, game.loose, game.builds
    plays: list[tuple[float, Trail | Take | Build]] = []
    for card in hand:
        plays.append((rng.random() - POINTS.get(card, 0), Trail(by, card)))
        for capture in captures.largest(house, card, loose, lying):
            taken = (card, *capture.cards)
            plays.append((len(taken) + 2 * sum([POINTS.get(each, 0) for each in taken]), Take(by, card, capture.cards)))
        for reading in islice(builds.builds(house, by, card, loose, lying), LOOKED_AT):
            plays.append((rng.uniform(0, 1 + len(reading.made.cards)), Build(by, card, reading.made.value, reading.with_)))
    for _, play in sorted(plays, key=lambda each: each[0], reverse=True):
        if _is_kept(game, by, play, [card for card in hand if card != play.card]):
            return play
    raise AssertionError(f"nothing can be played with {hand}")


def _is_kept(game: Game, by: Colour, play: Trail | Take | Build, hand: list[Card]) -> bool:
    """Whether the rules take the play, and the hand then holds a card for each of its builds."""
    try:
        after = rules.apply(game, play)
    except MoveRefused:
        return False
    assert isinstance(after, Game)
    held = {value for card in hand for value in takes(game.party.house, card)}
    return all(build.value in held for build in after.builds if build.owner is by)


# --- at the table -----------------------------------------------------------------------------------------------


def make(move: AnyMove, hands: Hands) -> None:
    """What people do at the table for a move: they show its card and, where that does not say it all, touch the screen."""
    match move:
        case Lay(card=card) | Shown(card=card):
            hands.show(f"card:{card}")
        case Trail(card=card) | Take(card=card) | Build(card=card):
            on = choices.table(hands.view)
            assert on is not None
            if hands.view.phase is Phase.CHOOSE:
                _choose(move, hands, choices.begun(on, card).lit)
            else:
                hands.show(f"card:{card}")
        case _:
            hands.touch(commands.Do(move))


def _choose(move: Trail | Take | Build, hands: Hands, lit: tuple[Card, ...]) -> None:
    if isinstance(move, Trail):
        hands.touch(LeaveIt())
        return
    wanted = move.cards if isinstance(move, Take) else move.with_
    if set(lit) != set(wanted):
        hands.touch(OtherCards())
        view: View = hands.view
        whole = {card: build.cards[0] for build in view.builds for card in build.cards}
        for card in dict.fromkeys(whole.get(card, card) for card in wanted):
            hands.touch(TapCard(card))
    hands.touch(TakeThese() if isinstance(move, Take) else BuildAs(move.value))


def words(move: AnyMove, before: View, after: View) -> Iterator[str]:
    """A move in a line of words, and behind the one by which a round is counted what it came to."""
    yield told.sentence(move, before, after)
    if len(after.results) > len(before.results):
        yield from ["  " + line for line in told.count(after, after.results[-1])]


DEMO = Demo(random=random_game, make=make, told=words, recorded=lambda move: isinstance(move, RecordMove))
