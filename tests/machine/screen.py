"""Compares what a machine's screen shows with a picture that was drawn here. The renderers differ by a little, a wrong picture by a lot."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from PIL import Image, ImageChops

from tests.machine.guest import HEIGHT, PATIENCE_S, WIDTH, Guest, Lost

ALIKE = 48
"""Two values of a colour (0 to 255) that differ by less are the same colour: edges of letters are smoothed differently."""
SAME = 0.01
"""So much of a picture may differ and it still shows the same: a pointer, edges, a time of day."""


class Wrong(AssertionError):
    """The screen does not show what it should."""


Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""


def differs(one: Path, other: Path, within: Box | None = None) -> float:
    """Which part of the pixels has another colour, from 0 to 1."""
    with Image.open(one) as first, Image.open(other) as second:
        one_part, other_part = _seen(first), _seen(second)
        if one_part.size != other_part.size:
            return 1.0
        a, b = one_part.crop(within), other_part.crop(within)
        worst = ImageChops.difference(a, b).split()
        grey = ImageChops.lighter(ImageChops.lighter(worst[0], worst[1]), worst[2])
        return sum(grey.histogram()[ALIKE:]) / (a.width * a.height)


def changed(one: Path, other: Path) -> Box | None:
    """Where two pictures that were drawn here differ."""
    with Image.open(one) as first, Image.open(other) as second:
        return ImageChops.difference(first.convert("RGB"), second.convert("RGB")).getbbox()


def _seen(picture: Image.Image) -> Image.Image:
    """The part that a screen shows: where a machine goes on from a state that was kept, QEMU has more of its memory in the picture."""
    return picture.convert("RGB").crop((0, 0, min(picture.width, WIDTH), min(picture.height, HEIGHT)))


def lit(picture: Path) -> bool:
    """Whether something stands on it, and not the firmware's own text, which has another size."""
    with Image.open(picture) as shown:
        return shown.size == (WIDTH, HEIGHT) and shown.convert("L").getextrema()[1] > 24


def wait_for(guest: Guest, expected: Path, what: str, patience: float = PATIENCE_S) -> float:
    """Waits until the screen shows the picture. Returns the seconds. Raises Wrong, and leaves both pictures in the machine's folder."""
    return wait_for_one(guest, [expected], what, patience)[1]


def wait_for_one(guest: Guest, expected: list[Path], what: str, patience: float = PATIENCE_S) -> tuple[int, float]:
    """Waits until the screen shows one of the pictures. Returns its number, and the seconds."""
    begun = time.monotonic()
    best, pause = 1.0, 0.1
    while time.monotonic() < begun + patience:
        shown = guest.picture()
        found = [differs(shown, each) for each in expected]
        best = min(found)
        if best <= SAME:
            return found.index(best), time.monotonic() - begun
        time.sleep(pause)
        pause = min(1.0, pause * 1.5)
    raise Wrong(f"{what}: {best:.1%} of the picture differ. See {guest.picture('wrong')} and {', '.join(map(str, expected))}")


def wait_for_change(guest: Guest, before: Path, after: Path, what: str, patience: float = PATIENCE_S) -> float:
    """Waits until the screen shows the second picture, and not the first: a few words are less than what may differ, so they are looked at
    where they stand. Returns the seconds. Raises Wrong.
    """
    begun = time.monotonic()
    where = changed(before, after)
    if where is None:
        raise Wrong(f"{what}: nothing changes on the picture")
    while differs(shown := guest.picture(), after) > SAME or differs(shown, after, where) > differs(shown, before, where) / 2:
        if time.monotonic() > begun + patience:
            raise Wrong(f"{what}: at {where} the picture is another. See {guest.picture('wrong')} and {after}")
        time.sleep(0.2)
    return time.monotonic() - begun


def wait_until(guest: Guest, done: Callable[[Path], bool], what: str, patience: float = PATIENCE_S) -> float:
    """Waits until something is true of the screen. Returns the seconds."""
    begun = time.monotonic()
    while not done(guest.picture()):
        if time.monotonic() > begun + patience:
            raise Lost(f"{what}: not within {patience:.0f} s. See {guest.picture('late')}")
        time.sleep(0.5)
    return time.monotonic() - begun
