"""Statistics, the names book, the bin and a game again: what they show, that they fit, and that they do what they say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.demo import random_game
from companion.games.vabanque.moves import Join
from companion.games.vabanque.view import Phase
from companion.table import history
from companion.table.statistics import Filter
from companion.table.touches import MergeNames, ShowPast
from companion.ui import texts, theme
from companion.ui.screens import SCREENS
from companion.ui.screens.stats import figures_of
from companion.ui.widgets.field import TextEntry
from tests.ui.book_samples import book_pictures, figures
from tests.ui.evening import TouchEvening
from tests.ui.game_samples import opened
from tests.ui.harness import SIZES, Harness, harness
from tests.ui.test_screens_home import hold


@pytest.fixture
def window() -> Iterator[Harness]:
    found = harness()
    found.resize(800, 480)
    texts.use("en")
    theme.look.text, theme.look.calm, theme.look.mute = 1.0, True, True
    yield found
    found.resize(800, 480)


@pytest.fixture
def evening(window: Harness, tmp_path: Path) -> Iterator[TouchEvening]:
    """Three past games; in the third somebody is spelled otherwise, and it was played some years before."""
    found = TouchEvening(window, tmp_path / "data")
    for seed, date in ((3, "2026-12-06"), (5, "2026-11-02"), (6, "2024-01-31")):
        moves = list(random_game(seed))
        if seed == 6:
            moves = [msgspec.structs.replace(m, name="Zoë") if isinstance(m, Join) and m.colour is FIRST else m for m in moves]
        game = found.journal.add_game(moves, digest=str(seed), date=date, place=None)
        assert game is not None
        history.end(found.journal, game)
    yield found
    found.close()


FIRST = next(move.colour for move in random_game(6) if isinstance(move, Join))


def faults(window: Harness, *, long: bool) -> list[str]:
    """What does not fit or can't be hit."""
    found = []
    for name, screen, shown, prepare in book_pictures(long=long):
        window.lay(opened(screen(), shown, prepare))
        found += [f"{name}: {cut}" for cut in window.cuts()]
        found += [f"{name}: {target}" for target in window.small_targets()]
    return found


@pytest.mark.parametrize("language", list(texts.LANGUAGES))
def test_the_longest_names_and_amounts_fit(window: Harness, language: str) -> None:
    texts.use(language)
    assert faults(window, long=True) == []
    assert faults(window, long=False) == []


@pytest.mark.parametrize("size", [(720, 1280), (1280, 720)])
@pytest.mark.parametrize("language", ["de", "fr"])
def test_they_fit_upright_and_on_a_larger_panel_in_the_largest_text(window: Harness, size: tuple[int, int], language: str) -> None:
    window.resize(*size)
    texts.use(language)
    theme.look.text = theme.TEXT_SIZES["largest"]
    assert faults(window, long=True) == []


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", list(texts.LANGUAGES))
@pytest.mark.parametrize("text", list(theme.TEXT_SIZES))
def test_they_fit_everywhere(window: Harness, size: tuple[int, int], language: str, text: str) -> None:
    window.resize(*size)
    texts.use(language)
    theme.look.text = theme.TEXT_SIZES[text]
    assert faults(window, long=True) == []


def test_nothing_is_drawn_while_nothing_happens(window: Harness) -> None:
    for name, cls, shown, prepare in book_pictures():
        screen = opened(cls(), shown, prepare)
        window.open(screen)
        assert window.drawings_of(lambda: None) == 0, name
        again = msgspec.structs.replace(shown, serial=shown.serial + 1)
        assert window.drawings_of(lambda screen=screen, again=again: screen.show(again)) == 0, name  # type: ignore[misc]


def test_no_double_tap_acts_twice(window: Harness) -> None:
    tapped = 0
    for name, cls, shown, prepare in book_pictures():
        window.lay(opened(cls(), shown, prepare))
        count = len([k for w in window.widgets() if not isinstance(w, TextEntry) for k in list(w.targets)[:3]])
        for place in range(count):
            done: list[Any] = []
            screen = cls(lambda act, done=done: None if isinstance(act, str) else done.append(act))  # type: ignore[misc]
            window.lay(opened(screen, shown, prepare))
            widget, key = [(w, k) for w in window.widgets() if not isinstance(w, TextEntry) for k in list(w.targets)[:3]][place]
            spot = window.centre(widget, widget.targets[key])
            window.tap(*spot)
            once = len(done)
            window.tap(*spot, hasty=True)
            assert len(done) == once <= 1, (name, key, done)
            tapped += 1
    assert tapped > 80


# --- statistics ---


def test_a_players_figures_are_those_of_the_statistics() -> None:
    texts.use("en")
    one = figures().players[0]
    said = {label: figure for label, figure, _ in figures_of(one)}
    assert said["Games"] == str(one.games)
    assert said["Wins"] == str(one.wins)
    assert said["Money"] == texts.amount(one.money)
    assert said["Most in a game"] == texts.amount(one.best)
    assert one.share is not None
    assert said["By pawns : Cheats"] == f"{round(100 * one.share)} : {100 - round(100 * one.share)} %"
    assert said["Caught by a Cheat"] == str(one.caught)
    assert said["Idle Cheats"] == str(one.idle)
    assert one.dearest is not None
    assert said["Dearest table"] == texts.amount(one.dearest.value)


def open_past(evening: TouchEvening) -> None:
    evening.app.act(ShowPast())
    evening.harness.settle(1)
    assert evening.open == "past"


def test_statistics_by_player_by_year_and_over_time(evening: TouchEvening) -> None:
    open_past(evening)
    evening.tap("stats")
    assert evening.open == "stats"
    stats = evening.session.shown.stats
    assert stats is not None
    assert stats.games == 3
    best = stats.players[0]
    evening.tap("players", ("row", best.name))
    assert texts.amount(best.money) in evening.harness.texts()
    evening.tap("over_time")
    assert "Money by year" in evening.harness.texts()
    assert {"2024", "2026"} <= set(evening.harness.texts())
    years: Any = evening.widget("years")
    evening.tap("years", [value for value, _ in years.choice.options].index("2024"))
    now = evening.session.shown.stats
    assert now is not None
    assert (now.games, now.filter) == (1, Filter(since="2024", until="2024"))
    assert "Money by month" in evening.harness.texts()
    # The years stay to be chosen.
    assert [value for value, _ in years.choice.options] == ["", "2024", "2026"]
    evening.tap("bar", "left")
    assert (evening.open, evening.session.shown.stats) == ("past", None)


def test_only_the_games_of_one_player_count(evening: TouchEvening) -> None:
    open_past(evening)
    evening.tap("stats")
    evening.harness.stage.screen._choose("Zoë")  # type: ignore[union-attr]
    evening.harness.settle(1)
    evening.tap("only")
    stats = evening.session.shown.stats
    assert stats is not None
    assert (stats.games, stats.filter.players) == (1, ("Zoë",))
    evening.tap("only")
    assert evening.session.shown.stats is not None
    assert evening.session.shown.stats.games == 3


# --- names ---


def test_two_spellings_become_one_player_and_two_again(evening: TouchEvening) -> None:
    open_past(evening)
    evening.tap("book")
    assert evening.open == "book"
    book = {entry.name: entry for entry in evening.session.shown.book or ()}
    sat = {seat.name for played in history.played(evening.journal) if played.date == "2024-01-31" for seat in played.facts.seats}
    into = next(name for name in book if name != "Zoë" and name not in sat)
    people: Any = evening.widget("people")
    people.on_tap(into)
    people.on_tap("Zoë")
    evening.harness.settle(1)
    hold(evening.harness, evening.widget("merge"))
    now = {entry.name: entry for entry in evening.session.shown.book or ()}
    assert "Zoë" not in now
    assert now[into].spellings == ("Zoë",)
    evening.harness.settle(1)
    assert evening.harness.stage.screen.chosen == (into,)  # type: ignore[union-attr]
    evening.tap("spellings", ("row", "Zoë"))
    assert "Zoë" in {entry.name for entry in evening.session.shown.book or ()}


def test_who_sat_at_one_table_is_not_one_player(evening: TouchEvening) -> None:
    open_past(evening)
    evening.tap("book")
    sat = sorted({seat.name for played in history.played(evening.journal) if played.date == "2026-12-06" for seat in played.facts.seats})
    people: Any = evening.widget("people")
    people.on_tap(sat[0])
    people.on_tap(sat[1])
    evening.harness.settle(1)
    hold(evening.harness, evening.widget("merge"))
    assert "Those are two people" in evening.harness.texts()


def test_the_first_name_that_is_chosen_stays(window: Harness) -> None:
    done: list[Any] = []
    shown = next(shown for name, _, shown, _ in book_pictures() if name == "book")
    screen: Any = opened(SCREENS["book"](done.append), shown, None)
    window.open(screen)
    first, second, third = (entry.name for entry in shown.book[:3])  # type: ignore[index]
    for name in (first, third, second):
        screen.people.on_tap(name)
    screen._merge()
    assert done == [MergeNames(second, first)]


# --- the bin, and once more ---


def test_a_game_is_deleted_by_holding_and_comes_back(evening: TouchEvening) -> None:
    open_past(evening)
    games = [entry.game for entry in evening.session.shown.past or ()]
    evening.tap("rows", ("row", games[0]))
    assert evening.open == "replay"
    hold(evening.harness, evening.widget("delete"))
    assert evening.open == "past"
    assert [entry.game for entry in evening.session.shown.past or ()] == games[1:]
    evening.tap("bin")
    assert [entry.game for entry in evening.session.shown.past or ()] == games[:1]
    evening.tap("rows", ("row", games[0]))
    evening.tap("restore")
    assert evening.session.shown.past == ()
    evening.tap("bar", "left")
    assert [entry.game for entry in evening.session.shown.past or ()] == games


def test_the_bin_is_emptied_by_holding(evening: TouchEvening) -> None:
    open_past(evening)
    games = [entry.game for entry in evening.session.shown.past or ()]
    evening.tap("rows", ("row", games[0]))
    hold(evening.harness, evening.widget("delete"))
    evening.tap("bin")
    evening.tap("empty")
    assert len(evening.session.shown.past or ()) == 1
    hold(evening.harness, evening.widget("empty"))
    assert evening.session.shown.past == ()
    assert not evening.journal.games(deleted=True)


def test_a_rematch_begins_with_the_same_people(evening: TouchEvening) -> None:
    open_past(evening)
    entry = (evening.session.shown.past or ())[0]
    evening.tap("rows", ("row", entry.game))
    evening.tap("rematch")
    assert evening.phase is Phase.RING
    assert {(player.colour, player.name) for player in evening.view.players} == set(entry.players)
