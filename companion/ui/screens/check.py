"""Check of the set: tap the pieces in any order. What lies open is named, of what has a secret face only that it is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.table.commands import CheckTags, CloseTags, LearnTags
from companion.table.snapshot import Answer, Checking, Notice
from companion.ui.kit import theme
from companion.ui.kit.layout import Box, Frame
from companion.ui.kit.motion import Motion
from companion.ui.kit.painter import Pen
from companion.ui.screens.page import PageScreen
from companion.ui.texts import tr
from companion.ui.widgets.back import draw_back
from companion.ui.widgets.button import Button
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.icon import draw_icon
from companion.ui.widgets.prompt import Prompt


class Tapped(Drawn):
    """The piece tapped last: its number and name, or a card's back. Every tap flashes, so that a second one of the same is seen."""

    def __init__(self) -> None:
        super().__init__()
        self.piece: tuple[str, str] | None = None
        self.taps = 0
        self._flash = False
        self._motion: Motion | None = None

    def show(self, piece: tuple[str, str] | None, taps: int) -> None:
        """`piece`: its number or letter, and its name; None for one with a secret face. `taps`: how many there were, 0 before the first."""
        if (piece, taps) == (self.piece, self.taps):
            return
        self.piece, self.taps = piece, taps
        if self._motion is not None:
            self._motion.stop()

        def step(share: float) -> None:
            self._flash = share < 1
            self._shine()

        self.redraw()
        self._motion = Motion(theme.duration("flash") if taps else 0, step)

    def _shine(self) -> None:
        part = self.part("flash")
        if part is not None:
            part.fade(float(self._flash))

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        cx, cy = w / 2, h / 2 - 24
        if not self.taps:
            draw_icon(pen, "reader", cx, cy, min(110, h * 0.4), "brass")
            return
        if self.piece is None:
            tall = min(180.0, h - 70)
            wide = tall * 0.68
            flash = Box(cx - wide / 2 - 5, cy - tall / 2 - 5, wide + 10, tall + 10)
            self.layer("flash", flash, lambda pen: pen.rounded_line(*flash, 10, "champ", 4), fading=True)
            draw_back(pen, cx - wide / 2, cy - tall / 2, wide, tall)
        else:
            wide, tall = min(220.0, w), min(160.0, h - 70)
            x, y = cx - wide / 2, cy - tall / 2
            pen.cut(x, y, wide, tall, 26, "tile")
            pen.cut_line(x + 2, y + 2, wide - 4, tall - 4, 25, "champ", 3)
            flash = Box(x + 3, y + 3, wide - 6, tall - 6)
            self.layer("flash", flash, lambda pen: pen.cut_line(*flash, 25, "champ", 6), fading=True)
            pen.cut_line(x + 9, y + 9, wide - 18, tall - 18, 21, "brass", 1, 0.5)
            pen.glyph(cx, cy, self.piece[0], 84, "ivory", "JostSemiBold")
        known = self.piece[1] if self.piece is not None else tr("A card: known")
        taken = min(pen.width(known, 28), w - 44)
        left = cx - (taken + 34) / 2
        self._shine()
        draw_icon(pen, "check", left + 11, h - 20, 22, "ok")
        pen.text((left + 34, h - 42, taken + 8, 42), known, 28, "ivory")


class Count(Drawn):
    """How many different pieces were tapped, as a number and as diamonds."""

    def __init__(self) -> None:
        super().__init__()
        self.counted = 0
        self.of = 0

    def show(self, counted: int, of: int) -> None:
        """Takes how far the check is."""
        if (counted, of) != (self.counted, self.of):
            self.counted, self.of = counted, of
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w = self.box.w
        text = tr("{a} of {b}", a=self.counted, b=self.of)
        pen.text((0, 0, w, 56), text, 40, "champ" if self.counted < self.of else "ok", font="JostSemiBold", align="centre")
        pitch = min(34.0, w / 9)
        for i in range(self.of):
            x, y = w / 2 + (i % 9 - 4) * pitch, 84 + (i // 9) * pitch
            if i < self.counted:
                pen.diamond(x, y, 10, "champ")
            else:
                pen.line([x, y - 9, x + 9, y, x, y + 9, x - 9, y], "rim", 1.6, close=True)


class CheckScreen(PageScreen):
    """Also answers what a piece is in the game that is on, as by its place on the board."""

    name = "check"
    reads = True

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.tapped_last: Tapped = self.add(Tapped())
        self.count: Count = self.add(Count())
        self.learn: Button = self.add(Button("", lambda: self.act(LearnTags()), kind="quiet", icon="tag"))
        self.done: Button = self.add(Button("", self.leave))

    @property
    def checking(self) -> Checking:
        """How far the check is."""
        checking: Checking = self.shown.checking
        return checking

    def prompt(self) -> Prompt:
        if self.shown.view is not None:
            asked = next((item.words() for item in self.ui.menu if item.opens == CheckTags()), tr("Check the set"))
            return Prompt("search", asked, tr("Scan any card or table"))
        if self.checking.counted == self.checking.of:
            return Prompt("check", tr("Check the set"), tr("All pieces can be read"))
        return Prompt("tag", tr("Check the set"), tr("Scan any card or table"))

    @property
    def ready(self) -> bool:
        return self.shown is not None and self.shown.checking is not None

    def fill(self) -> None:
        checking = self.checking
        self.tapped_last.show(self.ui.tapped(self.shown) if checking.piece is not None else None, checking.taps)
        self.count.show(checking.counted, checking.of)
        self.learn.show(tr("Register the tags"))
        self.done.show(tr("Done"))

    def answer(self, said: Notice) -> Prompt:
        if said.what is Answer.UNKNOWN_TAG:
            return Prompt("warning", tr("Unknown tag"), tr("It belongs to no piece yet"))
        return super().answer(said)

    def leave(self) -> None:
        self.act(CloseTags())

    def place(self, frame: Frame) -> None:
        left, right = frame.halves(0.42 if frame.portrait else 0.48, 20)
        bottom = right.y + right.h
        self.tapped_last.put(left.x, left.y + 8, left.w, left.h - 16)
        self.count.put(right.x, right.y + 6, right.w, right.h - 144)
        if frame.portrait:
            self.learn.put(right.x, bottom - 58, right.w * 0.67 - 12, 56)
            self.done.put(right.x + right.w * 0.67, bottom - 58, right.w * 0.33, 56)
        else:
            self.learn.put(right.x, bottom - 126, right.w, 56)
            self.done.put(right.x, bottom - 58, right.w, 56)
