"""The words of the screen for what is counted off: phases, cards, reasons. The language itself is in `companion.words`, for the terminal as well."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion import words
from companion.games.kit.colours import Colour
from companion.games.kit.counting import Cause, Difference
from companion.games.vabanque.rules.moves import Character
from companion.games.vabanque.rules.view import Payment, Phase, Reason
from companion.ui.kit.direction import SETTLED, right_to_left, settled
from companion.words import LANGUAGES as LANGUAGES
from companion.words import LOCALE as LOCALE
from companion.words import amount as amount
from companion.words import date as date
from companion.words import language as language
from companion.words import number as number
from companion.words import percent as percent
from companion.words import short_amount as short_amount
from companion.words import signed as signed
from companion.words import system_language as system_language
from companion.words import time as time
from companion.words import use as use


def tr(text: str, **values: Any) -> str:
    """A text in the language in force, with its {values} filled in."""
    return words.tr(text, **settled(values))


def trn(one: str, many: str, n: int, **values: Any) -> str:
    """The singular or plural that `n` asks for; {n} is the number as the language writes it."""
    return words.trn(one, many, n, **settled(values))


def trc(context: str, text: str, **values: Any) -> str:
    """A text that needs a context to be translated."""
    return words.trc(context, text, **settled(values))


def names(people: Iterable[str]) -> str:
    """Names as they are listed in a sentence."""
    return words.names(name + SETTLED if right_to_left(name) else name for name in people)


# --- enumerated values -------------------------------------------------------------------------------------------


def phase(value: Phase) -> str:
    """A phase's name."""
    return {
        Phase.PLAYERS: lambda: tr("Players"),
        Phase.RING: lambda: tr("Tables"),
        Phase.DRAW: lambda: tr("Start player"),
        Phase.START: lambda: tr("First pawns"),
        Phase.TOKENS: lambda: tr("Tokens"),
        Phase.CARDS: lambda: tr("Cards"),
        Phase.PAWNS: lambda: tr("Pawns"),
        Phase.STAND: lambda: tr("Pawns"),
        Phase.REVEAL: lambda: tr("Payout"),
        Phase.PAYOUT: lambda: tr("Payout"),
        Phase.COUNT: lambda: tr("Count"),
        Phase.ORDER: lambda: tr("Order"),
        Phase.FINISHED: lambda: tr("End"),
    }[value]()


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


def cause(difference: Difference) -> str:
    """What has probably happened where a count differs from the ledger; nothing where it does not."""
    value = amount(difference.value)
    match difference.cause:
        case Cause.NONE:
            return ""
        case Cause.NOT_HANDED_OUT:
            return tr("Perhaps this round’s {m} were not handed out.", m=value)
        case Cause.NOTE_TOO_MANY:
            return tr("Probably one note of {m} too many.", m=value)
        case Cause.NOTE_TOO_FEW:
            return tr("Probably a note of {m} is missing. Who has it?", m=value)
        case Cause.UNKNOWN:
            return tr("No single note explains it. Count again.")
