"""bin/trial: the product on a machine that is really started."""

from __future__ import annotations

import argparse
import logging
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.emulation.pico import parts
from tests.machine import broken, image, installing, panel, pi, pico, play, speed, stick, wand
from tests.machine.trial import Trial

TOOLS = {
    "qemu-system-x86_64": "qemu-system-x86",
    "qemu-img": "qemu-utils",
    "mmdebstrap": "mmdebstrap",
    "mkfs.ext4": "e2fsprogs",
    "mkfs.vfat": "dosfstools",
    "mcopy": "mtools",
}
TOOLS_OF_A_PI = {"qemu-system-aarch64": "qemu-system-arm", "qemu-aarch64-static": "qemu-user-static", "fdtput": "device-tree-compiler"}


def main() -> int:
    parser = argparse.ArgumentParser(prog="bin/trial", description="Installs the product on machines that are really started, and plays on them.")
    parser.add_argument(
        "--all",
        action="store_true",
        help="20 power cuts, some while it is installed and updated, and every game by touch; without it 6, and a game of Vabanque",
    )
    parser.add_argument("--release", type=int, action="append", choices=sorted(image.RELEASES), help="this Debian only; may be repeated")
    told = ", ".join(f"{name}: {part.what}" for name, part in PARTS.items())
    parser.add_argument("--part", action="append", choices=[*PARTS], help=f"this part only; may be repeated. {told}")
    parser.add_argument("--seed", type=int, help="of what is tried at random; printed")
    parser.add_argument("--cache", type=Path, default=Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "vabanque-trial")
    parser.add_argument("--out", type=Path, help="where pictures and logs go; by default a new folder that is kept when something is wrong")
    parser.add_argument("--arm64", action="store_true", help="instead of all this a machine that calls itself a Raspberry Pi; an hour to make")
    parser.add_argument("--pico", action="store_true", help="instead of all this the firmware on an emulated Pico: memory, times, cut installations")
    parser.add_argument(
        "--firmware", type=Path, help="MicroPython's image for an emulated Pico, behind the wand's wire too: see tests/emulation/pico"
    )
    options = parser.parse_args()
    if options.pico:
        return on_a_pico(options.firmware)
    tools = TOOLS | TOOLS_OF_A_PI if options.arm64 else TOOLS
    if missing := [package for tool, package in tools.items() if shutil.which(tool, path=f"{os.environ['PATH']}:/usr/sbin:/sbin") is None]:
        print(f"The trial needs: apt-get install {' '.join(missing)}", file=sys.stderr)
        return 2
    # Kivy's clock complains of a window that nothing runs in; whatever matters is raised.
    logging.getLogger("kivy").setLevel(logging.CRITICAL + 1)
    seed = random.SystemRandom().randrange(10_000) if options.seed is None else options.seed
    folder = options.out or Path(tempfile.mkdtemp(prefix="vabanque-trial-"))
    print(f"bin/trial --seed {seed}; pictures and logs: {folder}", flush=True)
    begun = time.monotonic()
    releases = [13] if options.arm64 else options.release or sorted(image.RELEASES)
    pulls = 20 // len(releases) if options.all else 6
    others = pulls * 3 // 10 if options.all else 1
    wanted = Wanted(pulls - 2 * others if options.all else pulls, others, options.firmware)
    for number in releases:
        trial = Trial(options.cache, folder / str(number), image.RELEASES[number], seed)
        try:
            if options.arm64:
                with trial.step("a Raspberry Pi by its device tree"):
                    pi.trial(trial, image.installed(options.cache, trial.release, "arm64"))
                continue
            for name in options.part or usual(number, releases, whole=options.all):
                with trial.step(PARTS[name].what):
                    PARTS[name].run(trial, wanted)
        finally:
            trial.switch_off()
    print(f"All of it was right, after {(time.monotonic() - begun) / 60:.0f} minutes.")
    if options.out is None:
        shutil.rmtree(folder)
    return 0


def on_a_pico(firmware: Path | None) -> int:
    if firmware is None:
        print("--pico needs the image of MicroPython: --firmware firmware.bin", file=sys.stderr)
        return 2
    try:
        return 0 if pico.trial(firmware) else 1
    except parts.Missing as missing:
        print(missing, file=sys.stderr)
        return 2


class Wanted(NamedTuple):
    """How often the plug is pulled on each machine: while people play, and while it is installed and while it is updated; MicroPython's image if
    there is one.
    """

    pulls: int
    others: int
    firmware: Path | None


class Part(NamedTuple):
    """What is done on a machine. `usual`: without `--all` on which of the two, if they are both tried; on none where there is none."""

    what: str
    run: Callable[[Trial, Wanted], object]
    usual: tuple[int, ...] = (12,)


def usual(number: int, releases: Sequence[int], *, whole: bool) -> list[str]:
    """The parts that are done on a machine where none is named: all of them, or each on one of the two, so that half an hour is enough."""
    return [name for name, part in PARTS.items() if whole or (part.usual if len(releases) == 1 else number in part.usual)]


def with_a_wand(trial: Trial, wanted: Wanted) -> None:
    """A wand on the machine's own USB."""
    trial.switch_off()
    wand.evening(trial, trial.kit, None if wanted.firmware is None else parts.fetched(wanted.firmware))


def games(trial: Trial, _: Wanted) -> None:
    """A game of each other kind, by touch."""
    for key in play.GAMES:
        with trial.step(f"a game of {key}"):
            trial.game(key)


PARTS = {
    "start": Part("the first start, to home", lambda trial, _: trial.first_start(), (12, 13)),
    "play": Part("a game of Vabanque while the plug is pulled", lambda trial, wanted: trial.evening(wanted.pulls), (13,)),
    "clock": Part("a clock of 1970, and a boot partition that can't be written", lambda trial, _: broken.odd_start(trial)),
    "full": Part("a full disk", lambda trial, _: broken.full_disk(trial)),
    "stick": Part("a stick that is pulled out in the middle of a backup", lambda trial, _: stick.backup(trial)),
    "settings": Part("settings of nonsense", lambda trial, _: broken.settings(trial)),
    "crashes": Part("a program that dies natively again and again", lambda trial, _: broken.crashes(trial)),
    "speed": Part("process to first picture, beside an empty window", lambda trial, _: speed.start(trial)),
    "wand": Part("a wand on the machine's USB", with_a_wand),
    "panel": Part("the panel's buttons and light at simulated pins", lambda trial, _: panel.evening(trial)),
    "installing": Part("the plug pulled while it is installed", lambda trial, wanted: installing.install(trial, wanted.others), usual=()),
    "updating": Part("the plug pulled while it is updated", lambda trial, wanted: installing.update(trial, wanted.others), usual=()),
    "games": Part("a game of each other kind", games, usual=()),
}
"""By the names that `--part` takes. What is not as it should be ends it."""


if __name__ == "__main__":
    sys.exit(main())
