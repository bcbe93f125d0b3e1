"""Whole random games under invariants, and against a second reckoning."""

from __future__ import annotations

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.vabanque import rules
from companion.games.vabanque.rules.moves import KINDS, Character, Confirm, Correct, Counted, PlaceCard, RevealCard, Seated, Seating, Untold
from companion.games.vabanque.rules.refusal import MoveRefused
from companion.games.vabanque.rules.setup import Setup
from companion.games.vabanque.rules.view import Correction, Phase
from tests.games.vabanque.evenings import BOX, Evening, evenings, every_move, made_up_rightly, plain_lines
from tests.games.vabanque.plain import reckon

EVERY_MOVE = every_move()


@settings(max_examples=8, deadline=None)
@given(evenings(between=0.3))
def test_legal_moves_are_never_refused_and_all_others_always(evening: Evening) -> None:
    for position in evening.positions:
        if isinstance(position, Setup):
            continue
        before = msgspec.json.encode(position)
        legal = list(rules.legal(position, kinds=True))
        assert len(set(legal)) == len(legal)
        view = rules.view(position)
        # A kind that a hand can't hold twice is taken as well: a refusal would tell what lies face down.
        laid = [PlaceCard(card.by, kind, card.table) for card in legal if isinstance(card, PlaceCard) for kind in KINDS]
        expected = {msgspec.json.encode(move) for move in [*legal, *laid, *(move for move in EVERY_MOVE if made_up_rightly(move, view))]}
        accepted = set()
        for move in EVERY_MOVE:
            try:
                rules.apply(position, move)
            except MoveRefused:
                continue
            accepted.add(msgspec.json.encode(move))
        assert accepted == expected
        assert msgspec.json.encode(position) == before


@settings(max_examples=100, deadline=None)
@given(evenings(between=0.3))
def test_what_is_legal_in_public_is_legal(evening: Evening) -> None:
    for position in evening.positions:
        public = set(rules.legal(position))
        assert public <= set(rules.legal(position, kinds=True))
        assert {move.character for move in public if isinstance(move, PlaceCard)} <= {Character.HIDDEN}
        # Nobody is ever stuck.
        assert public or rules.outcome(position) is not None


@settings(max_examples=100, deadline=None)
@given(evenings(between=0.3))
def test_money_comes_from_payouts_and_corrections_only(evening: Evening) -> None:
    for before, move, after in zip(evening.positions, evening.moves, evening.positions[1:], strict=False):
        old, new = rules.view(before), rules.view(after)
        had = {player.colour: player.fortune for player in old.players}
        have = {player.colour: player.fortune for player in new.players}
        if isinstance(move, Correct):
            assert have == had | {move.by: had[move.by] + move.amount} == new.results[-1].fortunes
            assert new.results[-1].corrections[-1] == Correction(move.by, move.amount, move.reason)
            continue
        if len(new.results) == len(old.results):
            assert have == had or isinstance(before, Setup)
            continue
        assert isinstance(move, Confirm | RevealCard | Untold)
        earned = new.results[-1].earned
        assert have == {colour: had[colour] + earned[colour] for colour in had} == new.results[-1].fortunes
        paid = [payment for table in new.results[-1].tables for payment in table.payments]
        assert earned == {colour: sum(p.amount for p in paid if p.to is colour) for colour in had}
        assert all(payment.amount >= 0 and payment.amount % 5_000 == 0 for payment in paid)


@settings(max_examples=150, deadline=None)
@given(st.one_of(evenings(), evenings(between=0.3)))
def test_a_second_reckoning_comes_to_the_same(evening: Evening) -> None:
    game = evening.end
    colours: list[str] = list(game.party.colours)
    platelets = game.party.seating is Seating.PLATELETS
    plain = reckon(colours, game.party.first, platelets, plain_lines(evening.moves))
    view = rules.view(game)
    assert not plain["left"]
    assert {player.colour: player.fortune for player in view.players} == plain["fortunes"]
    assert list(view.winners) == plain["winners"]
    for result, other in zip(view.results, plain["rounds"], strict=True):
        assert (list(result.order), result.fortunes) == (other["order"], other["fortunes"])
        assert (result.next_order and list(result.next_order)) == other["next_order"]
        assert (result.seats and list(result.seats)) == other["seats"]
        payouts = {table: {colour: amount for colour, amount in paid.items() if amount} for table, paid in other["paid"].items()}
        assert {table.table: table.payouts for table in result.tables} == payouts


@settings(max_examples=100, deadline=None)
@given(evenings())
def test_the_pieces_on_the_table_are_those_of_the_box(evening: Evening) -> None:
    people = len(evening.end.party.colours)
    box = next(setup for setup in BOX["setups"] if setup["players"] == people)
    for position in evening.positions:
        view = rules.view(position)
        laid = [token for table in view.tables for token in table.tokens]
        left = {str(view.token): view.stock}
        for value, all_of_them in box["tokens"].items():
            count = laid.count(int(value))
            assert count <= all_of_them
            if value in left and view.phase is Phase.TOKENS:
                assert count + left[value] == all_of_them
        # Three cards a player: in the hand, face down or face up.
        lying = sum(table.face_down + len(table.revealed) for table in view.tables)
        if not isinstance(position, Setup):
            assert lying + sum(player.cards_left for player in view.players) == 3 * people
        pawns = [pawn for table in view.tables for pawn in table.pawns]
        assert sorted(pawns) == sorted(player.colour for player in view.players if player.pawn is not None)
    assert len(laid) == 10 * people


@settings(max_examples=60, deadline=None)
@given(evenings())
def test_every_game_has_four_rounds_and_takes_the_acts_it_takes(evening: Evening) -> None:
    people = len(evening.end.party.colours)
    counted = {"token": 0, "card": 0, "pawn": 0, "confirm": 0, "counted": 0, "seated": 0}
    for move in evening.moves:
        name = move.__struct_config__.tag
        if name in counted:
            counted[str(name)] += 1
    assert counted == {"token": 10 * people, "card": 12 * people, "pawn": 4 * people, "confirm": 4, "counted": 4, "seated": 3}
    assert isinstance(evening.moves[-1], Counted)
    assert Seated() not in evening.moves[-2:]
