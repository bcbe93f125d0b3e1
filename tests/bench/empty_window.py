"""An empty Kivy window, opened as the companion opens its own: what the companion is measured against."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from companion.ui import window

window.prepare(800, 480, home=Path(sys.argv[1]) / "kivy", offscreen=True)

from kivy.app import App  # noqa: E402
from kivy.uix.widget import Widget  # noqa: E402

from tests.bench.window import report  # noqa: E402


class EmptyWindow(App):  # type: ignore[misc]
    def build(self) -> Any:
        report(self)
        return Widget()


EmptyWindow().run()
