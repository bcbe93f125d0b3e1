"""A wand, or a ring of readers, on a Raspberry Pi Pico with MicroPython. vabanque.json says which pins; README.md says how to put it there.

It runs from power-up and speaks PROTOCOL.md on the USB port. Ctrl-C alone on a line ends it and gives MicroPython's prompt.
"""

import json
import os
import select
import sys
import time
from binascii import hexlify

import machine
import micropython

from companion.firmware import lights
from companion.firmware.link import RESEND_MS, Link
from companion.firmware.readers import Reader, ResetLine, Sweep
from companion.pico import patterns, wire
from companion.pico.mfrc522_chip import Mfrc522
from companion.pico.presence import Presence

CONFIGURATION = "vabanque.json"
CHUNK = 64
"""Bytes taken from the port before the readers are looked after again."""


class Bus:
    """One reader's way to the SPI bus: its chip select, low while it is spoken to. What comes back is good until the next transfer."""

    answers = [None] * 65
    """A buffer for each length: a look is a hundred transfers, and memory that each took anew would soon have to be collected."""

    def __init__(self, spi, select_pin) -> None:
        self.spi = spi
        self.select = select_pin

    @micropython.native
    def transfer(self, data):
        length = len(data)
        answer = self.answers[length]
        if answer is None:
            answer = self.answers[length] = bytearray(length)
        select_pin = self.select
        select_pin(0)
        self.spi.write_readinto(data, answer)
        select_pin(1)
        return answer


class Clock:
    """Milliseconds since the start. MicroPython's own counter begins anew every twelve days."""

    def __init__(self) -> None:
        self._ticks = time.ticks_ms()
        self._now = 0

    @micropython.native
    def now(self):
        ticks = time.ticks_ms()
        self._now += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now


class Port:
    """The USB port as MicroPython shows it: standard input and output, without its own meaning of Ctrl-C.

    Nothing here waits for the host: MicroPython would hold the program for half a second a write if a host kept the port and did not read.
    """

    def __init__(self) -> None:
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._room = select.poll()
        self._room.register(sys.stdout, select.POLLOUT)
        self._rest = b""
        self._since = 0
        self.closed = False
        self.take_ctrl_c(-1)

    def take_ctrl_c(self, byte: int) -> None:
        """Which byte interrupts the program: -1 none, 3 Ctrl-C as usual."""
        if hasattr(micropython, "kbd_intr"):
            micropython.kbd_intr(byte)

    def read(self) -> bytes:
        """What has come, without waiting."""
        data = b""
        while len(data) < CHUNK and self._poll.poll(0):
            byte = sys.stdin.buffer.read(1)
            if not byte:
                self.closed = True
                break
            data += byte
            # What follows a line end may be meant for MicroPython's prompt, once the line has ended the program.
            if byte == b"\r":
                break
        return data

    @property
    def idle(self) -> bool:
        """Whether everything was written."""
        return not self._rest

    def write(self, data: bytes, now: int) -> None:
        """Begin to write; `go_on` does what there is no room for yet."""
        self._rest, self._since = data, now
        self.go_on(now)

    def go_on(self, now: int) -> None:
        """Write what the host has room for: byte by byte, since room for one is all that is known. What lies too long is old, and dropped."""
        sent = 0
        while sent < len(self._rest) and self._room.poll(0):
            sys.stdout.buffer.write(self._rest[sent : sent + 1])
            sent += 1
        self._rest = self._rest[sent:]
        if now - self._since >= RESEND_MS:
            self._rest = b""


class Watchdog:
    """The chip's own watchdog: a program that hangs is started anew. The loop feeds it; no turn of it lasts a second.

    MicroPython can't stop it, and mpremote needs minutes at the prompt. So it is stopped by its register, and started only on the chips
    whose register is known: RP2040 and RP2350 (data sheets: SYSINFO CHIP_ID; WATCHDOG CTRL, bit 30; 3000h further on clears bits).
    """

    TIMEOUT_MS = 8000
    """The chip can count up to 8388."""
    CHIP_ID = 0x40000000
    CONTROLS = {0x0002927: 0x40058000, 0x0004927: 0x400D8000}
    ENABLE = 1 << 30
    CLEAR = 0x3000

    def __init__(self) -> None:
        memory = getattr(machine, "mem32", None)
        self._control = None if memory is None else self.CONTROLS.get(memory[self.CHIP_ID] & 0x0FFFFFFF)
        self._timer = None if self._control is None else machine.WDT(timeout=self.TIMEOUT_MS)

    def feed(self) -> None:
        if self._timer is not None:
            self._timer.feed()

    def stop(self) -> None:
        if self._control is not None:
            machine.mem32[self._control + self.CLEAR] = self.ENABLE
            self._timer = None


def build(configuration):
    """The readers, lights and the link that the configuration names. All chip selects rest high before the first word on the bus.

    Raises KeyError where it lacks something, ValueError or TypeError where something can't be.
    """
    boot = int.from_bytes(os.urandom(4), "big") or 1  # 0 stands for none
    link = Link(
        configuration["name"],
        [reader["name"] for reader in configuration["readers"]],
        hexlify(machine.unique_id()).decode().upper()[:24],
        f"{boot:08X}",
    )
    bus = configuration["spi"]
    selects = [machine.Pin(reader["cs"], machine.Pin.OUT, value=1) for reader in configuration["readers"]]
    spi = machine.SPI(
        bus["bus"],
        baudrate=bus["hz"],
        polarity=0,
        phase=0,
        sck=machine.Pin(bus["sck"]),
        mosi=machine.Pin(bus["mosi"]),
        miso=machine.Pin(bus["miso"]),
    )
    pulse = None
    if configuration.get("reset") is not None:
        reset = machine.Pin(configuration["reset"], machine.Pin.OUT, value=1)

        def pulse() -> None:
            reset.value(0)
            time.sleep_ms(2)
            reset.value(1)

    line = ResetLine(pulse)
    # However the program ended before: no field is on when the first one is switched on.
    line.pulse()
    readers = [
        Reader(
            reader["name"],
            Mfrc522(
                Bus(spi, pin),
                time.sleep_us,
                line.pulse if line.wired else None,
                gain=configuration["gain"],
                bursts=configuration["bursts"],
                neighbours=link.is_ring,
            ),
            Presence(away_ms=configuration["away_ms"]),
            line,
        )
        for reader, pin in zip(configuration["readers"], selects)  # noqa: B905  MicroPython's zip has no `strict`
    ]
    for reader in readers:
        reader.darken()
    sweep = Sweep(readers, configuration["period_ms"])
    patterns.check_outputs(configuration["outputs"])
    pwm = {
        name: machine.PWM(machine.Pin(pin), freq=lights.FLICKER_FREE_HZ, duty_u16=0)
        for name, pin in configuration["outputs"].items()
        if pin is not None
    }
    light = lights.Player(lights.rgb_light([pwm.get(colour) for colour in ("red", "green", "blue")]))
    tone = lights.Player(lights.buzzer(pwm.get("buzzer")))
    return link, sweep, light, tone


def run(link, sweep, light, tone) -> None:
    """Serve until Ctrl-C, or until the port is gone for good. Then the watchdog is off; after an exception it is not."""
    port = Port()
    clock = Clock()
    watchdog = Watchdog()
    try:
        quiet_since = clock.now()
        while not port.closed and not link.parser.interrupted:
            watchdog.feed()
            came = port.read()
            now = clock.now()
            for command in link.receive(came, now):
                if command[0] == "light":
                    light.play(wire.steps_of("light", command[3]), int(command[2]), clock.now())
                elif command[0] == "tone":
                    tone.play(wire.steps_of("tone", command[2]), 1, clock.now())
                elif link.is_ring:
                    sweep.lead(now, quiet_since)
            quiet_since = now
            for event in sweep.step(clock.now):
                link.push(*event)
            link.health = [reader.health for reader in sweep.readers]
            if port.idle:
                port.write(link.due(clock.now()), clock.now())
            else:
                port.go_on(clock.now())
            if link.alone or (not port.idle and not link.is_open(clock.now())):
                light.play([], 1, clock.now())
                tone.play([], 1, clock.now())
            light.tick(clock.now())
            tone.tick(clock.now())
            time.sleep_ms(1)
        watchdog.stop()
    finally:
        light.play([], 1, 0)
        tone.play([], 1, 0)
        port.take_ctrl_c(3)
        # The program may have failed in the middle of a look.
        for reader in sweep.readers:
            reader.darken()


def main() -> None:
    try:
        with open(CONFIGURATION) as file:
            configuration = json.load(file)
    except (OSError, ValueError) as error:
        print(CONFIGURATION + " can't be read:", error, "- put one there with `companion firmware install`")
        return
    try:
        try:
            parts = build(configuration)
        except KeyError as missing:
            print(CONFIGURATION + " lacks", missing, "- put a new one there with `companion firmware install`")
            return
        except (ValueError, TypeError, AttributeError) as wrong:
            print(CONFIGURATION + " can't be used:", wrong, "- put a new one there with `companion firmware install`")
            return
        run(*parts)
    except Exception as error:  # noqa: BLE001  a wand that stands still helps nobody; the two seconds let Ctrl-C in
        sys.print_exception(error)
        time.sleep(2)
        machine.reset()


main()
