"""Two tables that differ in one face-down card, and somebody who does not hold it and does whatever comes to mind at both.

Each act is done at both, and everything that anybody could see, hear, ask or count is compared.
"""

from __future__ import annotations

import contextlib
import io
import logging
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from companion import cli
from companion.games import vabanque
from companion.games.colours import Colour
from companion.games.vabanque.moves import KINDS, Character, Correct, MovePawn, PlaceCard, PlaceToken, Rename, RevealCard
from companion.games.vabanque.pieces import PIECES
from companion.settings import Settings
from companion.table import backup, history, touches
from companion.table.inputs import AGE_UNKNOWN, Button, ButtonPressed, Fault, LinkLost, LinkUp, TagGone, TagSeen
from companion.table.shown import Answer
from tests.table.evening import PLAYERS, UIDS, Evening

VICTIM = Colour.BLUE
ACTS = 200
READERS = ("pad", "wand", *(f"ring-1/{place}" for place in range(1, 10)))
STICKERS = {bytes([0x04, 0xF0, number, 1, 2, 3, 4]): code for number, code in enumerate(code for code in PIECES if code.split()[1] in KINDS)}
"""Tags that the adversary brought along, bound to everybody's cards."""
NEW = [bytes([0x04, 0xF1, number, 1, 2, 3, 4]) for number in range(6)]


COMMANDS = (
    ("games",),
    ("past",),
    ("past", "--search", "a", "--json"),
    ("past", "--won", "Benedetta"),
    ("past", "--bin"),
    ("stats",),
    ("stats", "--player", "Adriano", "--since", "2026", "--json"),
    ("stats", "--game", "1"),
    ("stats", "--practice"),
    ("tags",),
    ("tags", "export", "-"),
    ("tags", "export", "FILE"),
    ("tags", "forget", "blue cheat"),
    ("backup", "FILE"),
    ("replay", "1"),
    ("export", "1", "-"),
    ("export", "1", "FILE"),
    ("names",),
    ("doctor", "--json"),
)
"""What anybody may ask in a terminal, without devices."""


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

    def __init__(self, folder: Path, kinds: tuple[str, ...], settings: Settings, counted: Counted) -> None:
        self.cards = tuple(f"{VICTIM} {kind}" for kind in kinds)
        self.counted = counted
        self.answers: list[tuple[int, str]] = []
        self.evening = Evening(folder, settings)
        self.evening.journal.bind_tags(STICKERS)
        self.restart()

    def restart(self) -> None:
        """As after a cut of the power."""
        self.evening.restart()
        database = self.evening.journal._db
        # No power is cut here.
        database.execute("PRAGMA synchronous = OFF")
        database.set_trace_callback(self._statement)
        self.evening.session.resume()

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
            "draws": session._rng.getstate(),  # type: ignore[attr-defined]
            "counts": self.counted.take(),
            "terminal": tuple(self.answers),
        }

    def put(self, told: TagSeen | TagGone) -> None:
        """Something is shown to a reader, or taken away."""
        self.evening.session.handle(told)

    def ask(self, words: tuple[str, ...]) -> None:
        """Asks in a terminal. FILE among the words is a file beside the data."""
        out, status = io.StringIO(), 0
        file = self.evening.folder.with_name(f"{self.evening.folder.name}.out")
        file.unlink(missing_ok=True)
        words = tuple(str(file) if word == "FILE" else word for word in words)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            try:
                cli.main([*words, "--data", str(self.evening.folder)])
            except SystemExit as end:
                status = int(end.code or 0)
        text = out.getvalue().replace(str(self.evening.folder), "DATA")
        # How much is free, and how quick the disk is, is the machine's.
        self.answers.append((status, re.sub(r"[0-9.]+ [GM]B|[0-9]+ ms|DATA[.]out", "#", text)))
        self.answers.append((int(file.exists()), file.read_text() if file.exists() else ""))

    def kept(self) -> dict[str, object]:
        """What the disk holds, and what can be asked of it."""
        journal = self.evening.journal
        told: dict[str, object] = {
            "files": sorted((self._named(file), file.stat().st_size) for file in self.evening.folder.rglob("*")),
            "rows": journal._db.execute("SELECT game, number, at, length(act), length(seal) FROM acts").fetchall(),
            "acts": journal._db.execute("SELECT game, number, act FROM acts").fetchall(),
            "backup": backup.encode(journal, None).content,
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


def _tried(ask: Callable[[], str]) -> str:
    try:
        return ask()
    except Exception as error:  # noqa: BLE001  what it says is compared
        return f"{type(error).__name__}: {error}"


class Adversary:
    """What is done, drawn from a seed. Nothing turns the victim's card over, and nobody opens its owner's own cards."""

    def __init__(self, seed: int, folder: Path, patch: Callable[[str, Any], None], made: type[World] = World) -> None:
        self.rng = rng = random.Random(seed)
        self.tick = 0
        now = lambda: f"2026-11-30T{20 + self.tick // 3600:02}:{self.tick // 60 % 60:02}:{self.tick % 60:02}+00:00"  # noqa: E731
        patch("companion.table.journal.now", now)
        patch("companion.table.backup.now", now)
        self._count_moves(patch)
        kinds = rng.sample(KINDS, 3)
        other = [kinds[1], kinds[0], kinds[2]]
        settings = Settings(backs_show_owners=rng.random() < 0.3, notes=rng.random() < 0.5)
        self.counted = Counted()
        self.worlds = [made(folder / name, tuple(hand), settings, self.counted) for name, hand in (("a", kinds), ("b", other))]
        self.done: list[str] = []
        self.to_come: list[tuple[str, Callable[[World], object]]] = []
        rounds, self.second = rng.randrange(2), rng.randrange(2)
        for world in self.worlds:
            self._begin(world, rounds)

    def _count_moves(self, patch: Callable[[str, Any], None]) -> None:
        apply = vabanque.apply

        def tried(position: vabanque.Position, move: Any) -> vabanque.Position:
            self.counted.tried += 1
            return apply(position, move)

        patch("companion.games.vabanque.apply", tried)

    def _begin(self, world: World, rounds: int) -> None:
        """The victim's first card lies at a table of its own, without a pawn."""
        evening = world.evening
        evening.sit_down(PLAYERS)
        for _ in range(rounds):
            evening.round()
        evening.tokens()
        # The third card, which is the same in both games, lies as well in some.
        for card, others in ((0, Character.BLUFF), (2, Character.RAISE))[: 1 + self.second]:
            for _ in evening.until(lambda: evening.view.to_act is VICTIM):
                assert evening.view.to_act is not None
                evening.do(PlaceCard(evening.view.to_act, others, 2))
            evening.tap(world.cards[card])
            evening.touch(4)
        evening.signals.clear()
        self.counted.take()

    def run(self, acts: int = ACTS) -> None:
        """Raises AssertionError with the acts that led there."""
        self._compare(kept=True)
        for number in range(acts):
            act = self._draw()
            self.tick += 1
            for world in self.worlds:
                self.counted.take()
                world.evening.now += 0.7
                world.evening.signals.clear()
                act(world)
                world.told = world.seen()  # type: ignore[attr-defined]
            self._compare(kept=number % 100 == 99)
        for world in self.worlds:
            world.evening.journal.close()

    def _compare(self, *, kept: bool) -> None:
        first, second = [getattr(world, "told", {}) | (world.kept() if kept else {}) for world in self.worlds]
        for name, told in first.items():
            assert told == second[name], f"{name} after {self.done[-12:]}"

    # --- what comes to mind ---

    def _draw(self) -> Callable[[World], object]:
        rng = self.rng
        if not self.to_come and rng.random() < 0.12:
            self.to_come += self._attack()
        if self.to_come:
            name, act = self.to_come.pop(0)
            self.done.append(name)
            return act
        make = rng.choice(
            [self._scan] * 6 + [self._touch] * 4 + [self._move] * 5 + [self._back] * 4 + [self._correct] * 8 + [self._tags] * 5 + [self._ask] * 3
        )
        name, act = make()
        self.done.append(name)
        return act

    def _attack(self) -> list[tuple[str, Callable[[World], object]]]:
        """Acts that only together could tell something."""
        rng = self.rng
        sticker = rng.choice([uid for uid, code in STICKERS.items() if code.startswith(VICTIM)])
        reader = rng.choice(("pad", "ring-1/4"))
        card = ("the card", lambda world: self._show(world, UIDS[world.cards[0]], reader, 0.0, True))
        own = ("a sticker", lambda world: self._show(world, sticker, reader, 0.0, True))
        moves = self.worlds[0].evening.session._timeline.moves
        cards = [place for place, move in enumerate(moves) if isinstance(move, PlaceCard) and move.by is VICTIM]
        post = self._post
        match rng.randrange(8):
            case 0:
                return [post(touches.CheckTags()), card, own, post(touches.CloseTags())]
            case 1 if cards:
                kinds = [post(touches.AmendPart(character=kind)) for kind in rng.sample(KINDS, 3)]
                return [post(touches.ProposeAmend(rng.choice(cards[-2:]))), *kinds, post(touches.Cancel())]
            case 2:
                back = rng.randrange(1, 14)
                undone, redone = [post(touches.Undo(sure=True))] * back, [post(touches.Redo())] * back
                return [*undone, post(touches.LearnTags("tile 1")), card, own, post(touches.CloseTags()), *redone]
            case 3:
                told = [post(touches.ReplaceTag(VICTIM)), own, card, post(touches.ReplaceKind(rng.choice(KINDS)))]
                return [*told, card, own, post(touches.CloseTags())]
            case 4:
                return [post(LinkUp("ring-1", READERS[2:])), own, card]
            case 5 | 6 if cards:
                # A kind that another card of the hand may have: were the two exchanged, something would change with it.
                place, kind = rng.choice(cards[-2:]), rng.choice(KINDS)
                undone = [post(touches.Undo(sure=True)), post(touches.Redo())] if rng.random() < 0.5 else []
                return [post(touches.ProposeAmend(place)), post(touches.AmendPart(character=kind)), card, post(touches.Amend()), *undone]
            case _:
                return [post(touches.GoHome()), post(touches.CheckTags()), card, own, post(touches.OpenGame(1))]

    def _post(self, thing: Any) -> tuple[str, Callable[[World], object]]:
        return repr(thing), lambda world: world.evening.post(thing)

    def _scan(self) -> tuple[str, Callable[[World], object]]:
        rng = self.rng
        reader, age = rng.choice(READERS), rng.choice((0.0, 0.0, 0.0, 20.0, AGE_UNKNOWN))
        gone = rng.random() < 0.7
        which = rng.random()
        if which < 0.3:
            # One of the victim's cards, in hand or face down: which it is nobody sees.
            at = rng.randrange(3)

            def scan(world: World) -> None:
                self._show(world, UIDS[world.cards[at]], reader, age, gone)

            return f"card {at} on {reader} ({age})", scan
        uid = rng.choice([*STICKERS, *NEW] if which < 0.7 else [uid for code, uid in UIDS.items() if not code.startswith(VICTIM)])
        return f"{uid.hex()} on {reader} ({age})", lambda world: self._show(world, uid, reader, age, gone)

    @staticmethod
    def _show(world: World, uid: bytes, reader: str, age: float, gone: bool) -> None:
        world.put(TagSeen(reader, uid, age))
        if gone:
            world.evening.now += 0.5
            world.put(TagGone(reader, uid))

    def _touch(self) -> tuple[str, Callable[[World], object]]:
        rng = self.rng
        if rng.random() < 0.7:
            return self._post(touches.TouchTable(rng.randrange(1, 10)))
        return self._post(
            rng.choice(
                (
                    touches.LayUnread(),
                    touches.Cancel(),
                    touches.Dismiss(),
                    touches.LeaveUntold(),
                    ButtonPressed(Button.UNDO),
                    LinkUp("ring-1", READERS[2:]),
                    LinkLost("ring-1", Fault.UNPLUGGED),
                    LinkUp("pad", ("pad",)),
                )
            )
        )

    def _move(self) -> tuple[str, Callable[[World], object]]:
        rng = self.rng
        view = self.worlds[0].evening.shown.view
        by = view.to_act if view is not None and view.to_act is not None and rng.random() < 0.8 else rng.choice(PLAYERS)
        table = rng.randrange(1, 10)
        return self._post(
            touches.Do(
                rng.choice(
                    (
                        PlaceCard(by, rng.choice((*KINDS, Character.HIDDEN)), table),
                        PlaceCard(by, rng.choice(KINDS), table),
                        PlaceToken(by, table),
                        MovePawn(by, rng.randrange(5)),
                        RevealCard(by, rng.choice(KINDS), table),
                        Rename(by, rng.choice(("Anna", "Zoë"))),
                        Correct(by, 5_000, "?"),
                    )
                )
            )
        )

    def _back(self) -> tuple[str, Callable[[World], object]]:
        rng = self.rng
        return self._post(touches.Undo(sure=rng.random() < 0.5) if rng.random() < 0.6 else touches.Redo())

    def _correct(self) -> tuple[str, Callable[[World], object]]:
        rng = self.rng
        view = self.worlds[0].evening.shown.view
        cards = [place for place, move in enumerate(self.worlds[0].evening.session._timeline.moves) if isinstance(move, PlaceCard)]
        most = len(self.worlds[0].evening.session._timeline.moves) + 1
        place = rng.choice(cards) if cards and rng.random() < 0.7 else rng.randrange(most)
        by, kind, table = rng.choice(PLAYERS), rng.choice(KINDS), rng.randrange(1, 10)
        return self._post(
            rng.choice(
                (
                    touches.ShowActs(rng.randrange(view.round + 1) if view is not None else 0),
                    touches.ProposeAmend(place),
                    touches.ProposeAmend(place, PlaceCard(by, kind, table), keep=rng.random() < 0.5),
                    touches.ProposeCard(by, kind, table),
                    touches.AmendPart(character=kind),
                    touches.AmendPart(character=kind),
                    touches.Amend() if rng.random() < 0.4 else touches.Cancel(),
                    touches.CloseActs(),
                )
            )
        )

    def _tags(self) -> tuple[str, Callable[[World], object]]:
        rng = self.rng
        code = rng.choice(list(PIECES))
        return self._post(
            rng.choice(
                (
                    touches.LearnTags(code),
                    touches.SkipPiece(),
                    touches.MoveTag(),
                    touches.ForgetPiece(code),
                    touches.ReplaceTag(rng.choice(PLAYERS)),
                    touches.ReplaceKind(rng.choice(KINDS)),
                    touches.CheckTags(),
                    touches.CloseTags(),
                    touches.LookAt(rng.choice([colour for colour in PLAYERS if colour is not VICTIM])),
                    touches.CloseOwn(),
                )
            )
        )

    def _ask(self) -> tuple[str, Callable[[World], object]]:
        rng = self.rng
        if rng.random() < 0.2:
            return "cut of the power", World.restart
        if rng.random() < 0.1:
            words = rng.choice(COMMANDS)
            return f"companion {' '.join(words)}", lambda world: world.ask(words)
        games = self.worlds[0].evening.journal.games()
        game = rng.choice(games).game if games else 1
        return self._post(
            rng.choice(
                (
                    touches.GoHome(),
                    touches.OpenGame(game),
                    touches.OpenGame(game),
                    touches.ShowPast(),
                    touches.ShowStats(),
                    touches.ShowNames(),
                    touches.ReplayGame(game, rng.randrange(40)),
                    touches.ClosePast(),
                )
            )
        )


class Logged(logging.Handler):
    """Keeps what is logged beside the other things that are counted."""

    def __init__(self, counted: Counted) -> None:
        super().__init__()
        self.counted = counted

    def emit(self, record: logging.LogRecord) -> None:
        self.counted.log.append(record.getMessage())
