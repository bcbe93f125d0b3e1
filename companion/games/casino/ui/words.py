"""Casino's words for what is counted off: cards, sides, what was done, what scores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from companion.games.casino.rules.cards import RANK, SUIT, Card
from companion.games.casino.rules.count import CARDS, SPADE, SWEEPS, TOTAL
from companion.games.casino.rules.state import Build, Counting, Did, Play, Unheld
from companion.games.casino.rules.worth import RANK_OF
from companion.games.kit.colours import Colour
from companion.words import names, tr, trn

SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def card(value: Card | str) -> str:
    """A card as lists have it: 10♦."""
    return f"{value[:-1]}{SYMBOLS[value[-1]]}"


def cards(values: Iterable[Card]) -> str:
    """Cards in a row."""
    return " ".join(map(card, values))


def card_name(value: Card) -> str:
    """A card in the middle of a sentence: the 10 of diamonds."""
    suits = {
        "S": lambda r: tr("the {r} of spades", r=r),
        "H": lambda r: tr("the {r} of hearts", r=r),
        "D": lambda r: tr("the {r} of diamonds", r=r),
        "C": lambda r: tr("the {r} of clubs", r=r),
    }
    return suits[SUIT[value]](rank(RANK[value]))


def rank(value: str) -> str:
    """A rank in the middle of a sentence."""
    return {"A": lambda: tr("ace"), "J": lambda: tr("jack"), "Q": lambda: tr("queen"), "K": lambda: tr("king")}.get(value, lambda: value)()


def piece(code: str) -> str:
    """A card by its code."""
    return card_name(Card(code.partition(":")[2]))


def awaits(code: str) -> str:
    """What is asked for while a card gets its first tag."""
    return tr("Scan {card}", card=card_name(Card(code.partition(":")[2])))


RANK_WORDS: dict[str, Callable[[], str]] = {
    "A": lambda: tr("aces"),
    "2": lambda: tr("twos"),
    "3": lambda: tr("threes"),
    "4": lambda: tr("fours"),
    "5": lambda: tr("fives"),
    "6": lambda: tr("sixes"),
    "7": lambda: tr("sevens"),
    "8": lambda: tr("eights"),
    "9": lambda: tr("nines"),
    "10": lambda: tr("tens"),
    "J": lambda: tr("jacks"),
    "Q": lambda: tr("queens"),
    "K": lambda: tr("kings"),
}
"""The cards of a rank, in the middle of a sentence."""


def takers(value: int) -> str:
    """The cards that take a build of a value, which is also how one of several sets is announced: fives."""
    return RANK_WORDS[RANK_OF[value]]()


def value(build: Build) -> str:
    """A build as it is announced: 9, or 9s where it is multiple."""
    return tr("{v}s", v=build.value) if build.sets > 1 else str(build.value)


def did(play: Play) -> str:
    """What somebody did, behind the name: took 6♠ with 6♣ 4♥."""
    named = "" if play.card is None else card(play.card)
    match play.did:
        case Did.LAY:
            return tr("laid {card}", card=named)
        case Did.TRAIL:
            return tr("left {card}", card=named)
        case Did.TAKE:
            return tr("took {card} with {cards}", cards=cards(play.cards), card=named)
        case Did.BUILD:
            return tr("builds {v}", v=_announced(play))
        case Did.ADD:
            return tr("adds to {v}", v=_announced(play))
        case Did.RAISE:
            return tr("raises {a} to {b}", a=play.was, b=_announced(play))
        case Did.FALSE:
            return tr("says the build of {v} was false", v=play.value)


def _announced(play: Play) -> str:
    return value(Build(play.value, (), play.sets, play.by))


def new_owner(play: Play, called: Mapping[Colour, str]) -> str:
    """Whose a build is now, where the owner has changed; else ""."""
    if play.owner is None or play.owner is play.by or play.did not in (Did.ADD, Did.RAISE):
        return ""
    return tr("{a}’s build is now {b}’s", a=called[play.owner], b=called[play.by])


def unheld(false: Unheld, called: Mapping[Colour, str]) -> str:
    """A build for which its owner held no card."""
    return tr("{who} built {v} in deal {n} and held none", who=called[false.by], v=false.value, n=false.deal)


def item(what: str) -> str:
    """What scores: cards, spades, one of the six cards, sweeps."""
    if what == CARDS:
        return tr("Most cards")
    if what == SPADE:
        return tr("Most spades")
    if what == SWEEPS:
        return tr("Sweeps")
    if what == TOTAL:
        return tr("the total")
    return card(what)


def side(name: str, called: Mapping[Colour, str]) -> str:
    """Who scores together."""
    return names(called[Colour(colour)] for colour in name.split("+"))


def counted(line: Counting, called: Mapping[Colour, str]) -> str:
    """A line of the count: Most cards: Adriano 3."""
    if line.to is None:
        return tr("{item}: nobody", item=item(line.what))
    return tr("{item}: {who} {n}", item=item(line.what), who=side(line.to, called), n=line.points)


def points(n: int) -> str:
    """A score."""
    return trn("{n} point", "{n} points", n)


def decided(at: str | None, target: int) -> str:
    """What decided a game of Royal; "" where the total did."""
    if at is None or at == TOTAL:
        return ""
    last = {CARDS: lambda: tr("the most cards"), SPADE: lambda: tr("the most spades"), SWEEPS: lambda: tr("the sweeps")}.get(at)
    return tr("reached {n} with {item}", n=target, item=last() if last is not None else card(at))
