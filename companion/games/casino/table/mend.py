"""A correction carried out: what stands in the place of an act, and the whole game folded anew behind it.

An `Amended` of Casino puts its `move`, and the moves of its `told` behind it, in the place of the act. So `told` is empty where the act was another
one, and is the act itself where a play is missing before it or where it was another player's.
"""

from __future__ import annotations

import msgspec

from companion.game import AmendRefused, MoveRefused
from companion.games.casino.rules.moves import Agree, AnyMove, Begin, Build, Correct, CountPiles, FalseBuild, Join, Lay, Rename, Take, Trail, Turn
from companion.games.casino.rules.position import apply, new
from companion.games.casino.rules.refusal import Refusal
from companion.games.casino.table.corrections import Proposal, fold
from companion.table.journal.acts import Amended
from companion.table.session.branch import BY_A_CORRECTION, Branch
from companion.table.snapshot import Answer

PLAYS = (Trail, Take, Build)
BEFORE_A_PLAY = (*PLAYS, Turn)
AMENDABLE = (Join, Rename, Agree, Begin, Lay, *PLAYS, FalseBuild, Turn, CountPiles, Correct)
"""What can be set right in its place; the rest is taken back."""


class Mended(msgspec.Struct, frozen=True):
    """What a correction comes to. `places`: where the moves of the correction stand now."""

    branch: Branch
    places: tuple[int, ...]


def mend(branch: Branch, act: Amended[AnyMove], origin: int) -> Mended:
    """Folds the game anew; `branch` stays as it is. Raises AmendRefused, with the later act that would not fit any more."""
    moves, place = branch.moves, act.place
    if not 0 <= place < len(moves) or not _of_its_kind(moves[place], act):
        raise AmendRefused(MoveRefused(Answer.OTHER_ACT))
    instead = (act.move, *act.told)
    origins = [*branch.origins[:place], *[origin] * len(instead), *branch.origins[place + 1 :]]
    told = fold([*moves[:place], *instead, *moves[place + 1 :]])
    if told.unfit:
        raise _refused(told, range(place, place + len(instead)))
    new_ = Branch(branch.rules)
    for move, came in zip(told.moves, told.origins, strict=True):
        new_.make(move, BY_A_CORRECTION if came < 0 else origins[came])
    return Mended(new_, tuple([at for at, came in enumerate(told.origins) if place <= came < place + len(instead)]))


def _of_its_kind(was: AnyMove, act: Amended[AnyMove]) -> bool:
    """Any play may have been any other one. Before a play another one may be missing, or it was somebody else's."""
    if act.told:
        return act.told == (was,) and isinstance(was, (*PLAYS, FalseBuild)) and isinstance(act.move, BEFORE_A_PLAY)
    if isinstance(was, PLAYS):
        return isinstance(act.move, PLAYS)
    return type(was) is type(act.move) and isinstance(was, AMENDABLE)


def _refused(told: Proposal, own: range) -> AmendRefused:
    """The first move that does not fit, as the rules refuse it."""
    unfit = told.unfit[0]
    position = new()
    try:
        for move in told.moves[: unfit.place + 1]:
            position = apply(position, move)
    except MoveRefused as refused:
        return AmendRefused(refused, None if told.origins[unfit.place] in own else unfit.move)
    return AmendRefused(MoveRefused(Refusal.WRONG_PHASE), unfit.move)
