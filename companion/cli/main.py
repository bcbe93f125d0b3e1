"""The command `companion`: what was typed is run, and how it ended is its exit status."""

from __future__ import annotations

import sys

import typer

from companion import memory, words
from companion.cli import ending, playing, usage
from companion.printing.options import BAD_INPUT, NOT_FINE
from companion.printing.speech import complain


def main(arguments: list[str] | None = None) -> None:
    """The command `companion`. What a stream's encoding has no letter for is printed as a plain one or as "?"."""
    memory.leave_no_image()
    closed = ending.begun()
    language, line = usage.language_of(sys.argv[1:] if arguments is None else arguments)
    words.use(language or "")
    if language is not None and language not in words.LANGUAGES:
        complain("--language is one of: {choices}", choices=", ".join(words.LANGUAGES))
        raise SystemExit(BAD_INPUT)
    if line[:1] != ["play"]:
        from companion.cli import commands

        for said in commands.LEFT_OUT:
            complain(said)
        if closed:
            raise SystemExit(ending.output_closed())
    raise SystemExit(ending.ended(lambda: _run(line), line))


def _run(line: list[str]) -> int:
    """Runs a command; its exit status."""
    try:
        with usage.in_force():
            status = usage.speak(typer.main.get_command(playing.app)).main(line, prog_name="companion", standalone_mode=False)
    except (typer.Abort, KeyboardInterrupt):
        complain("Stopped.")
        return NOT_FINE
    except Exception as error:  # typer brings a click of its own, or takes another, by its version
        if not hasattr(error, "format_message"):
            raise
        return usage.refused(error)
    return status if isinstance(status, int) else 0
