"""What the command line prints about games: rounds as tables, amounts as the reader's language writes them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from babel import Locale, UnknownLocaleError
from babel.numbers import format_decimal
from rich.console import Console
from rich.table import Table
from rich.text import Text

from companion.games.colours import Colour
from companion.games.vabanque.moves import KINDS
from companion.games.vabanque.view import RoundResult, TableResult, View
from companion.table.shown import GameEntry


def number_locale(environment: Mapping[str, str] = os.environ) -> Locale:
    """The language in which amounts are written: that of LC_ALL, LC_NUMERIC or LANG; English where it names none."""
    # LC_CTYPE is left out: the interpreter itself sets it where the system lacks the locale that LANG names.
    named = next((environment[key] for key in ("LC_ALL", "LC_NUMERIC", "LANG") if environment.get(key)), "en")
    try:
        locale = Locale.parse(named.partition(".")[0].partition("@")[0])
    except (UnknownLocaleError, ValueError):
        return Locale("en")
    # The locale "C" names no language.
    return locale if locale.variant != "POSIX" else Locale("en")


def shown(text: str) -> str:
    """A text that somebody else chose (a file's name), so that it can't steer the terminal."""
    return "".join([letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text])


class GamePrinter:
    """Prints games that were replayed. `locale`: how amounts are written."""

    def __init__(self, console: Console, locale: Locale) -> None:
        self._console = console
        self._locale = locale

    def game(self, file: str, view: View) -> None:
        """A whole game: who plays, every completed round, how it stands."""
        self._line(shown(file), "bold")
        self._line(", ".join(f"{player.name} ({player.colour})" for player in view.players))
        for result in view.results:
            if result.round < view.round or view.winners:
                self._round(result)
        self._line(self._standing(view), "bold")
        self._line("")

    def listed(self, games: Iterable[GameEntry]) -> None:
        """The list of games, a line each."""
        table = Table()
        for heading in ("game", "date", "players", "stands"):
            table.add_column(heading, overflow="fold")
        for game in games:
            players = ", ".join(f"{name} {self._amount(game.fortunes[colour])}" for colour, name in game.players)
            table.add_row(*map(Text, (str(game.game), game.date or "-", players, stands(game))))
        if table.row_count:
            self._console.print(table)
        else:
            self._line("There is no game yet.")

    def _round(self, result: RoundResult) -> None:
        table = Table(title=Text(f"Round {result.round}: {', '.join(result.order)}"), title_justify="left", title_style="")
        for heading in ("table", "value", "turned over", "pawns", "pays"):
            # An amount that finds no room is broken, never cut.
            table.add_column(heading, justify="right" if heading in ("table", "value") else "left", overflow="fold")
        for paid in result.tables:
            table.add_row(*map(Text, (str(paid.table), value(paid), turned_over(paid), ", ".join(paid.pawns), self._pays(paid))))
        self._console.print(table)
        self._line("Fortunes: " + self._amounts(result.fortunes))
        if result.next_order:
            self._line("New order: " + ", ".join(result.next_order))

    def _pays(self, paid: TableResult) -> str:
        return self._amounts(paid.payouts, "\n") if paid.payouts else "nothing"

    def _amounts(self, amounts: dict[Colour, int], between: str = ", ") -> str:
        return between.join(f"{colour} {self._amount(amount)}" for colour, amount in amounts.items())

    def _amount(self, amount: int) -> str:
        return format_decimal(amount, locale=self._locale)

    def _standing(self, view: View) -> str:
        names = {player.colour: f"{player.name} ({player.colour})" for player in view.players}
        fortunes = {player.colour: player.fortune for player in view.players}
        if view.winners:
            won = " and ".join(names[colour] for colour in view.winners)
            return f"Finished: {won} won with {self._amount(fortunes[view.winners[0]])}."
        if view.ended:
            return f"Ended early in round {view.round}."
        next_one = f", {names[view.to_act]} is to act" if view.to_act else ""
        return f"In progress: round {view.round}, {view.phase}{next_one}."

    def _line(self, text: str, style: str = "") -> None:
        self._console.print(Text(text, style))


def stands(game: GameEntry) -> str:
    """Where a game of the list stands."""
    kind = " (practice)" if game.kind == "practice" else ""
    if game.winners:
        names = dict(game.players)
        return " and ".join(names[colour] for colour in game.winners) + " won" + kind
    if game.left:
        return "ended early" + kind
    return f"round {game.round}, {game.phase}{kind}"


def value(paid: TableResult) -> str:
    """A table's value as a sum: "15 x 3 = 45"."""
    return f"{paid.tokens} x {paid.multiplier} = {paid.value}"


def turned_over(paid: TableResult) -> str:
    """The cards that were turned over at a table: a line for each kind, with whose they are."""
    owners = {kind: [owner for owner, what in paid.revealed if what is kind] for kind in KINDS}
    return "\n".join(f"{kind}: {', '.join(whose)}" for kind, whose in owners.items() if whose)
