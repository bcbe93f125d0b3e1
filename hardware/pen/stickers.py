"""Where the sticker sits in a card and over an antenna."""

from __future__ import annotations

from collections.abc import Mapping

from hardware.pen.sheet import BRASS, INK, IVORY, MIST, PAPER, PETROL, Sheet
from hardware.wiring import Wiring


def card(wiring: Wiring) -> Sheet:
    """The insert from the front, and the sleeve cut through."""
    facts = wiring.facts["card"]
    sheet = Sheet("Card: sticker sunk into an insert, in the middle", 640, "The insert to scale, the cut with its thickness drawn larger.")
    scale, left, top = 5.4, 60, 130
    less = facts["insert_smaller_mm"]
    width, height = scale * (facts["width_mm"] - less), scale * (facts["height_mm"] - less)
    cx, cy = left + width / 2, top + height / 2
    sheet.rect(left, top, width, height, fill=IVORY, r=16)
    sheet.circle(cx, cy, scale * facts["hole_mm"] / 2, fill=PAPER)
    sheet.circle(cx, cy, scale * facts["sticker_mm"] / 2, fill="#F3E7CC", stroke=BRASS)
    for size in (10, 18, 26, 34):
        sheet.circle(cx, cy, size, stroke=BRASS, width=1.5)
    sheet.dimension((left, cy + 116), (cx, cy + 116), "half")
    sheet.dimension((cx, cy + 116), (left + width, cy + 116), "half")
    sheet.dimension((left + width + 16, top), (left + width + 16, cy), "half", dx=10, dy=5)
    sheet.dimension((left + width + 16, cy), (left + width + 16, top + height), "half", dx=10, dy=5)
    sheet.text(cx, top - 16, "insert, sticker side", anchor="middle", bold=True, fill=PETROL)
    sheet.text(cx, top + height + 30, f"cut {less} mm smaller than the card", anchor="middle", size=14)
    sheet.text(cx, top + height + 52, f"hole {facts['hole_mm']} mm, sticker {facts['sticker_mm']} mm across", anchor="middle", size=14)
    sheet.text(cx, top + height + 74, f"layers {facts['insert_layer_mm']} mm thick", anchor="middle", size=14)
    _cut(sheet, facts["hole_mm"] / facts["width_mm"])
    return sheet


def _cut(sheet: Sheet, share: float) -> None:
    left, width, step = 390, 220, 74
    sheet.text(left, 114, "from the back", bold=True, fill=PETROL)
    layers = (
        ("sleeve: opaque back", PETROL, 12, ()),
        ("insert, first layer: carries the sticker", IVORY, 16, ()),
        ("sticker, lying in the hole", "#E2C98B", 12, (0.5 - share * 0.48, 0.5 + share * 0.48)),
        ("insert, second layer: with the hole", IVORY, 16, (0.5 - share / 2, 0.5 + share / 2)),
        ("game card, face outwards", "#CFA968", 22, ()),
        ("sleeve: clear front", PAPER, 12, ()),
    )
    for index, (words, fill, thick, gap) in enumerate(layers):
        y = 142 + step * index
        spans = [(0.0, 1.0)] if not gap else [gap] if "sticker" in words else [(0.0, gap[0]), (gap[1], 1.0)]
        for start, end in spans:
            sheet.rect(left + width * start, y, width * (end - start), thick, fill=fill, stroke=INK, width=1.5)
        sheet.text(left + width + 20, y + thick / 2 + 5, words)
    sheet.text(left, 142 + step * 6 - 14, "from the front", bold=True, fill=PETROL)


def tile(wiring: Wiring) -> Sheet:
    """A tile from below and from above."""
    del wiring
    sheet = Sheet("Table tile: sticker under the inner end", 470, "Inner end: the one that points to the middle of the ring. Not to scale.")
    for left, words in ((90, "from below"), (560, "from above")):
        sheet.rect(left, 130, 330, 220, fill=IVORY, r=14)
        sheet.text(left + 165, 116, words, anchor="middle", bold=True, fill=PETROL)
        sheet.text(left + 165, 380, "inner end", anchor="middle", size=14)
        sheet.text(left + 165, 160, "outer end: cards lie here", anchor="middle", size=14)
    sheet.circle(255, 286, 52, fill="#F3E7CC", stroke=BRASS)
    for size in (14, 26, 38):
        sheet.circle(255, 286, size, stroke=BRASS, width=1.5)
    sheet.circle(725, 286, 9, fill=BRASS, stroke=BRASS)
    sheet.text(725, 324, "small mark: touch here", size=14, anchor="middle")
    sheet.lines(90, 424, ["The mark stands right above the sticker. Use the same place and the same batch for every tile."], size=15)
    return sheet


def spot(wiring: Wiring) -> Sheet:
    """Where above a module a sticker is read, and what lies between."""
    facts, off = wiring.facts["reading_distance"], wiring.facts["ring_plan"]["off_centre_mm"]
    sheet = Sheet("The spot above an antenna", 760, "An estimate until it has been measured: hardware/CHECKS.md.")
    scale, left, top = 8.0, 60, 120
    sheet.rect(left, top, 60 * scale, 40 * scale, fill=IVORY, r=8)
    for inset in (10, 22, 34):
        size = 40 * scale - 2 * inset
        sheet.rect(left + inset, top + inset, size, size, stroke=MIST, width=3, r=20)
    for index in range(8):
        sheet.circle(left + 60 * scale - 18, top + 20 + index * 40, 7, fill=PAPER)
    sheet.text(left + 60 * scale - 34, top + 165, "pins", anchor="end")
    cx, cy = left + 20 * scale, top + 20 * scale
    sheet.circle(cx, cy, scale * 18, stroke=INK, width=1.5, dash="4 4")
    sheet.circle(cx, cy, scale * off, fill="#DDEFE5", stroke="#2A8550", width=3)
    sheet.circle(cx, cy, 4, fill=INK, stroke=INK)
    sheet.dimension((left, top + 40 * scale + 26), (cx, top + 40 * scale + 26), "20 mm", dy=22)
    sheet.dimension((cx, cy), (cx + scale * off, cy), f"{off} mm", dy=-10)
    sheet.lines(
        580,
        160,
        [
            "Green: the sticker's centre in here",
            "is read.",
            "Dashed: from here on outwards it is",
            "not, though it may be again farther",
            "out. A printed frame keeps cards",
            "within the green.",
            "",
            "Some modules have their antenna",
            "elsewhere: find its centre with a",
            "sticker and the command",
            "companion scan.",
        ],
    )
    _stack(sheet, facts)
    return sheet


def _stack(sheet: Sheet, facts: Mapping[str, float]) -> None:
    left, base = 60, 700
    sheet.rect(left, base - 20, 330, 20, fill="#DDE8E6")
    sheet.text(left + 165, base - 5, "module, antenna side up", anchor="middle", size=14)
    sheet.rect(left, base - 58, 330, 20, fill=IVORY)
    sheet.text(left + 165, base - 43, "case", anchor="middle", size=14)
    sheet.rect(left + 60, base - 92, 210, 26, fill="#CFA968", stroke=INK)
    sheet.text(left + 165, base - 74, "sleeve or tile", anchor="middle", size=14)
    sheet.rect(left + 110, base - 104, 110, 8, fill="#E2C98B", stroke=INK)
    sheet.text(left + 232, base - 96, "sticker", size=14)
    sheet.dimension((left + 350, base - 20), (left + 350, base - 100), f"{facts['most_mm']} mm at most", dx=12, dy=5)
    sheet.lines(
        580,
        base - 74,
        [
            "Keep a module only if it reads a sticker at",
            f"{facts['accept_mm']} mm; for the ring at {facts['accept_ring_mm']} mm.",
        ],
    )
