"""A piece's own echo is itself, a touch belongs to its picture, half a gesture waits and lapses, and the panel's buttons say what they do not do."""

from __future__ import annotations

import pytest

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import Confirm
from companion.games.vabanque.rules.view import Phase
from companion.table import commands
from companion.table.commands import LearnTags, Made, ShowPast, TouchSpot, Undo
from companion.table.events import Button, ButtonPressed, Signal, TagGone, TagSeen
from companion.table.session.echo import HAND, Echo, Echoes
from companion.table.session.worker import Mailbox
from companion.table.snapshot import Answer, Pending, Waiting
from tests.table.evening import RING, UIDS, Evening


def tile(table: int) -> bytes:
    return UIDS[f"tile {RING[table - 1]}"]


def wobble(evening: Evening, uid: bytes, away: float, reader: str = "pad") -> None:
    """A piece leaves the field for so long; the first 150 ms of it are waited for before it is told."""
    evening.now += 0.15
    evening.session.handle(TagGone(reader, uid))
    evening.now += away - 0.15
    evening.session.handle(TagSeen(reader, uid))


def tokens(evening: Evening) -> list[int]:
    return [table.number for table in evening.view.tables for _ in table.tokens]


@pytest.mark.parametrize("away", [0.15, 0.2, 0.4, 0.7])
def test_a_table_that_wobbles_lays_one_token(evening: Evening, away: float) -> None:
    evening.sit_down()
    evening.tile(3)
    for _ in range(4):
        wobble(evening, tile(3), away)
    assert tokens(evening) == [3]
    assert evening.signals == [Signal.ACCEPTED]
    # A piece that was taken away and is shown anew is the next one's.
    wobble(evening, tile(3), 0.16 + HAND)
    assert tokens(evening) == [3, 3]


def test_a_table_that_wobbles_after_others_have_played_is_still_what_it_was(evening: Evening) -> None:
    evening.sit_down()
    evening.tile(3)
    evening.touch(5)
    evening.touch(6)
    wobble(evening, tile(3), 0.3)
    assert tokens(evening) == [3, 5, 6]


def test_the_last_cards_table_moves_nobodys_pawn(evening: Evening) -> None:
    evening.sit_down()
    evening.tokens()
    for _ in evening.until(lambda: evening.view.phase is not Phase.CARDS):
        kind = ("cheat", "bluff", "raise")[next(p.cards_left for p in evening.view.players if p.colour is evening.view.to_act) - 1]
        evening.tap(f"{evening.view.to_act} {kind}")
        evening.tile(3)
    stood = [player.pawn for player in evening.view.players]
    wobble(evening, tile(3), 0.2)
    # Nor does a finger that has meant the same.
    evening.session.handle(TouchSpot(3))
    assert [player.pawn for player in evening.view.players] == stood
    assert evening.view.to_act is Colour.RED


def test_what_was_refused_is_not_played_by_wobbling_when_the_time_has_come(evening: Evening) -> None:
    evening.sit_down()
    evening.tokens()
    evening.tap("yellow cheat", "ring-1/3")
    assert evening.answer is Answer.OTHER_PLAYER
    evening.tap("red cheat")
    evening.touch(5)
    evening.signals.clear()
    # It has lain there all the time.
    wobble(evening, UIDS["yellow cheat"], 0.3, "ring-1/3")
    assert evening.answer is Answer.OLD_SCAN
    assert evening.shown.pending is None
    wobble(evening, UIDS["yellow cheat"], 0.16 + HAND, "ring-1/3")
    assert evening.shown.pending == Pending(Colour.YELLOW)


def test_in_enrolment_a_tag_that_wobbles_is_bound_once_and_said_once(evening: Evening) -> None:
    evening.journal.forget_tags(UIDS.values(), "vabanque")
    evening.restart()
    evening.post(LearnTags())
    evening.signals.clear()
    evening.session.handle(TagSeen("pad", UIDS["tile 1"]))
    for _ in range(3):
        wobble(evening, UIDS["tile 1"], 0.3)
    assert evening.signals == [Signal.ACCEPTED]


def test_echoes_forget_what_is_gone() -> None:
    echoes = Echoes()
    for number in range(1000):
        phone = TagSeen("pad", b"\x08" + number.to_bytes(3, "big"))
        assert echoes.seen(phone, number, 0) is Echo.NEW
        echoes.gone(TagGone("pad", phone.uid), number + 0.2)
    assert len(echoes._shown) <= 2


def test_the_last_card_and_its_table_once_more_move_nobodys_pawn_at_whatever_reader(evening: Evening) -> None:
    evening.sit_down()
    evening.tokens()
    for _ in evening.until(lambda: evening.view.phase is not Phase.CARDS):
        kind = ("cheat", "bluff", "raise")[next(p.cards_left for p in evening.view.players if p.colour is evening.view.to_act) - 1]
        evening.tap(f"{evening.view.to_act} {kind}")
        evening.tile(3)
    # Blue has not seen yet that it is done.
    evening.tap("blue cheat", "wand")
    evening.tile(3)
    assert evening.view.to_act is Colour.RED
    evening.now += 2
    evening.tile(3)
    assert evening.view.to_act is Colour.YELLOW


# --- a slow disk ---


def slowly(evening: Evening, seconds: float) -> None:
    """From now on each act takes the disk so long."""
    append = evening.journal.append

    def slow(*args: object, **options: object) -> object:
        evening.now += seconds
        return append(*args, **options)  # type: ignore[arg-type]

    evening.journal.append = slow  # type: ignore[method-assign, assignment]


def test_impatient_hands_lay_one_token_on_a_slow_disk(evening: Evening) -> None:
    evening.sit_down()
    slowly(evening, 3.0)
    start = evening.now
    evening.session.handle(TagSeen("pad", tile(4)), start)
    # All of this was done before the picture of the first was there.
    for at in (0.4, 1.1, 2.8):
        evening.session.handle(TagGone("pad", tile(4)), start + at)
        evening.session.handle(TagSeen("pad", tile(4)), start + at + 0.15)
    evening.session.handle(TouchSpot(4), start + 2.0)
    evening.session.handle(ButtonPressed(Button.UNDO), start + 2.5)
    assert tokens(evening) == [4]
    # Another table, too, was meant for that turn: it is said that it was not taken.
    evening.session.handle(TagSeen("pad", tile(5)), start + 2.9)
    assert tokens(evening) == [4]
    assert evening.answer is Answer.OLD_SCAN
    evening.now += HAND
    evening.session.handle(TouchSpot(4))
    assert tokens(evening) == [4, 4]


def test_the_other_half_that_came_in_time_counts_however_long_the_disk_takes(evening: Evening) -> None:
    evening.sit_down()
    evening.tokens()
    evening.tap("red cheat")
    came = evening.now + 7.5
    # Somebody's names are merged meanwhile, say: the session is busy.
    evening.now += 12
    evening.session.handle(TouchSpot(5), came)
    assert [table.number for table in evening.view.tables if table.face_down] == [5]


@pytest.mark.parametrize(
    ("touch", "silent"),
    [(TouchSpot(4), True), (TouchSpot(5), False), (Undo(), False)],
)
def test_a_touch_on_a_picture_from_before_the_act_is_not_the_next_players(evening: Evening, touch: commands.Touch, silent: bool) -> None:
    evening.sit_down()
    old = evening.shown.serial
    evening.session.handle(Made((TouchSpot(4),), old))
    evening.now += 5
    evening.signals.clear()
    evening.session.handle(Made((touch,), old))
    assert tokens(evening) == [4]
    assert evening.answer is (None if silent else Answer.OLD_TOUCH)
    assert evening.signals == ([] if silent else [Signal.REFUSED])
    # On the picture that is there it counts.
    evening.session.handle(Made((TouchSpot(4),), evening.shown.serial))
    assert tokens(evening) == [4, 4]


def test_what_only_opens_or_closes_something_does_not_hang_on_the_picture(evening: Evening) -> None:
    evening.sit_down()
    old = evening.shown.serial
    evening.touch(4)
    evening.session.handle(Made((ShowPast(),), old))
    assert evening.shown.past is not None


def test_the_desk_tells_when_something_came(evening: Evening) -> None:
    came = []
    evening.session.handle = lambda thing, at=None: came.append((thing, at))  # type: ignore[method-assign, assignment]
    mailbox = Mailbox(evening.session)
    mailbox.post(TouchSpot(1))
    evening.now += 4
    mailbox.post(TouchSpot(2))
    evening.now += 4
    mailbox.start()
    mailbox.stop()
    assert came == [(TouchSpot(1), evening.now - 8), (TouchSpot(2), evening.now - 4)]


# --- half a gesture, and the panel ---


def test_half_a_gesture_is_seen_to_wait_and_to_lapse(evening: Evening) -> None:
    evening.sit_down()
    evening.tokens()
    assert evening.shown.waiting is None
    evening.tap("red cheat")
    assert evening.shown.waiting == Waiting(evening.now + 8, 8)
    evening.now += 8
    evening.session.tick()
    assert (evening.shown.waiting, evening.answer) == (None, Answer.EXPIRED)
    assert evening.signals == [Signal.WAITING, Signal.REFUSED]
    assert evening.shown.notice is not None
    assert (evening.shown.notice.owner, evening.shown.notice.spot) == (Colour.RED, None)
    evening.tile(4)
    assert evening.shown.waiting is not None
    evening.tap("red cheat")
    assert evening.shown.waiting is None


def test_the_panels_undo_lets_go_of_half_a_gesture_first(evening: Evening) -> None:
    evening.sit_down()
    evening.tokens()
    evening.tap("red cheat")
    evening.touch(5)
    evening.tap("yellow bluff")
    evening.post(ButtonPressed(Button.UNDO))
    assert evening.shown.pending is None
    assert [table.number for table in evening.view.tables if table.face_down] == [5]
    # The blinking light that says "the other half, please" ends.
    assert evening.signals == [Signal.QUIET]
    evening.post(ButtonPressed(Button.UNDO))
    assert not any(table.face_down for table in evening.view.tables)


def test_ok_says_where_it_means_nothing(evening: Evening) -> None:
    evening.post(ButtonPressed(Button.OK))
    assert evening.answer is Answer.NOTHING_TO_CONFIRM
    evening.sit_down()
    for go_on in (evening.tokens, evening.cards, evening.pawns):
        evening.post(ButtonPressed(Button.OK))
        assert evening.answer is Answer.NOTHING_TO_CONFIRM
        assert evening.signals == [Signal.REFUSED]
        go_on()
    assert evening.view.phase is Phase.STAND
    evening.post(ButtonPressed(Button.OK))
    assert evening.view.phase is not Phase.STAND
    assert evening.answer is None


@pytest.mark.parametrize("over", [commands.CheckTags(), ShowPast(), commands.ShowActs(1), commands.ShowNames()])
@pytest.mark.parametrize("button", list(Button))
def test_no_button_acts_in_a_game_that_is_covered_by_something_else(evening: Evening, over: commands.Touch, button: Button) -> None:
    evening.sit_down()
    evening.tokens()
    evening.cards()
    evening.pawns()
    stood = evening.view
    evening.post(over)
    evening.post(ButtonPressed(button))
    assert evening.view == stood
    assert evening.answer is Answer.COVERED


def test_a_second_press_before_the_picture_of_the_first_is_the_first(evening: Evening) -> None:
    evening.sit_down()
    evening.tokens()
    evening.cards(table=3)
    evening.pawns(steps=2)
    evening.do(Confirm())
    slowly(evening, 2.0)
    start = evening.now
    evening.session.handle(ButtonPressed(Button.OK), start)
    evening.session.handle(ButtonPressed(Button.OK), start + 1)
    assert len(evening.view.handed_out) == 1
