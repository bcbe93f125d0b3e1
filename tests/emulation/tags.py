"""Tags, as state machines of ISO/IEC 14443-3 type A: IDLE, READY at a cascade level, ACTIVE, HALT."""

from __future__ import annotations

import random
from enum import Enum
from typing import TYPE_CHECKING

from .air import Answer, bits_of, bytes_of

if TYPE_CHECKING:
    from .air import Field


class State(Enum):
    IDLE = "idle"
    READY = "ready"
    ACTIVE = "active"
    HALT = "halt"


def crc_a(data: bytes) -> bytes:
    """CRC_A bit by bit, as annex B defines it; independent of the program's own."""
    crc = 0x6363
    for bit in bits_of(data):
        crc = crc >> 1 ^ (0x8408 if (crc ^ bit) & 1 else 0)
    return crc.to_bytes(2, "little")


class Tag:
    """A tag with a UID of 4, 7 or 10 bytes. `sak` is that of its last cascade level, `atqa` the two bytes as sent.

    `wake_us`: how long it needs after the field came on; `retain_us`: how long it remembers its state without one; `strength`: how loud it
    is; `forgiving`: stays READY when it hears an anticollision that is not for it (the standard's picture sends it to IDLE).
    """

    def __init__(
        self,
        uid: bytes,
        atqa: bytes,
        sak: int,
        wake_us: float = 4900,
        retain_us: float = 1000,
        strength: float = 1.0,
        forgiving: bool = False,
        levels_sak: int = 0x04,
    ) -> None:
        assert len(uid) in (4, 7, 10)
        self.uid = uid
        self.atqa = atqa
        self.sak = sak
        self.wake_us = wake_us
        self.retain_us = retain_us
        self.strength = strength
        self.forgiving = forgiving
        self.levels_sak = levels_sak
        self.state = State.IDLE
        self.level = 0
        self.star = False
        self._fields: list[Field] = []
        self._off_at = float("-inf")
        self._awake_at = float("inf")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.uid.hex()})"

    @property
    def parts(self) -> list[bytes]:
        """The UID as it goes over the air: five bytes a cascade level, cascade tag and check byte with it."""
        uid, parts = self.uid, []
        while len(uid) > 4:
            parts.append(b"\x88" + uid[:3])
            uid = uid[3:]
        parts.append(uid)
        return [part + bytes([part[0] ^ part[1] ^ part[2] ^ part[3]]) for part in parts]

    def powered(self, field: Field, on: bool, now: float) -> None:
        """The field of one reader comes or goes."""
        if on and field not in self._fields:
            if not self._fields:
                if now - self._off_at >= self.retain_us:
                    self.state, self.star, self.level = State.IDLE, False, 0
                    self.started()
                self._awake_at = now + self.wake_us
            self._fields.append(field)
        elif not on and field in self._fields:
            self._fields.remove(field)
            if not self._fields:
                self._off_at = now

    def started(self) -> None:
        """Called when the tag starts from nothing."""

    def hear(self, bits: list[int], damaged: bool, now: float) -> Answer | None:
        """A reader's frame; what the tag answers. Two fields that are on at once spoil each other's frames."""
        if now < self._awake_at:
            return None
        if damaged or len(self._fields) > 1:
            self._fall_back()
            return None
        if len(bits) == 7:
            return self._short(bytes_of(bits)[0])
        if self.state is State.READY:
            return self._ready(bits)
        if self.state is State.ACTIVE:
            if len(bits) % 8 or len(bits) < 24 or crc_a(bytes_of(bits)[:-2]) != bytes_of(bits)[-2:]:
                self._fall_back()
                return None
            return self._active(bytes_of(bits)[:-2])
        return None

    def _fall_back(self) -> None:
        if self.state in (State.READY, State.ACTIVE):
            self.state = State.HALT if self.star else State.IDLE

    def _short(self, code: int) -> Answer | None:
        woken = {State.IDLE: (0x26, 0x52), State.HALT: (0x52,)}.get(self.state, ())
        if code not in woken:
            self._fall_back()
            return None
        self.star = self.state is State.HALT
        self.state, self.level = State.READY, 0
        return Answer(bits_of(self.atqa))

    def _ready(self, bits: list[int]) -> Answer | None:
        frame = bytes_of(bits)
        part = self.parts[self.level]
        if len(bits) < 16 or frame[0] != (0x93, 0x95, 0x97)[self.level]:
            self._fall_back()
            return None
        if frame[1] == 0x70:
            if len(bits) != 72 or crc_a(frame[:-2]) != frame[-2:] or frame[2:7] != part:
                self._fall_back()
                return None
            last = self.level == len(self.parts) - 1
            sak = bytes([self.sak if last else self.levels_sak])
            if last:
                self.state = State.ACTIVE
            else:
                self.level += 1
            return Answer(bits_of(sak + crc_a(sak)))
        known = ((frame[1] >> 4) - 2) * 8 + (frame[1] & 7)
        if not 0 <= known < 40 or len(bits) != 16 + known:
            self._fall_back()
            return None
        mine = bits_of(part)
        if bits[16:] != mine[:known]:
            if not self.forgiving:
                self._fall_back()
            return None
        return Answer(mine[known:], begun=tuple(mine[known - known % 8 : known]))

    def _active(self, command: bytes) -> Answer | None:
        if command == b"\x50\x00":
            self.state = State.HALT
            return None
        return self.obey(command)

    def obey(self, command: bytes) -> Answer | None:
        """A command to a selected tag. One that the tag does not know is an error."""
        self._fall_back()
        return None


class Ntag(Tag):
    """NTAG213, 215 or 216: 7-byte UID, memory of pages of 4 bytes."""

    SIZES = {213: (45, 0x0F), 215: (135, 0x11), 216: (231, 0x13)}

    def __init__(self, uid: bytes, model: int = 213, **more: object) -> None:
        assert len(uid) == 7
        super().__init__(uid, b"\x44\x00", 0x00, **more)  # type: ignore[arg-type]
        self.pages, self.storage = self.SIZES[model]

    def obey(self, command: bytes) -> Answer | None:
        if command[0] == 0x30 and len(command) == 2 and command[1] < self.pages:
            first, second = self.parts
            memory = bytes(first[1:4]) + first[4:5] + second[:4] + second[4:5] + bytes(self.pages * 4)
            data = (memory * 2)[command[1] * 4 :][:16]
            return Answer(bits_of(data + crc_a(data)))
        if command == b"\x60":
            version = bytes([0x00, 0x04, 0x04, 0x02, 0x01, 0x00, self.storage, 0x03])
            return Answer(bits_of(version + crc_a(version)))
        self._fall_back()
        return Answer([0, 0, 0, 0], with_parity=False)


class Classic(Tag):
    """MIFARE Classic 1K with a 4- or a 7-byte UID. Its encryption is not modelled: it only begins to authenticate."""

    def __init__(self, uid: bytes, **more: object) -> None:
        super().__init__(uid, b"\x04\x00" if len(uid) == 4 else b"\x44\x00", 0x08, **more)  # type: ignore[arg-type]

    def obey(self, command: bytes) -> Answer | None:
        if command[0] in (0x60, 0x61) and len(command) == 2:
            return Answer(bits_of(b"\x01\x20\x01\x45"))
        self._fall_back()
        return None


class TripleTag(Tag):
    """A tag with a UID of 10 bytes."""

    def __init__(self, uid: bytes, **more: object) -> None:
        assert len(uid) == 10
        super().__init__(uid, b"\x84\x00", 0x00, **more)  # type: ignore[arg-type]


class Phone(Tag):
    """A telephone that plays a card: another UID of 4 bytes, 08 ..., each time the field comes on (6.5.4)."""

    def __init__(self, seed: int = 0, **more: object) -> None:
        self._random = random.Random(seed)
        super().__init__(b"\x08\x00\x00\x00", b"\x04\x00", 0x20, **more)  # type: ignore[arg-type]

    def started(self) -> None:
        self.uid = b"\x08" + self._random.randbytes(3)


def random_tag(draw: random.Random) -> Tag:
    """Any kind of tag with any UID. NXP's begin with 04, and tags of one roll differ little: both happen here often."""
    kind = draw.randrange(5)
    if kind == 0:
        first = draw.choice([byte for byte in range(256) if byte not in (0x08, 0x88)])
        return Classic(bytes([first]) + draw.randbytes(3))
    if kind == 1:
        return Classic(b"\x04" + draw.randbytes(6))
    if kind == 2:
        return TripleTag(b"\x04" + draw.randbytes(9))
    return Ntag(b"\x04" + draw.randbytes(6), draw.choice([213, 215, 216]))


def roll(draw: random.Random, count: int) -> list[Tag]:
    """Tags cut from one roll: their UIDs differ in the last bits only."""
    start = draw.randbytes(5)
    ends = draw.sample(range(1 << 8), count)
    return [Ntag(b"\x04" + start + bytes([end])) for end in ends]
