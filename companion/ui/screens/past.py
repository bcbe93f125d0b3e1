"""Past games: who played, who won, how much; found by a name or a date; each opens its replay."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import pairwise
from typing import Any

from companion.games.kit.colours import Colour
from companion.table.commands import ClosePast, EmptyBin, ReplayGame, Restore, ShowNames, ShowPast, ShowStats
from companion.table.snapshot import GameEntry
from companion.ui import gameui, texts
from companion.ui.kit.layout import Box, Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.chosen import Chosen
from companion.ui.screens.page import PageScreen, abreast
from companion.ui.screens.players import KnownNames
from companion.ui.screens.told import when
from companion.ui.texts import tr, trn
from companion.ui.widgets.button import Button, HoldButton
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem
from companion.ui.widgets.field import TextEntry
from companion.ui.widgets.icon import draw_icon
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.rows import Row, Rows

NARROW = 520
"""In less room than this, in dp, the losers' emblems stand on a line of their own."""

EMBLEM, STEP = 40.0, 43.0
"""The size of an emblem in dp, and from one to the next."""
MOST_OTHERS = 5


class PastRow(Row, frozen=True):
    """A past game as a row. `winners` and `others`: colours, the richest first."""

    winners: tuple[Colour, ...] = ()
    others: tuple[Colour, ...] = ()
    sides: tuple[tuple[Colour, ...], ...] = ()
    """Who played together: they stand beside each other, with a line below them."""


class PastRows(Rows):
    """The winner with day and money, and the others' emblems at the right; in little room each has a line."""

    def _row(self, pen: Pen, row: Row, y: float, w: float) -> None:
        assert isinstance(row, PastRow)
        h, wide = self.row - 4, w >= NARROW
        pen.rect(0, y, w, h, "panelHi" if row.chosen or self.pressed == ("row", row.key) else "bar")
        pen.target(("row", row.key), 0, y, w, h)
        middle = y + (h / 2 if wide else 23)
        left = 10.0
        _bound(pen, row.winners, row.sides, left + 20, middle)
        for colour in row.winners:
            draw_emblem(pen, colour, left + 20, middle, EMBLEM, seated=row.seated)
            left += STEP
        left += 8
        # The losers have a column of their own, or the last line.
        others = w - 36 - STEP * MOST_OTHERS if wide else w - 8 - STEP * len(row.others)
        _bound(pen, row.others, row.sides, others + STEP / 2, middle if wide else y + h - 24)
        for i, colour in enumerate(row.others):
            draw_emblem(pen, colour, others + STEP * (i + 0.5), middle if wide else y + h - 24, EMBLEM, seated=row.seated)
        draw_icon(pen, "right", w - 18, middle, 20, "champ")
        if not wide:
            pen.text((left, y + 4, w - 36 - left, 38), row.title, 30, "ivory", name=True)
            amount = min(pen.width(row.value, 28, "JostSemiBold") + 4, w * 0.41)
            pen.text((12, y + 42, w - amount - 30, 36), row.sub, 28, "mist", name=True)
            pen.text((w - 8 - amount, y + 42, amount, 36), row.value, 28, "champ", font="JostSemiBold", align="right")
            return
        right = others - 10
        amount = min(pen.width(row.value, 28, "JostSemiBold") + 4, (right - left) * 0.56)
        room = right - left - amount - 10
        pen.text((left, y + 1, room, h / 2 - 1), row.title, 30, "ivory", name=True)
        pen.text((left, y + h / 2 - 1, room, h / 2 - 1), row.sub, 28, "mist", name=True)
        pen.text((right - amount, y, amount, h), row.value, 28, "champ", font="JostSemiBold", align="right")


def _bound(pen: Pen, colours: tuple[Colour, ...], sides: tuple[tuple[Colour, ...], ...], x: float, y: float) -> None:
    """The line below emblems of one side; the first of them is at `x`, `y`."""
    for i, (one, next_) in enumerate(pairwise(colours)):
        if any(one in side and next_ in side for side in sides):
            pen.rect(x + STEP * i, y + EMBLEM / 2 - 1, STEP, 4, "champ")


class Nothing(Drawn):
    """Stands where the list would be."""

    def __init__(self) -> None:
        super().__init__()
        self.said = ("list", "")

    def show(self, icon: str, text: str) -> None:
        """Takes what is said where there is nothing."""
        if (icon, text) != self.said:
            self.said = (icon, text)
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        draw_icon(pen, self.said[0], w / 2, h * 0.32, 72, "brass")
        pen.text((28, h * 0.46, w - 56, 80), self.said[1], 28, "ivory", align="centre", lines=2)


class PastScreen(PageScreen):
    """The newest first. What was searched for stands in the snapshot, so the way back from a replay leads to the same list."""

    name = "past"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.rows = PastRows(self._tapped, row=64)
        self.stats = Button("", lambda: self.act(ShowStats()), kind="quiet", icon="chart")
        self.book = Button("", lambda: self.act(ShowNames()), kind="quiet", icon="pencil")
        self.bin = Button("", lambda: self.act(ShowPast(bin=True)), kind="quiet", icon="bin")
        self.restore = Button("", self._restore, icon="undo")
        self.empty = HoldButton("", lambda: self.act(EmptyBin()), icon="bin")
        self.entry = TextEntry(self._search)
        self.known = KnownNames(self._search)
        self.nothing = Nothing()

    def _listed(self, game: int | None) -> Hashable:
        there = [entry.game for entry in self.shown.past or ()] if self.shown.bin else []
        return game if game in there else None

    chosen = Chosen[int | None](None, _listed)
    """A game of the bin."""
    searching = Chosen(False, lambda screen, _: (screen.shown.search, screen.shown.bin) if screen.shown.past is not None else None)

    def enter(self) -> None:
        self.searching = False
        self.chosen = None

    # --- what is shown ---

    def prompt(self) -> Prompt:
        if self.searching:
            return Prompt("search", tr("Past games"), tr("A name, a year, or 2026-12"))
        found = len(self.shown.past or ())
        count = trn("{n} game", "{n} games", found)
        if self.shown.bin:
            return Prompt("bin", tr("Bin"), tr("Kept until you empty it") if found else tr("Empty"))
        if self.shown.search:
            return Prompt("search", self.shown.search, trn("{n} game found", "{n} games found", found))
        return Prompt("list", tr("Past games"), count)

    def keys(self) -> tuple[str, ...]:
        pages = ("up", "down") if self.rows.parent is self and len(self.rows.rows) > self.rows.fitting else ()
        if self.searching or self.shown.bin:
            return (*pages, "left")
        return (*pages, "cross" if self.shown.search else "search", "left")

    def fill(self) -> None:
        past = self.shown.past or ()
        self.rows.show([evening(entry, chosen=self.shown.bin and entry.game == self.chosen) for entry in past])
        self.known.show(self.shown.names)
        self.stats.show(tr("Statistics"))
        self.book.show(tr("Names"))
        self.bin.show(tr("Bin"))
        self.restore.show(tr("Bring it back"), enabled=self.chosen is not None)
        self.empty.show(tr("Hold to empty"))
        if self.shown.bin:
            self.nothing.show("bin", tr("Nothing is in the bin."))
        elif self.shown.search:
            self.nothing.show("search", tr("No game was found."))
        else:
            self.nothing.show("crown", tr("No finished game yet."))

    # --- what is touched ---

    def bar_tapped(self, key: str) -> None:
        match key:
            case "search":
                self.searching = True
                self.entry.show("")
                self.look()
            case "cross":
                self.act(ShowPast())
            case "up" | "down":
                self.rows.move((1 if key == "down" else -1) * max(1, self.rows.fitting - 1))
            case _:
                super().bar_tapped(key)

    def leave(self) -> None:
        if self.searching:
            self.searching = False
            self.look()
        elif self.shown.bin:
            self.act(ShowPast())
        else:
            self.act(ClosePast())

    def _tapped(self, game: int) -> None:
        if self.shown.bin:
            self.chosen = None if self.chosen == game else game
            self.look()
        else:
            self.act(ReplayGame(game, 0))

    def _restore(self) -> None:
        if self.chosen is not None:
            self.act(Restore(self.chosen))

    def _search(self, text: str) -> None:
        self.searching = False
        self.act(ShowPast(text))
        self.look()

    # --- where it is ---

    def _ways(self, body: Box, binned: bool) -> None:
        """The buttons below the list."""
        here = [] if self.searching else [self.restore, self.empty] if binned else [self.stats, self.book, self.bin]
        if binned and not self.shown.past:
            here = []
        for button, box in abreast(Box(body.x, body.y + body.h - 56, body.w, 56), here, self.frame.scale):
            self.have(button, box)
        for button in (self.stats, self.book, self.bin, self.restore, self.empty):
            if button not in here:
                self.have(button, None)

    def place(self, frame: Frame) -> None:
        body = frame.body.inset(12, 6)
        narrow = body.w < NARROW
        binned = self.shown is not None and self.shown.bin
        self._ways(body, binned)
        body = body if self.searching else Box(body.x, body.y, body.w, body.h - 64)
        there = bool(self.shown is not None and self.shown.past)
        self.rows.row = 130 if narrow else 73
        listed = not self.searching and there
        self.have(self.rows, body if listed else None)
        self.have(self.known, (body.x, body.y, body.w, 52) if self.searching else None)
        # Ten keys need the whole width in portrait.
        x, w = (0.0, frame.w) if narrow else (body.x, body.w)
        self.have(self.entry, (x, body.y + 60, w, min(324, body.h - 66)) if self.searching else None)
        self.have(self.nothing, (body.x, body.y, body.w, body.h) if not self.searching and not there else None)


def evening(entry: GameEntry, *, chosen: bool = False) -> PastRow:
    """A game as a row."""
    names = dict(entry.players)
    high = gameui.wins_high(entry.rules)
    whose = {colour: number for number, side in enumerate(entry.sides) for colour in side}
    order: list[Colour] = sorted(names, key=lambda colour: (-entry.scores[colour] if high else entry.scores[colour], whose.get(colour, 0)))
    sides = list(dict.fromkeys(entry.partners(colour) for colour in entry.winners))
    best = max if high else min
    return PastRow(
        entry.game,
        texts.names(texts.side(names[colour] for colour in side) for side in sides),
        sub=" · ".join((when(entry), *gameui.which(entry))),
        value=texts.number(best(entry.scores.values(), default=0)),
        winners=tuple(colour for side in sides for colour in side),
        sides=entry.sides,
        others=tuple(colour for colour in order if colour not in entry.winners),
        chosen=chosen,
        seated=entry.players,
    )
