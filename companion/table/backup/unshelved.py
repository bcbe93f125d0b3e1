"""What a backup tells of a game whose package is not here. Nobody can play it through, so what is kept of it is looked at by itself."""

from __future__ import annotations

from typing import Any

from companion.game import GameFacts
from companion.games.kit.names import MAX_PLACE, proper_name, proper_text
from companion.games.kit.strict import Malformed, convert, whole
from companion.table.snapshot import GameEntry

MOST = 10**15
"""No sum of a game is larger."""


def sound(summary: str | None, facts: str | None) -> bool:
    """Whether both can be listed, counted and exported: whole, of the house's form, about the people who are named in it."""
    try:
        return (summary is None or _is_entry(whole(summary))) and (facts is None or _are_facts(whole(facts)))
    except (Malformed, RecursionError):
        return False


def _is_entry(value: Any) -> bool:
    entry: GameEntry = convert(value, GameEntry)
    colours = [colour for colour, _ in entry.players]
    return (
        _harmless(value)
        and all(proper_name(name) for _, name in entry.players)
        and len(set(colours)) == len(colours)
        and set(colours) <= set(entry.scores)
        and set(entry.winners) <= set(colours)
    )


def _are_facts(value: Any) -> bool:
    facts: GameFacts = convert(value, GameFacts)
    colours = [seat.colour for seat in facts.seats]
    return _harmless(value) and all(proper_name(seat.name) for seat in facts.seats) and len(set(colours)) == len(colours)


def _harmless(value: Any) -> bool:
    """Whether no text in it steers a terminal and no number is beyond any sum."""
    if isinstance(value, str):
        return not value or proper_text(value, MAX_PLACE)
    if isinstance(value, dict):
        return all(_harmless(each) for pair in value.items() for each in pair)
    if isinstance(value, list):
        return all(map(_harmless, value))
    return value is None or abs(value) <= MOST
