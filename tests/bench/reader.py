"""SPI transfers of the tag reader, counted on the chip's model, beside the package's own functions and the limit on the air."""

from __future__ import annotations

from collections.abc import Iterator

from tests.emulation.cost import airtime_ms, costs


def measure() -> Iterator[str]:
    for cost in costs():
        package = "-" if cost.package is None else f"{cost.package:,}"
        yield f"{cost.what}: {cost.ours} SPI transfers (the package's own: {package})"
    yield f"a UID of 7 bytes takes {airtime_ms():.2f} ms on the air, whatever the reader"
