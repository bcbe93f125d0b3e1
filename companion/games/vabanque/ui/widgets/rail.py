"""The players beside the board: emblem, name, fortune, and what they still have to lay in this phase."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import KINDS
from companion.games.vabanque.rules.view import Phase, PlayerView, View
from companion.ui import texts
from companion.ui.kit.painter import Pen
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem
from companion.ui.widgets.icon import draw_icon

ROW = 62


_Row = tuple[PlayerView, bool, tuple[int, int], bool]


class PlayerRail(Drawn):
    """One row a player in the order of play; in a box wider than 300 dp two columns. `on_tap` gets a player's colour, if given."""

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
        wide = w > 300
        self.layer("ground", (w, h), partial(_ground, w=w, h=h, wide=wide))
        columns = 2 if wide else 1
        pitch = min(ROW, (h - 4) / (6 / columns))
        for i, row in enumerate(self._rows):
            column, line = divmod(i, 3) if wide else (0, i)
            x, y = column * w / 2, 2 + line * pitch
            self.layer(row[0].colour, (row, i, w, h), partial(self._row, row=row, x=x, y=y, w=w / columns, h=pitch))

    def _row(self, pen: Pen, row: _Row, x: float, y: float, w: float, h: float) -> None:
        player, now, (left, of), looked = row
        if self.on_tap is not None:
            pen.target(player.colour, x, y, w, h)
        if now:
            pen.rect(x + 1, y, w - 2, h, "panelHi")
            pen.rect(x + 1, y, 5, h, "champ")
        else:
            pen.rect(x + 14, y + h - 1, w - 22, 1, "brass", 0.22)
        middle = y + h / 2
        draw_emblem(pen, player.colour, x + 31, middle, 38)
        if looked:
            pen.disc(x + 46, middle + 15, 10, "ink")
            draw_icon(pen, "eye", x + 46, middle + 15, 16, "champ")
        room = w - 58 - (19 if of else 8)
        pen.text((x + 58, middle - 26, room, 26), player.name, 20, "ivory", font="JostSemiBold" if now else "Jost", name=True)
        pen.text((x + 58, middle, room, 25), texts.amount(player.fortune), 20, "champ" if now else "mist")
        for k in range(of):
            px, py = x + w - 12, middle + (of - 1) * 6.5 - k * 13
            if k < left:
                pen.diamond(px, py, 5.4, "champ")
            else:
                pen.line([px, py - 5, px + 5, py, px, py + 5, px - 5, py], "#5C7A7D", 1.4, close=True)


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
