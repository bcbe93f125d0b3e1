"""A game act by act: what each phase takes, what it refuses and what it makes public."""

from __future__ import annotations

import pytest

from companion.games.kit.seats import SeatRefusal
from companion.games.vabanque import rules
from companion.games.vabanque.record import record
from companion.games.vabanque.rules.moves import (
    AnyMove,
    Character,
    Confirm,
    Counted,
    Join,
    MovePawn,
    Paid,
    PlaceCard,
    PlaceFirstPawn,
    PlaceToken,
    RevealCard,
    Seated,
    Seating,
)
from companion.games.vabanque.rules.redact import redacted
from companion.games.vabanque.rules.refusal import MoveRefused, Refusal
from companion.games.vabanque.rules.view import Phase, Unrevealed
from tests.games.vabanque.evenings import BLACK, BLUE, GREEN, RED, after, begun, setting_up

RAISE, BLUFF, CHEAT, HIDDEN = Character
LAP = (RED, BLUE, GREEN)


def tokens(table: int = 1, laps: int = 4) -> list[AnyMove]:
    return [PlaceToken(by, table) for _ in range(laps) for by in LAP]


def cards(*laps: tuple[tuple[Character, int], ...]) -> list[AnyMove]:
    """Each lap: kind and table for red, blue and green."""
    return [PlaceCard(by, kind, table) for lap in laps for by, (kind, table) in zip(LAP, lap, strict=True)]


STAY: list[AnyMove] = [MovePawn(by, 0) for by in LAP]
FAR = ((RAISE, 7), (RAISE, 7), (RAISE, 7)), ((BLUFF, 7), (BLUFF, 7), (BLUFF, 7)), ((CHEAT, 7), (CHEAT, 7), (CHEAT, 7))


def start() -> rules.Position:
    """Red on table 1, blue on 3, green on 5 of 7."""
    return rules.apply(begun(*LAP), PlaceFirstPawn(RED, 1))


def refused(position: rules.Position, move: AnyMove) -> MoveRefused:
    with pytest.raises(MoveRefused) as caught:
        rules.apply(position, move)
    return caught.value


def test_a_game_begins_with_the_start_players_pawn() -> None:
    game = begun(*LAP, first=GREEN)
    view = rules.view(game)
    assert (view.phase, view.to_act, view.order, view.round) == (Phase.START, GREEN, (GREEN, RED, BLUE), 1)
    assert all(player.pawn is None and player.tokens_left == 4 and player.cards_left == 3 for player in view.players)
    assert refused(game, PlaceFirstPawn(RED, 1)).expected is GREEN
    assert refused(game, PlaceFirstPawn(GREEN, 8)).reason is Refusal.NO_SUCH_TABLE
    view = rules.view(rules.apply(game, PlaceFirstPawn(GREEN, 6)))
    assert {player.colour: player.pawn for player in view.players} == {GREEN: 6, RED: 1, BLUE: 3}


def test_tokens_go_round_until_the_value_is_used_up() -> None:
    position = start()
    for n, move in enumerate(tokens(table=4)):
        view = rules.view(position)
        assert (view.phase, view.stock, view.token, view.to_act) == (Phase.TOKENS, 12 - n, 5, LAP[n % 3])
        position = rules.apply(position, move)
    view = rules.view(position)
    assert (view.phase, view.stock) == (Phase.CARDS, 0)
    assert (view.tables[3].tokens, view.tables[3].value) == ((5,) * 12, 60)
    assert all(player.tokens_left == 0 for player in view.players)


def test_who_has_laid_has_one_token_less() -> None:
    view = rules.view(after(tokens()[:4], start()))
    assert [player.tokens_left for player in view.players] == [2, 3, 3]


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (PlaceToken(BLUE, 1), Refusal.NOT_YOUR_TURN),
        (PlaceToken(BLACK, 1), SeatRefusal.NOT_PLAYING),
        (PlaceToken(RED, 0), Refusal.NO_SUCH_TABLE),
        (PlaceToken(RED, 8), Refusal.NO_SUCH_TABLE),
        (PlaceCard(RED, RAISE, 1), Refusal.WRONG_PHASE),
        (MovePawn(RED, 1), Refusal.WRONG_PHASE),
        (RevealCard(RED, RAISE, 1), Refusal.WRONG_PHASE),
        (Confirm(), Refusal.WRONG_PHASE),
        (Paid(RED), Refusal.WRONG_PHASE),
        (Seated(), Refusal.WRONG_PHASE),
        (Join(BLACK, "E"), Refusal.WRONG_PHASE),
    ],
)
def test_what_the_tokens_phase_refuses(move: AnyMove, reason: Refusal) -> None:
    error = refused(start(), move)
    assert error.reason is reason
    if reason is Refusal.NOT_YOUR_TURN:
        assert (error.by, error.expected) == (BLUE, RED)


def test_nothing_is_revealed_before_the_players_confirm() -> None:
    position = after([*tokens(), *cards(((RAISE, 1), (CHEAT, 3), (BLUFF, 5)), *FAR[:0])], start())
    assert [table.face_down for table in rules.view(position).tables] == [1, 0, 1, 0, 1, 0, 0]
    position = after([*tokens(), *cards(*FAR), *STAY], start())
    view = rules.view(position)
    assert (view.phase, view.to_act, view.results) == (Phase.STAND, None, ())
    assert all(player.moved for player in view.players)
    assert refused(position, MovePawn(RED, 1)).reason is Refusal.WRONG_PHASE


def test_the_owners_of_face_down_cards_are_shown_only_on_request() -> None:
    position = after([*tokens(), *cards(((RAISE, 7), (CHEAT, 7), (BLUFF, 2)))], start())
    assert all(table.owners == () for table in rules.view(position).tables)
    shown = rules.view(position, owners=True)
    assert (shown.tables[6].owners, shown.tables[1].owners) == ((BLUE, RED), (GREEN,))


def test_a_kind_that_can_not_be_is_taken_for_a_refusal_would_tell_what_lies() -> None:
    position = after([*tokens(), *cards(((RAISE, 1), (RAISE, 1), (RAISE, 1)))], start())
    assert rules.view(after([PlaceCard(RED, RAISE, 2)], position)) == rules.view(after([PlaceCard(RED, BLUFF, 2)], position))
    # Hidden cards count towards the three and nothing else.
    position = after(cards(((HIDDEN, 1), (BLUFF, 1), (HIDDEN, 1)), ((HIDDEN, 1), (CHEAT, 1), (HIDDEN, 1))), position)
    assert rules.view(position).phase is Phase.PAWNS


def test_a_round_is_paid_handed_out_and_followed_by_the_new_order() -> None:
    # Sixty on table 1 with red's pawn; blue's Cheat catches red, green's Raise doubles.
    laid = cards(((BLUFF, 1), (CHEAT, 1), (RAISE, 1)), ((RAISE, 7), (RAISE, 7), (BLUFF, 7)), ((CHEAT, 7), (BLUFF, 7), (CHEAT, 7)))
    position = after([*tokens(), *laid, *STAY, Confirm()], start())
    view = rules.view(position)
    assert view.phase is Phase.PAYOUT
    (result,) = view.results
    assert (result.earned, result.fortunes) == ({RED: 0, BLUE: 120_000, GREEN: 0}, {RED: 0, BLUE: 120_000, GREEN: 0})
    assert (result.next_order, result.ties, result.seats) == ((BLUE, GREEN, RED), ((GREEN, RED),), (RED, BLUE, GREEN))
    assert [table.face_down for table in view.tables] == [0, 0, 0, 0, 0, 0, 6]
    assert view.tables[0].revealed == ((BLUE, CHEAT), (RED, BLUFF), (GREEN, RAISE))
    assert refused(position, Paid(RED)).reason is Refusal.NOTHING_DUE
    assert refused(position, Paid(BLACK)).reason is SeatRefusal.NOT_PLAYING
    assert refused(position, Seated()).reason is Refusal.WRONG_PHASE
    position = rules.apply(position, Paid(BLUE))
    assert rules.view(position).phase is Phase.COUNT
    assert refused(position, Paid(BLUE)).reason is Refusal.WRONG_PHASE
    assert refused(position, Seated()).reason is Refusal.WRONG_PHASE
    position = rules.apply(position, Counted())
    assert rules.view(position).phase is Phase.ORDER
    assert refused(position, Counted()).reason is Refusal.WRONG_PHASE
    position = rules.apply(position, Seated())
    view = rules.view(position)
    assert (view.phase, view.round, view.to_act, view.token, view.stock) == (Phase.TOKENS, 2, BLUE, 10, 9)
    assert [table.face_down for table in view.tables] == [0] * 7
    assert [player.pawn for player in view.players] == [1, 3, 5]
    assert [(player.cards_left, player.tokens_left, player.moved) for player in view.players] == [(3, 3, False)] * 3


def test_notes_are_handed_out_once_and_in_the_order_of_play() -> None:
    position = after([*tokens(1, 2), *tokens(3, 2), *cards(*FAR), *STAY, Confirm()], start())
    early = refused(position, Paid(BLUE))
    assert (early.reason, early.expected) == (Refusal.NOT_YOUR_TURN, RED)
    position = rules.apply(position, Paid(RED))
    assert rules.view(position).handed_out == (RED,)
    assert refused(position, Paid(RED)).reason is Refusal.ALREADY_PAID
    assert rules.view(rules.apply(position, Paid(BLUE))).phase is Phase.COUNT


def test_a_round_that_pays_nobody_reverses_everybody() -> None:
    view = rules.view(after([*tokens(2), *cards(*FAR), *STAY, Confirm()], start()))
    assert view.phase is Phase.COUNT
    assert view.results[0].next_order == (GREEN, BLUE, RED)
    assert [table.table for table in view.results[0].tables] == [1, 3, 5]


def test_with_platelets_the_order_changes_and_the_seats_do_not() -> None:
    position = rules.apply(begun(*LAP, seating=Seating.PLATELETS), PlaceFirstPawn(RED, 1))
    view = rules.view(after([*tokens(2), *cards(*FAR), *STAY, Confirm(), Counted(), Seated()], position))
    assert view.order == (GREEN, BLUE, RED)
    assert [player.colour for player in view.players] == [RED, BLUE, GREEN]


def hidden_round(*laps: tuple[tuple[Character, int], ...]) -> rules.Position:
    return after([*tokens(), *cards(*laps), *STAY, Confirm()], start())


def test_hidden_cards_at_tables_with_pawns_are_told_before_the_payout() -> None:
    position = hidden_round(((HIDDEN, 1), (HIDDEN, 1), (RAISE, 1)), ((HIDDEN, 1), (HIDDEN, 7), (HIDDEN, 5)), FAR[2])
    view = rules.view(position)
    assert (view.phase, view.to_act) == (Phase.REVEAL, None)
    assert view.unrevealed == (Unrevealed(BLUE, 1, 1), Unrevealed(RED, 1, 2), Unrevealed(GREEN, 5, 1))
    assert view.tables[0].revealed == ((GREEN, RAISE),)
    assert refused(position, RevealCard(BLUE, RAISE, 7)).reason is Refusal.NOTHING_HIDDEN
    assert refused(position, RevealCard(GREEN, BLUFF, 1)).reason is Refusal.NOTHING_HIDDEN
    assert refused(position, RevealCard(RED, HIDDEN, 1)).reason is Refusal.NO_KIND
    assert refused(position, RevealCard(RED, RAISE, 8)).reason is Refusal.NO_SUCH_TABLE
    assert refused(position, RevealCard(BLACK, RAISE, 1)).reason is SeatRefusal.NOT_PLAYING
    assert refused(position, RevealCard(GREEN, RAISE, 5)).reason is Refusal.KIND_TWICE
    told: list[AnyMove] = [RevealCard(GREEN, BLUFF, 5), RevealCard(RED, BLUFF, 1), RevealCard(BLUE, CHEAT, 1)]
    position = after(told, position)
    assert rules.view(position).unrevealed == (Unrevealed(RED, 1, 1),)
    assert refused(position, RevealCard(RED, BLUFF, 1)).reason is Refusal.KIND_TWICE
    view = rules.view(rules.apply(position, RevealCard(RED, RAISE, 1)))
    assert view.phase is Phase.PAYOUT
    assert view.results[0].earned == {RED: 0, BLUE: 180_000, GREEN: 0}


def test_a_reveal_stands_against_what_was_recorded_face_down() -> None:
    # Red's Raise is recorded at table 7, where no pawn stands; then two hidden cards turn out to be a Raise and a Cheat.
    position = hidden_round(((RAISE, 7), (RAISE, 7), (RAISE, 7)), ((HIDDEN, 1), (BLUFF, 7), (BLUFF, 7)), ((HIDDEN, 1), (CHEAT, 7), (CHEAT, 7)))
    position = rules.apply(position, RevealCard(RED, RAISE, 1))
    assert isinstance(position, rules.Game)
    assert [card.character for card in position.cards if card.owner is RED] == [HIDDEN, RAISE, HIDDEN]
    assert refused(position, RevealCard(RED, RAISE, 1)).reason is Refusal.KIND_TWICE
    assert rules.view(rules.apply(position, RevealCard(RED, CHEAT, 1))).phase is Phase.PAYOUT


def test_a_kind_that_was_told_twice_is_settled_when_both_are_turned_over() -> None:
    laps = ((CHEAT, 1), (RAISE, 7), (RAISE, 7)), ((CHEAT, 3), (BLUFF, 7), (BLUFF, 7)), ((BLUFF, 7), (CHEAT, 7), (CHEAT, 7))
    position = hidden_round(*laps)
    view = rules.view(position)
    assert view.phase is Phase.REVEAL
    assert view.unrevealed == (Unrevealed(RED, 1, 1, CHEAT), Unrevealed(RED, 3, 1, CHEAT))
    assert (view.tables[0].revealed, view.tables[2].revealed) == ((), ())
    one = rules.apply(position, RevealCard(RED, RAISE, 1))
    # Only one is left, and nothing speaks against its being the Cheat.
    assert rules.view(one).unrevealed == (Unrevealed(RED, 3, 1),)
    paid = rules.view(rules.apply(one, RevealCard(RED, CHEAT, 3)))
    assert (paid.phase, paid.tables[0].revealed, paid.tables[2].revealed) == (Phase.PAYOUT, ((RED, RAISE),), ((RED, CHEAT),))
    # A record of it tells each kind once.
    told_anew = [RevealCard(RED, RAISE, 1), RevealCard(RED, CHEAT, 3)]
    moves = [*setting_up(LAP, RED), PlaceFirstPawn(RED, 1), *tokens(), *cards(*laps), *STAY, Confirm(), *told_anew]
    told = [move.character for move in redacted(moves) if isinstance(move, PlaceCard) and move.by is RED]
    assert told == [HIDDEN, HIDDEN, HIDDEN]
    again = record.replay(record.write(moves).encode().splitlines()).moves
    assert [move for move in again if isinstance(move, RevealCard)] == told_anew


def test_of_a_kind_that_was_told_twice_only_what_is_turned_over_counts() -> None:
    """Whether the other one, face down, was told as the same kind: nobody can see a difference."""
    seen = []
    for other in (CHEAT, RAISE):
        position = hidden_round(((CHEAT, 1), (RAISE, 7), (RAISE, 7)), ((other, 7), (BLUFF, 7), (BLUFF, 7)), ((BLUFF, 7), (CHEAT, 7), (CHEAT, 7)))
        seen.append((rules.view(position), position))
    assert seen[0] == seen[1]
    assert seen[0][0].tables[0].revealed == ((RED, CHEAT),)


def test_what_was_never_turned_over_is_forgotten_with_the_payout() -> None:
    position = after([*tokens(), *cards(*FAR), *STAY, Confirm()], start())
    assert isinstance(position, rules.Game)
    assert {card.character for card in position.cards} == {HIDDEN}


def test_the_last_round_ends_the_game() -> None:
    position = start()
    for number in (4, 3, 2, 1):
        order = rules.view(position).order
        position = after([PlaceToken(by, 1) for _ in range(number) for by in order], position)
        position = after([PlaceCard(by, kind, 7) for kind in (RAISE, BLUFF, CHEAT) for by in order], position)
        position = after([*(MovePawn(by, 0) for by in order), Confirm(), Paid(RED), Counted()], position)
        if number > 1:
            assert rules.outcome(position) is None
            position = rules.apply(position, Seated())
    view, ended = rules.view(position), rules.outcome(position)
    assert (view.phase, view.round, view.winners, view.results[-1].next_order) == (Phase.FINISHED, 4, (RED,), None)
    # 60, 150, 270 and 420 points on red's table.
    assert ended is not None
    assert ended.ending is rules.Ending.PLAYED
    assert ended.fortunes == {RED: 60_000 + 150_000 + 270_000 + 420_000, BLUE: 0, GREEN: 0}
    assert refused(position, PlaceToken(RED, 1)).reason is Refusal.GAME_OVER
    assert refused(position, Seated()).reason is Refusal.GAME_OVER
    assert refused(position, Join(BLACK, "E")).reason is Refusal.GAME_OVER
