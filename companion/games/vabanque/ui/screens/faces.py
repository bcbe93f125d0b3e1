"""The ways in which the right value of an act is told when it is corrected: each a face of the correction screen with widgets of its own."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import msgspec

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import AnyMove, Character, Correct, LayRing, RevealCard, Seat, Untold
from companion.games.vabanque.rules.pieces import CHARACTERS
from companion.games.vabanque.rules.view import RoundResult, View
from companion.games.vabanque.table.commands import AmendPart
from companion.games.vabanque.table.corrections.change import Change
from companion.games.vabanque.ui.acts import first_seats
from companion.games.vabanque.ui.screens.chosen import Asked
from companion.games.vabanque.ui.screens.count import MOST
from companion.games.vabanque.ui.screens.reveal import Faces, Missing, TableTabs
from companion.games.vabanque.ui.widgets.counting import VALUES, NotePad
from companion.games.vabanque.ui.widgets.private import PrivatePad
from companion.games.vabanque.ui.widgets.ring import Middle, Ring
from companion.games.vabanque.ui.widgets.strip import PlayerStrip
from companion.table.commands import Do, ProposeAmend, TouchSpot
from companion.table.snapshot import Snapshot
from companion.ui import texts
from companion.ui.kit.layout import Box, Frame
from companion.ui.screens.chosen import Chooses, Chosen
from companion.ui.texts import tr
from companion.ui.widgets.button import Button
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.field import TextEntry
from companion.ui.widgets.rows import Row, Rows

Act = Callable[[Any], None]
Placed = list[tuple[Drawn, Box]]

SIDE = 232
"""The room for buttons beside a list, in dp."""


def one_proposal(face: Chooses, _value: object) -> Hashable:
    """The correction that is looked at, as it is now."""
    change = face.shown.change
    return (face.shown.game, change) if change is not None else None


class Face(Chooses):
    """Passes on what the finger tells with `act`, and says with `look` that only the picture has changed."""

    def __init__(self, act: Act, look: Callable[[], None]) -> None:
        self.act = act
        self.look = look

    def text(self, change: Change) -> str:
        """What the bar asks for."""
        raise NotImplementedError

    def begin(self, change: Change, view: View) -> None:
        """It is opened."""

    def fill(self, change: Change, view: View) -> None:
        """Hands the widgets their values."""

    def widgets(self) -> tuple[Drawn, ...]:
        """All that it may show."""
        raise NotImplementedError

    def boxes(self, room: Box, frame: Frame) -> Placed:
        """Where its widgets are."""
        raise NotImplementedError


class TableFace(Face):
    """The ring; a finger on a table says that table, as its tag does."""

    def __init__(self, act: Act, look: Callable[[], None]) -> None:
        super().__init__(act, look)
        self.ring = Ring(lambda key: act(TouchSpot(key)) if isinstance(key, int) else None)

    def text(self, change: Change) -> str:
        return tr("Tap the right table")

    def fill(self, change: Change, view: View) -> None:
        # Nobody acts here: no table is to be reached.
        self.ring.show(msgspec.structs.replace(view, reachable=(), to_act=None), middle=Middle(), waiting=change.act.spot, motion=False)

    def widgets(self) -> tuple[Drawn, ...]:
        return (self.ring,)

    def boxes(self, room: Box, frame: Frame) -> Placed:
        return [(self.ring, frame.board)]


class OpenFace(Face):
    """The kind of a card that everybody has seen."""

    def __init__(self, act: Act, look: Callable[[], None]) -> None:
        super().__init__(act, look)
        self.faces = Faces(lambda kind: act(AmendPart(character=kind)))

    def text(self, change: Change) -> str:
        return tr("Which card was it?")

    def widgets(self) -> tuple[Drawn, ...]:
        return (self.faces,)

    def boxes(self, room: Box, frame: Frame) -> Placed:
        tall = min(room.h - 70, 250.0)
        return [(self.faces, Box(room.x, room.y + (room.h - 66 - tall) / 2, room.w, tall))]


class SecretFace(Face):
    """The kind of a card that lies face down: with the pad, while it is held."""

    def __init__(self, act: Act, look: Callable[[], None]) -> None:
        super().__init__(act, look)
        self.pad = PrivatePad(lambda kind: act(AmendPart(character=kind)))

    def text(self, change: Change) -> str:
        return tr("Everyone else looks away")

    def begin(self, change: Change, view: View) -> None:
        self.pad.cover()

    def widgets(self) -> tuple[Drawn, ...]:
        return (self.pad,)

    def boxes(self, room: Box, frame: Frame) -> Placed:
        h = room.h - 72
        if frame.portrait:
            # Taller than wide, so that the cards lie above the pad.
            w = min(room.w, h - 2)
            return [(self.pad, Box(room.x + (room.w - w) / 2, room.y, w, h))]
        return [(self.pad, Box(room.x + 12, room.y + 10, room.w - 24, h - 20))]


def listed(rows: Rows, room: Box, frame: Frame) -> Placed:
    """A list of up to six rows that are seen at once, with room for buttons beside or below it."""
    if frame.portrait:
        return [(rows, Box(room.x, room.y, room.w, room.h - 64))]
    return [(rows, Box(room.x, room.y, room.w - SIDE, room.h))]


class PeopleFace(Face):
    """A colour: who began, or which colour somebody has played."""

    def __init__(self, act: Act, look: Callable[[], None]) -> None:
        super().__init__(act, look)
        self.rows = Rows(self._tapped, row=58)
        self._joined = False

    def _tapped(self, colour: Colour) -> None:
        self.act(AmendPart(colour=colour) if self._joined else AmendPart(first=colour))

    def text(self, change: Change) -> str:
        return tr("Which colour was it?") if change.do == "join" else tr("Who began?")

    def fill(self, change: Change, view: View) -> None:
        self._joined = change.do == "join"
        names = {player.colour: player.name for player in view.players}
        colours = list(Colour) if self._joined else list(first_seats(view).chairs)
        self.rows.show([Row(c, names.get(c, tr("not taken")), mark=c, chosen=c is change.act.by, name=True) for c in colours])

    def widgets(self) -> tuple[Drawn, ...]:
        return (self.rows,)

    def boxes(self, room: Box, frame: Frame) -> Placed:
        return listed(self.rows, room, frame)


class NameFace(Face):
    """A player's name."""

    def __init__(self, act: Act, look: Callable[[], None]) -> None:
        super().__init__(act, look)
        self.entry = TextEntry(lambda name: act(AmendPart(name=name)))

    def text(self, change: Change) -> str:
        return tr("Type the name")

    def begin(self, change: Change, view: View) -> None:
        name = next((player.name for player in view.players if player.colour is change.act.by), "")
        self.entry.show(name, suggested=name in CHARACTERS.values())

    def widgets(self) -> tuple[Drawn, ...]:
        return (self.entry,)

    def boxes(self, room: Box, frame: Frame) -> Placed:
        edge = 12 if frame.portrait else 0
        return [(self.entry, Box(room.x - edge, room.y, room.w + 2 * edge, min(324, room.h)))]


class SwapFace(Face):
    """Chairs or the tiles of the ring: two that are tapped change places."""

    def __init__(self, act: Act, look: Callable[[], None]) -> None:
        super().__init__(act, look)
        self.rows = Rows(self._tapped, row=56)
        self._place = 0
        self._ring = False

    order = Chosen[tuple[Any, ...]]((), one_proposal)
    """What changes places, as it is to lie now."""
    first = Chosen[int | None](None, one_proposal)
    """The first of two."""

    def text(self, change: Change) -> str:
        return tr("Tap two tables to swap") if self._ring else tr("Tap two players to swap")

    def begin(self, change: Change, view: View) -> None:
        self._ring, self._place = change.do == "ring", change.act.place or 0
        self.order = view.ring if self._ring else first_seats(view).chairs
        self.first = None

    def fill(self, change: Change, view: View) -> None:
        names = {player.colour: player.name for player in view.players}
        rows = []
        for n, each in enumerate(self.order):
            title, mark = (tr("Tile {n}", n=each), "list") if self._ring else (names[each], each)
            rows.append(Row(n, title, mark=mark, rank=str(n + 1), chosen=n == self.first, name=True))
        self.rows.show(rows)

    def _tapped(self, n: int) -> None:
        if self.first is None or self.first == n:
            self.first = n if self.first is None else None
            self.look()
            return
        order = list(self.order)
        order[n], order[self.first] = order[self.first], order[n]
        self.order, self.first = tuple(order), None
        self.act(ProposeAmend(self._place, LayRing(self.order) if self._ring else Seat(self.order)))

    def widgets(self) -> tuple[Drawn, ...]:
        return (self.rows,)

    def boxes(self, room: Box, frame: Frame) -> Placed:
        return listed(self.rows, room, frame)


class AmountFace(Face):
    """Money for a player or back from one: what an earlier correction should have been, or what is settled for cards that nobody could tell."""

    def __init__(self, act: Act, look: Callable[[], None]) -> None:
        super().__init__(act, look)
        self.people = PlayerStrip(self._who)
        self.notes = NotePad(look)
        self.gets = Button("", lambda: self._settle(1), icon="plus")
        self.gives = Button("", lambda: self._settle(-1), kind="secondary", icon="minus")
        self._place: int | None = None
        self._reason = ""

    whose = Chosen[Colour | None](None, one_proposal)

    def text(self, change: Change) -> str:
        return tr("How much was it?") if change.do == "correct" else tr("How much for the unknown cards?")

    def begin(self, change: Change, view: View) -> None:
        self.notes.start({}, dict.fromkeys(VALUES, MOST))
        mends = change.do == "correct"
        self._place = change.act.place if mends else None
        self.whose = change.act.by if mends else change.untold[0].owner
        recorded = [each.reason for result in view.results for each in result.corrections if each.by is change.act.by]
        settles = tr("For unknown cards")
        self._reason = (recorded[0] if len(recorded) == 1 else tr("Agreed at the table")) if mends else settles

    def fill(self, change: Change, view: View) -> None:
        there = [player for player in view.players if self._place is None or player.colour is self.whose]
        self.people.show(tuple((player.colour, player.name) for player in there), self.whose)
        amount, some = texts.amount(self.notes.total), self.notes.total > 0
        self.gets.show(tr("Gets {m}", m=amount), enabled=some)
        self.gives.show(tr("Gives {m} back", m=amount), enabled=some)

    def _who(self, colour: Colour) -> None:
        self.whose = colour
        self.look()

    def _settle(self, sign: int) -> None:
        if self.whose is not None and self.notes.total:
            move = Correct(self.whose, sign * self.notes.total, self._reason)
            self.act(Do(move) if self._place is None else ProposeAmend(self._place, move))

    def widgets(self) -> tuple[Drawn, ...]:
        return self.people, self.notes, self.gets, self.gives

    def boxes(self, room: Box, frame: Frame) -> Placed:
        pad = 152.0 if not frame.portrait else 286.0
        upright = frame.portrait
        half, bottom = room.w if upright else (room.w - 8) / 2, room.y + room.h - (190 if upright else 124)
        people = min(112.0 if frame.portrait else 60.0, bottom - room.y - pad - 16)
        return [
            (self.people, Box(room.x, room.y, room.w, people)),
            (self.notes, Box(room.x, room.y + people + 8, room.w, pad)),
            (self.gets, Box(room.x, bottom, half, 56)),
            (self.gives, Box(room.x, bottom + 62, half, 56) if upright else Box(room.x + half + 8, bottom, half, 56)),
        ]


class AskedFace(Face):
    """Cards at tables that the correction pays and that were never turned over: their owners tell them, or nobody can."""

    def __init__(self, act: Act, look: Callable[[], None]) -> None:
        super().__init__(act, look)
        self.missing = Missing(self._owner)
        self.faces = Faces(self._told)
        self.tabs = TableTabs(self._table)
        self.unknown = Button("", self._untold, kind="secondary", icon="help")
        self.asked = Asked(lambda shown: shown.change.unrevealed if shown.change is not None else ())

    def follow(self, shown: Snapshot) -> None:
        self.asked.follow(shown)
        super().follow(shown)

    def text(self, change: Change) -> str:
        return tr("Table {n} is paid now. Which card lay there?", n=self.asked.at or 0)

    def fill(self, change: Change, view: View) -> None:
        names = {player.colour: player.name for player in view.players}
        self.missing.show(tuple((missing, names[missing.owner]) for missing in self.asked.here), self.asked.whose)
        self.tabs.show(tuple(dict.fromkeys(missing.table for missing in change.unrevealed)), self.asked.at or 0)
        self.unknown.show(tr("Nobody knows"))

    def _owner(self, owner: Colour) -> None:
        self.asked.whose = owner
        self.look()

    def _table(self, table: int) -> None:
        self.asked.at = table
        self.look()

    def _told(self, kind: Character) -> None:
        self._answer(lambda whose, at: RevealCard(whose, kind, at))

    def _untold(self) -> None:
        self._answer(Untold)

    def _answer(self, move: Callable[[Colour, int], AnyMove]) -> None:
        at, whose = self.asked.at, self.asked.whose
        if whose is not None and at is not None:
            self.act(Do(move(whose, at)))

    def widgets(self) -> tuple[Drawn, ...]:
        return self.missing, self.faces, self.tabs, self.unknown

    def boxes(self, room: Box, frame: Frame) -> Placed:
        bottom = room.y + room.h - 58
        if frame.portrait:
            left = Box(room.x, room.y, room.w, 190)
            right = Box(room.x, room.y + 202, room.w, room.h - 268)
            half = (room.w - 12) / 2
            unknown = Box(room.x + half + 12, bottom, half, 58)
        else:
            left = Box(room.x, room.y, 290, room.h - 66)
            right = Box(room.x + 306, room.y, room.w - 306, room.h - 66)
            unknown = Box(right.x, bottom, right.w, 58)
        faces = Box(right.x, right.y, right.w, min(230.0, right.h - 64))
        tabs = Box(right.x, right.y + right.h - 58, right.w, 58)
        return [(self.missing, left), (self.faces, faces), (self.tabs, tabs), (self.unknown, unknown)]


def result_tables(view: View, round_: int) -> tuple[Any, ...]:
    """The tables of a round that was paid out."""
    result: RoundResult | None = next((result for result in view.results if result.round == round_), None)
    return result.tables if result is not None else ()
