"""The device's end of the serial protocol: what is told, told again and taken back. Pure: bytes and the time in, bytes and commands out.

Plain code that runs on MicroPython and, for the tests, on CPython. PROTOCOL.md tells what travels and why.
"""

from companion.pico import wire

CAPACITY = 64
"""Events that wait for the host at most."""
RESEND_MS = 250
BEAT_MS = 1000
REPLIES = 1024
"""Bytes of answers that wait to be sent at most. What does not fit is asked for again."""
SILENCE_MS = 3500
"""A host that says nothing for so long is gone: events wait in the queue until it greets again."""


class Event:
    """One thing to tell. `at` is its moment in milliseconds, None when nobody knows it; `tags` is how many answered there, of a `seen`."""

    def __init__(self, number: int, verb: str, reader: str, what: str, at: "int | None", tags: int) -> None:
        self.number = number
        self.verb = verb
        self.reader = reader
        self.what = what
        self.at = at
        self.tags = tags
        self.sent_at: int | None = None
        self.was_sent = False
        """To whichever host; `sent_at` is of the greeting that counts."""


class Link:
    """Tells one event at a time, the oldest first, again and again until the host acknowledges it.

    `boot` is eight hexadecimal digits, another at each start. Times are milliseconds that never run backwards. Raises ValueError where the
    names fit into no frame.
    """

    def __init__(self, name: str, readers: "list[str]", hardware: str, boot: str) -> None:
        self.name = name
        self.readers = readers
        self.hardware = hardware
        self.boot = boot
        self.health = ["starting"] * len(readers)
        self.parser = wire.Parser()
        self.alone = True
        """Whether no host is there, and this was said: light and tone of the one that was are over."""
        self.dropped = 0
        """Events pushed out of the full queue since one was last taken."""
        self._queue: list[Event] = []
        self._next = 1
        self._lying: list[tuple[str, str]] = []
        # Of those, what the host that greeted last is still to be told. It waits outside the queue, where it can push out no scan.
        self._untold: list[tuple[str, str]] = []
        self._nonce = wire.NOTHING
        self._confirmed = False
        self._heard_at = 0
        self._beat_at: int | None = None
        self._told_health: list[str] = []
        self._done = {"light": -1, "tone": -1}
        self._replies = b""
        most = [wire.MAX_NUMBER] * 3
        wire.frame("hello", wire.PROTOCOL, wire.FIRMWARE, name, hardware, boot, wire.NOTHING, *most, *readers)
        wire.frame("beat", boot, *most, *["lost-registers"] * len(readers))

    def push(self, verb: str, reader: str, what: str, at: "int | None", tags: int = 1) -> None:
        """Queue one event. When the queue is full its oldest goes and is counted: the host sees the gap in the numbers.

        `tags`: how many answered at the reader at that moment, where one was seen.
        """
        if verb == "seen":
            self._lying.append((reader, what))
        elif verb == "gone" and (reader, what) in self._lying:
            self._lying.remove((reader, what))
        if (reader, what) in self._untold:
            self._untold.remove((reader, what))
        self._enqueue(verb, reader, what, at, tags)

    def _enqueue(self, verb: str, reader: str, what: str, at: "int | None", tags: int) -> None:
        if len(self._queue) == CAPACITY:
            self._queue.pop(0)
            self.dropped += 1
        self._queue.append(Event(self._next, verb, reader, what, at, tags))
        self._next += 1

    def receive(self, data: bytes, now: int) -> "list[list[str]]":
        """Take bytes from the host; the commands in them (light, tone, sweep) that are to be done now, each once."""
        commands = []
        if self._confirmed and not self.is_open(now):
            self._close()
        for words in self.parser.feed(data):
            verb = words[0]
            if verb == "host":
                self._greeted(words, now)
            elif verb == "alive":
                # Only a host that has read the hello knows this boot. Nothing is told to one that has not, nor after it was given up.
                if words[1] == self.boot and self._nonce != wire.NOTHING:
                    self._confirmed = True
                    self._heard_at = now
            elif verb == "bye":
                self._close()
            elif self.is_open(now):
                if verb == "ack" and words[1] == self.boot:
                    self._heard_at = now
                    self._acknowledged(int(words[2]))
                elif verb in self._done:
                    self._heard_at = now
                    number = int(words[1])
                    self._reply(wire.frame("done", verb, number))
                    if self._done[verb] != number:
                        self._done[verb] = number
                        commands.append(words)
                elif verb == "sweep":
                    self._heard_at = now
                    commands.append(words)
        return commands

    def is_open(self, now: int) -> bool:
        """Whether a host knows this start of the device and still speaks."""
        return self._confirmed and now - self._heard_at < SILENCE_MS

    @property
    def is_ring(self) -> bool:
        """Whether the host may lead: a ring's readers are places of it, while a wand's has the wand's own name."""
        return self.readers != [self.name]

    @property
    def idle(self) -> bool:
        """Whether nothing waits for the host."""
        return not self._queue and not self._untold

    def due(self, now: int) -> bytes:
        """The bytes that are to be sent at this moment; often none."""
        out, self._replies = self._replies, b""
        if self._beat_at is None or now - self._beat_at >= BEAT_MS or (self.is_open(now) and self.health != self._told_health):
            self._beat_at = now
            self.alone = not self.is_open(now)
            out += self._hello(wire.NOTHING) if self.alone else self._beat()
        if not self._queue and self._untold and self.is_open(now):
            reader, uid = self._untold.pop(0)
            self._enqueue("seen", reader, uid, None, 1)
        if self._queue and self.is_open(now):
            event = self._queue[0]
            if event.sent_at is None or now - event.sent_at >= RESEND_MS:
                event.sent_at, event.was_sent = now, True
                age = wire.UNKNOWN_AGE if event.at is None else str(min(now - event.at, wire.MAX_NUMBER))
                tags = [event.tags] if event.verb == "seen" else []
                out += wire.frame(event.verb, self.boot, event.number, event.reader, event.what, age, *tags)
        return out

    def _reply(self, answer: bytes) -> None:
        if len(self._replies) + len(answer) <= REPLIES:
            self._replies += answer

    def _close(self) -> None:
        """Only a new greeting opens it again."""
        self._confirmed = False
        self._nonce = wire.NOTHING

    def _greeted(self, words: "list[str]", now: int) -> None:
        if int(words[1]) != wire.PROTOCOL:
            self._reply(self._hello(wire.NOTHING))
            return
        nonce, known_boot, last = words[2], words[3], int(words[4])
        if nonce == wire.NOTHING:
            return  # no hello could answer it: the one with this nonce is said to nobody
        if nonce != self._nonce:
            self._nonce = nonce
            self._confirmed = False
            self._told_health = []
            self._done = {"light": -1, "tone": -1}
            if known_boot == self.boot:
                self._taken(last)
            else:
                if self._queue and self._queue[0].was_sent:
                    # An earlier host may have taken this one and died before it said so. Nobody may play it twice.
                    self._queue[0].at = None
                self._untold = [lying for lying in self._lying if not any((event.reader, event.what) == lying for event in self._queue)]
            if self._queue:
                self._queue[0].sent_at = None
        self._reply(self._hello(nonce))
        self._beat_at = now

    def _acknowledged(self, last: int) -> None:
        # Only what was sent can have been taken, and only the oldest is ever sent.
        if self._queue and self._queue[0].sent_at is not None:
            self._taken(last)

    def _taken(self, last: int) -> None:
        """The host has all events up to this one."""
        if self._queue and self._queue[0].number <= last:
            self._queue.pop(0)
            self.dropped = 0

    def _counts(self) -> "list[int]":
        head = self._queue[0].number if self._queue else self._next
        return [head, len(self._queue), self.dropped]

    def _hello(self, nonce: str) -> bytes:
        counts = self._counts()
        return wire.frame("hello", wire.PROTOCOL, wire.FIRMWARE, self.name, self.hardware, self.boot, nonce, *counts, *self.readers)

    def _beat(self) -> bytes:
        self._told_health = list(self.health)
        return wire.frame("beat", self.boot, *self._counts(), *self.health)
