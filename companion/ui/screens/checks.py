"""What the checks of this machine come to, in the language of the screen. They are made elsewhere, one after the other, and may take long."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from typing import Protocol

from kivy.clock import Clock

from companion.ui import texts
from companion.ui.texts import tr


class Checked(Protocol):
    """What a check found. `state`: "fine", "warn", "fail" or "not here"; `found` and `advice` are English."""

    @property
    def check(self) -> str:
        """Which check it was."""

    @property
    def state(self) -> str:
        """How it is."""

    @property
    def found(self) -> str:
        """What was found."""

    @property
    def advice(self) -> str:
        """What helps; "" where nothing is wrong."""


log = logging.getLogger(__name__)

Examine = Callable[[], Iterable[Checked]]


def run(examine: Examine, tell: Callable[[Checked | None], None]) -> None:
    """Makes the checks on a thread of their own; `tell` gets each finding on this one, and None after the last."""

    def work() -> None:
        try:
            for found in examine():
                Clock.schedule_once(lambda _dt, found=found: tell(found))
        except Exception:
            log.exception("The checks of this machine could not go on")
        finally:
            Clock.schedule_once(lambda _dt: tell(None))

    # Nobody waits for it at the end: a device that does not answer must not keep the companion from closing.
    threading.Thread(target=work, name="checks", daemon=True).start()


def what(found: Checked) -> str:
    """The name of a check."""
    names = {
        "companion": lambda: tr("Companion"),
        "machine": lambda: tr("Computer"),
        "groups": lambda: tr("Permissions"),
        "packages": lambda: tr("Program parts"),
        "SPI": lambda: tr("Pad’s connection"),
        "USB": lambda: tr("USB devices"),
        "ModemManager": lambda: tr("Modem service"),
        "display": lambda: tr("Display"),
        "touch": lambda: tr("Touch panel"),
        "data": lambda: tr("Data"),
        "disk": lambda: tr("Storage space"),
        "disk speed": lambda: tr("Storage speed"),
        "supply": lambda: tr("Power supply"),
        "clock": lambda: tr("Clock"),
    }
    return names.get(found.check, lambda: found.check)()


def state(found: Checked) -> str:
    """How it stands with it: in English as the check says it, else in a word."""
    if texts.language() == "en" and found.state in ("warn", "fail"):
        return found.found
    return {"fine": tr("Fine"), "warn": tr("Needs a look"), "fail": tr("Does not work")}.get(found.state, tr("Not there"))


def advice(found: Checked) -> str:
    """The one thing to do. The checks' own sentence is the more exact one, but English."""
    if found.state not in ("warn", "fail"):
        return ""
    if texts.language() == "en":
        return found.advice
    sentences = {
        "companion": lambda: tr("Install the companion once more on this machine."),
        "machine": lambda: tr("Use a 64-bit Raspberry Pi OS, Bookworm or Trixie."),
        "groups": lambda: tr("Install the companion once more, then restart: that sets the permission."),
        "packages": lambda: tr("Install the companion once more: it says at its end what is missing, and what to do."),
        "SPI": lambda: tr("Install the companion once more, then restart: that switches it on."),
        "USB": lambda: tr("Pull its plug, wait three seconds, plug it in again."),
        "ModemManager": lambda: tr("Install the companion once more: that keeps this service away from the readers."),
        "display": lambda: tr("Check the display’s cable, then restart."),
        "touch": lambda: tr("Check the touch panel’s cable, then restart."),
        "data": lambda: tr("Give this user the data folder, or restore a backup."),
        "disk": lambda: tr("Free some space, or use a larger SD card."),
        "disk speed": lambda: tr("Use a faster SD card if you have one; nothing is lost with this one."),
        "supply": lambda: tr("Take the power supply that was made for this Raspberry Pi."),
        "clock": lambda: tr("Connect it to the internet once, so that it knows the time."),
    }
    more = tr("More in the terminal: companion doctor")
    return sentences[found.check]() if found.check in sentences else more
