"""Whether what a finger sends refers to what it sees."""

from __future__ import annotations

from typing import Any

from companion.games.vabanque.rules import moves
from companion.table.commands import Do
from companion.ui.widgets.prompt import Prompt


def said(screen: Any) -> set[Any]:
    """Who and which table a screen speaks of, as its prompt bar says it."""
    prompt: Prompt | None = getattr(getattr(screen, "bar", None), "prompt", None)
    if prompt is None:
        return set()
    return {prompt.who, prompt.title, prompt.text, prompt.aside}


def misplaced(screen: Any, thing: Any, names: dict[Any, str], seen: list[str]) -> str:
    """What a finger has sent although the screen spoke of somebody or something else; "" if it was right. `seen`: all that stands there."""
    if not isinstance(thing, Do):
        return ""
    move, words = thing.move, said(screen)
    match move:
        case moves.RevealCard(by=by, table=table) | moves.Untold(by=by, table=table) if screen.name == "reveal":
            # A sentence names whom it is about, by a name that may be shortened; where a banner takes its place, the owner's row is lit.
            asked = any(screen.said[by] in text and text != names[by] for text in seen) or (screen.lost is not None and screen.missing.chosen is by)
            right = table in words and asked
        case moves.Paid(to=by) | moves.MovePawn(by=by) | moves.PlaceCard(by=by) | moves.Count(by=by):
            right = by in words
        case moves.Rename(colour=by) | moves.Leave(colour=by):
            right = by in words
        case moves.Seated():
            right = screen.sitting
        case _:
            right = True
    return "" if right else f"{move!r} from a picture that says {words}"
