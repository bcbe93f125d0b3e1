"""Tags that come to a reader together: a card and a table are a move, any other two are told to come one at a time and do nothing."""

from __future__ import annotations

import itertools

import pytest

from companion.devices.simulated import SimulatedReader
from companion.games.kit.colours import Colour
from companion.games.vabanque import GAME as VABANQUE
from companion.games.vabanque.rules.moves import Character, Confirm, Gathered, Join
from companion.games.vabanque.rules.pieces import CHARACTERS
from companion.games.vabanque.rules.view import Phase
from companion.games.vabanque.table.answers import VabanqueAnswer
from companion.games.vabanque.table.commands import LayUnread
from companion.settings import Settings
from companion.table import commands
from companion.table.events import AGE_UNKNOWN, Signal, TagGone, TagSeen
from companion.table.snapshot import Answer
from companion.table.tags.simultaneous import Together
from tests.table.evening import RING, UIDS, Evening

A, B = bytes.fromhex("04A1B2C3D4E580"), bytes.fromhex("0488990011AA22")
STRANGER = bytes.fromhex("04112233445566")
PHONE = b"\x08\x01\x02\x03"


class Pad:
    """A reader on which several pieces are laid at once, and lifted."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.reader = SimulatedReader("pad")
        self.reader.start(evening.post)

    def lay(self, *codes: str | bytes) -> None:
        self.evening.post(commands.Dismiss())
        self.reader.lay(*(UIDS[code] if isinstance(code, str) else code for code in codes))

    def lift(self, *codes: str | bytes) -> None:
        self.reader.lift(*(UIDS[code] if isinstance(code, str) else code for code in codes))


@pytest.fixture
def pad(evening: Evening) -> Pad:
    """Four players, red to lay the first card."""
    evening.sit_down()
    evening.tokens()
    return Pad(evening)


def tile(table: int) -> str:
    return f"tile {RING[table - 1]}"


def laid(pad: Pad) -> list[int]:
    return [table.number for table in pad.evening.view.tables for _ in range(table.face_down)]


def refused(pad: Pad) -> bool:
    return pad.evening.answer is Answer.ONE_AT_A_TIME and pad.evening.shown.pending is None


@pytest.mark.parametrize("pieces", list(itertools.permutations(["red bluff", tile(4)])))
def test_a_card_and_a_table_are_a_move_in_whatever_order_they_are_told(pad: Pad, pieces: tuple[str, ...]) -> None:
    pad.lay(*pieces)
    assert (laid(pad), pad.evening.shown.notice) == ([4], None)
    assert pad.evening.signals[-1] is Signal.ACCEPTED
    assert pad.evening.view.to_act is Colour.YELLOW


@pytest.mark.parametrize(
    "pieces",
    [
        ("red bluff", "red cheat"),
        ("red bluff", "yellow cheat"),
        (tile(3), tile(4)),
        ("red bluff", "red colour"),
        ("red bluff", STRANGER),
        (tile(3), STRANGER),
        ("red bluff", PHONE),
    ],
)
@pytest.mark.parametrize("half", [None, "table", "card"])
@pytest.mark.parametrize("turned", [False, True])
def test_any_other_two_do_nothing(pad: Pad, pieces: tuple[str | bytes, ...], half: str | None, turned: bool) -> None:
    """Also where one of them would complete what was begun: nobody knows which is meant."""
    if half == "table":
        pad.evening.touch(7)
    elif half == "card":
        pad.lay("red raise")
        pad.lift()
    pad.lay(*(pieces[::-1] if turned else pieces))
    assert refused(pad)
    assert laid(pad) == []
    # Alone, each is what it was.
    pad.lift()
    pad.lay("red bluff")
    pad.evening.touch(2)
    assert laid(pad) == [2]


def test_a_second_card_beside_one_that_waits_is_not_taken_for_it(pad: Pad) -> None:
    pad.lay("red bluff")
    assert pad.evening.shown.pending is not None
    pad.lay("red cheat")
    assert refused(pad)
    pad.lift("red bluff")
    # The one that stays has to be shown again.
    pad.lift()
    pad.lay("red cheat")
    pad.lay(tile(5))
    assert laid(pad) == [5]


def test_a_second_table_beside_one_that_waits_is_not_taken_for_it(pad: Pad) -> None:
    pad.lay(tile(3))
    pad.lay(tile(4))
    assert refused(pad)


def test_a_card_that_was_played_may_lie_on_beside_the_next(pad: Pad) -> None:
    pad.lay("red bluff")
    pad.evening.touch(3)
    pad.lay("yellow raise")
    assert pad.evening.shown.pending is not None
    pad.evening.touch(4)
    assert laid(pad) == [3, 4]


def test_two_tables_place_no_token(evening: Evening) -> None:
    evening.sit_down()
    pad = Pad(evening)
    for pieces in ((tile(3), tile(4)), ("red bluff", tile(3))):
        pad.lay(*pieces)
        assert refused(pad)
        assert all(table.tokens == () for table in evening.view.tables)
        pad.lift()
    pad.lay(tile(3))
    assert evening.view.tables[2].tokens != ()


def test_two_colour_cards_seat_nobody_and_two_tables_lay_no_ring(evening: Evening) -> None:
    evening.post(commands.NewGame())
    pad = Pad(evening)
    pad.lay("red colour", "blue colour")
    assert refused(pad)
    assert evening.view.players == ()
    pad.lift()
    for colour in (Colour.RED, Colour.BLUE, Colour.GREEN):
        evening.do(Join(colour, CHARACTERS[colour]))
    evening.do(Gathered())
    pad.lay("tile 3", "tile 4")
    assert refused(pad)
    assert evening.view.ring == ()


@pytest.mark.parametrize("pieces", list(itertools.permutations(["red cheat", tile(3)])))
def test_at_the_reveal_the_table_says_where_the_card_lay(evening: Evening, pieces: tuple[str, ...]) -> None:
    # Pawns stand at red 1, yellow 3, green 5, blue 7.
    tables = {"red": (1, 1, 3), "yellow": (2, 2, 2), "green": (3, 4, 4), "blue": (2, 2, 2)}
    evening.sit_down()
    evening.tokens()
    while evening.view.phase is Phase.CARDS:
        colour = evening.view.to_act
        left = next(player.cards_left for player in evening.view.players if player.colour is colour)
        evening.touch(tables[str(colour)][3 - left])
        evening.post(LayUnread())
    evening.pawns()
    evening.do(Confirm())
    assert evening.view.phase is Phase.REVEAL
    Pad(evening).lay(*pieces)
    assert evening.shown.notice is None
    assert (Colour.RED, Character.CHEAT) in [card for table in evening.view.tables if table.number == 3 for card in table.revealed]


def test_where_cards_are_read_at_the_reveal_a_card_with_its_table_is_still_a_move(evening: Evening) -> None:
    evening.sit_down()
    evening.tokens()
    evening.session.use(Settings().with_(VABANQUE, cards_read="reveal"))
    pad = Pad(evening)
    pad.lay("red bluff", tile(4))
    assert laid(pad) == [4]


def test_two_pieces_are_not_learned_at_once(evening: Evening) -> None:
    evening.journal.forget_tags(UIDS.values(), "vabanque")
    evening.restart()
    evening.post(commands.LearnTags())
    pad = Pad(evening)
    pad.lay(A, B)
    assert evening.answer is Answer.ONE_AT_A_TIME
    assert evening.journal.tags("vabanque") == {}
    pad.lift()
    pad.lay(A)
    pad.lay(B)
    assert evening.answer is Answer.ONE_AT_A_TIME
    assert evening.journal.tags("vabanque") == {A: "tile 1"}


def test_what_lies_there_when_a_reader_begins_to_look_is_no_gesture(pad: Pad) -> None:
    for code in ("red bluff", tile(4)):
        pad.evening.tap(code, age=AGE_UNKNOWN)
        assert pad.evening.answer is Answer.OLD_SCAN
    assert laid(pad) == []


def test_a_tag_whose_company_is_never_told_does_nothing_and_says_so_when_it_goes(pad: Pad) -> None:
    pad.evening.post(TagSeen("wand", UIDS["red bluff"], among=2))
    assert pad.evening.shown.pending is None
    pad.evening.post(TagGone("wand", UIDS["red bluff"]))
    assert refused(pad)


def test_tags_at_two_readers_are_two_gestures() -> None:
    together = Together()
    first, other = TagSeen("ring-1/1", A, among=2), TagSeen("ring-1/2", B)
    assert together.seen(first) == ()
    assert together.seen(other) == (other,)
    second = TagSeen("ring-1/1", B, among=2)
    assert together.seen(second) == (first, second)
    # Both lie there now: a third is told by itself.
    third = TagSeen("ring-1/1", STRANGER, among=2)
    assert together.seen(third) == (third,)


# --- scans that come late -----------------------------------------------------------------------------------------


def test_a_scan_from_before_the_last_act_does_not_act_in_the_next_turn(evening: Evening) -> None:
    """The wand's cable was pulled after red had tapped a table with it, and red touched the table on the screen instead."""
    evening.sit_down()
    evening.now += 20
    evening.touch(3)
    evening.now += 2
    assert evening.view.to_act is Colour.YELLOW
    evening.tap(tile(3), "wand", age=4.0)
    assert evening.answer is Answer.OLD_SCAN
    assert [len(table.tokens) for table in evening.view.tables] == [0, 0, 1, 0, 0, 0, 0, 0, 0]
    # What was read since then is only a little late.
    evening.tap(tile(5), "wand", age=1.9)
    assert evening.view.tables[4].tokens != ()


def test_what_comes_late_one_after_the_other_is_still_a_gesture(pad: Pad) -> None:
    pad.evening.now += 20
    pad.evening.tap("red bluff", "wand", age=6.0)
    pad.evening.tap(tile(4), "wand", age=5.2)
    assert laid(pad) == [4]


def test_a_scan_from_before_the_companion_began_or_the_game_was_opened_is_shown_only(evening: Evening) -> None:
    game = evening.sit_down()
    evening.now += 20
    evening.restart()
    evening.session.resume()
    evening.now += 1
    evening.tap(tile(3), "wand", age=3.0)
    assert evening.answer is Answer.OLD_SCAN
    evening.post(commands.GoHome())
    evening.now += 20
    evening.post(commands.OpenGame(game))
    evening.now += 1
    evening.tap(tile(3), "wand", age=3.0)
    assert evening.answer is Answer.OLD_SCAN
    assert all(table.tokens == () for table in evening.view.tables)


# --- one gesture, whole or not at all ---


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("half", [None, "red raise"])
def test_another_players_pair_is_refused_whole(pad: Pad, half: str | None, turned: bool) -> None:
    evening = pad.evening
    if half is not None:
        pad.lay(half)
        pad.lift()
    evening.signals.clear()
    waited = evening.shown.pending
    pieces = ("yellow bluff", tile(5))
    pad.lay(*(pieces[::-1] if turned else pieces))
    # Nobody's card was laid with it, no table waits for red's next card, and it is seen why.
    assert (laid(pad), evening.shown.pending) == ([], waited)
    assert evening.answer is Answer.OTHER_PLAYER
    assert evening.signals == [Signal.REFUSED]
    pad.lift()
    if half is not None:
        pad.lay(tile(2))
        assert laid(pad) == [2]
        assert evening.position().cards[0].character is Character.RAISE


@pytest.mark.parametrize("pieces", [("yellow bluff", tile(5)), (tile(5), "yellow bluff")])
def test_another_players_card_and_its_table_one_after_the_other_lay_nobodys_card(pad: Pad, pieces: tuple[str, ...]) -> None:
    evening = pad.evening
    if pieces[0] == "yellow bluff":
        # Told first, a table is red's that waits: nobody can know better.
        pad.lay("red raise")
        pad.lift()
    for piece in pieces:
        pad.lay(piece)
        pad.lift()
    assert laid(pad) == []
    assert evening.answer is Answer.OTHER_PLAYER
    assert evening.shown.pending is None or evening.shown.pending.spot is None
    # Red shows card and table, and that is all that happens.
    pad.lay("red raise", tile(2))
    assert laid(pad) == [2]


def test_another_hand_is_waited_for_two_seconds_and_at_its_reader_only(pad: Pad) -> None:
    evening = pad.evening
    pad.lay("red raise")
    evening.tap("yellow bluff", "wand")
    pad.lift()
    pad.lay(tile(2))
    assert laid(pad) == [2]
    pad.lift()
    evening.tap("yellow raise")
    evening.tap("blue bluff", "wand")
    evening.now += 2
    evening.tap(tile(3), "wand")
    assert laid(pad) == [2, 3]


@pytest.mark.parametrize("pieces", [(f"tile {RING[-1] - 1}", "red cheat"), ("red cheat", f"tile {RING[-1] - 1}")])
def test_a_card_with_a_table_that_is_not_in_play_does_not_wait(pad: Pad, pieces: tuple[str, ...]) -> None:
    pad.lay(*pieces)
    assert (pad.evening.answer, pad.evening.shown.pending) == (VabanqueAnswer.NOT_IN_RING, None)


@pytest.mark.parametrize("right", [False, True])
def test_at_the_reveal_a_card_is_turned_over_at_the_table_that_was_shown_with_it_or_not_at_all(evening: Evening, right: bool) -> None:
    evening.sit_down()
    evening.tokens()
    for _ in evening.until(lambda: evening.view.phase is not Phase.CARDS):
        # Red's first pawn stands at 1, where one card of red's lies unread.
        first = evening.view.to_act is Colour.RED and sum(player.cards_left for player in evening.view.players) == 12
        evening.touch(1 if first else 9)
        evening.post(LayUnread())
    evening.pawns()
    evening.do(Confirm())
    assert [(each.owner, each.table) for each in evening.view.unrevealed if each.owner is Colour.RED] == [(Colour.RED, 1)]
    Pad(evening).lay("red cheat", tile(1 if right else 3))
    turned = [card for table in evening.view.tables for card in table.revealed]
    assert turned == ([(Colour.RED, Character.CHEAT)] if right else [])
    assert evening.answer is (None if right else VabanqueAnswer.NOTHING_MISSING)


def test_a_correction_takes_card_and_table_together_or_neither(pad: Pad) -> None:
    evening = pad.evening
    pad.lay("red raise", tile(2))
    pad.lift()
    (place,) = [step.place for step in evening.post(commands.ShowActs(1)).acts or () if step.do == "card"]
    assert place is not None
    evening.post(commands.ProposeAmend(place))
    pad.lay("yellow bluff", tile(7))
    assert evening.answer is Answer.OTHER_PLAYER
    assert evening.shown.change is not None
    assert evening.shown.change.spot is None
    pad.lift()
    pad.lay("red cheat", tile(7))
    evening.post(commands.Amend())
    assert [(card.character, card.table) for card in evening.position().cards] == [(Character.CHEAT, 7)]
