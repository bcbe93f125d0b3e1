"""Who has lost pays, or lays a Bluff card; the other one believes it, or turns it over."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.cash_and_run.rules.chance import Shown, Symbol
from companion.games.cash_and_run.rules.state import Kind
from companion.games.cash_and_run.rules.view import ContestView, View
from companion.games.cash_and_run.table.commands import Act, TapShown
from companion.games.cash_and_run.ui import words
from companion.games.cash_and_run.ui.screens.base import CashScreen, Choice
from companion.games.cash_and_run.ui.widgets.info import Line
from companion.games.cash_and_run.ui.widgets.picture import Shows
from companion.games.cash_and_run.ui.widgets.tiles import Band, Tile
from companion.ui import texts
from companion.ui.texts import tr, trn
from companion.ui.widgets.prompt import Prompt


def shown_faces() -> Band:
    """What a Bluff card can show."""
    tiles = [Tile(TapShown(Shown(symbol.value)), words.symbol(symbol), symbol=symbol) for symbol in Symbol]
    return Band((*tiles, Tile(TapShown(Shown.BLANK), tr("nothing"), blank=True)), 2)


class ContestScreen(CashScreen):
    """About a bet that is decided but for a Bluff card."""

    @property
    def contest(self) -> ContestView:
        """What is played for."""
        contest: ContestView | None = self.view.contest
        assert contest is not None
        return contest

    def pictured(self, view: View) -> Shows | None:
        return Shows(backs=1, owner=self.contest.loser, rays=True)

    @property
    def due(self) -> int:
        """What the loser pays: the guest the stake, the owner what the field says."""
        contest = self.contest
        return contest.stake if contest.loser is contest.bettor else contest.stake * contest.odds

    @property
    def at_stake(self) -> str:
        """What is lost."""
        contest = self.contest
        if contest.kind is Kind.TAKEOVER:
            return self.place_of(contest.casino) if contest.loser is contest.owner else tr("a casino of the winner’s choice")
        return tr("the pot") if contest.kind is Kind.POT else texts.amount(self.due)


class LostScreen(ContestScreen):
    """Somebody has lost a game and may lay a Bluff card."""

    name = "lost"

    def prompt(self, view: View) -> Prompt:
        contest = self.contest
        if contest.kind is not Kind.CASINO:
            return Prompt(contest.loser or "card", self.who(contest.loser), tr("Lose it, or bluff?"))
        return Prompt(contest.loser or "card", self.who(contest.loser), tr("Pay {sum}, or bluff?", sum=texts.amount(self.due)))

    def pictured(self, view: View) -> Shows | None:
        # What is still in hand.
        return Shows(backs=self.of(self.contest.loser).bluffs, owner=self.contest.loser)

    def lines(self, view: View) -> Sequence[Line]:
        contest = self.contest
        held = self.of(contest.loser).bluffs
        return (
            Line(tr("At stake"), colour="mist"),
            Line(self.at_stake, strong=True, colour="champ"),
            Line(tr("to {name}", name=self.within(contest.winner))),
            Line(trn("{n} Bluff card left", "{n} Bluff cards left", held), colour="mist"),
        )

    def choices(self, view: View) -> Sequence[Choice]:
        paying = tr("Pay {sum}", sum=texts.amount(self.due)) if self.contest.kind is Kind.CASINO else tr("It is lost")
        return (Choice(paying, Act.PAY), Choice(tr("Lay a Bluff card"), Act.BLUFF))


class BelieveScreen(ContestScreen):
    """The other one believes the Bluff card, or has it turned over."""

    name = "believe"
    tallest = 170.0

    def prompt(self, view: View) -> Prompt:
        contest = self.contest
        if self.pending.turning:
            return Prompt(contest.winner or "card", tr("It is turned over"), tr("What does the card show?"))
        title = self.titled(tr("{name} lays a Bluff card", name=self.who(contest.loser)), tr("A Bluff card"))
        return Prompt(contest.winner or "card", title, tr("{name}: believe it, or turn it?", name=self.within(contest.winner)))

    def pictured(self, view: View) -> Shows | None:
        return None if self.pending.turning else super().pictured(view)

    def bands(self, view: View) -> Sequence[Band]:
        if not self.pending.turning:
            return ()
        return (shown_faces(),)

    def lines(self, view: View) -> Sequence[Line]:
        contest = self.contest
        if self.pending.turning:
            return ()
        loser, winner = self.of(contest.loser), self.of(contest.winner)
        # Upright there is no room for it; the players' rail says it, too.
        left = tr("Cards left: {a} {n}, {b} {m}", a=self.said[loser.colour], n=loser.bluffs, b=self.said[winner.colour], m=winner.bluffs)
        return (
            Line(tr("It should show"), colour="mist"),
            Line(words.symbol(contest.symbol), strong=True, colour="champ"),
            Line(tr("At stake"), colour="mist"),
            Line(self.at_stake, strong=True),
            *(() if self.frame.portrait else (Line(left, colour="mist"),)),
        )

    def choices(self, view: View) -> Sequence[Choice]:
        if self.pending.turning:
            return ()
        return (Choice(tr("I believe it"), Act.BELIEVE), Choice(tr("Turn it over"), Act.TURN))
