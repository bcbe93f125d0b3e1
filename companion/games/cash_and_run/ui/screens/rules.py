"""The rules that the players agree on before anything is dealt; a tap takes the next value of a switch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from companion.games.cash_and_run.rules.moves import Agree
from companion.games.cash_and_run.rules.options import Options
from companion.games.cash_and_run.rules.view import View
from companion.games.cash_and_run.ui.screens.base import CashScreen, Choice
from companion.games.cash_and_run.ui.widgets.tiles import Band, Tile, low_room
from companion.table.commands import Do, Teach
from companion.table.snapshot import Snapshot
from companion.ui import texts
from companion.ui.screens.chosen import Chosen, one_game
from companion.ui.texts import tr
from companion.ui.widgets.prompt import Prompt

VALUES: dict[str, tuple[Any, ...]] = {
    "dealt": (2, 1),
    "need": (None, 2, 3, 4, 5),
    "colour_sets": (None, True, False),
    "start": (2_000_000, 1_000_000, 1_500_000, 3_000_000),
    "bank": (None, 5_000_000, 10_000_000, 20_000_000),
    "step": (10_000, 50_000, 5_000, 1_000),
    "bluff": (1, 0, 2, 3),
    "own_again": (True, False),
    "lap_exact": (False, True),
    "pot_bluff": (False, True),
}
"""What each switch may be, as it usually is first."""
LOW = 900
"""Of an upright picture, the height in dp in which not all switches have room."""


class RulesScreen(CashScreen):
    """What a table has agreed on before it begins."""

    name = "rules"
    railed = False
    undoes = False
    stays = True
    tallest = 84.0

    page = Chosen(0, one_game)

    def fits(self, shown: Snapshot) -> bool:
        return shown.view is not None

    @property
    def agreeing(self) -> bool:
        """Whether the rules can still be agreed on: nothing is dealt."""
        return self.view.round == 0 and not self.view.owners

    def prompt(self, view: View) -> Prompt:
        return Prompt("gear", tr("The rules agreed on"), tr("Tap one to change it") if self.agreeing else tr("They hold for this game"))

    def keys(self) -> tuple[str, ...] | None:
        return ("down", "left") if self._pages > 1 else ("left",)

    @property
    def _pages(self) -> int:
        """Upright on a small panel not all have room at once, nor lying where two have none beside each other."""
        if self.frame.portrait:
            return 2 if self.frame.h < LOW else 1
        return 1 if self._abreast else 2

    @property
    def _abreast(self) -> bool:
        """Whether two switches with their values have room beside each other."""
        options, named = self.view.options, names()
        rooms = [
            low_room(named[name], "Jost", self.scale) + low_room(said(name, getattr(options, name)), "JostSemiBold", self.scale) for name in VALUES
        ]
        return max(rooms) + 34 <= self.room(self.frame).w / 2

    def _bar_tapped(self, key: str) -> None:
        if key == "left":
            self.act("game")
        elif key == "down":
            self.page = 1 - self.page
            self.fill(self.view)
        else:
            super()._bar_tapped(key)

    def bands(self, view: View) -> Sequence[Band]:
        options = view.options
        named = names()
        tiles = [Tile(("next", name), named[name], said(name, getattr(options, name)), dead=not self.agreeing) for name in VALUES]
        if self._pages > 1:
            half = len(tiles) // 2
            tiles = tiles[half:] if self.page else tiles[:half]
        return (Band(tuple(tiles), 1 if self.frame.portrait or self._pages > 1 else 2),)

    def choices(self, view: View) -> Sequence[Choice]:
        usual = Choice(tr("As usual"), Do(Agree(Options())), enabled=self.agreeing and view.options != Options())
        return (Choice(tr("Teach your copy"), Teach()), usual, Choice(tr("Done"), "done", primary=True))

    def chosen(self, what: Any) -> None:
        match what:
            case "done":
                self.act("game")
            case ("next", str(name)):
                values, now = VALUES[name], getattr(self.view.options, name)
                after = values[(values.index(now) + 1) % len(values)] if now in values else values[0]
                self.act(Do(Agree(replace(self.view.options, **{name: after}))))
            case _:
                super().chosen(what)


def names() -> dict[str, str]:
    """What each switch is called."""
    return {
        "dealt": tr("Casinos dealt"),
        "need": tr("Casinos of a set"),
        "colour_sets": tr("Colours make sets"),
        "start": tr("Money to begin with"),
        "bank": tr("The bank has"),
        "step": tr("Smallest chip"),
        "bluff": tr("Bluff cards dealt"),
        "own_again": tr("Own casino"),
        "lap_exact": tr("The lap ends"),
        "pot_bluff": tr("Bluff at the pot"),
    }


def said(name: str, value: Any) -> str:
    """A value in words."""
    match name, value:
        case (("need" | "colour_sets"), None):
            return tr("as usual")
        case "bank", None:
            return tr("no limit")
        case (("start" | "bank" | "step"), int(amount)):
            return texts.amount(amount)
        case "own_again", bool(again):
            return tr("throw again") if again else tr("nothing happens")
        case "lap_exact", bool(exact):
            return tr("exactly there") if exact else tr("or past it")
        case _, bool(on):
            return tr("Yes") if on else tr("No")
    return str(value)
