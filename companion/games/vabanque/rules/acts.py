"""What each act makes of a game. Takes the game and the act, gives the next game; raises MoveRefused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, NoReturn

from msgspec.structs import replace

from companion.games.kit import seats
from companion.games.kit.colours import Colour
from companion.games.kit.seats import SeatRefusal
from companion.games.vabanque.rules import settlement
from companion.games.vabanque.rules.box import CARDS_EACH, FIRST_PAWN_STEP, MAX_STEPS, TOKEN_OF_ROUND, TOKENS_EACH
from companion.games.vabanque.rules.moves import Character, Confirm, MovePawn, PlaceCard, PlaceFirstPawn, PlaceToken, Rename, RevealCard, Untold
from companion.games.vabanque.rules.payout import clockwise, pay_table
from companion.games.vabanque.rules.refusal import MoveRefused, Refusal
from companion.games.vabanque.rules.settlement import following
from companion.games.vabanque.rules.state import Card, Game, refuse_phase, to_act, unrevealed
from companion.games.vabanque.rules.view import Phase, RoundResult, TableResult


def _refuse_turn(game: Game, by: Colour) -> NoReturn:
    if by not in game.order:
        raise MoveRefused(SeatRefusal.NOT_PLAYING, by=by)
    raise MoveRefused(Refusal.NOT_YOUR_TURN, by=by, expected=to_act(game))


def place_first_pawn(game: Game, move: PlaceFirstPawn) -> Game:
    """The start player's pawn goes on any table; the others follow by the rule."""
    if game.phase is not Phase.START:
        refuse_phase(game, move.by)
    if move.by is not game.order[0]:
        _refuse_turn(game, move.by)
    tables = len(game.tokens)
    if not 1 <= move.table <= tables:
        raise MoveRefused(Refusal.NO_SUCH_TABLE, by=move.by, spot=move.table)
    # Each next pawn goes two tables clockwise from the pawn just placed.
    places = {colour: (move.table - 1 + FIRST_PAWN_STEP * n) % tables + 1 for n, colour in enumerate(game.order)}
    return replace(game, phase=Phase.TOKENS, pawns=tuple([places[colour] for colour in game.party.colours]))


def place_token(game: Game, move: PlaceToken) -> Game:
    """In order of play, one token each on any table."""
    if game.phase is not Phase.TOKENS:
        refuse_phase(game, move.by)
    order, turn, tokens, table = game.order, game.turn, game.tokens, move.table
    if move.by is not order[turn % len(order)]:
        _refuse_turn(game, move.by)
    if not 1 <= table <= len(tokens):
        raise MoveRefused(Refusal.NO_SUCH_TABLE, by=move.by, spot=table)
    turn += 1
    # One token at a time, until this round's value is used up.
    phase = Phase.TOKENS
    if turn == len(order) * TOKENS_EACH[game.round - 1]:
        phase, turn = Phase.CARDS, 0
    there = (*tokens[table - 1], TOKEN_OF_ROUND[game.round - 1])
    return Game(
        game.party, phase, game.round, order, game.seats, turn, (*tokens[: table - 1], there, *tokens[table:]),
        game.pawns, game.cards, game.fortunes, game.results, money=game.money,
    )  # fmt: skip


def place_card(game: Game, move: PlaceCard) -> Game:
    """In order of play, one card each face down beside any table."""
    if game.phase is not Phase.CARDS:
        refuse_phase(game, move.by)
    order, turn, by, kind = game.order, game.turn, move.by, move.character
    if by is not order[turn % len(order)]:
        _refuse_turn(game, by)
    if not 1 <= move.table <= len(game.tokens):
        raise MoveRefused(Refusal.NO_SUCH_TABLE, by=by, spot=move.table)
    # A hand is one of each kind. A second one of a kind is taken all the same: refusing it would tell what lies face down.
    turn += 1
    # Three laps of one card each.
    phase = Phase.CARDS
    if turn == len(order) * CARDS_EACH:
        phase, turn = Phase.PAWNS, 0
    return Game(
        game.party, phase, game.round, order, game.seats, turn, game.tokens,
        game.pawns, (*game.cards, Card(by, kind, move.table)), game.fortunes, game.results, money=game.money,
    )  # fmt: skip


def move_pawn(game: Game, move: MovePawn) -> Game:
    """In order of play, each pawn once."""
    if game.phase is not Phase.PAWNS:
        refuse_phase(game, move.by)
    order, turn, pawns = game.order, game.turn, game.pawns
    if move.by is not order[turn % len(order)]:
        _refuse_turn(game, move.by)
    # Each pawn stays or moves 1 to 4 tables clockwise.
    if not 0 <= move.steps <= MAX_STEPS:
        raise MoveRefused(Refusal.BAD_STEPS, by=move.by)
    turn += 1
    phase = Phase.PAWNS if turn < len(order) else Phase.STAND
    at = game.party.colours.index(move.by)
    table = (pawns[at] - 1 + move.steps) % len(game.tokens) + 1
    return Game(
        game.party, phase, game.round, order, game.seats, turn, game.tokens,
        (*pawns[:at], table, *pawns[at + 1 :]), game.cards, game.fortunes, game.results, money=game.money,
    )  # fmt: skip


def confirm(game: Game, _: Confirm) -> Game:
    """The cards at tables with pawns are turned over; if each of them is told, and no hand shows a kind twice, the round is paid."""
    if game.phase is not Phase.STAND:
        refuse_phase(game)
    # Only tables with at least one pawn are revealed.
    pawns = game.pawns
    hidden = Character.HIDDEN
    turned = Counter((card.owner, card.character) for card in game.cards if card.table in pawns)

    def turn(card: Card) -> Card:
        if card.table not in pawns or card.character is hidden:
            return card
        if turned[card.owner, card.character] > 1:
            # A hand has one of each kind, so all of these are told anew, now that everybody sees them.
            return Card(card.owner, hidden, card.table, twice=card.character)
        return Card(card.owner, card.character, card.table, True)

    cards = tuple([turn(card) for card in game.cards])
    return _pay_or_wait(replace(game, phase=Phase.REVEAL, cards=cards))


def reveal_card(game: Game, move: RevealCard) -> Game:
    """A hidden card at a table with a pawn is turned over; with the last one the round is paid."""
    if game.phase is not Phase.REVEAL:
        refuse_phase(game, move.by)
    by, kind, table = move.by, move.character, move.table
    if by not in game.order:
        raise MoveRefused(SeatRefusal.NOT_PLAYING, by=by)
    if not 1 <= table <= len(game.tokens):
        raise MoveRefused(Refusal.NO_SUCH_TABLE, by=by, spot=table)
    if kind is Character.HIDDEN:
        raise MoveRefused(Refusal.NO_KIND, by=by, spot=table)
    waiting = [card for card in unrevealed(game) if card.owner is by and card.table == table]
    if not waiting:
        raise MoveRefused(Refusal.NOTHING_HIDDEN, by=by, spot=table)
    # Only what everybody has seen in this round can speak against a reveal: a refusal tells nothing of what lies face down.
    if any(card.owner is by and card.revealed and card.character is kind for card in game.cards):
        raise MoveRefused(Refusal.KIND_TWICE, by=by, spot=table)
    cards = list(game.cards)
    cards[cards.index(waiting[0])] = Card(by, kind, table, True)
    # The card on the table is right: whatever was recorded as the same kind and lies face down was not.
    cards = [
        replace(card, character=Character.HIDDEN) if card.owner is by and card.character is kind and not card.revealed else card for card in cards
    ]
    return _pay_or_wait(replace(game, cards=tuple(cards)))


def untold(game: Game, move: Untold) -> Game:
    """A hidden card that nobody can tell any more is waited for no longer."""
    if game.phase is not Phase.REVEAL:
        refuse_phase(game, move.by)
    if move.by not in game.order:
        raise MoveRefused(SeatRefusal.NOT_PLAYING, by=move.by)
    waiting = [card for card in unrevealed(game) if card.owner is move.by and card.table == move.table]
    if not waiting:
        raise MoveRefused(Refusal.NOTHING_HIDDEN, by=move.by, spot=move.table)
    cards = list(game.cards)
    cards[cards.index(waiting[0])] = replace(waiting[0], untold=True)
    return _pay_or_wait(replace(game, cards=tuple(cards)))


def _pay_or_wait(game: Game) -> Game:
    """Pays the round as soon as every card at a table with a pawn is told."""
    if unrevealed(game):
        return game
    party, pawns, order = game.party, game.pawns, game.order
    at: dict[int, list[Colour]] = {}
    for n in party.by_colour:
        at.setdefault(pawns[n], []).append(party.colours[n])
    tables: list[TableResult] = []
    earned = dict.fromkeys(party.colours, 0)
    for table in sorted(at):
        shown = [(card.owner, card.character) for card in game.cards if card.revealed and card.table == table]
        result = pay_table(table, sum(game.tokens[table - 1]), shown, at[table])
        tables.append(result)
        for colour, amount in result.payouts.items():
            earned[colour] += amount
    fortunes = {colour: had + got for colour, had, got in zip(party.colours, game.fortunes, earned.values(), strict=True)}
    paid_in_order = clockwise(at, pawns[party.colours.index(order[0])])
    whole = RoundResult(game.round, order, tuple(tables), paid_in_order, earned, fortunes, **following(game, fortunes))
    # What is still face down now stays secret for ever: its kind is forgotten.
    cards = tuple([card if card.revealed else Card(card.owner, Character.HIDDEN, card.table, twice=card.twice) for card in game.cards])
    return Game(
        party, Phase.PAYOUT if any(earned.values()) else Phase.COUNT, game.round, order, game.seats, game.turn,
        game.tokens, pawns, cards, tuple(fortunes.values()), (*game.results, whole), money=game.money,
    )  # fmt: skip


def rename(game: Game, move: Rename) -> Game:
    """A name is set right, at any time."""
    party = game.party
    return replace(game, party=replace(party, names=seats.renamed(party.colours, party.names, move)))


ACTS: dict[type, Callable[[Game, Any], Game]] = settlement.ACTS | {
    PlaceFirstPawn: place_first_pawn,
    PlaceToken: place_token,
    PlaceCard: place_card,
    MovePawn: move_pawn,
    RevealCard: reveal_card,
    Untold: untold,
    Confirm: confirm,
    Rename: rename,
}
"""What each act of the game does."""
