"""Dice, and the square where they lead."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Say, Wait
from companion.games.cash_and_run.rules.moves import Go, Roll, Throw
from companion.games.cash_and_run.rules.state import Phase
from companion.games.cash_and_run.rules.view import View
from companion.games.cash_and_run.table.people import player_of
from companion.games.cash_and_run.table.replies import Answer, Pending, Step, made


def thrown_by(view: View, pending: Pending) -> tuple[int, int] | None:
    """The dice of which it is not told yet where they lead: thrown by the companion, or tapped."""
    return view.rolled or pending.dice


def dice(view: View, pending: Pending, thrown: tuple[int, int], *, drawn: bool = False) -> Step:
    """Both dice were thrown."""
    if view.phase is not Phase.THROW or view.by is None or view.rolled is not None:
        return pending, Say(Answer.NOTHING_NOW)
    # With a board one tap is the whole throw.
    if view.board:
        return made(pending, Throw(view.by, thrown, drawn=drawn))
    # Chance is written down before it is shown; what was tapped may be tapped anew.
    return made(pending, Roll(view.by, thrown)) if drawn else (Pending(dice=thrown), Wait())


def square(view: View, pending: Pending, name: str | None, place: int | None = None) -> Step:
    """The pawn stands here, or goes here."""
    by, thrown = view.by, thrown_by(view, pending)
    if view.phase is Phase.GO and by:
        return _go(view, pending, name, place)
    if view.phase is not Phase.THROW or by is None or thrown is None:
        return pending, Say(Answer.NOTHING_NOW)
    if player_of(view, by).lap is None:
        return made(pending, Throw(by, thrown, name, drawn=view.rolled is not None))
    # Without a board the companion can't know whether a last lap is over: it asks.
    return replace(pending, square=name), Wait()


def _go(view: View, pending: Pending, name: str | None, place: int | None) -> Step:
    assert view.by is not None
    if not view.board:
        return made(pending, Go(view.by, square=name))
    if place is not None:
        return made(pending, Go(view.by, to=place))
    places = [at for at, square in enumerate(view.board, 1) if square == name]
    if len(places) == 1:
        return made(pending, Go(view.by, to=places[0]))
    return (replace(pending, square=name, places=tuple(places)), Wait()) if places else (pending, Say(Answer.NO_SUCH_SQUARE))


def lap(view: View, pending: Pending, passed: bool) -> Step:
    """Whether the pawn has passed the start of its last lap."""
    thrown = thrown_by(view, pending)
    if view.phase is not Phase.THROW or view.by is None or thrown is None or pending.square is None:
        return pending, Say(Answer.NOTHING_NOW)
    return made(pending, Throw(view.by, thrown, pending.square, passed, drawn=view.rolled is not None))
