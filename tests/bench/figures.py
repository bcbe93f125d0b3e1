"""Medians and the like, written the same way everywhere."""

from __future__ import annotations

import statistics
from collections.abc import Sequence


def spread(seconds: Sequence[float]) -> str:
    """Median, 99th percentile and worst of some times, in milliseconds."""
    ordered = sorted(seconds)
    high = ordered[min(len(ordered) - 1, round(0.99 * len(ordered)))]
    return f"median {statistics.median(ordered) * 1e3:.2f} ms, 99th percentile {high * 1e3:.2f} ms, worst {ordered[-1] * 1e3:.2f} ms"
