"""Plays games in processes that are killed, each at an act and a place of its own, and compares what is kept with what was shown.

`python -m tests.journeys.kills FOLDER SEED KILLS [KEY]`: a program of its own, so that what is forked holds no window and no threads.
"""

from __future__ import annotations

import os
import random
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from companion.devices.simulated import SimulatedReader
from companion.game import Demo, Game
from companion.games import FIRST, SHELF
from companion.table import commands
from companion.table.journal.store import Journal
from companion.table.session.session import Session
from companion.table.session.timeline import Timeline
from companion.table.tags import simulated
from tests.hands import Hands
from tests.table.remembered import remembered

WHERE = ("before the write", "in the write", "at the commit", "after the commit", "after the screen")


def die() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("still alive")


def play(of: Game, folder: Path, moves: Sequence[Any], told: int, fatal: int, where: str, rng: random.Random) -> None:
    """In the process that is to die: goes on with the game of the journal and is killed at act number `fatal`."""
    journal = Journal(folder)
    session = Session(journal, simulated=simulated.tags, hand=0)
    reader = SimulatedReader("pad")
    reader.start(session.handle)
    games = journal.games()
    session.handle(commands.OpenGame(games[0].game) if games else commands.NewGame(rules=of.key))
    done = len(session.timeline.moves)
    append, demo, hands = journal.append, of.part("demo", Demo), Hands(reader, session, of)

    def fatal_append(game: int, act: object, **more: object) -> bool:
        if where == "before the write":
            die()
        if where == "in the write":
            # SQLite calls this after so many of its own steps, in the middle of the statement.
            journal._db.set_progress_handler(die, rng.randint(1, 40))
        if where == "at the commit":
            journal._db.set_trace_callback(lambda statement: die() if statement.startswith("COMMIT") else None)
        lost = append(game, act, **more)  # type: ignore[arg-type]
        journal._db.set_progress_handler(None, 0)
        if where == "after the commit":
            die()
        return lost

    for number, move in enumerate(moves[done:], start=done + 1):
        if number >= fatal:
            journal.append = fatal_append  # type: ignore[method-assign]
        demo.make(move, hands)
        os.write(told, b"%d\n" % number)
        if number >= fatal and where == "after the screen":
            die()


def kill_once(of: Game, folder: Path, moves: Sequence[Any], fatal: int, where: str, rng: random.Random) -> int:
    """Returns the number of the last act that was shown, 0 if none was."""
    receive, send = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(receive)
            play(of, folder, moves, send, fatal, where, rng)
        finally:
            os._exit(7)
    os.close(send)
    with os.fdopen(receive) as lines:
        shown = [int(line) for line in lines]
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or fatal > len(moves), f"the game went on: {where} at act {fatal}, status {status}"
    return shown[-1] if shown else 0


def view(of: Game, moves: Sequence[Any]) -> Any:
    """What everybody sees after these moves."""
    position = of.rules.new()
    for move in moves:
        position = of.rules.apply(position, move)
    return of.rules.view(position, of.rules.settings())


def kill_through(of: Game, folder: Path, seed: int, kills: int) -> int:
    """Plays a game to its end through so many kills, a new game when one is over. Returns how many kills there were."""
    rng = random.Random(seed)
    done = 0
    while done < kills:
        home = folder / f"{seed}-{done}"
        moves = list(of.part("demo", Demo).random(rng.randrange(10_000)))
        at = 0
        while at < len(moves) and done < kills:
            where = rng.choice(WHERE)
            fatal = at + rng.randint(1, 6)
            shown = max(at, kill_once(of, home, moves, fatal, where, rng))
            done += fatal <= len(moves)
            if not (home / "journal.db").exists():
                continue
            journal = Journal(home)
            assert journal.warnings == []
            games = journal.games()
            if not games:
                journal.close()
                continue
            kept = Timeline(of, journal.acts(games[0].game))
            journal.close()
            at = len(kept.moves)
            assert shown <= at <= shown + 1, where
            assert of.rules.view(kept.position, of.rules.settings()) == view(of, moves[:at])
            if of.key == FIRST:
                # What nobody may know any more is gone; what is needed still is there.
                assert kept.moves == remembered(moves[:at])
    return done


if __name__ == "__main__":
    print(kill_through(SHELF[[*sys.argv, FIRST][4]], Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
