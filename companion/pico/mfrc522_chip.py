"""The MFRC522 reader chip: frames of ISO/IEC 14443 A <-> registers, over any SPI. Runs unchanged on CPython and MicroPython.

Needs no other module, so that it can be copied to a Pico as it is. Section numbers are those of the data sheet MFRC522 Rev. 3.9.

THE BUS is any object with one method:

    transfer(data: bytes) -> bytes

It lowers the reader's chip select, clocks `data` out (SPI mode 0, most significant bit first, at most 10 MHz), raises the chip select
again and returns the bytes clocked in meanwhile, as many as were sent; they need to last no longer than to the next call. No call is longer
than 64 bytes. It raises OSError when the bus is gone. With machine.SPI on a Pico:

    class Bus:
        def __init__(self, spi, select):          # select: machine.Pin, an output, high at rest
            self.spi, self.select = spi, select

        def transfer(self, data):
            answer = bytearray(len(data))         # or one that is kept for this length
            self.select(0)
            self.spi.write_readinto(data, answer)
            self.select(1)
            return answer

WAITING: `wait_us(microseconds)` sleeps at least that long: time.sleep_us on a Pico.
RESETTING: `pulse_reset()`, where the RST pin is wired, holds it low for 1 ms or more and lets it go. Where several readers share one RST
line say so with `neighbours`: every pulse resets them all, so the line is pulsed where nothing else helps, and the other chips then have
to be `set_up`.

USE:

    chip = Mfrc522(bus, time.sleep_us)
    chip.reset()                             # raises ChipFault
    found = iso14443a.inventory(chip)        # raises ChipFault; field on, every tag, field off
    presence.update(now_ms, found.uids, found.clean, found.indistinct)

The field has to stay off for 5 ms or more between two inventories of a reader. After a ChipFault switch the field off (`switched_off`, and
the RST pin where that says no), then call `reset` again, at once and then ever more rarely.

DEAFNESS: a chip may stop to hear although every register is right, and only a reset helps. It can't notice by itself: it has no way to hear
its own field, and its self-test (16.1.1) is one of its memory. So silence is believed for so long only; see `Doubt`.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    class Bus(Protocol):
        def transfer(self, data: "bytes | bytearray") -> "bytes | bytearray": ...

    from companion.pico import uncompiled as micropython
    from companion.pico.uncompiled import ptr8
else:
    try:
        import micropython
    except ImportError:
        from companion.pico import uncompiled as micropython
        from companion.pico.uncompiled import ptr8


# Register addresses, 9.2.
COMMAND = 0x01
COM_IRQ = 0x04
ERROR = 0x06
FIFO_DATA = 0x09
FIFO_LEVEL = 0x0A
CONTROL = 0x0C
BIT_FRAMING = 0x0D
COLL = 0x0E
MODE = 0x11
TX_MODE = 0x12
RX_MODE = 0x13
TX_CONTROL = 0x14
TX_ASK = 0x15
RF_CFG = 0x26
T_MODE = 0x2A
T_PRESCALER = 0x2B
T_RELOAD_H = 0x2C
T_RELOAD_L = 0x2D
VERSION = 0x37

# CommandReg, 9.3.1.2 and 10.3.
IDLE = 0x00
TRANSCEIVE = 0x0C
SOFT_RESET = 0x0F
POWER_DOWN = 0x10

# ComIrqReg, 9.3.1.5.
RX_IRQ = 0x20
TIMER_IRQ = 0x01

# ErrorReg, 9.3.1.7: FIFO overflow, collision, parity and start of frame.
BUFFER_OVERFLOW = 0x10
COLLISION_ERROR = 0x08
FRAME_ERRORS = 0x03

# CollReg, 9.3.1.15.
POSITION_NOT_VALID = 0x20
VALUES_AFTER_COLLISION = 0x80

# TxControlReg, 9.3.2.5; BitFramingReg, 9.3.1.14.
FIELD_OFF = 0x80
FIELD_ON = 0x83
START_SEND = 0x80

# The timer ticks every 25 us: 13.56 MHz / (2 * 169 + 1), 8.5. TAuto starts it at the end of a transmission.
TICK_US = 25
TIMER_AUTO = 0x80
TIMER_PRESCALER = 169

# What VersionReg says; 80 and 82 were seen on relatives that work.
VERSIONS = {
    0x91: "MFRC522 version 1.0",
    0x92: "MFRC522 version 2.0",
    0x90: "MFRC522 version 0.0",
    0x88: "clone FM17522",
    0x89: "clone FM17522E",
    0xB2: "clone FM17522 (B2)",
    0x12: "counterfeit (12)",
    0x80: "relative (80)",
    0x82: "relative (82)",
}
GENUINE = (0x90, 0x91, 0x92)
STAYS_DEAF_AFTER_SOFT_RESET = (0x89,)
"""Chips that hear no tag after a soft reset until their RST pin is pulsed: they are never given one."""

# Receiver gain in dB -> RFCfgReg, 9.3.3.7. 33 dB is the chip's own after a reset.
GAINS = {18: 0x28, 23: 0x38, 33: 0x48, 38: 0x58, 43: 0x68, 48: 0x78}
GAIN = 33
"""Taken where nobody set another."""

DEAD_BUS = "dead bus"
WRONG_CHIP = "wrong chip"
NO_ANSWER = "no answer"
LOST_REGISTERS = "lost registers"

OFF_TRIES = 4
"""So often a field is switched off before it is given up: a bad wire spoils some bytes, not all."""
REST_MS = 10_000
"""A chip that has heard nothing for so long is reset: one that went deaf hears again after so many milliseconds of rest at most."""

# Bytes of the longest answer that is awaited (5), and some more to see that an answer is too long.
LONGEST_ANSWER = 8

# Whole transfers, made once: what is sent for each frame takes no memory. A write is the address and the values, a read the addresses and a
# byte more, 8.1.2.
_IDLE_THEN_TRANSCEIVE = bytes([COMMAND << 1, IDLE, TRANSCEIVE])
_FLUSH = bytes([FIFO_LEVEL << 1, 0x80])
_FORGET_IRQS = bytes([COM_IRQ << 1, 0x7F])
_SWITCH_ON = bytes([TX_CONTROL << 1, FIELD_ON])
_SWITCH_OFF = bytes([TX_CONTROL << 1, FIELD_OFF])
_STATUS = (COM_IRQ, ERROR, FIFO_LEVEL, CONTROL, COLL)
_READ_STATUS = bytes([register << 1 | 0x80 for register in _STATUS] + [0])
_READ_FIFO = [bytes([FIFO_DATA << 1 | 0x80] * length + [0]) for length in range(LONGEST_ANSWER + 1)]


class ChipFault(Exception):
    """The chip can't be used. `kind` is one of the four kinds above, `detail` says what was seen."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(kind + ": " + detail)
        self.kind = kind
        self.detail = detail


class Doubt:
    """When the silence of a chip is no longer believed, so that it has to be reset. One for each chip.

    A chip that went deaf is reset at the first silence where a tag lay, before that tag can be told as gone, and otherwise after REST_MS
    without any answer. A chip that no reset helps can't be told from an empty field.
    """

    def __init__(self) -> None:
        self._heard_at: int | None = None
        self._doubted = False

    def arises(self, now_ms: int, silent: bool, lying: bool) -> bool:
        """Call it after each inventory. `silent`: it was clean and found nothing; `lying`: a tag counts as lying there."""
        if not silent or self._heard_at is None:
            self._heard_at = now_ms
            self._doubted = False
            return False
        if now_ms - self._heard_at < REST_MS and (self._doubted or not lying):
            return False
        self._heard_at = now_ms
        self._doubted = True
        return True


class Mfrc522:
    """One MFRC522. `field` and `exchange` are what `iso14443a.inventory` asks of a radio.

    What only real hardware can settle is an argument:
    `gain` in dB, one of GAINS. `bursts`: several bytes to one register, and reads of several registers, go in one transfer (8.1.2); a chip
    that can't do that gets one register a transfer. `guard_us`: how long a tag has to wake after the field came on (ISO/IEC 14443-3: 5 ms).
    `reply_us`: how soon an answer has to begin; a tag begins after 86 to 91 us. `slack_us`: how much later than computed the chip may be.
    `reset_ms`: how long a chip may take to come out of a reset. `versions`: values of VersionReg that are taken for an MFRC522.
    `neighbours`: other antennas stand beside this one, and other chips hang on the same RST line. Then the line is pulsed only where a soft
    reset does not do, and every time the field is switched off the chip is asked whether it is.
    """

    def __init__(
        self,
        bus: "Bus",
        wait_us: "Callable[[int], object]",
        pulse_reset: "Callable[[], object] | None" = None,
        gain: int = GAIN,
        bursts: bool = True,
        guard_us: int = 5000,
        reply_us: int = 500,
        slack_us: int = 60,
        reset_ms: int = 150,
        versions: "dict[int, str]" = VERSIONS,
        neighbours: bool = False,
    ) -> None:
        if gain not in GAINS:
            raise ValueError("the gain has to be one of " + ", ".join([str(known) for known in sorted(GAINS)]) + " dB")
        self.bus = bus
        self.wait_us = wait_us
        self.pulse_reset = pulse_reset
        self.bursts = bursts
        self.guard_us = guard_us
        self.reply_us = reply_us
        self.slack_us = slack_us
        self.reset_ms = reset_ms
        self.versions = versions
        self.version = 0
        self.neighbours = neighbours
        self._settings = (
            (T_MODE, TIMER_AUTO),
            (T_PRESCALER, TIMER_PRESCALER),
            (T_RELOAD_H, 0x00),
            (T_RELOAD_L, reply_us // TICK_US - 1),
            (TX_MODE, 0x00),
            (RX_MODE, 0x00),
            (TX_ASK, 0x40),  # 100 % amplitude modulation, 9.3.2.6
            (MODE, 0x3D),
            (RF_CFG, GAINS[gain]),
        )
        # What is compared whenever an inventory begins or ends: everything at once, or by turns where each register is a transfer.
        self._watched: tuple[tuple[int, int], ...] = self._settings
        self._turn = 0
        # Whether nothing is left in the FIFO: then it need not be emptied before the next frame.
        self._empty = False
        self.answer = bytearray(LONGEST_ANSWER)
        self.collision = 0
        self._framing = bytearray([BIT_FRAMING << 1, 0])
        self._frames: dict[int, bytearray] = {}
        self._read_watched = _READ_STATUS
        self._expected = b""

    def read(self, *registers: int) -> bytes:
        """The values of the registers, read in this order; one register may be named several times."""
        if not self.bursts:
            return bytes([self.bus.transfer(bytes([register << 1 | 0x80, 0]))[1] for register in registers])
        return bytes(self.bus.transfer(bytes([register << 1 | 0x80 for register in registers]) + b"\x00")[1:])

    def write(self, register: int, *values: int) -> None:
        """Writes the values one after the other to the same register."""
        if self.bursts:
            self.bus.transfer(bytes([register << 1]) + bytes(values))
        else:
            for value in values:
                self.bus.transfer(bytes([register << 1, value]))

    def reset(self) -> None:
        """Resets and configures the chip, field off. Raises ChipFault: dead bus, wrong chip, no answer, lost registers."""
        if self.pulse_reset is not None and not (self.neighbours and self._bears_soft_reset()):
            self.pulse_reset()
            self._await_start()
        if self._bears_soft_reset():
            self.write(COMMAND, SOFT_RESET)
        self.set_up()

    def set_up(self) -> None:
        """Configures a chip that comes out of a reset, field off. Raises ChipFault as `reset` does."""
        self._await_start()
        self._empty = False
        self.write(COMMAND, IDLE)
        self.write(TX_CONTROL, FIELD_OFF)
        self.write(COLL, 0x00)  # bits after a collision are cleared, 9.3.1.15
        for register, value in self._settings:
            self.write(register, value)
        self._watched = self._settings + ((TX_CONTROL, FIELD_ON), (VERSION, self.version))  # noqa: RUF005  MicroPython unpacks into no tuple
        expected = self._settings + ((TX_CONTROL, FIELD_OFF),)  # noqa: RUF005
        self._compare(expected, self.read(*[register for register, _ in expected]))

    def _bears_soft_reset(self) -> bool:
        """Whether the chip hears after a soft reset. One that does not answer is given the benefit of the doubt."""
        first, second = self.read(VERSION, VERSION)
        seen = first if first == second else 0
        return self.version not in STAYS_DEAF_AFTER_SOFT_RESET and seen not in STAYS_DEAF_AFTER_SOFT_RESET

    def _await_start(self) -> None:
        """Waits until the chip has left its reset (8.8.2), then checks its version."""
        versions = b"\x00"
        state = 0
        for _ in range(self.reset_ms):
            self.wait_us(1000)
            seen = self.read(COMMAND, *[VERSION] * 8)
            state, versions = seen[0], seen[1:]
            if versions[0] not in (0x00, 0xFF) and not state & POWER_DOWN:
                break
        low, high = min(versions), max(versions)
        if low != high:
            raise ChipFault(DEAD_BUS, f"the version reads {low:02X} and {high:02X} by turns: a bad contact")
        if low in (0x00, 0xFF):
            raise ChipFault(DEAD_BUS, f"every register reads {low:02X}: no supply, no contact, or two wires swapped")
        if state & POWER_DOWN:
            raise ChipFault(NO_ANSWER, "the chip does not come out of its reset")
        if low not in self.versions:
            raise ChipFault(WRONG_CHIP, f"the version reads {low:02X}, which is no known MFRC522")
        self.version = low

    def _compare(self, expected: "tuple[tuple[int, int], ...]", seen: bytes) -> None:
        for index, (register, value) in enumerate(expected):
            if seen[index] != value:
                if min(seen) == max(seen) and seen[0] in (0x00, 0xFF):
                    raise ChipFault(DEAD_BUS, f"every register reads {seen[0]:02X}")
                raise ChipFault(LOST_REGISTERS, f"register {register:02X} was set to {value:02X} and reads {seen[index]:02X}")

    def describe(self) -> str:
        """The chip in words, as its version tells."""
        return self.versions.get(self.version, "unknown chip")

    def field(self, on: bool) -> None:
        """Switches the field; when it came on, waits until the tags are awake. Raises ChipFault where neighbours ask for certainty."""
        if on:
            self.bus.transfer(_SWITCH_ON)
            self.wait_us(self.guard_us)
        elif not self.neighbours:
            self.bus.transfer(_SWITCH_OFF)
        elif not self.switched_off():
            self._compare(((TX_CONTROL, FIELD_OFF),), self.read(TX_CONTROL))
            raise ChipFault(LOST_REGISTERS, "the field can't be switched off for certain")

    def switched_off(self) -> bool:
        """Switches the field off, and says whether the chip says that it is."""
        for _ in range(OFF_TRIES):
            self.bus.transfer(_SWITCH_OFF)
            # Twice, or one spoiled byte could pass for the right one.
            if self.read(TX_CONTROL, TX_CONTROL) == bytes([FIELD_OFF, FIELD_OFF]):
                return True
        return False

    @micropython.native
    def exchange(self, frame: "bytes | bytearray", last_bits: int = 0, align: int = 0, expect: int = 0, window_us: int = 0) -> int:
        """Sends a frame and hears the answer: how many bits, counted from bit 0 of the first byte of `answer`; 0 for silence, -1 where it is
        garbled.

        `last_bits`: how many bits of the last byte are sent (0: all 8). `align`: the bit of the first byte at which the answer begins.
        `expect`: how many bits the answer should have; 0 if silence is as likely, then the whole window is waited for.
        `window_us`: how long to listen, if longer than `reply_us`.
        `answer` and `collision` tell of it until the next exchange. `collision` is 0 for none, and 1 to 32 for CollPos as the chip reports it.
        Raises ChipFault.
        """
        length = len(frame)
        sent_us = air_us(length * 8 - (8 - last_bits if last_bits else 0))
        answer_us = LATEST_REPLY_US + air_us(expect) if expect else max(self.reply_us, window_us)
        framing = align << 4 | last_bits
        # REQA and WUPA open and close every inventory. Since the one before, noise may have come into the FIFO.
        watch = last_bits == 7
        flush = watch or not self._empty
        bus = self.bus
        self.collision = 0
        if self.bursts:
            loaded = self._frames.get(length)
            if loaded is None:
                loaded = self._frames[length] = bytearray([FIFO_DATA << 1] * (length + 1))
            _load(loaded, frame, length)
            word = self._framing
            word[1] = framing
            # Idle ends what was going on. Transceive then waits for StartSend (10.3.1.8), so the FIFO may be filled meanwhile.
            bus.transfer(word)
            bus.transfer(_IDLE_THEN_TRANSCEIVE)
            if flush:
                bus.transfer(_FLUSH)
            bus.transfer(loaded)
            bus.transfer(_FORGET_IRQS)
            word[1] = framing | START_SEND
            bus.transfer(word)
        else:
            self.write(COMMAND, IDLE)
            self.write(COM_IRQ, 0x7F)
            if flush:
                self.write(FIFO_LEVEL, 0x80)
            self.write(FIFO_DATA, *frame)
            self.write(BIT_FRAMING, framing)
            self.write(COMMAND, TRANSCEIVE)
            self.write(BIT_FRAMING, START_SEND | framing)
        self.wait_us(sent_us + answer_us + self.slack_us)

        seen = self._status(watch)
        # One after the other: a tuple of five would be memory taken.
        error = seen[2]
        level = seen[3]
        over = seen[4] & 7
        coll = seen[5]
        self._empty = level == 0
        if not seen[1] & RX_IRQ:
            return 0
        broken = error & BUFFER_OVERFLOW or (error & FRAME_ERRORS and not error & COLLISION_ERROR)
        if broken or not 0 < level <= LONGEST_ANSWER:
            return -1
        heard = bus.transfer(_READ_FIFO[level]) if self.bursts else b"\x00" + self.read(*[FIFO_DATA] * level)
        _take(self.answer, heard, level)
        self._empty = True
        if error & COLLISION_ERROR:
            if coll & POSITION_NOT_VALID:
                return -1
            self.collision = coll & 0x1F or 32
        return level * 8 - (8 - over if over else 0)

    @micropython.native
    def _status(self, watch: bool) -> "bytes | bytearray":
        """One byte of no meaning, then ComIrq, Error, FIFOLevel, Control and Coll once an answer has ended or the timer ran out.

        `watch`: read the registers that `reset` wrote along, in the same transfer, so that a dead bus, a chip that lost its supply or one
        whose settings changed is never taken for an empty field.
        """
        question = self._read_watched if watch else _READ_STATUS
        # A chip whose clock is half as fast as it should be is still waited for.
        for _ in range(16):
            seen = self.bus.transfer(question) if self.bursts else self._status_singly(watch)
            if watch:
                if self.bursts and _differ(seen, 6, self._expected, len(self._expected)):
                    self._compare(self._watched, bytes(seen[6:]))
                if seen[5] & VALUES_AFTER_COLLISION:
                    raise ChipFault(LOST_REGISTERS, "bits after a collision are no longer cleared")
            if seen[1] & (RX_IRQ | TIMER_IRQ):
                return seen
            self.wait_us(150)
        raise ChipFault(NO_ANSWER, "neither an answer nor the end of the timer was reported")

    def _status_singly(self, watch: bool) -> bytes:
        """The same where each register is a transfer. That the field is on tells a dead bus and a lost supply; the settings follow by turns."""
        if watch:
            self._turn = (self._turn + 1) % len(self._watched)
        watched = ((TX_CONTROL, FIELD_ON), self._watched[self._turn]) if watch else ()
        seen = self.read(*_STATUS, *[register for register, _ in watched])
        self._compare(watched, seen[5:])
        return b"\x00" + seen[:5]


@micropython.viper
def _load(loaded: ptr8, frame: ptr8, length: int) -> object:
    """Puts a frame behind the address of the FIFO."""
    index = 0
    while index < length:
        loaded[index + 1] = frame[index]
        index += 1
    return None


@micropython.viper
def _take(answer: ptr8, heard: ptr8, length: int) -> object:
    """Takes the bytes that were read behind the first one, which says nothing."""
    index = 0
    while index < length:
        answer[index] = heard[index + 1]
        index += 1
    return None


@micropython.viper
def _differ(seen: ptr8, at: int, expected: ptr8, length: int) -> bool:
    """Whether so many bytes of `seen` from `at` on are not those that were expected."""
    index = 0
    while index < length:
        if seen[at + index] != expected[index]:
            return True
        index += 1
    return False


# A tag begins to answer 1172 or 1236 periods of the carrier after the last pause of the reader (ISO/IEC 14443-3, 6.2.1.1).
LATEST_REPLY_US = 92


@micropython.native
def air_us(bits: int) -> int:
    """Microseconds that so many bits take on the air at 106 kbit/s, with start, parity and end. One bit is 128 / 13.56 MHz = 9.44 us."""
    return (bits + bits // 8 + 2) * 944 // 100 + 1
