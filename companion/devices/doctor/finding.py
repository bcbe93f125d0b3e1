"""What a check comes to: a state, what was found, and the one thing to do."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class State(StrEnum):
    """How it stands with what was checked."""

    FINE = "fine"
    WARN = "warn"
    """It works, or may work; something should be done."""
    FAIL = "fail"
    """It does not work before the one thing is done."""
    ABSENT = "not here"
    """There is nothing to check, and nothing wrong with that."""


class Finding(msgspec.Struct, frozen=True):
    """One line of the report. `advice` is there where something is wrong, and only there."""

    check: str
    state: State
    found: str
    advice: str = ""


def fine(check: str, found: str) -> Finding:
    """It works."""
    return Finding(check, State.FINE, found)


def warn(check: str, found: str, advice: str) -> Finding:
    """It works, or may work, and something should be done."""
    return Finding(check, State.WARN, found, advice)


def fail(check: str, found: str, advice: str) -> Finding:
    """It does not work before `advice` is followed."""
    return Finding(check, State.FAIL, found, advice)


def absent(check: str, found: str) -> Finding:
    """There is nothing to check, and nothing wrong with that."""
    return Finding(check, State.ABSENT, found)
