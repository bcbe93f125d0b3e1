"""The Kivy app: takes every new snapshot from the session's thread, chooses the screen that shows it, and passes the fingers' acts on."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from kivy.app import App
from kivy.clock import Clock

from companion.games.vabanque.view import Phase
from companion.settings import Settings
from companion.table.inputs import Input
from companion.table.shown import Shown
from companion.table.touches import Touch
from companion.ui import texts, theme
from companion.ui.screens import SCREENS
from companion.ui.screens.base import Screen
from companion.ui.screens.tray import Tray
from companion.ui.stage import Stage
from companion.ui.widgets.drawn import walk

Post = Callable[[Touch | Input], None]
Listener = Callable[[Shown], None]

UNANSWERED = 1.0
"""For so many seconds an act waits for the snapshot that answers it; until then no further act is taken from the same snapshot."""


class CompanionApp(App):  # type: ignore[misc]
    """One evening on the screen.

    `post` hands an act to the session and returns at once. `subscribe` is given the listener for new snapshots, which may be called from any
    thread. `save` keeps changed settings. `lay` puts the simulated piece of that code on the simulated reader; with it the screens have a tray.
    `screens`: name -> class, beside or instead of those of `SCREENS`.
    """

    title = "Vabanque"

    def __init__(
        self,
        post: Post,
        subscribe: Callable[[Listener], None],
        *,
        settings: Settings | None = None,
        save: Callable[[Settings], None] = lambda settings: None,
        lay: Callable[[str], None] | None = None,
        screens: Mapping[str, type[Screen]] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.settings = settings or Settings()
        self.shown = Shown(serial=0)
        self._classes = {**SCREENS, **(screens or {})}
        self._screens: dict[str, Screen] = {}
        self._post = post
        self._subscribe = subscribe
        self._save = save
        self._clock = clock
        self._latest = self.shown
        self._arrival = Clock.create_trigger(self._arrive)
        self._over: str | None = None
        self._acted = (-1, 0.0)
        self._read = 0
        self._forget_notice = Clock.create_trigger(self._notice_read, theme.patience("refusal"))
        self.tray = Tray(lay) if lay is not None else None
        self.dress()
        self.stage = Stage(turn=-self.settings.turn % 360, dim_after=self.settings.dim_after)

    # --- Kivy ---

    def build(self) -> Stage:
        self._subscribe(self.listen)
        self._choose()
        return self.stage

    # --- snapshots ---

    def listen(self, shown: Shown) -> None:
        """Takes a snapshot from whatever thread; only the newest one is drawn."""
        self._latest = shown
        self._arrival()

    def _arrive(self, _dt: float) -> None:
        shown, before = self._latest, self.shown
        self.shown = shown
        if (shown.view, shown.pending, shown.links, shown.game) != (before.view, before.pending, before.links, before.game):
            # What is under a finger has changed its meaning: it is let go without an act, and whatever is held is covered.
            for widget in walk(self.stage):
                widget.cancel()
        if shown.view != before.view and self._over is not None and not self._screen(self._over).stays:
            self._over = None
        if shown.notice is not None and shown.notice != before.notice:
            self._forget_notice.cancel()
            self._forget_notice()
        self._choose()

    def _notice_read(self, _dt: float = 0) -> None:
        if self.shown.notice is not None:
            self._read = self.shown.notice.serial
            self._forget_notice.cancel()
            self._choose()

    # --- screens ---

    def _base(self) -> str:
        """The screen that belongs to the snapshot."""
        shown = self.shown
        if shown.checking is not None:
            return "check"
        if shown.learning is not None:
            return "tags"
        if shown.view is None:
            return "home"
        payout = self._screens.get("payout")
        if _nobody_is_paid(shown) and not (payout is not None and payout.seen(shown)):
            return "payout"
        return str(shown.view.phase)

    def _screen(self, name: str) -> Screen:
        if name not in self._screens:
            self._screens[name] = self._classes[name](self.act)
        return self._screens[name]

    def has(self, name: str) -> bool:
        """Whether there is a screen of this name."""
        return name in self._classes

    def _choose(self) -> None:
        name = self._over or self._base()
        screen = self._screen(name)
        shown = self.shown
        if shown.notice is not None and shown.notice.serial == self._read:
            shown = msgspec.structs.replace(shown, notice=None)
        screen.show(shown)
        self.stage.open(screen)

    # --- acts ---

    def act(self, thing: Any) -> None:
        """Takes what a screen's finger does: touches for the session (one, or a tuple of them), or a word for the app."""
        if isinstance(thing, str):
            self._go(thing)
        elif self._answered():
            self._acted = (self.shown.serial, self._clock())
            for touch in thing if isinstance(thing, tuple) else (thing,):
                self._post(touch)

    def _answered(self) -> bool:
        """One act a snapshot: nobody acts upon a picture that is out of date, or twice upon the same one."""
        serial, when = self._acted
        if self._latest.serial != self.shown.serial:
            return False
        return serial != self.shown.serial or self._clock() - when > UNANSWERED

    def _go(self, word: str) -> None:
        match word:
            case "back":
                self._over = None
            case "read":
                self._notice_read()
                return
            case "turn":
                self.change(msgspec.structs.replace(self.settings, turn=(self.settings.turn + 90) % 360))
            case "again":
                pass
            case _ if word in self._classes:
                self._over = word
        self._choose()

    # --- settings ---

    def dress(self) -> None:
        """Puts language, text size, motion and sound of the settings in force."""
        texts.use("" if self.settings.language == "system" else self.settings.language)
        theme.look.text = theme.TEXT_SIZES[self.settings.text_size]
        theme.look.calm = self.settings.calm
        theme.look.mute = not self.settings.sound

    def change(self, settings: Settings) -> None:
        """Takes changed settings into use at once and keeps them."""
        self.settings = settings
        self.dress()
        self._save(settings)
        self.stage.turn = -settings.turn % 360
        self.stage.dim_after = settings.dim_after
        for screen in self._screens.values():
            screen.reword()
        self.stage.relay()


def _nobody_is_paid(shown: Shown) -> bool:
    """Whether the last round's payout came to nothing, so that the rules went on without a hand-out."""
    view = shown.view
    return (
        view is not None
        and view.phase in (Phase.ORDER, Phase.FINISHED)
        and bool(view.results)
        and not any(view.results[-1].earned.values())
    )
