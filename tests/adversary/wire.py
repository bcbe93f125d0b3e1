"""The same twin tables, where every tag comes in through the protocol: from the firmware's link over a line of bytes to the companion's."""

from __future__ import annotations

from companion.devices.signals import PATTERNS
from companion.pico import wire
from companion.table.events import Input, Signal, TagGone, TagSeen
from tests.adversary.world import World
from tests.firmware.pair import Pair

READ = 80
"""Milliseconds after which what a reader saw has been acted on, and its light and tone are on their way back."""


class Line(Pair):
    """The line of one table: a ring of nine readers. `sent`: the bytes that went to the device, with the moment."""

    def __init__(self, world: WiredWorld) -> None:
        self._world = world
        self.sent: list[tuple[int, bytes]] = []
        super().__init__(readers=9)

    def _take(self, told: Input) -> bool:
        self._world.evening.session.handle(told)
        return True

    def _carry(self, direction: str, data: bytes) -> bytes:
        # No byte is lost here. What comes from the device names the tag, which is another one at each table.
        if data and direction == "device":
            self.sent.append((self.now, data))
        return data

    def play(self, signal: Signal) -> None:
        """As the thread of a Pico gives it to the link."""
        pattern = PATTERNS[signal]
        self.host.command("light", str(pattern.times), wire.light_word(list(pattern.light)), now=self.now / 1000)
        self.host.command("tone", wire.tone_word(list(pattern.tone)), now=self.now / 1000)


class WiredWorld(World):
    """A table whose only readers are those of a ring; a pad's or wand's tag is shown to its first one."""

    line: Line | None = None

    def restart(self) -> None:
        super().restart()
        session = self.evening.session
        session._notices.signal = self._signal
        if self.line is None:
            self.line = Line(self)
        else:
            self.line.restart_host()
        self.line.run(READ)

    def _signal(self, signal: Signal) -> None:
        self.evening.signals.append(signal)
        if self.line is not None:
            self.line.play(signal)

    def put(self, told: TagSeen | TagGone) -> None:
        assert self.line is not None
        reader = told.reader if told.reader in self.line.readers else self.line.readers[0]
        self.line.push("seen" if isinstance(told, TagSeen) else "gone", reader, told.uid.hex().upper())
        self.line.run(READ)

    def seen(self) -> dict[str, object]:
        assert self.line is not None
        self.line.run(READ)
        sent, self.line.sent = self.line.sent, []
        return super().seen() | {"wire": sent}
