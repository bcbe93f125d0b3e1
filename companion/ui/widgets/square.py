"""A QR code: black on white whatever the theme, each module a whole number of pixels wide."""

from __future__ import annotations

from typing import Any

from kivy.graphics.texture import Texture

from companion.table.evenings.square import QUIET
from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn


class Square(Drawn):
    """`rows`: its modules, True for dark. It is as large as its box has room for, in the middle of it."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[tuple[bool, ...], ...] = ()
        self._texture: Any = None

    def show(self, rows: tuple[tuple[bool, ...], ...]) -> None:
        """Draws another one."""
        if rows != self.rows:
            self.rows, self._texture = rows, None
            self.redraw()

    def pixels(self, pen: Pen) -> int:
        """How many pixels a module is wide."""
        return max(1, int(min(self.box.w, self.box.h) * pen.scale) // (len(self.rows) + 2 * QUIET))

    def draw(self, pen: Pen) -> None:
        if not self.rows:
            return
        if self._texture is None:
            self._texture = _texture(self.rows)
        module, scale = self.pixels(pen), pen.scale
        size, around = len(self.rows) * module, QUIET * module
        # From a whole pixel on, so that every module is as wide as the others.
        left = round(pen.x(self.box.w / 2) - size / 2) - pen.left
        top = pen.top - round(pen.y(self.box.h / 2) + size / 2)
        pen.rect((left - around) / scale, (top - around) / scale, (size + 2 * around) / scale, (size + 2 * around) / scale, "#FFFFFF")
        pen.image(self._texture, left / scale, top / scale, size / scale, size / scale)


def _texture(rows: tuple[tuple[bool, ...], ...]) -> Any:
    """A pixel a module, the lowest row first, as textures have it."""
    texture = Texture.create(size=(len(rows), len(rows)), colorfmt="rgb")
    data = b"".join(b"\x00\x00\x00" if dark else b"\xff\xff\xff" for row in reversed(rows) for dark in row)
    texture.blit_buffer(data, colorfmt="rgb", bufferfmt="ubyte")
    texture.mag_filter = texture.min_filter = "nearest"
    return texture
