"""A new tag for a card in hand whose own is lost or dead. Nobody is told which card it is: the others are shown, and the new tag is the last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.vabanque.pieces import CHARACTERS
from companion.table.shown import Answer, Notice, Replacing
from companion.table.touches import CloseTags
from companion.ui.layout import Frame
from companion.ui.pen import Pen
from companion.ui.screens.page import PageScreen
from companion.ui.texts import tr
from companion.ui.widgets.button import Button
from companion.ui.widgets.card import draw_back
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.icon import draw_icon
from companion.ui.widgets.prompt import Prompt

CARD = 0.68
"""A card's width by its height."""


class Backs(Drawn):
    """The hand as backs: those that were shown have a check, the one that gets the tag is the last."""

    def __init__(self) -> None:
        super().__init__()
        self.others = 0
        self.shown = 0

    def show(self, others: int, shown: int) -> None:
        if (others, shown) != (self.others, self.shown):
            self.others, self.shown = others, shown
            self.redraw()

    def draw(self, pen: Pen) -> None:
        count = self.others + 1
        tall = min(self.box.h - 50, (self.box.w / 3 - 16) / CARD, 240.0)
        wide, gap = tall * CARD, 16.0
        left = (self.box.w - count * wide - (count - 1) * gap) / 2
        top = (self.box.h - 44 - tall) / 2
        for place in range(count):
            x = left + place * (wide + gap)
            awaited = place == self.shown
            if awaited:
                pen.rounded(x - 6, top - 6, wide + 12, tall + 12, 10, "champ")
            draw_back(pen, x, top, wide, tall)
            if place < self.shown:
                draw_icon(pen, "check", x + wide / 2, top + tall + 26, 26, "ok")
            elif place == self.others:
                draw_icon(pen, "tag", x + wide / 2, top + tall + 26, 26, "champ" if awaited else "mist")
            else:
                draw_icon(pen, "waves", x + wide / 2, top + tall + 26, 26, "champ" if awaited else "mist")


class ReplaceScreen(PageScreen):
    """Says whose hand it is, how many of its cards were shown, and when the new tag is due."""

    name = "replace"
    reads = True

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.backs: Backs = self.add(Backs())
        self.done: Button = self.add(Button("", self.leave, kind="quiet"))

    @property
    def ready(self) -> bool:
        return self.shown is not None and self.shown.replacing is not None

    @property
    def replacing(self) -> Replacing:
        """How far it is."""
        replacing: Replacing = self.shown.replacing
        return replacing

    def prompt(self) -> Prompt:
        now = self.replacing
        others = tr("Scan your other cards: {a} of {b}", a=now.shown, b=now.others)
        return Prompt(now.owner, tr("New tag for a card"), others if now.shown < now.others else tr("Now scan the new tag"))

    def fill(self) -> None:
        self.backs.show(self.replacing.others, self.replacing.shown)
        self.done.show(tr("Cancel"))

    def answer(self, said: Notice) -> Prompt:
        owner = self.replacing.owner
        if said.what is Answer.OTHER_PLAYER and said.owner is not None:
            whose = self.names.get(said.owner, CHARACTERS[said.owner])
            return Prompt(owner, tr("That is {n}’s card", n=whose), tr("Scan only cards of this hand"))
        return super().answer(said)

    def leave(self) -> None:
        self.act(CloseTags())

    def place(self, frame: Frame) -> None:
        body = frame.body.inset(12, 8)
        self.backs.put(body.x, body.y, body.w, body.h - 72)
        wide = min(300.0, body.w)
        self.done.put(body.x + (body.w - wide) / 2, body.y + body.h - 60, wide, 56)
