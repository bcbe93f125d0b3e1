"""What is told of the rounds that are over: their counts while the game goes on, and the places at the end; and what is to come of the last deal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.casino import GAME
from companion.games.casino.demo import random_game
from companion.games.casino.rules.house import HouseRules, Kind
from companion.games.casino.rules.moves import Shown
from companion.games.casino.rules.state import Phase
from companion.games.casino.ui.screens.finished import _places
from companion.table.commands import Do
from companion.ui import texts
from tests.games.casino.ui.samples import whole
from tests.ui.evening import TouchEvening
from tests.ui.harness import harness  # before anything of kivy.core.window


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[TouchEvening]:
    made = TouchEvening(harness(), tmp_path)
    yield made
    made.close()


def played(evening: TouchEvening, until: Any) -> Any:
    """A random game for two as far as this."""
    texts.use("en")
    evening.new_game(GAME.key)
    for move in random_game(5, 2, HouseRules()):
        if isinstance(move, Shown):
            continue
        evening.app.act(Do(move))
        evening.harness.settle()
        if until(evening.view):
            return evening.view
    raise AssertionError(until)


def test_the_count_of_a_round_is_looked_at_again_in_the_next_one(evening: TouchEvening) -> None:
    view = played(evening, lambda view: len(view.results) == 2 and view.phase is Phase.PLAY)
    evening.app.act("counted")
    evening.harness.settle()
    screen: Any = evening.harness.stage.screen
    assert evening.open == "counted"
    assert screen.bar.prompt.title == "Round 2"
    assert [now for _, now in screen.table.scores] == [view.results[1].scores[side] for side in view.sides]
    evening.tap("mend")
    assert screen.bar.prompt.title == "Round 1"
    assert list(screen.table.scores) == [(0, view.results[0].scores[side]) for side in view.sides]
    assert not screen.mend.enabled
    # A row opens its cards, as in the count itself; nothing there changes the score.
    screen.table.on_tap("cards")
    assert screen.face == "row"
    evening.tap("bar", "left")
    evening.tap("on")
    assert screen.bar.prompt.title == "Round 2"
    evening.tap("on")
    assert evening.open == "play"
    assert evening.view == view


def test_in_the_last_deal_it_is_told_how_many_plays_are_to_come(evening: TouchEvening) -> None:
    view = played(evening, lambda view: view.phase is Phase.PLAY and view.deal == view.deals and sum(p.left for p in view.players) == 3)
    screen: Any = evening.harness.stage.screen
    screen.hand = True
    screen.show(evening.session.shown)
    evening.harness.settle()
    assert view.deal == 6
    assert [each.text for each in screen.last_deal.texts] == ["Last deal", "3 plays to come"]


def test_partners_share_a_place_and_in_royal_a_lower_total_may_win() -> None:
    shown = next(shown for name, shown in whole(4, kind=Kind.ROYAL) if name.startswith("finished"))
    view = shown.view
    places = _places(view)
    assert sorted(places.values()) == [1, 1, 2, 2]
    assert {colour for colour, place in places.items() if place == 1} == set(view.outcome.winners)
    # The winners by the order of the count have fewer points.
    fewer = tuple([replace(each, score=1 if each.colour in view.outcome.winners else 30) for each in view.players])
    assert _places(replace(view, players=fewer)) == places
    alone = tuple([replace(each, side=n, score=score) for n, (each, score) in enumerate(zip(view.players, (21, 9, 9, 4), strict=True))])
    won = replace(view.outcome, winners=(alone[0].colour,))
    assert [_places(replace(view, players=alone, outcome=won))[each.colour] for each in alone] == [1, 2, 2, 4]


def test_several_who_win_are_said_in_the_plural() -> None:
    assert {language: _said(language) for language in texts.LANGUAGES} == {"en": "A and B win", "de": "A und B gewinnen", "fr": "A et B gagnent"}


def _said(language: str) -> str:
    texts.use(language)
    try:
        return texts.trc("several people", "{n} win", n=texts.names(["A", "B"]))
    finally:
        texts.use("en")
