"""The same companion in this process: what it draws is what the machine has to show, and a finger on it is a finger on the machine."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.ui.harness import Finger, Harness, harness  # before anything of Kivy

# isort: split
import companion.ui.kit.theme as theme
from companion import assemble
from companion.porter import Porter
from companion.table.events import Input
from companion.table.journal.damage import Warned
from companion.ui import texts
from companion.ui.app import CompanionApp
from companion.ui.stage import HASTE_DP, HASTE_SECONDS
from tests.machine import screen
from tests.machine.guest import PATIENCE_S, Guest
from tests.ui.evening import UIDS, TouchEvening

DATA = "/home/vabanque/.local/share/vabanque-companion"
"""Where the machine keeps its games."""
SETTINGS = 'version = 2\nlanguage = "en"\ncalm = true\nsound = false\ndim_after = 0\npending = 60.0\n'
"""For games of a machine that is much slower than its players."""


PAUSE_S = 2.0
"""An emulated machine's seconds last longer than ours."""


LITTLE = 3 * screen.SAME
"""Two pictures that differ in no more of theirs are looked at where they differ."""


class Installed(Porter):
    """As on the machine, whose screen may change the version."""

    keeps_versions = True  # type: ignore[assignment]


class Twin(TouchEvening):
    """`guest` None: nobody follows. Every finger waits until the machine shows what the twin showed before it."""

    def __init__(self, folder: Path, guest: Guest | None = None, settings: str = SETTINGS, simulate: bool = True) -> None:
        """`simulate`: whether the machine has the simulated reader, as every one has that is no Pi."""
        self.folder, self.guest, self._settings, self._simulate = folder, guest, settings, simulate
        folder.mkdir(parents=True, exist_ok=True)
        if settings and not (folder / assemble.SETTINGS).exists():
            (folder / assemble.SETTINGS).write_text(settings)
        self.harness = harness()
        self.uids = UIDS
        self.acts = self.fingers = 0
        """How many things a finger has done, and how many fingers there were."""
        self.slowest = 0.0
        """Seconds from a finger to its picture, at most."""
        self.touched: Callable[[], None] = lambda: None
        """Called when a finger was lifted and the twin shows what it did."""
        self.before = folder.with_name(folder.name + "-before")
        """What was kept before the last finger."""
        self._last: tuple[float, float] | None = None
        """Where the last finger since the start came down."""
        self._kept = self.harness.stage
        self._open()
        self._own = Harness.down, Harness.move, Harness.up
        self.harness.down, self.harness.move, self.harness.up = self._down, self._move, self._up  # type: ignore[method-assign]

    def _open(self, warned: Warned | None = None) -> None:
        self.evening = assemble.Evening(self.folder, simulate=self._simulate, hand=0)
        self.evening.porter.__class__ = Installed
        self.session, self.journal, self.signals = self.evening.session, self.evening._journal, []
        window = self.harness
        if warned is None:
            self.session.resume()
        else:
            # What has ended again and again is not opened by itself.
            self.evening.warn(warned)
            self.session.look_again()
        self.app = CompanionApp(
            self._post,
            self.session.listeners.append,
            settings=self.evening.settings,
            save=self.evening.save,
            lay=self.evening.lay,
            own_cards=self.evening.own_cards,
            keeper=self.evening.keeper,
            porter=self.evening.porter,
            first=self.evening.first,
            examine=self.evening.examine,
            report=self.evening.report,
            clock=lambda: window.now,
        )
        window.window.remove_widget(window.stage)
        self.app.listen(self.session.shown)
        window.stage = self.app.build()
        window.window.add_widget(window.stage)
        if self.evening.simulated is not None:
            self.evening.simulated.start(self._post)
        self._last = None
        window.settle()

    def close(self) -> None:
        """It ends as by a cut of the power: what is written is all that is kept."""
        self.harness.down, self.harness.move, self.harness.up = [made.__get__(self.harness) for made in self._own]  # type: ignore[method-assign]
        self._shut()
        self.harness.window.add_widget(self._kept)
        self.harness.stage = self._kept
        theme.look.text, theme.look.calm, theme.look.mute = 1.0, False, False
        texts.use("en")

    def _shut(self) -> None:
        self.harness.window.remove_widget(self.harness.stage)
        if self.evening.simulated is not None:
            self.evening.simulated.stop()
        self.evening._journal.close()
        if self.evening._lock is not None:
            self.evening._lock.release()

    def restart(self, kept: Path | None = None, settings: str = "", warned: Warned | None = None) -> None:
        """The next start with what is in its folder, or with a copy of it that was kept; with other settings, where they are named. `warned`: what
        is said then, where it has ended natively again and again.
        """
        self._shut()
        if settings:
            (self.folder / assemble.SETTINGS).write_text(settings)
        if kept is not None:
            shutil.rmtree(self.folder)
            shutil.copytree(kept, self.folder)
        self._open(warned)

    # --- what it shows ---

    def drawn(self, name: str = "twin") -> Path:
        """The picture that the machine has to show."""
        return self.harness.picture(self.folder.with_name(self.folder.name + "-pictures") / f"{name}.png")

    def agree(self, what: str, patience: float = PATIENCE_S) -> float:
        """Waits until the machine shows the same. Returns the seconds. `patience`: how many it may take."""
        if self.guest is None:
            return 0.0
        drawn = self.drawn()
        before = drawn.with_name("agreed.png")
        if before.exists() and screen.changed(before, drawn) and screen.differs(before, drawn) <= LITTLE:
            # Where a word has changed, the picture of before is still the same but for that.
            took = screen.wait_for_change(self.guest, before, drawn, what, patience)
        else:
            took = screen.wait_for(self.guest, drawn, what, patience)
        shutil.copyfile(drawn, before)
        self.slowest = max(self.slowest, took)
        return took

    def told(self, *things: Input) -> None:
        """What the machine's devices have told, told here as well."""
        for thing in things:
            self.session.handle(thing)
        self.harness.settle()

    # --- fingers ---

    def _pixel(self, x: float, y: float) -> tuple[float, float]:
        sx, sy = self.harness._spot(x, y)
        width, height = self.harness.window.size
        return sx * (width - 1), (1 - sy) * (height - 1)

    def _pause(self, x: float, y: float) -> float:
        """Seconds before a finger may come down there."""
        if self._last is None:
            # While the devices are found one after the other, whatever is under a finger is let go of: what is there has changed.
            return PAUSE_S
        if abs(x - self._last[0]) + abs(y - self._last[1]) < HASTE_DP:
            # At the same place it would be taken for the second half of a double tap, so soon after the picture has come.
            return HASTE_SECONDS + PAUSE_S
        return 0.0

    def _down(self, x: float, y: float, **how: Any) -> Finger:
        self.agree(f"before touch {self.fingers + 1} ({self.open})")
        if self.guest is not None:
            time.sleep(self._pause(x, y))
        self._last = x, y
        self.fingers += 1
        shutil.rmtree(self.before, ignore_errors=True)
        shutil.copytree(self.folder, self.before)
        if self.guest is not None:
            self.guest.finger(*self._pixel(x, y), True)
            time.sleep(0.15)
        return self._own[0](self.harness, x, y, **how)

    def _move(self, finger: Finger, x: float, y: float) -> None:
        if self.guest is not None:
            self.guest.finger(*self._pixel(x, y))
            time.sleep(0.15)
        self._own[1](self.harness, finger, x, y)

    def _up(self, finger: Finger, x: float | None = None, y: float | None = None) -> None:
        if self.guest is not None:
            width, height = self.harness.window.size
            place = self._pixel(x, y) if x is not None and y is not None else (finger.sx * (width - 1), (1 - finger.sy) * (height - 1))
            self.guest.finger(*place, False)
        self._own[2](self.harness, finger, x, y)
        self.harness.settle(1)
        self.touched()


def fresh(folder: Path, guest: Guest | None = None, settings: str = SETTINGS, simulate: bool = True) -> Twin:
    """A twin without any games."""
    shutil.rmtree(folder, ignore_errors=True)
    return Twin(folder, guest, settings, simulate)


def going_on(folder: Path, kept: Path, guest: Guest | None = None) -> Twin:
    """A twin that takes up what was kept of another one."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(kept, folder)
    return Twin(folder, guest)
