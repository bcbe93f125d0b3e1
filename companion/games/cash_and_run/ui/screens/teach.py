"""Teaching the owner's copy: one walk around the board from a square 1, clockwise; a casino that is met first is told there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.games.cash_and_run.rules.board import CASINOS, KINDS
from companion.games.cash_and_run.rules.copy import MAX_NAME
from companion.games.cash_and_run.table.copy import Chip, Copy, missing
from companion.games.cash_and_run.table.lesson import RemoveSquare, TakeBack, Taught, TellCard, TellChips, TellSquare
from companion.games.cash_and_run.ui import words
from companion.games.cash_and_run.ui.screens import told
from companion.games.cash_and_run.ui.screens.base import CashScreen, Choice
from companion.games.cash_and_run.ui.widgets.info import Line
from companion.games.cash_and_run.ui.widgets.tiles import Band, Tile, fitted
from companion.table.commands import CloseTeaching
from companion.table.snapshot import Snapshot
from companion.ui import answers, texts
from companion.ui.kit.layout import Frame
from companion.ui.screens.chosen import Chooses, Chosen
from companion.ui.texts import tr, trn
from companion.ui.widgets.field import TextEntry
from companion.ui.widgets.prompt import Prompt


def one_copy(screen: Chooses, _value: object = None) -> object:
    """As long as nothing more was told."""
    return screen.shown.teaching


def always(screen: Chooses, _value: object = None) -> object:
    """As long as somebody teaches."""
    return screen.shown.teaching is not None or None


CHIPS = (1_000, 5_000, 10_000, 20_000, 25_000, 50_000, 100_000, 200_000, 250_000, 500_000, 1_000_000)
"""The values that are offered; a value that was taught otherwise is offered, too."""
WHOLE, PART = 48, 40
"""So many squares are looked at at once, and where there are more, so many."""
COUNTS = (1, 5, 20)
"""By how many a count is changed at a tap."""


class TeachScreen(CashScreen):
    """Name, symbol and colour of the casinos of the owner's copy."""

    name = "teach"
    most = 4
    chips = Chosen(False, always)
    """Whether the chips are told."""
    chip = Chosen[int | None](None, always)
    """The chip that is told."""
    railed = False
    undoes = True
    writing = Chosen(False, one_copy)
    name_told = Chosen("", one_copy)
    reading = Chosen(False, always)
    """Whether the board is looked at as it was told, to set it right."""
    leaf = Chosen(0, always)
    """Which part of a long board is looked at."""
    place_at = Chosen[int | None](None, one_copy)
    """The place that is set right."""

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.entry = TextEntry(self._named, longest=MAX_NAME, accepts=lambda name: told.acceptable(name, tuple(self.copy.casinos.values())))

    @property
    def taught(self) -> Taught:
        """What is told now."""
        found = self.shown.teaching if self.shown is not None else None
        return found if isinstance(found, Taught) else Taught(Copy())

    @property
    def copy(self) -> Copy:
        """What was told of the copy so far."""
        return self.taught.copy

    def fits(self, shown: Snapshot) -> bool:
        return isinstance(shown.teaching, Taught)

    def prompt(self, view: Any) -> Prompt:
        copy, at = self.copy, len(self.copy.squares) + 1
        if self.writing:
            return Prompt("pencil", self._card(), tr("What is printed on its card?"))
        if self.name_told:
            return Prompt("pencil", self.name_told, tr("Tap its game in its colour"))
        if self.chips and self.chip is not None:
            return Prompt("chip", tr("Chips of {sum}", sum=texts.amount(self.chip)), tr("How many are in the box?"))
        if self.chips:
            money = copy.money
            return Prompt("chip", tr("Chips"), tr("Which are in the box? Tap them"), "" if money is None else texts.amount(money))
        if self.place_at is not None:
            return Prompt("pencil", tr("Place {n}", n=self.place_at), tr("What lies there? Tap it"))
        if self.reading:
            return Prompt("list", tr("The board as told"), tr("Tap a square to set it right"))
        known = trn("{n} casino known", "{n} casinos known", len(copy.casinos))
        if not copy.squares:
            return Prompt("pencil", tr("Teach your copy"), tr("Begin at a square 1: tap it"), known)
        if copy.whole:
            return Prompt("check", tr("The board is whole"), tr("Go on, or it is done"), known)
        return Prompt("pencil", tr("Square {n}, clockwise", n=at), tr("Tap what lies there, or show its card"), known)

    def _card(self) -> str:
        return tr("Casino card {n}", n=self.taught.asked) if self.taught.asked else tr("A casino")

    def bands(self, view: Any) -> Sequence[Band]:
        if self.writing:
            return ()
        if self.name_told:
            return told.looks()
        if self.chips:
            return self._chips()
        if self.reading and self.place_at is None:
            return self._board()
        return self._squares()

    def _chips(self) -> Sequence[Band]:
        counts = {chip.value: chip.count for chip in self.copy.chips}
        portrait = self.frame.portrait
        if self.chip is None:
            tiles = []
            for value in sorted({*CHIPS, *counts}):
                count = counts.get(value)
                said = "–" if value not in counts else "?" if count is None else f"× {count}"
                tiles.append(Tile(("chip", value), texts.amount(value), said, lit=value in counts))
            return (Band(tuple(tiles), 3 if portrait else 4),)
        count = counts.get(self.chip) or 0
        more = [Tile(("count", each), f"+ {each}") for each in COUNTS]
        less = [Tile(("count", -each), f"− {each}", dead=count < each) for each in COUNTS]
        return (Band(tuple(more), len(more)), Band(tuple(less), len(less)))

    def _tell_chip(self, there: bool, count: int | None) -> None:
        others = [chip for chip in self.copy.chips if chip.value != self.chip]
        assert self.chip is not None
        self.act(TellChips((*others, Chip(self.chip, count)) if there else tuple(others)))

    def _board(self) -> Sequence[Band]:
        by_id = {casino.id: casino for casino in self.copy.casinos.values()}
        tiles = []
        first = self.leaf % self.parts * PART if self.parts > 1 else 0
        for place, square in enumerate(self.copy.squares, 1):
            if self.parts > 1 and not first < place <= first + PART:
                continue
            tiles.append(Tile(("place", place), str(place), square=square, casino=by_id.get(square), dice=()))
        return (Band(tuple(tiles), 6 if self.frame.portrait else 10),)

    @property
    def parts(self) -> int:
        """In how many parts the board is looked at: one, unless its squares were too small then."""
        return 1 if len(self.copy.squares) <= WHOLE else -(-len(self.copy.squares) // PART)

    def _squares(self) -> Sequence[Band]:
        copy, place = self.copy, self.place_at
        begun = bool(copy.squares)
        kinds = tuple([Tile(TellSquare(kind, place), square=kind, dead=not begun and kind != "1") for kind in KINDS])
        left = missing(copy)
        casinos = [Tile(TellSquare(casino.id, place), casino=casino) for _, casino in sorted(copy.casinos.items()) if casino.id in left]
        if len(copy.casinos) < CASINOS and place is None:
            casinos.insert(0, Tile("tell", tr("A new casino"), ground="felt", dead=not begun))
        bands = [Band(kinds, 6 if self.frame.portrait else len(kinds), share=0.9)]
        return (*bands, Band(tuple(casinos), 2 if self.frame.portrait else 4)) if casinos else bands

    def lines(self, view: Any) -> Sequence[Line]:
        squares = self.copy.squares
        if self.chips:
            if self.chip is None:
                return (Line(tr("Counted chips tell what the bank has. ?: not counted"), colour="mist"),)
            there = next((chip for chip in self.copy.chips if chip.value == self.chip), None)
            counted = tr("none") if there is None else tr("not counted") if there.count is None else str(there.count)
            return (Line(counted, strong=True, colour="champ"),)
        if self.writing or self.name_told or self.reading or not squares:
            return ()
        names = [words.square(tuple(self.copy.casinos.values()), square) if len(square) > 2 else square for square in squares[-4:]]
        return (Line(trn("{n} square: … {list}", "{n} squares: … {list}", len(squares), list=" · ".join(names)), colour="mist"),)

    def choices(self, view: Any) -> Sequence[Choice]:
        if self.writing or self.name_told:
            return ()
        if self.chips and self.chip is not None:
            return (Choice(tr("None in the box"), "no chip"), Choice(tr("Not counted"), "uncounted"), Choice(tr("Done"), "chips", primary=True))
        if self.chips:
            return (Choice(tr("Done"), "no chips", primary=True),)
        if self.place_at is not None:
            return (Choice(tr("No square is there"), RemoveSquare(self.place_at)), Choice(tr("Back"), "all"))
        if self.reading:
            return (Choice(tr("Go on telling"), "on"), Choice(tr("Done"), CloseTeaching(), primary=True))
        look = Choice(tr("Look at the board"), "look", enabled=bool(self.copy.squares))
        back = Choice(tr("Take back"), TakeBack(), enabled=bool(self.copy.squares))
        return (back, look, Choice(tr("Chips"), "chips"), Choice(tr("Done"), CloseTeaching(), primary=True))

    def chosen(self, what: Any) -> None:
        match what:
            case "tell":
                self.writing = True
                self.entry.show("")
            case "look" | "on" | "all":
                self.reading, self.place_at = what != "on", None
            case "chips" | "no chips":
                self.chips, self.chip = what == "chips", None
            case ("chip", int(value)):
                self.chip = value
                if all(chip.value != value for chip in self.copy.chips):
                    self._tell_chip(True, None)
                    return
            case "no chip":
                self._tell_chip(False, None)
                self.chip = None
                return
            case "uncounted":
                self._tell_chip(True, None)
                return
            case ("count", int(more)):
                count = next((chip.count for chip in self.copy.chips if chip.value == self.chip), None)
                self._tell_chip(True, max(0, (count or 0) + more))
                return
            case ("place", int(place)):
                self.place_at = place
            case ("look", symbol, colour):
                number = self.taught.asked or next(n for n in range(1, CASINOS + 1) if n not in self.copy.casinos)
                self.act(TellCard(number, self.name_told, symbol, colour, lies=bool(self.copy.squares)))
                return
            case _:
                self.act(what)
                return
        self._look_again()

    def _named(self, name: str) -> None:
        self.writing, self.name_told = False, name
        self._look_again()

    def _look_again(self) -> None:
        self.show(self.shown)

    def show(self, shown: Snapshot) -> None:
        self.follow(shown)
        if self.taught.asked and not self.name_told and not self.writing:
            # A card was shown of which nothing is known: its name first.
            self.writing = True
            self.entry.show("")
        super().show(shown)
        self.fill(shown.view)
        self.say()

    def say(self) -> None:
        if self.shown is not None:
            self.bar.say(self.prompt(self.shown.view), keys=self.keys())
            notice = self.shown.notice
            if notice is None:
                self.bar.accept()
            else:
                self.bar.refuse(answers.notice(notice, {}, self.rules), notice.serial)

    def keys(self) -> tuple[str, ...] | None:
        return ("down", "left") if self.reading and self.place_at is None and self.parts > 1 else ("left",)

    def _bar_tapped(self, key: str) -> None:
        if key == "down":
            self.leaf = (self.leaf + 1) % self.parts
            self._look_again()
        elif key == "left" and self.chips:
            self.chips, self.chip = self.chip is not None, None
            self._look_again()
        elif key == "left" and (self.writing or self.name_told or self.place_at is not None or self.reading):
            self.writing, self.name_told, self.place_at, self.reading = False, "", None, False
            self._look_again()
        elif key == "left":
            self.act(CloseTeaching())
        else:
            super()._bar_tapped(key)

    def fill(self, view: Any) -> None:
        self.info.show(self.lines(view))
        self.put_choices(self.choices(view))
        self.place(self.frame)

    def place(self, frame: Frame) -> None:
        self.tiles.show([fitted(band, self.room(frame).w, self.scale) for band in self.bands(None)])
        super().place(frame)
        body, edge = frame.body, 0 if frame.portrait else 8
        self.have(self.entry, (edge, body.y, frame.w - 2 * edge, min(340.0, body.h)) if self.writing else None)
        if self.writing:
            for widget in (self.info, *self.buttons):
                self.have(widget, None)
