"""A correction that is being looked at: the right value, then all that changes by it in one list; it is carried out by holding."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from companion.games.vabanque.table.corrections.change import Change
from companion.games.vabanque.ui.acts import ACTS, whole_words
from companion.games.vabanque.ui.screens import faces
from companion.games.vabanque.ui.screens.changes import corrected
from companion.table.commands import Amend, Cancel, CloseActs
from companion.table.snapshot import Snapshot
from companion.ui import gameui
from companion.ui.kit.layout import Box, Frame
from companion.ui.screens.page import PageScreen
from companion.ui.texts import tr
from companion.ui.widgets.button import Button, HoldButton
from companion.ui.widgets.changes import ChangeList
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.rows import Row


class CorrectScreen(PageScreen):
    """Faces: one that tells the value, `asked` while cards are asked from their owners, `list` for what changes. Which one, it knows itself."""

    name = "correct"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.faces: dict[str, faces.Face] = {
            "table": faces.TableFace(self.act, self.look),
            "open": faces.OpenFace(self.act, self.look),
            "secret": faces.SecretFace(self.act, self.look),
            "people": faces.PeopleFace(self.act, self.look),
            "name": faces.NameFace(self.act, self.look),
            "swap": faces.SwapFace(self.act, self.look),
            "amount": faces.AmountFace(self.act, self.look),
            "asked": faces.AskedFace(self.act, self.look),
        }
        self.list = ChangeList()
        self.hold = HoldButton("", lambda: self.act((Amend(), CloseActs())), icon="pencil")
        self.again = Button("", self._again, kind="quiet")
        self.agree = Button("", lambda: self.open("amount"), kind="quiet")
        self.other = Button("", self._other, kind="quiet")
        self.leave_it = Button("", self.leave, kind="secondary")
        self.face = self.told_by = "list"
        self._of: Change | None = None

    @property
    def ready(self) -> bool:
        return self.shown is not None and self.shown.change is not None and self.shown.view is not None

    @property
    def change(self) -> Change:
        """What is looked at."""
        change: Change = self.shown.change
        return change

    # --- which face ---

    def enter(self) -> None:
        self._of = None

    def follow(self, shown: Snapshot) -> None:
        super().follow(shown)
        for face in self.faces.values():
            face.follow(shown)

    def show(self, shown: Snapshot) -> None:
        self.follow(shown)
        if self.ready:
            self._follow()
        super().show(shown)

    def _follow(self) -> None:
        change, before = self.change, self._of
        self._of = change
        if before is None or (before.act, before.do) != (change.act, change.do):
            self.told_by = ACTS[change.do].editor if change.do in ACTS else "list"
            self.open(self.told_by)
        elif change.unrevealed:
            self.face = "asked"
        elif change != before:
            # What was told in secret looks like everything else that changes nothing.
            self.told_by = self.face if self.face in self.faces else self.told_by
            self.face = "list"

    def open(self, face: str) -> None:
        """Opens a face at its beginning."""
        self.face = face
        if face in self.faces:
            self.faces[face].begin(self.change, self.shown.view)
        self.look()

    def _again(self) -> None:
        self.open(self.told_by)

    def _other(self) -> None:
        if self.face == "table":
            self.open("open" if self._open else "secret")
        elif self.change.do == "join":
            self.open("name" if self.face == "people" else "people")
        else:
            self.open("table")

    @property
    def _open(self) -> bool:
        """Whether the card has been turned over, so that its kind is no secret."""
        shown, act = self.shown, self.change.act
        if self.change.do == "reveal":
            return True
        round_ = shown.acts_of if shown.acts is not None else shown.view.round
        here = shown.view.tables if round_ == shown.view.round else faces.result_tables(shown.view, round_)
        cards = [card for n, table in enumerate(here, 1) if getattr(table, "table", n) == act.spot for card in table.revealed]
        return any(owner is act.by for owner, _ in cards)

    # --- what is shown ---

    def prompt(self) -> Prompt:
        change = self.change
        by = change.act.by
        title = self.names.get(by, "") if by is not None else ""
        face = self.faces.get(self.face)
        if face is not None:
            text = face.text(change)
        elif change.payments:
            text = tr("Hand over the money, then hold")
        else:
            text = tr("This changes too") if len(self.list.rows) > 1 else tr("Nothing else changes")
        who = by if by is not None and title else "pencil"
        return Prompt(who, title or tr("Correct a move"), text, gameui.done(self.shown.rules, change.act, self.shown.view))

    def keys(self) -> tuple[str, ...]:
        return ("down", "left") if self.face == "list" and self.list.more else ("left",)

    def fill(self) -> None:
        change = self.change
        if change.unrevealed:
            self.face = "asked"
        self.list.show([self._what(change), *corrected(change)])
        if self.face in self.faces:
            self.faces[self.face].fill(change, self.shown.view)
        self.hold.show(tr("Hold to correct it"))
        self.again.show(tr("Change again"))
        self.agree.show(tr("Agree on a sum"))
        self.leave_it.show(tr("Leave it"))
        self.other.show(self._words_of_other())

    def _what(self, change: Change) -> Row:
        """The act as it is to be."""
        mark = change.act.by if change.act.by is not None else "pencil"
        if change.do != change.act.do:
            return Row(None, whole_words().get(change.do, tr("A correction")), mark="pencil", chosen=True)
        # What it is to be now, the other rows say.
        now = msgspec.structs.replace(change.act, spot=change.spot or change.act.spot, kind=None, name="", amount=0)
        was = gameui.done(self.shown.rules, change.act)
        sub = tr("Was: {what}", what=was) if gameui.done(self.shown.rules, now) != was else tr("Chosen again")
        return Row(None, gameui.done(self.shown.rules, now), sub, mark=mark, chosen=True)

    def _words_of_other(self) -> str:
        if self.face == "table":
            return tr("It was another card")
        if self.change.do == "join":
            return tr("Wrong name") if self.face == "people" else tr("Wrong colour")
        return tr("It lay elsewhere")

    @property
    def _has_other(self) -> bool:
        if self.change.do in ("card", "reveal"):
            return self.face in ("table", "open", "secret")
        return self.change.do == "join" and self.face in ("people", "name")

    # --- what is touched ---

    def leave(self) -> None:
        self.act(Cancel())

    def bar_tapped(self, key: str) -> None:
        if key == "down":
            self.list.turn()
        else:
            super().bar_tapped(key)

    # --- where it is ---

    def place(self, frame: Frame) -> None:
        if not self.ready:
            return
        room = frame.body.inset(12, 6)
        there = dict(self.faces[self.face].boxes(room, frame)) if self.face in self.faces else {}
        for face in self.faces.values():
            for widget in face.widgets():
                self.have(widget, there.get(widget))
        listed, bottom = self.face == "list", room.y + room.h - 58
        settles = listed and bool(self.change.untold)
        buttons = [self.again, self.agree, self.leave_it] if settles else [self.again, self.leave_it]
        stacked = frame.portrait or settles
        tall = 194.0 if frame.portrait and settles else 130.0 if stacked else 66.0
        self.have(self.list, (room.x, room.y, room.w, room.h - tall) if listed else None)
        wide = room.w if stacked else (room.w - 12) * 0.44
        self.have(self.hold, (room.x, room.y + room.h - tall + 6 if stacked else bottom, wide, 58) if listed else None)
        x = room.x if stacked else room.x + wide + 12
        # Upright three have no room side by side: the last lies below the others.
        row = buttons[:2] if frame.portrait else buttons
        each = (room.x + room.w - x - 12 * (len(row) - 1)) / len(row)
        for button in (self.again, self.agree, self.leave_it):
            at = buttons.index(button) if button in buttons else None
            if listed or button is not self.leave_it:
                below = at is not None and at >= len(row)
                y = bottom - (64 if len(buttons) > len(row) and not below else 0)
                box = None if not listed or at is None else (x, y, room.w, 58) if below else (x + at * (each + 12), y, each, 58)
                self.have(button, box)
        self._beside(room, frame)

    def _beside(self, room: Box, frame: Frame) -> None:
        """The buttons of a face that tells a value."""
        if self.face == "list":
            self.have(self.other, None)
            return
        half = (room.w - 12) / 2
        rail = frame.rail.inset(6, 4)
        if self.face in ("people", "swap") and not frame.portrait:
            x, y = room.x + room.w - faces.SIDE + 12, room.y + room.h - 60
            leave, other = Box(x, y, faces.SIDE - 12, 60), Box(x, y - 90, faces.SIDE - 12, 80)
        elif self.face == "table":
            leave, other = Box(rail.x, rail.y + rail.h - 66, rail.w, 64), Box(rail.x, rail.y + rail.h - 150, rail.w, 76)
        elif self.face == "asked" and not frame.portrait:
            leave = other = Box(room.x, room.y + room.h - 58, 290, 58)
        else:
            leave = Box(room.x, room.y + room.h - 58, half, 58)
            other = Box(room.x + half + 12, room.y + room.h - 58, half, 58)
        typing = self.face == "name"
        # The keyboard takes the room; the bar's way back leaves it as it was.
        self.have(self.leave_it, None if typing and not frame.portrait else leave)
        self.have(self.other, other if self._has_other and not (typing and not frame.portrait) else None)
