"""Enrolment: which tag is which piece, one after the other; what is bound is to be seen, and can be moved and forgotten."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.table.commands import CheckTags, CloseTags, ForgetPiece, LearnTags, MoveTag, SkipPiece
from companion.table.snapshot import Answer, Learning, Notice, Snapshot
from companion.ui import gameui
from companion.ui.kit.layout import Box, Frame
from companion.ui.screens.page import PageScreen, abreast
from companion.ui.texts import tr
from companion.ui.widgets.button import Button, HoldButton
from companion.ui.widgets.pieces import SIDE, PieceSet, Set
from companion.ui.widgets.prompt import Prompt


class TagsScreen(PageScreen):
    """The awaited piece is named in the bar. A touch of another piece awaits that one: for a second tag, or to let go of the ones it has."""

    name = "tags"
    reads = True

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self._sets: dict[str, PieceSet] = {}
        self.move = Button("", lambda: self.act(MoveTag()), kind="secondary")
        self.skip = Button("", lambda: self.act(SkipPiece()), kind="secondary")
        self.let_go = HoldButton("", self._forget, icon="bin")
        self.check: Button = self.add(Button("", lambda: self.act(CheckTags()), kind="quiet"))
        self.done: Button = self.add(Button("", self.leave))
        self.holder: str | None = None
        """The piece that holds the tag which was just refused."""
        self._seen = 0

    def show(self, shown: Snapshot) -> None:
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
        if self.holder is not None:
            return Prompt("warning", tr("That tag is in use"), tr("It is {piece}", piece=self.ui.piece(self.holder)))
        aside = tr("{a} of {b}", a=learning.known, b=learning.of)
        if learning.piece is None:
            return Prompt("tag", tr("Register the tags"), tr("Every piece has its tag"), aside)
        if not learning.bound.get(learning.piece):
            return Prompt("tag", tr("Register the tags"), self.ui.awaits(learning.piece), aside)
        return Prompt("tag", tr("Register the tags"), tr("Now scan {piece}", piece=self.ui.piece(learning.piece)), aside)

    @property
    def pieces(self) -> tuple[tuple[str, str], ...]:
        """Code and name of all pieces, in the order in which a set is enrolled."""
        there = gameui.game(self.rules)
        return tuple((code, self.ui.piece(code)) for code in there.rules.pieces) if there is not None else ()

    @property
    def set(self) -> PieceSet:
        """The picture of the game's set."""
        where = self.ui.pieces
        if where not in self._sets:
            self._sets[where] = gameui.found(where)(self._piece)
        return self._sets[where]

    @property
    def ready(self) -> bool:
        return self.shown is not None and self.shown.learning is not None

    def say(self) -> None:
        super().say()
        if self.holder is not None:
            # The bar says it for as long as something can be done about it.
            self.bar.accept()

    def fill(self) -> None:
        learning = self.learning
        now = Set(dict(learning.bound), learning.piece, self.holder)
        self.set.show(now, self.pieces)
        self.move.show(tr("Use it for {piece}", piece=self.ui.piece(learning.piece)) if learning.piece is not None else "")
        self.skip.show(tr("Skip"))
        self.let_go.show(tr("Hold to forget"))
        self.check.show(tr("Check"))
        self.done.show(tr("Done"))

    def answer(self, said: Notice) -> Prompt:
        if said.what is Answer.PHONE:
            return Prompt("warning", tr("That is a phone"), tr("Phones don’t work: use a sticker"))
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
        shown = self.set if self.ready else None
        for each in self._sets.values():
            self.have(each, None if each is not shown else Box(0, body.y, frame.w, body.h - 130 if frame.portrait else 300))
        if frame.portrait:
            row = Box(12, body.y + body.h - 128, frame.w - 24, 58)
            done = Box(12, body.y + body.h - 62, frame.w - 24, 58)
        else:
            grid = min(frame.w - SIDE - 36, 620)
            row = Box(16, body.y + 304, grid - 24, 58)
            done = Box(frame.w - SIDE - 12, row.y, SIDE, 58)
        self.done.put(*done)
        there = self._offers() if self.ready else []
        for button, box in abreast(row, there, self.scale):
            self.have(button, box)
        for button in (self.move, self.skip, self.let_go, self.check):
            if button not in there:
                self.have(button, None)

    def _offers(self) -> list[Button | HoldButton]:
        """The buttons beside the one that ends it, at most two."""
        learning = self.learning
        if learning.piece is None:
            return [self.check]
        if self.holder is not None:
            return [self.move]
        skips = [self.skip] if learning.known < learning.of else []
        forgets = [self.let_go] if learning.bound.get(learning.piece) else []
        return [*skips, *forgets, self.check][:2]
