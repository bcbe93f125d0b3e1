"""Buttons: primary, secondary, with an icon only, and held until they act."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock

from companion.ui.kit import lettering, theme
from companion.ui.kit.motion import Motion
from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.icon import draw_icon

HEIGHT = 56


def draw_button(pen: Pen, x: float, y: float, w: float, h: float, text: str, *, pressed: bool = False, icon: str = "", size: float = 28) -> None:
    """A primary button, for widgets that have one among other things."""
    _gold(pen, x, y, w, h, pressed)
    _label(pen, (x, y, w, h), text, size, "ink", "JostSemiBold", icon)


def _gold(pen: Pen, x: float, y: float, w: float, h: float, pressed: bool) -> None:
    """The ground of a primary button."""
    k = theme.CHAMFER["button"]
    pen.cut(x, y, w, h, k, "pressed" if pressed else "btn")
    if not pressed:
        pen.cut_line(x + 5, y + 5, w - 10, h - 10, k - 2, "cardInk", 1, 0.55)


def _label(
    pen: Pen,
    box: tuple[float, float, float, float],
    text: str,
    size: float,
    colour: str,
    font: str = "Jost",
    icon: str = "",
    alpha: float = 1.0,
) -> None:
    """A text with an icon before it (if there is room for both), or one of both, in the middle of a box."""
    x, y, w, h = box
    room = w - 24
    # Two lines keep clear of the rim, where there is room for that.
    high = next((room for room in (h - 10, h - 4) if lettering.fit(text, w - 24, room, size, font=font, scale=pen.scale, lines=2).whole), h - 10)
    edge = (h - high) / 2
    beside = lettering.fit(text, room - 34, high, size, font=font, scale=pen.scale, lines=2, snug=True)
    if icon and text and beside.whole:
        left = x + (w - beside.width - 34) / 2
        draw_icon(pen, icon, left + 11, y + h / 2, 22, colour, alpha=alpha)
        box = (left + 34, y + edge, w - (left - x) - 44, high)
        pen.text(box, text, size, colour, font=font, lines=2, snug=True, alpha=alpha)
    elif icon and not text:
        draw_icon(pen, icon, x + w / 2, y + h / 2, min(26, h * 0.45), colour, alpha=alpha)
    else:
        box = (x + 12, y + edge, room, high)
        pen.text(box, text, size, colour, font=font, align="centre", lines=2, snug=True, alpha=alpha)


class Button(Drawn):
    """A button. `kind`: "primary" (one a screen), "secondary" or "quiet" (petrol rim); `sub` is a smaller second line."""

    def __init__(self, text: str = "", on_tap: Callable[[], Any] | None = None, *, kind: str = "primary", icon: str = "", sub: str = "") -> None:
        super().__init__()
        self.text = text
        self.kind = kind
        self.icon = icon
        self.sub = sub
        self.enabled = True
        self.on = on_tap

    def show(
        self, text: str | None = None, *, enabled: bool = True, icon: str | None = None, sub: str | None = None, kind: str | None = None
    ) -> None:
        """Changes what is given; redraws only if something differs."""
        before = (self.text, self.enabled, self.icon, self.sub, self.kind)
        self.text = self.text if text is None else text
        self.icon = self.icon if icon is None else icon
        self.sub = self.sub if sub is None else sub
        self.kind = self.kind if kind is None else kind
        self.enabled = enabled
        if before != (self.text, self.enabled, self.icon, self.sub, self.kind):
            self.redraw()

    def tapped(self, key: Any) -> None:
        if self.on is not None:
            self.on()

    def draw(self, pen: Pen) -> None:
        w, h, down = self.box.w, self.box.h, self.pressed is not None
        k = theme.CHAMFER["button"]
        if self.enabled:
            pen.target("button", 0, 0, w, h)
        if not self.enabled:
            pen.cut(0, 0, w, h, k, "panel")
            pen.cut_line(0.8, 0.8, w - 1.6, h - 1.6, k, "outlineQuiet", 1.4, 0.7)
            self._write(pen, "mist", 0.6)
        elif self.kind == "primary":
            _gold(pen, 0, 0, w, h, down)
            self._write(pen, "ink", 1)
        else:
            pen.cut(0, 0, w, h, k, "panelHi" if down else "bar")
            pen.cut_line(0.8, 0.8, w - 1.6, h - 1.6, k, "champ" if down else "brass" if self.kind == "secondary" else "rim", 1.6)
            self._write(pen, "ivory", 1)

    def _write(self, pen: Pen, colour: str, alpha: float) -> None:
        w, h = self.box.w, self.box.h
        font, size = ("JostSemiBold" if self.kind == "primary" else "Jost"), 28.0
        if self.sub:
            pen.text((24, 4, w - 80, h * 0.52), self.text, 38, colour, font="Federo", alpha=alpha, name=True)
            pen.text((24, h * 0.5, w - 80, h * 0.42), self.sub, 28, colour, font="Jost", alpha=alpha, name=True)
            if self.icon:
                draw_icon(pen, self.icon, w - 34, h / 2, 26, colour, alpha=alpha)
        elif self.icon and h >= 90:
            draw_icon(pen, self.icon, w / 2, h * 0.38, 34, "champ" if self.kind != "primary" else colour, alpha=alpha)
            pen.text((6, h - 44, w - 12, 36), self.text, 28, colour, align="centre", alpha=alpha)
        else:
            _label(pen, (0, 0, w, h), self.text, size, colour, font, self.icon, alpha)


class IconButton(Drawn):
    """A square button of 56 dp with an icon. `label` names it for tests and speech."""

    def __init__(self, icon: str, on_tap: Callable[[], Any] | None = None, *, label: str = "") -> None:
        super().__init__()
        self.icon = icon
        self.label = label
        self.on = on_tap

    def tapped(self, key: Any) -> None:
        if self.on is not None:
            self.on()

    def draw(self, pen: Pen) -> None:
        draw_icon_button(pen, "button", self.icon, 0, 0, self.box.w, self.box.h, pressed=self.pressed is not None)


def draw_icon_button(
    pen: Pen, key: Any, icon: str, x: float, y: float, w: float, h: float, *, pressed: bool = False, ink: bool = False, text: str = ""
) -> None:
    """A button with an icon (and a text beside it) as a part of another widget; `ink`: dark on an ivory ground."""
    k = theme.CHAMFER["icon_button"]
    line, fill, mark = ("ink", "ivory", "ink") if ink else ("brass", "bar", "ivory")
    pen.target(key, x, y, w, h)
    pen.cut(x, y, w, h, k, "panelHi" if pressed and not ink else fill)
    pen.cut_line(x + 0.8, y + 0.8, w - 1.6, h - 1.6, k, line, 2.4 if pressed else 1.6)
    if text:
        _label(pen, (x, y, w, h), text, 28, mark, icon=icon)
    else:
        draw_icon(pen, icon, x + w / 2, y + h / 2, 29, mark)


class HoldButton(Drawn):
    """A button that acts when it has been held for 800 ms: for ending a game or undoing a phase. Let go early, it empties."""

    def __init__(self, text: str = "", on_held: Callable[[], Any] | None = None, *, icon: str = "") -> None:
        super().__init__()
        self.text = text
        self.icon = icon
        self.on = on_held
        self._filled = 0.0
        self._motion: Motion | None = None
        self._timer: Any = None

    def show(self, text: str) -> None:
        """Takes the words."""
        if text != self.text:
            self.text = text
            self.redraw()

    def _press(self, key: Any) -> None:
        if key is not None and self.pressed is None:
            seconds = theme.patience("hold")
            self._timer = Clock.schedule_once(self._held, seconds)
            self._motion = Motion(0 if theme.look.calm else seconds, self._fill)
        elif key is None:
            self._let_go()
        super()._press(key)

    def _fill(self, share: float) -> None:
        self._filled = share
        part = self.part("filled")
        if part is not None:
            part.stretch(share, 1.0)

    def _let_go(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._motion is not None:
            self._motion.stop()
            self._motion = None
        self._fill(0.0)

    def _held(self, _dt: float) -> None:
        self.pressed = None
        self._let_go()
        self.redraw()
        if self.on is not None:
            self.on()

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is self and self.pressed is not None and not self.collide_point(*touch.pos):
            self._press(None)
        return super().on_touch_move(touch)

    def tapped(self, key: Any) -> None:
        """Let go too early: nothing."""

    def draw(self, pen: Pen) -> None:
        w, h, k = self.box.w, self.box.h, theme.CHAMFER["button"]
        pen.target("hold", 0, 0, w, h)
        pen.cut(0, 0, w, h, k, "bar")
        # The text stays readable on what is filled, and need not be drawn anew.
        self.layer("filled", (w, h), lambda pen: pen.cut(0, 0, w, h, k, "champ", 0.34), mobile=True).stretch(self._filled, 1.0)
        self.layer("label", (w, h, self.text, self.icon), self._label)

    def _label(self, pen: Pen) -> None:
        w, h, k = self.box.w, self.box.h, theme.CHAMFER["button"]
        pen.cut_line(1.2, 1.2, w - 2.4, h - 2.4, k, "champ", 2.4)
        _label(pen, (0, 0, w, h), self.text, 28, "ivory", "JostSemiBold", self.icon)
