"""Statistics by player and over time: pure sums over the facts of past games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from companion.game import Facts, Game, GameFacts, Measure, Sums


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
    `rules`: the key of the game that counts, "": the one that was played last.
    """

    players: tuple[str, ...] = ()
    exactly: bool = False
    since: str = ""
    until: str = ""
    game: int | None = None
    rules: str = ""
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
    """A month ("2026-11") or a year ("2026"): games that were played to their end, wins in them (shared ones too), and the score of them."""

    period: str
    games: int
    wins: int
    score: int


class Most(msgspec.Struct, frozen=True):
    """The most of a measure that has a place. `at`: where in the game it was, as the measure names these numbers."""

    value: int
    game: int
    date: str | None
    at: dict[str, int]


class Favourite(msgspec.Struct, frozen=True):
    """The thing of which there was most. `at`: what else was added up of it; `tally`: how many there were of each."""

    name: str
    count: int
    at: dict[str, int]
    tally: dict[str, int]


Figure = int | float | Most | Favourite | None
"""A measure of many games: a total or the most, a share (0 to 1), the most with its place, or a favourite. None where there is none."""


class Partner(msgspec.Struct, frozen=True):
    """Somebody with whom a player has played on one side: how many games, and how many of them both have won."""

    name: str
    games: int
    wins: int


class PlayerStats(msgspec.Struct, frozen=True):
    """One player in all games that count. `score` is money or points, as the game says; in games with sides it is the side's.

    `wins` includes the `shared` ones, which others have won too that were not of the player's side. `left`: games that were ended early;
    nothing else of them counts. `best`: the best score at the end of a game. `figures`: by the keys of the game's measures. `months`: in the
    order of time, without undated games.
    """

    name: str
    games: int
    wins: int
    shared: int
    left: int
    score: int
    best: int
    figures: dict[str, Figure]
    months: tuple[Period, ...]
    partners: tuple[Partner, ...] = ()
    """In games with sides; the one of most games first."""
    people: tuple[str, ...] = ()
    """Of partners: who they are."""


class Stats(msgspec.Struct, frozen=True):
    """`players`: who won most often first, then by score, then by name. `figures`: of all of them together, or of the games as a whole.
    `months`: wins are the games that had a winner, the score is everybody's.
    """

    filter: Filter
    games: int
    left: int
    players: tuple[PlayerStats, ...]
    figures: dict[str, Figure]
    months: tuple[Period, ...]
    pairs: tuple[PlayerStats, ...] = ()
    """Those who scored together, in the same order, with what the side has counted once."""


_Part = tuple[Played, list[Facts]]
"""A game and the seats that one player had in it."""


def statistics(of: Game, games: Iterable[Played], wanted: Filter | None = None, who: Callable[[str], str] = str) -> Stats:
    """Sums up the games of `of` that fit. `who`: which player a spelling of a name belongs to.

    Two seats of one player in one game are one game of that player, with the score of both.
    """
    wanted = msgspec.structs.replace(wanted or Filter(), rules=of.key)
    fitting = sorted((played for played in games if wanted.fits(played, who)), key=lambda played: (played.date or "", played.game))
    whole = [played for played in fitting if not played.facts.left]
    seats: dict[str, list[_Part]] = {}
    for played in fitting:
        here: dict[str, list[Facts]] = {}
        for seat in played.facts.seats:
            here.setdefault(who(seat.name), []).append(seat)
        for name, own in here.items():
            seats.setdefault(name, []).append((played, own))
    sign = -1 if of.score.high else 1

    def ordered(players: Iterable[PlayerStats]) -> tuple[PlayerStats, ...]:
        return tuple(sorted(players, key=lambda player: (-player.wins, sign * player.score, player.name.casefold(), player.name)))

    return Stats(
        wanted,
        len(whole),
        len(fitting) - len(whole),
        ordered(_player(of, name, parts, who) for name, parts in seats.items()),
        _figures(of.table.measures, [(played, list(played.facts.seats)) for played in whole], who, whole=True),
        _months((played, any(seat.won for seat in played.facts.seats), _scored_in_all(played.facts)) for played in whole),
        ordered(_player(of, " & ".join(people), parts, who, people) for people, parts in _pairs(fitting, who).items()),
    )


def _side(seat: Facts, who: Callable[[str], str]) -> object:
    """With whom a seat wins: a side, or the player alone."""
    return who(seat.name) if seat.side is None else seat.side


def _scored_in_all(facts: GameFacts) -> int:
    """Everybody's score; that of a side counts once."""
    alone = [seat.score for seat in facts.seats if seat.side is None]
    return sum(alone) + sum({seat.side: seat.score for seat in facts.seats if seat.side is not None}.values())


def _partners(name: str, whole: list[_Part], who: Callable[[str], str]) -> tuple[Partner, ...]:
    found: dict[str, Partner] = {}
    for played, own in whole:
        sides = {seat.side for seat in own if seat.side is not None}
        for other in sorted({who(seat.name) for seat in played.facts.seats if seat.side in sides} - {name}):
            so_far = found.get(other, Partner(other, 0, 0))
            found[other] = Partner(other, so_far.games + 1, so_far.wins + any(seat.won for seat in own))
    return tuple(sorted(found.values(), key=lambda partner: (-partner.games, -partner.wins, partner.name.casefold())))


def _pairs(games: Iterable[Played], who: Callable[[str], str]) -> dict[tuple[str, ...], list[_Part]]:
    """Of all who scored together in a game, their seats in it."""
    found: dict[tuple[str, ...], list[_Part]] = {}
    for played in games:
        sides: dict[int, list[Facts]] = {}
        for seat in played.facts.seats:
            if seat.side is not None:
                sides.setdefault(seat.side, []).append(seat)
        for own in sides.values():
            people = tuple(sorted({who(seat.name) for seat in own}, key=lambda name: (name.casefold(), name)))
            if len(people) > 1:
                found.setdefault(people, []).append((played, own))
    return found


def _sides(own: Iterable[Facts]) -> list[Facts]:
    """One seat of each side, and all who play alone: what is the side's, all of it have."""
    found: dict[object, Facts] = {}
    for place, seat in enumerate(own):
        found.setdefault(("alone", place) if seat.side is None else seat.side, seat)
    return list(found.values())


def _player(of: Game, name: str, parts: list[_Part], who: Callable[[str], str], people: tuple[str, ...] = ()) -> PlayerStats:
    """`people`: of partners, who they are; their score is one."""
    whole = [(played, own) for played, own in parts if not played.facts.left]
    scored = [(played, _sides(own)) for played, own in whole]
    scores = [seat.score for _, own in scored for seat in own]
    won = [played for played, own in whole if any(seat.won for seat in own)]
    shared = [played for played in won if len({_side(seat, who) for seat in played.facts.seats if seat.won}) > 1]
    return PlayerStats(
        name=name,
        games=len(whole),
        wins=len(won),
        shared=len(shared),
        left=len(parts) - len(whole),
        score=sum(scores),
        best=(max if of.score.high else min)(scores, default=0),
        figures=_figures(of.table.measures, whole, who),
        months=_months((played, any(seat.won for seat in own), sum(seat.score for seat in own)) for played, own in scored),
        partners=() if people else _partners(name, whole, who),
        people=people,
    )


def _figures(measures: Iterable[Measure], parts: list[_Part], who: Callable[[str], str], *, whole: bool = False) -> dict[str, Figure]:
    """What the measures come to. `whole`: what a game tells of itself, and no player, counts as well."""
    found: dict[str, Figure] = {}
    totals: dict[str, int] = {}
    measures = tuple(measures)
    for measure in measures:
        key = measure.key
        if measure.sums is Sums.MOST and measure.at:
            found[key] = _most(measure, parts, whole)
        elif measure.sums is Sums.FAVOURITE:
            found[key] = _favourite(measure, parts, whole, who if measure.people else str)
        elif measure.sums is not Sums.SHARE:
            values = [seat.figures.get(key, 0) for _, own in parts for seat in (_sides(own) if measure.of_side else own)]
            found[key] = totals[key] = max(values, default=0) if measure.sums is Sums.MOST else sum(values)
    found |= {measure.key: _share(measure, totals) for measure in measures if measure.sums is Sums.SHARE}
    return {measure.key: found[measure.key] for measure in measures}


def _share(measure: Measure, totals: Mapping[str, int]) -> float | None:
    """What part the first of its parts is of all of them, 0 to 1. None where all of them are nothing."""
    every = sum(totals[part] for part in measure.parts)
    return totals[measure.parts[0]] / every if every else None


def _most(measure: Measure, parts: list[_Part], whole: bool) -> Most | None:
    found = []
    for played, own in parts:
        told = [*([played.facts.more] if whole else []), *(seat.more for seat in own)]
        found += [(played, more[measure.key]) for more in told if measure.key in more]
    if not found:
        return None
    # Of several of one value, the earliest.
    played, (value, *at) = max(found, key=lambda each: each[1][0])
    return Most(value, played.game, played.date, dict(zip(measure.at, at, strict=False)))


def _favourite(measure: Measure, parts: list[_Part], whole: bool, called: Callable[[str], str]) -> Favourite | None:
    sums: dict[str, tuple[int, ...]] = {}
    for played, own in parts:
        for tallies in (*([played.facts.tallies] if whole else []), *(seat.tallies for seat in own)):
            for thing, numbers in tallies.get(measure.key, {}).items():
                name = called(thing)
                sums[name] = tuple(a + b for a, b in zip(sums.get(name, (0,) * len(numbers)), numbers, strict=True))
    if not sums:
        return None
    # Of several of which there were as many, the one that comes first by its name.
    name = min(sums, key=lambda each: (-sums[each][0], each))
    count, *at = sums[name]
    return Favourite(name, count, dict(zip(measure.at, at, strict=False)), {each: sums[each][0] for each in sorted(sums)})


def _months(parts: Iterable[tuple[Played, bool, int]]) -> tuple[Period, ...]:
    months: dict[str, Period] = {}
    for played, won, score in parts:
        if played.date is not None:
            month = played.date[:7]
            so_far = months.get(month, Period(month, 0, 0, 0))
            months[month] = Period(month, so_far.games + 1, so_far.wins + won, so_far.score + score)
    return tuple([months[month] for month in sorted(months)])


def years(months: Iterable[Period]) -> tuple[Period, ...]:
    """The same by year."""
    found: dict[str, Period] = {}
    for month in months:
        year = month.period[:4]
        so_far = found.get(year, Period(year, 0, 0, 0))
        found[year] = Period(year, so_far.games + month.games, so_far.wins + month.wins, so_far.score + month.score)
    return tuple([found[year] for year in sorted(found)])


def plain(of: Game, found: Stats) -> dict[str, Any]:
    """The statistics as plain data for JSON, everything by year as well: the measures beside the common figures, under their keys."""
    placed = {measure.key for measure in of.table.measures if measure.at or measure.sums is Sums.FAVOURITE}
    return {
        "filter": msgspec.to_builtins(found.filter),
        "games": found.games,
        "left": found.left,
        "players": [_plain_player(of, player) for player in found.players],
        **({"pairs": [{**_plain_player(of, pair), "people": list(pair.people)} for pair in found.pairs]} if found.pairs else {}),
        **{key: _plain_figure(figure) for key, figure in found.figures.items() if key in placed},
        **_plain_periods(of, found.months),
    }


def _plain_player(of: Game, player: PlayerStats) -> dict[str, Any]:
    return {
        "name": player.name,
        "games": player.games,
        "wins": player.wins,
        "shared": player.shared,
        "left": player.left,
        _scored(of): player.score,
        "best": player.best,
        **{key: _plain_figure(figure) for key, figure in player.figures.items()},
        **({"partners": msgspec.to_builtins(player.partners)} if player.partners else {}),
        **_plain_periods(of, player.months),
    }


def _plain_figure(figure: Figure) -> Any:
    if isinstance(figure, Most):
        return {"value": figure.value, "game": figure.game, "date": figure.date, **figure.at}
    if isinstance(figure, Favourite):
        return {"name": figure.name, "count": figure.count, **figure.at, "tally": figure.tally}
    return figure


def _plain_periods(of: Game, months: tuple[Period, ...]) -> dict[str, Any]:
    def listed(periods: Iterable[Period]) -> list[dict[str, Any]]:
        return [{"period": each.period, "games": each.games, "wins": each.wins, _scored(of): each.score} for each in periods]

    return {"months": listed(months), "years": listed(years(months))}


def _scored(of: Game) -> str:
    return "money" if of.score.money else "points"
