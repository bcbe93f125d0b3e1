"""Before the plug is pulled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.ui.kit.layout import Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.page import PageScreen
from companion.ui.texts import tr
from companion.ui.widgets.button import HoldButton
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.sunrise import draw_sunrise


class OffScreen(PageScreen):
    """Power may be cut at any moment, since every act is on disk before it is shown. This says so, and closes the companion."""

    name = "off"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.close: HoldButton = self.add(HoldButton("", lambda: self.act("quit"), icon="power"))

    def prompt(self) -> Prompt:
        return Prompt("power", tr("See you soon"), tr("All saved. You can pull the plug"))

    def fill(self) -> None:
        self.close.show(tr("Hold to close the companion"))

    def place(self, frame: Frame) -> None:
        wide = min(520.0, frame.w - 48)
        body = frame.body
        self.close.put((frame.w - wide) / 2, body.y + body.h - 96, wide, 64)

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        body = self.frame.body
        r = min(150.0, body.h - 240)
        draw_sunrise(pen, self.frame.w / 2, body.y + 30 + r, r)
        text = tr("Next time you go on where you stopped.")
        pen.text((40, body.y + 74 + r, self.frame.w - 80, body.h - 184 - r), text, 28, "ivory", align="centre", lines=4)
