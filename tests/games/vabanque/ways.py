"""How the moves of Vabanque are made in a soak in other ways than its simulated players have: see tests/journeys/soak.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.vabanque import rules
from companion.games.vabanque.rules import moves as do
from companion.games.vabanque.rules.moves import AnyMove, Character
from companion.games.vabanque.rules.view import View
from companion.games.vabanque.table.commands import LayUnread
from companion.table import commands
from companion.table.events import Button


def acts(moves: Sequence[AnyMove]) -> list[AnyMove]:
    """The ring is laid tile by tile, so that each is an act."""
    found: list[AnyMove] = []
    for move in moves:
        found += [do.LayTile(tile) for tile in move.tiles] if isinstance(move, do.LayRing) else [move]
    return found


def code_of(card: do.PlaceCard | do.RevealCard) -> str:
    return f"{card.by} {card.character}"


def make(table: Any, move: AnyMove, way: str) -> bool:
    """Makes a move at a table of the soak; always one of these ways."""
    view: View = table.shown.view
    match move:
        case do.Join(colour=colour, name=name) if name == rules.pieces.CHARACTERS[colour] and way in ("pad", "wand"):
            table.show(f"{colour} colour", way)
        case do.LayTile(tile=tile) if way in ("pad", "wand"):
            table.show(f"tile {tile}", way)
        case do.PlaceFirstPawn(table=spot) | do.PlaceToken(table=spot):
            _spot(table, view, spot, way)
        case do.PlaceCard(character=Character.HIDDEN, table=spot):
            _spot(table, view, spot, way)
            table.post(LayUnread())
        case do.PlaceCard(table=spot) if way == "ring":
            table.scan(table.ring, f"ring-1/{spot}", code_of(move), lift=False)
        case do.PlaceCard(table=spot) if way != "touch":
            first, second = (lambda: table.show(code_of(move), way)), (lambda: _spot(table, view, spot, "touch" if way == "mixed" else way))
            # Card, then table; or table, then card.
            for each in (first, second) if table.rng.random() < 0.5 else (second, first):
                each()
        case do.MovePawn(steps=steps):
            _spot(table, view, dict(view.reachable)[steps], way)
        case do.RevealCard(table=spot) if way != "touch":
            _spot(table, view, spot, way)
            table.show(code_of(move), way)
        case do.Confirm() | do.Paid() | do.Counted() | do.Seated() if way == "pad":
            table.plug_pad()
            table.pad.press(Button.OK)
        case _:
            table.post(commands.Do(move))
    if isinstance(move, do.Seated):
        table.clear_ring()
    return True


def _spot(table: Any, view: View, spot: int, way: str) -> None:
    if way in ("touch", "mixed", "ring"):
        table.post(commands.TouchSpot(spot))
    else:
        table.show(f"tile {view.tables[spot - 1].tile}", way)
