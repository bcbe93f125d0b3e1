"""The wiring of pad, panel, wand, station and ring unit, drawn from wiring.toml."""

from __future__ import annotations

from collections.abc import Mapping

from hardware.pen import pieces
from hardware.pen.channel import Net, route
from hardware.pen.sheet import Point, Sheet
from hardware.wiring import SERIES, Build, Wire, Wiring, nets, part_of, pin_of


def used(build: Build, part: str) -> dict[str, tuple[int, str]]:
    """The wired pins of one part: pin -> number and colour of the first wire that reaches it."""
    found: dict[str, tuple[int, str]] = {}
    for wire in build.wires:
        for pin in wire.join:
            if part_of(pin) == part:
                found.setdefault(pin_of(pin), (wire.number, wire.colour))
    return found


def _wire_at(build: Build, pin: str) -> Wire:
    return next(wire for wire in build.wires if pin in wire.join)


def join(
    sheet: Sheet,
    wiring: Wiring,
    build: Build,
    board: Mapping[str, Point],
    parts: Mapping[str, Point],
    *,
    trunks: tuple[float, float],
    resistor_x: float = 0,
    badge_x: float = 0,
) -> None:
    """Draws every net between the pins of a board and the pins of parts. Resistors in a line stand at `resistor_x`."""
    inline = [part.id for part in build.parts.values() if part.kind in SERIES]
    groups = nets([*(wire.join for wire in build.wires), *([f"{name}.1", f"{name}.2"] for name in inline)])
    board_x, parts_x = next(iter(board.values()))[0], next(iter(parts.values()))[0]
    drawn = []
    for group in groups:
        here, there = sorted(group & board.keys()), sorted(group & parts.keys())
        if len(here) + len(there) > 1:
            wire = _wire_at(build, (here or there)[0])
            drawn.append(Net(wire.number, wire.colour, tuple(board[p][1] for p in here), tuple(parts[p][1] for p in there)))
    route(sheet, drawn, board_x, parts_x, trunk_from=trunks[0], trunk_to=trunks[1])
    for group in groups:
        for pin in sorted(group & parts.keys()):
            wire = _wire_at(build, pin)
            for name in inline:
                if f"{name}.2" in wire.join:
                    pieces.resistor(sheet, resistor_x, parts[pin][1], f"{name} {wiring.kinds[build.parts[name].kind].name}")
            if badge_x:
                sheet.badge(badge_x, parts[pin][1], wire.number, wire.colour)


def named(part: str, ends: Mapping[str, Point]) -> dict[str, Point]:
    return {f"{part}.{pin}": point for pin, point in ends.items()}


def pad(wiring: Wiring) -> Sheet:
    build = wiring.builds["pad"]
    sheet = Sheet(build.title, 840, "Numbers in rings are the lines of the wire list. Drawn from above, not to scale.")
    board = pieces.pi(sheet, 262, 128, wiring.kinds["raspberry-pi"], used(build, "PI"))
    reader = pieces.rc522(sheet, 640, 250, wiring.kinds["rc522"], used(build, "READER"))
    join(sheet, wiring, build, named("PI", board), named("READER", reader), trunks=(410, 585))
    sheet.lines(
        440,
        668,
        [
            "Pins 17 to 24 are one 2x4 plug.",
            "3.3V is joined to pin 17, never to pin 2 or 4.",
            "C1 100 nF, C2 10 µF (its + leg to 3.3V): short legs, at the module.",
            "Modules differ: go by the names printed on yours.",
        ],
        size=14,
    )
    return sheet


def panel(wiring: Wiring) -> Sheet:
    build = wiring.builds["panel"]
    sheet = Sheet(build.title, 910, "Numbers in rings are the lines of the wire list. Drawn from above, not to scale.")
    board = pieces.pi(sheet, 262, 128, wiring.kinds["raspberry-pi"], used(build, "PI"))
    parts: dict[str, Point] = {}
    for part, top, title, rows in (
        ("BUZZER", 91, "BUZZER 3.3 V", [("+", "+ (long leg)"), ("-", "–")]),
        ("D1", 208, "D1 diode 1N4148", [("K", "end with the band"), ("A", "other end")]),
        ("T1", 330, "T1 BC547", [("C", "C collector"), ("B", "B base"), ("E", "E emitter")]),
        ("OK", 488, "OK button", [("1", "one leg"), ("2", "other leg")]),
        ("UNDO", 610, "UNDO button", [("1", "one leg"), ("2", "other leg")]),
    ):
        parts |= named(part, pieces.block(sheet, 810, top, 172, title, rows))
    parts |= named("LED", pieces.block(sheet, 810, 732, 172, "LED", [("R", "red"), ("K", "long leg"), ("G", "green"), ("B", "blue")], 30))
    join(sheet, wiring, build, named("PI", board), parts, trunks=(404, 600), resistor_x=700, badge_x=788)
    return sheet


def wand(wiring: Wiring) -> Sheet:
    build = wiring.builds["wand"]
    sheet = Sheet(build.title, 850, "Numbers in rings are the lines of the wire list. Drawn from above, not to scale.")
    board = named("PICO", pieces.pico(sheet, 352, 140, wiring.kinds["pico"], used(build, "PICO")))
    reader = pieces.rc522(sheet, 768, 250, wiring.kinds["rc522"], used(build, "READER"), room=216)
    right = {pin: point for pin, point in board.items() if point[0] > 452}
    join(sheet, wiring, build, right, named("READER", reader), trunks=(628, 716))
    light_and_tone(sheet, wiring, build, {pin: point for pin, point in board.items() if pin not in right}, 530)
    sheet.lines(
        20,
        800,
        [
            "C1 100 nF, C2 10 µF (its + leg to 3.3V): legs cut short, at the module.",
            "Modules differ: go by the names printed on yours, not by the order here.",
        ],
        size=14,
    )
    return sheet


def light_and_tone(sheet: Sheet, wiring: Wiring, build: Build, board: Mapping[str, Point], top: float) -> None:
    """LED and piezo to the left of a Pico."""
    right = 118
    rows = [("R", "red"), ("G", "green"), ("B", "blue"), ("K", "long leg")]
    led = pieces.block(sheet, 20, top - 230, right - 20, "LED", rows)
    piezo = pieces.block(sheet, 20, top, right - 20, "PIEZO", [("-", "–"), ("+", "+")])
    ends = {pin: (float(right), point[1]) for pin, point in (named("LED", led) | named("PIEZO", piezo)).items()}
    join(sheet, wiring, build, board, ends, trunks=(288, 254), resistor_x=200, badge_x=right + 18)


def station(wiring: Wiring) -> Sheet:
    build = wiring.builds["station"]
    kind = wiring.kinds["plug"]
    sheet = Sheet(build.title, 650, "Numbers in rings are the lines of the wire list. Drawn from above, not to scale.")
    pins = used(build, "PLUG")
    board = {}
    sheet.rect(60, 120, 96, 430, fill="#4A5559", r=6)
    for index, pin in enumerate(kind.pins):
        level = 150 + index * 41
        colour = pins[pin][1]
        sheet.wire(colour, [(156, level), (330, level)])
        sheet.text(108, level + 5, f"{pin} {kind.labels[pin]}", anchor="middle", fill="#FFFFFF", bold=True, over=True)
        board[pin] = (330.0, level)
    sheet.line([(160, 138), (326, 138)], stroke="#C62828", width=3)
    sheet.text(243, 128, "red edge = wire 1", anchor="middle", size=14)
    sheet.text(60, 574, "Ribbon plug", size=14)
    reader = pieces.rc522(sheet, 640, 170, wiring.kinds["rc522"], used(build, "READER"))
    join(sheet, wiring, build, named("PLUG", board), named("READER", reader), trunks=(380, 560))
    sheet.lines(
        20,
        610,
        [
            "Part the last 4 cm of the ribbon. Twist wires 2, 4, 6 and 10 together for GND.",
            "C1 100 nF, C2 10 µF (its + leg to 3.3V): legs cut short, at the module.",
        ],
        size=14,
    )
    return sheet
