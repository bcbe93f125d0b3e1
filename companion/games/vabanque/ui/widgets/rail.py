"""The players beside the board: emblem, fortune, what they still have to lay in this phase, and where there is room the name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import KINDS
from companion.games.vabanque.rules.view import Phase, PlayerView, View
from companion.ui import texts
from companion.ui.kit import theme
from companion.ui.kit.layout import Box
from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem
from companion.ui.widgets.icon import draw_icon

ROWS = 6
NAMED = 72
"""In rows with so much room, in dp, the name stands above the sum."""
USUAL = 9
"""Sums of so many characters are read from the table; longer ones, from ten million on, are made to fit."""

_Row = tuple[PlayerView, bool, tuple[int, int], bool]


class PlayerRail(Drawn):
    """One row a player in the order of play; in a box wider than high two columns. `on_tap` gets a player's colour, if given.

    While nobody has any money, in the first round, the names stand there instead.
    """

    def __init__(self, on_tap: Callable[[Colour], Any] | None = None) -> None:
        super().__init__(on_tap)
        self._rows: tuple[_Row, ...] = ()

    def show(self, view: View, looked: tuple[Colour, ...] = ()) -> None:
        """Takes the rows from the public view. `looked`: whose own cards were looked at in this round, which all may see."""
        by_colour = {player.colour: player for player in view.players}
        order = view.order or tuple(by_colour)
        rows = tuple((by_colour[c], c == view.to_act, _left(by_colour[c], view), c in looked) for c in order if c in by_colour)
        if rows != self._rows:
            self._rows = rows
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        wide = w > h
        self.layer("ground", (w, h), partial(_ground, w=w, h=h, wide=wide))
        columns = 2 if wide else 1
        pitch = (h - 4) / max(ROWS / columns if wide else 4, -(-len(self._rows) // columns))
        rich = any(row[0].fortune for row in self._rows)
        for i, row in enumerate(self._rows):
            column, line = divmod(i, 3) if wide else (0, i)
            box = Box(column * w / 2, 2 + line * pitch, w / columns, pitch)
            self.layer(row[0].colour, (row, rich, box), partial(self._row, row=row, rich=rich, box=box))

    def _row(self, pen: Pen, row: _Row, rich: bool, box: Box) -> None:
        player, now, (left, of), looked = row
        x, y, w, h = box
        if self.on_tap is not None:
            pen.target(player.colour, x, y, w, h)
        if now:
            pen.rect(x + 1, y, w - 2, h, "panelHi")
            pen.rect(x + 1, y, 5, h, "champ")
        else:
            pen.rect(x + 10, y + h - 1, w - 18, 1, "brass", 0.22)
        draw_emblem(pen, player.colour, x + 28, y + h / 2, 42)
        if looked:
            pen.disc(x + 42, y + h / 2 + 16, 13, "ink")
            draw_icon(pen, "eye", x + 42, y + h / 2 + 16, 23, "champ", 2.6)
        # Below the words are the diamonds, one for each thing that is to be laid; in a row that is just high enough for name and sum,
        # beside the name.
        beside = rich and NAMED <= h < NAMED + 13
        foot = 13.0 if of and not beside else 0.0
        left_edge, room, tall = x + 51, w - 56, h - foot
        ink, font = ("champ", "JostSemiBold") if now else ("ivory", "Jost")
        if not rich:
            pen.text((left_edge + 4, y, room - 4, tall), player.name, theme.SMALLEST_TEXT, "ivory", font=font, name=True)
        else:
            amount = texts.amount(player.fortune)
            room = w - 61 if pen.width(amount, theme.FAR_TEXT, "JostSemiBold") <= w - 61 else w - 54
            sum_box = (left_edge, y, room, tall)
            if h >= NAMED:
                pen.text((left_edge + 4, y + 2, room - 4 - (16 * of if beside else 0), 32), player.name, theme.SMALLEST_TEXT, "mist", name=True)
                sum_box = (left_edge, y + 31, room, tall - 32)
            pen.text(sum_box, amount, theme.FAR_TEXT, ink, font="JostSemiBold", align="right", far=len(amount) <= USUAL)
        for k in range(of):
            px, py = x + w - 15 - (of - 1 - k) * 16, y + (19 if beside else h - 10)
            if k < left:
                pen.diamond(px, py, 6, "champ")
            else:
                pen.line([px, py - 5.4, px + 5.4, py, px, py + 5.4, px - 5.4, py], "#5C7A7D", 1.4, close=True)


def _ground(pen: Pen, w: float, h: float, wide: bool) -> None:
    pen.rect(0, 0, w, h, "bar")
    if wide:
        pen.rect(0, 0, w, 1, "brass", 0.6)
        pen.rect(w / 2, 8, 1, h - 12, "brass", 0.4)
    else:
        pen.rect(0, 0, 1, h, "brass", 0.6)


def _left(player: PlayerView, view: View) -> tuple[int, int]:
    """How many diamonds are full, and how many there are."""
    if view.phase is Phase.TOKENS:
        # 4, 3, 2, 1 tokens a player in rounds 1 to 4.
        return player.tokens_left, 5 - view.round
    if view.phase is Phase.CARDS:
        return player.cards_left, len(KINDS)
    return 0, 0
