"""The boards and parts that wires run between. Each draws itself and tells where its pins meet the wires."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hardware.pen.sheet import BRASS, INK, IVORY, MIST, PAPER, PETROL, WIRE, Point, Sheet, edge
from hardware.wiring import Kind

Used = Mapping[str, tuple[int, str]]
"""The pins in use: pin -> number and colour of its wire."""
ROW = 30


def pi(sheet: Sheet, x: float, y: float, kind: Kind, used: Used, display: bool = True) -> dict[str, Point]:
    """The Pi's header as it lies with the USB sockets towards you. `x`, `y`: centre of pin 1. Returns where each used pin's wire ends."""
    sheet.rect(x - 242, y - 40, 300, 20 * ROW + 112, fill=IVORY, r=14)
    sheet.circle(x - 218, y - 16, 10, fill=PAPER)
    sheet.circle(x - 218, y + 20 * ROW - 2, 10, fill=PAPER)
    for place, width in ((x - 225, 78), (x - 133, 78), (x - 41, 78)):
        sheet.rect(place, y + 20 * ROW + 22, width, 62, fill=PAPER, r=4)
    sheet.text(x - 30, y + 20 * ROW + 10, "USB sockets: this end", anchor="end", size=14, fill=PETROL)
    sheet.rect(x - 17, y - 17, 68, 20 * ROW + 4, fill=PETROL, r=4)
    ends: dict[str, Point] = {}
    for pin in (pin for pin in sorted(used, key=int) if pin in kind.pins):
        row = (int(pin) - 1) // 2
        number, colour = used[pin]
        level = y + row * ROW + (ROW / 2 if int(pin) % 2 else 0)
        if int(pin) % 2:
            sheet.wire(colour, [(x, level - ROW / 2), (x + 17, level), (x + 124, level)])
            sheet.badge(x + 94, level, number, colour)
        else:
            sheet.wire(colour, [(x + 34, level), (x + 124, level)])
            sheet.badge(x + 70, level, number, colour)
        ends[pin] = (x + 124, level)
    for number in range(1, 41):
        pin = str(number)
        left, level = x + (0 if number % 2 else 34), y + (number - 1) // 2 * ROW
        kept = display and number in (2, 4, 6)
        fill = edge(used[pin][1]) if pin in used else "#E8D9B4" if kept else PAPER
        dark = pin in used and used[pin][1] != "yellow"
        sheet.circle(left, level, 12, fill=fill, stroke=INK if pin in used else MIST, width=1.5)
        sheet.text(left, level + 5, pin, size=14, anchor="middle", bold=pin in used, fill=PAPER if dark else INK, over=True)
    for row in range(20):
        pair = [str(row * 2 + 1), str(row * 2 + 2)]
        words = [role_words(kind.pins[pin]) if pin in used else "display" if display and pin in ("2", "4", "6") else "–" for pin in pair]
        if words != ["–", "–"]:
            sheet.text(x - 26, y + row * ROW + 5, "  |  ".join(words), size=14, anchor="end")
    return ends


def role_words(role: str) -> str:
    return role.upper().replace(" ", "") if role.startswith("gpio") else role


def pico(sheet: Sheet, x: float, y: float, kind: Kind, used: Used, rails: Mapping[str, str] | None = None) -> dict[str, Point]:
    """A Pico from above, USB socket upwards. `x`, `y`: centre of pin 1. Returns where each used pin's wire ends, left or right.

    `rails` are pins at the right that get the name of a supply line instead of a wire.
    """
    sheet.rect(x - 20, y - 46, 240, 19 * ROW + 92, fill=IVORY, r=10)
    sheet.rect(x + 62, y - 60, 76, 44, fill=PAPER, r=5)
    sheet.text(x + 100, y - 32, "USB", anchor="middle", fill=PETROL, bold=True)
    sheet.rect(x + 66, y + 8 * ROW - 6, 68, 68, fill=INK, stroke=INK, r=4)
    sheet.text(x + 100, y + 9 * ROW + 4, "Pico", anchor="middle", fill=PAPER)
    ends: dict[str, Point] = {}
    for number in range(1, 41):
        pin, left = str(number), number <= 20
        px, py = (x, y + (number - 1) * ROW) if left else (x + 200, y + (40 - number) * ROW)
        if pin in used:
            wire, colour = used[pin]
            out = -1 if left else 1
            if rails and pin in rails:
                rail(sheet, px + 12, py, rails[pin], colour)
            else:
                sheet.wire(colour, [(px, py), (px + out * 64, py)])
                sheet.badge(px + out * 40, py, wire, colour)
            ends[pin] = (px + out * 64, py)
            words = kind.pins[pin].upper().replace("GPIO ", "GP")
            words = "3V3(OUT)" if words == "3V3" else words
            sheet.text(px - out * 18, py + 5, words, size=14, anchor="start" if left else "end", bold=True)
        dark = pin in used and used[pin][1] != "yellow"
        fill = edge(used[pin][1]) if pin in used else PAPER
        sheet.circle(px, py, 12, fill=fill, stroke=INK if pin in used else MIST, width=1.5)
        sheet.text(px, py + 5, pin, size=14, anchor="middle", bold=pin in used, fill=PAPER if dark else INK, over=True)
    return ends


def rc522(sheet: Sheet, x: float, y: float, kind: Kind, used: Used, room: float = 330) -> dict[str, Point]:
    """A reader module, pins to the left. `x`: left edge, `y`: centre of the first pin, `room`: width. Returns where its wires begin."""
    pitch = 46
    height = 7 * pitch + 60
    sheet.rect(x, y - 30, room, height, fill=IVORY, r=8)
    if room > 300:
        for inset in (0, 12, 24):
            sheet.rect(x + 216 + inset, y + 30 + inset, 96 - 2 * inset, 220 - 2 * inset, stroke=BRASS, width=3, r=18)
        sheet.text(x + 264, y + 145, "antenna", anchor="middle", fill=BRASS, size=14, around=True)
    sheet.text(x + room - 12, y - (8 if room > 300 else 40), kind.name, anchor="end", bold=True, fill=PETROL)
    ends: dict[str, Point] = {}
    for index, pin in enumerate(kind.pins):
        level = y + index * pitch
        fill = edge(used[pin][1]) if pin in used else PAPER
        sheet.circle(x + 18, level, 10, fill=fill, stroke=INK, width=1.5)
        sheet.text(x + 36, level + 5, pin, bold=pin in used)
        if pin in used:
            number, colour = used[pin]
            sheet.wire(colour, [(x - 40, level), (x + 8, level)])
            sheet.badge(x - 22, level, number, colour)
            ends[pin] = (x - 40, level)
        else:
            sheet.text(x + 76, level + 5, "not wired", size=14)
    _capacitors(sheet, x, y + 5 * pitch, y + 7 * pitch)
    return ends


def _capacitors(sheet: Sheet, x: float, ground: float, supply: float) -> None:
    """C1 and C2 between the module's GND and 3.3V, right at the pins."""
    middle = (ground + supply) / 2
    for place in (x + 118, x + 168):
        sheet.line([(place, ground), (place, middle - 5)], stroke=WIRE["black"], width=3)
        sheet.line([(place, middle + 5), (place, supply)], stroke=WIRE["red"], width=3)
        sheet.line([(place - 14, middle - 5), (place + 14, middle - 5)], stroke=INK, width=4)
        sheet.line([(place - 14, middle + 5), (place + 14, middle + 5)], stroke=INK, width=4)
    sheet.line([(x + 82, ground), (x + 168, ground)], stroke=WIRE["black"], width=3)
    sheet.line([(x + 86, supply), (x + 168, supply)], stroke=WIRE["red"], width=3)
    sheet.text(x + 98, middle + 5, "C1", size=14, anchor="end")
    sheet.text(x + 188, middle + 5, "C2", size=14)
    sheet.text(x + 152, middle + 24, "+", size=16, anchor="middle", bold=True)


def block(sheet: Sheet, x: float, y: float, width: float, title: str, rows: Sequence[tuple[str, str]], pitch: float = 36) -> dict[str, Point]:
    """A box with named pins at one side. `rows` are pins and what to print. Returns each pin's height at the box's left edge `x`."""
    sheet.rect(x, y, width, 38 + pitch * len(rows), fill=IVORY, r=8)
    sheet.text(x + width / 2, y + 24, title, anchor="middle", bold=True, fill=PETROL)
    ends: dict[str, Point] = {}
    for index, (pin, words) in enumerate(rows):
        level = y + 38 + pitch * index + pitch / 2 - 4
        sheet.text(x + 22, level + 5, words)
        ends[pin] = (x, level)
    return ends


def resistor(sheet: Sheet, x: float, y: float, words: str, width: float = 96) -> None:
    """A resistor lying in a wire, its name in it."""
    sheet.rect(x - width / 2, y - 12, width, 24, fill="#F3E7CC", stroke=INK, width=1.5, r=10)
    sheet.text(x, y + 5, words, size=14, anchor="middle", over=True)


def rail(sheet: Sheet, x: float, y: float, name: str, colour: str) -> None:
    """A pin's way to the 3.3 V or ground line, which is not drawn."""
    sheet.line([(x, y), (x + 14, y)], stroke=edge(colour), width=4)
    sheet.rect(x + 14, y - 11, 52, 22, fill=edge(colour), stroke="none", r=4)
    sheet.text(x + 40, y + 5, name, size=14, anchor="middle", bold=True, fill=PAPER, over=True)
