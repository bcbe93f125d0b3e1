"""What the screens beside the game share: the bar with a way back, and answers of the table in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from companion.games.kit.colours import Colour
from companion.table.snapshot import DeviceState, Notice, Snapshot
from companion.ui import answers
from companion.ui.kit import lettering, theme
from companion.ui.kit.layout import Box, Frame
from companion.ui.screens.base import Screen
from companion.ui.texts import tr
from companion.ui.widgets.button import Button, HoldButton
from companion.ui.widgets.prompt import Prompt, PromptBar


class PageScreen(Screen):
    """A screen below the prompt bar that needs no open game. Subclasses say `prompt`, and fill their widgets in `fill`."""

    reads = False
    """Whether tags have to be read here, so that a lost reader is said in the bar."""

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.bar: PromptBar = self.add(PromptBar(self.bar_tapped))

    # --- what subclasses say ---

    def prompt(self) -> Prompt:
        """What this screen is, and what to do on it."""
        raise NotImplementedError

    def keys(self) -> tuple[str, ...]:
        """The buttons of the bar, by their icons."""
        return ("left",)

    def fill(self) -> None:
        """Hands the widgets their values."""

    def place(self, frame: Frame) -> None:
        """Places the widgets in the frame (dp)."""

    def leave(self) -> None:
        """The way back was tapped."""
        self.act("back")

    def answer(self, said: Notice) -> Prompt:
        """The bar's words for what the table answers."""
        return answers.notice(said, self.names, self.rules)

    # --- the snapshot ---

    @property
    def ready(self) -> bool:
        """Whether the snapshot has what this screen shows."""
        return self.shown is not None

    def show(self, shown: Snapshot) -> None:
        super().show(shown)
        self.look()

    def look(self) -> None:
        """Brings everything up to date after a touch that changes only this screen."""
        if not self.ready:
            return
        self.fill()
        self.place(self.frame)
        self.say()

    def say(self) -> None:
        """Brings the bar up to date."""
        if not self.ready:
            return
        prompt, lost = self.prompt(), self.lost
        if self.reads and lost is not None:
            prompt = Prompt("plug", answers.fault(lost)[0], tr("Plug in a reader; Diagnosis says more"))
        self.bar.say(prompt, keys=self.keys())
        if self.shown.notice is None:
            self.bar.accept()
        else:
            self.bar.refuse(self.answer(self.shown.notice), self.shown.notice.serial)

    @property
    def lost(self) -> DeviceState | None:
        """A reader that should be there and is not, if no other one is there either."""
        readers = [link for link in self.shown.links if link.device != "panel"] if self.shown is not None else []
        return answers.lost(tuple(readers)) if readers and not any(link.reads for link in readers) else None

    @property
    def names(self) -> dict[Colour, str]:
        """The names by colour of who plays in the open game."""
        view = self.shown.view if self.shown is not None else None
        return {player.colour: player.name for player in view.players} if view is not None else {}

    def bar_tapped(self, key: str) -> None:
        """A button of the bar, or "dismiss" for a refusal that was read."""
        if key == "left":
            self.leave()
        elif key == "dismiss":
            self.act("read")

    def layout(self, frame: Frame) -> None:
        self.bar.put(0, 0, frame.w, frame.h)
        self.place(frame)
        self.say()


B = TypeVar("B", Button, HoldButton, Button | HoldButton)


def _room(button: Button | HoldButton, scale: float) -> float:
    """The width in dp that a button needs for its words on one line."""
    return lettering.width(button.text, "JostSemiBold", theme.SMALLEST_TEXT * scale) / scale + 28


def in_rows(wide: float, buttons: Sequence[B], scale: float, gap: float = 12) -> list[list[B]]:
    """Buttons in as few rows of dp as their words need; where one row has no room for all, the last ones stay together."""
    rows: list[list[B]] = []
    left = -1.0
    for button in reversed(buttons):
        room = _room(button, scale) + gap
        if room > left + gap:
            rows.insert(0, [])
            left = wide
        rows[0].insert(0, button)
        left -= room
    return rows


def abreast(row: Box, buttons: Sequence[Button | HoldButton], scale: float, gap: float = 12) -> list[tuple[Button | HoldButton, Box]]:
    """Buttons beside each other in a row of dp: each has the room that its words need, and what is left is shared."""
    words = [_room(button, scale) for button in buttons]
    spare = (row.w - gap * (len(buttons) - 1) - sum(words)) / max(1, len(buttons))
    found, x = [], row.x
    for button, room in zip(buttons, words, strict=True):
        found.append((button, Box(x, row.y, room + spare, row.h)))
        x += room + spare + gap
    return found
