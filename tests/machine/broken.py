"""What breaks in a house: a full disk, a stopped clock, a card that can't be written, settings of nonsense, a driver that crashes."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

from tests.machine.twin import DATA, SETTINGS, Twin  # before anything of Kivy

# isort: split
from companion.errors import JournalError
from companion.install.launcher import console
from companion.table.journal.damage import Damage, Warned
from tests.machine import image
from tests.machine.guest import PATIENCE_S, Guest, Lost
from tests.machine.trial import Trial
from tests.ui.harness import wait

NONSENSE = SETTINGS.replace("calm = true", "calm = perhaps")
"""A file that can't be read as TOML."""

CRASHES = "import os, sys; '-m' in sys.orig_argv and os.abort()"
"""A line of a .pth file, which Python runs at its start: it dies as by a fault in a driver, before anything of ours can say so."""

FILL = """n=0; for size in 1G 256M 64M 16M 4M 1M 256K 64K 16K 4K; do
while fallocate -l $size /home/full$n 2>/dev/null; do n=$((n + 1)); done; rm -f /home/full$n; done; sync"""
"""Fills the disk, with what is kept for root."""
SHORTEN = f"""python3 -c "import sqlite3; sqlite3.connect('{DATA}/journal.db').execute('pragma wal_checkpoint(truncate)')" """
"""Takes from the journal the room that it has already."""
ROOM = f"setpriv --reuid=vabanque --regid=vabanque --init-groups df --output=avail -B1 {DATA} | tail -1"
ACTS = f"""python3 -c "import sqlite3; print(*sqlite3.connect('{DATA}/journal.db').execute('select count(*) from acts').fetchone())" """


@contextlib.contextmanager
def no_room(twin: Twin) -> Iterator[None]:
    """The twin's disk takes nothing."""
    journal = twin.journal
    kept = journal.append

    def append(*_: object, **__: object) -> bool:
        raise JournalError("The disk is full.")

    journal.append = append  # type: ignore[method-assign]
    try:
        yield
    finally:
        journal.append = kept  # type: ignore[method-assign]


def full_disk(trial: Trial) -> None:
    """A touch that the disk does not take is said not to be taken, and is not shown as made; when there is room again the same touch counts."""
    with trial.at_the_table("full") as ours:
        guest = _guest(ours)
        guest.shell(SHORTEN)
        guest.shell(FILL)
        left, before = int(guest.shell(ROOM)), guest.shell(ACTS)
        if left:
            raise Lost(f"The disk could not be filled: {left} bytes are left.")
        with no_room(ours):
            ours.tap("ring", 2)
        ours.agree("that the touch was not taken")
        guest.picture("full")
        if (after := guest.shell(ACTS)) != before:
            raise Lost(f"An act was written to a disk that is full: {before}, then {after}.")
        guest.shell("rm -f /home/full*; sync")
        # What was said goes by itself.
        wait(60)
        ours.harness.settle()
        ours.tap("ring", 2)
        ours.agree("the same touch, with room on the disk again")
        trial.say(f"on a full disk {before} acts and words that it was not taken, with room again {guest.shell(ACTS)}")


def odd_start(trial: Trial) -> None:
    """The clock has stopped at 1970, of which systemd makes the day it was built; the boot partition can't be written. It starts where it was."""
    with trial.at_the_table("odd") as ours:
        guest = _guest(ours)
        guest.shell("echo '/dev/vdb /boot/firmware vfat defaults,nofail 0 2' >>/etc/fstab; sync; rm -f /etc/fake-hwclock.data")
        partition = image.fat(trial.folder / "firmware.fat", 64)
        card = f"file={partition},if=none,id=firmware,format=raw,read-only=on"
        guest = ours.guest = trial.again(["-rtc", "base=1970-01-01T00:00:00", "-drive", card, "-device", "virtio-blk-pci,drive=firmware"])
        ours.restart()
        took = ours.agree("the game after a start in 1970")
        mounted = guest.shell("findmnt -no OPTIONS /boot/firmware | cut -d, -f1; touch /boot/firmware/x 2>&1; true").replace("\n", ": ")
        trial.say(f"back after {took:.0f} s; the clock says {guest.shell('date -Iseconds')}, the boot partition is {mounted}")
        ours.tap("ring", 2)
        ours.agree("the next token, in 1970")


def settings(trial: Trial) -> None:
    """Settings that nobody can read are said on the screen, and the game goes on."""
    with trial.at_the_table("settings") as ours:
        guest = _guest(ours)
        guest.shell(f"systemctl stop vabanque; printf '%s' '{NONSENSE}' >{DATA}/settings.toml; systemctl start vabanque")
        ours.restart(settings=NONSENSE)
        assert ours.open == "trouble", ours.open
        ours.agree("what is wrong with the settings")
        guest.picture("trouble")
        ours.tap("on")
        ours.agree("the game after it")
        ours.tap("ring", 2)
        ours.agree("the next token, without settings")


def crashes(trial: Trial) -> None:
    """The program dies natively again and again: the console says so, in words and with what to do; when it starts again, the game is there."""
    with trial.at_the_table("crashes") as ours:
        guest = _guest(ours)
        site = guest.shell(f"echo {image.PRODUCT}/versions/*/lib/python3*/site-packages").split()[-1]
        guest.shell(f"printf '%s' \"{CRASHES}\" >{site}/zz.pth && chmod a+r {site}/zz.pth")
        guest.shell("systemctl kill --signal=SEGV --kill-whom=main vabanque")
        begun, said, first = time.monotonic(), "", ""
        wanted = [console.HOW["signal"]["en"].partition("(")[0].strip(), console.CRASHED["en"].partition("{")[0], console.DO["en"][:30]]
        while not all(each in said for each in wanted):
            said = _console(guest)
            if wanted[0] in said and not first:
                first = f"{time.monotonic() - begun:.0f} s: {said}"
                guest.picture("crashed once")
            if time.monotonic() > begun + PATIENCE_S:
                raise Lost(f"The companion crashes again and again, and the console says only: {said}")
            time.sleep(1)
        guest.picture("crashes")
        trial.say(f"after {first}")
        trial.say(f"after {time.monotonic() - begun:.0f} s: {said}")
        guest.shell(f"rm {site}/zz.pth")
        ours.restart(warned=Warned("It had to start again", Damage.CRASHED))
        assert ours.open == "trouble", ours.open
        ours.agree("that it had to start again")
        trial.say(f"after {time.monotonic() - begun:.0f} s it is back, and says so on the screen")
        ours.tap("on")
        assert ours.open == "home", ours.open
        ours.tap("resume")
        ours.agree("the game, opened by hand")


def _console(guest: Guest) -> str:
    return " ".join(guest.shell("fold -w $(stty -F /dev/tty1 size | cut -d' ' -f2) /dev/vcs1").split())


def _guest(ours: Twin) -> Guest:
    assert ours.guest is not None
    return ours.guest
