"""`companion pay`: which notes change hands for one payment."""

from __future__ import annotations

import json
import re
from typing import Annotated

import typer

from companion.commands.options import AsJson, Data
from companion.commands.tables import add, headed, money, show
from companion.errors import CompanionError
from companion.games.money import BOX, Notes, Plan
from companion.games.payment import plan

NOTES = "5000=10,10000=20"
"""How notes are written on the command line."""


def pay(
    amount: Annotated[int, typer.Argument(metavar="AMOUNT", help="What is to be paid: a multiple of 5000.")],
    bank: Annotated[str | None, typer.Option("--bank", metavar=NOTES, help="The bank's notes: value=how many. All of the box without it.")] = None,
    purse: Annotated[str, typer.Option("--purse", metavar=NOTES, help="The notes that the payee holds. None without it.")] = "",
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Show which notes the bank pays and which come back, so that the fewest change hands."""
    held, holds = BOX if bank is None else _notes("--bank", bank), _notes("--purse", purse)
    try:
        found = plan(amount, held, holds)
    except ValueError as error:
        raise CompanionError(str(error)) from None
    owed = amount - found.net
    if as_json:
        print(json.dumps({"amount": amount, **found.as_json(), "owed": owed}))
    else:
        _tell(found, amount, owed)


def _notes(option: str, text: str) -> Notes:
    """Reads "5000=10,10000=20". Raises CompanionError."""
    counts: dict[int, int] = {}
    for part in text.split(",") if text.strip() else []:
        if not (found := _PART.fullmatch(part.strip())):
            raise CompanionError(
                '{option}: "{text}" is no number of notes. Write a note\'s value and how many, like {notes}.',
                option=option,
                text=part.strip(),
                notes=NOTES,
            )
        value, count = map(int, found.groups())
        if value not in BOX:
            raise CompanionError(
                "{option}: there is no note of {value}. The notes are {notes}.", option=option, value=value, notes=", ".join(map(str, BOX))
            )
        if value in counts:
            raise CompanionError("{option}: {value} is there twice. Give each note once.", option=option, value=value)
        if count > BOX[value]:
            raise CompanionError("{option}: the box has {most} notes of {value}. Give {most} or fewer.", option=option, most=BOX[value], value=value)
        counts[value] = count
    return Notes.of(counts)


_PART = re.compile(r"([0-9]{1,9})\s*=\s*([0-9]{1,9})", re.ASCII)


def _tell(found: Plan, amount: int, owed: int) -> None:
    table = headed("note", "bank pays", "comes back")
    for value in BOX:
        if found.paid[value] or found.returned[value]:
            add(table, money(value), str(found.paid[value] or ""), str(found.returned[value] or ""))
    if table.row_count:
        show(table)
    moved = f"{found.moved} {'note changes' if found.moved == 1 else 'notes change'} hands"
    if not owed:
        print(f"{money(amount)} is paid: {moved}.")
    else:
        print(f"{money(found.net)} is paid: {moved}. {money(owed)} is owed, since these notes can't make more.")
