"""The screen's pulse: something that is called only as long as the thread that draws is alive."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock


def pulse(beat: Callable[[], None], every: float) -> None:
    """Has `beat` called by the thread that draws: when the first frame is on the screen, then every so many seconds."""

    def first(_dt: float) -> None:
        beat()
        Clock.schedule_interval(lambda _dt: beat(), every)

    # Clock's first tick comes before the first frame, its second after it.
    Clock.schedule_once(lambda _dt: Clock.schedule_once(first))
