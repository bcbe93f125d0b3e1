"""Tags and touches become moves, questions and answers: through the session, as at the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.kit.colours import Colour
from companion.games.vabanque import GAME as VABANQUE
from companion.games.vabanque.rules.moves import KINDS, Character, Confirm, Gathered, PlaceCard
from companion.games.vabanque.rules.refusal import Refusal
from companion.games.vabanque.rules.view import Phase
from companion.games.vabanque.table.answers import VabanqueAnswer
from companion.games.vabanque.table.commands import LayUnread
from companion.settings import Settings
from companion.table.commands import Cancel, NewGame
from companion.table.events import AGE_UNKNOWN, LinkUp, Signal, TagGone, TagSeen, TagTrouble, Trouble
from companion.table.session.session import Session
from companion.table.snapshot import Answer, Pending
from tests.table.evening import RING, UIDS, Evening


@pytest.fixture
def cards(evening: Evening) -> Evening:
    """Four players, red to lay the first card."""
    evening.sit_down()
    evening.tokens()
    assert evening.view.phase is Phase.CARDS
    assert evening.view.to_act is Colour.RED
    return evening


def lying(evening: Evening) -> list[int]:
    return [table.number for table in evening.view.tables if table.face_down]


def test_card_then_table(cards: Evening) -> None:
    assert cards.tap("red cheat").pending == Pending(Colour.RED)
    assert cards.signals == [Signal.WAITING]
    cards.tile(4)
    assert lying(cards) == [4]
    assert cards.shown.pending is None
    assert cards.signals == [Signal.ACCEPTED]
    assert cards.view.to_act is Colour.YELLOW


def test_table_then_card(cards: Evening) -> None:
    assert cards.tile(4).pending == Pending(Colour.RED, 4)
    cards.tap("red cheat")
    assert lying(cards) == [4]


def test_finger_says_the_table_before_or_after(cards: Evening) -> None:
    cards.tap("red cheat")
    cards.touch(5)
    cards.touch(6)
    cards.tap("yellow raise")
    assert lying(cards) == [5, 6]


def test_the_later_table_counts(cards: Evening) -> None:
    cards.tile(4)
    cards.tile(7)
    cards.tap("red cheat")
    assert lying(cards) == [7]


def test_the_later_card_counts(cards: Evening) -> None:
    cards.tap("red cheat")
    cards.tap("red raise")
    cards.tile(1)
    assert cards.position().cards[0].character is Character.RAISE


def test_only_the_table_is_told(cards: Evening) -> None:
    cards.tile(3)
    cards.post(LayUnread())
    assert lying(cards) == [3]
    assert cards.position().cards[0].character is Character.HIDDEN


def test_unread_without_a_table_lays_nothing(cards: Evening) -> None:
    cards.post(LayUnread())
    assert cards.answer is Answer.NO_PIECE_NOW
    assert lying(cards) == []


def test_where_cards_are_read_at_the_reveal_a_table_alone_lays_one(evening: Evening) -> None:
    evening.session.use(Settings().with_(VABANQUE, cards_read="reveal"))
    evening.sit_down()
    evening.tokens()
    evening.tile(3)
    assert lying(evening) == [3]
    # The two ways mix freely: a card that is tapped is read all the same.
    evening.tap("yellow raise")
    evening.tile(4)
    assert [card.character for card in evening.position().cards] == [Character.HIDDEN, Character.RAISE]


def test_a_pending_card_times_out(cards: Evening) -> None:
    cards.tap("red cheat")
    assert cards.session.wait == pytest.approx(8.0)
    cards.now += 7.9
    cards.session.tick()
    assert cards.shown.pending is not None
    cards.now += 0.2
    cards.session.tick()
    assert cards.shown.pending is None
    assert cards.answer is Answer.EXPIRED
    cards.tile(4)
    assert lying(cards) == []
    assert cards.shown.pending == Pending(Colour.RED, 4)


def test_an_expired_half_never_meets_a_late_one_even_without_a_tick(cards: Evening) -> None:
    cards.tap("red cheat")
    cards.now += 9
    cards.tile(4)
    assert lying(cards) == []


def test_cancel(cards: Evening) -> None:
    cards.tile(4)
    assert cards.post(Cancel()).pending is None


def test_each_mistake_has_its_own_answer_and_changes_nothing(cards: Evening) -> None:
    before = cards.view
    for act, answer in (
        (lambda: cards.tap("blue cheat"), Answer.OTHER_PLAYER),
        (lambda: cards.tap("red colour"), VabanqueAnswer.COLOUR_CARD),
        (lambda: cards.tap(f"tile {RING[-1] - 1}"), VabanqueAnswer.NOT_IN_RING),
        (lambda: cards.post(TagSeen("pad", bytes(7))), Answer.UNKNOWN_TAG),
        (lambda: cards.post(TagSeen("pad", b"\x08abc")), Answer.PHONE),
        (lambda: cards.post(TagTrouble("pad", Trouble.TWO_TAGS)), Answer.TWO_TAGS),
        (lambda: cards.post(TagTrouble("pad", Trouble.ONE_AT_A_TIME)), Answer.ONE_AT_A_TIME),
        (lambda: cards.tap("red cheat", age=8.5), Answer.OLD_SCAN),
    ):
        act()
        assert cards.answer is answer
        assert cards.signals[-1] in (Signal.REFUSED, Signal.UNKNOWN)
        assert cards.view == before
        assert cards.shown.pending is None


def test_a_tag_that_has_laid_its_card_is_refused_at_once_and_a_kind_never(cards: Evening) -> None:
    cards.tap("red cheat")
    cards.tile(4)
    for colour in ("yellow", "green", "blue"):
        cards.tap(f"{colour} raise")
        cards.tile(1)
    cards.tap("red cheat")
    assert cards.answer is VabanqueAnswer.LAID_ALREADY
    assert cards.shown.pending is None
    # Of a kind that was told by hand nothing is said.
    cards.do(PlaceCard(Colour.RED, Character.CHEAT, 2))
    assert cards.shown.notice is None
    assert cards.view.tables[1].face_down == 1
    assert "cheat" not in repr(cards.shown)


@pytest.mark.parametrize("reader", ["pad", "ring"])
def test_stickers_bound_to_somebody_elses_kinds_tell_nothing_of_what_lies(tmp_path: Path, reader: str) -> None:
    """Whoever holds tags of their own that go by Red's kinds hears the same for each of them, also by silence, on a pad and on the ring."""
    heard = set()
    for kind in KINDS:
        evening = Evening(tmp_path / kind)
        evening.journal.bind_tags({bytes([4, 200, n, 1, 2, 3, 4]): f"red {each}" for n, each in enumerate(KINDS)}, "vabanque")
        evening.restart()
        evening.sit_down()
        evening.post(LinkUp("ring-1", tuple(f"ring-1/{place}" for place in range(1, 10))))
        evening.tokens()
        if reader == "pad":
            evening.tap("red bluff")
            evening.touch(3)
        else:
            evening.tap("red bluff", "ring-1/3")
        for other in ("yellow", "green", "blue"):
            evening.tap(f"{other} raise")
            evening.touch(2)
        sticker = bytes([4, 200, KINDS.index(kind), 1, 2, 3, 4])
        evening.post(TagSeen("ring-1/3" if reader == "ring" else "pad", sticker))
        heard.add((repr(evening.answer), tuple(evening.signals), evening.shown.pending, evening.view.tables[2].face_down))
        evening.journal.close()
    assert len(heard) == 1


def test_an_answer_goes_when_a_move_is_made(cards: Evening) -> None:
    cards.tap("blue cheat")
    cards.tap("red cheat")
    assert cards.shown.notice is None


def test_colour_cards_join_and_tiles_make_the_ring(evening: Evening) -> None:
    evening.post(NewGame())
    for colour in ("blue", "red", "yellow"):
        evening.tap(f"{colour} colour")
    evening.tap("red colour")
    assert evening.answer is VabanqueAnswer.JOINED_ALREADY
    evening.tap("red cheat")
    assert evening.answer is VabanqueAnswer.CHARACTER_CARD
    assert [player.name for player in evening.view.players] == ["Adriano", "Benedetta", "Carlotta"]
    evening.do(Gathered())
    for number in (5, 9, 1):
        evening.tap(f"tile {number}")
    evening.tap("tile 9")
    assert evening.answer is Refusal.TILE_TWICE
    assert evening.view.ring == (5, 9, 1)


def test_tiles_and_fingers_place_tokens_and_move_pawns(evening: Evening) -> None:
    evening.sit_down(pawn=8)
    evening.tile(3)
    evening.touch(3)
    assert evening.view.tables[2].tokens == (5, 5)
    evening.tokens()
    evening.cards()
    assert evening.view.phase is Phase.PAWNS
    # Red stands at 8 of 9: table 2 is three steps on, round the ring.
    evening.tile(2)
    assert next(p.pawn for p in evening.view.players if p.colour is Colour.RED) == 2
    # Yellow stands at 1: table 6 is five steps away.
    evening.touch(6)
    assert evening.answer is Refusal.BAD_STEPS


def test_a_card_on_a_reader_of_the_ring_tells_its_table(cards: Evening) -> None:
    cards.post(LinkUp("ring-1", tuple(f"ring-1/{n}" for n in range(1, 7))))
    cards.post(LinkUp("ring-2", tuple(f"ring-2/{n}" for n in range(1, 4))))
    cards.tap("red cheat", reader="ring-2/2")
    assert lying(cards) == [8]
    cards.pawns()


def test_a_card_that_two_places_of_the_ring_see_lies_at_one_table_only(cards: Evening) -> None:
    """Readers that stand too near see each other's tags. The one that tells first has it; the other is refused, and changes nothing."""
    cards.post(LinkUp("ring-1", tuple(f"ring-1/{n}" for n in range(1, 7))))
    cards.tap("red cheat", reader="ring-1/2")
    for _ in range(3):
        for reader in ("ring-1/3", "ring-1/1"):
            cards.tap("red cheat", reader=reader)
            assert cards.signals == [Signal.REFUSED]
            cards.post(TagGone(reader, UIDS["red cheat"]))
    assert lying(cards) == [2]
    assert cards.view.to_act is Colour.YELLOW
    # The same after a restart, when all is told anew.
    cards.restart()
    cards.session.resume()
    cards.post(LinkUp("ring-1", tuple(f"ring-1/{n}" for n in range(1, 7))))
    for reader in ("ring-1/1", "ring-1/2", "ring-1/3"):
        cards.tap("red cheat", reader=reader, age=AGE_UNKNOWN)
    assert lying(cards) == [2]


def test_a_card_left_on_the_ring_is_no_placement(evening: Evening) -> None:
    evening.sit_down()
    evening.post(LinkUp("ring-1", ("ring-1/1",)))
    evening.tap("red cheat", reader="ring-1/1")
    assert evening.answer is Answer.TAKE_BACK
    assert evening.shown.notice is not None
    assert evening.shown.notice.spot == 1


def lay_all_unread(evening: Evening, tables: dict[str, tuple[int, int, int]]) -> None:
    evening.sit_down()
    evening.tokens()
    while evening.view.phase is Phase.CARDS:
        colour = evening.view.to_act
        assert colour is not None
        left = next(p.cards_left for p in evening.view.players if p.colour is colour)
        evening.touch(tables[colour][3 - left])
        evening.post(LayUnread())
    evening.pawns()
    assert evening.view.phase is Phase.STAND
    evening.do(Confirm())


def test_hidden_cards_are_read_at_the_reveal(evening: Evening) -> None:
    # Pawns stand at red 1, yellow 3, green 5, blue 7.
    lay_all_unread(evening, {"red": (1, 1, 3), "yellow": (2, 2, 2), "green": (3, 4, 4), "blue": (2, 2, 2)})
    assert evening.view.phase is Phase.REVEAL
    # Green has one hidden card at one paid table: its tag is enough.
    evening.tap("green raise")
    assert evening.view.phase is Phase.REVEAL
    # Red has hidden cards at two: the table is asked for.
    evening.tap("red cheat")
    assert evening.answer is VabanqueAnswer.WHICH_TABLE
    evening.tile(3)
    evening.tap("yellow bluff")
    assert evening.answer is VabanqueAnswer.NOTHING_MISSING
    # Table first works as well, and the kind that was shown already does not.
    evening.touch(1)
    evening.tap("red cheat")
    assert evening.answer is Refusal.KIND_TWICE
    evening.tap("red bluff")
    evening.tap("red raise")
    assert evening.view.phase is Phase.PAYOUT
    assert [(r.table, r.revealed) for r in evening.view.results[0].tables] == [
        (1, ((Colour.RED, Character.RAISE), (Colour.RED, Character.BLUFF))),
        (3, ((Colour.RED, Character.CHEAT), (Colour.GREEN, Character.RAISE))),
        (5, ()),
        (7, ()),
    ]


def test_tags_before_a_game_are_quiet_unless_unknown(evening: Evening) -> None:
    evening.tap("red cheat")
    assert evening.shown.notice is None
    evening.post(TagSeen("pad", bytes(7)))
    assert evening.answer is Answer.UNKNOWN_TAG


def test_nothing_is_published_that_is_not_new(evening: Evening) -> None:
    evening.sit_down()
    heard = len(evening.heard)
    evening.session.tick()
    evening.post(Cancel())
    assert len(evening.heard) == heard
    assert isinstance(evening.session, Session)
