"""A chip's model with the program's own driver on it, for tests of the one and the other."""

from __future__ import annotations

from typing import Any

from companion.pico import iso14443a
from companion.pico.mfrc522_chip import Mfrc522

from .mfrc522 import Faults, Mfrc522Model
from .tags import Tag

PAUSE_US = 20_000


class Rig:
    """`chip` drives `model`; the time is the model's. Arguments beginning with `driver_` go to the driver, the others to the model."""

    def __init__(self, *tags: Tag, **options: Any) -> None:
        driver = {name.removeprefix("driver_"): options.pop(name) for name in list(options) if name.startswith("driver_")}
        self.model = Mfrc522Model(**options)
        self.clock = self.model.clock
        self.chip = Mfrc522(self.model, self.clock.wait_us, **driver)
        self.chip.reset()
        self.lay(*tags)

    @property
    def faults(self) -> Faults:
        return self.model.faults

    def lay(self, *tags: Tag) -> None:
        self.model.field.lay(*tags, now=self.clock.now)

    def lift(self, *tags: Tag) -> None:
        self.model.field.lift(*tags, now=self.clock.now)

    def look(self, most: int = 8) -> iso14443a.Inventory:
        """One inventory, and the pause after it."""
        found = iso14443a.inventory(self.chip, most)
        self.clock.wait_us(PAUSE_US)
        return found

    def cost(self) -> int:
        """SPI transfers of one inventory."""
        before = self.model.transfers
        self.look()
        return self.model.transfers - before
