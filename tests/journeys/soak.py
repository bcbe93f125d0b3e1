"""Whole evenings, compressed: games by tags and fingers in turn, while devices come and go and every line is noisy.

`python -m tests.journeys.soak FOLDER GAMES SEED`: a program of its own, so that what is measured is its own. Prints one JSON object:
memory after each game, threads and file handles before and after, by which ways acts were made, how often a device was pulled out.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec

from companion import logs
from companion.devices.simulated import SimulatedReader
from companion.devices.wand import Wands
from companion.games.vabanque import GAME as VABANQUE
from companion.games.vabanque import demo, rules
from companion.games.vabanque.rules import moves as do
from companion.games.vabanque.rules.moves import AnyMove, Character
from companion.games.vabanque.rules.view import View
from companion.games.vabanque.table.commands import LayUnread
from companion.settings import Settings
from companion.table import commands
from companion.table.evenings import history
from companion.table.events import Button
from companion.table.journal.store import Journal
from companion.table.session.session import Session
from companion.table.session.timeline import Timeline
from companion.table.session.worker import Mailbox
from companion.table.snapshot import Snapshot
from companion.table.tags import simulated
from tests.devices.picos import Bench, Pico, fast_clock

PATIENCE_S = 120.0
NOISE = 0.04
"""How often a piece of a line is damaged on its way."""
WAYS = {"pad": 38, "touch": 30, "mixed": 16, "wand": 8, "ring": 8}
"""How acts are made, by weight. A wand's act takes far longer than the others: its line has to be asked again and again."""
TURNS = 12
"""So many readers has the ring, one for each table."""


def code_of(card: do.PlaceCard | do.RevealCard) -> str:
    return f"{card.by} {card.character}"


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
        self.rng = random.Random(seed)
        self.journal = Journal(folder)
        # Nobody waits for hands.
        self.session = Session(self.journal, settings=Settings(), simulated=simulated.tags, hand=0)
        self.mailbox = Mailbox(self.session)
        self.shown: Snapshot = self.session.shown
        self.mailbox.subscribe(self._hear)
        self.mailbox.start()
        self.pad = SimulatedReader("pad")
        self.pad_in = True
        self.bench = Bench()
        self.wand = NoisyPico(self.bench, "wand", ("wand",), random.Random(seed + 1))
        self.ring = NoisyPico(self.bench, "ring-1", tuple(f"ring-1/{n}" for n in range(1, TURNS + 1)), random.Random(seed + 2))
        self.wands = Wands(ports=self.bench, clock=fast_clock)
        self.session._notices.signal = self._signal
        self.pad.start(self.mailbox.post)
        self.wands.start(self.mailbox.post)
        self.lying: list[tuple[str, str]] = []
        self.count: Counter[str] = Counter()

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

    # --- waiting ------------------------------------------------------------------------------------------------

    def settle(self) -> Snapshot:
        """Waits until all that was posted has been handled."""
        over = threading.Event()
        self.mailbox.call(lambda session: over.set())
        assert over.wait(PATIENCE_S), "the session does not answer"
        return self.shown

    def post(self, touch: commands.Touch) -> None:
        self.mailbox.post(touch)

    def _scan(self, pico: NoisyPico, reader: str, code: str, *, lift: bool = True) -> None:
        """Shows a tag to a reader on a line; returns when the host has all that the line lets through."""
        uid = simulated.uids(VABANQUE)[code].hex().upper()
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
            self._scan(self.wand, "wand", code)
        else:
            if not self.pad_in:
                self._plug_pad(True)
            self.pad.lay(simulated.uids(VABANQUE)[code])
            self.pad.lift()

    def make(self, move: AnyMove, way: str) -> None:
        """What people do at the table for a move, in one of the ways there are."""
        view = self.shown.view
        assert view is not None
        match move:
            case do.Join(colour=colour, name=name) if name == rules.pieces.CHARACTERS[colour] and way in ("pad", "wand"):
                self.show(f"{colour} colour", way)
            case do.LayTile(tile=tile) if way in ("pad", "wand"):
                self.show(f"tile {tile}", way)
            case do.PlaceFirstPawn(table=table) | do.PlaceToken(table=table):
                self._table(view, table, way)
            case do.PlaceCard(character=Character.HIDDEN, table=table):
                self._table(view, table, way)
                self.post(LayUnread())
            case do.PlaceCard(table=table) if way == "ring":
                self._scan(self.ring, f"ring-1/{table}", code_of(move), lift=False)
            case do.PlaceCard(table=table) if way != "touch":
                first, second = (lambda: self.show(code_of(move), way)), (lambda: self._table(view, table, "touch" if way == "mixed" else way))
                # Card, then table; or table, then card.
                for each in (first, second) if self.rng.random() < 0.5 else (second, first):
                    each()
            case do.MovePawn(steps=steps):
                self._table(view, dict(view.reachable)[steps], way)
            case do.RevealCard(table=table) if way != "touch":
                self._table(view, table, way)
                self.show(code_of(move), way)
            case do.Confirm() | do.Paid() | do.Counted() | do.Seated() if way == "pad":
                if not self.pad_in:
                    self._plug_pad(True)
                self.pad.press(Button.OK)
            case _:
                self.post(commands.Do(move))
        if isinstance(move, do.Seated):
            self._clear_ring()

    def _table(self, view: View, table: int, way: str) -> None:
        if way in ("touch", "mixed", "ring"):
            self.post(commands.TouchSpot(table))
        else:
            self.show(f"tile {view.tables[table - 1].tile}", way)

    def _clear_ring(self) -> None:
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


class Game:
    """One game through all of it. After each act the table shows what the rules alone make of the same acts."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table = table
        # The ring is laid tile by tile, so that each is an act.
        self.moves: list[AnyMove] = []
        for move in demo.random_game(seed):
            self.moves += [do.LayTile(tile) for tile in move.tiles] if isinstance(move, do.LayRing) else [move]
        self.positions = [rules.new()]
        for move in self.moves:
            self.positions.append(rules.apply(self.positions[-1], move))
        self.at = 0

    def expected(self) -> View:
        return rules.view(self.positions[self.at], notes=True)

    def play(self) -> tuple[int, View]:
        """Returns the game's number and what it showed at its end."""
        table, rng = self.table, self.table.rng
        table.post(commands.NewGame())
        game = table.settle().game
        assert game is not None
        while self.at < len(self.moves):
            if rng.random() < 0.05:
                table.accident()
            if self.at and rng.random() < 0.02:
                self._aside(game)
            self._act()
            if rng.random() < 0.03:
                self._back_and_forth()
        view = table.settle().view
        assert view is not None
        table.post(commands.GoHome())
        table.settle()
        return game, view

    def _act(self) -> None:
        """The next move, in ways tried until it is there: what a line has lost is done by finger."""
        table = self.table
        way = table.rng.choices(list(WAYS), weights=list(WAYS.values()))[0]
        for _ in range(4):
            before = self.expected()
            table.make(self.moves[self.at], way)
            shown = table.settle()
            if shown.view != before or rules.view(self.positions[self.at + 1], notes=True) == before:
                break
            # Half of it may have come through.
            table.post(commands.Cancel())
            table.settle()
            table.count["again"] += 1
            way = "touch"
        table.count[way] += 1
        self.at += 1
        self._look()

    def _look(self) -> None:
        shown = self.table.settle()
        expected = self.expected()
        if shown.view != expected:
            differ = [(name, getattr(shown.view, name, None), getattr(expected, name)) for name in View.__struct_fields__]
            wrong = [each for each in differ if each[1] != each[2]]
            raise AssertionError(f"after act {self.at}, {self.moves[self.at - 1]!r}: {wrong}, {shown.notice}")

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

    def _aside(self, game: int) -> None:
        """The game is put aside and opened again."""
        table = self.table
        table.post(commands.GoHome())
        assert table.settle().view is None
        table.post(commands.OpenGame(game))
        table.settle()
        self._look()


def resident() -> int:
    """Bytes of memory that this process holds."""
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def sign(view: View) -> str:
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
    memory = []
    ends: dict[int, str] = {}
    try:
        for number in range(games):
            game, view = Game(table, seed * 1_000 + number).play()
            ends[game] = sign(view)
            memory.append(resident())
            told(number)
        assert table.shown.games == ()
        assert table.shown.warnings == ()
    finally:
        table.close()
        logs.stop()
    after = threading.active_count(), len(handles())
    journal = Journal(folder)
    assert journal.warnings == []
    for game, signed in ends.items():
        # What is on the disk comes to what was shown, by the journal's own acts and by the replay on the screen.
        assert sign(rules.view(Timeline(VABANQUE, journal.acts(game)).position, notes=True)) == signed
        assert sign(history.replay(journal, game).view) == signed
    journal.close()
    return {"memory": memory, "before": before, "after": after, "games": len(ends), "count": dict(table.count)}


if __name__ == "__main__":
    tell = (lambda game: print(game, file=sys.stderr, flush=True)) if os.environ.get("SOAK_TELLS") else (lambda game: None)
    print(json.dumps(soak(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), tell)))
