"""Who gets how much and why: the payments of a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import Character
from companion.games.vabanque.rules.view import Payment, Reason
from companion.games.vabanque.ui import words
from companion.games.vabanque.ui.widgets.card import draw_figure
from companion.ui import texts
from companion.ui.kit import lettering, theme
from companion.ui.kit.layout import Box
from companion.ui.kit.motion import Motion
from companion.ui.kit.painter import Pen
from companion.ui.texts import tr, trc
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem
from companion.ui.widgets.icon import draw_icon

SIZE, BOLD = theme.SMALLEST_TEXT, "JostSemiBold"
USUAL = 9
"""Sums of so many characters are read from the table; longer ones, from ten million on, are made to fit."""
OPEN, TWO = 62.0, 84.0
"""Rows so high, in dp, have room for words, and for two lines."""
NAME = 52.0
"""In less room, in dp, no name is written: its emblem says more than two letters and dots."""


class PaymentRows(Drawn):
    """The payments of one table with their reasons: few in words, many as one short row each with the others' emblems."""

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
        pitch = min(h / count, 100.0)
        for i, payment in enumerate(self.payments):
            draw = self._open if pitch >= OPEN else self._short
            box = Box(0, i * pitch, w, pitch - (8 if pitch >= OPEN else 2))
            self.layer(i, (payment, box, self.players), partial(draw, payment=payment, box=box), fading=True)
        self._fade()

    def _ground(self, pen: Pen, payment: Payment, box: Box, size: float) -> str:
        """The row with its emblem; returns the colour of its words."""
        x, y, w, h = box
        pen.rect(x, y, w, h, "bar")
        pen.rect(x, y, 5, h, theme.LIVERIES[payment.to].fill)
        draw_emblem(pen, payment.to, x + 12 + size / 2, y + h / 2, size)
        return "ivory" if payment.amount else "mist"

    def _open(self, pen: Pen, payment: Payment, box: Box) -> None:
        """A row with room for two lines, or for one and words beside the amount."""
        _, y, w, h = box
        colour = self._ground(pen, payment, box, 46)
        left = 68.0
        if not payment.amount:
            self._why(pen, Box(left, y + 1, w - left - 8, h - 2), payment, colour, 2)
            return
        if h < TWO:
            taken = self._amount(pen, payment, Box(left, y, w - left, h))
            self._why(pen, Box(left + taken + 14, y + 1, w - left - taken - 20, h - 2), payment, colour, 1)
            return
        taken = self._amount(pen, payment, Box(left, y + 3, w - left, 46))
        room = w - left - taken - 28
        if room >= NAME:
            name = self.players.get(payment.to, "")
            pen.text((left + taken + 16, y + 3, room, 46), name, SIZE, "mist", align="right", name=True)
        self._why(pen, Box(left, y + 48, w - left - 8, h - 50), payment, colour, 1)

    def _short(self, pen: Pen, payment: Payment, box: Box) -> None:
        """One of many rows."""
        _, y, w, h = box
        colour = self._ground(pen, payment, box, 40)
        if payment.amount:
            self._amount(pen, payment, Box(58, y, w - 58, h))
        x = 58 + max((pen.width(texts.amount(each.amount), theme.FAR_TEXT, BOLD) for each in self.payments if each.amount), default=0.0) + 12
        self._others(pen, Box(x, y, w - x - 4, h), payment, colour)

    @staticmethod
    def _amount(pen: Pen, payment: Payment, box: Box) -> float:
        """Writes what is paid, to be read from the table; returns its width."""
        text = texts.amount(payment.amount)
        return pen.text(box, text, theme.FAR_TEXT, "champ", font=BOLD, far=len(text) <= USUAL).width

    def _why(self, pen: Pen, box: Box, payment: Payment, colour: str, lines: int) -> None:
        """The reason in words, or with the others' emblems where their names are too long."""
        text = words.reason(payment, self.players)
        if not payment.others or lettering.fit(text, box.w, box.h, SIZE, scale=pen.scale, lines=lines).whole:
            pen.text(box, text, SIZE, colour, lines=lines)
        else:
            self._others(pen, box, payment, colour)

    def _others(self, pen: Pen, box: Box, payment: Payment, colour: str) -> None:
        """Card or pawn, and from or to whom, as emblems; all the others are one word."""
        cheat = payment.reason in (Reason.CHEAT_PAID, Reason.CHEAT_IDLE)
        word = (trc("on a card", "Cheat") if cheat else tr("Pawn")).replace(lettering.HYPHEN, "")
        cy, count = box.y + box.h / 2, len(payment.others)
        every = tr("all") if count > 2 and count == len(self.players) - 1 else ""
        aside = pen.width(every, SIZE) + 4 if every else 42.0 * count
        sign = 30.0 if count else 0.0
        taken = pen.width(word, SIZE)
        if taken + 8 + sign + aside <= box.w:
            pen.text((box.x, box.y, taken + 4, box.h), word, SIZE, colour)
        else:
            taken = 34.0 if 42 + sign + aside <= box.w else 0.0
            if not taken:
                pass
            elif cheat:
                draw_figure(pen, Character.CHEAT, box.x + 17, cy, 34, colour)
            else:
                draw_icon(pen, "pawn", box.x + 17, cy, 30, colour)
        if not count:
            return
        x = box.x + (taken + 8 if taken else 0)
        draw_icon(pen, "arrow-left" if cheat else "arrow-right", x + 12, cy, 18, colour)
        if every:
            pen.text((x + sign, box.y, aside + 4, box.h), every, SIZE, colour)
            return
        pitch = min(42.0, (box.x + box.w - x - sign - 40) / max(1, count - 1))
        for k, other in enumerate(payment.others):
            draw_emblem(pen, other, x + sign + 20 + pitch * k, cy, 40)
