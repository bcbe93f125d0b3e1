"""Banknotes: pastel paper with their value."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.vabanque.ui.theme import NOTES
from companion.ui import texts
from companion.ui.kit import theme
from companion.ui.kit.painter import Pen

WIDTH, HEIGHT, GAP = 114, 38, 4


def draw_note(pen: Pen, value: int, x: float, y: float) -> None:
    """One note of 114 x 38 dp with its top left corner at a point."""
    colour = NOTES[value]
    pen.rounded(x - 1.5, y - 1.5, WIDTH + 3, HEIGHT + 3, 4, "ink", 0.9)
    pen.rounded(x, y, WIDTH, HEIGHT, 3, colour)
    for px, py, sx, sy in ((x, y, 1, 1), (x + WIDTH, y, -1, 1), (x, y + HEIGHT, 1, -1), (x + WIDTH, y + HEIGHT, -1, -1)):
        pen.triangle([px + 3 * sx, py + 3 * sy, px + 15 * sx, py + 3 * sy, px + 3 * sx, py + 15 * sy], "ink", 0.14)
    pen.cut_line(x + 4, y + 4, WIDTH - 8, HEIGHT - 8, 6, "ink", 1, 0.4)
    pen.glyph(x + WIDTH / 2, y + HEIGHT / 2, texts.amount(value), theme.SMALLEST_TEXT, "ink", "JostSemiBold")


def groups(notes: Sequence[tuple[int, int]]) -> list[tuple[int, int, float]]:
    """(value, count) pairs as what is drawn: (value, count, width); three or more equal notes are one note with a count, others single."""
    drawn: list[tuple[int, int, float]] = []
    for value, count in notes:
        if count >= 3:
            drawn.append((value, count, WIDTH + (48 if count < 10 else 66)))
        else:
            drawn += [(value, 1, WIDTH)] * count
    return drawn


def notes_width(notes: Sequence[tuple[int, int]]) -> float:
    """How wide a row of these notes is, in dp."""
    return row_width(groups(notes))


def note_rows(notes: Sequence[tuple[int, int]], width: float) -> list[list[tuple[int, int, float]]]:
    """What is drawn of these notes, in rows of at most `width` dp."""
    rows: list[list[tuple[int, int, float]]] = [[]]
    used = 0.0
    for group in groups(notes):
        if rows[-1] and used + GAP + group[2] > width:
            rows.append([])
            used = 0.0
        used += group[2] + (GAP if rows[-1] else 0)
        rows[-1].append(group)
    return rows


def row_width(row: Sequence[tuple[int, int, float]]) -> float:
    """How wide one of these rows is, in dp."""
    return sum(w for _, _, w in row) + GAP * max(0, len(row) - 1)


def draw_notes(pen: Pen, notes: Sequence[tuple[int, int]], right: float, y: float, width: float = 1e9) -> None:
    """Notes in rows of at most `width` dp, set from the right; `notes` are (value, count) pairs, the largest first."""
    for row in note_rows(notes, width):
        x = right - row_width(row)
        for value, count, w in row:
            if count > 1:
                pen.text((x, y, w - WIDTH - 4, HEIGHT), f"{count} ×", theme.SMALLEST_TEXT, "ivory", font="JostSemiBold", align="right")
            draw_note(pen, value, x + w - WIDTH, y)
            x += w + GAP
        y += HEIGHT + GAP


def rows_needed(notes: Sequence[tuple[int, int]], width: float) -> int:
    """How many rows `draw_notes` takes in this width."""
    return len(note_rows(notes, width))
