"""The host's end of the serial protocol: bytes and the time in, inputs and bytes out. Pure; firmware/PROTOCOL.md is its page.

One `Link` belongs to one Pico and outlives its unplugging: it remembers which event was taken last, so that none is taken twice.

Health: who may say what about whom, and within what time it is true.

- **The machine** says of a *port* whether it is there and may be opened (`LinkLost` UNPLUGGED, BUSY, NO_PERMISSION, FAILED; usb.py, pico.py):
  within `usb.LOOK` of 1 s. It is said of the device whose USB serial number was heard to tell a name, else of the port's own path. A device
  that has told no name never has another one's: nobody's health is another's.
- **What is heard at the port** says of the *device* whether it is one of ours and there. It is up (`LinkUp`) with the hello that answers a
  greeting, which is repeated every `GREET` of 0.5 s. It is lost (NO_ANSWER, FOREIGN_DEVICE) `SILENCE` of 3.5 s after its last frame, and a
  device that takes no bytes `SILENCE` after the last that it took. Another version is lost with its first hello.
- **The device alone** says of its *readers* how they are, in its beats (`ReaderLost`, `ReaderBack`): at once when one changes, and again with
  each beat, so 1 s later for each beat that is lost on the way. How long it takes itself to find a chip dead is in firmware/readers.py. A
  reader's health is its own: it changes neither its device's nor that of the other readers.
- While a device is lost its readers are lost with it, and nothing is known of each. When it is up again all of them count as working until
  the beat that follows at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.pico import wire
from companion.table.events import AGE_UNKNOWN, Fault, Input, LinkLost, LinkUp, ReaderBack, ReaderLost, TagGone, TagSeen, TagTrouble, Trouble

GREET = 0.5
"""A greeting is repeated after so many seconds."""
ALIVE = 1.0
RESEND = 0.25
SILENCE = 3.5
"""Seconds without a word after which the link is given up."""
COMMAND_LIFE = 2.0
"""What ends by itself (a tone, a few flashes) and could not be delivered for so many seconds is not played any more."""

_FAULTS = {
    "dead-bus": Fault.DEAD_BUS,
    "wrong-chip": Fault.WRONG_CHIP,
    "no-answer": Fault.NO_ANSWER,
    "lost-registers": Fault.DEAD_BUS,
}
"""What a reader's health may be, besides those two. A word that nobody knows is no good one. The other readers of the device go on."""
_WELL = ("ok", "starting")
_TROUBLES = {trouble.value.replace(" ", "-"): trouble for trouble in Trouble}


@dataclass
class _Command:
    verb: str
    number: int
    words: tuple[str, ...]
    since: float
    sent_at: float | None = None
    done: bool = False

    @property
    def ends(self) -> bool:
        """Whether it is over by itself; an endless light counts until another is given."""
        return self.verb == "tone" or self.words[0] != "0"


@dataclass(eq=False)
class Link:
    """What one host knows of one device. `deliver` takes an input and says whether it was taken; what was not is asked for again.

    `draw_nonce` gives eight hexadecimal digits, never twice the same. All times are seconds of one clock that never runs backwards.
    """

    draw_nonce: Callable[[], str]
    deliver: Callable[[Input], bool]
    rename: Callable[[str, Link], str] = lambda name, link: name
    """Maps the name that the device gives itself to the one it goes by; two Picos may call themselves the same."""

    port: str = ""
    """The path of the port where it is, or was last."""
    name: str = ""
    """The name it goes by; empty until it has told one."""
    hardware: str = ""
    """What tells the device from any other; empty until it has told it."""
    firmware: str = ""
    fault: tuple[Fault, str] | None = None
    """Why the device can't be used, found out from what it said."""
    up: bool = False
    _announced: bool = False
    _readers: dict[str, str] = field(default_factory=dict)
    _broken: dict[str, Fault] = field(default_factory=dict)
    _boot: str = wire.NOTHING
    _last: int = 0
    _lying: set[tuple[str, bytes]] = field(default_factory=set)
    _parser: wire.Parser = field(default_factory=wire.Parser)
    _nonce: str = wire.NOTHING
    _greeted_at: float = 0.0
    _heard_at: float = 0.0
    _spoken_at: float | None = None
    _strange: bool = False
    _acknowledge: bool = False
    _commands: dict[str, _Command] = field(default_factory=dict)
    _commands_given: int = 0

    @property
    def device(self) -> str:
        """What its health is told under: its name, else its port."""
        return self.name or self.port

    @property
    def sweeps(self) -> bool:
        """Whether it is a ring that is there: its readers are places of it, while a wand's has the wand's own name."""
        return self.up and list(self._readers.values()) != [self.name]

    @property
    def size(self) -> int:
        """How many readers it told of."""
        return len(self._readers)

    def opened(self, now: float) -> None:
        """The port was opened: greet anew. What lies in its buffer from before is not believed."""
        self._parser = wire.Parser()
        self.fault = None
        self._strange = False
        self._announced = False
        self._greet(now)

    def closed(self) -> None:
        """The port is gone."""
        self.up = False

    def receive(self, data: bytes, now: float, lag: float = 0.0) -> None:
        """Take bytes. `lag` is how long they may have lain in the system's buffer; it is added to every age."""
        frames = self._parser.feed(data)
        # Echoed greetings and lines that are no frames mean that some other program runs there.
        self._strange = self._strange or self._parser.damaged > 0 or any(words[0] in ("host", "alive") for words in frames)
        for words in frames:
            verb = words[0]
            if verb == "hello":
                self._hello(words, now)
            elif not self.up:
                continue
            elif verb == "beat":
                self._beat(words, now)
            elif verb in ("seen", "gone", "trouble"):
                self._event(words, now, lag)
            elif verb == "done":
                self._heard_at = now
                command = self._commands.get(words[1])
                if command is not None and command.number == int(words[2]):
                    command.done = True

    def due(self, now: float) -> bytes:
        """The bytes that are to be sent at this moment; often none."""
        out = b""
        if self._acknowledge:
            self._acknowledge = False
            out += wire.frame("ack", self._boot, self._last)
        if self._spoken_at is None or now - self._spoken_at >= (ALIVE if self.up else GREET):
            self._spoken_at = now
            if self.up:
                out += wire.frame("alive", self._boot)
            else:
                out += wire.frame("host", wire.PROTOCOL, self._nonce, self._boot, self._last)
        if self.up:
            for command in self._commands.values():
                if command.done or (command.ends and now - command.since > COMMAND_LIFE):
                    continue
                if command.sent_at is None or now - command.sent_at >= RESEND:
                    command.sent_at = now
                    out += wire.frame(command.verb, command.number, *command.words)
        return out

    def silent(self, now: float) -> tuple[Fault, str] | None:
        """Why the link has to be given up at this moment, if it has to."""
        if self.fault is not None:
            return self.fault
        if now - (self._heard_at if self.up else self._greeted_at) < SILENCE:
            return None
        return (Fault.FOREIGN_DEVICE if self._strange and not self.up else Fault.NO_ANSWER), ""

    def command(self, verb: str, *words: str, now: float) -> None:
        """Have a `light` or a `tone` played. The newest of each kind counts; it is repeated until the device has it."""
        self._commands_given += 1
        self._commands[verb] = _Command(verb, self._commands_given, words, now)

    def bye(self) -> bytes:
        """The bytes to send before the port is closed on purpose: what is seen afterwards waits for the next host."""
        return wire.frame("bye") if self.up else b""

    def sweep(self) -> bytes:
        """The bytes that start a sweep of a ring; none where there is no ring."""
        return wire.frame("sweep") if self.sweeps else b""

    def _greet(self, now: float) -> None:
        self.up = False
        self._greeted_at = now
        self._nonce = self.draw_nonce()
        self._spoken_at = None
        self._acknowledge = False

    def _hello(self, words: list[str], now: float) -> None:
        self.firmware = words[2]
        if int(words[1]) != wire.PROTOCOL:
            self.name = self.rename(words[3], self)
            too_old = int(words[1]) < wire.PROTOCOL
            self.fault = (Fault.FIRMWARE_TOO_OLD if too_old else Fault.FIRMWARE_TOO_NEW), self.firmware
            return
        if words[6] != self._nonce:
            # Said to nobody: the device has just started, or has given this host up. A greeting on its way needs no other.
            if self.up:
                self._greet(now)
            return
        boot, head, dropped = words[5], int(words[7]), 0
        if self.up and boot != self._boot:
            # A greeting that came twice, or late, was answered by the device after a reset: what was up is no more.
            self._greet(now)
            return
        if head == 0:
            # Events are counted from 1, so something else speaks there.
            self._strange = True
            return
        self._heard_at = now
        if self.hardware not in ("", words[4]):
            self._replaced()
        self.hardware = words[4]
        if boot == self._boot:
            self._count_lost(head)
        else:
            if self._boot == wire.NOTHING:
                # What was pushed out of its queue before the first meeting is not to be seen by the numbers.
                dropped = int(words[9])
            elif not self._forget_start():
                return
            self._boot, self._last = boot, head - 1
        if self.up:
            return
        self.up = True
        self._spoken_at = None  # says at once that it is alive: the device waits for that
        for command in self._commands.values():
            command.sent_at, command.done = None, command.done and command.ends
        if not self._announced:
            self.name = self.rename(words[3], self)
            self._readers = {reader: self._reader_name(words[3], reader) for reader in words[10:]}
            self._broken = {}
            self._announced = self._tell_up()
        if dropped:
            self.deliver(LinkLost(self.device, Fault.SCANS_LOST, str(dropped)))

    def _tell_up(self) -> bool:
        return self.deliver(LinkUp(self.name, tuple(self._readers.values()), f"firmware {self.firmware}"))

    def _reader_name(self, device: str, reader: str) -> str:
        return self.name + reader[len(device) :] if reader == device or reader.startswith(device + "/") else f"{self.name}/{reader}"

    def _forget_start(self) -> bool:
        """The device was reset. What it had not told is gone, and what lay there is told anew, as lying there."""
        if not self.deliver(LinkLost(self.device, Fault.SCANS_LOST)):
            return False
        self._forget_boot()
        return True

    def _replaced(self) -> None:
        """Another device is at this port. Nothing of the one before holds for it."""
        self.deliver(LinkLost(self.device, Fault.UNPLUGGED))
        self._forget_boot()
        self.name = self.hardware = ""

    def _forget_boot(self) -> None:
        self._boot, self._last, self._announced = wire.NOTHING, 0, False
        for reader, uid in sorted(self._lying):
            self.deliver(TagGone(reader, uid))
        self._lying.clear()

    def _beat(self, words: list[str], now: float) -> None:
        if words[1] != self._boot:
            self._greet(now)
            return
        if len(words) - 5 != len(self._readers):
            return  # it speaks of other readers than the hello: nothing of it can be believed
        self._heard_at = now
        self._count_lost(int(words[2]))
        for reader, health in zip(self._readers.values(), words[5:], strict=False):
            self._health(reader, None if health in _WELL else _FAULTS.get(health, Fault.NO_ANSWER))

    def _health(self, reader: str, fault: Fault | None) -> None:
        """What is not taken is told again with the next beat."""
        if fault == self._broken.get(reader):
            return
        told = ReaderBack(self.device, reader) if fault is None else ReaderLost(self.device, reader, fault)
        if self.deliver(told):
            self._broken.pop(reader, None)
            if fault is not None:
                self._broken[reader] = fault

    def _count_lost(self, head: int) -> None:
        """`head` is the oldest event that the device still holds. What is older and was not taken was dropped from its queue."""
        lost = head - self._last - 1
        if lost > 0 and self.deliver(LinkLost(self.device, Fault.SCANS_LOST, str(lost))):
            self._last = head - 1

    def _event(self, words: list[str], now: float, lag: float) -> None:
        verb, boot, number, reader, what, age_word, *tags = words[0], words[1], int(words[2]), *words[3:]
        if boot != self._boot:
            return
        self._heard_at = now
        self._acknowledge = True
        self._count_lost(number)
        if number != self._last + 1:
            return  # taken already; its acknowledgement was lost
        age = AGE_UNKNOWN if age_word == wire.UNKNOWN_AGE else int(age_word) / 1000 + lag
        if self.deliver(self._input(verb, self._readers.get(reader), what, age, int(tags[0]) if tags else 1)):
            self._last = number

    def _input(self, verb: str, reader: str | None, what: str, age: float, among: int) -> Input:
        if reader is None:
            # It belongs to no place that is known, so it can't be played; that something was lost is said.
            return LinkLost(self.device, Fault.SCANS_LOST, "1")
        if verb == "trouble":
            return TagTrouble(reader, _TROUBLES.get(what, Trouble.TWO_TAGS))
        uid = wire.uid_bytes(what)
        if verb == "seen":
            self._lying.add((reader, uid))
            return TagSeen(reader, uid, age, among)
        self._lying.discard((reader, uid))
        return TagGone(reader, uid)
