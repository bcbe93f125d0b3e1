"""The players beside the table: emblem, name, score of the finished rounds, who deals, cards in hand; below them round and deal."""

from __future__ import annotations

from functools import partial

import msgspec

from companion.games.casino.rules.state import Phase
from companion.games.casino.rules.view import PlayerView, View
from companion.games.casino.ui import words
from companion.ui.kit import theme
from companion.ui.kit.layout import Box
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem

FOOT, LOW_FOOT = 92.0, 38.0
"""The heights in dp of what is said of the round, below the players and beside the table."""
PIP = 15.0
"""How far the pips of the deals are apart."""


class Foot(msgspec.Struct, frozen=True):
    """What is said of the round. `last`: this is its last deal."""

    round: str = ""
    deal: str = ""
    at: int = 0
    of: int = 0

    @property
    def last(self) -> bool:
        """Whether it is the last deal of a round."""
        return 0 < self.at == self.of


class CasinoRail(Drawn):
    """One row a player in the order of play; in a box wider than high two columns. Partners, who sit opposite, are joined by a bracket."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[tuple[PlayerView, bool, bool, str], ...] = ()
        self._foot = Foot()
        self._teams = False

    def show(self, view: View) -> None:
        """Takes the rows from the public view."""
        piles = {pile.side: pile for pile in view.piles}
        rows = []
        for player in view.players:
            pile = piles.get(view.sides[player.side]) if view.sides else None
            told = "" if pile is None or pile.cards is None else f"{pile.cards}" + ("" if pile.spades is None else f" · {pile.spades}")
            rows.append((player, player.colour is view.to_act, player.colour is view.dealer, told))
        goal = tr("of {n}", n=view.rounds) if view.rounds else tr("to {n}", n=view.house.target)
        # All hands are empty: the deal that is dealt now is the next one.
        deal = (view.deal or 0) + (view.phase is Phase.DEAL)
        # The last deal is said until it is over.
        said = "" if not deal else tr("Last deal") if deal == view.deals else tr("Deal {a} of {b}", a=deal, b=view.deals)
        foot = Foot(tr("Round {r} · {goal}", r=view.round, goal=goal), said, deal, view.deals if deal else 0)
        now = (tuple(rows), foot, view.house.teams)
        if now != (self._rows, self._foot, self._teams):
            self._rows, self._foot, self._teams = now
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        wide = w > h
        pen.rect(0, 0, w, h, "bar")
        pen.rect(0, 0, w if wide else 1, 1 if wide else h, "brass", 0.6)
        foot = LOW_FOOT if wide else FOOT
        columns = 2 if wide else 1
        lines = -(-len(self._rows) // columns) or 1
        pitch = min(78.0, (h - foot - 4) / max(lines, 2))
        for i, row in enumerate(self._rows):
            box = Box(i % columns * w / columns, 2 + i // columns * pitch, w / columns, pitch)
            self.layer(row[0].colour, (row, box, self._teams), partial(self._row, row=row, box=box))
        if self._teams and len(self._rows) == 4:
            self.layer("brackets", (w, pitch, wide), partial(self._brackets, pitch=pitch, columns=columns))
        self.layer("foot", (self._foot, w, h), partial(self._say, wide=wide, top=h - foot))

    def _brackets(self, pen: Pen, pitch: float, columns: int) -> None:
        """Who scores together: the first with the third, the second with the fourth."""
        for first in (0, 1):
            one, other = (2 + (i // columns + 0.5) * pitch for i in (first, first + 2))
            x = (first % columns + 1) * self.box.w / columns - (33 + (0 if columns > 1 else 8 * first))
            ink = "champ" if first else "mist"
            pen.line([x - 6, one, x, one, x, other, x - 6, other], ink, 2)

    def _row(self, pen: Pen, row: tuple[PlayerView, bool, bool, str], box: Box) -> None:
        player, now, deals, told = row
        x, y, w, h = box
        if now:
            pen.rect(x + 1, y, w - 2, h, "panelHi")
            pen.rect(x + 1, y, 5, h, "champ")
        else:
            pen.rect(x + 10, y + h - 1, w - 18, 1, "brass", 0.22)
        draw_emblem(pen, player.colour, x + 30, y + h / 2, 42)
        room = w - 60 - 28 - (22 if self._teams else 0)
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
        w, size, foot = self.box.w, theme.SMALLEST_TEXT, self._foot
        if wide:
            pen.text((12, top, w / 2 - 16, 36), foot.round, size, "mist")
            if foot.last:
                pen.cut(w / 2 + 4, top + 1, w / 2 - 14, 36, 8, "champ")
            align = "centre" if foot.last else "right"
            pen.text((w / 2 + 10, top, w / 2 - 26, 36), foot.deal, size, "ink" if foot.last else "champ", align=align)
            return
        pen.text((12, top, w - 20, 36), foot.round, size, "mist", align="centre")
        if foot.last:
            pen.cut(10, top + 36, w - 20, 50, 10, "champ")
            pen.text((16, top + 36, w - 32, 50), foot.deal, size, "ink", font="JostSemiBold", align="centre")
            return
        pen.text((12, top + 34, w - 20, 36), foot.deal, size, "champ", align="centre")
        for k in range(foot.of):
            x, y = w / 2 + (k - (foot.of - 1) / 2) * PIP, top + 78
            if k < foot.at:
                pen.diamond(x, y, 5.5, "champ")
            else:
                pen.line([x, y - 5, x + 5, y, x, y + 5, x - 5, y], "#5C7A7D", 1.4, close=True)
