"""Set-up: who plays, in which colour, on which chair, under which name."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from companion.game import CommonView
from companion.games.kit.colours import Colour
from companion.games.kit.names import same_name
from companion.table.commands import Do
from companion.ui import answers, gameui
from companion.ui.kit import theme
from companion.ui.kit.layout import Box, Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.chosen import Chosen
from companion.ui.screens.game import GameScreen
from companion.ui.texts import tr, trn
from companion.ui.widgets.banner import Banner
from companion.ui.widgets.button import Button
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.emblem import draw_emblem
from companion.ui.widgets.field import TextEntry
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.seats import Chair, SeatChooser

SIDE = 288
"""The width of the column beside the chairs, in dp."""


def draw_side(pen: Pen, frame: Frame) -> None:
    """The ground of the column beside the chairs; in portrait there is none."""
    if not frame.portrait:
        body = frame.body
        left = body.x + body.w - SIDE
        pen.rect(left, body.y, SIDE, body.h, "bar")
        pen.rect(left, body.y, 1, body.h, "brass", 0.6)


def allowed(rules: str) -> range:
    """How many can play."""
    there = gameui.game(rules)
    return there.players if there is not None else range(1, len(Colour) + 1)


def how_many(rules: str) -> str:
    """How many can play, in words."""
    players = allowed(rules)
    least, most = players[0], players[-1]
    return tr("{a} to {b} players", a=least, b=most) if least < most else trn("{n} player", "{n} players", most)


class FreeColours(Drawn):
    """The colours that nobody has taken: two or fewer as rows, more as a grid. `on_tap` gets a colour."""

    def __init__(self, on_tap: Callable[[Colour], Any]) -> None:
        super().__init__(on_tap)
        self.colours: tuple[Colour, ...] = ()
        self.names: gameui.Names = {}

    def show(self, colours: tuple[Colour, ...], names: gameui.Names) -> None:
        """`names`: how they are called until a name is told."""
        if (colours, names) != (self.colours, self.names):
            self.colours, self.names = colours, names
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        if not self.colours:
            return
        pen.text((4, 0, w - 8, 34), tr("Still free"), theme.SMALLEST_TEXT, "champ")
        columns = 3 if w > 360 else 1 if len(self.colours) <= 2 else 2
        rows = -(-len(self.colours) // columns)
        wide, tall = (w - 8 * (columns - 1)) / columns, min(88.0, (h - 38) / rows - 6)
        for i, colour in enumerate(self.colours):
            x, y = (i % columns) * (wide + 8), 38 + (i // columns) * (tall + 6)
            down = self.pressed == colour
            pen.target(colour, x, y, wide, tall)
            pen.cut(x, y, wide, tall, 12, "panelHi" if down else "panel")
            pen.cut_line(x + 0.8, y + 0.8, wide - 1.6, tall - 1.6, 12, "champ" if down else "rim", 1.6)
            if columns != 2:
                size = min(52 if columns == 1 else 40, tall - 12)
                left = x + (14 if columns == 1 else 8)
                draw_emblem(pen, colour, left + size / 2, y + tall / 2, size)
                pen.text((left + size + 7, y + 4, x + wide - left - size - 12, tall - 8), self.names[colour], theme.SMALLEST_TEXT, "ivory", name=True)
            else:
                draw_emblem(pen, colour, x + wide / 2, y + (tall - 32) / 2 + 2, 40)
                # Above the cut corners.
                pen.text((x + 2, y + tall - 37, wide - 4, 34), self.names[colour], theme.SMALLEST_TEXT, "ivory", align="centre", name=True)


class KnownNames(Drawn):
    """Names of earlier evenings, as many as fit in a row. `on_tap` gets a name."""

    def __init__(self, on_tap: Callable[[str], Any]) -> None:
        super().__init__(on_tap)
        self.names: tuple[str, ...] = ()

    def show(self, names: tuple[str, ...]) -> None:
        """Takes the names that are offered."""
        if names != self.names:
            self.names = names
            self.redraw()

    def draw(self, pen: Pen) -> None:
        x = 0.0
        for name in self.names:
            wide = max(52.0, min(pen.width(name, theme.SMALLEST_TEXT) + 28, self.box.w))
            if x + wide > self.box.w:
                continue
            down = self.pressed == name
            pen.target(name, x, 0, wide, 52)
            pen.cut(x, 2, wide, 48, 10, "panelHi" if down else "bar")
            pen.cut_line(x + 0.8, 2.8, wide - 1.6, 46.4, 10, "champ" if down else "rim", 1.4)
            pen.text((x + 10, 2, wide - 20, 48), name, theme.SMALLEST_TEXT, "ivory", align="centre", name=True)
            x += wide + 8


class PlayersScreen(GameScreen[CommonView]):
    """A free colour or its card takes the next chair, or the empty one that was tapped; a taken chair opens its name; dragging changes chairs."""

    name = "players"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.chairs: SeatChooser = self.add(SeatChooser(self._chair_tapped, self._dragged))
        self.free: FreeColours = self.add(FreeColours(self._join))
        self.seating = Button("", self._change_seating, kind="quiet", icon="chair")
        self.on = Button("", lambda: self.act(Do(self.ui.seats.gathered())))
        self.banner = Banner("plug", lambda _: self.act("quiet"))
        self.entry = TextEntry(self._named, accepts=self._is_free, on_change=self._typed)
        self.known = KnownNames(self._named)
        self.leave = Button("", self._leave, kind="secondary")

    def _sits(self, colour: Colour | None) -> Hashable:
        view = self.shown.view
        there = view.players if view is not None and str(view.phase) == self.name else ()
        return next(((self.shown.game, player) for player in there if player.colour is colour), None)

    def _empty(self, chair: int | None) -> Hashable:
        view = self.shown.view
        if view is None or str(view.phase) != self.name or any(player.chair == chair for player in view.players):
            return None
        return self.shown.game, view.players

    naming = Chosen[Colour | None](None, _sits)
    """Whose name is typed."""
    _chair = Chosen[int | None](None, _empty)
    """Where the next one sits down."""

    def enter(self) -> None:
        self.naming = self._chair = None

    # --- what is shown ---

    def prompt(self, view: Any) -> Prompt:
        if self.naming is not None:
            if self.entry.text.strip() and not self.entry.alive:
                return Prompt(self.naming, tr("Somebody here has that name"), tr("Add a letter or a number"))
            return Prompt(self.naming, self.names[self.naming], tr("Type a name, or pick one"))
        if not self.free.colours:
            return Prompt("reader", tr("Who is playing?"), tr("Drag the chairs to where you sit"))
        if self._chair is not None:
            return Prompt("chair", tr("Who sits here?"), tr("Scan your card, or tap a colour"))
        return Prompt("reader", tr("Who is playing?"), tr("Scan your card, or tap a chair"))

    def fill(self, view: Any) -> None:
        taken = {player.chair: player for player in view.players}
        following = self._chair if self._chair is not None else self._next_chair(view)
        chairs = [
            Chair(taken[i].colour, taken[i].name) if i in taken else Chair(next=tr("next") if i == following else "")
            for i in range(self.ui.seats.chairs)
        ]
        seated = trn("{n} player", "{n} players", len(taken)) if taken else tr("Take a seat")
        line, places = self.ui.seats.table(view)
        if self.lost is not None:
            # The banner lies on the table.
            self.chairs.show(chairs, "", "", 0)
        else:
            self.chairs.show(chairs, seated, line or how_many(self.rules), places)
        full = len(taken) >= allowed(self.rules)[-1]
        self.free.show(() if full else tuple(colour for colour in Colour if colour not in self.names), self.ui.seats.names())
        missing = self._missing(view)
        self.on.show(trn("{n} more player", "{n} more players", missing) if missing > 0 else self.ui.seats.on(), enabled=missing <= 0)
        extra = self.ui.seats.extra(view)
        if extra is not None:
            self.seating.show(extra.words, icon=extra.icon)
        self.known.show(tuple(name for name in self.shown.names if self._is_free(name) and name not in self.names.values()))
        self.leave.show(tr("Leave the game"))
        self.banner.show(*(answers.fault(self.lost) if self.lost is not None else ("", "")))
        self.repaint(self.naming is None)
        self.place(self.frame)

    def _missing(self, view: Any) -> int:
        """How many more are needed: fewest, and as many as the game can be played with."""
        there = len(view.players)
        return next((count - there for count in allowed(self.rules) if count >= there), 0)

    def _next_chair(self, view: Any) -> int | None:
        """The chair that somebody gets who chooses none: the one after all others, else the first empty one."""
        taken = [player.chair for player in view.players]
        after, chairs = max(taken, default=-1) + 1, self.ui.seats.chairs
        if len(taken) >= allowed(self.rules)[-1]:
            return None
        return next((chair % chairs for chair in range(after, after + chairs) if chair % chairs not in taken), None)

    def place(self, frame: Frame) -> None:
        body = frame.body
        naming = self.naming is not None
        top = Box(body.x + 12, body.y + 6, body.w - 24, 52)
        # Upright, ten keys side by side need the whole width.
        entry = body if frame.portrait else top
        self.have(self.known, (top.x, top.y, top.w - 248, 52) if naming else None)
        self.have(self.leave, (top.x + top.w - 240, top.y, 240, 52) if naming else None)
        self.have(self.entry, (entry.x, top.y + 60, entry.w, min(324, body.h - 72)) if naming else None)
        x, y, w, h = self._boxes(frame)[0]
        lost = self.shown is not None and self.lost is not None
        self.have(self.banner, (x + w / 2 - 150, y + h / 2 - 60, 300, 120) if lost and not naming else None)
        for widget, box in zip((self.chairs, self.free, self.seating, self.on), self._boxes(frame), strict=True):
            self.have(widget, None if naming else box)

    def _boxes(self, frame: Frame) -> tuple[Box, Box | None, Box | None, Box]:
        body = frame.body
        view = self.shown.view if self.shown is not None else None
        enough = view is not None and self._missing(view) <= 0 and self.ui.seats.extra(view) is not None
        if frame.portrait:
            chairs = Box(body.x + 12, body.y + 8, body.w - 24, min(360, body.h - 270))
            y = chairs.y + chairs.h + 8
            free = Box(12, y, body.w - 24, body.y + body.h - (136 if enough else 72) - y)
            bottom = body.y + body.h - 64
            return chairs, free, Box(12, bottom - 64, body.w - 24, 56) if enough else None, Box(12, bottom, body.w - 24, 56)
        left = body.x + body.w - SIDE
        bottom = body.y + body.h - 70
        chairs = Box(body.x + 24, body.y + 12, left - 48, body.h - 26)
        free = Box(left + 12, body.y + 4, SIDE - 24, (bottom - 90 if enough else bottom - 4) - body.y)
        return chairs, free, Box(left + 12, bottom - 86, SIDE - 24, 78) if enough else None, Box(left + 12, bottom, SIDE - 24, 60)

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        if self.naming is None:
            draw_side(pen, self.frame)

    def keys(self) -> tuple[str, ...] | None:
        # Undo would take back what somebody else has done: here the way leads back to the chairs.
        return ("left",) if self.naming is not None else None

    # --- what is touched ---

    def _bar_tapped(self, key: str) -> None:
        if key == "left":
            self._look_at()
        else:
            super()._bar_tapped(key)

    def _look_at(self, naming: Colour | None = None, chair: int | None = None) -> None:
        self.naming, self._chair = naming, chair
        self.fill(self.view)
        self.say()

    def _chair_tapped(self, chair: int) -> None:
        sitting = next((player for player in self.view.players if player.chair == chair), None)
        if sitting is None:
            self._look_at(chair=chair)
        else:
            self.entry.show(sitting.name, suggested=sitting.name in self.ui.seats.names().values())
            self._look_at(naming=sitting.colour)

    def _join(self, colour: Colour) -> None:
        self.act(Do(self.ui.seats.join(colour, self.ui.seats.names()[colour], self._chair)))

    def _is_free(self, name: str) -> bool:
        """Whether nobody else at the table is called so."""
        return not any(same_name(name, other) for colour, other in self.names.items() if colour is not self.naming)

    def _typed(self) -> None:
        if self.naming is not None:
            self.say()

    def _named(self, name: str) -> None:
        colour = self.naming
        if colour is None:
            return
        if name != self.names[colour]:
            self.act(Do(self.ui.seats.rename(colour, name)))
        self._look_at()

    def _leave(self) -> None:
        if self.naming is not None:
            self.act(Do(self.ui.seats.leave(self.naming)))
            self._look_at()

    def _change_seating(self) -> None:
        extra = self.ui.seats.extra(self.view)
        if extra is not None:
            self.act(Do(extra.move))

    def _dragged(self, start: int, end: int) -> None:
        """Whoever was dragged onto another chair takes its place in the round; those between move up."""
        sitting = [player.colour for player in self.view.players]
        at = {player.chair: player.colour for player in self.view.players}
        if start not in at or start == end:
            return
        moved = at[start]
        sitting.remove(moved)
        before = sum(1 for chair, colour in at.items() if colour is not moved and (chair < end or (chair == end and start < end)))
        sitting.insert(before, moved)
        self.act(Do(self.ui.seats.seat(tuple(sitting))))
