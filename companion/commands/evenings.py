"""`companion past`, `stats`, `delete` and `restore`: past evenings in the terminal."""

from __future__ import annotations

import json
from typing import Annotated

import msgspec
import typer
from rich.table import Table

from companion.commands.options import AsJson, Data, opened_journal
from companion.commands.tables import add, headed, money, percent, show
from companion.errors import CompanionError
from companion.table import history, names, wastebin
from companion.table.shown import GameEntry
from companion.table.statistics import DearTable, Filter, PlayerStats, Stats, statistics, years

Game = Annotated[int, typer.Argument(metavar="GAME", help="The number of a game, as `companion past` lists it.")]


def past(
    search: Annotated[str, typer.Option("--search", metavar="TEXT", help="Words of a name, of the date (2026-11) or of the place.")] = "",
    won: Annotated[str, typer.Option("--won", metavar="NAME", help="Games that this player has won.")] = "",
    deleted: Annotated[bool, typer.Option("--bin", help="The deleted games, which `companion restore` brings back.")] = False,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """List past games, newest first. Practice games are left out."""
    with opened_journal(data, reading=True) as journal:
        found = history.past(journal, search, won, deleted=deleted)
    if as_json:
        for entry in found:
            print(json.dumps(msgspec.to_builtins(entry), ensure_ascii=False))
    elif found:
        show(_past_table(found))
    else:
        print("The bin is empty." if deleted else "No game was found." if search or won else "No game has come to its end yet.")


def _past_table(found: tuple[GameEntry, ...]) -> Table:
    table = headed("game", "date", "players", "")
    for entry in found:
        called = dict(entry.players)
        richest = sorted(called, key=lambda colour: -entry.fortunes[colour])
        players = ", ".join(f"{called[colour]} {money(entry.fortunes[colour])}" for colour in richest)
        ending = "ended early" if entry.left else " and ".join(called[colour] for colour in entry.winners) + " won"
        add(table, str(entry.game), entry.date or "-", players, ending)
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
    with opened_journal(data, reading=True) as journal:
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
    show(_money_table(found.players))
    show(_cheat_table(found.players))
    if found.months:
        show(_year_table(found.players))


def _money_table(players: tuple[PlayerStats, ...]) -> Table:
    table = headed("player", "games", "wins", "money", "best", "by pawns")
    for player in players:
        wins = f"{player.wins} ({player.shared} shared)" if player.shared else str(player.wins)
        share = "-" if player.share is None else percent(player.share)
        add(table, player.name, str(player.games), wins, money(player.money), money(player.best), share)
    return table


def _cheat_table(players: tuple[PlayerStats, ...]) -> Table:
    table = headed("player", "caught", "has caught", "Cheats for nothing", "most expensive table")
    for player in players:
        dearest = _dear(player.dearest) if player.dearest is not None else "-"
        add(table, player.name, str(player.caught), str(player.catches), str(player.idle), dearest)
    return table


def _year_table(players: tuple[PlayerStats, ...]) -> Table:
    table = headed("year", "player", "games", "wins", "money")
    parts = [(year, player.name) for player in players for year in years(player.months)]
    for year, name in sorted(parts, key=lambda part: part[0].period, reverse=True):
        add(table, year.period, name, str(year.games), str(year.wins), money(year.money))
    return table


def _dear(table: DearTable) -> str:
    return f"{money(table.value)} (game {table.game}, round {table.round}, table {table.table})"


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
