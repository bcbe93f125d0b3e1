"""The moves of Cash & Run in words: one row a move. With the rules themselves this is all that a move is entered in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.cash_and_run.rules.chance import Shown, Symbol
from companion.games.cash_and_run.ui import words
from companion.table.snapshot import Step
from companion.ui import texts
from companion.ui.gameui import ActWords
from companion.ui.texts import signed, tr, trc


def _said(said: Callable[[], str]) -> Callable[[Step, Any], str]:
    """The same, whatever the step says."""
    return lambda step, view: said()


def _casino(step: Step, view: Any) -> str:
    return words.casino(view.casinos, step.kind) if view is not None else str(step.kind or "")


def _printed(step: Step) -> str:
    """What was told of a casino."""
    if not isinstance(step.kind, list | tuple):
        return tr("A casino was told")
    symbol, colour = step.kind
    return tr("{casino}: {game}, {colour}", casino=step.name, game=words.symbol(Symbol(symbol)), colour=words.tint(colour))


def _dice(step: Step) -> str:
    return str(step.kind or "").replace("+", " · ")


def _card(step: Step) -> str:
    return words.result(str(step.kind)) if step.kind else "?"


def _bet(step: Step, view: Any) -> str:
    field = words.field(step.kind)
    return tr("Bets {sum} on {field}", sum=texts.amount(step.amount), field=field) if step.amount else tr("Bets on {field}", field=field)


ACTS = {
    "join": ActWords(lambda step, view: tr("Takes a seat: {name}", name=step.name), lambda step: tr("taking a seat")),
    "leave": ActWords(_said(lambda: tr("Leaves the game")), lambda step: tr("leaving the game")),
    "rename": ActWords(lambda step, view: tr("Is renamed: {name}", name=step.name), lambda step: tr("change of name")),
    "seat": ActWords(_said(lambda: tr("The seats were changed")), lambda step: tr("change of chairs")),
    "copy": ActWords(_said(lambda: tr("The copy of the game is known")), lambda step: tr("what is known of the copy")),
    "casino": ActWords(lambda step, view: _printed(step), lambda step: tr("what is printed on a casino")),
    "agree": ActWords(_said(lambda: tr("The rules were agreed on")), lambda step: tr("rules that were agreed on")),
    "gathered": ActWords(_said(lambda: tr("Everybody is here")), lambda step: tr("end of seating")),
    "deal": ActWords(lambda step, view: tr("Has {casino}", casino=_casino(step, view)), lambda step: tr("casino that was dealt")),
    "deal all": ActWords(_said(lambda: tr("The casinos were dealt")), lambda step: tr("casinos that were dealt")),
    "stand": ActWords(lambda step, view: tr("Begins at {casino}", casino=_casino(step, view)), lambda step: tr("where the pawn begins")),
    "begin": ActWords(_said(lambda: tr("Begins")), lambda step: tr("choosing who begins")),
    "throw": ActWords(lambda step, view: tr("Throws {dice}", dice=_dice(step)), lambda step: tr("throw of {dice}", dice=_dice(step))),
    "roll": ActWords(lambda step, view: tr("Throws {dice}", dice=_dice(step)), lambda step: tr("throw of {dice}", dice=_dice(step))),
    "go": ActWords(_said(lambda: tr("Goes to another square")), lambda step: tr("way to another square")),
    "buy": ActWords(_said(lambda: tr("Buys")), lambda step: tr("purchase")),
    "decline": ActWords(_said(lambda: tr("Leaves it")), lambda step: tr("leaving it")),
    "bet": ActWords(_bet, lambda step: tr("bet on {field}", field=words.field(step.kind))),
    "roulette": ActWords(
        lambda step, view: tr("The ball stops at {n}", n=step.kind or "?"), lambda step: tr("number {n}", n=step.kind or "?"), icon="turn"
    ),
    "die": ActWords(lambda step, view: tr("The die shows {n}", n=step.kind or "?"), lambda step: tr("die: {n}", n=step.kind or "?"), icon="dice"),
    "card": ActWords(lambda step, view: tr("The card is {card}", card=_card(step)), lambda step: tr("card: {card}", card=_card(step)), icon="card"),
    "settle": ActWords(_said(lambda: tr("Lays no Bluff card")), lambda step: tr("payment")),
    "bluff": ActWords(_said(lambda: tr("Lays a Bluff card")), lambda step: tr("Bluff card")),
    "believe": ActWords(_said(lambda: tr("Believes it")), lambda step: tr("believing the Bluff card")),
    "doubt": ActWords(
        lambda step, view: tr("Turns it over: {what}", what=words.shown(Shown(step.kind))) if step.kind else tr("Turns it over"),
        lambda step: tr("turning the Bluff card over"),
    ),
    "takeover": ActWords(lambda step, view: tr("Plays for {casino}", casino=_casino(step, view)), lambda step: tr("challenge for a casino")),
    "pick": ActWords(lambda step, view: tr("Takes {casino}", casino=_casino(step, view)), lambda step: tr("casino that is taken")),
    "sure": ActWords(_said(lambda: tr("Takes the safe sum")), lambda step: tr("taking the safe sum")),
    "try": ActWords(_said(lambda: tr("Tries the next step")), lambda step: tr("next step of the Grand Slam")),
    "stop": ActWords(_said(lambda: tr("Stops")), lambda step: tr("stopping")),
    "auction": ActWords(lambda step, view: tr("Auctions {casino}", casino=_casino(step, view)), lambda step: tr("beginning of the auction")),
    "bid": ActWords(
        lambda step, view: tr("Bids {sum}", sum=texts.amount(step.amount)) if step.amount else trc("somebody", "Bids"), lambda step: tr("bid")
    ),
    "sold": ActWords(_said(lambda: tr("Nobody bids more")), lambda step: tr("end of the auction"), icon="check"),
    "run": ActWords(lambda step, view: tr("Cash & Run: {card}", card=_card(step)), lambda step: tr("Cash & Run")),
    "correct": ActWords(
        lambda step, view: tr("Ledger corrected by {d}", d=signed(step.amount)) if step.amount else tr("Ledger corrected"),
        lambda step: tr("correction of the ledger"),
    ),
    "put": ActWords(_said(lambda: tr("The pawn is moved by hand")), lambda step: tr("pawn moved by hand")),
    "hand over": ActWords(_said(lambda: tr("A casino changes hands")), lambda step: tr("casino that changed hands")),
    "hold": ActWords(_said(lambda: tr("The Bluff cards were counted")), lambda step: tr("count of Bluff cards")),
    "quit": ActWords(_said(lambda: tr("Leaves; the others play on")), lambda step: tr("leaving the game")),
    "end": ActWords(_said(lambda: tr("The game ends here")), lambda step: tr("end of the game")),
}
"""The name of a move on file -> its words, in the order of a game."""
