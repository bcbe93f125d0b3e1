"""The players beside the table: emblem, name, score of the finished rounds, who deals, cards in hand; below them round and deal."""

from __future__ import annotations

from functools import partial

from companion.games.casino.rules.view import PlayerView, View
from companion.games.casino.ui import words
from companion.ui.kit import theme
from companion.ui.kit.layout import Box
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem

FOOT = 76.0
"""The height in dp of what is said of the round."""


class CasinoRail(Drawn):
    """One row a player in the order of play; in a box wider than high two columns."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[tuple[PlayerView, bool, bool, str], ...] = ()
        self._foot: tuple[str, str] = ("", "")

    def show(self, view: View) -> None:
        """Takes the rows from the public view."""
        piles = {pile.side: pile for pile in view.piles}
        rows = []
        for player in view.players:
            pile = piles.get(view.sides[player.side]) if view.sides else None
            told = "" if pile is None or pile.cards is None else f"{pile.cards}" + ("" if pile.spades is None else f" · {pile.spades}")
            rows.append((player, player.colour is view.to_act, player.colour is view.dealer, told))
        goal = tr("of {n}", n=view.rounds) if view.rounds else tr("to {n}", n=view.house.target)
        foot = (tr("Round {r} · {goal}", r=view.round, goal=goal), tr("Deal {a} of {b}", a=view.deal, b=view.deals) if view.deal else "")
        if (tuple(rows), foot) != (self._rows, self._foot):
            self._rows, self._foot = tuple(rows), foot
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        wide = w > h
        pen.rect(0, 0, w, h, "bar")
        pen.rect(0, 0, w if wide else 1, 1 if wide else h, "brass", 0.6)
        foot = 38.0 if wide else FOOT
        columns = 2 if wide else 1
        lines = -(-len(self._rows) // columns) or 1
        pitch = min(78.0, (h - foot - 4) / max(lines, 2))
        for i, row in enumerate(self._rows):
            box = Box(i % columns * w / columns, 2 + i // columns * pitch, w / columns, pitch)
            self.layer(row[0].colour, (row, box), partial(self._row, row=row, box=box))
        self.layer("foot", (self._foot, w, h), partial(self._say, wide=wide, top=h - foot))

    def _row(self, pen: Pen, row: tuple[PlayerView, bool, bool, str], box: Box) -> None:
        player, now, deals, told = row
        x, y, w, h = box
        if now:
            pen.rect(x + 1, y, w - 2, h, "panelHi")
            pen.rect(x + 1, y, 5, h, "champ")
        else:
            pen.rect(x + 10, y + h - 1, w - 18, 1, "brass", 0.22)
        draw_emblem(pen, player.colour, x + 30, y + h / 2, 42)
        room = w - 60 - 28
        size = theme.SMALLEST_TEXT
        pen.text((x + 58, y + 2, room, h / 2), player.name, size, "ivory", font="JostSemiBold" if now else "Jost", name=True)
        said = words.points(player.score) if not told else f"{player.score} ({told})"
        more = tr("deals") if deals else ""
        score = pen.width(str(player.score), size, "JostSemiBold") + 10
        pen.text((x + 58, y + h / 2 - 2, room, h / 2), str(player.score) if more or not told else said, size, "champ", font="JostSemiBold")
        if more:
            pen.text((x + 58 + score, y + h / 2 - 2, room - score, h / 2), more, size, "mist")
        for k in range(4):
            cy = y + h / 2 + (k - 1.5) * min(16.0, h / 5)
            if k >= 4 - player.left:
                pen.diamond(x + w - 15, cy, 6, "champ")
            else:
                pen.line([x + w - 15, cy - 5, x + w - 10, cy, x + w - 15, cy + 5, x + w - 20, cy], "#5C7A7D", 1.4, close=True)

    def _say(self, pen: Pen, wide: bool, top: float) -> None:
        w = self.box.w
        size = theme.SMALLEST_TEXT
        if wide:
            pen.text((12, top, w / 2 - 16, 36), self._foot[0], size, "mist")
            pen.text((w / 2 + 4, top, w / 2 - 16, 36), self._foot[1], size, "champ", align="right")
        else:
            pen.text((12, top, w - 20, 36), self._foot[0], size, "mist", align="centre")
            pen.text((12, top + 36, w - 20, 36), self._foot[1], size, "champ", align="centre")
