"""Statistics: counted again from the bare tables of the recorded games, and by hand in small made-up ones."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from companion.game import Facts, Game, GameFacts, Measure, Score, Sums
from companion.games.kit.colours import Colour
from companion.games.vabanque import GAME as VABANQUE
from companion.games.vabanque import rules
from companion.games.vabanque.record import record
from companion.games.vabanque.table.facts import facts
from companion.table.evenings import history
from companion.table.evenings.statistics import Filter, Most, Period, Played, plain, statistics, years
from companion.table.journal.store import Journal
from tests.table.past_games import RECORDS, add, counted, header, rounds


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_facts_of_each_recorded_game_are_those_of_its_tables(path: Path) -> None:
    told = facts(rules.view(record.replay(path.read_bytes().splitlines(keepends=True)).position))
    by_hand, final = counted(path), rounds(path)[-1]["fortunes"]
    assert {seat.colour: seat.score for seat in told.seats} == final
    for seat in told.seats:
        keys = ("pawns", "cheats", "caught", "catches", "idle")
        assert {key: seat.figures.get(key, 0) for key in keys} | {"dearest": seat.more.get("dearest", (0,))[0]} == by_hand[seat.colour]
        assert sum(seat.figures.get(key, 0) for key in ("pawns", "cheats", "corrected")) == seat.score
        assert seat.scores == tuple(result["fortunes"][seat.colour] for result in rounds(path))
        assert seat.won == (seat.score == max(final.values()))
    value, round_, number = told.more["dearest"]
    assert value == max(table["value"] * 1000 for result in rounds(path) for table in result["tables"])
    (where,) = [t for r in rounds(path) if r["round"] == round_ for t in r["tables"] if t["table"] == number]
    assert where["value"] * 1000 == value
    # Seats go clockwise from the start player; the header's players sit clockwise.
    seated = [player["colour"] for player in header(path)["players"]]
    at = seated.index(header(path)["first"])
    assert [seat.colour for seat in told.seats] == seated[at:] + seated[:at]


def test_all_recorded_games_add_up(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    months = ["2025-11", "2025-12", "2026-01"] * 4
    for path, month in zip(RECORDS, months, strict=True):
        add(journal, path, date=f"{month}-07")
    stats = statistics(VABANQUE, history.played(journal))
    assert (stats.games, stats.left, len(stats.players)) == (12, 0, 6)
    for player in stats.players:
        mine = [(path, player.name.lower()) for path in RECORDS if player.name.lower() in counted(path)]
        ends = [(rounds(path)[-1]["fortunes"], colour) for path, colour in mine]
        assert player.games == len(mine)
        assert player.score == sum(fortunes[colour] for fortunes, colour in ends)
        assert player.best == max(fortunes[colour] for fortunes, colour in ends)
        assert player.wins == sum(fortunes[colour] == max(fortunes.values()) for fortunes, colour in ends)
        for key in ("pawns", "cheats", "caught", "catches", "idle"):
            assert player.figures[key] == sum(counted(path)[colour][key] for path, colour in mine)
        dearest = player.figures["dearest"]
        assert isinstance(dearest, Most)
        assert dearest.value == max(counted(path)[colour]["dearest"] for path, colour in mine)
        assert sum(month.games for month in player.months) == player.games
        assert sum(month.score for month in player.months) == player.score
    assert [month.period for month in stats.months] == ["2025-11", "2025-12", "2026-01"]
    assert [(year.period, year.games, year.wins) for year in years(stats.months)] == [("2025", 8, 8), ("2026", 4, 4)]
    assert sum(month.score for month in stats.months) == sum(player.score for player in stats.players)
    journal.close()


# --- by hand ----------------------------------------------------------------------------------------------------

RED, BLUE, GREEN, WHITE = Colour.RED, Colour.BLUE, Colour.GREEN, Colour.WHITE


def played(game: int, *seats: Facts, date: str | None = "2026-11-29", left: bool = False, practice: bool = False) -> Played:
    dearest = max((seat.more["dearest"] for seat in seats), key=lambda dear: dear[0])
    return Played(game, "vabanque", practice, date, GameFacts(seats, 4, left, {"dearest": dearest}))


ANNA = Facts(
    RED,
    "Anna",
    100_000,
    True,
    figures={"pawns": 60_000, "cheats": 45_000, "corrected": -5_000, "caught": 2, "catches": 3, "idle": 1},
    more={"dearest": (40_000, 2, 7)},
)
BEN = Facts(BLUE, "Ben", 100_000, True, figures={"pawns": 100_000}, more={"dearest": (40_000, 3, 1)})
CLEO = Facts(GREEN, "Cleo", 30_000, figures={"pawns": 30_000}, more={"dearest": (20_000, 4, 2)})


def test_shared_wins_count_as_wins_and_are_told() -> None:
    alone = msgspec.structs.replace(CLEO, score=500_000, won=True)
    loser = msgspec.structs.replace(ANNA, won=False)
    stats = statistics(VABANQUE, [played(1, ANNA, BEN, CLEO), played(2, loser, alone)])
    # Anna and Ben have one win each, with equal money they stand by name; Cleo's win is hers alone and she has more money.
    assert [(p.name, p.games, p.wins, p.shared) for p in stats.players] == [("Cleo", 2, 1, 0), ("Anna", 2, 1, 1), ("Ben", 1, 1, 1)]
    anna = stats.players[1]
    assert (anna.score, anna.best) == (200_000, 100_000)
    assert [anna.figures[key] for key in ("pawns", "cheats", "corrected")] == [120_000, 90_000, -10_000]
    assert [anna.figures[key] for key in ("caught", "catches", "idle")] == [4, 6, 2]
    # 120,000 of 210,000 paid out.
    assert anna.figures["pawn_share"] == pytest.approx(4 / 7)
    # Both games have a table of 40,000: the earlier one is told.
    assert stats.figures["dearest"] == Most(40_000, 1, "2026-11-29", {"round": 2, "table": 7})


def test_games_that_were_ended_early_are_counted_apart() -> None:
    nobody = [msgspec.structs.replace(seat, won=False) for seat in (ANNA, BEN, CLEO)]
    stats = statistics(VABANQUE, [played(1, ANNA, BEN, CLEO), played(2, *nobody, left=True)])
    assert (stats.games, stats.left) == (1, 1)
    assert [(p.name, p.games, p.left, p.score) for p in stats.players] == [("Anna", 1, 1, 100_000), ("Ben", 1, 1, 100_000), ("Cleo", 1, 1, 30_000)]
    only = statistics(VABANQUE, [played(2, *nobody, left=True)]).players[0]
    assert (only.games, only.left, only.score, only.best, only.months) == (0, 1, 0, 0, ())
    assert (only.figures["pawn_share"], only.figures["dearest"], only.figures["pawns"]) == (None, None, 0)


def test_practice_is_apart() -> None:
    games = [played(1, ANNA, BEN), played(2, ANNA, CLEO, practice=True)]
    assert [player.name for player in statistics(VABANQUE, games).players] == ["Anna", "Ben"]
    assert [player.name for player in statistics(VABANQUE, games, Filter(practice=True)).players] == ["Anna", "Cleo"]


def test_filters() -> None:
    games = [
        played(1, ANNA, BEN, date="2025-12-31"),
        played(2, ANNA, BEN, CLEO, date="2026-01-01"),
        played(3, BEN, CLEO, date=None),
        played(4, ANNA, CLEO, date="2026-11-29"),
    ]

    def numbers(**wishes: object) -> int:
        return statistics(VABANQUE, games, Filter(**wishes)).games  # type: ignore[arg-type]

    assert numbers() == 4
    assert numbers(players=("Anna", "Ben")) == 2
    assert numbers(players=("Ben", "Anna"), exactly=True) == 1
    assert numbers(exactly=True) == 4
    assert numbers(since="2026") == 2
    assert numbers(until="2026-01") == 2
    assert numbers(since="2026-01-02", until="2026") == 1
    assert numbers(until="2025") == 1
    assert numbers(game=3) == 1
    assert statistics(VABANQUE, games).months == (
        Period("2025-12", 1, 1, 200_000),
        Period("2026-01", 1, 1, 230_000),
        Period("2026-11", 1, 1, 130_000),
    )


def test_two_spellings_are_one_player() -> None:
    other = msgspec.structs.replace(BEN, name="Bén")
    names = {"Bén": "Ben"}
    stats = statistics(VABANQUE, [played(1, BEN, CLEO), played(2, other, CLEO)], who=lambda name: names.get(name, name))
    assert [(player.name, player.games, player.wins, player.shared) for player in stats.players] == [("Ben", 2, 2, 0), ("Cleo", 2, 0, 0)]
    wanted = Filter(players=("Bén",))
    assert statistics(VABANQUE, [played(1, BEN, CLEO)], wanted, lambda name: names.get(name, name)).games == 1


def test_one_name_on_two_seats_is_one_game_with_the_money_of_both() -> None:
    second = msgspec.structs.replace(CLEO, name="Anna")
    (anna, ben) = statistics(VABANQUE, [played(1, ANNA, second, BEN)]).players
    assert (anna.name, anna.games, anna.wins, anna.shared, anna.score, anna.best) == ("Anna", 1, 1, 1, 130_000, 100_000)
    assert (ben.name, ben.shared) == ("Ben", 1)


def test_no_games_at_all() -> None:
    stats = statistics(VABANQUE, [])
    assert (stats.games, stats.left, stats.players, stats.figures["dearest"], stats.months) == (0, 0, (), None, ())


# --- a game of other figures ------------------------------------------------------------------------------------


@pytest.fixture
def tiny() -> Game:
    """A game in which the fewest points win."""
    measures = (
        Measure("tricks", "Tricks"),
        Measure("longest", "Longest trick", Sums.MOST),
        Measure("own", "Own", Sums.SHARE, parts=("tricks", "lost")),
        Measure("lost"),
    )
    game = Game(key="tiny", title="Tiny", players=range(2, 4), score=Score(money=False, high=False), package="tests.no_such_package")
    game.__dict__["table"] = SimpleNamespace(measures=measures)
    return game


def two(game: int, *seats: Facts, rules: str = "tiny") -> Played:
    return Played(game, rules, False, "2026-11-29", GameFacts(seats, 3))


IDA = Facts(RED, "Ida", 3, True, figures={"tricks": 3, "longest": 4, "lost": 1})
JAN = Facts(BLUE, "Jan", 9, figures={"tricks": 2, "longest": 7})


def test_measures_sum_as_they_are_declared_and_the_best_score_is_the_one_that_wins(tiny: Game) -> None:
    again = msgspec.structs.replace(IDA, score=5, figures={"tricks": 1, "longest": 2, "lost": 7})
    stats = statistics(tiny, [two(1, IDA, JAN), two(2, again, JAN), played(3, ANNA, BEN)])
    assert (stats.games, [player.name for player in stats.players]) == (2, ["Ida", "Jan"])
    ida, jan = stats.players
    assert (ida.score, ida.best, jan.best) == (8, 3, 9)
    assert ida.figures == {"tricks": 4, "longest": 4, "own": 4 / 12, "lost": 8}
    assert jan.figures == {"tricks": 4, "longest": 7, "own": 1.0, "lost": 0}
    assert stats.figures == {"tricks": 8, "longest": 7, "own": 8 / 16, "lost": 8}
    told = plain(tiny, stats)
    assert told["filter"]["rules"] == "tiny"
    assert (told["players"][0]["points"], told["players"][0]["own"], told["months"][0]["points"]) == (8, 4 / 12, 26)


def test_only_the_games_that_are_asked_for_count(tiny: Game) -> None:
    games = [two(1, IDA, JAN), played(2, ANNA, BEN)]
    assert [player.name for player in statistics(tiny, games, Filter(rules="vabanque")).players] == ["Ida", "Jan"], "the game that is counted says it"
    assert statistics(tiny, games).filter.rules == "tiny"
