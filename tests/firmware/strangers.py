"""Two peers written from firmware/PROTOCOL.md alone: they import nothing of the companion and share no code with it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

LINE = re.compile(rb"\$([!-#%-)+-~]+(?: [!-#%-)+-~]+)*)\*([0-9A-F]{4})")


def crc(data: bytes) -> int:
    """Section 2, bit by bit."""
    value = 0xFFFF
    for byte in data:
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1 ^ 0x1021 if value & 0x8000 else value << 1) & 0xFFFF
    return value


def encode(*words: object) -> bytes:
    body = " ".join(map(str, words)).encode()
    return b"$" + body + b"*%04X\r\n" % crc(body)


class Lines:
    """Section 2: frames out of bytes."""

    def __init__(self) -> None:
        self.rest = b""

    def __call__(self, data: bytes) -> list[list[str]]:
        self.rest += data
        frames = []
        while (end := re.search(rb"[\r\n]|(?<=.)\$", self.rest, re.DOTALL)) is not None:
            line, self.rest = self.rest[: end.start()], self.rest[end.start() if end[0] == b"$" else end.end() :]
            whole = LINE.fullmatch(line)
            if whole and crc(whole[1]) == int(whole[2], 16) and len(line) <= 240:
                frames.append(whole[1].decode().split(" "))
        return frames


class StrangerDevice:
    """Section 5, rules 1 to 11, for one reader. `now` gives milliseconds."""

    def __init__(self, now: Callable[[], int], boot: str, firmware: str = "33") -> None:
        self.now, self.boot, self.firmware = now, boot, firmware
        self.lines = Lines()
        self.events: list[list[object]] = []
        self.lying: list[str] = []
        self.untold: list[str] = []
        self.next = 1
        self.dropped = 0
        self.nonce = "00000000"
        self.open_until = 0
        self.sent_at: int | None = None
        self.sent_ever = False
        self.spoke_at = -1000
        self.played: list[list[str]] = []
        self.commands: dict[str, str] = {}

    def saw(self, verb: str, what: str) -> None:
        (self.lying.append if verb == "seen" else self.lying.remove)(what)
        self.untold = [other for other in self.untold if other != what]
        self.tell(verb, what, self.now())

    def tell(self, verb: str, what: str, at: int | None) -> None:
        if len(self.events) == 64:
            self.take_off(self.dropped + 1)
        self.events.append([self.next, verb, what, at])
        self.next += 1

    def take_off(self, dropped: int = 0) -> None:
        self.events.pop(0)
        self.sent_at, self.sent_ever, self.dropped = None, False, dropped

    def __call__(self, data: bytes) -> bytes:
        out = b""
        now = self.now()
        if self.open_until and now >= self.open_until:
            self.nonce, self.open_until = "00000000", 0
        opened = False
        for verb, *words in self.lines(data):
            if verb == "host" and words[0] == "2":
                if words[1] == "00000000":
                    continue
                if words[1] != self.nonce:
                    self.nonce, self.open_until, self.commands = words[1], 0, {}
                    if self.events and words[2] == self.boot and int(words[3]) >= int(str(self.events[0][0])):
                        self.take_off()
                    elif self.events and words[2] != self.boot and self.sent_ever:
                        self.events[0][3] = None
                    if words[2] != self.boot:
                        self.untold = [what for what in self.lying if what not in [event[2] for event in self.events]]
                    self.sent_at = None
                out += self.hello(self.nonce)
            elif verb == "host":
                spoke_at = self.spoke_at
                out += self.hello("00000000")
                self.spoke_at = spoke_at
            elif verb == "alive" and words[0] == self.boot and self.nonce != "00000000":
                opened = opened or now >= self.open_until
                self.open_until = now + 3500
            elif verb == "bye":
                self.nonce, self.open_until = "00000000", 0
            elif now < self.open_until:
                if verb in ("light", "tone", "sweep") or (verb == "ack" and words[0] == self.boot):
                    self.open_until = now + 3500
                if verb == "ack" and words[0] == self.boot and self.sent_at is not None and int(str(self.events[0][0])) <= int(words[1]):
                    self.take_off()
                elif verb in ("light", "tone"):
                    out += encode("done", verb, words[0])
                    if self.commands.get(verb) != words[0]:
                        self.commands[verb] = words[0]
                        self.played.append([verb, *words[1:]])
        if now - self.spoke_at >= 1000 or (opened and now < self.open_until):
            out += self.beat() if now < self.open_until else self.hello("00000000")
        if now < self.open_until and self.untold and not self.events:
            self.tell("seen", self.untold.pop(0), None)
        if now < self.open_until and self.events and (self.sent_at is None or now - self.sent_at >= 250):
            number, verb, what, at = self.events[0]
            self.sent_at, self.sent_ever = now, True
            age = "?" if at is None else now - int(str(at))
            out += encode(verb, self.boot, number, "stick", what, age, *([1] if verb == "seen" else []))
        return out

    def counts(self) -> list[object]:
        return [self.events[0][0] if self.events else self.next, len(self.events), self.dropped]

    def hello(self, nonce: str) -> bytes:
        self.spoke_at = self.now()
        return encode("hello", 2, self.firmware, "stick", "STRANGER", self.boot, nonce, *self.counts(), "stick")

    def beat(self) -> bytes:
        self.spoke_at = self.now()
        return encode("beat", self.boot, *self.counts(), "ok")


class StrangerHost:
    """Section 5, rules 12 to 21. `now` gives milliseconds; `taken` holds the events, each once."""

    def __init__(self, now: Callable[[], int]) -> None:
        self.now = now
        self.lines = Lines()
        self.boot, self.last = "00000000", 0
        self.up = False
        self.taken: list[list[str]] = []
        self.lost = 0
        """How often it has said that scans are lost."""
        self.done: list[list[str]] = []
        self.hello: list[str] = []
        self.commands: list[list[object]] = []
        self.greet()

    def greet(self) -> None:
        self.up = False
        self.nonce = f"{random.getrandbits(32) or 1:08X}"
        self.heard_at = self.now()
        self.spoke_at = -1000
        self.sent_at = -1000

    def miss(self, head: int) -> None:
        """What is older than this and was not taken is lost."""
        self.lost += head > self.last + 1
        self.last = max(self.last, head - 1)

    def __call__(self, data: bytes) -> bytes:
        out = b""
        now = self.now()
        for verb, *words in self.lines(data):
            if verb == "hello" and words[5] == self.nonce and (not self.up or words[4] == self.boot):
                self.heard_at = now
                if words[4] != self.boot:
                    self.lost += self.boot != "00000000" or int(words[8]) > 0
                    self.boot, self.last = words[4], int(words[6]) - 1
                self.miss(int(words[6]))
                if not self.up:
                    self.up, self.spoke_at, self.hello = True, -1000, words
            elif self.up and (verb == "hello" or (verb == "beat" and words[0] != self.boot)):
                self.greet()
            elif verb == "beat" and self.up and len(words) - 4 == len(self.hello) - 9:
                self.heard_at = now
                self.miss(int(words[1]))
            elif verb in ("seen", "gone", "trouble") and self.up and words[0] == self.boot:
                self.heard_at = now
                number = int(words[1])
                self.miss(number)
                if number > self.last:
                    self.last = number
                    if words[2] in self.hello[9:]:
                        self.taken.append([verb, *words[2:]])
                    else:
                        self.lost += 1
                out += encode("ack", self.boot, self.last)
            elif verb == "done" and self.up:
                self.heard_at = now
                self.done.append(words)
                self.commands = [command for command in self.commands if [command[0], str(command[1])] != words]
        if now - self.heard_at >= 3500:
            self.greet()
        if now - self.spoke_at >= (1000 if self.up else 500):
            self.spoke_at = now
            out += encode("alive", self.boot) if self.up else encode("host", 2, self.nonce, self.boot, self.last)
        if self.up and self.commands and now - self.sent_at >= 250:
            self.sent_at = now
            for command in self.commands:
                out += encode(*command)
        return out
