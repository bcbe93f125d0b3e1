"""Random whole games: what must hold of every one of them, and a second reckoning of what they come to."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.casino import rules
from companion.games.casino.record.record import write
from companion.games.casino.record.summary import summary
from companion.games.casino.rules.cards import ALL_CARDS, DECK, bits
from companion.games.casino.rules.house import HouseRules
from companion.games.casino.rules.moves import Build, Counted, Dealt, FalseBuild, Lay, Take, Trail
from companion.games.casino.rules.pieces import PIECES
from companion.games.casino.rules.refusal import MoveRefused
from companion.games.casino.rules.state import Game, Phase
from companion.games.kit.colours import Colour
from tests.games.casino.evenings import BASE, BLUE, GREEN, RED, ROYAL, YELLOW, Evening, evenings, games, plain_lines
from tests.games.casino.plain import reckon

AMID = st.one_of(evenings(), evenings(lies=0.15), evenings(lies=0.1, between=0.1))


@games(25)
@given(AMID)
def test_a_second_reckoning_comes_to_the_same(evening: Evening) -> None:
    game = evening.end
    header = json.loads(write(evening.moves).splitlines()[0])
    plain = reckon(header, plain_lines(evening.moves))
    told = json.loads(json.dumps(summary(game, "f")))
    assert told["scores"] == plain["scores"]
    assert told["winners"] == plain["winners"]
    assert told["decided_at"] == plain["decided_at"]
    assert len(told["rounds"]) == len(plain["rounds"])
    for one, other in zip(told["rounds"], plain["rounds"], strict=True):
        assert one["piles"] == other["piles"]
        assert [(line["for"], line["to"], line["points"]) for line in one["counted"]] == other["counted"]
        assert (one["scores"], one["last_take"], one["residue"]) == (other["scores"], other["last_take"], other["residue"])
        unheld = [(each["deal"], each["by"], each["value"]) for each in one.get("unheld", [])]
        assert len(set(unheld)) == len(unheld)
        assert set(unheld) == other["unheld"]
        assert one.get("by_hand", False) == other["by_hand"]


@games(25)
@given(AMID, st.randoms(use_true_random=False))
def test_a_prefix_comes_to_the_same_table(evening: Evening, rng: st.random.Random) -> None:
    cut = rng.randrange(len(evening.moves))
    position = evening.positions[cut]
    if not isinstance(position, Game) or position.phase is Phase.FINISHED:
        return
    header = json.loads(write(evening.moves[:cut]).splitlines()[0])
    plain = reckon(header, plain_lines(evening.moves[:cut]))
    told = json.loads(json.dumps(summary(position, "f")))["table"]
    if position.phase is Phase.COUNT:
        assert told == {"loose": [], "builds": []}
        return
    assert (told["loose"], told["builds"]) == (plain["loose"], plain["builds"])


@games(25)
@given(AMID)
def test_the_deck_is_conserved(evening: Evening) -> None:
    for game in evening.games:
        on_table = [*game.loose, *[card for build in game.builds for card in build.cards]]
        taken = [card for pile in game.piles for card in pile]
        everything = on_table + taken
        assert len(set(everything)) == len(everything)
        if game.phase in (Phase.COUNT, Phase.FINISHED):
            if game.results and not game.results[-1].by_hand and not game.ended:
                last = game.results[-1]
                held = [card for pile in last.piles.values() for card in pile.held]
                nobodys = [] if last.last_take else list(last.residue)
                assert sorted([*held, *nobodys]) == sorted(DECK)
            continue
        # Every card was seen, lies in a hand or is in the stock.
        assert bits(tuple(everything)) == game.seen
        view = rules.view(game)
        if game.phase is not Phase.TABLE:
            assert len(everything) + sum(game.left) + view.stock == 52
        assert ALL_CARDS & ~game.seen or not any(game.left)


@games(25)
@given(AMID)
def test_what_everybody_sees_agrees_with_the_table(evening: Evening) -> None:
    for game in evening.games:
        view = rules.view(game)
        assert view.phase is game.phase
        assert {player.colour for player in view.players} == set(game.party.colours)
        assert [player.chair for player in view.players] == list(range(len(game.party.colours)))
        # Nobody's last card leaves a build behind, so none outlives its deal.
        if game.phase in (Phase.DEAL, Phase.COUNT):
            assert not game.builds
        # The hands go down together, and a deal is played out before the next one.
        for build in game.builds:
            owned = {other.value for other in game.builds if other.owner is build.owner}
            left = next(player.left for player in view.players if player.colour is build.owner)
            assert len(owned) <= left or game.phase is Phase.PILES
        if view.may_act:
            assert len(view.may_act) == 1
        assert (view.outcome is not None) == (game.phase is Phase.FINISHED)
        assert view.deal is None or 1 <= view.deal <= view.deals


@games(15)
@given(AMID)
def test_a_refused_or_made_move_leaves_the_position_as_it_is(evening: Evening) -> None:
    for position, move in zip(evening.positions, evening.moves, strict=False):
        before = msgspec.json.encode(position)
        rules.apply(position, move)
        with pytest.raises(MoveRefused):
            rules.apply(position, Dealt() if rules.follows(position) != Dealt() else Counted())
        assert msgspec.json.encode(position) == before


@games(15)
@given(AMID)
def test_nobody_is_ever_stuck(evening: Evening) -> None:
    for game in evening.games:
        if game.phase not in (Phase.FINISHED, Phase.PILES):
            assert next(rules.legal(game), None) is not None


@games(10)
@given(AMID)
def test_every_move_is_read_again_as_it_was_written(evening: Evening) -> None:
    for move in evening.moves:
        assert msgspec.json.decode(msgspec.json.encode(move), type=rules.AnyMove) == move


def test_a_deck_has_52_pieces_and_none_is_secret() -> None:
    assert [piece.card for piece in PIECES.values()] == list(DECK)
    assert list(PIECES)[:2] + list(PIECES)[-1:] == ["card:AS", "card:2S", "card:KC"]
    assert {code: piece.code for code, piece in PIECES.items()} == {code: code for code in PIECES}
    assert not any(piece.secret for piece in PIECES.values())


@pytest.mark.parametrize(
    ("colours", "house", "deals"), [((RED, BLUE), BASE, 6), ((RED, BLUE, GREEN), ROYAL, 4), ((RED, BLUE, GREEN, YELLOW), BASE, 3)]
)
def test_a_round_takes_the_acts_it_takes(colours: tuple[Colour, ...], house: HouseRules, deals: int) -> None:
    evening = Evening(list(colours), house, 7)
    rounds = len(evening.end.results)
    counted = [type(move) for move in evening.moves]
    assert counted.count(Lay) == 4 * rounds
    assert sum(counted.count(kind) for kind in (Trail, Take, Build)) == 48 * rounds
    assert counted.count(Dealt) == (deals - 1) * rounds
    assert FalseBuild not in counted
    assert [position.results[-1].unheld for position in evening.games if position.phase is Phase.COUNT] == [()] * rounds
