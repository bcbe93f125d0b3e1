"""Plays a game while the kernel lets no file grow beyond a limit, which is set at many places of SQLite's writes.

`python -m tests.journeys.no_growth FOLDER`: a program of its own, since the limit holds for the whole process. Prints how many acts were made
and how many were refused.
"""

from __future__ import annotations

import resource
import sys
from pathlib import Path

from companion import settings_file as owner
from companion.settings import Settings
from companion.table import commands
from companion.table.journal.opening import FILE
from tests.journeys.test_disk import MOVES, Table


def limit(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def main(folder: Path) -> tuple[int, int]:
    table = Table(folder)
    table.session.handle(commands.NewGame())
    done = refused = 0
    for more in (0, 1, 31, 32, 100, 4095, 4119, 4120, 4121, 8000, 8239, 12_000):
        table.make(*MOVES[done : done + 3])
        done += 3
        limit((folder / f"{FILE}-wal").stat().st_size + more)
        for _ in range(4):
            before = table.session.shown
            table.make(MOVES[done])
            if table.session.shown.view != before.view:
                done += 1
                continue
            assert table.refused()
            refused += 1
            # Nothing else that people may try breaks anything.
            for touch in (commands.Undo(), commands.NewGame(), commands.GoHome(), commands.OpenGame(1), commands.ShowPast(), commands.ClosePast()):
                table.session.handle(touch)
                if touch == commands.Undo() and not table.refused():
                    done -= 1
            break
        limit(10)
        try:
            owner.save(Settings(language="fr", dim_after=60), folder / owner.FILE)
        except OSError:
            assert not (folder / owner.FILE).exists()
        else:
            raise AssertionError("the limit does not hold")
        limit(resource.RLIM_INFINITY)
        if table.session.shown.game != 1:
            table.session.handle(commands.OpenGame(1))
    table.journal.close()
    return done, refused


if __name__ == "__main__":
    print(*main(Path(sys.argv[1])))
