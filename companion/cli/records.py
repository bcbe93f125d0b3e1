"""`companion replay`, `import` and `demo`: what is done with a record, of whatever game it is."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from typing import Annotated, BinaryIO

import typer

from companion import files
from companion.cli import demo
from companion.cli.options import made, named, opened_journal, played_last
from companion.cli.rooms import demo_of, terminal_of
from companion.errors import RecordError
from companion.game import Game, Replayed
from companion.games.kit.lines import MAX_LINE
from companion.printing.options import BAD_INPUT, AsJson, Data, Rules, a_name, counted
from companion.printing.speech import complain, complain_of, say, unreadable
from companion.table.evenings import history, records, square


def replay(
    records: Annotated[list[str], typer.Argument(metavar="FILE", parser=a_name, help="Recorded games.")],
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Replay recorded games and print each round."""
    failed = False
    for file in records:
        try:
            of, played = read(file)
        except RecordError as error:
            failed = True
            complain_of(file, error)
            continue
        if as_json:
            print(json.dumps(of.record.summary(played.position, file)), flush=True)
        else:
            terminal_of(of).replayed(file, of.rules.view(played.position, of.rules.settings()))
    if failed:
        raise typer.Exit(BAD_INPUT)


def import_record(
    file: Annotated[str, typer.Argument(metavar="FILE", parser=a_name, help="The record of a game, in progress or past.")],
    data: Data = None,
) -> None:
    """Add a recorded game."""
    of, played = _only(file)
    with opened_journal(data, makes=True) as journal:
        game, new = history.add(journal, of, played)
    if new:
        say("Added as game {game}.", game=game)
    else:
        say("This game is here already as game {game}. Nothing was added.", game=game)


def play_demo(
    record: Annotated[str | None, typer.Argument(metavar="RECORD", parser=a_name, help="A record to play; a random game without one.")] = None,
    rules: Rules = None,
    data: Data = None,
    pace: Annotated[float | None, typer.Option(min=0, max=60, callback=counted, metavar="SECONDS", help="How long to wait after each move.")] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Which random game to play.")] = None,
) -> None:
    """Play a demo game in the terminal with simulated tags."""
    if record is None:
        of = named(rules) if rules else played_last(data)
        moves = demo_of(of).random(random.SystemRandom().randrange(1_000_000) if seed is None else seed)
    else:
        of, played = _only(record)
        moves = played.moves
    if pace is None:
        pace = demo.READING_PACE if sys.stdout.isatty() else 0.0
    demo.play(of, moves, lambda line: print(line, flush=True), warn=complain, data=None if data is None else made(data), pace=pace)


def _only(file: str) -> tuple[Game, Replayed]:
    """The one record that was named; whoever named another file is told and the command ends."""
    try:
        return read(file)
    except RecordError as error:
        complain_of(file, error)
        raise typer.Exit(BAD_INPUT) from None


def read(file: str) -> tuple[Game, Replayed]:
    """Reads and plays through a record of whatever game.

    Raises RecordError, also where the file can't be read: then of line 0 where it can't be opened, else of the line that was to come.
    """
    done = 0

    def lines(stream: BinaryIO) -> Iterator[bytes]:
        nonlocal done
        # Bounded, so that a file without line ends is refused before it fills the memory.
        while line := stream.readline(MAX_LINE + 1):
            done += 1
            yield line

    try:
        stream = files.opened(file)
    except OSError as error:
        raise unreadable(error) from None
    try:
        with stream:
            return records.read(square.record(lines(stream)))
    except OSError as error:
        raise unreadable(error, done + 1) from None
