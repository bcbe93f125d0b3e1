"""The program's memory, in which it is known what lies face down."""

from __future__ import annotations

import ctypes
import resource

PR_SET_DUMPABLE = 4
"""prctl(2)."""


def leave_no_image() -> None:
    """From now on no image of it is written when the process crashes, nor may another program of the same user look into it."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # A program that collects images (core_pattern with "|") may take one whatever the limit.
    ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
