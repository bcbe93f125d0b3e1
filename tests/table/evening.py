"""A session at a table of its own, with a clock that is set by hand and tags on every piece: `tap`, `touch`, `do`, `look`."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.games.kit.colours import Colour
from companion.games.vabanque import rules
from companion.games.vabanque.rules.moves import (
    AnyMove,
    Begin,
    Character,
    Confirm,
    Counted,
    Gathered,
    Join,
    LayRing,
    Paid,
    PlaceCard,
    PlaceFirstPawn,
    Seated,
)
from companion.games.vabanque.rules.pieces import CHARACTERS, PIECES
from companion.games.vabanque.rules.view import Phase, View
from companion.settings import Settings
from companion.table.commands import BackInHand, Do, NewGame, Touch, TouchSpot
from companion.table.events import Input, Signal, TagSeen
from companion.table.journal.store import Journal
from companion.table.session.echo import HAND
from companion.table.session.session import Session
from companion.table.snapshot import Answer, Snapshot

UIDS = {code: bytes([0x04, number, 0xA1, 0xB2, 0xC3, 0xD4, 0x80]) for number, code in enumerate(PIECES)}
PLAYERS = (Colour.BLUE, Colour.RED, Colour.YELLOW, Colour.GREEN)
RING = (12, 11, 10, 9, 8, 7, 6, 5, 4)
"""Table 1 is tile 12, table 2 tile 11 ...: a tile's number is never its table's."""

THREE = (Character.RAISE, Character.BLUFF, Character.CHEAT)


class Evening:
    """What a test does at the table."""

    def __init__(self, folder: Path, settings: Settings | None = None) -> None:
        self.folder = folder
        self.now = 1000.0
        self.signals: list[Signal] = []
        self.heard: list[Snapshot] = []
        self.settings = settings
        self.journal = Journal(folder)
        if not self.journal.tags("vabanque"):
            self.journal.bind_tags({uid: code for code, uid in UIDS.items()}, "vabanque")
        self.session = self._session()

    def _session(self) -> Session:
        session = Session(
            self.journal,
            settings=self.settings,
            clock=lambda: self.now,
            rng=random.Random(1),
            on_signal=self.signals.append,
        )
        session.listeners.append(self.heard.append)
        return session

    def restart(self) -> None:
        """Closes the journal as a cut of the power leaves it to the next start, and opens it anew."""
        self.journal.close()
        self.journal = Journal(self.folder)
        self.session = self._session()

    def post(self, thing: Input | Touch) -> Snapshot:
        """Whatever is shown to a reader, or touched on the ring, is so as long after the last thing as hands need."""
        self.signals.clear()
        if isinstance(thing, TagSeen | TouchSpot):
            self.now += HAND + 0.01
        self.session.handle(thing)
        return self.session.shown

    def tap(self, code: str, reader: str = "pad", age: float = 0.0) -> Snapshot:
        return self.post(TagSeen(reader, UIDS[code], age))

    def card(self, code: str) -> Snapshot:
        """Shows a card. Where those of another game may lie, everybody says first that all are back in hand."""
        self.tap(code)
        if self.answer is Answer.LEFT_ELSEWHERE:
            self.post(BackInHand())
            assert self.answer is Answer.BACK_IN_HAND
            self.tap(code)
        return self.shown

    def tile(self, table: int, reader: str = "pad") -> Snapshot:
        return self.tap(f"tile {RING[table - 1]}", reader)

    def touch(self, table: int) -> Snapshot:
        return self.post(TouchSpot(table))

    def do(self, move: AnyMove) -> Snapshot:
        return self.post(Do(move))

    @property
    def shown(self) -> Snapshot:
        return self.session.shown

    @property
    def view(self) -> View:
        assert self.session.shown.view is not None
        return self.session.shown.view

    def until(self, done: Callable[[], bool], most: int = 200) -> Iterator[int]:
        """Turns until something is so. A table that does not go on fails the test instead of holding it up for ever."""
        for turn in range(most):
            if done():
                return
            yield turn
        raise AssertionError(f"still {self.view.phase} after {most} acts: {self.shown.notice}")

    def view_is_home(self) -> bool:
        return self.session.shown.view is None

    @property
    def answer(self) -> object:
        """What the notice says, None if there is none."""
        return self.shown.notice and self.shown.notice.what

    def sit_down(self, players: tuple[Colour, ...] = PLAYERS, first: Colour = Colour.RED, pawn: int = 1) -> int:
        """A new game up to the first token. Returns its number."""
        self.post(NewGame())
        for colour in players:
            self.do(Join(colour, CHARACTERS[colour]))
        self.do(Gathered())
        self.do(LayRing(RING[: self.view.tiles_needed]))
        self.do(Begin(first))
        self.do(PlaceFirstPawn(first, pawn))
        assert self.view.phase is Phase.TOKENS
        assert self.shown.game is not None
        return self.shown.game

    def tokens(self) -> None:
        """Every token of the round goes to the tables one after the other."""
        table = 0
        for _ in self.until(lambda: self.view.phase is not Phase.TOKENS):
            table = table % len(self.view.tables) + 1
            self.touch(table)

    def cards(self, table: int = 2) -> None:
        """Everybody lays what is in hand of Raise, Bluff, Cheat at one table, by the tags; by touch while the cards of another game lie."""
        for _ in self.until(lambda: self.view.phase is not Phase.CARDS):
            for kind in ("raise", "bluff", "cheat"):
                shown = self.card(f"{self.view.to_act} {kind}")
                if shown.pending is not None or self.answer is Answer.LIES_ELSEWHERE:
                    break
            if self.answer is not Answer.LIES_ELSEWHERE:
                self.touch(table)
                continue
            by = self.view.to_act
            assert by is not None
            self.do(PlaceCard(by, THREE[len(rules.own_cards(self.position(), by))], table))

    def pawns(self, steps: int = 0) -> None:
        for _ in self.until(lambda: self.view.phase is not Phase.PAWNS):
            self.touch(dict(self.view.reachable)[steps])

    def pay(self) -> None:
        for _ in self.until(lambda: self.view.phase is not Phase.PAYOUT):
            due = self.view.results[-1].earned
            self.do(Paid(next(c for c in self.view.order if due[c] and c not in self.view.handed_out)))

        if self.view.phase is Phase.COUNT:
            self.do(Counted())

    def round(self, table: int = 2) -> None:
        """A whole round, up to the next one's first token or the end."""
        self.tokens()
        self.cards(table)
        self.pawns()
        self.do(Confirm())
        self.pay()
        if self.view.phase is Phase.ORDER:
            self.do(Seated())

    def position(self) -> rules.Position:
        return self.session.timeline.position
