"""What is counted of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec
from hypothesis import given, settings

from companion.game import Facts, GameFacts
from companion.games.cash_and_run import GAME, rules
from companion.games.cash_and_run.record import record
from companion.games.cash_and_run.rules.moves import AnyMove, Bet, Card, Die, End, LayBluff, Roulette, Run, Takeover, Throw
from companion.games.cash_and_run.rules.settings import Money
from companion.games.cash_and_run.rules.state import Phase
from companion.games.cash_and_run.table.facts import MOST, SUMMED, BetFacts, Played, drawn, facts, played
from companion.games.kit.colours import Colour
from companion.table.evenings.statistics import Favourite, plain, statistics
from companion.table.evenings.statistics import Played as Past
from companion.ui import texts
from companion.ui.screens.stats import figures_of
from tests.games.cash_and_run.evenings import Evening, evenings
from tests.games.cash_and_run.tables import HEADER, RECORDED, Line, bet, do, header, passing, positions, replayed, shown, sold, throw

BLUE, RED, YELLOW, GREEN = Colour.BLUE, Colour.RED, Colour.YELLOW, Colour.GREEN


def counted(*lines: Line) -> dict[Colour, Played]:
    return {each.player: each for each in played(replayed(lines).moves)}


def counts(found: Played) -> dict[str, int]:
    """Only what is above 0, the money aside."""
    return {measure: amount for measure, amount in found.counts.items() if amount and measure != "most money"}


FOUR = header(4, bluff=1, dealt=[["montreal", "cairo"], ["lasvegas", "baden"], ["atlantic"], ["macau"]])


def test_a_visit_is_counted_for_guest_and_host() -> None:
    found = counted(FOUR, throw("blue", "lasvegas"), bet("blue", "2+5", 100_000), shown(2, "die"), do("red", "settle"))
    assert counts(found[BLUE]) == {"visits": 1, "staked": 100_000, "guest won": 200_000}
    assert counts(found[RED]) == {"host lost": 200_000}
    assert found[BLUE].bets == {"2+5": BetFacts(1, 100_000, 200_000)}
    assert found[BLUE].counts["most money"] == 2_200_000
    found = counted(FOUR, throw("blue", "lasvegas"), bet("blue", "2+5", 100_000), shown(1, "die"), do("blue", "settle"))
    assert counts(found[RED]) == {"host won": 100_000}
    assert found[BLUE].bets == {"2+5": BetFacts(1, 100_000, -100_000)}


def test_bluff_cards_are_counted_by_what_became_of_them() -> None:
    lost = [FOUR, throw("blue", "lasvegas"), bet("blue", "2+5", 100_000), shown(1, "die"), do("blue", "bluff")]
    assert counts(counted(*lost, do("red", "doubt", shows="die"))[BLUE]) == {
        "visits": 1, "staked": 100_000, "guest won": 200_000, "Bluff laid": 1, "Bluff right": 1,
    }  # fmt: skip
    assert counts(counted(*lost, do("red", "doubt", shows="blank"))[BLUE])["Bluff caught"] == 1
    found = counted(*lost, do("red", "believe"), shown(2, "die"), do("red", "settle"))
    assert counts(found[BLUE]) == {"visits": 1, "staked": 100_000, "guest won": 200_000, "Bluff laid": 1, "Bluff believed": 1}


def test_challenges_pots_prizes_and_sales() -> None:
    bare = header(4, dealt=[["montreal", "cairo"], ["lasvegas", "baden"], ["atlantic"], ["macau"]])
    challenge = do("blue", "takeover", **{"from": "red"}, casino="baden", on="odd")
    lines = [bare, throw("blue", "7A"), challenge, shown(1, "roulette")]
    assert counts(counted(*lines)[BLUE]) == {"takeovers won": 1}
    lines += [throw("red", "4C"), shown("JC", "cards"), throw("yellow", "6"), do("yellow", "try"), shown(2, "die"), do("yellow", "stop")]
    lines += [do("green", "auction", casino="macau"), do("red", "bid", amount=100_000), sold(), throw("green", "rio"), do("green", "buy")]
    found = counted(*lines)
    assert counts(found[RED]) == {"pots": 1, "pot money": 100_000, "auctions bought": 1}
    assert counts(found[YELLOW]) == {"Slam steps": 1, "Slam money": 250_000}
    assert counts(found[GREEN]) == {"auctions sold": 1, "casinos bought": 1}
    assert counts(counted(bare, throw("blue", "7A"), challenge, shown(2, "roulette"), do("red", "pick", casino="cairo"))[BLUE]) == {
        "takeovers lost": 1,
    }  # fmt: skip


def test_play_all_is_counted_for_who_wins_and_who_pays() -> None:
    first = header(3, bank=200_000)
    lines = [first, throw("blue", "5B"), *[shown(face, "die", by) for by, face in (("blue", 3), ("red", 6), ("yellow", 1))]]
    found = counted(*lines)
    assert counts(found[RED]) == {"Play all won": 1}
    assert counts(found[YELLOW]) == {"Play all paid": 300_000}


def test_laps_and_what_broke_them() -> None:
    laid = ["montreal", "cairo", "monaco"]
    first = header(4, dealt=[[*laid, "rio"], ["lasvegas", "baden"], ["atlantic"], ["macau"]])
    run = do("blue", "run", card="4H", casinos=laid)
    assert counts(counted(first, do("blue", "run", card="9S", casinos=laid))[BLUE]) == {"spades drawn": 1}
    taken = [throw("red", "7A"), do("red", "takeover", **{"from": "blue"}, casino="cairo", on="odd"), shown(1, "roulette")]
    assert counts(counted(first, run, *taken)[BLUE]) == {"laps begun": 1, "laps lost by takeover": 1}
    others = [line for by in ("red", "yellow", "green") for line in passing(by)]
    own = [throw("blue", "7A"), do("blue", "takeover", **{"from": "red"}, casino="baden", on="odd"), shown(2, "roulette")]
    own.append(do("red", "pick", casino="cairo"))
    assert counts(counted(first, run, *others, *own)[BLUE]) == {"laps begun": 1, "takeovers lost": 1, "laps lost by own challenge": 1}
    sale = [throw("red", "monaco"), bet("red", "1-6", 2_000_000), shown(1, "roulette"), sold()]
    assert counts(counted(first, run, *sale)[BLUE])["laps lost by sale"] == 1
    won = counted(first, run, *others, throw("blue", "4A", lap=True))
    assert counts(won[BLUE]) == {"laps begun": 1, "won by lap": 1}
    assert (won[BLUE].won, won[BLUE].rank) == (True, 1)
    assert sorted(each.rank for each in won.values()) == [1, 2, 3, 4]


def test_who_ruined_whom() -> None:
    lines = [header(4, start=1_000_000), throw("blue", "lasvegas"), bet("blue", "6", 1_000_000), shown(6, "die"), sold()]
    found = counted(*lines)
    assert found[BLUE].ruined == (RED,)
    assert counts(found[BLUE])["ruined others"] == counts(found[RED])["ruined"] == 1
    assert found[RED].rank == 0


def test_who_ruined_whom_is_told_by_name_also_where_somebody_is_called_otherwise_now() -> None:
    lines = [header(4, start=1_000_000), throw("blue", "lasvegas"), bet("blue", "6", 1_000_000), shown(6, "die"), sold()]
    moves = [*replayed(lines).moves, End()]
    told = facts(rules.view(rules_after(moves)), moves)
    assert {seat.name: seat.tallies.get("victims") for seat in told.seats} == {"Blue": {"Red": (1,)}, "Red": None, "Yellow": None, "Green": None}
    # The games of two evenings, after which Red is called Rosa: both are one victim.
    again = msgspec.structs.replace(
        told, seats=tuple([msgspec.structs.replace(seat, name={"Red": "Rosa"}.get(seat.name, seat.name)) for seat in told.seats])
    )
    again = msgspec.structs.replace(again, seats=(msgspec.structs.replace(again.seats[0], tallies={"victims": {"Rosa": (1,)}}), *again.seats[1:]))
    whole = [msgspec.structs.replace(each, left=False) for each in (told, again)]
    games = [Past(n, GAME.key, False, None, each) for n, each in enumerate(whole, 1)]
    found = statistics(GAME, games, who=lambda name: {"Red": "Rosa"}.get(name, name))
    blue = next(player for player in found.players if player.name == "Blue")
    assert blue.figures["victims"] == Favourite("Rosa", 2, {}, {"Rosa": 2})
    texts.use("en")
    assert ("Ruined most often", "Rosa", "2 times") in figures_of(GAME, blue)


def rules_after(moves: Iterable[AnyMove]) -> rules.Position:
    return positions(moves)[-1]


def test_nobodys_money_is_told_of_a_game_that_is_on_where_money_is_not_shown() -> None:
    lines = [FOUR, *passing("blue")]
    moves = replayed(lines).moves
    for each in played(moves, Money.ASKED):
        assert each.cash is None
        assert "most money" not in each.counts
    assert played([*moves, End()], Money.ASKED) == played([*moves, End()])


def test_nothing_is_counted_before_a_game_begins() -> None:
    assert played([]) == ()
    assert played(replayed([HEADER]).moves[:3]) == ()


def test_what_the_companion_drew_can_be_counted() -> None:
    """The wheel's 3 and the die's are not one; two dice are two faces, and who draws for the last lap draws a card."""
    told = [Roulette(0, drawn=True), Roulette(3, drawn=True), Roulette(7), Die(3, drawn=True), Throw(BLUE, (3, 5), drawn=True)]
    told += [Card("QS", drawn=True), Run(RED, "QS", (), drawn=True), Roulette(0, drawn=True)]
    assert drawn(told) == {"numbers": {0: 2, 3: 1}, "faces": {3: 2, 5: 1}, "cards": {"QS": 2}}


def sums(found: tuple[Played, ...]) -> Counter[str]:
    return Counter({measure: sum(each.counts[measure] for each in found) for measure in (*SUMMED, MOST)})


def consistent(moves: Any, of: Counter[str]) -> None:
    kinds = Counter(type(move) for move in moves)
    assert of["guest won"] == of["host lost"]
    assert of["guest lost"] == of["host won"]
    assert 0 <= kinds[Takeover] - of["takeovers won"] - of["takeovers lost"] <= 1
    assert of["Bluff believed"] + of["Bluff caught"] + of["Bluff right"] == of["Bluff laid"]
    assert 0 <= kinds[LayBluff] - of["Bluff laid"] <= 1
    assert kinds[Run] == of["laps begun"] + of["spades drawn"]
    assert of["visits"] == sum(isinstance(move, Bet) and move.stake is not None for move in moves)


@settings(max_examples=30, deadline=None)
@given(evenings(0.02))
def test_what_one_gets_another_gives(evening: Evening) -> None:
    found = played(evening.moves)
    of = sums(found)
    consistent(evening.moves, of)
    ended = evening.end
    assert of["ruined"] == len(ended.out) - len(ended.quit)
    assert sum(each.won for each in found) == (ended.winner is not None)
    assert (ended.phase is Phase.FINISHED and ended.winner is not None) == all(each.rank for each in found)
    for each in found:
        assert each.counts["visits"] - 1 <= sum(kind.times for kind in each.bets.values()) <= each.counts["visits"]
        gained = sum(kind.gained for kind in each.bets.values())
        assert gained == each.counts["guest won"] - each.counts["guest lost"]


def test_the_recorded_games_are_counted() -> None:
    for path in RECORDED:
        moves = record.replay(path.read_bytes().splitlines()).moves
        consistent(moves, sums(played(moves)))


def test_the_favourite_bet_and_its_yield_are_summed_over_games() -> None:
    """Worked by hand: two games of one guest; the dozen twice won at 2 for 1, the court cards once lost."""
    first = Facts(Colour.BLUE, "Anna", 0, tallies={"favourite_bet": {"13-24": (1, 100_000, 200_000, 0), "court": (1, 130_000, -130_000, -10_000)}})
    second = Facts(Colour.BLUE, "Anna", 0, tallies={"favourite_bet": {"13-24": (1, 50_000, 100_000, 0)}})
    games = [
        Past(n, GAME.key, False, None, GameFacts((one,), 1, tallies={"drawn_numbers": {"17": (n,), "0": (1,)}}))
        for n, one in enumerate((first, second), 1)
    ]
    found = statistics(GAME, games)
    (anna,) = found.players
    assert anna.figures["favourite_bet"] == Favourite("13-24", 2, {"staked": 150_000, "gained": 300_000, "expected": 0}, {"13-24": 2, "court": 1})
    assert found.figures["drawn_numbers"] == Favourite("17", 3, {}, {"0": 2, "17": 3})
    told = plain(GAME, found)
    assert told["drawn_numbers"]["tally"] == {"0": 2, "17": 3}
    assert told["players"][0]["favourite_bet"]["expected"] == 0
    texts.use("en")
    assert ("Favourite bet", "13–24", "2 times: 300,000 on 150,000, by the odds 0") in figures_of(GAME, anna)


def test_the_facts_of_a_game_tally_its_bets() -> None:
    """The tally of each recorded game has every stake that its players laid in another's casino."""
    for path in RECORDED:
        replayed = record.replay(path.read_bytes().splitlines())
        told = facts(rules.view(replayed.position), replayed.moves)
        for seat in told.seats:
            staked = sum(numbers[1] for numbers in seat.tallies.get("favourite_bet", {}).values())
            # What was open when the record ends is staked and not decided.
            assert staked <= seat.figures.get("staked", 0)
            if replayed.position.winner is not None:
                assert staked == seat.figures.get("staked", 0)
