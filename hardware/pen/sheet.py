"""A sheet of paper that becomes an SVG, and that remembers where its words stand so that a test can see them collide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

INK, PETROL, BRASS, IVORY, PAPER, MIST = "#0A1A20", "#17404A", "#8A6A2B", "#FBF7EC", "#FFFFFF", "#8FA3A8"
WIRE = {
    "red": "#C62828",
    "black": "#141414",
    "blue": "#1F5FBF",
    "green": "#2A8550",
    "white": "#FFFFFF",
    "yellow": "#DDAA00",
    "violet": "#7B3FA0",
    "orange": "#DD6B10",
}
FONT = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"
WIDTH = 1000
"""Every sheet is this wide and is printed 170 mm wide; the smallest letters are therefore 2.4 mm high."""
SMALLEST = 14

Point = tuple[float, float]


@dataclass(frozen=True)
class Label:
    """Words and the box they need: left, top, right, bottom."""

    words: str
    box: tuple[float, float, float, float]
    size: float
    over: bool
    """Stands on a wire on purpose, with a ground of its own."""


def text_width(words: str, size: float, bold: bool = False) -> float:
    """Width in sheet units in DejaVu Sans, the widest of the fonts; rounded up."""
    widths = dict.fromkeys("iljI.,:;|!'()[]/- ft", 0.42) | dict.fromkeys("ABCDGHNOQRUVΩ", 0.8) | dict.fromkeys("mwMW@%+=→", 1.0)
    units = sum(widths.get(letter, 0.66) for letter in words)
    return units * size * (1.1 if bold else 1.0)


def edge(colour: str) -> str:
    """The colour of a wire's line; a white wire is drawn as a grey one with a white core."""
    return "#4A5559" if colour == "white" else WIRE[colour]


class Sheet:
    """Draws in sheet units, x to the right and y down."""

    def __init__(self, title: str, height: float, subtitle: str = "") -> None:
        self.height = height
        self.title = title
        self.labels: list[Label] = []
        self.runs: list[Sequence[Point]] = []
        self._parts: list[str] = []
        self.rect(0, 0, WIDTH, height, fill=PAPER, stroke="none")
        self.text(20, 40, title, size=26, bold=True, fill=PETROL)
        if subtitle:
            self.text(20, 66, subtitle, size=15, fill=BRASS)

    def add(self, element: str) -> None:
        self._parts.append(element)

    def rect(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        *,
        fill: str = "none",
        stroke: str = PETROL,
        width: float = 2,
        r: float = 0,
        dash: str = "",
    ) -> None:
        self.add(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(w)}" height="{_n(h)}" rx="{_n(r)}" fill="{fill}" '
            f'stroke="{stroke}" stroke-width="{_n(width)}"{_dash(dash)}/>'
        )

    def circle(self, x: float, y: float, r: float, *, fill: str = "none", stroke: str = PETROL, width: float = 2, dash: str = "") -> None:
        self.add(f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}" fill="{fill}" stroke="{stroke}" stroke-width="{_n(width)}"{_dash(dash)}/>')

    def line(
        self, points: Sequence[Point], *, stroke: str = PETROL, width: float = 2, dash: str = "", fill: str = "none", cap: str = "round"
    ) -> None:
        path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        self.add(
            f'<polyline points="{path}" fill="{fill}" stroke="{stroke}" stroke-width="{_n(width)}" '
            f'stroke-linejoin="round" stroke-linecap="{cap}"{_dash(dash)}/>'
        )

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = 15,
        anchor: str = "start",
        bold: bool = False,
        fill: str = INK,
        around: bool = False,
        over: bool = False,
    ) -> None:
        """`y` is the baseline. `around` puts white behind the letters; `over` says that something else already does."""
        width = text_width(words, size, bold)
        left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        self.labels.append(Label(words, (left, y - 0.76 * size, left + width, y + 0.22 * size), size, around or over))
        if around:
            self.rect(left - 2, y - 0.86 * size, width + 4, 1.16 * size, fill=PAPER, stroke="none")
        weight = ' font-weight="bold"' if bold else ""
        place = f'x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" text-anchor="{anchor}"'
        self.add(f'<text {place}{weight} fill="{fill}">{escape(words, quote=False)}</text>')

    def lines(self, x: float, y: float, rows: Sequence[str], *, size: float = 15, leading: float = 1.4, fill: str = INK) -> None:
        for index, row in enumerate(rows):
            self.text(x, y + index * size * leading, row, size=size, fill=fill)

    def wire(self, colour: str, *runs: Sequence[Point]) -> None:
        """One conductor in one or more runs, with a white edge so that it is seen to pass over another one."""
        self.runs += runs
        for run in runs:
            self.line(run, stroke=PAPER, width=9, cap="butt")
        for run in runs:
            self.line(run, stroke=edge(colour), width=4)
        for run in runs if colour == "white" else ():
            self.line(run, stroke=WIRE[colour], width=1.6)

    def dot(self, x: float, y: float, colour: str) -> None:
        """A place where wires are joined."""
        self.circle(x, y, 5.5, fill=edge(colour), stroke=PAPER, width=1)

    def badge(self, x: float, y: float, number: int, colour: str) -> None:
        """The wire's number in the wire list."""
        self.circle(x, y, 11, fill=PAPER, stroke=edge(colour), width=2)
        self.text(x, y + 5, str(number), size=14, anchor="middle", over=True)

    def dimension(self, a: Point, b: Point, words: str, *, dy: float = -7, dx: float = 0) -> None:
        """A measure between two points on one level or one above the other, with end marks and its words at the middle."""
        self.line([a, b], stroke=BRASS, width=1.5)
        for x, y in (a, b):
            mark = [(x - 5, y + 5), (x + 5, y - 5)]
            self.line(mark, stroke=BRASS, width=2)
        anchor = "middle" if dx == 0 else "start" if dx > 0 else "end"
        self.text((a[0] + b[0]) / 2 + dx, (a[1] + b[1]) / 2 + dy, words, anchor=anchor, fill=BRASS, size=15)

    def svg(self) -> str:
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {_n(self.height)}" width="{WIDTH}" height="{_n(self.height)}" '
            f'font-family="{FONT}" role="img" aria-label="{escape(self.title)}">'
        )
        return "\n".join([head, f"<title>{escape(self.title)}</title>", *self._parts, "</svg>", ""])


def _n(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


def _dash(dash: str) -> str:
    return f' stroke-dasharray="{dash}"' if dash else ""
