"""Everything that the owner may set at the table; a change holds at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from companion.game import Game
from companion.games import FIRST, SHELF
from companion.settings import COMMON, Settings
from companion.ui.kit.layout import Box, Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.base import Kit
from companion.ui.screens.page import PageScreen
from companion.ui.texts import LANGUAGES, tr
from companion.ui.widgets.choice import BESIDE, Choice, ChoiceRow
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.rows import Row, Rows

GROUPS = {
    "general": ("language", "text_size", "sound", "calm"),
    "screen": ("dim_after", "turn", "turn_to_player"),
    "game": ("notes", "pending"),
    "cards": ("cards_read", "backs_show_owners", "own_cards"),
}
ICONS = {"general": "globe", "screen": "turn", "game": "pawn", "cards": "card", "backup": "plug", "diagnosis": "heart"}
LEFT = 258.0
"""The width of the list of groups in dp."""


def choice(name: str, settings: Settings) -> Choice:
    """A setting as a choice. A number that the file has and the screen does not offer stands among the others."""
    value = value_of(name, settings)
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


def _game() -> Game:
    """The game whose settings stand here."""
    return SHELF[FIRST]


def value_of(name: str, settings: Settings) -> Any:
    """What is set, whether it is the companion's or the game's own."""
    return getattr(settings if name in COMMON else settings.of(_game()), name)


def _minutes(seconds: int) -> str:
    if not seconds:
        return tr("Never")
    return f"{seconds // 60} min" if seconds % 60 == 0 else f"{seconds} s"


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
        self.group = "general"
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
            "general": tr("General"),
            "screen": tr("Screen"),
            "game": tr("Game"),
            "cards": tr("Cards"),
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
        changed = msgspec.structs.replace(self.settings, **{name: value}) if name in COMMON else self.settings.with_(_game(), **{name: value})
        self.act(changed)

    # --- where it is ---

    def _parts(self, frame: Frame) -> tuple[Box, Box]:
        body = frame.body.inset(12, 4 if frame.portrait else 8)
        if frame.portrait:
            tall = 52.0 * len(self.groups.rows) + 4
            return Box(body.x, body.y, body.w, tall), Box(body.x, body.y + tall + 6, body.w, body.h - tall - 6)
        return Box(body.x, body.y, LEFT, body.h), Box(body.x + LEFT + 20, body.y, body.w - LEFT - 20, body.h)

    def place(self, frame: Frame) -> None:
        left, right = self._parts(frame)
        self.groups.row = 52 if frame.portrait else min(66.0, left.h / max(1, len(self.groups.rows)))
        self.groups.put(*left)
        heights = self._heights(right)
        for name, row in self.choices.items():
            if name not in heights:
                self.have(row, None)
                continue
            above = list(heights).index(name)
            y = right.y + sum(list(heights.values())[:above])
            self.have(row, (right.x, y, right.w, heights[name] - 4))

    def _heights(self, right: Box) -> dict[str, float]:
        """How high each setting of the open group is, in dp, from the first to the last."""
        tall = {name: self.choices[name].tall(right.w) for name in GROUPS[self.group]}
        over = sum(tall.values()) - right.h
        flat = [name for name, high in tall.items() if high == BESIDE]
        return {name: high - max(0.0, over) / len(flat) if name in flat else high for name, high in tall.items()}

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        _, right = self._parts(self.frame)
        if self.group == "cards" and not self.frame.portrait:
            text = tr("Read only when turned over, cards are secret even to the machine.")
            top = sum(self._heights(right).values()) + 6
            pen.text((right.x, right.y + top, right.w, right.h - top), text, 28, "mist", lines=3, valign="top")
