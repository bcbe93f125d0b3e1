"""Partners on the pages of the house: what one has both have, and they stand together."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games import SHELF
from companion.games.casino.rules.house import HouseRules, Kind
from companion.table.commands import Do, GoHome, NewGame, ReplayGame, ShowPast, ShowStats
from companion.table.evenings.statistics import Partner
from companion.table.tags import simulated
from companion.ui.screens.past import evening as row_of
from tests.games.casino.evenings import BLUE, GREEN, RED, YELLOW, Evening
from tests.ui.evening import TouchEvening
from tests.ui.harness import harness

GAME = Evening([RED, BLUE, GREEN, YELLOW], HouseRules(Kind.ROYAL, teams=True), 5)
"""Red and Green against Blue and Yellow, who sit between them."""


@pytest.fixture(params=[((800, 480), "en", "normal"), ((480, 800), "de", "largest")])
def played(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TouchEvening]:
    """A whole game that is over, and half of another one."""
    monkeypatch.setattr(SHELF, "_built_in", ("vabanque", "casino", "cash_and_run"))
    size, language, text = request.param
    harness().resize(*size)
    found = TouchEvening(harness(), tmp_path, simulated=simulated.tags, language=language, text=text)
    for moves in (GAME.moves, GAME.moves[: len(GAME.moves) // 2]):
        found.app.act(NewGame(rules="casino"))
        for move in moves:
            found.session.handle(Do(move))
        found.harness.settle(2)
        if found.open == "finished":
            assert [(step.rank, set(step.colours)) for step in page(found).podium.steps()] == [(1, {BLUE, YELLOW}), (2, {RED, GREEN})]
        found.app.act(GoHome())
        found.harness.settle(2)
    yield found
    found.close()
    harness().resize(800, 480)


def page(played: TouchEvening) -> Any:
    """The open page, on which nothing is cut."""
    played.harness.settle(2)
    window = played.harness
    assert [*window.cuts(), *window.overlaps(), *window.small_targets()] == []
    return window.stage.screen


def at(played: TouchEvening, thing: Any) -> Any:
    """The page to which a finger comes by this."""
    played.app.act(thing)
    played.harness.settle(2)
    return page(played)


def test_partners_stand_together_wherever_games_are_listed(played: TouchEvening) -> None:
    (going,) = played.session.shown.games
    assert going.sides == ((RED, GREEN), (BLUE, YELLOW))
    score = {colour: str(points) for colour, points in going.scores.items()}
    # What a side has is told once.
    told = [written.text for written in at(played, "games").lineup.texts if len(written.text) > 1 or written.text.isdigit()]
    assert told == [going.players[0][1], dict(going.players)[GREEN], score[RED], dict(going.players)[BLUE], dict(going.players)[YELLOW], score[BLUE]]
    at(played, "back")
    at(played, ShowPast())
    (past,) = played.session.shown.past
    row, called = row_of(past), dict(past.players)
    assert (row.title, row.winners, row.others) == (f"{called[BLUE]} + {called[YELLOW]}", (BLUE, YELLOW), (RED, GREEN))
    standing = at(played, ReplayGame(past.game, 60)).looked.players.rows
    assert [each.mark for each in standing] == [RED, GREEN, BLUE, YELLOW]
    assert all(called[other] in each.sub for each, other in zip(standing, (GREEN, RED, YELLOW, BLUE), strict=True))


def test_statistics_know_partners_and_count_what_they_have_once(played: TouchEvening) -> None:
    at(played, ShowPast())
    (past,) = played.session.shown.past
    called = dict(past.players)
    screen = at(played, ShowStats())
    stats = played.session.shown.stats
    assert stats is not None
    blue = next(player for player in stats.players if player.name == called[BLUE])
    # Both have won, and nobody else: that is no win that is shared.
    assert (blue.wins, blue.shared, blue.partners) == (1, 0, (Partner(called[YELLOW], 1, 1),))
    assert [month.score for month in stats.months] == [past.scores[BLUE] + past.scores[RED]]
    screen._choose(blue.name)
    assert any(called[YELLOW] in label for label, _, _ in page(played).figures.figures)
