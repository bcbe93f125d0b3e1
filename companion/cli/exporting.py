"""`companion export`: past evenings for other programs."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Annotated

import typer

from companion import words
from companion.cli.options import opened_journal
from companion.errors import CompanionError, JournalError
from companion.printing.options import MOST, NOT_FINE, Data
from companion.printing.speech import complain, for_programs
from companion.table.evenings import bgstats, exports, history, names


class Format(StrEnum):
    """How a game is written."""

    RECORD = "record"
    JSON = "json"
    CSV = "csv"
    BGSTATS = "bgstats"
    BGSTATS_LINK = "bgstats-link"


class Spreadsheet(StrEnum):
    """Whose spreadsheet reads CSV."""

    EN = "en"
    DE = "de"
    FR = "fr"
    PLAIN = "plain"


def export(
    game: Annotated[int | None, typer.Argument(min=1, max=MOST, metavar="GAME", help="The number of a game, as `companion games` lists it.")] = None,
    last: Annotated[bool, typer.Option("--last", help="The newest game.")] = False,
    every: Annotated[bool, typer.Option("--all", help="All past games, practice left out; not as a record, which holds one.")] = False,
    form: Annotated[Format, typer.Option("--format", help="A record, every fact as JSON, a spreadsheet, or BG Stats' play file or link.")] = (
        Format.RECORD
    ),
    dialect: Annotated[
        Spreadsheet | None,
        typer.Option("--dialect", help="For CSV: as spreadsheets of a language read it, or plain for programs. Default: that of the language."),
    ] = None,
    data: Data = None,
) -> None:
    """Print a game, or all past ones. Cards that were never revealed stay hidden in every format."""
    if (game is not None) + last + every != 1:
        raise CompanionError("Name one game by its number (`companion games` lists them), or use --last or --all.")
    if every and form is Format.RECORD:
        raise CompanionError("A record holds one game. Name one by its number, or use --format json, csv, bgstats or bgstats-link.")
    for_programs()
    with opened_journal(data, reading=True) as journal:
        who = names.who(journal)
        if last:
            listed = journal.games()
            if not listed:
                raise CompanionError("There is no game yet. Play one, or add one with `companion import FILE`.")
            game = listed[0].game
        if form is Format.RECORD or form is Format.JSON:
            missing = False
            for number in [row.game for row, _ in exports.every(journal)] if game is None else [game]:
                if history.keeps_back(journal, number):
                    if form is Format.JSON:
                        raise exports.not_over(number)
                    complain("Game {game} goes on, and this tells what the screen may keep back until its end.", game=number)
                try:
                    text = history.export(journal, number) if form is Format.RECORD else _line(exports.as_json(journal, number))
                except JournalError as error:
                    if not every:
                        raise
                    missing = True
                    complain(error.sentence)
                    continue
                print(text, end="", flush=True)
            if missing:
                raise typer.Exit(NOT_FINE)
            return
        chosen = exports.every(journal) if game is None else [exports.one(journal, game)]
        if form is Format.CSV:
            kind = exports.DIALECTS[words.language() if dialect is None else dialect.value]
            print(exports.as_csv(chosen, who, kind), end="", flush=True)
        elif form is Format.BGSTATS:
            print(json.dumps(bgstats.as_bgstats(chosen, who), ensure_ascii=False, indent=1))
        else:
            for row, facts in chosen:
                if not (every and facts.left):
                    print(bgstats.bgstats_link(row, facts, who))


def _line(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    # What a game whose package is gone has written is anybody's; JSON has an escape for each letter.
    return "".join([letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in text]) + "\n"
