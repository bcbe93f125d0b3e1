"""What is on the air between readers and tags: bits, parity, collisions, noise. ISO/IEC 14443-3 type A at 106 kbit/s.

A frame of a reader is a list of data bits, least significant first; its parity is right unless noise `damaged` it. An answer is a list of
slots of one bit time each, parity bits among them: a slot is heard as 0, as 1, or as a collision when tags disagree.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .tags import Tag

CARRIER_MHZ = 13.56
BIT_US = 128 / CARRIER_MHZ
# From the end of the reader's last pause to the first modulation of a tag, after a last bit of 0 and of 1 (n = 9, 6.2.1.1).
REPLY_AFTER_0_US = 1172 / CARRIER_MHZ
REPLY_AFTER_1_US = 1236 / CARRIER_MHZ


def bits_of(data: bytes) -> list[int]:
    return [byte >> place & 1 for byte in data for place in range(8)]


def bytes_of(bits: list[int]) -> bytes:
    return bytes(sum(bit << place for place, bit in enumerate(bits[at : at + 8])) for at in range(0, len(bits), 8))


def reader_us(bits: int) -> float:
    """Time that a reader's frame takes: start, data, a parity bit after each whole byte."""
    return (1 + bits + bits // 8) * BIT_US


@dataclass(frozen=True)
class Slot:
    """One bit time of an answer. `value` is None where a collision is heard."""

    value: int | None
    parity: bool = False


@dataclass(frozen=True)
class Answer:
    """What one tag sends: data bits, with odd parity where a byte ends. `begun`: bits of the first byte that the reader knows already."""

    data: list[int]
    begun: tuple[int, ...] = ()
    with_parity: bool = True

    def slots(self) -> list[Slot]:
        out: list[Slot] = []
        place = len(self.begun)
        ones = sum(self.begun)
        for bit in self.data:
            out.append(Slot(bit))
            ones += bit
            place += 1
            if place == 8:
                if self.with_parity:
                    out.append(Slot(1 - ones % 2, parity=True))
                place = ones = 0
        return out


def superpose(answers: Iterable[list[Slot]]) -> list[Slot]:
    """What a reader hears when several tags answer at once: where they differ, a collision."""
    heard: list[Slot] = []
    answers = list(answers)
    for index in range(max((len(slots) for slots in answers), default=0)):
        here = [slots[index] for slots in answers if index < len(slots)]
        values = {slot.value for slot in here}
        heard.append(Slot(values.pop() if len(values) == 1 else None, parity=here[0].parity))
    return heard


@dataclass
class Noise:
    """How bad the air is. Each is a probability; `seed` makes it the same every time.

    flip: of one bit of an answer; collide: of one bit of an answer to sound like a collision; deafen: of a reader's frame to reach a tag
    damaged; ghost: of noise to sound like an answer when no tag answers.
    """

    flip: float = 0.0
    collide: float = 0.0
    deafen: float = 0.0
    ghost: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)

    def spoil(self, slots: list[Slot]) -> list[Slot]:
        draw = self.random.random
        if not slots:
            if self.ghost and draw() < self.ghost:
                return [Slot(self.random.getrandbits(1), parity=place % 9 == 8) for place in range(self.random.randrange(1, 50))]
            return slots
        out = []
        for slot in slots:
            value = slot.value
            if value is not None and self.flip and draw() < self.flip:
                value = 1 - value
            if self.collide and draw() < self.collide:
                value = None
            out.append(Slot(value, slot.parity))
        return out

    def damages(self) -> bool:
        return bool(self.deafen) and self.random.random() < self.deafen


@dataclass
class Departure:
    """A tag is pulled out while the reader's frame `frame` (counted from 0) is answered: after so many slots of its answer.

    With `slots` None it is gone before it hears the frame."""

    tag: Tag
    frame: int
    slots: int | None


@dataclass(eq=False)
class Field:
    """The space before one antenna: the tags in it, and the noise."""

    tags: list[Tag] = field(default_factory=list)
    noise: Noise = field(default_factory=Noise)
    departures: list[Departure] = field(default_factory=list)
    on: bool = False
    frames: int = 0

    def lay(self, *tags: Tag, now: float) -> None:
        for tag in tags:
            self.tags.append(tag)
            if self.on:
                tag.powered(self, True, now)

    def lift(self, *tags: Tag, now: float) -> None:
        for tag in tags:
            self.tags.remove(tag)
            tag.powered(self, False, now)

    def clear(self, now: float) -> None:
        self.lift(*list(self.tags), now=now)

    def switch(self, on: bool, now: float) -> None:
        if on == self.on:
            return
        self.on = on
        for tag in self.tags:
            tag.powered(self, on, now)

    def send(self, bits: list[int], now: float) -> list[Slot]:
        """The reader's frame has ended at `now`: what it hears then. Nothing if its field is off."""
        frame = self.frames
        self.frames += 1
        if not self.on:
            return []
        answers: list[tuple[Tag, list[Slot]]] = []
        for tag in list(self.tags):
            leaving = next((d for d in self.departures if d.tag is tag and d.frame == frame), None)
            if leaving is not None and leaving.slots is None:
                self.lift(tag, now=now)
                continue
            answer = tag.hear(bits, damaged=self.noise.damages(), now=now)
            slots = answer.slots() if answer is not None else []
            if leaving is not None:
                slots = slots[: leaving.slots]
                self.lift(tag, now=now)
            if slots:
                answers.append((tag, slots))
        # A tag that is far stronger than the others drowns them.
        loudest = max((tag.strength for tag, _ in answers), default=1.0)
        return self.noise.spoil(superpose(slots for tag, slots in answers if tag.strength * 4 > loudest))
