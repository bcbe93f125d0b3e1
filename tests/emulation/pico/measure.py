"""What the firmware takes on an emulated Pico. README.md tells what each figure means."""

from __future__ import annotations

import itertools
import json
import os
import statistics
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.devices import firmware_install, pico_settings
from companion.devices.beat import beginnings
from companion.errors import DeviceError
from tests.emulation.pico.host import SWEEP_US, Host
from tests.emulation.pico.line import Line
from tests.emulation.pico.parts import Parts
from tests.emulation.pico.pico import MISS_CYCLES, Pico
from tests.emulation.tags import Ntag, Tag

PROMPT = b">>> "
MISSES = (MISS_CYCLES, 0)
BEATS = 12


def files(settings: dict[str, Any], starts: bool = True) -> dict[str, bytes]:
    """What an install puts on a Pico. With `starts` False the program is called firmware.py and waits to be imported."""
    with tempfile.TemporaryDirectory() as folder:
        configured = Path(folder) / pico_settings.FILE
        configured.write_text(json.dumps(settings, indent=1), "utf-8")
        found = {there: here.read_bytes() for there, here in firmware_install.sources(configured).items()}
    if not starts:
        found["firmware.py"] = found.pop("main.py").removesuffix(b"\nmain()\n") + b"\n"
    return found


def pico(parts: Parts, settings: dict[str, Any], miss: int, starts: bool = True) -> Pico:
    chips = [reader["cs"] for reader in settings["readers"]]
    return Pico(parts, parts.file_system(files(settings, starts)), chips, settings["reset"], miss)


def tags(of: int, reader: int, count: int) -> list[Tag]:
    """So many tags for this reader of this device, each UID once, alike up to their last bytes as those of one roll are."""
    return [Ntag(bytes([4, 0x51, 0x7A, 0x22, of, reader, number])) for number in range(count)]


def _span(values: Sequence[float]) -> str:
    return f"{min(values) / 1000:5.1f} to {max(values) / 1000:5.1f} ms"


def look(parts: Parts) -> Iterator[str]:
    """How long the field of a ring's reader is on for one look."""
    for miss in MISSES:
        settings = pico_settings.configuration("ring", "ring-1", 1)
        with pico(parts, settings, miss) as device:
            host = Host(device)
            host.up()
            for count in (0, 1, 2, 3):
                device.lay(0, *tags(1, 0, count))
                host.until(device.now + 1e6)
                device.spans[0].clear()
                host.until(device.now + 1e6)
                lasted = [off - on for on, off in device.spans[0]]
                yield f"xip {miss:2}  {count} tags  {_span(lasted)}"


def sweeps(parts: Parts) -> Iterator[str]:
    """A ring of six with none to all of its readers full: from the first field on to the last one off, and from one beginning to the next."""
    for miss, count, led in itertools.product(MISSES, (1, 2), (False, True)):
        with pico(parts, pico_settings.configuration("ring", "ring-1", 6), miss) as device:
            host = Host(device)
            host.up()
            if led:
                host.sweeps_at = device.now + 1000
            for full in range(7) if led else (0, 6):
                for reader in range(6):
                    device.lay(reader, *tags(1, reader, count if reader < full else 0))
                host.until(device.now + 1e6)
                for spans in device.spans:
                    spans.clear()
                host.until(device.now + BEATS * SWEEP_US)
                yield f"xip {miss:2}  {'led' if led else 'by itself'}, {full} readers with {count}  {_swept(device.spans)}" + "".join(
                    f"  WRONG: {wrong}" for wrong in device.wrong[:1]
                )


def _swept(readers: Sequence[Sequence[tuple[float, float]]]) -> str:
    begun = [on for on, _ in readers[0]]
    ends = [next((off for on, off in readers[-1] if on > begin), None) for begin in begun]
    lasted = [end - begin for begin, end in zip(begun, ends, strict=True) if end is not None]
    on = [off - on for spans in readers for on, off in spans]
    return (
        f"sweep {_span(lasted)}, of it fields on {sum(on) / len(begun) / 1000:5.1f} ms,"
        f" begins every {_span([later - earlier for earlier, later in itertools.pairwise(begun)])}"
    )


PARTS_OF_TIME = """
import gc, json, time
gc.collect()
start = gc.mem_free()
import firmware
gc.collect()
imported = gc.mem_free()
with open("vabanque.json") as file:
    link, sweep, *rest = firmware.build(json.load(file))
gc.collect()
built = gc.mem_free()
print("free at the prompt", start, "imported", imported, "with readers", built)
from companion.pico import iso14443a, wire
sweep.readers[0].look(0)
chip = sweep.readers[0].chip
def inventory():
    time.sleep_ms(7)
    return iso14443a.inventory(chip)
def took(name, what, times=20):
    gc.collect()
    began = time.ticks_us()
    for _ in range(times):
        what()
    micros = time.ticks_diff(time.ticks_us(), began) // times
    gc.collect()
    before = gc.mem_alloc()
    what()
    print(name, micros, "us", gc.mem_alloc() - before, "bytes of garbage")
chip.field(True)
took("an empty call", lambda: None)
took("one frame, no answer", lambda: chip.exchange(b"\\x95\\x20", 0, 0, 0))
chip.field(False)
took("write of a register", lambda: chip.write(13, 7))
took("read of 18 registers", lambda: chip.read(*[1] * 18))
took("inventory and 7 ms of rest", inventory)
took("frame of an event", lambda: wire.frame("seen", "5F3A9C21", 17, "ring-1/1", "04A1B2C3D4E580", "40", 1))
frame = wire.frame("ack", "5F3A9C21", 17)
took("parsing an acknowledgement", lambda: link.parser.feed(frame))
took("link with nothing due", lambda: link.due(0))
took("collecting garbage", gc.collect)
"""


def memory(parts: Parts) -> Iterator[str]:
    """Free memory, and what the parts of a look take in time and garbage, a tag on the first reader of six."""
    for miss in MISSES:
        settings = pico_settings.configuration("ring", "ring-1", 6)
        with pico(parts, settings, miss, starts=False) as device:
            device.until(PROMPT, 3e6)
            device.lay(0, *tags(1, 0, 1))
            for line in device.ask(PARTS_OF_TIME).splitlines():
                yield f"xip {miss:2}  {line}"


def rings(parts: Parts) -> Iterator[str]:
    """Rings side by side that one host leads, loads drawn at random: which antennas were on together."""
    for miss, sizes, loads in (
        (0, (4, 4, 4), ((2, 1, 2, 1), (0, 0, 0, 0), (0, 0, 0, 0))),
        (60, (6, 6), ((0, 0, 0, 0, 0, 0), (1, 1, 1, 2, 1, 2))),
        (60, (6, 4, 1), ((3, 3, 3, 3, 3, 3), (0, 2, 0, 4), (2,))),
    ):
        begin = beginnings(sizes)
        spans = [_led(parts, ring, size, load, miss, begin[ring]) for ring, (size, load) in enumerate(zip(sizes, loads, strict=True))]
        places = [reader for ring in spans for reader in ring]
        together: dict[int, int] = {}
        for one, other in itertools.combinations(range(len(places)), 2):
            apart = min(other - one, len(places) - other + one)
            times = sum(on < there_off and there_on < off for on, off in places[one] for there_on, there_off in places[other])
            if times:
                together[apart] = together.get(apart, 0) + times
        said = ", ".join(f"{apart} places apart {times} times" for apart, times in sorted(together.items()))
        yield f"xip {miss:2}  rings of {sizes}, tags {loads}: neighbours on together {together.get(1, 0)} times in {BEATS} beats; {said}"


def _led(parts: Parts, ring: int, size: int, load: Sequence[int], miss: int, after: float) -> list[list[tuple[float, float]]]:
    """When each field of a ring was on while it was led at the same moments as the others, or so many seconds after them."""
    with pico(parts, pico_settings.configuration("ring", f"ring-{ring + 1}", size), miss) as device:
        host = Host(device)
        host.up()
        for reader, count in enumerate(load):
            device.lay(reader, *tags(ring, reader, count))
        host.sweeps_at = 4e6 + after * 1e6
        host.until(4e6 + 4 * SWEEP_US - 10_000)
        for spans in device.spans:
            spans.clear()
        host.until(4e6 + (4 + BEATS) * SWEEP_US - 10_000)
        return device.spans


def latency(parts: Parts) -> Iterator[str]:
    """From laying a tag to the host's knowing it, and from lifting it."""
    for miss in MISSES:
        for kind, count in (("wand", 1), ("ring", 6)):
            settings = pico_settings.configuration("wand") if kind == "wand" else pico_settings.configuration("ring", "ring-1", count)
            with pico(parts, settings, miss) as device:
                host = Host(device)
                host.up()
                host.until(device.now + 1e6)
                seen: list[float] = []
                gone: list[float] = []
                for turn in range(12):
                    host.until(device.now + 210_000 + 17_000 * turn)
                    for after, laid in ((seen, 1), (gone, 0)):
                        device.lay(turn % count, *tags(1, turn % count, laid))
                        since, known = device.now, len(host.taken)
                        while len(host.taken) == known:
                            host.turn(500)
                        after.append(host.taken[-1][0] - since)
                        host.until(device.now + 200_000)
                yield (
                    f"xip {miss:2}  {kind} of {count}  seen after {_span(seen)}, median {statistics.median(seen) / 1000:.0f} ms;"
                    f" gone after {_span(gone)}"
                )


def install(parts: Parts) -> Iterator[str]:
    """`companion firmware install` with the real mpremote: onto a new Pico, and upgrades whose supply goes at every tenth writing of the flash."""
    with Pico(parts) as device:
        device.until(PROMPT, 3e6)
        before = device.figures()["flashWrites"]
        with Line(device) as line:
            said = _installed(parts, line, pico_settings.configuration("wand"))
            speaks = line.heard(b"$hello ", 20)
        writes = device.figures()["flashWrites"] - before
        yield f"onto a new Pico: {said}, {writes} writings of the flash; speaks afterwards: {speaks}"
    settings = pico_settings.configuration("ring", "ring-2", 6) | {"gain": 43}
    new = files(settings)
    old = {name: content + b"\n# older\n" if name.endswith(".py") else content for name, content in new.items()}
    for cut in range(0, writes, 10):
        with Pico(parts, parts.file_system(old), [reader["cs"] for reader in settings["readers"]]) as device:
            device.until(b"$hello ", 8e6)
            device.cut_at(cut)
            with Line(device) as line:
                first = _installed(parts, line, None)
            there = device.files()
            changed = sum(there.get(name) != content for name, content in old.items())
            device.power_up()
            device.said = b""
            device.run(3e6)
            with Line(device) as line:
                again = _installed(parts, line, None)
                device.said = b""
                speaks = line.heard(b" ring-2 ", 20)
            whole = device.files()
            wrong = [name for name, content in new.items() if name != pico_settings.FILE and whole.get(name) != content]
            kept = json.loads(whole[pico_settings.FILE]) == settings
            yield (
                f"cut at writing {cut:3}: {changed} files touched, told {first[:60]!r}; then again: {again[:60]!r}, files wrong {wrong},"
                f" settings kept {kept}, speaks {speaks}"
            )


def _installed(parts: Parts, line: Line, settings: dict[str, Any] | None) -> str:
    """What the install says: "done", or why not."""

    def run(command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, env={**os.environ, "PYTHONPATH": str(parts.packages)}, **options)

    try:
        firmware_install.install(settings, ports=line.ports, run=run)
    except DeviceError as error:
        return str(error)
    return "done"


MEASUREMENTS = {"look": look, "sweeps": sweeps, "memory": memory, "rings": rings, "latency": latency, "install": install}
