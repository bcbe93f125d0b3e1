"""The app in the window, with the real session behind it and a journal on disk; people who play it with one finger."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion import logs
from companion.game import Game
from companion.games import FIRST, SHELF
from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import KINDS
from companion.games.vabanque.rules.pieces import PIECES
from companion.games.vabanque.rules.view import Phase, View
from companion.settings import Settings
from companion.table.commands import NewGame
from companion.table.events import Signal, TagGone, TagSeen
from companion.table.journal.store import Journal
from companion.table.session.session import Session
from companion.ui.app import CompanionApp
from companion.ui.kit import theme
from companion.ui.widgets.drawn import Drawn
from tests.ui.harness import Harness  # before anything of kivy.core.window

UIDS = {code: b"\x04" + number.to_bytes(6, "big") for number, code in enumerate(PIECES)}


class TouchEvening:
    """`session` runs in the same thread: what a finger does is on disk and drawn when the call returns.

    Time passes with the touches: a second each for the app, and a tenth of it for the session, so that half a gesture waits for many.
    """

    def __init__(
        self,
        harness: Harness,
        folder: Path,
        *,
        tray: bool = False,
        uids: Mapping[str, bytes] = UIDS,
        simulated: Callable[[Game], Mapping[bytes, str]] | None = None,
        language: str = "en",
        text: str = "normal",
    ) -> None:
        """`uids`: the tag of each piece, by its code; or `simulated`, of each game, where several are played: UID -> code.

        `text`: how large it is.
        """
        self.uids = uids
        self.simulated = simulated or (lambda of: {uid: code for code, uid in uids.items()})
        self.harness = harness
        self.journal = Journal(folder)
        # Cutting the power is tested elsewhere; here nobody waits for the disk.
        self.journal._db.execute("PRAGMA synchronous = OFF")
        self.signals: list[Signal] = []
        """Every tone and light that a reader or a panel would have had."""
        self.session = Session(
            self.journal,
            settings=Settings(),
            simulated=self.simulated,
            clock=lambda: harness.now / 10,
            on_signal=self.signals.append,
            # Fingers are quicker here than people's, and look before they touch.
            hand=0,
        )
        self.acts = 0
        settings = Settings(calm=True, sound=False, language=language, text_size=text, dim_after=0)  # type: ignore[arg-type]
        self.app = CompanionApp(
            self._post,
            self.session.listeners.append,
            settings=settings,
            lay=self._lay if tray else None,
            own_cards=self.session.own_cards,
            report=lambda error: logs.fault(folder, error) is not None,
            clock=lambda: harness.now,
        )
        self._kept = harness.stage
        harness.window.remove_widget(harness.stage)
        harness.stage = self.app.build()
        harness.window.add_widget(harness.stage)
        harness.settle()
        self.app.listen(self.session.shown)
        harness.settle()

    def _post(self, thing: Any) -> None:
        self.acts += 1
        self.session.handle(thing)

    def _lay(self, code: str) -> None:
        """The tray lays a simulated tag on the pad and takes it away again."""
        uid = next(uid for uid, known in self.simulated(SHELF[self.session.shown.rules or FIRST]).items() if known == code)
        self.show_tag(uid)
        self.session.handle(TagGone("pad", uid))

    def show_tag(self, uid: bytes) -> None:
        """A tag is shown to the pad."""
        self.session.handle(TagSeen("pad", uid))

    def close(self) -> None:
        if self.harness.stage is self._kept:
            return
        self.harness.window.remove_widget(self.app.stage)
        self.harness.stage = self._kept
        self.harness.window.add_widget(self._kept)
        theme.look.text, theme.look.calm, theme.look.mute = 1.0, False, False
        self.journal.close()

    # --- what is seen ---

    @property
    def view(self) -> View:
        view = self.session.shown.view
        assert view is not None
        return view

    @property
    def phase(self) -> Phase:
        return self.view.phase

    @property
    def open(self) -> str:
        """The name of the screen that is open."""
        screen = self.harness.stage.screen
        return str(getattr(screen, "name", ""))

    def widget(self, name: str) -> Drawn:
        """The open screen's widget of that attribute."""
        found = getattr(self.harness.stage.screen, name)
        assert isinstance(found, Drawn)
        return found

    # --- what fingers do ---

    def tap(self, name: str, key: Any = None, *, hasty: bool = False) -> None:
        """Taps a target of a widget of the open screen."""
        self.harness.tap_on(self.widget(name), key, hasty=hasty)

    def new_game(self, rules: str = "") -> None:
        self.app.act(NewGame(rules=rules))
        self.harness.settle()

    def set_up(self, colours: tuple[Colour, ...]) -> None:
        """From the empty table to the first token, by touch alone."""
        for colour in colours:
            self.tap("free", colour)
        self.tap("on")
        self.tap("plain")
        self.tap("lots")
        self.tap("begin")
        self.tap("ring", 1)

    def slide_onto_a_card(self, place: int) -> None:
        """Private entry: holds the pad, slides onto the card at a place (from the left) and lets go there."""
        self.slide_onto_a_card_of(self.widget("pad"), place)

    def slide_onto_a_card_of(self, pad: Drawn, place: int) -> None:
        """The same with a pad of any screen."""
        harness = self.harness
        finger = harness.down(*harness.centre(pad, pad.targets["pad"]))
        harness.settle(1)
        x, y = harness.centre(pad, pad._cards()[place])  # type: ignore[attr-defined]
        harness.move(finger, x, y)
        harness.up(finger, x, y)
        harness.settle(1)

    def lay_privately(self, table: int) -> None:
        """Lays some card that the hand still has: who slides onto one that is out already, slides again."""
        # With a reader the next card is a read one again by itself.
        if getattr(self.harness.stage.screen, "unread_ones", False) and "action" in self.widget("ring").targets:
            self.tap("ring", "action")
        self.tap("ring", table)
        before = sum(each.face_down for each in self.view.tables)
        for place in (0, 1, 2) * 20:
            if self.open != "private":
                self.tap("secret")
            self.slide_onto_a_card(place)
            if self.phase is not Phase.CARDS or sum(each.face_down for each in self.view.tables) > before:
                break
        assert sum(each.face_down for each in self.view.tables) == before + 1 or self.phase is not Phase.CARDS
        if self.open == "private":
            self.harness.tap(400, 470)

    def play(self, until: Callable[[View], bool], unread: Callable[[int], bool] = lambda n: n % 2 == 0) -> None:
        """Plays on by touch until a state; every other card is told privately."""
        n = 0
        while not until(self.view):
            n += 1
            view, tables = self.view, len(self.view.tables)
            match self.phase:
                case Phase.TOKENS:
                    self.tap("ring", n % tables + 1)
                case Phase.CARDS if unread(n):
                    self.tap("ring", n % tables + 1)
                    if self.session.shown.pending is not None:
                        self.tap("unread")
                case Phase.CARDS:
                    self.lay_privately(n % tables + 1)
                case Phase.PAWNS:
                    steps, table = view.reachable[n % 5]
                    self.tap("ring", table if steps else "action")
                case Phase.STAND:
                    self.tap("ring", "action")
                case Phase.REVEAL:
                    whose = self.harness.stage.screen.whose  # type: ignore[union-attr]
                    shown = [kind for each in view.tables for owner, kind in each.revealed if owner is whose]
                    self.tap("faces", next(kind for kind in KINDS if kind not in shown))
                case Phase.PAYOUT | Phase.COUNT:
                    self.tap("on")
                case Phase.ORDER:
                    self.tap("on")
                case _:
                    raise AssertionError(self.phase)
