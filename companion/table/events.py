"""What devices report to the table. A device knows nothing of games: it tells which tag, which button, which link.

`reader` names one antenna ("pad", "wand", "ring-1/3"); `device` names the thing that is plugged in ("pad", "wand", "ring-1", "panel"). What
is plugged in and has not told its name yet goes by the path of its port ("/dev/ttyACM1"), the machine's serial ports as a whole by PORTS.
No device's name begins with a stroke.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Protocol

import msgspec


class Button(StrEnum):
    """The two buttons of the panel."""

    OK = "ok"
    UNDO = "undo"


class Trouble(StrEnum):
    """Why a reader sees something that is no single tag."""

    TWO_TAGS = "two tags"
    """Tags that can't be told apart lie in the field."""
    ONE_AT_A_TIME = "one at a time"
    """More tags than a gesture has."""


class Fault(StrEnum):
    """Why a device is not there. Each has its own sentence and advice on the screen."""

    UNPLUGGED = "unplugged"
    NO_ANSWER = "no answer"
    NO_PERMISSION = "no permission"
    FOREIGN_DEVICE = "foreign device"
    FIRMWARE_TOO_OLD = "firmware too old"
    FIRMWARE_TOO_NEW = "firmware too new"
    DEAD_BUS = "dead bus"
    WRONG_CHIP = "wrong chip"
    BUSY = "busy"
    MISSING_PACKAGE = "missing package"
    FAILED = "failed"
    """Something was raised that nobody reckoned with, in a library or in this program. It is tried again by itself."""
    WRONG_SETTING = "wrong setting"
    """The settings name a port in a way that is none."""
    SCANS_LOST = "scans lost"
    """The wand was reset or its queue ran over: scans that nobody acknowledged are gone. The link itself is up."""


PORTS = "/dev"
"""The serial ports of this machine as a whole, where a fault is of none of them alone."""

AGE_UNKNOWN = 86_400.0
"""The age of a scan whose moment nobody knows: older than any gesture waits, so it is shown and never played."""


class TagSeen(msgspec.Struct, frozen=True):
    """A tag came into a reader's field: once a presentation. `uid` has 4, 7 or 10 bytes; `age` is in seconds.

    A tag that lay there already when the reader, or the table, began to look has the age AGE_UNKNOWN. `among`: how many tags answered there
    at that moment, this one counted. Those that came together are told one after the other.
    """

    reader: str
    uid: bytes
    age: float = 0.0
    among: int = 1


class TagGone(msgspec.Struct, frozen=True):
    """A tag has left a reader's field for longer than the threshold."""

    reader: str
    uid: bytes


class TagTrouble(msgspec.Struct, frozen=True):
    """A reader sees something that is no single tag; said once until the field is clear."""

    reader: str
    trouble: Trouble


class ButtonPressed(msgspec.Struct, frozen=True):
    """A button of the panel was pressed (once, however long it is held)."""

    button: Button


class LinkUp(msgspec.Struct, frozen=True):
    """A device is there. `readers` are its antennas' names, all of which count as working until one is told as lost.

    `detail` names chip or firmware, in plain words. `simulated`: it is no device at all.
    """

    device: str
    readers: tuple[str, ...] = ()
    detail: str = ""
    simulated: bool = False


class LinkLost(msgspec.Struct, frozen=True):
    """A device is not there, or is there and can't be used, with all its antennas. `detail` may name a path, a version or a number."""

    device: str
    fault: Fault
    detail: str = ""


class ReaderLost(msgspec.Struct, frozen=True):
    """One antenna of a device that is there does not work. The device's other antennas go on."""

    device: str
    reader: str
    fault: Fault


class ReaderBack(msgspec.Struct, frozen=True):
    """That antenna works again."""

    device: str
    reader: str


class LinkForgotten(msgspec.Struct, frozen=True):
    """Nothing goes by this name any more: what was at the port has told its own name, or has gone without one."""

    device: str


Input = TagSeen | TagGone | TagTrouble | ButtonPressed | LinkUp | LinkLost | ReaderLost | ReaderBack | LinkForgotten
Emit = Callable[[Input], None]
"""Takes one input; may be called from any thread; returns at once."""


class Signal(StrEnum):
    """What the table tells a device's light and buzzer. Each is a tone and a light of its own; none depends on a card's kind."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    UNKNOWN = "unknown"
    WAITING = "waiting"
    """A card or a table was read, its other half is awaited."""
    YOUR_TURN = "your turn"
    QUIET = "quiet"


class Device(Protocol):
    """Anything plugged in. `start` and `stop` return promptly and may be called again; nothing is emitted after `stop` has returned."""

    name: str

    def start(self, emit: Emit) -> None:
        """From now on what it tells goes to `emit`, from whatever thread."""

    def stop(self) -> None:
        """Nothing is told any more, and what it held is let go of."""

    def signal(self, signal: Signal) -> None:
        """Gives a light and a tone, if it has any; it returns at once and raises nothing."""
