"""One emulated Pico in lock step: its time goes on when it is told to. The chips on its bus are the models of tests/emulation."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.emulation.clock import Clock
from tests.emulation.mfrc522 import Mfrc522Model
from tests.emulation.pico.parts import Parts
from tests.emulation.tags import Tag

PROGRAM = Path(__file__).with_name("emulator.js")
IDENTITY = "E6614103E7452D2F"

MISS_CYCLES = 60
"""What a miss of the flash's cache is reckoned to cost. An estimate: no Pico was measured."""


class Pico:
    """`files`: the image of its file system, none for a Pico as it leaves the factory. `chips`: the pin of each reader's chip select;
    `reset`: that of their RST. `miss`: cycles that a miss of the flash's cache costs. All times are microseconds of its own.

    `said` holds everything that came out of its USB port; `spans` for each reader when its field was on.
    """

    def __init__(self, parts: Parts, files: bytes | None = None, chips: Sequence[int] = (17,), reset: int = 20, miss: int = MISS_CYCLES) -> None:
        self.parts = parts
        self.now = 0.0
        self.said = b""
        self.resets = 0
        self.power = True
        self.clock = Clock()
        self.models = [Mfrc522Model(self.clock, spi_hz=1e9, transfer_us=0) for _ in chips]
        self.spans: list[list[tuple[float, float]]] = [[] for _ in chips]
        self.wrong: list[str] = []
        """What the firmware did with the antennas that it must not do."""
        self._on_since: dict[int, float] = {}
        self._folder = tempfile.TemporaryDirectory()
        options: dict[str, Any] = {"micropython": str(parts.micropython), "chips": list(chips), "reset": reset}
        options |= {"miss": miss, "identity": IDENTITY}
        if files is not None:
            image = Path(self._folder.name) / "files"
            image.write_bytes(files)
            options["files"] = str(image)
        command = ["node", str(PROGRAM), str(parts.rp2040js), json.dumps(options)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def __enter__(self) -> Pico:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
        self._folder.cleanup()

    def run(self, microseconds: float) -> bytes:
        """Let time pass; what came out of the USB port meanwhile."""
        answer = self._order("run", microseconds=microseconds)
        self.now, self.resets, self.power = answer["now"], answer["resets"], answer["power"]
        said = b"".join(bytes.fromhex(piece) for _, piece in answer["said"])
        self.said += said
        return said

    def until(self, text: bytes, most: float, step: float = 1000) -> float:
        """Let time pass until this came out; the moment. Raises TimeoutError after `most` microseconds."""
        since, end = len(self.said), self.now + most
        while text not in self.said[since:]:
            if self.now >= end or not self.power:
                raise TimeoutError(f"no {text!r} within {most / 1e6} s, but {self.said[since:][-300:]!r}")
            self.run(step)
        return self.now

    def write(self, data: bytes) -> None:
        """Bytes for its USB port."""
        self._order("write", hex=data.hex())

    def ask(self, program: str, most: float = 60e6) -> str:
        """Run lines at MicroPython's prompt, by its raw mode; what they print. Raises RuntimeError with the traceback where they fail."""
        self.write(b"\r\x01")
        self.until(b"raw REPL; CTRL-B to exit\r\n>", 1e6)
        since = len(self.said)
        self.write(program.encode() + b"\x04")
        self.until(b"\x04>", most)
        printed, failed, _ = self.said[since:].decode(errors="replace").replace("\r\n", "\n").removeprefix("OK").split("\x04")
        if failed:
            raise RuntimeError(failed)
        return printed

    def lay(self, reader: int, *tags: Tag) -> None:
        """Have these tags, and no others, lie at the reader."""
        self.models[reader].field.clear(self.clock.now)
        self.models[reader].field.lay(*tags, now=self.clock.now)

    def stall(self, stalled: bool) -> None:
        """Whether the host has stopped to read while it holds the port."""
        self._order("stall", stalled=stalled)

    def cut_at(self, write: int) -> None:
        """The supply goes at this erasing or programming of the flash, counted from now."""
        self._order("cut", at=write)

    def power_up(self) -> None:
        for model in self.models:
            model.brown_out()
        self.now = self._order("power")["now"]
        self.power = True

    def files(self) -> dict[str, bytes]:
        """What is in its flash."""
        image = Path(self._folder.name) / "saved"
        self._order("save", file=str(image))
        return self.parts.listing(image.read_bytes())

    def figures(self) -> dict[str, Any]:
        """`misses` of the flash's cache, `flashWrites`, and `faults` on its pins."""
        return self._order("figures")

    def _order(self, what: str, **details: Any) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"do": what, **details}) + "\n")
        for line in self._process.stdout:
            if line.startswith("{"):
                answer: dict[str, Any] = json.loads(line)
                if "error" in answer:
                    raise RuntimeError(answer["error"])
                return answer
            self._process.stdin.write(self._chip(*line.split()) + "\n")
        raise EOFError("the emulator has ended")

    def _chip(self, kind: str, *words: str) -> str:
        """What the emulator asks in between, see there."""
        self.clock.wait_us(max(0.0, float(words[-1]) - self.clock.now))
        if kind == "p":
            for model in self.models:
                model.reset_pin(words[0] == "1")
            return ""
        index = int(words[0])
        model = self.models[index]
        if kind == "r":
            return str(model.transfer(bytes([int(words[1]) << 1 | 0x80, 0]))[1])
        model.transfer(bytes.fromhex(words[1]))
        self._watch(index)
        return ""

    def _watch(self, index: int) -> None:
        on, since = self.models[index].field.on, self._on_since.get(index)
        if on and since is None:
            self._on_since[index] = self.clock.now
            if self.spans[index] and self.clock.now - self.spans[index][-1][1] < 5000:
                self.wrong.append(f"reader {index + 1} rested for less than 5 ms at {self.clock.now:.0f}")
            if len(self._on_since) > 1:
                self.wrong.append(f"fields on together at {self.clock.now:.0f}")
        elif not on and since is not None:
            del self._on_since[index]
            self.spans[index].append((since, self.clock.now))
