"""Prints each measurement's figures. `python -m tests.bench [NAME ...]`."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.bench import history, money, reader, rules, tap, window

MEASUREMENTS: dict[str, Callable[[], Iterator[str]]] = {
    "rules": rules.measure,
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


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in MEASUREMENTS]
    if unknown:
        print(f"There is no measurement {unknown[0]!r}. There are: {', '.join(MEASUREMENTS)}.", file=sys.stderr)
        return 2
    print(machine())
    for name in names or MEASUREMENTS:
        print(f"\n{name}")
        for line in MEASUREMENTS[name]():
            print("  " + line, flush=True)
    return 0


raise SystemExit(main(sys.argv[1:]))
