"""The panel's buttons, light and buzzer, by the kernel's simulated pins and the real lgpio, while the screen stands beside a twin's."""

from __future__ import annotations

import time
from itertools import pairwise

from tests.machine.twin import Twin  # before anything of Kivy

# isort: split
from companion.devices.pins import pins as places
from companion.table.events import Button, ButtonPressed, Fault, LinkLost, LinkUp
from tests.machine import pins
from tests.machine.guest import Guest
from tests.machine.trial import Trial

PLACES = places("panel")
COLOURS = [PLACES[name] for name in ("red", "green", "blue", "buzzer")]
LOST = (LinkLost("pad", Fault.MISSING_PACKAGE, ""), LinkUp("panel"))
"""There is no SPI bus, and no package for it."""
SETTLED_S = 10.0
"""Of this machine's time: that of an emulated one goes slower."""


def evening(trial: Trial) -> None:
    """OK and Undo are pressed, with contacts that bounce: each counts once. What is refused is seen at the pins of the light and of the buzzer."""
    if trial.release.python != "3.11":
        trial.say(f"no panel: there is no lgpio for Python {trial.release.python} but from the Raspberry Pi Foundation")
        return
    made = pins.folder(trial.cache, trial.release, trial.kit)
    with trial.at_the_table("panel") as ours:
        guest = ours.guest
        assert guest is not None
        pins.put_in(guest, made, trial.folder)
        guest.shell("systemctl restart vabanque")
        ours._simulate = False
        ours.restart()
        ours.told(*LOST)
        ours.agree("the game on a Raspberry Pi with a panel and without a pad")
        press_them(trial, ours, guest)


def press_them(trial: Trial, ours: Twin, guest: Guest) -> None:
    ours.tap("ring", 2)
    ours.agree("a token by touch")
    press(ours, guest, Button.UNDO, "that one act is taken back")
    refused(trial, ours, guest)


def refused(trial: Trial, ours: Twin, guest: Guest) -> None:
    """OK is pressed where there is nothing to confirm: the screen says so, and the light and the buzzer as the table of signals has it."""
    # What told of another signal comes to its end.
    time.sleep(SETTLED_S)
    seen = pins.watch(guest, COLOURS, 6.0)
    press(ours, guest, Button.OK, "that there is nothing to confirm")
    told = seen()
    red, green, blue, buzzer = [_rises(told, place) for place in range(len(COLOURS))]
    assert (red, green, blue, buzzer) == (4, 0, 0, 1), told
    trial.say(f"a button whose contact bounced counted once; at the pins of the light and the buzzer: {' '.join(told)}")


def press(ours: Twin, guest: Guest, button: Button, what: str) -> None:
    pins.press(guest, PLACES[button.value])
    ours.told(ButtonPressed(button))
    ours.agree(what)


def _rises(words: list[str], place: int) -> int:
    """How often a pin came up."""
    return sum(before[place] == "0" and after[place] == "1" for before, after in pairwise(["0" * len(COLOURS), *words]))
