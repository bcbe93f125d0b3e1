"""Statistics of the past games: everybody's figures, one player's, and money over time. Only what everybody has seen counts."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import msgspec

from companion.table.commands import ShowPast, ShowStats
from companion.table.evenings.statistics import DearTable, Filter, Period, PlayerStats, Stats, years
from companion.table.snapshot import Shown
from companion.ui import texts
from companion.ui.kit import lettering
from companion.ui.kit.layout import Frame
from companion.ui.screens.chosen import Chosen
from companion.ui.screens.page import PageScreen
from companion.ui.texts import tr, trn
from companion.ui.widgets.button import Button
from companion.ui.widgets.choice import Choice, ChoiceRow
from companion.ui.widgets.figures import Figure, Figures, PeriodChart
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.rows import Row, Rows

YEARS = 4
"""So many years, the latest, can be chosen."""
MOST_YEARS = 10
"""So many years, the latest, are drawn side by side."""
EVERYBODY = ""
SAID = 190
"""The widest that a name is within a sentence, in dp."""


class StatsScreen(PageScreen):
    """Who is looked at, and whether as figures or over time, is the screen's own affair; which games count is told to the session."""

    name = "stats"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.players: Rows = self.add(Rows(self._choose, row=58))
        self.years = ChoiceRow(self._year)
        self.figures = Figures()
        self.chart = PeriodChart()
        self.over_time: Button = self.add(Button("", self._turn, kind="quiet", icon="chart"))
        self.only = Button("", self._only, kind="quiet", icon="search")
        self._known: tuple[str, ...] = ()

    def _counted(self, name: str) -> Hashable:
        stats = self.shown.stats
        return name if stats is not None and any(player.name == name for player in stats.players) else None

    chosen = Chosen(EVERYBODY, _counted)
    """Who is looked at."""
    charted = Chosen(False, lambda screen, _: screen.shown.stats is not None or None)
    """Whether over time."""

    def enter(self) -> None:
        self.chosen, self.charted = EVERYBODY, False

    @property
    def ready(self) -> bool:
        return self.shown is not None and self.shown.stats is not None

    @property
    def stats(self) -> Stats:
        """What is looked at."""
        stats: Stats = self.shown.stats
        return stats

    def show(self, shown: Shown) -> None:
        stats = shown.stats
        if stats is not None and not stats.filter.since:
            self._known = tuple(period.period for period in years(stats.months))[-YEARS:]
        super().show(shown)

    @property
    def player(self) -> PlayerStats | None:
        """Who is looked at; None for everybody."""
        return next((player for player in self.stats.players if player.name == self.chosen), None)

    # --- what is shown ---

    def prompt(self) -> Prompt:
        wanted = self.stats.filter
        title = self.player.name if self.player is not None else tr("Statistics")
        count = trn("{n} game", "{n} games", self.stats.games)
        short = [lettering.fit(name, SAID, 24, 18, scale=self.frame.scale, name=True).lines[0] for name in wanted.players]
        only = tr("{games} with {n}", games=count, n=texts.names(short)) if short else count
        return Prompt("chart", title, only, wanted.since)

    def fill(self) -> None:
        stats, player = self.stats, self.player
        every = Row(EVERYBODY, tr("All players"), mark="list", chosen=player is None)
        self.players.show([every, *(self._row(n, each) for n, each in enumerate(stats.players, 1))])
        options = (("", tr("All years")), *((year, year) for year in self._known))
        self.years.show(Choice("", options, stats.filter.since))
        self.figures.show(figures_of(player) if player is not None else figures_of_all(stats))
        self._show_chart(player.months if player is not None else stats.months)
        self.over_time.show(tr("Figures") if self.charted else tr("Over time"))
        self.only.show(tr("All games") if stats.filter.players else tr("Only games with them"))

    def _row(self, rank: int, each: PlayerStats) -> Row:
        games, wins = trn("{n} game", "{n} games", each.games), trn("{n} win", "{n} wins", each.wins)
        return Row(each.name, each.name, f"{games} · {wins}", rank=str(rank), chosen=each.name == self.chosen, name=True)

    def _show_chart(self, months: tuple[Period, ...]) -> None:
        year = self.stats.filter.since
        if year:
            by_month = {month.period: month for month in months}
            of_year = [f"{year}-{n:02}" for n in range(1, 13)]
            self.chart.show([(str(n), by_month.get(m, Period(m, 0, 0, 0))) for n, m in enumerate(of_year, 1)], tr("Money by month"))
        else:
            self.chart.show([(period.period, period) for period in years(months)][-MOST_YEARS:], tr("Money by year"))

    # --- what is touched ---

    def _choose(self, name: str) -> None:
        self.chosen = name
        self.look()

    def _turn(self) -> None:
        self.charted = not self.charted
        self.look()

    def _year(self, year: str) -> None:
        self.act(ShowStats(msgspec.structs.replace(self.stats.filter, since=year, until=year)))

    def _only(self) -> None:
        wanted = self.stats.filter
        players = () if wanted.players else (self.chosen,)
        self.act(ShowStats(Filter(players=players, since=wanted.since, until=wanted.until)))

    def leave(self) -> None:
        self.act(ShowPast(self.shown.search))

    # --- where it is ---

    def place(self, frame: Frame) -> None:
        left, right = frame.halves(0.36 if frame.portrait else 0.37, 14)
        if not frame.portrait and right.w > 500:
            # The years stand below each other's name in no more room than this.
            left, right = left._replace(w=left.w + right.w - 500), right._replace(x=right.x + right.w - 500, w=500)
        self.players.put(*left)
        bottom, half = right.y + right.h - 56, (right.w - 10) / 2
        chooses = len(self._known) > 1
        top = right.y + (62 if chooses else 0)
        self.have(self.years, (right.x, right.y, right.w, 56) if chooses else None)
        face = (right.x, top, right.w, bottom - top - 8)
        self.have(self.figures, None if self.charted else face)
        self.have(self.chart, face if self.charted else None)
        chosen = self.ready and (self.player is not None or bool(self.stats.filter.players))
        self.over_time.put(right.x, bottom, half if chosen else right.w, 56)
        self.have(self.only, (right.x + half + 10, bottom, half, 56) if chosen else None)


def _dearest(dear: DearTable | None) -> Figure:
    where = ""
    if dear is not None:
        where = tr("table {n}, round {r}", n=dear.table, r=dear.round)
        if dear.date is not None:
            where = f"{where}, {texts.date(dear.date)}"
    return tr("Top table"), texts.amount(dear.value) if dear is not None else "–", where


def _share(pawns: int, cheats: int) -> Figure:
    if not pawns + cheats:
        return tr("By pawns"), "–", ""
    share = round(100 * pawns / (pawns + cheats))
    return tr("By pawns"), texts.percent(share), ""


def figures_of(player: PlayerStats) -> list[Figure]:
    """One player's figures."""
    shared = trn("{n} of them shared", "{n} of them shared", player.shared) if player.shared else ""
    left = trn("{n} more ended early", "{n} more ended early", player.left) if player.left else ""
    return [
        (tr("Games"), texts.number(player.games), left),
        (tr("Wins"), texts.number(player.wins), shared),
        (tr("Money"), texts.amount(player.money), ""),
        (tr("Best game"), texts.amount(player.best), ""),
        _share(player.pawns, player.cheats),
        (tr("Caught by a Cheat"), texts.number(player.caught), ""),
        (tr("Pawns caught"), texts.number(player.catches), ""),
        (tr("Wasted Cheats"), texts.number(player.idle), ""),
        _dearest(player.dearest),
    ]


def figures_of_all(stats: Stats) -> list[Figure]:
    """Everybody's figures together."""
    left = trn("{n} more ended early", "{n} more ended early", stats.left) if stats.left else ""
    everybody = stats.players
    return [
        (tr("Games"), texts.number(stats.games), left),
        (tr("Players"), texts.number(len(everybody)), ""),
        (tr("Best game"), texts.amount(max((player.best for player in everybody), default=0)), ""),
        _share(sum(player.pawns for player in everybody), sum(player.cheats for player in everybody)),
        (tr("Pawns caught"), texts.number(sum(player.catches for player in everybody)), ""),
        (tr("Wasted Cheats"), texts.number(sum(player.idle for player in everybody)), ""),
        _dearest(stats.dearest),
    ]
