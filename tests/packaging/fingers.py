"""Fingers on the screen of a companion that runs as a service: a sitecustomize for its Python, which installs the bundle on the stick.

`STICK` in the environment: the folder that is taken for a stick. Only the version that is named by `FINGERS` has them.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path
from typing import Any


def step(_dt: float) -> None:
    """One touch, of whatever is due on the open screen."""
    from kivy.app import App

    app: Any = App.get_running_app()
    screen = app.stage.screen
    if screen.name != "update":
        app.act("update")
    elif screen.busy or screen.chosen is not None:
        return
    elif screen.checked is not None:
        print(f"signed: {screen.checked.signed}", file=sys.stderr, flush=True)
        screen.install.on()
    elif screen.standing is not None and screen.standing.bundles:
        screen.rows.on_tap(screen.standing.bundles[0])


def wait() -> None:
    while True:
        time.sleep(0.2)
        if "companion.ui.app" in sys.modules:
            from kivy.app import App

            # The app is known before its window is built, and the stage comes with the window.
            stage: Any = getattr(App.get_running_app(), "stage", None)
            if stage is not None and stage.screen is not None:
                break
    from kivy.clock import Clock

    import companion
    from companion.table.backup import drives

    if companion.__version__ == os.environ["FINGERS"]:
        drives.sticks = lambda: (drives.Stick(Path(os.environ["STICK"]), "STICK", 1, True, ()),)  # type: ignore[assignment]
        Clock.schedule_interval(step, 0.3)


if "FINGERS" in os.environ and "pip" not in sys.argv:
    threading.Thread(target=wait, daemon=True).start()
