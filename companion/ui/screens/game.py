"""What the screens of a game share: the prompt bar with undo and menu, refusals, the lost reader."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic

from companion.game.rules import V
from companion.games.kit.colours import Colour
from companion.table.commands import Cancel, Undo
from companion.table.snapshot import DeviceState, Snapshot
from companion.ui import answers
from companion.ui.kit import lettering, theme
from companion.ui.kit.layout import Box, Frame
from companion.ui.screens.base import Screen
from companion.ui.widgets.button import IconButton
from companion.ui.widgets.prompt import Prompt, PromptBar

SAID = 150
"""The widest that a name is within a sentence, in dp at the smallest text size."""


class GameScreen(Screen, Generic[V]):
    """A screen below the prompt bar, of a game with views like V. Subclasses say `prompt`, and fill their widgets in `fill`."""

    far = True
    """Whether the prompt is read from the table: whose turn it is, and what is to be done. Elsewhere somebody stands before the screen."""
    undoes = True
    """Whether the bar has an undo button (when there is something to undo)."""

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.bar: PromptBar = self.add(PromptBar(self._bar_tapped))
        self.bar.far = self.far
        self._tray: Any = None
        self._handle: IconButton | None = None
        self._painted: tuple[Any, ...] = ()

    # --- what subclasses say ---

    def prompt(self, view: V) -> Prompt:
        """Who is to do what."""
        raise NotImplementedError

    def instead(self, view: Any) -> Prompt | None:
        """What is said for a moment in place of the prompt."""
        return None

    def keys(self) -> tuple[str, ...] | None:
        """The buttons of the bar by their icons, if they are others than undo and menu."""
        return None

    def fill(self, view: V) -> None:
        """Hands the widgets their values."""

    def place(self, frame: Frame) -> None:
        """Places the widgets in the frame (dp)."""

    # --- the snapshot ---

    def show(self, shown: Snapshot) -> None:
        super().show(shown)
        if shown.view is None:
            return
        self.fill(shown.view)
        self.say()
        if self._tray is not None:
            self._tray.show(shown.view)

    def say(self) -> None:
        """Brings the prompt bar up to date."""
        shown = self.shown
        if shown is None or shown.view is None:
            return
        undo = self.undoes and (shown.undo is not None or shown.pending is not None)
        keys = self.keys()
        if keys is None and shown.game is not None and shown.view.outcome is not None:
            # What there is to take along of an evening.
            keys = ("square", *(("undo",) if undo else ()), "menu")
        self.bar.say(self.instead(shown.view) or self.prompt(shown.view), undo=undo, keys=keys)
        self.bar.wait(shown.waiting)
        if shown.notice is None:
            self.bar.accept()
        else:
            self.bar.refuse(answers.notice(shown.notice, self.said, self.rules), shown.notice.serial)

    def repaint(self, *of: Any) -> None:
        """Draws what the screen itself draws, if what it depends on has changed since last time."""
        if of != self._painted:
            self._painted = of
            self.redraw()

    @property
    def view(self) -> V:
        """The public view that is shown."""
        assert self.shown is not None
        assert self.shown.view is not None
        view: V = self.shown.view
        return view

    @property
    def names(self) -> dict[Colour, str]:
        """The players' names by colour."""
        return {player.colour: player.name for player in self.view.players}

    @property
    def said(self) -> dict[Colour, str]:
        """The names as they stand within a sentence: a very wide one is shortened, so that the sentence can be broken."""
        size, scale = theme.SMALLEST_TEXT, self.frame.scale
        return {c: lettering.fit(name, SAID, 40, size, scale=scale, name=True, least=size).lines[0] for c, name in self.names.items()}

    def player(self, colour: Colour) -> Any:
        """The player of that colour."""
        return next(player for player in self.view.players if player.colour is colour)

    @property
    def lost(self) -> DeviceState | None:
        """A device that should be there and is not, or of which antennas do not work."""
        return answers.lost(self.shown.links) if self.shown is not None else None

    # --- the tray of simulated tags ---

    def tray_boxes(self, frame: Frame) -> tuple[Box, Box] | None:
        """Where the tray's handle and the tray are, on screens that have room for them; there is nothing to be touched beneath."""
        return None

    def carry(self, tray: Any) -> None:
        """Takes the tray over from the screen before; it lies there while it is open."""
        self._tray = tray
        if tray is not None and self._handle is None:
            self._handle = IconButton("waves", lambda: self.act("tray"), label="tray")
        self._put_tray(self.frame)

    def _put_tray(self, frame: Frame) -> None:
        tray, handle = self._tray, self._handle
        if tray is None or handle is None:
            return
        if tray.parent is not self and tray.parent is not None:
            tray.parent.remove_widget(tray)
        if self.shown is not None and self.shown.view is not None:
            tray.show(self.shown.view)
        where = self.tray_boxes(frame) if tray.wanted else None
        self.have(handle, where[0] if where is not None else None)
        self.have(tray, where[1] if where is not None and tray.open else None)

    # --- the bar ---

    def _bar_tapped(self, key: str) -> None:
        match key:
            case "undo":
                self.undo()
            case "menu" | "square":
                self.act(key)
            case "dismiss":
                self.act("read")

    def undo(self) -> None:
        """Lets go of half a gesture; else takes the last act back, after a confirmation where one is needed."""
        if self.shown.pending is not None:
            self.act(Cancel())
        elif self.shown.undo is not None:
            self.act("takeback" if self.shown.undo.sure else Undo())

    def layout(self, frame: Frame) -> None:
        self.bar.put(0, 0, frame.w, frame.h)
        self.place(frame)
        self._put_tray(frame)
