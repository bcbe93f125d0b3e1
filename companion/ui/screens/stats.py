"""Statistics of the past games: who has played, everybody's figures, one player's, and money over time. Only what all have seen counts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from companion.game import Game, Measure, Sums
from companion.games import SHELF
from companion.table.commands import ShowPast, ShowStats
from companion.table.evenings.statistics import Favourite, Filter, Most, Period, PlayerStats, Stats, years
from companion.table.evenings.statistics import Figure as Counted
from companion.table.snapshot import Snapshot
from companion.ui import gameui, texts
from companion.ui.kit import lettering
from companion.ui.kit.layout import Box, Frame
from companion.ui.screens.chosen import Chosen
from companion.ui.screens.page import PageScreen, abreast
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
    """The list of the players, and behind each row a page. Who is looked at, and whether as figures or over time, is the screen's own affair;
    which games count is told to the session.
    """

    name = "stats"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.players = Rows(self._choose, row=60)
        self.years = ChoiceRow(self._year)
        self.games = ChoiceRow(self._of)
        self.figures = Figures()
        self.chart = PeriodChart()
        self.over_time = Button("", self._turn, kind="quiet", icon="chart")
        self.only = Button("", self._only, kind="quiet", icon="search")
        self._known: tuple[str, ...] = ()

    def _counted(self, name: str) -> Hashable:
        stats = self.shown.stats
        return name if stats is not None and any(player.name == name for player in (*stats.players, *stats.pairs)) else None

    chosen = Chosen(EVERYBODY, _counted)
    """Who is looked at."""
    page = Chosen(False, lambda screen, _: screen.shown.stats is not None or None)
    """Whether a page of figures is looked at; else the list of the players."""
    charted = Chosen(False, lambda screen, _: screen.shown.stats is not None or None)
    """Whether over time."""

    def enter(self) -> None:
        self.chosen, self.page, self.charted = EVERYBODY, False, False

    @property
    def ready(self) -> bool:
        return self.shown is not None and self.shown.stats is not None

    @property
    def stats(self) -> Stats:
        """What is looked at."""
        stats: Stats = self.shown.stats
        return stats

    def show(self, shown: Snapshot) -> None:
        stats = shown.stats
        if stats is not None and not stats.filter.since:
            self._known = tuple(period.period for period in years(stats.months))[-YEARS:]
        super().show(shown)

    @property
    def player(self) -> PlayerStats | None:
        """The one player who is looked at, if it is one."""
        return next((player for player in (*self.stats.players, *self.stats.pairs) if player.name == self.chosen), None)

    # --- what is shown ---

    def prompt(self) -> Prompt:
        wanted = self.stats.filter
        title = self.player.name if self.player is not None else tr("All players") if self.page else tr("Statistics")
        count = trn("{n} game", "{n} games", self.stats.games)
        short = [self._short(name) for name in wanted.players]
        only = tr("{games} with {n}", games=count, n=texts.names(short)) if short else count
        return Prompt("chart", title, only, wanted.since)

    def _short(self, name: str) -> str:
        """A name within a sentence."""
        return lettering.fit(name, SAID, 36, 28, scale=self.frame.scale, name=True, least=28).lines[0]

    def fill(self) -> None:
        stats, player, of = self.stats, self.player, _game(self.stats)
        options = (("", tr("All")), *((year, year) for year in self._known))
        self.games.show(Choice("", tuple((key, SHELF[key].title) for key in _beside(stats.filter.rules)), stats.filter.rules))
        self.years.show(Choice("", options, stats.filter.since))
        self.figures.show(figures_of(of, player, self._short) if player is not None else figures_of_all(of, stats))
        self._show_chart(player.months if player is not None else stats.months)
        self.over_time.show(tr("Figures") if self.charted else tr("Over time"))
        self.only.show(tr("All games") if stats.filter.players else tr("Only their games"))

    def _list(self, upright: bool) -> None:
        """The players as rows; what else is said of them depends on the room."""
        every = Row(EVERYBODY, tr("All players"), mark="list", end="right")
        self.players.row = 76 if upright else 60
        pairs = [self._row(n, each, upright) for n, each in enumerate(self.stats.pairs, 1)]
        self.players.show([every, *(self._row(n, each, upright) for n, each in enumerate(self.stats.players, 1)), *pairs])

    def _row(self, rank: int, each: PlayerStats, upright: bool) -> Row:
        games, wins = trn("{n} game", "{n} games", each.games), trn("{n} win", "{n} wins", each.wins)
        said = f"{games} · {wins}"
        return Row(each.name, each.name, said if upright else "", "" if upright else said, rank=str(rank), end="right", name=True)

    def _show_chart(self, months: tuple[Period, ...]) -> None:
        year, money = self.stats.filter.since, _game(self.stats).score.money
        if year:
            by_month = {month.period: month for month in months}
            of_year = [f"{year}-{n:02}" for n in range(1, 13)]
            title = tr("Money by month") if money else tr("Points by month")
            self.chart.show([(str(n), by_month.get(m, Period(m, 0, 0, 0))) for n, m in enumerate(of_year, 1)], title)
        else:
            title = tr("Money by year") if money else tr("Points by year")
            self.chart.show([(period.period, period) for period in years(months)][-MOST_YEARS:], title)

    def keys(self) -> tuple[str, ...]:
        more = len(self.players.rows) > self.players.fitting if not self.page else not self.charted and self.figures.pages > 1
        return ("up", "down", "left") if more else ("left",)

    # --- what is touched ---

    def bar_tapped(self, key: str) -> None:
        if key in ("up", "down"):
            by = 1 if key == "down" else -1
            if self.page:
                self.figures.move(by)
            else:
                self.players.move(by * max(1, self.players.fitting - 1))
        else:
            super().bar_tapped(key)

    def _choose(self, name: str) -> None:
        self.chosen, self.page = name, True
        self.look()

    def _turn(self) -> None:
        self.charted = not self.charted
        self.look()

    def _of(self, rules: str) -> None:
        """The statistics of another game, of all its years and players."""
        self.act(ShowStats(Filter(rules=rules)))

    def _year(self, year: str) -> None:
        self.act(ShowStats(msgspec.structs.replace(self.stats.filter, since=year, until=year)))

    def _only(self) -> None:
        wanted = self.stats.filter
        players = () if wanted.players or self.player is None else self.player.people or (self.player.name,)
        self.act(ShowStats(Filter(players=players, since=wanted.since, until=wanted.until, rules=wanted.rules)))

    def leave(self) -> None:
        if self.page:
            self.chosen, self.page, self.charted = EVERYBODY, False, False
            self.look()
            return
        self.act(ShowPast(self.shown.search))

    # --- where it is ---

    def place(self, frame: Frame) -> None:
        x, y, w, h = frame.body.inset(12, 6)
        chooses, listed = len(self._known) > 1, not self.page
        self.have(self.years, (x, y, w, 56) if chooses else None)
        top = y + (62 if chooses else 0)
        several = listed and len(SHELF) > 1
        self.have(self.games, (x, top, w, 56) if several else None)
        top += 62 if several else 0
        only = self.ready and (self.player is not None or bool(self.stats.filter.players))
        below = [*([] if listed else [self.over_time]), *([self.only] if only else [])]
        for button, box in abreast(Box(x, y + h - 56, w, 56), below, frame.scale):
            self.have(button, box)
        for button in (self.over_time, self.only):
            if button not in below:
                self.have(button, None)
        if self.ready:
            self._list(frame.portrait)
        face = (x, top, w, y + h - top - (64 if below else 0))
        self.have(self.players, face if listed else None)
        self.have(self.figures, None if listed or self.charted else face)
        self.have(self.chart, face if self.charted and not listed else None)


def _beside(rules: str) -> list[str]:
    """The games that are offered: the one that is counted and its neighbours on the shelf, three at most, which have room for their titles."""
    keys = list(SHELF)
    first = max(0, min(keys.index(rules) - 1, len(keys) - 3))
    return keys[first : first + 3]


def _game(stats: Stats) -> Game:
    """The game that is counted."""
    return SHELF[stats.filter.rules]


def _measured(of: Game, measures: Iterable[Measure], counted: Mapping[str, Counted]) -> Iterator[Figure]:
    """The game's own figures, in the order in which it declares them."""
    for measure in measures:
        if measure.title:
            value, where = counted[measure.key], ""
            if measure.sums is Sums.FAVOURITE and value is None:
                continue
            if isinstance(value, Favourite):
                numbers = {name: texts.amount(number) for name, number in value.at.items()}
                name = value.name if measure.people else gameui.of(of.key).thing(value.name)
                yield tr(measure.title), name, tr(measure.where, count=texts.number(value.count), **numbers)
                continue
            if isinstance(value, Most):
                where = tr(measure.where, **value.at)
                if value.date is not None:
                    where = f"{where}, {texts.date(value.date)}"
                value = value.value
            if value is None:
                said = "–"
            elif measure.sums is Sums.SHARE:
                said = texts.percent(round(100 * value))
            else:
                said = texts.amount(int(value)) if measure.money else texts.number(int(value))
            yield tr(measure.title), said, where


def _score(of: Game, score: int) -> str:
    return texts.amount(score) if of.score.money else texts.number(score)


def figures_of(of: Game, player: PlayerStats, short: Callable[[str], str] = str) -> list[Figure]:
    """One player's figures. `short`: a name as it stands within a sentence."""
    shared = trn("{n} shared", "{n} shared", player.shared) if player.shared else ""
    left = trn("+{n} ended early", "+{n} ended early", player.left) if player.left else ""
    return [
        (tr("Games"), texts.number(player.games), left),
        (tr("Wins"), texts.number(player.wins), shared),
        (tr("Money") if of.score.money else tr("Points"), _score(of, player.score), ""),
        (tr("Best game"), _score(of, player.best), ""),
        *_measured(of, of.table.measures, player.figures),
        *[
            (
                tr("With {n}", n=short(partner.name)),
                trn("{n} game", "{n} games", partner.games),
                trn("{n} win", "{n} wins", partner.wins),
            )
            for partner in player.partners
        ],
    ]


def figures_of_all(of: Game, stats: Stats) -> list[Figure]:
    """Everybody's figures together."""
    left = trn("+{n} ended early", "+{n} ended early", stats.left) if stats.left else ""
    best = [player.best for player in stats.players]
    return [
        (tr("Games"), texts.number(stats.games), left),
        (tr("Players"), texts.number(len(stats.players)), ""),
        (tr("Best game"), _score(of, (max if of.score.high else min)(best, default=0)), ""),
        *_measured(of, (measure for measure in of.table.measures if measure.together), stats.figures),
    ]
