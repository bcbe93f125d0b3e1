"""Vabanque that plays by itself: whole random games, what people do at the table for a move, and each move in words."""

from __future__ import annotations

import random
from collections.abc import Iterator

from companion import words
from companion.game import Demo, Hands
from companion.games.kit.colours import Colour
from companion.games.vabanque import rules
from companion.games.vabanque.cli import printing
from companion.games.vabanque.rules import moves as do
from companion.games.vabanque.rules.moves import AnyMove, Character, Seating
from companion.games.vabanque.rules.pieces import CHARACTERS
from companion.games.vabanque.rules.view import Phase, Reason, TableResult, View
from companion.games.vabanque.table.commands import LayUnread
from companion.games.vabanque.ui.words import character as card_name
from companion.printing import players
from companion.said import safe
from companion.table import commands
from companion.words import tr


def random_game(seed: int) -> list[AnyMove]:
    """A whole game of 3 to 6 players, the same for the same seed. Every sixth card or so is laid unread and turned over at the payout."""
    rng = random.Random(seed)
    colours = rng.sample(list(Colour), rng.randint(3, 6))
    moves: list[AnyMove] = []
    position = rules.new()

    def make(move: AnyMove) -> None:
        nonlocal position
        position = rules.apply(position, move)
        moves.append(move)

    for colour in colours:
        make(do.Join(colour, CHARACTERS[colour]))
    make(do.Gathered())
    needed = rules.view(position).tiles_needed
    make(do.LayRing(tuple(rng.sample(range(1, 13), needed))))
    make(do.Begin(rules.draw_lot(colours, rng)))
    hands: dict[Colour, list[Character]] = {}
    laid: dict[tuple[Colour, int], list[Character]] = {}
    while (view := rules.view(position)).phase is not Phase.FINISHED:
        by, table = view.to_act, rng.randint(1, len(view.tables))
        if view.phase is Phase.STAND:
            make(do.Confirm())
        elif view.phase is Phase.REVEAL:
            missing = view.unrevealed[0]
            make(do.RevealCard(missing.owner, laid[missing.owner, missing.table].pop(), missing.table))
        elif view.phase is Phase.PAYOUT:
            make(do.Paid(next(c for c in view.order if view.results[-1].earned[c] and c not in view.handed_out)))
        elif view.phase is Phase.COUNT:
            make(do.Counted())
        elif view.phase is Phase.ORDER:
            make(do.Seated())
        elif by is None:
            raise AssertionError(view.phase)
        elif view.phase is Phase.START:
            make(do.PlaceFirstPawn(by, table))
        elif view.phase is Phase.TOKENS:
            hands, laid = {colour: rng.sample(do.KINDS, 3) for colour in colours}, {}
            make(do.PlaceToken(by, table))
        elif view.phase is Phase.CARDS:
            kind = hands[by].pop()
            unread = rng.random() < 1 / 6
            if unread:
                laid.setdefault((by, table), []).append(kind)
            make(do.PlaceCard(by, Character.HIDDEN if unread else kind, table))
        else:
            make(do.MovePawn(by, rng.randint(0, 4)))
    return moves


def make(move: AnyMove, hands: Hands) -> None:
    """What people do at the table for a move: show a tag, touch the screen, or both."""
    view: View = hands.view
    show = hands.show

    def show_table(table: int) -> None:
        show(f"tile {view.tables[table - 1].tile}")

    match move:
        case do.Join(colour=colour, name=name):
            # The colour card joins by the character's name; another one is typed on the screen.
            if name == CHARACTERS[colour]:
                show(f"{colour} colour")
            else:
                hands.touch(commands.Do(move))
        case do.LayTile(tile=tile):
            show(f"tile {tile}")
        case do.PlaceFirstPawn(table=table) | do.PlaceToken(table=table):
            show_table(table)
        case do.PlaceCard(by=by, character=character, table=table):
            if character is Character.HIDDEN:
                show_table(table)
                hands.touch(LayUnread())
            else:
                show(f"{by} {character}")
                show_table(table)
        case do.MovePawn(by=by, steps=steps):
            stands = next(player.pawn for player in view.players if player.colour is by)
            assert stands is not None
            show_table((stands + steps - 1) % len(view.tables) + 1)
        case do.RevealCard(by=by, character=character, table=table):
            show_table(table)
            show(f"{by} {character}")
        case _:
            hands.touch(commands.Do(move))


def told(move: AnyMove, before: View, after: View) -> Iterator[str]:
    """A move in a line of words, and behind the one by which a round is paid its payouts."""
    yield sentence(move, before, after)
    if len(after.results) > len(before.results):
        yield from payouts(after)


def sentence(move: AnyMove, before: View, after: View) -> str:
    """A move in a line of words. A card's line tells no kind; a reveal's does, since the card lies open."""
    match move:
        case do.Join(colour=colour, name=name):
            return tr("{who} is {name}", who=players.colour(colour), name=safe(name))
        case do.ChooseSeating(seating=Seating.CHAIRS):
            return tr("the order of play is shown by the chairs")
        case do.ChooseSeating():
            return tr("the order of play is shown by the platelets")
        case do.Gathered():
            return tr("all have joined: {n} players, {tables} tables", n=len(after.players), tables=after.tiles_needed)
        case do.LayRing() | do.LayTile():
            return tr("the circle has {n} tables", n=len(after.ring or after.tables))
        case do.Begin(first=first):
            return tr("{who} begins", who=players.colour(first))
        case do.PlaceFirstPawn(by=by, table=table):
            return tr("{who} puts the first pawn on table {table}", who=players.colour(by), table=table)
        case do.PlaceToken(by=by, table=table):
            return tr("{who} places a {token} on table {table}", who=players.colour(by), token=before.token, table=table)
        case do.PlaceCard(by=by, table=table):
            return tr("{who} lays a card at table {table}", who=players.colour(by), table=table)
        case do.MovePawn(by=by, steps=0):
            return tr("{who} stays", who=players.colour(by))
        case do.MovePawn(by=by, steps=steps):
            to = next(player.pawn for player in after.players if player.colour is by)
            return tr("{who} moves {n} to table {table}", who=players.colour(by), n=steps, table=to)
        case do.RevealCard(by=by, character=character, table=table):
            return tr("{who} turns over a {card} at table {table}", who=players.colour(by), card=card_name(character), table=table)
        case do.Confirm():
            return tr("all pawns are in place")
        case do.Paid(to=to):
            return tr("{who} has the notes", who=players.colour(to))
        case do.Counted():
            return tr("the money is counted")
        case do.Correct(by=by, amount=amount, reason=reason):
            return tr("{who} has {m} by the count: {reason}", who=players.colour(by), m=words.signed(amount), reason=safe(reason))
        case do.Untold(by=by, table=table):
            return tr("{who} does not know a card at table {table}", who=players.colour(by), table=table)
        case do.Order(order=order):
            return tr("the order was {list}", list=players.colours(order))
        case do.Stay():
            return tr("nobody changes chairs")
        case do.End():
            return tr("the game is ended")
        case do.Seated():
            return tr("round {n}: {list}", n=after.round, list=players.colours(after.order))
    return type(move).__name__


def payouts(view: View) -> Iterator[str]:
    """The round that has just been paid, in lines that begin with no number."""
    result = view.results[-1]
    for number in result.paid_in_order:
        table = next(table for table in result.tables if table.table == number)
        yield "  " + tr("table {n}: {sum}", n=number, sum=printing.value(table))
        yield from (f"    {text}" for text in _reasons(table))
    has = [tr("{who} has {m}", who=players.colour(colour), m=words.amount(fortune)) for colour, fortune in result.fortunes.items()]
    yield "  " + ", ".join(has)


def _reasons(table: TableResult) -> Iterator[str]:
    for payment in table.payments:
        others = words.names(map(players.colour, payment.others))
        match payment.reason:
            case Reason.PAWN_PAID:
                why = tr("the pawn is paid")
            case Reason.PAWN_BLOCKED if len(payment.others) > 1:
                why = tr("the pawn is blocked by the Cheats of {others}", others=others)
            case Reason.PAWN_BLOCKED:
                why = tr("the pawn is blocked by the Cheat of {others}", others=others)
            case Reason.CHEAT_PAID:
                why = tr("the Cheat is paid for the pawn of {others}", others=others)
            case Reason.CHEAT_IDLE:
                why = tr("the Cheat caught nobody")
        yield tr("{who} gets {m}: {why}", who=players.colour(payment.to), m=words.amount(payment.amount), why=why)


DEMO = Demo(random=random_game, make=make, told=told, recorded=lambda move: isinstance(move, do.RecordMove))
