"""An MFRC522 on the bench: what its registers tell of itself and of its wires. Section numbers: data sheet Rev. 3.9."""

from __future__ import annotations

from collections.abc import Callable

from companion.devices.doctor.finding import Finding, fail, fine, warn
from companion.devices.pi_bus import PadBus
from companion.pico.mfrc522_chip import (
    COM_IRQ,
    COMMAND,
    CONTROL,
    FIELD_ON,
    FIFO_DATA,
    FIFO_LEVEL,
    GAIN,
    GENUINE,
    IDLE,
    MODE,
    STAYS_DEAF_AFTER_SOFT_RESET,
    T_MODE,
    T_PRESCALER,
    T_RELOAD_H,
    T_RELOAD_L,
    TIMER_IRQ,
    TIMER_PRESCALER,
    TX_CONTROL,
    VERSION,
    VERSIONS,
    Mfrc522,
)
from companion.said import Said

DIV_IRQ = 0x05
CRC_RESULT_H, CRC_RESULT_L = 0x21, 0x22
CALC_CRC = 0x03
CRC_IRQ = 0x04
T_START_NOW = 0x40
READINGS = 32
RECOVERY_S = 0.05
"""How long the chip is given after a pulse on RST."""
TIMER_LIMIT_S = 2.0


def dead(versions: bytes) -> bool:
    """Whether nobody drives the wire."""
    return min(versions) == max(versions) and versions[0] in (0x00, 0xFF)


def identity(versions: bytes) -> Finding:
    """Who the chip says it is, when it is asked many times (9.3.4.8)."""
    low, high = min(versions), max(versions)
    if low != high:
        usual = max(set(versions), key=versions.count)
        wrong = sum(value != usual for value in versions)
        other = next(value for value in versions if value != usual)
        found = Said(
            "the version reads {usual:02X} and {other:02X} by turns ({wrong} of {of} differ): a bad contact, or noise",
            usual=usual,
            other=other,
            wrong=wrong,
            of=len(versions),
        )
        return fail("pad", found, Said("Solder the module's pins, shorten the wires, and keep them away from the display's cable."))
    name = VERSIONS.get(low)
    if name is None:
        return fail(
            "pad",
            Said("the version reads {low:02X}, which is no known MFRC522", low=low),
            Said("Check the wires; if they are right, take another module."),
        )
    if low in GENUINE:
        return fine("pad", Said("{name} ({low:02X})", name=name, low=low))
    if low == 0x12:
        return warn("pad", Said("{name}: such chips read some tags only", name=name), Said("Take another module if this one reads badly."))
    if low in (0x80, 0x82):
        return warn("pad", Said("{name}: a relative, or a lost bit", name=name), Said("Check wires and solder; if stickers are read, go on."))
    if low in STAYS_DEAF_AFTER_SOFT_RESET:
        found = Said("{name} ({low:02X}): it works where its RST wire is connected; without it nothing wakes one that went deaf", name=name, low=low)
        return fine("pad", found)
    return fine("pad", Said("{name} ({low:02X}): most of these work", name=name, low=low))


class Bench:
    """One chip and the tests it is put to. They leave its registers in disorder: afterwards it has to be reset."""

    MARK = 0x5A
    CRC_OF_ZEROS = 0x1EA0
    """CRC_A of two bytes 00 (ISO/IEC 14443-3, annex B)."""
    LENGTH = 63
    """Bytes of a pattern: with the address they make one transfer of 64."""

    def __init__(self, wires: PadBus, sleep: Callable[[float], object], clock: Callable[[], float]) -> None:
        self._wires = wires
        self._sleep = sleep
        self._clock = clock
        self._one = self.driver(bursts=False)
        self._many = self.driver(bursts=True)

    def driver(self, *, gain: int = GAIN, bursts: bool = True) -> Mfrc522:
        """The chip's own driver, as the pad uses it."""
        return Mfrc522(self._wires, lambda us: self._sleep(us / 1e6), pulse_reset=self._wires.pulse_reset, gain=gain, bursts=bursts)

    def start(self) -> None:
        """Wakes the chip from whatever it was left in."""
        self._wires.pulse_reset()
        self._sleep(RECOVERY_S)

    def versions(self) -> bytes:
        """What the chip says of its version, READINGS times over: one byte each. Raises OSError."""
        return bytes(self._one.read(VERSION)[0] for _ in range(READINGS))

    def marked_through_reset(self) -> tuple[int, int]:
        """A register that was written, before and after a pulse on RST; a reset makes it 00."""
        self._one.write(T_RELOAD_L, self.MARK)
        self._sleep(RECOVERY_S)
        before = self._one.read(T_RELOAD_L)[0]
        self.start()
        return before, self._one.read(T_RELOAD_L)[0]

    def timer_ms(self) -> float | None:
        """How long 200 ticks of 0.5 ms take (8.5): 13.56 MHz / (2 * 3390 + 1). None if the timer does not end."""
        for register, value in ((T_MODE, 0x0D), (T_PRESCALER, 0x3E), (T_RELOAD_H, 0), (T_RELOAD_L, 199), (COM_IRQ, 0x7F)):
            self._one.write(register, value)
        began = self._clock()
        self._one.write(CONTROL, T_START_NOW)
        while not self._one.read(COM_IRQ)[0] & TIMER_IRQ:
            if self._clock() - began > TIMER_LIMIT_S:
                return None
            self._sleep(0.0005)
        return (self._clock() - began) * 1000

    def crc(self) -> int:
        """What the chip calculates of two bytes 00 (10.3.1.4)."""
        self._one.write(COMMAND, IDLE)
        self._one.write(MODE, 0x3D)
        self._one.write(DIV_IRQ, CRC_IRQ)
        self._one.write(FIFO_LEVEL, 0x80)
        self._one.write(FIFO_DATA, 0, 0)
        self._one.write(COMMAND, CALC_CRC)
        self._sleep(0.001)
        self._one.write(COMMAND, IDLE)
        high, low = self._one.read(CRC_RESULT_H, CRC_RESULT_L)
        return high << 8 | low

    def pattern_errors(self, *, burst: bool, turn: int = 0) -> int:
        """How many bytes of a pattern come back wrong out of the FIFO."""
        chip = self._many if burst else self._one
        pattern = [(0x00, 0xFF, 0x55, 0xAA)[(place + turn) % 4] ^ (place * 37 & 0xFF if place % 8 > 3 else 0) for place in range(self.LENGTH)]
        chip.write(FIFO_LEVEL, 0x80)
        chip.write(FIFO_DATA, *pattern)
        back = chip.read(*[FIFO_DATA] * self.LENGTH)
        return sum(sent != came for sent, came in zip(pattern, back, strict=True))

    def field_problem(self, chip: Mfrc522) -> str | None:
        """What is wrong when the field is switched; None if nothing is. `chip` has been reset."""
        chip.field(True)
        on = chip.read(TX_CONTROL)[0] & FIELD_ON & 0x03
        kept = chip.read(T_PRESCALER)[0] == TIMER_PRESCALER
        off = chip.switched_off()
        if not kept or not on:
            return "when the field comes on, the chip forgets its registers: its supply dips"
        return None if off else Said("the field can't be switched off")
