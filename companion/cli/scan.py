"""`companion scan`: what every reader sees, as it happens, without a game."""

from __future__ import annotations

import json
import queue
import time
from pathlib import Path

from companion import assemble
from companion import settings_file as owner
from companion.cli import reports
from companion.cli.ending import logged
from companion.cli.options import NO_READER, until_stopped
from companion.games import SHELF
from companion.printing.speech import complain
from companion.settings import Settings
from companion.table.events import Device, Input, LinkUp
from companion.table.journal.lock import Lock
from companion.table.journal.opening import FILE
from companion.table.journal.store import Journal
from companion.table.tags.bindings import Tags


def scan(folder: Path, *, as_json: bool = False, seconds: float | None = None) -> None:
    """Prints until Ctrl-C, or for so many seconds. Raises JournalError where the companion runs, since a reader has one owner."""
    if not folder.exists():
        # Nothing is made in a place where nobody has played yet.
        _watch(assemble.real_devices(Settings(), assemble.on_a_pi()), [], as_json, seconds)
        return
    lock = Lock(folder)
    try:
        settings = owner.load(folder / assemble.SETTINGS, SHELF)
        with logged(folder):
            _watch(assemble.real_devices(settings, assemble.on_a_pi()), _bound(folder), as_json, seconds)
    finally:
        lock.release()


def _bound(folder: Path) -> list[Tags]:
    """The sets of all games on the shelf."""
    if not (folder / FILE).exists():
        return []
    journal = Journal(folder)
    try:
        return [Tags(SHELF[key], journal.tags(key)) for key in journal.sets() if key in SHELF]
    finally:
        journal.close()


def _watch(devices: list[Device], tags: list[Tags], as_json: bool, seconds: float | None) -> None:
    inbox: queue.SimpleQueue[Input] = queue.SimpleQueue()
    end = None if seconds is None else time.monotonic() + seconds
    lonely_at: float | None = time.monotonic() + NO_READER
    try:
        with until_stopped():
            for device in devices:
                device.start(inbox.put)
            while True:
                now = time.monotonic()
                if lonely_at is not None and now >= lonely_at:
                    lonely_at = None
                    complain("No reader is here yet. Plug one in, or see what is wrong with: companion doctor")
                waits = [at - now for at in (end, lonely_at) if at is not None]
                try:
                    thing = inbox.get(timeout=max(0.0, min(waits)) if waits else None)
                except queue.Empty:
                    # What has come by the end is still told.
                    if end is not None and now >= end:
                        break
                    continue
                if isinstance(thing, LinkUp) and thing.readers:
                    lonely_at = None
                print(json.dumps(reports.as_data(thing, tags)) if as_json else reports.line(thing, tags), flush=True)
    finally:
        for device in devices:
            device.stop()
    if lonely_at is not None:
        complain("No reader was here. See what is wrong with: companion doctor")
