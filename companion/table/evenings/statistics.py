"""Statistics by player and over time: pure sums over the facts of past games."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from companion.table.evenings.facts import Dear, GameFacts, SeatFacts


class Played(msgspec.Struct, frozen=True):
    """A past game's facts with what the journal knows of it. `date`: of the evening, ISO, None if nobody knows."""

    game: int
    rules: str
    practice: bool
    date: str | None
    facts: GameFacts


class Filter(msgspec.Struct, frozen=True):
    """Which games count: all real and imported ones, or those of them that fit every wish.

    `players`: all of these took part, and with `exactly` nobody else. `since`, `until`: dates or beginnings of dates ("2026", "2026-11"),
    both included; a game without a date fits neither. `game`: this one only. `practice`: practice games and demos, instead of the others.
    """

    players: tuple[str, ...] = ()
    exactly: bool = False
    since: str = ""
    until: str = ""
    game: int | None = None
    rules: str = "vabanque"
    practice: bool = False

    def fits(self, played: Played, who: Callable[[str], str]) -> bool:
        """Whether a game counts. `who`: which player a spelling of a name belongs to."""
        if played.practice is not self.practice or played.rules != self.rules or self.game not in (None, played.game):
            return False
        if (self.since or self.until) and played.date is None:
            return False
        date = played.date or ""
        if (self.since and date < self.since) or (self.until and date[: len(self.until)] > self.until):
            return False
        there, wanted = {who(seat.name) for seat in played.facts.seats}, {who(name) for name in self.players}
        return wanted == there if self.exactly and wanted else wanted <= there


class Period(msgspec.Struct, frozen=True):
    """A month ("2026-11") or a year ("2026"): games that were played to their end, wins in them (shared ones too), and the money of them."""

    period: str
    games: int
    wins: int
    money: int


class DearTable(msgspec.Struct, frozen=True):
    """The most expensive table and where it was. `value`: what it paid for each pawn, as money."""

    value: int
    game: int
    date: str | None
    round: int
    table: int


class PlayerStats(msgspec.Struct, frozen=True):
    """One player in all games that count. Amounts are money.

    `wins` includes the `shared` ones. `left`: games that were ended early; nothing else of them counts.
    `best`: the largest fortune at the end of a game. The others are as in SeatFacts. `months`: in the order of time, without undated games.
    """

    name: str
    games: int
    wins: int
    shared: int
    left: int
    money: int
    best: int
    pawns: int
    cheats: int
    corrected: int
    caught: int
    catches: int
    idle: int
    dearest: DearTable | None
    months: tuple[Period, ...]

    @property
    def share(self) -> float | None:
        """What part of the payouts came by the pawn, 0 to 1; the rest came by Cheats. None where nothing was paid."""
        paid = self.pawns + self.cheats
        return self.pawns / paid if paid else None


class Stats(msgspec.Struct, frozen=True):
    """`players`: who won most often first, then by money, then by name. `months`: wins are the games that had a winner, money is everybody's."""

    filter: Filter
    games: int
    left: int
    players: tuple[PlayerStats, ...]
    dearest: DearTable | None
    months: tuple[Period, ...]


def statistics(games: Iterable[Played], wanted: Filter | None = None, who: Callable[[str], str] = str) -> Stats:
    """Sums up the games that fit. `who`: which player a spelling of a name belongs to.

    Two seats of one player in one game are one game of that player, with the money of both.
    """
    wanted = wanted or Filter()
    fitting = sorted((played for played in games if wanted.fits(played, who)), key=lambda played: (played.date or "", played.game))
    whole = [played for played in fitting if not played.facts.left]
    seats: dict[str, list[tuple[Played, list[SeatFacts]]]] = {}
    for played in fitting:
        here: dict[str, list[SeatFacts]] = {}
        for seat in played.facts.seats:
            here.setdefault(who(seat.name), []).append(seat)
        for name, own in here.items():
            seats.setdefault(name, []).append((played, own))
    players = [_player(name, parts, who) for name, parts in seats.items()]
    return Stats(
        wanted,
        len(whole),
        len(fitting) - len(whole),
        tuple(sorted(players, key=lambda player: (-player.wins, -player.money, player.name.casefold(), player.name))),
        _dearest_of((played, played.facts.dearest) for played in whole),
        _months((played, any(seat.won for seat in played.facts.seats), sum(seat.fortune for seat in played.facts.seats)) for played in whole),
    )


def _player(name: str, parts: list[tuple[Played, list[SeatFacts]]], who: Callable[[str], str]) -> PlayerStats:
    whole = [(played, own) for played, own in parts if not played.facts.left]
    every = [seat for _, own in whole for seat in own]
    won = [played for played, own in whole if any(seat.won for seat in own)]
    shared = [played for played in won if len({who(seat.name) for seat in played.facts.seats if seat.won}) > 1]
    return PlayerStats(
        name=name,
        games=len(whole),
        wins=len(won),
        shared=len(shared),
        left=len(parts) - len(whole),
        money=sum(seat.fortune for seat in every),
        best=max((seat.fortune for seat in every), default=0),
        pawns=sum(seat.pawns for seat in every),
        cheats=sum(seat.cheats for seat in every),
        corrected=sum(seat.corrected for seat in every),
        caught=sum(seat.caught for seat in every),
        catches=sum(seat.catches for seat in every),
        idle=sum(seat.idle for seat in every),
        dearest=_dearest_of((played, seat.dearest) for played, own in whole for seat in own),
        months=_months((played, any(seat.won for seat in own), sum(seat.fortune for seat in own)) for played, own in whole),
    )


def _dearest_of(tables: Iterable[tuple[Played, Dear | None]]) -> DearTable | None:
    found = [(played, dear) for played, dear in tables if dear is not None]
    if not found:
        return None
    # Of several of one value, the earliest.
    played, dear = max(found, key=lambda each: each[1].value)
    return DearTable(dear.value, played.game, played.date, dear.round, dear.table)


def _months(parts: Iterable[tuple[Played, bool, int]]) -> tuple[Period, ...]:
    months: dict[str, Period] = {}
    for played, won, money in parts:
        if played.date is not None:
            month = played.date[:7]
            so_far = months.get(month, Period(month, 0, 0, 0))
            months[month] = Period(month, so_far.games + 1, so_far.wins + won, so_far.money + money)
    return tuple([months[month] for month in sorted(months)])


def years(months: Iterable[Period]) -> tuple[Period, ...]:
    """The same by year."""
    found: dict[str, Period] = {}
    for month in months:
        year = month.period[:4]
        so_far = found.get(year, Period(year, 0, 0, 0))
        found[year] = Period(year, so_far.games + month.games, so_far.wins + month.wins, so_far.money + month.money)
    return tuple([found[year] for year in sorted(found)])
