"""The ring as it lies on the table, to scale."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from hardware.pen.sheet import BRASS, INK, IVORY, MIST, PAPER, PETROL, Point, Sheet
from hardware.wiring import Wiring

SCALE = 1.28
CENTRE = (432.0, 520.0)
PLATE = (-47, 39, 32)
"""A station's plate, seen from its antenna in millimetres: inner end, outer end, half its width."""
SUBTITLE = "From above, to scale. A table of wood or plastic; no closed metal frame."
UNIT = (95, 91)
"""A unit's case in millimetres: along the radius, across it."""


def turned(radius: float, turn: float, aside: float = 0.0) -> Point:
    """Millimetres from the middle of the ring: `radius` out in direction `turn` (0 is up, clockwise), then `aside` to the right."""
    return radius * math.sin(turn) + aside * math.cos(turn), -radius * math.cos(turn) + aside * math.sin(turn)


def station_turns(plan: Mapping[str, Any]) -> list[float]:
    return [2 * math.pi * (index + 0.5) / plan["places"] for index in range(plan["places"])]


def unit_turns(plan: Mapping[str, Any]) -> list[float]:
    """Each unit lies in front of the middle of its own stations."""
    return [2 * math.pi * (index + 0.5) / plan["units"] for index in range(plan["units"])]


def chord_mm(plan: Mapping[str, Any]) -> float:
    """From one antenna's centre to the next."""
    return float(plan["circle_mm"] * math.sin(math.pi / plan["places"]))


def arms_mm(plan: Mapping[str, Any]) -> list[float]:
    """From the middle of its unit to each antenna, in a straight line."""
    share = plan["places"] // plan["units"]
    units = [turned(plan["unit_radius_mm"], turn) for turn in unit_turns(plan)]
    stations = [turned(plan["circle_mm"] / 2, turn) for turn in station_turns(plan)]
    return [math.dist(station, units[index // share]) for index, station in enumerate(stations)]


def _at(radius: float, turn: float, aside: float = 0.0) -> Point:
    x, y = turned(radius, turn, aside)
    return CENTRE[0] + SCALE * x, CENTRE[1] + SCALE * y


def _box(turn: float, inner: float, outer: float, half: float) -> list[Point]:
    return [_at(inner, turn, -half), _at(inner, turn, half), _at(outer, turn, half), _at(outer, turn, -half), _at(inner, turn, -half)]


def ring(wiring: Wiring) -> Sheet:
    plan, card = wiring.facts["ring_plan"], wiring.facts["card"]
    sheet = Sheet("Ring of 12: where it lies on the table", 1030, SUBTITLE)
    radius = plan["circle_mm"] / 2
    turns, units = station_turns(plan), unit_turns(plan)
    share = len(turns) // len(units)
    sheet.circle(*CENTRE, SCALE * radius, stroke=MIST, width=1.5, dash="6 6")
    _usb(sheet, units, radius)
    for index, turn in enumerate(turns):
        sheet.line([_at(plan["unit_radius_mm"], units[index // share]), _at(radius + PLATE[0] + 8, turn)], stroke=BRASS, width=5)
    for index, turn in enumerate(turns):
        _station(sheet, turn, index + 1, plan)
    for index, turn in enumerate(units):
        middle = plan["unit_radius_mm"]
        sheet.line(_box(turn, middle - UNIT[0] / 2, middle + UNIT[0] / 2, UNIT[1] / 2), fill=PETROL)
        x, y = _at(middle, turn)
        sheet.text(x, y + 6, f"unit {index + 1}", anchor="middle", size=17, fill=PAPER, bold=True, over=True)
    _waiting_card(sheet, turns[3], radius + plan["pushed_cards_mm"], card)
    sheet.dimension(_at(radius, turns[11]), _at(radius, turns[0]), f"{chord_mm(plan):.0f} mm", dy=-48)
    aside = -44
    a, b = _at(radius, turns[8], aside), _at(radius - plan["tile_sticker_mm"], turns[8], aside)
    sheet.dimension(a, b, f"{plan['tile_sticker_mm']} mm", dx=-34, dy=34)
    for index, row in enumerate(_legend(plan)):
        sheet.text(20, 970 + 22 * index, row, size=15)
    return sheet


def _legend(plan: Mapping[str, Any]) -> Sequence[str]:
    return (
        f"Ring on a plate: the antenna's centre, where the card's sticker must lie; {plan['circle_mm'] / 10:.0f} cm across the table.",
        f"Small square: the sticker under the tile's inner end, {plan['tile_sticker_mm']} mm or more inwards from the antenna (see 9).",
        f"Dashed card at 4: a read card is pushed out, {plan['pushed_cards_mm']} mm or more, before the next one is laid.",
    )


def _station(sheet: Sheet, turn: float, number: int, plan: Mapping[str, Any]) -> None:
    radius = plan["circle_mm"] / 2
    sheet.line(_box(turn, radius + PLATE[0], radius + PLATE[1], PLATE[2]), fill=IVORY)
    x, y = _at(radius, turn)
    sheet.circle(x, y, SCALE * plan["off_centre_mm"], fill=PAPER, stroke=BRASS, width=2)
    sheet.circle(x, y, 3, fill=BRASS, stroke=BRASS)
    sheet.line(_box(turn, radius - plan["tile_sticker_mm"] - 5, radius - plan["tile_sticker_mm"] + 5, 5), fill=PAPER, stroke=INK, width=1.5)
    x, y = _at(radius - 30, turn)
    sheet.text(x, y + 6, str(number), size=17, anchor="middle", bold=True, fill=PETROL)


def _waiting_card(sheet: Sheet, turn: float, radius: float, card: Mapping[str, Any]) -> None:
    half = card["height_mm"] / 2
    sheet.line(_box(turn, radius - half, radius + half, card["width_mm"] / 2), stroke=INK, width=2, dash="6 4")
    sheet.circle(*_at(radius, turn), SCALE * card["sticker_mm"] / 2, stroke=INK, width=1.5, dash="3 3")


def _usb(sheet: Sheet, units: Sequence[float], radius: float) -> None:
    """The units' cables to the Pi, each out between two plates."""
    left, top = 880.0, 120.0
    outside = radius + 60
    first, second, third = (_at(outside, turn) for turn in units)
    runs = (
        [_at(90, units[0]), first, (left + 20, first[1]), (left + 20, top + 60)],
        [_at(90, units[1]), second, (left + 60, second[1]), (left + 60, top + 60)],
        [_at(90, units[2]), third, (third[0], top), (left, top)],
    )
    for run in runs:
        sheet.line(run, stroke=PETROL, width=3, dash="2 6")
    sheet.rect(left - 10, top - 20, 110, 100, fill=IVORY, r=6)
    sheet.text(left + 45, top + 22, "Pi with", anchor="middle")
    sheet.text(left + 45, top + 44, "display", anchor="middle")
    sheet.text(left + 100, top - 34, "15 cm or more from any antenna", anchor="end", size=14, fill=BRASS)
    sheet.text(left + 50, CENTRE[1] + 80, "USB", anchor="end", size=14)
