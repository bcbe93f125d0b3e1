"""What the table answers to gestures and moves of Casino: what is wrong, and what to do next."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.casino.rules.cards import RANK, Card
from companion.games.casino.rules.refusal import Refusal
from companion.games.casino.rules.worth import RANK_OF
from companion.games.casino.table.answers import Answer
from companion.games.casino.ui import words
from companion.table.snapshot import Notice
from companion.ui.gameui import Names, name_of
from companion.ui.texts import tr


def answer(said: Notice, names: Names) -> tuple[str, str] | None:
    """Title and text; None for what the house says."""
    owner, expected = name_of(said.owner, names), name_of(said.expected, names)
    if isinstance(said.what, Refusal):
        return _refused(said, owner, expected)
    match said.what:
        case Answer.NO_CARD_NOW:
            return tr("No card now"), tr("Nothing has changed")
        case Answer.PLAY_FIRST:
            return tr("{n}’s play first", n=owner), tr("Take, build or leave it")
        case Answer.CARDS_BY_HAND:
            return tr("Cards are told by hand"), tr("Tap it; the settings can change that")
        case Answer.NOTHING_WAITS:
            return tr("No card waits"), tr("Scan a card first")
        case Answer.NO_POINT_CARD:
            return tr("That card scores nothing"), tr("Scan aces, 10♦ and 2♠ of the pile")
    return None


def one_face_card(rank: str) -> str:
    """That a face card takes one of its kind."""
    return tr("A {r} takes one {r} only", r=rank)


def no_number(rank: str) -> str:
    """That a face card has no number in the base game."""
    return tr("A {r} has no number here", r=rank)


def _card(said: Notice) -> str:
    return _upper(words.card_name(Card(said.piece.partition(":")[2]))) if said.piece else "?"


def _rank(said: Notice) -> str:
    return words.rank(RANK[Card(said.piece.partition(":")[2])]) if said.piece else "?"


def _refused(said: Notice, owner: str, expected: str) -> tuple[str, str]:
    assert isinstance(said.what, Refusal)
    same = tr("Nothing has changed")
    if said.what is Refusal.NOT_YOUR_TURN:
        return tr("It is {n}’s turn", n=expected), same
    if said.what in (Refusal.NO_CARD_OUT, Refusal.NO_CARD_FOR_OTHERS):
        return tr("No {v} can be in your hand", v=words.rank(RANK_OF.get(said.spot or 0, "?"))), tr("All of them are seen or promised")
    if said.what is Refusal.ONE_FACE_CARD:
        return one_face_card(_rank(said)), same
    if said.what is Refusal.ITS_OWN_KIND:
        return no_number(_rank(said)), tr("It takes its own kind only")
    title, text = _WORDS[said.what]
    return title(said), text() if text is not None else same


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _plain(words_: Callable[[], str]) -> Callable[[Notice], str]:
    return lambda said: words_()


_Text = Callable[[], str] | None

_WORDS: dict[Refusal, tuple[Callable[[Notice], str], _Text]] = {
    Refusal.WRONG_PHASE: (_plain(lambda: tr("Not now")), None),
    Refusal.GAME_OVER: (_plain(lambda: tr("The game is over")), lambda: tr("Tap “To the end”")),
    Refusal.NO_SUCH_CARD: (_plain(lambda: tr("There is no such card")), None),
    Refusal.LIES_ON_THE_TABLE: (lambda said: tr("{c} lies on the table", c=_card(said)), lambda: tr("Scan the card that is played")),
    Refusal.PLAYED_ALREADY: (_plain(lambda: tr("That card was played already")), lambda: tr("Scan the card that is played")),
    Refusal.ANOTHER_IS_SHOWN: (_plain(lambda: tr("Another card is shown")), lambda: tr("Play it, or undo it")),
    Refusal.HAND_IS_EMPTY: (_plain(lambda: tr("No card is left in that hand")), None),
    Refusal.CARD_TWICE: (_plain(lambda: tr("A card counts once")), None),
    Refusal.NOT_ON_THE_TABLE: (_plain(lambda: tr("That card does not lie there")), None),
    Refusal.DOES_NOT_ADD_UP: (_plain(lambda: tr("It does not add up")), lambda: tr("Tap other cards. Nothing has changed")),
    Refusal.ONE_OR_THREE: (_plain(lambda: tr("One or three of its kind")), None),
    Refusal.STAYS_WHOLE: (_plain(lambda: tr("A build is taken whole")), None),
    Refusal.ONE_BUILD: (_plain(lambda: tr("A card joins one build")), None),
    Refusal.KEEPS_ITS_VALUE: (
        lambda said: _upper(tr("{v} stay {v}", v=words.takers(said.spot or 1))),
        lambda: tr("A multiple build keeps its value"),
    ),
    Refusal.NO_FACE_CARD: (_plain(lambda: tr("No face card in a build")), None),
    Refusal.NO_CARD_TAKES_IT: (lambda said: tr("Nothing takes a {v} here", v=said.spot or 0), None),
    Refusal.YOUR_BUILD_LIES: (lambda said: tr("Your build of {v} lies here", v=said.spot or 0), lambda: tr("Take, build or add. Nothing changed")),
    Refusal.NO_CARD_LEFT: (_plain(lambda: tr("Your last card can’t build")), lambda: tr("None is left to take the build")),
    Refusal.NOTHING_TAKEN: (_plain(lambda: tr("Nothing is taken")), lambda: tr("Tap what it takes")),
    Refusal.NOTHING_TO_BUILD_ON: (_plain(lambda: tr("Nothing to build on")), lambda: tr("Tap what it builds with")),
    Refusal.NOT_A_BUILD: (_plain(lambda: tr("That is no build")), None),
    Refusal.NOT_YOUR_BUILD: (_plain(lambda: tr("That is not your build")), None),
    Refusal.YOUR_OWN_BUILD: (_plain(lambda: tr("Nobody raises an own build here")), lambda: tr("So the house rules say")),
    Refusal.VALUE_LIES_ALREADY: (lambda said: tr("A build of {v} lies already", v=said.spot or 0), lambda: tr("Add to it instead")),
    Refusal.EQUAL_MUST_BE_TAKEN: (_plain(lambda: tr("An equal card must be taken")), lambda: tr("So the house rules say")),
    Refusal.MUST_TAKE: (_plain(lambda: tr("A card that can take does not stay")), lambda: tr("So the house rules say")),
    Refusal.EVERY_PILE_ONCE: (_plain(lambda: tr("Count every pile once")), None),
    Refusal.NOT_52_CARDS: (_plain(lambda: tr("The piles make no whole deck")), lambda: tr("The bar says what is missing")),
    Refusal.BAD_POINTS: (_plain(lambda: tr("1 to 99 points, up or down")), lambda: tr("Nobody has fewer than none")),
    Refusal.BAD_REASON: (_plain(lambda: tr("A reason has 1 to 80 letters")), None),
    Refusal.TABLE_FULL: (_plain(lambda: tr("Four players at most")), None),
    Refusal.TOO_FEW: (_plain(lambda: tr("Two players at least")), lambda: tr("Tap a colour to join")),
    Refusal.PARTNERS_ARE_FOUR: (_plain(lambda: tr("Partners are four players")), None),
    Refusal.BAD_TARGET: (_plain(lambda: tr("A game goes to 1 to 500 points")), None),
    Refusal.BAD_ROUNDS: (_plain(lambda: tr("A game has 1 to 50 rounds")), None),
    Refusal.POINTS_OR_ROUNDS: (_plain(lambda: tr("To points, or for rounds")), None),
}
