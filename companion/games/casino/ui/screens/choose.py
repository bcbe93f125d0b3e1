"""A card is shown: what it takes is lit, cards can be touched, and three buttons say what it does."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.games.casino.rules.cards import Card
from companion.games.casino.rules.moves import FalseBuild
from companion.games.casino.rules.view import View
from companion.games.casino.table import choice as choices
from companion.games.casino.table.choice import Choice
from companion.games.casino.table.commands import AceAs, BuildAs, BuildThese, LeaveIt, TakeThese
from companion.games.casino.ui.screens.table import TableScreen
from companion.games.casino.ui.widgets.card import draw_card
from companion.table.commands import Do
from companion.ui.kit import theme
from companion.ui.kit.layout import Box, Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.page import abreast
from companion.ui.texts import tr, trc, trn
from companion.ui.widgets.button import Button
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.prompt import Prompt

SUM = 36.0
COLUMN = 132.0
"""The width in dp of the shown card's column; upright it lies above the table."""


class ShownCard(Drawn):
    """The card that was played, large."""

    def __init__(self) -> None:
        super().__init__()
        self.card: Card | None = None
        self.four = False

    def show(self, card: Card | None, four: bool) -> None:
        if (card, four) != (self.card, self.four):
            self.card, self.four = card, four
            self.redraw()

    def draw(self, pen: Pen) -> None:
        if self.card is None:
            return
        w, h = self.box.w, self.box.h
        tall = min(h - 40, (w - 24) / 0.71)
        wide = tall * 0.71
        draw_card(pen, self.card, (w - wide) / 2, 6, wide, tall, four=self.four)
        pen.text((0, tall + 8, w, 34), tr("played"), theme.SMALLEST_TEXT, "mist", align="centre")


class Sums(Drawn):
    """Why the card takes what is lit: a line a set, as many as there is room for."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: tuple[str, ...] = ()

    def show(self, lines: tuple[str, ...]) -> None:
        if lines != self.lines:
            self.lines = lines
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        said = [(left.strip(), right.replace(" ", "") or tr("build")) for left, right in [line.split("=") for line in self.lines]]
        wide = max([pen.width(left, 28, "JostSemiBold") + pen.width(f"= {right}", 28) + 16 for left, right in said], default=0.0)
        columns = 2 if max(150.0, wide) <= w / 2 else 1
        for i, (left, right) in enumerate(said[: int(h // SUM) * columns]):
            x, y = i % columns * w / columns, i // columns * SUM
            first = pen.width(left, 28, "JostSemiBold")
            pen.text((x + 4, y, first + 2, SUM), left, 28, "champ", font="JostSemiBold")
            pen.text((x + first + 12, y, w / columns - first - 16, SUM), f"= {right}", 28, "ivory")


class ChooseScreen(TableScreen):
    name = "choose"
    tells = False

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.card: ShownCard = self.add(ShownCard())
        self.sums: Sums = self.add(Sums())
        self.take = Button("", lambda: self.act(TakeThese()))
        self.build = Button("", lambda: self.act(BuildThese()), kind="secondary")
        self.leave = Button("", lambda: self.act(LeaveIt()), kind="secondary")
        self.tiles = tuple(Button("", partial(self._tile, i), kind="secondary" if i else "primary") for i in range(3))
        self._asked: tuple[Any, ...] = ()

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

    def _questions(self, view: View, choice: Choice | None) -> list[tuple[str, Any]]:
        """Two tiles where one card may mean two things: the builds that it may be, an ace as 1 or as 14, a build that has to fall apart."""
        if choice is None:
            return []
        if choice.which:
            return [(self._reading(reading.made.value, reading.made.sets), BuildAs(reading.made.value)) for reading in choice.which]
        if choice.captures:
            return [(tr("Ace is {v}: takes {cards}", v=capture.value, cards=len(capture.cards)), AceAs(capture.value)) for capture in choice.captures]
        on = choices.table(view)
        falling = choices.falling(on, choice.card) if on is not None and not choice.touched else ()
        return [(tr("No {v}? It falls apart", v=build.value), Do(FalseBuild(build.owner, build.cards))) for build in falling]

    @staticmethod
    def _reading(value: int, sets: int) -> str:
        return tr("Building {v}s", v=value) if sets > 1 else tr("Building {v}", v=value)

    # --- what is shown --------------------------------------------------------------------------------------------

    def prompt(self, view: View) -> Prompt:
        choice = self.choice
        if view.to_act is None or choice is None:
            return Prompt("card", tr("Play"))
        called = self.said[view.to_act]
        if choice.which:
            return Prompt(view.to_act, tr("{n} builds", n=called), tr("Which one? Say it aloud, too"))
        if choice.captures:
            return Prompt(view.to_act, called, tr("Is the ace 1 or 14?"))
        if choice.lit:
            number = len(choice.lit)
            on = choices.table(view)
            if on is None or choices.takes(on, choice):
                return Prompt(view.to_act, called, tr("Take these, or tap others"), trn("takes {n} card", "takes {n} cards", number))
            found = choices.readings(on, choice)
            aside = tr("builds {v}", v=found[0].made.value) if len(found) == 1 else ""
            return Prompt(view.to_act, called, tr("Build with these, or tap others") if found else tr("Tap what it takes"), aside)
        if self._may_stay(view, choice):
            return Prompt(view.to_act, called, tr("It stays, or tap cards"))
        own = next((build.value for build in view.builds if build.owner is view.to_act), 0)
        if own:
            return Prompt(view.to_act, called, tr("Take, build or add: your {v} lies", v=own))
        return Prompt(view.to_act, called, tr("Tap what it takes"))

    @staticmethod
    def _may_stay(view: View, choice: Choice) -> bool:
        on = choices.table(view)
        return on is not None and choices.may_stay(on, choice.card)

    def fill(self, view: View) -> None:
        choice = self.choice
        self.card.show(view.shown, self.settings.four_colours)
        asked = self._questions(view, choice)
        self._asked = tuple(command for _, command in asked)
        for button, (text, _) in zip(self.tiles, asked, strict=False):
            button.show(text)
        on = choices.table(view)
        if choice is not None and on is not None:
            number = len(choice.lit)
            self.sums.show(choices.sums(on, choice))
            takes, found = choices.takes(on, choice), choices.readings(on, choice)
            taken = trn("Take {n} card", "Take {n} cards", number) if number else tr("Take")
            self.take.show(taken, enabled=takes, kind="primary" if takes else "secondary")
            self.build.show(
                self._reading(found[0].made.value, found[0].made.sets) if len(found) == 1 else tr("Build…"),
                enabled=bool(found) or choices.could_build(on, choice.card),
                kind="primary" if found and not takes else "secondary",
            )
            stays = choices.may_stay(on, choice.card)
            self.leave.show(trc("a card", "Leave it"), enabled=stays, kind="primary" if stays and not takes and not found else "secondary")
        super().fill(view)

    # --- where it is ----------------------------------------------------------------------------------------------

    def foot(self, frame: Frame, room: Box) -> float:
        y, w, gap = room.y + room.h - 62, room.w - 8, 8.0
        asked = bool(self._asked)
        if frame.portrait and not asked:
            half = (w - gap) / 2
            self.have(self.take, (room.x + 4, y - 66, w, 58))
            self.have(self.build, (room.x + 4, y, half, 58))
            self.have(self.leave, (room.x + 4 + half + gap, y, half, 58))
        else:
            three = (self.take, self.build, self.leave)
            for button, box in abreast(Box(room.x + 4, y, w, 58), three, self.scale, gap):
                self.have(button, box if not asked else None)
        each = (w - gap * max(0, len(self._asked) - 1)) / max(1, len(self._asked))
        for i, button in enumerate(self.tiles):
            self.have(button, (room.x + 4 + i * (each + gap), y - 14, each, 72) if i < len(self._asked) else None)
        return 82.0 if asked else 134.0 if frame.portrait else 68.0

    def table_box(self, frame: Frame, room: Box) -> Box:
        self.have(self.card, (room.x, room.y, COLUMN, min(room.h, 190 if frame.portrait else 206)))
        beside = Box(room.x + COLUMN + 6, room.y, room.w - COLUMN - 6, room.h)
        # Below the table, where it leaves room.
        self.table.put(*beside)
        used = max((box.y + box.h for box in self.table.boxes()[1]), default=0.0) + 10
        left = beside.h - used
        self.have(self.sums, (beside.x, beside.y + used, beside.w, left) if left >= SUM else None)
        return Box(beside.x, beside.y, beside.w, used) if left >= SUM else beside
