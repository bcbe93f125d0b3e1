"""Cards that are shown and buttons that are touched, as a table makes them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.game import Make, Note, Read, Reply, Say
from companion.games.casino import rules
from companion.games.casino.record.record import replay
from companion.games.casino.rules.cards import DECK, Card
from companion.games.casino.rules.house import HouseRules, Must
from companion.games.casino.rules.moves import Build, Counted, CountPiles, Dealt, Lay, Lost, RecordMove, Shown, Take, Trail
from companion.games.casino.rules.pieces import PIECES
from companion.games.casino.rules.refusal import MoveRefused, Refusal
from companion.games.casino.rules.settings import USUAL, CasinoSettings, Reading, Tell
from companion.games.casino.rules.state import Game, Phase
from companion.games.casino.table import choice as choices
from companion.games.casino.table.answers import Answer
from companion.games.casino.table.choice import Choice
from companion.games.casino.table.commands import (
    AceAs,
    BuildAs,
    BuildThese,
    CountSide,
    LeaveIt,
    OtherCards,
    TakeThese,
    TapCard,
    TellPile,
    TogglePoint,
)
from companion.games.casino.table.gestures import CasinoGestures
from tests.games.casino.evenings import BLUE, RED, ROYAL, SEEDS, begun, built, cards, lying


class AtTable:
    """A table with a companion: cards are shown, buttons touched, and whatever is made is played."""

    def __init__(self, game: Game, habits: CasinoSettings = USUAL) -> None:
        self.game = game
        self.settings = habits
        self.gestures = CasinoGestures(self)  # type: ignore[arg-type]
        self.made: list[Any] = []
        self.acts = 0

    @property
    def view(self) -> rules.View:
        return rules.view(self.game, self.settings)

    @property
    def choice(self) -> Choice:
        choice = self.gestures.choice
        assert choice is not None
        return choice

    def show(self, *names: str) -> Reply | None:
        for name in names:
            reply = self._answer(self.gestures.read((Read(PIECES[f"card:{name}"], b"", "pad"),)))
        return reply

    def touch(self, command: Any) -> Reply | None:
        return self._answer(self.gestures.commanded(command))

    def ok(self) -> Reply | None:
        return self._answer(self.gestures.confirmed())

    def _answer(self, reply: Reply | None) -> Reply | None:
        self.acts += 1
        if isinstance(reply, Make):
            position: rules.Position = self.game
            for move in (reply.move, *reply.then):
                position = rules.apply(position, move)
            assert isinstance(position, Game)
            self.game = position
            self.made += (reply.move, *reply.then)
        return reply


def together(first: Any, *then: Any) -> Make:
    return Make(first, then=then)


def lit(table: AtTable) -> set[Card]:
    return set(table.choice.lit)


EIGHT = built(8, "6H 2C", BLUE)


def test_four_cards_are_laid_and_then_the_first_is_played() -> None:
    table = AtTable(begun(RED, BLUE))
    table.show("4H", "5C", "9D", "KC")
    assert table.made == [Lay(BLUE, card) for card in cards("4H 5C 9D KC")]
    assert table.view.phase is Phase.PLAY
    assert table.show("QC") == Make(Trail(RED, Card("QC")))


def test_a_card_that_can_do_nothing_stays_and_nobody_is_asked() -> None:
    table = AtTable(lying("8H KD"))
    # A 9 takes neither, and 9 + 8 is nothing that a card takes.
    assert table.show("9C") == Make(Trail(RED, Card("9C")))


def test_what_a_card_can_take_is_lit_and_the_next_card_settles_it() -> None:
    table = AtTable(lying("8D 5H 3D KC 2S", EIGHT))
    assert table.show("8S") == Make(Shown(RED, Card("8S")))
    assert lit(table) == set(cards("8D 5H 3D 6H 2C"))
    # Blue's card: red's play stands, and the queen stays.
    reply = table.show("QC")
    assert isinstance(reply, Make)
    assert [type(move) for move in (reply.move, *reply.then)] == [Take, Trail]
    assert (table.game.loose, table.game.left) == (cards("KC 2S QC"), (3, 3))


def test_what_a_card_can_take_or_build_is_the_same_whatever_is_out() -> None:
    for seen in ("", "8C 8H"):
        table = AtTable(lying("8D 5H 3D KC 2S", EIGHT, seen=seen))
        table.show("8S")
        assert lit(table) == set(cards("8D 5H 3D 6H 2C"))


def test_the_next_card_may_wait_too() -> None:
    table = AtTable(lying("8D 5H 3D KC"))
    table.show("8S")
    assert table.show("KS") == together(Take(RED, Card("8S"), cards("8D 5H 3D")), Shown(BLUE, Card("KS")))
    assert lit(table) == {"KC"}


def test_other_cards_are_shown_or_tapped_and_taken() -> None:
    table = AtTable(lying("8D 5H 3D KC 2S", EIGHT))
    table.show("8S")
    # The build goes out as a whole, by any of its cards.
    assert table.show("2C") == Note()
    assert table.touch(TapCard(Card("5H"))) == Note()
    assert table.show("3D") == Note()
    assert lit(table) == {"8D"}
    assert table.touch(TakeThese()) == Make(Take(RED, Card("8S"), cards("8D")))


def test_what_is_lit_stands_only_if_it_can_be_taken() -> None:
    table = AtTable(lying("8D 5H 3D KC"))
    table.show("8S", "3D")
    assert table.show("QC") == Say(Answer.PLAY_FIRST, owner=RED)
    with pytest.raises(MoveRefused, check=lambda refused: refused.reason is Refusal.DOES_NOT_ADD_UP):
        table.touch(TakeThese())
    assert table.view.shown == "8S"


def test_a_card_that_could_take_may_be_left() -> None:
    table = AtTable(lying("8D KC"))
    table.show("8S")
    assert table.touch(LeaveIt()) == Make(Trail(RED, Card("8S")))


def test_where_nothing_is_lit_the_next_card_leaves_it() -> None:
    # A 3 builds with the 5, and takes nothing.
    table = AtTable(lying("5D KC"))
    assert table.show("3S") == Make(Shown(RED, Card("3S")))
    assert lit(table) == set()
    assert table.show("QC") == together(Trail(RED, Card("3S")), Trail(BLUE, Card("QC")))


def test_beside_ones_own_build_nothing_stays() -> None:
    table = AtTable(lying("KC", built(8, "5C 3H", RED)))
    table.show("9C")
    assert (table.view.phase, lit(table)) == (Phase.CHOOSE, set())
    assert table.show("QC") == Say(Answer.PLAY_FIRST, owner=RED)
    with pytest.raises(MoveRefused, check=lambda refused: refused.reason is Refusal.YOUR_BUILD_LIES):
        table.touch(LeaveIt())
    assert table.ok() is None


def test_a_last_card_that_was_not_promised_lets_the_build_fall() -> None:
    mine = built(8, "5C 3H", RED)
    for card, left, falls in (("9C", 1, (mine,)), ("8C", 1, ()), ("9C", 2, ())):
        table = AtTable(lying("KC", mine, left=(left, left)))
        table.show(card)
        on = choices.table(table.view)
        assert on is not None
        assert choices.falling(on, table.choice.card) == falls


def test_a_build_is_made_of_what_is_lit() -> None:
    table = AtTable(lying("5D KC"))
    table.show("3S", "5D")
    assert choices.button(choices.table(table.view), table.choice) == Build(RED, Card("3S"), 8, cards("5D"))  # type: ignore[arg-type]
    assert table.touch(BuildThese()) == Make(Build(RED, Card("3S"), 8, cards("5D")))


def test_a_build_is_added_to_and_raised() -> None:
    for card, value in (("8S", 8), ("AS", 9)):
        table = AtTable(lying("KC", EIGHT))
        table.show(card)
        if card == "AS":
            assert lit(table) == set()
            table.show("6H")
        assert table.touch(BuildThese()) == Make(Build(RED, Card(card), value, cards("6H 2C")))


def test_of_two_builds_it_is_asked_which() -> None:
    table = AtTable(lying("5D KC"))
    table.show("5S")
    assert lit(table) == {"5D"}
    assert table.touch(BuildThese()) == Note()
    assert [(reading.made.value, reading.made.sets) for reading in table.choice.which] == [(5, 2), (10, 1)]
    assert table.touch(BuildAs(10)) == Make(Build(RED, Card("5S"), 10, cards("5D")))


def test_build_where_nothing_lit_can_be_built_begins_with_no_card() -> None:
    table = AtTable(lying("8D 2S KC"))
    table.show("8S")
    table.touch(BuildThese())
    # 8 and 8 are eights.
    assert table.game.builds == (built(8, "8S 8D", RED, 2),)
    table = AtTable(lying("KD 2S KC"))
    table.show("8S", "KD")
    assert table.touch(BuildThese()) == Note()
    assert (lit(table), table.choice.touched) == (set(), True)


def test_the_last_card_of_a_hand_is_not_asked_about_a_build() -> None:
    assert AtTable(lying("5D KC", left=(1, 1))).show("3S") == Make(Trail(RED, Card("3S")))


def test_a_table_full_of_cards_answers_at_once() -> None:
    # Two cards are left and one build is red's: no other can be made, whatever lies.
    loose = [name for name in DECK if name[:-1] in "23456789" and name not in cards("5C 3H 8C AS")]
    table = AtTable(lying(" ".join(loose), built(8, "5C 3H", RED), left=(2, 2)))
    table.show("AS")
    on = choices.table(table.view)
    assert on is not None
    # It may raise the build to 9.
    assert choices.could_build(on, Card("AS"))
    assert len(choices.offered(on, Card("8C"))[0].cards) >= 20


def test_an_ace_takes_as_one_or_as_fourteen() -> None:
    ones = built(1, "AH AD", BLUE, 2)
    for value, taken in ((14, "KH AC"), (1, "AC AH AD")):
        table = AtTable(lying("KH AC 5C", ones, house=ROYAL))
        table.show("AS")
        assert [capture.value for capture in table.choice.captures] == [1, 14]
        reply = table.touch(AceAs(value))
        assert isinstance(reply, Make)
        assert set(reply.move.cards) == set(cards(taken))  # type: ignore[union-attr]


def test_a_card_of_the_table_or_of_a_pile_is_no_play() -> None:
    for name, reason in (("8D", Refusal.LIES_ON_THE_TABLE), ("QC", Refusal.PLAYED_ALREADY)):
        table = AtTable(lying("8D KC", seen="QC"))
        with pytest.raises(MoveRefused, check=lambda refused, reason=reason: refused.reason is reason):
            table.show(name)
    # Nor does it settle the play before it.
    table = AtTable(lying("8D KC", seen="QC"))
    table.show("8S")
    with pytest.raises(MoveRefused):
        table.show("QC")
    assert (table.view.shown, table.game.left) == ("8S", (4, 4))


def test_the_shown_card_may_lie_on() -> None:
    table = AtTable(lying("8D KC"))
    table.show("8S")
    assert table.show("8S") == Note()
    assert lit(table) == {"8D"}


def test_the_next_deal_begins_with_its_first_card() -> None:
    table = AtTable(lying("9D KC", left=(0, 1), players=(RED, BLUE)))
    table.game = replace(table.game, turn=1)
    table.show("QC")
    assert table.view.phase is Phase.DEAL
    assert table.show("JC") == together(Dealt(), Trail(RED, Card("JC")))
    # A play that waits at the end of a deal is settled by it as well.
    table = AtTable(replace(lying("9D KC", left=(0, 1)), turn=1))
    table.show("9C")
    assert table.show("JC") == together(Take(BLUE, Card("9C"), cards("9D")), Dealt(), Trail(RED, Card("JC")))


def test_the_last_play_of_a_round_waits_for_its_button() -> None:
    game = replace(lying("9D KC", left=(0, 1)), turn=1, plays=47)
    table = AtTable(game)
    table.show("9C")
    assert table.show("JC") == Say(Answer.PLAY_FIRST, owner=BLUE)
    assert table.ok() == Make(Take(BLUE, Card("9C"), cards("9D")))
    assert table.view.phase is Phase.COUNT
    # The first card of the next round is laid by its dealer: everybody has seen the count.
    assert table.gestures.read((Read(PIECES["card:JC"], b"", "pad"),)) == together(Counted(), Lay(RED, Card("JC")))
    # What follows by itself the house makes of OK.
    assert table.ok() is None
    assert rules.follows(table.game) == Counted()


def test_ok_is_the_lit_button() -> None:
    table = AtTable(lying("8D KC"))
    assert table.ok() is None
    table.show("8S")
    assert table.ok() == Make(Take(RED, Card("8S"), cards("8D")))
    table = AtTable(lying("5D KC"))
    table.show("3S")
    assert table.ok() == Make(Trail(RED, Card("3S")))


@pytest.mark.parametrize("command", [TakeThese(), BuildThese(), BuildAs(8), AceAs(1), LeaveIt(), OtherCards()])
def test_a_button_without_a_card_says_so(command: Any) -> None:
    assert AtTable(lying("8D KC")).touch(command) == Say(Answer.NOTHING_WAITS)


# --- habits ---------------------------------------------------------------------------------------------------------


def test_where_every_play_is_confirmed_the_next_card_waits() -> None:
    table = AtTable(lying("8D KC"), CasinoSettings(next_settles=False))
    table.show("8S")
    assert table.show("QC") == Say(Answer.PLAY_FIRST, owner=RED)


def test_a_table_that_looks_for_itself_is_shown_nothing() -> None:
    table = AtTable(lying("8D 5H 3D KC"), CasinoSettings(show_takes=False))
    table.show("8S")
    assert lit(table) == set()
    table.show("5H", "3D")
    assert table.touch(TakeThese()) == Make(Take(RED, Card("8S"), cards("5H 3D")))


def test_cards_by_hand_only() -> None:
    table = AtTable(lying("8D KC"), CasinoSettings(cards=Reading.BY_HAND))
    assert table.show("8S") == Say(Answer.CARDS_BY_HAND)
    assert table.touch(TapCard(Card("8S"))) == Make(Shown(RED, Card("8S")))


def test_a_house_that_makes_one_take_does_not_let_it_stay() -> None:
    house = HouseRules(must_take=Must.EQUAL)
    table = AtTable(lying("8D 8C", house=house))
    table.show("8S", "8C")
    assert table.show("QC") == Say(Answer.PLAY_FIRST, owner=RED)


def test_two_cards_at_once_are_never_one_gesture() -> None:
    assert not AtTable(lying("8D KC")).gestures.pairs([PIECES["card:8S"], PIECES["card:9S"]])


def test_what_was_lit_is_forgotten_when_the_table_has_changed() -> None:
    table = AtTable(lying("8D KC"))
    table.show("8S", "8D")
    assert lit(table) == set()
    # A power cut: the card waits, and what it may take is lit again.
    table.gestures = CasinoGestures(table)  # type: ignore[arg-type]
    assert lit(table) == {"8D"}


# --- counting by hand -----------------------------------------------------------------------------------------------


def test_piles_are_counted_by_hand_and_the_last_fills_itself() -> None:
    table = AtTable(lying("8D KC"))
    table.game = rules.apply(table.game, Lost())  # type: ignore[assignment]
    assert table.show("KC") == Say(Answer.NO_POINT_CARD)
    table.touch(CountSide("blue"))
    assert table.show("10D", "AS", "AH") == Note()
    assert table.touch(TellPile("blue", cards=30, spades=6, sweeps=1)) == Note()
    counted = table.gestures.counting
    assert counted is not None
    assert counted.missing().cards == counted.missing().spades == 0
    move = counted.move()
    assert (move.piles["red"].cards, move.piles["red"].spades, set(move.piles["red"].points)) == (22, 7, set(cards("2S AC AD")))
    then = rules.apply(table.game, move)
    assert rules.view(then).results[-1].scores == {"red": 4, "blue": 7}


def test_a_count_says_what_is_missing() -> None:
    assert AtTable(begun(RED, BLUE)).gestures.counting is None
    table = AtTable(begun(RED, BLUE), CasinoSettings(tell=Tell.PILES))
    for command in (TellPile("red", 30, 6), TellPile("blue", 21, 7), TogglePoint("red", Card("10D"))):
        table.touch(command)
    counted = table.gestures.counting
    assert counted is not None
    missing = counted.missing()
    assert (missing.cards, missing.spades, missing.points) == (1, 0, cards("2S AS AC AH AD"))
    with pytest.raises(MoveRefused, check=lambda refused: refused.reason is Refusal.NOT_52_CARDS):
        rules.apply(begun(RED, BLUE), counted.move())


def test_a_point_card_lies_in_one_pile() -> None:
    table = AtTable(begun(RED, BLUE), CasinoSettings(tell=Tell.PILES))
    for command in (TapCard(Card("AS")), CountSide("blue"), TapCard(Card("AS"))):
        table.touch(command)
    counted = table.gestures.counting
    assert counted is not None
    assert (counted.rows["red"].points, counted.rows["blue"].points) == ((), cards("AS"))
    table.touch(TapCard(Card("AS")))
    assert table.gestures.counting.rows["blue"].points == ()  # type: ignore[union-attr]
    assert isinstance(counted.move(), CountPiles)


# --- how much a table has to do -------------------------------------------------------------------------------------


def least_acts(table: AtTable, move: Trail | Take | Build, last: bool) -> None:
    """Makes a play of a record with the fewest cards and buttons. `last`: no card follows it in this deal."""
    table.show(move.card)
    if table.view.phase is not Phase.CHOOSE:
        return
    wanted = set(move.cards if isinstance(move, Take) else move.with_ if isinstance(move, Build) else ())
    if lit(table) != wanted and not isinstance(move, Trail):
        builds = {card: build.cards for build in table.game.builds for card in build.cards}

        def taps(change: set[Card]) -> list[Card]:
            return list({builds.get(card, (card,))[0] for card in change})

        toggles, anew = taps(lit(table) ^ wanted), taps(wanted)
        if len(anew) + 1 < len(toggles):
            table.touch(OtherCards())
            toggles = anew
        table.show(*toggles)
    on = choices.table(table.view)
    assert on is not None
    stands = choices.stands(on, table.choice)
    same = type(stands) is type(move) and (not isinstance(move, Take) or set(stands.cards) == set(move.cards))  # type: ignore[union-attr]
    if same and not last:
        # The next card settles it.
        return
    if isinstance(move, Trail):
        table.touch(LeaveIt())
    elif isinstance(move, Take):
        table.touch(TakeThese())
    else:
        table.touch(BuildThese())
        if table.view.phase is Phase.CHOOSE:
            table.touch(BuildAs(move.value))


@pytest.mark.parametrize("name", ["2-players-4", "2-players-6"])
def test_a_play_takes_few_acts(name: str) -> None:
    with (SEEDS / "games" / f"{name}.jsonl").open("rb") as lines:
        recorded = replay(lines)
    plays = [move for move in recorded.moves if isinstance(move, Trail | Take | Build)]
    told = [move for move in recorded.moves if isinstance(move, RecordMove)]
    table = AtTable(begun(*recorded.position.party.colours, dealer=recorded.header.dealer, house=recorded.position.party.house))
    made, laid = 0, 0
    for move in told:
        if isinstance(move, Lay):
            if table.view.phase is Phase.COUNT:
                table.game = rules.apply(table.game, Counted())  # type: ignore[assignment]
            table.show(move.card)
            laid += 1
        else:
            assert isinstance(move, Trail | Take | Build)
            made += 1
            least_acts(table, move, last=made % 8 == 0)
    told_again = [move for move in table.made if isinstance(move, Trail | Take | Build)]
    assert len(told_again) == len(plays)
    for one, other in zip(told_again, plays, strict=True):
        assert (type(one), one.by, one.card) == (type(other), other.by, other.card)
        assert set(getattr(one, "cards", getattr(one, "with_", ()))) == set(getattr(other, "cards", getattr(other, "with_", ())))
    assert table.game.scores == recorded.position.scores
    assert (table.acts - laid) / len(plays) <= 1.35
