"""Prints each measurement's figures. `python -m tests.bench [NAME ...]`, or `--pico FIRMWARE [NAME ...]` for those of the emulated Pico."""

from __future__ import annotations

import functools
import os
import platform
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.bench import cash_and_run, casino, history, money, reader, rules, tap, window
from tests.emulation.pico import measure, parts

MEASUREMENTS: dict[str, Callable[[], Iterator[str]]] = {
    "rules": rules.measure,
    "casino": casino.measure,
    "cash_and_run": cash_and_run.measure,
    "money": money.measure,
    "tap": tap.measure,
    "history": history.measure,
    "reader": reader.measure,
    "window": window.measure,
}


def machine() -> str:
    """What was measured on, in a line."""
    model = "unknown processor"
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith(("model name", "Model")):
            model = line.partition(":")[2].strip()
            break
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()} {platform.machine()}"


def main(arguments: list[str]) -> int:
    names, measurements, measured_on = arguments, MEASUREMENTS, machine()
    if arguments[:1] == ["--pico"]:
        if len(arguments) < 2:
            print("--pico asks for the image of MicroPython that the Pico is to run: --pico firmware.bin", file=sys.stderr)
            return 2
        image, names = Path(arguments[1]), arguments[2:]
        try:
            pico = parts.fetched(image)
        except parts.Missing as missing:
            print(missing, file=sys.stderr)
            return 2
        measurements = {name: functools.partial(of, pico) for name, of in measure.MEASUREMENTS.items()}
        measured_on = f"emulated Pico, MicroPython image {parts.digest(image)}"
    unknown = [name for name in names if name not in measurements]
    if unknown:
        print(f"There is no measurement {unknown[0]!r}. There are: {', '.join(measurements)}.", file=sys.stderr)
        return 2
    print(measured_on)
    for name in names or measurements:
        print(f"\n{name}")
        for line in measurements[name]():
            print("  " + line, flush=True)
    return 0


raise SystemExit(main(sys.argv[1:]))
