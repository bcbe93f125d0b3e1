"""Before the first throw: people, the copy, the agreed rules, the deal."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from companion.games.cash_and_run import rules
from companion.games.cash_and_run.rules.board import Casino
from companion.games.cash_and_run.rules.chance import Symbol
from companion.games.cash_and_run.rules.moves import (
    Agree,
    AnyMove,
    Begin,
    Deal,
    DealAll,
    Gathered,
    Join,
    Leave,
    Rename,
    Seat,
    Stand,
    TellCasino,
    Throw,
    UseCopy,
)
from companion.games.cash_and_run.rules.options import Options
from companion.games.cash_and_run.rules.refusal import MoveRefused, Refusal
from companion.games.cash_and_run.rules.state import Game, Phase
from companion.games.kit.colours import Colour
from companion.games.kit.seats import SeatRefusal
from tests.games.cash_and_run.tables import BOARD, CASINOS

RED, BLUE, GREEN, YELLOW = Colour.RED, Colour.BLUE, Colour.GREEN, Colour.YELLOW
COPY = tuple([Casino(each["id"], each["name"], Symbol(each["symbol"]), each["colour"]) for each in CASINOS])
THREE: list[AnyMove] = [Join(RED, "Benedetta"), Join(BLUE, "Adriano"), Join(GREEN, "Donaldo")]


def after(moves: Iterable[AnyMove]) -> rules.Position:
    position = rules.new()
    for move in moves:
        position = rules.apply(position, move)
    return position


def refused(*moves: AnyMove) -> Refusal:
    position = after(moves[:-1])
    with pytest.raises(MoveRefused) as error:
        rules.apply(position, moves[-1])
    return error.value.reason


def test_a_whole_set_up_one_act_after_the_other() -> None:
    moves = [*THREE, UseCopy(COPY, tuple(BOARD)), Gathered()]
    acts = [Deal(RED, "rio"), Deal(RED, "lima"), Deal(BLUE, "baden"), Deal(BLUE, "cairo"), Deal(GREEN, "macau"), Deal(GREEN, "monaco")]
    for act in acts:
        shown = rules.view(after(moves))
        assert (shown.phase, shown.by, shown.may_act) == (Phase.CASINOS, act.by, frozenset({act.by}))
        moves.append(act)
    for by, casino in ((RED, "lima"), (BLUE, "baden"), (GREEN, "macau")):
        shown = rules.view(after(moves))
        assert (shown.phase, shown.by) == (Phase.PAWN, by)
        moves.append(Stand(by, casino))
    shown = rules.view(after(moves))
    assert (shown.phase, shown.may_act) == (Phase.FIRST, frozenset({RED, BLUE, GREEN}))
    game = after([*moves, Begin(BLUE)])
    assert isinstance(game, Game)
    shown = rules.view(game)
    assert [(each.name, each.chair, each.cash, each.casinos, each.square) for each in shown.players] == [
        ("Benedetta", 0, 2_000_000, ("rio", "lima"), "lima"),
        ("Adriano", 1, 2_000_000, ("cairo", "baden"), "baden"),
        ("Donaldo", 2, 2_000_000, ("monaco", "macau"), "macau"),
    ]
    assert (shown.phase, shown.by, shown.round, shown.rounds) == (Phase.THROW, BLUE, 1, None)


def test_one_casino_each_for_the_longer_game() -> None:
    moves = [*THREE, Agree(Options(dealt=1)), UseCopy(COPY), Gathered(), Deal(RED, "rio"), Deal(BLUE, "baden"), Deal(GREEN, "macau")]
    assert rules.view(after(moves)).phase is Phase.PAWN


def test_nothing_taught_everything_works() -> None:
    """Casinos are told as they are met; nobody has to know the board."""
    met = [TellCasino(f"c{n}", f"Casino {n}", Symbol.DIE, "blue") for n in range(6)]
    moves: list[AnyMove] = [*THREE, Gathered()]
    for place, tell in enumerate(met):
        by = (RED, BLUE, GREEN)[place // 2]
        assert refused(*moves, Deal(by, tell.id)) is Refusal.NO_SUCH_CASINO
        moves += [tell, Deal(by, tell.id)]
    moves += [Stand(RED, "c0"), Stand(BLUE, "c2"), Stand(GREEN, "c4"), Begin(RED)]
    assert refused(*moves, Throw(RED, (1, 2), "cairo")) is Refusal.NO_SUCH_SQUARE
    moves += [TellCasino("cairo", "Cairo", Symbol.CARDS, "yellow"), Throw(RED, (1, 2), "cairo")]
    shown = rules.view(after(moves))
    assert (shown.phase, shown.players[0].square) == (Phase.OFFER, "cairo")
    # What was told wrongly is told again, but not while it is played for.
    assert refused(*moves, TellCasino("cairo", "Kairo", Symbol.DIE, "yellow")) is Refusal.WRONG_PHASE


def test_people_come_go_and_change_places() -> None:
    moves = [*THREE, Seat((GREEN, RED, BLUE)), Leave(RED), Join(YELLOW, "  Carlotta "), Rename(BLUE, "Ada")]
    assert [(each.colour, each.name, each.chair) for each in rules.view(after(moves)).players] == [
        (GREEN, "Donaldo", 0),
        (BLUE, "Ada", 2),
        (YELLOW, "Carlotta", 3),
    ]
    assert refused(*THREE, Seat((RED, BLUE))) is SeatRefusal.NOT_THE_SAME_PLAYERS
    assert refused(*THREE, Join(RED, "Anna")) is SeatRefusal.COLOUR_TAKEN
    assert refused(*THREE, Join(YELLOW, "Anna", 1)) is SeatRefusal.CHAIR_TAKEN
    assert refused(*THREE, Join(YELLOW, "Anna", 6)) is SeatRefusal.NO_SUCH_CHAIR
    assert refused(*THREE, Join(YELLOW, " ")) is SeatRefusal.BAD_NAME
    assert refused(*THREE, Leave(YELLOW)) is SeatRefusal.NOT_PLAYING
    assert refused(*THREE[:2], Gathered()) is Refusal.TOO_FEW
    six = [Join(colour, colour.value) for colour in Colour]
    assert refused(*six, Join(RED, "Anna")) is SeatRefusal.COLOUR_TAKEN
    assert refused(*THREE, Gathered(), Join(YELLOW, "Anna")) is Refusal.WRONG_PHASE


@pytest.mark.parametrize(
    ("copy", "reason"),
    [
        (UseCopy((*COPY, Casino("paris", "Paris", Symbol.DIE, "blue"))), Refusal.TOO_MANY_CASINOS),
        (UseCopy((*COPY[:14], COPY[0])), Refusal.CASINO_TWICE),
        (UseCopy((Casino("Cairo", "Cairo", Symbol.DIE, "blue"),)), Refusal.BAD_CASINO),
        (UseCopy((Casino("3", "Cairo", Symbol.DIE, "blue"),)), Refusal.BAD_CASINO),
        (UseCopy((Casino("cairo", "", Symbol.DIE, "blue"),)), Refusal.BAD_CASINO),
        (UseCopy((Casino("cairo", "Cairo", Symbol.DIE, ""),)), Refusal.BAD_CASINO),
        (UseCopy(COPY, (*BOARD, "montreal")), Refusal.BAD_BOARD),
        (UseCopy(COPY, tuple([square for square in BOARD if square != "1"])), Refusal.BAD_BOARD),
        (UseCopy(COPY, tuple([square for square in BOARD if square != "rio"])), Refusal.BAD_BOARD),
        (UseCopy(COPY, (*BOARD, "8")), Refusal.BAD_BOARD),
        (UseCopy(COPY, (*BOARD, *["3"] * 200)), Refusal.BAD_BOARD),
        (UseCopy((), tuple(BOARD)), Refusal.BAD_BOARD),
    ],
)
def test_a_copy_that_can_not_be(copy: UseCopy, reason: Refusal) -> None:
    assert refused(*THREE, copy) is reason


@pytest.mark.parametrize(
    "options",
    [
        Options(dealt=0),
        Options(dealt=3),
        Options(start=-10_000),
        Options(start=2_005_000),
        Options(bank=-1),
        Options(bank=5_000),
        Options(step=0),
        Options(step=20_000),
        Options(step=100_000),
        Options(bluff=4),
        Options(bluff=-1),
        Options(need=1),
        Options(need=6),
        Options(start=10**15),
    ],
)
def test_rules_that_nobody_can_agree_on(options: Options) -> None:
    assert refused(*THREE, Agree(options)) is Refusal.BAD_OPTIONS


def test_the_deal_is_of_casinos_that_nobody_else_has() -> None:
    begun = [*THREE, UseCopy(COPY), Gathered()]
    assert refused(*begun, Deal(BLUE, "rio")) is Refusal.NOT_YOUR_TURN
    assert refused(*begun, Deal(RED, "paris")) is Refusal.NO_SUCH_CASINO
    assert refused(*begun, Deal(RED, "rio"), Deal(RED, "rio")) is Refusal.CASINO_TAKEN
    assert refused(*begun, DealAll((("rio",), ("lima",)))) is SeatRefusal.NOT_THE_SAME_PLAYERS
    assert refused(*begun, DealAll((("rio",), ("lima",), ()))) is SeatRefusal.NOT_THE_SAME_PLAYERS
    assert refused(*begun, DealAll((("rio",), ("lima",), ("rio",)))) is Refusal.CASINO_TAKEN
    assert refused(*begun, DealAll((("rio", "rio"), ("lima",), ("cairo",)))) is Refusal.CASINO_TAKEN
    assert refused(*begun, Stand(RED, "rio")) is Refusal.WRONG_PHASE
    dealt = [*begun, Deal(RED, "baden"), DealAll((("rio",), ("lima", "cairo"), ("baden",)))]
    assert refused(*dealt, Stand(RED, "lima")) is Refusal.NOT_YOURS
    assert refused(*dealt, Begin(RED)) is Refusal.WRONG_PHASE
    assert refused(*dealt, UseCopy(COPY)) is Refusal.WRONG_PHASE
    assert refused(*dealt, Agree(Options())) is Refusal.WRONG_PHASE
    placed = [*dealt, Stand(RED, "rio"), Stand(BLUE, "cairo"), Stand(GREEN, "baden")]
    assert refused(*placed, Begin(YELLOW)) is SeatRefusal.NOT_PLAYING
    assert isinstance(after([*placed, Begin(GREEN)]), Game)


def test_a_name_is_set_right_at_any_time() -> None:
    moves = [*THREE, UseCopy(COPY), Gathered(), DealAll((("rio",), ("lima",), ("baden",)))]
    moves += [Stand(RED, "rio"), Stand(BLUE, "lima"), Stand(GREEN, "baden"), Begin(RED), Rename(GREEN, " Dora ")]
    assert rules.view(after(moves)).players[2].name == "Dora"
    assert refused(*moves, Rename(GREEN, "")) is SeatRefusal.BAD_NAME
    assert refused(*moves, Rename(YELLOW, "Dora")) is SeatRefusal.NOT_PLAYING
    assert refused(*moves, Gathered()) is Refusal.WRONG_PHASE


def test_legal_in_the_set_up_is_what_is_accepted() -> None:
    moves: list[AnyMove] = [*THREE, UseCopy(COPY), Gathered()]
    moves += [Deal(RED, "rio"), Deal(RED, "lima"), Deal(BLUE, "baden"), Deal(BLUE, "cairo"), Deal(GREEN, "macau"), Deal(GREEN, "monaco")]
    moves += [Stand(RED, "rio"), Stand(BLUE, "baden"), Stand(GREEN, "macau")]
    colours = list(Colour)
    ids = [*[casino.id for casino in COPY], "nowhere"]
    candidates: list[AnyMove] = [Gathered(), *map(Leave, colours), *map(Begin, colours)]
    candidates += [act(by, casino) for act in (Deal, Stand) for by in colours for casino in ids]
    for upto in range(len(moves) + 1):
        position = after(moves[:upto])
        found = set(rules.legal(position))
        for move in candidates:
            try:
                rules.apply(position, move)
            except MoveRefused:
                assert move not in found
            else:
                assert move in found
