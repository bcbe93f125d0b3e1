"""Readers and buttons without hardware, with verbs: how people try the companion, and how demo and tests drive the table.

    reader = SimulatedReader("pad")
    reader.start(inbox.append)       # LinkUp
    reader.lay("04a1b2c3d4e580")     # TagSeen
    reader.lift()                    # TagGone
    reader.press(Button.OK)          # ButtonPressed
    reader.unplug(); reader.plug()   # LinkLost, LinkUp
    reader.signals                   # what the table told its light and buzzer

What a verb sets off is emitted before the verb returns, and the same verbs always set off the same: nothing waits and nothing is drawn.
What lies on an antenna goes through the same `Presence` as on a real one, with a clock that only the verbs move.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.pico.presence import GONE, SEEN, Presence
from companion.table.events import (
    AGE_UNKNOWN,
    Button,
    ButtonPressed,
    Emit,
    Fault,
    Input,
    LinkLost,
    LinkUp,
    Signal,
    TagGone,
    TagSeen,
    TagTrouble,
    Trouble,
)

POLL_MS = 40


class _Antenna:
    """One place where tags lie. `uids` may name a tag twice: two tags that can't be told apart."""

    def __init__(self) -> None:
        self.uids: list[bytes] = []
        self.presence = Presence()


class SimulatedReader:
    """A device with one antenna or several, two buttons, a light and a buzzer, all of them made up.

    `readers` names the antennas; the first is meant where a verb names none. `deliver` is given each emission as a function to call: by
    default it calls it at once; pass the submit of an executor, or the like, to emit from another thread or later.
    """

    def __init__(self, name: str = "pad", readers: tuple[str, ...] = (), deliver: Callable[[Callable[[], None]], object] | None = None) -> None:
        self.name = name
        self.readers = readers or (name,)
        self.signals: list[Signal] = []
        """Every signal of the table, oldest first."""
        self._deliver = deliver or (lambda emission: emission())
        self._antennas = {reader: _Antenna() for reader in self.readers}
        self._emit: Emit | None = None
        self._plugged = True
        self._now_ms = 0

    def start(self, emit: Emit) -> None:
        """Tells that it is there, and what lies on it; see `Device.start`."""
        if self._emit is not None:
            return
        self._emit = emit
        for antenna in self._antennas.values():
            antenna.presence = Presence()
        if self._plugged:
            self._send(LinkUp(self.name, self.readers, "simulated", simulated=True))
            self._look(AGE_UNKNOWN)

    def stop(self) -> None:
        """Tells nothing any more."""
        self._emit = None

    def signal(self, signal: Signal) -> None:
        """Remembers a light and a tone in `signals`."""
        self.signals.append(signal)

    # The verbs.

    def lay(self, *uids: bytes | str, at: str | None = None, age: float = 0.0) -> None:
        """Lays tags on an antenna, all at once. A UID is 4, 7 or 10 bytes, or their hexadecimal. `age`: how long ago, in seconds.

        A UID that lies there already is a second tag with the same one: the two can't be told apart.
        """
        antenna = self._antenna(at)
        antenna.uids += [_uid(uid) for uid in uids]
        self._look(age)

    def lift(self, *uids: bytes | str, at: str | None = None) -> None:
        """Takes tags away, for long enough to be gone; all of an antenna if none is named."""
        antenna = self._antenna(at)
        for uid in [_uid(uid) for uid in uids] or list(antenna.uids):
            if uid not in antenna.uids:
                raise ValueError(f"no tag {uid.hex()} lies there")
            antenna.uids.remove(uid)
        presence = antenna.presence
        self._look(polls=max(presence.misses, presence.away_ms // POLL_MS + 1) + 1)

    def press(self, button: Button | str) -> None:
        """Presses a button of the panel."""
        if self._plugged:
            self._send(ButtonPressed(Button(button)))

    def unplug(self, fault: Fault = Fault.UNPLUGGED, detail: str = "") -> None:
        """Pulls the plug, or lets another fault take the device away. What lies on it keeps lying."""
        if self._plugged:
            self._plugged = False
            self._send(LinkLost(self.name, fault, detail))

    def plug(self) -> None:
        """Puts the plug back in: it is there again, with what lies on it."""
        if not self._plugged:
            self._plugged = True
            self._send(LinkUp(self.name, self.readers, "simulated", simulated=True))
            self._look(AGE_UNKNOWN)

    def noise(self, polls: int = 10) -> None:
        """Lets every antenna hear nothing but garble for a while (40 ms a poll)."""
        self._look(garbled=True, polls=polls)

    # What follows from them.

    def _antenna(self, reader: str | None) -> _Antenna:
        if reader is None:
            return self._antennas[self.readers[0]]
        if reader not in self._antennas:
            raise ValueError(f"{self.name} has no reader {reader}; it has {', '.join(self.readers)}")
        return self._antennas[reader]

    def _look(self, age: float = 0.0, garbled: bool = False, polls: int = 2) -> None:
        """Polls every antenna: twice, so that what has to be confirmed is, or as often as asked."""
        for _ in range(polls):
            self._now_ms += POLL_MS
            if not self._plugged or self._emit is None:
                return
            for reader, antenna in self._antennas.items():
                uids = [] if garbled else list(dict.fromkeys(antenna.uids))
                twins = not garbled and len(uids) < len(antenna.uids)
                for kind, uid, trouble in antenna.presence.update(self._now_ms, uids, not garbled, twins):
                    if kind == SEEN:
                        self._send(TagSeen(reader, uid, age, len(uids)))
                    elif kind == GONE:
                        self._send(TagGone(reader, uid))
                    else:
                        self._send(TagTrouble(reader, Trouble(trouble)))

    def _send(self, event: Input) -> None:
        emit = self._emit
        if emit is not None:
            self._deliver(lambda: emit(event))


def _uid(uid: bytes | str) -> bytes:
    value = bytes.fromhex(uid) if isinstance(uid, str) else bytes(uid)
    if len(value) not in (4, 7, 10):
        raise ValueError(f"a UID has 4, 7 or 10 bytes, not {len(value)}")
    return value
