"""What an act of a game did, in words."""

from __future__ import annotations

from companion.table.snapshot import GameEntry, Replay, Step
from companion.ui import texts
from companion.ui.texts import tr, trn


def when(entry: GameEntry) -> str:
    """The day of a game, in words that say so where the clock could not be believed."""
    day = texts.date(entry.date or entry.started)
    return tr("about {date}?", date=day) if entry.unsure else day


def told(replay: Replay) -> str:
    """What the move did that led to this step."""
    done, view = replay.done, replay.view
    assert done is not None
    table = done.table or next((player.pawn for player in view.players if player.colour is done.by), None) or 0
    return words(Step(done.do, done.by, table), len(view.ring))


def words(done: Step, tables: int = 0) -> str:
    """What an act did; whose it was is for the caller to show. `tables`: how many lie in the ring after it."""
    n = done.table or 0
    match done.do:
        case "join":
            return tr("Takes a seat: {name}", name=done.name) if done.name else tr("Takes a seat")
        case "leave":
            return tr("Leaves the game")
        case "rename":
            return tr("Is renamed: {name}", name=done.name) if done.name else tr("Is renamed")
        case "seat" | "seating":
            return tr("The seats were changed")
        case "gathered":
            return tr("Everybody is here")
        case "tile" | "ring":
            return trn("{n} table in a circle", "{n} tables in a circle", tables)
        case "begin":
            return tr("Begins")
        case "start":
            return tr("First pawn: table {n}", n=n)
        case "token":
            return tr("Token on table {n}", n=n)
        case "card":
            if done.kind is not None:
                return tr("{k} at table {n}", k=texts.character(done.kind), n=n)
            return tr("Card at table {n}", n=n) if n else tr("A card, face down")
        case "pawn":
            return tr("Pawn to table {n}", n=n)
        case "reveal":
            if done.kind is not None:
                return tr("Turns over a {k} at table {n}", k=texts.character(done.kind), n=n)
            return tr("Turns over a card at table {n}", n=n)
        case "confirm":
            return tr("The cards are turned over")
        case "untold":
            return tr("A card stays unknown: table {n}", n=n)
        case "order":
            return tr("Another order was played")
        case "paid":
            return tr("Has the notes")
        case "count":
            return tr("Has counted")
        case "counted":
            return tr("The money is settled")
        case "squared":
            return tr("The notes were corrected")
        case "correct":
            return tr("Ledger corrected by {d}", d=texts.signed(done.amount)) if done.amount else tr("The ledger is corrected")
        case "stay":
            return tr("Nobody changes chairs")
        case "end":
            return tr("The game ends here")
        case "seated":
            return tr("All seated in the new order")
    return tr("A correction")
