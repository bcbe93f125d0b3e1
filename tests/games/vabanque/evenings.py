"""Games to test with: begun at once, or played at random to any point."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from companion.games.kit.colours import Colour
from companion.games.vabanque import rules
from companion.games.vabanque.rules.moves import (
    AnyMove,
    Begin,
    Character,
    ChooseSeating,
    Confirm,
    Correct,
    Count,
    Counted,
    End,
    Gathered,
    Join,
    LayRing,
    MovePawn,
    Order,
    Paid,
    PlaceCard,
    PlaceFirstPawn,
    PlaceToken,
    RevealCard,
    Seated,
    Seating,
    Stay,
    Untold,
)
from companion.games.vabanque.rules.refusal import MoveRefused
from companion.games.vabanque.rules.view import Phase

SEEDS = Path(__file__).resolve().parents[3] / "seeds" / "vabanque"
CASES = json.loads((SEEDS / "cases.json").read_text())
BOX = json.loads((SEEDS / "components.json").read_text())
RED, BLUE, GREEN, YELLOW, BLACK, WHITE = Colour.RED, Colour.BLUE, Colour.GREEN, Colour.YELLOW, Colour.BLACK, Colour.WHITE
NOTES = [int(value) for value in BOX["notes"]]
RINGS = {setup["players"]: setup["tables"] for setup in BOX["setups"]}


def setting_up(colours: Iterable[Colour], first: Colour, seating: Seating = Seating.CHAIRS) -> list[AnyMove]:
    """The set-up moves for these players; every table is the tile of its number."""
    colours = list(colours)
    ring = tuple(range(1, RINGS[len(colours)] + 1))
    return [*(Join(c, c.value.title()) for c in colours), ChooseSeating(seating), Gathered(), LayRing(ring), Begin(first)]


def after(moves: Iterable[AnyMove], position: rules.Position | None = None) -> rules.Position:
    position = rules.new() if position is None else position
    for move in moves:
        position = rules.apply(position, move)
    return position


def begun(*colours: Colour, first: Colour | None = None, seating: Seating = Seating.CHAIRS) -> rules.Game:
    """A game in which the first pawn is to be placed; the first of `colours` begins unless told."""
    position = after(setting_up(colours, first or colours[0], seating))
    assert isinstance(position, rules.Game)
    return position


class Evening:
    """A whole random game. `moves` from the first Join on; `positions[n]` stands before `moves[n]`."""

    def __init__(self, colours: list[Colour], seating: Seating, seed: int, spread: int, hidden: float, between: float = 0.0) -> None:
        """`spread`: on how many tables everything is laid (few make rich tables); `hidden`: the share of cards that nobody reads.

        `between`: how often somebody counts, is corrected, stays put, can't tell a card or leaves for good.
        """
        rng = random.Random(seed)
        self._between = between
        self.moves: list[AnyMove] = []
        self.positions: list[rules.Position] = [rules.new()]
        for move in setting_up(colours, rules.draw_lot(colours, rng), seating):
            self._do(move)
        while rules.outcome(self.positions[-1]) is None:
            self._do(self._some(rng, spread, hidden))

    def _do(self, move: AnyMove) -> None:
        self.positions.append(rules.apply(self.positions[-1], move))
        self.moves.append(move)

    def _some(self, rng: random.Random, spread: int, hidden: float) -> AnyMove:
        if rng.random() < self._between:
            made_up = [move for move in made_up_at_will(self.positions[-1], rng) if accepted(self.positions[-1], move)]
            if made_up and (not isinstance(made_up[0], End) or rng.random() < 0.003):
                return rng.choice(made_up)
        moves = list(rules.legal(self.positions[-1], kinds=True))
        if isinstance(moves[0], PlaceCard):
            unread = rng.random() < hidden
            moves = [m for m in moves if isinstance(m, PlaceCard) and (m.character is Character.HIDDEN) == unread] or moves
        near = [move for move in moves if not isinstance(move, PlaceToken | PlaceCard) or move.table <= spread]
        return rng.choice(near)

    @property
    def end(self) -> rules.Game:
        assert isinstance(self.positions[-1], rules.Game)
        return self.positions[-1]

    def __repr__(self) -> str:
        return f"Evening({self.moves})"


def made_up_at_will(position: rules.Position, rng: random.Random) -> list[AnyMove]:
    """Counts, corrections and the like that may be legal where the game stands; elsewhere that somebody leaves."""
    view = rules.view(position)
    if not isinstance(position, rules.Game):
        return []
    by = rng.choice(view.order)
    amount = rng.randrange(-20, 21) * 5_000
    if view.phase is Phase.COUNT:
        counted = {value: rng.randint(0, 3) for value in NOTES}
        return [Count(by, view.purses[by]), Count(by, counted), Correct(by, amount, "a slip")]
    if view.phase is Phase.ORDER:
        return [Stay(by), Correct(by, amount, "found it")]
    if view.phase is Phase.REVEAL:
        return [Untold(each.owner, each.table) for each in view.unrevealed]
    return [End(by)]


def accepted(position: rules.Position, move: AnyMove) -> bool:
    """Whether the rules take the move."""
    try:
        rules.apply(position, move)
    except MoveRefused:
        return False
    return True


def evenings(hidden: tuple[float, ...] = (0.0, 0.3, 1.0), between: float = 0.0) -> st.SearchStrategy[Evening]:
    """Random games of 3 to 6 players."""
    return st.builds(
        Evening,
        st.lists(st.sampled_from(list(Colour)), min_size=3, max_size=6, unique=True),
        st.sampled_from(list(Seating)),
        st.integers(0, 2**32),
        st.sampled_from((2, 4, 12)),
        st.sampled_from(hidden),
        st.just(between),
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
        *(Untold(by, table) for by, table in product(Colour, tables)),
        *(Correct(by, amount, reason) for by, amount, reason in product(Colour, (-5_000, 0, 2_500, 5_000), ("a slip", ""))),
        *(Count(by, notes) for by in Colour for notes in ({}, {5_000: 1}, {5_000: 11}, {7: 1}, {5_000: -1})),
        Stay(),
        *(Stay(by) for by in Colour),
        End(),
        *(End(by) for by in Colour),
    ]


def made_up_rightly(move: AnyMove, view: rules.View) -> bool:
    """Whether the rules should take a move that `legal` leaves out, since everybody can make it up at will: told from the view alone."""
    playing = [player.colour for player in view.players]
    by = getattr(move, "by", None)
    if by is not None and by not in playing:
        return False
    match move:
        case Untold():
            return any((each.owner, each.table) == (move.by, move.table) for each in view.unrevealed)
        case Correct():
            fortune = next(player.fortune for player in view.players if player.colour is move.by)
            right = move.amount in (-5_000, 5_000) and move.reason != "" and fortune + move.amount >= 0
            return right and view.phase in (Phase.COUNT, Phase.ORDER)
        case Count(notes=notes):
            others = sum(purse.get(5_000, 0) for colour, purse in view.purses.items() if colour is not move.by and colour in view.counted)
            return view.phase is Phase.COUNT and notes in ({}, {5_000: 1}) and notes.get(5_000, 0) + others <= 10
        case Stay():
            return view.phase is Phase.ORDER and view.seating is Seating.CHAIRS and not view.results[-1].stayed
        case End():
            return view.phase is not Phase.FINISHED
    return False


def settled(position: rules.Position) -> rules.Position:
    """Handed out, seated: on to the next round's tokens, or to the end."""
    while rules.view(position).phase in (Phase.PAYOUT, Phase.COUNT, Phase.ORDER):
        position = rules.apply(position, next(iter(rules.legal(position))))
    return position


def plain_lines(moves: Sequence[AnyMove]) -> list[dict[str, Any]]:
    """The moves as the objects of a record, made without the record's own code."""
    names = {
        PlaceFirstPawn: "start", PlaceToken: "token", PlaceCard: "card", MovePawn: "pawn", RevealCard: "reveal",
        Untold: "untold", Correct: "correct", Stay: "stay", Order: "order", End: "end",
    }  # fmt: skip
    lines = [{"do": names[type(move)], **{field: getattr(move, field) for field in move.__struct_fields__}} for move in moves if type(move) in names]
    if isinstance(moves[-1], End) and rules.view(after(moves[:-1])).phase is Phase.STAND:
        lines[-1]["paid"] = False
    return lines
