"""The list of all games, and where each of them stands."""

from __future__ import annotations

from collections.abc import Iterable

from companion.cli.rooms import terminal_of
from companion.games import SHELF
from companion.printing.tables import add, headed, line, money, show
from companion.said import safe
from companion.table.snapshot import GameEntry
from companion.words import names, tr


def listed(games: Iterable[GameEntry]) -> None:
    """The list of games, a line each."""
    games = list(games)
    titled = several(games)
    table = headed(tr("game"), *([tr("title")] if titled else []), tr("date"), tr("players"), tr("stands"))
    for each in games:
        called = dict(each.players)
        players = ", ".join(
            " + ".join(safe(called[colour]) for colour in side) + (f" {money(each.scores[side[0]])}" if side[0] in each.scores else "")
            for side in each.sides or [(colour,) for colour in called]
        )
        add(table, str(each.game), *([title(each)] if titled else []), each.date or "-", players, stands(each))
    if table.row_count:
        show(table)
    else:
        line(tr("There is no game yet."))


def several(games: Iterable[GameEntry]) -> bool:
    """Whether they are games of several rules, so that it has to be said which each is."""
    return len({each.rules for each in games}) > 1


def title(game: GameEntry) -> str:
    """Which game was played; by its key where its package is gone."""
    return SHELF[game.rules].title if game.rules in SHELF else game.rules


def stands(game: GameEntry) -> str:
    """Where a game of the list stands."""
    if game.winners:
        called = dict(game.players)
        stands = tr("won by {who}", who=names(safe(called[each]) for each in game.winners))
    elif game.left:
        stands = tr("ended early")
    else:
        phase = terminal_of(SHELF[game.rules]).phase(game.phase) if game.rules in SHELF else game.phase
        stands = tr("round {n}, {phase}", n=game.round, phase=phase)
    return tr("{stands} (practice)", stands=stands) if game.kind == "practice" else stands
