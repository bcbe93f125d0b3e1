"""`companion backup` and `companion restore`: all games, tags, names and settings in one file, and back."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from companion import assemble, words
from companion.cli import evenings
from companion.cli.options import opened_journal
from companion.errors import BackupError
from companion.printing.options import MOST, NOT_FINE, Data, a_name, a_path
from companion.printing.speech import complain, say
from companion.said import Counted
from companion.table.backup import drives, folder
from companion.table.backup.folder import Stock

LONGEST = 100
"""Digits after which a word is neither the name of a file nor a number worth reading."""


def backup(
    to: Annotated[Path | None, typer.Argument(metavar="FILE|DIR", parser=a_path, help="Where to. Default: the USB stick that is plugged in.")] = None,
    data: Data = None,
) -> None:
    """Write all games, tags, names and settings to a file. Face-down cards are left out."""
    if to is None:
        to = _the_stick()
    with opened_journal(data, reading=True) as journal:
        settings = folder.settings_in(assemble.data_folder(data))
        written = folder.write(journal, settings, to)
    for sentence in written.missing:
        complain(sentence)
    if settings is None:
        complain("The settings are not in it, since they can't be read. See: companion doctor")
    say(Counted("Saved {n} game to {file}.", "Saved {n} games to {file}.", written.games, file=written.file))
    if drives.holds(written.file):
        say("You can remove the stick now.")


def _the_stick() -> Path:
    found = [stick for stick in drives.sticks() if stick.writable]
    if len(found) == 1:
        return found[0].folder
    names = ", ".join(str(stick.folder) for stick in found)
    if found:
        raise BackupError("Several sticks are plugged in: {names}. Name one of them, or a file.", names=names)
    raise BackupError("No writable USB stick found. Plug one in, or give a file or folder: companion backup FILE")


def restore(
    what: Annotated[
        str, typer.Argument(metavar="FILE|GAME", parser=a_name, help="A backup; or the number of a deleted game, as `companion past --bin` lists it.")
    ],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before a backup replaces what is there.")] = False,
    data: Data = None,
) -> None:
    """Replace everything with a backup (what was here is kept), or bring back a deleted game."""
    file = Path(what)
    if what.isdecimal() and (len(what) > LONGEST or not file.exists()):
        if len(what) > LONGEST or not 1 <= int(what) <= MOST:
            raise BackupError("{name} is a number from {least} to {most}.", name="GAME", least="1", most=str(MOST))
        evenings.restore(int(what), data)
        return
    wanted = folder.read(file)
    with opened_journal(data, alone=True, makes=True) as journal:
        say("The backup was made on {date} at {time} UTC. It contains:", date=words.date(wanted.made[:10]), time=wanted.made[11:16])
        _tell(folder.stock_of(wanted))
        say("It would replace:") if wanted.settings is None else say("It would replace, and the settings as well:")
        _tell(folder.stock(journal))
        if not yes and not _agreed():
            say("Nothing was replaced.")
            raise typer.Exit(NOT_FINE)
        restored = folder.restore(journal, wanted)
    say("The backup is in place. What was here before is kept in {file} and comes back with: companion restore {file}", file=restored.kept)


def _agreed() -> bool:
    print(words.tr("Replace it? [y/N]"), end=" ", flush=True)
    answer = sys.stdin.readline().strip().lower()
    if not sys.stdin.isatty():
        print()
    return answer in ("y", "yes", *words.tr("yes").split())


def _tell(stock: Stock) -> None:
    if stock.games:
        newest = words.date(stock.newest) if stock.newest else "-"
        say(Counted("  {n} game, of {date}", "  {n} games, the newest of {date}", stock.games, date=newest))
    else:
        say("  no game")
    if stock.in_progress:
        say(Counted("  {n} of them in progress", "  {n} of them in progress", stock.in_progress))
    if stock.tags is None:
        say("  no tags, so those here stay")
    elif stock.tags and not stock.pieces:
        # Of games whose packages are gone nobody knows how many pieces they have.
        say(Counted("  tags for {n} piece", "  tags for {n} pieces", stock.tags))
    elif stock.tags:
        say("  tags for {n} of {of} pieces", n=stock.tags, of=stock.pieces)
    else:
        say("  no tags")
    say(Counted("  {n} name", "  {n} names", stock.names))
