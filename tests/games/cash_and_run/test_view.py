"""What the table is shown, and what a player may see alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.cash_and_run import rules
from companion.games.cash_and_run.rules.moves import LayBluff
from companion.games.cash_and_run.rules.public import SHOW_ALL
from companion.games.cash_and_run.rules.refusal import Refusal
from companion.games.cash_and_run.rules.settings import CashAndRunSettings, Money
from companion.games.cash_and_run.rules.state import Game, Phase, to_act
from companion.games.cash_and_run.rules.view import Lead, View, Wanted
from companion.games.kit.colours import Colour
from tests.games.cash_and_run.evenings import Evening, evenings
from tests.games.cash_and_run.tables import BOARD, Line, after, bet, do, header, money, passing, shown, sold, throw

ASKED = CashAndRunSettings(money=Money.ASKED)
FOUR = header(4, dealt=[["montreal", "cairo"], ["lasvegas", "baden"], ["atlantic"], ["macau"]])
BLUE, RED, YELLOW, GREEN = Colour.BLUE, Colour.RED, Colour.YELLOW, Colour.GREEN


def seen(*lines: Line, options: CashAndRunSettings = SHOW_ALL) -> View:
    return rules.view(after(*lines), options)


def test_with_a_board_each_throw_says_where_it_leads() -> None:
    leads = seen(header(4, board=BOARD)).leads
    assert len(leads) == 11
    # Blue stands on Montréal, the second square.
    assert (leads[0], leads[-1]) == (Lead(2, 4, "lasvegas"), Lead(12, 14, "6"))
    assert seen(FOUR).leads == ()


def test_the_felt_has_odds_chance_and_what_happens_if_the_owner_can_not_pay() -> None:
    contest = seen(FOUR, money("green", -1_500_000), throw("blue", "macau")).contest
    assert contest is not None
    assert [(field.on, field.odds, field.wins, field.of) for field in contest.felt][:3] == [
        ("red", 1, 18, 36),
        ("black", 1, 18, 36),
        ("1-12", 2, 12, 36),
    ]
    assert (contest.most, contest.owner_cash, contest.first_sold) == (2_000_000, 500_000, "macau")
    assert (contest.short(5, 100_000), contest.short(5, 150_000)) == (0, 250_000)


def test_the_winning_results_are_told_while_it_is_played() -> None:
    contest = seen(FOUR, throw("blue", "lasvegas"), bet("blue", "2+5", 10_000)).contest
    assert contest is not None
    assert (contest.wins, contest.felt) == ((2, 5), ())
    replayed = seen(
        header(4, bluff=1), throw("blue", "lasvegas"), bet("blue", "2+5", 10_000), shown(1, "die"), do("blue", "bluff"), do("red", "believe")
    ).contest
    assert replayed is not None
    assert {field.odds for field in replayed.felt} == {2}
    assert len(replayed.felt) == 15


def test_what_is_offered() -> None:
    offer = seen(FOUR, throw("blue", "monaco")).offer
    assert offer is not None
    # Montréal and Cairo have wheels; Monaco is the third.
    assert (offer.wanted, offer.casino, offer.price, offer.affordable, offer.completes) == (Wanted.CASINO, "monaco", 100_000, True, True)
    assert [seen(FOUR, throw("blue", square)).offer.completes for square in ("rio", "tangier", "havana")] == [True, False, False]  # type: ignore[union-attr]
    offer = seen(header(4, bluff=3), throw("blue", "3")).offer
    assert offer is not None
    assert (offer.wanted, offer.exchange) == (Wanted.BLUFF, True)
    offer = seen(FOUR, throw("blue", "7A")).offer
    assert offer is not None
    assert (offer.wanted, offer.targets) == (Wanted.TAKEOVER, ("lasvegas", "atlantic", "baden", "macau"))


def test_in_an_auction_everybody_may_act_who_can_bid_more() -> None:
    lines = [FOUR, money("yellow", -1_950_000), do("blue", "auction", casino="cairo"), do("red", "bid", amount=150_000)]
    view = seen(*lines)
    assert view.may_act == {RED, GREEN}
    auction = view.auction
    assert auction is not None
    assert (auction.least, auction.step, auction.own_will) == (160_000, 10_000, True)
    assert auction.limits == {RED: 2_000_000, YELLOW: 50_000, GREEN: 2_000_000}


def test_a_creditors_limit_has_the_credit_in_it() -> None:
    view = seen(FOUR, throw("blue", "lasvegas"), bet("blue", "6", 1_000_000), shown(6, "die"))
    assert view.auction is not None
    assert (view.auction.limits[BLUE], view.auction.credit, view.auction.own_will) == (7_000_000, {BLUE: 3_000_000}, False)
    assert view.debt is not None
    assert (view.debt.by, view.debt.to, view.debt.left) == (RED, BLUE, 3_000_000)


def test_why_nobody_can_run() -> None:
    assert seen(FOUR).run_refused is Refusal.NO_SET
    three = header(4, dealt=[["montreal", "cairo", "monaco"], ["lasvegas"], ["atlantic"], ["macau"]])
    assert seen(three).run_refused is None
    assert seen(three).players[0].sets == (("montreal", "cairo", "monaco"),)
    assert seen(three, throw("blue", "montreal")).run_refused is Refusal.NOT_AT_START
    assert seen(three, throw("blue", "rio")).run_refused is Refusal.WRONG_PHASE


def test_the_way_that_is_left_of_a_last_lap() -> None:
    three = header(4, dealt=[["montreal", "cairo", "monaco"], ["lasvegas"], ["atlantic"], ["macau"]], board=BOARD)
    run = do("blue", "run", card="4H", casinos=["montreal", "cairo", "monaco"])
    lap = seen(three, run).players[0].lap
    assert lap is not None
    assert (lap.moved, lap.to_go) == (0, 36)


def test_where_the_slam_stands() -> None:
    slam = seen(FOUR, throw("blue", "6"), do("blue", "try"), shown(2, "die")).slam
    assert slam is not None
    assert (slam.step, slam.kept, [step.amount for step in slam.steps]) == (1, 250_000, [250_000, 500_000, 1_000_000])


def test_what_may_be_sold() -> None:
    assert seen(FOUR).sellable == ("montreal", "cairo")
    assert seen(FOUR, throw("blue", "1")).sellable == ()
    three = header(4, dealt=[["montreal", "cairo", "monaco"], ["lasvegas"], ["atlantic"], ["macau"]])
    assert seen(three, do("blue", "run", card="4H", casinos=["montreal", "cairo", "monaco"])).sellable == ()


# --- money, where it is asked for -------------------------------------------------------------------------------


def told_money(view: View) -> dict[Colour, int | None]:
    return {player.colour: player.cash for player in view.players}


def test_money_is_shown_only_where_the_rules_ask_for_it() -> None:
    nobody = dict.fromkeys((BLUE, RED, YELLOW, GREEN))
    assert told_money(seen(FOUR, options=ASKED)) == nobody
    assert {player.score for player in seen(FOUR, options=ASKED).players} == {None}
    # The owner says it before the guest stakes.
    visit = [FOUR, throw("blue", "macau")]
    assert told_money(seen(*visit, options=ASKED)) == nobody | {GREEN: 2_000_000}
    assert told_money(seen(*visit, bet("blue", "red", 10_000), options=ASKED)) == nobody
    # While they bid, everybody's limit.
    auction = seen(FOUR, do("blue", "auction", casino="cairo"), options=ASKED).auction
    assert auction is not None
    assert auction.limits == {RED: 2_000_000, YELLOW: 2_000_000, GREEN: 2_000_000}
    # The game is over: everybody's.
    assert None not in told_money(seen(FOUR, {"do": "end"}, options=ASKED)).values()


def test_a_player_may_see_the_own_purse_alone() -> None:
    game = after(FOUR, money("red", -500_000))
    (purse,) = rules.private(game, RED)
    assert purse.cash == 1_500_000
    assert rules.private(game, Colour.WHITE) == ()
    assert rules.private(rules.new(), RED) == ()


@settings(max_examples=15, deadline=None)
@given(evenings(), st.integers(1, 50))
def test_games_that_differ_in_money_that_is_not_asked_for_look_alike(evening: Evening, chips: int) -> None:
    """Nobody can tell from the view who has how much, wherever the rules do not ask for it."""
    for game in evening.games[::7]:
        if game.phase in (Phase.AUCTION, Phase.FINISHED):
            continue
        told = game.contest.owner if game.contest and game.phase is Phase.BET else None
        # Whoever has nothing may sell during a last lap: that is seen.
        some = [each for each in game.in_game if game.ledger[each] and each is not told]
        richer = {each: game.ledger[each] + chips * game.party.options.step for each in some}
        other = replace(game, ledger=replace(game.ledger, accounts=game.ledger.accounts | richer))
        assert rules.view(game, ASKED) == rules.view(other, ASKED)
        assert not richer or rules.view(game) != rules.view(other)


# --- what is not in the machine ---------------------------------------------------------------------------------


def test_no_piece_is_secret_and_no_move_keeps_one() -> None:
    assert rules.SECRETS == {}
    assert LayBluff.__struct_fields__ == ("by",)


@settings(max_examples=10, deadline=None)
@given(evenings(0.02))
def test_nothing_lies_secretly_and_nothing_is_redacted(evening: Evening) -> None:
    assert rules.redact(evening.moves) == evening.moves
    assert {rules.secrets_lie(position) for position in evening.positions} == {0}


def views(evening: Evening) -> Iterator[tuple[Game, View]]:
    for game in evening.games[::5]:
        yield game, rules.view(game)


@settings(max_examples=15, deadline=None)
@given(evenings(0.02))
def test_a_view_says_what_there_is(evening: Evening) -> None:
    for game, view in views(evening):
        asked: dict[Phase, Any] = {
            Phase.OFFER: view.offer,
            Phase.AUCTION: view.auction,
            Phase.ALL: view.all,
            Phase.SLAM: view.slam,
            Phase.BET: view.contest,
            Phase.DRAW: view.contest,
            Phase.LOST: view.contest,
        }
        for phase, part in asked.items():
            assert part is not None or game.phase is not phase
        by = to_act(game)
        assert by is None or view.may_act == {by}
        assert (view.outcome is None) == (game.phase is not Phase.FINISHED)
        assert sum(len(player.casinos) for player in view.players) == len(view.owners)
        assert [player.out for player in view.players] == [player.at is None for player in view.players]


def test_the_turns_so_far_are_in_the_view() -> None:
    view = seen(FOUR, *passing("blue"), do("red", "auction", casino="baden"), sold())
    assert [event.what for event in (view.now.events if view.now else ())] == ["sold"]
    assert view.turns[0].by is BLUE
