"""What the toy tries in the house that no other game may try: several who may act at once, a nod, and chance."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import SHELF
from companion.games.kit.colours import Colour
from companion.table import commands
from companion.table.events import Signal
from companion.table.journal.store import Journal
from companion.table.session.session import Session
from companion.table.snapshot import Snapshot
from tests.any_game.conftest import TOY
from tests.any_game.evening import Evening


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[Evening]:
    """Ada and Bo sit there, and blue is odd."""
    from tiny_game.rules.moves import Draw

    made = Evening(tmp_path / "data", SHELF[TOY])
    made.new()
    made.show("blue stone")
    made.show("red stone")
    made.touch(commands.Do(Draw(Colour.BLUE)))
    yield made
    made.journal.close()


@pytest.mark.parametrize("order", [("blue", "red"), ("red", "blue")])
def test_whoever_is_ready_first_lays_first(toy: Evening, order: tuple[str, str]) -> None:
    assert toy.view.may_act == {Colour.BLUE, Colour.RED}
    toy.show(f"{order[0]} one")
    assert toy.view.may_act == {Colour(order[1])}
    toy.show(f"{order[1]} two")
    assert toy.view.may_act == frozenset()
    assert [move.by for move in toy.timeline.moves[-2:]] == list(order)


def test_a_nod_is_heard_and_is_nothing_to_read(toy: Evening) -> None:
    """A `Note`: the accepted tone, no notice, no act, and nothing lapses."""
    acts = len(toy.timeline.rounds)
    toy.show("blue stone")
    toy.signals.clear()
    toy.show("blue stone")
    assert toy.signals == [Signal.ACCEPTED]
    assert (toy.answer, toy.shown.pending, toy.session.wait) == (None, None, None)
    assert len(toy.timeline.rounds) == acts


def test_a_lot_is_on_disk_before_anybody_sees_it(toy: Evening) -> None:
    from tiny_game.rules.moves import Draw, Open
    from tiny_game.table.gestures import DrawLots

    for code in ("blue one", "red two"):
        toy.show(code)
    toy.touch(commands.Do(Open()))
    on_disk: list[object] = []

    def seen(shown: Snapshot) -> None:
        journal = Journal.reading(toy.folder)
        on_disk.append((shown.view.odd, journal.acts(shown.game)[-1]))
        journal.close()

    toy.session.listeners.append(seen)
    toy.touch(DrawLots())
    assert on_disk
    for odd, act in on_disk:
        assert act == Draw(odd)


def test_chance_is_the_operating_systems(tmp_path: Path) -> None:
    """Where no test says otherwise."""
    from tiny_game.rules.moves import Join
    from tiny_game.table.gestures import DrawLots

    journal = Journal(tmp_path)
    session = Session(journal)
    session.handle(commands.NewGame(rules=TOY))
    for colour in (Colour.BLUE, Colour.RED):
        session.handle(commands.Do(Join(colour, colour)))
    assert session._playing is not None
    assert isinstance(session._playing.random, random.SystemRandom)
    session.handle(DrawLots())
    assert session.shown.view.odd in (Colour.BLUE, Colour.RED)
    journal.close()
