"""What the table says: one notice at a time on the screen, and tones and lights on the devices."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from companion.games.kit.colours import Colour
from companion.table.events import Signal
from companion.table.snapshot import DeviceState, Notice, Step


class Notices:
    """`notice`: what is being said, None for nothing. `count`: how often something was said or opened so far; it tells one time from the next."""

    def __init__(self, on_signal: Callable[[Signal], None]) -> None:
        self.signal = on_signal
        self.notice: Notice | None = None
        self.count = 0

    def next(self) -> int:
        """A number that nothing else has had."""
        self.count += 1
        return self.count

    def say(
        self,
        what: StrEnum,
        signal: Signal | None = Signal.REFUSED,
        *,
        owner: Colour | None = None,
        expected: Colour | None = None,
        spot: int | None = None,
        piece: str | None = None,
        act: Step | None = None,
        link: DeviceState | None = None,
    ) -> None:
        """Says something, in place of whatever was said before."""
        self.notice = Notice(what, self.next(), owner, expected, spot, piece, act, link)
        if signal is not None:
            self.signal(signal)

    def told(self, signal: Signal, notice: Notice | None) -> None:
        """Says what somebody else has put into words, or gives the tone alone."""
        if notice is None:
            self.clear()
            self.signal(signal)
        else:
            self.say(notice.what, signal, owner=notice.owner, expected=notice.expected, piece=notice.piece)

    def clear(self) -> None:
        """What was said is over."""
        self.notice = None
