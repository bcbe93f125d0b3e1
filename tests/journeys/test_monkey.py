"""Anybody does anything: taps, hasty taps, drags, long holds, tags, buttons and pulled plugs at random. Nothing breaks, nothing is lost or told."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from companion.games import FIRST, SHELF
from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import KINDS
from companion.games.vabanque.rules.view import Phase
from companion.games.vabanque.ui import words
from companion.games.vabanque.ui.widgets.counting import NotePad
from companion.games.vabanque.ui.widgets.veil import Veiled
from companion.table.commands import OpenGame, Touch
from companion.table.events import Button, ButtonPressed, Fault, Input, LinkLost, LinkUp, TagGone, TagSeen, TagTrouble, Trouble
from companion.table.session.session import Session
from companion.ui.screens.base import Screen
from companion.ui.widgets.field import TextEntry
from tests.ui.evening import UIDS, TouchEvening
from tests.ui.harness import harness, wait
from tests.ui.refers import misplaced

FOUR = (Colour.RED, Colour.BLACK, Colour.WHITE, Colour.BLUE)
SELDOM = ("menu", "undo", "left")
"""Keys that lead away from the game: tapped less often than the others, or it would never get far."""
SECRET = (Phase.CARDS, Phase.PAWNS, Phase.STAND)
TELLS_NO_KIND = ("tokens", "cards", "pawns", "stand", "menu", "aslies", "own", "private", "home", "games", "diagnosis", "takeback")
"""Screens on which no kind of a card has any business unless a pad is held."""
MOST_OPENED = 12
"""More screens than this never come one after the other by one touch (with a hasty second one), tag or button."""
DEVICES = ("pad", "wand", "ring-1", "panel")


class Monkey:
    """Random fingers and devices at one evening."""

    def __init__(self, evening: TouchEvening, rng: random.Random) -> None:
        self.evening, self.window, self.rng = evening, evening.harness, rng
        self.seen: set[str] = set()
        self.opened = 0
        """Screens that came one after the other by what was done last."""
        self._watch()

    def _watch(self) -> None:
        app = self.evening.app
        enter, post = app._enter, app._post

        def entered(name: str) -> Screen:
            self.opened += name != app._open
            assert self.opened <= MOST_OPENED, f"screens send to each other, the last is {name}"
            return enter(name)

        def posted(thing: Touch | Input) -> None:
            view = self.evening.session.shown.view
            names = {player.colour: player.name for player in view.players} if view is not None else {}
            wrong = misplaced(self.window.stage.screen, thing, names, self.window.texts())
            assert not wrong, wrong
            post(thing)

        app._enter, app._post = entered, posted  # type: ignore[method-assign]

    def play(self, steps: int) -> None:
        for step in range(steps):
            self.seen.add(self.evening.open)
            self.opened = 0
            if self.rng.random() < 0.12:
                self.evening.session.handle(self.some_input())
                self.window.settle(1)
            else:
                self.touch()
            self.look(step)

    def some_input(self) -> Input:
        rng = self.rng
        tag = rng.choice([*UIDS.values(), b"\x08\x01\x02\x03", b"\x04\x99\x99\x99\x99\x99\x99"])
        reader = rng.choice(("pad", "wand", "ring-1/3"))
        everything: list[Input] = [TagSeen(reader, tag, age=rng.choice((0.0, 0.0, 60.0)), among=rng.choice((1, 1, 2))), TagGone(reader, tag)] * 4
        everything += [TagTrouble(reader, rng.choice(list(Trouble))), ButtonPressed(rng.choice(list(Button)))]
        everything += [LinkLost(rng.choice(DEVICES), rng.choice(list(Fault))), LinkUp(rng.choice(DEVICES), (reader,))]
        return rng.choice(everything)

    def touch(self) -> None:
        """One finger does something to a target that is there."""
        window, rng = self.window, self.rng
        everything = [(widget, key) for widget in window.widgets() for key in widget.targets if key != "quit"]
        assert everything, f"nothing can be tapped on {self.evening.open}"
        often = [(widget, key) for widget, key in everything if key not in SELDOM]
        widget, key = rng.choice(everything if rng.random() < 0.15 or not often else often)
        spot = window.centre(widget, widget.targets[key])
        kind = rng.random()
        if kind < 0.7:
            window.tap(*spot, hasty=kind > 0.6)
        elif kind < 0.85:
            turn = window.stage.turn
            window.tap(*spot)
            acts = self.evening.acts
            window.tap(*spot, hasty=True)
            # Letters and notes are tapped quickly on purpose; they post nothing but the last one, which is there no more.
            # A picture that turns to the next player has another spot under the finger.
            elsewhere = window.stage.turn != turn
            assert self.evening.acts == acts or elsewhere or isinstance(widget, TextEntry | NotePad), (self.evening.open, key)
        elif kind < 0.95:
            other, target = rng.choice(everything)
            end = window.centre(other, other.targets[target])
            finger = window.down(*spot)
            window.move(finger, *end)
            window.up(finger, *end)
        else:
            finger = window.down(*spot)
            wait(0.9)
            window.settle(1)
            window.up(finger)
        window.settle(1)

    def look(self, step: int) -> None:
        """What holds after every step, and what is looked at now and then."""
        window, open_ = self.window, self.evening.open
        view = self.evening.session.shown.view
        held = any(isinstance(widget, Veiled) and widget.held for widget in window.widgets())
        assert not held, f"something is uncovered on {open_} though nothing is held"
        if open_ in TELLS_NO_KIND and (view is None or view.phase in SECRET):
            assert not {words.character(kind) for kind in KINDS} & set(window.texts()), open_
        if step % 5 == 0:
            assert window.cuts() == [], open_
            assert window.small_targets() == [], open_
        if step % 50 == 0:
            whole(self.evening)


def whole(evening: TouchEvening) -> None:
    """What is shown is what the journal tells to somebody who opens it anew, and its money is whole."""
    game = evening.session.shown.game
    if game is None:
        return
    fresh = Session(evening.journal, settings=evening.session.settings, simulated=lambda of: {uid: code for code, uid in UIDS.items()})
    before = evening.session.shown.view
    fresh.handle(OpenGame(game))
    assert fresh.shown.view == before
    assert before is not None
    for result in before.results:
        assert all(amount % 5_000 == 0 and amount >= 0 for amount in result.fortunes.values())


def run(folder: Path, seed: int, steps: int, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    # What it knows of screens and secrets is of the first game alone.
    monkeypatch.setattr(SHELF, "_built_in", (FIRST,))
    # Lots, and places of cards, are drawn by the seed too: what has failed once fails again.
    monkeypatch.setattr(random, "SystemRandom", lambda: random.Random(seed))
    evening = TouchEvening(harness(), folder, tray=True)
    try:
        evening.new_game()
        if seed % 2:
            evening.set_up(FOUR)
        monkey = Monkey(evening, random.Random(seed))
        monkey.play(steps)
        whole(evening)
    finally:
        evening.close()
        harness().resize(800, 480)
    return monkey.seen


def test_random_fingers_and_tags_break_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = run(tmp_path / "1", 1, 2000, monkeypatch) | run(tmp_path / "2", 2, 1000, monkeypatch)
    assert {"tokens", "cards", "private", "pawns", "players", "menu", "home"} <= seen


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3, 23))
def test_random_fingers_and_tags_break_nothing_for_long(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path, seed, 3000, monkeypatch)
