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
from pathlib import Path

from tests.emulation.pico import parts
from tests.machine import image, pi, pico, play, wand
from tests.machine.trial import Trial

TOOLS = {
    "qemu-system-x86_64": "qemu-system-x86",
    "qemu-img": "qemu-utils",
    "mmdebstrap": "mmdebstrap",
    "mkfs.ext4": "e2fsprogs",
}
TOOLS_OF_A_PI = {"qemu-system-aarch64": "qemu-system-arm", "qemu-aarch64-static": "qemu-user-static", "fdtput": "device-tree-compiler"}


def main() -> int:
    parser = argparse.ArgumentParser(prog="bin/trial", description="Installs the product on machines that are really started, and plays on them.")
    parser.add_argument("--all", action="store_true", help="20 power cuts, and a game of Casino; without it 6, and only a game of Vabanque")
    parser.add_argument("--release", type=int, action="append", choices=sorted(image.RELEASES), help="this Debian only; may be repeated")
    parser.add_argument("--part", action="append", choices=PARTS, help="this part only; may be repeated")
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
    chosen = options.part or list(PARTS)
    releases = [13] if options.arm64 else options.release or sorted(image.RELEASES)
    pulls = (20 if options.all else 6) // len(releases)
    for number in releases:
        trial = Trial(folder / str(number), image.RELEASES[number], seed)
        try:
            if options.arm64:
                with trial.step("a Raspberry Pi by its device tree"):
                    pi.trial(trial, image.installed(options.cache, trial.release, "arm64"))
            else:
                run(options.cache, trial, chosen, pulls, options.firmware, everything=options.all)
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


PARTS = ("start", "play", "wand")


def run(cache: Path, trial: Trial, chosen: list[str], pulls: int, firmware: Path | None, *, everything: bool) -> None:
    """The parts on one machine. What is not as it should be ends it."""
    kit = image.installed(cache, trial.release)
    disk = image.overlay(trial.folder / "disk.qcow2", kit.disk)
    with trial.step("first start"):
        guest = trial.first_start(kit, disk)
    if "play" in chosen:
        with trial.step(f"a game through {pulls} power cuts"):
            guest = trial.evening(guest, kit, disk, pulls)
        for key in list(play.GAMES)[1:] if everything else ():
            with trial.step(f"a game of {key}"):
                trial.game(guest, key)
    if "wand" in chosen:
        guest.pull()
        with trial.step("a wand on the machine's USB"):
            wand.evening(trial, kit, None if firmware is None else parts.fetched(firmware))


if __name__ == "__main__":
    sys.exit(main())
