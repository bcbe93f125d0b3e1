"""The panel: can its pins be had, and is no button stuck."""

from __future__ import annotations

from collections.abc import Iterator

from companion.devices.doctor.finding import Finding, absent, fail, fine, warn
from companion.devices.doctor.machine import Machine
from companion.said import Said
from companion.table.events import Fault

STUCK_S = 3.0
FOREIGN_FACTORIES = ("rpigpio", "pigpio", "native")
"""gpiozero's other ways to the pins; none of them knows a Raspberry Pi 5."""
IN_THE_WAY = ("dtoverlay=spi4-", "dtoverlay=spi5-", "dtoverlay=spi1-3cs")
"""Overlays that take pins of the panel."""


def panel(machine: Machine) -> Iterator[Finding]:
    """Whether its pins are free, and how its buttons rest."""
    if not machine.model:
        yield absent("panel", Said("no Raspberry Pi"))
    elif not machine.settings.panel:
        yield absent("panel", Said("switched off in the settings"))
    elif machine.companion_runs():
        yield absent("panel", Said("the companion has it"))
    else:
        yield _tried(machine)


def _tried(machine: Machine) -> Finding:
    chips = [chip.name for chip in machine.files("/dev/gpiochip*")]
    way = machine.environment.get("GPIOZERO_PIN_FACTORY")
    if not chips:
        return fail(
            "panel", Said("there is no /dev/gpiochip: the kernel shows no pins"), Said("Update the system: sudo apt full-upgrade   then restart.")
        )
    if machine.is_pi_5 and way in FOREIGN_FACTORIES:
        return fail("panel", Said("GPIOZERO_PIN_FACTORY is {way}, which does not know a Raspberry Pi 5", way=way), Said("unset GPIOZERO_PIN_FACTORY"))
    overlays = [line for line in machine.boot_lines() if line.startswith(IN_THE_WAY)]
    if overlays:
        return fail("panel", Said("{line} in config.txt takes pins of the panel", line=overlays[0]), Said("Take that line out and restart the Pi."))
    if not machine.importable("lgpio") and way is None:
        return fail("panel", Said("the package lgpio is missing"), Said("sudo apt install python3-lgpio"))
    return _claimed(machine, chips)


def _claimed(machine: Machine, chips: list[str]) -> Finding:
    from companion.devices.panel import claiming_fault

    try:
        with machine.claim_panel() as buttons:
            pressed = [name for name, is_pressed in buttons.items() if is_pressed()]
            if pressed:
                machine.sleep(STUCK_S)
                pressed = [name for name in pressed if buttons[name]()]
    except Exception as error:  # noqa: BLE001  each way to the pins has exceptions of its own
        fault = claiming_fault(error, [str(machine.path(f"/dev/{chip}")) for chip in chips])
        return _refused(machine, chips, fault, error)
    if pressed:
        advice = Said("Let go of it; if nobody holds it, its two wires meet: check plug and button.")
        return warn("panel", Said("the button {button} is pressed all the time", button=pressed[0]), advice)
    return fine("panel", Said("its pins are free, and no button is stuck"))


def _refused(machine: Machine, chips: list[str], fault: tuple[Fault, str] | None, error: Exception) -> Finding:
    match fault:
        case (Fault.BUSY, _):
            holders = [holder for chip in chips for holder in machine.holders(f"/dev/{chip}")]
            who = Said("End {program}.", program=holders[0]) if holders else Said("End the other program that uses the pins, or restart the Pi.")
            return fail("panel", Said("another program has its pins ({error})", error=error), who)
        case (Fault.NO_PERMISSION, _):
            return fail(
                "panel", Said("the pins may not be used"), Said("sudo usermod -aG gpio {user}   then log out and in again.", user=machine.user)
            )
        case (Fault.MISSING_PACKAGE, name):
            return fail("panel", Said("the package {name} is missing", name=name), Said("sudo apt install python3-{name}", name=name))
    return fail(
        "panel",
        Said("its pins can't be had ({kind}: {error})", kind=type(error).__name__, error=error),
        Said("Restart the Pi, then run companion doctor once more."),
    )
