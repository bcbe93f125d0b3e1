"""What one act tells the table."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings

from companion.games.cash_and_run import rules
from companion.games.cash_and_run.rules.board import Casino
from companion.games.cash_and_run.rules.chance import Symbol
from companion.games.cash_and_run.rules.state import Event
from companion.games.cash_and_run.table.news import News, news
from companion.games.cash_and_run.ui import words
from companion.games.kit.colours import Colour
from companion.games.kit.ledger import Transfer
from companion.ui import texts
from tests.games.cash_and_run.evenings import Evening, evenings
from tests.games.cash_and_run.tables import Line, after, bet, do, header, shown, sold, throw

BLUE, RED = Colour.BLUE, Colour.RED
FOUR = header(4, dealt=[["montreal", "cairo"], ["lasvegas", "baden"], ["atlantic"], ["macau"]])


def told(*lines: Line) -> News:
    """What the last line tells."""
    return news(rules.view(after(*lines[:-1])), rules.view(after(*lines)))


def test_a_booking_is_told_though_the_turn_ends_with_it() -> None:
    won = told(FOUR, throw("blue", "lasvegas"), bet("blue", "2+5", 300_000), shown(2, "die"))
    assert won.payments == (Transfer("red", "blue", 600_000, "game", "2+5 2"),)
    lost = told(FOUR, throw("blue", "lasvegas"), bet("blue", "2+5", 300_000), shown(3, "die"))
    assert lost.payments == (Transfer("blue", "red", 300_000, "game", "2+5"),)
    assert told(FOUR, throw("blue", "3")) == News()


def test_only_what_is_new_is_told() -> None:
    lines = [FOUR, do("blue", "auction", casino="cairo"), sold()]
    assert [event.what for event in told(*lines).events] == ["sold"]
    assert told(*lines, throw("blue", "3")) == News()


def test_a_combination_is_told_once() -> None:
    lines = [FOUR, throw("blue", "monaco", (2, 2)), do("blue", "buy")]
    assert told(*lines).may_run == (BLUE,)
    (held,) = [event for event in told(*lines).events if event.what == "may run"]
    assert held.casinos == ("montreal", "cairo", "monaco")
    assert told(*lines, throw("blue", "3")).may_run == ()


def test_what_a_lost_lap_gives_back() -> None:
    three = header(4, dealt=[["montreal", "cairo", "monaco"], ["lasvegas"], ["atlantic"], ["macau"]])
    lines = [three, do("blue", "run", card="4H", casinos=["montreal", "cairo", "monaco"]), throw("red", "7A")]
    lines += [do("red", "takeover", **{"from": "blue"}, casino="cairo", on="odd"), shown(1, "roulette")]
    assert told(*lines).back == ("montreal", "monaco")


NAMES = {Colour.BLUE: "Carlotta", Colour.RED: "Donaldo"}


def test_every_booking_is_told_with_both_names_and_its_reason() -> None:
    """As the specification words it: who pays whom how much, and which field at which odds."""
    texts.use("en")
    assert words.payment(Transfer("red", "blue", 600_000, "game", "13-24 2"), NAMES) == "Donaldo pays Carlotta 600,000: 13–24 at 2\u00a0:\u00a01"
    assert words.payment(Transfer("blue", "red", 300_000, "game", "13-24"), NAMES) == "Carlotta pays Donaldo 300,000: 13–24 has lost"
    assert words.payment(Transfer("blue", "pot", 100_000, "casino"), NAMES) == "Carlotta pays the pot 100,000: a casino"
    assert words.payment(Transfer("bank", "red", 50_000, "auction"), NAMES) == "The bank pays Donaldo 50,000: the auction"


def test_a_lost_lap_and_a_set_are_told_with_their_casinos() -> None:
    texts.use("en")
    copy = [Casino(each, each.title(), Symbol.ROULETTE, "blue") for each in ("rio", "cairo", "lima")]
    over = Event("lap over", BLUE, casino="rio", casinos=("cairo", "lima"))
    assert words.event(over, NAMES, copy) == "Rio is lost: the lap of Carlotta is over. Cairo and Lima go back"
    assert words.event(Event("may run", BLUE, casinos=("rio", "cairo", "lima")), NAMES, copy) == "Carlotta holds Rio, Cairo and Lima: may run"


@pytest.mark.parametrize(
    ("amount", "chips", "said"),
    [
        (600_000, (10_000, 50_000, 100_000, 500_000), "1 × 500,000 + 1 × 100,000"),
        (240_000, (10_000, 50_000, 100_000), "2 × 100,000 + 4 × 10,000"),
        # No chips of this box make it.
        (240_000, (50_000, 100_000), ""),
    ],
)
def test_chips_are_chosen_greedily(amount: int, chips: tuple[int, ...], said: str) -> None:
    texts.use("en")
    assert words.chips(amount, chips) == said


def test_nothing_is_told_in_the_set_up_or_after_an_undo() -> None:
    assert news(rules.view(rules.new()), rules.view(after(FOUR))) == News()
    bought = after(FOUR, throw("blue", "rio"), do("blue", "buy"))
    assert news(rules.view(bought), rules.view(after(FOUR, throw("blue", "rio")))) == News()


@settings(max_examples=20, deadline=None)
@given(evenings(0.03))
def test_all_that_happens_is_told_once(evening: Evening) -> None:
    views = [rules.view(position) for position in evening.positions]
    every = [news(before, now) for before, now in pairwise(views)]
    last = views[-1]
    turns = [*last.turns, *([last.now] if last.now else [])]
    assert [paid for each in every for paid in each.payments] == [paid for turn in turns for paid in turn.payments]
    assert [event for each in every for event in each.events] == [event for turn in turns for event in turn.events]
