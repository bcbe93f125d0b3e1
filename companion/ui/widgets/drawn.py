"""The base of every widget: it draws itself with a Pen, only when something has changed, and knows what can be touched on it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.ui.kit.initials import Seated
from companion.ui.kit.layout import Box
from companion.ui.kit.painter import Part, Pen, Written


class Drawn(Widget):
    """A widget placed in dp inside its parent. Subclasses override `draw` and call `redraw` when what they show has changed.

    `box`: its place, dp from the parent's top left. `pressed`: the target under the finger, None without one.
    `on_tap(key)` is called when a finger that went down on a target is lifted from the same one.
    """

    drawings = 0
    """How often any widget has drawn itself; tests count idle redraws with it."""

    def __init__(self, on_tap: Callable[[Any], None] | None = None) -> None:
        super().__init__(size_hint=(None, None))
        self.on_tap = on_tap
        self.box = Box(0, 0, 100, 100)
        self.scale = 1.0
        self.pressed: Any = None
        self._layers: dict[Hashable, tuple[Any, Part]] = {}
        self._drawn_now: set[Hashable] = set()
        self._again = Clock.create_trigger(self._draw, -1)

    def apply_class_lang_rules(self, *_: Any, **__: Any) -> None:
        """No rules of Kivy's language: its own <Button> would match ours by name."""

    # --- placing ---

    def put(self, x: float, y: float, w: float, h: float) -> None:
        """Places the widget inside its parent (dp)."""
        if self.box == (x, y, w, h):
            return
        self.box = Box(x, y, w, h)
        if isinstance(self.parent, Drawn):
            self.parent.settle(self)

    def add(self, child: Any, box: tuple[float, float, float, float] | None = None) -> Any:
        """Adds a child, at a place of its own if one is given; returns it."""
        if box is not None:
            child.box = Box(*box)
        self.add_widget(child)
        self.settle(child)
        return child

    def settle(self, child: Drawn) -> None:
        """Turns a child's box into pixels, and its children's."""
        s = self.scale
        child.scale = s
        child.size = (child.box.w * s, child.box.h * s)
        child.pos = (self.x + child.box.x * s, self.top - child.box.y * s - child.height)
        child.placed()
        for grandchild in child.children:
            child.settle(grandchild)
        child.forget()

    def placed(self) -> None:
        """Override: place the children for the new size (`self.box`)."""

    # --- drawing ---

    def draw(self, pen: Pen) -> None:
        """Override: draws the whole widget. Parts that change by themselves are drawn with `layer`."""

    @property
    def seated(self) -> Seated:
        """Who sits at the table that this shows: what the screen says."""
        return self.parent.seated if isinstance(self.parent, Drawn) else ()

    def redraw(self) -> None:
        """Asks for one drawing before the next frame, however often it is called."""
        self._again()

    def forget(self) -> None:
        """Everything is drawn anew: size, language or look has changed."""
        for _, part in self._layers.values():
            self.canvas.before.remove(part.group)
        self._layers.clear()
        self.redraw()

    def layer(self, key: Hashable, value: Any, draw: Callable[[Pen], None], *, mobile: bool = False, fading: bool = False) -> Part:
        """Draws a part only if its `value` differs from last time. Parts lie above each other in the order of their first drawing.

        A `mobile` part can be moved and stretched, a `fading` one faded. That is what motions do; they never draw.
        """
        self._drawn_now.add(key)
        value = (value, self.seated)
        known = self._layers.get(key)
        if known is not None and known[0] == value:
            return known[1]
        part = self._part(known, mobile, fading)
        self._layers[key] = (value, part)
        draw(part.pen)
        return part

    def part(self, key: Hashable) -> Part | None:
        """What was drawn as that layer; None if there is none."""
        known = self._layers.get(key)
        return None if known is None else known[1]

    def _part(self, known: tuple[Any, Part] | None, mobile: bool = False, fading: bool = False) -> Part:
        """An empty part: a new one, or one that was drawn before."""
        if known is None:
            part = Part(self.x, self.top, self.scale, self.seated, mobile=mobile, fading=fading)
            self.canvas.before.add(part.group)
        else:
            part = known[1]
            part.clear(self.x, self.top, self.scale, self.seated)
        return part

    def _draw(self, _dt: float = 0) -> None:
        Drawn.drawings += 1
        self._drawn_now = {None}
        # The unnamed layer is everything that `draw` draws directly; it is new every time.
        part = self._part(self._layers.get(None))
        self._layers[None] = (None, part)
        self.draw(part.pen)
        for key in [key for key in self._layers if key not in self._drawn_now]:
            self.canvas.before.remove(self._layers.pop(key)[1].group)

    @property
    def texts(self) -> list[Written]:
        """Everything written on the widget itself."""
        return [written for _, part in self._layers.values() for written in part.texts]

    @property
    def targets(self) -> dict[Any, Box]:
        """Everything on the widget that can be touched, in dp from its top left."""
        return {key: box for _, part in self._layers.values() for key, box in part.pen.targets.items()}

    # --- touch ---

    def target_at(self, x: float, y: float) -> Any:
        """The target under a point (pixels of the parent's coordinates), None if there is none."""
        dx, dy = (x - self.x) / self.scale, (self.top - y) / self.scale
        found = None
        for key, box in self.targets.items():
            if box.holds(dx, dy):
                found = key
        return found

    def on_touch_down(self, touch: Any) -> bool:
        if self.disabled or not self.collide_point(*touch.pos):
            return False
        if super().on_touch_down(touch):
            return True
        if touch.is_mouse_scrolling:
            return self.scrolled(1 if touch.button == "scrollup" else -1)
        key = self.target_at(*touch.pos)
        if key is None:
            return False
        touch.grab(self)
        self._press(key)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        key, was = self.target_at(*touch.pos), self.pressed
        self._press(None)
        if was is not None and key == was:
            touch.ud["acted"] = True
            self.tapped(key)
        return True

    def scrolled(self, by: int) -> bool:
        """Override: a mouse's wheel turned over the widget, down (1) or up (-1). Says whether it did anything."""
        return False

    def cancel(self) -> None:
        """A second finger or a change of screen: whatever is pressed is let go without an act."""
        if self.pressed is not None:
            self._press(None)

    def tapped(self, key: Any) -> None:
        """One touch of a target, one call."""
        if self.on_tap is not None:
            self.on_tap(key)

    def _press(self, key: Any) -> None:
        self.pressed = key
        self.redraw()


def walk(widget: Any) -> list[Drawn]:
    """A widget and everything below it that draws itself, parents first."""
    found = [widget] if isinstance(widget, Drawn) else []
    for child in reversed(widget.children):
        found += walk(child)
    return found
