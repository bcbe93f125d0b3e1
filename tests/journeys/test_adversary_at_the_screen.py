"""Two games that differ in one face-down card, and somebody who does not hold it and does whatever comes to mind on the screen and at the readers.

Each act is done in both games, one game after the other in the one window of this process, and after each everything that can be seen, heard or
counted is compared: the pixels, the texts, what can be touched, the screen's name, sounds, lights, how often a widget was drawn.
"""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules import Game
from companion.games.vabanque.rules.moves import KINDS, Confirm, RevealCard, Untold
from companion.table.commands import BackInHand, Do, LookAt, Made, Touch
from companion.table.events import Button, ButtonPressed, Fault, Input, LinkLost, LinkUp, Signal, TagGone, TagSeen
from companion.ui.kit import sound
from companion.ui.spare import Spare
from companion.ui.widgets.drawn import Drawn
from tests.ui.evening import UIDS, TouchEvening
from tests.ui.harness import SIZES, harness, wait

STRANGE = [bytes([0x04, 0xF1, number, 1, 2, 3, 4]) for number in range(3)] + [b"\x08\x01\x02\x03"]
ACTS = 200
NOW = "2026-11-30T21:00:00+00:00"
SELDOM = ("menu", "left", "home")
Seen = dict[str, Any]


class Setting:
    """Who plays, against whom, on which screen, in which language: twelve of them in a row have every one of each."""

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)
        self.victim = tuple(Colour)[seed % 6]
        self.size = SIZES[seed % 4]
        self.language = ("en", "de", "fr")[seed % 3]
        self.players = (*rng.sample([colour for colour in Colour if colour is not self.victim], 2 + seed % 4), self.victim)
        self.kinds = rng.sample([str(kind) for kind in KINDS], 3)


class Adversary:
    """One of the two games, and what is done in it, drawn from a seed. What is drawn depends on nothing but what can be seen."""

    def __init__(self, seed: int, setting: Setting, folder: Path, hand: list[str]) -> None:
        self.rng = random.Random(seed)
        self.players, self.victim = setting.players, setting.victim
        self.window = window = harness()
        window.resize(*setting.size)
        window.now = 1000.0
        sound.played.clear()
        self.evening = evening = TouchEvening(window, folder)
        self.hand = [f"{self.victim} {kind}" for kind in hand]
        evening.app.change(msgspec.structs.replace(evening.app.settings, sound=True, language=setting.language))
        evening.session._rng = random.Random(seed)
        self.seen: list[Seen] = []
        self.done: list[str] = []
        self.drawn: list[Drawn] = []
        self._begin()
        self._forbid()

    def _begin(self) -> None:
        """The victim has laid a card, which is another one in each game, by its tag."""
        evening = self.evening
        evening.new_game()
        evening.set_up(self.players)
        evening.play(lambda view: view.to_act is self.victim and view.phase.value == "cards", unread=lambda n: True)
        evening._lay(self.hand[0])
        evening.tap("ring", len(evening.view.tables))
        assert evening.view.to_act is not self.victim
        evening.signals.clear()
        sound.played.clear()

    def _forbid(self) -> None:
        """Nobody turns the victim's cards over, and nobody opens them but the victim."""
        app = self.evening.app
        post = app._post

        def posted(thing: Made) -> None:
            self.done.append(repr(thing))
            if not any(map(self._turns_over, thing.touches)):
                post(thing)

        app._post = posted  # type: ignore[method-assign]

    def _turns_over(self, touch: Touch) -> bool:
        match touch:
            case LookAt(owner=owner):
                return owner is self.victim
            case BackInHand():
                # Whoever says so is heard and seen by everybody.
                return True
            case Do(move=Confirm()):
                position = self.evening.session.timeline.position
                return isinstance(position, Game) and any(card.owner is self.victim and card.table in position.pawns for card in position.cards)
            case Do(move=RevealCard(by=by) | Untold(by=by)):
                return by is self.victim
        return False

    def play(self, acts: int) -> list[Seen]:
        self._look()
        for _ in range(acts):
            self.drawn.clear()
            self.evening.signals.clear()
            sound.played.clear()
            if self.rng.random() < 0.4:
                self.evening.session.handle(self._input())
            else:
                self._touch()
            self.window.settle(1)
            self._look()
        return self.seen

    def _look(self) -> None:
        window = self.window
        there = set(window.widgets())
        pixels = hashlib.sha256(window.pixels()).hexdigest()
        self.seen.append(
            {
                "screen": self.evening.open,
                "done": tuple(self.done[-3:]),
                "texts": tuple(window.texts()),
                "targets": repr([(type(widget).__name__, *widget.targets.items()) for widget in window.widgets()]),
                "drawn": tuple(type(widget).__name__ for widget in self.drawn if widget in there),
                "lights": tuple(self.evening.signals),
                "sounds": tuple(sound.played),
                "pixels": pixels,
                "wait": self.evening.session.wait,
                "acts": self.evening.acts,
            }
        )

    def _input(self) -> Input:
        rng = self.rng
        reader = rng.choice(("pad", "wand", "ring-1/3"))
        # One of the victim's cards, in hand or face down: which it is nobody sees.
        tag = UIDS[rng.choice(self.hand)]
        others = [uid for code, uid in UIDS.items() if code not in self.hand] + STRANGE
        tag = tag if rng.random() < 0.35 else rng.choice(others)
        seen: list[Input] = [TagSeen(reader, tag, age=rng.choice((0.0, 0.0, 60.0))), TagGone(reader, tag)]
        links: list[Input] = [LinkLost("ring-1", Fault.UNPLUGGED), LinkUp("ring-1", ("ring-1/3",)), LinkUp("pad", ("pad",))]
        told = rng.choice([*seen * 4, *links, ButtonPressed(Button.UNDO)])
        self.done.append(type(told).__name__)
        return told

    def _touch(self) -> None:
        window, rng = self.window, self.rng
        everything = [(widget, key) for widget in window.widgets() for key in widget.targets if key != "quit"]
        often = [(widget, key) for widget, key in everything if key not in SELDOM]
        widget, key = rng.choice(everything if rng.random() < 0.15 or not often else often)
        self.done.append(f"{self.evening.open}: {key}")
        spot = window.centre(widget, widget.targets[key])
        kind = rng.random()
        if kind < 0.8:
            window.tap(*spot)
            return
        finger = window.down(*spot)
        if kind < 0.9:
            wait(0.9)
        else:
            other, target = rng.choice(everything)
            end = window.centre(other, other.targets[target])
            window.move(finger, *end)
        window.settle(1)
        window.up(finger)


def attack(seed: int, folder: Path, monkeypatch: pytest.MonkeyPatch, acts: int = ACTS) -> set[str]:
    setting = Setting(seed)
    kinds = setting.kinds
    seen: list[list[Seen]] = []
    with monkeypatch.context() as patch:
        patch.setattr("companion.table.journal.store.now", lambda: NOW)
        for name, hand in (("a", kinds), ("b", [kinds[1], kinds[0], kinds[2]])):
            # Lots, and the places of cards, are drawn alike in both.
            patch.setattr(random, "SystemRandom", lambda: random.Random(seed))
            adversary = Adversary(seed, setting, folder / name, hand)
            watch(adversary, patch)
            try:
                seen.append(adversary.play(acts))
            finally:
                adversary.evening.close()
                harness().resize(*SIZES[0])
                patch.undo()
                patch.setattr("companion.table.journal.store.now", lambda: NOW)
    for number, (one, other) in enumerate(zip(*seen, strict=True)):
        for what, told in one.items():
            assert told == other[what], f"seed {seed}: {what} after act {number}, {one['done']} on {one['screen']}"
    lit = {signal for each in seen[0] for signal in each["lights"]}
    assert {Signal.REFUSED, Signal.ACCEPTED} & lit
    return {each["screen"] for each in seen[0]}


def watch(adversary: Adversary, patch: pytest.MonkeyPatch) -> None:
    """Keeps which widgets drew themselves."""
    draw = Drawn._draw
    # What is made ahead in spare time is made for nobody's eyes yet.
    patch.setattr(Spare, "begin", lambda self: None)

    # Kivy finds it again by its name.
    def _draw(self: Drawn, dt: float = 0) -> None:
        adversary.drawn.append(self)
        draw(self, dt)

    patch.setattr(Drawn, "_draw", _draw)


def test_whatever_anybody_does_on_the_screen_a_face_down_card_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    screens = attack(4, tmp_path, monkeypatch)
    assert len(screens) > 3, screens


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 120))
def test_twenty_adversaries_at_the_screen_learn_nothing(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setting = Setting(seed)
    print("seed", seed, setting.victim, setting.size, setting.language, len(setting.players))
    attack(seed, tmp_path, monkeypatch)
