"""A card is shown: what it takes is lit, cards can be touched, and three buttons say what it does."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.games.casino.rules.builds import Reading
from companion.games.casino.rules.cards import RANK, Card
from companion.games.casino.rules.moves import FalseBuild
from companion.games.casino.rules.refusal import Refusal
from companion.games.casino.rules.state import Did
from companion.games.casino.rules.view import View
from companion.games.casino.rules.worth import takes as worths
from companion.games.casino.table import choice as choices
from companion.games.casino.table.choice import Choice, Table
from companion.games.casino.table.commands import AceAs, BuildAs, BuildThese, LeaveIt, OtherCards, TakeThese
from companion.games.casino.ui import answers, words
from companion.games.casino.ui.screens.table import TableScreen
from companion.games.casino.ui.widgets.shown import LINE as SUM
from companion.games.casino.ui.widgets.shown import ShownCard, Sums
from companion.games.casino.ui.widgets.tile import TALL as TILE
from companion.games.casino.ui.widgets.tile import Tile, TileWords
from companion.table.commands import Do
from companion.ui.kit.layout import Box, Frame
from companion.ui.screens.page import abreast, in_rows
from companion.ui.texts import names, tr, trc, trn
from companion.ui.widgets.button import Button
from companion.ui.widgets.prompt import Prompt

COLUMN = 132.0
"""The width in dp of the shown card's column; upright it lies above the table."""

SUMMANDS = 5
"""Of more cards than these no bar has room to say what they do not add up to."""


class ChooseScreen(TableScreen):
    """What a card takes or builds, where it may do several things."""

    name = "choose"
    tells = False
    with_stock = False

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.card: ShownCard = self.add(ShownCard())
        self.sums: Sums = self.add(Sums())
        self.take = Button("", lambda: self.act(TakeThese()))
        self.build = Button("", lambda: self.act(BuildThese()), kind="secondary")
        self.leave = Button("", lambda: self.act(LeaveIt()), kind="secondary")
        self.others = Button("", lambda: self.act(OtherCards()), kind="secondary")
        self.another = Button("", self.undo, kind="secondary")
        self.tiles = tuple(Tile(partial(self._tile, i)) for i in range(3))
        self._asked: tuple[Any, ...] = ()
        self._row: tuple[Button, ...] = ()

    @property
    def choice(self) -> Choice | None:
        """What is lit."""
        draft = self.shown.draft if self.shown is not None else None
        return draft if isinstance(draft, Choice) else None

    def lit(self, view: View) -> frozenset[Card] | None:
        choice = self.choice
        return frozenset(choice.lit) if choice is not None else None

    # --- what is asked --------------------------------------------------------------------------------------------

    def _tile(self, i: int) -> None:
        if i < len(self._asked):
            self.act(self._asked[i])

    def _questions(self, on: Table, choice: Choice) -> list[tuple[TileWords, Any]]:
        """Two tiles where one card may mean two things: the builds that it may be, an ace as 1 or as 14, a build that has to fall apart."""
        if choice.which:
            return [(self._build_said(on, choice, reading), BuildAs(reading.made.value)) for reading in choice.which]
        if choice.captures:
            return [(TileWords(tr("The ace is {v}", v=each.value), cards=each.cards), AceAs(each.value)) for each in choice.captures]
        falling = choices.falling(on, choice.card) if not choice.touched else ()
        return [(TileWords(tr("No {v}? It falls apart", v=build.value)), Do(FalseBuild(build.owner, build.cards))) for build in falling]

    @staticmethod
    def _build_said(on: Table, choice: Choice, reading: Reading) -> TileWords:
        made = reading.made
        sums = choices.build_sums(on, choice, reading)
        sets = trn("{sums}, {n} set", "{sums}, {n} sets", made.sets, sums=names(sums)) if reading.did is not Did.ADD else names(sums)
        title = tr("Building {ranks}", ranks=words.takers(made.value)) if made.sets > 1 else tr("Building {v}", v=made.value)
        return TileWords(title, sets, tr("only {ranks} take it", ranks=words.takers(made.value)))

    # --- what is shown --------------------------------------------------------------------------------------------

    def prompt(self, view: View) -> Prompt:
        choice, on = self.choice, choices.table(view)
        if view.to_act is None or choice is None or on is None:
            return Prompt("card", tr("Play"))
        called = self.said[view.to_act]
        if choice.which:
            return Prompt(view.to_act, tr("{n} builds", n=called), tr("Which one? Say it aloud, too"))
        if choice.captures:
            return Prompt(view.to_act, called, tr("Is the ace 1 or 14?"))
        if choice.lit:
            number = len(choice.lit)
            if choices.takes(on, choice):
                return Prompt(view.to_act, called, tr("Take these, or tap others"), trn("takes {n} card", "takes {n} cards", number))
            found = choices.readings(on, choice)
            aside = tr("builds {v}", v=found[0].made.value) if len(found) == 1 else ""
            return Prompt(view.to_act, called, tr("Build with these, or tap others") if found else self._why(on, choice), aside)
        if choices.may_stay(on, choice.card):
            return Prompt(view.to_act, called, tr("It stays, or tap cards"))
        own = next((build.value for build in view.builds if build.owner is view.to_act), 0)
        if own:
            return Prompt(view.to_act, tr("Your build of {v} lies here", v=own), tr("Take, build or add"))
        return Prompt(view.to_act, called, tr("It has to take: tap cards"))

    @staticmethod
    def _why(on: Table, choice: Choice) -> str:
        """Why the card does not take what is lit."""
        rank = words.rank(RANK[choice.card])
        match choices.why(on, choice):
            case Refusal.DOES_NOT_ADD_UP if len(choice.lit) <= SUMMANDS:
                value = " / ".join(map(str, worths(on.view.house, choice.card)))
                return tr("{v} is not {sum}", v=value, sum=choices.lit_sum(on, choice))
            case Refusal.ONE_FACE_CARD:
                return answers.one_face_card(rank)
            case Refusal.ITS_OWN_KIND:
                return answers.no_number(rank)
            case Refusal.ONE_OR_THREE:
                return tr("One or three of its kind")
        return tr("Tap what it takes")

    def fill(self, view: View) -> None:
        choice, on = self.choice, choices.table(view)
        self.card.show(view.shown, view.house, self.settings.four_colours)
        if choice is None or on is None:
            self._asked, self._row = (), ()
            super().fill(view)
            return
        asked = self._questions(on, choice)
        self._asked = tuple(command for _, command in asked)
        self.with_strip = not asked
        for tile, (said, _) in zip(self.tiles, asked, strict=False):
            tile.show(said, four=self.settings.four_colours)
        number = len(choice.lit)
        self.sums.show(choices.sums(on, choice))
        takes, found = choices.takes(on, choice), choices.readings(on, choice)
        could = bool(found) or choices.could_build(on, choice.card)
        stays = choices.may_stay(on, choice.card)
        taken = trn("Take {n} card", "Take {n} cards", number) if number else tr("Take")
        plain = not asked
        self.take.show(taken, enabled=takes, kind="primary" if takes and plain else "secondary")
        build = tr("Building {v}", v=words.value(found[0].made)) if len(found) == 1 else tr("Build…")
        self.build.show(build, enabled=could, kind="primary" if found and not takes and plain else "secondary")
        self.leave.show(trc("a card", "Leave it"), enabled=stays, kind="primary" if stays and not takes and not found and plain else "secondary")
        self.others.show(tr("Other cards"))
        # A card that can do nothing here is taken back, and another one is played.
        stuck = plain and not takes and not could and not choices.offered(on, choice.card)
        text = tr("Play another card") if stuck and not number else tr("Another card")
        self.another.show(text, kind="primary" if stuck else "secondary")
        last = self.leave if stays else self.another
        # Other cards are tapped on the table, too; where the card can't stay there is no room for a button that says so.
        if choice.which:
            self._row = (self.take, self.others, last) if stays else (self.take, last)
        elif choice.captures:
            self._row = (self.build, self.others, last) if stays else (self.build, last)
        else:
            self._row = (self.take, self.build, last)
        super().fill(view)

    # --- where it is ----------------------------------------------------------------------------------------------

    def foot(self, frame: Frame, room: Box) -> float:
        w, gap = room.w - 8, 8.0
        for button in (self.take, self.build, self.leave, self.others, self.another):
            if button not in self._row:
                self.have(button, None)
        alone, beside = (self._row[:1], self._row[1:]) if frame.portrait else ((), self._row)
        rows = [*([list(alone)] if alone else []), *in_rows(w, beside, self.scale, gap)]
        foot = 2 + 66.0 * max(1, len(rows))
        for at, row in enumerate(rows):
            # Each has what its words need, and what is left is shared.
            for button, box in abreast(Box(room.x + 4, room.y + room.h - foot + 6 + 66 * at, w, 58), row, self.scale, gap):
                self.have(button, box)
        number = len(self._asked)
        each = (w - gap * max(0, number - 1)) / max(1, number)
        tall = TILE if number else 0.0
        for i, tile in enumerate(self.tiles):
            self.have(tile, (room.x + 4 + i * (each + gap), room.y + room.h - foot - tall, each, tall) if i < number else None)
        return foot + (tall + 6 if number else 0.0)

    def table_box(self, frame: Frame, room: Box) -> Box:
        self.have(self.card, (room.x, room.y, COLUMN, min(room.h, 224 if frame.portrait else 250)))
        beside = Box(room.x + COLUMN + 6, room.y, room.w - COLUMN - 6, room.h)
        # Below the table, where it leaves room.
        self.table.put(*beside)
        used = max((box.y + box.h for box in self.table.boxes()[1]), default=0.0) + 10
        left = beside.h - used
        self.have(self.sums, (beside.x, beside.y + used, beside.w, left) if left >= SUM else None)
        return Box(beside.x, beside.y, beside.w, used) if left >= SUM else beside
