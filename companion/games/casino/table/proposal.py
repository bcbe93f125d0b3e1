"""A correction that is being looked at: the act as it was, what it is to be, and the table before it, for everybody to see."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.game import AmendRefused, Desk, MoveRefused, Read, Reply, Say
from companion.games.casino.rules.cards import Card
from companion.games.casino.rules.moves import AnyMove, Build, Lay, Take, Trail, Turn
from companion.games.casino.rules.pieces import PlayingCard
from companion.games.casino.rules.view import View, view
from companion.games.casino.table.commands import MissingPlay, PlayedBy, TapCard
from companion.games.casino.table.mend import AMENDABLE, mend
from companion.games.casino.table.steps import cards_of, placed, step_of
from companion.games.kit.colours import Colour
from companion.table import snapshot
from companion.table.journal.acts import Amended
from companion.table.session.branch import Branch
from companion.table.snapshot import Answer, Step


class Change(snapshot.Change, frozen=True):
    """What a correction would change. `now`: the act in its place, with its cards. `before`: what everybody saw when it was made.

    `missing`: `now` is put before the act, which stays. `player`: from there on it is this player's turn. `scores`: (who, before, after).
    `winners`: of a game that is over, None where they stay.
    """

    now: Step | None = None
    before: View | None = None
    missing: bool = False
    player: Colour | None = None
    scores: tuple[tuple[Colour, int, int], ...] = ()
    winners: tuple[Colour, ...] | None = None


class CasinoProposal:
    """See `companion.game.Proposal`. A card that is shown is the one that was played; everything else a finger tells."""

    asks = False
    pending = None

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._looks = 0
        self.drop()

    def drop(self) -> None:
        self.act: Amended[Any] | None = None
        self.change: Change | None = None

    @property
    def _branch(self) -> Branch:
        branch: Branch = self._desk.timeline.branch
        return branch

    def propose(self, place: int, move: Any, keep: bool) -> None:
        """Begins with the act at `place`, as it was or as `move`. Raises AmendRefused."""
        moves = self._branch.moves
        if not 0 <= place < len(moves) or not isinstance(moves[place], AMENDABLE):
            raise AmendRefused(MoveRefused(Answer.OTHER_ACT))
        self._look(Amended(place, moves[place] if move is None else move))

    def read(self, read: tuple[Read, ...]) -> Reply | None:
        piece = read[0].piece
        assert isinstance(piece, PlayingCard)
        return self._card(piece.card)

    def touched(self, spot: int) -> Reply | None:
        return Say(Answer.CORRECTING)

    def takes(self, command: Any) -> bool:
        return self.act is not None or isinstance(command, MissingPlay | PlayedBy)

    def commanded(self, command: Any) -> Reply | None:
        match command:
            case TapCard(card=card):
                return self._card(card)
            case MissingPlay(place=place, card=card):
                self._beside(place, lambda by: Trail(by, card))
            case PlayedBy(place=place, player=player):
                self._beside(place, lambda by: Turn(player))
            case _:
                return Say(Answer.CORRECTING)
        return None

    def answer(self, move: Any) -> Reply | None:
        """The act is to be this one."""
        assert self.act is not None
        self._look(Amended(self.act.place, move, self.act.told))
        return None

    def _card(self, card: Card) -> Reply | None:
        assert self.act is not None
        if not isinstance(self.act.move, Lay | Trail | Take | Build):
            return Say(Answer.CORRECTING)
        return self.answer(replace(self.act.move, card=card))

    def _beside(self, place: int, before: Any) -> None:
        """`before` makes the move that stands before the play at `place`, of whose it was."""
        moves = self._branch.moves
        if not 0 <= place < len(moves):
            raise AmendRefused(MoveRefused(Answer.OTHER_ACT))
        was = moves[place]
        self._look(Amended(place, before(getattr(was, "by", Colour.RED)), (was,)))

    def _look(self, act: Amended[Any]) -> None:
        desk, branch = self._desk, self._branch
        mended = mend(branch, act, len(desk.timeline.rounds))
        self.act = act
        self._looks += 1
        was, now = (view(each.position, desk.settings) for each in (branch, mended.branch))
        had = {player.colour: player.score for player in was.players}
        winners = None if now.outcome is None else now.outcome.winners
        first = mended.places[0] if mended.places else None
        made: AnyMove = act.move if first is None else mended.branch.moves[first]
        self.change = Change(
            placed(branch, act.place, opened=True),
            step_of(act.move).do,
            serial=self._looks,
            now=replace(step_of(made), kind=cards_of(made) or None),
            before=view(branch.positions[act.place], desk.settings),
            missing=bool(act.told) and not isinstance(act.move, Turn),
            player=act.move.by if isinstance(act.move, Turn) else None,
            scores=tuple([(p.colour, had[p.colour], p.score) for p in now.players if p.colour in had and had[p.colour] != p.score]),
            winners=winners if was.outcome is None or winners != was.outcome.winners else None,
        )
