"""The Kivy app: takes every new snapshot from the session's thread, chooses the screen that shows it, and passes the fingers' acts on."""

from __future__ import annotations

import logging
import time
from collections import ChainMap
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from kivy.app import App
from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock

from companion.games import FIRST
from companion.games.kit.colours import Colour
from companion.settings import Settings
from companion.table.commands import Made
from companion.table.snapshot import Answer, DeviceState, Notice, Snapshot
from companion.ui import cues, gameui, texts
from companion.ui.kit import sound, theme
from companion.ui.kit.heartbeat import after_first_frame
from companion.ui.screens import SCREENS
from companion.ui.screens.base import Carrying, Keeping, Kit, Screen
from companion.ui.screens.error import ErrorScreen
from companion.ui.spare import Job, Spare
from companion.ui.stage import Stage
from companion.ui.widgets.drawn import walk

if TYPE_CHECKING:
    from companion.ui.screens.checks import Examine

AHEAD = ("menu",)
"""The screens of the house that a game will need, made before they are."""

STANDS_IN = ("correct", "replace")
"""For these a game may bring a screen of its own."""

log = logging.getLogger(__name__)

Post = Callable[[Made], None]
Listener = Callable[[Snapshot], None]

UNANSWERED = 1.0
"""For so many seconds an act waits for the snapshot that answers it; until then no further act is taken from the same picture."""


class Guard(ExceptionHandler):
    """What Kivy asks when something was raised in its loop: whether to go on."""

    def __init__(self, survives: Callable[[BaseException], bool]) -> None:
        super().__init__()
        self._survives = survives

    def handle_exception(self, inst: BaseException) -> int:
        """PASS where the evening goes on, RAISE where the program has to end."""
        going_on: int = ExceptionManager.PASS if self._survives(inst) else ExceptionManager.RAISE
        return going_on


class CompanionApp(App):
    """One evening on the screen.

    `post` hands an act to the session and returns at once. `subscribe` is given the listener for new snapshots, which may be called
    from any thread. `save` keeps changed settings. `lay` puts the simulated piece of a code on the simulated reader; with it the screens
    have a tray. `screens`: name -> class, beside or instead of those of `SCREENS`; a game's are named "<key of the game>/<phase>".
    `own_cards` tells what a player has laid, for that player's eyes only. `keeper`, `examine` and `porter`: see `Kit`.
    `report` writes down a mistake of a screen and says whether the disk took it.
    `on_ready` is called once the first picture is seen. `first`: nobody has used these data yet, so somebody is welcomed.
    """

    title = "Companion"

    def __init__(
        self,
        post: Post,
        subscribe: Callable[[Listener], None],
        *,
        settings: Settings | None = None,
        save: Callable[[Settings], None] = lambda settings: None,
        lay: Callable[[str], None] | None = None,
        screens: Mapping[str, type[Screen]] | None = None,
        own_cards: Callable[[Colour], Sequence[Any]] = lambda owner: (),
        keeper: Keeping | None = None,
        porter: Carrying | None = None,
        examine: Examine | None = None,
        report: Callable[[BaseException], bool] = lambda error: False,
        on_ready: Callable[[], None] = lambda: None,
        first: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.settings = settings or Settings()
        self.shown = Snapshot(serial=0)
        self._lay = lay
        self._own_cards = own_cards
        self._keeper = keeper
        self._porter = porter
        self._examine = examine
        self._report = report
        self._on_ready = on_ready
        self._first = first
        self._classes = ChainMap(dict(screens or {}), SCREENS)  # type: ignore[arg-type]
        self._kept = True
        self._screens: dict[str, Screen] = {}
        self._open: str | None = None
        self._post = post
        self._subscribe = subscribe
        self._save = save
        self._clock = clock
        self._latest = self.shown
        self._told: Notice | None = None
        self._arrival = Clock.create_trigger(self._arrive)
        self._over: list[str] = []
        self._held: str | None = None
        self._acted = (-1, 0.0)
        self._read = 0
        self._spare = Spare(self._ahead, lambda: self.stage.touched)
        self._made: set[tuple[str, Hashable]] = set()
        self._making: str | None = None
        self._ready: Any = None
        self._failed: dict[str, int] = {}
        self._reported: dict[str, bool] = {}
        self._trays: dict[str, Any] = {}
        self._quiet: frozenset[DeviceState] = frozenset()
        self._guard = Guard(self.survive)
        self.again = False
        """Whether the companion is to be started once more when it has been closed."""
        self._dress()
        self.stage = Stage(turn=self._turned(), dim_after=self.settings.dim_after)

    def build(self) -> Stage:
        """The stage, with the first screen on it; it is called by Kivy."""
        self._subscribe(self.listen)
        # What was wrong at the start is read before anything else.
        self._over = [*(["welcome"] if self._first else []), *(["trouble"] if self._latest.warnings else [])]
        self._choose()
        return self.stage

    def on_start(self) -> None:
        """The loop begins: mistakes of screens are caught from here on."""
        ExceptionManager.add_handler(self._guard)
        self._spare.tidy()
        after_first_frame(self._on_ready)

    def on_stop(self) -> None:
        """The loop has ended."""
        ExceptionManager.remove_handler(self._guard)

    def open_settings(self, *_: Any) -> bool:
        """Kivy has a panel of its own behind F1; the companion's settings are a screen."""
        return False

    @property
    def ui(self) -> gameui.GameUi:
        """The screen of the game on the table."""
        return gameui.of(self.shown.rules)

    @property
    def tray(self) -> Any:
        """The game's tray of simulated tags, if it has one and there is something to lay them on."""
        if self._lay is None or not self.ui.tray:
            return None
        where = self.ui.tray
        if where not in self._trays:
            self._trays[where] = gameui.found(where)(self._lay)
        return self._trays[where]

    def _kit(self) -> Kit:
        parts = {"tray"} if self._lay is not None else set()
        return Kit(frozenset(parts | set(self._classes)), self.settings, self._kept, self._own_cards, self._keeper, self._examine, self._porter)

    # --- snapshots ---

    def listen(self, shown: Snapshot) -> None:
        """Takes a snapshot from whatever thread; only the newest one is drawn."""
        if shown.notice is not None:
            self._told = shown.notice
        self._latest = shown
        self._arrival()

    def _arrive(self, _dt: float) -> None:
        shown, before = self._latest, self.shown
        told, self._told = self._told, None
        if shown.notice is None and told is not None:
            # A refusal and an act have come between two frames: the refusal is to be seen, too.
            shown = msgspec.structs.replace(shown, notice=told)
        self.shown = shown
        if shown.rules != before.rules:
            self._put_away()
        for screen in self._screens.values():
            # Whether it is open or not: what was chosen in another state is over.
            screen.follow(shown)
        changed = (shown.view, shown.game) != (before.view, before.game)
        if changed or (shown.pending, shown.links) != (before.pending, before.links):
            # What is under a finger has changed its meaning: it is let go without an act, and whatever is held is covered.
            for widget in walk(self.stage):
                widget.cancel()
        if changed:
            self._go_on(before, shown)
        heard = cues.cue(before, shown) if before.serial else None
        if heard is not None:
            sound.play(heard)
        if shown.notice is not None and shown.notice != before.notice and shown.notice.what is Answer.LEFT_ELSEWHERE and self._over[-1:] != ["hands"]:
            self._over.append("hands")
        self._choose()
        # Not before: the screen that was open can't read another phase.
        self.stage.set_turn(self._turned())
        self._spare.begin()

    def _put_away(self) -> None:
        """Another game is on the table: the screens of the others can't read what is seen of it."""
        others = {name for name in self._screens if "/" in name and not name.startswith(f"{self.shown.rules}/")}
        self._screens = {name: screen for name, screen in self._screens.items() if name not in others}
        self._over = [name for name in self._over if name not in others]
        self._held = None if self._held in others else self._held
        self._made = {(name, laid) for name, laid in self._made if name not in others}
        if self._open in others:
            self._open = None

    def _go_on(self, before: Snapshot, after: Snapshot) -> None:
        """The game has gone on: screens above it close, and what has just come out may be looked at first."""
        self._held = None
        if self._over and self._screen(self._over[-1]).lingers():
            self._held = self._over[-1]
        self._over = [name for name in self._over if self._screen(name).stays]
        if before.view is None or after.view is None or before.game != after.game or self._held is not None:
            return
        name = self.ui.hold(before.view, after.view)
        if name is not None:
            self._held = self.full(name)
            self._screen(self._held).enter()

    # --- screens ---

    def has(self, name: str) -> bool:
        """Whether there is a screen of this name."""
        return self.full(name) in self._classes

    def full(self, name: str) -> str:
        """The full name of a screen: the house's, else that of the game on the table."""
        own = f"{self.shown.rules or FIRST}/{name}"
        house = name in self._classes and name not in STANDS_IN
        return name if "/" in name or house or own not in self._classes else own

    def _base(self) -> str:
        """The screen that belongs to the snapshot."""
        shown = self.shown
        held = {
            "check": shown.checking, "tags": shown.learning, "replace": shown.replacing, "teach": shown.teaching, "correct": shown.change,
            "acts": shown.acts,
            "replay": shown.replay, "stats": shown.stats, "book": shown.book, "past": shown.past,
        }  # fmt: skip
        for name, what in held.items():
            if what is not None:
                return self.full(name)
        if shown.view is None:
            return "home"
        return self._held or f"{shown.rules or FIRST}/{shown.view.phase}"

    def _screen(self, name: str) -> Screen:
        if name not in self._screens:
            screen = self._classes.get(name, Screen)(self.act)
            screen.equip(self._kit())
            self._screens[name] = screen
        return self._screens[name]

    def _choose(self) -> None:
        """Opens the screen that is due and hands it the snapshot. It is found from the state alone: what has nothing to show in it closes."""
        seen = self._seen(self.shown)
        while not self._enter(name := self._over[-1] if self._over else self._base()).fits(seen):
            if self._over:
                self._over.pop()
            elif self._held is not None:
                self._held = None
            else:
                break
        if self._failed.get(name) == self.shown.serial or name not in self._classes:
            page = self._screen("error")
            assert isinstance(page, ErrorScreen)
            page.failed, page.reported = name in self._failed, self._reported.get(name, False)
            name, self._open = "error", "error"
        screen = self._screen(name)
        if self.shown.view is not None:
            screen.carry(self.tray)
        screen.show(seen)
        self.stage.open(screen)

    def survive(self, error: BaseException) -> bool:
        """Whether the evening goes on after a mistake of a screen: then its page says so, until something else is to be seen."""
        name = self._making or self._open
        if not isinstance(error, Exception) or name in (None, "home", "error"):
            return False
        assert name is not None
        log.error("The screen %s has failed", name, exc_info=error)
        self._reported[name] = self._report(error)
        made_ahead, self._making = self._making is not None, None
        self._screens.pop(name, None)
        if not made_ahead:
            self._failed[name] = self.shown.serial
            self._open = None
            self._choose()
        return True

    def _enter(self, name: str) -> Screen:
        """The screen of that name, which is open from now on."""
        screen = self._screen(name)
        if name != self._open:
            self._open = name
            if name != self._held:
                screen.follow(self.shown)
                screen.enter()
        return screen

    def _ahead(self) -> Iterator[Job]:
        """What can be made ready for the acts to come: the screens, and on them the tables as they lie."""
        view = self.shown.view
        if view is None:
            return
        laid = self.ui.laid(view)
        for name in (self.full(name) for name in (*self.ui.ahead, *AHEAD)):
            if (name, laid) not in self._made:
                yield partial(self._make, name, view)
        following = self.ui.following.get(view.phase)
        if following is not None and self._ready != view:
            yield partial(self._make, self.full(following), view)

    def _make(self, name: str, view: Any) -> None:
        self._made.add((name, self.ui.laid(view)))
        self._ready = view
        self._making = name
        screen = self._screen(name)
        if screen is not self.stage.screen and screen.prepare(view):
            self.stage.lay(screen)
        self._making = None

    def _seen(self, shown: Snapshot) -> Snapshot:
        """The snapshot without what has been read and put away."""
        if shown.notice is not None and shown.notice.serial == self._read:
            shown = msgspec.structs.replace(shown, notice=None)
        if self._quiet:
            shown = msgspec.structs.replace(shown, links=tuple(link for link in shown.links if link not in self._quiet))
        return shown

    # --- acts ---

    def act(self, thing: Any) -> None:
        """Takes what a screen's finger does: touches for the session (one, or a tuple of them), changed settings, or a word for the app."""
        if isinstance(thing, str):
            self._go(thing)
        elif isinstance(thing, Settings):
            self.change(thing)
        elif self._answered():
            self._acted = (self.shown.serial, self._clock())
            self._post(Made(thing if isinstance(thing, tuple) else (thing,), self.shown.serial))

    def _answered(self) -> bool:
        """One act a snapshot: nobody acts upon a picture that is out of date, or twice upon the same one."""
        serial, when = self._acted
        if self._latest.serial != self.shown.serial:
            return False
        return serial != self.shown.serial or self._clock() - when > UNANSWERED

    def _go(self, word: str) -> None:
        """ "back" leads to where the screen was opened, "game" closes all that lies above the game, "on" lets the game's own screen come,
        "read" puts the notice away, "quiet" the banner;
        "turn" turns the picture, "tray" opens or closes the tray, "quit" closes the companion and "again" starts it once more; else the
        screen of that name opens."""
        match word:
            case "back":
                del self._over[-1:]
            case "game":
                self._over.clear()
            case "on":
                self._held = None
            case "read":
                self._read = self.shown.notice.serial if self.shown.notice is not None else 0
            case "quiet":
                self._quiet = frozenset(link for link in self.shown.links if link.fault is not None or link.broken)
            case "turn":
                self.change(msgspec.structs.replace(self.settings, turn=(self.settings.turn + 90) % 360))
                return
            case "tray":
                self._over.clear()
                if self.tray is not None:
                    self.tray.open = not self.tray.open
            case "quit" | "again":
                self.again = word == "again"
                self.stop()
                return
            case _ if self.has(word):
                word = self.full(word)
                # Who opens what lies below already goes back to it.
                self._over = [*self._over[: self._over.index(word)], word] if word in self._over else [*self._over, word]
        self._choose()

    # --- settings ---

    def _dress(self) -> None:
        """Puts language, text size, motion and sound of the settings in force."""
        texts.use("" if self.settings.language == "system" else self.settings.language)
        theme.look.text = theme.TEXT_SIZES[self.settings.text_size]
        theme.look.calm = self.settings.calm
        theme.look.mute = not self.settings.sound
        theme.look.volume = theme.VOLUMES[self.settings.volume]

    def change(self, settings: Settings) -> None:
        """Takes changed settings into use at once and keeps them, if the disk takes them. Whatever is held is covered."""
        for widget in walk(self.stage):
            widget.cancel()
        before, self.settings = self.settings, settings
        try:
            self._save(settings)
            self._kept = True
        except OSError:
            self._kept = False
        self._dress()
        if (settings.sound, settings.volume) != (before.sound, before.volume):
            # How loud it is, is heard.
            sound.play(sound.Cue.CHIP)
        for screen in self._screens.values():
            screen.equip(self._kit())
        if self._open is not None:
            self._screen(self._open).reword()
        self.stage.set_dim(settings.dim_after)
        self.stage.turn = self._turned()
        self.stage.relay()

    def _turned(self) -> int:
        """By how much the stage turns counter-clockwise: as set, and towards the player to act if the owner wants that.

        As set, the picture is upright for the first chair; the chairs go clockwise round it, and so does the picture, by quarters.
        """
        turn: int = self.settings.turn
        view = self.shown.view
        if self.settings.turn_to_player and view is not None and len(view.may_act) == 1:
            chair = next(player.chair for player in view.players if player.colour in view.may_act)
            turn += 90 * (4 * chair // len(view.players))
        return -turn % 360
