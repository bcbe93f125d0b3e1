"""The middle of the ring: round, phase and what is at hand, or the banner of a lost reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.games.vabanque.rules.moves import KINDS
from companion.games.vabanque.rules.view import Phase, View
from companion.games.vabanque.ui.widgets.card import draw_plain_back
from companion.games.vabanque.ui.widgets.chip import draw_chip
from companion.ui import texts
from companion.ui.kit import lettering
from companion.ui.kit.layout import Box, Lane
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr
from companion.ui.widgets.banner import draw_banner
from companion.ui.widgets.button import draw_button

PIPS = (Phase.TOKENS, Phase.CARDS, Phase.PAWNS, Phase.PAYOUT, Phase.ORDER)
"""The five phases of a round, as diamonds."""
_PIP = {**{phase: i for i, phase in enumerate(PIPS)}, Phase.START: -1, Phase.STAND: 2, Phase.REVEAL: 3}


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
    room = edge.r - edge.l - (12 if narrow else 40)
    if middle.fault is not None:
        h = min(edge.b - edge.t - 30, 150 if narrow else 108)
        w = min(edge.r - edge.l - 12, 280)
        draw_banner(pen, cx - w / 2, cy - h / 2, w, h, "plug", *middle.fault)
        pen.target("fault", cx - w / 2, cy - h / 2, w, h)
        return
    at_hand = Box(cx - room / 2, cy + 1, room, 52)
    button = _button(at_hand, narrow, pawns) if _touched(view, middle) else None
    if button is not None:
        # Where it has to give way to pawns, round and phase give way to it.
        pawns = (*pawns, button)
    pip = _PIP.get(view.phase)
    rounds = tr("Round {r} of 4", r=view.round)
    title = f"{rounds}\n{texts.phase(view.phase)}" if narrow else f"{rounds} · {texts.phase(view.phase)}"
    high = 56 if narrow else 28
    top = cy - 51 - (high - 28) - (8 if narrow else 0)
    box = Box(cx - room / 2, top, room, high)
    clear = [pawn for pawn in pawns if _overlap(pawn, box.inset(0, 5))]
    wide = min(room, 2 * min((abs(p.centre[0] - cx) - p.w / 2 - 2 for p in clear), default=room / 2))
    if wide >= 120:
        # Beside a pawn there may be room for the phase only.
        whole = lettering.fit(title, wide, high, 20, scale=pen.scale, lines=2).whole
        pen.text((cx - wide / 2, top, wide, high), title if whole else texts.phase(view.phase), 20, "champ", align="centre", lines=2)
    if pip is not None and not any(_overlap(pawn, Box(cx - 56, cy - 22, 112, 16)) for pawn in pawns):
        for k in range(len(PIPS)):
            x, q = cx - 48 + 24 * k, 7.5 if k == pip else 5
            if k <= pip:
                pen.diamond(x, cy - 14, q, "champ")
            else:
                pen.line([x, cy - 14 - q, x + q, cy - 14, x, cy - 14 + q, x - q, cy - 14], "rim", 1.4, close=True)
    if button is not None:
        key = "action" if middle.action else "stay"
        text = middle.action or tr("Stay at {n}", n=next((t for n, t in view.reachable if n == 0), 0))
        pen.target(key, button.x, button.y - 2, button.w, button.h + 4)
        draw_button(pen, *button, text, pressed=pressed == key)
    else:
        _at_hand(pen, view, middle, at_hand, narrow, pawns)


def _touched(view: View, middle: Middle) -> bool:
    """Whether a button stands in the middle."""
    return bool(middle.action) or (view.phase is Phase.PAWNS and bool(view.reachable))


def _room(box: Box, cy: float, high: float, pawns: tuple[Box, ...]) -> float:
    """How wide something so high can be around the middle of the box, between the pawns."""
    cx = box.centre[0]
    here = Box(box.x, cy - high / 2, box.w, high)
    inward = [abs(pawn.centre[0] - cx) - pawn.w / 2 - 4 for pawn in pawns if _overlap(pawn, here)]
    return min(box.w, 2 * min(inward, default=box.w / 2))


def _button(box: Box, narrow: bool, pawns: tuple[Box, ...]) -> Box:
    """Where the button lies: at its place, or so far away that no pawn lies on it."""
    high = 60.0 if narrow else 52.0
    cx, middle = box.centre
    ways = (0, 62, 30, -14, -30, -46, -62, 76, 90) if narrow else (0, -6, -12, -18, -24, -30, -36, -44, -52)
    cy = max((middle + way for way in ways), key=lambda cy: min(240.0, _room(box, cy, high, pawns)))
    wide = min(max(_room(box, cy, high, pawns), 120.0), 240.0)
    return Box(cx - wide / 2, cy - high / 2, wide, high)


def _at_hand(pen: Pen, view: View, middle: Middle, box: Box, narrow: bool, pawns: tuple[Box, ...]) -> None:
    """What is left, where the pawns leave it the most room: a narrow ring is high, so that there are two places."""
    cx = box.centre[0]
    cy = max((box.centre[1], box.centre[1] + 62) if narrow else (box.centre[1],), key=lambda cy: _room(box, cy, 42, pawns))
    wide = _room(box, cy, 42, pawns)
    if middle.text:
        if wide >= 120:
            pen.text((cx - wide / 2, cy - 26, wide, 52), middle.text, 24, "ivory", align="centre", lines=2)
    elif view.phase is Phase.TOKENS:
        text = tr("{n} left", n=view.stock)
        taken = 62 + pen.width(text, 26, "JostSemiBold")
        if taken <= wide:
            draw_chip(pen, view.token, cx - taken / 2 + 25, cy, 50)
            pen.text((cx - taken / 2 + 62, cy - 22, taken - 60, 44), text, 26, "ivory", font="JostSemiBold")
    elif view.phase is Phase.CARDS:
        lie, of = laid(view)
        ways = ((tr("{a} of {b} face down", a=lie, b=of), 22), (f"{lie} / {of}", 26))
        text, size = next((way for way in ways if 44 + pen.width(*way) <= wide), ways[-1])
        taken = 44 + pen.width(text, size)
        if taken <= wide:
            draw_plain_back(pen, cx - taken / 2, cy - 20, 29, 40)
            pen.text((cx - taken / 2 + 44, cy - 22, taken - 42, 44), text, size, "ivory")


def laid(view: View) -> tuple[int, int]:
    """How many cards lie face down, of how many."""
    return sum(table.face_down for table in view.tables), len(KINDS) * len(view.players)


def _overlap(a: Box, b: Box) -> bool:
    return a.x < b.x + b.w and b.x < a.x + a.w and a.y < b.y + b.h and b.y < a.y + a.h
