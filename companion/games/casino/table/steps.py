"""Acts in public words: took four cards, built 8, left a card. Which cards is said of the last act only, and of one that is opened for all to see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.games.casino.rules.cards import Card
from companion.games.casino.rules.moves import (
    AnyMove,
    Begin,
    Build,
    Correct,
    Counted,
    CountPiles,
    End,
    FalseBuild,
    Join,
    Lay,
    Rename,
    Shown,
    Take,
    Trail,
)
from companion.games.casino.table.mend import PLAYS
from companion.table.journal.acts import Act, Amended
from companion.table.session.branch import Branch
from companion.table.session.timeline import Timeline
from companion.table.snapshot import Step

_SURE = (CountPiles, Counted, End)
"""An undo of these reaches behind a count, for which piles were turned over: it asks first."""


LISTED = (Join, Begin, Lay, *PLAYS, FalseBuild)
"""What can be set right by itself; the rest is taken back, or told anew."""


def step_of(act: Act) -> Step:
    """An act: its name on file, who, how many cards it took or to what value it built. It names no card."""
    do = act.__struct_config__.tag
    assert isinstance(do, str)
    of = act.move if isinstance(act, Amended) else act
    who = next((value for name in ("by", "colour", "dealer") if (value := getattr(of, name, None)) is not None), None)
    return Step(do, who, amount=_number(of), name=of.name if isinstance(of, Join | Rename) else "")


def _number(move: AnyMove) -> int:
    match move:
        case Take(cards=cards) | FalseBuild(cards=cards):
            return len(cards)
        case Build(value=value):
            return value
        case Correct(points=points):
            return points
    return 0


def cards_of(move: AnyMove) -> tuple[Card, ...]:
    """The cards of an act, the played one first."""
    match move:
        case Lay(card=card) | Trail(card=card) | Shown(card=card):
            return (card,)
        case Take(card=card, cards=others) | Build(card=card, with_=others):
            return (card, *others)
        case FalseBuild(cards=others):
            return others
    return ()


def placed(branch: Branch, place: int, *, opened: bool) -> Step:
    """The act at this place. `opened`: with its cards, in `kind`."""
    move = branch.moves[place]
    return replace(step_of(move), place=place, kind=(cards_of(move) or None) if opened else None)


def acts_of(branch: Branch, round_: int, settings: Any) -> Iterator[Step]:
    """The acts of a round, 0 for the set-up, that can be corrected. The last act of all is told with its cards."""
    last = len(branch.moves) - 1
    for place, move in enumerate(branch.moves):
        if isinstance(move, LISTED) and branch.round_of(place) == round_:
            yield placed(branch, place, opened=place == last)


def undo_step(timeline: Timeline) -> Step | None:
    """The act that an undo takes back. Behind a count it has to be confirmed."""
    act = timeline.last
    if act is None:
        return None
    before, move = timeline.before
    counted = len(getattr(timeline.position, "results", ())) != len(getattr(before, "results", ()))
    return replace(step_of(act), sure=counted or isinstance(move, _SURE))
