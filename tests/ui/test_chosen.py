"""What a screen has chosen lives no longer than the state in which it was chosen; and no screen sends on to another one by being shown."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.kit.colours import Colour
from companion.games.vabanque import rules
from companion.games.vabanque.rules.moves import Character, PlaceCard
from companion.games.vabanque.rules.view import Phase, Unrevealed
from companion.table.commands import Amend, Do, ProposeAmend, Redo, Undo
from companion.table.snapshot import Answer, Notice, Pending, Snapshot
from companion.ui.screens import SCREENS
from companion.ui.screens.chosen import Chooses, Chosen
from tests.ui import samples
from tests.ui.evening import TouchEvening
from tests.ui.everything import everything
from tests.ui.harness import Harness, harness
from tests.ui.refers import misplaced


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[TouchEvening]:
    harness().resize(800, 480)
    found = TouchEvening(harness(), tmp_path)
    yield found
    found.close()


@pytest.fixture
def window() -> Harness:
    harness().resize(800, 480)
    return harness()


# --- all screens, in a game that goes on, back and on again ---


class Walk:
    """Fingers choose without telling; the table acts, takes back, brings back, corrects, and goes on to the next round."""

    def __init__(self, evening: TouchEvening, seed: int) -> None:
        self.evening, self.window, self.rng = evening, evening.harness, random.Random(seed)
        self.posted: list[Any] = []
        self.compared: set[str] = set()
        post = evening.app._post

        def watched(thing: Any) -> None:
            view = evening.session.shown.view
            names = {player.colour: player.name for player in view.players} if view is not None else {}
            wrong = misplaced(self.window.stage.screen, thing, names, self.window.texts())
            assert not wrong, wrong
            post(thing)

        evening.app._post = watched

    def finger(self) -> None:
        """Taps anything but the ways out of the screen."""
        keys = [(w, k) for w in self.window.widgets() for k in w.targets if k not in ("menu", "left", "quit", "undo", "dismiss")]
        if keys:
            widget, key = self.rng.choice(keys)
            self.window.tap(*self.window.centre(widget, widget.targets[key]))

    def act(self) -> None:
        """Something happens at the table that is not this screen's doing."""
        session, rng = self.evening.session, self.rng
        if session.shown.change is not None:
            # A finger has opened a correction.
            session.handle(Undo())
        line = session.timeline.branch
        kind = rng.random()
        if kind < 0.3:
            session.handle(Undo(sure=True))
        elif kind < 0.45:
            session.handle(Redo())
        elif kind < 0.52 and line.moves:
            session.handle(ProposeAmend(rng.randrange(len(line.moves))))
            session.handle(Amend())
            if session.shown.change is not None:
                session.handle(Undo())
        else:
            legal = list(rules.legal(session.timeline.position, kinds=rng.random() < 0.5))
            if legal:
                session.handle(Do(rng.choice(legal)))

    def compare(self) -> None:
        """A screen that has seen all of it shows what a new one shows."""
        app = self.evening.app
        old: Any = self.window.stage.screen
        self.window.settle(1)
        seen = self.window.texts()
        fresh = type(old)()
        fresh.equip(app._kit())
        fresh.follow(app.shown)
        fresh.enter()
        fresh.show(app._seen(app.shown))
        self.window.lay(fresh)
        texts = self.window.texts()
        self.window.stage.open(old)
        self.window.settle(1)
        name = self.evening.open
        assert sorted(seen) == sorted(texts), (name, set(seen) ^ set(texts))
        self.compared.add(name)


def test_after_every_change_a_screen_is_as_if_it_were_new(evening: TouchEvening) -> None:
    evening.new_game()
    evening.set_up((Colour.RED, Colour.BLUE, Colour.GREEN))
    walk = Walk(evening, 3)
    rounds = set()
    for phase in (Phase.REVEAL, Phase.PAYOUT, Phase.COUNT, Phase.ORDER, Phase.REVEAL, Phase.COUNT, Phase.ORDER, Phase.REVEAL, Phase.ORDER):
        go_on(evening, phase)
        for _ in range(14):
            for _ in range(walk.rng.randint(0, 3)):
                walk.finger()
            before = evening.session.shown.view
            evening.app.act("game")
            walk.act()
            walk.window.settle(2)
            if evening.session.shown.view is None or evening.session.shown.view.phase is Phase.FINISHED:
                break
            rounds.add(evening.view.round)
            now = evening.view
            same = before is not None and before.results[-1:] == now.results[-1:]
            screen: Any = walk.window.stage.screen
            # The table that is looked at stays, at the payout of an unchanged result and while its cards are told; so does a name being typed.
            stays = (evening.open == "payout" and same and screen.looked_at) or (evening.open == "reveal" and screen.asked._table is not None)
            # And so does that a table alone lays a card unread, for the round's cards.
            stays = stays or (evening.open == "cards" and screen.unread_ones)
            stays = stays or (evening.open == "players" and (screen.naming is not None or screen._chair is not None))
            if before != now and evening.app._held is None and not stays:
                walk.compare()
    assert rounds >= {1, 2, 3}
    assert walk.compared >= {"reveal", "count", "order", "payout"}


def go_on(evening: TouchEvening, phase: Phase) -> None:
    """To the beginning of a phase, cards unread and pawns close together, so that there is much to tell."""
    session = evening.session
    rng = random.Random(1)
    if session.shown.change is not None:
        session.handle(Undo())
    left = iter(range(1000))
    while evening.view.phase is phase and next(left) < 999:
        session.handle(Do(rng.choice(list(rules.legal(session.timeline.position, kinds=True)))))
    while evening.view.phase not in (phase, Phase.FINISHED) and next(left) < 999:
        legal = list(rules.legal(session.timeline.position, kinds=True))
        hidden = [move for move in legal if isinstance(move, PlaceCard) and move.character is Character.HIDDEN and move.table <= 4]
        near = sorted(legal, key=lambda move: getattr(move, "steps", 0))
        session.handle(Do(rng.choice(hidden) if hidden else near[0]))
    evening.harness.settle(2)


def test_no_screen_keeps_a_choice_beyond_its_state() -> None:
    """Every `Chosen` of every screen is let go of when there is nothing left of the state in which it was chosen."""
    seen = set()
    for sample in everything(4):
        screen = sample.opened()
        parts = [screen, *(part for part in vars(screen).values() if isinstance(part, Chooses))]
        faces = getattr(screen, "faces", None)
        parts += list(faces.values()) if isinstance(faces, dict) else []
        screen.follow(Snapshot(serial=99, game=77))
        for part in parts:
            for cls in type(part).__mro__:
                for name, attribute in vars(cls).items():
                    if isinstance(attribute, Chosen):
                        seen.add((type(part).__name__, name))
                        assert getattr(part, name) == attribute.otherwise, (sample.name, name)
    assert len(seen) >= 20, seen


# --- the reveal ---


def hidden_at(*cards: tuple[Colour, int]) -> Snapshot:
    view = msgspec.structs.replace(samples.view(Phase.REVEAL), unrevealed=tuple(Unrevealed(owner, table, 1) for owner, table in cards))
    return samples.shown(view)


RED_2, BLUE_2, GREEN_5, RED_5 = (Colour.RED, 2), (Colour.BLUE, 2), (Colour.GREEN, 5), (Colour.RED, 5)


def test_the_reveal_asks_for_what_the_state_asks_for(window: Harness) -> None:
    screen: Any = SCREENS["vabanque/reveal"]()
    screen.show(hidden_at(RED_2, BLUE_2, GREEN_5))
    assert (screen.at, screen.whose) == (2, Colour.RED)
    screen.show(hidden_at(GREEN_5))
    assert (screen.at, screen.whose) == (5, Colour.GREEN)
    screen.show(hidden_at(BLUE_2, GREEN_5))
    assert (screen.at, screen.whose) == (2, Colour.BLUE), "an undo asks again for what was taken back"


def test_a_table_that_is_chosen_stays_while_its_cards_are_told_and_no_longer(window: Harness) -> None:
    screen: Any = SCREENS["vabanque/reveal"]()
    screen.show(hidden_at(RED_2, GREEN_5, RED_5))
    screen._table(5)
    screen._owner(Colour.RED)
    assert (screen.at, screen.whose) == (5, Colour.RED)
    screen.show(hidden_at(RED_2, GREEN_5))
    assert (screen.at, screen.whose) == (5, Colour.GREEN)
    screen.show(hidden_at(BLUE_2, RED_2, GREEN_5))
    assert (screen.at, screen.whose) == (2, Colour.BLUE), "an act elsewhere was taken back"


def test_a_card_that_waits_is_the_one_that_is_asked_for(window: Harness) -> None:
    screen: Any = SCREENS["vabanque/reveal"]()
    screen.show(hidden_at(RED_2, BLUE_2, GREEN_5))
    screen._table(5)
    screen.show(msgspec.structs.replace(hidden_at(RED_2, BLUE_2, GREEN_5), pending=Pending(Colour.BLUE, 2)))
    assert (screen.at, screen.whose) == (2, Colour.BLUE)


# --- where the way leads is decided in one place ---


def test_no_screen_sends_on_when_it_is_shown() -> None:
    for sample in everything(3):
        sent: list[Any] = []
        screen = sample.screen(sent.append)
        screen.enter()
        for shown in (sample.shown, Snapshot(serial=3), msgspec.structs.replace(sample.shown, notice=Notice(Answer.FAULT, 9)), sample.shown):
            if shown.view is None and sample.shown.view is not None:
                # No screen of a game is shown without one.
                continue
            screen.show(shown)
        assert sent == [], sample.name
