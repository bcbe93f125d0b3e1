"""`companion score`: what single tables pay."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from companion import files
from companion.errors import RecordError
from companion.games.vabanque.record.score import score as score_tables
from companion.printing.options import BAD_INPUT, Data, a_name
from companion.printing.speech import complain_of, unreadable

MAX_SCORED = 10_000_000
"""Bytes of a file of tables."""


def score(
    file: Annotated[str, typer.Argument(metavar="FILE", parser=a_name, help="A JSON object, or a list of them: tokens, cards and pawns of tables.")],
    data: Data = None,
) -> None:
    """Work out what given tables pay."""
    try:
        print(_score(file))
    except RecordError as error:
        complain_of(file, error)
        raise typer.Exit(BAD_INPUT) from None


def _score(file: str) -> str:
    try:
        with files.opened(file) as stream:
            content = stream.read(MAX_SCORED + 1)
        if len(content) > MAX_SCORED:
            raise RecordError(1, "the file is too long for a list of tables")
        return json.dumps(score_tables(content.decode("utf-8")), indent=1)
    except OSError as error:
        raise unreadable(error) from None
    except UnicodeDecodeError as error:
        raise RecordError(error.object.count(b"\n", 0, error.start) + 1, "not UTF-8 text") from None
    except RecursionError:
        raise RecordError(1, "nested too deeply") from None
