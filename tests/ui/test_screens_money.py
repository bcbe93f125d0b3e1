"""Money on the screen: the hand-out, the count, corrections with their reasons, staying put, an early end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.kit.colours import Colour
from companion.games.kit.counting import Cause, Difference
from companion.games.vabanque import GAME as VABANQUE
from companion.games.vabanque.rules.moves import Correct, Count, Counted, End, Paid, Seating, Stay
from companion.games.vabanque.rules.refusal import Refusal
from companion.games.vabanque.rules.view import Phase, View
from companion.games.vabanque.ui.screens.count import LEDGER, NOTES, REASON
from companion.games.vabanque.ui.screens.notes import changes
from companion.games.vabanque.ui.widgets.counting import Ledger, Line
from companion.table.commands import Do
from companion.table.snapshot import Notice, Step
from companion.ui import answers, cues, gameui, texts
from companion.ui.kit import theme
from companion.ui.kit.layout import Box
from companion.ui.screens import SCREENS
from tests.ui import samples
from tests.ui.evening import TouchEvening
from tests.ui.game_samples import opened
from tests.ui.harness import Harness, harness, wait
from tests.ui.money_samples import (
    BECAUSE,
    ask_why,
    counting,
    hand_outs,
    open_notes,
    ordering,
    paying,
    read_corrections,
    to_the_notes,
    unpaid,
    write_why,
)
from tests.ui.test_widgets import Scene

FIRST = samples.colours(6)[0]
"""The player by chair whose money the samples of the count change."""


@pytest.fixture
def window() -> Iterator[Harness]:
    found = harness()
    found.resize(800, 480)
    texts.use("en")
    theme.look.text, theme.look.calm, theme.look.mute = 1.0, True, True
    yield found
    found.resize(800, 480)


def open_screen(window: Harness, name: str, view: View, prepare: Callable[[Any], None] | None = None) -> tuple[Any, list[Any]]:
    """The screen in the window, and what its touches come to."""
    acts: list[Any] = []
    screen = opened(SCREENS[name if name in SCREENS else f"vabanque/{name}"](acts.append), samples.shown(view), prepare)
    window.open(screen)
    return screen, acts


# --- the hand-out ---


def test_the_lines_of_a_hand_out_come_to_what_the_bank_pays() -> None:
    for plan in hand_outs(6):
        moved = sum(
            sum(value * count for value, count in step.gets) - sum(value * count for value, count in step.gives)
            for step in changes(plan.to, [plan])
            if step.who is plan.to
        )
        assert moved == plan.amount - plan.owed + plan.settled
        for step in changes(plan.to, [plan]):
            if step.who is not plan.to:
                assert sum(v * n for v, n in step.gives) == sum(v * n for v, n in step.gets) > 0


def test_a_hand_out_is_told_in_the_order_in_which_the_notes_pass() -> None:
    plan = hand_outs(6)[1]
    back, swap, paid = changes(plan.to, [plan])
    assert (back.who, back.gives, back.gets) == (plan.to, ((5_000, 1),), ())
    assert (swap.who, swap.gives, swap.gets) == (plan.swaps[0].other, ((100_000, 5),), ((500_000, 1),))
    assert (paid.who, paid.gives, paid.gets) == (plan.to, (), ((100_000, 3), (20_000, 2)))


@pytest.mark.parametrize("players", [3, 4, 6])
@pytest.mark.parametrize("notes", [True, False])
def test_everybody_who_earned_something_is_ticked_off_in_the_order_of_play(window: Harness, players: int, notes: bool) -> None:
    view = paying(players, 0, notes=notes)
    earned = view.results[-1].earned
    due = [colour for colour in view.results[-1].order if earned[colour]]
    for place, colour in enumerate(due):
        screen, acts = open_screen(window, "payout", paying(players, place, notes=notes), to_the_notes)
        assert screen.bar.prompt.who is colour
        window.tap_on(screen.on)
        assert acts == [Do(Paid(colour))]


def test_an_old_debt_to_somebody_who_earned_nothing_goes_along(window: Harness) -> None:
    plans = hand_outs(6)
    screen, _ = open_screen(window, "payout", paying(6, 2), to_the_notes)
    assert [plan.to for plan in screen.plans(screen.view, plans[3].to)] == [plans[2].to, plans[3].to]
    assert any(text == "10,000" or text.endswith(": 10,000") for text in window.texts())
    assert "+40,000 owed earlier\n−5,000 stays owed" in window.texts()
    assert screen.bar.prompt.text == "The bank pays 140,000"
    # Three play: the debt comes last, and nobody is left to take it along but the one before.
    three = hand_outs(3)
    screen, _ = open_screen(window, "payout", paying(3, 1), to_the_notes)
    assert [plan.to for plan in screen.plans(screen.view, three[1].to)] == [three[1].to, three[2].to]


def test_without_notes_only_the_amounts_are_shown(window: Harness) -> None:
    open_screen(window, "payout", paying(6, 1, notes=False), to_the_notes)
    assert window.texts().count("335,000") == 2
    assert not {"gets", "gives back", "changes"} & set(window.texts())


# --- the count ---


def test_one_tap_says_that_it_agrees_for_everybody(window: Harness) -> None:
    screen, acts = open_screen(window, "count", counting(6))
    assert screen.on.text == "Everybody’s money is right"
    window.tap_on(screen.on)
    assert acts == [Do(Counted())]


def test_counting_begins_with_what_should_be_in_hand(window: Harness) -> None:
    view = counting(6)
    screen, acts = open_screen(window, "count", view)
    window.tap_on(screen.ledger, FIRST)
    assert screen.counting.notes == view.purses[FIRST]
    # These very notes were told already.
    window.tap_on(screen.keep)
    assert screen.face == LEDGER
    assert acts == []
    other = samples.colours(6)[1]
    window.tap_on(screen.ledger, other)
    window.tap_on(screen.keep)
    assert acts == [Do(Count(other, view.purses[other]))]


def test_quick_taps_count_quickly_and_no_note_is_counted_below_none(window: Harness) -> None:
    screen, _ = open_screen(window, "count", counting(6), open_notes)
    before = screen.counting.counts[20_000]
    for _ in range(5):
        window.tap_on(screen.counting, (20_000, 1), hasty=True)
    assert screen.counting.counts[20_000] == before + 5
    for _ in range(12):
        window.tap_on(screen.counting, (20_000, -1), hasty=True)
    assert screen.counting.counts[20_000] == 0
    for _ in range(12):
        window.tap_on(screen.counting, (20_000, 1), hasty=True)
    # The box has ten of them.
    assert screen.counting.counts[20_000] == 10


@pytest.mark.parametrize(
    ("tapped", "words"),
    [
        ((20_000, 1), "Probably one note of 20,000 too many."),
        ((100_000, -1), "Probably a note of 100,000 is missing. Who has it?"),
    ],
)
def test_a_difference_is_shown_with_its_size_and_cause(window: Harness, tapped: tuple[int, int], words: str) -> None:
    screen, _ = open_screen(window, "count", counting(6), open_notes)
    assert "Matches the ledger." in window.texts()
    window.tap_on(screen.counting, tapped)
    assert texts.signed(tapped[0] * tapped[1]) in window.texts()
    assert words in window.texts()


def test_a_payment_that_was_not_handed_out_is_thought_of(window: Harness) -> None:
    view = counting(6)
    plan = next(each for each in view.hand_outs if each.to is FIRST)
    # 60,000 came from the tables; 35,000 were given back as change.
    assert (plan.amount, sum(v * n for v, n in plan.paid.items()), sum(v * n for v, n in plan.returned.items())) == (60_000, 60_000, 35_000)
    screen, _ = open_screen(window, "count", view)
    window.tap_on(screen.ledger, FIRST)
    for tapped in ((100_000, -1), (10_000, -1), (5_000, -1), (50_000, 1), (20_000, 1), (20_000, 1)):
        window.tap_on(screen.counting, tapped)
    assert "−25,000" in window.texts()
    assert "Perhaps this round’s 25,000 were not handed out." in window.texts()


def test_a_difference_can_be_left(window: Harness) -> None:
    view = counting(6)
    screen, acts = open_screen(window, "count", view, open_notes)
    window.tap_on(screen.counting, (5_000, -1))
    window.tap_on(screen.keep)
    held = {value: count for value, count in view.purses[FIRST].items() if value != 5_000}
    assert acts == [Do(Count(FIRST, held))]
    # The session takes it: the list shows what is off, and the round goes on all the same.
    after = msgspec.structs.replace(view, purses=view.purses | {FIRST: held}, counted=(*view.counted, FIRST))
    screen.show(samples.shown(after, serial=2))
    window.settle()
    assert screen.face == LEDGER
    assert "−5,000" in window.texts()
    assert screen.on.text == "Go on all the same"


def test_a_correction_is_asked_for_its_reason_once_the_count_stands(window: Harness) -> None:
    view = counting(6)
    screen, acts = open_screen(window, "count", view, open_notes)
    window.tap_on(screen.counting, (5_000, -1))
    window.tap_on(screen.mend)
    held = {value: count for value, count in view.purses[FIRST].items() if value != 5_000}
    assert acts == [Do(Count(FIRST, held))]
    assert screen.face == NOTES
    after = msgspec.structs.replace(view, purses=view.purses | {FIRST: held}, counted=(*view.counted, FIRST))
    screen.show(samples.shown(after, serial=2))
    window.settle()
    assert screen.face == REASON
    lost = next(button for button in screen.reasons if button.text == "A note was lost")
    window.tap_on(lost)
    assert acts[1:] == [Do(Correct(FIRST, -5_000, "A note was lost"))]


def test_a_count_that_is_refused_asks_for_no_reason(window: Harness) -> None:
    view = counting(6)
    screen, acts = open_screen(window, "count", view, open_notes)
    window.tap_on(screen.counting, (500_000, 1))
    window.tap_on(screen.mend)
    assert len(acts) == 1
    screen.show(samples.shown(view, serial=2, notice=Notice(Refusal.TOO_MANY_NOTES, 1, owner=FIRST)))
    window.settle()
    assert screen.face == NOTES
    assert screen.counting.counts[500_000] == 1
    assert "More notes than the box has" in window.texts()


def test_a_reason_may_be_typed(window: Harness) -> None:
    screen, acts = open_screen(window, "count", counting(6, off=-5_000), write_why)
    screen.entry.type("Lost at sea")
    window.settle()
    window.tap_on(screen.entry, ("done", ""))
    assert acts == [Do(Correct(FIRST, -5_000, "Lost at sea"))]


def test_the_end_of_a_long_reason_is_seen_while_it_is_typed(window: Harness) -> None:
    screen, _ = open_screen(window, "count", counting(6, off=-5_000), write_why)
    screen.entry.show(BECAUSE)
    window.settle()
    seen = next(text for text in window.texts() if text.endswith("I believe"))
    assert seen.startswith("…") or seen == BECAUSE
    assert window.cuts() == []


def test_the_way_back_leads_through_the_faces_and_takes_nothing_back(window: Harness) -> None:
    screen, acts = open_screen(window, "count", counting(6, off=-5_000), ask_why)
    for face in (NOTES, LEDGER):
        window.tap_on(screen.bar, "left")
        assert screen.face == face
    assert acts == []
    assert "undo" in screen.bar.targets


def test_without_notes_the_amounts_are_compared_and_corrected(window: Harness) -> None:
    view = counting(6, notes=False)
    screen, acts = open_screen(window, "count", view, open_notes)
    money = next(player.fortune for player in view.players if player.colour is FIRST)
    assert screen.counting.total == money
    window.tap_on(screen.counting, (50_000, 1))
    window.tap_on(screen.mend)
    assert screen.face == REASON
    assert acts == []
    window.tap_on(next(button for button in screen.reasons if button.text == "Agreed at the table"))
    assert acts == [Do(Correct(FIRST, 50_000, "Agreed at the table"))]


def test_corrections_stand_with_the_player_and_in_the_new_order(window: Harness) -> None:
    open_screen(window, "count", counting(6, corrections=1))
    # The reason is too long for the line; it stands where there is room for it.
    assert any(text.endswith("corrected by −5,000") for text in window.texts())
    screen, _ = open_screen(window, "order", ordering(6, 2))
    assert "mended" in screen.list.targets
    window.tap_on(screen.list, "mended")
    assert {BECAUSE, "+10,000", "−5,000"} <= set(window.texts())
    window.tap_on(screen.bar, "left")
    assert BECAUSE not in window.texts()
    screen, _ = open_screen(window, "order", ordering(6, 0))
    assert screen.list.targets == {}


# --- chairs ---


def test_players_may_say_that_they_stayed(window: Harness) -> None:
    view = ordering(6, 0)
    screen, acts = open_screen(window, "order", view)
    window.tap_on(screen.stay)
    assert acts == [Do(Stay())]
    screen.show(samples.shown(samples.stayed(view), serial=2))
    window.settle()
    assert screen.stay.parent is None
    assert screen.bar.prompt.text == "This once everybody stays"
    assert window.texts().count("stays") == 6


def test_under_platelets_nobody_is_asked_to_stay(window: Harness) -> None:
    screen, _ = open_screen(window, "order", ordering(6, 0, seating=Seating.PLATELETS))
    assert screen.stay.parent is None
    read_corrections(screen)
    assert not screen.reading


# --- the early end ---


def test_a_game_that_was_ended_has_standings_and_no_winner(window: Harness) -> None:
    ended = samples.view(Phase.FINISHED, winners=(), ended=True)
    screen, _ = open_screen(window, "finished", ended)
    assert screen.bar.prompt.title == f"Ended in round {ended.round}"
    assert not any("wins" in text and "Nobody" not in text for text in window.texts())
    assert not screen.podium.crowned
    before = samples.view(Phase.TOKENS)
    assert cues.cue(samples.shown(before), samples.shown(ended, serial=2)) is None
    won = samples.view(Phase.FINISHED)
    assert cues.cue(samples.shown(before), samples.shown(won, serial=2)) is not None


def test_a_game_that_was_ended_before_the_first_payout_says_so(window: Harness) -> None:
    open_screen(window, "finished", unpaid(6))
    assert "No round was paid out" in window.texts()
    assert window.texts().count("0") == 6


def test_ending_is_held(window: Harness) -> None:
    screen, acts = open_screen(window, "end", samples.view(Phase.TOKENS))
    window.tap_on(screen.hold)
    assert acts == []
    finger = window.down(*window.centre(screen.hold, screen.hold.targets["hold"]))
    wait(0.9)
    window.settle(1)
    assert acts == [Do(End())]
    window.up(finger)


@pytest.mark.parametrize(
    ("phase", "offered"), [(Phase.PLAYERS, False), (Phase.DRAW, False), (Phase.TOKENS, True), (Phase.COUNT, True), (Phase.FINISHED, False)]
)
def test_the_menu_offers_the_end_only_while_a_game_is_played(window: Harness, phase: Phase, offered: bool) -> None:
    view = samples.view(phase)
    if phase in samples.SETUP:
        view = msgspec.structs.replace(view, round=0)
    screen, acts = open_screen(window, "menu", view)
    assert screen.buttons["end"].enabled == offered
    if offered:
        window.tap_on(screen.buttons["end"])
    assert acts == ["end"] * offered


# --- words ---

NEW_REFUSALS = (Refusal.BAD_AMOUNT, Refusal.BELOW_NOTHING, Refusal.BAD_REASON, Refusal.TOO_MANY_NOTES, Refusal.STAYED_ALREADY)


@pytest.mark.parametrize("language", list(texts.LANGUAGES))
def test_refusals_steps_and_causes_have_words(language: str) -> None:
    texts.use(language)
    for refusal in NEW_REFUSALS:
        said = answers.notice(Notice(refusal, 1), {})
        assert said.title
        assert said.title != str(refusal)
    for do in ("count", "counted", "correct", "stay", "end"):
        assert gameui.undo("vabanque", Step(do)) != do
    causes = {texts.cause(Difference(5_000, cause, 5_000)) for cause in Cause}
    assert len(causes) == len(Cause)
    assert all("{" not in cause for cause in causes)


def test_amounts_have_the_sign_of_the_language() -> None:
    assert [texts.signed(value) for value in (5_000, -35_280_000, 0)] == ["+5,000", "−35,280,000", "0"]
    texts.use("de")
    assert texts.signed(-35_280_000) == "−35.280.000"


# --- at a real table ---

THREE = (Colour.RED, Colour.BLACK, Colour.WHITE)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[TouchEvening]:
    table = TouchEvening(harness(), tmp_path)
    harness().resize(800, 480)
    yield table
    table.close()


def to_the_count(evening: TouchEvening) -> None:
    """Everybody's pawn lies at paid tables: from the chairs to the count of the first round."""
    evening.new_game()
    evening.set_up(THREE)
    evening.play(lambda view: view.phase is Phase.COUNT)
    while evening.open == "payout":
        evening.tap("on")


def fortune(view: View, colour: Colour) -> int:
    return next(player.fortune for player in view.players if player.colour is colour)


def off(view: View, colour: Colour) -> int:
    return sum(value * count for value, count in view.purses[colour].items()) + view.owed.get(colour, 0) - fortune(view, colour)


def test_a_lost_note_is_counted_corrected_and_taken_back(evening: TouchEvening) -> None:
    to_the_count(evening)
    rich = max(THREE, key=lambda colour: fortune(evening.view, colour))
    before, money = evening.view, fortune(evening.view, rich)
    value = min(before.purses[rich])
    evening.tap("ledger", rich)
    evening.tap("counting", (value, -1))
    evening.tap("mend")
    assert evening.view.counted == (rich,)
    assert off(evening.view, rich) == -value
    screen: Any = evening.harness.stage.screen
    assert screen.face == REASON
    evening.harness.tap_on(next(button for button in screen.reasons if button.text == "A note was lost"))
    assert fortune(evening.view, rich) == money - value
    assert off(evening.view, rich) == 0
    assert evening.view.results[-1].fortunes[rich] == money - value
    assert any("A note was lost" in text for text in evening.harness.texts())
    # The usual undo takes the correction back, then the count.
    evening.tap("bar", "undo")
    assert off(evening.view, rich) == -value
    evening.tap("bar", "undo")
    assert evening.view == before
    assert evening.harness.cuts() == []


def test_a_difference_that_is_left_does_not_hold_up_the_evening(evening: TouchEvening) -> None:
    to_the_count(evening)
    rich = max(THREE, key=lambda colour: fortune(evening.view, colour))
    money = fortune(evening.view, rich)
    evening.tap("ledger", rich)
    evening.tap("counting", (min(evening.view.purses[rich]), -1))
    evening.tap("keep")
    assert off(evening.view, rich) < 0
    evening.tap("on")
    assert evening.phase is Phase.ORDER
    assert fortune(evening.view, rich) == money
    evening.play(lambda view: view.round == 2 and view.phase is Phase.COUNT)
    assert evening.harness.cuts() == []


def test_they_stay_seated_and_somebody_leaves(evening: TouchEvening) -> None:
    to_the_count(evening)
    evening.tap("on")
    chairs = [player.colour for player in evening.view.players]
    order = evening.view.results[-1].next_order
    screen: Any = evening.harness.stage.screen
    if screen.stay.parent is not None:
        evening.tap("stay")
        assert evening.view.results[-1].stayed
    evening.tap("on")
    evening.tap("on")
    assert evening.phase is Phase.TOKENS
    assert [player.colour for player in evening.view.players] == chairs
    assert evening.view.order == order
    evening.tap("bar", "menu")
    evening.harness.tap_on(evening.harness.stage.screen.buttons["end"])  # type: ignore[union-attr]
    hold = evening.widget("hold")
    finger = evening.harness.down(*evening.harness.centre(hold, hold.targets["hold"]))
    wait(0.9)
    evening.harness.settle(2)
    evening.harness.up(finger)
    evening.harness.settle(1)
    assert (evening.phase, evening.open, evening.view.ended, evening.view.winners) == (Phase.FINISHED, "finished", True, ())
    evening.tap("bar", "undo")
    assert evening.phase is Phase.TOKENS


def test_without_notes_of_its_own_a_game_is_corrected_all_the_same(evening: TouchEvening) -> None:
    evening.session.use(evening.session.settings.with_(VABANQUE, notes=False))
    to_the_count(evening)
    rich = max(THREE, key=lambda colour: fortune(evening.view, colour))
    money = fortune(evening.view, rich)
    assert evening.view.purses == {}
    evening.tap("ledger", rich)
    evening.tap("counting", (5_000, 1))
    evening.tap("mend")
    evening.tap("other")
    screen: Any = evening.harness.stage.screen
    screen.entry.type("A gift of the house")
    evening.harness.settle(1)
    evening.tap("entry", ("done", ""))
    assert fortune(evening.view, rich) == money + 5_000
    assert evening.view.results[-1].corrections[-1].reason == "A gift of the house"


@pytest.mark.parametrize("width", [445.0, 700.0])
def test_a_difference_is_readable_beside_an_account_of_nothing(window: Harness, width: float) -> None:
    ledger = Ledger(lambda colour: None)
    ledger.show([Line(Colour.RED, "Benedetta", 0, off=105_000)])
    window.open(Scene((ledger, lambda frame: Box(0, 0, width, 100))))
    assert "+105,000" in window.texts()
    assert window.cuts() == []
