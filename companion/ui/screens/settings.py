"""Everything that the owner may set at the table; a change holds at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from companion.settings import Settings
from companion.ui.layout import Box, Frame
from companion.ui.pen import Pen
from companion.ui.screens.base import Kit
from companion.ui.screens.page import PageScreen
from companion.ui.texts import LANGUAGES, tr
from companion.ui.widgets.choice import Choice, ChoiceRow
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.rows import Row, Rows

GROUPS = {
    "words": ("language", "text_size"),
    "screen": ("sound", "calm", "dim_after", "turn", "turn_to_player"),
    "game": ("notes", "cards_read", "backs_show_owners", "own_cards", "pending"),
}
ICONS = {"words": "globe", "screen": "sound", "game": "card", "backup": "plug", "diagnosis": "heart"}


def choice(name: str, settings: Settings) -> Choice:
    """A setting as a choice. A number that the file has and the screen does not offer stands among the others."""
    value = getattr(settings, name)
    switch = ((True, tr("On")), (False, tr("Off")))
    match name:
        case "language":
            return Choice(tr("Language"), (("system", tr("Auto")), *LANGUAGES.items()), value)
        case "text_size":
            return Choice(tr("Text size"), (("normal", tr("Normal")), ("large", tr("Large")), ("largest", tr("Largest"))), value)
        case "sound":
            return Choice(tr("Sound"), switch, value)
        case "calm":
            return Choice(tr("Motion"), ((False, tr("On")), (True, tr("Off"))), value)
        case "dim_after":
            minutes = sorted({0, 60, 300, 900, value})
            return Choice(tr("Dim after"), tuple((s, _minutes(s)) for s in minutes), value)
        case "turn":
            return Choice(tr("Screen rotation"), tuple((turn, f"{turn}°") for turn in (0, 90, 180, 270)), value)
        case "turn_to_player":
            return Choice(tr("Turn the picture to the player"), switch, value)
        case "notes":
            return Choice(tr("Show which notes to hand out"), switch, value)
        case "cards_read":
            return Choice(tr("Cards are read"), (("laid", tr("when laid")), ("reveal", tr("when turned over"))), value)
        case "backs_show_owners":
            return Choice(tr("Card backs show their owner"), switch, value)
        case "own_cards":
            return Choice(tr("Allow “My cards”"), switch, value)
        case "pending":
            return Choice(tr("Time to scan the table"), tuple((s, f"{s:g} s") for s in sorted({4.0, 8.0, 15.0, 30.0, value})), value)
    raise ValueError(name)


def _minutes(seconds: int) -> str:
    if not seconds:
        return tr("Never")
    return f"{seconds // 60} min" if seconds % 60 == 0 else f"{seconds} s"


NOTE = 70.0
"""The height in dp of the word about when cards are read."""


class SettingsScreen(PageScreen):
    """Acts with whole settings. `settings` are those in force and `kept` whether they are on disk; the app says both."""

    name = "settings"
    stays = True
    settings = Settings()
    kept = True
    keeps = False
    """Whether backups can be written."""

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.groups: Rows = self.add(Rows(self._open, row=64))
        self.group = "words"
        self.choices = {name: ChoiceRow(partial(self._set, name)) for names in GROUPS.values() for name in names}

    def equip(self, kit: Kit) -> None:
        self.settings, self.kept = kit.settings, kit.kept
        self.keeps = kit.keeper is not None

    # --- what is shown ---

    def prompt(self) -> Prompt:
        if not self.kept:
            return Prompt("warning", tr("Settings"), tr("Not saved: storage error"))
        return Prompt("gear", tr("Settings"), tr("Changes apply at once"))

    def fill(self) -> None:
        names = {
            "words": tr("Language"),
            "screen": tr("Screen and sound"),
            "game": tr("Game"),
            **({"backup": tr("Backup")} if self.keeps else {}),
            "diagnosis": tr("Diagnosis"),
        }
        self.groups.show(
            [Row(key, name, mark=ICONS[key], chosen=key == self.group, end="right" if key not in GROUPS else "") for key, name in names.items()]
        )
        for name, row in self.choices.items():
            row.show(choice(name, self.settings))

    # --- what is touched ---

    def _open(self, group: str) -> None:
        if group not in GROUPS:
            self.act(group)
        else:
            self.group = group
            self.look()
            self.redraw()

    def _set(self, name: str, value: Any) -> None:
        self.act(msgspec.structs.replace(self.settings, **{name: value}))

    # --- where it is ---

    def _parts(self, frame: Frame) -> tuple[Box, Box]:
        body = frame.body.inset(12, 8)
        if frame.portrait:
            tall = 64.0 * len(self.groups.rows) + 4
            return Box(body.x, body.y, body.w, tall), Box(body.x, body.y + tall + 12, body.w, body.h - tall - 12)
        return Box(body.x, body.y, 208, body.h), Box(body.x + 228, body.y, body.w - 228, body.h)

    def place(self, frame: Frame) -> None:
        left, right = self._parts(frame)
        self.groups.row = 64 if frame.portrait else 66
        self.groups.put(*left)
        shown = GROUPS[self.group]
        pitch = self._pitch(frame, right)
        for name, row in self.choices.items():
            at = shown.index(name) if name in shown else None
            self.have(row, None if at is None else (right.x, right.y + at * pitch, right.w, pitch - 4))

    def _pitch(self, frame: Frame, right: Box) -> float:
        """From one setting to the next. Below those of the game there is a word."""
        note = NOTE if self.group == "game" and not frame.portrait else 0.0
        return min(78.0 if frame.portrait else 72.0, (right.h - note) / len(GROUPS[self.group]))

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        _, right = self._parts(self.frame)
        if self.group == "game" and not self.frame.portrait:
            text = tr("If cards are read only when turned over, the machine knows no secret.")
            top = self._pitch(self.frame, right) * len(GROUPS["game"]) + 4
            pen.text((right.x, right.y + top, right.w, right.h - top), text, 18, "mist", lines=3, valign="top")
