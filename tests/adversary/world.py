"""One of two tables that differ in one face-down card, and everything at it that anybody could see, hear, ask or count."""

from __future__ import annotations

import contextlib
import io
import logging
import re
from collections.abc import Callable
from pathlib import Path

import msgspec

from companion.cli import main
from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import KINDS
from companion.games.vabanque.rules.pieces import PIECES
from companion.settings import Settings
from companion.table.backup import read, write
from companion.table.evenings import history
from companion.table.events import TagGone, TagSeen
from companion.table.journal.lock import Lock
from companion.table.snapshot import Answer
from tests.table.evening import Evening

VICTIM = Colour.BLUE
STICKERS = {bytes([0x04, 0xF0, number, 1, 2, 3, 4]): code for number, code in enumerate(code for code in PIECES if code.split()[1] in KINDS)}
"""Tags that the adversary brought along, bound to everybody's cards."""


class Counted:
    """What is counted of one table: statements to SQLite, moves that the rules tried, what was logged."""

    def __init__(self) -> None:
        self.statements = self.tried = 0
        self.log: list[str] = []

    def take(self) -> tuple[int, int, tuple[str, ...]]:
        told = (self.statements, self.tried, tuple(self.log))
        self.statements = self.tried = 0
        self.log.clear()
        return told


class World:
    """One table. `cards`: which piece is the victim's first, second and third card, as they lie in the hand."""

    asks = 0.1
    """How often what is asked is asked in a terminal."""

    def __init__(self, folder: Path, kinds: tuple[str, ...], settings: Settings, counted: Counted) -> None:
        self.cards = tuple(f"{VICTIM} {kind}" for kind in kinds)
        self.counted = counted
        self.told: dict[str, object] = {}
        self.answers: list[tuple[int, str]] = []
        self.evening = Evening(folder, settings)
        self.evening.journal.bind_tags(STICKERS, "vabanque")
        # As it was before the first game.
        self.empty = write.encode(self.evening.journal, None).content
        self._file("BEFORE").write_bytes(self.empty)
        self._lock = Lock(folder)
        self.restart()

    def restart(self) -> None:
        """As after a cut of the power."""
        self.evening.restart()
        database = self.evening.journal._db
        # No power is cut here.
        database.execute("PRAGMA synchronous = OFF")
        database.set_trace_callback(self._statement)
        self.evening.session.resume()

    def close(self) -> None:
        """Nobody plays here any more."""
        self.evening.journal.close()
        self._lock.release()

    def _statement(self, _sql: str) -> None:
        self.counted.statements += 1

    def seen(self) -> dict[str, object]:
        """Everything that can be observed after an act, but for what the disk holds."""
        session, evening = self.evening.session, self.evening
        assert session.shown.notice is None or session.shown.notice.what is not Answer.FAULT
        return {
            "shown": msgspec.json.encode(session.shown),
            "repr": repr(session.shown),
            "signals": tuple(evening.signals),
            "published": len(evening.heard),
            "wait": session.wait,
            "draws": session._rng.getstate(),
            "counts": self.counted.take(),
            "terminal": self._answered(),
        }

    def _answered(self) -> tuple[tuple[int, str], ...]:
        told = tuple(self.answers)
        self.answers.clear()
        return told

    def put(self, told: TagSeen | TagGone) -> None:
        """Something is shown to a reader, or taken away."""
        self.evening.session.handle(told)

    def set(self, settings: Settings) -> None:
        """Other settings, which a start takes up as well."""
        self.evening.settings = settings
        self.evening.session.use(settings)

    def restored(self) -> None:
        """Somebody puts the backup of before the first game in the place of everything, on the screen."""
        self.evening.session.replace(read.decode(self.empty))

    def without(self, *lines: tuple[str, ...]) -> None:
        """The program is closed, something is typed, and it is started again."""
        self.close()
        for words in lines:
            self.ask(words)
        self._lock = Lock(self.evening.folder)
        self.restart()

    def ask(self, words: tuple[str, ...]) -> None:
        """Asks in a terminal. What is written in capitals is a file beside the data; OUT is not there before."""
        out, status = io.StringIO(), 0
        file = self._file("OUT")
        file.unlink(missing_ok=True)
        line = [str(self._file(word)) if word.isupper() else word for word in words]
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            try:
                main.main([*line, "--data", str(self.evening.folder)])
            except SystemExit as end:
                status = int(end.code or 0)
        text = out.getvalue().replace(str(self.evening.folder), "DATA")
        # How much is free, and how quick the disk is, is the machine's.
        self.answers.append((status, re.sub(r"[0-9.]+ [GM]B|[0-9]+ ms|DATA[.][A-Z]+", "#", text)))
        self.answers.append((int(file.exists()), file.read_text() if file.exists() else ""))

    def _file(self, name: str) -> Path:
        return self.evening.folder.with_name(f"{self.evening.folder.name}.{name}")

    def kept(self) -> dict[str, object]:
        """What the disk holds, and what can be asked of it."""
        journal = self.evening.journal
        told: dict[str, object] = {
            "files": sorted((self._named(file), file.stat().st_size) for file in self.evening.folder.rglob("*")),
            "rows": journal._db.execute("SELECT game, number, at, length(act), length(seal) FROM acts").fetchall(),
            "acts": journal._db.execute("SELECT game, number, act FROM acts").fetchall(),
            "backup": write.encode(journal, None).content,
            "games": msgspec.json.encode(history.in_progress(journal)),
        }
        for row in journal.games():
            told[f"record {row.game}"] = _tried(lambda game=row.game: history.export(journal, game))  # type: ignore[misc]
            told[f"replay {row.game}"] = _tried(lambda game=row.game: repr(history.replay(journal, game)))  # type: ignore[misc]
        self.counted.take()
        return told

    def _named(self, file: Path) -> str:
        # Keys have names that are drawn.
        name = str(file.relative_to(self.evening.folder))
        return "keys/" if name.startswith("keys/") else name


class TerminalWorld(World):
    """A table beside which somebody sits at a terminal."""

    asks = 0.7


def _tried(ask: Callable[[], str]) -> str:
    try:
        return ask()
    except Exception as error:  # noqa: BLE001  what it says is compared
        return f"{type(error).__name__}: {error}"


class Logged(logging.Handler):
    """Keeps what is logged beside the other things that are counted."""

    def __init__(self, counted: Counted) -> None:
        super().__init__()
        self.counted = counted

    def emit(self, record: logging.LogRecord) -> None:
        self.counted.log.append(record.getMessage())
