"""A game of Vabanque as a value, and what each act makes of it.

Every function here takes a game and an act and gives the next game; the old one stays as it is. Raises MoveRefused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NoReturn

import msgspec
from msgspec.structs import replace

from companion.games.colours import Colour
from companion.games.vabanque.box import (
    CARDS_EACH,
    FIRST_PAWN_STEP,
    MAX_STEPS,
    RANK,
    ROUNDS,
    TOKEN_OF_ROUND,
    TOKENS_EACH,
)
from companion.games.vabanque.moves import (
    Character,
    Confirm,
    MovePawn,
    Paid,
    PlaceCard,
    PlaceFirstPawn,
    PlaceToken,
    Rename,
    RevealCard,
    Seated,
    Seating,
)
from companion.games.vabanque.names import proper_name
from companion.games.vabanque.order import next_order, reseat, ties
from companion.games.vabanque.payout import clockwise, pay_table
from companion.games.vabanque.refusal import MoveRefused, Refusal
from companion.games.vabanque.view import Phase, RoundResult, TableResult


class Card(msgspec.Struct, frozen=True):
    """A card that was laid in this round. Its repr tells no kind, turned over or not."""

    owner: Colour
    character: Character
    table: int
    revealed: bool = False

    def __repr__(self) -> str:
        return f"Card(owner={self.owner!r}, table={self.table!r}, revealed={self.revealed!r})"


class Party(msgspec.Struct, frozen=True):
    """What stays the same all evening. `colours`: the players by their chairs at the start; `names` and a game's pawns run along it.

    `by_colour`: their places in `colours`, in the order of Colour. `ring`: the tile at table 1, 2, 3 ... clockwise.
    """

    colours: tuple[Colour, ...]
    names: tuple[str, ...]
    seating: Seating
    ring: tuple[int, ...]
    first: Colour
    drawn: bool
    by_colour: tuple[int, ...]


class Game(msgspec.Struct, frozen=True):
    """A game from the first pawn on.

    `turn`: tokens, cards or pawns already laid or moved in this phase. `tokens`: by table, the values lying there in the order laid.
    `pawns`: the table of each pawn, along `party.colours`; empty before the first pawns. `cards`: this round's, in the order laid.
    `seats`: who sits on which chair now. `fortunes`: along `party.colours`.
    """

    party: Party
    phase: Phase
    round: int
    order: tuple[Colour, ...]
    seats: tuple[Colour, ...]
    turn: int
    tokens: tuple[tuple[int, ...], ...]
    pawns: tuple[int, ...] = ()
    cards: tuple[Card, ...] = ()
    fortunes: tuple[int, ...] = ()
    results: tuple[RoundResult, ...] = ()
    handed_out: tuple[Colour, ...] = ()


def start(
    colours: tuple[Colour, ...],
    names: tuple[str, ...],
    seating: Seating,
    ring: tuple[int, ...],
    first: Colour,
    drawn: bool,
) -> Game:
    """A game in which the first pawn is still to be placed. Play goes clockwise from the start player."""
    by_colour = tuple(sorted(range(len(colours)), key=lambda n: RANK[colours[n]]))
    party = Party(colours, names, seating, ring, first, drawn, by_colour)
    at = colours.index(first)
    # Everybody starts with no money.
    nothing = (0,) * len(colours)
    return Game(party, Phase.START, 1, colours[at:] + colours[:at], colours, 0, ((),) * len(ring), fortunes=nothing)


def to_act(game: Game) -> Colour | None:
    """Who is next in the order of play; None where nobody is."""
    if game.phase in _IN_TURN:
        return game.order[game.turn % len(game.order)]
    return None


def stock(game: Game) -> int:
    """Tokens of this round's value that are still to be laid."""
    each = TOKENS_EACH[game.round - 1]
    if game.phase is Phase.START:
        return each * len(game.order)
    return each * len(game.order) - game.turn if game.phase is Phase.TOKENS else 0


def unrevealed(game: Game) -> list[Card]:
    """The hidden cards at tables with pawns: these are to be turned over and told."""
    return [card for card in game.cards if card.character is Character.HIDDEN and card.table in game.pawns]


def by_colour(colours: Iterable[Colour]) -> tuple[Colour, ...]:
    """Sorted in the order of Colour."""
    return tuple(sorted(colours, key=RANK.__getitem__))


_IN_TURN = {Phase.START, Phase.TOKENS, Phase.CARDS, Phase.PAWNS}


def _refuse_turn(game: Game, by: Colour) -> NoReturn:
    if by not in game.order:
        raise MoveRefused(Refusal.NOT_PLAYING, by=by)
    raise MoveRefused(Refusal.NOT_YOUR_TURN, by=by, expected=to_act(game))


def _refuse_phase(game: Game, by: Colour | None = None) -> NoReturn:
    over = game.phase is Phase.FINISHED
    raise MoveRefused(Refusal.GAME_OVER if over else Refusal.WRONG_PHASE, by=by, expected=to_act(game))


def place_first_pawn(game: Game, move: PlaceFirstPawn) -> Game:
    if game.phase is not Phase.START:
        _refuse_phase(game, move.by)
    if move.by is not game.order[0]:
        _refuse_turn(game, move.by)
    tables = len(game.tokens)
    if not 1 <= move.table <= tables:
        raise MoveRefused(Refusal.NO_SUCH_TABLE, by=move.by, table=move.table)
    # Each next pawn goes two tables clockwise from the pawn just placed.
    places = {colour: (move.table - 1 + FIRST_PAWN_STEP * n) % tables + 1 for n, colour in enumerate(game.order)}
    return replace(game, phase=Phase.TOKENS, pawns=tuple([places[colour] for colour in game.party.colours]))


def place_token(game: Game, move: PlaceToken) -> Game:
    if game.phase is not Phase.TOKENS:
        _refuse_phase(game, move.by)
    order, turn, tokens, table = game.order, game.turn, game.tokens, move.table
    if move.by is not order[turn % len(order)]:
        _refuse_turn(game, move.by)
    if not 1 <= table <= len(tokens):
        raise MoveRefused(Refusal.NO_SUCH_TABLE, by=move.by, table=table)
    turn += 1
    # One token at a time, until this round's value is used up.
    phase = Phase.TOKENS
    if turn == len(order) * TOKENS_EACH[game.round - 1]:
        phase, turn = Phase.CARDS, 0
    there = (*tokens[table - 1], TOKEN_OF_ROUND[game.round - 1])
    return Game(
        game.party, phase, game.round, order, game.seats, turn, (*tokens[: table - 1], there, *tokens[table:]),
        game.pawns, game.cards, game.fortunes, game.results,
    )  # fmt: skip


def place_card(game: Game, move: PlaceCard) -> Game:
    if game.phase is not Phase.CARDS:
        _refuse_phase(game, move.by)
    order, turn, by, kind = game.order, game.turn, move.by, move.character
    if by is not order[turn % len(order)]:
        _refuse_turn(game, by)
    if not 1 <= move.table <= len(game.tokens):
        raise MoveRefused(Refusal.NO_SUCH_TABLE, by=by, table=move.table)
    # A hand is one of each kind; hidden cards only count towards the three.
    if kind is not Character.HIDDEN:
        for card in game.cards:
            if card.owner is by and card.character is kind:
                raise MoveRefused(Refusal.KIND_TWICE, by=by)
    turn += 1
    # Three laps of one card each.
    phase = Phase.CARDS
    if turn == len(order) * CARDS_EACH:
        phase, turn = Phase.PAWNS, 0
    return Game(
        game.party, phase, game.round, order, game.seats, turn, game.tokens,
        game.pawns, (*game.cards, Card(by, kind, move.table)), game.fortunes, game.results,
    )  # fmt: skip


def move_pawn(game: Game, move: MovePawn) -> Game:
    if game.phase is not Phase.PAWNS:
        _refuse_phase(game, move.by)
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
        (*pawns[:at], table, *pawns[at + 1 :]), game.cards, game.fortunes, game.results,
    )  # fmt: skip


def confirm(game: Game, _: Confirm) -> Game:
    if game.phase is not Phase.STAND:
        _refuse_phase(game)
    # Only tables with at least one pawn are revealed.
    pawns = game.pawns
    hidden = Character.HIDDEN
    cards = tuple(
        [
            Card(card.owner, card.character, card.table, True) if card.table in pawns and card.character is not hidden else card
            for card in game.cards
        ]
    )
    return _pay_or_wait(replace(game, phase=Phase.REVEAL, cards=cards))


def reveal_card(game: Game, move: RevealCard) -> Game:
    if game.phase is not Phase.REVEAL:
        _refuse_phase(game, move.by)
    by, kind, table = move.by, move.character, move.table
    if by not in game.order:
        raise MoveRefused(Refusal.NOT_PLAYING, by=by)
    if not 1 <= table <= len(game.tokens):
        raise MoveRefused(Refusal.NO_SUCH_TABLE, by=by, table=table)
    if kind is Character.HIDDEN:
        raise MoveRefused(Refusal.NO_KIND, by=by, table=table)
    waiting = [card for card in unrevealed(game) if card.owner is by and card.table == table]
    if not waiting:
        raise MoveRefused(Refusal.NOTHING_HIDDEN, by=by, table=table)
    # Only what everybody has seen in this round can speak against a reveal: a refusal tells nothing of what lies face down.
    if any(card.owner is by and card.revealed and card.character is kind for card in game.cards):
        raise MoveRefused(Refusal.KIND_TWICE, by=by, table=table)
    cards = list(game.cards)
    cards[cards.index(waiting[0])] = Card(by, kind, table, True)
    # The card on the table is right: whatever was recorded as the same kind and lies face down was not.
    cards = [
        Card(by, Character.HIDDEN, card.table) if card.owner is by and card.character is kind and not card.revealed else card
        for card in cards
    ]
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
        paid = pay_table(table, sum(game.tokens[table - 1]), shown, at[table])
        tables.append(paid)
        for colour, amount in paid.payouts.items():
            earned[colour] += amount
    fortunes = {colour: had + got for colour, had, got in zip(party.colours, game.fortunes, earned.values(), strict=True)}
    paid_in_order = clockwise(at, pawns[party.colours.index(order[0])])
    following = seats = None
    level: tuple[tuple[Colour, ...], ...] = ()
    if game.round < ROUNDS:
        following = next_order(order, fortunes)
        seats = reseat(game.seats, following, party.seating)
        level = ties(following, fortunes)
    result = RoundResult(game.round, order, tuple(tables), paid_in_order, earned, fortunes, following, seats, level)
    # What is still face down now stays secret for ever: its kind is forgotten.
    cards = tuple([card if card.revealed else Card(card.owner, Character.HIDDEN, card.table) for card in game.cards])
    return Game(
        party, Phase.PAYOUT if any(earned.values()) else _after_payout(game), game.round, order, game.seats, game.turn,
        game.tokens, pawns, cards, tuple(fortunes.values()), (*game.results, result),
    )  # fmt: skip


def _after_payout(game: Game) -> Phase:
    return Phase.ORDER if game.round < ROUNDS else Phase.FINISHED


def paid(game: Game, move: Paid) -> Game:
    if game.phase is not Phase.PAYOUT:
        _refuse_phase(game, move.to)
    earned = game.results[-1].earned
    if move.to not in earned:
        raise MoveRefused(Refusal.NOT_PLAYING, by=move.to)
    if not earned[move.to]:
        raise MoveRefused(Refusal.NOTHING_DUE, by=move.to)
    if move.to in game.handed_out:
        raise MoveRefused(Refusal.ALREADY_PAID, by=move.to)
    handed_out = (*game.handed_out, move.to)
    everybody = len(handed_out) == sum([amount > 0 for amount in earned.values()])
    return replace(game, phase=_after_payout(game) if everybody else Phase.PAYOUT, handed_out=handed_out)


def seated(game: Game, _: Seated) -> Game:
    result = game.results[-1] if game.results else None
    if game.phase is not Phase.ORDER or result is None or result.next_order is None or result.seats is None:
        _refuse_phase(game)
    # Everybody takes back the cards; pawns and tokens stay.
    return replace(
        game, phase=Phase.TOKENS, round=game.round + 1, order=result.next_order, seats=result.seats, turn=0, cards=(),
        handed_out=(),
    )  # fmt: skip


def rename(game: Game, move: Rename) -> Game:
    party = game.party
    if move.colour not in party.colours:
        raise MoveRefused(Refusal.NOT_PLAYING, by=move.colour)
    if not proper_name(move.name):
        raise MoveRefused(Refusal.BAD_NAME, by=move.colour)
    at = party.colours.index(move.colour)
    return replace(game, party=replace(party, names=(*party.names[:at], move.name, *party.names[at + 1 :])))


ACTS: dict[type, Callable[[Game, Any], Game]] = {
    PlaceFirstPawn: place_first_pawn,
    PlaceToken: place_token,
    PlaceCard: place_card,
    MovePawn: move_pawn,
    RevealCard: reveal_card,
    Confirm: confirm,
    Paid: paid,
    Seated: seated,
    Rename: rename,
}
"""What each act of the game does."""
