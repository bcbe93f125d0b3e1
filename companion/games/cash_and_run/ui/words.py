"""What things are called in Cash & Run, and what happened in sentences: for the screens and for the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion import words
from companion.games.cash_and_run.rules.board import Casino
from companion.games.cash_and_run.rules.chance import Result, Shown, Symbol
from companion.games.cash_and_run.rules.state import BANK, POT, Event
from companion.games.kit.colours import Colour
from companion.games.kit.ledger import Transfer
from companion.words import tr, trc

Names = Mapping[Colour, str]
"""The players' names by colour."""


def symbol(value: Symbol) -> str:
    """A game of chance, as it is called in the middle of a sentence."""
    match value:
        case Symbol.ROULETTE:
            return tr("roulette")
        case Symbol.DIE:
            return tr("die")
        case Symbol.CARDS:
            return tr("cards")


def shown(value: Shown) -> str:
    """What a Bluff card shows."""
    return tr("nothing") if value is Shown.BLANK else symbol(Symbol(value.value))


def casino(casinos: Sequence[Casino], id_: str | None) -> str:
    """A casino's name."""
    return next((each.name for each in casinos if each.id == id_), id_ or "?")


_SQUARES: dict[str, Callable[[], str]] = {
    "1": lambda: tr("Cash & Run"),
    "3": lambda: tr("Bluff card"),
    "4": lambda: tr("The pot"),
    "5": lambda: tr("All play"),
    "6": lambda: tr("Grand Slam"),
    "7": lambda: tr("Takeover"),
}
_GAMES = {"A": Symbol.ROULETTE, "B": Symbol.DIE, "C": Symbol.CARDS}


def square(casinos: Sequence[Casino], code: str | None) -> str:
    """A square's name: a casino's, or what is done there."""
    if code is None:
        return "?"
    if code[:1] in _SQUARES and code not in [each.id for each in casinos]:
        name = _SQUARES[code[0]]()
        return tr("{what}: {game}", what=name, game=symbol(_GAMES[code[1]])) if code[1:] in _GAMES else name
    return casino(casinos, code)


def field(on: str | None) -> str:
    """A field of the felt."""
    found: dict[str, Callable[[], str]] = {
        "red": lambda: trc("bet", "Red"),
        "black": lambda: trc("bet", "Black"),
        "odd": lambda: trc("bet", "Odd"),
        "even": lambda: trc("bet", "Even"),
        "court": lambda: trc("bet", "J Q K A"),
        "hearts": lambda: trc("bet", "Hearts"),
        "diamonds": lambda: trc("bet", "Diamonds"),
        "spades": lambda: trc("bet", "Spades"),
        "clubs": lambda: trc("bet", "Clubs"),
    }
    return found[on]() if on in found else (on or "?").replace("-", "–").replace("+", "·")


def rank(card: str) -> str:
    """A card's rank as it is printed on it."""
    letters: dict[str, Callable[[], str]] = {
        "J": lambda: trc("rank of a card", "J"),
        "Q": lambda: trc("rank of a card", "Q"),
        "K": lambda: trc("rank of a card", "K"),
        "A": lambda: trc("rank of a card", "A"),
    }
    return letters[card]() if card in letters else card


def result(value: Result) -> str:
    """A number, or a card."""
    if isinstance(value, int):
        return str(value)
    suits = {"H": "hearts", "D": "diamonds", "S": "spades", "C": "clubs"}
    said = field(suits[value[-1]])
    return f"{rank(value[:-1])} {said}" if value[:-1] else said


def odds(value: int) -> str:
    """What a field pays: 2 : 1."""
    return f"{value}\u00a0:\u00a01"


# --- what happened ----------------------------------------------------------------------------------------------


def _payer(name: str, names: Names) -> str:
    """Whoever pays, at the beginning of a sentence."""
    if name == POT:
        return trc("who pays", "The pot")
    if name == BANK:
        return trc("who pays", "The bank")
    return names.get(Colour(name), name)


def _paid(name: str, names: Names) -> str:
    """Whoever is paid."""
    if name == POT:
        return trc("who is paid", "the pot")
    if name == BANK:
        return trc("who is paid", "the bank")
    return names.get(Colour(name), name)


def why(reason: str) -> str:
    """What a payment is for."""
    found: dict[str, Callable[[], str]] = {
        "casino": lambda: tr("a casino"),
        "Bluff card": lambda: tr("a Bluff card"),
        "takeover": lambda: tr("a takeover"),
        "game": lambda: tr("the bet"),
        "play all": lambda: tr("“All play”"),
        "grand slam": lambda: tr("the Grand Slam"),
        "the pot": lambda: tr("the pot"),
        "auction": lambda: tr("the auction"),
        "correction": lambda: tr("a correction"),
        "left": lambda: tr("leaving the game"),
    }
    return found[reason]() if reason in found else reason


def _about(paid: Transfer) -> str:
    """What a payment is for, more closely where it is a bet."""
    on, _, times = paid.about.partition(" ")
    if times:
        return tr("{field} at {odds}", field=field(on), odds=odds(int(times)))
    return tr("{field} has lost", field=field(on)) if on else why(paid.why)


def payment(paid: Transfer, names: Names) -> str:
    """Who pays whom how much for what."""
    source, to, amount = _payer(paid.source, names), _paid(paid.to, names), words.amount(paid.amount)
    return tr("{source} pays {to} {sum}: {why}", source=source, to=to, sum=amount, why=_about(paid))


def chips(amount: int, values: Sequence[int]) -> str:
    """The fewest chips of these values, rising, that make an amount, the largest first; "" where they can't."""
    parts = []
    for value in reversed(values):
        count, amount = divmod(amount, value)
        if count:
            parts.append(f"{count} × {words.amount(value)}")
    return "" if amount else " + ".join(parts)


def event(told: Event, names: Names, casinos: Sequence[Casino]) -> str:
    """What happened and is no payment."""
    by, of, where = names.get(told.by, "?"), names.get(told.of, "?") if told.of else "", casino(casinos, told.casino)
    match told.what:
        case "bought" if told.casino:
            return tr("{who} buys {casino}", who=by, casino=where)
        case "bought":
            return tr("{who} buys a Bluff card", who=by)
        case "believed":
            return tr("{who} believes the Bluff card of {other}", who=by, other=of)
        case "turned over" if told.shows:
            return tr("{who} turns the Bluff card of {other} over: {what}", who=by, other=of, what=shown(told.shows))
        case "taken over":
            return tr("{who} takes {casino} from {other}", who=by, casino=where, other=of)
        case "sold":
            to = _paid(str(told.to), names)
            return tr("{casino} goes from {who} to {other} for {sum}", casino=where, who=by, other=to, sum=words.amount(told.amount or 0))
        case "credit":
            return tr("{who} pays {sum} of it with what is owed", who=by, sum=words.amount(told.amount or 0))
        case "cash & run":
            return tr("{who} says Cash & Run and draws {card}", who=by, card=result(told.card or "?"))
        case "lap over":
            back = [casino(casinos, each) for each in told.casinos]
            said = tr("{casino} is lost: the lap of {who} is over", casino=where, who=by)
            return tr("{said}. {list} go back", said=said, list=words.names(back)) if back else said
        case "may run":
            return tr("{who} holds {list}: may run", who=by, list=words.names(casino(casinos, each) for each in told.casinos))
        case "slam lost":
            return tr("{who} loses the Grand Slam", who=by)
        case "bankrupt":
            return tr("{who} is bankrupt", who=by)
        case "left":
            return tr("{who} leaves the game", who=by)
    return told.what


def dice(thrown: tuple[int, int]) -> str:
    """Two dice in a line."""
    return tr("{a} and {b}", a=thrown[0], b=thrown[1])


def tint(colour: str) -> str:
    """A casino's colour in the language in force, where it is one of the usual ones."""
    found: dict[str, Callable[[], str]] = {
        "blue": lambda: trc("casino", "blue"),
        "yellow": lambda: trc("casino", "yellow"),
        "red": lambda: trc("casino", "red"),
        "green": lambda: trc("casino", "green"),
        "violet": lambda: trc("casino", "violet"),
        "orange": lambda: trc("casino", "orange"),
    }
    return found[colour]() if colour in found else colour
