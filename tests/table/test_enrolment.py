"""Tags of a box: learning, a new tag for a card in hand while others lie, cards left on the ring."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from companion.cli.tags import refuse_while_cards_lie
from companion.errors import TagError
from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import KINDS, Confirm, Seated
from companion.games.vabanque.rules.pieces import PIECES
from companion.games.vabanque.rules.view import Phase
from companion.games.vabanque.table.answers import VabanqueAnswer
from companion.games.vabanque.table.commands import LayUnread
from companion.table import commands
from companion.table.backup import write
from companion.table.events import AGE_UNKNOWN, Fault, LinkLost, LinkUp, Signal, TagGone, TagSeen
from companion.table.session.session import Session
from companion.table.session.worker import Mailbox
from companion.table.snapshot import Answer, Learning, Replacing, Snapshot
from tests.table.evening import UIDS, Evening
from tests.table.test_session import timeless

NEW = bytes.fromhex("04112233445566")
SECOND = bytes.fromhex("04112233445577")
HIDDEN_PHASES = (Phase.CARDS, Phase.PAWNS, Phase.STAND, Phase.PAYOUT, Phase.ORDER)


def show(evening: Evening, uid: bytes) -> object:
    """What is said to this tag; None where it is simply taken."""
    evening.post(commands.Dismiss())
    evening.post(TagSeen("pad", uid))
    return evening.answer


def learning(evening: Evening) -> Learning:
    assert evening.shown.learning is not None
    return evening.shown.learning


@pytest.fixture
def blank(evening: Evening) -> Evening:
    """A box without tags."""
    evening.journal.forget_tags(UIDS.values(), "vabanque")
    evening.restart()
    return evening


# --- learning ---------------------------------------------------------------------------------------------------


def test_a_box_is_learned_piece_by_piece_over_two_evenings(blank: Evening) -> None:
    blank.post(commands.LearnTags())
    for code in list(UIDS)[:20]:
        assert learning(blank).piece == code
        assert show(blank, UIDS[code]) is None
        assert blank.signals == [Signal.ACCEPTED]
    blank.restart()
    assert blank.shown.tags == 20
    blank.post(commands.LearnTags())
    for code in list(UIDS)[20:]:
        assert learning(blank).piece == code
        show(blank, UIDS[code])
    assert learning(blank).piece is None
    assert (blank.shown.tags, blank.journal.tags("vabanque")) == (36, {uid: code for code, uid in UIDS.items()})
    # A tag that comes afterwards is bound to nothing.
    show(blank, NEW)
    assert NEW not in blank.journal.tags("vabanque")


def test_a_bound_tag_is_refused_by_name_and_moves_only_when_asked(evening: Evening) -> None:
    evening.post(commands.LearnTags("tile 3"))
    assert show(evening, UIDS["red cheat"]) is Answer.TAG_BOUND
    assert evening.shown.notice is not None
    assert evening.shown.notice.piece == "red cheat"
    assert evening.journal.tags("vabanque")[UIDS["red cheat"]] == "red cheat"
    evening.post(commands.MoveTag())
    assert evening.journal.tags("vabanque")[UIDS["red cheat"]] == "tile 3"
    assert learning(evening).bound["red cheat"] == 0
    assert learning(evening).bound["tile 3"] == 2
    # Moved once; asked again, nothing happens.
    evening.post(commands.MoveTag())
    assert evening.signals == [Signal.REFUSED]


@pytest.mark.parametrize("uid", [b"\x08\x11\x22\x33", b"\x08\x00\x00\x00"])
def test_a_number_that_changes_each_time_is_never_bound(evening: Evening, uid: bytes) -> None:
    before = evening.journal.tags("vabanque")
    evening.post(commands.LearnTags("tile 1"))
    assert show(evening, uid) is Answer.PHONE
    evening.post(commands.MoveTag())
    assert evening.journal.tags("vabanque") == before
    # A short number that stays the same is no phone's.
    evening.post(commands.LearnTags("tile 1"))
    assert show(evening, b"\x09\x11\x22\x33") is None


@pytest.mark.parametrize("phase", HIDDEN_PHASES)
def test_no_tag_is_learned_or_forgotten_while_cards_may_lie(evening: Evening, phase: Phase) -> None:
    evening.sit_down()
    evening.tokens()
    steps = {Phase.CARDS: evening.cards, Phase.PAWNS: evening.pawns, Phase.STAND: lambda: evening.do(Confirm()), Phase.PAYOUT: evening.pay}
    while evening.view.phase is not phase:
        evening_phase = evening.view.phase
        steps[evening_phase]()
        assert evening.view.phase is not evening_phase
    before = evening.journal.tags("vabanque")
    for touch in (commands.LearnTags("red cheat"), commands.LearnTags(), commands.ForgetPiece("red cheat")):
        evening.post(touch)
        assert evening.answer is Answer.LEARNING_OFF
        evening.post(commands.MoveTag())
        assert (evening.shown.learning, evening.journal.tags("vabanque")) == (None, before)


@pytest.mark.parametrize("stops", ["tokens", "home", "restart", "the round before"])
def test_an_undo_takes_no_card_off_the_table(evening: Evening, stops: str) -> None:
    """Undone or not, put aside or not: while the real cards may lie, no tag is learned, told, exported or checked off by name."""
    evening.sit_down()
    if stops == "the round before":
        evening.round()
    evening.tokens()
    evening.tap("red cheat")
    evening.touch(2)
    while evening.shown.undo is not None and (evening.view.phase is not Phase.TOKENS or stops == "the round before"):
        evening.post(commands.Undo(sure=True))
    if stops == "the round before":
        # Back in the set-up, and then on to where the second round begins anew, by acts that are redone.
        for _ in evening.until(lambda: evening.view.round == 2):
            evening.post(commands.Redo())
        assert evening.view.phase is Phase.TOKENS
    elif stops == "home":
        evening.post(commands.GoHome())
    elif stops == "restart":
        evening.restart()
        evening.session.resume()
    for touch in (commands.LearnTags("tile 1"), commands.ForgetPiece("red cheat")):
        evening.post(touch)
        assert evening.answer is Answer.LEARNING_OFF
    assert evening.shown.learning is None
    with pytest.raises(TagError):
        refuse_while_cards_lie(evening.journal)
    packed = write.encode(evening.journal, None)
    assert (b'"is":"tags"' in packed.content, len(packed.missing)) == (False, 1)
    evening.post(commands.CheckTags())
    assert evening.shown.checking is not None
    assert evening.shown.checking.untapped is None
    # A second tag of the same card counts as another one: nobody learns that the two are one piece.
    evening.journal.bind_tags({NEW: "red cheat"}, "vabanque")
    evening.session._learning.forget()
    evening.post(commands.CheckTags())
    for uid in (UIDS["red cheat"], NEW, UIDS["red cheat"]):
        show(evening, uid)
    assert (evening.shown.checking.counted, evening.shown.checking.taps) == (2, 3)
    evening.post(commands.CloseTags())


def test_when_somebody_says_that_all_cards_were_taken_back_tags_are_learned_again(evening: Evening) -> None:
    evening.sit_down()
    evening.round()
    assert (evening.view.round, evening.view.phase) == (2, Phase.TOKENS)
    evening.post(commands.LearnTags("tile 1"))
    assert evening.answer is Answer.LEARNING_IN_GAME
    evening.post(commands.GoHome())
    evening.post(commands.LearnTags("tile 1"))
    assert (evening.answer, evening.shown.learning) == (Answer.LEARNING_LEFT, None)
    evening.post(commands.BackInHand())
    assert (evening.answer, evening.signals) == (Answer.BACK_IN_HAND, [Signal.YOUR_TURN])
    evening.post(commands.LearnTags("tile 1"))
    assert evening.shown.learning is not None
    refuse_while_cards_lie(evening.journal)


@pytest.mark.parametrize("age", [10.0, AGE_UNKNOWN])
def test_a_tag_that_lay_on_the_reader_before_is_not_learned(blank: Evening, age: float) -> None:
    blank.post(commands.LearnTags())
    blank.post(TagSeen("pad", NEW, age))
    assert blank.answer is Answer.OLD_SCAN
    assert (learning(blank).piece, blank.journal.tags("vabanque")) == ("tile 1", {})
    assert show(blank, NEW) is None
    assert blank.journal.tags("vabanque") == {NEW: "tile 1"}


def test_a_simulated_tag_is_never_learned_moved_or_stored(evening: Evening) -> None:
    evening.journal.forget_tags(UIDS.values(), "vabanque")
    simulated = {bytes(6) + bytes([number]): code for number, code in enumerate(PIECES)}
    evening.session = Session(evening.journal, simulated=lambda of: simulated, on_signal=evening.signals.append, hand=0)
    for uid, code in simulated.items():
        for piece in (code, "tile 12" if code != "tile 12" else "tile 1"):
            evening.post(commands.LearnTags(piece))
            assert show(evening, uid) is Answer.SIMULATED_TAG
            assert evening.signals == [Signal.REFUSED]
            evening.post(commands.MoveTag())
    evening.sit_down()
    evening.post(commands.ReplaceTag(Colour.RED))
    for uid in simulated:
        show(evening, uid)
    assert evening.journal.tags("vabanque") == {}
    # They play, and a sticker is learned beside them.
    evening.post(commands.GoHome())
    evening.post(commands.LearnTags("tile 1"))
    assert show(evening, NEW) is None
    assert evening.journal.tags("vabanque") == {NEW: "tile 1"}


def test_an_act_at_the_table_ends_the_learning(evening: Evening) -> None:
    """Otherwise a face-down card that is shown would be named."""
    evening.sit_down()
    evening.post(commands.LearnTags("tile 1"))
    evening.tokens()
    assert evening.view.phase is Phase.CARDS
    assert evening.shown.learning is None
    assert evening.tap("red cheat").pending is not None


# --- a new tag for a card in hand -------------------------------------------------------------------------------


def replaced(evening: Evening, uid: bytes = NEW) -> str | None:
    return evening.journal.tags("vabanque").get(uid)


@pytest.mark.parametrize("dead", KINDS)
@pytest.mark.parametrize("laid", [0, 2])
def test_a_dead_tag_is_replaced_by_its_owners_word_before_and_while_cards_lie(evening: Evening, dead: str, laid: int) -> None:
    evening.sit_down()
    if laid:
        evening.tokens()
    for kind in [kind for kind in KINDS if kind != dead][:laid]:
        for colour in ("red", "yellow", "green", "blue"):
            evening.tap(f"{colour} {kind}")
            evening.touch(2)
    evening.post(commands.ReplaceTag(Colour.RED))
    assert evening.shown.replacing == Replacing(Colour.RED)
    # Which card it is comes first.
    assert show(evening, NEW) is Answer.PIECE_FIRST
    evening.post(commands.ReplacePiece(f"red {dead}"))
    assert evening.shown.replacing == Replacing(Colour.RED, True)
    # Of a tag that is in use nothing else is said, whatever it is on.
    for known in ("red raise", "red cheat", "blue bluff", "tile 4", "red colour"):
        assert show(evening, UIDS[known]) is Answer.TAG_KNOWN
        assert evening.shown.notice is not None
        assert (evening.shown.notice.piece, evening.shown.notice.owner) == (None, None)
    assert show(evening, NEW) is None
    assert evening.signals == [Signal.ACCEPTED]
    assert (replaced(evening), evening.shown.replacing) == (f"red {dead}", None)
    evening.restart()
    assert replaced(evening) == f"red {dead}"
    evening.session.resume()
    if laid:
        evening.post(TagSeen("pad", NEW))
        evening.touch(3)
        assert evening.view.tables[2].face_down == 1


def test_in_a_game_no_tag_is_learned_or_forgotten_but_that_of_a_card_that_failed(evening: Evening) -> None:
    before = evening.journal.tags("vabanque")
    evening.sit_down()
    for touch in (commands.LearnTags("blue cheat"), commands.ForgetPiece("blue cheat")):
        evening.post(touch)
        assert evening.answer is Answer.LEARNING_IN_GAME
        show(evening, NEW)
        evening.post(commands.MoveTag())
    assert (evening.shown.learning, evening.journal.tags("vabanque")) == (None, before)


def test_without_a_game_open_no_card_gets_a_new_tag(evening: Evening) -> None:
    evening.sit_down()
    evening.tokens()
    evening.post(commands.GoHome())
    evening.post(commands.ReplaceTag(Colour.RED))
    assert (evening.answer, evening.shown.replacing) == (Answer.LEARNING_OFF, None)
    evening.post(commands.ReplacePiece("red cheat"))
    assert evening.shown.replacing is None


def replacing(folder: Path, laid: str, dead: str) -> list[Snapshot]:
    """Red lays one card, then has the tag of another replaced; everything that is shown on the way."""
    evening = Evening(folder)
    evening.sit_down()
    evening.tokens()
    for colour in ("red", "yellow", "green", "blue"):
        evening.tap(f"{colour} {laid if colour == 'red' else 'bluff'}")
        evening.touch(2)
    evening.post(commands.ReplaceTag(Colour.RED))
    evening.post(commands.ReplacePiece(f"red {dead}"))
    for uid in (UIDS[f"red {laid}"], UIDS["red cheat"], b"\x08\x01\x02\x03", NEW):
        evening.post(TagSeen("pad", uid))
    assert replaced(evening) == f"red {dead}"
    evening.post(TagSeen("pad", NEW))
    evening.journal.close()
    return [timeless(shown) for shown in evening.heard]


def test_the_screen_tells_no_kind_of_a_card_that_gets_a_tag(tmp_path: Path) -> None:
    seen = [replacing(tmp_path / f"{laid} {dead}", laid, dead) for laid in KINDS for dead in KINDS]
    assert seen[0][-1].replacing is None
    assert any(shown.replacing == Replacing(Colour.RED, True) for shown in seen[0])
    assert all(shown == seen[0] for shown in seen[1:])
    assert not any(kind in repr(shown) for shown in seen[0] for kind in KINDS)


@pytest.mark.mistakes
def test_no_number_of_a_tag_comes_into_a_log(evening: Evening, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    evening.post(commands.LearnTags("tile 1"))
    for uid in (NEW, UIDS["tile 3"], b"\x08\x11\x22\x33"):
        show(evening, uid)
        evening.post(commands.MoveTag())
    evening.sit_down()
    evening.post(commands.ReplaceTag(Colour.RED))
    evening.post(commands.ReplacePiece("red cheat"))
    for uid in (UIDS["red raise"], UIDS["red bluff"], SECOND):
        show(evening, uid)
    evening.post(TagSeen("ring-1/1", bytes.fromhex("04deadbeef0011")))
    # A fault of ours on the way is logged, but not what was read.
    evening.journal.close()
    mailbox = Mailbox(evening.session)
    mailbox.start()
    mailbox.post(TagSeen("pad", NEW))
    mailbox.post(commands.LearnTags("tile 1"))
    mailbox.post(TagSeen("pad", NEW))
    mailbox.stop()
    assert caplog.records
    logged = caplog.text.upper().replace(":", "").replace("\\X", "")
    assert not any(uid.hex().upper() in logged for uid in (NEW, SECOND, *UIDS.values()))
    assert not any(repr(uid) in caplog.text for uid in (NEW, SECOND, *UIDS.values()))


# --- cards that are left on the ring ----------------------------------------------------------------------------


@pytest.fixture
def ring(evening: Evening) -> Evening:
    """A reader at each table, in the phase of tokens."""
    evening.sit_down()
    for number in (1, 2, 3):
        evening.post(LinkUp(f"ring-{number}", tuple(f"ring-{number}/{place}" for place in (1, 2, 3))))
    return evening


def asked_back(evening: Evening) -> tuple[Colour | None, int | None] | None:
    notice = evening.shown.notice
    return (notice.owner, notice.spot) if notice is not None and notice.what is Answer.TAKE_BACK else None


def lay_all(evening: Evening, reader: str = "ring-1/2") -> None:
    """Everybody lays all cards at one place of the ring, and pushes them on."""
    while evening.view.phase is Phase.CARDS:
        colour = evening.view.to_act
        kind = KINDS[3 - next(player.cards_left for player in evening.view.players if player.colour is colour)]
        evening.tap(f"{colour} {kind}", reader)
        evening.post(TagGone(reader, UIDS[f"{colour} {kind}"]))


def test_a_card_that_lies_on_when_a_round_begins_is_asked_back_and_never_placed(ring: Evening) -> None:
    ring.tokens()
    ring.tap("red raise", "ring-2/1")
    assert ring.view.tables[3].face_down == 1
    for colour in ("yellow", "green", "blue"):
        ring.tap(f"{colour} raise", "ring-1/1")
        ring.post(TagGone("ring-1/1", UIDS[f"{colour} raise"]))
    lay_all(ring)
    ring.pawns()
    ring.do(Confirm())
    ring.pay()
    assert asked_back(ring) is None
    ring.do(Seated())
    assert ring.view.phase is Phase.TOKENS
    assert asked_back(ring) == (Colour.RED, 4)
    assert ring.signals[-1] is Signal.REFUSED
    # Whoever overlooks it is asked once more when cards are due, and the card counts for nothing.
    ring.tokens()
    assert ring.view.phase is Phase.CARDS
    assert asked_back(ring) == (Colour.RED, 4)
    assert sum(table.face_down for table in ring.view.tables) == 0
    ring.post(TagGone("ring-2/1", UIDS["red raise"]))
    assert ring.shown.notice is None
    # Taken up, it is laid like any other.
    while ring.view.to_act is not Colour.RED:
        ring.tap(f"{ring.view.to_act} raise", "ring-1/1")
    ring.tap("red raise", "ring-2/1")
    assert ring.view.tables[3].face_down == 1


def test_several_cards_are_asked_back_one_after_the_other(ring: Evening) -> None:
    for place, code in enumerate(("red cheat", "blue cheat", "red bluff"), start=1):
        ring.tap(code, f"ring-3/{place}")
    ring.tap("tile 5", "ring-1/1")
    ring.tokens()
    assert asked_back(ring) == (Colour.RED, 7)
    ring.post(TagGone("ring-3/1", UIDS["red cheat"]))
    assert asked_back(ring) == (Colour.BLUE, 8)
    ring.post(TagGone("ring-3/3", UIDS["red bluff"]))
    assert asked_back(ring) == (Colour.BLUE, 8)
    ring.post(TagGone("ring-3/2", UIDS["blue cheat"]))
    assert ring.shown.notice is None


def test_after_a_restart_what_lies_on_the_ring_is_no_placement(ring: Evening) -> None:
    ring.tokens()
    ring.tap("red raise", "ring-2/1")
    ring.restart()
    game = ring.shown.games[0].game
    ring.post(commands.OpenGame(game))
    ring.post(LinkUp("ring-2", ("ring-2/1", "ring-2/2", "ring-2/3")))
    ring.post(LinkUp("ring-1", ("ring-1/1", "ring-1/2", "ring-1/3")))
    # The ring tells again what lies there, and nobody knows since when: what was laid there, and what was not.
    ring.post(TagSeen("ring-2/1", UIDS["red raise"], AGE_UNKNOWN))
    assert ring.shown.notice is None
    ring.post(TagSeen("ring-2/2", UIDS["yellow cheat"], AGE_UNKNOWN))
    assert asked_back(ring) == (Colour.YELLOW, 5)
    assert [table.number for table in ring.view.tables if table.face_down] == [4]
    ring.post(TagGone("ring-2/2", UIDS["yellow cheat"]))
    ring.tap("yellow cheat", "ring-2/2")
    assert [table.number for table in ring.view.tables if table.face_down] == [4, 5]


def test_a_laid_card_that_is_nudged_is_left_alone(ring: Evening) -> None:
    ring.tokens()
    ring.tap("red raise", "ring-2/1")
    for _ in range(2):
        ring.post(TagGone("ring-2/1", UIDS["red raise"]))
        ring.tap("red raise", "ring-2/1")
        assert ring.shown.notice is None
    # At another table it is a mistake.
    for colour in ("yellow", "green", "blue"):
        ring.tap(f"{colour} raise", "ring-1/1")
    ring.tap("red raise", "ring-3/1")
    assert ring.answer is VabanqueAnswer.LAID_ALREADY
    lay_all(ring)
    assert ring.view.phase is Phase.PAWNS
    ring.tap("red raise", "ring-2/1")
    assert ring.shown.notice is None


def test_nothing_is_asked_back_from_a_ring_that_is_gone(ring: Evening) -> None:
    ring.tap("red cheat", "ring-3/1")
    ring.post(LinkLost("ring-3", Fault.UNPLUGGED))
    ring.tokens()
    assert asked_back(ring) is None


def plug_in(evening: Evening, *numbers: int) -> None:
    for number in numbers:
        evening.post(LinkUp(f"ring-{number}", tuple(f"ring-{number}/{place}" for place in (1, 2, 3))))


@pytest.mark.parametrize("phase", [Phase.TOKENS, Phase.CARDS])
def test_a_ring_that_tells_a_new_companion_what_lies_there_has_it_asked_back_before_and_while_cards_are_due(evening: Evening, phase: Phase) -> None:
    evening.sit_down()
    if phase is Phase.CARDS:
        evening.tokens()
    evening.restart()
    evening.session.resume()
    assert evening.view.phase is phase
    plug_in(evening, 1, 2, 3)
    evening.tap("yellow cheat", "ring-2/2", AGE_UNKNOWN)
    assert asked_back(evening) == (Colour.YELLOW, 5)
    assert sum(table.face_down for table in evening.view.tables) == 0


def test_what_lay_on_the_ring_before_its_game_was_opened_is_asked_back_when_it_is(evening: Evening) -> None:
    game = evening.sit_down()
    evening.tokens()
    evening.post(commands.GoHome())
    plug_in(evening, 1)
    evening.tap("yellow cheat", "ring-1/2", AGE_UNKNOWN)
    evening.post(commands.OpenGame(game))
    assert asked_back(evening) == (Colour.YELLOW, 2)


def test_at_the_reveal_a_new_companion_is_silent_of_the_cards_that_lie_where_they_were_laid(evening: Evening) -> None:
    evening.sit_down()
    evening.tokens()
    while evening.view.phase is Phase.CARDS:
        evening.touch(1)
        evening.post(LayUnread())
    evening.pawns()
    evening.do(Confirm())
    assert evening.view.phase is Phase.REVEAL
    evening.restart()
    evening.session.resume()
    plug_in(evening, 1)
    for kind in KINDS:
        evening.tap(f"red {kind}", "ring-1/1", AGE_UNKNOWN)
        assert evening.shown.notice is None
    assert sum(missing.cards for missing in evening.view.unrevealed) == 12
    # Turned over, it is taken.
    evening.tap("red bluff", "ring-1/1")
    assert sum(missing.cards for missing in evening.view.unrevealed) == 11


def test_no_table_is_guessed_where_two_parts_of_the_ring_have_one_name(evening: Evening) -> None:
    """Which of the two answers first, and so keeps the name, is chance."""
    evening.sit_down()
    evening.tokens()
    plug_in(evening, 1, 2)
    evening.post(LinkUp("ring-1-2", ("ring-1-2/1", "ring-1-2/2")))
    for reader in ("ring-1/1", "ring-1-2/1", "ring-2/1"):
        evening.tap("red raise", reader)
        assert evening.shown.pending is not None
        assert sum(table.face_down for table in evening.view.tables) == 0
        evening.post(TagGone(reader, UIDS["red raise"]))
        evening.post(commands.Cancel())


def test_no_table_is_guessed_while_a_part_of_the_ring_before_it_was_never_there(evening: Evening) -> None:
    evening.sit_down()
    evening.tokens()
    plug_in(evening, 2, 3)
    # It would be table 1 if ring-2 were the first part.
    evening.tap("red raise", "ring-2/1")
    assert evening.shown.pending is not None
    assert sum(table.face_down for table in evening.view.tables) == 0
    evening.touch(4)
    # What nobody laid is asked back as soon as its table is known.
    evening.tap("yellow cheat", "ring-3/1", AGE_UNKNOWN)
    assert evening.shown.notice is None
    plug_in(evening, 1)
    assert asked_back(evening) == (Colour.YELLOW, 7)
    evening.post(TagGone("ring-3/1", UIDS["yellow cheat"]))
    evening.tap("yellow cheat", "ring-3/1")
    assert [table.number for table in evening.view.tables if table.face_down] == [4, 7]
    # A part that was there and is not any more keeps its places.
    evening.post(LinkLost("ring-1", Fault.UNPLUGGED))
    evening.tap("green raise", "ring-2/2")
    assert [table.number for table in evening.view.tables if table.face_down] == [4, 5, 7]
