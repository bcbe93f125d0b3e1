"""A model of the MFRC522 at the level of its registers. Section numbers are those of the data sheet Rev. 3.9.

It is driven by `transfer`, one call a period of chip select, as a real chip on SPI is. What the data sheet leaves open is an argument, so
that a driver can be tried on every reading of it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from .air import BIT_US, REPLY_AFTER_0_US, REPLY_AFTER_1_US, Field, Slot, bits_of, bytes_of, reader_us
from .clock import Clock
from .tags import crc_a

COMMAND, COM_IEN, DIV_IEN, COM_IRQ, DIV_IRQ, ERROR, STATUS1, STATUS2 = range(0x01, 0x09)
FIFO_DATA, FIFO_LEVEL, WATER_LEVEL, CONTROL, BIT_FRAMING, COLL = range(0x09, 0x0F)
MODE, TX_MODE, RX_MODE, TX_CONTROL, TX_ASK = range(0x11, 0x16)
CRC_RESULT_M, CRC_RESULT_L = 0x21, 0x22
MOD_WIDTH, RF_CFG = 0x24, 0x26
T_MODE, T_PRESCALER, T_RELOAD_H, T_RELOAD_L, T_COUNTER_H, T_COUNTER_L = range(0x2A, 0x30)
AUTO_TEST, VERSION = 0x36, 0x37

# Values after a reset, 9.3. Registers that are not named here hold 00.
RESET = {
    COMMAND: 0x20,
    COM_IEN: 0x80,
    COM_IRQ: 0x14,
    STATUS1: 0x21,
    WATER_LEVEL: 0x08,
    CONTROL: 0x10,
    COLL: 0xA0,
    MODE: 0x3F,
    TX_CONTROL: 0x80,
    0x16: 0x10,
    0x17: 0x84,
    0x18: 0x84,
    0x19: 0x4D,
    0x1C: 0x62,
    0x1F: 0xEB,
    CRC_RESULT_M: 0xFF,
    CRC_RESULT_L: 0xFF,
    MOD_WIDTH: 0x26,
    RF_CFG: 0x48,
    0x27: 0x88,
    0x28: 0x20,
    0x29: 0x20,
    AUTO_TEST: 0x40,
}

IDLE, MEM, RANDOM_ID, CALC_CRC, TRANSMIT, NO_CHANGE, RECEIVE, TRANSCEIVE, AUTHENT, SOFT_RESET = 0, 1, 2, 3, 4, 7, 8, 0xC, 0xE, 0xF

TX_IRQ, RX_IRQ, IDLE_IRQ, ERR_IRQ, TIMER_IRQ = 0x40, 0x20, 0x10, 0x02, 0x01
BUFFER_OVERFLOW, COLLISION, CRC_ERROR, PARITY_ERROR, PROTOCOL_ERROR = 0x10, 0x08, 0x04, 0x02, 0x01

CollPos = Literal["frame", "level", "answer"]


@dataclass
class Faults:
    """What is wrong with this chip or its wires.

    `stuck`: MISO reads this value always. `loose`: some answers read FF, drawn at random. `broken`: the bus raises this error.
    `slow_start_us`: how long a reset takes. `clock_ratio`: how many times slower than 27.12 MHz its crystal is. `single_bytes`: it can't do
    several accesses in one transfer. `deaf_after_soft_reset`: it hears no tag after a soft reset, until its RST pin is pulsed.
    `browns_out_at`: the number of the transfer, counted from 0, before which its supply dips. `wakes`: False if it never comes out of a
    reset. `dips_with_field`: its supply dips whenever the field comes on. `spoils`: draws which bytes on the wires, either way, become
    other ones: a share of `spoilt`.
    """

    stuck: int | None = None
    loose: random.Random | None = None
    broken: OSError | None = None
    slow_start_us: float = 300
    clock_ratio: float = 1.0
    single_bytes: bool = False
    deaf_after_soft_reset: bool = False
    browns_out_at: int | None = None
    wakes: bool = True
    dips_with_field: bool = False
    spoils: random.Random | None = None
    spoilt: float = 0.0

    def on_the_wire(self, data: bytes) -> bytes:
        """What arrives of these bytes."""
        if self.spoils is None:
            return data
        draw = self.spoils
        return bytes(draw.randrange(256) if draw.random() < self.spoilt else value for value in data)


class Mfrc522Model:
    """One chip with its antenna's field. `collision_position`: what CollPos counts from: the first received byte with RxAlign included
    ("frame"), the first bit of the cascade level ("level"), or the first bit of the answer ("answer"). `collision_bit`: what the bit itself
    reads where answers collide. `start_send_stays`: whether StartSend keeps its value and acts on the next Transceive.
    """

    def __init__(
        self,
        clock: Clock | None = None,
        field: Field | None = None,
        version: int = 0x92,
        collision_position: CollPos = "frame",
        collision_bit: int = 1,
        start_send_stays: bool = True,
        spi_hz: float = 1_000_000,
        transfer_us: float = 20,
        faults: Faults | None = None,
    ) -> None:
        self.clock = clock or Clock()
        self.field = field or Field()
        self.version = version
        self.collision_position = collision_position
        self.collision_bit = collision_bit
        self.start_send_stays = start_send_stays
        self.spi_hz = spi_hz
        self.transfer_us = transfer_us
        self.faults = faults or Faults()
        self.transfers = 0
        self.longest = 0
        self.soft_resets = 0
        self.regs = bytearray(64)
        self.fifo: list[int] = []
        self.deaf = False
        self._awake_at = 0.0
        self._held = False
        self._cancel_timer: Callable[[], None] = lambda: None
        self._cancel_air: list[Callable[[], None]] = []
        self._timer_ends = 0.0
        self._random = 0x5AFE
        self._reset_registers()

    # The pins.

    def transfer(self, data: bytes | bytearray) -> bytes:
        """One period of chip select (8.1.2). A read answers each address byte in the byte after it; a write goes to one address."""
        if self.faults.broken is not None:
            raise self.faults.broken
        if self.faults.browns_out_at == self.transfers:
            self.brown_out()
        self.transfers += 1
        self.longest = max(self.longest, len(data))
        data = self.faults.on_the_wire(data)
        self.clock.wait_us(self.transfer_us)
        byte_us = 8e6 / self.spi_hz
        answer = bytearray(len(data))
        reading = bool(data[0] & 0x80)
        for index in range(len(data)):
            self.clock.wait_us(byte_us)
            if index == 0 or not self._awake():
                continue
            if self.faults.single_bytes and index > 1:
                continue
            if reading:
                answer[index] = self._read(data[index - 1] >> 1 & 0x3F)
            else:
                self._write(data[0] >> 1 & 0x3F, data[index])
        if self.faults.stuck is not None:
            return bytes([self.faults.stuck]) * len(data)
        if self.faults.loose is not None:
            return bytes(0xFF if self.faults.loose.random() < 0.2 else value for value in answer)
        return self.faults.on_the_wire(bytes(answer))

    def reset_pin(self, high: bool) -> None:
        """The RST pin: low is a hard power-down, a rising edge starts the chip (8.8)."""
        if not high:
            self._held = True
            self._reset_registers()
            self.deaf = False
        elif self._held:
            self._held = False
            self._start()

    def brown_out(self) -> None:
        """The supply dips for a moment: every register is what it is after a reset, and the field is off."""
        self._reset_registers()
        self.deaf = False
        self._awake_at = self.clock.now

    def _start(self) -> None:
        self._awake_at = self.clock.now + self.faults.slow_start_us if self.faults.wakes else float("inf")

    def _awake(self) -> bool:
        return not self._held and self.clock.now >= self._awake_at

    # Registers.

    def _reset_registers(self) -> None:
        self._stop()
        self._cancel_timer()
        for register in range(64):
            self.regs[register] = RESET.get(register, 0)
        self.fifo.clear()
        self.field.switch(False, self.clock.now)

    def _read(self, register: int) -> int:
        if register == FIFO_DATA:
            return self.fifo.pop(0) if self.fifo else 0
        if register == FIFO_LEVEL:
            return len(self.fifo)
        if register == VERSION:
            return self.version
        if register in (T_COUNTER_H, T_COUNTER_L):
            left = max(0.0, self._timer_ends - self.clock.now)
            ticks = int(left / self._tick_us())
            return ticks >> 8 & 0xFF if register == T_COUNTER_H else ticks & 0xFF
        return self.regs[register]

    def _write(self, register: int, value: int) -> None:
        if register == COMMAND:
            self._command(value)
        elif register in (COM_IRQ, DIV_IRQ):
            marked = value & 0x7F
            self.regs[register] = self.regs[register] | marked if value & 0x80 else self.regs[register] & ~marked
        elif register == FIFO_DATA:
            if len(self.fifo) < 64:
                self.fifo.append(value)
            else:
                self.regs[ERROR] |= BUFFER_OVERFLOW
        elif register == FIFO_LEVEL:
            if value & 0x80:
                self.fifo.clear()
                self.regs[ERROR] &= ~BUFFER_OVERFLOW
        elif register == BIT_FRAMING:
            self.regs[register] = value
            if value & 0x80 and self.regs[COMMAND] & 0x0F == TRANSCEIVE:
                self._transmit()
        elif register == TX_CONTROL:
            self.regs[register] = value
            on = bool(value & 0x03)
            if on and self.faults.dips_with_field:
                self.brown_out()
            else:
                self.field.switch(on, self.clock.now)
        elif register == COLL:
            self.regs[register] = self.regs[register] & 0x7F | value & 0x80
        elif register == CONTROL:
            if value & 0x40:
                self._start_timer()
            if value & 0x80:
                self._cancel_timer()
        elif register not in (ERROR, STATUS1, VERSION, CRC_RESULT_L, CRC_RESULT_M):
            self.regs[register] = value

    # Commands, 10.3.

    def _command(self, value: int) -> None:
        command = value & 0x0F
        if command == NO_CHANGE:
            self.regs[COMMAND] = value & 0x30 | self.regs[COMMAND] & 0x0F
            return
        self._stop()
        self.regs[COMMAND] = value & 0x3F
        if command == SOFT_RESET:
            self.soft_resets += 1
            self._reset_registers()
            self.deaf = self.faults.deaf_after_soft_reset
            self._start()
        elif command == CALC_CRC:
            self._calculate_crc()
        elif command == RANDOM_ID:
            self._random = self._random * 1103515245 + 12345 & 0x7FFFFFFF
            self._ends(IDLE_IRQ)
        elif command == MEM:
            self.fifo.clear()
            self._ends(IDLE_IRQ)
        elif command == TRANSMIT or (command == TRANSCEIVE and self.regs[BIT_FRAMING] & 0x80 and self.start_send_stays):
            self._transmit()
        # AUTHENT does not end by itself when the tag does not answer; tags that authenticate are not modelled.

    def _ends(self, irq: int) -> None:
        self.regs[COMMAND] &= 0x30
        self.regs[COM_IRQ] |= irq

    def _stop(self) -> None:
        for cancel in self._cancel_air:
            cancel()
        self._cancel_air.clear()

    def _calculate_crc(self) -> None:
        """Runs until another command is given; the result is there when CRCIRq is set. The preset of ModeReg is taken for 6363h."""
        result = crc_a(bytes(self.fifo))
        count = len(self.fifo)
        self.fifo.clear()

        def done() -> None:
            self.regs[CRC_RESULT_L], self.regs[CRC_RESULT_M] = result
            self.regs[DIV_IRQ] |= 0x04

        self._cancel_air.append(self.clock.after(count * 0.6 * self.faults.clock_ratio, done))

    # The timer, 8.5.

    def _tick_us(self) -> float:
        prescaler = (self.regs[T_MODE] & 0x0F) << 8 | self.regs[T_PRESCALER]
        return (2 * prescaler + 1) / 13.56 * self.faults.clock_ratio

    def _start_timer(self) -> None:
        self._cancel_timer()
        reload = self.regs[T_RELOAD_H] << 8 | self.regs[T_RELOAD_L]
        length = (reload + 1) * self._tick_us()
        self._timer_ends = self.clock.now + length
        self._cancel_timer = self.clock.after(length, lambda: self.regs.__setitem__(COM_IRQ, self.regs[COM_IRQ] | TIMER_IRQ))

    # The air.

    def _later(self, microseconds: float, act: Callable[[], None]) -> None:
        self._cancel_air.append(self.clock.after(microseconds * self.faults.clock_ratio, act))

    def _transmit(self) -> None:
        last = self.regs[BIT_FRAMING] & 0x07
        data = bytes(self.fifo)
        self.fifo.clear()
        if self.regs[TX_MODE] & 0x80:
            data += crc_a(data)
        bits = bits_of(data)
        if last and bits:
            bits = bits[: len(bits) - 8 + last]
        self._later(reader_us(len(bits)), lambda: self._sent(bits))

    def _sent(self, bits: list[int]) -> None:
        self.regs[COM_IRQ] |= TX_IRQ
        if self.regs[COMMAND] & 0x0F == TRANSMIT:
            self._ends(IDLE_IRQ)
        self.regs[ERROR] = 0
        self.regs[COLL] = self.regs[COLL] & 0x80 | 0x20
        if self.regs[T_MODE] & 0x80:
            self._start_timer()
        slots = self.field.send(bits, self.clock.now)
        if not slots or self.deaf or self.regs[COMMAND] & 0x20 or self.regs[COMMAND] & 0x0F != TRANSCEIVE:
            return
        align = self.regs[BIT_FRAMING] >> 4 & 7
        known = 0
        if len(bits) >= 16 and bytes_of(bits[:8]) in (b"\x93", b"\x95", b"\x97"):
            nvb = bytes_of(bits[8:16])[0]
            known = ((nvb >> 4) - 2) * 8 + (nvb & 7)
        begin = (REPLY_AFTER_1_US if bits and bits[-1] else REPLY_AFTER_0_US) + BIT_US
        if len(slots) >= 5:
            self._later(begin + 5 * BIT_US, self._cancel_timer)
        receiver = _Receiver(self, align, known)
        for index, slot in enumerate(slots):
            self._later(begin + (index + 1) * BIT_US, lambda slot=slot: receiver.take(slot))  # type: ignore[misc]
        self._later(begin + (len(slots) + 1) * BIT_US, receiver.end)


class _Receiver:
    """Puts an answer into the FIFO as it comes in, and says in ErrorReg and CollReg what was wrong with it."""

    def __init__(self, chip: Mfrc522Model, align: int, known: int) -> None:
        self.chip = chip
        self.align = align
        self.known = known
        self.place = align
        self.byte = 0
        self.ones = 0
        self.split = align > 0
        self.bits = 0
        self.collided = False

    def take(self, slot: Slot) -> None:
        if slot.parity:
            wrong = slot.value is None or (self.ones + slot.value) % 2 == 0
            # The parity of a split byte is not looked at.
            if wrong and not self.split:
                self.chip.regs[ERROR] |= PARITY_ERROR
            self.split = False
            self.ones = 0
            return
        if self.place == 8:
            self.push()
        value = slot.value
        self.bits += 1
        if value is None:
            value = 0 if self.collided else self.chip.collision_bit
            self.collide()
        elif self.collided and not self.chip.regs[COLL] & 0x80:
            value = 0
        self.ones += value
        self.byte |= value << self.place
        self.place += 1

    def collide(self) -> None:
        self.chip.regs[ERROR] |= COLLISION
        if self.collided:
            return
        self.collided = True
        position = self.bits
        if self.chip.collision_position == "frame":
            position += self.align
        elif self.chip.collision_position == "level":
            position += self.known
        if position <= 32:
            self.chip.regs[COLL] = self.chip.regs[COLL] & 0x80 | position & 0x1F

    def push(self) -> None:
        if len(self.chip.fifo) < 64:
            self.chip.fifo.append(self.byte)
        else:
            self.chip.regs[ERROR] |= BUFFER_OVERFLOW
        self.place = self.byte = 0

    def end(self) -> None:
        chip = self.chip
        chip.regs[CONTROL] = chip.regs[CONTROL] & 0xF8 | self.place % 8
        self.push()
        if chip.regs[RX_MODE] & 0x80 and (len(chip.fifo) < 2 or crc_a(bytes(chip.fifo[:-2])) != bytes(chip.fifo[-2:])):
            chip.regs[ERROR] |= CRC_ERROR
        if chip.regs[ERROR]:
            chip.regs[COM_IRQ] |= ERR_IRQ
        chip.regs[COM_IRQ] |= RX_IRQ
