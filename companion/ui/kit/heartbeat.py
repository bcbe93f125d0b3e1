"""The screen's pulse: something that is called only as long as the thread that draws is alive."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock


def after_first_frame(call: Callable[[], None]) -> None:
    """Has something called by the thread that draws, once the first frame is on the screen."""
    # Clock's first tick comes before the first frame, its second after it.
    Clock.schedule_once(lambda _dt: Clock.schedule_once(lambda _dt: call()))


def pulse(beat: Callable[[], None], every: float) -> None:
    """Has `beat` called by the thread that draws: when the first frame is on the screen, then every so many seconds."""

    def first() -> None:
        beat()
        Clock.schedule_interval(lambda _dt: beat(), every)

    after_first_frame(first)
