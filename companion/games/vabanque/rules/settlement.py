"""What is done between a payout and the next round: notes, counts, corrections, the new order and the chairs; and the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.kit.colours import Colour
from companion.games.kit.names import proper_text
from companion.games.kit.seats import SeatRefusal
from companion.games.vabanque.rules.box import MAX_CORRECTION, MAX_REASON, ROUNDS, UNIT
from companion.games.vabanque.rules.cash import can_lie, too_many, waiting
from companion.games.vabanque.rules.moves import Character, Correct, Count, Counted, End, Order, Paid, Seated, Seating, Squared, Stay
from companion.games.vabanque.rules.order import next_order, reseat, ties
from companion.games.vabanque.rules.refusal import MoveRefused, Refusal
from companion.games.vabanque.rules.state import Card, Game, MoneyEvent, refuse_phase
from companion.games.vabanque.rules.view import Correction, Phase


def _after_count(game: Game) -> Phase:
    return Phase.ORDER if game.round < ROUNDS else Phase.FINISHED


def following(game: Game, fortunes: dict[Colour, int], stayed: bool = False) -> dict[str, Any]:
    """The order, the chairs and the ties that follow from the fortunes after a round: none after round 4."""
    if game.round == ROUNDS:
        return {"next_order": None, "seats": None, "ties": ()}
    order = next_order(game.order, fortunes)
    seats = game.seats if stayed else reseat(game.seats, order, game.party.seating)
    return {"next_order": order, "seats": seats, "ties": ties(order, fortunes)}


def paid(game: Game, move: Paid) -> Game:
    """A player has the round's notes in hand. They are handed out in the order of play, for so the notes were planned."""
    if game.phase is not Phase.PAYOUT:
        refuse_phase(game, move.to)
    earned = game.results[-1].earned
    if move.to not in earned:
        raise MoveRefused(SeatRefusal.NOT_PLAYING, by=move.to)
    if not earned[move.to]:
        raise MoveRefused(Refusal.NOTHING_DUE, by=move.to)
    if move.to in game.handed_out:
        raise MoveRefused(Refusal.ALREADY_PAID, by=move.to)
    due = [colour for colour in game.order if earned[colour] and colour not in game.handed_out]
    if move.to is not due[0]:
        raise MoveRefused(Refusal.NOT_YOUR_TURN, by=move.to, expected=due[0])
    return replace(game, phase=Phase.COUNT if len(due) == 1 else Phase.PAYOUT, handed_out=(*game.handed_out, move.to))


def count(game: Game, move: Count) -> Game:
    """What a player holds by note; the bank holds what nobody else does."""
    if game.phase is not Phase.COUNT:
        refuse_phase(game, move.by)
    if move.by not in game.order:
        raise MoveRefused(SeatRefusal.NOT_PLAYING, by=move.by)
    if too_many(game, move.by, move.notes):
        raise MoveRefused(Refusal.TOO_MANY_NOTES, by=move.by)
    notes = tuple(sorted((value, number) for value, number in move.notes.items() if number))
    return replace(game, money=(*game.money, MoneyEvent(game.round, move.by, notes=notes)))


def correct(game: Game, move: Correct) -> Game:
    """The ledger is set right, and with it the order and the chairs that go by it."""
    if game.phase not in (Phase.COUNT, Phase.ORDER):
        refuse_phase(game, move.by)
    if move.by not in game.order:
        raise MoveRefused(SeatRefusal.NOT_PLAYING, by=move.by)
    # Amounts are multiples of the smallest note, and nobody's is below nothing.
    if not move.amount or move.amount % UNIT or abs(move.amount) > MAX_CORRECTION:
        raise MoveRefused(Refusal.BAD_AMOUNT, by=move.by)
    if not proper_text(move.reason, MAX_REASON):
        raise MoveRefused(Refusal.BAD_REASON, by=move.by)
    last = game.results[-1]
    fortunes = dict(last.fortunes)
    fortunes[move.by] += move.amount
    if fortunes[move.by] < 0:
        raise MoveRefused(Refusal.BELOW_NOTHING, by=move.by)
    corrections = (*last.corrections, Correction(move.by, move.amount, move.reason))
    # An order that was played already stays; else it goes by the corrected fortunes.
    follows = {} if last.as_played else following(game, fortunes, last.stayed)
    result = replace(last, fortunes=fortunes, corrections=corrections, **follows)
    return replace(
        game,
        fortunes=tuple(fortunes.values()),
        results=(*game.results[:-1], result),
        money=(*game.money, MoneyEvent(game.round, move.by, amount=move.amount)),
    )


def counted(game: Game, _: Counted) -> Game:
    """The money agrees, or is let be."""
    if game.phase is not Phase.COUNT:
        refuse_phase(game)
    return replace(game, phase=_after_count(game))


def stay(game: Game, move: Stay) -> Game:
    """Nobody changes chairs this once. Under platelets nobody ever does."""
    if game.phase is not Phase.ORDER or game.party.seating is Seating.PLATELETS:
        refuse_phase(game, move.by)
    if move.by is not None and move.by not in game.order:
        raise MoveRefused(SeatRefusal.NOT_PLAYING, by=move.by)
    last = game.results[-1]
    if last.stayed:
        raise MoveRefused(Refusal.STAYED_ALREADY, by=move.by)
    return replace(game, results=(*game.results[:-1], replace(last, seats=game.seats, stayed=True)))


def end(game: Game, move: End) -> Game:
    """Somebody leaves for good. What lies face down then stays secret for ever, as after the last round."""
    if game.phase is Phase.FINISHED:
        refuse_phase(game, move.by)
    if move.by is not None and move.by not in game.order:
        raise MoveRefused(SeatRefusal.NOT_PLAYING, by=move.by)
    cards = tuple([card if card.revealed else Card(card.owner, Character.HIDDEN, card.table, twice=card.twice) for card in game.cards])
    return replace(game, phase=Phase.FINISHED, ended=True, cards=cards)


def order(game: Game, move: Order) -> Game:
    """The next round was played in this order, whatever the rule gives now. Before the first pawn: the first round was."""
    if game.phase not in (Phase.START, Phase.ORDER):
        refuse_phase(game)
    if len(move.order) != len(game.order) or set(move.order) != set(game.order):
        raise MoveRefused(SeatRefusal.NOT_THE_SAME_PLAYERS)
    if game.phase is Phase.START:
        return replace(game, order=move.order)
    last = game.results[-1]
    if move.order == last.next_order:
        return game
    seats = game.seats if last.stayed else reseat(game.seats, move.order, game.party.seating)
    return replace(game, results=(*game.results[:-1], replace(last, next_order=move.order, seats=seats, ties=(), as_played=True)))


def squared(game: Game, move: Squared) -> Game:
    """Everybody holds what is told here, and the bank holds the rest."""
    if not game.results or set(move.purses) != set(game.order) or any(to not in game.order or owed <= 0 for to, owed in move.owed):
        raise MoveRefused(SeatRefusal.NOT_THE_SAME_PLAYERS)
    if not can_lie(move.purses.values()):
        raise MoveRefused(Refusal.TOO_MANY_NOTES)
    purses = tuple([(colour, tuple(sorted((value, number) for value, number in notes.items() if number))) for colour, notes in move.purses.items()])
    event = MoneyEvent(game.results[-1].round, purses=purses, owed=move.owed, waiting=waiting(game))
    return replace(game, money=(*game.money, event))


def seated(game: Game, _: Seated) -> Game:
    """The next round begins in the new order."""
    result = game.results[-1] if game.results else None
    if game.phase is not Phase.ORDER or result is None or result.next_order is None or result.seats is None:
        refuse_phase(game)
    # Everybody takes back the cards; pawns and tokens stay.
    return replace(
        game, phase=Phase.TOKENS, round=game.round + 1, order=result.next_order, seats=result.seats, turn=0, cards=(),
        handed_out=(),
    )  # fmt: skip


ACTS: dict[type, Callable[[Game, Any], Game]] = {
    Paid: paid,
    Count: count,
    Counted: counted,
    Correct: correct,
    Stay: stay,
    Order: order,
    Squared: squared,
    End: end,
    Seated: seated,
}
"""What each of these acts does."""
