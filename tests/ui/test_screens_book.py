"""Statistics, the names book, the bin and a game again: what they show, that they fit, and that they do what they say."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.devices import doctor
from companion.errors import CompanionError, StickError
from companion.games.kit.colours import Colour
from companion.games.vabanque import GAME as VABANQUE
from companion.games.vabanque.demo import random_game
from companion.games.vabanque.rules.moves import Join
from companion.games.vabanque.rules.view import Phase
from companion.settings import Settings
from companion.table.backup.folder import Restored, Written
from companion.table.commands import GoHome, MergeNames, ShowPast
from companion.table.evenings import history
from companion.table.evenings.statistics import Filter, Most
from companion.table.journal.damage import Damage, Warned
from companion.table.journal.store import Journal
from companion.table.snapshot import Snapshot
from companion.ui import texts
from companion.ui.kit import theme
from companion.ui.screens import SCREENS, checks
from companion.ui.screens import day as of_day
from companion.ui.screens.base import Kit
from companion.ui.screens.diagnosis import damaged
from companion.ui.screens.stats import figures_of
from tests.ui.book_samples import CHECKED, Desk, a_preview, book_pictures, figures, sticks
from tests.ui.evening import TouchEvening
from tests.ui.game_samples import opened
from tests.ui.harness import Harness, harness
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
        game = found.journal.add_game(moves, digest=str(seed), date=date, place=None, rules="vabanque")
        assert game is not None
        history.end(found.journal, game)
    yield found
    found.close()


FIRST = next(move.colour for move in random_game(6) if isinstance(move, Join))


# --- statistics ---


def test_a_players_figures_are_those_of_the_statistics() -> None:
    texts.use("en")
    one = figures().players[0]
    said = {label: figure for label, figure, _ in figures_of(VABANQUE, one)}
    assert said["Games"] == str(one.games)
    assert said["Wins"] == str(one.wins)
    assert said["Money"] == texts.amount(one.score)
    assert said["Best game"] == texts.amount(one.best)
    share, dearest = one.figures["pawn_share"], one.figures["dearest"]
    assert isinstance(share, float)
    assert said["By pawns"] == f"{round(100 * share)}%"
    assert said["Caught by a Cheat"] == str(one.figures["caught"])
    assert said["Wasted Cheats"] == str(one.figures["idle"])
    assert isinstance(dearest, Most)
    assert said["Top table"] == texts.amount(dearest.value)


def open_past(evening: TouchEvening) -> None:
    evening.app.act(ShowPast())
    evening.harness.settle(1)
    assert evening.open == "past"


@pytest.mark.parametrize("part", of_day.PARTS)
def test_no_day_is_beyond_the_calendar(part: str) -> None:
    # A record may have been written of any day that the calendar has.
    assert of_day.moved(datetime.date.max, part, 1) == of_day.LAST
    assert of_day.moved(datetime.date.max, part, -1) < of_day.LAST
    assert of_day.moved(datetime.date.min, part, -1) == of_day.FIRST
    assert of_day.moved(datetime.date.min, part, 1) > of_day.FIRST


def test_statistics_by_player_by_year_and_over_time(evening: TouchEvening) -> None:
    open_past(evening)
    evening.tap("stats")
    assert evening.open == "stats"
    stats = evening.session.shown.stats
    assert stats is not None
    assert stats.games == 3
    best = stats.players[0]
    evening.tap("players", ("row", best.name))
    assert texts.amount(best.score) in evening.harness.texts()
    evening.tap("over_time")
    assert "Money by year" in evening.harness.texts()
    assert {"2024", "2026"} <= set(evening.harness.texts())
    years: Any = evening.widget("years")
    evening.tap("years", [value for value, _ in years.choice.options].index("2024"))
    now = evening.session.shown.stats
    assert now is not None
    assert (now.games, now.filter) == (1, Filter(since="2024", until="2024", rules="vabanque"))
    assert "Money by month" in evening.harness.texts()
    # The years stay to be chosen.
    assert [value for value, _ in years.choice.options] == ["", "2024", "2026"]
    evening.tap("bar", "left")
    assert evening.widget("players").targets, "back to the list of the players"
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


def test_the_day_of_an_evening_is_set_by_arrows(evening: TouchEvening) -> None:
    open_past(evening)
    game = (evening.session.shown.past or ())[0].game
    evening.journal._db.execute("UPDATE games SET date = '2026-01-31', unsure = 1 WHERE game = ?", (game,))
    evening.app.act(ShowPast())
    evening.harness.settle(1)
    assert any("about 31 Jan 2026?" in text for text in evening.harness.texts())
    evening.tap("rows", ("row", game))
    evening.tap("day")
    assert evening.open == "day"
    screen = evening.harness.stage.screen
    # A shorter month ends earlier; years and days follow the calendar.
    for arrow, day in ((screen.more["month"], "2026-02-28"), (screen.more["day"], "2026-03-01"), (screen.less["year"], "2025-03-01")):  # type: ignore[union-attr]
        evening.harness.tap_on(arrow)
        assert screen.day.isoformat() == day  # type: ignore[union-attr]
    evening.tap("set")
    assert evening.open == "replay"
    assert "1 Mar 2025" in evening.harness.texts()
    row = evening.journal.game(game)
    assert (row.date, row.unsure) == ("2025-03-01", None)


def test_a_rematch_begins_with_the_same_people(evening: TouchEvening) -> None:
    open_past(evening)
    entry = (evening.session.shown.past or ())[0]
    evening.tap("rows", ("row", entry.game))
    evening.tap("rematch")
    assert evening.phase is Phase.RING
    assert {(player.colour, player.name) for player in evening.view.players} == set(entry.players)


def test_the_people_of_last_time_begin_at_one_touch(evening: TouchEvening) -> None:
    evening.app.act("shelf")
    evening.harness.settle(1)
    # The past games here are imported: nobody sat at this table yet.
    assert evening.widget("people").parent is None
    evening.app.act("back")
    evening.new_game(VABANQUE.key)
    evening.set_up((Colour.RED, Colour.BLUE, Colour.GREEN))
    sat = [(player.colour, player.name) for player in evening.view.players]
    evening.app.act(GoHome())
    evening.harness.settle(1)
    evening.app.act("shelf")
    evening.harness.settle(1)
    assert any(all(name in text for _, name in sat) for text in evening.harness.texts())
    evening.tap("people")
    assert evening.phase is Phase.RING
    assert [(player.colour, player.name) for player in evening.view.players] == sat


# --- backups ---


@pytest.fixture
def desk(window: Harness) -> tuple[Any, Desk, list[Any]]:
    """The screen for backups with two sticks before it."""
    done: list[Any] = []
    screen: Any = SCREENS["backup"](done.append)
    found = Desk()
    screen.equip(Kit(keeper=found))
    screen.enter()
    screen.show(Snapshot(serial=1))
    window.open(screen)
    found.tell(sticks())
    window.settle()
    return screen, found, done


def test_a_stick_that_can_not_be_opened_is_told_with_what_to_do(window: Harness, desk: tuple[Any, Desk, list[Any]]) -> None:
    screen, keeper, _ = desk
    window.tap_on(screen.look_again)
    keeper.tell(StickError("A stick is plugged in, but this user may not open it. Run bin/install again."))
    window.settle()
    assert "may not open it" in " ".join(window.texts())
    assert "No stick is plugged in." not in window.texts()
    window.tap_on(screen.look_again)
    keeper.tell(())
    window.settle()
    assert "No stick is plugged in." in window.texts()


def test_a_backup_is_written_to_the_stick_and_it_can_be_pulled_out(window: Harness, desk: tuple[Any, Desk, list[Any]]) -> None:
    screen, keeper, _ = desk
    window.tap_on(screen.back_up)
    assert keeper.asked[-1] == ("back up", sticks()[0].folder)
    assert "One moment" in window.texts()
    assert not screen.back_up.targets
    keeper.tell(Written(sticks()[0].folder / "a.jsonl", 41, (), ()))
    keeper.tell(sticks())
    window.settle()
    assert {"Backed up", "You can pull the stick out"} <= set(window.texts())


def test_a_backup_replaces_everything_only_when_it_is_held(window: Harness, desk: tuple[Any, Desk, list[Any]]) -> None:
    screen, keeper, done = desk
    window.tap_on(screen.rows, ("row", ("file", 0, 1)))
    assert keeper.asked[-1] == ("preview", sticks()[0].backups[1].file)
    keeper.tell(a_preview())
    window.settle()
    assert {"In the backup", "It would replace", "41", "12"} <= set(window.texts())
    window.tap_on(screen.restore)
    assert keeper.asked[-1][0] == "preview"
    hold(window, screen.restore)
    assert keeper.asked[-1] == ("restore", a_preview().backup)
    settings = Settings(language="fr")
    keeper.tell(Restored(Path("/kept"), settings))
    window.settle()
    assert "The backup is in place" in window.texts()
    assert done == [settings]


def test_what_goes_wrong_with_a_stick_is_said_and_nothing_is_stuck(window: Harness, desk: tuple[Any, Desk, list[Any]]) -> None:
    screen, keeper, done = desk
    window.tap_on(screen.back_up)
    keeper.tell(CompanionError("the stick gives no answer"))
    window.settle()
    # Where there is room, it is not for want of it.
    assert {"Not backed up", "Plug it in again, or use another stick"} <= set(window.texts())
    window.tap_on(screen.look_again)
    keeper.tell((msgspec.structs.replace(sticks()[0], free=20_000),))
    window.settle()
    window.tap_on(screen.back_up)
    keeper.tell(CompanionError("the stick is full"))
    window.settle()
    assert {"Not backed up", "Free some space, or use another stick"} <= set(window.texts())
    window.tap_on(screen.look_again)
    keeper.tell(sticks())
    window.settle()
    window.tap_on(screen.rows, ("row", ("file", 0, 0)))
    keeper.tell(CompanionError("not a backup"))
    window.settle()
    assert "This backup can’t be used" in window.texts()
    window.tap_on(screen.look_again)
    keeper.tell(())
    window.settle()
    assert "No stick is plugged in." in window.texts()
    screen.leave()
    assert done == ["back"]


def test_a_result_that_comes_after_the_screen_was_left_is_let_go(window: Harness, desk: tuple[Any, Desk, list[Any]]) -> None:
    screen, keeper, _ = desk
    window.tap_on(screen.rows, ("row", ("file", 0, 0)))
    screen.leave()
    keeper.tell(a_preview())
    assert screen.preview is None


# --- the checks of the machine ---


def test_checks_are_made_when_the_diagnosis_opens_and_shown_as_they_come(window: Harness) -> None:
    screen: Any = SCREENS["diagnosis"]()
    screen.equip(Kit(examine=lambda: iter(CHECKED)))
    screen.show(Snapshot(serial=1))
    screen.enter()
    for _ in range(200):
        window.frame()
        if not screen.checking:
            break
    window.open(screen)
    assert screen.more == CHECKED
    said: set[str] = set()
    for _ in range(4):
        said |= set(window.texts())
        screen.findings.turn()
        window.settle()
    assert {"Permissions", "Storage space", "only 3 MB are free", "Make room.", "2 things to check", "1 check is fine"} <= said


@pytest.mark.parametrize("language", ["fr", "de"])
def test_no_finding_of_a_check_is_told_in_english_elsewhere(window: Harness, language: str) -> None:
    texts.use(language)
    names = {finding.check for finding in doctor.examine(doctor.Machine(Path("/nowhere")), doctor.BESIDE_A_GAME)}
    for name in names:
        finding = doctor.Finding(name, doctor.State.FAIL, "it is broken", "Mend it.")
        assert "broken" not in checks.state(finding)
        assert checks.advice(finding) != "Mend it."
        assert checks.what(finding)


def test_no_check_beside_a_game_takes_a_device(window: Harness) -> None:
    assert set(doctor.BESIDE_A_GAME) | set(doctor.IN_USE) == set(doctor.CHECKS)

    def never(*_: Any) -> Any:
        raise AssertionError("a device was taken")

    machine = doctor.Machine(Path("/nowhere"), open_pad=never, claim_panel=never, picos=never)
    assert not [found for found in doctor.examine(machine, doctor.BESIDE_A_GAME) if "AssertionError" in found.found]


# --- what was wrong with the data ---


@pytest.mark.parametrize("language", list(texts.LANGUAGES))
def test_every_damage_is_told_in_the_language_of_the_screen(language: str) -> None:
    texts.use(language)
    said = {damaged(Warned("x", damage, file="journal-damaged-1.db", date="2026-12-05 20:15 UTC", game=7)) for damage in Damage}
    # Two are told in the same words, and differ in what helps.
    assert len(said) == len(Damage) - 1
    assert all("journal-damaged-1.db" in each for each in said)
    # In the words of the reader, not of a log.
    assert any(texts.date(f"2026-12-0{day}") in each for each in said for day in (5, 6))
    assert not any("UTC" in each for each in said)
    assert any("7" in each and "2026" not in each for each in said)


def test_a_damaged_journal_is_told_as_data(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.close()
    (tmp_path / "journal.db").write_bytes(b"no journal" * 1000)
    journal = Journal(tmp_path)
    (warning,) = journal.warnings
    journal.close()
    assert warning.damage in (Damage.NO_COPY_LEFT, Damage.COPY_OPENED)
    assert warning.file == "journal-damaged-1.db"
    assert (tmp_path / warning.file).exists()
    assert warning.file in warning


def test_names_that_look_alike_are_merged_by_a_tap_and_a_hold(window: Harness) -> None:
    acts: list[Any] = []
    state = next(shown for name, _, shown, _ in book_pictures() if name == "book-alike")
    into, name = state.book[0].name, state.book[1].name
    screen = opened(SCREENS["book"](acts.append), msgspec.structs.replace(state, alike=((into, name),)), None)
    window.open(screen)
    window.tap_on(screen.alike, ("row", (into, name)))
    assert acts == []
    hold(window, screen.merge)
    assert acts == [MergeNames(name, into)]
