"""What the screens tell and ask in the rarer moments, and house rules from the page on which they are agreed on to the play that they forbid."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.casino import GAME
from companion.games.casino.rules.house import HouseRules, Must
from companion.games.casino.rules.moves import Join
from companion.games.casino.rules.refusal import Refusal
from companion.games.casino.rules.settings import Tell
from companion.games.casino.rules.state import Phase
from companion.games.casino.table import choice as choices
from companion.games.casino.table.commands import DrawDealer, TakeThese
from companion.games.casino.ui.widgets.piles import Cell, Point
from companion.games.kit.colours import Colour
from companion.settings import Settings
from companion.table.commands import Do, ProposeAmend, Undo
from companion.ui import texts
from companion.ui.kit import theme
from tests.games.casino.at_table import UIDS, SessionTable
from tests.games.casino.evenings import cards
from tests.games.casino.ui.samples import enrolment, moments, states, whole
from tests.games.casino.ui.test_screens import opened
from tests.ui.evening import TouchEvening
from tests.ui.harness import harness  # before anything of kivy.core.window

RED, BLUE = Colour.RED, Colour.BLUE


@pytest.fixture(autouse=True)
def calm() -> None:
    theme.look.calm = theme.look.mute = True
    texts.use("en")
    # A window that has never changed its size has drawn nothing yet.
    harness().resize(1280, 720)
    harness().resize(800, 480)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[TouchEvening]:
    made = TouchEvening(harness(), tmp_path, uids=UIDS)
    yield made
    made.close()


def seen(name: str, screen: Any = None) -> set[str]:
    """Every text of a moment."""
    harness().open(screen if screen is not None else opened(dict(moments())[name]))
    return set(harness().texts())


# --- told -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "choose-which",
            {"Building fives", "5 and 5, 2 sets", "only fives take it", "Building 10", "5 + 5, 1 set", "only tens take it", "Other cards"},
        ),
        ("choose-ace", {"The ace is 1", "The ace is 14", "Is the ace 1 or 14?"}),
        ("choose-not", {"8 is not 5 + 2", "Worth 8", "played"}),
        ("play-owner", {"Adriano’s build is now Benedetta’s"}),
        ("choose-stuck", {"Your build of 9 lies here", "Take, build or add", "Play another card"}),
        ("choose-falling", {"No 9? It falls apart", "Another card"}),
        ("deal-unheld", {"Adriano built 8 in deal 1 and held none", "40 to come"}),
    ],
)
def test_what_is_told_in_a_rarer_moment(name: str, told: set[str]) -> None:
    assert told <= seen(name)


def test_a_false_build_is_told_until_somebody_has_played_in_the_next_deal() -> None:
    shown = dict(moments())["deal-unheld"]
    assert shown.view.phase is Phase.DEAL
    assert shown.view.unheld[-1].value == 8


def test_a_card_that_can_do_nothing_is_taken_back_by_its_button() -> None:
    screen = opened(dict(moments())["choose-stuck"])
    acts: list[Any] = []
    screen.on_act = acts.append
    harness().open(screen)
    harness().tap_on(screen.another)
    assert acts == [Undo()]


def test_the_last_deal_has_a_plate_and_the_deals_pips() -> None:
    shown = dict(states(3))["play"]
    assert "Deal 1 of 4" in seen("", opened(shown))
    last = msgspec.structs.replace(shown, view=msgspec.structs.replace(shown.view, deal=4))
    assert {"Last deal", "last deal"} <= seen("", opened(last))


def test_a_row_of_the_count_opens_its_cards() -> None:
    shown = dict(whole(2))["count-1"]
    screen = opened(shown)
    harness().open(screen)
    rows = list(screen.table.targets)
    assert rows == ["cards", "spades", "10D", "2S", "aces"]
    piles = shown.view.results[-1].piles
    for row in rows:
        harness().tap_on(screen.table, row)
        of = {side: cards_ for side, _, cards_ in screen.taken.sides}
        for side, pile in piles.items():
            held = {"cards": pile.held, "spades": [c for c in pile.held if c[-1] == "S"], "aces": [c for c in pile.held if c[:-1] == "A"]}
            assert sorted(of[side]) == sorted(held.get(row, [c for c in pile.held if c == row])), (row, side)
        harness().tap_on(screen.back)
    # One after the other, and round.
    harness().tap_on(screen.table, "cards")
    for row in [*rows[1:], "cards"]:
        harness().tap_on(screen.ways[1])
        assert screen.row == row


def test_a_count_by_hand_has_no_cards_to_open() -> None:
    shown = dict(whole(2))["count-1"]
    result = shown.view.results[-1]
    bare = {side: msgspec.structs.replace(pile, held=()) for side, pile in result.piles.items()}
    view = msgspec.structs.replace(shown.view, results=(msgspec.structs.replace(result, piles=bare, by_hand=True),))
    screen = opened(msgspec.structs.replace(shown, view=view))
    harness().open(screen)
    assert screen.table.targets == {}


def test_a_new_deck_is_enrolled_by_its_picture() -> None:
    shown = dict(enrolment())["half"]
    screen = opened(shown)
    acts: list[Any] = []
    screen.on_act = acts.append
    assert "Scan the 10 of hearts" in seen("", screen)
    assert set(screen.set.targets) == set(UIDS)
    harness().tap_on(screen.set, "card:KC")
    assert [act.piece for act in acts] == ["card:KC"]


def test_a_correction_asks_which_of_two_builds_it_was(tmp_path: Path) -> None:
    table = SessionTable(tmp_path)
    table.begin(RED, BLUE, dealer=BLUE)
    table.show("5H", "KC", "JS", "2S", "5S")
    table.touch(TakeThese())
    timeline = table.session.timeline
    assert timeline is not None
    table.session.handle(ProposeAmend(len(timeline.moves) - 1))
    screen = opened(table.shown)
    acts: list[Any] = []
    screen.on_act = acts.append
    harness().open(screen)
    harness().tap_on(screen.ways["cards"])
    assert {"Took 1 card", "Built 5s", "Built 10"} <= set(harness().texts())
    for button in screen.builds:
        harness().tap_on(screen.ways["cards"]) if screen.face != "cards" else None
        harness().tap_on(button)
    assert [act.move.value for act in acts] == [5, 10]
    # The first one stands as it would be, and nothing has changed yet.
    table.session.handle(acts[0])
    assert table.shown.change.now.amount == 5
    assert table.view.builds == ()


# --- house rules from their page on -----------------------------------------------------------------------------------


def begin(evening: TouchEvening, **wanted: Any) -> TouchEvening:
    """Red and blue sit down, agree by touch on what is `wanted`, and blue deals."""
    evening.new_game(GAME.key)
    for colour in (RED, BLUE):
        evening.app.act(Do(Join(colour, colour.value.title())))
        evening.harness.settle()
    evening.tap("on")
    for field, value in wanted.items():
        screen: Any = evening.harness.stage.screen
        at = screen._fields.index(field)
        while screen.rows[at].parent is None:
            evening.tap("other")
        options = [each for each, _ in screen.rows[at].choice.options]
        evening.harness.tap_on(screen.rows[at], options.index(value))
    evening.tap("on")
    evening.tap("chairs", next(player.chair for player in evening.view.players if player.colour is BLUE))
    return evening


def show(evening: TouchEvening, *names: str) -> None:
    for name in names:
        evening.harness.now += 10
        evening._lay(f"card:{name}")
        evening.harness.settle()


def test_whatever_fits_must_be_taken(evening: TouchEvening) -> None:
    begin(evening, must_take=Must.ANYTHING)
    assert evening.view.house == HouseRules(must_take=Must.ANYTHING)
    show(evening, "4H", "5C", "KC", "QD", "9S")
    screen: Any = evening.harness.stage.screen
    assert not screen.leave.parent
    # With nothing lit the next card does not leave it either.
    evening.tap("table", "4H")
    evening.tap("table", "5C")
    show(evening, "JH")
    assert evening.view.shown == "9S"
    evening.tap("table", "4H")
    evening.tap("table", "5C")
    evening.tap("take")
    assert evening.view.loose == cards("KC QD")
    # A card that can't take stays.
    show(evening, "JH")
    assert evening.view.loose == cards("KC QD JH")


def test_an_equal_card_must_be_taken(evening: TouchEvening) -> None:
    begin(evening, must_take=Must.EQUAL)
    show(evening, "4H", "5C", "9D", "QD", "9S")
    screen: Any = evening.harness.stage.screen
    assert not screen.leave.parent
    evening.tap("table", "9D")
    # Four and five alone are a sum, but the nine has to go along.
    assert not screen.take.enabled
    evening.tap("table", "9D")
    evening.tap("take")
    assert evening.view.loose == cards("QD")


def test_an_ace_is_one_where_the_table_says_so(evening: TouchEvening) -> None:
    begin(evening, kind="royal", ace="one")
    assert not evening.view.house.high_ace
    show(evening, "KH", "QD", "5C", "9H", "AS")
    # Neither king and ace nor nine and five are fourteen: there is nothing to choose but a build.
    choice = evening.session.shown.draft
    assert choice is None or choice.lit == ()


def test_no_second_build_of_one_value_where_the_table_says_so(evening: TouchEvening) -> None:
    begin(evening, equal_builds=False)
    show(evening, "5H", "6C", "KC", "QD", "3S")
    evening.tap("table", "5H")
    screen: Any = evening.harness.stage.screen
    assert screen.build.text == "Building 8"
    evening.tap("build")
    show(evening, "2D")
    evening.tap("table", "6C")
    # Six and two would be another eight: only adding to the one that lies is left.
    assert not screen.take.enabled
    assert _readings(evening) == ()
    evening.tap("table", "3S")
    assert [(reading.made.value, reading.joined is not None) for reading in _readings(evening)] == [(8, True)]


def _readings(evening: TouchEvening) -> Any:
    on = choices.table(evening.view)  # type: ignore[arg-type]
    assert on is not None
    return choices.readings(on, evening.session.shown.draft)


def test_a_refusal_is_said_in_its_words(evening: TouchEvening) -> None:
    begin(evening)
    show(evening, "4H", "5C", "KC", "QD", "4H")
    notice = evening.session.shown.notice
    assert notice is not None
    assert notice.what is Refusal.LIES_ON_THE_TABLE
    assert "The 4 of hearts lies on the table" in evening.harness.texts()


def test_the_drawn_dealer_is_confirmed_by_touch(evening: TouchEvening) -> None:
    evening.new_game(GAME.key)
    for colour in (RED, BLUE):
        evening.app.act(Do(Join(colour, colour.value.title())))
        evening.harness.settle()
    evening.tap("on")
    evening.tap("on")
    evening.tap("lots")
    assert "Deals first, drawn by lot" in evening.harness.texts()
    # Again, as often as they like.
    evening.app.act(DrawDealer())
    evening.harness.settle()
    drawn = evening.session.shown.draft.dealer
    evening.tap("on")
    assert (evening.view.dealer, evening.open) == (drawn, "table")  # type: ignore[attr-defined]


def test_only_the_piles_are_told_by_touch(evening: TouchEvening) -> None:
    evening.session.settings = Settings().with_(GAME, tell=Tell.PILES)
    begin(evening)
    assert evening.open == "piles"
    for key in ("3", "0"):
        evening.tap("numbers", key)
    evening.tap("table", Cell("red", "spades"))
    evening.tap("numbers", "5")
    evening.tap("numbers", "plus")
    for card in cards("10D AS"):
        evening.tap("table", Point("red", card))
    count = evening.session.shown.draft
    assert (count.filled()["red"].cards, count.filled()["red"].spades) == (30, 6)
    assert (count.filled()["blue"].cards, count.filled()["blue"].spades) == (22, 7)
    # A digit after another field was opened begins anew.
    evening.tap("table", Cell("red", "cards"))
    for key in ("3", "1", "minus"):
        evening.tap("numbers", key)
    assert evening.session.shown.draft.rows["red"].cards == 30
    evening.tap("on")
    assert evening.open == "count"
