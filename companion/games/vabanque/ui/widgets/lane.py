"""The pawns' way: along the inner edge of the ring, clockwise, round its four corners."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise

from companion.games.vabanque.ui.layout import Lane


def outline(lane: Lane) -> list[tuple[float, float]]:
    """Points of the lane clockwise from the top left corner's end, round the four corners."""
    points: list[tuple[float, float]] = []
    left, right, top, bottom = lane.l + lane.q, lane.r - lane.q, lane.t + lane.q, lane.b - lane.q
    for cx, cy, start in ((right, top, 270), (right, bottom, 0), (left, bottom, 90), (left, top, 180)):
        for step in range(7):
            angle = math.radians(start + step * 15)
            points.append((cx + lane.q * math.cos(angle), cy + lane.q * math.sin(angle)))
    return points


@lru_cache(64)
def path(lane: Lane, a: tuple[float, float], b: tuple[float, float]) -> list[tuple[float, float]]:
    """The lane clockwise from the point nearest to one stop to that nearest to another."""
    points = outline(lane)
    closed = [*points, points[0]]
    lengths = [0.0]
    for p, q in pairwise(closed):
        lengths.append(lengths[-1] + math.dist(p, q))

    def where(stop: tuple[float, float]) -> float:
        best, at = math.inf, 0.0
        for i, (p, q) in enumerate(pairwise(closed)):
            span = math.dist(p, q) or 1
            share = max(0, min(1, ((stop[0] - p[0]) * (q[0] - p[0]) + (stop[1] - p[1]) * (q[1] - p[1])) / span**2))
            far = math.dist(stop, (p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])))
            if far < best - 1e-6:
                best, at = far, lengths[i] + share * span
        return at

    start, end, total = where(a), where(b), lengths[-1]
    if end <= start:
        end += total
    corners = ((length + turn, points[i]) for turn in (0.0, total) for i, length in enumerate(lengths[:-1]))
    between = sorted(corner for corner in corners if start < corner[0] < end)
    return [_on(closed, lengths, start), *(point for _, point in between), _on(closed, lengths, end)]


def _on(closed: list[tuple[float, float]], lengths: list[float], way: float) -> tuple[float, float]:
    """The point of the closed outline that lies so far along it."""
    way %= lengths[-1]
    for i, (p, q) in enumerate(pairwise(closed)):
        if lengths[i] <= way <= lengths[i + 1]:
            share = (way - lengths[i]) / ((lengths[i + 1] - lengths[i]) or 1)
            return p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])
    return closed[0]


def along(lane: Lane, a: tuple[float, float], b: tuple[float, float], share: float) -> tuple[float, float]:
    """The point a share (0 to 1) of the way from one stop to another."""
    way = [a, *path(lane, a, b)[1:-1], b]
    spans = [math.dist(p, q) for p, q in pairwise(way)]
    left = share * sum(spans)
    for (p, q), span in zip(pairwise(way), spans, strict=True):
        if left <= span and span:
            return p[0] + (q[0] - p[0]) * left / span, p[1] + (q[1] - p[1]) * left / span
        left -= span
    return b
