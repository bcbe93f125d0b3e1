"""Set-up: which table lies where. The tables' tags clockwise, or as last time, or without tags."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.vabanque.rules.moves import LayRing
from companion.games.vabanque.rules.view import View
from companion.games.vabanque.ui import layout
from companion.table.commands import Do
from companion.ui import answers
from companion.ui.kit import theme
from companion.ui.kit.layout import Box, Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.chosen import Chosen, one_view
from companion.ui.screens.game import GameScreen
from companion.ui.texts import tr, trn
from companion.ui.widgets.banner import Banner
from companion.ui.widgets.button import Button
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.icon import draw_icon
from companion.ui.widgets.prompt import Prompt


class Places(Drawn):
    """The places of the ring: those told are ticked, the next one is lit, the others wait. `on_tap` gets the number of the one that is lit."""

    def __init__(self, on_tap: Callable[[int], Any] | None = None) -> None:
        super().__init__(on_tap)
        self.of = 0
        self.told = 0
        self.portrait = False

    def show(self, told: int, of: int) -> None:
        """Takes how many tiles lie, of how many."""
        if (told, of) != (self.told, self.of):
            self.told, self.of = told, of
            self.redraw()

    def draw(self, pen: Pen) -> None:
        if not self.of:
            return
        board = layout.board(Box(0, 0, self.box.w, self.box.h), self.of, self.portrait)
        lane, k = board.lane, theme.CHAMFER["tile"]
        pen.rounded_line(lane.l, lane.t, lane.r - lane.l, lane.b - lane.t, lane.q, "brass", 1.6, 0.4)
        for number in range(1, self.of + 1):
            x, y, w, h = board.tile_box(number)
            following = number == self.told + 1
            told = number <= self.told
            if following:
                pen.target(number, x, y, w, h)
                pen.cut(x - 1, y - 1, w + 2, h + 2, k, "champ")
                pen.cut(x + 3, y + 3, w - 6, h - 6, k - 2.2, "bg0" if self.pressed == number else "tileHi")
            else:
                pen.cut(x, y, w, h, k, "tile" if told else "bar")
                pen.cut_line(x + 1, y + 1, w - 2, h - 2, k - 0.5, "rim", 1.6, 1 if told else 0.5)
            bright = told or following
            ink = "ivory" if bright else "mist"
            pen.glyph(x + w / 2 - (14 if bright else 0), y + h / 2, str(number), theme.FAR_TEXT, ink, "JostSemiBold", far=True)
            if told:
                draw_icon(pen, "check", x + w / 2 + 24, y + h / 2, 22, "ok", 2.6)
            elif following:
                draw_icon(pen, "waves", x + w / 2 + 22, y + h / 2, 26, "champ", 2.4)
        cx, cy = lane.centre
        room = lane.r - lane.l - 44
        pen.text((cx - room / 2, cy - 72, room, 70), tr("Tables: {a} of {b}", a=self.told, b=self.of), theme.SMALLEST_TEXT, "ivory", align="centre",
                 font="JostSemiBold", lines=2)  # fmt: skip
        pen.text((cx - room / 2, cy, room, 90 if self.portrait else 52), tr("Start anywhere"), theme.SMALLEST_TEXT, "champ", align="centre", lines=4)


class RingScreen(GameScreen[View]):
    """The tiles of the ring are laid."""

    name = "ring"

    asked = Chosen(False, one_view)
    """Whether a finger has touched the place that waits for its table while others are told by their tags."""

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.places: Places = self.add(Places(self._tapped))
        self.last = Button("", lambda: self._lay(self.shown.lately))
        self.plain = Button("", self._lay_plain, kind="secondary")
        self.add(self.plain)
        self.banner = Banner("plug", lambda _: self.act("quiet"))

    def _lay_plain(self) -> None:
        self._lay(tuple(range(1, self.view.tiles_needed + 1)))

    def _tapped(self, _place: int) -> None:
        """Who touches the first place plays without tags; once some tables are told by theirs, the finger is told what is awaited."""
        if self.view.ring:
            self.asked = True
            self.say()
        else:
            self._lay_plain()

    def _lay(self, tiles: tuple[int, ...]) -> None:
        self.act(Do(LayRing(tiles)))

    def prompt(self, view: View) -> Prompt:
        left = view.tiles_needed - len(view.ring)
        aside = trn("{n} to go", "{n} to go", left) if view.ring else ""
        text = tr("Scan table {n} at the reader", n=len(view.ring) + 1) if self.asked else tr("Scan the tables, clockwise")
        return Prompt("reader", tr("The circle of tables"), text, aside)

    def fill(self, view: View) -> None:
        self.places.show(len(view.ring), view.tiles_needed)
        self.last.show(tr("As last time"))
        # Told half by tags and half without them, nobody knew any more which table is which: it is all or nothing.
        self.plain.show(tr("Without tags"), kind="secondary" if self._has_last() else "primary")
        self.banner.show(*(answers.fault(self.lost) if self.lost is not None else ("", "")))
        self.place(self.frame)

    def _has_last(self) -> bool:
        return self.shown is not None and bool(self.shown.lately)

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        x, y, w, h = self.frame.rail
        pen.rect(x, y, w, h, "bar")
        pen.rect(x, y, w if self.frame.portrait else 1, 1 if self.frame.portrait else h, "brass", 0.6)
        if not self.frame.portrait and (self.shown is None or self.shown.view is None or self.lost is None):
            text = tr("The companion then knows every table by its tag. Without tags you tap them here.")
            pen.text((x + 14, y + 8, w - 24, h - 150), text, theme.SMALLEST_TEXT, "mist", lines=9, valign="top")

    def tray_boxes(self, frame: Frame) -> tuple[Box, Box] | None:
        if self.lost is not None:
            return None
        x, y, w, h = frame.rail
        # Above the buttons.
        tray = Box(x, y, w, 116 if frame.portrait else h - 74 - (68 if self._has_last() else 0))
        return Box(frame.board.x + frame.board.w - 54, frame.board.y + frame.board.h - 56, 52, 54), tray

    def place(self, frame: Frame) -> None:
        board, rail = frame.board, frame.rail
        self.places.portrait = frame.portrait
        self.have(self.places, board)
        lost = self.shown is not None and self.lost is not None
        if frame.portrait:
            half = (rail.w - 32) / 2
            self.have(self.last, (12, rail.y + 112, half, 58) if self._has_last() else None)
            self.have(self.plain, (20 + half, rail.y + 112, half, 58))
            self.have(self.banner, (12, rail.y + 4, rail.w - 24, 100) if lost else None)
        else:
            x, w, bottom = rail.x + 8, rail.w - 16, frame.h - 12
            self.have(self.plain, (x, bottom - 60, w, 60))
            self.have(self.last, (x, bottom - 128, w, 60) if self._has_last() else None)
            self.have(self.banner, (x, rail.y + 8, w, 206) if lost else None)
