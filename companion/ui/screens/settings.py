"""Everything that the owner may set at the table; a change holds at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from companion.games import SHELF
from companion.settings import Settings
from companion.ui import gameui, texts
from companion.ui.kit import lettering, theme
from companion.ui.kit.layout import Box, Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.base import Kit
from companion.ui.screens.page import PageScreen
from companion.ui.texts import LANGUAGES, tr
from companion.ui.widgets.choice import BELOW, BESIDE, Choice, ChoiceRow
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.rows import Row, Rows

GROUPS = {
    "general": ("language", "text_size", "sound", "calm"),
    "screen": ("dim_after", "turn", "turn_to_player", "pending"),
}
"""What is set for every game; each game has a page of its own beside these."""
ICONS = {"general": "globe", "screen": "turn", "sticks": "plug", "diagnosis": "heart"}
FLAT = 62.0
"""The least height in dp of a setting whose values stand beside its name."""
LEFT = 258.0
"""The width of the list of groups in dp."""


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
            loudness = (("off", tr("Off")), ("low", tr("Quiet")), ("medium", tr("Medium")), ("high", tr("Loud")))
            return Choice(tr("Sound"), loudness, settings.volume if settings.sound else "off")
        case "calm":
            return Choice(tr("Motion"), ((False, tr("On")), (True, tr("Off"))), value)
        case "dim_after":
            minutes = sorted({0, 60, 300, 900, value})
            return Choice(tr("Dim after"), tuple((s, _minutes(s)) for s in minutes), value)
        case "turn":
            return Choice(tr("Screen rotation"), tuple((turn, f"{turn}°") for turn in (0, 90, 180, 270)), value)
        case "turn_to_player":
            return Choice(tr("Turn the picture to the player"), switch, value)
        case "pending":
            return Choice(tr("Time to scan the table"), tuple((s, f"{s:g} s") for s in sorted({4.0, 8.0, 15.0, 30.0, value})), value)
    raise ValueError(name)


def own_choice(setting: gameui.Setting, value: Any) -> Choice:
    """A setting of a game as a choice."""
    options = setting.options()
    if isinstance(value, int | float) and not isinstance(value, bool) and value not in [each for each, _ in options]:
        options = tuple(sorted((*options, (value, texts.number(int(value))))))
    return Choice(setting.title(), options, value)


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
    sticks = False
    """Whether there is anything to be done with a stick."""

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.groups: Rows = self.add(Rows(self._open, row=64))
        self.group = "general"
        self.first = 0
        """The first setting of the group that is shown, where not all have room at once."""
        self.choices = {name: ChoiceRow(partial(self._set, name)) for names in GROUPS.values() for name in names}
        self.own: dict[str, dict[str, ChoiceRow]] = {}
        """Game -> setting -> its row."""

    def equip(self, kit: Kit) -> None:
        self.settings, self.kept = kit.settings, kit.kept
        self.sticks = kit.keeper is not None or kit.porter is not None

    # --- what is shown ---

    def prompt(self) -> Prompt:
        if not self.kept:
            return Prompt("warning", tr("Settings"), tr("Not saved: storage error"))
        return Prompt("gear", tr("Settings"), tr("Changes apply at once"))

    def fill(self) -> None:
        names = {
            "general": tr("General"),
            "screen": tr("Screen"),
            **{key: SHELF[key].title for key in self.games},
            **({"sticks": tr("USB stick")} if self.sticks else {}),
            "diagnosis": tr("Diagnosis"),
        }
        self.groups.show([self._group(key, name) for key, name in names.items()])
        for name, row in self.choices.items():
            row.show(choice(name, self.settings))
        for key, rows in self.own.items():
            values = self.settings.of(SHELF[key])
            for setting in gameui.of(key).settings:
                rows[setting.name].show(own_choice(setting, getattr(values, setting.name)))

    def keys(self) -> tuple[str, ...]:
        return ("up", "down", "left") if len(self._leaves()) > 1 else ("left",)

    def bar_tapped(self, key: str) -> None:
        if key in ("up", "down"):
            leaves = self._leaves()
            now = max((i for i, leaf in enumerate(leaves) if leaf <= self.first), default=0)
            self.first = leaves[min(len(leaves) - 1, max(0, now + (1 if key == "down" else -1)))]
            self.look()
            self.redraw()
        else:
            super().bar_tapped(key)

    def _group(self, key: str, name: str) -> Row:
        # A game may be called at any length.
        end = "" if self._opens(key) else "right"
        return Row(key, name, mark=ICONS.get(key, "pawn"), chosen=key == self.group, end=end, name=key in self.own)

    @property
    def games(self) -> tuple[str, ...]:
        """The games that have something to be set."""
        found = tuple(key for key in SHELF if gameui.of(key).settings)
        for key in found:
            if key not in self.own:
                self.own[key] = {each.name: ChoiceRow(partial(self._set_own, key, each.name)) for each in gameui.of(key).settings}
        return found

    def _opens(self, group: str) -> bool:
        """Whether it is a page of this screen."""
        return group in GROUPS or group in self.own

    @property
    def rows(self) -> dict[str, ChoiceRow]:
        """The settings of the page that is open."""
        return self.own.get(self.group) or {name: self.choices[name] for name in GROUPS[self.group]}

    # --- what is touched ---

    def _open(self, group: str) -> None:
        if not self._opens(group):
            self.act(group)
        else:
            self.group, self.first = group, 0
            self.look()
            self.redraw()

    def _set(self, name: str, value: Any) -> None:
        if name == "sound":
            volume = self.settings.volume if value == "off" else value
            self.act(msgspec.structs.replace(self.settings, sound=value != "off", volume=volume))
            return
        own = self.group in self.own
        changed = self.settings.with_(SHELF[self.group], **{name: value}) if own else msgspec.structs.replace(self.settings, **{name: value})
        self.act(changed)

    def _set_own(self, key: str, name: str, value: Any) -> None:
        self.act(self.settings.with_(SHELF[key], **{name: value}))

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
        for rows in (self.choices, *self.own.values()):
            for name, row in rows.items():
                if name not in heights or self.rows.get(name) is not row:
                    self.have(row, None)
                    continue
                above = list(heights).index(name)
                y = right.y + sum(list(heights.values())[:above])
                self.have(row, (right.x, y, right.w, heights[name] - 4))

    def _leaves(self) -> list[int]:
        """Where each page of the open group begins: as many settings as have room, at least one."""
        _, right = self._parts(self.frame)
        leaves, used = [0], 0.0
        for i, row in enumerate(self.rows.values()):
            least = BELOW if row.tall(right.w) == BELOW else FLAT
            if used and used + least > right.h:
                leaves.append(i)
                used = 0.0
            used += least
        return leaves

    def _heights(self, right: Box) -> dict[str, float]:
        """How high each setting that is shown of the open group is, in dp, from the first to the last."""
        end = next((leaf for leaf in self._leaves() if leaf > self.first), len(self.rows))
        shown = dict(list(self.rows.items())[self.first : end])
        tall = {name: row.tall(right.w) for name, row in shown.items()}
        over = sum(tall.values()) - right.h
        flat = [name for name, high in tall.items() if high == BESIDE]
        return {name: high - max(0.0, over) / len(flat) if name in flat else high for name, high in tall.items()}

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        _, right = self._parts(self.frame)
        note = gameui.of(self.group).note() if self.group in self.own else ""
        top = sum(self._heights(right).values()) + 6
        fits = lettering.fit(note, right.w, right.h - top, 28, scale=self.frame.scale, lines=4, least=theme.SMALLEST_TEXT).whole
        if note and fits:
            pen.text((right.x, right.y + top, right.w, right.h - top), note, 28, "mist", lines=4, valign="top")
