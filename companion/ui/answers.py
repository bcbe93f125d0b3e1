"""What the table answers, in sentences: what every game is answered, and what a lost device means. A game's own words come before them."""

from __future__ import annotations

from companion.games.kit.colours import Colour
from companion.games.kit.seats import SeatRefusal
from companion.table.events import PORTS, Fault
from companion.table.snapshot import Answer, DeviceState, Notice
from companion.ui import gameui
from companion.ui.gameui import Names, name_of
from companion.ui.texts import tr, trn
from companion.ui.widgets.prompt import Prompt


def notice(said: Notice, names: Names, rules: str = "") -> Prompt:
    """The prompt bar's words for a notice: who it concerns, what is wrong, what to do next. `rules`: the key of the game."""
    title, text = gameui.of(rules).answer(said, names) or _words(said, names)
    if said.act is not None:
        text = tr("A later move would not work: {what}", what=gameui.undo(rules, said.act))
    return Prompt(_who(said, names), title, text)


def _who(said: Notice, names: Names) -> Colour | int | str:
    for colour in (said.act.by if said.act is not None else None, said.expected, said.owner):
        if colour in names and colour is not None:
            return colour
    return said.spot if said.spot is not None else "warning"


def _words(said: Notice, names: Names) -> tuple[str, str]:
    owner, expected = name_of(said.owner, names), name_of(said.expected, names)
    match said.what:
        case Answer.OTHER_PLAYER:
            return tr("It is {n}’s turn", n=expected), tr("{n}’s card. Nothing has changed", n=owner)
        case Answer.UNKNOWN_TAG:
            return tr("Unknown tag"), tr("Register it in the menu, or use the screen")
        case Answer.PHONE:
            return tr("That is a phone"), tr("Scan only cards and tables")
        case Answer.OLD_SCAN:
            return tr("An old scan came late"), tr("It was not played. Scan again")
        case Answer.OLD_TOUCH:
            return tr("The picture had changed"), tr("That was not taken. Look, and tap again")
        case Answer.TWO_TAGS:
            return tr("Two tags at once"), tr("Separate them and scan again")
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
        case Answer.TAG_BOUND:
            return tr("That tag is in use"), tr("It belongs to another piece")
        case Answer.SIMULATED_TAG:
            return tr("Only a simulated tag"), tr("It can’t be registered: use a sticker")
        case Answer.LEARNING_OFF:
            return tr("Not while cards lie face down"), tr("Register tags after the round")
        case Answer.LIES_ELSEWHERE:
            return tr("Cards of another game lie face down"), tr("Finish or end that game; until then tap the screen")
        case Answer.LEFT_ELSEWHERE:
            return tr("Do cards of another game still lie?"), tr("If none does, hold the button that says so")
        case Answer.LEARNING_LEFT:
            return tr("Do cards still lie face down?"), tr("If none does, hold the button that says so")
        case Answer.BACK_IN_HAND:
            return tr("All cards are back in hand"), tr("Somebody has just said so. Tags count again")
        case Answer.PIECE_FIRST:
            return tr("First say which piece"), tr("Only its owner, in secret")
        case Answer.SHOW_IDENTITY:
            return tr("That is somebody else’s"), tr("Scan the piece that says you are {n}", n=owner)
        case Answer.ANSWER_FIRST:
            return tr("First answer what is asked"), tr("Or leave it open, where that is offered")
        case Answer.TAG_KNOWN:
            return tr("That tag is in use"), tr("Take a new one")
        case Answer.LEARNING_IN_GAME:
            return tr("Not in a game"), tr("“New tag for a card” is in the menu; the rest waits")
        case Answer.LOOKED:
            return tr("{n}’s cards were looked at", n=owner), tr("Everybody sees it until the round ends")
        case Answer.DEVICE_LOST if said.link is not None:
            return fault(said.link)
        case Answer.SCANS_LOST:
            return tr("The reader was interrupted"), tr("Scan again whatever is missing")
        case Answer.CONFIRM_UNDO:
            return tr("Everybody has seen that"), tr("To undo it, hold the arrow on the screen")
        case Answer.PLAYED_TOGETHER:
            return tr("Those are two people"), tr("They sat at one table together")
        case Answer.CORRECTING:
            return tr("A correction is open"), tr("Carry it out, or leave it as it was")
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
        case Answer.EXPIRED:
            return tr("That waited too long"), tr("Begin once more")
        case Answer.ONE_AT_A_TIME:
            return tr("One at a time"), tr("Only one piece")
        case Answer():
            return tr("Not now"), tr("Nothing has changed")
        case SeatRefusal():
            return _seats(said.what)
    return str(said.what), tr("Nothing has changed")


def _seats(refusal: SeatRefusal) -> tuple[str, str]:
    """What any game says to somebody who can't sit down so."""
    match refusal:
        case SeatRefusal.NOT_PLAYING:
            return tr("That colour does not play"), tr("Nothing has changed")
        case SeatRefusal.COLOUR_TAKEN:
            return tr("That colour plays already"), tr("Choose another colour")
        case SeatRefusal.CHAIR_TAKEN:
            return tr("Somebody sits there"), tr("Choose another chair")
        case SeatRefusal.NO_SUCH_CHAIR:
            return tr("No such chair"), tr("Choose another chair")
        case SeatRefusal.BAD_NAME:
            return tr("That is no name"), tr("A name has 1 to 20 letters")
        case SeatRefusal.NAME_TAKEN:
            return tr("Somebody here has that name"), tr("Add a letter or a number")
        case SeatRefusal.NOT_THE_SAME_PLAYERS:
            return tr("Somebody is missing"), tr("One chair for each player")


def lost(links: tuple[DeviceState, ...]) -> DeviceState | None:
    """What is said at the table of the devices: one that is not there, else one of which antennas do not work.

    What has told no name may be anything: it is spoken of where no reader works at all.
    """
    wrong = [link for link in links if link.fault is not None or link.broken]
    reads = any(link.reads for link in links)
    told = [link for link in wrong if link.named or not reads]
    return min(told, key=lambda link: (not link.named, link.reads, link.device == "panel"), default=None)


def fault(link: DeviceState) -> tuple[str, str]:
    """What is wrong with a device, and what helps at the table."""
    by_touch = tr("Plug it in, or use the screen.")
    if link.device == PORTS:
        return tr("USB ports can’t be used"), tr("See Diagnosis.")
    if not link.named:
        return tr("Unknown USB device"), tr("See Diagnosis.")
    if link.device == "panel":
        return tr("Buttons can’t be used"), tr("See Diagnosis.")
    if link.reads:
        tables = [each.spot for each in link.broken if each.spot is not None]
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
