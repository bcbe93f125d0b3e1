"""The reader's files run unchanged on the Pico's MicroPython, and do the same there, transfer by transfer."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.pico import iso14443a
from companion.pico.mfrc522_chip import ChipFault, Mfrc522
from companion.pico.presence import Presence
from tests.emulation.air import Noise
from tests.emulation.mfrc522 import Mfrc522Model
from tests.emulation.tags import random_tag, roll

PROJECT = Path(__file__).parents[2]
MICROPYTHON = Path(sys.executable).parent / "micropython"
TRACES = PROJECT / "tests" / "table" / "traces"


class Tape:
    """A bus that notes what goes over it."""

    def __init__(self, model: Mfrc522Model) -> None:
        self.model = model
        self.transfers: list[tuple[str, str]] = []

    def transfer(self, data: bytes | bytearray) -> bytes:
        answer = self.model.transfer(data)
        self.transfers.append((data.hex(), answer.hex()))
        return answer


def session(seed: int) -> tuple[dict[str, Any], list[Any]]:
    """A start and an inventory: the tape, and what was found."""
    draw = random.Random(seed)
    model = Mfrc522Model(collision_position=draw.choice(["frame", "level", "answer"]))
    tags = roll(draw, draw.randint(2, 4)) if seed % 3 == 0 else [random_tag(draw) for _ in range(draw.randint(0, 4))]
    model.field.lay(*tags, now=0)
    if seed % 4 == 1:
        model.field.noise = Noise(flip=0.01, collide=0.005, deafen=0.05, ghost=0.2, seed=seed)
    if seed % 7 == 2:
        model.faults.browns_out_at = draw.randint(14, 60)
    if seed % 11 == 3:
        model.faults.stuck = draw.choice([0x00, 0xFF])
    tape = Tape(model)
    chip = Mfrc522(tape, model.clock.wait_us, bursts=seed % 5 != 4)
    try:
        chip.reset()
        seen = iso14443a.inventory(chip)
        found: list[Any] = [[[tag.uid.hex(), tag.sak, tag.atqa] for tag in seen.tags], seen.clean, seen.indistinct]
    except ChipFault as fault:
        found = [fault.kind, fault.detail]
    return {"bursts": chip.bursts, "transfers": tape.transfers}, found


def events(polls: list[dict[str, Any]]) -> list[list[object]]:
    presence = Presence()
    return [
        [poll["ms"], kind, uid.hex(), trouble]
        for poll in polls
        for kind, uid, trouble in presence.update(poll["ms"], [bytes.fromhex(uid) for uid in poll["uids"]], poll["clean"], poll["indistinct"])
    ]


def test_micropython_makes_the_same_transfers_and_finds_the_same(tmp_path: Path) -> None:
    sessions = [session(seed) for seed in range(60)]
    traces = [[json.loads(line) for line in path.read_text("utf-8").splitlines()] for path in sorted(TRACES.glob("*.jsonl"))]
    recording = tmp_path / "a recording.json"
    lines = [tape for tape, _ in sessions] + [{"polls": polls} for polls in traces]
    recording.write_text("".join(json.dumps(line) + "\n" for line in lines))
    script = Path(__file__).with_name("replay_on_micropython.py")
    result = subprocess.run([MICROPYTHON, script, PROJECT, recording], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    name, *there = result.stdout.splitlines()
    assert name == "micropython"
    assert [json.loads(line) for line in there] == [found for _, found in sessions] + [events(polls) for polls in traces]
    kinds = {found[0] for _, found in sessions if isinstance(found[0], str)}
    assert kinds >= {"dead bus", "lost registers"}, "the sessions have faults among them"


FRAMES = """
import gc, sys
sys.path.insert(0, sys.argv[1])
from companion.pico.mfrc522_chip import Mfrc522

class Bus:
    answers = {}
    irq = level = 0
    def transfer(self, data):
        length = len(data)
        if length not in self.answers:
            self.answers[length] = bytearray(length)
        if data[0] & 0x80 and length >= 6:
            self.answers[length][1] = self.irq
            self.answers[length][3] = self.level
        return self.answers[length]

bus = Bus()
chip = Mfrc522(bus, lambda us: None)
for bus.irq, bus.level in ((0x01, 0), (0x20, 4)):
    for frame, expect in ((b"\\x93\\x20", 40), (bytearray(9), 24), (b"\\x50\\x00\\x57\\xcd", 0)):
        for _ in range(2):  # what is made once is there after the first
            gc.collect()
            before = gc.mem_alloc()
            for times in range(50):
                heard = chip.exchange(frame, 0, 0, expect)
            taken = gc.mem_alloc() - before
        print(heard, taken)
"""


def test_a_frame_and_its_answer_take_no_memory_on_micropython() -> None:
    """What each frame took would have to be collected, which stops a Pico for 5 ms: the time of a quarter of a look."""
    result = subprocess.run([MICROPYTHON, "-c", FRAMES, PROJECT], capture_output=True, text=True, check=False)
    assert result.stdout.split("\n")[:-1] == ["0 0"] * 3 + ["32 0"] * 3, result.stdout + result.stderr


@pytest.mark.parametrize("file", ["pico/iso14443a.py", "pico/mfrc522_chip.py", "pico/presence.py"])
def test_the_files_need_no_other_module_on_a_pico(file: str, tmp_path: Path) -> None:
    """Each is imported alone, from a folder that holds nothing else, within the memory of a Pico."""
    (tmp_path / "alone.py").write_text((PROJECT / "companion" / file).read_text("utf-8"))
    program = f"import sys; sys.path[:] = [{str(tmp_path)!r}]; import alone; print('fine')"
    result = subprocess.run([MICROPYTHON, "-X", "heapsize=192k", "-c", program], capture_output=True, text=True, check=False)
    assert result.stdout == "fine\n", result.stderr
