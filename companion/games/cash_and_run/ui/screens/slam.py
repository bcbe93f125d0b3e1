"""Square 6: the safe sum, or try for a million; then stop, or the next step."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.cash_and_run.rules.view import SlamView, View
from companion.games.cash_and_run.table.commands import Act
from companion.games.cash_and_run.ui import words
from companion.games.cash_and_run.ui.screens.base import CashScreen, Choice
from companion.games.cash_and_run.ui.widgets.info import Line
from companion.ui import texts
from companion.ui.texts import tr
from companion.ui.widgets.prompt import Prompt


class SlamScreen(CashScreen):
    """The stops of square 6: to stop, or to try for more."""

    name = "slam"

    @property
    def slam(self) -> SlamView:
        """How far it has come."""
        slam = self.view.slam
        assert slam is not None
        return slam

    def prompt(self, view: View) -> Prompt:
        kept = texts.amount(self.slam.kept)
        said = tr("Take {sum}, or try for more?", sum=kept) if not self.slam.step else tr("Stop at {sum}, or try on?", sum=kept)
        return Prompt(view.by or "chip", self.who(view.by), said, tr("Grand Slam"))

    def lines(self, view: View) -> Sequence[Line]:
        found = []
        for at, step in enumerate(self.slam.steps):
            said = tr("{field} with the {game}: {sum}", field=words.field(step.on), game=words.symbol(step.symbol), sum=texts.amount(step.amount))
            found.append(
                Line(said, strong=at == self.slam.step, colour="mist" if at < self.slam.step else "champ" if at == self.slam.step else "ivory")
            )
        return (*found, Line(tr("Who loses has nothing, and the turn is over"), colour="mist"))

    def choices(self, view: View) -> Sequence[Choice]:
        stop = Choice(tr("Take {sum}", sum=texts.amount(self.slam.kept)), Act.STOP if self.slam.step else Act.SURE)
        return (stop, Choice(tr("Try"), Act.TRY))
