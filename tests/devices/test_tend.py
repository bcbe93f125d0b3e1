"""The rule for every device's thread: whatever is raised costs a turn."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from companion.devices.tend import BACK_OFF, WELL, tend, told

COMPANION = Path(__file__).parents[2] / "companion"


class Turns:
    """What is done at each turn: an error is raised, a number is how long to wait. Time passes only by waiting."""

    def __init__(self, *turns: Exception | float) -> None:
        self.turns = list(turns)
        self.waits: list[float] = []
        self.failures: list[Exception] = []
        self.now = 0.0

    def turn(self) -> float:
        due = self.turns.pop(0)
        if isinstance(due, Exception):
            raise due
        return due

    def wait(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds

    def run(self) -> list[float]:
        tend("it", self.turn, self.failures.append, lambda: bool(self.turns), self.wait, lambda: self.now)
        return self.waits


def test_what_is_raised_is_told_and_tried_again_ever_more_rarely(caplog: pytest.LogCaptureFixture) -> None:
    errors = [TypeError("a"), OSError(5, "b"), RecursionError(), MemoryError(), AssertionError("c"), StopIteration()]
    turns = Turns(*errors, 0.1)
    assert turns.run() == [*BACK_OFF, BACK_OFF[-1], BACK_OFF[-1], 0.1]
    assert turns.failures == errors
    assert caplog.text.count("Traceback") == len(errors)


def test_after_a_while_that_went_well_a_failure_is_a_first_one_again() -> None:
    assert Turns(KeyError(), KeyError(), WELL + 1, KeyError(), 0.5, KeyError()).run() == [0.5, 1.0, WELL + 1, 0.5, 0.5, 1.0]


def test_a_failure_that_cant_be_told_ends_nothing_either() -> None:
    turns = Turns(KeyError("a"), 0.0, 0.0)
    tend("it", turns.turn, lambda error: 1 // 0, lambda: bool(turns.turns), turns.wait, lambda: turns.now)
    assert turns.turns == []


def test_what_is_told_is_short_and_names_the_kind() -> None:
    assert told(KeyError()) == "KeyError"
    assert told(TypeError("x" * 500)) == f"TypeError: {'x' * 109}"


LOOPS = {
    "devices/rc522.py": "tend",
    "devices/panel.py": "tend",
    "devices/wand.py": "tend",
    "devices/pico.py": "tend",
    "table/session/worker.py": "except Exception",
    "table/errands.py": "except Exception",
    "ui/screens/checks.py": "finally",
    "cli/teaching.py": "contextlib.suppress",
}
"""Every module that starts a thread, and by what none of them ends unseen. A new one has to be thought of here."""


def test_every_thread_of_the_program_is_thought_of() -> None:
    starts = {
        str(file.relative_to(COMPANION))
        for file in COMPANION.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and "Thread" in ast.unparse(node.func).rpartition(".")[2]
    }
    assert starts == set(LOOPS)
    for file, by in LOOPS.items():
        assert by in (COMPANION / file).read_text("utf-8"), file
