"""Writes every screen, in every state, language, size and text size, as PNG: DIR/LANGUAGE/SIZE/TEXT/STATE.png."""

from __future__ import annotations

import argparse
import itertools
import logging
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path

from PIL import Image

from companion.games import BUILT_IN, FIRST, SHELF
from companion.table.snapshot import Snapshot
from tests.ui.harness import SIZES, Harness, harness  # before anything of kivy.core.window

from companion.ui import texts  # isort: skip
from companion.ui.kit import theme  # isort: skip
from tests.ui.everything import Sample, everything, held  # isort: skip


def of_a_game(key: str, number: int, *, long: bool) -> Iterable[Sample]:
    """What there is of a game for so many players; of the first one with the screens of the house."""
    if key == FIRST:
        return itertools.chain(everything(number, long=long), held(number, long=long))
    pictures: Iterable[Sample] = import_module(f"tests.games.{key}.ui.gallery").pictures(number, long=long)
    return pictures


def wanted(keys: Sequence[str], players: Sequence[int], names: Sequence[str], *, long: bool) -> Iterator[tuple[str, Sample]]:
    """File name and state; screens that look the same for fewer players come once."""
    known = dict[str, list[Snapshot]]()
    for key, number in itertools.product([key for key in keys if key in SHELF], players):
        if number not in SHELF[key].players or not (key == FIRST or not names or any(name.startswith(key) for name in names)):
            continue
        for sample in of_a_game(key, number, long=long):
            name = sample.name if key == FIRST else f"{key}-{sample.name}".replace(" ", "-")
            seen = known.setdefault(name, [])
            if sample.shown not in seen and (not names or name.startswith(tuple(names))):
                yield name if not seen else f"{name}-of-{number}", sample
            seen.append(sample.shown)


def write(window: Harness, folder: Path, picked: Sequence[tuple[str, Sample]], small: bool) -> int:
    """Draws each state and writes its picture; returns how many there are."""
    for name, sample in picked:
        window.open(sample.opened())
        file = window.picture(folder / f"{name}.png")
        if small:
            with Image.open(file) as picture:
                few = picture.convert("RGB").quantize(256, kmeans=5)
            few.save(file, optimize=True)
    return len(picked)


def main(arguments: Sequence[str]) -> int:
    sizes = [f"{w}x{h}" for w, h in SIZES]
    parser = argparse.ArgumentParser(prog="python -m tests.gallery", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--language", action="append", choices=list(texts.LANGUAGES), help="this language only; may be repeated")
    parser.add_argument("--size", action="append", choices=sizes, help="this size only; may be repeated")
    parser.add_argument("--text", action="append", choices=list(theme.TEXT_SIZES), help="this text size only; may be repeated")
    parser.add_argument("--players", action="append", type=int, choices=range(2, 7), help="so many players only; may be repeated")
    parser.add_argument("--game", action="append", choices=BUILT_IN, help="this game only, by its key; may be repeated")
    parser.add_argument("--long", action="store_true", help="the longest names and sums")
    parser.add_argument("--small", action="store_true", help="with few colours, as those in the README are written")
    parser.add_argument("states", nargs="*", help="states whose names begin so; all without one")
    options = parser.parse_intermixed_args(arguments)
    picked = list(wanted(options.game or BUILT_IN, sorted(options.players or range(2, 7), reverse=True), options.states, long=options.long))
    if not picked:
        print(f"No state's name begins with {' or '.join(options.states)}.", file=sys.stderr)
        return 2
    # Kivy's clock complains of a window whose size is set while nothing runs; whatever matters is raised.
    logging.getLogger("kivy").setLevel(logging.CRITICAL + 1)
    window, count = harness(), 0
    theme.look.calm = theme.look.mute = True
    for language, size, text in itertools.product(options.language or texts.LANGUAGES, options.size or sizes, options.text or ("normal", "largest")):
        texts.use(language)
        theme.look.text = theme.TEXT_SIZES[text]
        window.resize(*map(int, size.split("x")))
        folder = options.folder / language / size / text
        count += write(window, folder, picked, options.small)
        print(f"{folder}: {len(picked)} pictures", flush=True)
    print(f"{count} pictures")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
