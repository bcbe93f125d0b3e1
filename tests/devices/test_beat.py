"""When rings side by side begin, so that the firmware's slots of no two neighbours meet."""

from __future__ import annotations

import itertools

import pytest

from companion.devices.beat import BEAT, beginnings, place_at_the_table
from companion.firmware.readers import MARGIN_MS, Reader, Sweep


def slot(size: int, reader: int) -> tuple[float, float]:
    """From when to when after its ring's beginning a reader may be on, in ms, by the firmware."""
    readers: list[Reader] = [None] * size  # type: ignore[list-item]
    sweep = Sweep(readers, 100)
    return reader * sweep.slot_ms, reader * sweep.slot_ms + sweep.look_ms


@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_slots_of_two_neighbours_lie_ten_milliseconds_apart_whatever_rings_stand_side_by_side(count: int) -> None:
    for sizes in itertools.product(range(1, 7), repeat=count):
        begin = [seconds * 1000 for seconds in beginnings(sizes)]
        for place in range(count):
            after = (place + 1) % count
            last, first = slot(sizes[place], sizes[place] - 1), slot(sizes[after], 0)
            for beat in (-BEAT * 1000, 0, BEAT * 1000):
                off, on = begin[place] + last[1], begin[after] + first[0] + beat
                back_off, back_on = begin[after] + first[1] + beat, begin[place] + last[0]
                assert on - off >= MARGIN_MS or back_on - back_off >= 0, (sizes, place)


def test_rings_of_several_readers_begin_with_the_beat() -> None:
    assert beginnings([6, 4, 4]) == [0.0, 0.0, 0.0]


def test_rings_stand_in_the_order_of_their_numbers() -> None:
    assert sorted(["ring-10", "ring-2", "ring-1"], key=place_at_the_table) == ["ring-1", "ring-2", "ring-10"]
