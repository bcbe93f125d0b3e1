"""Statistics of partners: what they did together, beside what each did alone. Worked by hand, and over the recorded games of partners."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.game import Facts, GameFacts
from companion.games.casino import GAME, rules
from companion.games.casino.record import record
from companion.games.casino.table.measures import game_facts
from companion.games.kit.colours import Colour
from companion.table.evenings.statistics import Played, plain, statistics
from companion.table.journal.store import Journal
from tests.terminal import run

GAMES = Path(__file__).resolve().parents[3] / "seeds" / "casino" / "games"
PARTNERS = [path for path in sorted(GAMES.glob("*.jsonl")) if json.loads(path.read_text().partition("\n")[0]).get("teams")]
RED, BLUE, GREEN, YELLOW = Colour.RED, Colour.BLUE, Colour.GREEN, Colour.YELLOW


def seat(colour: Colour, name: str, score: int, side: int, *, won: bool = False, captures: int = 0) -> Facts:
    """`score` is the side's, as are the points for most cards."""
    return Facts(colour, name, score, won, side, {"cards": 3 * won, "captures": captures, "largest": captures})


def game(number: int, *seats: Facts, date: str = "2026-11-29", left: bool = False) -> Played:
    return Played(number, GAME.key, False, date, GameFacts(seats, 3, left))


FIRST = game(
    1, seat(RED, "Anna", 22, 0, won=True, captures=5), seat(BLUE, "Ben", 14, 1, captures=4), seat(GREEN, "Cleo", 22, 0, won=True, captures=7),
    seat(YELLOW, "Dora", 14, 1, captures=2), date="2026-10-01",
)  # fmt: skip
SECOND = game(
    2, seat(RED, "Cleo", 9, 0, captures=1), seat(BLUE, "Ben", 21, 1, won=True, captures=6), seat(GREEN, "Annie", 9, 0, captures=2),
    seat(YELLOW, "Dora", 21, 1, won=True, captures=3),
)  # fmt: skip
ALONE = game(3, seat(RED, "Anna", 21, 0, won=True, captures=8), seat(BLUE, "Ben", 3, 1, captures=1))


def test_a_pairs_games_are_summed_and_what_is_the_sides_is_counted_once() -> None:
    stats = statistics(GAME, [FIRST, SECOND, ALONE], who=lambda name: {"Annie": "Anna"}.get(name, name))
    first, second = stats.pairs
    # One win each; Ben and Dora have 35 points, Anna and Cleo 31.
    assert [(pair.name, pair.people, pair.games, pair.wins, pair.shared, pair.score, pair.best) for pair in stats.pairs] == [
        ("Ben & Dora", ("Ben", "Dora"), 2, 1, 0, 35, 21),
        ("Anna & Cleo", ("Anna", "Cleo"), 2, 1, 0, 31, 22),
    ]
    assert (second.figures["cards"], second.figures["captures"], second.figures["largest"]) == (3, 15, 7)
    assert (first.figures["cards"], first.figures["captures"]) == (3, 15)
    # Their wins over time.
    assert [(month.period, month.games, month.wins, month.score) for month in second.months] == [("2026-10", 1, 1, 22), ("2026-11", 1, 0, 9)]
    anna = next(player for player in stats.players if player.name == "Anna")
    # A win with a partner is not shared: nobody else has won.
    assert (anna.games, anna.wins, anna.shared, anna.people) == (3, 2, 0, ())


def test_a_pair_is_told_in_json_and_nothing_is_where_all_play_alone() -> None:
    told = plain(GAME, statistics(GAME, [FIRST]))
    assert [(pair["people"], pair["points"], pair["captures"]) for pair in told["pairs"]] == [(["Anna", "Cleo"], 22, 12), (["Ben", "Dora"], 14, 6)]
    assert "pairs" not in plain(GAME, statistics(GAME, [ALONE]))


def test_the_recorded_games_of_partners_have_two_pairs_each() -> None:
    assert PARTNERS
    for path in PARTNERS:
        replayed = record.replay(path.read_bytes().splitlines(keepends=True))
        facts = game_facts(rules.view(replayed.position), replayed.moves)
        pairs = statistics(GAME, [Played(1, GAME.key, False, None, facts)]).pairs
        names = {seat.colour: seat.name for seat in facts.seats}
        sides = {" & ".join(sorted(names[Colour(each)] for each in side.split("+"))): score for side, score in _scores(path).items()}
        if not facts.left:
            assert {pair.name: pair.score for pair in pairs} == sides


def _scores(path: Path) -> dict[str, int]:
    scores: dict[str, int] = json.loads(path.with_suffix(".expected.json").read_text())["scores"]
    return scores


def test_the_terminal_lists_pairs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    over = next(path for path in PARTNERS if json.loads(path.with_suffix(".expected.json").read_text())["status"] == "finished")
    assert run(capsys, "import", str(over), "--data", str(tmp_path)).status == 0
    names = sorted(player["name"] for player in json.loads(over.read_text().partition("\n")[0])["players"])
    Journal(tmp_path).close()
    said = run(capsys, "stats", "--rules", GAME.key, "--data", str(tmp_path))
    assert said.status == 0
    assert "pair" in said.out
    assert any(f"{one} & " in said.out for one in names)
