"""The ring unit's perforated board: which leg goes into which hole."""

from __future__ import annotations

from hardware.pen.sheet import INK, IVORY, MIST, PAPER, PETROL, Point, Sheet
from hardware.wiring import Part, Wiring

PITCH = 31
LEFT, TOP = 62, 120


SIZES = {"pico": (20, 8), "plug": (5, 2), "74HC125": (7, 4), "C100n": (1, 3), "C100u": (2, 1)}
"""Columns and rows between the outermost legs, both counted; resistors take four columns and one row."""


def legs(kind: str, hole: tuple[int, int]) -> dict[str, tuple[int, int]]:
    """The hole of every leg: columns to the right, rows down, seen from the side of the parts."""
    left, top = hole
    columns, rows = SIZES.get(kind, (4, 1))
    if kind in ("pico", "74HC125"):
        # Seen from above with the USB socket or the notch at the left, pin 1 is at the bottom left and the count runs anticlockwise.
        lower = {str(n + 1): (left + n, top + rows - 1) for n in range(columns)}
        return lower | {str(columns * 2 - n): (left + n, top) for n in range(columns)}
    if kind == "plug":
        return {str(n + 1): (left + n // 2, top + 1 - n % 2) for n in range(10)}
    if kind == "C100n":
        return {"1": (left, top), "2": (left, top + rows - 1)}
    first, second = ("+", "-") if kind == "C100u" else ("1", "2")
    return {first: (left, top), second: (left + columns - 1, top)}


def body(kind: str, hole: tuple[int, int]) -> tuple[float, float, float, float]:
    """What the part covers, in holes: left, top, right, bottom."""
    left, top = hole
    columns, rows = SIZES.get(kind, (4, 1))
    across, down = {
        "pico": (0.55, 0.64),
        "plug": (2.0, 1.27),
        "74HC125": (0.75, 0.2),
        "C100n": (0.5, 0.4),
        "C100u": (0.75, 1.25),
    }.get(kind, (0.35, 0.6))
    return left - across, top - down, left + columns - 1 + across, top + rows - 1 + down


class Seen:
    """The board from the side of the parts, or turned over from left to right as it lies when it is soldered."""

    def __init__(self, columns: int, below: bool) -> None:
        self.columns, self.below = columns, below

    def hole(self, column: float, row: float) -> Point:
        return LEFT + PITCH * (self.columns - 1 - column if self.below else column), TOP + PITCH * row


NOTES = (
    "U1, U2: the notch lies at the left. Sockets: the small triangle marks pin 1, at the bottom left of each.",
    "Resistors: leg 1 is the left one. C1, C2: leg 1 is the upper one. C3: the stripe on its side marks the – leg.",
    "LED and piezo hang on wires of their own.",
)
NOTES_BELOW = (
    "The same board turned over like a page: the USB socket is at the right now, and leg 1 of a resistor too.",
    "Join the legs with insulated wire, line by line of the wire list.",
)


def perfboard(wiring: Wiring, below: bool = False) -> Sheet:
    """The ring unit's board with every leg in its hole, from the side of the parts or from `below`."""
    build, board = wiring.builds["ring"], wiring.facts["builds"]["ring"]["board"]
    title = "Ring unit from below: the side you solder" if below else "Ring unit: where the parts sit"
    dashed = "Dashed: only for readers 5 and 6."
    sheet = Sheet(title, 960, dashed if below else f"Seen from the side of the parts. {dashed}")
    columns, rows = board["columns"], board["rows"]
    seen = Seen(columns, below)
    sheet.rect(LEFT - 0.9 * PITCH, TOP - 0.9 * PITCH, PITCH * (columns + 0.8), PITCH * (rows + 0.8), fill=IVORY, r=6)
    for column in range(columns):
        for row in range(rows):
            sheet.circle(*seen.hole(column, row), 3, fill=PAPER, stroke=MIST, width=1)
    for part in build.parts.values():
        if part.hole is not None:
            _seat(sheet, seen, part, wiring.kinds[part.kind].name)
    sheet.lines(36, 902, NOTES_BELOW if below else NOTES, size=14)
    return sheet


FILLS = {"pico": "#DDE8E6", "plug": "#E4E4E4", "74HC125": "#D8D8DC"}


def _seat(sheet: Sheet, seen: Seen, part: Part, kind_name: str) -> None:
    assert part.hole is not None
    left, top, right, bottom = body(part.kind, part.hole)
    x, y = min(seen.hole(left, top)[0], seen.hole(right, top)[0]), seen.hole(left, top)[1]
    fill = PAPER if seen.below else FILLS.get(part.kind, "#F3E7CC")
    dash = "6 4" if part.extra else ""
    sheet.rect(x, y, PITCH * (right - left), PITCH * (bottom - top), fill=fill, stroke=INK, width=1.5, r=5, dash=dash)
    middle = (top + bottom) / 2
    if part.kind == "pico":
        ux, uy = seen.hole(left + 0.7, middle)
        sheet.rect(ux - PITCH * 1.2, uy - PITCH * 1.4, PITCH * 2.4, PITCH * 2.8, fill=PAPER, r=4)
        sheet.text(ux, uy + 5, "USB", anchor="middle", bold=True, fill=PETROL)
    if part.kind == "74HC125":
        sheet.circle(*seen.hole(left, middle), 9, fill=IVORY, stroke=INK, width=1.5)
    for pin, hole in legs(part.kind, part.hole).items():
        px, py = seen.hole(*hole)
        if part.kind in FILLS:
            sheet.circle(px, py, 12, fill=PAPER, stroke=INK, width=1)
            sheet.text(px, py + 5, pin, size=14, anchor="middle")
        else:
            sheet.circle(px, py, 4.5, fill=INK, stroke=INK, width=1)
            if pin == "+":
                sheet.text(px, py - 12, "+", size=16, bold=True, anchor="middle")
    across = left + 0.85 if part.kind == "plug" else (left + right) / 2
    cx, cy = seen.hole(across, bottom + 0.55 if part.kind == "C100u" else middle)
    words = {"pico": "Pico", "74HC125": f"{part.id} 74HC125"}.get(part.kind, f"{part.id} {kind_name}" if part.id[0] == "R" else part.id)
    big = part.kind in FILLS
    sheet.text(cx, cy + 5, words, size=15 if big else 14, anchor="middle", bold=big, fill=PETROL if big else INK)


def underside(wiring: Wiring) -> Sheet:
    return perfboard(wiring, below=True)
