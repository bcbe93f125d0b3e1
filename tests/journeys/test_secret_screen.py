"""Two games that differ only in what lies face down: every frame, text, sound and light is the same until the cards are turned over."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from typing import Any

import msgspec
from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import KINDS, Character
from companion.games.vabanque.rules.view import Phase
from companion.table.events import Fault, LinkLost, Signal
from companion.ui.kit import sound
from companion.ui.widgets.veil import Veiled
from tests.ui.evening import TouchEvening
from tests.ui.harness import harness

THREE = (Colour.RED, Colour.BLACK, Colour.WHITE)
Hands = dict[Colour, tuple[Character, ...]]
Frame = tuple[str, str, tuple[str, ...], tuple[sound.Cue, ...], tuple[Signal, ...]]
HELD: Frame = ("own", "held", (), (), ())


class Watched:
    """An evening of which every frame is kept that differs from the one before, as it is about to come to the screen."""

    def __init__(self, folder: Path) -> None:
        self.evening = TouchEvening(harness(), folder, tray=True)
        self.frames: list[Frame] = []
        sound.played.clear()
        self.evening.app.change(msgspec.structs.replace(self.evening.app.settings, sound=True))
        # Lots are drawn here, not by the session, or the games would differ in more than cards.
        self.evening.session._rng.choice = lambda people: people[0]  # type: ignore[method-assign, attr-defined]
        self.evening.harness.window.bind(on_flip=self._painted)

    def _painted(self, *_: Any) -> None:
        window = self.evening.harness
        w, h = (int(side) for side in window.window.size)
        pixels = hashlib.sha256(bytes(glReadPixels(0, 0, w, h, GL_RGB, GL_UNSIGNED_BYTE))).hexdigest()
        own = self.evening.open == "own" and any(isinstance(each, Veiled) and each.held for each in window.widgets())
        heard, lights = tuple(sound.played), tuple(self.evening.signals)
        # The own cards, while held, are what a player is to see: they alone may differ.
        frame = HELD if own else (self.evening.open, pixels, tuple(window.texts()), heard, lights)
        if not self.frames or self.frames[-1] != frame:
            self.frames.append(frame)

    def close(self) -> None:
        self.evening.harness.window.unbind(on_flip=self._painted)
        self.evening.close()

    # --- three ways to lay a card ---

    def card_then_table(self, by: Colour, kind: Character, table: int, others: Character) -> None:
        evening = self.evening
        evening._lay(f"{by} {kind}")
        evening.harness.settle(1)
        # Somebody else's card, which is refused: the answer does not tell what it is.
        other = next(colour for colour in THREE if colour is not by)
        evening._lay(f"{other} {others}")
        evening.harness.settle(1)
        evening.tap("ring", table)

    def table_then_card(self, by: Colour, kind: Character, table: int) -> None:
        self.evening.tap("ring", table)
        self.evening._lay(f"{by} {kind}")

    def in_secret(self, by: Colour, kind: Character, table: int) -> None:
        """By hand. The places of the kinds are the same in both games, so every frame must be, while the pad is held as well."""
        evening, window = self.evening, self.evening.harness
        evening.tap("ring", table)
        evening.tap("secret")
        pad: Any = evening.widget("pad")
        pad._rng = random.Random(table)
        finger = window.down(*window.centre(pad, pad.targets["pad"]))
        window.settle(1)
        x, y = window.centre(pad, pad._cards()[pad._faces.index(kind)])
        window.move(finger, x, y)
        window.settle(1)
        window.up(finger, x, y)
        window.settle(1)
        window.tap(400, 470)


def played(folder: Path, hands: Hands) -> list[Frame]:
    """Every frame of a round up to the question whether all pawns stand."""
    watched = Watched(folder)
    try:
        with watched.evening.harness.painted():
            play_a_round(watched, hands)
    finally:
        watched.close()
    return watched.frames


def play_a_round(watched: Watched, hands: Hands) -> None:
    """Lays each hand in its order, by tags, by touch and in secret, and looks at everything on the way."""
    evening, window = watched.evening, watched.evening.harness
    evening.new_game()
    evening.set_up(THREE)
    evening.play(lambda view: view.phase is Phase.CARDS)
    if evening.app.tray is not None and evening.app.tray.open:
        # Its cards are shuffled by themselves: nothing that is the same in two games.
        evening.tap("_handle")
    for n in range(len(THREE) * len(KINDS)):
        by = evening.view.to_act
        assert by is not None
        kind, table = hands[by][n // len(THREE)], n % 7 + 1
        match n % 3:
            case 0:
                watched.card_then_table(by, kind, table, hands[next(c for c in THREE if c is not by)][0])
            case 1:
                watched.table_then_card(by, kind, table)
            case 2:
                watched.in_secret(by, kind, table)
        window.settle(1)
    evening.tap("bar", "undo")
    by = evening.view.to_act
    assert by is not None
    evening._lay(f"{by} {hands[by][1]}")
    window.settle(1)
    evening._lay(f"{by} {hands[by][2]}")
    window.settle(1)
    evening.tap("ring", 3)
    look_at_everything(watched)
    while evening.phase is Phase.PAWNS:
        evening.tap("ring", "action")
    assert evening.phase is Phase.STAND
    evening.session.handle(LinkLost("wand", Fault.UNPLUGGED))
    window.settle(1)


def look_at_everything(watched: Watched) -> None:
    """The menu, how it lies, the own cards, settings in another language, the diagnosis, home and back again."""
    evening, window = watched.evening, watched.evening.harness
    evening.tap("bar", "menu")
    window.tap_on(window.stage.screen.buttons["aslies"])  # type: ignore[union-attr]
    evening.tap("own")
    for colour in THREE:
        evening.tap("people", colour)
        pad: Any = evening.widget("pad")
        finger = window.down(*window.centre(pad, pad.targets["pad"]))
        window.settle(1)
        window.up(finger)
        window.settle(1)
    for _ in ("as it lies", "menu", "game"):
        if evening.open != "menu":
            evening.tap("bar", "left")
    window.tap_on(window.stage.screen.bar, "left")  # type: ignore[union-attr]
    for language in ("de", "en"):
        evening.app.change(msgspec.structs.replace(evening.app.settings, language=language, turn=180 if language == "de" else 0))
        window.settle(1)
    for word in ("diagnosis", "help", "settings"):
        evening.app.act(word)
        window.settle(1)
        evening.app.act("back")
        window.settle(1)
    evening.tap("bar", "menu")
    window.tap_on(window.stage.screen.buttons["home"])  # type: ignore[union-attr]
    evening.tap("games")
    evening.tap("resume")


def test_no_frame_text_sound_or_light_depends_on_a_face_down_card(tmp_path: Path) -> None:
    raise_first = dict.fromkeys(THREE, KINDS)
    cheat_first = dict.fromkeys(THREE, KINDS[::-1])
    one, other = played(tmp_path / "one", raise_first), played(tmp_path / "other", cheat_first)
    assert len(one) == len(other) > 80
    for a, b in zip(one, other, strict=True):
        assert a == b
    assert one.count(HELD) == len(THREE)
    seen = {screen for screen, *_ in one}
    assert {"tokens", "cards", "private", "menu", "aslies", "own", "settings", "home", "games", "pawns", "stand"} <= seen
    assert any(" of 9" in text for _, _, texts, _, _ in one for text in texts)
    assert any(sound.Cue.CARD in heard for _, _, _, heard, _ in one)
    assert {Signal.ACCEPTED, Signal.REFUSED, Signal.WAITING} <= set(one[-1][4])
