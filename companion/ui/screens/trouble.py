"""What is wrong at the start, what to do about it, and the ways on from there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.table.journal.damage import Damage, Warned
from companion.ui.damage import breakable, damaged, remedy, title
from companion.ui.kit import lettering, theme
from companion.ui.kit.layout import Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.page import PageScreen
from companion.ui.texts import tr
from companion.ui.widgets.button import Button
from companion.ui.widgets.prompt import Prompt

LASTING = (Damage.READ_ONLY, Damage.FULL, Damage.NOT_YOURS, Damage.NOT_ALLOWED, Damage.UNREADABLE)
"""What keeps an evening from being played although the data can be read."""


class TroubleScreen(PageScreen):
    """One warning of the snapshot after the other; after the last it closes itself. `halted`: there is nothing to go on to."""

    name = "trouble"
    stays = True
    halted = False

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.on: Button = self.add(Button("", self._on, icon="right"))
        self.again = Button("", lambda: self.act("again"), icon="turn")
        self.quit = Button("", lambda: self.act("quit"), kind="quiet", icon="power")
        self.told = 0
        self._drawn = ""

    def enter(self) -> None:
        self.told = 0

    @property
    def warning(self) -> str:
        """The one that is told now; "" where there is none left."""
        warnings = self.shown.warnings if self.shown is not None else ()
        return warnings[self.told] if self.told < len(warnings) else ""

    @property
    def ready(self) -> bool:
        return bool(self.warning)

    @property
    def _lasting(self) -> bool:
        return self.halted or (isinstance(self.warning, Warned) and self.warning.damage in LASTING)

    def prompt(self) -> Prompt:
        count = len(self.shown.warnings)
        return Prompt("warning", title(self.warning), tr("{n} of {m}", n=self.told + 1, m=count) if count > 1 else "")

    def keys(self) -> tuple[str, ...]:
        return ()

    def _on(self) -> None:
        self.told += 1
        if self.ready:
            self.look()
        else:
            self.act("back")

    def fill(self) -> None:
        self.on.show(tr("Go on"))
        self.again.show(tr("Try again"), kind="primary" if self.halted else "secondary")
        self.quit.show(tr("Close the companion"))
        if self.warning is not self._drawn:
            self._drawn = self.warning
            self.redraw()

    def place(self, frame: Frame) -> None:
        body = frame.body.inset(24, 16)
        here = [*([] if self.halted else [self.on]), *([self.again, self.quit] if self._lasting else [])]
        stacked = frame.portrait
        # Three beside each other have their words on two lines.
        high = 72.0 if len(here) > 2 and not stacked else 64.0
        wide = body.w if stacked else min(360.0, (body.w - 12 * (len(here) - 1)) / len(here))
        for button in (self.on, self.again, self.quit):
            if button not in here:
                self.have(button, None)
                continue
            at = here.index(button)
            below = (len(here) - at) * 76 if stacked else high
            x = body.x if stacked else body.x + body.w - (len(here) - at) * (wide + 12) + 12
            self.have(button, (x, body.y + body.h - below, wide, high))

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        if not self.ready:
            return
        body = self.frame.body.inset(28, 14)
        room = body.h - (236 if self.frame.portrait and self._lasting else 88)
        said, advice = breakable(damaged(self.warning)), breakable(remedy(self.warning))
        # Each has room by its length.
        (one, least), (other, needed) = ((self._tall(text, body.w, 28), self._tall(text, body.w, 1)) for text in (said, advice or " "))
        high = min(one, max(least, (room - 18) * one / (one + other)), room - 18 - needed) if advice else room
        pen.text((body.x, body.y, body.w, high), said, 28, "ivory", lines=99, valign="top")
        if advice:
            pen.rect(body.x, body.y + high + 10, body.w, 1, "brass", 0.5)
            pen.text((body.x, body.y + high + 18, body.w, room - high - 18), advice, 28, "champ", lines=99, valign="top")

    def _tall(self, text: str, wide: float, size: float) -> float:
        """The height of a text in dp, in letters of this size or, if that is less, of the smallest."""
        return lettering.fit(text, wide, 9999, size, scale=self.scale, lines=99, least=theme.SMALLEST_TEXT).height
