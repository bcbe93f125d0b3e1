"""What stones, cards and fingers mean. One piece is one gesture here: nothing waits for another half."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.game import Desk, Make, Note, Piece, Read, Reply, Say
from companion.games.kit.colours import Colour
from companion.games.kit.names import numbered
from companion.table.snapshot import Answer
from tiny_game.rules.moves import Draw, Join, Lay, Turn
from tiny_game.rules.pieces import Card
from tiny_game.rules.position import Phase
from tiny_game.rules.view import View

NAMES = {Colour.BLUE: "Ada", Colour.RED: "Bo"}
"""What whoever shows a stone is called until another name is typed."""


class DrawLots(msgspec.Struct, frozen=True):
    """Somebody asks for the lot of this round."""


class TinyGestures:
    """See `companion.game.Gestures`."""

    pending = None
    draft = None
    deadline = None
    waiting = None

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @property
    def _view(self) -> View:
        view: View = self._desk.view
        return view

    def clear(self) -> None:
        """Nothing waits."""

    def expire(self, now: float) -> Reply | None:
        return None

    def pairs(self, pieces: Sequence[Piece]) -> bool:
        return False

    def too_many(self, pieces: Sequence[Piece | None]) -> bool:
        """Several cards at once are no gesture: which was meant?"""
        return True

    def rests(self, read: Read) -> tuple[bool, Reply | None]:
        """The board has no readers of its own."""
        return False, None

    def confirmed(self) -> Reply | None:
        return None

    def asks(self, *, again: bool = False) -> Reply | None:
        return None

    def spot_of(self, piece: Piece) -> int | None:
        return None

    def read(self, read: tuple[Read, ...]) -> Reply | None:
        piece, uid = read[0].piece, read[0].uid
        view, owner = self._view, piece.owner
        assert owner is not None
        if view.phase is Phase.JOIN:
            return Say(Answer.NO_PIECE_NOW, owner=owner) if isinstance(piece, Card) else Make(Join(owner, NAMES[owner]))
        if not isinstance(piece, Card):
            # A stone that is shown is a nod.
            return Note()
        if view.phase is Phase.LAY:
            return Make(Lay(owner, piece.face), uid)
        if view.phase is Phase.OPEN and owner in view.untold:
            return Make(Turn(owner, piece.face), uid)
        return Say(Answer.NO_PIECE_NOW, owner=owner)

    def touched(self, spot: int) -> Reply | None:
        """The places are the players' chairs, from 1: a card lies there that no reader has read."""
        view = self._view
        if view.phase is not Phase.LAY or not 1 <= spot <= len(view.players):
            return Say(Answer.NO_SPOT_NOW)
        return Make(Lay(view.players[spot - 1].colour))

    def commanded(self, command: Any) -> Reply | None:
        """Chance is the operating system's; the lot is written down before anybody sees it."""
        players = self._view.players
        return Make(Draw(self._desk.random.choice([player.colour for player in players]))) if players else Say(Answer.NOTHING_TO_CONFIRM)

    def prepared(self, move: Any) -> Any:
        """Nobody is called like the other one."""
        if isinstance(move, Join):
            return Join(move.colour, numbered(move.name, [player.name for player in self._view.players]))
        return move

    def made(self, reply: Make, place: int) -> None:
        """Nothing is remembered."""
