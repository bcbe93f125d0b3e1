"""One machine's evening: the first start, a game through power cuts, and the table that every other part begins at."""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import random
import shutil
import time
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

from tests.machine import image, play, plug, screen, twin
from tests.machine.guest import QUIETLY, Guest, processor
from tests.machine.image import Kit, Release
from tests.machine.twin import DATA, Twin

TABLE = "table"
"""The state of a machine at the first token of a game of Vabanque."""


class Trial:
    """`folder`: where pictures, logs and disks of this run are. `told` collects a line for each thing that was tried. One machine is on at a
    time: the next one switches off the one before.
    """

    def __init__(self, cache: Path, folder: Path, release: Release, seed: int) -> None:
        self.cache, self.folder, self.release = cache, folder, release
        self.rng = random.Random(seed)
        self.told: list[str] = []
        self._machines: list[Guest] = []
        self._first: Guest | None = None
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

    @cached_property
    def kit(self) -> Kit:
        """The machine with the product on it."""
        return image.installed(self.cache, self.release)

    @cached_property
    def disk(self) -> Path:
        """Its disk in this run."""
        return image.overlay(self.folder / "disk.qcow2", self.kit.disk)

    def boot(
        self, kit: Kit, disks: Sequence[Path], options: Sequence[str] = (), append: str = "", state: str = "", *, patient: bool = False
    ) -> Guest:
        """Switches a machine on. `state`, `patient`: see `Guest`, `processor`."""
        self.switch_off()
        self._machines.append(
            Guest(self.folder / f"{self.release.name}-{len(self._machines) + 1}", kit, disks, options, append, state, patient=patient)
        )
        return self._machines[-1]

    def again(self, options: Sequence[str] = ()) -> Guest:
        """Switches the one with the product on, with what is on its disk."""
        return self.boot(self.kit, [self.disk], options, patient=True)

    def switch_off(self) -> None:
        """No machine goes on after the trial, however it ended."""
        for guest in self._machines:
            guest.pull()

    # --- the parts ---

    def first_start(self, kit: Kit | None = None, disk: Path | None = None) -> Guest:
        """From power to the first picture of ours, through the welcome, to home as the gallery draws it."""
        guest = self._first = self.boot(kit or self.kit, [disk or self.disk], patient=True)
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
        """Settings for a machine that is slower than those who play on it, and no games."""
        guest.shell(f"systemctl stop vabanque && mkdir -p {DATA} && rm -rf {DATA}/* && printf '%s' '{twin.SETTINGS}' >{DATA}/settings.toml")
        guest.shell(f"chown -R vabanque: {DATA} && systemctl start vabanque")

    @contextlib.contextmanager
    def at_the_table(self, name: str) -> Iterator[Twin]:
        """A game of Vabanque at its first token, as it stands after a restart of the companion. It is begun by touch once; from then on the machine
        goes on from there.
        """
        kept = image.whole(self.cache / f"table-{self.kit.disk.stem}-{_digest()}", self._sit_down, f"table-{self.kit.disk.stem.rpartition('-')[0]}-*")
        self.switch_off()
        image.run("cp", "--sparse=always", "--reflink=auto", kept / "disk.qcow2", self.disk)
        guest = self.boot(self.kit, [self.disk], state=TABLE, patient=True)
        ours = twin.going_on(self.folder / name, kept / "data", guest)
        try:
            ours.agree(f"the table, for {name}")
            yield ours
        finally:
            ours.close()

    def _sit_down(self, half: Path) -> None:
        """Leaves a disk with the state, and what the twin has kept by then."""
        guest = self._first or self.first_start()
        self.settle_down(guest)
        ours = twin.fresh(self.folder / "table", guest)
        try:
            play.sit_down(ours)
            ours.agree("the first token")
            guest.shell("systemctl restart vabanque")
            ours.restart()
            ours.agree("the first token, after a restart")
            guest.save(TABLE)
            self.switch_off()
            half.mkdir()
            image.run("cp", "--sparse=always", "--reflink=auto", self.disk, half / "disk.qcow2")
            shutil.copytree(ours.folder, half / "data")
        finally:
            ours.close()

    def evening(self, pulls: int) -> None:
        """A game of the first kind on the shelf from home to its end, through so many power cuts."""
        with self.at_the_table("evening") as ours:
            puller = plug.Plug(ours, self.again, self.rng, pulls, self.say)
            plug.game(ours)
            ours.agree("the end of the game")
            assert ours.open == "finished", ours.open
            assert puller.done(), "The game was over before all plugs were pulled."
            self.say(f"a game of Vabanque: {ours.fingers} touches, the slowest picture after {ours.slowest:.1f} s")

    def game(self, key: str) -> None:
        """A whole game of one kind, from home."""
        guest = self.again()
        guest.shell("until systemctl is-active vabanque; do sleep 1; done")
        self.settle_down(guest)
        ours = twin.fresh(self.folder / key, guest)
        try:
            play.GAMES[key](ours)
            ours.agree("the end of the game")
            assert ours.open == "finished", ours.open
            self.say(f"a game of {key}: {ours.fingers} touches, the slowest picture after {ours.slowest:.1f} s")
        finally:
            ours.close()


def _digest() -> str:
    """A state is that of one machine, and of one way to it."""
    sources = [inspect.getsource(each) for each in (Guest.__init__, processor, play.sit_down)]
    return hashlib.sha256("".join([QUIETLY, *sources]).encode()).hexdigest()[:6]


READY = "($(systemctl show -P ActiveEnterTimestampMonotonic vabanque) - $(systemctl show -P InactiveExitTimestampMonotonic vabanque)) / 1000"
"""Shell arithmetic: milliseconds from the start of the unit to its telling that its screen is alive."""
