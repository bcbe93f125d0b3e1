"""Leads nets through the space between a board and the parts beside it: every net gets one upright line of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from hardware.pen.sheet import Point, Sheet


@dataclass(frozen=True)
class Net:
    """One conductor: the heights at which it meets the board's side and the parts' side. `local` nets stay close to the parts."""

    number: int
    colour: str
    board: tuple[float, ...]
    parts: tuple[float, ...]
    local: bool = False

    @property
    def span(self) -> tuple[float, float]:
        return min(self.board + self.parts), max(self.board + self.parts)


def crossings(order: Sequence[Net]) -> int:
    """How often wires cross if the upright lines stand in this order, from the board outwards. A wire lying on another counts as 100."""
    count = 0
    for inner, outer in combinations(order, 2):
        low, high = inner.span
        count += sum(low < y < high for y in outer.board)
        low, high = outer.span
        count += sum(low < y < high for y in inner.parts)
        count += 100 * sum(abs(a - b) < 8 for a in outer.board for b in inner.parts)
    return count


def arrange(nets: Sequence[Net]) -> list[Net]:
    """An order with few crossings: every net is moved to its best place until nothing gets better."""
    order = sorted(nets, key=lambda net: (-min(net.board, default=1e9), net.number))
    best = crossings(order)
    improved = True
    while improved:
        improved = False
        for net in list(order):
            rest = [other for other in order if other is not net]
            for place in range(len(order)):
                trial = [*rest[:place], net, *rest[place:]]
                cost = crossings(trial)
                if cost < best:
                    order, best, improved = trial, cost, True
    return order


def route(sheet: Sheet, nets: Sequence[Net], board_x: float, parts_x: float, *, trunk_from: float, trunk_to: float) -> None:
    """Draws the nets between two uprights; the trunks are spread evenly from `trunk_from` (near the board) to `trunk_to`."""
    order = arrange([net for net in nets if not net.local])
    local = [net for net in nets if net.local]
    lanes = len(order) + bool(local)
    step = (trunk_to - trunk_from) / max(lanes - 1, 1)
    places = [(net, trunk_from + index * step) for index, net in enumerate(order)]
    places += [(net, trunk_to) for net in local]
    for net, x in places:
        low, high = net.span
        runs = [[(x, low), (x, high)]] if high > low else []
        runs += [[(start, y), (x, y)] for start, heights in ((board_x, net.board), (parts_x, net.parts)) for y in heights]
        sheet.wire(net.colour, *runs)
    for net, x in places:
        for point in _joints(net, x):
            sheet.dot(*point, net.colour)


def _joints(net: Net, x: float) -> list[Point]:
    """Where three or four lines of one net meet."""
    low, high = net.span
    heights = sorted(set(net.board + net.parts))
    ends = net.board + net.parts
    return [(x, y) for y in heights if (low < y < high) or (ends.count(y) > 1 and high > low)]
