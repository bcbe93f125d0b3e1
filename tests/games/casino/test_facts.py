"""What the statistics are told of a game."""

from __future__ import annotations

from hypothesis import given

from companion.games.casino import rules
from companion.games.casino.record.record import replay
from companion.games.casino.rules.moves import Build, FalseBuild, Take, Trail
from companion.games.casino.table.facts import facts
from tests.games.casino.evenings import BLUE, RED, SEEDS, Evening, evenings, games


def test_a_recorded_game_of_two_rounds() -> None:
    found = facts(replay((SEEDS / "games" / "2-players-6.jsonl").read_bytes().splitlines()).moves)
    # Blue: most cards twice, most spades once, 10D, 2S and AS in round 2, AC twice, a sweep in each. Red: the rest.
    assert found[BLUE].points == {"cards": 6, "spades": 1, "big casino": 2, "little casino": 1, "aces": 3, "sweeps": 2}
    assert found[RED].points == {"spades": 1, "big casino": 2, "little casino": 1, "aces": 5}
    assert (found[BLUE].won, found[RED].won, found[BLUE].rounds, found[BLUE].sweeps) == (True, False, 2, 2)
    assert (found[BLUE].last_takes, found[RED].last_takes) == (1, 1)


def test_a_round_that_was_counted_by_hand_counts_for_points_only() -> None:
    found = facts(replay((SEEDS / "games" / "2-players-7.jsonl").read_bytes().splitlines()).moves)
    assert (found[BLUE].captures, found[RED].built, found[RED].false_builds) == (0, 0, 0)
    assert sum(found[BLUE].points.values()) == 7
    # A build for which nobody held the card came to light in the round that was counted by hand.
    assert facts(replay((SEEDS / "games" / "2-players-8.jsonl").read_bytes().splitlines()).moves)[RED].false_builds == 1


@games(20)
@given(evenings(lies=0.1))
def test_facts_are_what_was_done(evening: Evening) -> None:
    found = facts(evening.moves)
    made = [type(move) for move in evening.moves]
    assert sum(each.captures for each in found.values()) == made.count(Take)
    assert sum(each.stayed for each in found.values()) == made.count(Trail)
    assert sum(each.built + each.added + each.raised for each in found.values()) == made.count(Build)
    unheld = sum(len(result.unheld) for result in evening.end.results)
    assert sum(each.false_builds for each in found.values()) == made.count(FalseBuild) + unheld
    residue = sum(len(result.residue) for result in evening.end.results)
    assert sum(each.captured for each in found.values()) + residue == 52 * len(evening.end.results)
    assert sum(each.sweeps for each in found.values()) == sum(pile.sweeps for result in evening.end.results for pile in result.piles.values())
    # Each build is taken, falls apart, or grows.
    falls = made.count(FalseBuild)
    assert sum(each.kept + each.stolen for each in found.values()) + falls == sum(each.built for each in found.values())
    outcome = rules.outcome(evening.end)
    assert outcome is not None
    assert {colour for colour, each in found.items() if each.won} == set(outcome.winners)
    totals = {each.side: sum(each.points.values()) for each in found.values()}
    assert totals == outcome.scores
