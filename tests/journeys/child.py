"""The whole companion in a process of its own, so that it can be killed: real window, session thread, journal, simulated reader.

Reads one JSON object a line from standard input, does it, and answers with what the screen shows:
{"tap": [widget, key]}, {"hold": [widget, key]}, {"lay": code of a piece}, {"post": touch, fields}, {"picture": path}, {"look": true}.
It ends when its input does, or when it is closed on its screen.
"""

from __future__ import annotations

import json
import queue
import sys
import threading
import time
from pathlib import Path
from typing import Any

import msgspec

from tests.ui.harness import Harness, wait  # before anything of Kivy

# isort: split
from companion import assemble
from companion.games.kit.colours import Colour
from companion.settings import Settings
from companion.table import commands as touches
from companion.ui.app import CompanionApp

PATIENCE_S = 120.0


class Child:
    def __init__(self, folder: Path) -> None:
        # A machine's hands are faster than a person's: nothing that it does is an echo.
        self.evening = assemble.Evening(folder, simulate=True, hand=0)
        self.harness = Harness()
        self.app = CompanionApp(
            self.evening.mailbox.post,
            self.evening.mailbox.subscribe,
            settings=msgspec.structs.replace(Settings(), language="en", sound=False, dim_after=0),
            lay=self.evening.lay,
        )
        self.closed = False
        self.app.stop = self.close
        self.harness.window.remove_widget(self.harness.stage)
        self.harness.stage = self.app.build()
        self.harness.window.add_widget(self.harness.stage)
        self.evening.start()
        self.evening.plug_in()

    def close(self, *_: Any) -> None:
        self.closed = True

    def do(self, command: dict[str, Any]) -> dict[str, Any]:
        match command:
            case {"tap": [name, key]}:
                screen = self.harness.stage.screen
                if isinstance(key, str) and key in list(Colour):
                    key = Colour(key)
                self.harness.tap_on(getattr(screen, name), key)
            case {"hold": [name, key]}:
                widget = getattr(self.harness.stage.screen, name)
                finger = self.harness.down(*self.harness.centre(widget, widget.targets[key]))
                wait(1.0)
                self.harness.settle()
                self.harness.up(finger)
            case {"lay": code}:
                assert self.evening.lay is not None
                self.evening.lay(code)
            case {"post": name, **fields}:
                self.evening.mailbox.post(getattr(touches, name)(**fields))
            case {"picture": path}:
                self.harness.picture(path)
        self.settle()
        return self.look()

    def settle(self) -> None:
        """Runs frames until the session has answered and the screen shows its answer."""
        mailbox, session = self.evening.mailbox, self.evening.session
        until = time.monotonic() + PATIENCE_S
        quiet = 0
        while quiet < 5:
            self.harness.settle(1)
            still = mailbox._queue.empty() and self.app.shown.serial == session.shown.serial
            quiet = quiet + 1 if still else 0
            time.sleep(0.002)
            assert time.monotonic() < until, "the session did not answer"

    def look(self) -> dict[str, Any]:
        shown = self.app.shown
        return {
            "screen": getattr(self.harness.stage.screen, "name", ""),
            "texts": self.harness.texts(),
            "view": msgspec.to_builtins(shown.view),
            "games": [entry.game for entry in shown.games],
            "undo": msgspec.to_builtins(shown.undo),
        }


def main() -> None:
    child = Child(Path(sys.argv[1]))
    commands: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def listen() -> None:
        for line in sys.stdin:
            commands.put(line)
        commands.put(None)

    threading.Thread(target=listen, daemon=True).start()
    child.settle()
    print(json.dumps(child.look()), flush=True)
    while not child.closed and (line := commands.get()) is not None:
        print(json.dumps(child.do(json.loads(line))), flush=True)
    child.evening.stop()


if __name__ == "__main__":
    main()
