"""The end of a game: what was undone stays undone, and no copy knows more than the journal."""

from __future__ import annotations

from companion.games.vabanque.rules.moves import Confirm, Paid, PlaceToken, Seated
from companion.games.vabanque.rules.view import Phase
from companion.table.commands import Amend, OpenGame, ProposeAmend, Redo, Undo
from companion.table.journal import copies
from companion.table.journal.opening import FILE
from tests.table.evening import Evening


def taken_back_behind_the_reveal(evening: Evening) -> int:
    """A whole game; in its second round a payout is taken back, and the pawns then go past the cards that had been turned over."""
    game = evening.sit_down()
    for number in range(4):
        evening.tokens()
        evening.cards(table=1)
        evening.pawns()
        evening.do(Confirm())
        if number == 1:
            due = evening.view.results[-1].earned
            evening.do(Paid(next(colour for colour in evening.view.order if due[colour])))
            while evening.view.phase is not Phase.PAWNS or evening.view.to_act is not evening.view.order[0]:
                evening.post(Undo(sure=True))
            evening.pawns(1)
            evening.do(Confirm())
        evening.pay()
        if evening.view.phase is Phase.ORDER:
            evening.do(Seated())
    assert evening.view.phase is Phase.FINISHED
    return game


def test_a_game_whose_payout_was_taken_back_can_be_opened_after_its_end(evening: Evening) -> None:
    game = taken_back_behind_the_reveal(evening)
    assert evening.answer is None
    final = evening.view
    evening.restart()
    evening.post(OpenGame(game))
    assert evening.view == final
    assert evening.shown.games == ()


def test_what_was_undone_before_the_end_is_still_undone_after_it_and_a_correction_can_be_made_again(evening: Evening) -> None:
    game = taken_back_behind_the_reveal(evening)
    final = evening.view
    first = next(place for place, move in enumerate(evening.session.timeline.moves) if isinstance(move, PlaceToken))
    evening.post(ProposeAmend(first))
    evening.touch(9)
    evening.post(Amend())
    amended = evening.view
    assert amended != final
    evening.post(Undo(sure=True))
    assert evening.view == final
    evening.restart()
    evening.post(OpenGame(game))
    assert evening.view == final
    evening.post(Redo())
    assert (evening.answer, evening.view) == (None, amended)


def test_a_copy_of_any_round_opens_without_what_nobody_saw(evening: Evening) -> None:
    """A copy knows the rounds up to its own; the keys that it would need are gone, and its game goes on all the same."""
    taken_back_behind_the_reveal(evening)
    found = copies.all_copies(evening.folder)
    assert len(found) == copies.KEPT
    for number, copy in enumerate(found):
        home = evening.folder / f"from-copy-{number}"
        home.mkdir(0o700)
        copies.restore(copy, home / FILE)
        again = Evening(home)
        if again.shown.games:
            again.post(OpenGame(again.shown.games[0].game))
            assert again.view.round == 5 - number
            while again.view.phase is not Phase.FINISHED:
                again.round(table=1)
        again.journal.close()
