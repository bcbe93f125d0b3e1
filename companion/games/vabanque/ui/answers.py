"""What the table answers to gestures and moves of Vabanque: who it concerns, what is wrong, what to do next."""

from __future__ import annotations

from companion.games.vabanque.rules.refusal import Refusal
from companion.games.vabanque.table.answers import VabanqueAnswer
from companion.table.snapshot import Answer, Notice
from companion.ui.gameui import Names, name_of
from companion.ui.texts import tr


def answer(said: Notice, names: Names) -> tuple[str, str] | None:
    """Title and text; None for what the house says."""
    owner, expected = name_of(said.owner, names), name_of(said.expected, names)
    same = tr("Nothing has changed")
    if isinstance(said.what, Refusal):
        return _refused(said, owner, expected, same)
    match said.what:
        case VabanqueAnswer.COLOUR_CARD:
            return tr("That is the colour card"), tr("It stays face up. Scan one of the other three")
        case VabanqueAnswer.CHARACTER_CARD:
            return tr("Scan the colour card"), tr("Keep the other three in your hand")
        case VabanqueAnswer.LAID_ALREADY:
            return tr("That card is on the table already"), tr("Scan another of your cards")
        case Answer.NO_PIECE_NOW:
            return tr("No card now"), same
        case Answer.NO_SPOT_NOW:
            return tr("No table now"), same
        case VabanqueAnswer.NOT_IN_RING:
            return tr("That table is not in the circle"), tr("Scan one of the tables in play")
        case VabanqueAnswer.JOINED_ALREADY:
            return tr("That colour plays already"), tr("Scan another colour card")
        case Answer.EXPIRED:
            if said.spot is None:
                return tr("The card waited too long"), tr("Begin once more: card, then table")
            return tr("Table {n} waited too long", n=said.spot), tr("Begin once more: table, then card")
        case Answer.ONE_AT_A_TIME:
            return tr("One at a time"), tr("Only one card, or one table")
        case VabanqueAnswer.WHICH_TABLE:
            return tr("At which table?"), tr("Scan the table where it lay")
        case VabanqueAnswer.NOTHING_MISSING:
            return tr("No card is missing there"), tr("Turn over the ones on the screen")
        case Answer.PIECE_FIRST:
            return tr("First say which card"), tr("Only its owner, in secret")
        case Answer.SHOW_IDENTITY:
            return tr("That is another colour card"), tr("Scan {n}’s to see these cards", n=owner)
        case Answer.ANSWER_FIRST:
            return tr("First the cards"), tr("Pick them, or: nobody knows")
    return None


def _refused(said: Notice, owner: str, expected: str, same: str) -> tuple[str, str]:
    match said.what:
        case Refusal.NOT_YOUR_TURN:
            return tr("It is {n}’s turn", n=expected), same
        case Refusal.WRONG_PHASE:
            return tr("Not now"), same
        case Refusal.NO_SUCH_TABLE:
            return tr("No such table"), tr("Scan one of the tables in play")
        case Refusal.BAD_STEPS:
            return tr("Too far"), tr("A pawn stays, or goes 1 to 4 tables on")
        case Refusal.KIND_TWICE:
            return tr("That kind is on the table already"), tr("{n} has one of each", n=owner)
        case Refusal.NO_KIND:
            return tr("Which card is it?"), tr("Raise, Bluff or Cheat")
        case Refusal.NOTHING_HIDDEN:
            return tr("No card is missing there"), tr("Turn over the ones on the screen")
        case Refusal.ALREADY_PAID:
            return tr("Paid already"), same
        case Refusal.NOTHING_DUE:
            return tr("Nothing to pay"), same
        case Refusal.TABLE_FULL:
            return tr("The table is full"), tr("Six players at most")
        case Refusal.TOO_FEW:
            return tr("Too few players"), tr("At least three players")
        case Refusal.TILE_TWICE:
            return tr("That is table {n} already", n=said.spot or 0), tr("Scan the next one, clockwise")
        case Refusal.NO_SUCH_TILE:
            return tr("No such table"), tr("Scan the next one, clockwise")
        case Refusal.WRONG_RING:
            return tr("Wrong number of tables"), tr("Scan the tables clockwise")
        case Refusal.BAD_AMOUNT:
            return tr("That is no amount"), tr("Notes begin at 5,000")
        case Refusal.BELOW_NOTHING:
            return tr("Nobody can have less than 0"), same
        case Refusal.BAD_REASON:
            return tr("Say why"), tr("A reason has 1 to 80 letters")
        case Refusal.TOO_MANY_NOTES:
            return tr("More notes than the box has"), tr("Everybody: count again")
        case Refusal.STAYED_ALREADY:
            return tr("Everybody is staying already"), same
        case Refusal.NOT_OF_ITS_KIND:
            return tr("That is another kind of move"), tr("Undo it instead of correcting it")
        case Refusal.GAME_OVER:
            return tr("The game is over"), tr("Start another one in the menu")
    return str(said.what), same
