"""The firmware on an emulated Pico: its memory, its times, and an installation whose supply goes at every tenth writing of the flash."""

from __future__ import annotations

from pathlib import Path

from tests.emulation.pico import measure, parts

WHOLE = "then again: 'done', files wrong [], settings kept True, speaks True"
"""What has to follow each cut."""


def trial(firmware: Path) -> bool:
    """Prints the figures; whether each installation that was cut is made whole by the next one."""
    pico = parts.fetched(firmware)
    for name, measured in (("memory", measure.memory), ("look", measure.look), ("sweeps", measure.sweeps)):
        print(f"\n{name}", flush=True)
        for line in measured(pico):
            print(f"  {line}", flush=True)
    print("\ninstall", flush=True)
    right = True
    for line in measure.install(pico):
        wrong = line.startswith("cut") and WHOLE not in line
        print(f"  {'WRONG: ' if wrong else ''}{line}", flush=True)
        right = right and not wrong
    return right
