"""`companion firmware`: puts the wand's or ring's firmware on a Pico, and compares versions."""

from __future__ import annotations

from typing import Annotated

import typer

from companion.commands.options import NOT_FINE

app = typer.Typer(no_args_is_help=True, help="The firmware of wands and rings: put it on a Pico, or compare versions.")

Port = Annotated[str | None, typer.Option("--port", metavar="PORT", help="Which Pico, by its port or serial number, if several are there.")]


@app.command()
def install(
    kind: Annotated[str, typer.Option("--as", metavar="KIND", help="wand or ring.")] = "wand",
    name: Annotated[str, typer.Option(metavar="NAME", help="What it calls itself: ring-1, ring-2 and ring-3 make a ring of twelve.")] = "",
    readers: Annotated[int | None, typer.Option(metavar="N", help="How many readers this Pico of a ring has.")] = None,
    port: Port = None,
) -> None:
    """Copy firmware and configuration to a Pico (needs mpremote). Close the companion first."""
    from companion.devices import firmware_install

    if kind not in ("wand", "ring"):
        raise typer.BadParameter("it is wand or ring", param_hint="--as")
    settings = firmware_install.configuration("ring" if kind == "ring" else "wand", name, readers)
    used = firmware_install.install(settings, port)
    print(f"{used.path} is {settings['name']} now. It starts by itself; `companion firmware check` shows its version.")


@app.command()
def check(port: Port = None) -> None:
    """Print the version on every Pico that is plugged in. Close the companion first. Status 1 if one does not fit."""
    from companion.commands.told import ADVICE
    from companion.devices import firmware_install, wire
    from companion.devices.wand import pico_ports

    versions = firmware_install.check(pico_ports if port is None else lambda: [firmware_install.choose(pico_ports(), port)])
    if not versions:
        print("No Pico with MicroPython is plugged in.")
    for version in versions:
        if version.fits:
            print(f"{version.name}: firmware {version.firmware}, as it should be.")
        elif version.fault is not None:
            print(f"{version.name}: {version.fault}{f' ({version.detail})' if version.detail else ''}. {ADVICE[version.fault]}")
        else:
            print(f"{version.name}: firmware {version.firmware}, this companion brings {wire.FIRMWARE}. Renew it: companion firmware install")
    if not all(version.fits for version in versions):
        raise typer.Exit(NOT_FINE)
