"""What a move of a past game did, in words."""

from __future__ import annotations

from companion.table.shown import Replay
from companion.ui.texts import tr, trn


def told(replay: Replay) -> str:
    """What the move did that led to this step."""
    done, view = replay.done, replay.view
    assert done is not None
    table = done.table or next((player.pawn for player in view.players if player.colour is done.by), None) or 0
    match done.do:
        case "join":
            return tr("Sits down")
        case "leave":
            return tr("Gets up")
        case "rename":
            return tr("Has another name")
        case "seat" | "seating":
            return tr("The seats were changed")
        case "gathered":
            return tr("Everybody is here")
        case "tile" | "ring":
            return trn("{n} table in a ring", "{n} tables in a ring", len(view.ring))
        case "begin":
            return tr("Begins")
        case "start":
            return tr("First pawn: table {n}", n=table)
        case "token":
            return tr("Token on table {n}", n=table)
        case "card":
            return tr("Card at table {n}", n=table)
        case "pawn":
            return tr("Pawn to table {n}", n=table)
        case "reveal":
            return tr("Turns over at table {n}", n=table)
        case "confirm":
            return tr("The cards are turned over")
        case "untold":
            return tr("A card stays unknown: table {n}", n=table)
        case "paid":
            return tr("Has the notes in hand")
        case "count":
            return tr("Has counted")
        case "counted":
            return tr("The money is settled")
        case "squared":
            return tr("The notes were set right")
        case "stay":
            return tr("Nobody changes chairs")
        case "end":
            return tr("The game ends here")
        case "count":
            return tr("Counts the notes")
        case "counted":
            return tr("The money is counted")
        case "correct":
            return tr("The ledger is corrected")
        case "stay":
            return tr("This once everybody stays seated")
        case "end":
            return tr("The game ends early")
        case "seated":
            return tr("Everybody sits in the new order")
    return tr("A correction")
