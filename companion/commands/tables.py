"""Tables in the terminal: whatever somebody has typed is shown as it is and steers nothing."""

from __future__ import annotations

from babel.numbers import format_decimal, format_percent
from rich.console import Console
from rich.table import Table
from rich.text import Text

from companion import printing


def headed(*headings: str) -> Table:
    """A table without rows."""
    table = Table()
    for heading in headings:
        # A number that finds no room is broken, never cut.
        table.add_column(heading, overflow="fold")
    return table


def show(table: Table) -> None:
    """Prints a table as wide as the terminal allows."""
    Console(highlight=False).print(table)


def add(table: Table, *cells: str) -> None:
    """A row more."""
    table.add_row(*[Text(safe(cell)) for cell in cells])


def safe(text: str) -> str:
    """Without what would steer the terminal."""
    return printing.shown(text)


def money(amount: int) -> str:
    """An amount as the reader's language writes it."""
    return format_decimal(amount, locale=printing.number_locale())


def percent(share: float) -> str:
    """A share, 0 to 1, in percent."""
    return format_percent(share, locale=printing.number_locale())
