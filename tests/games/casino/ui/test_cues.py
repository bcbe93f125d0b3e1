"""What is heard of a round."""

from __future__ import annotations

from pathlib import Path

from companion.games.casino.rules.house import HouseRules
from companion.games.casino.table.commands import BuildThese, LeaveIt, OtherCards, TakeThese
from companion.games.casino.ui.cues import cue
from companion.table.commands import Undo
from companion.ui.kit.sound import Cue
from tests.games.casino.at_table import BASE, SessionTable
from tests.games.casino.evenings import BLUE, RED


def heard(table: SessionTable, *acts: object) -> list[Cue | None]:
    """The sound of each card (a name) or button."""
    found = []
    for act in acts:
        before = table.view
        table.show(act) if isinstance(act, str) else table.touch(act)
        found.append(cue(before, table.view))
    return found


def begun(folder: Path, lies: str, house: HouseRules = BASE) -> SessionTable:
    table = SessionTable(folder)
    table.begin(RED, BLUE, dealer=BLUE, house=house)
    table.show(*lies.split())
    return table


def test_every_card_sounds_alike_and_every_play_as_what_it_was(tmp_path: Path) -> None:
    table = begun(tmp_path, "4H 5C 9D KC")
    assert heard(table, "9S", TakeThese(), "QC", "KD") == [Cue.CARD, Cue.RIFFLE, Cue.CARD, Cue.CARD]
    # The next card settles the capture, whether it waits itself or stays.
    assert heard(table, "2H", "3D") == [Cue.RIFFLE, Cue.CARD]
    assert heard(table, OtherCards(), "2H", BuildThese()) == [None, None, Cue.CHIP]


def test_face_up_cards_are_heard_and_silent_when_they_are_taken_back(tmp_path: Path) -> None:
    table = begun(tmp_path, "4H 5C")
    assert heard(table, "9D", Undo(), "9D", "KC") == [Cue.CARD, None, Cue.CARD, Cue.CARD]


def test_a_card_that_is_left_clicks(tmp_path: Path) -> None:
    table = begun(tmp_path, "9D KC JH 7S")
    assert heard(table, "9S", LeaveIt(), Undo()) == [Cue.CARD, Cue.CHIP, None]


def test_what_is_taken_back_is_silent(tmp_path: Path) -> None:
    table = begun(tmp_path, "9D KC JH 7S")
    assert heard(table, "9S", "QC", Undo(), Undo(), Undo(), "JC") == [Cue.CARD, Cue.RIFFLE, None, None, None, Cue.CARD]


def test_a_sweep_runs_where_sweeps_score(tmp_path: Path) -> None:
    for name, house, sound in (("base", BASE, Cue.RIFFLE), ("sweeps", HouseRules(sweeps=True), Cue.RUN)):
        table = begun(tmp_path / name, "4H 5C 2D 7S", house)
        assert heard(table, "9S", TakeThese()) == [Cue.CARD, sound], name
        table = begun(tmp_path / f"{name}-settled", "4H 5C 2D 7S", house)
        # The card that stays has settled it.
        assert heard(table, "9S", "KD") == [Cue.CARD, sound], name


def test_the_last_deal_is_told_with_its_first_card(tmp_path: Path) -> None:
    table = begun(tmp_path, "KH KS KC KD")
    cards = [f"{rank}{suit}" for rank in ("J", "Q", "A", "10", "9", "8", "7", "6", "5", "4", "3") for suit in "SHDC"]
    told = []
    for card in cards[:41]:
        told += [(table.view.deal, sound) for sound in heard(table, card) if sound is Cue.LAST]
        if table.view.shown is not None:
            told += [(table.view.deal, sound) for sound in heard(table, LeaveIt()) if sound is Cue.LAST]
    assert told == [(6, Cue.LAST)]
