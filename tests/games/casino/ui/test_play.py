"""Whole games through the app: from the players to the end, by touch alone and by tags."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.casino import GAME
from companion.games.casino.demo import random_game
from companion.games.casino.rules.cards import Card
from companion.games.casino.rules.house import HouseRules
from companion.games.casino.rules.moves import Agree, AnyMove, Begin, Build, Counted, Dealt, Join, Lay, Shown, Take, Trail
from companion.games.casino.rules.state import Phase
from companion.games.casino.table.choice import Choice
from companion.games.casino.ui.screens.rules import POINTS
from tests.games.casino.at_table import UIDS
from tests.ui.evening import TouchEvening
from tests.ui.harness import harness  # before anything of kivy.core.window


@pytest.fixture
def evening(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[TouchEvening]:
    made = TouchEvening(harness(), tmp_path, uids=getattr(request, "param", {}))
    yield made
    made.close()


class Hands:
    """What people do on the screen for a move. `tags`: cards are shown to the pad."""

    def __init__(self, evening: TouchEvening, *, tags: bool) -> None:
        self.evening, self.tags = evening, tags
        self.screens = {evening.open}

    def make(self, move: AnyMove) -> None:
        evening = self.evening
        match move:
            case Join(colour=colour):
                evening.tap("free", colour)
            case Begin(dealer=dealer):
                at = next(player.chair for player in self.view.players if player.colour is dealer)
                evening.tap("chairs", at)
            case Lay(card=card) | Shown(card=card):
                self.card(card)
            case Trail(card=card) | Take(card=card) | Build(card=card):
                if self.view.phase is not Phase.CHOOSE:
                    self.card(card)
                else:
                    self.screens.add(self.evening.open)
                    self.choose(move)
            case Agree(house=house):
                at = POINTS.index(house.target)
                evening.harness.tap_on(evening.harness.stage.screen.rows[1], at)  # type: ignore[union-attr]
                evening.tap("on")
            case Dealt():
                # The next card says so.
                return
            case _:
                evening.tap("on")

    @property
    def view(self) -> Any:
        return self.evening.view

    def card(self, card: Card) -> None:
        if self.tags:
            self.evening._lay(f"card:{card}")
            self.evening.harness.settle()
        else:
            self.evening.tap("grid", card)

    def choose(self, move: Trail | Take | Build) -> None:
        if isinstance(move, Trail):
            self.evening.tap("leave")
            return
        choice = self.evening.session.shown.draft
        assert isinstance(choice, Choice)
        wanted = set(move.cards if isinstance(move, Take) else move.with_)
        whole = {card: build.cards[0] for build in self.view.builds for card in build.cards}
        for card in {whole.get(card, card) for card in wanted ^ set(choice.lit)}:
            self.evening.tap("table", card)
        self.evening.tap("take" if isinstance(move, Take) else "build")
        if self.view.phase is Phase.CHOOSE:
            which = self.evening.session.shown.draft.which
            at = next(i for i, reading in enumerate(which) if reading.made.value == move.value)  # type: ignore[union-attr]
            self.evening.harness.tap_on(self.evening.harness.stage.screen.tiles[at])  # type: ignore[union-attr]


@pytest.mark.parametrize(("evening", "players"), [({}, 2), (UIDS, 3)], indirect=["evening"], ids=["by touch", "by tags"])
def test_a_whole_game_from_the_players_to_the_end(evening: TouchEvening, players: int) -> None:
    tags = bool(evening.uids)
    evening.new_game(GAME.key)
    hands = Hands(evening, tags=tags)
    moves = random_game(3, players, HouseRules(target=11))
    for move in moves:
        hands.make(move)
        hands.screens.add(evening.open)
        assert evening.session.shown.notice is None, evening.session.shown.notice
    assert evening.view.outcome is not None
    assert hands.screens >= {"players", "rules", "dealer", "table", "play", "choose", "deal", "count", "finished"}
    told = evening.session.timeline
    assert told is not None
    played = [move for move in moves if isinstance(move, Take | Trail | Build | Counted)]
    made = [move for move in told.moves if isinstance(move, Take | Trail | Build | Counted)]
    assert [type(move) for move in made] == [type(move) for move in played]
    evening.tap("home")
    assert evening.open == "home"
