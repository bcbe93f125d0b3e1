"""The counts of the finished rounds, looked at again while the game goes on. Nothing is set right here."""

from __future__ import annotations

from companion.games.casino.rules.view import View
from companion.games.casino.ui.screens.count import CountScreen
from companion.table.snapshot import Snapshot
from companion.ui.screens.chosen import Chosen, one_game
from companion.ui.texts import tr


class CountedScreen(CountScreen):
    """The last of them first; from there to the rounds before it, and back."""

    name = "counted"
    undoes = False
    stays = True

    at = Chosen[int | None](None, one_game)
    """The round that was chosen, from 1; None: the last one."""

    def fits(self, shown: Snapshot) -> bool:
        return shown.view is not None and bool(shown.view.results)

    @property
    def number(self) -> int:
        return min(self.at or len(self.view.results), len(self.view.results))

    def enter(self) -> None:
        self.at = None

    def fill(self, view: View) -> None:
        super().fill(view)
        last = self.number == len(view.results)
        self.mend.show(tr("The round before"), enabled=self.number > 1)
        self.on.show(tr("Back to the game") if last else tr("The round after it"))
        self.place(self.frame)

    def keys(self) -> tuple[str, ...] | None:
        return ("left",)

    def _bar_tapped(self, key: str) -> None:
        if key == "left" and not self.face:
            self.act("game")
        else:
            super()._bar_tapped(key)

    def _other_tapped(self) -> None:
        self._go(self.number - 1)

    def _on_tapped(self) -> None:
        if self.number == len(self.view.results):
            self.act("game")
        else:
            self._go(self.number + 1)

    def _go(self, number: int) -> None:
        self.at = number
        self._look("")
