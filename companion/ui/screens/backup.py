"""A backup onto a USB stick, and back from one, after what it holds and what it would replace has been shown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.table.backup.folder import Preview, Restored, Stock, Written
from companion.ui import texts
from companion.ui.kit.layout import Box, Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.base import Keeping, Kit
from companion.ui.screens.errand import StickScreen, free_space
from companion.ui.texts import tr, trn
from companion.ui.widgets.button import Button, HoldButton
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.rows import Row, Rows

NARROW = 300
"""In less room than this, in dp, a figure stands below what it is."""


class BackupScreen(StickScreen):
    """Lists the sticks and what lies on them. A backup that is touched is read first."""

    name = "backup"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.keeper: Keeping | None = None
        self.rows = Rows(self._tapped, row=60)
        self.back_up = Button("", self._back_up, icon="plug")
        self.restore = HoldButton("", self._restore, icon="warning")
        self.leave_it = Button("", self.leave, kind="secondary")
        self.preview: Preview | None = None
        self._drawn: Preview | None = None

    def equip(self, kit: Kit) -> None:
        self.keeper = kit.keeper

    def finder(self) -> Callable[[Callable[[Any], None]], None] | None:
        return self.keeper.look if self.keeper is not None else None

    def enter(self) -> None:
        self.preview = None
        super().enter()

    # --- errands ---

    def _back_up(self) -> None:
        if self.keeper is not None and self.stick is not None and not self.busy:
            keeper, stick = self.keeper, self.stick
            self.ask(lambda done: keeper.back_up(stick, done), self._backed_up)

    def _backed_up(self, result: Written | CompanionError) -> None:
        if isinstance(result, CompanionError):
            self.said = ("warning", tr("Not backed up"), self.remedy())
            return
        unread = len(result.missing) + len(result.unread)
        left_out = trn("{n} game could not be read", "{n} games could not be read", unread) if unread else tr("You can pull the stick out")
        self.said = ("warning" if unread else "check", tr("Backed up"), left_out)
        # What has just been written is seen when one looks again.
        self._look()

    def _open(self, file: Path) -> None:
        if self.keeper is not None and not self.busy:
            keeper = self.keeper
            self.ask(lambda done: keeper.preview(file, done), self._previewed)

    def _previewed(self, result: Preview | CompanionError) -> None:
        if isinstance(result, CompanionError):
            self.said = ("warning", tr("This backup can’t be used"), tr("Nothing has changed. Take another"))
        else:
            self.preview, self.said = result, ("", "", "")

    def _restore(self) -> None:
        if self.keeper is not None and self.preview is not None and not self.busy:
            keeper, backup = self.keeper, self.preview.backup
            self.ask(lambda done: keeper.restore(backup, done), self._restored)

    def _restored(self, result: Restored | CompanionError) -> None:
        self.preview = None
        if isinstance(result, CompanionError):
            self.said = ("warning", tr("Nothing was replaced"), tr("Free some space, then try again"))
            return
        self.said = ("check", tr("The backup is in place"), tr("The old data is kept too"))
        if result.settings is not None:
            self.act(result.settings)

    # --- what is shown ---

    def usual(self) -> Prompt:
        if self.preview is not None:
            made = self.preview.backup.made
            return Prompt("warning", tr("Restore this backup?"), tr("Made on {d} at {t}", d=texts.date(made), t=texts.time(made)))
        return Prompt("plug", tr("Backup"), tr("Tap a backup to restore it") if self._backups() else tr("On a USB stick"))

    def waiting(self) -> Prompt:
        return Prompt("plug", tr("Backup"), tr("One moment"))

    def _backups(self) -> int:
        return sum(len(stick.backups) for stick in self.sticks)

    def fill(self) -> None:
        rows = []
        for n, stick in enumerate(self.sticks):
            free = free_space(stick.free) if stick.writable else tr("Read only")
            rows.append(Row(("stick", n), stick.name, value=free, mark="plug", chosen=stick.folder == self.stick, name=True))
            for k, each in enumerate(stick.backups):
                rows.append(Row(("file", n, k), _when(each.made), mark="list", end="right", name=True))
        self.rows.show(rows)
        self.back_up.show(tr("Back up now"), enabled=self.stick is not None and not self.busy)
        self.look_again.show(tr("Search again"), enabled=not self.busy)
        self.restore.show(tr("Hold to replace"))
        self.leave_it.show(tr("Leave it as it is"))
        if self.preview is not self._drawn:
            self._drawn = self.preview
            self.redraw()

    # --- what is touched ---

    def _tapped(self, key: tuple[Any, ...]) -> None:
        if self.busy:
            return
        kind, n, *rest = key
        self.said = ("", "", "")
        if kind == "file":
            self._open(self.sticks[n].backups[rest[0]].file)
        elif self.sticks[n].writable:
            self.stick = self.sticks[n].folder
            self.look()

    def leave(self) -> None:
        if self.preview is not None:
            self.preview, self.said = None, ("", "", "")
            self.look()
        else:
            super().leave()

    def reword(self) -> None:
        super().reword()
        self.redraw()

    # --- where it is ---

    def _parts(self, frame: Frame) -> tuple[Box, Box]:
        return frame.halves(0.6 if frame.portrait else 0.56, 16)

    def place(self, frame: Frame) -> None:
        left, right = self._parts(frame)
        body = frame.body.inset(12, 6)
        looking = self.preview is None
        self.have(self.rows, left if looking and self.sticks else None)
        bottom = right.y + right.h
        self.have(self.back_up, (right.x, bottom - 132, right.w, 60) if looking else None)
        self.have(self.look_again, (right.x, bottom - 62, right.w, 60) if looking else None)
        y = body.y + body.h - 60
        # Beside each other, or in portrait above each other.
        wide, right_x, above = (body.w, body.x, 70) if frame.portrait else ((body.w - 12) / 2, body.x + (body.w + 12) / 2, 0)
        self.have(self.restore, None if looking or self.busy else (body.x, y - above, wide, 60))
        self.have(self.leave_it, None if looking else (right_x, y, wide, 60))

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        left, right = self._parts(self.frame)
        if self.preview is None:
            text = tr("Everything goes into one file, except face-down cards.")
            pen.text((right.x, right.y, right.w, right.h - 146), text, 28, "mist", lines=7, valign="top")
            # Lies under the list, and is seen where there is none.
            self.draw_trouble(pen, left)
            return
        body = self.frame.body.inset(12, 6)
        half, foot = (body.w - 16) / 2, 138 if self.frame.portrait else 68
        for n, (title, stock) in enumerate(((tr("In the backup"), self.preview.holds), (tr("It would replace"), self.preview.replaces))):
            _column(pen, Box(body.x + n * (half + 16), body.y, half, body.h - foot - 56), title, stock)
        text = tr("What is here now is kept, too.")
        pen.text((body.x, body.y + body.h - foot - 48, body.w, 44), text, 28, "mist", lines=1, align="centre")


def _when(made: str) -> str:
    """When a backup was made, by its own account; as it stands there if that is no date."""
    try:
        return f"{texts.date(made)}, {texts.time(made)}"
    except ValueError:
        return made


def _column(pen: Pen, box: Box, title: str, stock: Stock) -> None:
    """What there is, in figures."""
    x, y, w, h = box
    lines = [
        (tr("Games"), texts.number(stock.games)),
        (tr("In progress"), texts.number(stock.in_progress)),
        (tr("The newest"), texts.date(stock.newest) if stock.newest is not None else "–"),
        (tr("Tags"), (f"{stock.tags} / {stock.pieces}" if stock.pieces else str(stock.tags)) if stock.tags is not None else tr("stay")),
        (tr("Names"), texts.number(stock.names)),
    ]
    pen.text((x, y, w, 36), title, 28, "champ", font="JostSemiBold")
    narrow = w < NARROW
    pitch = min(76.0 if narrow else 50.0, (h - 40) / len(lines))
    for i, (label, value) in enumerate(lines):
        top = y + 40 + i * pitch
        pen.rect(x, top, w, pitch - 4, "bar")
        if narrow:
            pen.text((x + 8, top, w - 16, pitch * 0.48), label, 28, "ivory")
            pen.text((x + 8, top + pitch * 0.46, w - 16, pitch * 0.48), value, 28, "champ", font="JostSemiBold", align="right")
            continue
        taken = min(pen.width(value, 28, "JostSemiBold") + 6, w * 0.52)
        pen.text((x + 10, top, w - taken - 24, pitch - 4), label, 28, "ivory")
        pen.text((x + w - taken - 10, top, taken, pitch - 4), value, 28, "champ", font="JostSemiBold", align="right")
