"""`companion past`, `stats`, `names`, `delete`, `restore` and `export`: past evenings in the terminal and for other programs."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from babel.numbers import format_decimal, format_percent
from rich.console import Console
from rich.table import Table
from rich.text import Text

from companion import printing
from companion.commands.options import AsJson, Data, opened_journal
from companion.errors import CompanionError
from companion.table import exports, history, names, wastebin
from companion.table.shown import GameEntry
from companion.table.statistics import DearTable, Filter, PlayerStats, Stats, statistics, years

Game = Annotated[int, typer.Argument(metavar="GAME", help="The number of a game, as `companion past` lists it.")]


class Format(StrEnum):
    """How a game is written."""

    RECORD = "record"
    JSON = "json"
    CSV = "csv"
    BGSTATS = "bgstats"
    BGSTATS_LINK = "bgstats-link"


# --- listing ----------------------------------------------------------------------------------------------------


def past(
    search: Annotated[str, typer.Option("--search", metavar="TEXT", help="Words of a name, of the date (2026-11) or of the place.")] = "",
    won: Annotated[str, typer.Option("--won", metavar="NAME", help="Games that this player has won.")] = "",
    deleted: Annotated[bool, typer.Option("--bin", help="The deleted games, which `companion restore` brings back.")] = False,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """List past games, newest first. Practice games are left out."""
    with opened_journal(data) as journal:
        found = history.past(journal, search, won, deleted=deleted)
    if as_json:
        for entry in found:
            print(json.dumps(msgspec.to_builtins(entry), ensure_ascii=False))
    elif found:
        _print(_past_table(found))
    else:
        print("The bin is empty." if deleted else "No game was found." if search or won else "No game has come to its end yet.")


def _past_table(found: tuple[GameEntry, ...]) -> Table:
    table = _table("game", "date", "players", "")
    for entry in found:
        called = dict(entry.players)
        richest = sorted(called, key=lambda colour: -entry.fortunes[colour])
        players = ", ".join(f"{called[colour]} {_amount(entry.fortunes[colour])}" for colour in richest)
        ending = "ended early" if entry.left else " and ".join(called[colour] for colour in entry.winners) + " won"
        _row(table, str(entry.game), entry.date or "-", players, ending)
    return table


def stats(
    player: Annotated[list[str] | None, typer.Option("--player", metavar="NAME", help="Games in which all of these played.")] = None,
    exactly: Annotated[bool, typer.Option("--exactly", help="And nobody else.")] = False,
    since: Annotated[str, typer.Option("--since", metavar="DATE", help="A date, a month (2026-11) or a year.")] = "",
    until: Annotated[str, typer.Option("--until", metavar="DATE", help="A date, a month or a year, included.")] = "",
    game: Annotated[int | None, typer.Option("--game", metavar="GAME", help="One game only.")] = None,
    practice: Annotated[bool, typer.Option("--practice", help="Practice games and demos instead of the others.")] = False,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Print statistics by player and over time, from what was turned over."""
    wanted = Filter(tuple(player or ()), exactly, since, until, game, practice=practice)
    with opened_journal(data) as journal:
        found = statistics(history.played(journal), wanted, names.who(journal))
    if as_json:
        print(json.dumps(stats_json(found), ensure_ascii=False))
    elif not found.players:
        print("No game was found.")
    else:
        _print_stats(found)


def stats_json(found: Stats) -> dict[str, object]:
    """The statistics as plain data, with each player's share by pawn and everything by year as well."""
    plain: dict[str, object] = msgspec.to_builtins(found)
    players = [
        msgspec.to_builtins(player) | {"pawn_share": player.share, "years": msgspec.to_builtins(years(player.months))}
        for player in found.players
    ]
    return plain | {"players": players, "years": msgspec.to_builtins(years(found.months))}


def _print_stats(found: Stats) -> None:
    early = f", {found.left} more ended early" if found.left else ""
    print(f"{found.games} {'game' if found.games == 1 else 'games'}{early}")
    if found.dearest is not None:
        print(f"The most expensive table: {_dear(found.dearest)}")
    _print(_money_table(found.players))
    _print(_cheat_table(found.players))
    if found.months:
        _print(_year_table(found.players))


def _money_table(players: tuple[PlayerStats, ...]) -> Table:
    table = _table("player", "games", "wins", "money", "best", "by pawns")
    for player in players:
        wins = f"{player.wins} ({player.shared} shared)" if player.shared else str(player.wins)
        share = "-" if player.share is None else _percent(player.share)
        _row(table, player.name, str(player.games), wins, _amount(player.money), _amount(player.best), share)
    return table


def _cheat_table(players: tuple[PlayerStats, ...]) -> Table:
    table = _table("player", "caught", "has caught", "Cheats for nothing", "most expensive table")
    for player in players:
        dearest = _dear(player.dearest) if player.dearest is not None else "-"
        _row(table, player.name, str(player.caught), str(player.catches), str(player.idle), dearest)
    return table


def _year_table(players: tuple[PlayerStats, ...]) -> Table:
    table = _table("year", "player", "games", "wins", "money")
    parts = [(year, player.name) for player in players for year in years(player.months)]
    for year, name in sorted(parts, key=lambda part: part[0].period, reverse=True):
        _row(table, year.period, name, str(year.games), str(year.wins), _amount(year.money))
    return table


def _dear(table: DearTable) -> str:
    return f"{_amount(table.value)} (game {table.game}, round {table.round}, table {table.table})"


# --- changing ---------------------------------------------------------------------------------------------------


def delete(
    game: Annotated[int | None, typer.Argument(metavar="GAME", help="The number of a past game.")] = None,
    empty: Annotated[bool, typer.Option("--empty-bin", help="Take what is in the bin away for good.")] = False,
    data: Data = None,
) -> None:
    """Put a past game into the bin. It is emptied after 30 days."""
    if (game is None) is not empty:
        raise CompanionError("Name one game by its number (`companion past` lists them), or say --empty-bin.")
    with opened_journal(data, alone=True) as journal:
        if game is None:
            gone = wastebin.empty_bin(journal)
            print("The bin is empty." if gone == 0 else f"{gone} {'game is' if gone == 1 else 'games are'} gone for good.")
        else:
            wastebin.delete(journal, game)
            print(f"Game {game} is in the bin. `companion restore {game}` brings it back, within {wastebin.KEPT_DAYS} days.")


def restore(game: Game, data: Data = None) -> None:
    """Bring a deleted game back."""
    with opened_journal(data, alone=True) as journal:
        wastebin.restore(journal, game)
    print(f"Game {game} is back.")


book = typer.Typer(invoke_without_command=True, help="Who has played, and which spellings are one player.")


@book.callback()
def _listed(context: typer.Context, as_json: AsJson = False, data: Data = None) -> None:
    """Lists the names book."""
    context.obj = data
    if context.invoked_subcommand is not None:
        return
    with opened_journal(data) as journal:
        found = names.book(journal, history.played(journal))
    if as_json:
        for entry in found:
            print(json.dumps(msgspec.to_builtins(entry), ensure_ascii=False))
        return
    if not found:
        print("Nobody has played yet.")
        return
    table = _table("player", "games", "also written")
    for entry in found:
        _row(table, entry.name, str(entry.games), ", ".join(entry.spellings))
    _print(table)


@book.command()
def merge(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A spelling.")],
    into: Annotated[str, typer.Argument(metavar="INTO", help="The player's name from now on.")],
    data: Data = None,
) -> None:
    """Make two spellings of a name one player."""
    with opened_journal(_or(data, context), alone=True) as journal:
        names.merge(journal, name, into, history.played(journal))
    print(f"{_safe(name)} is {_safe(into)} from now on. `companion names unmerge` takes it back.")


@book.command()
def unmerge(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The spelling that was merged.")],
    data: Data = None,
) -> None:
    """Make a merged spelling a player of its own again."""
    with opened_journal(_or(data, context), alone=True) as journal:
        names.unmerge(journal, name)
    print(f"{_safe(name)} is a player of its own again.")


def _or(data: Path | None, context: typer.Context) -> Path | None:
    found: Path | None = data or context.obj
    return found


# --- exporting --------------------------------------------------------------------------------------------------


def export(
    game: Annotated[int | None, typer.Argument(metavar="GAME", help="The number of a game, as `companion games` lists it.")] = None,
    last: Annotated[bool, typer.Option("--last", help="The newest game.")] = False,
    every: Annotated[bool, typer.Option("--all", help="All past games, practice left out; not as a record, which holds one.")] = False,
    form: Annotated[Format, typer.Option("--format", help="A record, every fact as JSON, a spreadsheet, or BG Stats' play file or link.")] = (
        Format.RECORD
    ),
    data: Data = None,
) -> None:
    """Print a game, or all past ones. What is face down or was never revealed is hidden in every format."""
    if (game is not None) + last + every != 1:
        raise CompanionError("Name one game by its number (`companion games` lists them), or say --last or --all.")
    if every and form is Format.RECORD:
        raise CompanionError("A record holds one game. Name one by its number, or say --format json, csv, bgstats or bgstats-link.")
    with opened_journal(data) as journal:
        who = names.who(journal)
        if last:
            listed = journal.games()
            if not listed:
                raise CompanionError("There is no game yet. Play one, or add one with `companion import FILE`.")
            game = listed[0].game
        if form is Format.RECORD or form is Format.JSON:
            for number in [row.game for row, _ in exports.every(journal)] if game is None else [game]:
                text = history.export(journal, number) if form is Format.RECORD else _line(exports.as_json(journal, number))
                print(text, end="", flush=True)
            return
        chosen = exports.every(journal) if game is None else [exports.one(journal, game)]
        if form is Format.CSV:
            print(exports.as_csv(chosen, who), end="", flush=True)
        elif form is Format.BGSTATS:
            print(json.dumps(exports.as_bgstats(chosen, who), ensure_ascii=False, indent=1))
        else:
            for row, facts in chosen:
                if not (every and facts.left):
                    print(exports.bgstats_link(row, facts, who))


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


# --- printing ---------------------------------------------------------------------------------------------------


def _table(*headings: str) -> Table:
    table = Table()
    for heading in headings:
        # A number that finds no room is broken, never cut.
        table.add_column(heading, overflow="fold")
    return table


def _print(table: Table) -> None:
    Console(highlight=False).print(table)


def _row(table: Table, *cells: str) -> None:
    table.add_row(*[Text(_safe(cell)) for cell in cells])


def _safe(text: str) -> str:
    return printing.shown(text)


def _amount(amount: int) -> str:
    return format_decimal(amount, locale=printing.number_locale())


def _percent(share: float) -> str:
    return format_percent(share, locale=printing.number_locale())
