"""The screen on which names are typed, in a real window: tells each text of the field, and each name that is taken.

`python -m tests.ui.real_keyboard FOLDER`, with DISPLAY set.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from companion.ui import window

window.prepare(home=Path(sys.argv[1]))
opened = window.window()

from kivy.base import EventLoop, runTouchApp  # noqa: E402
from kivy.clock import Clock  # noqa: E402

from companion.games.kit.colours import Colour  # noqa: E402
from companion.games.vabanque.rules.view import Phase  # noqa: E402
from companion.table.commands import Do  # noqa: E402
from companion.ui.screens.players import PlayersScreen  # noqa: E402
from companion.ui.stage import Stage  # noqa: E402
from tests.ui import samples  # noqa: E402


def told(*what: Any) -> None:
    print(*what, flush=True)


class Named(PlayersScreen):
    """Begins anew with the name of the box after each name."""

    def act(self, thing: Any) -> None:
        assert isinstance(thing, Do)
        told("named", thing.move.name)  # type: ignore[union-attr]
        Clock.schedule_once(lambda _: self._chair_tapped(seat), 0)

    def _typed(self) -> None:
        super()._typed()
        told("field", self.entry.text)


shown = samples.shown(samples.view(Phase.PLAYERS, 4))
assert shown.view is not None
seat = next(player.chair for player in shown.view.players if player.colour is Colour.YELLOW)
stage, screen = Stage(), Named()
screen.enter()
screen.show(shown)
stage.open(screen)
screen._chair_tapped(seat)


def ready(_dt: float) -> None:
    if opened.focus and EventLoop.status == "started":
        told("ready")
        return
    Clock.schedule_once(ready, 0.05)


told("opened", window.video_driver())
Clock.schedule_once(ready, 0.05)
runTouchApp(stage)
