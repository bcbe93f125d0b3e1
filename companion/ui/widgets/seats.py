"""The table seen from above: chairs around it with who sits there, and who sits there next."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec

from companion.games.kit.colours import Colour
from companion.ui.kit import theme
from companion.ui.kit.background import sunburst
from companion.ui.kit.layout import Box
from companion.ui.kit.motion import Motion, eased
from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem
from companion.ui.widgets.icon import draw_icon

CLEAR = 58.0
"""A small emblem is so far from the middle of every other chair, in dp."""


class Chair(msgspec.Struct, frozen=True):
    """One chair of the set-up: empty, taken, or next to be taken. `chosen`: it stands out (picked up, or the start player's)."""

    colour: Colour | None = None
    name: str = ""
    next: str = ""
    chosen: bool = False


class SeatChooser(Drawn):
    """Up to six chairs around a table, clockwise from the top left. `on_tap` gets a chair's number (from 0); `on_drag` two of them."""

    def __init__(self, on_tap: Callable[[int], Any] | None = None, on_drag: Callable[[int, int], Any] | None = None) -> None:
        super().__init__(on_tap)
        self.on_drag = on_drag
        self.chairs: tuple[Chair, ...] = (Chair(),) * 6
        self.title = ""
        self.sub = ""
        self.tables = 0

    def show(self, chairs: Sequence[Chair], title: str = "", sub: str = "", tables: int = 0) -> None:
        """The chairs; what stands on the table: a title, a line, and how many tables the ring has."""
        now = (tuple(chairs), title, sub, tables)
        if now != (self.chairs, self.title, self.sub, self.tables):
            self.chairs, self.title, self.sub, self.tables = now
            self.redraw()

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is self and self.pressed is not None and self.on_drag is not None:
            start, end = self.pressed, self.target_at(*touch.pos)
            if end is not None and end != start:
                touch.ungrab(self)
                touch.ud["acted"] = True
                self._press(None)
                self.on_drag(start, end)
                return True
        return super().on_touch_up(touch)

    def chair_box(self, chair: int) -> Box:
        """Where a chair is drawn."""
        w, h = self.box.w, self.box.h
        wide, tall = min(152.0, (w - 12) / 3), min(104.0, (h - 120) / 2)
        count = len(self.chairs)
        above = -(-count // 2)
        # Those of a row that is not full stand in its middle.
        column, there = (chair, above) if chair < above else (count - 1 - chair, count - above)
        pitch = min(164.0, (w - wide) / 2)
        x = w / 2 + (column - (there - 1) / 2) * pitch - wide / 2
        return Box(x, 0 if chair < above else h - tall, wide, tall)

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        tall = self.chair_box(0).h
        table_w, table_h = min(302.0, w - 8), min(134.0, h - 2 * tall - 12)
        x, y = (w - table_w) / 2, (h - table_h) / 2
        pen.rounded(x, y, table_w, table_h, table_h / 2, "tile")
        pen.rounded_line(x, y, table_w, table_h, table_h / 2, "brass", 2)
        pen.rounded_line(x + 7, y + 7, table_w - 14, table_h - 14, table_h / 2 - 7, "brass", 1, 0.5)
        room = table_w - 36
        middle = 0.13 if self.sub else 0.36
        size, left = theme.SMALLEST_TEXT, w / 2 - room / 2
        pen.text((left, y + table_h * middle, room, table_h * 0.28), self.title, size, "ivory", font="JostSemiBold", align="centre")
        pen.text((left, y + table_h * 0.41, room, table_h * 0.28), self.sub, size, "champ", align="centre")
        for i in range(self.tables):
            tx = w / 2 + (i - (self.tables - 1) / 2) * 18 - 7
            pen.cut(tx, y + table_h * 0.76, 14, 12, 3.4, "tileHi")
            pen.cut_line(tx, y + table_h * 0.76, 14, 12, 3.4, "ivory", 1, 0.8)
        for i, chair in enumerate(self.chairs):
            box = self.chair_box(i)
            self.layer(i, (chair, box, self.pressed == i), partial(self._chair, i=i, chair=chair, box=box))

    def _chair(self, pen: Pen, i: int, chair: Chair, box: Box) -> None:
        x, y, w, h = box
        pen.target(i, *box)
        cx = x + w / 2
        empty = chair.colour is None and not chair.next
        strong = chair.chosen or bool(chair.next) or self.pressed == i
        pen.cut(x, y, w, h, 16, "tileHi" if chair.chosen else "bar")
        pen.cut_line(x + 1.5, y + 1.5, w - 3, h - 3, 15, "champ" if strong else "rim", 3.4 if strong else 1.6, 0.6 if empty and not strong else 1)
        if chair.colour is not None:
            size = min(54.0, h - 50)
            draw_emblem(pen, chair.colour, cx, y + 10 + size / 2, size)
            pen.text((x + 6, y + h - 40, w - 12, 36), chair.name, theme.SMALLEST_TEXT, "ivory", align="centre", name=True)
        elif chair.next:
            draw_icon(pen, "waves", cx - 22, y + h * 0.42, 30, "champ")
            draw_icon(pen, "plus", cx + 18, y + h * 0.42, 18, "champ")
            pen.text((x + 6, y + h - 40, w - 12, 36), chair.next, theme.SMALLEST_TEXT, "champ", align="centre")
        else:
            draw_icon(pen, "chair", cx, y + h / 2, 34, "mist", alpha=0.7)


class SeatPicture(Drawn):
    """The new order at the real table: a large emblem sits here next, a small one sat here; `on_tap` (no key) is for turning the picture.

    `turned`: by how many chairs the picture is turned, so that it fits how the screen lies.
    """

    def __init__(self, on_tap: Callable[[Any], Any] | None = None) -> None:
        super().__init__(on_tap)
        self.now: tuple[Colour, ...] = ()
        self.before: tuple[Colour, ...] = ()
        self.first: Colour | None = None
        self.turned = 0
        self._share = 1.0
        self._motion: Motion | None = None

    def show(self, now: Sequence[Colour], before: Sequence[Colour], *, turned: int = 0) -> None:
        """Who sits on the chairs next and who sat there, both clockwise by chair. New seats are gone to once, in 600 ms."""
        value = (tuple(now), tuple(before), turned)
        if value == (self.now, self.before, self.turned):
            return
        moves = value[:2] != (self.now, self.before) and len(now) == len(before) and set(now) == set(before)
        self.now, self.before, self.turned = value
        if self._motion is not None:
            self._motion.stop()

        def step(share: float) -> None:
            self._share = share
            self._glide()

        self.redraw()
        self._motion = Motion(theme.duration("seats") if moves else 0, step)

    def _seat(self, chair: float) -> tuple[float, float]:
        w, h = self.box.w, self.box.h
        n = max(1, len(self.now))
        angle = 2 * math.pi * (chair + self.turned) / n - math.pi * (0.5 + 1 / n)
        return w / 2 + (w / 2 - 60) * math.cos(angle), h / 2 + (h / 2 - 46) * math.sin(angle)

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        if not self.now:
            return
        if self.on_tap is not None:
            pen.target("turn", 0, 0, w, h)
        rx, ry = max(40, w / 2 - 102), max(30, h / 2 - 84)
        pen.rounded(w / 2 - rx, h / 2 - ry, 2 * rx, 2 * ry, min(rx, ry), "tile")
        pen.rounded_line(w / 2 - rx, h / 2 - ry, 2 * rx, 2 * ry, min(rx, ry), "brass", 2)
        sunburst(pen, w / 2, h / 2, (rx * 0.2, ry * 0.24), (rx * 0.62, ry * 0.72), 26, 0.3)
        for chair, colour in enumerate(self.now):
            x, y = self._seat(chair)
            stays = colour == self.before[chair]
            pen.disc(x, y, 37, "bar")
            pen.arc(x, y, 36, "champ" if stays else "rim", 3.4 if stays else 1.6)
        for chair, colour in enumerate(self.before):
            if colour != self.now[chair]:
                self._arrow(pen, chair, self.now.index(colour))
        for colour in self.now:
            self.layer(("seat", colour), None, partial(draw_emblem, colour=colour, cx=0, cy=0, size=48), mobile=True)
        self.layer("before", (self.before, self.now, self.turned), self._were)
        self._glide()

    def _glide(self) -> None:
        """Moves the large emblems to where they are on their way to the new chairs."""
        share = eased(self._share)
        for chair, colour in enumerate(self.now):
            part = self.part(("seat", colour))
            if part is not None:
                old = self.before.index(colour) if colour in self.before else chair
                (ax, ay), (bx, by) = self._seat(old), self._seat(chair)
                part.move(ax + (bx - ax) * share, ay + (by - ay) * share)

    def _were(self, pen: Pen) -> None:
        """A small emblem beside each chair: who sat there."""
        w, h = self.box.w, self.box.h
        taken = [self._seat(chair) for chair in range(len(self.now))]
        for chair, colour in enumerate(self.before):
            if colour != self.now[chair]:
                x, y = self._seat(chair)
                outward = -42 if x < w / 2 + 1 else 42
                ways = [(x + dx, y + dy) for dx in (outward, -outward) for dy in (28, -28)]
                spots = [(min(max(sx, 21), w - 21), min(max(sy, 21), h - 21)) for sx, sy in ways]
                others = [spot for k, spot in enumerate(taken) if k != chair]
                # The first that keeps clear of all the other chairs and emblems, else the one that is farthest from them.
                near = [min(math.dist(spot, other) for other in others) for spot in spots]
                best = next((k for k, far in enumerate(near) if far >= CLEAR), near.index(max(near)))
                taken.append(spots[best])
                draw_emblem(pen, colour, *spots[best], 40)

    def _arrow(self, pen: Pen, start: int, end: int) -> None:
        """A brass arrow over the table, bent towards its middle, from the old chair to the new one."""
        a, b = self._seat(start), self._seat(end)
        middle = (self.box.w / 2, self.box.h / 2)
        # Two who change places: the sides of the bend differ, so that both arrows are to be seen.
        side = ((b[1] - a[1]) * 0.12, (a[0] - b[0]) * 0.12)
        bend = tuple((a[i] + b[i]) / 2 * 0.4 + middle[i] * 0.6 + side[i] for i in (0, 1))
        way = [tuple((1 - t) ** 2 * a[i] + 2 * t * (1 - t) * bend[i] + t * t * b[i] for i in (0, 1)) for t in (k / 32 for k in range(33))]
        clear = [point for point in way if math.dist(point, a) > 42 and math.dist(point, b) > 44]
        if len(clear) < 2:
            return
        pen.line([v for point in clear for v in point], "champ", 2.2)
        (px, py), (qx, qy) = clear[-2], clear[-1]
        far = math.hypot(qx - px, qy - py) or 1
        ux, uy = (qx - px) / far * 10, (qy - py) / far * 10
        pen.line([qx - ux - uy * 0.6, qy - uy + ux * 0.6, qx, qy, qx - ux + uy * 0.6, qy - uy - ux * 0.6], "champ", 2.2)
