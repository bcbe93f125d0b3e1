"""`companion update`: a newer version from a wheel or a bundle, or back to the one before."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from companion import assemble, words
from companion.errors import UpdateError
from companion.install.installation import Installation
from companion.printing.options import NOT_FINE, Data, a_path
from companion.printing.speech import complain, say
from companion.said import Said


def update(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE|DIR", parser=a_path, help="The newer version: a file that ends in .whl, or the folder of a bundle."),
    ] = None,
    back: Annotated[bool, typer.Option("--back", help="Go back to the version before.")] = False,
    data: Data = None,
) -> None:
    """Install a newer version. If it does not start, the old one comes back. Without FILE: show what is installed."""
    installation = Installation.of_this(lambda sentence: print(words.told(sentence), flush=True))
    if back and file is not None:
        raise UpdateError("Give either FILE or --back.")
    if back:
        number = installation.back(assemble.data_folder(data))
        now, later = Said("{number} starts now; the game is where it was.", number=number), Said("{number} is started next.", number=number)
        say(now if installation.restart() else later)
        return
    if file is None:
        print("\n".join(map(words.told, installation.told())))
        return
    before = installation.version
    number = _from_bundle(installation, file) if file.is_dir() else installation.update(file)
    if not installation.restart():
        say("{number} is installed. It is tried at the next start; if it does not start, {before} comes back.", number=number, before=before)
        return
    say("{number} starts now; the game goes on where it was. This takes a moment.", number=number)
    why = installation.outcome()
    if why is None:
        say("{number} has not started yet: is a screen connected? If it does not start, {before} comes back.", number=number, before=before)
    elif why:
        say("{number} did not start: {why}. {before} is back, and the game is where it was.", number=number, why=why, before=before)
        raise typer.Exit(NOT_FINE)
    else:
        say("{number} is running. {before} is kept: companion update --back", number=number, before=before)


def _from_bundle(installation: Installation, folder: Path) -> str:
    """Installs a bundle without the internet. Whoever names it here knows where it comes from, so that it need not be signed."""
    bundle = installation.examine(folder)
    if not bundle.signed:
        complain("Nobody has signed this bundle, or this installation has no key to check it by.")
    return installation.update_from(bundle)
