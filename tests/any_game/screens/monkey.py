"""Anybody does anything at a shelf with several games: taps, drags, long holds, tags of all of them, buttons, pulled plugs, other games.

What holds after each step holds for every game. What only one game can know of itself it says in `tests.games.<key>.fingers`: `misplaced`
(what a finger has sent although the screen spoke of something else) and `look` (what else is wrong on its screens); "" where nothing is.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from companion.devices.simulated import SimulatedReader
from companion.game import Demo
from companion.games import SHELF
from companion.games.kit.colours import Colour
from companion.table.commands import Do, GoHome, Made, NewGame, OpenGame
from companion.table.events import Button, ButtonPressed, Fault, Input, LinkLost, LinkUp, TagGone, TagSeen, TagTrouble, Trouble
from companion.table.journal.damage import Damage
from companion.table.session.session import Session
from companion.table.snapshot import Answer
from companion.table.tags import simulated
from companion.ui import texts
from companion.ui.screens.base import Screen
from companion.ui.widgets.field import TextEntry
from tests.hands import Hands
from tests.ui.evening import TouchEvening
from tests.ui.harness import harness, wait

SELDOM = ("menu", "undo", "left")
"""Keys that lead away from the game: tapped less often than the others, or it would never get far."""
MOST_OPENED = 12
"""More screens than this never come one after the other by one touch (with a hasty second one), tag or button."""
DEVICES = ("pad", "wand", "ring-1", "panel")
STRANGERS = (b"\x08\x01\x02\x03", b"\x04\x99\x99\x99\x99\x99\x99")


def said(screen: Any) -> set[Any]:
    """Whom and what a screen speaks of, as its prompt bar says it."""
    prompt = getattr(getattr(screen, "bar", None), "prompt", None)
    return set() if prompt is None else {prompt.who, prompt.title, prompt.text, prompt.aside}


def fields(thing: Any) -> Iterator[Any]:
    """The values of a command, and those of the move in it."""
    for name in getattr(thing, "__struct_fields__", ()):
        value = getattr(thing, name)
        yield from fields(value) if isinstance(value, msgspec.Struct) else (value,)


class Monkey:
    """Random fingers and devices at one evening."""

    def __init__(self, evening: TouchEvening, rng: random.Random) -> None:
        self.evening, self.window, self.rng = evening, evening.harness, rng
        self.seen: set[str] = set()
        """Screens that were open."""
        self.opened = 0
        """Screens that came one after the other by what was done last."""
        self.tapped: Any = None
        """The key that a finger is on."""
        self._watch()

    def _watch(self) -> None:
        app = self.evening.app
        enter, post = app._enter, app._post

        def entered(name: str) -> Screen:
            self.opened += name != app._open
            assert self.opened <= MOST_OPENED, f"screens send to each other, the last is {name}"
            return enter(name)

        def posted(made: Made) -> None:
            for thing in made.touches:
                wrong = self.misplaced(thing)
                assert not wrong, f"{thing!r}: {wrong}"
            post(made)

        app._enter, app._post = entered, posted  # type: ignore[method-assign]

    def misplaced(self, thing: Any) -> str:
        """Whether what a finger sends refers to what it sees: whoever is named in it stands on the screen, or is what was touched."""
        screen, texts = self.window.stage.screen, self.window.texts()
        shown = self.evening.app.shown
        if shown.view is None or not isinstance(thing, Do | self._own):
            return ""
        names = {player.colour: player.name for player in shown.view.players}
        spoken = [who for who in said(screen) if isinstance(who, Colour)]
        for colour in fields(thing):
            elsewhere = isinstance(colour, Colour) and spoken and colour not in spoken and shown.change is None
            if elsewhere and colour not in (self.tapped, *fields(self.tapped)) and not any(names.get(colour, "-") in text for text in texts):
                return f"{self.evening.open} speaks of {spoken}"
        wrong: str = self._of_the_game("misplaced", screen, thing, names, texts)
        return wrong

    @property
    def _own(self) -> Any:
        """The game's own commands."""
        return SHELF[self.evening.session.shown.rules].table.commands

    def _of_the_game(self, name: str, *arguments: Any) -> Any:
        where = f"tests.games.{self.evening.session.shown.rules}.fingers"
        return getattr(import_module(where), name)(*arguments) if find_spec(where.rpartition(".")[0]) and find_spec(where) else ""

    # --- what is done ---------------------------------------------------------------------------------------------

    def play(self, steps: int) -> None:
        for step in range(steps):
            self.seen.add(self.evening.app._open or "")
            self.opened, self.tapped = 0, None
            chance = self.rng.random()
            if chance < 0.01:
                self.turn_to_another()
            elif chance < 0.12:
                self.evening.session.handle(self.some_input())
                self.window.settle(1)
            else:
                self.touch()
            self.look(step)

    def turn_to_another(self) -> None:
        """The game is put aside; one that was begun goes on, or a new one is begun and some of it is played by hand."""
        act, rng = self.evening.app.act, self.rng
        act(GoHome())
        self.window.settle(1)
        begun = self.evening.session.shown.games
        if begun and rng.random() < 0.6:
            act(OpenGame(rng.choice(begun).game))
        else:
            self.begin(rng.choice(list(SHELF)))
        self.window.settle(1)

    def begin(self, key: str) -> None:
        """A new game of this one, and the first part of what its simulated players do."""
        session = self.evening.session
        session.handle(NewGame(rules=key))
        if session.shown.rules != key or session.shown.view is None:
            return
        demo = SHELF[key].part("demo", Demo)
        moves = demo.random(self.rng.randrange(1000))
        reader = SimulatedReader("pad")
        reader.start(session.handle)
        hands = Hands(reader, session, SHELF[key])
        for move in moves[: int(len(moves) * self.rng.choice((0.0, 0.1, 0.3, 0.6, 0.9, 1.0)))]:
            demo.make(move, hands)
            if session.shown.view is None:
                break

    def some_input(self) -> Input:
        rng = self.rng
        here = self.evening.session.shown.rules
        key = here if here in SHELF and rng.random() < 0.8 else rng.choice(list(SHELF))
        tag = rng.choice([*simulated.uids(SHELF[key]).values(), *STRANGERS])
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
        self.tapped = key
        spot = window.centre(widget, widget.targets[key])
        kind = rng.random()
        if kind < 0.7:
            window.tap(*spot, hasty=kind > 0.6)
        elif kind < 0.85:
            self.tap_twice(widget, key, spot)
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

    def tap_twice(self, widget: Any, key: Any, spot: tuple[float, float]) -> None:
        """The second tap comes at once, and does nothing."""
        window = self.window
        turn = window.stage.turn
        window.tap(*spot)
        acts, turned = self.evening.acts, window.stage.turn != turn
        window.tap(*spot, hasty=True)
        # Letters and notes are tapped quickly on purpose; they post nothing but the last one, which is there no more.
        # A picture that turns to the next player has another spot under the finger.
        elsewhere = turned or window.stage.turn != turn
        quick = isinstance(widget, TextEntry) or type(widget).__name__ == "NotePad"
        assert self.evening.acts == acts or elsewhere or quick, (self.evening.open, key)

    # --- what holds -----------------------------------------------------------------------------------------------

    def look(self, step: int) -> None:
        """What holds after every step, and what is looked at now and then."""
        wrong = list(self.wrong(step))
        assert not wrong, wrong

    def wrong(self, step: int) -> Iterator[str]:
        window, where = self.window, self.evening.app._open
        session, app = self.evening.session, self.evening.app
        if session.shown.notice is not None and session.shown.notice.what is Answer.FAULT:
            yield f"a mistake is told on {where}"
        yield from [f"{each} on {where}" for each in session._journal.warnings if getattr(each, "damage", None) is Damage.FAULT]
        yield from [f"{name} has failed" for name in app._failed]
        if where == "error":
            yield "a phase without a screen"
        for screen in app._screens.values():
            for name, (value, state) in screen.__dict__.get("_choices", {}).items():
                if state is None or getattr(type(screen), name).of(screen, value) != state:
                    yield f"what was chosen has outlived its state: {name} on {screen.name}"
        if session.shown.rules in SHELF and (wrong := self._of_the_game("look", self.evening, window)):
            yield wrong
        if step % 5 == 0:
            yield from [f"{where}: {fault}" for fault in (*window.cuts(), *window.small_targets())]
        if step % 50 == 0:
            yield from whole(self.evening)


def whole(evening: TouchEvening) -> Iterator[str]:
    """What is shown is what the journal tells to somebody who opens it anew; else what differs."""
    game = evening.session.shown.game
    if game is None:
        return
    fresh = Session(evening.journal, settings=evening.session.settings, simulated=evening.simulated)
    before = evening.session.shown.view
    fresh.handle(OpenGame(game))
    if fresh.shown.view != before:
        yield f"the journal tells another view of game {game}: {before} {fresh.shown.view}"


class Picture(NamedTuple):
    """How large the picture is, in pixels, in which language it speaks and how large its text is."""

    size: tuple[int, int] = (800, 480)
    language: str = "en"
    text: str = "normal"


USUAL = Picture()


def run(
    folder: Path, seed: int, steps: int, monkeypatch: pytest.MonkeyPatch, prepare: Callable[[Monkey], None], picture: Picture = USUAL
) -> set[str]:
    """So many steps, the same for the same seed. `prepare`: what is on the table before. Returns the screens that were open."""
    # Lots, and whatever else is drawn, are drawn by the seed too: what has failed once fails again.
    monkeypatch.setattr(random, "SystemRandom", lambda: random.Random(seed))
    harness().resize(*picture.size)
    evening = TouchEvening(harness(), folder, tray=True, simulated=simulated.tags, language=picture.language, text=picture.text)
    try:
        monkey = Monkey(evening, random.Random(seed))
        prepare(monkey)
        monkey.window.settle(1)
        monkey.play(steps)
        assert list(whole(evening)) == []
    finally:
        evening.close()
        harness().resize(800, 480)
        texts.use("en")
    return monkey.seen
