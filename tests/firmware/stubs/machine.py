"""Stands in for MicroPython's `machine` on the unix port: pins, SPI and PWM travel over a socket to the chip models (tests/firmware/board.py).

Runs on MicroPython. Every message is a line of JSON; only SPI is answered. What the rp2 port refuses is refused here too, with its words.
"""

import json
import os
import socket
import sys
from binascii import hexlify, unhexlify

_socket = socket.socket()
_socket.connect(socket.getaddrinfo("127.0.0.1", int(os.getenv("BOARD_PORT")))[0][-1])
_socket.setsockopt(6, 1, 1)  # IPPROTO_TCP, TCP_NODELAY


def _send(*message):
    _socket.write(json.dumps(message).encode() + b"\n")


class Pin:
    IN = 0
    OUT = 1

    def __init__(self, number, mode=-1, pull=-1, value=None):
        if not isinstance(number, int):
            raise TypeError("can't convert to pin")
        if not 0 <= number <= 29:
            raise ValueError("invalid pin")
        self.number = number
        if mode == Pin.OUT:
            self.value(value or 0)

    def value(self, level):
        _send("pin", self.number, level)

    __call__ = value


class SPI:
    def __init__(self, bus, baudrate, polarity, phase, sck, mosi, miso):
        if bus not in (0, 1):
            raise ValueError(f"SPI({bus}) doesn't exist")
        for name, pin, place in (("SCK", sck, 2), ("MOSI", mosi, 3), ("MISO", miso, 0)):
            if pin.number & 3 != place or pin.number >> 3 & 1 != bus:
                raise ValueError(f"bad {name} pin")
        if not isinstance(baudrate, int):
            raise TypeError("can't convert to int")
        _send("spi", bus, baudrate, polarity, phase, sck.number, mosi.number, miso.number)

    def write_readinto(self, data, answer):
        _send("transfer", hexlify(data).decode())
        answer[:] = unhexlify(_socket.readline().strip())


class PWM:
    def __init__(self, pin, freq, duty_u16):
        self.number = pin.number
        self.freq(freq)
        self.duty_u16(duty_u16)

    def freq(self, hertz):
        # 125 MHz, a divider below 256 and a count of 65536.
        if hertz < 8:
            raise ValueError("freq too small")
        if hertz > 62_500_000:
            raise ValueError("freq too large")
        _send("freq", self.number, hertz)

    def duty_u16(self, duty):
        if not 0 <= duty <= 65535:
            raise ValueError("duty_u16 out of range")
        _send("duty", self.number, duty)


class WDT:
    def __init__(self, id=0, timeout=5000):
        if not 1 <= timeout <= 8388:
            raise ValueError("timeout exceeds 8388")
        _send("wdt", timeout)

    def feed(self):
        _send("feed")


class _Memory:
    """Of the RP2040's registers those that the firmware knows: who it is, and the end of the watchdog."""

    def __getitem__(self, address):
        assert address == 0x40000000
        return 0x20002927

    def __setitem__(self, address, value):
        assert (address, value) == (0x4005B000, 0x40000000)
        _send("wdt", 0)


mem32 = _Memory()


def unique_id():
    return unhexlify(os.getenv("BOARD_ID"))


def reset():
    _send("reset")
    sys.exit(3)
