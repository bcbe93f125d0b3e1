"""A new tag for a card whose own is lost or dead, with the kinds drawn."""

from __future__ import annotations

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import Character
from companion.games.vabanque.ui.widgets.private import PrivatePad
from companion.ui.screens import replace


class ReplaceScreen(replace.ReplaceScreen):
    """The house's page; the players stand in the order of play."""

    def made_pad(self) -> PrivatePad:
        return PrivatePad(self._told_kind)

    def owners(self) -> tuple[Colour, ...]:
        order: tuple[Colour, ...] = self.shown.view.order
        return order

    def fill_pad(self) -> None:
        """Everybody has one of each kind."""

    def _told_kind(self, kind: Character) -> None:
        self.told_which(f"{self.replacing.owner} {kind}")
