"""Vabanque's moves in words: one row a move. With the rules themselves this is all that a move is entered in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.games.vabanque.rules.moves import ChooseSeating, LayRing, Seat, Seating
from companion.games.vabanque.rules.view import View
from companion.games.vabanque.ui import words
from companion.table.snapshot import Step
from companion.ui.gameui import ActWords, Whole
from companion.ui.texts import signed, tr, trn


def _said(words: Callable[[], str]) -> Callable[[Step, Any], str]:
    """The same, whatever the step says."""
    return lambda step, view: words()


def _at(words: Callable[[int], str]) -> Callable[[Step, Any], str]:
    """With the table of the step."""
    return lambda step, view: words(step.spot or 0)


def _pawn(words: Callable[[int], str]) -> Callable[[Step, Any], str]:
    """With the table of the step; where that says none, the one where the pawn stands after it."""

    def said(step: Step, view: View | None) -> str:
        stands = next((player.pawn for player in view.players if player.colour is step.by), None) if view is not None else None
        return words(step.spot or stands or 0)

    return said


def _named(with_name: Callable[[str], str], without: Callable[[], str]) -> Callable[[Step, Any], str]:
    return lambda step, view: with_name(step.name) if step.name else without()


def _ring(step: Step, view: View | None) -> str:
    return trn("{n} table in a circle", "{n} tables in a circle", len(view.ring) if view is not None else 0)


def _card(step: Step, view: Any) -> str:
    if step.kind is not None:
        return tr("{k} at table {n}", k=words.character(step.kind), n=step.spot or 0)
    return tr("Card at table {n}", n=step.spot) if step.spot else tr("A card, face down")


def _reveal(step: Step, view: Any) -> str:
    if step.kind is not None:
        return tr("Turns over a {k} at table {n}", k=words.character(step.kind), n=step.spot or 0)
    return tr("Turns over a card at table {n}", n=step.spot or 0)


def _correct(step: Step, view: Any) -> str:
    return tr("Ledger corrected by {d}", d=signed(step.amount)) if step.amount else tr("The ledger is corrected")


ACTS = {
    "join": ActWords(
        _named(lambda name: tr("Takes a seat: {name}", name=name), lambda: tr("Takes a seat")), lambda step: tr("taking a seat"), editor="people"
    ),
    "leave": ActWords(_said(lambda: tr("Leaves the game")), lambda step: tr("leaving the game")),
    "rename": ActWords(
        _named(lambda name: tr("Is renamed: {name}", name=name), lambda: tr("Is renamed")), lambda step: tr("change of name"), editor="name"
    ),
    "seat": ActWords(_said(lambda: tr("The seats were changed")), lambda step: tr("change of chairs"), editor="swap", whole=True),
    "seating": ActWords(_said(lambda: tr("The seats were changed")), lambda step: tr("chairs or platelets"), whole=True),
    "gathered": ActWords(_said(lambda: tr("Everybody is here")), lambda step: tr("end of seating")),
    "tile": ActWords(_ring, lambda step: tr("last table of the circle"), editor="swap", whole=True),
    "ring": ActWords(_ring, lambda step: tr("circle of tables"), editor="swap", whole=True),
    "begin": ActWords(_said(lambda: tr("Begins")), lambda step: tr("choosing who begins"), editor="people"),
    "start": ActWords(
        _pawn(lambda n: tr("First pawn: table {n}", n=n)), lambda step: tr("first pawn on table {t}", t=step.spot or 0), editor="table"
    ),
    "token": ActWords(_at(lambda n: tr("Token on table {n}", n=n)), lambda step: tr("token on table {t}", t=step.spot or 0), editor="table"),
    "card": ActWords(_card, lambda step: tr("card at table {t}", t=step.spot or 0), editor="table"),
    "pawn": ActWords(_pawn(lambda n: tr("Pawn to table {n}", n=n)), lambda step: tr("pawn’s move"), editor="table"),
    "confirm": ActWords(_said(lambda: tr("The cards are turned over")), lambda step: tr("turning the cards over")),
    "reveal": ActWords(_reveal, lambda step: tr("card turned over at table {t}", t=step.spot or 0), editor="open"),
    "untold": ActWords(_at(lambda n: tr("A card stays unknown: table {n}", n=n)), lambda step: tr("unknown card")),
    "paid": ActWords(_said(lambda: tr("Has the notes")), lambda step: tr("notes handed out")),
    "count": ActWords(_said(lambda: tr("Has counted")), lambda step: tr("notes counted")),
    "correct": ActWords(_correct, lambda step: tr("correction of the ledger"), editor="amount"),
    "squared": ActWords(_said(lambda: tr("The notes were corrected")), lambda step: tr("correction of the notes")),
    "counted": ActWords(_said(lambda: tr("The money is settled")), lambda step: tr("end of the count")),
    "order": ActWords(_said(lambda: tr("Another order was played")), lambda step: tr("order that was played")),
    "seated": ActWords(_said(lambda: tr("All seated in the new order")), lambda step: tr("new order of play")),
    "stay": ActWords(_said(lambda: tr("Nobody changes chairs")), lambda step: tr("everybody stays seated")),
    "end": ActWords(_said(lambda: tr("The game ends here")), lambda step: tr("end of the game")),
}
"""The name of a move on file -> its words, in the order of a game. `editor`: a face of `CorrectScreen`."""


def first_seats(view: View) -> Seat:
    """The chairs in the first round, clockwise from the start player."""
    return Seat(view.results[0].order if view.results else view.order)


def whole_words() -> dict[str, str]:
    """What chairs, seating and ring are called where each is corrected as what it came to."""
    return {"seat": tr("Who sits where"), "seating": tr("Chairs or platelets"), "ring": tr("The tables of the circle")}


def whole(view: View, acts: Sequence[Step]) -> Sequence[Whole]:
    """Chairs, seating and ring as they came to be before the game began."""
    begun = next((step.place for step in acts if step.do == "begin"), None)
    if begun is None:
        return ()
    said, other = whole_words(), next(each for each in Seating if each is not view.seating)
    return (
        Whole("seat", said["seat"], "chair", begun, first_seats(view)),
        Whole("seating", said["seating"], "list", begun, ChooseSeating(other)),
        Whole("ring", said["ring"], "turn", begun, LayRing(view.ring)),
    )
