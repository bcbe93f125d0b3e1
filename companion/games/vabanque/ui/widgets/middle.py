"""The middle of the ring: round, phase and what is at hand, or the banner of a lost reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.games.vabanque.rules.moves import KINDS
from companion.games.vabanque.rules.view import Phase, View
from companion.games.vabanque.ui.layout import Lane
from companion.games.vabanque.ui.widgets.card import draw_plain_back
from companion.games.vabanque.ui.widgets.chip import draw_chip
from companion.games.vabanque.ui.words import phase
from companion.ui.kit import lettering, theme
from companion.ui.kit.layout import Box
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr
from companion.ui.widgets.banner import draw_banner
from companion.ui.widgets.button import draw_button

PIPS = (Phase.TOKENS, Phase.CARDS, Phase.PAWNS, Phase.PAYOUT, Phase.ORDER)
"""The five phases of a round, as diamonds."""
_PIP = {**{phase: i for i, phase in enumerate(PIPS)}, Phase.START: -1, Phase.STAND: 2, Phase.REVEAL: 3}


SIZE = theme.SMALLEST_TEXT
EDGE = 24.0
"""What a button needs beside its words, in dp."""


@dataclass(frozen=True)
class Middle:
    """What the middle of the ring shows below round and phase. All empty: what the phase brings with it.

    `text`: a line; `action`: a primary button (key "action"); `fault`: title and advice of a banner that covers the middle (key "fault");
    `free`: nothing at all, the screen has something of its own there.
    """

    text: str = ""
    action: str = ""
    fault: tuple[str, str] | None = None
    free: bool = False


def draw_middle(pen: Pen, edge: Lane, view: View, middle: Middle, pawns: tuple[Box, ...], pressed: Any) -> None:
    """Draws round, phase and what is at hand inside the lane; what a pawn would cover stays away."""
    if middle.free:
        return
    cx, cy = edge.centre
    narrow = edge.r - edge.l < 240
    room = edge.r - edge.l - (2 if narrow else 40)
    if middle.fault is not None:
        box = fault_box(edge)
        draw_banner(pen, *box, "plug", *middle.fault)
        pen.target("fault", *box)
        return
    at_hand = Box(cx - room / 2, cy - 4, room, 52)
    key = "action" if middle.action else "stay"
    words = middle.action or tr("Stay at {n}", n=next((t for n, t in view.reachable if n == 0), 0))
    button = _button(pen, words, at_hand, narrow, pawns) if _touched(view, middle) else None
    if button is not None:
        # Where it has to give way to pawns, round and phase give way to it.
        pawns = (*pawns, button)
    pip = _PIP.get(view.phase)
    rounds = tr("Round {r}", r=view.round)
    title = f"{rounds}\n{phase(view.phase)}" if narrow else f"{rounds} · {phase(view.phase)}"
    high = 68 if narrow else 34
    top = cy - 16 - high - (8 if narrow else 0)
    box = Box(cx - room / 2, top, room, high)
    clear = [pawn for pawn in pawns if overlap(pawn, box.inset(0, 7))]
    wide = min(room, 2 * min((abs(p.centre[0] - cx) - p.w / 2 - 2 for p in clear), default=room / 2))
    if wide >= 120:
        # Beside a pawn there may be room for the phase only.
        whole = lettering.fit(title, wide, high, SIZE, scale=pen.scale, lines=2 if narrow else 1).whole
        if whole or lettering.fit(phase(view.phase), wide, high, SIZE, scale=pen.scale).whole:
            pen.text((cx - wide / 2, top, wide, high), title if whole else phase(view.phase), SIZE, "champ", align="centre", lines=2)
    if pip is not None and not any(overlap(pawn, Box(cx - 56, cy - 18, 112, 16)) for pawn in pawns) and not _two_lines(pen, at_hand, middle):
        for k in range(len(PIPS)):
            x, q = cx - 48 + 24 * k, 7.5 if k == pip else 5
            if k <= pip:
                pen.diamond(x, cy - 10, q, "champ")
            else:
                pen.line([x, cy - 10 - q, x + q, cy - 10, x, cy - 10 + q, x - q, cy - 10], "rim", 1.4, close=True)
    if button is not None:
        pen.target(key, button.x, button.y - 2, button.w, button.h + 4)
        draw_button(pen, *button, words, pressed=pressed == key)
    else:
        _at_hand(pen, view, middle, at_hand, narrow, pawns)


def fault_box(edge: Lane) -> Box:
    """Where the banner of a lost reader lies: it takes all the room within the tables, and covers the pawns that stand there."""
    cx, cy = edge.centre
    w, h = min(edge.r - edge.l + 20, 300), min(edge.b - edge.t + 24, 240)
    return Box(cx - w / 2, cy - h / 2, w, h)


def _two_lines(pen: Pen, box: Box, middle: Middle) -> bool:
    """Whether the line in the middle needs two, and with them the room of the diamonds."""
    return bool(middle.text) and not middle.action and pen.width(middle.text, SIZE) > box.w


def _touched(view: View, middle: Middle) -> bool:
    """Whether a button stands in the middle."""
    return bool(middle.action) or (view.phase is Phase.PAWNS and bool(view.reachable))


def _room(box: Box, cy: float, high: float, pawns: tuple[Box, ...]) -> float:
    """How wide something so high can be around the middle of the box, between the pawns."""
    cx = box.centre[0]
    here = Box(box.x, cy - high / 2, box.w, high)
    inward = [abs(pawn.centre[0] - cx) - pawn.w / 2 - 4 for pawn in pawns if overlap(pawn, here)]
    return min(box.w, 2 * min(inward, default=box.w / 2))


def _span(box: Box, cy: float, high: float, pawns: tuple[Box, ...]) -> tuple[float, float]:
    """The widest room so high between the pawns, left and right."""
    here = Box(box.x, cy - high / 2, box.w, high)
    among = sorted((pawn.x - 3, pawn.x + pawn.w + 3) for pawn in pawns if overlap(pawn, here))
    starts = [box.x, *(right for _, right in among)]
    ends = [*(left for left, _ in among), box.x + box.w]
    return max(zip(starts, ends, strict=True), key=lambda span: span[1] - span[0])


def _button(pen: Pen, words: str, box: Box, narrow: bool, pawns: tuple[Box, ...]) -> Box:
    """Where the button lies: as near to its place as there is room for its words, beside the middle if there is none else."""
    high = 80.0 if narrow else 52.0
    broken = [pen.width(word, SIZE, "JostSemiBold") for word in words.split(" ")] if narrow else [pen.width(words, SIZE, "JostSemiBold")]
    need = min(240.0, max(120.0, max(broken) + EDGE))
    ways = (0, 62, 30, -14, -30, -46, -62, 76, 90, 8, 16, 24, 38, 46, 54) if narrow else (0, -6, -12, -18, -24, -30, -36, -44, -52)
    heights = [box.centre[1] + way for way in ways]
    middle = next((cy for cy in heights if _room(box, cy, high, pawns) >= need), None)
    if middle is not None:
        left, wide = box.centre[0], min(_room(box, middle, high, pawns), 240.0)
        return Box(left - wide / 2, middle - high / 2, wide, high)
    spans = [(cy, _span(box, cy, high, pawns)) for cy in heights]
    cy, (left, right) = next((found for found in spans if found[1][1] - found[1][0] >= need), max(spans, key=lambda each: each[1][1] - each[1][0]))
    wide = min(right - left, 240.0)
    centre = min(max(box.centre[0], left + wide / 2), right - wide / 2)
    return Box(centre - wide / 2, cy - high / 2, wide, high)


def _at_hand(pen: Pen, view: View, middle: Middle, box: Box, narrow: bool, pawns: tuple[Box, ...]) -> None:
    """What is left, where the pawns leave it room: a narrow ring is high, so that there are two places."""
    heights = (box.centre[1], box.centre[1] + 62) if narrow else (box.centre[1],)

    def place(need: float) -> tuple[float, float, float] | None:
        """Centre and width of room for so much, in the middle or else beside it."""
        for cy in heights:
            if (wide := _room(box, cy, 42, pawns)) >= need:
                return box.centre[0], cy, wide
        for cy in heights:
            left, right = _span(box, cy, 42, pawns)
            if right - left >= need:
                return (left + right) / 2, cy, right - left
        return None

    if middle.text:
        cx = box.centre[0]
        wide = max(_room(box, cy, 42, pawns) for cy in heights)
        cy = next(cy for cy in heights if _room(box, cy, 42, pawns) == wide)
        if lettering.fit(middle.text, wide, 72, SIZE, scale=pen.scale, lines=2).whole:
            tall = 72 if pen.width(middle.text, SIZE) > wide else 44
            pen.text((cx - wide / 2, cy + (-24 if tall == 44 else -34), wide, tall), middle.text, SIZE, "ivory", align="centre", lines=2)
    elif view.phase is Phase.TOKENS:
        text = tr("{n} left", n=view.stock)
        taken = 58 + pen.width(text, SIZE, "JostSemiBold")
        if (found := place(taken)) is not None:
            cx, cy, _ = found
            draw_chip(pen, view.token, cx - taken / 2 + 24, cy, 48)
            pen.text((cx - taken / 2 + 58, cy - 22, taken - 56, 44), text, SIZE, "ivory", font="JostSemiBold")
    elif view.phase is Phase.CARDS:
        lie, of = laid(view)
        for text in (tr("{a} of {b} face down", a=lie, b=of), tr("{a} of {b}", a=lie, b=of)):
            taken = 44 + pen.width(text, SIZE)
            if (found := place(taken)) is not None:
                cx, cy, _ = found
                draw_plain_back(pen, cx - taken / 2, cy - 20, 29, 40)
                pen.text((cx - taken / 2 + 44, cy - 22, taken - 42, 44), text, SIZE, "ivory")
                break


def laid(view: View) -> tuple[int, int]:
    """How many cards lie face down, of how many."""
    return sum(table.face_down for table in view.tables), len(KINDS) * len(view.players)


def overlap(a: Box, b: Box) -> bool:
    """Whether two boxes have anything in common."""
    return a.x < b.x + b.w and b.x < a.x + a.w and a.y < b.y + b.h and b.y < a.y + a.h
