"""Casino's moves in words: one row a move. With the rules themselves this is all that a move is entered in.

Which cards were taken or built with is said where a step has them in `kind`: of the last act, and of one that is opened for all to see.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.casino.ui import words
from companion.table.snapshot import Step
from companion.ui.gameui import ActWords
from companion.ui.texts import signed, tr, trn


def _said(said: Callable[[], str]) -> Callable[[Step, Any], str]:
    """The same, whatever the step says."""
    return lambda step, view: said()


def _played(step: Step) -> str:
    return words.card(step.kind[0]) if step.kind else ""


def _take(step: Step, view: Any) -> str:
    if step.kind:
        return tr("Took {card} with {cards}", cards=words.cards(step.kind[1:]), card=_played(step))
    return trn("Took {n} card", "Took {n} cards", step.amount)


def _build(step: Step, view: Any) -> str:
    return tr("Built {v} with {cards}", v=step.amount, cards=words.cards(step.kind)) if step.kind else tr("Built {v}", v=step.amount)


def _trail(step: Step, view: Any) -> str:
    return tr("Left {card}", card=_played(step)) if step.kind else tr("Left a card")


def _lay(step: Step, view: Any) -> str:
    return tr("Laid {card}", card=_played(step)) if step.kind else tr("Laid a card")


def _false(step: Step, view: Any) -> str:
    return tr("A build fell apart")


def _name(step: Step, view: Any) -> str:
    return tr("Takes a seat: {name}", name=step.name) if step.name else tr("Takes a seat")


ACTS = {
    "join": ActWords(_name, lambda step: tr("taking a seat")),
    "leave": ActWords(_said(lambda: tr("Leaves the game")), lambda step: tr("leaving the game")),
    "rename": ActWords(_said(lambda: tr("Is renamed")), lambda step: tr("change of name")),
    "seat": ActWords(_said(lambda: tr("The seats were changed")), lambda step: tr("change of chairs"), "chair"),
    "gathered": ActWords(_said(lambda: tr("Everybody is here")), lambda step: tr("end of seating")),
    "agree": ActWords(_said(lambda: tr("The house rules")), lambda step: tr("the house rules")),
    "begin": ActWords(_said(lambda: tr("Deals first")), lambda step: tr("choosing who deals"), "dice"),
    "lay": ActWords(_lay, lambda step: tr("face-up card"), editor="card"),
    "shown": ActWords(_said(lambda: tr("Shows a card")), lambda step: tr("the card that is shown")),
    "trail": ActWords(_trail, lambda step: tr("card that was left"), editor="card"),
    "take": ActWords(_take, lambda step: trn("taking {n} card", "taking {n} cards", step.amount), editor="card"),
    "build": ActWords(_build, lambda step: tr("build of {v}", v=step.amount), editor="card"),
    "false": ActWords(_false, lambda step: tr("build that fell apart")),
    "turn": ActWords(_said(lambda: tr("Plays on from here")), lambda step: tr("whose turn it is")),
    "dealt": ActWords(_said(lambda: tr("Four cards more to each")), lambda step: tr("the next deal")),
    "redeal": ActWords(_said(lambda: tr("Dealt again")), lambda step: tr("dealing again")),
    "lost": ActWords(_said(lambda: tr("Goes on without the companion")), lambda step: tr("going on without the companion")),
    "count": ActWords(_said(lambda: tr("The piles were counted by hand")), lambda step: tr("count by hand"), "chart"),
    "counted": ActWords(_said(lambda: tr("The count was seen")), lambda step: tr("going on after the count")),
    "correct": ActWords(lambda step, view: tr("Score corrected by {n}", n=signed(step.amount)), lambda step: tr("correction of the score")),
    "end": ActWords(_said(lambda: tr("The game was ended")), lambda step: tr("end of the game")),
}
