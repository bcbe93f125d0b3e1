"""Taps and tags at the table, told in verbs, become moves, questions or answers."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from companion.game import Make, Note, Reply, Say, Wait
from companion.games.cash_and_run import rules
from companion.games.cash_and_run.record import record
from companion.games.cash_and_run.rules.board import KINDS
from companion.games.cash_and_run.rules.chance import Shown, Symbol
from companion.games.cash_and_run.rules.legal import legal
from companion.games.cash_and_run.rules.moves import (
    AnyMove,
    Begin,
    Believe,
    Bet,
    Bid,
    Buy,
    Card,
    Deal,
    Decline,
    Die,
    Doubt,
    End,
    Go,
    LayBluff,
    Pick,
    Roll,
    Roulette,
    Run,
    Sell,
    Settle,
    Sold,
    Stand,
    Stop,
    Sure,
    Takeover,
    Throw,
    Try,
)  # fmt: skip
from companion.games.cash_and_run.rules.pieces import PIECES, CasinoCard, PlayingCard
from companion.games.cash_and_run.rules.refusal import MoveRefused, Refusal
from companion.games.cash_and_run.rules.state import Game, Kind, Phase
from companion.games.cash_and_run.rules.view import View, Wanted
from companion.games.cash_and_run.table import draw
from companion.games.cash_and_run.table.buttons import lit
from companion.games.cash_and_run.table.commands import (
    Act,
    AnyCommand,
    Tap,
    TapAllIn,
    TapCasino,
    TapChip,
    TapDice,
    TapField,
    TapLap,
    TapNone,
    TapPlayer,
    TapResult,
    TapSet,
    TapShown,
    TapSquare,
)  # fmt: skip
from companion.games.cash_and_run.table.half import USUAL, Halves
from companion.games.cash_and_run.table.replies import NOTHING, Answer, Pending
from companion.games.kit.colours import Colour
from tests.games.cash_and_run.evenings import Evening
from tests.games.cash_and_run.tables import BOARD, CASINOS, RECORDED, Line, after, bet, do, header, money, passing, shown, sold, throw

NUMBER = {casino["id"]: number for number, casino in enumerate(CASINOS, 1)}
KNOWN = {number: casino for casino, number in NUMBER.items()}
FOUR = header(4, dealt=[["montreal", "cairo"], ["lasvegas", "baden"], ["atlantic"], ["macau"]])
BLUE, RED, YELLOW, GREEN = Colour.BLUE, Colour.RED, Colour.YELLOW, Colour.GREEN


class Table:
    """A table of people who tap and show cards, on top of a game that was played so far. What is whole is made."""

    def __init__(self, *lines: Line) -> None:
        self.position: rules.Position = after(*lines)
        self.gestures = Halves(random.Random(1), KNOWN)
        self.moves: list[AnyMove] = []
        self.touches = 0
        self.step = 100_000
        """By how much bids rise at a tap: chosen on the screen."""

    @property
    def view(self) -> View:
        return rules.view(self.position)

    def _take(self, reply: Reply) -> Reply:
        if isinstance(reply, Make):
            self.position = rules.apply(self.position, reply.move)
            self.moves.append(reply.move)
        return reply

    def tap(self, *commands: AnyCommand | Act | int) -> Reply:
        """A number is the step of bids that is chosen."""
        reply: Reply = Wait()
        for command in commands:
            self.touches += 1
            if isinstance(command, int):
                self.step = command
                continue
            if isinstance(command, TapPlayer):
                command = TapPlayer(command.player, self.step)
            reply = self._take(self.gestures.commanded(self.view, Tap(command) if isinstance(command, Act) else command))
        return reply

    def show(self, what: str) -> Reply:
        """Shows a casino card or a playing card to the reader."""
        piece = CasinoCard(NUMBER[what]) if what in NUMBER else PlayingCard(what)
        return self._take(self.gestures.seen(self.view, piece))

    @property
    def last(self) -> AnyMove:
        return self.moves[-1]


STEPS = (10_000, 50_000, 100_000, 500_000)


def looked(table: Table, *, show: str | None = None, tap: AnyCommand | None = None) -> str | None:
    """The casino that a card means which means nothing else."""
    reply = table.tap(tap) if tap is not None else table.show(show or "")
    assert reply == Note()
    return table.gestures.pending.looked


# --- throws -----------------------------------------------------------------------------------------------------


def test_with_a_board_one_tap_is_the_whole_throw() -> None:
    table = Table(header(4, board=BOARD))
    assert table.tap(TapDice(3, 4)) == Make(Throw(BLUE, (3, 4)))


def test_without_a_board_the_square_is_told_by_finger_or_by_card() -> None:
    table = Table(FOUR)
    assert table.tap(TapDice(3, 4)) == Wait()
    assert table.gestures.pending.dice == (3, 4)
    # A slip with the dice is tapped anew.
    assert table.tap(TapDice(3, 5)) == Wait()
    assert table.tap(TapSquare("3")) == Make(Throw(BLUE, (3, 5), "3"))
    table = Table(FOUR)
    table.tap(TapDice(1, 2))
    assert table.show("rio") == Make(Throw(BLUE, (1, 2), "rio"))
    assert Table(FOUR).tap(TapSquare("3")) == Say(Answer.NOTHING_NOW)


def test_in_a_last_lap_without_a_board_it_is_asked_whether_the_start_was_passed() -> None:
    three = header(4, dealt=[["montreal", "cairo", "monaco"], ["lasvegas"], ["atlantic"], ["macau"]])
    lines = [three, do("blue", "run", card="4H", casinos=["montreal", "cairo", "monaco"])]
    lines += [*passing("red"), *passing("yellow"), *passing("green")]
    table = Table(*lines)
    assert table.tap(TapLap(True)) == Say(Answer.NOTHING_NOW)
    assert table.tap(TapDice(1, 2), TapSquare("4A")) == Wait()
    assert table.tap(TapLap(False)) == Make(Throw(BLUE, (1, 2), "4A"))
    table = Table(*lines)
    table.tap(TapDice(1, 2), TapSquare("4A"))
    assert table.tap(TapLap(True)) == Make(Throw(BLUE, (1, 2), "4A", lap=True))
    assert table.view.phase is Phase.FINISHED


def test_from_square_1_a_kind_that_lies_more_than_once_asks_which() -> None:
    lines = [header(4, board=BOARD, dealt=[["lima"], ["lasvegas"], ["atlantic"], ["macau"]]), throw("blue", dice=(1, 2))]
    table = Table(*lines)
    assert table.tap(TapSquare("3")) == Wait()
    assert table.gestures.pending.places == (3, 12, 21, 35)
    assert table.tap(TapSquare("9")) == Say(Answer.NO_SUCH_SQUARE)
    assert table.tap(TapSquare("3", place=12)) == Make(Go(BLUE, to=12))
    assert Table(*lines).show("cairo") == Make(Go(BLUE, to=8))
    assert Table(FOUR, throw("blue", "1")).tap(TapSquare("4A")) == Make(Go(BLUE, square="4A"))


# --- what a casino card means -----------------------------------------------------------------------------------


def test_a_casino_card_means_what_the_phase_makes_of_it() -> None:
    # For sale: I buy it.
    assert Table(FOUR, throw("blue", "rio")).show("rio") == Make(Buy(BLUE))
    assert looked(Table(FOUR, throw("blue", "rio")), show="lima") == "lima"
    # On one's own turn: this one is auctioned.
    assert Table(FOUR).show("cairo") == Make(Sell(BLUE, "cairo"))
    assert looked(Table(FOUR), show="baden") == "baden"
    # Pick: I take it.
    lost = [FOUR, throw("blue", "7A"), do("blue", "takeover", **{"from": "red"}, casino="lasvegas", on="odd"), shown(2, "roulette")]
    assert Table(*lost).show("montreal") == Make(Pick(RED, "montreal"))
    # Nobody has told what is printed on that card.
    table = Table(FOUR)
    table.gestures = Halves(random.Random(1), {1: "montreal"})
    assert table.show("cairo") == Say(Answer.TELL_FIRST, spot=4)
    table.gestures = Halves(random.Random(1), {4: "paris"})
    assert table.show("cairo") == Say(Answer.TELL_FIRST, spot=4)


def test_a_seller_in_need_shows_the_casino_that_is_auctioned() -> None:
    three = header(4, dealt=[["montreal"], ["lasvegas", "baden", "rio"], ["atlantic"], ["macau"]])
    lines = [three, throw("blue", "lasvegas"), bet("blue", "6", 1_000_000), shown(6, "die"), sold()]
    assert Table(*lines).show("rio") == Make(Sell(RED, "rio"))
    assert Table(*lines).tap(TapCasino("baden")) == Make(Sell(RED, "baden"))


def test_dealt_casinos_are_shown_then_the_one_where_the_pawn_begins() -> None:
    joined = list(record.replay([json.dumps(FOUR).encode()]).moves)
    at = next(place for place, move in enumerate(joined) if type(move).__name__ == "DealAll")
    table = Table(FOUR)
    table.position = rules.new()
    for move in joined[:at]:
        table.position = rules.apply(table.position, move)
    for casino in ("rio", "lima", "cairo", "baden", "macau", "manila", "monaco", "havana"):
        table.show(casino)
    assert table.moves[:2] == [Deal(BLUE, "rio"), Deal(BLUE, "lima")]
    table.show("lima")
    table.tap(TapCasino("cairo"), TapCasino("macau"), TapCasino("monaco"))
    assert table.moves[-4:] == [Stand(BLUE, "lima"), Stand(RED, "cairo"), Stand(YELLOW, "macau"), Stand(GREEN, "monaco")]
    assert table.tap(TapPlayer(GREEN)) == Make(Begin(GREEN))


# --- buying -----------------------------------------------------------------------------------------------------


def test_buttons_of_an_offer() -> None:
    assert Table(FOUR, throw("blue", "rio")).tap(Act.BUY) == Make(Buy(BLUE))
    assert Table(FOUR, throw("blue", "rio")).tap(Act.LEAVE) == Make(Decline(BLUE))
    three = header(4, bluff=3)
    assert Table(three, throw("blue", "3")).tap(Act.BUY) == Make(Buy(BLUE, exchange=True))
    assert Table(FOUR).tap(Act.BUY) == Say(Answer.NOTHING_NOW)


# --- the felt ---------------------------------------------------------------------------------------------------


def test_each_tap_on_a_field_lays_one_chip_more() -> None:
    table = Table(FOUR, throw("blue", "macau"))
    assert table.tap(Act.DOWN) == Say(Answer.NO_CHIPS)
    assert table.tap(TapField("red"), TapField("red"), TapChip(50_000)) == Note()
    assert (table.gestures.pending.on, table.gestures.pending.stake) == ("red", 250_000)
    # On another field all of it moves there.
    table.tap(TapField("13-24"))
    assert (table.gestures.pending.on, table.gestures.pending.stake) == ("13-24", 250_000)
    assert table.tap(TapField("odd")) == Say(Answer.NOTHING_NOW)
    assert table.tap(Act.DOWN) == Make(Bet(BLUE, "13-24", 250_000))
    # The next bet begins with the usual chip and an empty felt.
    table.tap(TapResult(36))
    assert table.gestures.pending == NOTHING


def test_all_in_none_and_more_than_there_is() -> None:
    table = Table(FOUR, money("blue", -1_700_000), throw("blue", "macau"))
    table.tap(TapChip(500_000))
    assert table.tap(TapField("red")) == Say(Answer.NO_MONEY)
    table.tap(TapField("red"), TapAllIn(), TapField("black"))
    assert table.tap(TapNone()) == Note()
    assert table.gestures.pending.stake == 0
    assert table.tap(TapAllIn(), TapField("black"), Act.OK) == Make(Bet(BLUE, "black", 300_000))


def test_where_nothing_is_staked_the_field_is_the_whole_bet() -> None:
    pot = [FOUR, do("green", "quit"), throw("blue", "4A")]
    assert Table(*pot).tap(TapField("1-12")) == Make(Bet(BLUE, "1-12"))
    replay = [header(4, bluff=1), throw("blue", "macau"), bet("blue", "1-12", 10_000), shown(36, "roulette")]
    replay += [do("blue", "bluff"), do("green", "believe")]
    assert Table(*replay).tap(TapField("13-24")) == Make(Bet(BLUE, "13-24"))
    assert Table(*replay).tap(TapField("red")) == Say(Answer.NOTHING_NOW)


# --- results ----------------------------------------------------------------------------------------------------


def test_results_are_tapped_shown_or_drawn() -> None:
    wheel = [FOUR, throw("blue", "macau"), bet("blue", "red", 10_000)]
    assert Table(*wheel).tap(TapResult(17)) == Make(Roulette(17))
    assert Table(*wheel).tap(TapResult("QS")) == Say(Answer.NOTHING_NOW)
    cards = [FOUR, throw("blue", "atlantic"), bet("blue", "red", 10_000)]
    assert Table(*cards).show("10D") == Make(Card("10D"))
    die = [FOUR, throw("blue", "lasvegas"), bet("blue", "odd", 10_000)]
    assert Table(*die).tap(TapResult(4)) == Make(Die(4))
    assert Table(FOUR).show("10D") == Say(Answer.NOTHING_NOW)
    every = [FOUR, throw("blue", "5C")]
    assert Table(*every).show("10D") == Make(Card("10D", BLUE))
    slam = [FOUR, throw("blue", "6"), do("blue", "try")]
    assert Table(*slam).tap(TapResult(2)) == Make(Die(2))
    drawn = Table(*wheel).tap(Act.DRAW)
    assert isinstance(drawn, Make)
    assert isinstance(drawn.move, Roulette)
    assert drawn.move.drawn
    thrown = Table(header(4, board=BOARD)).tap(Act.DRAW)
    assert isinstance(thrown, Make)
    assert isinstance(thrown.move, Throw)
    assert thrown.move.drawn


def test_a_throw_that_was_drawn_is_told_as_drawn_without_a_board_too() -> None:
    """The dice are a move before anybody sees them; where they lead is told then, and until then nothing else is begun."""
    table = Table(FOUR)
    made = table.tap(Act.DRAW)
    assert isinstance(made, Make)
    assert isinstance(made.move, Roll)
    dice = made.move.dice
    assert (table.view.rolled, table.gestures.pending, table.view.phase) == (dice, NOTHING, Phase.THROW)
    assert table.tap(Act.DRAW) == table.tap(TapDice(1, 1)) == table.tap(Act.SELL) == Say(Answer.NOTHING_NOW)
    assert isinstance(table.show("cairo"), Make)
    assert table.moves[-1] == Throw(BLUE, dice, "cairo", drawn=True)
    assert table.view.rolled is None


def test_dice_that_the_companion_threw_are_no_others_and_nobody_runs_or_sells_before_they_lead_somewhere() -> None:
    three = header(4, dealt=[["montreal", "cairo", "monaco"], ["lasvegas"], ["atlantic"], ["macau"]])
    game = rules.apply(after(three), Roll(BLUE, (2, 6)))
    for move, why in (
        (Roll(BLUE, (1, 1)), Refusal.ROLLED),
        (Throw(BLUE, (2, 5), "3"), Refusal.ROLLED),
        (Run(BLUE, "4H", ("montreal", "cairo", "monaco")), Refusal.NOT_AT_START),
        (Sell(BLUE, "cairo"), Refusal.WRONG_PHASE),
        (Roll(RED, (1, 1)), Refusal.NOT_YOUR_TURN),
    ):
        with pytest.raises(MoveRefused) as refused:
            rules.apply(game, move)
        assert refused.value.reason is why
    assert set(legal(game)) == {Throw(BLUE, (2, 6), square) for square in (*KINDS, *NUMBER)}
    with pytest.raises(MoveRefused):
        rules.apply(after(header(4, board=BOARD)), Roll(BLUE, (2, 6)))
    # The record has the throw alone.
    moves = [*record.replay([json.dumps(three).encode()]).moves, Roll(BLUE, (2, 6)), Throw(BLUE, (2, 6), "3", drawn=True)]
    assert [json.loads(line)["do"] for line in record.write(moves).splitlines()[1:]] == ["throw"]
    assert rules.apply(rules.apply(game, Throw(BLUE, (2, 6), "3")), Decline(BLUE)).rolled is None  # type: ignore[union-attr]


class Fixed:
    """A source of chance that gives what it is told, and remembers of how many."""

    def __init__(self, *results: int) -> None:
        self._results = list(results)
        self.of: list[int] = []

    def randrange(self, stop: int, /) -> int:
        self.of.append(stop)
        return self._results.pop(0)


def test_draws_are_uniform_over_all_that_can_come() -> None:
    chance = Fixed(0, 36, 0, 5, 0, 51)
    found = [draw.result(symbol, chance) for symbol in (Symbol.ROULETTE, Symbol.ROULETTE, Symbol.DIE, Symbol.DIE, Symbol.CARDS, Symbol.CARDS)]
    assert found == [
        Roulette(0, drawn=True), Roulette(36, drawn=True), Die(1, drawn=True), Die(6, drawn=True), Card("2C", drawn=True), Card("AS", drawn=True),
    ]  # fmt: skip
    assert chance.of == [37, 37, 6, 6, 52, 52]
    assert draw.dice(Fixed(5, 0)) == (6, 1)
    assert [draw.card(Fixed(place)) for place in range(52)] == [piece.card for piece in PIECES.values() if isinstance(piece, PlayingCard)]


# --- Bluff ------------------------------------------------------------------------------------------------------

LOST = [header(4, bluff=1), throw("blue", "lasvegas"), bet("blue", "odd", 10_000), shown(2, "die")]


def test_buttons_of_a_bluff() -> None:
    assert Table(*LOST).tap(Act.PAY) == Make(Settle(BLUE))
    table = Table(*LOST)
    assert table.tap(Act.BLUFF) == Make(LayBluff(BLUE))
    assert table.tap(Act.TURN) == Wait()
    assert table.gestures.pending.turning
    assert table.tap(TapShown(Shown.BLANK)) == Make(Doubt(RED, Shown.BLANK))
    assert Table(*LOST, do("blue", "bluff")).tap(Act.BELIEVE) == Make(Believe(RED))
    assert Table(*LOST).tap(TapShown(Shown.DIE)) == Say(Answer.NOTHING_NOW)
    # The panel's OK decides no such thing.
    assert Table(*LOST).tap(Act.OK) == Say(Answer.NOTHING_NOW)


# --- the slam, challenges ---------------------------------------------------------------------------------------


def test_buttons_of_the_slam() -> None:
    assert Table(FOUR, throw("blue", "6")).tap(Act.SURE) == Make(Sure(BLUE))
    table = Table(FOUR, throw("blue", "6"))
    assert table.tap(Act.TRY) == Make(Try(BLUE))
    table.tap(TapResult(2))
    assert table.tap(Act.STOP) == Make(Stop(BLUE))


def test_a_challenge_is_a_casino_and_a_bet_in_any_order() -> None:
    whole = Make(Takeover(BLUE, RED, "baden", "even"))
    table = Table(FOUR, throw("blue", "7A"))
    assert table.tap(TapCasino("baden")) == Wait()
    assert table.tap(TapField("even")) == whole
    table = Table(FOUR, throw("blue", "7A"))
    assert table.tap(TapField("even")) == Wait()
    assert table.show("baden") == whole
    assert Table(FOUR, throw("blue", "7A")).tap(TapField("red")) == Say(Answer.NOTHING_NOW)
    assert looked(Table(FOUR, throw("blue", "7A")), tap=TapCasino("rio")) == "rio"
    # A card of one's own is auctioned first, as on every own turn.
    assert Table(FOUR, throw("blue", "7A")).show("cairo") == Make(Sell(BLUE, "cairo"))


# --- auctions ---------------------------------------------------------------------------------------------------


def test_a_row_is_that_players_bid_of_the_next_step() -> None:
    table = Table(FOUR, money("yellow", -1_850_000))
    assert table.tap(Act.SELL) == Wait()
    assert table.tap(TapCasino("cairo")) == Make(Sell(BLUE, "cairo"))
    assert table.tap(TapPlayer(RED)) == Make(Bid(RED, 100_000))
    table.tap(10_000)
    assert table.tap(TapPlayer(GREEN)) == Make(Bid(GREEN, 110_000))
    table.tap(500_000)
    # A step beyond all that somebody has is all of it.
    assert table.tap(TapPlayer(YELLOW)) == Make(Bid(YELLOW, 150_000))
    assert table.tap(TapPlayer(RED)) == Make(Bid(RED, 650_000))
    assert table.tap(TapPlayer(YELLOW)) == Say(Answer.NO_MONEY, owner=YELLOW)
    assert table.tap(TapPlayer(BLUE)) == Say(Answer.NO_MONEY, owner=BLUE)
    assert table.tap(Act.OK) == Make(Sold())
    assert table.tap(TapPlayer(RED)) == Say(Answer.NOTHING_NOW)


def test_what_may_not_be_sold_now_is_not_asked_for() -> None:
    assert Table(FOUR, throw("blue", "1")).tap(Act.SELL) == Say(Answer.NOTHING_NOW)


# --- Cash & Run -------------------------------------------------------------------------------------------------

SETS = header(4, dealt=[["montreal", "cairo", "monaco", "macau"], ["lasvegas"], ["atlantic"], ["rio"]])
ONE_SET = header(4, dealt=[["montreal", "cairo", "monaco"], ["lasvegas"], ["atlantic"], ["rio"]])


def test_the_only_combination_is_laid_and_a_card_drawn() -> None:
    table = Table(ONE_SET)
    assert table.tap(Act.RUN) == Wait()
    assert table.tap(TapResult("H")) == Make(Run(BLUE, "H", ("montreal", "cairo", "monaco")))
    table = Table(ONE_SET)
    table.tap(Act.RUN)
    assert table.show("9S") == Make(Run(BLUE, "9S", ("montreal", "cairo", "monaco")))
    table = Table(ONE_SET)
    table.tap(Act.RUN)
    drawn = table.tap(Act.DRAW)
    assert isinstance(drawn, Make)
    assert isinstance(drawn.move, Run)
    assert drawn.move.drawn
    assert Table(FOUR).tap(Act.RUN) == Say(Answer.NOTHING_NOW)


def test_of_several_combinations_one_is_chosen_by_finger_or_laid_card_by_card() -> None:
    table = Table(SETS)
    table.tap(Act.RUN)
    assert table.tap(TapResult("H")) == Say(Answer.NO_SET)
    assert table.tap(TapSet(("montreal", "cairo"))) == Say(Answer.NO_SET)
    assert table.tap(TapSet(("cairo", "monaco", "macau"))) == Wait()
    assert table.tap(TapResult("AD")) == Make(Run(BLUE, "AD", ("cairo", "monaco", "macau")))
    table = Table(SETS)
    table.tap(Act.RUN)
    assert table.show("macau") == Note()
    assert table.show("macau") == Note()
    assert table.show("lasvegas") == Say(Answer.NOT_HELD)
    assert table.show("montreal") == Note()
    assert table.show("cairo") == Wait()
    assert table.gestures.pairs([CasinoCard(1), CasinoCard(4)])
    assert not table.gestures.pairs([CasinoCard(1), PlayingCard("2H")])
    assert table.tap(TapResult("joker")) == Say(Answer.NOTHING_NOW)
    assert table.show("2H") == Make(Run(BLUE, "2H", ("montreal", "cairo", "macau")))


# --- half a gesture ---------------------------------------------------------------------------------------------


def test_half_a_gesture_is_given_up_when_the_table_does_something_else() -> None:
    table = Table(FOUR)
    table.tap(TapDice(3, 4))
    table.position = after(FOUR, *passing("blue"))
    assert table.tap(TapSquare("3")) == Say(Answer.NOTHING_NOW)


def test_the_lit_button_is_the_panels() -> None:
    lit_in = {Phase.AUCTION: Act.SOLD, Phase.BELIEVE: Act.TURN}
    for seed in range(8):
        for game in Evening(seed).games[::9]:
            view = rules.view(game)
            may = {
                Phase.THROW: Act.RUN if view.run_refused is None else None,
                Phase.OFFER: Act.BUY if view.offer and view.offer.wanted is not Wanted.TAKEOVER and view.offer.affordable else None,
                Phase.BET: Act.DOWN if view.contest and view.contest.kind is Kind.CASINO else None,
            }
            assert lit(view) == lit_in.get(game.phase, may.get(game.phase))
            # Half a gesture is no moment for it.
            assert lit(view, Pending(turning=True, running=True)) in (None, Act.BUY, Act.DOWN, Act.SOLD)


def test_whatever_is_tapped_or_shown_is_answered() -> None:
    """Nothing that is tapped in any position raises anything but a refusal of the rules."""
    squares = ["1", "3", "4A", "cairo", "nowhere"]
    commands: list[AnyCommand] = [
        *[Tap(act) for act in Act], TapDice(1, 1), TapDice(9, 0), TapLap(True), TapChip(10_000), TapAllIn(), TapNone(),
        *[TapSquare(square) for square in squares], TapSquare("3", place=99), *[TapField(on) for on in ("red", "odd", "1-12", "x")],
        *[TapCasino(casino) for casino in ("cairo", "rio", "nowhere")], *[TapResult(result) for result in (0, 7, "10D", "H", "")],
        TapShown(Shown.DIE), *[TapPlayer(colour) for colour in Colour], TapSet(()), TapSet(("cairo", "rio", "macau")),
    ]  # fmt: skip
    pieces = list(PIECES.values())
    answered: Counter[str] = Counter()
    for seed in range(6):
        rng = random.Random(seed)
        evening = Evening(seed)
        known = dict(enumerate(evening.end.party.casinos, 1))
        gestures = Halves(random.Random(seed), known)
        for position in [*evening.positions[: evening.begun], *evening.games[::4]]:
            view = rules.view(position)
            for _ in range(12):
                tapped = rng.random() < 0.7
                reply = gestures.commanded(view, rng.choice(commands)) if tapped else gestures.seen(view, rng.choice(pieces))
                answered[type(reply).__name__] += 1
                if isinstance(reply, Make):
                    try:
                        rules.apply(position, reply.move)
                    except MoveRefused:
                        answered["refused"] += 1
    assert set(answered) == {"Make", "Say", "Wait", "Note", "refused"}


# --- touches ----------------------------------------------------------------------------------------------------


def fingers(table: Table, move: AnyMove) -> Iterator[AnyCommand | Act | int]:
    """What has to be tapped for a move, chips chosen greedily. A card that could be shown is tapped as well."""
    match move:
        case Throw(dice=(one, other)):
            yield TapDice(one, other)
        case Go(to=to):
            yield TapSquare(None, to)
        case Buy():
            yield Act.BUY
        case Decline():
            yield Act.LEAVE
        case Bet(on=on, stake=None):
            yield TapField(on)
        case Bet(on=on, stake=stake):
            yield from _chips(table, on, stake or 0)
            yield Act.DOWN
        case Roulette() | Die() | Card():
            yield TapResult(next(getattr(move, key) for key in ("number", "face", "card") if hasattr(move, key)))
        case Settle():
            yield Act.PAY
        case LayBluff():
            yield Act.BLUFF
        case Believe():
            yield Act.BELIEVE
        case Doubt(shows=shows):
            yield Act.TURN
            yield TapShown(shows)
        case Takeover(casino=casino, on=on):
            yield TapCasino(casino)
            yield TapField(on)
        case Pick(casino=casino):
            yield TapCasino(casino)
        case Sure():
            yield Act.SURE
        case Try():
            yield Act.TRY
        case Stop():
            yield Act.STOP
        case Sell(casino=casino):
            if table.view.phase is not Phase.SELL:
                yield Act.SELL
            yield TapCasino(casino)
        case Bid(by=by, amount=amount):
            yield from _bids(table, by, amount)
        case Sold():
            yield Act.SOLD
        case Run(card=card, casinos=casinos):
            yield Act.RUN
            if len(next(player for player in table.view.players if player.colour is move.by).sets) > 1:
                yield TapSet(casinos)
            yield TapResult(card)


def _chips(table: Table, on: str, stake: int) -> Iterator[AnyCommand]:
    contest = table.view.contest
    if contest and stake == contest.most:
        yield TapField(on)
        yield TapAllIn()
        return
    counts = {}
    for value in (500_000, 100_000, 50_000, 10_000):
        counts[value], stake = divmod(stake, value)
    # The chip that is chosen already is laid first.
    for value in sorted(counts, key=lambda value: value != (table.gestures.pending.chip or USUAL)):
        for _ in range(counts[value]):
            # A chip that is not chosen yet is chosen; it lies at once where a field is.
            if (table.gestures.pending.chip or USUAL) != value:
                yield TapChip(value)
                if table.gestures.pending.stake == 0:
                    yield TapField(on)
            else:
                yield TapField(on)


def _bids(table: Table, by: Colour, amount: int) -> Iterator[AnyCommand | int]:
    """The steps that lead from the last bid to this one: each is a bid of the same player."""
    auction = table.view.auction
    assert auction is not None
    bid = auction.bid
    while bid < amount:
        fitting = [step for step in reversed(STEPS) if max(100_000, bid + step) <= amount]
        step = table.step if max(100_000, bid + table.step) == amount else fitting[0]
        if table.step != step:
            yield step
        yield TapPlayer(by)
        bid = max(100_000, bid + step)


@pytest.mark.parametrize("name", ["3-players-2", "4-players-2", "6-players-3"])
def test_a_recorded_game_can_be_played_by_fingers_alone(name: str) -> None:
    table, lines = by_fingers(name)
    assert summary_of(table.position) == summary_of(record.replay(lines).position)


def test_a_turn_takes_few_lines_and_few_touches() -> None:
    """Over the recorded games with a board: no more than 4.5 lines of record and 5.5 touches a turn."""
    lines = touches = turns = 0
    for name in ("3-players-2", "4-players-2", "6-players-3"):
        table, raw = by_fingers(name)
        assert isinstance(table.position, Game)
        lines, touches, turns = lines + len(raw) - 1, touches + table.touches, turns + len(table.position.turns)
    assert lines / turns <= 4.5
    assert touches / turns <= 5.5


def by_fingers(name: str) -> tuple[Table, list[bytes]]:
    raw = next(path for path in RECORDED if path.stem == name).read_bytes().splitlines()
    replay = record.replay(raw)
    table = Table(json.loads(raw[0]))
    begun = next(place for place, move in enumerate(replay.moves) if isinstance(move, Begin)) + 1
    for move in replay.moves[begun:]:
        assert not isinstance(move, End)
        for command in fingers(table, move):
            table.tap(command)
        last: Any = table.last
        assert last == move or (isinstance(move, Throw) and last.dice == move.dice)
    return table, raw


def summary_of(position: rules.Position) -> Any:
    assert isinstance(position, Game)
    return (position.ledger, position.owners, position.at, position.bluffs, position.winner, position.turns)
