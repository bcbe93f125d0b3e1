"""Taps and tags in sequence, with the public view, become a move of Cash & Run, a question or an answer.

Pure: nothing here knows the time. Half a gesture never lapses by itself, for what it stands for lies on the table; it is given up when the
table does something else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from companion.game import Reply, Say
from companion.games.cash_and_run.rules.moves import AnyMove, Doubt
from companion.games.cash_and_run.rules.pieces import CasinoCard, Piece
from companion.games.cash_and_run.rules.state import Phase
from companion.games.cash_and_run.rules.view import View
from companion.games.cash_and_run.table import buttons, casinos, felt, results, throws
from companion.games.cash_and_run.table.commands import (
    Act,
    AnyCommand,
    Tap,
    TapAllIn,
    TapCasino,
    TapChip,
    TapDice,
    TapField,
    TapLap,
    TapLook,
    TapName,
    TapNone,
    TapPlayer,
    TapResult,
    TapSet,
    TapShown,
    TapSquare,
)
from companion.games.cash_and_run.table.copy import Copy
from companion.games.cash_and_run.table.draw import Chance
from companion.games.cash_and_run.table.replies import NOTHING, Answer, Step, made
from companion.games.kit.colours import Colour

USUAL = 100_000
"""The chip with which each bet begins, where there is one of it."""


def usual_chip(chips: Sequence[int]) -> int:
    """The chip with which a bet begins."""
    return USUAL if USUAL in chips else chips[0]


class Halves:
    """Remembers half a gesture. `known`: which casino a card is, by its number; what was not taught is not in it. `before`: see `draw.before`."""

    def __init__(self, chance: Chance, known: Mapping[int, str] | None = None, before: Callable[[], Sequence[AnyMove]] = lambda: ()) -> None:
        self._chance, self._before = chance, before
        self._known = dict(known or {})
        self.pending = NOTHING
        """What is chosen so far, in public words."""
        self._at: tuple[Phase, int, Colour | None] | None = None

    def know(self, copy: Copy) -> None:
        """What is taught of the copy by now."""
        self._known = {number: casino.id for number, casino in copy.casinos.items()}

    def clear(self) -> None:
        """Gives up half a gesture."""
        self.pending = NOTHING

    def pairs(self, pieces: Sequence[Piece]) -> bool:
        """Whether these pieces, read at once, are one gesture: casino cards are, where a combination is laid."""
        return self.pending.running and all(isinstance(piece, CasinoCard) for piece in pieces)

    def seen(self, view: View, piece: Piece) -> Reply:
        """A tag was read: a casino card means what the phase makes of it, a playing card is the card drawn."""
        self._follow(view)
        if not isinstance(piece, CasinoCard):
            return self._take(results.told(view, self.pending, piece.card))
        casino = self._known.get(piece.number)
        if casino is None or all(each.id != casino for each in view.casinos):
            return Say(Answer.TELL_FIRST, spot=piece.number)
        return self._take(casinos.card(view, self.pending, casino))

    def commanded(self, view: View, command: AnyCommand) -> Reply:
        """Something was tapped."""
        self._follow(view)
        return self._take(self._step(view, command))

    def press(self, view: View, act: Act) -> Reply:
        """A button was pressed."""
        return self.commanded(view, Tap(act))

    def _step(self, view: View, command: AnyCommand) -> Step:
        pending = self.pending
        match command:
            case Tap(act=Act.DRAW):
                return results.draw_it(view, pending, self._chance, self._before())
            case Tap(act=act):
                return buttons.press(view, pending, act)
            case TapDice(one=one, other=other):
                return throws.dice(view, pending, (one, other))
            case TapSquare(square=square, place=place):
                return throws.square(view, pending, square, place)
            case TapLap(passed=passed):
                return throws.lap(view, pending, passed)
            case TapChip(value=value):
                return felt.chip(view, pending, value)
            case TapField(on=on):
                return felt.field(view, pending, on, usual_chip(view.chips))
            case TapAllIn():
                return felt.all_in(view, pending)
            case TapNone():
                return felt.nothing(pending)
            case TapCasino(casino=casino):
                return casinos.tapped(view, pending, casino)
            case TapResult(result=result):
                return results.told(view, pending, result)
            case TapShown(shows=shows):
                by = view.contest.winner if view.contest and view.phase is Phase.BELIEVE else None
                return made(pending, Doubt(by, shows)) if by else (pending, Say(Answer.NOTHING_NOW))
            case TapPlayer(player=player, step=step):
                return buttons.player(view, pending, player, step)
            case TapSet(casinos=chosen):
                return casinos.choose_set(view, pending, chosen)
            case TapName() | TapLook():
                return pending, Say(Answer.NOTHING_NOW)

    def _take(self, step: Step) -> Reply:
        self.pending, reply = step
        return reply

    def _follow(self, view: View) -> None:
        """Half a gesture is given up as soon as the table does something else; a card that was only looked at is put away."""
        here = (view.phase, view.round, view.by)
        if self._at is not None and self._at != here:
            self.clear()
        self._at = here
        self.pending = replace(self.pending, looked=None)
