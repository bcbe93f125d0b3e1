"""Journals as earlier versions of the companion wrote them: a small file of each, kept in `data/`, and what is in it.

`python -m tests.table.old_journals` writes the file of the present version, which is done once, before the tables change again. It never
overwrites one.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from pathlib import Path

from companion.games.kit.colours import Colour
from companion.games.vabanque import GAME as VABANQUE
from companion.games.vabanque.record import record
from companion.games.vabanque.rules.moves import Join, PlaceCard
from companion.table import commands
from companion.table.evenings import history
from companion.table.journal import keys, migrate, opening
from tests.games.vabanque.evenings import SEEDS
from tests.table.evening import Evening

DATA = Path(__file__).with_name("data")

PAST = "3-players-1"
"""The recorded game that is among the past ones, as game 1."""
GOING, PRACTICE, PUT_ASIDE = 2, 3, 4
"""In progress with cards face down; a practice game; a game in progress whose players have only joined, one of them undone and redone."""
NAMES = {"Benedetta", "Adriano", "Carlotta", "Donaldo", "Léa", "Zoë"}
TAGS = 36
COPY = '{"version":1,"casinos":{"7":{"id":"cairo","name":"Cairo","symbol":"roulette","colour":"yellow"}},"board":["1","3","cairo"]}'
"""What was taught of a copy of another game, from version 5 on."""
LAID = (Colour.RED, 2)
"""Whose card lies face down in game 2, and at which table."""


def of(version: int) -> Path:
    """The file of a version."""
    return DATA / f"journal-v{version}.db"


def keys_of(version: int) -> Path:
    """The folder with the keys that belong to it; versions before the seals have none."""
    return DATA / f"keys-v{version}"


def fill(folder: Path) -> None:
    """Plays at a table of its own what every file holds."""
    evening = Evening(folder)
    played = record.replay((SEEDS / "games" / f"{PAST}.jsonl").read_bytes().splitlines(keepends=True))
    assert history.add(evening.journal, VABANQUE, played) == (1, True)
    assert evening.sit_down() == GOING
    evening.tokens()
    owner, table = LAID
    evening.tap(f"{owner} cheat")
    evening.touch(table)
    evening.post(commands.GoHome())
    evening.post(commands.NewGame(practice=True))
    for colour in (Colour.RED, Colour.BLUE, Colour.GREEN):
        evening.do(Join(colour, str(colour)))
    evening.post(commands.GoHome())
    evening.post(commands.NewGame())
    evening.do(Join(Colour.WHITE, "Léa"))
    evening.do(Join(Colour.BLACK, "Zoë"))
    evening.post(commands.Undo())
    evening.post(commands.Redo())
    evening.post(commands.GoHome())
    for name in NAMES:
        evening.journal.use_name(name)
    with evening.journal._writing() as db:
        for name in ("red", "blue", "green"):
            db.execute("DELETE FROM names WHERE name = ?", (name,))
    assert any(isinstance(act, PlaceCard) for act in evening.journal.acts(GOING))
    evening.journal.teach("cash_and_run", COPY)
    evening.journal.close()


def main() -> None:
    target = of(migrate.VERSION)
    if target.exists():
        raise SystemExit(f"{target.name} is there already, and it stays as it is.")
    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder))
        source = sqlite3.connect(Path(folder) / opening.FILE)
        source.execute("PRAGMA journal_mode = DELETE")
        source.execute("VACUUM")
        source.close()
        DATA.mkdir(exist_ok=True)
        target.write_bytes((Path(folder) / opening.FILE).read_bytes())
        shutil.copytree(Path(folder) / keys.FOLDER, keys_of(migrate.VERSION))


if __name__ == "__main__":
    main()
