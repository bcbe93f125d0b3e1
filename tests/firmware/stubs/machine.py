"""Stands in for MicroPython's `machine` on the unix port: pins, SPI and PWM travel over a socket to the chip models (tests/firmware/board.py).

Runs on MicroPython. Every message is a line of JSON; only SPI is answered.
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
        self.number = number
        if mode == Pin.OUT:
            self.value(value or 0)

    def value(self, level):
        _send("pin", self.number, level)


class SPI:
    def __init__(self, bus, baudrate, polarity, phase, sck, mosi, miso):
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
        _send("freq", self.number, hertz)

    def duty_u16(self, duty):
        _send("duty", self.number, duty)


def unique_id():
    return unhexlify(os.getenv("BOARD_ID"))


def reset():
    _send("reset")
    sys.exit(3)
