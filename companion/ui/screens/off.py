"""Before the plug is pulled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.errors import CompanionError
from companion.ui.kit.layout import Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.base import Carrying, Kit
from companion.ui.screens.errand import ErrandScreen
from companion.ui.texts import tr
from companion.ui.widgets.button import HoldButton
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.sunrise import draw_sunrise


class OffScreen(ErrandScreen):
    """Power may be cut at any moment, since every act is on disk before it is shown. This says so, and switches off or closes the companion.

    As the machine's own service it would be started again when it is closed, so there the machine is switched off.
    """

    name = "off"
    stays = False

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.porter: Carrying | None = None
        self.power: HoldButton = HoldButton("", self._power, icon="power")
        self.close: HoldButton = HoldButton("", lambda: self.act("quit"), icon="cross")

    def equip(self, kit: Kit) -> None:
        self.porter = kit.porter

    def enter(self) -> None:
        self.said = ("", "", "")

    @property
    def _served(self) -> str:
        """Which service this is: see `Porter.place`."""
        return self.porter.place if self.porter is not None else ""

    def _power(self) -> None:
        if self.porter is not None and not self.busy:
            self.ask(self.porter.power_off, self._gone)

    def _gone(self, result: CompanionError | None) -> None:
        if result is None:
            self.said = ("power", tr("Switching off"), tr("Pull the plug when the screen is dark"))
        else:
            self.said = ("warning", tr("It can’t be switched off"), tr("All saved. You can pull the plug"))

    def usual(self) -> Prompt:
        return Prompt("power", tr("See you soon"), tr("All saved. You can pull the plug"))

    def waiting(self) -> Prompt:
        return Prompt("power", tr("Switching off"), tr("One moment"))

    def fill(self) -> None:
        self.power.show(tr("Hold to switch off"))
        self.close.show(tr("Hold to close the companion"))

    def _here(self) -> list[HoldButton]:
        return [*([self.power] if self._served else []), *([self.close] if self._served != "console" else [])]

    def place(self, frame: Frame) -> None:
        wide = min(520.0, frame.w - 48)
        body, here = frame.body, self._here()
        for button in (self.power, self.close):
            below = len(here) - here.index(button) if button in here else 0
            self.have(button, ((frame.w - wide) / 2, body.y + body.h - 20 - 76 * below, wide, 64) if below else None)

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        body = self.frame.body
        foot = 20 + 76 * len(self._here())
        r = min(150.0, body.h - 144 - foot)
        draw_sunrise(pen, self.frame.w / 2, body.y + 30 + r, r)
        text = tr("Next time you go on where you stopped.")
        pen.text((40, body.y + 74 + r, self.frame.w - 80, body.h - 88 - foot - r), text, 28, "ivory", align="centre", lines=4)
