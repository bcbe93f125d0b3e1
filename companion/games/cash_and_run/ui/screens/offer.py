"""What may be bought on a square, or whose casino may be played for."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.cash_and_run.rules.view import Offer, View, Wanted
from companion.games.cash_and_run.table.commands import Act, TapCasino, TapField
from companion.games.cash_and_run.ui import words
from companion.games.cash_and_run.ui.screens.base import CashScreen, Choice
from companion.games.cash_and_run.ui.widgets.info import Line
from companion.games.cash_and_run.ui.widgets.picture import Shows
from companion.games.cash_and_run.ui.widgets.tiles import Band, Tile
from companion.ui import texts
from companion.ui.texts import tr
from companion.ui.widgets.prompt import Prompt


class OfferScreen(CashScreen):
    """Whether somebody takes what the square offers."""

    name = "offer"

    @property
    def offer(self) -> Offer:
        """What is offered."""
        offer: Offer | None = self.view.offer
        assert offer is not None
        return offer

    @property
    def railed(self) -> bool:  # type: ignore[override]
        """Whether the players stand beside it: not where their casinos are chosen from."""
        return self.shown is None or self.shown.view is None or self.offer.wanted is not Wanted.TAKEOVER

    def prompt(self, view: View) -> Prompt:
        offer, by = self.offer, view.by or "chip"
        price = texts.amount(offer.price)
        match offer.wanted:
            case Wanted.CASINO:
                return Prompt(by, self.who(view.by), tr("{casino} is for sale: {sum}", casino=self.place_of(offer.casino), sum=price))
            case Wanted.BLUFF:
                return Prompt(by, self.who(view.by), tr("Buy a Bluff card? {sum}", sum=price))
            case Wanted.TAKEOVER:
                return Prompt(by, self.who(view.by), tr("Tap the casino to play for"))

    def bands(self, view: View) -> Sequence[Band]:
        offer = self.offer
        if offer.wanted is not Wanted.TAKEOVER or offer.affordable is False:
            return ()
        chosen, on = self.pending.casino, self.pending.on
        laid = self._laid(view)
        order = [player.colour for player in view.players]
        targets = sorted(offer.targets, key=lambda each: order.index(view.owners[each]))
        casinos = tuple(
            [Tile(TapCasino(each), casino=self.casino(each), owner=view.owners[each], lit=each == chosen, flag=each in laid) for each in targets]
        )
        bets = tuple([Tile(TapField(each), words.field(each), ground=_ground(each), lit=each == on) for each in offer.bets])
        return (Band(casinos, 2 if self.frame.portrait else 4), Band(bets, len(bets) or 1))

    def pictured(self, view: View) -> Shows | None:
        match self.offer.wanted:
            case Wanted.CASINO:
                return Shows(casino=self.casino(self.offer.casino))
            case Wanted.BLUFF:
                return Shows(backs=self.of(view.by).bluffs, owner=view.by)
        return None

    def lines(self, view: View) -> Sequence[Line]:
        offer, by = self.offer, self.of(view.by)
        found = []
        if offer.wanted is Wanted.CASINO:
            casino = self.casino(offer.casino)
            if casino is not None:
                found.append(
                    Line(tr("{casino}: {game}, {colour}", casino=casino.name, game=words.symbol(casino.symbol), colour=words.tint(casino.colour)))
                )
            if offer.completes:
                found.append(Line(tr("With it the set is there: Cash & Run"), colour="champ"))
        elif offer.wanted is Wanted.BLUFF:
            found.append(Line(tr("{n} of three held", n=by.bluffs)))
            if offer.exchange:
                found.append(Line(tr("With three, one goes back under the pile"), colour="mist"))
        else:
            found.append(Line(tr("It costs {sum}. Lost: the other one picks a casino of yours", sum=texts.amount(offer.price)), colour="mist"))
            runners = {view.owners[each]: None for each in offer.targets if each in self._laid(view)}
            if runners:
                found.append(Line(tr("With a flag: would stop {names}", names=texts.names(self.said[each] for each in runners)), colour="champ"))
        if offer.wanted is not Wanted.TAKEOVER:
            found += self.news(view)
        if offer.affordable is False:
            found.append(Line(tr("There is not enough money for it"), colour="champ"))
        return found

    def _laid(self, view: View) -> frozenset[str]:
        """The casinos that lie on a square 1."""
        return frozenset(casino for player in view.players if player.lap is not None for casino in player.lap.casinos)

    def choices(self, view: View) -> Sequence[Choice]:
        offer = self.offer
        found = []
        if offer.wanted is not Wanted.TAKEOVER:
            said = tr("Buy, and put one back") if offer.exchange else tr("Buy")
            found.append(Choice(said, Act.BUY, enabled=offer.affordable is not False))
        found.append(Choice(tr("Leave it"), Act.LEAVE))
        if view.sellable and offer.affordable is not True:
            found.append(Choice(tr("Auction a casino"), Act.SELL))
        return found


def _ground(on: str) -> str:
    return on if on in ("red", "black") else "felt"
