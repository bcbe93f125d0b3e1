"""The firmware's player, by a clock that is moved by hand: every step of every signal, each for its time."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.devices.signals import PATTERNS
from companion.firmware.lights import Player
from companion.table.events import Signal


@pytest.mark.parametrize("signal", [signal for signal in Signal if signal is not Signal.QUIET])
def test_every_step_is_played_for_its_time(signal: Signal) -> None:
    pattern = PATTERNS[signal]
    for steps, times in ((pattern.light, pattern.times), (pattern.tone, 1)):
        put: list[int] = []
        player = Player(put.append)
        player.play(list(steps), times, 1000)
        now = 1000
        for value, duration in steps * (times or 3):
            for moment in (now, now + duration - 1):
                player.tick(moment)
                assert put[-1] == value
            now += duration
        player.tick(now)
        assert put[-1] == (0 if times else steps[0][0])
        # What does not change is put once.
        assert all(one != other for one, other in pairwise(put))
