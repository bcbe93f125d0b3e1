"""Vabanque's words for what is counted off: phases, cards, reasons."""

from __future__ import annotations

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import Character
from companion.games.vabanque.rules.pieces import CHARACTERS, PIECES, CharacterCard, ColourCard, Tile
from companion.games.vabanque.rules.view import Payment, Reason
from companion.games.vabanque.ui.help import SHEETS
from companion.table.snapshot import Snapshot
from companion.ui.texts import names, tr, trc


def phase(value: str) -> str:
    """A phase's name."""
    return next(sheet.title() for sheet in SHEETS if sheet.phase == value)


def character(value: Character) -> str:
    """A card's name."""
    return {
        Character.RAISE: lambda: tr("Raise"),
        Character.BLUFF: lambda: tr("Bluff"),
        Character.CHEAT: lambda: tr("Cheat"),
        Character.HIDDEN: lambda: tr("Unknown"),
    }[value]()


def on_card(value: Character) -> str:
    """A card's name where room is narrow: it says where it may be broken."""
    return {Character.CHEAT: trc("on a card", "Cheat"), Character.RAISE: trc("on a card", "Raise")}.get(value) or character(value)


def reason(payment: Payment, players: dict[Colour, str]) -> str:
    """Why somebody gets an amount, or nothing. `players`: names by colour."""
    who = names(players[colour] for colour in payment.others)
    match payment.reason:
        case Reason.PAWN_PAID:
            return tr("Pawn: the bank pays") if payment.amount else tr("Pawn: the table pays nothing")
        case Reason.PAWN_BLOCKED:
            return tr("Pawn blocked by {a}", a=who)
        case Reason.CHEAT_PAID:
            return tr("Cheat against {a}", a=who)
        case Reason.CHEAT_IDLE:
            return tr("Cheat: no other pawn is here")


def piece_name(code: str) -> str:
    """What a piece is called in the middle of a sentence."""
    match PIECES[code]:
        case Tile(number=number):
            return tr("table {n}", n=number)
        case ColourCard(colour=colour):
            return tr("{n}’s colour card", n=CHARACTERS[colour])
        case CharacterCard(colour=colour, character=kind):
            return tr("{n}’s {k}", n=CHARACTERS[colour], k=on_card(kind))


def awaited(code: str) -> str:
    """What is asked for while a piece gets its first tag."""
    piece = PIECES[code]
    return tr("Scan a new table: it becomes {n}", n=piece.number) if isinstance(piece, Tile) else tr("Now scan {piece}", piece=piece_name(code))


def tapped(shown: Snapshot) -> tuple[str, str]:
    """Of the table that was tapped last: its number in the game that is on, else the one it was given when it was learned."""
    code = (shown.checking.piece or "") if shown.checking is not None else ""
    tile = int(code.removeprefix("tile "))
    tables = shown.view.tables if shown.view is not None else ()
    number = next((table.number for table in tables if table.tile == tile), tile)
    return str(number), tr("Table {n}", n=number)
