"""Corrections on the screen: the list of acts, the right value, what changes by it, cards that are asked for; and what an undo takes back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.kit.colours import Colour
from companion.games.kit.seats import SeatRefusal
from companion.games.vabanque.rules.moves import KINDS, Character, Correct, Paid, PlaceCard
from companion.games.vabanque.rules.refusal import Refusal
from companion.games.vabanque.rules.view import Phase
from companion.games.vabanque.table.answers import VabanqueAnswer
from companion.games.vabanque.table.commands import AmendPart, ProposeCard
from companion.games.vabanque.ui import words
from companion.games.vabanque.ui.screens.faces import SwapFace
from companion.table.commands import Amend, CloseActs, Do, ProposeAmend, ShowActs, Undo
from companion.table.snapshot import Answer, Notice, Step
from companion.ui import answers, gameui, texts
from companion.ui.kit import theme
from companion.ui.screens import SCREENS
from companion.ui.widgets.button import HoldButton
from companion.ui.widgets.drawn import Drawn
from tests.ui import samples
from tests.ui.correction_samples import changed
from tests.ui.evening import TouchEvening
from tests.ui.game_samples import opened
from tests.ui.harness import Harness, harness, wait

THREE = samples.colours(3)


@pytest.fixture
def window() -> Iterator[Harness]:
    found = harness()
    found.resize(800, 480)
    texts.use("en")
    theme.look.text, theme.look.calm, theme.look.mute = 1.0, True, True
    yield found
    found.resize(800, 480)


@pytest.fixture
def evening(window: Harness, tmp_path: Path) -> Iterator[TouchEvening]:
    found = TouchEvening(window, tmp_path / "data")
    found.new_game()
    found.set_up(THREE)
    yield found
    found.close()


# --- answers ---


@pytest.mark.parametrize("language", list(texts.LANGUAGES))
def test_every_answer_and_refusal_has_words(language: str) -> None:
    texts.use(language)
    for what in (*Answer, *VabanqueAnswer, *Refusal, *SeatRefusal):
        said = answers.notice(Notice(what, 1, owner=Colour.RED, expected=Colour.RED, spot=3), {Colour.RED: "Benedetta"})
        assert str(what) not in (said.title, said.text), what


def test_a_refused_correction_names_the_later_act(window: Harness) -> None:
    names = {Colour.RED: "Benedetta", Colour.GREEN: "Donaldo"}
    said = answers.notice(Notice(Refusal.BAD_STEPS, 1, owner=Colour.RED, spot=3, act=Step("pawn", Colour.GREEN, 7)), names)
    assert (said.who, said.title) == (Colour.GREEN, "Too far")
    assert "pawn" in said.text


def test_every_act_has_words(window: Harness) -> None:
    from companion.games.vabanque.rules.moves import AnyMove

    for move in AnyMove.__args__:  # type: ignore[attr-defined]
        do = move.__struct_config__.tag
        assert gameui.undo("vabanque", Step(do, spot=1)) != do, do
        assert gameui.done("vabanque", Step(do, spot=1)) != "A correction", do
    assert gameui.undo("vabanque", Step("amend")) == "correction"


# --- through the session ---


def hold(evening: TouchEvening, name: str) -> None:
    """A finger rests on a button of the open screen until it acts."""
    button = evening.widget(name)
    assert isinstance(button, HoldButton)
    window = evening.harness
    finger = window.down(*window.centre(button, button.targets["hold"]))
    window.frame()
    wait(1.0)
    window.frame()
    window.up(finger)
    window.settle(1)


def face(evening: TouchEvening, name: str) -> Any:
    """A face of the open correction screen."""
    screen: Any = evening.harness.stage.screen
    assert (screen.name, screen.face) == ("correct", name)
    return screen.faces[name]


def tap(evening: TouchEvening, widget: Drawn, key: Any) -> None:
    evening.harness.tap_on(widget, key)


def list_of_acts(evening: TouchEvening, round_: int) -> None:
    """By the menu to the acts of a round."""
    evening.harness.stage.screen._bar_tapped("menu")  # type: ignore[union-attr]
    evening.harness.settle(1)
    tap(evening, evening.harness.stage.screen.buttons["correct"], "button")  # type: ignore[union-attr]
    assert evening.open == "acts"
    if evening.session.shown.acts_of != round_:
        evening.app.act(ShowActs(round_))
        evening.harness.settle(1)


def propose(evening: TouchEvening, do: str, nth: int = 0) -> Step:
    """Taps an act of the list."""
    shown = evening.session.shown
    assert shown.acts is not None
    step = [step for step in shown.acts if step.do == do][nth]
    rows: Any = evening.widget("rows")
    at = next(i for i, row in enumerate(rows.rows) if row.key == step.place)
    rows.move(at - rows.first)
    evening.harness.settle(1)
    tap(evening, rows, ("row", step.place))
    return step


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_no_two_lines_of_the_acts_read_alike(evening: TouchEvening, language: str) -> None:
    texts.use(language)
    evening.play(lambda view: view.phase is Phase.PAYOUT and view.round == 2)
    list_of_acts(evening, 0)
    for round_ in range(evening.view.round + 1):
        evening.app.act(ShowActs(round_))
        evening.harness.settle(1)
        rows: Any = evening.widget("rows")
        lines = [(row.mark, row.title, row.sub) for row in rows.rows]
        assert len(set(lines)) == len(lines)


def test_the_acts_say_what_was_recorded_and_no_card_that_lies_face_down(evening: TouchEvening) -> None:
    evening.play(lambda view: view.phase is Phase.PAYOUT)
    open_cards = [(owner, kind) for table in evening.view.tables for owner, kind in table.revealed]
    assert open_cards
    list_of_acts(evening, 1)
    acts = evening.session.shown.acts
    assert acts is not None
    assert sorted((step.by, step.kind) for step in acts if step.kind is not None and step.do in ("card", "reveal")) == sorted(open_cards)
    rows: Any = evening.widget("rows")
    said = {row.key: row.title for row in rows.rows}
    for step in acts:
        if step.kind is not None:
            assert words.character(step.kind) in said[step.place]
    # Back behind the reveal nothing says what lies there.
    while evening.view.phase in (Phase.REVEAL, Phase.PAYOUT):
        evening.app.act(Undo(sure=True))
        evening.harness.settle(1)
    evening.app.act(ShowActs(1))
    evening.harness.settle(1)
    assert evening.session.shown.acts is not None
    assert {step.kind for step in evening.session.shown.acts} == {None}


def tokens(evening: TouchEvening) -> dict[int, tuple[int, ...]]:
    return {table.number: table.tokens for table in evening.view.tables}


def test_a_token_goes_to_the_table_where_it_belongs(evening: TouchEvening) -> None:
    evening.play(lambda view: view.phase is Phase.CARDS)
    before = tokens(evening)
    list_of_acts(evening, 1)
    step = propose(evening, "token")
    ring = face(evening, "table").ring
    assert step.spot is not None
    other = step.spot % len(before) + 1
    tap(evening, ring, other)
    assert evening.harness.stage.screen.face == "list"  # type: ignore[union-attr]
    assert f"Token on table {other}" in evening.harness.texts()
    assert f"Was: Token on table {step.spot}" in evening.harness.texts()
    assert tokens(evening) == before
    hold(evening, "hold")
    after = tokens(evening)
    assert evening.open == "cards"
    assert len(after[other]) == len(before[other]) + 1
    assert len(after[step.spot]) == len(before[step.spot]) - 1
    # And back, like any act.
    evening.tap("bar", "undo")
    assert tokens(evening) == before


def test_a_proposal_that_is_left_changes_nothing(evening: TouchEvening) -> None:
    evening.play(lambda view: view.phase is Phase.CARDS)
    before = evening.view
    list_of_acts(evening, 1)
    propose(evening, "token")
    tap(evening, face(evening, "table").ring, 6)
    evening.tap("leave_it")
    assert (evening.open, evening.view) == ("acts", before)
    evening.tap("bar", "left")
    assert (evening.open, evening.view) == ("cards", before)


def test_a_pawn_too_far_is_refused_with_words(evening: TouchEvening) -> None:
    evening.play(lambda view: view.phase is Phase.PAWNS and sum(player.moved for player in view.players) == 2)
    list_of_acts(evening, 1)
    step = propose(evening, "pawn")
    assert step.spot is not None
    start = evening.session.timeline.branch.moves[step.place or 0].steps  # type: ignore[union-attr]
    tap(evening, face(evening, "table").ring, (step.spot - start + 5 - 1) % 7 + 1)
    assert "Too far" in evening.harness.texts()
    assert evening.harness.stage.screen.face == "table"  # type: ignore[union-attr]


def test_a_name_and_a_colour_are_mended_in_the_middle_of_the_game(evening: TouchEvening) -> None:
    evening.play(lambda view: view.phase is Phase.CARDS)
    list_of_acts(evening, 0)
    step = propose(evening, "join")
    evening.harness.tap_on(face(evening, "people").rows, ("row", Colour.WHITE))
    assert evening.harness.stage.screen.face == "list"  # type: ignore[union-attr]
    hold(evening, "hold")
    assert step.by not in {player.colour for player in evening.view.players}
    assert Colour.WHITE in {player.colour for player in evening.view.players}
    list_of_acts(evening, 0)
    propose(evening, "join")
    evening.tap("other")
    entry = face(evening, "name").entry
    entry.show("Zoé")
    evening.harness.settle(1)
    tap(evening, entry, ("done", ""))
    hold(evening, "hold")
    assert "Zoé" in {player.name for player in evening.view.players}


def test_who_began_and_who_sits_where(evening: TouchEvening) -> None:
    list_of_acts(evening, 0)
    second = evening.view.order[1]
    propose(evening, "begin")
    evening.harness.tap_on(face(evening, "people").rows, ("row", second))
    hold(evening, "hold")
    assert evening.view.first is second
    chairs = [player.colour for player in evening.view.players]
    list_of_acts(evening, 0)
    rows: Any = evening.widget("rows")
    rows.move(9)
    evening.harness.settle(1)
    tap(evening, rows, ("row", "seat"))
    swap: SwapFace = face(evening, "swap")
    seated = list(swap.order)
    assert sorted(seated) == sorted(chairs)
    tap(evening, swap.rows, ("row", 0))
    tap(evening, swap.rows, ("row", 1))
    hold(evening, "hold")
    now = [player.colour for player in evening.view.players]
    assert now != chairs
    at = now.index(seated[1])
    assert [*now[at:], *now[:at]] == [seated[1], seated[0], seated[2]]


def laid(evening: TouchEvening) -> PlaceCard:
    """The first card whose kind is recorded."""
    moves = evening.session.timeline.branch.moves
    return next(move for move in moves if isinstance(move, PlaceCard) and move.character is not Character.HIDDEN)


def test_the_kind_of_a_face_down_card_is_told_with_the_pad_and_leaves_no_trace(evening: TouchEvening) -> None:
    evening.play(lambda view: view.phase is Phase.CARDS and sum(table.face_down for table in view.tables) == 3)
    was = laid(evening)
    place = evening.session.timeline.branch.moves.index(was)
    pictures = []
    for _ in KINDS:
        evening.app.act(ShowActs(1))
        evening.harness.settle(1)
        step = next(step for step in evening.session.shown.acts or () if step.place == place)
        assert step.spot is None
        evening.app.act(ProposeAmend(place))
        evening.harness.settle(1)
        evening.tap("other")
        pad = face(evening, "secret").pad
        assert not set(evening.harness.texts()) & {"Raise", "Bluff", "Cheat"}
        evening.slide_onto_a_card_of(pad, len(pictures))
        assert not pad.held
        pictures.append((tuple(evening.harness.texts()), evening.harness.pixels()))
        evening.tap("leave_it")
        evening.app.act(CloseActs())
        evening.harness.settle(1)
    # Whatever was chosen, the same is to be seen.
    assert len(set(pictures)) == 1


def test_a_kind_that_is_told_in_secret_is_carried_out(evening: TouchEvening) -> None:
    evening.play(lambda view: view.phase is Phase.CARDS and sum(table.face_down for table in view.tables) == 2)
    was = laid(evening)
    place = evening.session.timeline.branch.moves.index(was)
    new = next(kind for kind in KINDS if kind is not was.character)
    evening.app.act(ProposeAmend(place))
    evening.harness.settle(1)
    evening.tap("other")
    face(evening, "secret").pad.on_choose(new)
    evening.harness.settle(1)
    hold(evening, "hold")
    assert evening.session.timeline.branch.moves[place] == msgspec.structs.replace(was, character=new)
    assert "cheat" not in repr(AmendPart(character=Character.CHEAT)).lower()


def test_a_card_that_lies_open_is_mended_by_tapping_it(evening: TouchEvening) -> None:
    evening.play(lambda view: view.phase is Phase.PAYOUT)
    screen: Any = evening.harness.stage.screen
    while not screen.hand.cards:
        evening.tap("on")
    table = screen.table(evening.view).table
    owner, kind = screen.hand.cards[0]
    tap(evening, screen.hand, (owner, kind))
    faces = face(evening, "open").faces
    seen = {each for t in evening.view.tables for who, each in t.revealed if who is owner}
    other = next((each for each in KINDS if each not in seen), None)
    if other is None:
        pytest.fail("this evening has revealed a whole hand; choose another")
    tap(evening, faces, other)
    hold(evening, "hold")
    assert (owner, other) in evening.view.tables[table - 1].revealed
    assert (owner, kind) not in evening.view.tables[table - 1].revealed
    assert evening.open in ("payout", "count")


def test_a_card_that_lies_face_down_is_not_found_by_its_kind(evening: TouchEvening) -> None:
    evening.play(lambda view: view.phase is Phase.PAWNS)
    card = laid(evening)
    for kind in KINDS:
        evening.app.act(ProposeCard(card.by, kind, card.table))
        evening.harness.settle(1)
        assert evening.session.shown.change is None
        assert evening.session.shown.notice is not None
        assert evening.session.shown.notice.what is Answer.NO_PIECE_NOW


def play_to_count(evening: TouchEvening) -> None:
    evening.play(lambda view: view.phase in (Phase.COUNT, Phase.PAYOUT))
    while evening.phase is Phase.PAYOUT:
        due = evening.view.results[-1].earned
        evening.session.handle(Do(Paid(next(c for c in evening.view.order if due[c] and c not in evening.view.handed_out))))
    evening.harness.settle(1)


def test_cards_at_a_table_that_is_paid_now_are_asked_from_their_owners(evening: TouchEvening) -> None:
    play_to_count(evening)
    view = evening.view
    moves = evening.session.timeline.branch.moves
    paid = {table.table for table in view.results[-1].tables}
    lie = [move for move in moves if isinstance(move, PlaceCard) and move.table not in paid]
    assert lie, "some card lies at a table that was not paid"
    table = lie[0].table
    list_of_acts(evening, 1)
    for nth in range(3):
        propose(evening, "pawn", nth)
        tap(evening, face(evening, "table").ring, table)
        if evening.session.shown.change is not None and evening.session.shown.change.unrevealed:
            break
        evening.app.act("read")
        evening.harness.settle(1)
        evening.tap("leave_it")
    else:
        pytest.fail("no pawn can have gone there")
    evening.harness.settle(1)
    asked = face(evening, "asked")
    assert f"Table {table} is paid now. Which card lay there?" in evening.harness.texts()
    evening.app.act(Amend())
    evening.harness.settle(1)
    assert "First the cards" in evening.harness.texts()
    evening.app.act("read")
    change = evening.session.shown.change
    assert change is not None
    first = True
    while (change := evening.session.shown.change) is not None and change.unrevealed:
        if first:
            shown = [kind for each in evening.view.tables for owner, kind in each.revealed if owner is asked.asked.whose]
            tap(evening, asked.faces, next(kind for kind in KINDS if kind not in shown))
        else:
            tap(evening, asked.unknown, "button")
        first = False
    assert evening.harness.stage.screen.face == "list"  # type: ignore[union-attr]
    hold(evening, "hold")
    assert table in {result.table for result in evening.view.results[-1].tables}


def test_what_nobody_can_tell_is_settled_as_an_amount(window: Harness) -> None:
    done: list[Any] = []
    screen: Any = opened(SCREENS["vabanque/correct"](done.append), samples.shown(samples.view(Phase.COUNT), change=changed(6)), None)
    screen.open("list")
    window.open(screen)
    window.tap_on(screen.agree)
    amount = screen.faces["amount"]
    window.tap_on(amount.notes, (20_000, 1))
    window.tap_on(amount.notes, (20_000, 1))
    window.tap_on(amount.gives)
    (act,) = done
    assert isinstance(act.move, Correct)
    assert (act.move.by, act.move.amount) == (changed(6).untold[0].owner, -40_000)


def test_all_that_changes_stands_in_the_list(window: Harness) -> None:
    screen: Any = opened(SCREENS["vabanque/correct"](), samples.shown(samples.view(Phase.COUNT), change=changed(6)), None)
    screen.open("list")
    window.open(screen)
    said = set(window.texts())
    while screen.list.first + screen.list.fitting < len(screen.list.rows):
        screen.bar_tapped("down")
        window.settle(1)
        said |= set(window.texts())
    for text in (
        "The bank pays 90,000",
        "Gives 90,000 back",
        "gives back: 2 × 5,000",
        "gets: 50,000 + 2 × 20,000",
        "changes: 5 × 100,000 for 500,000",
        "The bank owes 5,000 of it",
        "Keeps 5,000: no change",
        "A card stays unknown: table 5",
        "Agreed: −20,000",
        "The pawn is on table 4",
        "Order of play",
        "Chairs, clockwise",
        "Have won",
        "Round 3 stays in the order in which it was played",
    ):
        assert text in said, text


def test_an_undo_behind_a_payout_says_what_goes_back(evening: TouchEvening) -> None:
    evening.play(lambda view: view.phase is Phase.PAYOUT)
    undo = evening.session.shown.undo
    assert undo is not None
    assert undo.behind is not None
    before = {player.colour: player.fortune for player in evening.view.players}
    assert any(before.values())
    evening.tap("bar", "undo")
    assert evening.open == "takeback"
    said = set(evening.harness.texts())
    for _ in range(4):
        if "down" in evening.widget("bar").targets:
            evening.tap("bar", "down")
            said |= set(evening.harness.texts())
    for colour, amount in undo.behind.money.items():
        assert texts.signed(amount) in said, colour
    hold(evening, "hold")
    assert evening.phase in (Phase.STAND, Phase.REVEAL)
    assert not any(player.fortune for player in evening.view.players)


def test_the_list_of_acts_never_tells_where_or_what_a_face_down_card_is(evening: TouchEvening) -> None:
    evening.play(lambda view: view.phase is Phase.PAWNS)
    list_of_acts(evening, 1)
    cards = [step for step in evening.session.shown.acts or () if step.do == "card"]
    assert len(cards) == 9
    assert {step.spot for step in cards} == {None}
    said = " ".join(evening.harness.texts())
    assert not any(word in said for word in ("Raise", "Bluff", "Cheat"))
