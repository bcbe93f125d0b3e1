"""Corrections for any game: the act is replaced, the game is folded again, and what no longer fits refuses the whole correction.

A game that has nothing to add takes `CORRECTIONS` as they are. What an act should have been is told as it was told then: a proposal makes the
game's own gestures anew at the place where the act stands, and has them read the pieces that are shown now.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.game import AmendRefused, Corrections, Desk, Gestures, Make, Move, MoveRefused, Note, Piece, Read, Reply, Say, spot_of
from companion.games.kit.colours import Colour
from companion.games.kit.secret import Secrets
from companion.table import snapshot
from companion.table.journal.acts import Act, Amended, Undone
from companion.table.session.branch import Branch
from companion.table.session.timeline import Timeline
from companion.table.snapshot import Answer, Behind, Step


class Change(snapshot.Change, frozen=True):
    """What a correction would change. `scores`: (who, before, after) of whoever's changes; `winners`: of a game that is over, None if they stay."""

    scores: tuple[tuple[Colour, int, int], ...] = ()
    winners: tuple[Colour, ...] | None = None


class Mended(msgspec.Struct, frozen=True):
    """What a correction comes to: the moves as they are then."""

    branch: Branch


def mend(branch: Branch, act: Amended[Any], origin: int) -> Mended:
    """Folds the game anew with one act replaced by another of its kind. `origin`: the place of the correction in the journal.

    Raises AmendRefused, with the later act that would not fit any more, and None for it where the correction itself does not.
    """
    if not 0 <= act.place < len(branch.moves) or type(branch.moves[act.place]) is not type(act.move) or act.told:
        raise AmendRefused(MoveRefused(Answer.OTHER_ACT))
    new = Branch(branch.rules)
    for place, (move, made) in enumerate(zip(branch.moves, branch.origins, strict=True)):
        amended = place == act.place
        try:
            new.make(act.move if amended else move, origin if amended else made)
        except MoveRefused as refused:
            raise AmendRefused(refused, None if amended else move) from None
    return Mended(new)


# --- acts in public words -----------------------------------------------------------------------------------------------


def step(act: Act) -> Step:
    """An act in public words: its name on file, who, where. What is secret in it has no field to be in."""
    of = act.move if isinstance(act, Amended) else act
    who = next((value for name in ("by", "colour", "to") if (value := getattr(of, name, None)) is not None), None)
    return Step(_do(act), who, spot_of(of))


def acts_of(branch: Branch, round_: int, settings: Any) -> Iterator[Step]:
    """The acts of a round, 0 for the set-up, that can be another one of their kind: those that say something."""
    for place, move in enumerate(branch.moves):
        if move.__struct_fields__ and branch.round_of(place) == round_:
            yield placed(branch, place)


def placed(branch: Branch, place: int) -> Step:
    """The act at this place, with what it recorded and everybody has seen."""
    move = branch.moves[place]
    secrets = branch.rules.secrets.get(_do(move), {})
    seen = place in branch.rules.seen(branch.moves, branch.positions, True)
    kind = next((getattr(move, name) for name in secrets), None) if seen else None
    name = getattr(move, "name", "")
    amount = getattr(move, "amount", 0)
    return replace(step(move), place=place, kind=kind, name=name if isinstance(name, str) else "", amount=amount if type(amount) is int else 0)


def undo_step(timeline: Timeline) -> Step | None:
    """The act that an undo takes back. It has to be confirmed where a round ends by it, or where somebody's secret was turned over."""
    act = timeline.last
    if act is None:
        return None
    before = timeline.ahead(Undone())
    rules = timeline.game.rules
    turned = _turned(timeline.branch) - _turned(before.branch)
    if not turned and not (isinstance(act, Move) and not isinstance(act, Amended) and rules.ends_round(act)):
        return step(act)
    now, then = (rules.view(each.position, rules.settings()) for each in (timeline, before))
    had = {player.colour: player.score for player in then.players}
    money = {player.colour: had[player.colour] - player.score for player in now.players if player.colour in had} if timeline.game.score.money else {}
    behind = Behind(then.round, cards=len(turned), money={colour: amount for colour, amount in money.items() if amount})
    return replace(step(act), sure=True, behind=behind)


def _turned(branch: Branch) -> set[int]:
    """The acts whose secrets everybody has seen."""
    return branch.seen(whole=False) | branch.seen(whole=True)


def _do(move: Act) -> str:
    do = move.__struct_config__.tag
    assert isinstance(do, str)
    return do


# --- proposals ------------------------------------------------------------------------------------------------------------


class RefoldProposal:
    """See `companion.game.Proposal`. Nothing is ever asked: what is secret in an act is told by its own piece, or stays as it was."""

    asks = False

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._looks = 0
        self.drop()

    def drop(self) -> None:
        """Lets go of it."""
        self.act: Amended[Any] | None = None
        self.change: Change | None = None
        self._gestures: Gestures | None = None

    @property
    def pending(self) -> Any:
        return None if self._gestures is None else self._gestures.pending

    @property
    def _branch(self) -> Branch:
        branch: Branch = self._desk.timeline.branch
        return branch

    def propose(self, place: int, move: Any, keep: bool) -> None:
        """Begins with the act at `place` as it was, or with `move`; with `keep` what is secret in it stays as recorded. Raises AmendRefused."""
        branch = self._branch
        if not 0 <= place < len(branch.moves):
            raise AmendRefused(MoveRefused(Answer.OTHER_ACT))
        recorded = branch.moves[place]
        if move is None:
            move = recorded
        elif keep and type(move) is type(recorded):
            move = replace(move, **{name: getattr(recorded, name) for name in self._secrets.get(_do(move), {})})
        self._look(Amended(place, move))
        self._gestures = self._desk.timeline.game.table.gestures(_Then(self._desk, place))

    @property
    def _secrets(self) -> Secrets:
        secrets: Secrets = self._branch.rules.secrets
        return secrets

    def read(self, read: tuple[Read, ...]) -> Reply | None:
        """What would change tells the face of what is read. So while something may lie face down, no piece that could be it tells anything:
        such an act is told by a finger then, or when somebody has said that all are back in hand."""
        assert self._gestures is not None
        if any(each.piece.secret for each in read) and self._desk.covered():
            return Say(Answer.NO_PIECE_NOW)
        return self._answered(self._gestures.read(read))

    def touched(self, spot: int) -> Reply | None:
        assert self._gestures is not None
        return self._answered(self._gestures.touched(spot))

    def takes(self, command: Any) -> bool:
        """While a correction is looked at, a command of the game's own says what the act should have been."""
        return self.act is not None

    def commanded(self, command: Any) -> Reply | None:
        assert self._gestures is not None
        return self._answered(self._gestures.commanded(command))

    def answer(self, move: Any) -> Reply | None:
        """A move that a finger has made whole is what the act should have been."""
        return self._answered(Make(move))

    def _answered(self, reply: Reply | None) -> Reply | None:
        if not isinstance(reply, Make):
            return reply if not isinstance(reply, Note) else Say(Answer.CORRECTING)
        assert self.act is not None
        assert self._gestures is not None
        if type(reply.move) is not type(self._branch.moves[self.act.place]):
            return Say(Answer.CORRECTING)
        self._look(Amended(self.act.place, self._gestures.prepared(reply.move)))
        self._gestures.clear()
        return None

    def _look(self, act: Amended[Any]) -> None:
        timeline: Timeline = self._desk.timeline
        mended = mend(self._branch, act, len(timeline.rounds))
        rules = timeline.game.rules
        self.act = act
        self._looks += 1
        was, now = (rules.view(branch.position, self._desk.settings) for branch in (self._branch, mended.branch))
        had = {player.colour: player.score for player in was.players}
        winners = None if now.outcome is None else tuple(now.outcome.winners)
        self.change = Change(
            placed(self._branch, act.place),
            _do(act.move),
            spot_of(act.move),
            self._looks,
            scores=tuple([(p.colour, had[p.colour], p.score) for p in now.players if p.colour in had and had[p.colour] != p.score]),
            winners=winners if was.outcome is None or winners != tuple(was.outcome.winners) else None,
        )


class _Then:
    """The desk as it was before the act at `place`: gestures that are made at it tell what the act should have been."""

    def __init__(self, desk: Desk, place: int) -> None:
        self._desk = desk
        game, moves = desk.timeline.game, desk.timeline.moves
        self.timeline = Timeline(game, moves[:place])
        self.settings = desk.settings
        self.view = game.rules.view(self.timeline.position, desk.settings)

    @property
    def patience(self) -> float:
        return self._desk.patience

    @property
    def random(self) -> random.Random:
        return self._desk.random

    def now(self) -> float:
        return self._desk.now()

    def piece(self, uid: bytes) -> Piece | None:
        return self._desk.piece(uid)

    def lying(self) -> Iterator[tuple[bytes, int]]:
        """What lies on the board now says nothing of then."""
        return iter(())

    def covered(self) -> bool:
        return self._desk.covered()


CORRECTIONS = Corrections(mend=mend, proposal=RefoldProposal, acts_of=acts_of, step=step, undo_step=undo_step)
"""The default."""
