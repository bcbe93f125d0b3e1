"""`companion firmware`: puts the wand's or ring's firmware on a Pico, and compares versions."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from companion.cli.usage import App
from companion.errors import DeviceError
from companion.printing.options import NOT_FINE
from companion.printing.speech import say
from companion.said import safe

app = App(no_args_is_help=True, help="The firmware of wands and rings: put it on a Pico, or compare versions.")

Port = Annotated[str | None, typer.Option("--port", metavar="PORT", help="Which Pico, by its port or serial number, if several are there.")]


@app.command()
def install(
    kind: Annotated[str | None, typer.Option("--as", metavar="KIND", help="wand or ring. Default: leave it as it is.")] = None,
    name: Annotated[str, typer.Option(metavar="NAME", help="Its name: ring-1, ring-2 and ring-3 make a ring of twelve.")] = "",
    readers: Annotated[int | None, typer.Option(metavar="N", help="How many readers this Pico of a ring has.")] = None,
    gain: Annotated[int | None, typer.Option(metavar="DB", help="Receiver gain: 18, 23, 33, 38, 43 or 48.")] = None,
    bursts: Annotated[bool | None, typer.Option("--bursts/--no-bursts", help="Several bytes to a register in one transfer, or one by one.")] = None,
    speed: Annotated[int | None, typer.Option(metavar="HZ", help="Clock of the bus to its readers.")] = None,
    port: Port = None,
) -> None:
    """Copy firmware and configuration to a Pico (needs mpremote). Close the companion first."""
    from companion.devices import firmware_install, pico_settings

    if kind not in (None, "wand", "ring"):
        raise DeviceError("--as is one of: {choices}", choices="wand, ring")
    if kind is None and (name or readers is not None):
        raise DeviceError("A name or a number of readers needs --as wand or --as ring as well.")

    def tuned(settings: dict[str, Any]) -> dict[str, Any]:
        return pico_settings.changed(settings, gain, bursts, speed)

    settings = None if kind is None else pico_settings.configuration("ring" if kind == "ring" else "wand", name, readers)
    used, installed = firmware_install.install(settings, port, tuned)
    say("{port} is {name} now. It starts by itself; `companion firmware check` shows its version.", port=used.path, name=installed["name"])


@app.command()
def check(port: Port = None) -> None:
    """Print the version on every Pico that is plugged in. Close the companion first. Status 1 if one does not fit."""
    from companion.cli.reports import fault_line
    from companion.devices import firmware_install
    from companion.devices.usb import serial_ports
    from companion.pico import wire

    versions = firmware_install.check(serial_ports if port is None else lambda: [firmware_install.choose(serial_ports(), port)])
    if not versions:
        say("No Pico with MicroPython is plugged in.")
    for version in versions:
        if version.fits:
            say("{name}: firmware {version}, as it should be.", name=version.name, version=version.firmware)
        elif version.fault is not None:
            print(f"{safe(version.name)}: {fault_line(version.fault, version.detail)}")
        else:
            say(
                "{name}: firmware {version}, this companion brings {brings}. Update it: companion firmware install",
                name=version.name,
                version=version.firmware,
                brings=wire.FIRMWARE,
            )
    if not all(version.fits for version in versions):
        raise typer.Exit(NOT_FINE)
