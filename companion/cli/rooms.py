"""What a game brings for the terminal. It need not bring anything: what it has not is told, or done in the house's own words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

import typer

from companion.errors import CompanionError
from companion.game import CommonView, Demo, Game, Terminal
from companion.printing.players import colour
from companion.printing.tables import line, money
from companion.said import Said, safe
from companion.words import names, tr

T = TypeVar("T")


def demo_of(game: Game) -> Demo:
    """The game's demo. Raises CompanionError where it has none."""
    found = _room(game, "demo", Demo)
    if found is None:
        raise CompanionError("{title} has no demo.", title=game.title)
    return found


def terminal_of(game: Game) -> Terminal:
    """What the game prints, or what the house prints of any."""
    return _room(game, "cli", Terminal) or Terminal(replayed=_replayed)


def _room(game: Game, room: str, kind: type[T]) -> T | None:
    try:
        return game.part(room, kind)
    except ModuleNotFoundError as error:
        if error.name != f"{game.package}.{room}":
            raise
        return None


def _replayed(file: str, view: CommonView) -> None:
    line(safe(file), "bold")
    for player in view.players:
        line(f"{safe(player.name)} ({colour(player.colour)})" + ("" if player.score is None else f": {money(player.score)}"))
    outcome = view.outcome
    if outcome is None:
        line(tr("In progress: round {n}.", n=view.round), "bold")
    elif outcome.left:
        line(tr("Ended early in round {n}.", n=view.round), "bold")
    else:
        called = {player.colour: safe(player.name) for player in view.players}
        line(tr("Finished: {who} won.", who=names(called[each] for each in outcome.winners)), "bold")
    line("")


def mount(app: typer.Typer, shelf: Mapping[str, Game], package: Callable[[str], str]) -> tuple[Said, ...]:
    """Offers the commands that are one game's, behind those of the house. `package`: where the game of a key comes from.

    What can't be offered is left out: returned are sentences that say so. A name that is taken stays with whoever had it first, the house before
    the games, and these in the order of the shelf.
    """
    taken = {each.name or getattr(each.callback, "__name__", "") for each in app.registered_commands} | {each.name for each in app.registered_groups}
    left_out = []
    for key, game in shelf.items():
        if not game.own_commands:
            continue
        try:
            commands = game.part("cli", Terminal).commands
        except (Exception, SystemExit) as error:  # noqa: BLE001  a stranger's package may raise anything; it is named, and the others are there
            what = f"{type(error).__name__}: {error}"[:200]
            left_out.append(Said("The commands of {title} ({package}) are left out: {what}", title=game.title, package=package(key), what=what))
            continue
        for name, command in commands.items():
            if name in taken:
                left_out.append(
                    Said(
                        "The command {name} of {title} ({package}) is left out: there is one of that name already.",
                        name=name,
                        title=game.title,
                        package=package(key),
                    )
                )
            else:
                taken.add(name)
                app.command(name=name)(command)
    return tuple(left_out)
