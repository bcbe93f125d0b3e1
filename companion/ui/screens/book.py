"""The names book: who has played, and which spellings are one player. Two names are merged by choosing both."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.table.commands import MergeNames, ShowPast, UnmergeName
from companion.table.evenings.names import BookEntry
from companion.ui.kit import lettering
from companion.ui.kit.layout import Box, Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.chosen import Chosen
from companion.ui.screens.page import PageScreen
from companion.ui.texts import tr, trn
from companion.ui.widgets.button import HoldButton
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.rows import Row, Rows


class BookScreen(PageScreen):
    """The first name that is chosen is the one that stays. Nothing of a past game changes: spellings can be told apart again."""

    name = "book"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.people: Rows = self.add(Rows(self._choose, row=60))
        self.spellings = Rows(lambda name: self.act(UnmergeName(name)), row=60)
        self.alike = Rows(self._choose_both, row=76)
        self.merge = HoldButton("", self._merge, icon="check")
        self._drawn: tuple[tuple[str, ...], BookEntry | None, bool] = ((), None, False)

    _names = Chosen[tuple[str, ...]]((), lambda screen, _: screen.shown.book is not None or None)

    @property
    def chosen(self) -> tuple[str, ...]:
        """Up to two names, as they were tapped; one that has become another's spelling is gone."""
        there = {entry.name for entry in self.shown.book or ()}
        return tuple(name for name in self._names if name in there)

    def enter(self) -> None:
        self._names = ()

    @property
    def ready(self) -> bool:
        return self.shown is not None and self.shown.book is not None

    @property
    def _first(self) -> BookEntry | None:
        """The player that was chosen first."""
        return next((entry for entry in self.shown.book if entry.name == self.chosen[0]), None) if self.chosen else None

    def prompt(self) -> Prompt:
        return Prompt("pencil", tr("Names"), trn("{n} player", "{n} players", len(self.shown.book)))

    def fill(self) -> None:
        book: tuple[BookEntry, ...] = self.shown.book
        self.people.show([self._row(entry) for entry in book])
        first = self._first
        self.spellings.show([Row(name, name, end="cross", name=True) for name in (first.spellings if first else ())])
        room = self._parts(self.frame)[1].w - 74
        short = {name: lettering.fit(name, room, 36, 28, scale=self.frame.scale, name=True, least=28).lines[0] for _, name in self.shown.alike}
        self.alike.show([Row((into, name), into, short[name], end="right", name=True) for into, name in self.shown.alike])
        self.merge.show(tr("Hold: same player"))
        drawn = self.chosen, first, bool(self.shown.alike)
        if drawn != self._drawn:
            self._drawn = drawn
            self.redraw()

    def reword(self) -> None:
        super().reword()
        self.redraw()

    def _row(self, entry: BookEntry) -> Row:
        games = trn("{n} game", "{n} games", entry.games)
        rank = str(self.chosen.index(entry.name) + 1) if entry.name in self.chosen else ""
        # Who has other spellings, too, can have them separated.
        return Row(entry.name, entry.name, value=games, rank=rank, end="pencil" if entry.spellings else "", chosen=bool(rank), name=True)

    # --- what is touched ---

    def _choose(self, name: str) -> None:
        if name in self.chosen:
            self._names = tuple(each for each in self.chosen if each != name)
        else:
            self._names = (*self.chosen[:1], name)
        self.look()

    def _choose_both(self, pair: tuple[str, str]) -> None:
        self._names = pair
        self.look()

    def _merge(self) -> None:
        if len(self.chosen) == 2:
            into, name = self.chosen
            self.act(MergeNames(name, into))

    def leave(self) -> None:
        self.act(ShowPast(self.shown.search))

    # --- where it is ---

    def _parts(self, frame: Frame) -> tuple[Box, Box]:
        return frame.halves(0.5 if frame.portrait else 0.52, 16)

    def place(self, frame: Frame) -> None:
        left, right = self._parts(frame)
        self.people.put(*left)
        both = len(self.chosen) == 2
        self.have(self.merge, (right.x, right.y + right.h - 60, right.w, 60) if both else None)
        listed = self.ready and not both and self._first is not None and bool(self._first.spellings)
        offered = self.ready and not self.chosen and bool(self.shown.alike)
        self.have(self.alike, (right.x, right.y + 120, right.w, right.h - 120) if offered else None)
        self.have(self.spellings, (right.x, right.y + 120, right.w, right.h - 120) if listed else None)

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        if not self.ready:
            return
        _, right = self._parts(self.frame)
        x, y, w, h = right
        if len(self.chosen) == 2:
            into, name = self.chosen
            pen.text((x, y, w, 36), name, 30, "ivory", font="JostSemiBold", name=True)
            pen.text((x, y + 38, w, 34), tr("counts from now on as"), 28, "mist")
            pen.text((x, y + 74, w, 36), into, 30, "champ", font="JostSemiBold", name=True)
            text = tr("Past games stay as they are. You can undo it.")
            pen.text((x, y + 122, w, h - 190), text, 28, "mist", lines=5, valign="top")
        elif self._first is not None:
            pen.text((x, y, w, 36), self._first.name, 30, "ivory", font="JostSemiBold", name=True)
            more = tr("Tap a spelling to separate it:") if self._first.spellings else tr("Tap another spelling of this player.")
            pen.text((x, y + 40, w, 74), more, 28, "mist", lines=2, valign="top")
        elif self.shown.alike:
            pen.text((x, y, w, 116), tr("These look alike. If they are one player, tap them."), 28, "ivory", lines=3, valign="top")
        else:
            pen.text((x, y, w, h), tr("Tap two spellings of one player. The first one stays."), 28, "ivory", lines=4, valign="top")
