"""The count: what the piles come to, by itself or by hand, corrections of it, and the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.games.casino.rules import state
from companion.games.casino.rules.cards import BIT, POINTS, SPADES, SUIT, Card
from companion.games.casino.rules.house import HouseRules
from companion.games.casino.rules.moves import Correct, Counted, CountPiles, End, HandPile
from companion.games.casino.rules.refusal import MoveRefused, Refusal
from companion.games.casino.rules.state import Correction, Counting, Game, Phase, Pile, RoundResult, refuse_phase
from companion.games.kit.names import proper_text
from companion.games.kit.seats import SeatRefusal

CARDS, SPADE, SWEEPS, TOTAL = "cards", "spades", "sweeps", "total"
MOST_CARDS, MOST_SPADES = 3, 1

DECK_CARDS, DECK_SPADES = 52, 13
MAX_REASON = 80
MAX_POINTS = 99

PLAYABLE = (Phase.TABLE, Phase.PLAY, Phase.CHOOSE, Phase.DEAL, Phase.PILES)
"""The phases of a round that is on."""


def pile(cards: tuple[Card, ...], sweeps: int) -> Pile:
    """A pile of these cards."""
    return Pile(len(cards), sum([SUIT[card] == "S" for card in cards]), tuple([card for card in POINTS if card in cards]), sweeps, cards)


def counting(house: HouseRules, piles: Mapping[str, Pile]) -> tuple[Counting, ...]:
    """What the piles score, in the order in which the rulebook counts. A line that is tied is nobody's."""
    lines = [
        _most(CARDS, MOST_CARDS, {side: each.cards for side, each in piles.items()}),
        _most(SPADE, MOST_SPADES, {side: each.spades for side, each in piles.items()}),
    ]
    # 10 of diamonds 2; 2 of spades and each ace 1. A card that nobody took is nobody's.
    for card, points in POINTS.items():
        to = next((side for side, each in piles.items() if card in each.points), None)
        lines.append(Counting(card, to, points if to else 0))
    # A sweep is 1 point where sweeps count.
    if house.sweeps_score:
        lines += [Counting(SWEEPS, side, each.sweeps) for side, each in piles.items() if each.sweeps]
    return tuple(lines)


def _most(what: str, points: int, numbers: Mapping[str, int]) -> Counting:
    # Tied at the top: nobody gets the points, and whoever has fewer does not inherit them.
    most = max(numbers.values())
    top = [side for side, number in numbers.items() if number == most]
    return Counting(what, top[0], points) if most and len(top) == 1 else Counting(what, None, 0)


def count(game: Game) -> Game:
    """The last card has fallen. What is left on the table goes to whoever took last; that is no sweep."""
    piles = list(game.piles)
    residue = game.loose
    if game.last_take is not None:
        side = game.party.side_of[game.last_take]
        piles[side] = (*piles[side], *residue)
    counted = [pile(cards, sweeps) for cards, sweeps in zip(piles, game.sweeps, strict=True)]
    return _add(replace(game, piles=tuple(piles), loose=()), counted, residue)


def _add(game: Game, piles: Sequence[Pile], residue: tuple[Card, ...], by_hand: bool = False) -> Game:
    party = game.party
    by_side = dict(zip(party.sides, piles, strict=True))
    counted = counting(party.house, by_side)
    scores = dict(zip(party.sides, game.scores, strict=True))
    for line in counted:
        if line.to is not None:
            scores[line.to] += line.points
    last = None if game.last_take is None else party.colours[game.last_take]
    result = RoundResult(game.round, party.colours[game.dealer], by_side, last, residue, counted, scores, unheld=game.unheld, by_hand=by_hand)
    return replace(game, phase=Phase.COUNT, scores=tuple(scores.values()), results=(*game.results, result))


def count_piles(game: Game, move: CountPiles) -> Game:
    """The piles as the players counted them. Nothing that is left on the table is told apart: it lies in a pile."""
    if game.phase not in PLAYABLE:
        refuse_phase(game)
    sides = game.party.sides
    if set(move.piles) != set(sides):
        raise MoveRefused(Refusal.EVERY_PILE_ONCE)
    piles = [move.piles[side] for side in sides]
    if not _whole_deck(piles):
        raise MoveRefused(Refusal.NOT_52_CARDS)
    counted = [Pile(each.cards, each.spades, tuple([card for card in POINTS if card in each.points]), each.sweeps) for each in piles]
    bare = state.new_round(game.party, game.round, game.dealer, game.scores, game.results)
    return _add(replace(bare, last_take=game.last_take, unheld=game.unheld), counted, (), by_hand=True)


def _whole_deck(piles: Sequence[HandPile]) -> bool:
    """52 cards, 13 spades, each point card once, and no pile that can't be."""
    points = [card for each in piles for card in each.points]
    return (
        sum(each.cards for each in piles) == DECK_CARDS
        and sum(each.spades for each in piles) == DECK_SPADES
        and sorted(points) == sorted(POINTS)
        and all(_can_be(each) for each in piles)
    )


def _can_be(each: HandPile) -> bool:
    black = sum(1 for card in each.points if BIT[card] & SPADES)
    others = len(each.points) - black
    # A sweep takes a card with a card, so it is two of the pile at least.
    return 0 <= black <= each.spades <= each.cards and others <= each.cards - each.spades and 0 <= 2 * each.sweeps <= each.cards


def correct(game: Game, move: Correct) -> Game:
    """The score of the round just counted is set right, until the next round's first card lies. The count is open again with it."""
    if game.phase is Phase.TABLE and not game.seen and game.results:
        game = _reopened(game)
    if game.phase is not Phase.COUNT:
        refuse_phase(game)
    sides = game.party.sides
    if move.side not in sides:
        raise MoveRefused(SeatRefusal.NOT_PLAYING)
    if not move.points or abs(move.points) > MAX_POINTS:
        raise MoveRefused(Refusal.BAD_POINTS)
    if not proper_text(move.reason, MAX_REASON):
        raise MoveRefused(Refusal.BAD_REASON)
    last = game.results[-1]
    scores = dict(last.scores)
    scores[move.side] += move.points
    if scores[move.side] < 0:
        raise MoveRefused(Refusal.BAD_POINTS)
    result = replace(last, scores=scores, corrections=(*last.corrections, Correction(move.side, move.points, move.reason)))
    return replace(game, scores=tuple(scores.values()), results=(*game.results[:-1], result))


def _reopened(game: Game) -> Game:
    """The count of the round before, of which the next one has only its dealer."""
    last = game.results[-1]
    at = game.party.colours.index(last.dealer)
    return replace(state.new_round(game.party, last.round, at, game.scores, game.results), phase=Phase.COUNT)


def counted(game: Game, _: Counted) -> Game:
    """The deal passes to the left, unless somebody has won."""
    if game.phase is not Phase.COUNT:
        refuse_phase(game)
    if winner(game) is not None:
        return replace(game, phase=Phase.FINISHED)
    dealer = (game.dealer + 1) % len(game.party.colours)
    return state.new_round(game.party, game.round + 1, dealer, game.scores, game.results)


def winner(game: Game) -> tuple[str, str] | None:
    """The side that has won after the rounds counted so far, and what decided it: the total, or in Royal an item of the count."""
    return decided(game.party.house, game.results)


def decided(house: HouseRules, results: Sequence[RoundResult]) -> tuple[str, str] | None:
    """The same of counted rounds."""
    if not results:
        return None
    last = results[-1]
    if house.rounds is not None:
        return _by_total(last.scores, 0) if len(results) >= house.rounds else None
    before = results[-2].scores if len(results) > 1 else dict.fromkeys(last.scores, 0)
    # Royal: the points are counted one after the other, and whoever reaches the target first has won, also with the lower total.
    # Not where a total was corrected, nor where somebody had reached it before and was level with another.
    if house.royal and not last.corrections and max(before.values()) < house.target:
        return _in_order(last, before, house.target)
    return _by_total(last.scores, house.target)


def _by_total(scores: Mapping[str, int], target: int) -> tuple[str, str] | None:
    # The highest total of the target or more; level at the top: another round.
    most = max(scores.values())
    top = [side for side, score in scores.items() if score == most]
    return (top[0], TOTAL) if most >= target and len(top) == 1 else None


def _in_order(last: RoundResult, before: Mapping[str, int], target: int) -> tuple[str, str] | None:
    running = dict(before)
    for line in last.counted:
        if line.what != SWEEPS and line.to is not None:
            running[line.to] += line.points
            if running[line.to] >= target:
                return line.to, line.what
    # All sweeps are counted together, and then the higher total has won.
    total = _by_total(last.scores, target)
    return None if total is None else (total[0], SWEEPS)


def end(game: Game, move: End) -> Game:
    """Somebody leaves for good. The scores of the counted rounds stand; nobody has won."""
    if game.phase is Phase.FINISHED:
        refuse_phase(game, move.by)
    if move.by is not None and move.by not in game.party.colours:
        raise MoveRefused(SeatRefusal.NOT_PLAYING, by=move.by)
    if game.phase is Phase.COUNT and winner(game) is not None:
        raise MoveRefused(Refusal.GAME_OVER, by=move.by)
    # A round in which nothing lay yet has not begun: the dealer told is that of the round before.
    begun = game.seen and game.phase is not Phase.COUNT
    over = _reopened(game) if game.results and not begun else state.new_round(game.party, game.round, game.dealer, game.scores, game.results)
    return replace(over, phase=Phase.FINISHED, ended=True)


ACTS: dict[type, Callable[[Game, Any], Game]] = {
    CountPiles: count_piles,
    Correct: correct,
    Counted: counted,
    End: end,
}
"""What each of these acts does."""
