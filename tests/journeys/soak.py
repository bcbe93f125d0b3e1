"""Whole evenings, compressed: games of the whole shelf by tags and fingers, several at a time, while devices come and go and every line is noisy.

`python -m tests.journeys.soak FOLDER GAMES SEED`: a program of its own, so that what is measured is its own. Prints one JSON object: after each
game the memory in use, the memory of the machine, and the files; threads and file handles before and after; by which ways acts were made; how often
a device was pulled out.

How a game's move is made in other ways than its simulated players have stands, if there are any, in `tests.games.<key>.ways`.
"""

from __future__ import annotations

import ctypes
import gc
import hashlib
import itertools
import json
import os
import random
import shutil
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from companion import logs
from companion.devices.simulated import SimulatedReader
from companion.devices.wand import Wands
from companion.game import Demo
from companion.game import Game as OnShelf
from companion.games import SHELF
from companion.settings import Settings
from companion.table import commands
from companion.table.evenings import history
from companion.table.journal.store import Journal
from companion.table.session.session import Session
from companion.table.session.timeline import Timeline
from companion.table.session.worker import Mailbox
from companion.table.snapshot import Snapshot
from companion.table.tags import simulated
from tests.devices.picos import Bench, Pico, fast_clock, let_go

PATIENCE_S = 120.0
NOISE = 0.04
"""How often a piece of a line is damaged on its way."""
WAYS = {"pad": 38, "touch": 30, "mixed": 16, "wand": 8, "ring": 8}
"""How acts are made, by weight. A wand's act takes far longer than the others: its line has to be asked again and again."""
EVERY, LATELY = 64, 16
"""After so many acts each the hands keep where a game stood, and so many of the latest positions."""
AT_ONCE = 3
"""So many games go on, one on the table and the others put aside."""
TURNS = 12
"""So many readers has the ring, one for each table."""


class NoisyPico(Pico):
    """A Pico at the end of a line on which bytes are lost, doubled and turned; its clock runs as fast as the host's."""

    def __init__(self, bench: Bench, name: str, readers: tuple[str, ...], rng: random.Random) -> None:
        self.rng = rng
        super().__init__(bench, identity=name, name=name, readers=readers)

    def now(self) -> int:
        return int(fast_clock() * 1000)

    def _answer(self, data: bytes) -> bytes:
        # What the stand-in has heard and was told to do is kept for other tests.
        self.heard = b""
        self.commands.clear()
        return self._damaged(super()._answer(self._damaged(data)))

    def _damaged(self, data: bytes) -> bytes:
        if not data or self.rng.random() > NOISE:
            return data
        at = self.rng.randrange(len(data))
        middle = self.rng.choice((b"", data[at : at + 1] * 2, bytes([data[at] ^ 1 << self.rng.randrange(8)]), self.rng.randbytes(3)))
        return data[:at] + middle + data[at + 1 :]

    @property
    def plugged(self) -> bool:
        return self.identity in self.bench.ports


class Table:
    """The companion without its picture: journal, session on its thread, a pad with buttons, a wand and a ring on noisy lines."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.seed = folder, seed
        self.rng = random.Random(seed)
        self.count: Counter[str] = Counter()
        self._open()

    def _open(self) -> None:
        self.journal = Journal(self.folder)
        # Nobody waits for hands.
        self.session = Session(self.journal, settings=Settings(), simulated=simulated.tags, hand=0)
        self.mailbox = Mailbox(self.session)
        self.shown: Snapshot = self.session.shown
        self.mailbox.subscribe(self._hear)
        self.mailbox.start()
        self.pad = SimulatedReader("pad")
        self.pad_in = True
        self.bench = Bench()
        self.wand = NoisyPico(self.bench, "wand", ("wand",), random.Random(self.seed + 1))
        self.ring = NoisyPico(self.bench, "ring-1", tuple(f"ring-1/{n}" for n in range(1, TURNS + 1)), random.Random(self.seed + 2))
        self.wands = Wands(ports=self.bench, clock=fast_clock)
        self.session._notices.signal = self._signal
        self.pad.start(self.mailbox.post)
        self.wands.start(self.mailbox.post)
        self.lying: list[tuple[str, str]] = []

    def _hear(self, shown: Snapshot) -> None:
        self.shown = shown

    def _signal(self, told: object) -> None:
        self.pad.signals.clear()
        self.pad.signal(told)  # type: ignore[arg-type]
        self.wands.signal(told)  # type: ignore[arg-type]

    def close(self) -> None:
        self.pad.stop()
        self.wands.stop()
        for pico in (self.wand, self.ring):
            if pico.plugged:
                pico.unplug()
        self.mailbox.stop()
        self.journal.close()

    def cut(self) -> None:
        """The power goes while a game lies on the table, and comes again: on the disk is what was there then."""
        self.settle()
        kept = self.folder.with_name(self.folder.name + "-kept")
        shutil.copytree(self.folder, kept)
        self.close()
        shutil.rmtree(self.folder)
        kept.rename(self.folder)
        for file in self.folder.glob("*-shm"):
            file.unlink()
        self._open()
        self.mailbox.call(lambda session: session.resume())
        self.settle()
        self.count["cut"] += 1

    # --- waiting ------------------------------------------------------------------------------------------------

    def settle(self) -> Snapshot:
        """Waits until all that was posted has been handled."""
        over = threading.Event()
        self.mailbox.call(lambda session: over.set())
        assert over.wait(PATIENCE_S), "the session does not answer"
        return self.shown

    def post(self, touch: commands.Touch) -> None:
        self.mailbox.post(touch)

    def uid(self, code: str) -> bytes:
        """The simulated tag of a piece of the game on the table."""
        return simulated.uids(SHELF[self.shown.rules])[code]

    def scan(self, pico: NoisyPico, reader: str, code: str, *, lift: bool = True) -> None:
        """Shows a tag to a reader on a line; returns when the host has all that the line lets through."""
        uid = self.uid(code).hex().upper()
        pico.push("seen", reader, uid)
        if lift:
            pico.push("gone", reader, uid)
        else:
            self.lying.append((reader, uid))
        self._deliver(pico)

    def _deliver(self, pico: NoisyPico) -> None:
        if not pico.plugged:
            pico.replug()
        until = time.monotonic() + PATIENCE_S
        while not pico.idle():
            assert time.monotonic() < until, "the line never delivers"
            time.sleep(0.002)

    # --- people -------------------------------------------------------------------------------------------------

    def show(self, code: str, way: str) -> None:
        if way == "wand":
            self.scan(self.wand, "wand", code)
        else:
            self.plug_pad()
            self.pad.lay(self.uid(code))
            self.pad.lift()

    def plug_pad(self) -> None:
        if not self.pad_in:
            self._plug_pad(True)

    def clear_ring(self) -> None:
        for reader, uid in self.lying:
            self.ring.push("gone", reader, uid)
        self.lying.clear()

    # --- accidents ----------------------------------------------------------------------------------------------

    def accident(self) -> None:
        match self.rng.randrange(8):
            case 0 | 1:
                self._plug_pad(not self.pad_in)
            case 2 | 3:
                self.pad.noise()
                self.count["noise"] += 1
            case 4 | 5 | 6:
                pico = self.rng.choice((self.wand, self.ring))
                if pico.plugged:
                    pico.unplug()
                    self.count["pulled"] += 1
                else:
                    pico.replug()
            case 7:
                # A tag that nobody knows, a touch that means nothing now, a button too often.
                self.pad.lay(self.rng.randbytes(7))
                self.pad.lift()
                self.post(commands.Cancel())
        self.settle()
        if self.shown.pending is not None:
            self.post(commands.Cancel())

    def _plug_pad(self, plug: bool) -> None:
        self.pad_in = plug
        if plug:
            self.pad.plug()
        else:
            self.pad.unplug()
            self.count["pulled"] += 1


class Hands:
    """The hands of a game's simulated players. `way`: on which reader they show what they show."""

    def __init__(self, table: Table, way: str) -> None:
        self.table, self.way = table, way

    @property
    def view(self) -> Any:
        return self.table.settle().view

    def show(self, code: str) -> None:
        self.table.show(code, self.way)

    def touch(self, command: Any) -> None:
        self.table.post(command)


class Sitting:
    """One game through all of it. After each act the table shows what the rules alone make of the same acts."""

    def __init__(self, table: Table, of: OnShelf, seed: int) -> None:
        self.table, self.of = table, of
        self.demo: Demo = of.part("demo", Demo)
        where = f"tests.games.{of.key}.ways"
        self.own = import_module(where) if find_spec(where) else None
        self.moves: list[Any] = list(self.demo.random(seed))
        if self.own is not None:
            self.moves = self.own.acts(self.moves)
        # What is measured is the companion: the hands remember where the game stood now and then, and lately.
        self.kept: dict[int, Any] = {0: of.rules.new()}
        self.lately: dict[int, Any] = {}
        for place in range(EVERY, len(self.moves), EVERY):
            self.kept[place] = self.position_at(place)
        self.lately.clear()
        self.at = 0
        self.number: int | None = None

    @property
    def over(self) -> bool:
        return self.at == len(self.moves)

    def position_at(self, place: int) -> Any:
        """Where the game stands after so many of its acts, by the rules alone."""
        known = max([each for each in (*self.kept, *self.lately) if each <= place])
        position = self.kept[known] if known in self.kept else self.lately[known]
        for at in range(known, place):
            position = self.of.rules.apply(position, self.moves[at])
            self.lately[at + 1] = position
        for old in sorted(self.lately)[:-LATELY]:
            del self.lately[old]
        return position

    def view_at(self, place: int) -> Any:
        return self.of.rules.view(self.position_at(place), Settings().of(self.of))

    def sit_down(self) -> None:
        """The game comes onto the table: a new one, or as it was put aside."""
        table = self.table
        if self.number is None:
            table.post(commands.NewGame(rules=self.of.key))
            self.number = table.settle().game
            assert self.number is not None
        else:
            table.post(commands.OpenGame(self.number))
        self._look()

    def play(self, acts: int) -> None:
        """Goes on for so many acts, or to its end; then the table is empty."""
        table, rng = self.table, self.table.rng
        self.sit_down()
        for _ in range(acts):
            if self.over:
                break
            if rng.random() < 0.05:
                table.accident()
            self._act()
            if rng.random() < 0.03:
                self._back_and_forth()
            if rng.random() < 0.015:
                self._correct()
            if not self.over and rng.random() < 0.005:
                # A game that is over is no longer on the table when the companion starts again.
                table.cut()
                self._look()
        if not self.over or rng.random() < 0.5:
            table.post(commands.GoHome())
            assert table.settle().view is None

    def _act(self) -> None:
        """The next move, in ways tried until it is there: what a line has lost is done by finger."""
        table = self.table
        way = table.rng.choices(list(WAYS), weights=list(WAYS.values()))[0]
        before, after = self.view_at(self.at), self.view_at(self.at + 1)
        for _ in range(4):
            self._make(self.moves[self.at], way)
            shown = table.settle()
            if shown.view != before or after == before:
                break
            # Half of it may have come through.
            table.post(commands.Cancel())
            table.settle()
            table.count["again"] += 1
            way = "touch"
        table.count[way] += 1
        table.count[self.of.key] += 1
        self.at += 1
        self._look()

    def _make(self, move: Any, way: str) -> None:
        """What people do at the table for a move, in one of the ways there are."""
        if self.own is not None and self.own.make(self.table, move, way):
            return
        if way == "touch":
            self.table.post(commands.Do(move))
        else:
            self.demo.make(move, Hands(self.table, way))

    def _look(self) -> None:
        shown = self.table.settle()
        expected = self.view_at(self.at)
        if shown.view != expected:
            names = expected.__struct_fields__
            wrong = [(name, getattr(shown.view, name, None), getattr(expected, name)) for name in names]
            wrong = [each for each in wrong if each[1] != each[2]]
            raise AssertionError(f"{self.of.key}, after act {self.at}, {self.moves[self.at - 1]!r}: {wrong}, {shown.notice}")

    def _back_and_forth(self) -> None:
        """Some acts are taken back, and some or all of them brought again; the others are made anew."""
        table, rng = self.table, self.table.rng
        steps = rng.randint(1, min(8, self.at))
        for _ in range(steps):
            table.post(commands.Undo(sure=True))
            self.at -= 1
            self._look()
        for _ in range(rng.choice((steps, steps, rng.randint(0, steps)))):
            table.post(commands.Redo())
            self.at += 1
            self._look()
        table.count["undone"] += steps

    def _correct(self) -> None:
        """An earlier act is told anew, as it was or as another that was allowed then; and the correction is taken back."""
        table, rng = self.table, self.table.rng
        place = rng.randrange(self.at)
        others = [move for move in self.of.rules.legal(self.position_at(place)) if type(move) is type(self.moves[place])]
        table.post(commands.ProposeAmend(place, rng.choice([self.moves[place], *others])))
        if table.settle().change is not None:
            table.post(commands.Amend())
            table.settle()
            amended = table.shown.change is None
            table.post(commands.Cancel())
            if amended:
                table.post(commands.Undo(sure=True))
                table.count["corrected"] += 1
        self._look()


class Mallinfo(ctypes.Structure):
    """`struct mallinfo2` of <malloc.h>."""

    _fields_: ClassVar = [
        (name, ctypes.c_size_t)
        for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")
    ]


def held() -> int:
    """Bytes of memory that are in use, in the heap and beside it. What the allocator keeps free for the next time is none of it: how much that is,
    and in how many pieces, hangs on the longest game so far. With PYTHONMALLOC=malloc Python's own objects are in it.
    """
    gc.collect()
    mallinfo2 = ctypes.CDLL(None).mallinfo2
    mallinfo2.restype = Mallinfo
    found = mallinfo2()
    return int(found.uordblks + found.hblkhd)


def resident() -> int:
    """Bytes of memory that this process has of the machine, after the allocator has given back what it can."""
    ctypes.CDLL(None).malloc_trim(0)
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def sign(view: Any) -> str:
    """A short word for all that a view shows: two hundred views would be a leak themselves."""
    return hashlib.sha256(msgspec.json.encode(view)).hexdigest()


def handles() -> list[str]:
    found = []
    for name in os.listdir("/proc/self/fd"):
        try:
            found.append(os.readlink(f"/proc/self/fd/{name}"))
        except OSError:
            continue
    return sorted(found)


def soak(folder: Path, games: int, seed: int, told: Callable[[int], None] = lambda game: None) -> dict[str, object]:
    before = threading.active_count(), len(handles())
    logs.start(folder)
    table = Table(folder, seed)
    memory, files = list[tuple[int, int]](), list[tuple[int, int]]()
    ends: dict[int, tuple[OnShelf, str]] = {}
    keys = itertools.cycle(SHELF)
    waiting = list[Sitting]()
    begun = 0
    try:
        while len(ends) < games:
            while len(waiting) < min(AT_ONCE, games - len(ends)):
                waiting.append(Sitting(table, SHELF[next(keys)], seed * 1_000 + begun))
                begun += 1
            sitting = table.rng.choice(waiting)
            sitting.play(table.rng.randint(10, 120))
            if sitting.over:
                assert sitting.number is not None
                ends[sitting.number] = sitting.of, sign(sitting.view_at(sitting.at))
                waiting.remove(sitting)
                memory.append((held(), resident()))
                sizes = [file.stat().st_size for file in folder.rglob("*") if file.is_file()]
                files.append((len(sizes), sum(sizes)))
                told(len(ends))
        table.post(commands.GoHome())
        assert table.settle().games == ()
        assert table.shown.warnings == ()
    finally:
        table.close()
        let_go()
        logs.stop()
    after = threading.active_count(), len(handles())
    journal = Journal(folder)
    assert journal.warnings == []
    for game, (of, signed) in ends.items():
        # What is on the disk comes to what was shown, by the journal's own acts and by the replay on the screen.
        assert sign(of.rules.view(Timeline(of, journal.acts(game)).position, Settings().of(of))) == signed
        assert sign(history.replay(journal, game).view) == signed
    journal.close()
    return {"memory": memory, "files": files, "before": before, "after": after, "games": len(ends), "count": dict(table.count)}


if __name__ == "__main__":
    tell = (lambda game: print(game, file=sys.stderr, flush=True)) if os.environ.get("SOAK_TELLS") else (lambda game: None)
    print(json.dumps(soak(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), tell)))
