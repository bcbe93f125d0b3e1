"""The pieces of a set that carry tags, and how many tags each has: what any game shows of it. A game may draw it otherwise (`GameUi.pieces`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.ui.widgets.button import IconButton
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.rows import Row, Rows

SIDE = 268.0
"""The width in dp of what stands beside the cards, lying: the button that ends it stands below that."""


@dataclass(frozen=True)
class Set:
    """All that the picture of the set depends on: how many tags each piece has, which is awaited, which holds the tag just shown."""

    bound: dict[str, int] = field(default_factory=dict)
    awaited: str | None = None
    holder: str | None = None


class PieceSet(Drawn):
    """The picture of a set. `on_tap` gets a piece's code."""

    def __init__(self, on_tap: Callable[[str], Any]) -> None:
        super().__init__(on_tap)

    def show(self, now: Set, pieces: Sequence[tuple[str, str]]) -> None:
        """`pieces`: code and name of each, in the order in which they are enrolled."""
        raise NotImplementedError


class PieceList(PieceSet):
    """One row a piece; the awaited one is always to be seen."""

    def __init__(self, on_tap: Callable[[str], Any]) -> None:
        super().__init__(on_tap)
        self.rows: Rows = self.add(Rows(on_tap, row=58))
        self.up: IconButton = self.add(IconButton("up", lambda: self._page(-1), label="up"))
        self.down: IconButton = self.add(IconButton("down", lambda: self._page(1), label="down"))
        self._awaited: str | None = None

    def show(self, now: Set, pieces: Sequence[tuple[str, str]]) -> None:
        self.rows.show([self._row(code, name, now) for code, name in pieces])
        if now.awaited != self._awaited:
            self._awaited = now.awaited
            at = next((i for i, (code, _) in enumerate(pieces) if code == now.awaited), 0)
            if not self.rows.first <= at < self.rows.first + self.rows.fitting:
                self.rows.move(at - self.rows.first - self.rows.fitting // 2)

    @staticmethod
    def _row(code: str, name: str, now: Set) -> Row:
        tags = now.bound.get(code, 0)
        mark = "waves" if code == now.awaited else "warning" if code == now.holder else "check" if tags else "tag"
        value = str(tags) if tags > 1 else ""
        return Row(code, name[:1].upper() + name[1:], mark=mark, value=value, chosen=code == now.awaited, alarm=code == now.holder)

    def _page(self, by: int) -> None:
        self.rows.move(by * max(1, self.rows.fitting - 1))

    def placed(self) -> None:
        w, h = self.box.w, self.box.h
        self.rows.put(12, 4, w - 92, h - 8)
        self.up.put(w - 68, 4, 56, 56)
        self.down.put(w - 68, h - 64, 56, 56)
