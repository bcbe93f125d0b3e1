"""The real companion in a process of its own: at each beat of its screen it tells what is to be read there, and touches one button more.

    looking.py FOLDER [BUTTON[>SCREEN] ...]      buttons are attributes of the open screen, or one of several there (languages.fr);
                                                 "-" touches nothing

With >SCREEN it waits for that screen to open, as one does that the session's thread has to answer.

Each picture is a line of JSON; after the last the companion is closed. Where it would start anew, {"again": true} is told instead.
`FAULTS` in the environment: statements that are executed first, for what can't be made from outside.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from companion import assemble, logs

BUTTONS = sys.argv[2:]
AWAITED: list[str] = []
PRESSED: list[Any] = []
exec(os.environ.get("FAULTS", ""))  # noqa: S102  the test's own


def told(**what: Any) -> None:
    print(json.dumps(what), flush=True)


def again() -> None:
    told(again=True)
    os._exit(0)


def beat(_watchdog: object) -> None:
    from kivy.app import App

    from companion.ui.widgets.drawn import walk

    app = App.get_running_app()
    screen = app.stage.screen
    if AWAITED and screen.name != AWAITED[0]:
        # A tap upon a picture that is just being replaced does nothing, as everywhere.
        PRESSED[0]()
        return
    AWAITED.clear()
    texts = [written.text for widget in walk(screen) for written in widget.texts]
    told(screen=screen.name, app=type(app).__name__, texts=texts)
    if not BUTTONS:
        app.stop()
        return
    button, _, awaited = BUTTONS.pop(0).partition(">")
    AWAITED.extend([awaited] if awaited else [])
    if button != "-":
        name, _, key = button.partition(".")
        widget = getattr(screen, name)
        PRESSED[:] = [(widget[key] if key else widget).on]
        PRESSED[0]()


logs.restart = again
before = assemble.Watchdog.__init__


def quick(self: Any, *arguments: Any) -> None:
    before(self, *arguments)
    self.every = 0.15


assemble.Watchdog.__init__ = quick  # type: ignore[method-assign]
assemble.Watchdog.beat = beat  # type: ignore[method-assign, assignment]
assemble.play(Path(sys.argv[1]), simulate=True)
