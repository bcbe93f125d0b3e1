"""The games that are not finished: go on with one, or throw it away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.table.commands import Discard, OpenGame
from companion.table.snapshot import GameEntry, Snapshot
from companion.ui import gameui, texts
from companion.ui.kit.layout import Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.chosen import Chosen
from companion.ui.screens.page import PageScreen
from companion.ui.screens.told import when
from companion.ui.texts import tr, trn
from companion.ui.widgets.button import Button, HoldButton
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.rows import Row, Rows


class Lineup(Drawn):
    """Who plays in a game, and with how much money."""

    def __init__(self) -> None:
        super().__init__()
        self.entry: GameEntry | None = None

    def show(self, entry: GameEntry | None) -> None:
        """Takes a game of the list; None for none."""
        if entry != self.entry:
            self.entry = entry
            self.redraw()

    def draw(self, pen: Pen) -> None:
        entry, w, h = self.entry, self.box.w, self.box.h
        if entry is None:
            return
        if not entry.players:
            pen.text((0, 0, w, 70), tr("Nobody has sat down yet"), 28, "mist", lines=2)
        pitch, y, called = min(48.0, h / max(1, len(entry.players))), 0.0, dict(entry.players)
        for side in entry.sides or [(colour,) for colour in called]:
            if y:
                pen.rect(0, y, w, 1, "brass", 0.5 if entry.sides else 0)
            # What partners have is one sum, beside both of them.
            amount, tall = texts.amount(entry.scores[side[0]]) if side[0] in entry.scores else "", pitch * len(side)
            taken = min(pen.width(amount, 28) + 4, w * 0.52)
            for colour in side:
                draw_emblem(pen, colour, 20, y + pitch / 2, 40, seated=entry.players)
                pen.text((48, y, w - 62 - taken, pitch), called[colour], 28, "ivory", name=True)
                y += pitch
            pen.text((w - 6 - taken, y - tall, taken, tall), amount, 28, "mist", align="right")


class GamesScreen(PageScreen):
    """A list, newest first, and what can be done with the one that is chosen. A game is thrown away by holding."""

    name = "games"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.rows: Rows = self.add(Rows(self._choose, row=74))
        self.lineup: Lineup = self.add(Lineup())
        self.resume: Button = self.add(Button("", self._resume))
        self.discard: HoldButton = self.add(HoldButton("", self._discard, icon="bin"))

    def _there(self, game: int | None) -> GameEntry | None:
        return next((entry for entry in self.shown.games if entry.game == game), None)

    chosen = Chosen[int | None](None, _there)

    def enter(self) -> None:
        self.chosen = None

    def fits(self, shown: Snapshot) -> bool:
        return bool(shown.games)

    @property
    def entry(self) -> GameEntry | None:
        """The game that is chosen, else the newest."""
        return self._there(self.chosen) or next(iter(self.shown.games), None)

    def prompt(self) -> Prompt:
        return Prompt("play", tr("Resume"), trn("{n} unfinished game", "{n} unfinished games", len(self.shown.games)))

    def fill(self) -> None:
        games = self.shown.games
        self.rows.show([self._row(entry) for entry in games])
        self.lineup.show(self.entry)
        self.resume.show(tr("Resume"), enabled=self.entry is not None)
        self.discard.show(tr("Hold to discard"))

    def _row(self, entry: GameEntry) -> Row:
        practice = f" · {tr('practice')}" if entry.kind == "practice" else ""
        said = when(entry) + practice
        mark = entry.may_act[0] if len(entry.may_act) == 1 else "play"
        return Row(entry.game, self._stands(entry), said, mark=mark, chosen=entry == self.entry, name=True, seated=entry.players)

    @staticmethod
    def _stands(entry: GameEntry) -> str:
        return " · ".join((*gameui.which(entry), gameui.stands(entry)))

    # --- what is touched ---

    def _choose(self, game: int) -> None:
        self.chosen = game
        self.look()

    def _resume(self) -> None:
        if self.entry is not None:
            self.act(OpenGame(self.entry.game))

    def _discard(self) -> None:
        if self.entry is not None:
            self.act(Discard(self.entry.game))

    # --- where it is ---

    def place(self, frame: Frame) -> None:
        left, right = frame.halves(0.42 if frame.portrait else 0.555, 16)
        bottom = right.y + right.h
        self.rows.put(*left)
        self.discard.put(right.x, bottom - 54, right.w, 54)
        self.resume.put(right.x, bottom - 114, right.w, 54)
        self.lineup.put(right.x, right.y, right.w, right.h - 122)
