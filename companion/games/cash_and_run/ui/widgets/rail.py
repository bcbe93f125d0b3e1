"""The players beside the table: emblem, money, Bluff cards, who runs; below them the pot."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.games.cash_and_run.rules.view import Player, View
from companion.games.cash_and_run.ui.widgets.marks import draw_card_back, draw_chip
from companion.ui import texts
from companion.ui.kit import theme
from companion.ui.kit.layout import Box
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import SMALLEST, draw_emblem

POT = 46
NAMED = 72


class CashRail(Drawn):
    """One row a player by chair; in a box wider than high two columns."""

    def __init__(self, on_tap: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_tap)
        self._rows: tuple[tuple[Player, bool], ...] = ()
        self._pot = 0

    def show(self, view: View) -> None:
        """Takes the players and the pot of a view."""
        rows = tuple((player, player.colour in view.may_act) for player in view.players)
        if (rows, view.pot) != (self._rows, self._pot):
            self._rows, self._pot = rows, view.pot
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        wide = w > h
        columns = 2 if wide else 1
        self.layer("ground", (w, h), partial(_ground, w=w, h=h, wide=wide))
        high = h if wide else h - POT
        pitch = min(80.0, high / (3 if wide else max(4, len(self._rows))))
        for at, (player, now) in enumerate(self._rows):
            column, line = divmod(at, 3) if wide else (0, at)
            box = Box(column * w / columns, 2 + line * pitch, w / columns, pitch)
            self.layer(player.colour, (player, now, box), partial(_row, player=player, now=now, box=box))
        if not wide:
            self.layer("pot", (self._pot, w, h), partial(_pot, pot=self._pot, box=Box(0, h - POT, w, POT)))


def _ground(pen: Pen, w: float, h: float, wide: bool) -> None:
    pen.rect(0, 0, w, h, "bar")
    if wide:
        pen.rect(0, 0, w, 1, "brass", 0.6)
        pen.rect(w / 2, 8, 1, h - 12, "brass", 0.4)
    else:
        pen.rect(0, 0, 1, h, "brass", 0.6)


def _row(pen: Pen, player: Player, now: bool, box: Box) -> None:
    x, y, w, h = box
    if now:
        pen.rect(x + 1, y, w - 2, h, "panelHi")
        pen.rect(x + 1, y, 5, h, "champ")
    else:
        pen.rect(x + 10, y + h - 1, w - 18, 1, "brass", 0.22)
    # Bluff cards stand beside the name, or where there is none below the emblem: never in the sum.
    named = h >= NAMED
    size = min(42.0, h - 8) if named or not player.bluffs else float(SMALLEST)
    draw_emblem(pen, player.colour, x + 28, y + (h / 2 if named or not player.bluffs else size / 2 + 1), size)
    if player.lap is not None:
        # A pennant: this player runs.
        pen.line([x + 12, y + 3, x + 12, y + 26], "champ", 2)
        pen.triangle([x + 13, y + 3, x + 13, y + 15, x + 28, y + 9], "champ")
    left, room = x + 49, w - 52
    ink, font = "champ" if now else "ivory", "Jost"
    for k in range(player.bluffs):
        if named:
            draw_card_back(pen, x + w - 18 - 16 * k, y + 8, 13, 19)
        else:
            draw_card_back(pen, x + 28 + 14 * (k - (player.bluffs - 1) / 2) - 5, y + size + 3, 10, min(12.0, h - size - 4))
    if player.out:
        pen.text((left + 4, y, room - 4, h), tr("bankrupt"), theme.SMALLEST_TEXT, "mist")
    elif player.cash is None:
        pen.text(
            (left + 4, y, room - 4 - 16 * player.bluffs * named, h if not named else h - 10),
            player.name,
            theme.SMALLEST_TEXT,
            ink,
            font=font,
            name=True,
        )
    else:
        box_of_sum = (left, y, room, h)
        if named:
            pen.text((left + 4, y + 1, room - 4 - 16 * player.bluffs, 32), player.name, theme.SMALLEST_TEXT, "mist", name=True)
            box_of_sum = (left, y + 30, room, h - 32)
        pen.text(box_of_sum, texts.amount(player.cash), theme.FAR_TEXT, ink, font=font, align="right", far=player.cash < 10_000_000)


def _pot(pen: Pen, pot: int, box: Box) -> None:
    x, y, w, h = box
    pen.rect(x + 8, y, w - 16, 1, "brass", 0.6)
    draw_chip(pen, 100_000, x + 20, y + h / 2, 15)
    said, amount = tr("Pot"), texts.amount(pot)
    taken = pen.width(said, 28) + 46
    if taken + pen.width(amount, 28, "JostSemiBold") > w - 10:
        # A very large pot is told by its chip.
        said, taken = "", 40.0
    pen.text((x + 40, y, w - 50, h), said, 28, "mist")
    pen.text((x + taken, y, w - taken - 8, h), amount, 28, "champ", font="JostSemiBold", align="right")
