"""Games to test with: begun at once, or played at random to any point."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from companion.games import vabanque
from companion.games.colours import Colour
from companion.games.vabanque.moves import (
    AnyMove,
    Begin,
    Character,
    ChooseSeating,
    Confirm,
    Counted,
    Gathered,
    Join,
    LayRing,
    MovePawn,
    Paid,
    PlaceCard,
    PlaceFirstPawn,
    PlaceToken,
    RevealCard,
    Seated,
    Seating,
)
from companion.games.vabanque.view import Phase

SEEDS = Path(__file__).resolve().parents[3] / "seeds" / "vabanque"
CASES = json.loads((SEEDS / "cases.json").read_text())
BOX = json.loads((SEEDS / "components.json").read_text())
RED, BLUE, GREEN, YELLOW, BLACK, WHITE = Colour.RED, Colour.BLUE, Colour.GREEN, Colour.YELLOW, Colour.BLACK, Colour.WHITE
RINGS = {setup["players"]: setup["tables"] for setup in BOX["setups"]}


def setting_up(colours: Iterable[Colour], first: Colour, seating: Seating = Seating.CHAIRS) -> list[AnyMove]:
    """The set-up moves for these players; every table is the tile of its number."""
    colours = list(colours)
    ring = tuple(range(1, RINGS[len(colours)] + 1))
    return [*(Join(c, c.value.title()) for c in colours), ChooseSeating(seating), Gathered(), LayRing(ring), Begin(first)]


def after(moves: Iterable[AnyMove], position: vabanque.Position | None = None) -> vabanque.Position:
    position = vabanque.new() if position is None else position
    for move in moves:
        position = vabanque.apply(position, move)
    return position


def begun(*colours: Colour, first: Colour | None = None, seating: Seating = Seating.CHAIRS) -> vabanque.Game:
    """A game in which the first pawn is to be placed; the first of `colours` begins unless told."""
    position = after(setting_up(colours, first or colours[0], seating))
    assert isinstance(position, vabanque.Game)
    return position


class Evening:
    """A whole random game. `moves` from the first Join on; `positions[n]` stands before `moves[n]`."""

    def __init__(self, colours: list[Colour], seating: Seating, seed: int, spread: int, hidden: float) -> None:
        """`spread`: on how many tables everything is laid (few make rich tables); `hidden`: the share of cards that nobody reads."""
        rng = random.Random(seed)
        self.moves: list[AnyMove] = []
        self.positions: list[vabanque.Position] = [vabanque.new()]
        for move in setting_up(colours, vabanque.draw_start_player(colours, rng), seating):
            self._do(move)
        while vabanque.outcome(self.positions[-1]) is None:
            self._do(self._some(rng, spread, hidden))

    def _do(self, move: AnyMove) -> None:
        self.positions.append(vabanque.apply(self.positions[-1], move))
        self.moves.append(move)

    def _some(self, rng: random.Random, spread: int, hidden: float) -> AnyMove:
        moves = list(vabanque.legal(self.positions[-1], kinds=True))
        if isinstance(moves[0], PlaceCard):
            unread = rng.random() < hidden
            moves = [m for m in moves if isinstance(m, PlaceCard) and (m.character is Character.HIDDEN) == unread] or moves
        near = [move for move in moves if not isinstance(move, PlaceToken | PlaceCard) or move.table <= spread]
        return rng.choice(near)

    @property
    def end(self) -> vabanque.Game:
        assert isinstance(self.positions[-1], vabanque.Game)
        return self.positions[-1]

    def __repr__(self) -> str:
        return f"Evening({self.moves})"


def evenings(hidden: tuple[float, ...] = (0.0, 0.3, 1.0)) -> st.SearchStrategy[Evening]:
    """Random games of 3 to 6 players."""
    return st.builds(
        Evening,
        st.lists(st.sampled_from(list(Colour)), min_size=3, max_size=6, unique=True),
        st.sampled_from(list(Seating)),
        st.integers(0, 2**32),
        st.sampled_from((2, 4, 12)),
        st.sampled_from(hidden),
    )


def every_move() -> list[AnyMove]:
    """Every move that could be thought of in a game, and some that no game has: tables 0 and 13, 5 steps, minus one."""
    tables = range(14)
    return [
        *(PlaceFirstPawn(by, table) for by, table in product(Colour, tables)),
        *(PlaceToken(by, table) for by, table in product(Colour, tables)),
        *(PlaceCard(by, kind, table) for by, kind, table in product(Colour, Character, tables)),
        *(MovePawn(by, steps) for by, steps in product(Colour, range(-1, 7))),
        *(RevealCard(by, kind, table) for by, kind, table in product(Colour, Character, tables)),
        Confirm(),
        *(Paid(to) for to in Colour),
        Counted(),
        Seated(),
    ]


def settled(position: vabanque.Position) -> vabanque.Position:
    """Handed out, seated: on to the next round's tokens, or to the end."""
    while vabanque.view(position).phase in (Phase.PAYOUT, Phase.COUNT, Phase.ORDER):
        position = vabanque.apply(position, next(iter(vabanque.legal(position))))
    return position


def plain_lines(moves: Iterable[AnyMove]) -> list[dict[str, Any]]:
    """The moves as the objects of a record, made without the record's own code."""
    names = {PlaceFirstPawn: "start", PlaceToken: "token", PlaceCard: "card", MovePawn: "pawn", RevealCard: "reveal"}
    return [{"do": names[type(move)], **{field: getattr(move, field) for field in move.__struct_fields__}} for move in moves if type(move) in names]
