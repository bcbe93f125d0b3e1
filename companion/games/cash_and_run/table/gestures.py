"""What pieces and fingers mean at a real table of Cash & Run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.game import Desk, Make, Piece, Read, Reply, Wait
from companion.games.cash_and_run.rules.moves import Gathered, Join, Rename
from companion.games.cash_and_run.rules.pieces import CasinoCard, PlayingCard
from companion.games.cash_and_run.rules.view import View
from companion.games.cash_and_run.table import buttons, draw
from companion.games.cash_and_run.table.copy import Copy, bank_left
from companion.games.cash_and_run.table.half import Halves
from companion.games.cash_and_run.table.replies import NOTHING, Pending
from companion.games.kit import seats

LOOKED_S = 4.0
"""For so many seconds it is told whose a casino card is that was shown where it means nothing."""


class CashAndRunGestures:
    """See `companion.game.Gestures`. Half a gesture never lapses, for what it stands for lies on the table; only what is looked at does."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.deadline: float | None = None
        self._halves = Halves(desk.random, before=lambda: draw.before(desk.timeline))

    @property
    def _copy(self) -> Copy:
        copy = self._desk.copy
        return copy if isinstance(copy, Copy) else Copy()

    @property
    def _view(self) -> View:
        view: View = self._desk.view
        return view

    @property
    def pending(self) -> Pending | None:
        return None if self._halves.pending == NOTHING else self._halves.pending

    @property
    def waiting(self) -> None:
        """Nothing that is shown runs out."""

    def clear(self) -> None:
        self._halves.clear()
        self.deadline = None

    def expire(self, now: float) -> Reply | None:
        if self.deadline is not None and now >= self.deadline:
            self.clear()
        return None

    # --- pieces -------------------------------------------------------------------------------------------------

    def pairs(self, pieces: Sequence[Piece]) -> bool:
        return self._halves.pairs([piece for piece in pieces if isinstance(piece, CasinoCard | PlayingCard)])

    def rests(self, read: Read) -> tuple[bool, Reply | None]:
        return False, None

    def read(self, read: tuple[Read, ...]) -> Reply | None:
        self._halves.know(self._copy)
        reply: Reply | None = None
        before = self._halves.pending
        for one in read:
            if isinstance(one.piece, CasinoCard | PlayingCard):
                reply = self._halves.seen(self._view, one.piece)
                if not isinstance(reply, Wait) and len(read) > 1 and self._halves.pending == before:
                    # All of what is read together acts, or none of it.
                    break
        return self._looked(reply)

    def too_many(self, pieces: Sequence[Piece | None]) -> bool:
        return len(pieces) > 1 and not self.pairs([piece for piece in pieces if piece is not None])

    def spot_of(self, piece: Piece) -> int | None:
        return None

    def touched(self, spot: int) -> Reply | None:
        return None

    # --- fingers ------------------------------------------------------------------------------------------------

    def commanded(self, command: Any) -> Reply | None:
        self._halves.know(self._copy)
        return self._looked(self._halves.commanded(self._view, command))

    def _looked(self, reply: Reply | None) -> Reply | None:
        self.deadline = self._desk.now() + LOOKED_S if self._halves.pending.looked is not None else None
        return reply

    @property
    def draft(self) -> None:
        return None

    def confirmed(self) -> Reply | None:
        lit = buttons.lit(self._view, self._halves.pending)
        return None if lit is None else self._halves.press(self._view, lit)

    def prepared(self, move: Any) -> Any:
        """Nobody is called like somebody else at the table. Once all have joined, what was taught of the copy holds for the game."""
        if isinstance(move, Gathered):
            return self._gathered(move)
        if not isinstance(move, Join | Rename):
            return move
        return seats.told_apart(move, {player.colour: player.name for player in self._view.players})

    def _gathered(self, move: Gathered) -> Gathered:
        if move.casinos or move.board or move.chips:
            return move
        copy, players = self._copy, len(self._view.players)
        use = copy.use()
        chips = tuple([chip.value for chip in copy.chips])
        return Gathered(use.casinos, use.board, bank_left(copy, self._view.options.start, players), chips)

    def made(self, reply: Make, place: int) -> None:
        """Nothing hangs on it."""

    def asks(self, *, again: bool = False) -> Reply | None:
        return None
