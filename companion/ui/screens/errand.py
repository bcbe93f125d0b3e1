"""What screens share that have something done elsewhere, most often with a stick."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from kivy.clock import Clock

from companion.errors import CompanionError
from companion.ui import texts
from companion.ui.kit.layout import Box
from companion.ui.kit.painter import Pen
from companion.ui.screens.page import PageScreen
from companion.ui.texts import tr
from companion.ui.widgets.button import Button
from companion.ui.widgets.prompt import Prompt
from companion.words import told

if TYPE_CHECKING:
    from companion.table.backup.drives import Stick

T = TypeVar("T")
MEGABYTE = 1_000_000
GIGABYTE = 1_000_000_000


class ErrandScreen(PageScreen):
    """Every errand is done elsewhere and tells its result later; until then nothing else can be asked for.

    `said`: what the bar says of the last one, as a prompt's icon, title and text.
    """

    stays = True

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.busy = False
        self.said: tuple[str, str, str] = ("", "", "")
        self._errand = 0

    def ask(self, errand: Callable[[Callable[[T | CompanionError], None]], None], then: Callable[[T | CompanionError], None]) -> None:
        """Has an errand done; its result comes from another thread and is taken in by this one, unless it is no longer waited for."""
        self._errand += 1
        self.busy, number = True, self._errand

        def take(result: T | CompanionError) -> None:
            if number == self._errand:
                self.busy = False
                then(result)
                self.look()

        errand(lambda result: Clock.schedule_once(lambda _dt: take(result)))
        self.look()

    def prompt(self) -> Prompt:
        if self.busy:
            return self.waiting()
        return Prompt(*self.said) if self.said[0] else self.usual()

    def usual(self) -> Prompt:
        """What the bar says while nothing is done and nothing has been."""
        raise NotImplementedError

    def waiting(self) -> Prompt:
        """What the bar says while an errand is done."""
        usual = self.usual()
        return Prompt(usual.who, usual.title, tr("One moment"))

    def leave(self) -> None:
        self._errand += 1
        self.busy = False
        super().leave()


class StickScreen(ErrandScreen):
    """Looks for sticks when it is opened. `stick`: the one that is chosen, which can be written."""

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.look_again = Button("", self._look, kind="quiet", icon="turn")
        self.sticks: tuple[Stick, ...] = ()
        self.trouble: CompanionError | None = None
        self.stick: Path | None = None

    def finder(self) -> Callable[[Callable[[Any], None]], None] | None:
        """The errand that looks for sticks; None where there is none."""
        raise NotImplementedError

    def enter(self) -> None:
        self.sticks, self.stick, self.said = (), None, ("", "", "")
        self._look()

    def _look(self) -> None:
        finder = self.finder()
        if finder is not None:
            self.ask(finder, self._seen)

    def _seen(self, found: tuple[Stick, ...] | CompanionError) -> None:
        self.sticks = found if isinstance(found, tuple) else ()
        self.trouble = found if isinstance(found, CompanionError) else None
        self.redraw()
        writable = self.writable
        if self.stick not in writable:
            self.stick = writable[0] if writable else None

    @property
    def writable(self) -> list[Path]:
        """The sticks that can be written."""
        return [stick.folder for stick in self.sticks if stick.writable]

    def remedy(self) -> str:
        """What to do where nothing could be written to the chosen stick. One that was pulled out before its time is only for reading until it is
        plugged in anew.
        """
        free = next((stick.free for stick in self.sticks if stick.folder == self.stick), 0)
        if free < MEGABYTE:
            return tr("Free some space, or use another stick")
        return tr("Plug it in again, or use another stick")

    def draw_trouble(self, pen: Pen, box: Box) -> None:
        """Says in the place of the sticks that there is none, or why it can't be used."""
        if not self.sticks:
            text = tr("No stick is plugged in.") if self.trouble is None else told(self.trouble.sentence)
            pen.text((box.x + 8, box.y, box.w - 16, box.h), text, 28, "ivory", align="centre", lines=7)


def free_space(space: int) -> str:
    """Free space in the largest unit of which there is one."""
    if space >= GIGABYTE:
        return tr("{n} GB free", n=texts.number(space // GIGABYTE))
    return tr("{n} MB free", n=texts.number(space // MEGABYTE))
