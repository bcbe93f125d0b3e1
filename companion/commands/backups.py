"""`companion backup` and `companion restore`: all games, tags, names and settings in one file, and back."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from companion import assemble, printing
from companion.commands import evenings
from companion.commands.options import NOT_FINE, Data, opened_journal
from companion.errors import BackupError
from companion.games.vabanque.pieces import PIECES
from companion.table import sticks, vault
from companion.table.vault import Stock


def backup(
    to: Annotated[Path | None, typer.Argument(metavar="FILE|DIR", help="Where to; without it, the USB stick that is plugged in.")] = None,
    data: Data = None,
) -> None:
    """Write all games, tags, names and settings to a file. What lies face down is not in it."""
    if to is None:
        to = _the_stick()
    with opened_journal(data, reading=True) as journal:
        settings = vault.settings_in(assemble.data_folder(data))
        written = vault.write(journal, settings, to)
    for sentence in written.missing:
        print(printing.shown(sentence), file=sys.stderr)
    if settings is None:
        print("The settings are not in it, since they can't be read. See: companion doctor", file=sys.stderr)
    print(f"Wrote {_counted(written.games, 'game')} to {printing.shown(str(written.file))}. It is on the disk: a stick can be pulled out.")


def _the_stick() -> Path:
    found = [stick for stick in sticks.sticks() if stick.writable]
    if len(found) == 1:
        return found[0].folder
    names = ", ".join(str(stick.folder) for stick in found)
    raise BackupError(
        f"Several sticks are plugged in: {names}. Say which one, or name a file."
        if found
        else "No USB stick is mounted that can be written. Plug one in and open it, or name a file or a folder: companion backup FILE"
    )


def restore(
    what: Annotated[str, typer.Argument(metavar="FILE|GAME", help="A backup; or the number of a deleted game, as `companion past --bin` lists it.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before a backup replaces what is there.")] = False,
    data: Data = None,
) -> None:
    """Put a backup in the place of all there is, which is kept; or bring a deleted game back."""
    file = Path(what)
    if what.isdecimal() and not file.exists():
        evenings.restore(int(what), data)
        return
    wanted = vault.read(file)
    with opened_journal(data, alone=True) as journal:
        print(f"The backup was made on {wanted.made[:10]} at {wanted.made[11:16]} UTC. In it: {_told(vault.stock_of(wanted))}.")
        print(f"It would replace {_told(vault.stock(journal))}{', and the settings' if wanted.settings is not None else ''}.")
        if not yes and not _agreed():
            print("Nothing was replaced.")
            raise typer.Exit(NOT_FINE)
        restored = vault.restore(journal, wanted)
    kept = printing.shown(str(restored.kept))
    print(f"The backup is in place. What was here before is kept in {kept} and comes back with: companion restore {kept}")


def _agreed() -> bool:
    print("Replace it? [y/N] ", end="", flush=True)
    answer = sys.stdin.readline().strip().lower()
    if not sys.stdin.isatty():
        print()
    return answer in ("y", "yes")


def _told(stock: Stock) -> str:
    games = _counted(stock.games, "game")
    if stock.games:
        going = f", {stock.in_progress} in progress" if stock.in_progress else ""
        games += f" (the newest of {stock.newest}{going})"
    if stock.tags is None:
        tags = "no word of tags, so those here stay"
    else:
        tags = f"tags of {stock.tags} of {len(PIECES)} pieces" if stock.tags else "no tags"
    return f"{games}, {tags}, {_counted(stock.names, 'name')}"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
