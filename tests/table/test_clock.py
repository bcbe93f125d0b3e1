"""Dates of which the clock could not be sure: marked, set right by the network or by hand, and never a reason for anything."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion import RELEASED
from companion.table import clock
from companion.table.backup import folder, read, write
from companion.table.commands import GoHome, ReplayGame, SetDate, ShowPast
from companion.table.evenings import history
from companion.table.journal.rows import GameRow
from companion.table.journal.store import Journal
from tests.table.evening import Evening

TODAY = datetime(2027, 1, 10, 20, 0, tzinfo=UTC)
STALE = datetime(2026, 5, 4, 0, 0, tzinfo=UTC)
"""A day before this version was made, as the image of a card has it."""

Machine = Callable[..., None]


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """Sets the machine: its clock, whether it is a Pi, what has set its clock."""

    def be(now: datetime = TODAY, *, pi: bool = True, network: bool = False, kernel: bool = False, battery: datetime | None = None) -> None:
        model, network_file, battery_file = (tmp_path / name for name in ("model", "network", "battery"))
        model.write_text("Raspberry Pi 4 Model B" if pi else "A laptop")
        network_file.unlink(missing_ok=True)
        if network:
            network_file.touch()
        battery_file.unlink(missing_ok=True)
        if battery is not None:
            battery_file.write_text(f"{int(battery.timestamp())}\n")
        monkeypatch.setattr(clock, "now", lambda: now)
        monkeypatch.setattr("companion.table.journal.store.now", lambda: now.isoformat(timespec="seconds"))
        monkeypatch.setattr(clock, "MODEL", model)
        monkeypatch.setattr(clock, "SYNCHRONISED", network_file)
        monkeypatch.setattr(clock, "BATTERY", battery_file)
        monkeypatch.setattr(clock, "_by_kernel", lambda: kernel)

    return be


def test_the_day_of_the_version_is_one() -> None:
    assert datetime.fromisoformat(RELEASED) <= datetime.now()


def test_when_a_clock_is_believed(machine: Machine) -> None:
    def believed(newest: str | None = None, **how: object) -> bool:
        machine(**how)
        return not clock.unsure(newest)

    assert not believed()
    assert believed(network=True)
    assert believed(kernel=True)
    assert believed(battery=TODAY)
    assert not believed(battery=datetime(1970, 1, 1, tzinfo=UTC)), "a battery that is empty"
    assert believed(pi=False), "other computers have a battery"
    assert not believed(now=STALE, pi=False)
    assert not believed(now=STALE, network=True)
    assert not believed("2027-01-11T00:00:00+00:00", network=True), "an act was written after it"
    assert believed("2027-01-10T19:00:00+00:00", network=True)


def test_the_kernel_is_asked_without_harm() -> None:
    assert clock._by_kernel() in (True, False)


def whole(evening: Evening) -> GameRow:
    game = evening.sit_down()
    for _ in range(4):
        evening.round()
    evening.post(GoHome())
    return evening.journal.game(game)


def test_an_evening_with_a_stale_clock_is_marked_everywhere_and_can_be_set(evening: Evening, machine: Machine) -> None:
    machine(STALE)
    row = whole(evening)
    assert (row.date, row.unsure) == ("2026-05-04", 1)
    (entry,) = evening.post(ShowPast()).past or ()
    assert entry.unsure
    assert evening.post(ReplayGame(row.game, 0)).replay.game.unsure  # type: ignore[union-attr]
    shown = evening.post(SetDate(row.game, "2027-01-09"))
    assert shown.replay is not None
    assert (shown.replay.game.date, shown.replay.game.unsure) == ("2027-01-09", False)
    assert [(entry.date, entry.unsure) for entry in shown.past or ()] == [("2027-01-09", False)]
    evening.restart()
    assert [(entry.date, entry.unsure) for entry in evening.post(ShowPast()).past or ()] == [("2027-01-09", False)]


def test_a_network_that_comes_during_the_game_dates_it(evening: Evening, machine: Machine) -> None:
    machine(STALE)
    game = evening.sit_down()
    for _ in range(3):
        evening.round()
    machine(TODAY, network=True)
    evening.round()
    row = evening.journal.game(game)
    assert (row.date, row.unsure) == ("2027-01-10", None)


def test_one_evening_in_2038_makes_no_later_one_doubtful_once_it_is_set_right(evening: Evening, machine: Machine) -> None:
    machine(datetime(2038, 1, 1, 20, 0, tzinfo=UTC), network=True)
    ahead = whole(evening)
    assert ahead.unsure is None
    machine(TODAY, network=True)
    assert whole(evening).unsure == 1
    history.set_date(evening.journal, ahead.game, "2027-01-08")
    assert whole(evening).unsure is None


def test_practice_has_no_date_to_doubt(evening: Evening, machine: Machine) -> None:
    machine(STALE)
    row = evening.journal.game(evening.journal.new_game("practice", rules="vabanque"))
    assert (row.date, row.unsure) == (None, None)


def test_the_mark_goes_along_into_a_backup(evening: Evening, machine: Machine, tmp_path: Path) -> None:
    machine(STALE)
    row = whole(evening)
    content = write.encode(evening.journal, None).content
    other = Journal(tmp_path / "other")
    folder.restore(other, read.decode(content))
    assert other.game(row.game).unsure == 1
    assert other.game(row.game).date == row.date
    other.close()
