"""What one act tells the table."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings

from companion.games.cash_and_run import rules
from companion.games.cash_and_run.table.news import News, news
from companion.games.kit.colours import Colour
from companion.games.kit.ledger import Transfer
from tests.games.cash_and_run.evenings import Evening, evenings
from tests.games.cash_and_run.tables import Line, after, bet, do, header, shown, sold, throw

BLUE, RED = Colour.BLUE, Colour.RED
FOUR = header(4, dealt=[["montreal", "cairo"], ["lasvegas", "baden"], ["atlantic"], ["macau"]])


def told(*lines: Line) -> News:
    """What the last line tells."""
    return news(rules.view(after(*lines[:-1])), rules.view(after(*lines)))


def test_a_booking_is_told_though_the_turn_ends_with_it() -> None:
    assert told(FOUR, throw("blue", "lasvegas"), bet("blue", "2+5", 300_000), shown(2, "die")).payments == (Transfer("red", "blue", 600_000, "game"),)
    assert told(FOUR, throw("blue", "3")) == News()


def test_only_what_is_new_is_told() -> None:
    lines = [FOUR, do("blue", "auction", casino="cairo"), sold()]
    assert [event.what for event in told(*lines).events] == ["sold"]
    assert told(*lines, throw("blue", "3")) == News()


def test_a_combination_is_told_once() -> None:
    lines = [FOUR, throw("blue", "monaco", (2, 2)), do("blue", "buy")]
    assert told(*lines).may_run == (BLUE,)
    assert told(*lines, throw("blue", "3")).may_run == ()


def test_what_a_lost_lap_gives_back() -> None:
    three = header(4, dealt=[["montreal", "cairo", "monaco"], ["lasvegas"], ["atlantic"], ["macau"]])
    lines = [three, do("blue", "run", card="4H", casinos=["montreal", "cairo", "monaco"]), throw("red", "7A")]
    lines += [do("red", "takeover", **{"from": "blue"}, casino="cairo", on="odd"), shown(1, "roulette")]
    assert told(*lines).back == ("montreal", "monaco")


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
