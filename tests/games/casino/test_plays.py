"""Plays one by one: what is refused and why, house rules, false builds, turns out of order, and what everybody is told."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.casino import rules
from companion.games.casino.rules.cards import Card
from companion.games.casino.rules.house import Ace, Faces, HouseRules, Must
from companion.games.casino.rules.moves import AnyMove, Build, Dealt, End, FalseBuild, Lay, Lost, Redeal, Rename, Shown, Take, Trail, Turn
from companion.games.casino.rules.refusal import MoveRefused, Refusal
from companion.games.casino.rules.state import Did, Game, Phase, Play
from companion.games.kit.seats import SeatRefusal
from tests.games.casino.evenings import BASE, BLUE, GREEN, RED, ROYAL, WHITE, YELLOW, after, begun, built, cards, lying


def card(name: str) -> Card:
    return Card(name)


def take(name: str, taken: str) -> Take:
    return Take(RED, card(name), cards(taken))


def build(name: str, value: int, with_: str) -> Build:
    return Build(RED, card(name), value, cards(with_))


def trail(name: str) -> Trail:
    return Trail(RED, card(name))


def made(game: Game, *moves: AnyMove) -> Game:
    position = after(moves, game)
    assert isinstance(position, Game)
    return position


EIGHT = built(8, "5C 3H", RED)
THEIR_EIGHT = built(8, "5C 3H", BLUE)
EIGHTS = built(8, "8C 8H", BLUE, 2)


def house(**keys: object) -> HouseRules:
    return replace(BASE, **keys)


REFUSED: list[tuple[str, Game, AnyMove, Refusal]] = [
    ("not the player", lying("4H"), Trail(BLUE, card("9C")), Refusal.NOT_YOUR_TURN),
    ("nobody at the table", lying("4H"), Trail(WHITE, card("9C")), SeatRefusal.NOT_PLAYING),
    ("no such card", lying("4H"), trail("11C"), Refusal.NO_SUCH_CARD),
    ("lies on the table", lying("4H"), trail("4H"), Refusal.LIES_ON_THE_TABLE),
    ("lies in a build", lying("4H", EIGHT), take("3H", "4H"), Refusal.LIES_ON_THE_TABLE),
    ("lies in a pile", lying("4H", seen="9C"), trail("9C"), Refusal.PLAYED_ALREADY),
    ("a card of a pile is taken", lying("4H", seen="9D"), take("9C", "9D"), Refusal.NOT_ON_THE_TABLE),
    ("taken twice", lying("4H 5D"), take("9C", "4H 5D 4H"), Refusal.CARD_TWICE),
    ("built with twice", lying("4H 5D"), build("AC", 10, "4H 5D 4H"), Refusal.CARD_TWICE),
    ("nothing taken", lying("4H"), take("9C", ""), Refusal.NOTHING_TAKEN),
    ("nothing to build on", lying("4H"), build("9C", 9, ""), Refusal.NOTHING_TO_BUILD_ON),
    ("a sum that is not the card's", lying("5H 2D"), take("8C", "5H 2D"), Refusal.DOES_NOT_ADD_UP),
    ("one set too many", lying("8H 5H 3D 2C"), take("8C", "8H 5H 3D 2C"), Refusal.DOES_NOT_ADD_UP),
    ("a number takes a face card", lying("8H JD"), take("8C", "8H JD"), Refusal.DOES_NOT_ADD_UP),
    ("an ace is no 14 in the base game", lying("KH AD"), take("AC", "KH AD"), Refusal.DOES_NOT_ADD_UP),
    ("two kings", lying("KH KD"), take("KC", "KH KD"), Refusal.ONE_FACE_CARD),
    ("a king takes a queen", lying("KH QD"), take("KC", "QD"), Refusal.ITS_OWN_KIND),
    ("a jack takes eleven", lying("8H 3D"), take("JC", "8H 3D"), Refusal.ITS_OWN_KIND),
    ("a king takes a build", lying("KH", EIGHTS), take("KC", "KH 8C 8H"), Refusal.ITS_OWN_KIND),
    ("part of a build", lying("4H", THEIR_EIGHT), take("5H", "5C"), Refusal.STAYS_WHOLE),
    ("a build by another value", lying("4H", THEIR_EIGHT), take("9H", "5C 3H"), Refusal.DOES_NOT_ADD_UP),
    ("a build in a sum", lying("2H", THEIR_EIGHT), take("10H", "5C 3H 2H"), Refusal.DOES_NOT_ADD_UP),
    ("part of a build is built with", lying("4H", THEIR_EIGHT), build("4C", 9, "5C"), Refusal.STAYS_WHOLE),
    ("two builds are joined", lying("4H", EIGHT, EIGHTS), build("8S", 8, "5C 3H 8C 8H"), Refusal.ONE_BUILD),
    ("a multiple build is raised", lying("4H", EIGHTS), build("2S", 10, "8C 8H"), Refusal.KEEPS_ITS_VALUE),
    ("a multiple build is lowered", lying("4H", EIGHTS), build("2S", 6, "8C 8H"), Refusal.KEEPS_ITS_VALUE),
    ("a build is lowered", lying("4H", THEIR_EIGHT), build("2S", 6, "5C 3H"), Refusal.DOES_NOT_ADD_UP),
    ("a table card raises", lying("AH", THEIR_EIGHT), build("AS", 10, "5C 3H AH"), Refusal.DOES_NOT_ADD_UP),
    ("a face card is played to a build", lying("4H"), build("KS", 4, "4H"), Refusal.NO_FACE_CARD),
    ("a face card is built with", lying("4H KH"), build("4S", 8, "4H KH"), Refusal.NO_FACE_CARD),
    ("more than ten", lying("8H"), build("3S", 11, "8H"), Refusal.NO_CARD_TAKES_IT),
    ("less than one", lying("8H"), build("3S", -1, "8H"), Refusal.NO_CARD_TAKES_IT),
    ("more than fourteen in Royal", lying("KH", house=ROYAL), build("2S", 15, "KH"), Refusal.NO_CARD_TAKES_IT),
    ("fourteen where an ace is one", lying("KH", house=replace(ROYAL, ace=Ace.ONE)), build("AS", 14, "KH"), Refusal.NO_CARD_TAKES_IT),
    ("a card stays beside one's own build", lying("4H", EIGHT), trail("9C"), Refusal.YOUR_BUILD_LIES),
    ("the last card builds", lying("5H", left=(1, 1)), build("3S", 8, "5H"), Refusal.NO_CARD_LEFT),
    ("the last card adds", lying("4H", THEIR_EIGHT, left=(1, 1)), build("8S", 8, "5C 3H"), Refusal.NO_CARD_LEFT),
    ("the last card leaves a build", lying("9H", EIGHT, left=(1, 1)), take("9C", "9H"), Refusal.NO_CARD_LEFT),
    ("two builds, and one card is left", lying("6H", EIGHT, left=(2, 2)), build("3S", 9, "6H"), Refusal.NO_CARD_LEFT),
    ("all four are seen", lying("6H 8S", EIGHTS, seen="8D"), build("2S", 8, "6H"), Refusal.NO_CARD_OUT),
    ("the fourth is the played card", lying("8S", seen="8D 8C"), build("8H", 8, "8S"), Refusal.NO_CARD_OUT),
    ("the last one is promised to another", lying("6H 8S", THEIR_EIGHT, seen="8D 8C"), build("2S", 8, "6H"), Refusal.NO_CARD_FOR_OTHERS),
    ("no ace for a 14", lying("5H AS AC AH AD", house=ROYAL), build("9S", 14, "5H"), Refusal.NO_CARD_OUT),
    ("one ace for a 1 and a 14", lying("5H AS", built(1, "AC AH", RED, 2), house=ROYAL), build("9S", 14, "5H"), Refusal.NO_CARD_FOR_OTHERS),
    ("a false build that is loose", lying("5H 3S"), FalseBuild(RED, cards("5H 3S")), Refusal.NOT_A_BUILD),
    ("a false build by halves", lying("4H", EIGHT), FalseBuild(RED, cards("5C")), Refusal.NOT_A_BUILD),
    ("a false build with a card twice", lying("4H", EIGHT), FalseBuild(RED, cards("5C 3H 5C")), Refusal.NOT_A_BUILD),
    ("another's false build", lying("4H", THEIR_EIGHT), FalseBuild(RED, cards("5C 3H")), Refusal.NOT_YOUR_BUILD),
    ("a false build out of turn", lying("4H", THEIR_EIGHT), FalseBuild(BLUE, cards("5C 3H")), Refusal.NOT_YOUR_TURN),
    ("a false build of nobody", lying("4H", THEIR_EIGHT), FalseBuild(WHITE, cards("5C 3H")), SeatRefusal.NOT_PLAYING),
    ("a lap too far", lying("4H", left=(2, 0)), Turn(BLUE), Refusal.HAND_IS_EMPTY),
    ("a turn of nobody", lying("4H"), Turn(WHITE), SeatRefusal.NOT_PLAYING),
    ("a card is laid in play", lying("4H"), Lay(BLUE, card("9C")), Refusal.WRONG_PHASE),
    ("a deal in play", lying("4H"), Dealt(), Refusal.WRONG_PHASE),
    ("a misdeal that was played", lying("4H", left=(3, 4)), Redeal(), Refusal.WRONG_PHASE),
    ("a name of nobody", lying("4H"), Rename(WHITE, "Ada"), SeatRefusal.NOT_PLAYING),
    ("a name that is none", lying("4H"), Rename(RED, " "), SeatRefusal.BAD_NAME),
    ("somebody leaves who is not there", lying("4H"), End(WHITE), SeatRefusal.NOT_PLAYING),
    # House rules.
    ("one's own build is raised", lying("4H", EIGHT, house=house(raise_own=False)), build("2S", 10, "5C 3H"), Refusal.YOUR_OWN_BUILD),
    ("a second build of a value", lying("6H", THEIR_EIGHT, house=house(equal_builds=False)), build("2S", 8, "6H"), Refusal.VALUE_LIES_ALREADY),
    (
        "a build is raised to another's value",
        lying("4H", THEIR_EIGHT, built(6, "2H 4C", BLUE), house=house(equal_builds=False)),
        build("2S", 8, "2H 4C"),
        Refusal.VALUE_LIES_ALREADY,
    ),
    ("an equal card lies", lying("9H", house=house(must_take=Must.EQUAL)), trail("9C"), Refusal.EQUAL_MUST_BE_TAKEN),
    ("an equal king lies", lying("KH", house=house(must_take=Must.EQUAL)), trail("KC"), Refusal.EQUAL_MUST_BE_TAKEN),
    ("an equal card is left", lying("9H 5H 4H", house=house(must_take=Must.EQUAL)), take("9C", "5H 4H"), Refusal.EQUAL_MUST_BE_TAKEN),
    ("one of two is left", lying("9H 9D", house=house(must_take=Must.EQUAL)), take("9C", "9D"), Refusal.EQUAL_MUST_BE_TAKEN),
    ("a set lies", lying("5H 4H", house=house(must_take=Must.ANYTHING)), trail("9C"), Refusal.MUST_TAKE),
    ("a build lies", lying("KH", THEIR_EIGHT, house=house(must_take=Must.ANYTHING)), trail("8D"), Refusal.MUST_TAKE),
    ("a king lies", lying("KH", house=house(must_take=Must.ANYTHING)), trail("KC"), Refusal.MUST_TAKE),
    ("two of three kings", lying("KH KD KS", house=house(faces=Faces.ODD)), take("KC", "KH KD"), Refusal.ONE_OR_THREE),
]


@pytest.mark.parametrize(("game", "move", "reason"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_a_refusal_says_why_and_changes_nothing(game: Game, move: AnyMove, reason: Refusal) -> None:
    with pytest.raises(MoveRefused) as caught:
        rules.apply(game, move)
    assert caught.value.reason is reason
    by = getattr(move, "by", getattr(move, "colour", None))
    assert caught.value.by is by or move in (Dealt(), Redeal())


def test_a_refusal_tells_the_value_in_question() -> None:
    for game, move, value in (
        (lying("4H", EIGHT), trail("9C"), 8),
        (lying("4H", EIGHTS), build("2S", 10, "8C 8H"), 8),
        (lying("8S", seen="8D 8C"), build("8H", 8, "8S"), 8),
        (lying("9H", EIGHT, left=(1, 1)), take("9C", "9H"), 8),
    ):
        with pytest.raises(MoveRefused) as caught:
            rules.apply(game, move)
        assert (caught.value.value, caught.value.card) == (value, move.card)  # type: ignore[union-attr]


ALLOWED: list[tuple[str, Game, AnyMove, tuple[str, str, int]]] = [
    # What lies loose after it, what the player took, how many builds lie.
    (
        "card, sets and builds together",
        lying("8S 5H 3D 6C 2H KD", THEIR_EIGHT),
        take("8D", "8S 5H 3D 6C 2H 5C 3H"),
        ("KD", "8D 8S 5H 3D 6C 2H 5C 3H", 0),
    ),
    ("less than one could", lying("8S 5H 3D"), take("8D", "5H 3D"), ("8S", "8D 5H 3D", 0)),
    ("two builds of one value", lying("KD", EIGHT, EIGHTS), take("8D", "5C 3H 8C 8H"), ("KD", "8D 5C 3H 8C 8H", 0)),
    ("one of two builds, and a card is left for the other", lying("KD", EIGHT, built(9, "6H 3D", RED)), take("8D", "5C 3H"), ("KD", "8D 5C 3H", 1)),
    ("something else, and a card is left for one's build", lying("9H", EIGHT, left=(2, 2)), take("9C", "9H"), ("", "9C 9H", 1)),
    ("a card stays beside another's build", lying("4H", THEIR_EIGHT), trail("8D"), ("4H 8D", "", 1)),
    ("a face card takes one of two", lying("KH KD"), take("KC", "KD"), ("KH", "KC KD", 0)),
    ("Royal: a king takes both", lying("KH KD", house=ROYAL), take("KC", "KH KD"), ("", "KC KH KD", 0)),
    ("Royal: a king takes queen and ace", lying("QH AD", house=ROYAL), take("KC", "QH AD"), ("", "KC QH AD", 0)),
    ("Royal: an ace as 14 takes king, ace and an ace", lying("KH AC AD", house=ROYAL), take("AS", "KH AC AD"), ("", "AS KH AC AD", 0)),
    ("Royal: an ace as 1 takes a build of aces", lying("KH", built(1, "AC AD", BLUE, 2), house=ROYAL), take("AS", "AC AD"), ("KH", "AS AC AD", 0)),
    ("house: both kings", lying("KH KD", house=house(faces=Faces.ALL)), take("KC", "KH KD"), ("", "KC KH KD", 0)),
    ("house: three kings", lying("KH KD KS", house=house(faces=Faces.ODD)), take("KC", "KH KD KS"), ("", "KC KH KD KS", 0)),
    ("house: an equal card is built with", lying("9H", house=house(must_take=Must.EQUAL)), build("9C", 9, "9H"), ("", "", 1)),
    ("house: all that is equal", lying("9H 5D 4D", house=house(must_take=Must.EQUAL)), take("9C", "9H"), ("5D 4D", "9C 9H", 0)),
    ("house: what fits may be built with", lying("5D 4D", house=house(must_take=Must.ANYTHING)), build("9C", 9, "5D 4D"), ("", "", 1)),
    ("house: a card that fits nothing stays", lying("5D 3D", house=house(must_take=Must.ANYTHING)), trail("9C"), ("5D 3D 9C", "", 0)),
    ("house: a build of that value grows", lying("6H", THEIR_EIGHT, house=house(equal_builds=False)), build("2S", 8, "5C 3H 6H"), ("", "", 1)),
    (
        "another's build is raised where one's own may not be",
        lying("", THEIR_EIGHT, house=house(raise_own=False)),
        build("2S", 10, "5C 3H"),
        ("", "", 1),
    ),
]


@pytest.mark.parametrize(("game", "move", "comes_to"), [case[1:] for case in ALLOWED], ids=[case[0] for case in ALLOWED])
def test_what_a_play_makes_of_the_table(game: Game, move: AnyMove, comes_to: tuple[str, str, int]) -> None:
    then = made(game, move)
    assert (then.loose, set(then.piles[0]), len(then.builds)) == (cards(comes_to[0]), set(cards(comes_to[1])), comes_to[2])
    assert then.party.colours[then.turn] is BLUE


BUILDS: list[tuple[str, Game, Build, tuple[int, str, int], Play]] = [
    ("single", lying("5H KD"), build("3S", 8, "5H"), (8, "3S 5H", 1), Play(RED, Did.BUILD, card("3S"), cards("5H"), 8, 1)),
    (
        "the rulebook's 8: an 8, 7 and ace, two 4s, 5 and 3",
        lying("7H AD 4H 4D 5H 3C"), build("8S", 8, "7H AD 4H 4D 5H 3C"), (8, "8S 7H AD 4H 4D 5H 3C", 4),
        Play(RED, Did.BUILD, card("8S"), cards("7H AD 4H 4D 5H 3C"), 8, 4),
    ),
    ("two fives are ten", lying("5H"), build("5S", 10, "5H"), (10, "5S 5H", 1), Play(RED, Did.BUILD, card("5S"), cards("5H"), 10, 1)),
    ("or fives", lying("5H"), build("5S", 5, "5H"), (5, "5S 5H", 2), Play(RED, Did.BUILD, card("5S"), cards("5H"), 5, 2)),
    (
        "added to", lying("6H", THEIR_EIGHT), build("2S", 8, "5C 3H 6H"), (8, "5C 3H 2S 6H", 2),
        Play(RED, Did.ADD, card("2S"), cards("5C 3H 6H"), 8, 2, owner=BLUE),
    ),
    (
        "a card alone is added", lying("6H", EIGHTS), build("8S", 8, "8C 8H"), (8, "8C 8H 8S", 3),
        Play(RED, Did.ADD, card("8S"), cards("8C 8H"), 8, 3, owner=BLUE),
    ),
    (
        "raised", lying("6H", THEIR_EIGHT), build("AS", 9, "5C 3H"), (9, "5C 3H AS", 1),
        Play(RED, Did.RAISE, card("AS"), cards("5C 3H"), 9, 1, 8, BLUE),
    ),
    (
        "raised, and what equals the new value joins", lying("9H 6H 3D", THEIR_EIGHT), build("AS", 9, "5C 3H 9H 6H 3D"), (9, "5C 3H AS 9H 6H 3D", 3),
        Play(RED, Did.RAISE, card("AS"), cards("5C 3H 9H 6H 3D"), 9, 3, 8, BLUE),
    ),
    (
        "one's own is raised", lying("", EIGHT), build("AS", 9, "5C 3H"), (9, "5C 3H AS", 1),
        Play(RED, Did.RAISE, card("AS"), cards("5C 3H"), 9, 1, 8, RED),
    ),
    (
        "Royal: a 14 of king and ace, and an ace", lying("KH AD", house=ROYAL), build("AS", 14, "KH AD"), (14, "AS KH AD", 2),
        Play(RED, Did.BUILD, card("AS"), cards("KH AD"), 14, 2),
    ),
    ("Royal: a 14 of aces", lying("AD", house=ROYAL), build("AS", 14, "AD"), (14, "AS AD", 2), Play(RED, Did.BUILD, card("AS"), cards("AD"), 14, 2)),
    ("a 1 of aces", lying("AD"), build("AS", 1, "AD"), (1, "AS AD", 2), Play(RED, Did.BUILD, card("AS"), cards("AD"), 1, 2)),
]  # fmt: skip


@pytest.mark.parametrize(("game", "move", "lies", "told"), [case[1:] for case in BUILDS], ids=[case[0] for case in BUILDS])
def test_what_is_built(game: Game, move: Build, lies: tuple[int, str, int], told: Play) -> None:
    then = made(game, move)
    (made_build,) = then.builds
    assert made_build == built(lies[0], lies[1], RED, lies[2])
    assert rules.view(then).last == told


# --- false builds ---------------------------------------------------------------------------------------------------


def test_a_false_build_falls_apart_and_the_turn_stays() -> None:
    then = made(lying("KD", EIGHTS, EIGHT), FalseBuild(RED, cards("3H 5C")))
    assert then.loose == cards("KD 5C 3H")
    assert (then.builds, rules.view(then).to_act) == ((EIGHTS,), RED)
    assert then.last == Play(RED, Did.FALSE, None, cards("5C 3H"), 8, 1, owner=RED)
    # Now the card may stay.
    assert made(then, trail("9C")).loose[-1] == "9C"


def test_a_card_that_waits_waits_on_when_a_build_falls_apart() -> None:
    game = made(lying("KD", EIGHT, left=(1, 1)), Shown(RED, card("9C")))
    with pytest.raises(MoveRefused):
        rules.apply(game, trail("9C"))
    then = made(game, FalseBuild(RED, cards("5C 3H")))
    assert (then.phase, then.shown) == (Phase.CHOOSE, "9C")
    assert made(then, trail("9C")).phase is Phase.PLAY


def played_out(game: Game, mine: str, theirs: str) -> Game:
    """The hands are played out by cards that stay, red's first."""
    for red, blue in zip(mine.split(), theirs.split(), strict=True):
        game = made(game, trail(red), Trail(BLUE, card(blue)))
    return game


def test_a_build_that_was_taken_and_never_held_is_told_after_the_deal() -> None:
    game = made(lying("5H KD", left=(3, 3)), build("3S", 8, "5H"), Take(BLUE, card("8H"), cards("3S 5H")))
    game = made(game, trail("2C"), Trail(BLUE, card("JC")), trail("QC"))
    assert [(each.deal, each.by, each.value) for each in game.unheld] == [(1, RED, 8)]
    # Blue still holds a card: nothing is told before the deal is over.
    assert rules.view(game).unheld == ()
    game = made(game, Trail(BLUE, card("9C")))
    assert game.phase is Phase.DEAL
    assert [(each.by, each.value) for each in rules.view(game).unheld] == [(RED, 8)]


@pytest.mark.parametrize("held", ["8D 2C", "2C 8D"])
def test_a_card_that_comes_within_the_deal_was_held(held: str) -> None:
    game = made(lying("5H KD", left=(3, 3)), build("3S", 8, "5H"), Take(BLUE, card("8H"), cards("3S 5H")))
    assert played_out(game, held, "JC QC").unheld == ()


def test_a_card_that_is_played_away_while_the_build_lies_was_not_kept() -> None:
    # Red holds one 8, and takes another 8 with it instead of the build.
    game = made(lying("5H 8C", left=(3, 3)), build("3S", 8, "5H"), Trail(BLUE, card("KC")), take("8D", "8C"))
    game = made(game, Take(BLUE, card("8H"), cards("3S 5H")), trail("2C"), Trail(BLUE, card("QC")))
    assert [(each.by, each.value) for each in game.unheld] == [(RED, 8)]


def test_a_build_that_its_owner_takes_back_is_not_told() -> None:
    game = made(lying("5H KD", left=(3, 3)), build("3S", 8, "5H"), Trail(BLUE, card("JC")), FalseBuild(RED, cards("3S 5H")))
    assert played_out(game, "2C QC", "10C 9C").unheld == ()


def test_two_builds_of_one_value_are_one_promise() -> None:
    lies = lying("", EIGHT, built(8, "6H 2D", RED), left=(2, 2))
    game = made(lies, take("8D", "5C 3H 6H 2D"))
    assert (game.builds, game.promised) == ((), ())


# --- turns ----------------------------------------------------------------------------------------------------------


def test_play_goes_on_with_whoever_played_out_of_turn() -> None:
    four = (RED, BLUE, YELLOW, GREEN)
    game = made(lying("KD", left=(2, 2, 2, 2), players=four), Turn(YELLOW), Trail(YELLOW, card("2C")))
    assert rules.view(game).to_act is GREEN
    game = made(game, Trail(GREEN, card("3C")), Trail(RED, card("4C")), Trail(BLUE, card("6C")), Trail(YELLOW, card("7C")))
    game = made(game, Trail(GREEN, card("9C")))
    # Yellow and green have played their hands: they are passed over.
    game = made(game, Trail(RED, card("10C")))
    assert rules.view(game).to_act is BLUE
    assert made(game, Trail(BLUE, card("QC"))).phase is Phase.DEAL


def test_a_shown_card_goes_over_to_whoever_showed_it() -> None:
    game = made(lying("KD 4H"), Shown(RED, card("4C")), Turn(BLUE))
    assert (rules.view(game).to_act, rules.view(game).shown) == (BLUE, "4C")
    assert made(game, Take(BLUE, card("4C"), cards("4H"))).left == (4, 3)


def test_who_is_on_may_be_told_again() -> None:
    game = lying("KD 4H")
    assert made(game, Turn(RED)) == game


# --- the rest of a round --------------------------------------------------------------------------------------------


def test_a_misdeal_is_dealt_anew_by_the_same_dealer() -> None:
    empty = begun(RED, BLUE)
    laid = [Lay(BLUE, each) for each in cards("4H 5C 9D KC")]
    for number in range(1, 5):
        assert made(empty, *laid[:number], Redeal()) == empty
    assert made(empty, *laid, Shown(RED, card("2C")), Redeal()) == empty
    with pytest.raises(MoveRefused):
        rules.apply(empty, Redeal())


def test_a_card_is_shown_once_and_played_or_taken_back() -> None:
    game = made(lying("KD 4H"), Shown(RED, card("4C")))
    for move in (Shown(RED, card("4S")), trail("4S"), take("4S", "4H"), Shown(RED, card("4C"))):
        with pytest.raises(MoveRefused):
            rules.apply(game, move)
    for move in (Shown(BLUE, card("4C")), Shown(RED, card("4H")), Shown(RED, card("0C"))):
        with pytest.raises(MoveRefused):
            rules.apply(lying("KD 4H"), move)


def test_a_round_that_is_lost_waits_for_its_piles() -> None:
    game = made(lying("KD 4H", EIGHT), Shown(RED, card("4C")), Lost())
    assert (rules.view(game).phase, rules.view(game).shown, rules.view(game).to_act) == (Phase.PILES, None, None)
    for move in (trail("4C"), Lost(), Dealt(), Redeal(), Turn(BLUE)):
        with pytest.raises(MoveRefused):
            rules.apply(game, move)


def test_a_name_is_set_right_at_any_time() -> None:
    game = made(lying("KD"), Rename(RED, " Ada  L. "))
    assert [player.name for player in rules.view(game).players] == ["Ada L.", "Blue"]


def test_three_kings_lie_and_the_odd_one_is_left() -> None:
    # Nobody can take the fourth: the base game leaves it, and it goes with what is left.
    game = made(lying("KH KD KC"), take("KS", "KD"))
    assert game.loose == cards("KH KC")
