"""A table in time: readers that look every 40 ms, a disk that may be slow, a picture that is seen a moment later, and hands as they are.

Who plays shows a piece or touches a table, wobbles, looks, shows it once more where nothing is seen or something was refused. In between come
others: too early, with the wrong card, with two at once. Time is a number, so an evening takes a moment.
"""

from __future__ import annotations

import heapq
import itertools
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from companion.games.vabanque.rules.moves import KINDS, AnyMove, MovePawn, PlaceCard, PlaceToken
from companion.games.vabanque.rules.view import Phase
from companion.pico.presence import GONE, SEEN, Presence
from companion.table.commands import Made, TouchSpot
from companion.table.events import Button, ButtonPressed, Input, LinkUp, TagGone, TagSeen, TagTrouble, Trouble
from companion.table.snapshot import Snapshot
from tests.table.evening import RING, UIDS, Evening

POLL = 0.04
DRAWN, SEEN_AFTER = 0.05, 0.3
"""A snapshot is a picture so many seconds later, and people have seen it so many seconds later."""


class Antenna:
    """One reader with what is laid on it: (UID, from when, until when)."""

    def __init__(self) -> None:
        self.presence = Presence()
        self.pieces: list[tuple[bytes, float, float]] = []
        self.polls: set[int] = set()


class Table:
    """The session with its readers. `disk`: how many seconds each act takes to be written."""

    def __init__(self, folder: Path, rng: random.Random, disk: Callable[[], float]) -> None:
        self.rng = rng
        self.evening = Evening(folder)
        # Cutting the power is tested elsewhere; here nobody waits for the real disk.
        self.evening.journal._db.execute("PRAGMA synchronous = OFF")
        self.evening.sit_down()
        self.session = self.evening.session
        self.session.handle(LinkUp("ring-1", tuple(f"ring-1/{n}" for n in range(1, len(RING) + 1))))
        self.pictures: list[tuple[float, Snapshot]] = [(0.0, self.session.shown)]
        self.session.listeners.append(lambda shown: self.pictures.append((self.evening.now, shown)))
        self.antennas = {name: Antenna() for name in ("pad", "wand", *(f"ring-1/{n}" for n in range(1, len(RING) + 1)))}
        self._due: list[tuple[float, int, Any]] = []
        self._number = itertools.count()
        append = self.evening.journal.append

        def slow(*args: Any, **options: Any) -> Any:
            self.evening.now += disk()
            return append(*args, **options)

        self.evening.journal.append = slow  # type: ignore[method-assign]
        self.time = self._others = self.evening.now
        self._mine, self._disturbed = "pad", False

    # --- what is there to be seen ---

    def picture(self, ago: float) -> Snapshot:
        """The snapshot that was published so long ago, at least."""
        return [shown for when, shown in self.pictures if when <= self.time - ago][-1]

    @property
    def made(self) -> list[AnyMove]:
        """All that has been played: tokens, cards, pawns."""
        return [move for move in self.session.timeline.moves if isinstance(move, PlaceToken | PlaceCard | MovePawn)]

    # --- what hands do ---

    def show(self, reader: str, code: str, start: float, dwell: float) -> None:
        """Holds a piece to a reader. It may wobble: leave the field for up to 0.4 s, once or twice, and come back."""
        antenna, until = self.antennas[reader], start + dwell
        antenna.pieces.append((UIDS[code], start, until))
        for _ in range(self.rng.choice((0, 0, 1, 1, 2))):
            start = until + self.rng.uniform(0, 0.4)
            until = start + self.rng.uniform(0.05, 0.4)
            antenna.pieces.append((UIDS[code], start, until))
        first, last = int(antenna.pieces[0][1] / POLL), int((until + 0.8) / POLL)
        for n in range(max(first, int(self.time / POLL)), last):
            if n not in antenna.polls:
                antenna.polls.add(n)
                self._at(n * POLL, reader)

    def touch(self, table: int, at: float) -> None:
        self._at(at, TouchSpot(table))

    def press(self, button: Button, at: float) -> None:
        self._at(at, ButtonPressed(button))

    def _at(self, when: float, what: Any) -> None:
        heapq.heappush(self._due, (when, next(self._number), what))

    # --- time ---

    def until(self, when: float) -> None:
        """Lets everything happen up to then."""
        while self._due and self._due[0][0] <= when:
            self.time, _, what = heapq.heappop(self._due)
            if isinstance(what, str):
                for thing in self._poll(what):
                    self._handle(thing)
            elif isinstance(what, TouchSpot):
                self._handle(Made((what,), self.picture(DRAWN).serial))
            else:
                self._handle(what)
        self.time = when
        deadline = self._deadline()
        if deadline is not None and deadline <= when:
            self.evening.now = max(self.evening.now, deadline)
            self.session.tick()
        self.evening.now = max(self.evening.now, when)

    def _deadline(self) -> float | None:
        """When half a gesture lapses."""
        wait = self.session.wait
        return None if wait is None else self.evening.now + wait

    def _handle(self, thing: Input | Made) -> None:
        deadline = self._deadline()
        if deadline is not None and self.evening.now < deadline <= self.time:
            self.evening.now = deadline
            self.session.tick()
        self.evening.now = max(self.evening.now, self.time)
        self.session.handle(thing, self.time)

    def _poll(self, reader: str) -> Iterator[Input]:
        antenna = self.antennas[reader]
        there = list(dict.fromkeys(uid for uid, start, until in antenna.pieces if start <= self.time < until))
        for kind, uid, trouble in antenna.presence.update(round(self.time * 1000), there, True):
            if kind == SEEN:
                yield TagSeen(reader, uid, 0.0, len(there))
            elif kind == GONE:
                yield TagGone(reader, uid)
            else:
                yield TagTrouble(reader, Trouble(trouble))

    # --- one player's turn ---

    def play(self, move: AnyMove) -> None:
        """The player to act does what is meant until it is seen to be done; others get in the way meanwhile."""
        before, start = len(self.made), max(self.time, self._others) + self.rng.uniform(0.1, 1.0)
        self._mine, to = self.rng.choice(("pad", "wand")), self._table(move)
        self._disturbed = self.rng.random() < 0.4
        self.until(start)
        for attempt in range(30):
            waits = self.picture(SEEN_AFTER).pending
            if waits is not None and waits.spot not in (None, to):
                # Somebody else's table waits, and everybody can read it: it is let go of first.
                self.press(Button.UNDO, start)
                start += self.rng.uniform(0.3, 1.0)
            over = self._gesture(move, to, before, start, late=self.rng.random() < 0.05)
            if attempt == 0 and self._disturbed:
                self._in_the_way(move, max(self.time, self.rng.uniform(start - 0.1, over)))
            self.until(over + self.rng.uniform(0.8, 1.4))
            if self.picture(SEEN_AFTER).notice is not None:
                # Read what was refused, and look once more.
                self.until(self.time + self.rng.uniform(0.8, 2.5))
            if progress(self.picture(SEEN_AFTER)) > before:
                break
            start = self.time + self.rng.uniform(0.05, 0.25)
        else:
            raise AssertionError((move, self.session.shown.notice))
        assert self.made[before:] == [move], (move, self.made[before:])

    def _gesture(self, move: AnyMove, table: int, before: int, start: float, *, late: bool) -> float:
        """Makes the whole gesture of a move in one of the ways there are; returns when it is over. `late`: its second half is."""
        rng, reader = self.rng, self._mine
        if not isinstance(move, PlaceCard):
            if rng.random() < 0.5:
                self.touch(table, start)
                return start
            return self._tap(reader, tile(table), start)
        card = f"{move.by} {move.character}"
        way = rng.choice(("both", "both", "tags", "finger", "ring"))
        if way == "both":
            dwell = rng.uniform(0.3, 1.0)
            self.show(reader, card, start + rng.choice((0, 0, rng.uniform(0, 0.12))), dwell)
            self.show(reader, tile(table), start + rng.choice((0, 0, rng.uniform(0, 0.12))), dwell)
            return start + dwell
        if way == "ring":
            return self._tap(f"ring-1/{table}", card, start)
        gap = rng.uniform(8.5, 10) if late else rng.uniform(0.1, 2.5)
        other = reader if self._disturbed else rng.choice(("pad", "wand"))
        halves = [lambda at: self._tap(reader, card, at)]
        halves.append(lambda at: self._tap(other, tile(table), at) if way == "tags" else self._finger(table, at))
        rng.shuffle(halves)
        second = halves[0](start) + gap
        if gap > SEEN_AFTER:
            # Nobody goes on without having looked.
            self.until(second - 0.2)
            if progress(self.picture(SEEN_AFTER)) > before:
                return self.time
        return halves[1](second)

    def _tap(self, reader: str, code: str, start: float) -> float:
        dwell = self.rng.uniform(0.1, 0.8)
        self.show(reader, code, start, dwell)
        return start + dwell

    def _finger(self, table: int, at: float) -> float:
        self.touch(table, at)
        return at

    def _table(self, move: AnyMove) -> int:
        if isinstance(move, MovePawn):
            return dict(self.evening.view.reachable)[move.steps]
        assert isinstance(move, PlaceToken | PlaceCard)
        return move.table

    def _in_the_way(self, move: AnyMove, at: float) -> None:
        """What others do, and what the player does by mistake, that must not count."""
        rng, view = self.rng, self.evening.view
        # Two hands at one reader at once are one hand to it.
        reader = "wand" if self._mine == "pad" else "pad"
        assert view.to_act is not None
        turn = view.order.index(view.to_act)
        # What the next one does, too, is right as soon as it is that one's turn.
        strangers = [colour for colour in view.order if colour not in (view.to_act, view.order[(turn + 1) % len(view.order)])]
        card = f"{rng.choice(strangers)} {rng.choice(('raise', 'bluff', 'cheat'))}"
        table = tile(rng.randint(1, len(RING)))
        match rng.choice(("card", "pair", "card, then table", "two", "colour", "unknown", "ok", "trouble")):
            case "card":
                self.show(reader, card, at, 0.4)
            case "pair":
                self.show(reader, card, at, 0.6)
                self.show(reader, table, at, 0.6)
            case "card, then table" if isinstance(move, PlaceCard):
                self.show(reader, card, at, 0.3)
                self.show(reader, table, at + rng.uniform(0.4, 1.5), 0.3)
            case "two":
                self.show(reader, card, at, 0.6)
                self.show(reader, f"{move.by} colour", at, 0.6)  # type: ignore[union-attr]
            case "colour":
                self.show(reader, f"{rng.choice(strangers)} colour", at, 0.3)
            case "ok" if not isinstance(move, MovePawn):
                self.press(Button.OK, at)
            case _:
                self._at(at, TagTrouble(reader, Trouble.TWO_TAGS))
        self._others = at + 2.5


def tile(table: int) -> str:
    return f"tile {RING[table - 1]}"


def progress(shown: Snapshot) -> int:
    """How much of the round is seen to have been played: tokens, cards and pawns."""
    view = shown.view
    assert view is not None
    tokens = sum(len(table.tokens) for table in view.tables)
    cards = sum(len(KINDS) - player.cards_left for player in view.players)
    return tokens + cards + sum(player.moved for player in view.players)


def a_round(folder: Path, seed: int) -> int:
    """A round's tokens, cards and pawns by such hands: each is played once, by the one who meant it. Returns how many acts there were."""
    rng = random.Random(seed)
    slow = rng.choice((0.0, 0.0, 0.02, 0.3, 1.0, 3.0))
    table = Table(folder, rng, lambda: slow * rng.random())
    meant: list[AnyMove] = []
    view = table.evening.view
    while (view := table.evening.view).phase in (Phase.TOKENS, Phase.CARDS, Phase.PAWNS):
        by = view.to_act
        assert by is not None
        move: AnyMove
        if view.phase is Phase.TOKENS:
            move = PlaceToken(by, rng.randint(1, len(RING)))
        elif view.phase is Phase.CARDS:
            left = [kind for kind in KINDS if not any(isinstance(m, PlaceCard) and (m.by, m.character) == (by, kind) for m in meant)]
            move = PlaceCard(by, rng.choice(left), rng.randint(1, len(RING)))
        else:
            move = MovePawn(by, rng.randint(0, 4))
        table.play(move)
        meant.append(move)
    # What still wobbles comes to rest.
    table.until(table.time + 5)
    assert table.made == meant
    assert table.evening.view.phase is Phase.STAND
    table.evening.journal.close()
    return len(meant)
