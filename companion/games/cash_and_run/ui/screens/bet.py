"""The bet: chips on a field of the felt, with odds and chance, and what happens if the owner can't pay."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.cash_and_run.rules.state import Kind
from companion.games.cash_and_run.rules.view import ContestView, Field, View
from companion.games.cash_and_run.table.commands import Act, TapAllIn, TapChip, TapField, TapNone
from companion.games.cash_and_run.table.half import usual_chip
from companion.games.cash_and_run.ui import words
from companion.games.cash_and_run.ui.screens.base import CashScreen, Choice
from companion.games.cash_and_run.ui.widgets.info import Line
from companion.games.cash_and_run.ui.widgets.tiles import Band, Tile
from companion.ui import texts
from companion.ui.texts import tr
from companion.ui.widgets.prompt import Prompt


def felt(fields: Sequence[Field], on: str | None, *, portrait: bool, laid: int | None = None) -> list[Band]:
    """The fields by their odds; `laid`: the chip that lies on the one that is chosen."""
    found = []
    kinds = list(dict.fromkeys(field.odds for field in fields))
    for odds in kinds:
        tiles = tuple([_field(field.on, lit=field.on == on, laid=laid if field.on == on else None) for field in fields if field.odds == odds])
        # Where there is one kind of bet alone, there is room for large fields.
        faces = all(len(tile.dice) == 1 for tile in tiles)
        columns = {4: 2, 6: 6 if faces else 3, 15: 5}.get(len(tiles), len(tiles)) if portrait or len(kinds) == 1 else len(tiles)
        found.append(Band(tiles, columns, label=f"{odds}:1"))
    return found


def _field(on: str, *, lit: bool, laid: int | None) -> Tile:
    """Numbers of the die by their faces, all else in words."""
    faces = on.split("+") if "+" in on or on.isdecimal() else []
    ground = on if on in ("red", "black") else "felt"
    return Tile(TapField(on), "" if faces else words.field(on), ground=ground, lit=lit, dice=tuple(map(int, faces)), laid=laid)


class BetScreen(CashScreen):
    """How much is bet in somebody's casino."""

    name = "bet"
    railed = False
    tallest = 96.0
    most = 4

    @property
    def contest(self) -> ContestView:
        """What is played for."""
        contest: ContestView | None = self.view.contest
        assert contest is not None
        return contest

    def prompt(self, view: View) -> Prompt:
        contest = self.contest
        if contest.kind is Kind.POT:
            choose = tr("{name}: choose a field", name=self.within(contest.bettor))
            return Prompt(contest.bettor, tr("The pot: {sum}", sum=texts.amount(view.pot)), choose)
        casino = self.place_of(contest.casino)
        title = self.titled(tr("{name} bets in {casino}", name=self.who(contest.bettor), casino=casino), casino)
        return Prompt(contest.bettor, title, tr("Tap a chip, then where it lies"))

    def bands(self, view: View) -> Sequence[Band]:
        contest, pending = self.contest, self.pending
        laid = max([value for value in view.chips if value <= pending.stake], default=None)
        found = felt(contest.felt, pending.on, portrait=self.frame.portrait, laid=laid)
        if contest.kind is Kind.CASINO:
            chip = pending.chip or usual_chip(view.chips)
            chips = [Tile(TapChip(value), chip=value, lit=value == chip) for value in view.chips]
            rest = [Tile(TapNone(), tr("None"), dead=not pending.stake), Tile(TapAllIn(), tr("All in"), dead=contest.most is None)]
            if self.frame.portrait:
                found += [Band(tuple(chips), len(chips)), Band(tuple(rest), 2)]
            else:
                found.append(Band((*chips, *rest), len(chips) + 2))
        return found

    def lines(self, view: View) -> Sequence[Line]:
        contest, pending = self.contest, self.pending
        if contest.kind is Kind.POT:
            field = contest.felt[0]
            won = tr("{n} in {of} wins the whole pot", n=field.wins, of=field.of)
            free = tr("Nothing is staked; a Bluff card may be laid") if view.options.pot_bluff else tr("Nothing is staked, and no Bluff card helps")
            return (Line(won, colour="champ"), Line(free, colour="mist"))
        chosen = next((field for field in contest.felt if field.on == pending.on), None)
        if not pending.stake or chosen is None:
            told = [tr("{name} has {sum}", name=self.within(contest.owner), sum=texts.amount(contest.owner_cash or 0))]
            if contest.most is not None:
                told.insert(0, tr("{name} has {sum}", name=self.within(contest.bettor), sum=texts.amount(contest.most)))
            # Whoever had to sell first hears what was paid.
            sold = view.now is not None and any(event.what == "sold" for event in view.now.events[-1:])
            return (Line(" · ".join(told)), *(self.news(view) if sold else ()))
        wins = texts.amount(pending.stake * chosen.odds)
        said = tr("{stake} on {field} wins {sum}", stake=texts.amount(pending.stake), field=words.field(chosen.on), sum=wins)
        chance = tr("{n} in {of}", n=chosen.wins, of=chosen.of)
        short = contest.short(chosen.odds, pending.stake)
        owner = self.within(contest.owner)
        if short:
            has = texts.amount(contest.owner_cash or 0)
            return (
                Line(tr("{name} has only {sum}: then it is auctioned", name=owner, sum=has)),
                Line(f"{said} · {chance}", colour="champ"),
            )
        return (Line(said, strong=True, colour="champ"), Line(chance, colour="mist"))

    def choices(self, view: View) -> Sequence[Choice]:
        if self.contest.kind is Kind.POT:
            return ()
        found = [Choice(tr("Bets are down"), Act.DOWN, enabled=bool(self.pending.stake))]
        if self.contest.most is None:
            # Money is not shown: one's own is looked at alone.
            found.append(Choice(tr("My money"), "purse", icon="eye-off"))
        if view.sellable and not self.pending.stake and self.contest.most == 0:
            found.insert(0, Choice(tr("Auction a casino"), Act.SELL))
        return found
