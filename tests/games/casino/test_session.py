"""Casino through the whole session: tags, journal, undo, power cuts, corrections, enrolment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.errors import JournalError
from companion.games.casino import GAME, rules
from companion.games.casino.record.record import replay, write
from companion.games.casino.rules.cards import DECK, Card
from companion.games.casino.rules.moves import Build, Lay, RecordMove, Shown, Take, Trail
from companion.games.casino.rules.pieces import PIECES
from companion.games.casino.rules.refusal import Refusal
from companion.games.casino.rules.state import Phase
from companion.games.casino.table.answers import Answer
from companion.games.casino.table.commands import MissingPlay, PlayedBy, TakeThese
from companion.games.casino.table.proposal import Change
from companion.table import snapshot
from companion.table.commands import Amend, CloseActs, LearnTags, ProposeAmend, ShowActs, Undo
from companion.table.events import Button, ButtonPressed, TagSeen
from tests.games.casino.at_table import UIDS, SessionTable
from tests.games.casino.evenings import BLUE, GREEN, RED, SEEDS, cards


@pytest.fixture
def table(tmp_path: Path) -> SessionTable:
    return SessionTable(tmp_path)


def lying(table: SessionTable, names: str = "4H 5C 9D KC") -> SessionTable:
    """Red plays first, and these cards lie."""
    table.begin(RED, BLUE, dealer=BLUE)
    table.show(*names.split())
    return table


def moves(table: SessionTable) -> list[Any]:
    timeline = table.session.timeline
    assert timeline is not None
    return timeline.moves


# --- a whole deck, whole games ------------------------------------------------------------------------------------


def test_a_whole_new_deck_is_enrolled_in_a_row(tmp_path: Path) -> None:
    table = SessionTable(tmp_path, tags=False)
    table.pace = 0.3
    table.session.handle(LearnTags(rules=GAME.key))
    for card in DECK:
        learning = table.shown.learning
        assert learning is not None
        # The next card is named; nothing is touched in between.
        assert learning.piece == f"card:{card}"
        table.scan(UIDS[f"card:{card}"])
        assert table.shown.notice is None
    learning = table.shown.learning
    assert learning is not None
    assert (learning.piece, learning.known, learning.of) == (None, 52, 52)
    assert table.acts == 52
    assert table.journal.tags(GAME.key) == {uid: code for code, uid in UIDS.items()}


@pytest.mark.parametrize("name", ["2-players-4", "2-players-6"])
def test_a_play_takes_few_acts(table: SessionTable, name: str) -> None:
    """Table cards are not counted; the first one of a round says that the count was seen."""
    text = (SEEDS / "games" / f"{name}.jsonl").read_bytes()
    recorded = replay(text.splitlines())
    party = recorded.position.party
    table.begin(*party.colours, dealer=recorded.header.dealer, house=party.house)
    made = laid = 0
    for move in [move for move in recorded.moves if isinstance(move, RecordMove)]:
        if isinstance(move, Lay):
            table.show(move.card)
            laid += 1
        else:
            assert isinstance(move, Trail | Take | Build)
            made += 1
            table.play(move, last=made % 8 == 0)
    told = [move for move in moves(table) if isinstance(move, Trail | Take | Build)]
    assert [(type(move), move.by, move.card) for move in told] == [
        (type(move), move.by, move.card) for move in recorded.moves if isinstance(move, Trail | Take | Build)
    ]
    assert table.view.results[-1].scores == recorded.position.results[-1].scores
    assert (table.acts - laid) / made <= 1.35


# --- several moves of one gesture -----------------------------------------------------------------------------------


def test_the_next_card_settles_the_play_and_an_undo_takes_it_back_card_by_card(table: SessionTable) -> None:
    lying(table)
    table.show("9S")
    assert table.view.phase is Phase.CHOOSE
    assert set(table.choice.lit) == set(cards("4H 5C 9D"))
    heard = len(table.heard)
    table.show("QC")
    # Both moves are one gesture: nobody sees a state between them.
    assert len(table.heard) == heard + 1
    assert [type(move) for move in moves(table)[-3:]] == [Shown, Take, Trail]
    assert (table.view.loose, table.view.to_act) == (cards("KC QC"), RED)
    table.touch(Undo())
    assert table.view.loose == cards("KC")
    table.touch(Undo())
    # What it could take is lit again, and an undo takes the card itself back.
    assert (table.view.shown, set(table.choice.lit)) == ("9S", set(cards("4H 5C 9D")))
    table.session.handle(ButtonPressed(Button.UNDO))
    assert (table.view.phase, table.view.shown, table.shown.draft) == (Phase.PLAY, None, None)


def test_a_gesture_that_the_disk_takes_half_of_has_not_happened(table: SessionTable, monkeypatch: pytest.MonkeyPatch) -> None:
    lying(table)
    table.show("9S")
    before, acts = table.view, len(moves(table))
    write_act, written = table.journal._append, []

    def full(*args: Any, **kinds: Any) -> bool:
        written.append(args)
        if len(written) == 2:
            raise JournalError("The disk is full.")
        return write_act(*args, **kinds)

    monkeypatch.setattr(table.journal, "_append", full)
    table.show("QC")
    assert table.shown.notice is not None
    assert table.shown.notice.what is snapshot.Answer.NOT_WRITTEN
    assert (table.view, len(moves(table))) == (before, acts)
    monkeypatch.undo()
    table.restart()
    assert (table.view, len(moves(table))) == (before, acts)
    table.show("QC")
    assert table.view.loose == cards("KC QC")


def test_a_power_cut_comes_back_to_the_same_choice(table: SessionTable) -> None:
    lying(table)
    table.show("9S")
    draft = table.shown.draft
    table.restart()
    assert (table.view.phase, table.view.shown, table.shown.draft) == (Phase.CHOOSE, "9S", draft)
    # OK on the panel is the lit button.
    table.session.handle(ButtonPressed(Button.OK))
    assert table.view.loose == cards("KC")


# --- what is refused ------------------------------------------------------------------------------------------------


def test_a_refusal_names_the_card(table: SessionTable) -> None:
    lying(table)
    table.show("4H")
    notice = table.shown.notice
    assert notice is not None
    assert (notice.what, notice.piece) == (Refusal.LIES_ON_THE_TABLE, "card:4H")
    table.show("QC")
    table.show("QC")
    notice = table.shown.notice
    assert notice is not None
    assert (notice.what, notice.piece) == (Refusal.LIES_ON_THE_TABLE, "card:QC")


def test_two_cards_on_the_pad_are_no_play(table: SessionTable) -> None:
    lying(table)
    for name in ("9S", "QC"):
        table.session.handle(TagSeen("pad", UIDS[f"card:{name}"], 0.0, 2))
    assert table.view.phase is Phase.PLAY or table.view.shown is None
    assert table.shown.notice is not None


def test_a_card_between_the_rounds_is_not_played(table: SessionTable) -> None:
    table.begin(RED, BLUE, dealer=BLUE)
    table.session.handle(ButtonPressed(Button.OK))
    assert table.shown.notice is not None
    table.touch(TakeThese())
    assert table.shown.notice is not None
    assert table.shown.notice.what is Answer.NOTHING_WAITS


# --- corrections ----------------------------------------------------------------------------------------------------


def place_of(table: SessionTable, card: str) -> int:
    return next(place for place, move in enumerate(moves(table)) if isinstance(move, Trail | Take | Build) and move.card == card)


def played(table: SessionTable) -> SessionTable:
    lying(table)
    table.show("9S", "QC", "QD", "2C")
    table.show("JH")
    return table


def test_another_card_was_played(table: SessionTable) -> None:
    played(table)
    table.session.handle(ShowActs(1))
    acts = table.shown.acts
    assert acts is not None
    assert all(step.kind is None for step in acts[:-1])
    table.session.handle(ProposeAmend(place_of(table, "2C")))
    change = table.shown.change
    assert isinstance(change, Change)
    assert change.act.kind == ("2C",)
    table.show("3C")
    change = table.shown.change
    assert isinstance(change, Change)
    assert change.now is not None
    assert change.now.kind == ("3C",)
    table.session.handle(Amend())
    table.session.handle(CloseActs())
    assert Card("3C") in table.view.loose
    table.restart()
    assert Card("3C") in table.view.loose
    table.touch(Undo())
    assert Card("2C") in table.view.loose


def test_what_no_longer_fits_is_named_before_anything_changes(table: SessionTable) -> None:
    played(table)
    before = table.view
    table.session.handle(ProposeAmend(place_of(table, "QC"), Trail(BLUE, Card("JC"))))
    notice = table.shown.notice
    assert notice is not None
    # Red took a queen that would not lie there.
    assert (notice.what, notice.act and notice.act.do, notice.act and notice.act.by) == (Refusal.NOT_ON_THE_TABLE, "take", RED)
    assert table.view == before


def test_a_play_is_missing_and_the_others_move_on(table: SessionTable) -> None:
    table.begin(RED, BLUE, GREEN, dealer=GREEN)
    table.show("4H", "5C", "9D", "KC", "QC", "JH", "7S")
    assert [move.by for move in moves(table) if isinstance(move, Trail)] == [RED, BLUE, GREEN]
    table.session.handle(MissingPlay(place_of(table, "JH"), Card("10S")))
    change = table.shown.change
    assert isinstance(change, Change)
    assert change.missing
    table.session.handle(Amend())
    assert [(move.by, move.card) for move in moves(table) if isinstance(move, Trail)] == [
        (RED, "QC"), (BLUE, "10S"), (GREEN, "JH"), (RED, "7S"),
    ]  # fmt: skip
    table.session.handle(PlayedBy(place_of(table, "7S"), GREEN))
    table.session.handle(Amend())
    assert [move.by for move in moves(table) if isinstance(move, Trail)] == [RED, BLUE, GREEN, GREEN]
    table.restart()
    assert [move.by for move in moves(table) if isinstance(move, Trail)] == [RED, BLUE, GREEN, GREEN]


def test_what_is_played_is_exported_and_reads_back(table: SessionTable) -> None:
    played(table)
    told = write(moves(table))
    again = replay(told.encode().splitlines())
    assert rules.view(again.position).loose == table.view.loose
    assert set(PIECES) == {f"card:{card}" for card in DECK}
