"""What the table answers, in sentences: refusals and answers to a gesture, what an undo takes back, what a lost device means."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.refusal import Refusal
from companion.table.events import PORTS, Fault
from companion.table.snapshot import Answer, Link, Notice, Step
from companion.ui.texts import tr, trn
from companion.ui.widgets.prompt import Prompt

Names = Mapping[Colour, str]


def notice(said: Notice, names: Names) -> Prompt:
    """The prompt bar's words for a notice: who it concerns, what is wrong, what to do next."""
    title, text = _words(said, names)
    return Prompt(_who(said, names), title, text)


def _who(said: Notice, names: Names) -> Colour | int | str:
    for colour in (said.act.by if said.act is not None else None, said.expected, said.owner):
        if colour in names and colour is not None:
            return colour
    return said.table if said.table is not None else "warning"


def _name(colour: Colour | None, names: Names) -> str:
    return names.get(colour, "?") if colour is not None else "?"


def _words(said: Notice, names: Names) -> tuple[str, str]:
    owner, expected = _name(said.owner, names), _name(said.expected, names)
    same = tr("Nothing has changed")
    if isinstance(said.what, Refusal):
        title, text = _refused(said, owner, expected, same)
        if said.act is None:
            return title, text
        return title, tr("A later move would not work: {what}", what=step(said.act))
    match said.what:
        case Answer.OTHER_PLAYER:
            return tr("It is {n}’s turn", n=expected), tr("{n}’s card. Nothing has changed", n=owner)
        case Answer.UNKNOWN_TAG:
            return tr("Unknown tag"), tr("Register it in the menu, or use the screen")
        case Answer.PHONE:
            return tr("That is a phone"), tr("Scan only cards and tables")
        case Answer.COLOUR_CARD:
            return tr("That is the colour card"), tr("It stays face up. Scan one of the other three")
        case Answer.CHARACTER_CARD:
            return tr("Scan the colour card"), tr("Keep the other three in your hand")
        case Answer.LAID_ALREADY:
            return tr("That card is on the table already"), tr("Scan another of your cards")
        case Answer.NO_CARD_NOW:
            return tr("No card now"), same
        case Answer.NO_TABLE_NOW:
            return tr("No table now"), same
        case Answer.NOT_IN_RING:
            return tr("That table is not in the circle"), tr("Scan one of the tables in play")
        case Answer.JOINED_ALREADY:
            return tr("That colour plays already"), tr("Scan another colour card")
        case Answer.EXPIRED:
            if said.table is None:
                return tr("The card waited too long"), tr("Begin once more: card, then table")
            return tr("Table {n} waited too long", n=said.table), tr("Begin once more: table, then card")
        case Answer.OLD_SCAN:
            return tr("An old scan came late"), tr("It was not played. Scan again")
        case Answer.OLD_TOUCH:
            return tr("The picture had changed"), tr("That was not taken. Look, and tap again")
        case Answer.TWO_TAGS:
            return tr("Two tags at once"), tr("Separate them and scan again")
        case Answer.ONE_AT_A_TIME:
            return tr("One at a time"), tr("Only one card, or one table")
        case Answer.TAKE_BACK:
            return tr("Pick that card up"), tr("It is on a reader and does not count")
        case Answer.NOTHING_TO_CONFIRM:
            return tr("Nothing to confirm"), tr("First comes what was asked here")
        case Answer.COVERED:
            return tr("Close this page first"), tr("The buttons belong to the game")
        case Answer.NOTHING_TO_UNDO:
            return tr("Nothing to undo"), tr("This is where it began")
        case Answer.NOTHING_TO_REDO:
            return tr("Nothing to redo"), tr("Nothing was undone")
        case Answer.WHICH_TABLE:
            return tr("At which table?"), tr("Scan the table where it lay")
        case Answer.NOTHING_MISSING:
            return tr("No card is missing there"), tr("Turn over the ones on the screen")
        case Answer.TAG_BOUND:
            return tr("That tag is in use"), tr("It belongs to another piece")
        case Answer.SIMULATED_TAG:
            return tr("Only a simulated tag"), tr("It can’t be registered: use a sticker")
        case Answer.LEARNING_OFF:
            return tr("Not while cards lie face down"), tr("Register tags after the round")
        case Answer.LEARNING_LEFT:
            return tr("Do cards still lie face down?"), tr("If none does, hold the button that says so")
        case Answer.BACK_IN_HAND:
            return tr("All cards were taken back"), tr("Somebody has just said so. Tags can be registered")
        case Answer.KIND_FIRST:
            return tr("First say which card"), tr("Only its owner, in secret")
        case Answer.TAG_KNOWN:
            return tr("That tag is in use"), tr("Take a new one")
        case Answer.LEARNING_IN_GAME:
            return tr("Not in a game"), tr("“New tag for a card” is in the menu; the rest waits")
        case Answer.SHOW_COLOUR:
            return tr("That is another colour card"), tr("Scan {n}’s to see these cards", n=owner)
        case Answer.LOOKED:
            return tr("{n}’s cards were looked at", n=owner), tr("Everybody sees it until the round ends")
        case Answer.SAME_TABLE:
            return tr("Table {n} again", n=said.table or 0), tr("That table is chosen already")
        case Answer.SCANS_LOST:
            return tr("The reader was interrupted"), tr("Scan again whatever is missing")
        case Answer.CONFIRM_UNDO:
            return tr("Everybody has seen that"), tr("To undo it, hold the arrow on the screen")
        case Answer.PLAYED_TOGETHER:
            return tr("Those are two people"), tr("They sat at one table together")
        case Answer.CORRECTING:
            return tr("A correction is open"), tr("Carry it out, or leave it as it was")
        case Answer.CARDS_ASKED:
            return tr("First the cards"), tr("Pick them, or: nobody knows")
        case Answer.NOT_WRITTEN:
            return tr("Could not be saved"), tr("Nothing has changed. Try again")
        case Answer.KEY_LOST:
            return tr("Face-down cards can’t be read"), tr("Pick them when they are turned over")
        case Answer.KEY_LEFT:
            return tr("The last round’s cards could not be erased"), tr("Storage error; each start tries again")
        case Answer.NOT_READ:
            return tr("That can’t be read"), tr("Storage error. Nothing has changed")
        case Answer.READ_ONLY:
            return tr("Only to look at"), tr("It can’t be written. Nothing has changed")
        case Answer.FAULT:
            return tr("That was not taken"), tr("Our mistake. Nothing is lost; a report was written")
    return str(said.what), same


def _refused(said: Notice, owner: str, expected: str, same: str) -> tuple[str, str]:
    match said.what:
        case Refusal.NOT_YOUR_TURN:
            return tr("It is {n}’s turn", n=expected), same
        case Refusal.WRONG_PHASE:
            return tr("Not now"), same
        case Refusal.NOT_PLAYING:
            return tr("That colour does not play"), same
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
        case Refusal.COLOUR_TAKEN:
            return tr("That colour plays already"), tr("Choose another colour")
        case Refusal.CHAIR_TAKEN:
            return tr("Somebody sits there"), tr("Choose another chair")
        case Refusal.NO_SUCH_CHAIR:
            return tr("No such chair"), tr("Choose another chair")
        case Refusal.TABLE_FULL:
            return tr("The table is full"), tr("Six players at most")
        case Refusal.TOO_FEW:
            return tr("Too few players"), tr("At least three players")
        case Refusal.BAD_NAME:
            return tr("That is no name"), tr("A name has 1 to 20 letters")
        case Refusal.NAME_TAKEN:
            return tr("Somebody here has that name"), tr("Add a letter or a number")
        case Refusal.NOT_THE_SAME_PLAYERS:
            return tr("Somebody is missing"), tr("One chair for each player")
        case Refusal.TILE_TWICE:
            return tr("That is table {n} already", n=said.table or 0), tr("Scan the next one, clockwise")
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


def step(done: Step) -> str:
    """What an undo takes back (or a redo brings back), in public words; whose act it was is for the caller to show."""
    t = done.table or 0
    match done.do:
        case "join":
            return tr("taking a seat")
        case "leave":
            return tr("leaving the game")
        case "rename":
            return tr("change of name")
        case "seat":
            return tr("change of chairs")
        case "seating":
            return tr("chairs or platelets")
        case "gathered":
            return tr("end of seating")
        case "tile":
            return tr("last table of the circle")
        case "ring":
            return tr("circle of tables")
        case "begin":
            return tr("choosing who begins")
        case "start":
            return tr("first pawn on table {t}", t=t)
        case "token":
            return tr("token on table {t}", t=t)
        case "card":
            return tr("card at table {t}", t=t)
        case "pawn":
            return tr("pawn’s move")
        case "reveal":
            return tr("card turned over at table {t}", t=t)
        case "confirm":
            return tr("turning the cards over")
        case "paid":
            return tr("notes handed out")
        case "seated":
            return tr("new order of play")
        case "count":
            return tr("notes counted")
        case "counted":
            return tr("end of the count")
        case "correct":
            return tr("correction of the ledger")
        case "untold":
            return tr("unknown card")
        case "order":
            return tr("order that was played")
        case "squared":
            return tr("correction of the notes")
        case "stay":
            return tr("everybody stays seated")
        case "end":
            return tr("end of the game")
        case "amend":
            return tr("correction")
    return done.do


def lost(links: tuple[Link, ...]) -> Link | None:
    """What is said at the table of the devices: one that is not there, else one of which antennas do not work.

    What has told no name may be anything: it is spoken of where no reader works at all.
    """
    wrong = [link for link in links if link.fault is not None or link.broken]
    reads = any(link.reads for link in links)
    told = [link for link in wrong if link.named or not reads]
    return min(told, key=lambda link: (not link.named, link.reads, link.device == "panel"), default=None)


def fault(link: Link) -> tuple[str, str]:
    """What is wrong with a device, and what helps at the table."""
    by_touch = tr("Plug it in, or use the screen.")
    if link.device == PORTS:
        return tr("USB ports can’t be used"), tr("See Diagnosis.")
    if not link.named:
        return tr("Unknown USB device"), tr("See Diagnosis.")
    if link.device == "panel":
        return tr("Buttons can’t be used"), tr("See Diagnosis.")
    if link.reads:
        tables = [each.table for each in link.broken if each.table is not None]
        by_table = trn("Reader of table {which} fails", "Readers of tables {which} fail", len(tables), which=", ".join(map(str, tables)))
        return by_table if tables else tr("One of the readers fails"), tr("Tap that table here.")
    match link.fault or link.broken[0].fault:
        case Fault.UNPLUGGED:
            return tr("Reader unplugged"), by_touch
        case Fault.NO_ANSWER:
            return tr("Reader does not answer"), by_touch
        case Fault.NO_PERMISSION:
            return tr("No access to the reader"), tr("See Diagnosis.")
        case Fault.FIRMWARE_TOO_OLD | Fault.FIRMWARE_TOO_NEW:
            return tr("Reader needs an update"), tr("See Diagnosis.")
        case _:
            return tr("Reader can’t be used"), tr("See Diagnosis.")
