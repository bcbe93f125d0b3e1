"""Tables in the terminal. A cell that somebody else has typed goes through `said.safe`; a number is never split."""

from __future__ import annotations

import textwrap

from babel.numbers import format_percent
from rich.console import Console
from rich.table import Table
from rich.text import Text

from companion import words

_GLUE = "\ue000"
"""Stands for the no-break space of a number while rich lays out, which would break there."""


def headed(*headings: str, title: str = "") -> Table:
    """A table without rows."""
    table = Table(title=Text(_glued(title)) if title else None, title_justify="left", title_style="")
    for heading in headings:
        table.add_column(Text(_glued(heading)), overflow="fold")
    return table


def add(table: Table, *cells: str) -> None:
    """A row more."""
    table.add_row(*[Text(_glued(cell)) for cell in cells])


def show(table: Table) -> None:
    """Prints a table as wide as the terminal allows; where its numbers would be split, a line a cell."""
    console = Console(highlight=False)
    if table.__rich_measure__(console, console.options).minimum <= console.width:
        _print(console, table)
        return
    if isinstance(table.title, Text):
        line(_plain(table.title.plain))
    rows = zip(*[column.cells for column in table.columns], strict=True)
    headings = [str(column.header) for column in table.columns]
    for row in rows:
        for heading, cell in zip(headings, row, strict=True):
            if str(cell):
                line(_plain(f"{heading}: {cell}" if heading else str(cell)))
        line("")


def line(text: str, style: str = "") -> None:
    """Prints a text, wrapped between words."""
    console = Console(highlight=False)
    # Wrapped here, so that a word longer than the line is left whole.
    wrapped = "\n".join([textwrap.fill(part, console.width, break_long_words=False, break_on_hyphens=False) for part in text.split("\n")])
    with console.capture() as printed:
        console.print(Text(wrapped, style), soft_wrap=True)
    print(printed.get(), end="", flush=True)


def money(amount: int) -> str:
    """An amount as the language writes it."""
    return words.number(amount)


def percent(share: float) -> str:
    """A share, 0 to 1, in percent."""
    return str(format_percent(share, locale=words.language()))


def _print(console: Console, table: Table) -> None:
    with console.capture() as printed:
        console.print(table)
    print(_plain(printed.get()), end="", flush=True)


def _glued(text: str) -> str:
    return text.replace("\u00a0", _GLUE).replace("\u202f", _GLUE)


def _plain(text: str) -> str:
    return text.replace(_GLUE, "\u00a0")
