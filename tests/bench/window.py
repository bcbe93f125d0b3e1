"""Start to the first frame, memory and redraws at rest, each beside an empty Kivy window opened in the same way."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

RUNS = 5
EARLIER = 6
"""Starts before those that are measured: the renderer goes on keeping programs for so long."""
REST_S = 4.0


def report(app: object) -> None:
    """Inside the measured program: says when the first frame is on the screen, rests, then says memory, frames and processor time."""
    from kivy.clock import Clock
    from kivy.core.window import Window

    frames = 0

    def count(*_: object) -> None:
        nonlocal frames
        frames += 1

    def first(*_: object) -> None:
        print(json.dumps({"first": time.time()}), flush=True)
        Window.unbind(on_flip=first)
        Clock.schedule_once(settled, 1.0)

    def settled(_dt: float) -> None:
        Window.bind(on_flip=count)
        times = os.times()
        begun = time.perf_counter()
        Clock.schedule_once(lambda _: rested(times, begun), REST_S)

    def rested(before: os.times_result, begun: float) -> None:
        after = os.times()
        status = Path("/proc/self/status").read_text()
        memory = int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))
        busy = (after.user + after.system - before.user - before.system) / (time.perf_counter() - begun)
        print(json.dumps({"memory": memory, "frames": frames, "busy": busy}), flush=True)
        app.stop()  # type: ignore[attr-defined]

    Window.bind(on_flip=first)


def _run(module: str, kept: Path) -> dict[str, float]:
    """One start. `kept`: what every start but the first few finds: compiled modules, the data's folder and in it the graphics card's programs."""
    folder = kept / module
    folder.mkdir(exist_ok=True)
    environment = os.environ | {"SDL_AUDIODRIVER": "dummy", "PYTHONPYCACHEPREFIX": str(kept / "compiled")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    begun = time.time()
    command = [sys.executable, "-m", module, str(folder)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True, env=environment)
    told: dict[str, float] = {}
    for line in result.stdout.splitlines():
        if line.startswith("{"):
            told |= json.loads(line)
    return {"start": told["first"] - begun, "memory": told["memory"] / 1024, "frames": told["frames"], "busy": told["busy"]}


def measure() -> Iterator[str]:
    empty, ours = [], []
    with tempfile.TemporaryDirectory() as kept:
        for number in range(EARLIER + RUNS):
            for runs, module in ((empty, "tests.bench.empty_window"), (ours, "tests.bench.own_window")):
                run = _run(module, Path(kept))
                if number >= EARLIER:
                    runs.append(run)

    def middle(runs: list[dict[str, float]], what: str) -> float:
        return statistics.median(run[what] for run in runs)

    for what, unit, aim, digits in (("start", "s", 1.5, 2), ("memory", "MB", 1.3, 0)):
        own, other = middle(ours, what), middle(empty, what)
        name = "start to first frame" if what == "start" else "memory at rest"
        yield f"{name}: median {own:.{digits}f} {unit}, an empty window {other:.{digits}f} {unit}: {own / other:.2f} times (aim {aim})"
    yield f"frames drawn in {REST_S:.0f} s of rest: {middle(ours, 'frames'):.0f} (an empty window {middle(empty, 'frames'):.0f}; aim 0)"
    yield f"processor at rest: {middle(ours, 'busy') * 100:.1f} % (an empty window {middle(empty, 'busy') * 100:.1f} %)"
