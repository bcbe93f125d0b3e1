"""The companion in an offscreen window, in which simulated tags play a game: says of every act what it took until its frame was drawn.

Each act is four numbers, in seconds: from the tap to the frame; the processor time of the thread that draws until then; the same until
nothing moves any more; and what of that the program's own code takes, whatever Kivy calls it for. The rest is Kivy's loop: it polls the
devices, goes through the canvas and turns the page over once a frame. With KIVY_GL_BACKEND=mock nothing is rendered.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import cast

from companion import assemble
from companion.games.vabanque import demo
from companion.table import commands
from companion.table.session.session import Session
from companion.table.snapshot import Snapshot
from companion.ui import window

SEED = 3
BETWEEN_S = 0.25
"""Hands need longer, but they are not what is measured."""

folder = Path(sys.argv[1])
# Each tag is shown for a move of its own here, however soon after the last one.
evening = assemble.Evening(folder, simulate=True, hand=0)
window.prepare(800, 480, home=folder / "kivy", offscreen=True)

from kivy.clock import Clock  # noqa: E402
from kivy.core.window import Window  # noqa: E402

from companion.ui.app import CompanionApp  # noqa: E402
from companion.ui.kit import motion  # noqa: E402
from tests import hands as people  # noqa: E402


class Hands:
    """Plays one act after the other, each when the one before has been seen and nothing moves."""

    def __init__(self) -> None:
        self.moves = iter(demo.random_game(SEED))
        self.acts: list[list[float]] = []
        self.waiting: Snapshot | None = None
        self.begun = self.busy = self.own = 0.0

    @property
    def shown(self) -> Snapshot:
        return evening.session.shown

    def handle(self, thing: commands.Touch) -> None:
        evening.mailbox.post(thing)

    def begin(self) -> None:
        self.waiting, self.begun, self.busy, self.own = app.shown, time.perf_counter(), time.thread_time(), 0.0

    def called(self, events: Callable[[], None]) -> None:
        """Kivy's clock calls what is due: arrivals, drawings, motions, what is made ahead. All of the program's code on this thread runs there."""
        begun = time.thread_time()
        events()
        self.own += time.thread_time() - begun

    def start(self) -> None:
        evening.plug_in()
        Window.bind(on_flip=self.flipped)
        self.begin()
        self.handle(commands.NewGame(practice=True))

    def flipped(self, *_: object) -> None:
        """A frame is on the screen: what the app had taken in by then is in it."""
        if self.waiting is not None and app.shown.view != self.waiting.view:
            self.acts.append([time.perf_counter() - self.begun, time.thread_time() - self.busy])
            self.waiting = None
            self.rested(0)

    def rested(self, _dt: float) -> None:
        """Goes on when nothing moves any more."""
        if motion.moving():
            Clock.schedule_once(self.rested)
            return
        self.acts[-1] += [time.thread_time() - self.busy, self.own]
        Clock.schedule_once(self.act, BETWEEN_S)

    def act(self, _dt: float) -> None:
        move = next(self.moves, None)
        if move is None:
            app.stop()
            return
        assert evening.simulated is not None
        self.begin()
        # The demo's hands ask nothing of a session but what is shown, and that it takes touches.
        people.make(move, evening.simulated, cast(Session, self))


hands = Hands()
for events in ("_process_events", "_process_events_before_frame"):
    setattr(Clock, events, partial(hands.called, getattr(Clock, events)))
evening.start()
app = CompanionApp(
    evening.mailbox.post, evening.mailbox.subscribe, settings=evening.settings, save=evening.save, lay=evening.lay, on_ready=hands.start
)
app.run()
evening.stop()
# The first is the new game itself, whose screen is loaded then.
print(json.dumps(hands.acts[1:]))
