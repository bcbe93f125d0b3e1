"""Plays a game of the shelf and writes each of its phases as it is first met, as a picture: DIR/PHASE.png. No screen is needed."""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from companion.games import SHELF
from tests.any_game.evening import Evening
from tests.any_game.screens.window import Window, phases
from tests.ui.harness import SIZES, harness

from companion.ui import texts  # isort: skip
from companion.ui.kit import theme  # isort: skip


def main(arguments: Sequence[str]) -> int:
    sizes = [f"{w}x{h}" for w, h in SIZES]
    parser = argparse.ArgumentParser(prog="python -m tests.any_game.screens", description=__doc__)
    parser.add_argument("game", choices=list(SHELF), help="its key")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--size", choices=sizes, default="800x480")
    parser.add_argument("--language", choices=list(texts.LANGUAGES), default="en")
    parser.add_argument("--text", choices=list(theme.TEXT_SIZES), default="normal", help="how large it is")
    parser.add_argument("--seed", type=int, default=7, help="of the game that is played")
    options = parser.parse_args(arguments)
    # As in tests.gallery.
    logging.getLogger("kivy").setLevel(logging.CRITICAL + 1)
    options.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        harness().resize(*map(int, options.size.split("x")))
        evening = Evening(Path(data), SHELF[options.game])
        window = Window(evening, options.language, options.text)
        for phase in phases(window, options.seed):
            print(window.harness.picture(options.folder / f"{phase}.png"))
            for fault in window.faults():
                print(f"{phase}: {fault}", file=sys.stderr)
        window.close()
        evening.journal.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
