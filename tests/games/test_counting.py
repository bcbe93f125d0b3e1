"""What a count that differs from the ledger probably means."""

from __future__ import annotations

import pytest

from companion.games.kit.counting import Cause, Difference, difference
from companion.games.kit.money import Notes
from companion.games.vabanque.rules.box import BOX

HELD = Notes.of({5_000: 1, 20_000: 2, 50_000: 1})  # 95,000


@pytest.mark.parametrize(
    ("ledger", "payments", "expected"),
    [
        (95_000, [95_000], Difference(0, Cause.NONE)),
        (145_000, [], Difference(-50_000, Cause.NOTE_TOO_FEW, 50_000)),
        (145_000, [50_000], Difference(-50_000, Cause.NOT_HANDED_OUT, 50_000)),
        (185_000, [90_000], Difference(-90_000, Cause.NOT_HANDED_OUT, 90_000)),
        (185_000, [45_000], Difference(-90_000, Cause.UNKNOWN)),
        (75_000, [], Difference(20_000, Cause.NOTE_TOO_MANY, 20_000)),
        (75_000, [20_000], Difference(20_000, Cause.NOTE_TOO_MANY, 20_000)),
        (85_000, [], Difference(10_000, Cause.UNKNOWN)),  # holds no 10,000
        (65_000, [], Difference(30_000, Cause.UNKNOWN)),
    ],
)
def test_the_likely_cause(ledger: int, payments: list[int], expected: Difference) -> None:
    assert difference(ledger, HELD, payments, BOX) == expected


def test_no_note_can_be_missing_that_the_player_holds_altogether() -> None:
    every_five = Notes.of({5_000: 10})
    assert difference(55_000, every_five, (), BOX).cause is Cause.UNKNOWN
    assert difference(50_000, every_five - Notes.of({5_000: 1}), (), BOX) == Difference(-5_000, Cause.NOTE_TOO_FEW, 5_000)
