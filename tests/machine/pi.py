"""A machine that calls itself a Raspberry Pi: aarch64, and the model in its device tree. It has no pins and no SPI bus, which the product says."""

from __future__ import annotations

from tests.machine.twin import fresh  # before anything of Kivy

# isort: split
from companion.table.events import Fault, LinkLost
from tests.machine import screen
from tests.machine.guest import MODEL
from tests.machine.image import Kit, overlay
from tests.machine.trial import READY, Trial

MISSING = (LinkLost("pad", Fault.MISSING_PACKAGE, ""), LinkLost("panel", Fault.MISSING_PACKAGE, "lgpio"))
"""What a Debian 13 lacks that is not of the Raspberry Pi Foundation: lgpio has neither a package there nor a wheel for its Python."""
COMPANION = "runuser -u vabanque -- /home/vabanque/.local/bin/companion"


def trial(trial: Trial, kit: Kit) -> None:
    """From power to home, the page of the readers, and the doctor."""
    guest = trial.boot(kit, [overlay(trial.folder / "pi.qcow2", kit.disk)])
    ours = fresh(trial.folder / "pi", guest, settings="", simulate=False)
    try:
        ours.told(*MISSING)
        lit = screen.wait_until(guest, screen.lit, "something on the screen")
        took = ours.agree("the first picture")
        trial.say(f"from power: something on the screen after {lit:.0f} s, the first picture after {lit + took:.0f} s")
        trial.say("start of the unit to READY: " + guest.shell(f"echo $(({READY}))").strip() + " ms")
        ours.harness.tap_on(ours.harness.stage.screen.languages["en"])  # type: ignore[union-attr]
        ours.harness.tap_on(ours.harness.stage.screen.begin)  # type: ignore[union-attr]
        ours.agree("home of a Pi without a pad")
        assert ours.open == "home", ours.open
        guest.picture("home")
        assert MODEL in guest.shell("cat /proc/device-tree/model | tr -d '\\0'")
        ours.tap("state")
        guest.picture("diagnosis")
        trial.say("doctor beside the companion:\n" + guest.try_shell(f"{COMPANION} doctor")[1])
        guest.shell("systemctl stop vabanque")
        trial.say("doctor alone:\n" + guest.try_shell(f"{COMPANION} doctor")[1])
    finally:
        ours.close()
        guest.pull()
