"""Corrections at the table: what is tapped and touched for them, what is shown first, what they change and what they leave."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from companion.games.kit.colours import Colour
from companion.games.vabanque import GAME as VABANQUE
from companion.games.vabanque import rules
from companion.games.vabanque.rules.moves import (
    AnyMove,
    Begin,
    Character,
    ChooseSeating,
    Confirm,
    Correct,
    Counted,
    Join,
    LayRing,
    MovePawn,
    PlaceCard,
    PlaceToken,
    RevealCard,
    Seat,
    Seated,
    Seating,
    Untold,
)
from companion.games.vabanque.rules.refusal import Refusal
from companion.games.vabanque.rules.view import Correction, Phase, Unrevealed
from companion.games.vabanque.table.answers import VabanqueAnswer
from companion.games.vabanque.table.commands import AmendPart, DrawStart, LayUnread, LeaveUntold, ProposeCard
from companion.games.vabanque.table.corrections.change import Change, Turned
from companion.settings import Settings
from companion.table.commands import Amend, Cancel, CloseActs, Do, GoHome, OpenGame, ProposeAmend, Redo, ShowActs, ShowPast, Undo
from companion.table.evenings import history
from companion.table.events import Button, ButtonPressed, Signal, TagSeen
from companion.table.journal import seals
from companion.table.journal.acts import Amended
from companion.table.session.timeline import Timeline
from companion.table.snapshot import Answer, Behind, Snapshot, Step
from tests.table.evening import RING, UIDS, Evening
from tests.table.on_disk import kinds_on_disk

RED, BLUE, YELLOW, GREEN = Colour.RED, Colour.BLUE, Colour.YELLOW, Colour.GREEN
LAP = (RED, YELLOW, GREEN, BLUE)
"""The order of the first round; their pawns stand at tables 1, 3, 5 and 7, each with two fives, if nobody moves."""


def acts(evening: Evening, round_: int) -> tuple[Step, ...]:
    listed = evening.post(ShowActs(round_)).acts
    assert listed is not None
    return listed


def place(evening: Evening, round_: int, do: str, by: Colour, number: int = 0) -> int:
    """Where in the game this player's act of that name stands."""
    found = [step.place for step in acts(evening, round_) if (step.do, step.by) == (do, by)][number]
    assert found is not None
    return found


def beginning(evening: Evening) -> int:
    """Where in the game it begins."""
    found = next(step.place for step in acts(evening, 0) if step.do == "begin")
    assert found is not None
    return found


def change(evening: Evening) -> Change:
    """The correction that is looked at, whichever it is of those that were."""
    assert evening.shown.change is not None
    return msgspec.structs.replace(evening.shown.change, serial=0)


def fortunes(evening: Evening) -> dict[Colour, int]:
    return {player.colour: player.fortune for player in evening.view.players}


def lay(evening: Evening, cards: dict[Colour, tuple[tuple[str, int], ...]]) -> None:
    """Everybody lays these cards at these tables, by the tags."""
    for _ in evening.until(lambda: evening.view.phase is not Phase.CARDS):
        by = evening.view.to_act
        assert by is not None
        kind, table = cards[by][3 - next(player.cards_left for player in evening.view.players if player.colour is by)]
        evening.tap(f"{by} {kind}")
        evening.touch(table)


FAR = (("raise", 2), ("bluff", 2), ("cheat", 2))
"""A hand at a table where no pawn stands."""


# --- a mistake in an earlier round ------------------------------------------------------------------------------


def test_a_token_on_the_wrong_table_is_corrected_in_the_next_round(evening: Evening) -> None:
    game = evening.sit_down()
    evening.round()
    assert evening.view.order == (BLUE, GREEN, YELLOW, RED)
    evening.touch(8)
    before = evening.view
    listed = acts(evening, 1)
    assert [step.do for step in listed] == ["start", *["token"] * 16, *["card"] * 12, *["pawn"] * 4]
    # Yellow's first token, at yellow's own table 3.
    yellow = next(step for step in listed if (step.do, step.by, step.spot) == ("token", GREEN, 3))
    assert yellow.place is not None
    evening.post(ProposeAmend(yellow.place))
    assert evening.signals == [Signal.WAITING]
    assert change(evening) == Change(yellow, "token", 3)
    evening.touch(9)
    told = change(evening)
    assert (told.spot, told.fortunes, told.as_played) == (9, ((YELLOW, 10_000, 5_000),), (2,))
    # By the rule yellow would now be last; what was played stays.
    assert (told.order, told.seats, told.pawns, told.winners) == (None, None, (), None)
    (back,) = told.payments
    # The 10,000 goes back for a 5,000.
    assert (back.to, back.amount, back.paid, back.returned, back.owed) == (YELLOW, -5_000, {5_000: 1}, {10_000: 1}, 0)
    assert evening.view == before
    evening.post(Amend())
    assert evening.shown.change is None
    assert evening.signals == [Signal.ACCEPTED]
    assert fortunes(evening) == {RED: 10_000, BLUE: 10_000, GREEN: 10_000, YELLOW: 5_000}
    assert (evening.view.tables[2].tokens, evening.view.tables[8].tokens) == ((5,), (5, 5))
    assert (evening.view.order, evening.view.to_act, evening.view.stock) == (before.order, before.to_act, before.stock)
    assert evening.view.purses == {RED: {10_000: 1}, BLUE: {10_000: 1}, GREEN: {10_000: 1}, YELLOW: {5_000: 1}}
    after = evening.view
    evening.restart()
    evening.post(OpenGame(game))
    assert evening.view == after
    lines = [json.loads(line) for line in history.export(evening.journal, game).splitlines()]
    assert [line for line in lines if line.get("do") == "order"] == [{"do": "order", "order": ["blue", "green", "yellow", "red"]}]
    assert evening.shown.undo == Step("amend", GREEN, 9, True, Behind(2, money={YELLOW: 5_000}))
    evening.post(Undo())
    assert evening.answer is Answer.CONFIRM_UNDO
    evening.post(Undo(sure=True))
    assert evening.view == before
    evening.post(Redo())
    assert evening.view == after


def test_the_order_to_come_and_the_chairs_follow_while_nobody_has_moved_yet(evening: Evening) -> None:
    evening.sit_down()
    evening.tokens()
    evening.cards()
    evening.pawns()
    evening.do(Confirm())
    evening.pay()
    assert evening.view.phase is Phase.ORDER
    assert evening.view.results[0].next_order == (BLUE, GREEN, YELLOW, RED)
    evening.post(ProposeAmend(place(evening, 1, "pawn", BLUE)))
    # Table 8 has one five.
    evening.tile(8)
    told = change(evening)
    assert (told.act.spot, told.spot) == (7, 8)
    assert told.order == (GREEN, YELLOW, RED, BLUE)
    # Green, now the richest, keeps the chair.
    assert told.seats == (YELLOW, RED, BLUE, GREEN)
    assert told.pawns == ((BLUE, 8),)
    assert told.as_played == ()
    evening.post(Amend())
    assert evening.view.results[0].next_order == (GREEN, YELLOW, RED, BLUE)
    assert evening.view.results[0].seats == told.seats
    evening.do(Seated())
    assert evening.view.order == (GREEN, YELLOW, RED, BLUE)


def test_a_pawn_one_too_far_keeps_where_it_went_later(evening: Evening) -> None:
    evening.sit_down()
    evening.round()
    evening.tokens()
    evening.cards()
    evening.pawns(1)
    assert {player.colour: player.pawn for player in evening.view.players} == {RED: 2, YELLOW: 4, GREEN: 6, BLUE: 8}
    at = place(evening, 1, "pawn", BLUE)
    evening.post(ProposeAmend(at, MovePawn(BLUE, 1)))
    evening.post(Amend())
    # From table 8 blue has stayed there in round 2, instead of going on from 7.
    assert {player.colour: player.pawn for player in evening.view.players} == {RED: 2, YELLOW: 4, GREEN: 6, BLUE: 8}
    assert fortunes(evening)[BLUE] == 5_000
    moves = [move for move in history.public_moves(evening.journal, evening.shown.game or 0) if isinstance(move, MovePawn) and move.by is BLUE]
    assert [move.steps for move in moves] == [1, 0]
    # Two tables on it would have had to go back.
    evening.post(ProposeAmend(at, MovePawn(BLUE, 2)))
    assert evening.answer is Refusal.BAD_STEPS
    assert evening.shown.notice is not None
    assert evening.shown.notice.act == Step("pawn", BLUE)
    assert evening.shown.change is None


def test_what_is_none_of_its_kind_is_refused(evening: Evening) -> None:
    evening.sit_down()
    evening.touch(1)
    at = place(evening, 1, "token", RED)
    for other in (PlaceToken(BLUE, 1), PlaceCard(RED, Character.HIDDEN, 1), MovePawn(RED, 1), Seat(LAP)):
        evening.post(ProposeAmend(at, other))
        assert evening.answer is Refusal.NOT_OF_ITS_KIND
    for nowhere in (-1, 999):
        evening.post(ProposeAmend(nowhere))
        assert evening.answer is Refusal.NOT_OF_ITS_KIND
    evening.post(ProposeAmend(at, PlaceToken(RED, 10)))
    assert evening.answer is Refusal.NO_SUCH_TABLE
    assert evening.shown.notice is not None
    assert evening.shown.notice.act is None


# --- cards ------------------------------------------------------------------------------------------------------


def test_two_cards_that_were_mixed_up_are_corrected_where_they_are_turned_over(evening: Evening) -> None:
    evening.sit_down()
    evening.tokens()
    # Red's Raise and Cheat were each tapped at the other's table.
    lay(evening, {RED: (("cheat", 3), ("raise", 5), ("bluff", 2)), YELLOW: FAR, GREEN: FAR, BLUE: FAR})
    evening.pawns()
    evening.do(Confirm())
    assert evening.view.phase is Phase.PAYOUT
    assert evening.view.results[0].earned == {RED: 20_000, BLUE: 10_000, YELLOW: 0, GREEN: 20_000}
    at = place(evening, 1, "card", RED)
    evening.post(ProposeAmend(at))
    evening.tap("yellow raise")
    assert evening.answer is Answer.OTHER_PLAYER
    # This one lies face down still, and nobody turns it over by holding it to a reader.
    proposed = evening.shown.change
    evening.tap("red bluff")
    assert (evening.answer, evening.shown.change) == (Answer.NO_PIECE_NOW, proposed)
    # Nor where a card of its kind is told to lie face up: that may be what is wrong.
    evening.tap("red raise")
    assert (evening.answer, evening.shown.change) == (Answer.NO_PIECE_NOW, proposed)
    evening.post(AmendPart(character=Character.RAISE))
    # So the other one is what this one was told to be: one correction for both.
    told = change(evening)
    assert told.unrevealed == ()
    assert set(told.turned) == {
        Turned(RED, 3, Character.CHEAT, Character.RAISE),
        Turned(RED, 5, Character.RAISE, Character.CHEAT),
    }
    assert told.fortunes == ((YELLOW, 0, 20_000), (GREEN, 20_000, 0))
    assert told.payments == ()
    evening.post(Amend())
    assert evening.view.phase is Phase.PAYOUT
    assert evening.view.tables[2].revealed == ((RED, Character.RAISE),)
    assert evening.view.tables[4].revealed == ((RED, Character.CHEAT),)
    assert evening.view.results[0].earned == {RED: 20_000, BLUE: 10_000, YELLOW: 20_000, GREEN: 0}
    evening.pay()
    assert fortunes(evening) == {RED: 20_000, BLUE: 10_000, YELLOW: 20_000, GREEN: 0}


def test_two_kinds_told_the_wrong_way_round_are_put_right_one_by_one_before_the_reveal(evening: Evening) -> None:
    """No card gets its kind from one that may stay face down: without the key of that one the game would come to something else."""
    evening.sit_down()
    evening.tokens()
    lay(evening, {RED: (("cheat", 3), ("raise", 5), ("bluff", 2)), YELLOW: FAR, GREEN: FAR, BLUE: FAR})

    def laid() -> dict[int, Character]:
        return {card.table: card.character for card in evening.session.timeline.position.cards if card.owner is RED}  # type: ignore[union-attr]

    for at, kind in ((place(evening, 1, "card", RED), Character.RAISE), (place(evening, 1, "card", RED) + 4, Character.CHEAT)):
        evening.post(ProposeAmend(at))
        evening.post(AmendPart(character=kind))
        assert change(evening).turned == (), "what lies face down is nobody's business"
        evening.post(Amend())
    assert laid() == {3: Character.RAISE, 5: Character.CHEAT, 2: Character.BLUFF}
    acts = evening.journal.acts(1)
    without = Timeline(VABANQUE, [seals.lost(act, "vabanque") for act in acts])
    assert rules.view(without.position) == rules.view(evening.position())
    evening.post(Undo())
    evening.post(Undo())
    assert laid() == {3: Character.CHEAT, 5: Character.RAISE, 2: Character.BLUFF}


def test_two_cards_told_at_the_reveal_the_wrong_way_round_are_one_correction(evening: Evening) -> None:
    evening.sit_down()
    evening.tokens()
    red = iter((3, 5, 2))
    for _ in evening.until(lambda: evening.view.phase is not Phase.CARDS):
        assert evening.view.to_act is not None
        evening.do(PlaceCard(evening.view.to_act, Character.HIDDEN, next(red) if evening.view.to_act is RED else 2))
    evening.pawns()
    evening.do(Confirm())
    evening.do(RevealCard(RED, Character.CHEAT, 3))
    evening.do(RevealCard(RED, Character.RAISE, 5))
    assert evening.view.phase is Phase.PAYOUT
    for number in (0, 1):
        # From either of the two.
        at = place(evening, 1, "reveal", RED, number)
        evening.post(ProposeAmend(at))
        evening.post(AmendPart(character=Character.RAISE if number == 0 else Character.CHEAT))
        told = change(evening)
        assert told.unrevealed == ()
        assert {(each.table, each.was, each.now) for each in told.turned} == {
            (3, Character.CHEAT, Character.RAISE),
            (5, Character.RAISE, Character.CHEAT),
        }
        evening.post(Cancel())
    evening.post(ProposeAmend(at, RevealCard(RED, Character.CHEAT, 5)))
    evening.post(Amend())
    assert evening.view.tables[2].revealed == ((RED, Character.RAISE),)
    assert evening.view.tables[4].revealed == ((RED, Character.CHEAT),)


def test_a_card_that_is_missing_at_the_reveal_is_found_at_another_table(evening: Evening) -> None:
    evening.sit_down()
    evening.tokens()
    red = iter((3, 2, 2))
    for _ in evening.until(lambda: evening.view.phase is not Phase.CARDS):
        assert evening.view.to_act is not None
        evening.do(PlaceCard(evening.view.to_act, Character.HIDDEN, next(red) if evening.view.to_act is RED else 2))
    evening.pawns()
    evening.do(Confirm())
    assert evening.view.unrevealed == (Unrevealed(RED, 3, 1),)
    for owner, table in ((RED, 2), (YELLOW, 2), (YELLOW, 3)):
        # Only a card that everybody waits for can be asked about.
        evening.post(ProposeCard(owner, Character.HIDDEN, table))
        assert evening.shown.change is None
        assert evening.answer is Answer.NO_PIECE_NOW
    evening.post(ProposeCard(RED, Character.HIDDEN, 3))
    evening.touch(5)
    told = change(evening)
    assert (told.act.spot, told.spot) == (None, 5)
    evening.post(Amend())
    assert evening.view.unrevealed == (Unrevealed(RED, 5, 1),)


def test_a_card_that_was_told_at_the_reveal_is_corrected_on_the_spot(evening: Evening) -> None:
    evening.sit_down()
    evening.tokens()
    for _ in evening.until(lambda: evening.view.phase is not Phase.CARDS):
        assert evening.view.to_act is not None
        evening.do(PlaceCard(evening.view.to_act, Character.HIDDEN, 3 if evening.view.to_act is RED else 2))
    evening.pawns()
    evening.do(Confirm())
    for kind in ("raise", "bluff"):
        evening.tap(f"red {kind}")
    assert evening.view.unrevealed == (Unrevealed(RED, 3, 1),)
    evening.post(ProposeAmend(place(evening, 1, "reveal", RED), RevealCard(RED, Character.CHEAT, 3)))
    evening.post(Amend())
    assert evening.view.phase is Phase.REVEAL
    assert evening.view.tables[2].revealed == ((RED, Character.BLUFF), (RED, Character.CHEAT))
    evening.tap("red raise")
    assert evening.view.phase is Phase.PAYOUT


@pytest.fixture
def laid(evening: Evening) -> Evening:
    """All cards lie, the pawns go: red's are Cheat at 4, Raise at 5 and Bluff at 6."""
    evening.sit_down()
    evening.tokens()
    lay(evening, {RED: (("cheat", 4), ("raise", 5), ("bluff", 6)), YELLOW: FAR, GREEN: FAR, BLUE: FAR})
    evening.touch(1)
    assert evening.view.phase is Phase.PAWNS
    return evening


def face_down(evening: Evening) -> list[int]:
    return [table.face_down for table in evening.view.tables]


def test_a_mis_scanned_card_is_moved_before_the_reveal(laid: Evening) -> None:
    heard = len(laid.heard)
    at = place(laid, 1, "card", RED)
    laid.post(ProposeAmend(at))
    laid.touch(3)
    # Whose card lies where is not shown, unless the backs show it.
    assert change(laid) == Change(Step("card", RED, place=at), "card", 3)
    laid.post(Amend())
    assert face_down(laid) == [0, 9, 1, 0, 1, 1, 0, 0, 0]
    assert laid.view.to_act is YELLOW
    assert laid.shown.undo == Step("amend", RED)
    laid.pawns()
    assert not any(kind in repr(shown) for shown in laid.heard[heard:] for kind in ("raise", "bluff", "cheat"))
    laid.do(Confirm())
    assert laid.view.tables[2].revealed == ((RED, Character.CHEAT),)


def test_a_mis_scanned_card_is_entered_again_privately(laid: Evening) -> None:
    at = place(laid, 1, "card", RED)
    # Whatever it is said to have been, nothing is said against it: that would tell which of red's other cards lies where.
    heard = set()
    for kind in (Character.RAISE, Character.BLUFF, Character.CHEAT):
        laid.post(ProposeAmend(at, PlaceCard(RED, kind, 4)))
        heard.add((repr(laid.answer), repr(msgspec.structs.replace(change(laid), serial=0)), tuple(laid.signals)))
        laid.post(Cancel())
        laid.post(ProposeAmend(at))
        laid.tap(f"red {kind}")
        assert laid.answer is None
        laid.post(Cancel())
    assert len(heard) == 1
    # First the other one is entered as a card that nobody tells, then this one.
    laid.post(ProposeAmend(place(laid, 1, "card", RED, 1)))
    laid.post(LayUnread())
    laid.post(Amend())
    laid.post(ProposeAmend(at))
    laid.tap("red raise")
    assert change(laid) == Change(Step("card", RED, place=at), "card")
    laid.post(Amend())
    laid.post(ProposeAmend(at))
    laid.touch(7)
    laid.post(Amend())
    laid.pawns()
    laid.do(Confirm())
    assert laid.view.phase is Phase.REVEAL
    assert laid.view.unrevealed == (Unrevealed(RED, 5, 1),)
    assert laid.view.tables[6].revealed == ((RED, Character.RAISE),)


def test_where_cards_lie_is_listed_if_their_backs_show_whose_they_are(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "data", Settings().with_(VABANQUE, backs_show_owners=True))
    evening.sit_down()
    evening.tokens()
    lay(evening, dict.fromkeys(LAP, FAR))
    assert {step.spot for step in acts(evening, 1) if step.do == "card"} == {2}
    evening.journal.close()


def test_the_list_of_acts_is_closed(laid: Evening) -> None:
    assert {step.spot for step in acts(laid, 1) if step.do == "card"} == {None}
    assert laid.post(CloseActs()).acts is None
    assert acts(laid, 2) == ()
    assert laid.post(GoHome()).acts is None


# --- tables that become paid ------------------------------------------------------------------------------------


def to_be_told(evening: Evening, kinds: tuple[tuple[str, int], ...] = FAR) -> int:
    """Red's pawn should have gone to table 2, where red's three cards lie that nobody has turned over. The place of its move."""
    evening.sit_down()
    evening.tokens()
    away = tuple((kind, 9) for kind, _ in FAR)
    lay(evening, {RED: kinds, YELLOW: away, GREEN: away, BLUE: away})
    evening.pawns()
    evening.do(Confirm())
    evening.pay()
    evening.do(Seated())
    return place(evening, 1, "pawn", RED)


def test_the_owners_are_asked_for_cards_that_were_never_turned_over(evening: Evening) -> None:
    at = to_be_told(evening)
    evening.post(ProposeAmend(at))
    evening.tile(2)
    told = change(evening)
    assert told == Change(Step("pawn", RED, 1, place=at), "pawn", 2, serial=told.serial, round=1, unrevealed=(Unrevealed(RED, 2, 3),))
    evening.post(Amend())
    assert evening.answer is Answer.ANSWER_FIRST
    # No tag tells them: they may lie as they lay, if somebody has gone through the rest of the round alone.
    for card in ("yellow raise", "red cheat"):
        evening.tap(card)
        assert evening.answer is Answer.ANSWER_FIRST
    evening.touch(5)
    assert evening.answer is VabanqueAnswer.NOTHING_MISSING
    evening.do(RevealCard(RED, Character.CHEAT, 2))
    evening.do(RevealCard(RED, Character.RAISE, 2))
    evening.do(RevealCard(RED, Character.RAISE, 2))
    assert evening.answer is Refusal.KIND_TWICE
    assert change(evening).unrevealed == (Unrevealed(RED, 2, 1),)
    evening.do(RevealCard(RED, Character.BLUFF, 2))
    told = change(evening)
    # Two fives twice, with the Raise; at table 1 it was two fives once.
    assert told.fortunes == ((RED, 10_000, 20_000),)
    assert told.unrevealed == told.untold == ()
    evening.post(Amend())
    assert fortunes(evening)[RED] == 20_000
    assert evening.view.results[0].tables[0].revealed == tuple((RED, kind) for kind in (Character.RAISE, Character.BLUFF, Character.CHEAT))
    assert evening.view.round == 2


def test_what_nobody_answers_is_settled_as_an_amount(evening: Evening) -> None:
    at = to_be_told(evening)
    evening.post(ProposeAmend(at, MovePawn(RED, 1)))
    evening.do(RevealCard(RED, Character.BLUFF, 2))
    evening.do(Correct(RED, 10_000, "too early"))
    assert evening.answer is Answer.CORRECTING
    evening.post(LeaveUntold())
    told = change(evening)
    assert told.untold == (Unrevealed(RED, 2, 1), Unrevealed(RED, 2, 1))
    assert (told.fortunes, told.payments) == ((), ())
    evening.do(Correct(RED, 12_345, "crooked"))
    assert evening.answer is Refusal.BAD_AMOUNT
    evening.do(Correct(RED, 10_000, "it was a Raise, they say"))
    told = change(evening)
    assert told.settled == (Correction(RED, 10_000, "it was a Raise, they say"),)
    assert told.fortunes == ((RED, 10_000, 20_000),)
    evening.post(Amend())
    result = evening.view.results[0]
    assert result.tables[0].revealed == ((RED, Character.BLUFF),)
    assert (result.earned[RED], result.fortunes[RED], result.corrections) == (10_000, 20_000, told.settled)
    game = evening.shown.game
    assert game is not None
    lines = [json.loads(line) for line in history.export(evening.journal, game).splitlines()]
    assert [line["do"] for line in lines[1:] if line["do"] in ("reveal", "untold", "correct")] == ["reveal", "untold", "untold", "correct"]
    # The same by the record.
    other = Evening(evening.folder.with_name("other"))
    written = [line.encode() for line in history.export(evening.journal, game).splitlines()]
    added, new = history.add(other.journal, VABANQUE, VABANQUE.record.replay(written))
    assert new
    other.post(OpenGame(added))
    assert msgspec.structs.replace(other.view, **NOTHING) == msgspec.structs.replace(evening.view, **NOTHING)
    other.journal.close()


NOTHING = {"purses": {}, "bank": {}, "ring": (), "tables": (), "drawn": False}
"""What a record does not hold: where the notes lie, which tile is which."""


def test_nothing_tells_what_the_companion_remembers_of_cards_that_it_asks_for(tmp_path: Path) -> None:
    seen: list[list[Snapshot]] = []
    for name, kinds in (("one", FAR), ("two", (("cheat", 2), ("raise", 2), ("bluff", 2)))):
        evening = Evening(tmp_path / name)
        at = to_be_told(evening, kinds)
        evening.post(ProposeAmend(at))
        evening.touch(2)
        for answer in ("red bluff", "red cheat", "red raise"):
            evening.tap(answer)
        evening.post(Amend())
        evening.post(Undo(sure=True))
        evening.post(ProposeAmend(at, MovePawn(RED, 1)))
        evening.post(LeaveUntold())
        evening.post(Amend())
        seen.append([msgspec.structs.replace(shown, games=()) for shown in evening.heard])
        evening.journal.close()
    assert seen[0] == seen[1]


# --- the set-up -------------------------------------------------------------------------------------------------


def test_another_start_player_while_the_first_tokens_are_laid(evening: Evening) -> None:
    evening.sit_down()
    evening.touch(4)
    evening.post(ProposeAmend(beginning(evening), Begin(GREEN, drawn=False)))
    told = change(evening)
    assert (told.order, told.seats) == ((GREEN, BLUE, RED, YELLOW), None)
    assert sorted(told.pawns) == [(BLUE, 3), (GREEN, 1), (RED, 5), (YELLOW, 7)]
    evening.post(Amend())
    assert (evening.view.first, evening.view.to_act, evening.view.tables[3].tokens) == (GREEN, BLUE, (5,))


def test_chairs_and_start_player_are_mended_later_without_touching_what_was_played(evening: Evening) -> None:
    game = evening.sit_down()
    evening.tokens()
    evening.cards()
    begin = beginning(evening)
    evening.post(ProposeAmend(begin, Seat((RED, BLUE, GREEN, YELLOW))))
    assert change(evening).order is None
    assert change(evening).seats == (RED, BLUE, GREEN, YELLOW)
    before = evening.view
    evening.post(Amend())
    assert [player.colour for player in evening.view.players] == [RED, BLUE, GREEN, YELLOW]
    assert (evening.view.order, evening.view.to_act, evening.view.tables) == (before.order, before.to_act, before.tables)
    # Once more: the seating that was added is replaced.
    begin = beginning(evening)
    evening.post(ProposeAmend(begin, Seat((BLUE, RED, YELLOW, GREEN))))
    evening.post(Amend())
    assert evening.view == before
    evening.post(ProposeAmend(begin, Begin(BLUE)))
    evening.post(Amend())
    assert (evening.view.first, evening.view.order) == (BLUE, LAP)
    lines = [json.loads(line) for line in history.export(evening.journal, game).splitlines()]
    assert (lines[0]["first"], lines[1]) == ("blue", {"do": "order", "order": ["red", "yellow", "green", "blue"]})


def test_two_players_who_have_each_others_colour(evening: Evening) -> None:
    evening.sit_down()
    evening.round()
    evening.touch(1)
    before = evening.view
    join = place(evening, 0, "join", RED)
    evening.post(ProposeAmend(join, Join(BLUE, "Benedetta")))
    assert change(evening) == Change(Step("join", RED, place=join, name="Benedetta"), "join")
    evening.post(Amend())
    names = {player.colour: player.name for player in evening.view.players}
    assert (names[BLUE], names[RED]) == ("Benedetta", "Adriano")
    swap = {RED: BLUE, BLUE: RED}
    assert evening.view.order == tuple(swap.get(colour, colour) for colour in before.order)
    assert [player.name for player in evening.view.players] == [player.name for player in before.players]
    # Everything that was played goes with the people.
    assert [(player.name, player.fortune, player.pawn) for player in evening.view.players] == [
        (player.name, player.fortune, player.pawn) for player in before.players
    ]
    assert evening.shown.undo == Step("amend", BLUE)
    evening.post(ProposeAmend(join, Join(Colour.WHITE, "Benedetta")))
    evening.post(Amend())
    assert {player.colour for player in evening.view.players} == {RED, Colour.WHITE, YELLOW, GREEN}


def test_name_ring_and_platelets(evening: Evening) -> None:
    evening.sit_down()
    evening.touch(1)
    evening.post(ProposeAmend(place(evening, 0, "join", RED), Join(RED, "Léa")))
    evening.post(Amend())
    assert {player.colour: player.name for player in evening.view.players}[RED] == "Léa"
    begin = beginning(evening)
    evening.post(ProposeAmend(begin, LayRing(RING[::-1])))
    evening.post(Amend())
    assert evening.view.ring == RING[::-1]
    evening.tap(f"tile {RING[0]}")
    assert [len(table.tokens) for table in evening.view.tables] == [1, 0, 0, 0, 0, 0, 0, 0, 1]
    begin = beginning(evening)
    evening.post(ProposeAmend(begin, ChooseSeating(Seating.PLATELETS)))
    evening.post(Amend())
    assert evening.view.seating is Seating.PLATELETS
    evening.post(ProposeAmend(beginning(evening), LayRing((1, 2, 3))))
    assert evening.answer is Refusal.WRONG_RING


# --- undo -------------------------------------------------------------------------------------------------------


def test_an_undo_says_what_goes_back_with_it_and_turns_the_cards_down_again(evening: Evening) -> None:
    evening.sit_down()
    evening.tokens()
    lay(evening, {RED: (("raise", 3), ("cheat", 3), ("bluff", 2)), YELLOW: FAR, GREEN: FAR, BLUE: (("raise", 1), ("cheat", 2), ("bluff", 2))})
    evening.pawns()
    standing = evening.view
    assert evening.shown.undo == Step("pawn", BLUE)
    evening.do(Confirm())
    money = {RED: -40_000, BLUE: -10_000, GREEN: -10_000}
    assert evening.shown.undo == Step("confirm", sure=True, behind=Behind(1, (1, 3), 3, money))
    evening.pay()
    assert evening.shown.undo == Step("counted")
    evening.do(Seated())
    assert evening.view.order == (RED, BLUE, GREEN, YELLOW)
    order, seats = LAP, tuple(player.colour for player in standing.players)
    now = tuple(player.colour for player in evening.view.players)
    assert evening.shown.undo == Step("seated", sure=True, behind=Behind(1, order=order, seats=None if seats == now else seats))
    evening.post(Undo())
    assert evening.answer is Answer.CONFIRM_UNDO
    for _ in evening.until(lambda: evening.view.phase is Phase.STAND):
        evening.post(Undo(sure=True))
    assert evening.view == standing
    assert all(table.revealed == () for table in evening.view.tables)
    for _ in evening.until(lambda: evening.shown.redo is None):
        evening.post(Redo())
    assert (evening.view.round, evening.view.phase) == (2, Phase.TOKENS)


def test_undoing_the_reveal_that_paid_the_round_takes_a_sure(evening: Evening) -> None:
    evening.sit_down()
    evening.tokens()
    for _ in evening.until(lambda: evening.view.phase is not Phase.CARDS):
        assert evening.view.to_act is not None
        evening.do(PlaceCard(evening.view.to_act, Character.HIDDEN, 1 if evening.view.to_act is RED else 2))
    evening.pawns()
    evening.do(Confirm())
    evening.tap("red raise")
    evening.tap("red cheat")
    assert evening.shown.undo == Step("reveal", RED, 1)
    evening.tap("red bluff")
    assert evening.shown.undo == Step("reveal", RED, 1, True, Behind(1, (1,), 1, dict.fromkeys(LAP, -10_000) | {RED: -20_000}))
    evening.post(Undo(sure=True))
    assert evening.view.unrevealed == (Unrevealed(RED, 1, 1),)


# --- while a correction is looked at ----------------------------------------------------------------------------


def test_nothing_else_is_played_while_a_correction_is_looked_at(evening: Evening) -> None:
    evening.sit_down()
    evening.touch(1)
    at = place(evening, 1, "token", RED)
    before = evening.view
    things: list[AnyMove] = [PlaceToken(YELLOW, 1), Confirm(), Correct(RED, 5_000, "x"), Untold(RED, 1)]
    evening.post(ProposeAmend(at))
    for touch in (*map(Do, things), Redo(), DrawStart()):
        evening.post(touch)
        assert evening.answer is Answer.CORRECTING
    evening.tap("red raise")
    assert evening.answer is Answer.NO_PIECE_NOW
    evening.tap("red colour")
    assert evening.answer is VabanqueAnswer.COLOUR_CARD
    evening.tap("tile 1")
    assert evening.answer is VabanqueAnswer.NOT_IN_RING
    evening.post(TagSeen("pad", UIDS[f"tile {RING[4]}"], 100.0))
    assert evening.answer is Answer.OLD_SCAN
    assert change(evening).spot == 1
    evening.post(LayUnread())
    assert evening.answer is Answer.NO_PIECE_NOW
    assert evening.view == before
    for let_go in (Cancel(), Undo(), ButtonPressed(Button.UNDO), GoHome()):
        evening.post(ProposeAmend(at))
        evening.touch(3)
        evening.post(let_go)
        assert evening.shown.change is None
    assert evening.shown.view is None
    evening.post(OpenGame(evening.shown.games[0].game))
    assert evening.view == before
    # The panel's OK carries it out.
    evening.post(ProposeAmend(at))
    evening.touch(3)
    evening.post(ButtonPressed(Button.OK))
    assert evening.view.tables[2].tokens == (5,)
    assert evening.post(Amend()).change is None


def test_a_disk_that_is_full_takes_no_correction(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.sit_down()
    evening.touch(1)
    evening.post(ProposeAmend(place(evening, 1, "token", RED), PlaceToken(RED, 2)))
    before, looked_at = evening.view, evening.shown.change
    evening.journal._db.execute("PRAGMA query_only = ON")
    evening.post(Amend())
    assert evening.answer is Answer.NOT_WRITTEN
    assert (evening.view, evening.shown.change) == (before, looked_at)
    evening.journal._db.execute("PRAGMA query_only = OFF")
    evening.post(Amend())
    assert evening.view.tables[1].tokens == (5,)


# --- the end ----------------------------------------------------------------------------------------------------


def test_a_finished_game_is_corrected_and_its_winner_with_it(evening: Evening) -> None:
    game = evening.sit_down()
    for _ in range(3):
        evening.round()
    evening.tokens()
    evening.cards()
    evening.pawns()
    evening.do(Confirm())
    evening.pay()
    assert evening.view.phase is Phase.FINISHED
    final = evening.view
    poor = next(player.colour for player in final.players if player.colour not in final.winners)
    tables = [table.number for table in final.tables if table.pawns == (poor,)]
    for step in [step for step in acts(evening, 4) if step.do == "token"]:
        evening.post(ProposeAmend(step.place or 0))
        evening.touch(tables[0])
        evening.post(Amend())
    assert evening.view.winners == (poor,)
    corrected = evening.view
    evening.restart()
    (entry,) = evening.post(ShowPast()).past or ()
    assert (entry.game, entry.winners, entry.scores[poor]) == (game, (poor,), max(entry.scores.values()))
    evening.post(OpenGame(game))
    for _ in range(4):
        evening.post(Undo(sure=True))
    assert evening.view == final
    assert (evening.post(ShowPast()).past or ())[0].winners == final.winners
    # What was undone after the end is redone, at once and after a start.
    evening.post(OpenGame(game))
    for _ in range(2):
        assert evening.shown.redo is not None
        assert evening.post(Redo()).notice is None
    evening.restart()
    evening.post(OpenGame(game))
    for _ in range(2):
        assert evening.shown.redo is not None
        assert evening.post(Redo()).notice is None
    assert evening.shown.redo is None
    assert evening.view == corrected
    assert (evening.post(ShowPast()).past or ())[0].winners == (poor,)


def test_kinds_of_corrected_cards_that_were_never_turned_over_are_erased_at_the_end(evening: Evening) -> None:
    game = evening.sit_down()
    for _ in range(4):
        evening.tokens()
        evening.cards(table=2)
        # One card is entered again and moved, one correction is undone.
        first = place(evening, evening.view.round, "card", evening.view.order[0])
        for table in (4, 6):
            evening.post(ProposeAmend(first, None))
            evening.touch(table)
            evening.post(Amend())
        evening.post(Undo())
        evening.pawns()
        evening.do(Confirm())
        evening.pay()
        if evening.view.phase is Phase.ORDER:
            evening.do(Seated())
    assert evening.view.phase is Phase.FINISHED
    kept = evening.journal.acts(game)
    assert sum(isinstance(act, Amended) for act in kept) == 8
    final = evening.view
    evening.journal.close()
    assert kinds_on_disk(evening.folder) == 0
    evening.restart()
    evening.post(OpenGame(game))
    assert evening.view == final
    assert evening.do(Counted()).view == final
    # A card that is moved after the end, face down or turned over then, goes back and forth; of its kind only what was told stands on disk.
    owner = evening.view.order[0]
    for table, kind in ((6, None), (5, Character.BLUFF)):
        before = evening.view
        evening.post(ProposeAmend(place(evening, 4, "card", owner), None))
        evening.touch(table)
        if kind is not None:
            evening.do(RevealCard(owner, kind, table))
        evening.post(Amend())
        moved = evening.view
        assert moved != before or kind is None
        for restart in (False, True):
            undone = evening.shown.undo
            assert evening.post(Undo(sure=True)).view == before
            if restart:
                evening.restart()
                evening.post(OpenGame(game))
            assert evening.shown.redo is not None
            assert evening.post(Redo()).view == moved
            assert (evening.shown.undo, evening.shown.redo) == (undone, None)
