"""`companion past`, `stats`, `delete` and `restore`: past evenings in the terminal."""

from __future__ import annotations

import datetime
import json
import re
from typing import Annotated

import msgspec
import typer
from rich.table import Table

from companion import words
from companion.cli.lists import several, title
from companion.cli.options import chosen, named, opened_journal
from companion.errors import CompanionError
from companion.game import Game, Measure, Sums
from companion.games import SHELF
from companion.printing.options import MOST, AsJson, Data, Rules
from companion.printing.speech import for_programs, say
from companion.printing.tables import add, headed, line, money, percent, show
from companion.said import Counted, Said, safe
from companion.table.evenings import history, names, wastebin
from companion.table.evenings.statistics import Favourite, Figure, Filter, Most, PlayerStats, Stats, plain, statistics, years
from companion.table.snapshot import GameEntry
from companion.ui import gameui
from companion.words import tr

Number = Annotated[int, typer.Argument(min=1, max=MOST, metavar="GAME", help="The number of a game, as `companion past` lists it.")]


app = typer.Typer(invoke_without_command=True, help="List past games, newest first. Practice games are left out.")


@app.callback()
def past(
    context: typer.Context,
    search: Annotated[str, typer.Option("--search", metavar="TEXT", help="Search names, dates (2026-11) and places.")] = "",
    won: Annotated[str, typer.Option("--won", metavar="NAME", help="Games won by this player.")] = "",
    deleted: Annotated[bool, typer.Option("--bin", help="The deleted games, which `companion restore` brings back.")] = False,
    rules: Annotated[str | None, typer.Option("--rules", metavar="KEY", help="Only this game, as `companion shelf` names it.")] = None,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Lists past games."""
    context.obj = data
    if context.invoked_subcommand is not None:
        return
    with opened_journal(data, reading=True) as journal:
        found = history.past(journal, search, won, deleted=deleted, rules=named(rules).key if rules else "")
        if won and not found:
            known = names.everybody(journal, history.played(journal))
            known |= {name for entry in history.past(journal, deleted=deleted) for _, name in entry.players}
            if not any(history.folded(won.strip()) in history.folded(name) for name in known):
                raise names.nobody(won.strip(), known)
    if as_json:
        for_programs()
        for entry in found:
            print(json.dumps(msgspec.to_builtins(entry), ensure_ascii=False))
    elif found:
        show(_past_table(found))
    else:
        say(Said("The bin is empty.") if deleted else Said("No game was found.") if search or won else Said("No finished game yet."))


@app.command()
def date(
    context: typer.Context,
    game: Number,
    day: Annotated[str, typer.Argument(metavar="YYYY-MM-DD", help="The day of the evening, such as 2026-11-29.")],
    data: Data = None,
) -> None:
    """Set on which day a past game was played. `companion past` marks with ? those at which the clock could not be believed."""
    with opened_journal(data or context.obj, alone=True) as journal:
        history.set_date(journal, game, day)
    say("Game {game} was played on {day}.", game=game, day=day)


def _past_table(found: tuple[GameEntry, ...]) -> Table:
    titled = several(found)
    table = headed(tr("game"), *([tr("title")] if titled else []), tr("date"), tr("players"), "")
    for entry in found:
        called = dict(entry.players)
        high = entry.rules not in SHELF or SHELF[entry.rules].score.high
        best = sorted(called, key=lambda colour: entry.scores[colour], reverse=high)
        players = ", ".join(f"{safe(called[colour])} {money(entry.scores[colour])}" for colour in best)
        add(table, str(entry.game), *([title(entry)] if titled else []), _date(entry), players, _ending(entry))
    return table


def _ending(entry: GameEntry) -> str:
    if entry.left:
        return tr("ended early")
    called = dict(entry.players)
    return tr("won by {who}", who=words.names(safe(called[colour]) for colour in entry.winners)) if entry.winners else tr("nobody won")


def _date(entry: GameEntry) -> str:
    """The date of an evening, with a question mark where the clock could not be believed."""
    return f"{entry.date} ?" if entry.date and entry.unsure else entry.date or "-"


def stats(
    player: Annotated[list[str] | None, typer.Option("--player", metavar="NAME", help="Games in which all of these played.")] = None,
    exactly: Annotated[bool, typer.Option("--exactly", help="Only games in which nobody else played.")] = False,
    since: Annotated[str, typer.Option("--since", metavar="DATE", help="A date, a month (2026-11) or a year.")] = "",
    until: Annotated[str, typer.Option("--until", metavar="DATE", help="A date, a month or a year, included.")] = "",
    game: Annotated[int | None, typer.Option("--game", min=1, max=MOST, metavar="GAME", help="One game only.")] = None,
    practice: Annotated[bool, typer.Option("--practice", help="Practice games and demos instead of the others.")] = False,
    rules: Rules = None,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Print statistics by player and by year. Only revealed cards count."""
    for option, date in (("--since", since), ("--until", until)):
        _check_date(option, date)
    # Compared as far as both go: a month that begins in the year which ends is before its end.
    if since and until and since[: len(until)] > until[: len(since)]:
        raise CompanionError("--since {since} is after --until {until}, so no game can be between them.", since=since, until=until)
    wanted = Filter(tuple(player or ()), exactly, since, until, game, practice=practice)
    with opened_journal(data, reading=True) as journal:
        if game is not None and history.there(journal, game).ended is None:
            raise CompanionError("Game {game} is not over yet.", game=game)
        # A game that is named says itself of which rules it is.
        of = chosen(rules if rules or game is None else journal.game(game).rules, journal)
        played, who = history.played(journal), names.who(journal)
        known = names.everybody(journal, played)
        for name in wanted.players:
            if who(name) not in known:
                raise names.nobody(name, known)
        found = statistics(of, played, wanted, who)
    if as_json:
        for_programs()
        print(json.dumps(plain(of, found), ensure_ascii=False))
    elif not found.players:
        say("No game was found.")
    else:
        _print_stats(of, found)


def _check_date(option: str, date: str) -> None:
    """Raises CompanionError for what is no year, month or day of the calendar."""
    try:
        if date:
            if not re.fullmatch(r"[0-9]{4}(-[0-9]{2}){0,2}", date, re.ASCII):
                raise ValueError
            datetime.date.fromisoformat(date + "-01-01"[len(date) - 4 :])
    except ValueError:
        raise CompanionError(
            "{option}: '{date}' is no date. Write a year, a month or a day: 2026, 2026-11 or 2026-11-29.", option=option, date=date
        ) from None


def _print_stats(of: Game, found: Stats) -> None:
    say(Counted("{n} game", "{n} games", found.games))
    if found.left:
        say(Counted("{n} more ended early", "{n} more ended early", found.left))
    for measure in of.table.measures:
        figure = found.figures[measure.key]
        if measure.title and figure is not None and (_is_of_no_player(measure, found) if measure.sums is Sums.FAVOURITE else measure.at):
            line(tr("{what}: {value}", what=tr(measure.title), value=_figure(of, measure, figure)))
    show(_score_table(of, found.players))
    if found.pairs:
        show(_score_table(of, found.pairs, tr("pair")))
    if own := [each for each in of.table.measures if each.title and each.sums is not Sums.SHARE and not _is_of_no_player(each, found)]:
        show(_own_table(of, own, (*found.players, *found.pairs)))
    if found.months:
        show(_year_table(of, (*found.players, *found.pairs)))


def _is_of_no_player(measure: Measure, found: Stats) -> bool:
    """Whether it is a favourite that only the games as a whole have, if anybody has one."""
    return measure.sums is Sums.FAVOURITE and all(player.figures[measure.key] is None for player in found.players)


def _score_table(of: Game, players: tuple[PlayerStats, ...], called: str = "") -> Table:
    shares = [measure for measure in of.table.measures if measure.title and measure.sums is Sums.SHARE]
    table = headed(called or tr("player"), tr("games"), tr("wins"), _scored(of), tr("best game"), *map(_heading, shares))
    for player in players:
        wins = tr("{n} ({shared} shared)", n=player.wins, shared=player.shared) if player.shared else str(player.wins)
        own = [_figure(of, measure, player.figures[measure.key]) for measure in shares]
        add(table, safe(player.name), str(player.games), wins, money(player.score), money(player.best), *own)
    return table


def _own_table(of: Game, measures: list[Measure], players: tuple[PlayerStats, ...]) -> Table:
    """What the game itself counts."""
    table = headed(tr("player"), *map(_heading, measures))
    for player in players:
        add(table, safe(player.name), *[_figure(of, measure, player.figures[measure.key]) for measure in measures])
    return table


def _year_table(of: Game, players: tuple[PlayerStats, ...]) -> Table:
    table = headed(tr("year"), tr("player"), tr("games"), tr("wins"), _scored(of))
    parts = [(year, player.name) for player in players for year in years(player.months)]
    for year, name in sorted(parts, key=lambda part: part[0].period, reverse=True):
        add(table, year.period, safe(name), str(year.games), str(year.wins), money(year.score))
    return table


def _scored(of: Game) -> str:
    return tr("money") if of.score.money else tr("points")


def _heading(measure: Measure) -> str:
    return tr(measure.heading or measure.title)


def _figure(of: Game, measure: Measure, figure: Figure) -> str:
    if figure is None:
        return "-"
    if isinstance(figure, Most):
        return tr("{m} (game {game}, {where})", m=money(figure.value), game=figure.game, where=tr(measure.where, **figure.at))
    if isinstance(figure, Favourite):
        return f"{safe(figure.name if measure.people else gameui.of(of.key).thing(figure.name))} ({figure.count})"
    return percent(figure) if measure.sums is Sums.SHARE else money(int(figure))


def delete(
    game: Annotated[int | None, typer.Argument(min=1, max=MOST, metavar="GAME", help="The number of a past game.")] = None,
    empty: Annotated[bool, typer.Option("--empty-bin", help="Empty the bin for good.")] = False,
    data: Data = None,
) -> None:
    """Move a past game to the bin, where it stays until the bin is emptied."""
    if (game is None) is not empty:
        raise CompanionError("Name one game by its number (`companion past` lists them), or use --empty-bin.")
    with opened_journal(data, alone=True) as journal:
        if game is None:
            gone = wastebin.empty_bin(journal)
            say(Counted("{n} game is gone for good.", "{n} games are gone for good.", gone) if gone else Said("The bin is empty."))
        else:
            wastebin.delete(journal, game)
            say("Game {game} is in the bin. `companion restore {game}` brings it back.", game=game)


def restore(game: Number, data: Data = None) -> None:
    """Bring a deleted game back."""
    with opened_journal(data, alone=True) as journal:
        wastebin.restore(journal, game)
    say("Game {game} is back.", game=game)
