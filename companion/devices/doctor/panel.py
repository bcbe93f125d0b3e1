"""The panel: can its pins be had, and is no button stuck."""

from __future__ import annotations

from collections.abc import Iterator

from companion.devices.doctor.finding import Finding, absent, fail, fine, warn
from companion.devices.doctor.machine import Machine
from companion.table.inputs import Fault

STUCK_S = 3.0
FOREIGN_FACTORIES = ("rpigpio", "pigpio", "native")
"""gpiozero's other ways to the pins; none of them knows a Raspberry Pi 5."""
IN_THE_WAY = ("dtoverlay=spi4-", "dtoverlay=spi5-", "dtoverlay=spi1-3cs")
"""Overlays that take pins of the panel."""


def panel(machine: Machine) -> Iterator[Finding]:
    """Whether its pins are free, and how its buttons rest."""
    if not machine.model:
        yield absent("panel", "no Raspberry Pi")
    elif not machine.settings.panel:
        yield absent("panel", "switched off in the settings")
    elif machine.companion_runs():
        yield absent("panel", "the companion has it")
    else:
        yield _tried(machine)


def _tried(machine: Machine) -> Finding:
    chips = [chip.name for chip in machine.files("/dev/gpiochip*")]
    way = machine.environment.get("GPIOZERO_PIN_FACTORY")
    if not chips:
        return fail("panel", "there is no /dev/gpiochip: the kernel shows no pins", "Update the system: sudo apt full-upgrade   then restart.")
    if machine.is_pi_5 and way in FOREIGN_FACTORIES:
        return fail("panel", f"GPIOZERO_PIN_FACTORY is {way}, which does not know a Raspberry Pi 5", "unset GPIOZERO_PIN_FACTORY")
    overlays = [line for line in machine.boot_lines() if line.startswith(IN_THE_WAY)]
    if overlays:
        return fail("panel", f"{overlays[0]} in config.txt takes pins of the panel", "Take that line out and restart the Pi.")
    if not machine.importable("lgpio") and way is None:
        return fail("panel", "the package lgpio is missing", "sudo apt install python3-lgpio")
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
        advice = "Let go of it; if nobody holds it, its two wires touch: look at plug and button."
        return warn("panel", f"the button {pressed[0]} is pressed all the time", advice)
    return fine("panel", "its pins are free, and no button is stuck")


def _refused(machine: Machine, chips: list[str], fault: tuple[Fault, str] | None, error: Exception) -> Finding:
    match fault:
        case (Fault.BUSY, _):
            holders = [holder for chip in chips for holder in machine.holders(f"/dev/{chip}")]
            who = f"End {holders[0]}." if holders else "End the other program that uses the pins, or restart the Pi."
            return fail("panel", f"another program has its pins ({error})", who)
        case (Fault.NO_PERMISSION, _):
            return fail("panel", "the pins may not be used", f"sudo usermod -aG gpio {machine.user}   then log out and in again.")
        case (Fault.MISSING_PACKAGE, name):
            return fail("panel", f"the package {name} is missing", f"sudo apt install python3-{name}")
    return fail("panel", f"its pins can't be had ({type(error).__name__}: {error})", "Restart the Pi, then run companion doctor once more.")
