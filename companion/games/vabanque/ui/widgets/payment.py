"""Who gets how much and why: a table's payments, and the hand-out of the notes after the last table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.view import Payment, Reason
from companion.games.vabanque.ui.widgets.note import GAP, HEIGHT, draw_notes, rows_needed
from companion.ui import texts
from companion.ui.kit import lettering, theme
from companion.ui.kit.layout import Box
from companion.ui.kit.motion import Motion
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr, trc
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem
from companion.ui.widgets.icon import draw_icon

OPEN_AT_MOST = 4
SHORT = 38.0
NAME = 52.0
"""In less room, in dp, no name is written: its emblem says more than two letters and dots."""


class PaymentRows(Drawn):
    """The payments of one table with their reasons: up to four in words, more as one short row each with the others' emblems."""

    def __init__(self) -> None:
        super().__init__()
        self.payments: tuple[Payment, ...] = ()
        self.players: dict[Colour, str] = {}
        self._shares: dict[int, float] = {}
        self._motions: list[Motion] = []

    def show(self, payments: Sequence[Payment], players: dict[Colour, str]) -> None:
        """`players`: names by colour. New rows fade in one after the other, quickly where there are many."""
        if tuple(payments) == self.payments and players == self.players:
            return
        self.payments, self.players = tuple(payments), dict(players)
        for motion in self._motions:
            motion.stop()
        count, each = len(self.payments), theme.duration("row")

        def step(share: float) -> None:
            self._shares = {i: max(0.0, min(1.0, share * count - i)) for i in range(count)} if share < 1 else {}
            self._fade()

        self.redraw()
        self._motions = [Motion(min(each * count, theme.duration("rows_max")), step)]

    def _fade(self) -> None:
        for i in range(len(self.payments)):
            part = self.part(i)
            if part is not None:
                part.fade(self._shares.get(i, 1.0))

    def draw(self, pen: Pen) -> None:
        if not self.payments:
            return
        w, h, count = self.box.w, self.box.h, len(self.payments)
        full = count <= OPEN_AT_MOST
        pitch = min(h / count, 100 if full else 46)
        for i, payment in enumerate(self.payments):
            draw = self._open if full else self._short
            tall = pitch - 8 if full else pitch - 4
            self.layer(i, (payment, pitch, w, full, self.players), partial(draw, y=i * pitch, w=w, h=tall, i=i), fading=True)
        self._fade()

    def _open(self, pen: Pen, y: float, w: float, h: float, i: int) -> None:
        payment = self.payments[i]
        pen.rect(0, y, w, h, "bar")
        pen.rect(0, y, 5, h, theme.LIVERIES[payment.to].fill)
        draw_emblem(pen, payment.to, 36, y + h / 2, min(46, h - 8))
        colour = "ivory" if payment.amount else "mist"
        if payment.amount and h >= 64:
            taken = pen.text((68, y + 4, w - 80, h * 0.46), texts.amount(payment.amount), 32, "champ", font="JostSemiBold")
            room = w - 80 - taken.width - 16
            if room >= NAME:
                pen.text((84 + taken.width, y + 4, room, h * 0.46), self.players.get(payment.to, ""), 20, "mist", align="right", name=True)
            self._why(pen, Box(68, y + h * 0.48, w - 80, h * 0.5), payment, colour)
        elif payment.amount:
            taken = pen.text((68, y + 2, 150, h - 4), texts.amount(payment.amount), 26, "champ", font="JostSemiBold")
            self._why(pen, Box(84 + taken.width, y + 2, w - 96 - taken.width, h - 4), payment, colour)
        else:
            self._why(pen, Box(68, y + 2, w - 80, h - 4), payment, colour)

    def _why(self, pen: Pen, box: Box, payment: Payment, colour: str) -> None:
        """The reason in words, or with the others' emblems where their names are too long."""
        text = texts.reason(payment, self.players)
        if lettering.fit(text, box.w, box.h, 20, scale=pen.scale, lines=2).whole or not payment.others:
            pen.text(box, text, 20, colour, lines=2)
        else:
            self._others(pen, box, payment, colour)

    def _others(self, pen: Pen, box: Box, payment: Payment, colour: str) -> None:
        """Card or pawn, and from or to whom, as emblems."""
        cheat = payment.reason in (Reason.CHEAT_PAID, Reason.CHEAT_IDLE)
        word = trc("on a card", "Cheat") if cheat else tr("Pawn")
        count = len(payment.others)
        pitch = max(33.0, min(36.0, (box.w - 34 - pen.width(word.replace(lettering.HYPHEN, ""), 20)) / count)) if count else 0.0
        room = box.w - (pitch * count + 34 if count else 0)
        taken = pen.text((box.x, box.y, room, box.h), word, 20, colour)
        if payment.others:
            x, cy = box.x + taken.width + 18, box.y + box.h / 2
            draw_icon(pen, "arrow-left" if cheat else "arrow-right", x, cy, 16, colour)
            for k, other in enumerate(payment.others):
                draw_emblem(pen, other, x + 32 + pitch * k, cy, 34)

    def _short(self, pen: Pen, y: float, w: float, h: float, i: int) -> None:
        payment = self.payments[i]
        pen.rect(0, y, w, h, "bar")
        draw_emblem(pen, payment.to, 34, y + h / 2, 34)
        pen.text((60, y + 1, w * 0.27 - 8, h - 2), texts.amount(payment.amount), 24, "champ" if payment.amount else "mist", font="JostSemiBold")
        x = 64 + w * 0.27
        self._others(pen, Box(x, y + 1, w - x - 8, h - 2), payment, "ivory" if payment.amount else "mist")


@dataclass(frozen=True)
class HandOut:
    """One player's total of the round. `notes`: (value, count) pairs, the largest first; `done`: the notes are in hand."""

    to: Colour
    name: str
    amount: int
    notes: tuple[tuple[int, int], ...] = ()
    done: bool = False


class HandOutRows(Drawn):
    """One row a player with the notes of the whole round. The first that is not done is open and shows its notes; the others are short.

    `on_tap` gets the colour of the open row when it is ticked off.
    """

    def __init__(self, on_tap: Callable[[Colour], Any] | None = None) -> None:
        super().__init__(on_tap)
        self.rows: tuple[HandOut, ...] = ()

    def show(self, rows: Sequence[HandOut]) -> None:
        if tuple(rows) != self.rows:
            self.rows = tuple(rows)
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        current = next((row.to for row in self.rows if not row.done and row.amount), None)
        others = len(self.rows) - (current is not None)
        tall = max((58.0 + (HEIGHT + GAP) * rows_needed(row.notes, w - 24) for row in self.rows if row.to == current), default=0.0)
        # Short rows in one column if there is room, else in two below the open one; none is lower than its emblem.
        columns = 1 if tall + others * SHORT <= h else 2
        short = max(SHORT, min(56.0, (h - tall) / max(1, -(-others // columns))))
        y, at = (0.0, 0) if columns == 1 else (tall + 4, 0)
        for i, row in enumerate(self.rows):
            now = row.to == current
            if columns == 1:
                box = Box(0, y, w, (tall if now else short) - 4)
                y += tall if now else short
            elif now:
                box = Box(0, 0, w, tall)
            else:
                box = Box((at % 2) * (w / 2 + 2), y + at // 2 * short, w / 2 - 2, short - 4)
                at += 1
            self.layer(i, (row, now, box, self.pressed == row.to), partial(self._row, row=row, now=now, box=box))

    def _row(self, pen: Pen, row: HandOut, now: bool, box: Box) -> None:
        x, y, w, h = box
        pen.rect(x, y, w, h, "panelHi" if now else "bar")
        pen.rect(x, y, 5, h, "champ" if now else theme.LIVERIES[row.to].fill)
        amount = pen.width(texts.amount(row.amount), 32 if now else 24, "JostSemiBold") + 4
        if not now:
            draw_emblem(pen, row.to, x + 34, y + h / 2, 34)
            colour = "mist" if row.done or not row.amount else "ivory"
            room = w - 64 - amount - 52
            if room >= min(NAME, pen.width(row.name, 20)):
                pen.text((x + 64, y + 1, room, h - 2), row.name, 20, colour, name=True)
            pen.text((x + w - amount - 44, y + 1, amount, h - 2), texts.amount(row.amount), 24, colour, font="JostSemiBold", align="right")
            if row.done or not row.amount:
                draw_icon(pen, "check", x + w - 22, y + h / 2, 20, "ok")
            return
        if self.on_tap is not None:
            pen.target(row.to, x, y, w, h)
        draw_emblem(pen, row.to, x + 36, y + 26, 42)
        pen.text((x + 70, y + 4, w - 70 - amount - 24, 44), row.name, 24, "ivory", font="JostSemiBold", name=True)
        pen.text((x + w - amount - 12, y + 4, amount, 44), texts.amount(row.amount), 32, "champ", font="JostSemiBold", align="right")
        draw_notes(pen, row.notes, x + w - 12, y + 51, w - 24)
