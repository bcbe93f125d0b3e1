"""The evening in one square: what a phone takes along of a game that is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.errors import CompanionError
from companion.table.snapshot import GameEntry, Snapshot
from companion.ui import gameui, texts
from companion.ui.kit.layout import Box, Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.base import Carrying, Kit
from companion.ui.screens.chosen import Chosen
from companion.ui.screens.errand import ErrandScreen
from companion.ui.screens.menu import headed
from companion.ui.screens.told import when
from companion.ui.texts import tr
from companion.ui.widgets.button import Button
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.square import Square
from companion.words import told

if TYPE_CHECKING:
    from companion.table.evenings.square import Squared


class SquareScreen(ErrandScreen):
    """The square takes the whole height, in portrait the whole width: the larger it is, the farther away it can be read. So there is no bar."""

    name = "square"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.remove_widget(self.bar)
        self.porter: Carrying | None = None
        self.square: Square = self.add(Square())
        self.back: Button = self.add(Button("", self.leave, icon="left"))
        self._asked: int | None = None
        self._said: Prompt | None = None

    found = Chosen["Squared | CompanionError | None"](None, lambda screen, _: screen._of(screen.shown))
    """The square of the game, or why there is none."""

    def equip(self, kit: Kit) -> None:
        self.porter = kit.porter

    def _of(self, shown: Snapshot | None) -> int | None:
        """The game that is over: the one that is looked at, else the one on the table."""
        if shown is None:
            return None
        if shown.replay is not None:
            return shown.replay.game.game
        return shown.game if shown.view is not None and shown.view.outcome is not None else None

    def fits(self, shown: Snapshot) -> bool:
        return self._of(shown) is not None

    def enter(self) -> None:
        self.found = None

    def show(self, shown: Snapshot) -> None:
        super().show(shown)
        game, porter = self._of(shown), self.porter
        if game is not None and porter is not None and self.found is None and not (self.busy and self._asked == game):
            # What comes late of another game is not this one's.
            self._asked = game
            self.ask(lambda done: porter.square(game, tell, done), self._made)

    def _made(self, found: Squared | CompanionError) -> None:
        self.found = found

    def usual(self) -> Prompt:
        if isinstance(self.found, CompanionError):
            return Prompt("warning", tr("No square"), told(self.found.sentence))
        if self.found is None:
            return Prompt("square", tr("The evening in one square"), "")
        if not self.found.whole:
            return Prompt("square", tr("The result in one square"), tr("The game is too long for one. Export it: Settings, USB stick."))
        return Prompt("square", tr("The evening in one square"), tr("A phone's camera reads the result in it. Its text brings the game back."))

    def fill(self) -> None:
        self.square.show(() if self.found is None or isinstance(self.found, CompanionError) else self.found.rows)
        self.back.show(tr("Back"))
        if (prompt := self.prompt()) != self._said:
            self._said = prompt
            self.redraw()

    def say(self) -> None:
        """There is a bar only while the table answers something."""
        super().say()
        self.have(self.bar, None if self.bar.refusal is None else (0, 0, self.frame.w, self.frame.h))

    def _parts(self, frame: Frame) -> tuple[Box, Box]:
        """The square, and what is beside it."""
        side = min(frame.w, frame.h)
        if frame.portrait:
            return Box(0, 0, frame.w, side), Box(16, side + 6, frame.w - 32, frame.h - side - 18)
        return Box(0, 0, side, frame.h), Box(side + 14, 12, frame.w - side - 26, frame.h - 24)

    def layout(self, frame: Frame) -> None:
        square, beside = self._parts(frame)
        self.say()
        self.square.put(*square)
        self.back.put(beside.x, beside.y + beside.h - 60, beside.w, 60)

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        _, box = self._parts(self.frame)
        if self.shown is None:
            return
        prompt = self.prompt()
        pen.text((box.x, box.y, box.w, 90), prompt.title, 34, "champ", font="Federo", lines=2, valign="top")
        pen.text((box.x, box.y + 96, box.w, box.h - 166), prompt.text, 28, "ivory", lines=7, valign="top")


def tell(game: GameEntry) -> str:
    """The lines that people read: which game, on which day, who won, and what everybody has."""
    names = dict(game.players)
    order = sorted(names, key=lambda colour: game.scores.get(colour, 0), reverse=gameui.wins_high(game.rules))
    if game.left:
        ending = headed(tr("ended early"))
    elif game.winners:
        ending = headed(tr("won by {who}", who=texts.names(names[colour] for colour in game.winners)))
    else:
        ending = headed(tr("nobody won"))
    standing = [f"{names[colour]} {texts.number(game.scores[colour])}" for colour in order if colour in game.scores]
    return "\n".join([f"{gameui.title(game.rules)}, {when(game)}", ending, *standing])
