"""Every signal is a tone and a light of its own, for people who see no colours and for a buzzer that knows one pitch."""

from __future__ import annotations

import itertools

import pytest

from companion.devices.signals import PATTERNS, Steps
from companion.pico import patterns, wire
from companion.table.events import Signal

TOLD = [signal for signal in Signal if signal is not Signal.QUIET]


def rhythm(steps: Steps, times: int) -> tuple[object, ...]:
    """When it is on and off, whatever its colour or pitch; lengths in classes that an eye or an ear tells apart."""
    once = tuple((value > 0, "short" if duration < 150 else "middle" if duration < 450 else "long") for value, duration in steps)
    return (*once, times)


@pytest.mark.parametrize(("one", "other"), list(itertools.combinations(TOLD, 2)))
def test_two_signals_differ_in_every_way(one: Signal, other: Signal) -> None:
    a, b = PATTERNS[one], PATTERNS[other]
    assert {colour for colour, _ in a.light} - {0} != {colour for colour, _ in b.light} - {0}
    assert rhythm(a.light, a.times) != rhythm(b.light, b.times)
    assert [hertz for hertz, _ in a.tone] != [hertz for hertz, _ in b.tone]
    assert rhythm(a.tone, 1) != rhythm(b.tone, 1)


@pytest.mark.parametrize("signal", TOLD)
def test_every_signal_is_seen_and_heard(signal: Signal) -> None:
    pattern = PATTERNS[signal]
    assert any(colour and duration >= 90 for colour, duration in pattern.light)
    assert any(hertz and duration >= 50 for hertz, duration in pattern.tone)
    # A tone ends: nobody wants a buzzer that goes on.
    assert sum(duration for _, duration in pattern.tone) <= 1000


def test_quiet_is_dark_and_silent() -> None:
    assert not any(value for value, _ in PATTERNS[Signal.QUIET].light + PATTERNS[Signal.QUIET].tone)


def test_every_signal_has_a_pattern_that_fits_into_a_frame() -> None:
    for signal in Signal:
        pattern = PATTERNS[signal]
        wire.frame("light", wire.MAX_NUMBER, pattern.times, wire.light_word(list(pattern.light)))
        wire.frame("tone", wire.MAX_NUMBER, wire.tone_word(list(pattern.tone)))


@pytest.mark.parametrize(
    ("times", "elapsed", "expected"),
    [
        (2, 0, (5, 100)),
        (2, 99, (5, 1)),
        (2, 120, (0, 30)),
        (2, 250, (0, 50)),
        (2, 300, (0, None)),
        (0, 15_000_020, (5, 80)),  # without end
    ],
)
def test_a_pattern_tells_its_value_at_any_moment_and_when_to_look_again(times: int, elapsed: int, expected: tuple[int, int | None]) -> None:
    assert patterns.at([(5, 100), (0, 50)], times, elapsed) == expected


def test_an_empty_pattern_is_nothing() -> None:
    assert patterns.at([], 0, 7) == (0, None)
    assert patterns.at([(5, 0)], 0, 7) == (0, None)
