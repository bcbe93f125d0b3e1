"""How often in a row the companion has ended as it should not, and how: systemd tells it after each end (ExecStopPost=), natively or not.

The count lies in the folder that systemd keeps for the service between two starts, in memory, so that no disk has to take it.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Mapping
from pathlib import Path

from .files import note, noted

STEADY_S = 180.0
"""Whatever has run for so long did not end while it started."""

SAID = "COMPANION_SAID"
"""In this variable the companion is told where to write why it ends, in a sentence."""

CRASHES = "COMPANION_CRASHES"
"""In this variable the companion is told after how many ends in a row it is started."""

MOST_SAID = 600


class Crashes:
    """`count`: ends in a row; `result`, `how`: of the last one, as systemd names them; `said`: what the companion itself has said last."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        folder = environment.get("RUNTIME_DIRECTORY", "")
        self._file = Path(folder, "crashes") if folder else None
        self._said = Path(folder, "said") if folder else None
        facts = noted(self._file) if self._file is not None else {}
        self.count = facts["count"] if isinstance(facts.get("count"), int) else 0
        self.result, self.how = str(facts.get("result", "")), str(facts.get("how", ""))
        self.said = str(facts.get("said", ""))
        self._started = facts["started"] if isinstance(facts.get("started"), float) else None

    def begin(self) -> None:
        """It is about to be started."""
        if self._file is not None and self._said is not None:
            self._said.unlink(missing_ok=True)
            self._started = time.monotonic()
            self._write()
            os.environ[SAID] = str(self._said)
        if self.count:
            os.environ[CRASHES] = str(self.count)

    def ended(self, environment: Mapping[str, str]) -> None:
        """systemd says how it has ended. See systemd.exec(5): SERVICE_RESULT, EXIT_STATUS."""
        if self._file is None or self._said is None or self._started is None:
            # Nothing was started, since another one runs or there is no room: the launcher has said so itself.
            return
        result = environment.get("SERVICE_RESULT", "")
        if result == "success":
            self._file.unlink(missing_ok=True)
            return
        self.count = 1 if time.monotonic() - self._started > STEADY_S else self.count + 1
        self._started = None
        # A program that is ended by a signal has left an image of its memory or, as ours, none.
        self.result, self.how = {"core-dump": "signal"}.get(result, result), environment.get("EXIT_STATUS", "")
        self.said = ""
        with contextlib.suppress(OSError):
            self.said = self._said.read_text("utf-8", "replace")[:MOST_SAID].strip()
        self._write()

    def _write(self) -> None:
        assert self._file is not None
        facts = {"count": self.count, "result": self.result, "how": self.how, "said": self.said, "started": self._started}
        with contextlib.suppress(OSError):
            note(self._file, facts)
