"""Enrolment: which tag is which piece, one after the other; what is bound is to be seen, and can be moved and forgotten."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from companion.games.colours import Colour
from companion.games.vabanque.moves import KINDS
from companion.games.vabanque.pieces import CHARACTERS, PIECES, TILES, CharacterCard, ColourCard, Tile
from companion.table.shown import Answer, Learning, Notice, Shown
from companion.table.touches import CheckTags, CloseTags, ForgetPiece, LearnTags, MoveTag, SkipPiece
from companion.ui import texts, theme
from companion.ui.layout import Box, Frame
from companion.ui.pen import Pen
from companion.ui.screens.page import PageScreen
from companion.ui.texts import tr
from companion.ui.widgets.button import Button, HoldButton
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem
from companion.ui.widgets.icon import draw_icon
from companion.ui.widgets.prompt import Prompt

ROWS = ("colour", *(str(kind) for kind in KINDS))
"""The four cards of a colour, as their codes name them."""


def piece_name(code: str) -> str:
    """What a piece is called in the middle of a sentence."""
    match PIECES[code]:
        case Tile(number=number):
            return tr("table {n}", n=number)
        case ColourCard(colour=colour):
            return tr("{n}’s colour card", n=CHARACTERS[colour])
        case CharacterCard(colour=colour, character=kind):
            return tr("{n}’s {k}", n=CHARACTERS[colour], k=texts.character(kind))


@dataclass(frozen=True)
class Set:
    """All that the picture of the set depends on: how many tags each piece has, which is awaited, which holds the tag just shown."""

    bound: dict[str, int] = field(default_factory=dict)
    awaited: str | None = None
    holder: str | None = None


class CardGrid(Drawn):
    """The 24 cards: a column a colour, a row a card. `on_tap` gets a piece's code."""

    def __init__(self, on_tap: Callable[[str], Any]) -> None:
        super().__init__(on_tap)
        self.set = Set()

    def show(self, now: Set) -> None:
        if now != self.set:
            self.set = now
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        label = max(84.0, min(w - 6 * 66, 110.0)) if w < 460 else 108.0
        wide, tall = (w - label) / 6, (h - 52) / 4
        for i, colour in enumerate(Colour):
            draw_emblem(pen, colour, label + (i + 0.5) * wide, 25, 42)
            for k, card in enumerate(ROWS):
                code = f"{colour} {card}"
                box = Box(label + i * wide + 2, 52 + k * tall + 2, wide - 4, tall - 4)
                value = (box, self.set.bound.get(code, 0), self.set.awaited == code, self.set.holder == code, self.pressed == code)
                self.layer(code, value, partial(_cell, key=code, box=box, look=value[1:]))
        for k, name in enumerate((tr("Colour"), *(texts.character(kind) for kind in KINDS))):
            pen.text((0, 52 + k * tall, label - 8, tall), name, 20, "ivory", align="right", lines=2)


class TileGrid(Drawn):
    """The twelve tables by their numbers. `on_tap` gets a piece's code."""

    def __init__(self, on_tap: Callable[[str], Any]) -> None:
        super().__init__(on_tap)
        self.set = Set()

    def show(self, now: Set) -> None:
        if now != self.set:
            self.set = now
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        pen.text((0, 6, w, 34), tr("Tables"), 20, "champ")
        columns = 6 if w > 330 else 4
        wide, tall = w / columns, (h - 52) / (len(TILES) // columns)
        for i, number in enumerate(TILES):
            code = Tile(number).code
            box = Box((i % columns) * wide + 1, 52 + (i // columns) * tall + 2, wide - 2, tall - 4)
            value = (box, self.set.bound.get(code, 0), self.set.awaited == code, self.set.holder == code, self.pressed == code)
            self.layer(code, value, partial(_cell, key=code, box=box, look=value[1:], label=str(number)))


def _cell(pen: Pen, key: str, box: Box, look: tuple[int, bool, bool, bool], label: str = "") -> None:
    """One piece: how many tags it has, whether it is awaited, whether it holds the tag just shown, whether it is pressed."""
    tags, awaited, holder, down = look
    x, y, w, h = box
    k = 10 if label else 4
    pen.target(key, x - 2, y - 2, w + 4, h + 4)
    if holder:
        pen.cut(x, y, w, h, k, "champ")
    elif awaited or down:
        pen.cut(x - 1, y - 1, w + 2, h + 2, k, "champ")
        pen.cut(x + 3, y + 3, w - 6, h - 6, max(1, k - 2.2), "tileHi" if awaited else "bg0")
    else:
        pen.cut(x, y, w, h, k, "tile" if tags else "bar")
        pen.cut_line(x + 0.8, y + 0.8, w - 1.6, h - 1.6, k, "rim", 1.4, 1 if tags else 0.5)
    cx, cy = x + w / 2, y + h / 2
    mark = "waves" if awaited else "check" if tags else ""
    if label:
        pen.glyph(cx - (12 if mark and not holder else 0), cy, label, 22, "ink" if holder else "ivory" if tags or awaited else "mist", "JostSemiBold")
        cx += 15
    if holder:
        if not label:
            draw_icon(pen, "warning", cx, cy, 26, "ink")
    elif mark:
        draw_icon(pen, mark, cx - (8 if tags > 1 and not label else 0), cy, 18 if label else 24, "champ" if awaited else "ok", 2.6)
        if tags > 1 and not label:
            pen.glyph(cx + 15, cy, str(tags), theme.SMALLEST_TEXT, "ok", "JostSemiBold")
    elif not label:
        pen.disc(cx, cy, 2.4, "rim")


class Held(Drawn):
    """Says to which piece the tag belongs that was just shown."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""

    def show(self, text: str) -> None:
        if text != self.text:
            self.text = text
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        pen.cut(0, 0, w, h, theme.CHAMFER["button"], "champ")
        draw_icon(pen, "warning", 28, h / 2, 24, "ink")
        pen.text((50, 2, w - 60, h - 4), self.text, 21, "ink", lines=2)


class TagsScreen(PageScreen):
    """The awaited piece is named in the bar. A touch of another piece awaits that one: for a second tag, or to let go of the ones it has."""

    name = "tags"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.cards: CardGrid = self.add(CardGrid(self._piece))
        self.tiles: TileGrid = self.add(TileGrid(self._piece))
        self.held = Held()
        self.move = Button("", lambda: self.act(MoveTag()), kind="secondary")
        self.skip = Button("", lambda: self.act(SkipPiece()), kind="secondary")
        self.let_go = HoldButton("", self._forget, icon="bin")
        self.check: Button = self.add(Button("", lambda: self.act(CheckTags()), kind="quiet"))
        self.done: Button = self.add(Button("", self.leave))
        self.holder: str | None = None
        """The piece that holds the tag which was just refused."""
        self._seen = 0

    def show(self, shown: Shown) -> None:
        before = self.shown
        said = shown.notice
        if said is not None and said.serial != self._seen:
            self._seen = said.serial
            self.holder = said.piece if said.what is Answer.TAG_BOUND else None
        elif before is None or before.learning != shown.learning:
            self.holder = None
        super().show(shown)

    @property
    def learning(self) -> Learning:
        """How far the enrolment is."""
        learning: Learning = self.shown.learning
        return learning

    # --- what is shown ---

    def prompt(self) -> Prompt:
        learning = self.learning
        aside = tr("{a} of {b} learned", a=learning.known, b=learning.of)
        if learning.piece is None:
            return Prompt("tag", tr("Learn the tags"), tr("Every piece has its tag"), aside)
        piece = PIECES[learning.piece]
        if isinstance(piece, Tile) and not learning.bound.get(piece.code):
            return Prompt("tag", tr("Learn the tags"), tr("Tap a new table: it is number {n}", n=piece.number), aside)
        return Prompt("tag", tr("Learn the tags"), tr("Now tap {piece}", piece=piece_name(piece.code)), aside)

    @property
    def ready(self) -> bool:
        return self.shown is not None and self.shown.learning is not None

    def say(self) -> None:
        super().say()
        if self.holder is not None:
            # The banner says it, beside what is to be done about it.
            self.bar.accept()

    def fill(self) -> None:
        learning = self.learning
        now = Set(dict(learning.bound), learning.piece, self.holder)
        self.cards.show(now)
        self.tiles.show(now)
        self.held.show(tr("That tag is {piece}", piece=piece_name(self.holder)) if self.holder is not None else "")
        self.move.show(tr("Move it to {piece}", piece=piece_name(learning.piece)) if learning.piece is not None else "")
        self.skip.show(tr("Skip"))
        self.let_go.show(tr("Hold to forget"))
        self.check.show(tr("Check the set"))
        self.done.show(tr("Done"))

    def answer(self, said: Notice) -> Prompt:
        if said.what is Answer.PHONE:
            return Prompt("warning", tr("That is a phone"), tr("Its number changes: use a sticker"))
        return super().answer(said)

    # --- what is touched ---

    def _piece(self, code: str) -> None:
        if code != self.learning.piece:
            self.act(LearnTags(code))

    def _forget(self) -> None:
        if self.learning.piece is not None:
            self.act(ForgetPiece(self.learning.piece))

    def leave(self) -> None:
        self.act(CloseTags())

    # --- where it is ---

    def place(self, frame: Frame) -> None:
        body = frame.body
        if frame.portrait:
            self.cards.put(6, body.y + 2, frame.w - 18, 284)
            self.tiles.put(12, body.y + 284, frame.w - 24, 166)
            row = Box(12, body.y + body.h - 128, frame.w - 24, 58)
            done = Box(12, body.y + body.h - 62, frame.w - 24, 58)
            banner = Box(12, body.y + 454, frame.w - 24, min(54, row.y - body.y - 460))
        else:
            wide = 252.0
            grid = min(frame.w - wide - 36, 620)
            x = frame.w - wide - 12
            self.cards.put(8, body.y + 2, grid - 8, 290)
            self.tiles.put(x, body.y + 2, wide, 232)
            banner = Box(x, body.y + 236, wide, 56)
            row = Box(16, body.y + 304, grid - 24, 58)
            done = Box(x, row.y, wide, 58)
        self.done.put(*done)
        self.have(self.held, banner if self.holder is not None else None)
        there = self._offers() if self.ready else []
        # What has to be held says so, in more words.
        shares = [1.5 if button is self.let_go else 1.0 for button in there]
        unit = (row.w - 12 * (len(there) - 1)) / (sum(shares) or 1)
        for button in (self.move, self.skip, self.let_go, self.check):
            at = there.index(button) if button in there else None
            x = row.x + unit * sum(shares[:at]) + 12 * (at or 0)
            self.have(button, None if at is None else (x, row.y, unit * shares[at], row.h))

    def _offers(self) -> list[Drawn]:
        """The buttons beside the one that ends it."""
        learning = self.learning
        if learning.piece is None:
            return [self.check]
        if self.holder is not None:
            return [self.move]
        skips = [self.skip] if learning.known < learning.of else []
        forgets = [self.let_go] if learning.bound.get(learning.piece) else []
        return [*skips, *forgets, self.check]

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        if not self.frame.portrait:
            body = self.frame.body
            pen.rect(self.frame.w - 278, body.y + 8, 1, 280, "brass", 0.5)
