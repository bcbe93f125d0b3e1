"""The count and the end: by itself and by hand, corrections, ties, partners, Royal's order, a number of rounds."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.casino import rules
from companion.games.casino.rules import count, state
from companion.games.casino.rules.cards import Card
from companion.games.casino.rules.house import HouseRules
from companion.games.casino.rules.moves import AnyMove, Correct, Counted, CountPiles, End, HandPile, Lay, Lost, Take, Trail
from companion.games.casino.rules.refusal import MoveRefused, Refusal
from companion.games.casino.rules.state import Correction, Counting, Game, Phase, Pile
from tests.games.casino.evenings import BASE, BLUE, GREEN, RED, ROYAL, YELLOW, after, begun, cards, lying


def made(game: Game, *moves: AnyMove) -> Game:
    position = after(moves, game)
    assert isinstance(position, Game)
    return position


def piles(*sides: str, **each: tuple[int, int, str] | tuple[int, int, str, int]) -> CountPiles:
    return CountPiles({side.replace("_", "+"): HandPile(told[0], told[1], cards(told[2]), *told[3:]) for side, told in each.items()})


def by_hand(cards_: int, spades: int, points: str, sweeps: tuple[int, int] = (0, 0)) -> CountPiles:
    """Red's pile; blue has the rest."""
    rest = [card for card in cards("10D 2S AS AC AH AD") if card not in cards(points)]
    return piles(red=(cards_, spades, points, sweeps[0]), blue=(52 - cards_, 13 - spades, " ".join(rest), sweeps[1]))


def standing(red: int, blue: int, house: HouseRules = BASE) -> Game:
    """Two players before a round, with these totals."""
    game = begun(RED, BLUE, house=house)
    before = state.RoundResult(1, BLUE, {}, None, (), (), {"red": red, "blue": blue})
    return state.new_round(game.party, 2, 0, (red, blue), (before,))


def ends(game: Game) -> tuple[str, str | None] | None:
    """Who has won and by what, once everybody has seen the count."""
    outcome = rules.outcome(made(game, Counted()))
    return None if outcome is None else (outcome.winners[0].value, outcome.decided_at)


# --- what is counted ------------------------------------------------------------------------------------------------


def test_a_count_gives_each_point_with_its_side() -> None:
    game = made(begun(RED, BLUE), by_hand(30, 6, "10D AS AH", (1, 0)))
    told = game.results[-1]
    assert told.counted == (
        Counting("cards", "red", 3), Counting("spades", "blue", 1), Counting("10D", "red", 2), Counting("2S", "blue", 1),
        Counting("AS", "red", 1), Counting("AC", "blue", 1), Counting("AH", "red", 1), Counting("AD", "blue", 1),
    )  # fmt: skip
    assert told.piles["red"] == Pile(30, 6, cards("10D AS AH"), 1)
    assert (told.scores, told.by_hand, told.residue, told.last_take) == ({"red": 7, "blue": 4}, True, (), None)
    assert rules.view(game).phase is Phase.COUNT


def test_sweeps_are_counted_where_they_score() -> None:
    for house, lines in ((BASE, []), (replace(BASE, sweeps=True), [("red", 3), ("blue", 1)]), (ROYAL, [("red", 3), ("blue", 1)])):
        told = made(begun(RED, BLUE, house=house), by_hand(30, 6, "10D", (3, 1))).results[-1]
        assert [(line.to, line.points) for line in told.counted if line.what == "sweeps"] == lines
        assert [pile.sweeps for pile in told.piles.values()] == [3, 1]
    assert not any(
        line.what == "sweeps" for line in made(begun(RED, BLUE, house=replace(ROYAL, sweeps=False)), by_hand(30, 6, "", (3, 1))).results[-1].counted
    )


def test_level_at_the_top_nobody_gets_it_and_the_second_does_not_inherit() -> None:
    game = begun(RED, BLUE, GREEN)
    told = made(game, piles(red=(20, 5, "10D 2S AS"), blue=(20, 5, "AC AH"), green=(12, 3, "AD"))).results[-1]
    assert told.counted[:2] == (Counting("cards", None, 0), Counting("spades", None, 0))
    assert told.scores == {"red": 4, "blue": 2, "green": 1}


def test_partners_pool_and_win_together() -> None:
    game = begun(RED, BLUE, GREEN, YELLOW, house=HouseRules(teams=True, target=8))
    assert game.party.sides == ("red+green", "blue+yellow")
    game = made(game, piles(red_green=(30, 7, "10D 2S AS AC"), blue_yellow=(22, 6, "AH AD")), Counted())
    outcome = rules.outcome(game)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((RED, GREEN), {"red+green": 9, "blue+yellow": 2})
    assert {player.colour: (player.side, player.score) for player in rules.view(game).players} == {
        RED: (0, 9), BLUE: (1, 2), GREEN: (0, 9), YELLOW: (1, 2),
    }  # fmt: skip


def last_play(loose: str, *, last_take: int | None) -> Game:
    """One card of the round is still to be played, by red; blue is the dealer."""
    game = lying(loose, left=(1, 0))
    return replace(game, plays=47, last_take=last_take)


def test_what_is_left_goes_to_whoever_took_last() -> None:
    game = made(last_play("10D 4C", last_take=1), Trail(RED, Card("KD")))
    told = game.results[-1]
    assert (told.last_take, told.residue, told.piles["blue"].cards, told.piles["blue"].sweeps) == (BLUE, cards("10D 4C KD"), 3, 0)
    # The last card takes, so the rest is its player's.
    game = made(last_play("10D 4C", last_take=1), Take(RED, Card("4D"), cards("4C")))
    told = game.results[-1]
    assert (told.last_take, told.residue, told.piles["red"].held) == (RED, cards("10D"), cards("4D 4C 10D"))


def test_the_last_card_may_sweep() -> None:
    told = made(last_play("4C", last_take=1), Take(RED, Card("4D"), cards("4C"))).results[-1]
    assert (told.residue, told.piles["red"].sweeps) == ((), 1)


def test_where_nobody_took_nobody_gets_anything() -> None:
    game = made(last_play("10D 4C AS", last_take=None), Trail(RED, Card("KD")))
    told = game.results[-1]
    assert {line.to for line in told.counted} == {None}
    assert (told.scores, told.last_take, told.residue) == ({"red": 0, "blue": 0}, None, cards("10D 4C AS KD"))
    assert made(game, Counted()).phase is Phase.TABLE


def test_a_count_by_hand_ends_a_round_wherever_it_stands() -> None:
    stands = [
        begun(RED, BLUE),
        made(begun(RED, BLUE), Lay(BLUE, Card("4H"))),
        lying("4H 5C"),
        made(lying("4H 5C"), Lost()),
        replace(lying("4H 5C", left=(0, 0)), phase=Phase.DEAL),
    ]
    for game in stands:
        then = made(game, by_hand(30, 6, "10D"))
        assert (then.phase, then.loose, then.builds, then.left) == (Phase.COUNT, (), (), (0, 0))
        next_round = made(then, Counted())
        assert (next_round.phase, next_round.round, next_round.party.colours[next_round.dealer]) == (Phase.TABLE, 2, RED)
    with pytest.raises(MoveRefused):
        rules.apply(made(begun(RED, BLUE), by_hand(30, 6, "10D")), by_hand(30, 6, "10D"))


# --- who has won ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("red", "blue", "won"),
    [
        (10, 15, None),
        (14, 10, ("red", "total")),
        # Both reach it: the higher total.
        (14, 19, ("blue", "total")),
        # Level: another round.
        (14, 17, None),
    ],
)
def test_the_base_game_goes_to_the_highest_total(red: int, blue: int, won: tuple[str, str] | None) -> None:
    # Red makes 7, blue 4.
    assert ends(made(standing(red, blue), by_hand(30, 6, "10D AS AH"))) == won


@pytest.mark.parametrize(
    ("red", "blue", "won"),
    [
        # Red makes cards 3, 10D 2, AS 1, AH 1; blue spades 1, 2S 1, AC 1, AD 1; both two sweeps and one.
        (18, 20, ("red", "cards")),
        (17, 20, ("blue", "spades")),
        (16, 19, ("red", "10D")),
        (15, 19, ("blue", "2S")),
        (15, 18, ("red", "AS")),
        (14, 18, ("blue", "AC")),
        (14, 17, ("red", "AH")),
        (13, 17, ("blue", "AD")),
        (12, 15, ("red", "sweeps")),
        (10, 16, ("blue", "sweeps")),
        (13, 10, ("red", "sweeps")),
        # Level after the sweeps, or below the target: another round.
        (12, 16, None),
        (10, 15, None),
    ],
)
def test_royal_goes_to_whoever_reaches_the_target_first(red: int, blue: int, won: tuple[str, str] | None) -> None:
    # Red 7 and two sweeps, blue 4 and one.
    assert ends(made(standing(red, blue, ROYAL), by_hand(30, 6, "10D AS AH", (2, 1)))) == won


def test_royal_level_after_the_sweeps_is_played_on() -> None:
    game = made(standing(13, 16, ROYAL), by_hand(30, 6, "10D AS AH", (2, 2)))
    assert (game.scores, ends(game)) == ((22, 22), None)
    # Both had the target before the next round: the higher total decides it, whoever counts first.
    third = made(game, Counted(), by_hand(22, 7, "10D 2S AS AC AH AD"))
    assert (third.scores, ends(third)) == ((30, 25), ("red", "total"))


def test_a_game_of_rounds_ends_after_them() -> None:
    game = begun(RED, BLUE, house=HouseRules(rounds=2))
    assert rules.view(game).rounds == 2
    one = made(game, by_hand(30, 6, "10D AS AH"))
    assert ends(one) is None
    assert ends(made(one, Counted(), by_hand(26, 6, ""))) == ("blue", "total")
    # Level: another round.
    level = made(one, Counted(), by_hand(22, 7, "10D AC"))
    assert (level.scores, ends(level)) == ((11, 11), None)
    assert ends(made(level, Counted(), by_hand(30, 7, "10D"))) == ("red", "total")


def test_a_round_that_decides_is_still_seen_before_the_game_is_over() -> None:
    game = made(standing(14, 10), by_hand(30, 6, "10D AS AH"))
    assert (rules.view(game).phase, rules.outcome(game), rules.follows(game)) == (Phase.COUNT, None, Counted())
    assert rules.view(made(game, Counted())).phase is Phase.FINISHED


def test_a_game_to_eleven_ends_at_eleven() -> None:
    assert ends(made(standing(4, 0, replace(BASE, target=11)), by_hand(30, 6, "10D AS AH"))) == ("red", "total")


def test_an_early_end_has_standings_and_no_winner() -> None:
    game = made(begun(RED, BLUE), by_hand(30, 6, "10D AS AH"), End(RED))
    outcome = rules.outcome(game)
    assert outcome is not None
    assert (outcome.ending, outcome.winners, outcome.scores, outcome.decided_at) == (rules.Ending.LEFT, (), {"red": 7, "blue": 4}, None)
    with pytest.raises(MoveRefused, check=lambda refused: refused.reason is Refusal.GAME_OVER):
        rules.apply(game, End())


# --- corrections ----------------------------------------------------------------------------------------------------


def test_a_correction_changes_the_total_and_is_told() -> None:
    game = made(begun(RED, BLUE), by_hand(30, 6, "10D AS AH"), Correct("blue", 2, "an ace lay under the table"))
    told = game.results[-1]
    assert (told.scores, game.scores) == ({"red": 7, "blue": 6}, (7, 6))
    assert told.corrections == (Correction("blue", 2, "an ace lay under the table"),)


def test_a_correction_opens_the_count_again_until_a_card_lies() -> None:
    counted = made(begun(RED, BLUE), by_hand(30, 6, "10D AS AH"))
    in_time, too_late = made(counted, Counted()), made(counted, Counted(), Lay(RED, Card("4H")))
    again = made(in_time, Correct("blue", 2, "an ace"))
    assert again.phase is Phase.COUNT
    assert (again.round, again.dealer, again.results) == (counted.round, counted.dealer, made(counted, Correct("blue", 2, "an ace")).results)
    assert made(again, Counted()).dealer == in_time.dealer
    with pytest.raises(MoveRefused, check=lambda refused: refused.reason is Refusal.WRONG_PHASE):
        rules.apply(too_late, Correct("blue", 2, "an ace"))
    with pytest.raises(MoveRefused, check=lambda refused: refused.reason is Refusal.WRONG_PHASE):
        rules.apply(begun(RED, BLUE), Correct("blue", 2, "an ace"))


def test_a_correction_may_decide_the_game_or_open_it() -> None:
    counted = made(standing(13, 10), by_hand(30, 6, "10D AS AH"))
    assert ends(counted) is None
    assert ends(made(counted, Correct("red", 1, "an ace"))) == ("red", "total")
    assert ends(made(counted, Counted(), Correct("red", 1, "an ace"))) == ("red", "total")
    won = made(standing(14, 10), by_hand(30, 6, "10D AS AH"), Correct("red", -1, "counted twice"))
    assert ends(won) is None


def test_where_a_total_was_corrected_royal_goes_by_the_total() -> None:
    counted = made(standing(18, 20, ROYAL), by_hand(30, 6, "10D AS AH", (2, 1)))
    assert ends(counted) == ("red", "cards")
    assert ends(made(counted, Correct("blue", 3, "a sweep was missed"))) == ("blue", "total")


def test_the_whole_count_is_one_of_eleven_points() -> None:
    told = made(begun(RED, BLUE), by_hand(30, 6, "10D AS AH")).results[-1]
    assert sum(line.points for line in told.counted) == 11
    assert count.counting(BASE, told.piles) == told.counted
