"""Which pin does what, from hardware/pins.toml: the one table that code, build guide and wiring agree on, linked into the package."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any


def pins(part: str) -> dict[str, Any]:
    """The pins of "pad", "panel", "wand" or "ring" as GPIO numbers (BCM on the Raspberry Pi, GP on the Pico)."""
    table: dict[str, Any] = tomllib.loads((Path(__file__).parent / "pins.toml").read_text("utf-8"))[part]
    return table
