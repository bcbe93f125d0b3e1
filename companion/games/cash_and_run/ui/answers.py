"""What the table answers to gestures and moves of Cash & Run: who it concerns, what is wrong, what to do next."""

from __future__ import annotations

from companion.games.cash_and_run.rules.refusal import Refusal
from companion.games.cash_and_run.table.copy import Untaught
from companion.games.cash_and_run.table.replies import Answer
from companion.table.snapshot import Answer as House
from companion.table.snapshot import Notice
from companion.ui.gameui import Names, name_of
from companion.ui.texts import tr


def answer(said: Notice, names: Names) -> tuple[str, str] | None:
    """Title and text; None for what the house says."""
    same = tr("Nothing has changed")
    if isinstance(said.what, Refusal):
        return _refused(said.what, name_of(said.expected, names), same)
    match said.what:
        case House.LOOKED:
            return tr("{n}’s money was looked at", n=name_of(said.owner, names)), tr("Everybody sees it")
        case Answer.NOTHING_NOW:
            return tr("Not now"), same
        case Answer.TELL_FIRST:
            return tr("Casino card {n} is not known here", n=said.spot or 0), tr("Tap its name on the screen instead")
        case Answer.NO_SUCH_SQUARE:
            return tr("No such square on this board"), tr("Tap another one")
        case Answer.NO_CHIPS:
            return tr("Nothing lies on the felt yet"), tr("Tap a chip, then where it lies")
        case Answer.NO_MONEY:
            return tr("Not so much money there"), same
        case Answer.NOT_HELD:
            return tr("That casino is no part of the set"), tr("Show one of your own set")
        case Answer.NO_SET:
            return tr("Choose the casinos first"), tr("Tap the set that you lay")
    return _untaught(said.what) if isinstance(said.what, Untaught) else None


def _untaught(what: Untaught) -> tuple[str, str]:
    """Why something can't be taught so."""
    other = tr("Tap another one")
    match what:
        case Untaught.NO_SUCH_CARD:
            return tr("No such casino card"), tr("There are fifteen")
        case Untaught.BAD_NAME:
            return tr("That is no name for a casino"), tr("It has 1 to 30 letters")
        case Untaught.NAME_TWICE:
            return tr("Another casino has that name"), tr("Look at its card once more")
        case Untaught.BEGIN_AT_ONE:
            return tr("The board begins at a square 1"), tr("Tap the 1")
        case Untaught.NO_SUCH_SQUARE:
            return tr("No such square"), other
        case Untaught.CASINO_TWICE:
            return tr("It lies on the board already"), tr("Tap another one, or look at the board")
        case Untaught.NO_SUCH_PLACE:
            return tr("The board has no such place"), other
        case Untaught.TOO_LONG:
            return tr("No board is so long"), tr("200 squares at most")
        case Untaught.BAD_CHIP:
            return tr("There is no such chip"), other


def _refused(what: Refusal, expected: str, same: str) -> tuple[str, str]:
    match what:
        case Refusal.NOT_YOUR_TURN:
            return tr("It is {n}’s turn", n=expected), same
        case Refusal.BANKRUPT:
            return tr("Bankrupt already"), same
        case Refusal.GAME_OVER:
            return tr("The game is over"), tr("Start another one in the menu")
        case Refusal.NO_SUCH_SQUARE:
            return tr("No such square"), tr("Tap another one")
        case Refusal.ROLLED:
            return tr("The dice are thrown"), tr("Tap the square where they lead")
        case Refusal.BOARD_TELLS:
            return tr("The board tells the square"), tr("Tap the dice alone")
        case Refusal.NO_SUCH_BET:
            return tr("No such bet here"), tr("Tap another field")
        case Refusal.STAKELESS:
            return tr("Nothing is staked here"), tr("Tap a field alone")
        case Refusal.BAD_OPTIONS:
            return tr("Those rules don’t fit together"), tr("Choose another sum, or another chip")
        case Refusal.NO_SUCH_CASINO:
            return tr("That casino is not known here"), tr("Tap another one")
        case Refusal.NOT_ONE:
            return tr("Not to another 1"), tr("Tap any other square")
        case Refusal.NO_MONEY:
            return tr("Not so much money there"), same
        case Refusal.THREE_BLUFFS | Refusal.NOTHING_TO_EXCHANGE:
            return tr("Three Bluff cards at most"), tr("With three, exchange one")
        case Refusal.NO_STAKE:
            return tr("A stake is compulsory"), tr("Lay one chip at least")
        case Refusal.WHOLE_CHIPS | Refusal.BAD_AMOUNT:
            return tr("Whole chips only"), same
        case Refusal.SAME_GAME | Refusal.SAME_STAKE:
            return tr("The same is played again"), tr("The chip may move to a field of the same odds")
        case Refusal.ANOTHER_GAME | Refusal.NO_SUCH_RESULT:
            return tr("That is another game’s result"), tr("Tap what came")
        case Refusal.NO_CASINO | Refusal.NOT_THEIRS | Refusal.NOT_YOURS:
            return tr("That casino is somebody else’s"), tr("Tap another one")
        case Refusal.SELLER_BIDS:
            return tr("The seller does not bid"), tr("Tap another player")
        case Refusal.HIGHER_BID:
            return tr("A higher bid"), tr("100,000 at least, and more than the last one")
        case Refusal.LAP_IS_ON:
            return tr("No sale while somebody runs"), tr("Only who has no money may sell")
        case Refusal.NOT_AT_START:
            return tr("Only at the beginning of a turn"), tr("Throw first, run next time")
        case Refusal.IN_LAP:
            return tr("In the last lap already"), same
        case Refusal.NO_SET:
            return tr("No set of casinos yet"), same
        case Refusal.BANK_SHORT:
            return tr("The bank has not so much"), same
        case Refusal.BELOW_NOTHING:
            return tr("Nobody can have less than 0"), same
        case Refusal.BAD_REASON:
            return tr("Say why"), tr("A reason has 1 to 80 letters")
        case Refusal.TABLE_FULL:
            return tr("The table is full"), tr("Six players at most")
        case Refusal.TOO_FEW:
            return tr("Too few players"), tr("At least three players")
        case Refusal.BAD_CASINO | Refusal.CASINO_TWICE | Refusal.TOO_MANY_CASINOS:
            return tr("That can’t be a casino here"), tr("There are fifteen, each with a name of its own")
        case Refusal.CASINO_TAKEN:
            return tr("Somebody has that casino"), tr("Tap another one")
        case Refusal.NOT_OF_ITS_KIND:
            return tr("That is another kind of move"), tr("Undo it instead of correcting it")
    return tr("Not now"), same
