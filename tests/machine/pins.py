"""Pins for a machine that has none: the kernel's own simulator (gpio-sim), and what lets the machine call itself a Raspberry Pi.

Debian's kernels are built without the simulator. It is compiled here from Debian's source of the kernel, beside its headers.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

from tests.machine.guest import MODEL, REVISION, Guest
from tests.machine.image import MIRROR, PRODUCT, PROJECT, Kit, Release, fat, run, whole

TREE = Path(__file__).with_name("pretends.c")
MAKEFILE = f"""obj-m := pins.o pretends.o
pins-y := gpio-sim.o irq_sim.o
CFLAGS_pretends.o := -DMODEL='"{MODEL}"' -DREVISION={REVISION}
"""
WANTED = ("drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c")
CHIP = "/sys/kernel/config/gpio-sim/pi"
SITE = f"{PRODUCT}/current/lib/python3*/site-packages"
LINES = "/sys/devices/platform/gpio-sim.*/gpiochip*"


def folder(cache: Path, release: Release, kit: Kit) -> Path:
    """The two modules for a machine's kernel, and lgpio for its Python, which a machine that is no Pi has not in its bundle."""
    kernel = kit.kernel.name.removeprefix("vmlinuz-")
    digest = hashlib.sha256(Path(__file__).read_bytes() + TREE.read_bytes()).hexdigest()[:6]
    return whole(cache / f"pins-{kernel}-{digest}", lambda half: _make(half, release, kernel), f"pins-{kernel}*")


def _make(half: Path, release: Release, kernel: str) -> None:
    print(f"Pins are made for {kernel}.", flush=True)
    half.mkdir()
    root, series = half / "root", ".".join(kernel.split(".")[:2])
    packages = f"linux-headers-{kernel},linux-source-{series},make,libc6-dev,xz-utils"
    run("mmdebstrap", "--variant=minbase", f"--include={packages}", release.name, root, MIRROR)
    build = root / "build"
    build.mkdir()
    with tarfile.open(root / f"usr/src/linux-source-{series}.tar.xz") as source:
        for member in source:
            name = member.name.partition("/")[2]
            if name in WANTED:
                found = source.extractfile(member)
                assert found is not None
                # What belongs to the kernel alone is not there for modules; this one looks the handler up itself.
                text = re.sub(r"handle_simple_irq\(irq_to_desc\((\w+)\)\)", r"generic_handle_irq(\1)", found.read().decode())
                (build / Path(name).name).write_text(text)
    shutil.copy(TREE, build)
    (build / "Makefile").write_text(MAKEFILE)
    compile_it = 'mount -t proc proc "$1/proc" && exec chroot "$1" make -C "$2" M=/build modules'
    run("unshare", "--mount", "bash", "-euc", compile_it, "-", root, f"/usr/src/linux-headers-{kernel}")
    for module in ("pins.ko", "pretends.ko"):
        shutil.copy(build / module, half)
    shutil.rmtree(root)
    (wanted,) = re.findall(r'"(lgpio[^";]*);', (PROJECT / "pyproject.toml").read_text())
    run(
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--no-deps",
        "--only-binary=:all:",
        f"--python-version={release.python}",
        "-d",
        half,
        wanted,
    )


def put_in(guest: Guest, made: Path, scratch: Path) -> None:
    """The machine is a Pi with 54 pins from now on, whose program has not been started again yet; its user may use them as on a Pi."""
    guest.mount("pins", fat(scratch / "pins.fat", 64, folder=made))
    guest.shell(f"python3 -m zipfile -e /mnt/{made.name}/lgpio-*.whl $(echo {SITE}) && chmod -R a+rX {SITE}")
    guest.shell(f"modprobe configfs; insmod /mnt/{made.name}/pretends.ko && insmod /mnt/{made.name}/pins.ko")
    guest.shell(f"mkdir -p {CHIP}/bank && echo 54 >{CHIP}/bank/num_lines && echo pinctrl-bcm2711 >{CHIP}/bank/label && echo 1 >{CHIP}/live")
    guest.shell("groupadd --force --system gpio; usermod -aG gpio vabanque; udevadm settle; chgrp gpio /dev/gpiochip0 && chmod 660 /dev/gpiochip0")
    guest.shell("umount /mnt")
    guest.pull_out("pins")


BOUNCE = """import glob, sys, time
pull = glob.glob('{lines}/sim_gpio{pin}/pull')[0]
for to in ['pull-down', 'pull-up'] * 3 + ['pull-down']:
    open(pull, 'w').write(to)
    time.sleep(0.001)
time.sleep(0.2)
for to in ['pull-up', 'pull-down', 'pull-up']:
    open(pull, 'w').write(to)
    time.sleep(0.001)
"""
WATCH = """import glob, time
pins = [glob.glob('{lines}/sim_gpio%d/value' % pin)[0] for pin in {pins}]
seen, end = [], time.monotonic() + {seconds}
while time.monotonic() < end:
    now = ''.join([open(pin).read().strip() for pin in pins])
    if not seen or seen[-1] != now:
        seen.append(now)
print(*seen)
"""


def press(guest: Guest, pin: int) -> None:
    """A finger presses the button at a pin, whose contact bounces: it closes to ground."""
    guest.shell(f"python3 - <<'END'\n{BOUNCE.format(lines=LINES, pin=pin)}END")


def watch(guest: Guest, pins: list[int], seconds: float) -> Callable[[], list[str]]:
    """Looks at these pins for so long from now on. What is returned waits for the end, and says what stood there: a word for each change, with a
    digit for each pin.
    """
    guest.shell(f"cat >/run/watch.py <<'END'\n{WATCH.format(lines=LINES, pins=pins, seconds=seconds)}END\nrm -f /run/watched")
    guest.shell("systemd-run --quiet --collect --unit=watch sh -c 'python3 /run/watch.py >/run/seen && mv /run/seen /run/watched'")
    return lambda: guest.shell("until test -e /run/watched; do sleep 0.5; done; cat /run/watched").split()
