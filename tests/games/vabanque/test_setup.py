"""Who plays, on which chair, in which ring, and who begins."""

from __future__ import annotations

import doctest
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.kit.colours import Colour
from companion.games.kit.seats import SeatRefusal
from companion.games.vabanque import rules
from companion.games.vabanque.rules import box
from companion.games.vabanque.rules.moves import (
    KINDS,
    AnyMove,
    Begin,
    ChooseSeating,
    Confirm,
    Gathered,
    Join,
    LayRing,
    LayTile,
    Leave,
    MovePawn,
    PlaceFirstPawn,
    PlaceToken,
    Rename,
    Seat,
    Seating,
)
from companion.games.vabanque.rules.pieces import CHARACTERS, PIECES, TILES, CharacterCard, ColourCard
from companion.games.vabanque.rules.refusal import MoveRefused, Refusal
from companion.games.vabanque.rules.view import Phase
from tests.games.vabanque.evenings import BLACK, BLUE, BOX, CASES, GREEN, RED, WHITE, YELLOW, after, begun, setting_up

THREE: list[AnyMove] = [Join(RED, "Benedetta"), Join(BLUE, "Adriano"), Join(GREEN, "Donaldo")]
RING = LayRing((1, 2, 3, 4, 5, 6, 7))


def refused(moves: list[AnyMove], move: AnyMove) -> MoveRefused:
    position = after(moves)
    with pytest.raises(MoveRefused) as caught:
        rules.apply(position, move)
    return caught.value


def chairs(*moves: AnyMove) -> list[tuple[Colour, int]]:
    return [(player.colour, player.chair) for player in rules.view(after(moves)).players]


@pytest.mark.parametrize("case", CASES["setup_cases"], ids=lambda case: f"{case['players']} players")
def test_a_worked_set_up(case: dict[str, Any]) -> None:
    colours = list(Colour)[: case["players"]]
    game = begun(*colours)
    view = rules.view(rules.apply(game, PlaceFirstPawn(colours[0], case["first_table"])))
    assert len(view.tables) == view.tiles_needed == case["tables"]
    assert [player.pawn for player in view.players] == case["pawn_tables"]
    for (value, laid), of_round, each in zip(case["tokens"].items(), box.TOKEN_OF_ROUND, box.TOKENS_EACH, strict=True):
        assert (int(value), laid) == (of_round, each * len(colours))


def test_the_rules_know_the_box() -> None:
    assert {setup["players"]: setup["tables"] for setup in BOX["setups"]} == box.TABLES
    assert (BOX["token_of_round"], BOX["tokens_each"]) == (list(box.TOKEN_OF_ROUND), list(box.TOKENS_EACH))
    # Six players lay every token that there is.
    assert BOX["setups"][-1]["tokens"] == BOX["tokens"]
    assert len(TILES) == BOX["tables"]
    assert {str(colour): name for colour, name in CHARACTERS.items()} == BOX["characters"]
    cards = [piece for piece in PIECES.values() if isinstance(piece, CharacterCard)]
    assert {kind: sum(card.character is kind for card in cards) for kind in KINDS} == {kind: BOX["cards"][kind] for kind in KINDS}
    assert sum(isinstance(piece, ColourCard) for piece in PIECES.values()) == BOX["cards"]["substitute"]


@pytest.mark.parametrize("case", CASES["move_cases"])
def test_a_worked_pawn_move(case: dict[str, Any]) -> None:
    colours = {7: [RED, BLUE, GREEN], 9: [RED, BLUE, GREEN, YELLOW], 12: list(Colour)}[case["tables"]]
    position = rules.apply(begun(*colours), PlaceFirstPawn(colours[0], case["start"]))
    while rules.view(position).phase is not Phase.PAWNS:
        position = rules.apply(position, next(iter(rules.legal(position))))
    move = MovePawn(colours[0], case["steps"])
    reachable = dict(rules.view(position).reachable)
    assert reachable.get(case["steps"]) == case["to"]
    if case["legal"]:
        assert rules.view(rules.apply(position, move)).players[0].pawn == case["to"]
    else:
        with pytest.raises(MoveRefused, match=Refusal.BAD_STEPS):
            rules.apply(position, move)


def test_people_take_the_next_chair_or_the_one_they_point_at() -> None:
    assert chairs(*THREE) == [(RED, 0), (BLUE, 1), (GREEN, 2)]
    assert chairs(Join(RED, "B", 4), Join(BLUE, "A"), Join(GREEN, "D"), Join(BLACK, "E", 2)) == [
        (GREEN, 0),
        (BLACK, 2),
        (RED, 4),
        (BLUE, 5),
    ]


def test_leaving_keeps_the_others_where_they_sit_until_the_game_begins() -> None:
    left = [*THREE, Join(WHITE, "Francesca"), Leave(BLUE)]
    assert chairs(*left) == [(RED, 0), (GREEN, 2), (WHITE, 3)]
    assert chairs(*left, Gathered(), RING) == [(RED, 0), (GREEN, 2), (WHITE, 3)]
    assert chairs(*left, Gathered(), RING, Begin(RED)) == [(RED, 0), (GREEN, 1), (WHITE, 2)]


def test_a_seating_is_told_anew_until_the_game_begins() -> None:
    moves = [*THREE, Gathered(), RING, Seat((GREEN, RED, BLUE)), ChooseSeating(Seating.PLATELETS), Begin(RED)]
    view = rules.view(after(moves))
    assert [player.colour for player in view.players] == [GREEN, RED, BLUE]
    assert view.order == (RED, BLUE, GREEN)
    assert view.seating is Seating.PLATELETS


def test_the_ring_is_told_tile_by_tile_or_at_once() -> None:
    position = after([*THREE, Gathered()])
    for tile in (12, 1, 7, 8, 3, 4, 2):
        assert rules.view(position).phase is Phase.RING
        position = rules.apply(position, LayTile(tile))
    view = rules.view(position)
    assert view.phase is Phase.DRAW
    assert [(table.number, table.tile) for table in view.tables][:2] == [(1, 12), (2, 1)]
    assert rules.view(after([*THREE, Gathered(), LayTile(9), RING])).ring == RING.tiles


def test_a_name_can_be_set_right_at_any_time() -> None:
    moves = [*THREE, Gathered(), RING, Rename(BLUE, "Ada"), Begin(RED), Rename(RED, "Benedetta M."), PlaceFirstPawn(RED, 1)]
    names = [player.name for player in rules.view(after([*moves, Rename(GREEN, "Do")])).players]
    assert names == ["Benedetta M.", "Ada", "Do"]


JOINED_SIX = [Join(colour, "X") for colour in list(Colour)]
GATHERED = [*THREE, Gathered()]
DRAWN = [*GATHERED, RING]
BEGUN = [*DRAWN, Begin(RED)]


@pytest.mark.parametrize(
    ("moves", "move", "reason"),
    [
        ([Join(RED, "B")], Join(RED, "C"), SeatRefusal.COLOUR_TAKEN),
        ([Join(RED, "B")], Join(BLUE, "A", 0), SeatRefusal.CHAIR_TAKEN),
        ([], Join(BLUE, "A", 6), SeatRefusal.NO_SUCH_CHAIR),
        ([], Join(BLUE, "A", -1), SeatRefusal.NO_SUCH_CHAIR),
        (JOINED_SIX, Join(RED, "B"), SeatRefusal.COLOUR_TAKEN),
        ([], Join(RED, ""), SeatRefusal.BAD_NAME),
        ([], Join(RED, "  "), SeatRefusal.BAD_NAME),
        ([], Join(RED, "x" * 21), SeatRefusal.BAD_NAME),
        ([], Join(RED, "a\nb"), SeatRefusal.BAD_NAME),
        ([], Join(RED, "a\x1b[31mb"), SeatRefusal.BAD_NAME),
        ([], Join(RED, "a\u202eb"), SeatRefusal.BAD_NAME),
        ([], Join(RED, "a\ud800b"), SeatRefusal.BAD_NAME),
        ([], Leave(RED), SeatRefusal.NOT_PLAYING),
        ([], Rename(RED, "B"), SeatRefusal.NOT_PLAYING),
        (THREE, Rename(RED, "\t"), SeatRefusal.BAD_NAME),
        (BEGUN, Rename(RED, "\t"), SeatRefusal.BAD_NAME),
        (BEGUN, Rename(BLACK, "E"), SeatRefusal.NOT_PLAYING),
        (THREE, Seat((RED, BLUE)), SeatRefusal.NOT_THE_SAME_PLAYERS),
        (THREE, Seat((RED, BLUE, BLUE)), SeatRefusal.NOT_THE_SAME_PLAYERS),
        (THREE, Seat((RED, BLUE, BLACK)), SeatRefusal.NOT_THE_SAME_PLAYERS),
        (THREE[:2], Gathered(), Refusal.TOO_FEW),
        (GATHERED, Gathered(), Refusal.WRONG_PHASE),
        (GATHERED, Join(BLACK, "E"), Refusal.WRONG_PHASE),
        (GATHERED, Leave(RED), Refusal.WRONG_PHASE),
        (THREE, LayTile(1), Refusal.WRONG_PHASE),
        (THREE, RING, Refusal.WRONG_PHASE),
        (GATHERED, LayTile(13), Refusal.NO_SUCH_TILE),
        (GATHERED, LayTile(0), Refusal.NO_SUCH_TILE),
        (GATHERED, LayRing((1, 2, 3)), Refusal.WRONG_RING),
        (GATHERED, LayRing(tuple(range(1, 9))), Refusal.WRONG_RING),
        (GATHERED, LayRing((1, 2, 3, 4, 5, 6, 1)), Refusal.TILE_TWICE),
        (GATHERED, LayRing((1, 2, 3, 4, 5, 6, 13)), Refusal.NO_SUCH_TILE),
        (GATHERED, Begin(RED), Refusal.WRONG_PHASE),
        (DRAWN, LayTile(8), Refusal.WRONG_PHASE),
        (DRAWN, Begin(BLACK), SeatRefusal.NOT_PLAYING),
        (DRAWN, PlaceToken(RED, 1), Refusal.WRONG_PHASE),
        ([], Confirm(), Refusal.WRONG_PHASE),
        (BEGUN, Begin(RED), Refusal.WRONG_PHASE),
        (BEGUN, ChooseSeating(Seating.PLATELETS), Refusal.WRONG_PHASE),
    ],
)
def test_what_the_set_up_refuses(moves: list[AnyMove], move: AnyMove, reason: Refusal) -> None:
    assert refused(moves, move).reason is reason


def test_six_are_a_full_table() -> None:
    view = rules.view(after([*JOINED_SIX, Gathered()]))
    assert (len(view.players), view.tiles_needed) == (6, 12)


def test_a_tile_told_twice_says_where_it_lies() -> None:
    error = refused([*GATHERED, LayTile(5), LayTile(9)], LayTile(9))
    assert (error.reason, error.spot) == (Refusal.TILE_TWICE, 2)


def test_names_of_other_scripts_are_names() -> None:
    for name in ("Léa", "Ωmega", "李雷", "می\u200cخواهم", "O'Neil 🎲"):
        assert rules.view(after([Join(RED, name)])).players[0].name == name


@given(st.integers())
def test_every_player_can_be_drawn_and_chance_is_an_argument(seed: int) -> None:
    players = [RED, BLUE, GREEN, YELLOW]
    drawn = [rules.draw_lot(players, random.Random(seed)) for _ in range(2)]
    assert drawn[0] is drawn[1]
    rng = random.Random(seed)
    assert {rules.draw_lot(players, rng) for _ in range(200)} == set(players)


def test_what_is_legal_in_the_set_up_is_never_refused() -> None:
    rng = random.Random(5)
    for _ in range(30):
        position = after(JOINED_SIX)
        while isinstance(position, rules.Setup):
            moves = list(rules.legal(position))
            for move in moves:
                rules.apply(position, move)
            position = rules.apply(position, rng.choice(moves)) if moves[-1] != Gathered() else rules.apply(position, Gathered())


def test_setting_up_leaves_earlier_positions_as_they_were() -> None:
    empty = rules.new()
    after(setting_up([RED, BLUE, GREEN], BLUE), empty)
    assert empty == rules.new()
    assert rules.view(empty).players == ()


def test_the_example_of_the_rules_own_page_runs() -> None:
    results = doctest.testmod(rules)
    assert (results.failed, results.attempted) == (0, 7)
