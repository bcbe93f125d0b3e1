"""How a game begins at the table: last time's house rules, the lot for the dealer, and a table that tells only its piles."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.casino import GAME
from companion.games.casino.rules.house import HouseRules, Kind
from companion.games.casino.rules.moves import Agree, Begin, Gathered, Join
from companion.games.casino.rules.settings import Tell
from companion.games.casino.rules.state import Phase
from companion.games.casino.table.beginning import DrawnDealer
from companion.games.casino.table.commands import DrawDealer, PilesCounted, TellPile, TogglePoint
from companion.games.casino.table.hand_count import HandCount
from companion.games.kit.colours import Colour
from companion.settings import Settings
from companion.table.commands import Do, GoHome, NewGame, Undo
from companion.table.events import Button, ButtonPressed
from tests.games.casino.at_table import BASE, SessionTable
from tests.games.casino.evenings import BLUE, GREEN, RED, YELLOW, cards


@pytest.fixture
def table(tmp_path: Path) -> SessionTable:
    return SessionTable(tmp_path)


def seated(table: SessionTable, *colours: Colour, house: HouseRules | None = BASE) -> SessionTable:
    """Everybody sits; with `house` they have agreed, and the dealer is asked for."""
    table.session.handle(NewGame(rules=GAME.key))
    for move in (*[Join(colour, colour.value) for colour in colours], Gathered(), *([Agree(house)] if house is not None else [])):
        table.session.handle(Do(move))
    return table


def drawn(table: SessionTable) -> Colour:
    table.touch(DrawDealer())
    draft = table.shown.draft
    assert isinstance(draft, DrawnDealer)
    # Nothing has begun: everybody sees who was drawn first.
    assert (table.view.phase, table.view.dealer) == (Phase.DEALER, None)
    return draft.dealer


def test_whoever_was_drawn_is_seen_and_confirmed(table: SessionTable) -> None:
    dealer = drawn(seated(table, RED, BLUE, GREEN))
    table.session.handle(ButtonPressed(Button.OK))
    assert (table.view.phase, table.view.dealer, table.view.drawn) == (Phase.TABLE, dealer, True)
    table.touch(Undo())
    # The lot is not offered again: it would be drawn anew.
    assert (table.view.phase, table.shown.draft) == (Phase.DEALER, None)


def test_the_first_face_up_card_confirms_the_dealer(table: SessionTable) -> None:
    dealer = drawn(seated(table, RED, BLUE))
    table.show("4H")
    assert (table.view.dealer, table.view.drawn, table.view.loose) == (dealer, True, cards("4H"))


def test_another_seat_deals(table: SessionTable) -> None:
    dealer = drawn(seated(table, RED, BLUE))
    other = BLUE if dealer is RED else RED
    table.session.handle(Do(Begin(other, drawn=False)))
    assert (table.view.dealer, table.view.drawn) == (other, False)


def test_last_times_house_rules_are_offered(table: SessionTable) -> None:
    seated(table, RED, BLUE, GREEN, YELLOW, house=None)
    assert table.shown.lately is None
    played = HouseRules(Kind.ROYAL, teams=True, target=11)
    table.session.handle(Do(Agree(played)))
    table.session.handle(GoHome())
    seated(table, GREEN, YELLOW, RED, BLUE, house=None)
    assert table.shown.lately == played
    table.session.handle(GoHome())
    seated(table, RED, BLUE, house=None)
    # Two can't be partners of two.
    assert table.shown.lately == HouseRules(Kind.ROYAL, target=11)


def test_a_table_that_tells_only_its_piles_counts_from_the_first_round_on(tmp_path: Path) -> None:
    table = SessionTable(tmp_path, Settings().with_(GAME, tell=Tell.PILES))
    table.begin(RED, BLUE, dealer=BLUE)
    for round_ in (1, 2):
        assert (table.view.phase, table.view.round, table.view.to_act) == (Phase.PILES, round_, None)
        assert isinstance(table.shown.draft, HandCount)
        # A card of the pile, shown or tapped, is counted; it is not laid.
        table.show("10D")
        table.touch(TellPile("red", cards=30, spades=6))
        table.touch(TogglePoint("red", cards("AS")[0]))
        table.touch(PilesCounted())
        assert table.view.phase is Phase.COUNT
        assert table.view.results[-1].piles["blue"].points == cards("2S AC AH AD")
        table.session.handle(ButtonPressed(Button.OK))
    # 3 for cards, 2 for 10 of diamonds, 1 for the ace; blue has 7 spades, 2 of spades, three aces.
    assert table.view.results[-1].scores == {"red": 12, "blue": 10}
