"""One machine's evening: the first start, and games through power cuts."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.machine import play, plug, screen, twin
from tests.machine.guest import Guest
from tests.machine.image import Kit, Release
from tests.machine.twin import DATA


class Trial:
    """`folder`: where pictures, logs and disks of this run are. `told` collects a line for each thing that was tried."""

    def __init__(self, folder: Path, release: Release, seed: int) -> None:
        self.folder, self.release = folder, release
        self.rng = random.Random(seed)
        self.told: list[str] = []
        self._machines: list[Guest] = []
        folder.mkdir(parents=True, exist_ok=True)

    def say(self, text: str) -> None:
        self.told.append(f"Debian {self.release.number}: {text}")
        print(f"{time.strftime('%H:%M:%S')}  {self.told[-1]}", flush=True)

    @contextlib.contextmanager
    def step(self, name: str) -> Iterator[None]:
        """A part of the trial, with its time."""
        begun = time.monotonic()
        yield
        self.say(f"{name}: right, {time.monotonic() - begun:.0f} s")

    def boot(self, kit: Kit, disks: Sequence[Path], options: Sequence[str] = (), append: str = "") -> Guest:
        """Switches a machine on."""
        self._machines.append(Guest(self.folder / f"{self.release.name}-{len(self._machines) + 1}", kit, disks, options, append))
        return self._machines[-1]

    def switch_off(self) -> None:
        """No machine goes on after the trial, however it ended."""
        for guest in self._machines:
            guest.pull()

    # --- the parts ---

    def first_start(self, kit: Kit, disk: Path) -> Guest:
        """From power to the first picture of ours, through the welcome, to home as the gallery draws it."""
        guest = self.boot(kit, [disk])
        ours = twin.fresh(self.folder / "first", guest, settings="")
        try:
            lit = screen.wait_until(guest, screen.lit, "something on the screen")
            ours.agree("the first picture")
            self.say(f"from power: something on the screen after {lit:.0f} s, the first picture after {time.monotonic() - guest.power:.0f} s")
            self.say("start of the unit to READY: " + guest.shell(f"echo $(({READY}))").strip() + " ms")
            ours.harness.tap_on(ours.harness.stage.screen.languages["en"])  # type: ignore[union-attr]
            ours.harness.tap_on(ours.harness.stage.screen.begin)  # type: ignore[union-attr]
            ours.agree("home")
            assert ours.open == "home", ours.open
        finally:
            ours.close()
        return guest

    def settle_down(self, guest: Guest) -> None:
        """Settings for a machine that is slower than those who play on it."""
        guest.shell(f"systemctl stop vabanque && mkdir -p {DATA} && rm -rf {DATA}/* && printf '%s' '{twin.SETTINGS}' >{DATA}/settings.toml")
        guest.shell(f"chown -R vabanque: {DATA} && systemctl start --no-block vabanque")

    def evening(self, guest: Guest, kit: Kit, disk: Path, pulls: int) -> Guest:
        """A game of the first kind on the shelf from home to its end, through so many power cuts."""
        self.settle_down(guest)
        ours = twin.fresh(self.folder / "evening", guest)
        puller = plug.Plug(ours, lambda: self.boot(kit, [disk]), self.rng, pulls, self.say)
        try:
            plug.game(ours, puller.done)
            ours.agree("the end of the game")
            assert ours.open == "finished", ours.open
            self.say(f"a game of Vabanque: {ours.fingers} touches, the slowest picture after {ours.slowest:.1f} s")
            assert ours.guest is not None
            return ours.guest
        finally:
            ours.close()

    def game(self, guest: Guest, key: str) -> None:
        """A whole game of one kind."""
        self.settle_down(guest)
        ours = twin.fresh(self.folder / key, guest)
        try:
            play.GAMES[key](ours)
            ours.agree("the end of the game")
            assert ours.open == "finished", ours.open
            self.say(f"a game of {key}: {ours.fingers} touches, the slowest picture after {ours.slowest:.1f} s")
        finally:
            ours.close()


READY = "($(systemctl show -P ActiveEnterTimestampMonotonic vabanque) - $(systemctl show -P InactiveExitTimestampMonotonic vabanque)) / 1000"
"""Shell arithmetic: milliseconds from the start of the unit to its telling that its screen is alive."""
