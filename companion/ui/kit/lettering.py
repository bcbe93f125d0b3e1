"""Text as textures: fonts with their fall-backs, widths, and fitting a text into a box."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator, Set
from functools import lru_cache
from typing import Any

import msgspec
from kivy.core.text import Label as CoreLabel
from kivy.core.text import LabelBase
from kivy.core.text.markup import MarkupLabel
from kivy.utils import escape_markup

from companion.ui.kit import theme
from companion.ui.kit.direction import SETTLED, visual

FALLBACK = "DejaVuSans"
BREAK = "\u200b"
"""Where a long word may be broken; nothing is written for it."""
HYPHEN = "\u00ad"
"""Where a word of a language may be broken with a hyphen, which is written only there."""
SUITS = "♠♥♦♣"
"""Signs that stand in a line of our own fonts, though these lack them: they alone are of the wide-coverage one."""
LEADING = 1.2
"""Distance of two lines as a multiple of the text size."""

FONTS = {
    name: theme.HERE / "fonts" / file
    for name, file in (
        ("Jost", "Jost-Medium.ttf"),
        ("JostSemiBold", "Jost-SemiBold.ttf"),
        ("JostBold", "Jost-Bold.ttf"),
        ("Federo", "Federo.ttf"),
    )
}
"""Our own fonts. One that is missing is replaced by the one that comes with Kivy: a plain letter is better than none."""

_PLAIN = "data/fonts/DejaVuSans.ttf"
for _name, _file in FONTS.items():
    LabelBase.register(_name, str(_file) if _file.is_file() else _PLAIN)
LabelBase.register(FALLBACK, _PLAIN)

_COVERAGE: dict[str, frozenset[int]] = {
    font: frozenset(code for first, last in pairs for code in range(first, last + 1))
    for font, pairs in json.loads((theme.HERE / "fonts" / "coverage.json").read_text()).items()
}


class Fitted(msgspec.Struct, frozen=True):
    """A text laid into a box: its lines, its size, width and height in dp; `whole` is False if it does not fit."""

    lines: tuple[str, ...]
    size: float
    width: float
    height: float
    font: str
    whole: bool


_SUITS = frozenset(map(ord, SUITS))
_RUNS = re.compile(f"[{SUITS}]+|[^{SUITS}]+")
_UNSEEN = frozenset(map(ord, ("\n", BREAK, HYPHEN, SETTLED)))


_PLAINER = str.maketrans(
    {"–": "-", "—": "-", "−": "-", "·": "-", "×": "x", "…": "...", "’": "'", "‘": "'", "‚": ",", "\xa0": " ", "\u202f": " "}
    | dict.fromkeys("„“”«»", '"')
)


@lru_cache(4096)
def writable(text: str, font: str) -> tuple[str, str]:
    """The text and the font that can show it: the one asked for, else Jost, else the wide-coverage one, else one of the system's.

    A letter that none of them has stands there as its number in Unicode, in brackets: [674E].
    """
    codes = frozenset(map(ord, text)) - _UNSEEN - _SUITS
    weights = [font] if font == "Federo" else []
    for candidate in [*weights, "Jost" if font == "Federo" else font]:
        if codes <= _COVERAGE["Federo" if candidate == "Federo" else "Jost"]:
            return text, candidate
    wide = _COVERAGE["DejaVuSans"]
    if codes <= wide:
        return text, FALLBACK
    # One line is of one font: where that of a name's letters lacks a dash of the sentence, a plainer one stands in for it.
    for written in (text, text.translate(_PLAINER)):
        if (found := system_font(frozenset(map(ord, written)) - _UNSEEN)) is not None:
            return written, found
    nowhere = {code for code in codes - wide if system_font(frozenset({code})) is None}
    found = system_font(frozenset(map(ord, _numbered(text, nowhere))) - _UNSEEN) if nowhere != codes - wide else None
    return (_numbered(text, nowhere), found) if found is not None else (_numbered(text, codes - wide), FALLBACK)


def _numbered(text: str, codes: Set[int]) -> str:
    return "".join(f"[{ord(letter):X}]" if ord(letter) in codes else letter for letter in text)


@lru_cache(256)
def system_font(codes: frozenset[int]) -> str | None:
    """A font of the system's that has all these characters, by the name under which Kivy knows it now; None if fontconfig knows none."""
    pattern = ":scalable=true:color=false:charset=" + " ".join(f"{code:x}" for code in sorted(codes))
    try:
        told = subprocess.run(["fc-list", "-f", "%{file}\t%{style}\n", pattern], capture_output=True, text=True, timeout=5, check=True).stdout
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    fonts = [line.split("\t") for line in told.splitlines()]
    # What fontconfig names, FreeType has read: Kivy, which draws with it, would not survive a file that is no font.
    usable = [(not any(plain in style for plain in _PLAIN_STYLES), file) for file, style in fonts if file.lower().endswith((".ttf", ".otf", ".ttc"))]
    file = next((file for _, file in sorted(usable) if os.access(file, os.R_OK)), None)
    if file is not None:
        LabelBase.register(file, file)
    return file


_PLAIN_STYLES = ("Regular", "Book", "Roman", "Medium")


@lru_cache(64)
def _ruler(font: str, pixels: float) -> Any:
    label = CoreLabel(font_name=font, font_size=pixels)
    label.resolve_font_name()
    return label


@lru_cache(8192)
def width(text: str, font: str, pixels: float) -> float:
    """The width of one line in pixels."""
    return sum(float(_ruler(of, pixels).get_extents(run)[0]) for run, of in _runs(visual(text), font))


def _runs(text: str, font: str) -> list[tuple[str, str]]:
    """The parts of a line, each with its font."""
    if _SUITS.isdisjoint(map(ord, text)):
        return [(text, font)]
    return [(run, FALLBACK if run[0] in SUITS else font) for run in _RUNS.findall(text)]


@lru_cache(2048)
def texture(text: str, font: str, pixels: float) -> Any:
    """One line as a white texture, cached."""
    runs = _runs(visual(text), font)
    if len(runs) == 1 and runs[0][1] == font:
        label = CoreLabel(text=visual(text), font_name=font, font_size=pixels)
    else:
        label = MarkupLabel(text="".join(f"[font={of}]{escape_markup(run)}[/font]" for run, of in runs), font_name=font, font_size=pixels)
    label.refresh()
    return label.texture


SNUG = 0.8
"""A text that is to be snug is made smaller by this before it is broken into lines."""


def fit(
    text: str,
    width_dp: float,
    height_dp: float,
    size: float,
    *,
    font: str = "Jost",
    scale: float = 1.0,
    lines: int = 1,
    name: bool = False,
    snug: bool = False,
    least: float = theme.SMALLEST_TEXT,
) -> Fitted:
    """Lays a text into a box of dp: as asked for, else smaller down to `least`, else on more lines, else (names only) shortened.

    `lines` above 1 wraps before shrinking, but for a text that is to be `snug`: it is rather a little smaller on one line.
    The owner's text size is applied here and yields to the box.
    """
    if snug and lines > 1:
        one = _fit(text, width_dp, height_dp, size, font, scale, 1, name, theme.look.text, least)
        if one.whole and len(one.lines) == 1 and one.size >= SNUG * size * theme.look.text:
            return one
    return _fit(text, width_dp, height_dp, size, font, scale, lines, name, theme.look.text, least)


@lru_cache(4096)
def _fit(text: str, w: float, h: float, size: float, font: str, scale: float, lines: int, name: bool, zoom: float, least: float) -> Fitted:
    text, font = writable(text, font)
    steps = list(_sizes(size, zoom, least))
    for step in steps:
        found = _wrapped(text, w, h, step, font, scale, lines)
        if found:
            return found
    for step in steps:
        found = _wrapped(text, w, h, step, font, scale, 99)
        if found and not (name and len(found.lines) > 1):
            return found
    smallest = steps[-1]
    if name:
        dots = "..." if font == "Federo" else "…"
        for end in range(len(text) - 1, 0, -1):
            short = text[:end].rstrip() + dots
            wide = width(short, font, smallest * scale) / scale
            if wide <= w:
                return Fitted((short,), smallest, wide, smallest * LEADING, font, True)
    text = text.replace(HYPHEN, "")
    wide = width(text, font, smallest * scale) / scale
    return Fitted((text,), smallest, wide, smallest * LEADING, font, False)


def _sizes(size: float, zoom: float, least: float) -> Iterator[float]:
    step = round(size * zoom)
    while step > least:
        yield float(step)
        step -= 4 if step > 34 else 2 if step > 24 else 1
    yield float(least)


def _parts(word: str) -> Iterator[tuple[str, str]]:
    """The parts of a word between which it may be broken, each with the mark before it."""
    found = re.split(f"([{BREAK}{HYPHEN}])", word)
    yield from zip(["", *found[1::2]], found[::2], strict=True)


def _wrapped(text: str, w: float, h: float, size: float, font: str, scale: float, lines: int) -> Fitted | None:
    room = max(1, int((h + size * 0.25) / (size * LEADING)))
    rows: list[str] = []
    for paragraph in text.split("\n"):
        row = ""
        for word in paragraph.split(" "):
            for before, part in _parts(word):
                longer = f"{row}{'' if before else ' '}{part}" if row else part
                if row and width(longer, font, size * scale) / scale > w:
                    rows.append(f"{row}-" if before == HYPHEN else row)
                    row = part
                else:
                    row = longer
        rows.append(row)
    widest = max(width(row, font, size * scale) / scale for row in rows)
    if size > h:
        return None
    if widest > w or len(rows) > min(room, max(lines, text.count("\n") + 1)):
        return None
    return Fitted(tuple(rows), size, widest, len(rows) * size * LEADING, font, True)
