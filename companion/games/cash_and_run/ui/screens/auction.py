"""A casino under the hammer: a row is a player's next bid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.cash_and_run.rules.auction import LEAST_BID
from companion.games.cash_and_run.rules.options import BANK_PRICE
from companion.games.cash_and_run.rules.settings import STEPS
from companion.games.cash_and_run.rules.view import AuctionView, View
from companion.games.cash_and_run.table.commands import Act, TapPlayer
from companion.games.cash_and_run.ui import words
from companion.games.cash_and_run.ui.screens.base import CashScreen, Choice
from companion.games.cash_and_run.ui.widgets.info import Line
from companion.games.cash_and_run.ui.widgets.picture import Shows
from companion.games.cash_and_run.ui.widgets.tiles import Band, Tile
from companion.ui import texts
from companion.ui.screens.chosen import Chosen, one_game
from companion.ui.texts import tr
from companion.ui.widgets.prompt import Prompt


class AuctionScreen(CashScreen):
    """Everybody bids for a casino that is sold."""

    name = "auction"
    railed = False
    low = True
    tallest = 78.0
    chosen_step = Chosen[int | None](None, one_game)

    @property
    def step(self) -> int:
        """By how much a bid rises at a tap."""
        return self.chosen_step or self.own_settings.bid_step

    @property
    def auction(self) -> AuctionView:
        """The auction that is on."""
        auction: AuctionView | None = self.view.auction
        assert auction is not None
        return auction

    def prompt(self, view: View) -> Prompt:
        auction = self.auction
        title, least = tr("{casino} is auctioned", casino=self.place_of(auction.casino)), tr("from {sum}", sum=texts.amount(LEAST_BID))
        return Prompt(auction.seller, title, tr("Who bids more? Tap a player"), least if view.debt is not None else "")

    def next_bid(self, limit: int) -> int | None:
        """What a tap bids; None where there is not so much."""
        auction = self.auction
        amount = max(LEAST_BID, auction.bid + self.step)
        if auction.least <= limit < amount:
            return limit
        return amount if amount <= limit else None

    def bands(self, view: View) -> Sequence[Band]:
        auction = self.auction
        tiles = []
        for player in view.players:
            limit = auction.limits.get(player.colour)
            if limit is None:
                continue
            bids, leads = self.next_bid(limit), auction.by is player.colour
            can = tr("can bid {sum}", sum=texts.amount(limit))
            if auction.credit.get(player.colour):
                can = tr("{sum} with credit", sum=texts.amount(limit))
            value = texts.amount(auction.bid) if leads else f"+ {texts.amount(bids)}" if bids is not None else "–"
            tiles.append(Tile(TapPlayer(player.colour, self.step), player.name, can, value, player=player.colour, lit=leads, dead=bids is None))
        return (Band(tuple(tiles), 1),)

    def pictured(self, view: View) -> Shows | None:
        return None if self.frame.portrait else Shows(casino=self.casino(self.auction.casino))

    def lines(self, view: View) -> Sequence[Line]:
        debt = view.debt
        least = tr("least bid {sum}; no bid: bank {bank}", sum=texts.amount(LEAST_BID), bank=texts.amount(BANK_PRICE))
        if debt is None:
            return (Line(least, colour="mist"),)
        owes = tr("{name} owes {other} {sum}", name=self.within(debt.by), other=self.within(debt.to), sum=texts.amount(debt.left))
        # What could be paid at once is a booking, which is told before the next act.
        booked = [paid for paid in (view.now.payments if view.now is not None else ()) if (paid.source, paid.to) == (debt.by, debt.to)]
        paid = [Line(words.payment(booked[-1], self.said), colour="mist")] if booked else []
        return (*paid, Line(owes, colour="champ"))

    def choices(self, view: View) -> Sequence[Choice]:
        auction = self.auction
        sold = tr("Sold to {name}", name=self.who(auction.by)) if auction.by else tr("No bid: bank, {sum}", sum=texts.amount(BANK_PRICE))
        return (Choice(tr("Step: {sum}", sum=texts.amount(self.step)), "step"), Choice(sold, Act.SOLD))

    def chosen(self, what: Any) -> None:
        if what == "step":
            at = STEPS.index(self.step) if self.step in STEPS else -1
            self.chosen_step = STEPS[(at + 1) % len(STEPS)]
            self.fill(self.view)
        else:
            super().chosen(what)
