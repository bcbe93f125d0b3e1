"""Stands in for MicroPython's module `micropython` where the same source runs on CPython: what is compiled on a Pico runs as it stands here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., object])

ptr8 = Any
"""Viper's word for the bytes of a buffer."""


def native(function: Function) -> Function:
    """Compiled to machine code on a Pico."""
    return function


def viper(function: Function) -> Function:
    """Compiled on a Pico to machine code that reckons with machine words of 32 bits."""
    return function
