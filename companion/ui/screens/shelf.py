"""What is on the table? The games of the shelf, each with its emblem; a touch begins one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.games import SHELF
from companion.table.commands import LearnTags, NewGame, Rematch
from companion.table.snapshot import GameEntry, Snapshot
from companion.ui import gameui
from companion.ui.kit.layout import Box, Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.page import PageScreen
from companion.ui.screens.players import how_many
from companion.ui.texts import tr
from companion.ui.widgets.button import Button
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.prompt import Prompt

AT_ONCE = 3
"""So many games are to be seen at once."""
WORDS = 152.0
"""The height of a card's words in dp: name, number of players, and two lines of what it is."""
PEOPLE = 84.0
"""The height of the button for the people of last time, in dp."""


class GameCards(Drawn):
    """The games as cards, side by side or one below the other. `on_tap` gets a key."""

    def __init__(self, on_tap: Callable[[str], Any]) -> None:
        super().__init__(on_tap)
        self.games: tuple[str, ...] = ()
        self.last = ""

    def show(self, games: tuple[str, ...], last: str) -> None:
        """`last`: the key of the game that was played last; it stands out."""
        if (games, last) != (self.games, self.last):
            self.games, self.last = games, last
            self.redraw()

    def draw(self, pen: Pen) -> None:
        w, h = self.box.w, self.box.h
        upright, gap, count = h > w, 12.0, min(AT_ONCE, max(1, len(SHELF)))
        wide, tall = (w, (h - gap * (count - 1)) / count) if upright else ((w - gap * (count - 1)) / count, h)
        for i, key in enumerate(self.games):
            box = Box(0, i * (tall + gap), wide, tall) if upright else Box(i * (wide + gap), 0, wide, tall)
            look = (box, key == self.last, self.pressed == key)
            self.layer(key, look, partial(self._card, key=key, box=box))

    def _card(self, pen: Pen, key: str, box: Box) -> None:
        x, y, w, h = box
        chosen, down = key == self.last, self.pressed == key
        pen.target(key, x, y, w, h)
        pen.cut(x, y, w, h, 16, "tileHi" if down else "tile")
        pen.cut_line(x + 1, y + 1, w - 2, h - 2, 16, "champ" if chosen or down else "rim", 2.4 if chosen or down else 1.6)
        pen.cut_line(x + 7, y + 7, w - 14, h - 14, 13, "rim", 1, 0.6)
        brand, beside = gameui.of(key).brand, w > 1.4 * h
        words = Box(x + w * 0.42, y + 10, w * 0.58 - 16, h - 20) if beside else Box(x + 12, y + h - WORDS - 10, w - 24, WORDS)
        art = Box(x + 14, y + 14, w * 0.42 - 24, h - 28) if beside else Box(x + 20, y + 18, w - 40, h - WORDS - 34)
        r = min(art.w / 2 - 12, art.h - 24)
        if brand.emblem and r > 0:
            gameui.found(brand.emblem)(pen, art.x + art.w / 2, art.y + (art.h + r) / 2 - 8, r)
        top = words.y + (words.h - WORDS) / 2
        pen.text((words.x, top, words.w, 44), gameui.title(key), 34, "champ", font="Federo", align="centre", snug=True)
        pen.text((words.x, top + 44, words.w, 36), how_many(key), 28, "ivory", align="centre")
        pen.text((words.x, top + 80, words.w, WORDS - 80), brand.about(), 28, "mist", align="centre", lines=2)


class ShelfScreen(PageScreen):
    """Opened from home where there are several games: begins one."""

    name = "shelf"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.cards: GameCards = self.add(GameCards(lambda key: self.act(self.chosen(key))))
        self.people = Button("", self._once_more, kind="secondary", icon="right")
        self.first = 0

    # --- what subclasses say ---

    def prompt(self) -> Prompt:
        return Prompt("plus", tr("What is on the table?"), tr("Tap a game"))

    def chosen(self, key: str) -> Any:
        """What a game's card is for."""
        return NewGame(rules=key)

    @property
    def last(self) -> GameEntry | None:
        """The game whose people may play it once more at one touch."""
        last: GameEntry | None = self.shown.last
        return last

    # --- what is shown ---

    def enter(self) -> None:
        self.first = 0

    def fits(self, shown: Snapshot) -> bool:
        return shown.view is None and shown.learning is None

    def keys(self) -> tuple[str, ...]:
        return ("up", "down", "left") if len(SHELF) > AT_ONCE else ("left",)

    def fill(self) -> None:
        self.cards.show(tuple(SHELF)[self.first : self.first + AT_ONCE], self.rules)
        if self.last is not None:
            people = ", ".join(name for _, name in self.last.players)
            self.people.show(tr("With the people of last time"), sub=f"{gameui.title(self.last.rules)} · {people}")

    def _once_more(self) -> None:
        if self.last is not None:
            self.act(Rematch(self.last.game))

    def bar_tapped(self, key: str) -> None:
        if key in ("up", "down"):
            last = (len(SHELF) - 1) // AT_ONCE * AT_ONCE
            self.first = min(last, max(0, self.first + (AT_ONCE if key == "down" else -AT_ONCE)))
            self.look()
        else:
            super().bar_tapped(key)

    def place(self, frame: Frame) -> None:
        room = frame.body.inset(16, 12)
        offered = self.shown is not None and self.last is not None
        self.have(self.people, (room.x, room.y + room.h - PEOPLE, room.w, PEOPLE) if offered else None)
        self.cards.put(*room._replace(h=room.h - PEOPLE - 12 if offered else room.h))


class TrialScreen(ShelfScreen):
    """Begins a practice game."""

    name = "trial"

    def prompt(self) -> Prompt:
        return Prompt("dice", tr("What is on the table?"), tr("Practice: tap a game"))

    def chosen(self, key: str) -> Any:
        return NewGame(practice=True, rules=key)

    @property
    def last(self) -> GameEntry | None:
        return None


class SetsScreen(ShelfScreen):
    """Whose tags are registered: each game has a set of its own."""

    name = "sets"

    def prompt(self) -> Prompt:
        return Prompt("tag", tr("Register the tags"), tr("Tap a game"))

    def chosen(self, key: str) -> Any:
        return LearnTags(rules=key)

    @property
    def last(self) -> GameEntry | None:
        return None
