"""`companion pay`: which notes change hands for one payment."""

from __future__ import annotations

import json
import re
from typing import Annotated

import typer

from companion.errors import CompanionError
from companion.games.kit.money import Notes, Plan
from companion.games.kit.payment import plan
from companion.games.vabanque.rules.box import BOX, UNIT
from companion.printing.options import MOST, AsJson, Data
from companion.printing.speech import say
from companion.printing.tables import add, headed, money, show
from companion.words import tr, trn

NOTES = "5000=10,10000=20"
"""How notes are written on the command line."""


def pay(
    amount: Annotated[str, typer.Argument(metavar="AMOUNT", help="What is to be paid: a multiple of 5000, such as 90000 or 90,000.")],
    bank: Annotated[
        str | None, typer.Option("--bank", metavar=NOTES, help="The bank's notes: value=how many. Default: all notes of the box.")
    ] = None,
    purse: Annotated[str, typer.Option("--purse", metavar=NOTES, help="The notes that the payee holds. Default: none.")] = "",
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Show which notes the bank pays and gets back, so that as few as possible change hands."""
    due, held, holds = _amount(amount), BOX if bank is None else _notes("--bank", bank), _notes("--purse", purse)
    try:
        found = plan(due, held, holds, unit=UNIT)
    except ValueError as error:
        raise CompanionError(error.args[0]) from None
    owed = due - found.net
    if as_json:
        print(json.dumps({"amount": due, **found.as_json(), "owed": owed}))
    else:
        _tell(found, due, owed)


def _amount(text: str) -> int:
    """Reads 90000, and 90,000, 90.000, 90 000 or 90'000 as people of many languages write it. Raises CompanionError."""
    if not _AMOUNT.fullmatch(text.strip()):
        raise CompanionError("'{text}' is no amount. Write it like 90000 or 90,000, without a currency.", text=text[:40])
    amount = int(re.sub(r"[^0-9]", "", text))
    if amount > MOST:
        raise CompanionError("{amount:,} is more than any table pays.", amount=amount)
    return amount


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


_AMOUNT = re.compile(r"[0-9]{1,30}|[0-9]{1,3}(?:([,.'\u2019 \u00a0\u202f])[0-9]{3}(?:\1[0-9]{3}){0,9})", re.ASCII)
_PART = re.compile(r"([0-9]{1,9})\s*=\s*([0-9]{1,9})", re.ASCII)


def _tell(found: Plan, amount: int, owed: int) -> None:
    table = headed(tr("note"), tr("bank pays"), tr("bank gets back"))
    for value in BOX:
        if found.paid[value] or found.returned[value]:
            add(table, money(value), str(found.paid[value] or ""), str(found.returned[value] or ""))
    if table.row_count:
        show(table)
    moved = trn("{n} note changes hands", "{n} notes change hands", found.moved)
    if not owed:
        say("{m:,} is paid: {moved}.", m=amount, moved=moved)
    else:
        say("{m:,} is paid: {moved}. {owed:,} is owed, since these notes can't make more.", m=found.net, moved=moved, owed=owed)
