"""The prompt bar: a block says who, the title and the prompt say what; undo and menu. A refusal turns it ivory."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from kivy.clock import Clock

from companion.games.kit.colours import Colour
from companion.table.snapshot import Waiting
from companion.ui.kit import lettering, theme
from companion.ui.kit.layout import Box, Frame
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr
from companion.ui.widgets.button import draw_icon_button
from companion.ui.widgets.countdown import Countdown
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem
from companion.ui.widgets.icon import draw_icon

RING = 45.5
"""Radius of the ring that empties round the emblem, in dp."""

ASIDE = 0.5
"""What stands beside the title has so much of its room; longer it is left away."""


class Prompt(msgspec.Struct, frozen=True):
    """What the bar says. `who`: a player's colour, a table's number, or an icon's name; `aside` is small, beside the title.

    `sum`: the text is an equation, larger.
    """

    who: Colour | int | str
    title: str
    text: str = ""
    aside: str = ""
    sum: bool = False


class PromptBar(Drawn):
    """Give it the whole frame as its box: it draws the bar at the top and, in portrait, undo and menu at the bottom.

    `on_tap` gets the key of a button (undo and menu, if `say` names no others), or "dismiss": a refusal was tapped away or its four
    seconds are over.
    """

    def __init__(self, on_tap: Callable[[str], Any] | None = None) -> None:
        super().__init__(on_tap)
        self.far = False
        """Whether the prompt is read from the table: then it is no smaller than that asks for. A refusal is for who stands here."""
        self.prompt = Prompt("list", "")
        self.refusal: Prompt | None = None
        self.keys: tuple[str, ...] = ("undo", "menu")
        self.countdown = Countdown()
        self._serial = -1
        self._until: Any = None

    def say(self, prompt: Prompt, *, undo: bool = True, menu: bool = True, keys: tuple[str, ...] | None = None) -> None:
        """Sets what the bar says and which buttons it has: undo and menu, or those of `keys`, which are icons' names, from left to right."""
        if keys is None:
            keys = tuple(key for key, there in (("undo", undo), ("menu", menu)) if there)
        if (prompt, keys) != (self.prompt, self.keys):
            self.prompt, self.keys = prompt, keys
            self.redraw()

    def wait(self, waiting: Waiting | None) -> None:
        """How long half a gesture waits: a ring round the emblem empties meanwhile. None if none does, or if the bar is not seen any more."""
        if self.countdown.show(waiting):
            self.redraw()

    def refuse(self, prompt: Prompt, serial: int) -> None:
        """Turns the bar ivory for four seconds or until a tap; `serial` tells a new refusal from one that was shown already."""
        if serial == self._serial:
            if self.refusal is not None and self.refusal != prompt:
                self.refusal = prompt
                self.redraw()
            return
        self._serial = serial
        self._stop()
        self.refusal = prompt
        self._until = Clock.schedule_once(lambda _dt: self._over(), theme.patience("refusal"))
        self.redraw()

    def accept(self) -> None:
        """A valid move came: the refusal is over."""
        if self.refusal is not None:
            self._stop()
            self.redraw()

    def _stop(self) -> None:
        self.refusal = None
        if self._until is not None:
            self._until.cancel()
            self._until = None

    def _over(self) -> None:
        if self.refusal is not None:
            self._stop()
            self.redraw()
            # A bar of a screen that has been left says nothing: what is read is on the screen that is open.
            if self.on_tap is not None and self.get_root_window() is not None:
                self.on_tap("dismiss")

    def tapped(self, key: Any) -> None:
        if key == "dismiss":
            self._over()
        else:
            super().tapped(key)

    def draw(self, pen: Pen) -> None:
        w = self.box.w
        frame = Frame(round(self.width), round(self.height))
        shown = self.refusal or self.prompt
        ivory = self.refusal is not None
        block = 100
        self.layer("ground", (w, frame, ivory, block), partial(_ground, w=w, bar=frame.prompt.h, block=block, ivory=ivory))
        self.layer("who", (frame, shown.who), partial(self._who, who=shown.who, w=block - 1, h=frame.prompt.h))
        ring = partial(self._ring, who=shown.who, ivory=ivory, x=block / 2, y=frame.prompt.h / 2)
        self.layer("ring", (self.countdown.waiting, frame, shown.who, ivory), ring)
        left = block + 14
        buttons = 0 if frame.portrait or not self.keys else 62 * len(self.keys) + 2
        room = w - left - buttons - (8 if buttons else 14)
        said = partial(self._said, shown=shown, ivory=ivory, left=left, room=room, frame=frame)
        self.layer("said", (shown, ivory, left, room, frame, self.far), said)
        self.layer("keys", (self.keys, self.pressed, ivory, frame, w), partial(self._keys, frame=frame, ivory=ivory))

    def _ring(self, pen: Pen, who: Colour | int | str, ivory: bool, x: float, y: float) -> None:
        """What is left of the time of half a gesture; a refusal is read first."""
        if ivory:
            self.countdown.stop()
            return
        self.countdown.draw(pen, x, y, RING, theme.LIVERIES[who].own_rim if isinstance(who, Colour) else "champ")

    def _said(self, pen: Pen, shown: Prompt, ivory: bool, left: float, room: float, frame: Frame) -> None:
        ink, upright = "ink" if ivory else "ivory", frame.portrait
        size = theme.SMALLEST_TEXT
        box = Box(left, 52, room, 94) if upright else Box(left, 49, room, 48)
        font, usual, lines = "JostSemiBold" if shown.sum else "Jost", 40 if shown.sum else 38, 2 if upright else 1
        # What has no room in letters for the whole table, for a name or a sum in it is very long, is told to who stands here.
        fits = partial(lettering.fit, shown.text, box.w, size=usual, font=font, scale=pen.scale, lines=lines, least=theme.FAR_TEXT)
        far = self.far and not ivory and fits(box.h).whole
        if not far and not upright and not lettering.fit(shown.text, room, 48, size, scale=pen.scale).whole:
            # A long sentence takes two lines below a small title; the narrower letters where that has little room.
            bold = lettering.fit(shown.title, room, 34, size, font="JostSemiBold", scale=pen.scale).whole
            pen.text((left, 1, room, 34), shown.title, size, ink, font="JostSemiBold" if bold else "Federo", name=True)
            pen.text((left, 33, room, 66), shown.text, size / theme.look.text, ink, lines=2)
            return
        lower = self._title(pen, left, room, shown, ivory=ivory, upright=upright)
        box = Box(box.x, box.y + lower, box.w, box.h - lower)
        far = far and fits(box.h).whole
        pen.text(box, shown.text, usual, ink, font=font, lines=lines, valign="top" if upright else "middle", far=far)

    def _keys(self, pen: Pen, frame: Frame, ivory: bool) -> None:
        if frame.portrait:
            self._bottom(pen, frame)
            return
        for i, key in enumerate(reversed(self.keys)):
            draw_icon_button(pen, key, key, self.box.w - 64.0 - 62 * i, 22, 56, 56, pressed=self.pressed == key, ink=ivory)

    def _title(self, pen: Pen, left: float, room: float, shown: Prompt, *, ivory: bool, upright: bool) -> float:
        """Writes it, and returns by how much what stands below it has to give way: upright, where it takes two lines."""
        ink, hushed = ("ink", "ink") if ivory else ("ivory", "mist")
        # Whose turn it is is read from the table, and a name is rather shortened for that; a sentence never is where it has room.
        named = isinstance(shown.who, Colour) and not ivory
        fits = partial(lettering.fit, shown.title, height_dp=50, font="Federo", scale=pen.scale)
        aside = pen.width(shown.aside, theme.SMALLEST_TEXT) + 18 if shown.aside else 0
        if aside > room * ASIDE or not (named or fits(room - aside, size=38).whole):
            # A name may be shortened for it, a title not.
            aside = 0
        far = named or (self.far and not ivory and fits(room - aside, size=42, least=theme.FAR_TEXT).whole)
        if upright and not named and not fits(room, size=42).whole:
            pen.text((left, 1, room, 72), shown.title, 34, ink, font="Federo", name=True, lines=2)
            return 20.0
        title = pen.text((left, 3, room - aside, 50), shown.title, 42, ink, font="Federo", name=True, far=far)
        if aside:
            pen.text((left + title.width + 16, 8, aside - 16, 44), shown.aside, theme.SMALLEST_TEXT, hushed)
        return 0.0

    def _bottom(self, pen: Pen, frame: Frame) -> None:
        box = frame.buttons
        pen.rect(0, box.y - 8, frame.w, frame.h - box.y + 8, "bar")
        columns = max(2, len(self.keys))
        wide = (box.w - 12 * (columns - 1)) / columns
        words = {"undo": tr("Undo"), "menu": tr("Menu"), "left": tr("Back"), "home": tr("Home")} if columns == 2 else {}
        for i, key in enumerate(self.keys):
            x = box.x + (wide + 12) * (i + columns - len(self.keys))
            draw_icon_button(pen, key, key, x, box.y, wide, box.h, pressed=self.pressed == key, text=words.get(key, ""))

    def _who(self, pen: Pen, who: Colour | int | str, w: float, h: float) -> None:
        cx, cy = w / 2, h / 2
        if isinstance(who, Colour):
            livery = theme.LIVERIES[who]
            pen.rect(0, 0, w, h, livery.fill)
            draw_emblem(pen, who, cx, cy + (5 if livery.shape == "triangle" else 0), 74, on_own_colour=True)
        elif isinstance(who, int):
            pen.rect(0, 0, w, h, "tile")
            pen.cut(cx - 38, cy - 33, 76, 66, 16, "tileHi")
            pen.cut_line(cx - 37, cy - 32, 74, 64, 16, "champ", 2.6)
            pen.glyph(cx, cy, str(who), 40, "ivory", "JostSemiBold")
        else:
            pen.rect(0, 0, w, h, "panel")
            draw_icon(pen, who, cx, cy, 48, "champ")


def _ground(pen: Pen, w: float, bar: float, block: float, ivory: bool) -> None:
    """The bar with its brass lines; a refusal is put away wherever it is tapped."""
    pen.rect(0, 0, w, bar, "ivory" if ivory else "bar")
    if ivory:
        pen.target("dismiss", 0, 0, w, bar)
    pen.rect(block - 1, 0, 2, bar, "ink" if ivory else "brass")
    pen.rect(0, bar, w, 2, "brass")
    pen.rect(0, bar + 5, w, 1, "brass", 0.45)
