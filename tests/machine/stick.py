"""A stick is plugged in, and pulled out in the middle of a backup: it is said, and nothing half-written is taken for a whole one."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.machine.twin import Twin  # before anything of Kivy

# isort: split
from companion.errors import BackupError, CompanionError
from companion.table.backup import folder as vault
from companion.table.backup.drives import Found, Stick
from companion.table.backup.folder import Written
from tests.machine import image
from tests.machine.guest import PATIENCE_S, Guest, Lost
from tests.machine.screen import SAME, Wrong, differs
from tests.machine.trial import Trial

PLACE = "/media/vabanque/STICK"
SLOW = 300
"""Bytes a second: a backup takes half a minute on such a stick."""


class Keeper:
    """Stands in for the twin's: what is on the stick is looked up on the machine, and how an errand ends is told by the trial."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest
        self.there = False
        self.done: Callable[[Any], None] = print

    def look(self, done: Callable[[tuple[Stick, ...] | CompanionError], None]) -> None:
        done(self._sticks())

    def back_up(self, _: Path, done: Callable[[Written | CompanionError], None]) -> None:
        self.done = done

    def preview(self, _: Path, done: Callable[[Any], None]) -> None:
        self.done = done

    def restore(self, _: Any, done: Callable[[Any], None]) -> None:
        self.done = done

    def _sticks(self) -> tuple[Stick, ...]:
        if not self.there:
            return ()
        # The machine mounts it while it looks.
        self._guest.shell(f"until findmnt {PLACE} >/dev/null; do sleep 0.5; done")
        free = int(self._guest.shell(f"df --output=avail -B1 {PLACE} | tail -1"))
        found = []
        for line in self._guest.shell(f"cd {PLACE}; stat -c '%n %s' *.jsonl 2>/dev/null; true").splitlines():
            name, size = line.rsplit(" ", 1)
            header, *_, end = self._guest.shell(f"cat '{PLACE}/{name}'").splitlines() or ["{}", ""]
            if not end.startswith('{"is":"end"'):
                raise Wrong(f"{name} on the stick is cut off, and has the name of a whole one.")
            found.append(Found(Path(PLACE, name), json.loads(header)["made"], int(size)))
        found.sort(key=lambda each: each.made, reverse=True)
        return (Stick(Path(PLACE), "STICK", free, writable=True, backups=tuple(found)),)


def backup(trial: Trial) -> None:
    """The stick goes in the middle of a backup; then it is plugged in again, and takes one."""
    stick = image.fat(trial.folder / "stick.fat", 64)
    with trial.at_the_table("stick") as ours:
        guest = ours.guest
        assert guest is not None
        ours.app._keeper = keeper = Keeper(guest)
        _plug_in(guest, keeper, stick, slow=SLOW)
        _to_backup(ours)
        ours.agree("the stick on the screen")
        ours.tap("back_up")
        ours.agree("that the backup goes on")
        after = trial.rng.uniform(0, 2)
        time.sleep(after)
        guest.pull_out("stick")
        keeper.there = False
        keeper.done(BackupError("gone"))
        ours.harness.settle()
        took = ours.agree("that nothing was backed up")
        guest.picture("pulled out")
        trial.say(f"the stick was pulled out {after:.1f} s after it was said that the backup goes on; said {took:.0f} s later")
        ours.tap("look_again")
        ours.agree("that there is no stick")
        tries = 0
        while True:
            # What was half-written may keep the system from writing until the stick is plugged in anew.
            tries += 1
            _plug_in(guest, keeper, stick)
            ours.tap("look_again")
            ours.agree("the stick again, without a backup")
            left = guest.shell(f"ls -A {PLACE}; dmesg | grep -i fat-fs | tail -n 2").replace("\n", ", ")
            if _backed_up(ours, guest, keeper):
                break
            guest.picture(f"refused {tries}")
            if tries == 3:
                raise Lost("A stick that was pulled out takes no backup any more.")
            guest.pull_out("stick")
            keeper.there = False
            ours.tap("look_again")
            ours.agree("that the stick is out")
        ours.agree("that it is backed up")
        guest.pull_out("stick")
        copies = trial.folder / "copies"
        copies.mkdir(exist_ok=True)
        image.run("mcopy", "-o", "-i", stick, "::/*.jsonl", copies)
        (copy,) = copies.iterdir()
        games = vault.read(copy).games
        if len(games) != 1:
            raise Lost(f"The backup holds {len(games)} games.")
        trial.say(f"on the stick that was pulled out: {left or 'nothing'}; a backup with the game at try {tries}, {copy.stat().st_size} bytes")


def _backed_up(ours: Twin, guest: Guest, keeper: Keeper) -> bool:
    """Backs up, and says whether it is written; the twin shows as well how it ended."""
    # What was said of the last one goes.
    ours.tap("rows", ("row", ("stick", 0)))
    ours.tap("back_up")
    keeper.done(BackupError("gone"))
    ours.harness.settle()
    refused, begun = ours.drawn("refused"), time.monotonic()
    while differs(guest.picture(), refused) > SAME:
        if guest.try_shell(f"ls {PLACE}/*.jsonl")[0] == 0:
            page: Any = ours.harness.stage.screen
            page._back_up()
            keeper.done(Written(Path(PLACE, "x"), 1, (), ()))
            ours.harness.settle()
            return True
        if time.monotonic() > begun + PATIENCE_S:
            raise Lost("Neither is the backup written nor is it said that it is not.")
        time.sleep(0.5)
    return False


def _plug_in(guest: Guest, keeper: Keeper, stick: Path, slow: int = 0) -> None:
    guest.plug_in("stick", stick, slow)
    guest.shell("until test -b /dev/sda; do sleep 0.5; done; udevadm settle")
    keeper.there = True


def _to_backup(ours: Twin) -> None:
    """From the table to the page of backups."""
    ours.tap("bar", "menu")
    ours.harness.tap_on(ours.harness.stage.screen.buttons["settings"])  # type: ignore[union-attr]
    ours.tap("groups", ("row", "sticks"))
    ours.tap("rows", ("row", "backup"))
