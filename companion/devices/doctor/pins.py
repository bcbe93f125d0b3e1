"""The panel's pins, taken for a moment to see whether they can be had and whether a button is stuck (gpiozero)."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import gpiozero

from companion.devices.panel import pin_factory
from companion.devices.pins import pins
from companion.table.events import Button

OUTPUTS = ("red", "green", "blue", "buzzer")


@contextlib.contextmanager
def claimed(factory: Callable[[], Any] = pin_factory) -> Iterator[Mapping[str, Callable[[], bool]]]:
    """For each button whether it is pressed. The outputs are taken too and stay dark and silent. Raises what the way to the pins raises."""
    places = pins("panel")
    with contextlib.ExitStack() as taken:
        way = factory()
        for output in OUTPUTS:
            taken.enter_context(gpiozero.DigitalOutputDevice(places[output], pin_factory=way))
        buttons = {
            button.value: taken.enter_context(gpiozero.DigitalInputDevice(places[button.value], pull_up=True, pin_factory=way)) for button in Button
        }
        yield {name: lambda switch=switch: bool(switch.value) for name, switch in buttons.items()}  # type: ignore[misc]
