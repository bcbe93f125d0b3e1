"""The ring unit: what joins what."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.pen import pieces
from hardware.pen.channel import Net, route
from hardware.pen.harness import light_and_tone, named, used
from hardware.pen.sheet import Point, Sheet
from hardware.wiring import Build, Wire, Wiring, part_of, pin_of

ROW = 25
BLOCK_X, BLOCK_WIDTH = 770, 150
BOARD_X = 610


def unit(wiring: Wiring) -> Sheet:
    """Four readers; the ones for readers 5 and 6 are wired in the same way."""
    build = wiring.builds["ring"].without_extra()
    sheet = Sheet(build.title, 1500, "Four readers. Numbers in rings are the lines of the wire list. Drawn from above, not to scale.")
    board = named("PICO", pieces.pico(sheet, 346, 290, wiring.kinds["pico"], used(build, "PICO"), {"36": "3V3", "38": "GND"}))
    rows = dict(_blocks(sheet, wiring, build))
    pull_up = _supply(sheet)
    lines: list[Net] = []
    for wire in build.wires:
        if wire.net in ("3V3", "GND"):
            continue
        here = [pin for pin in wire.join if pin in board and board[pin][0] > 440]
        there = tuple(rows[pin] for pin in wire.join if pin in rows)
        heights = tuple(board[pin][1] for pin in here) + ((pull_up,) if "R3.1" in wire.join else ())
        selects = [pin for pin in wire.join if pin in board and board[pin][0] < 440 and wire.net.startswith("CS")]
        if selects:
            heights = (_over_the_top(sheet, board.pop(selects[0]), wire),)
        if len(heights) + len(there) > 1:
            lines.append(Net(wire.number, wire.colour, heights, there, local=not heights))
    lines = _through_resistors(build, lines, board, rows)
    route(sheet, lines, BOARD_X, BLOCK_X, trunk_from=646, trunk_to=734)
    for pin in ("PICO.24", "PICO.25"):
        name = part_of(next(w for w in build.wires if pin in w.join).join[1])
        pieces.resistor(sheet, 619, board[pin][1], name, 36)
    for pin, level in rows.items():
        wire = next(w for w in build.wires if pin in w.join)
        if wire.net not in ("3V3", "GND"):
            sheet.badge(BLOCK_X - 14, level, wire.number, wire.colour)
    light_and_tone(sheet, wiring, build, {pin: point for pin, point in board.items() if point[0] < 440}, 680)
    return sheet


def _over_the_top(sheet: Sheet, pin: Point, wire: Wire) -> float:
    """A chip select leaves the Pico at its left and goes round its USB end. Returns the height at which it reaches the parts."""
    place = int(wire.net.removeprefix("CS ")) - 1
    x, y = pin
    lane, level = x - 14 * place, 216 - 14 * place
    sheet.wire(wire.colour, [(x, y), (lane, y), (lane, level), (BOARD_X, level)])
    return float(level)


def _blocks(sheet: Sheet, wiring: Wiring, build: Build) -> Iterator[tuple[str, float]]:
    """One box a reader: its socket, its quarter of the buffer and its two pull-ups. Yields each pin and its height."""
    labels = wiring.kinds["plug"].labels
    chip = wiring.kinds["74HC125"].labels
    top = 96.0
    for number in range(1, 5):
        socket = f"J{number}"
        enable, data, out = _gate(build, number)
        pull, hold = f"R{3 + number}", f"R{13 + number}"
        rows = [(f"{socket}.{pin}", f"{socket} pin {pin}: {labels[pin]}") for pin in ("1", "3", "9", "7")]
        rows += [(f"{pull}.1", f"{pull} 10 kΩ"), (enable, f"U1 pin {pin_of(enable)}: {chip[pin_of(enable)]}")]
        rows += [(f"{socket}.5", f"{socket} pin 5: {labels['5']}"), (f"{hold}.1", f"{hold} 100 kΩ")]
        rows += [(data, f"U1 pin {pin_of(data)}: {chip[pin_of(data)]}")]
        rows += [(out, f"U1 pin {pin_of(out)}: {chip[pin_of(out)]}"), (f"{socket}.8", f"{socket} pin 8")]
        rows += [(f"{socket}.2", f"{socket} 2, 4, 6, 10")]
        ends = pieces.block(sheet, BLOCK_X, top, BLOCK_WIDTH, f"Reader {number}: {socket}", rows, ROW)
        _rails(sheet, ends, {f"{pull}.1": "3V3", f"{hold}.1": "3V3", f"{socket}.8": "3V3", f"{socket}.2": "GND"})
        yield from ((pin, point[1]) for pin, point in ends.items())
        top += 38 + ROW * len(rows) + 10


def _supply(sheet: Sheet) -> float:
    """The parts between the supply lines, below the Pico. Returns the height of the pull-up on MISO, which the channel joins."""
    rows = [("R3.1", "R3 47 kΩ, one leg"), ("R3.2", "R3, other leg"), ("U1.14", "U1 pin 14 VCC"), ("U1.7", "U1 pin 7 GND")]
    rows += [("C1.1", "C1 100 nF"), ("C1.2", "C1, other leg"), ("C3.+", "C3 100 µF, +"), ("C3.-", "C3, – leg")]
    ends = pieces.block(sheet, 330, 980, 180, "Supply", rows, 30)
    for pin, (_, level) in ends.items():
        if pin != "R3.1":
            ground = pin in ("U1.7", "C1.2", "C3.-")
            pieces.rail(sheet, 510, level, "GND" if ground else "3V3", "black" if ground else "red")
    level = ends["R3.1"][1]
    sheet.wire("green", [(510, level), (BOARD_X, level)])
    sheet.lines(
        330,
        1288,
        ["3V3: to Pico pin 36 (wire 1).", "GND: to Pico pin 38 (wire 2).", "R1, R2: 47 Ω each."],
        size=14,
    )
    return level


def _rails(sheet: Sheet, ends: dict[str, Point], names: dict[str, str]) -> None:
    for pin, name in names.items():
        pieces.rail(sheet, BLOCK_X + BLOCK_WIDTH, ends[pin][1], name, "red" if name == "3V3" else "black")


def _gate(build: Build, reader: int) -> tuple[str, str, str]:
    """Enable, input and output of the buffer that serves a reader, read off the wires."""
    select = next(w for w in build.wires if w.net == f"CS {reader}")
    line = next(w for w in build.wires if w.net == f"MISO {reader}")
    enable = next(pin for pin in select.join if part_of(pin) == "U1")
    data = next(pin for pin in line.join if part_of(pin) == "U1")
    return enable, data, {"2": "U1.3", "5": "U1.6", "9": "U1.8", "12": "U1.11"}[pin_of(data)]


def _through_resistors(build: Build, lines: list[Net], board: dict[str, Point], rows: dict[str, float]) -> list[Net]:
    """SCK and MOSI go through 47 ohm: two wires of the list are one line of the drawing."""
    for wire in build.wires:
        resistor = next((pin for pin in wire.join if pin.endswith(".1") and build.parts[part_of(pin)].kind == "R47"), None)
        if resistor is None:
            continue
        onward = next(w for w in build.wires if resistor.replace(".1", ".2") in w.join)
        lines = [line for line in lines if line.number not in (wire.number, onward.number)]
        heights = tuple(rows[pin] for pin in onward.join if pin in rows)
        lines.append(Net(wire.number, wire.colour, (board[wire.join[0]][1],), heights))
    return lines
