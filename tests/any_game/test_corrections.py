"""An earlier act is corrected, whatever the game does about it: by its own corrections, or by the default of the house."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.game import AmendRefused
from companion.games import SHELF
from companion.games.kit.colours import Colour
from companion.table import commands
from companion.table.journal.acts import Amended
from companion.table.session import refold
from companion.table.session.branch import Branch
from companion.table.snapshot import Answer, Step
from tests.any_game.conftest import TOY
from tests.any_game.evening import Evening

HALF = 0.6
"""So much of a game is played before it is corrected."""


def begun(evening: Evening, part: float = HALF, seed: int = 7) -> list[Any]:
    """Plays the first part of a game. Returns the moves that stand: what nobody has seen of rounds before is lost."""
    evening.new()
    moves = list(evening.game(seed))
    moves = moves[: int(len(moves) * part)]
    evening.play(moves)
    return list(evening.timeline.moves)


def acts(evening: Evening) -> list[Step]:
    """Every act that can be corrected, as the screen lists them round by round."""
    found: list[Step] = []
    for round_ in range(evening.view.round + 1):
        evening.touch(commands.ShowActs(round_))
        assert evening.shown.acts is not None
        found += evening.shown.acts
    evening.touch(commands.CloseActs())
    return found


def test_every_act_that_is_listed_can_be_looked_at_and_left_as_it_was(evening: Evening) -> None:
    moves = begun(evening)
    listed = acts(evening)
    assert {step.do for step in listed}
    before = evening.view
    for step in listed:
        assert step.place is not None
        assert step.do == moves[step.place].__struct_config__.tag
        evening.touch(commands.ProposeAmend(step.place))
        assert evening.shown.change is not None, (step, evening.answer)
        assert evening.shown.change.act.place == step.place
        evening.touch(commands.Cancel())
        assert (evening.shown.change, evening.view) == (None, before)
    assert evening.timeline.moves == moves


def test_a_correction_is_an_act_that_is_undone_and_redone_as_a_whole(evening: Evening) -> None:
    """Each listed act that names somebody is told anew as it was: nothing changes by it but the journal."""
    moves = begun(evening)
    before = evening.view
    for step in acts(evening)[::5]:
        assert step.place is not None
        acts_before = len(evening.timeline.rounds)
        evening.touch(commands.ProposeAmend(step.place, moves[step.place]))
        evening.touch(commands.Amend())
        assert len(evening.timeline.rounds) == acts_before + 1, (step, evening.answer)
        assert evening.shown.change is None
        assert evening.view == before
        assert evening.shown.undo is not None
        assert evening.shown.undo.do == "amend"
        evening.touch(commands.Undo(sure=True))
        evening.touch(commands.Redo())
        assert evening.view == before
        evening.touch(commands.Undo(sure=True))


def test_a_corrected_game_is_the_same_after_a_restart(evening: Evening) -> None:
    """A name that was heard wrong, by whichever act the game has for it."""
    moves = begun(evening)
    place = next(place for place, move in enumerate(moves) if hasattr(move, "name"))
    evening.touch(commands.ProposeAmend(place, replace(moves[place], name="Zoë")))
    evening.touch(commands.Amend())
    assert "Zoë" in [player.name for player in evening.view.players]
    after = evening.view
    evening.restart()
    assert evening.view == after
    evening.touch(commands.Undo(sure=True))
    assert "Zoë" not in [player.name for player in evening.view.players]
    evening.touch(commands.Redo())
    assert evening.view == after


# --- the default of the house, by the toy, which has none of its own -------------------------------------------------


@pytest.fixture
def toy(tmp_path: Any) -> Any:
    """The toy after its first round: blue, who is odd, has laid a one, red a two; blue takes three points."""
    from tiny_game.rules.moves import Draw, Face, Join, Lay, Open

    made = Evening(tmp_path / "data", SHELF[TOY])
    made.new()
    moves = [
        Join(Colour.BLUE, "Ada"), Join(Colour.RED, "Bo"), Draw(Colour.BLUE), Lay(Colour.BLUE, Face.ONE), Lay(Colour.RED, Face.TWO), Open(),
    ]  # fmt: skip
    made.play(moves)
    yield made
    made.journal.close()


def scores(evening: Evening) -> list[int]:
    return [player.score for player in evening.view.players]


def test_what_an_act_should_have_been_is_told_as_it_was_told_then(toy: Evening) -> None:
    """The very piece is shown, and the rounds since are counted anew: two and two are even, so red takes four."""
    assert scores(toy) == [3, 0]
    game = toy.shown.game
    assert game is not None
    toy.touch(commands.ProposeAmend(3))
    toy.show("blue two")
    # It might be a card that lies face down, whatever the screen was told; what would change would tell it.
    assert toy.answer is Answer.NO_PIECE_NOW
    assert toy.shown.change.scores == ()
    for command in (commands.GoHome(), commands.BackInHand(), commands.OpenGame(game), commands.ProposeAmend(3)):
        toy.touch(command)
    toy.show("blue two")
    change = toy.shown.change
    assert change.scores == ((Colour.BLUE, 3, 0), (Colour.RED, 0, 4))
    assert (change.act.do, change.act.by, change.act.kind) == ("lay", Colour.BLUE, "one")
    assert scores(toy) == [3, 0]
    toy.touch(commands.Amend())
    assert scores(toy) == [0, 4]
    toy.touch(commands.Undo(sure=True))
    assert scores(toy) == [3, 0]


def test_a_card_that_was_laid_for_the_other_one_is_told_by_its_place(toy: Evening) -> None:
    """The lot fell otherwise: a command of the game's own and a whole move both tell it."""
    from tiny_game.rules.moves import Draw

    toy.touch(commands.ProposeAmend(2))
    toy.touch(commands.Do(Draw(Colour.RED)))
    assert toy.shown.change.scores == ((Colour.BLUE, 3, 0), (Colour.RED, 0, 3))
    toy.touch(commands.Cancel())
    assert (toy.shown.change, scores(toy)) == (None, [3, 0])


def test_what_is_shown_that_is_no_act_of_that_kind_changes_nothing(toy: Evening) -> None:
    from tiny_game.rules.moves import Open

    toy.touch(commands.ProposeAmend(3))
    before = toy.shown.change
    for tell in (lambda: toy.show("blue stone"), lambda: toy.touch(commands.Do(Open()))):
        tell()
        assert toy.answer is Answer.CORRECTING
        assert toy.shown.change == before


def test_what_no_longer_fits_refuses_the_whole_correction(toy: Evening) -> None:
    """Red's card laid by blue: then blue has laid two. Told is the later act that does not fit any more."""
    from tiny_game.rules.moves import Face, Lay
    from tiny_game.rules.position import Refusal

    toy.touch(commands.ProposeAmend(3, Lay(Colour.RED, Face.ONE)))
    assert toy.answer is Refusal.LAID
    assert toy.shown.notice is not None
    assert toy.shown.notice.act == Step("lay", Colour.RED)
    assert (toy.shown.change, scores(toy)) == (None, [3, 0])


def test_an_act_is_replaced_by_another_of_its_kind_only(toy: Evening) -> None:
    from tiny_game.rules.moves import Draw

    for place in (3, 17, -1):
        toy.touch(commands.ProposeAmend(place, Draw(Colour.RED)))
        assert toy.answer is Answer.OTHER_ACT
        assert toy.shown.change is None
    branch: Branch = toy.timeline.branch
    with pytest.raises(AmendRefused):
        refold.mend(branch, Amended(3, Draw(Colour.RED)), 6)


def test_what_is_secret_in_an_act_can_stay_as_it_was_recorded(toy: Evening) -> None:
    """With `keep` nobody has to tell a card to correct what else the act says."""
    from tiny_game.rules.moves import Lay

    toy.touch(commands.ProposeAmend(3, Lay(Colour.BLUE), keep=True))
    assert toy.shown.change.scores == ()
    toy.touch(commands.Amend())
    assert scores(toy) == [3, 0]


def test_an_undo_behind_what_was_turned_over_says_what_closes(toy: Evening) -> None:
    step = toy.shown.undo
    assert step is not None
    assert (step.do, step.sure) == ("open", True)
    assert step.behind is not None
    assert (step.behind.round, step.behind.cards, step.behind.money) == (1, 2, {})
    toy.touch(commands.Undo(sure=True))
    assert toy.shown.undo is not None
    assert (toy.shown.undo.do, toy.shown.undo.by, toy.shown.undo.sure) == ("lay", Colour.RED, False)
