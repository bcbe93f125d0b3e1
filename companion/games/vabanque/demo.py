"""A whole game without a screen: simulated readers, gestures, session and journal, act by act, told in lines of text."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from companion import words
from companion.assemble import SIMULATED
from companion.devices.simulated import SimulatedReader
from companion.errors import CompanionError
from companion.games.kit.colours import Colour
from companion.games.vabanque import rules
from companion.games.vabanque.cli import printing
from companion.games.vabanque.rules import moves as do
from companion.games.vabanque.rules.moves import AnyMove, Character, Seating
from companion.games.vabanque.rules.pieces import CHARACTERS
from companion.games.vabanque.rules.view import Phase, Reason, TableResult, View
from companion.games.vabanque.table.commands import LayUnread
from companion.said import safe
from companion.table import commands
from companion.table.journal.store import Journal
from companion.table.session.session import Session
from companion.table.snapshot import Answer
from companion.ui import texts
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
    make(do.Begin(rules.draw_start_player(colours, rng)))
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


def play(
    moves: list[AnyMove],
    tell: Callable[[str], None],
    *,
    warn: Callable[[str], None],
    data: Path | None = None,
    pace: float = 0.0,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Plays `moves` at a simulated table; `tell` gets each line when its act is on disk. Raises CompanionError if the table refuses one.

    `warn` gets what was found damaged in `data`, which is no line of the game: it names files and times.
    Without `data` the game is kept in a folder that is thrown away. In `data` it counts as practice, so it is no past game.
    """
    if data is not None:
        _play(moves, data, tell, warn, pace, sleep)
    else:
        with tempfile.TemporaryDirectory(prefix="vabanque-") as folder:
            _play(moves, Path(folder), tell, warn, pace, sleep)


def _play(
    moves: list[AnyMove],
    folder: Path,
    tell: Callable[[str], None],
    warn: Callable[[str], None],
    pace: float,
    sleep: Callable[[float], None],
) -> None:
    journal = Journal(folder)
    try:
        for warning in journal.warnings:
            warn(warning)
        # Each tag is shown for a move of its own here, however soon after the last one.
        session = Session(journal, simulated={uid: code for code, uid in SIMULATED.items()}, hand=0)
        reader = SimulatedReader("pad")
        reader.start(session.handle)
        session.handle(commands.NewGame(practice=True))
        number = 0
        for move in moves:
            before = _view(session)
            _hands_make(move, reader, session)
            after = _view(session)
            if after == before:
                said = session.shown.notice
                if said is not None and said.what is Answer.NOT_WRITTEN:
                    raise CompanionError("A move of the demo could not be saved. Free some space, or use another folder with --data DIR.")
                raise CompanionError("The table refused a move of the demo ({what}).", what=said.what if said else "-")
            line = told(move, before, after)
            if isinstance(move, do.RecordMove):
                number += 1
                line = f"{number} {line}"
            tell(line)
            if len(after.results) > len(before.results):
                for text in payouts(after):
                    tell(text)
            if pace:
                sleep(pace)
        if _view(session).phase is Phase.FINISHED:
            tell(tr("the game is over: {who} won", who=words.names(map(printing.colour, _view(session).winners))))
        reader.stop()
    finally:
        journal.close()


def _view(session: Session) -> View:
    view: View | None = session.shown.view
    assert view is not None
    return view


def _hands_make(move: AnyMove, reader: SimulatedReader, session: Session) -> None:
    """What people do at the table for a move: show a tag, touch the screen, or both."""
    view = _view(session)

    def show(code: str) -> None:
        reader.lay(SIMULATED[code])
        reader.lift()

    def show_table(table: int) -> None:
        show(f"tile {view.tables[table - 1].tile}")

    match move:
        case do.Join(colour=colour, name=name):
            # The colour card joins by the character's name; another one is typed on the screen.
            if name == CHARACTERS[colour]:
                show(f"{colour} colour")
            else:
                session.handle(commands.Do(move))
        case do.LayTile(tile=tile):
            show(f"tile {tile}")
        case do.PlaceFirstPawn(table=table) | do.PlaceToken(table=table):
            show_table(table)
        case do.PlaceCard(by=by, character=character, table=table):
            if character is Character.HIDDEN:
                show_table(table)
                session.handle(LayUnread())
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
            session.handle(commands.Do(move))


def told(move: AnyMove, before: View, after: View) -> str:
    """A move in a line of words. A card's line tells no kind; a reveal's does, since the card lies open."""
    match move:
        case do.Join(colour=colour, name=name):
            return tr("{who} is {name}", who=printing.colour(colour), name=safe(name))
        case do.ChooseSeating(seating=Seating.CHAIRS):
            return tr("the order of play is shown by the chairs")
        case do.ChooseSeating():
            return tr("the order of play is shown by the platelets")
        case do.Gathered():
            return tr("all have joined: {n} players, {tables} tables", n=len(after.players), tables=after.tiles_needed)
        case do.LayRing() | do.LayTile():
            return tr("the circle has {n} tables", n=len(after.ring or after.tables))
        case do.Begin(first=first):
            return tr("{who} begins", who=printing.colour(first))
        case do.PlaceFirstPawn(by=by, table=table):
            return tr("{who} puts the first pawn on table {table}", who=printing.colour(by), table=table)
        case do.PlaceToken(by=by, table=table):
            return tr("{who} places a {token} on table {table}", who=printing.colour(by), token=before.token, table=table)
        case do.PlaceCard(by=by, table=table):
            return tr("{who} lays a card at table {table}", who=printing.colour(by), table=table)
        case do.MovePawn(by=by, steps=0):
            return tr("{who} stays", who=printing.colour(by))
        case do.MovePawn(by=by, steps=steps):
            to = next(player.pawn for player in after.players if player.colour is by)
            return tr("{who} moves {n} to table {table}", who=printing.colour(by), n=steps, table=to)
        case do.RevealCard(by=by, character=character, table=table):
            return tr("{who} turns over a {card} at table {table}", who=printing.colour(by), card=texts.character(character), table=table)
        case do.Confirm():
            return tr("all pawns are in place")
        case do.Paid(to=to):
            return tr("{who} has the notes", who=printing.colour(to))
        case do.Counted():
            return tr("the money is counted")
        case do.Correct(by=by, amount=amount, reason=reason):
            return tr("{who} has {m} by the count: {reason}", who=printing.colour(by), m=words.signed(amount), reason=safe(reason))
        case do.Untold(by=by, table=table):
            return tr("{who} does not know a card at table {table}", who=printing.colour(by), table=table)
        case do.Order(order=order):
            return tr("the order was {list}", list=printing.colours(order))
        case do.Stay():
            return tr("nobody changes chairs")
        case do.End():
            return tr("the game is ended")
        case do.Seated():
            return tr("round {n}: {list}", n=after.round, list=printing.colours(after.order))
    return type(move).__name__


def payouts(view: View) -> Iterator[str]:
    """The round that has just been paid, in lines that begin with no number."""
    result = view.results[-1]
    for number in result.paid_in_order:
        table = next(table for table in result.tables if table.table == number)
        yield "  " + tr("table {n}: {sum}", n=number, sum=printing.value(table))
        yield from (f"    {text}" for text in _reasons(table))
    has = [tr("{who} has {m}", who=printing.colour(colour), m=words.amount(fortune)) for colour, fortune in result.fortunes.items()]
    yield "  " + ", ".join(has)


def _reasons(table: TableResult) -> Iterator[str]:
    for payment in table.payments:
        others = words.names(map(printing.colour, payment.others))
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
        yield tr("{who} gets {m}: {why}", who=printing.colour(payment.to), m=words.amount(payment.amount), why=why)
