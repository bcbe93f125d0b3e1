"""A casino that is tapped, or whose card is shown: the phase says what it means."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Make, Note, Say, Wait
from companion.games.cash_and_run.rules.moves import Buy, Deal, Pick, Sell, Stand, Takeover
from companion.games.cash_and_run.rules.state import Phase
from companion.games.cash_and_run.rules.view import View, Wanted
from companion.games.cash_and_run.table import throws
from companion.games.cash_and_run.table.people import sets_of
from companion.games.cash_and_run.table.replies import Answer, Pending, Step, made


def card(view: View, pending: Pending, casino: str) -> Step:
    """A casino card was shown."""
    by = view.by
    if view.phase is Phase.GO or (view.phase is Phase.THROW and throws.thrown_by(view, pending) is not None):
        return throws.square(view, pending, casino)
    if view.phase is Phase.THROW and pending.running:
        return _lay(view, pending, casino)
    if view.phase is Phase.OFFER and by and view.offer and view.offer.casino == casino:
        return made(pending, Buy(by))
    if by and casino in view.sellable and view.phase is not Phase.SELL:
        # One's own casino, shown in one's own turn: this one is auctioned.
        return made(pending, Sell(by, casino))
    return tapped(view, pending, casino)


def tapped(view: View, pending: Pending, casino: str) -> Step:
    """A casino was tapped."""
    by = view.by
    match view.phase:
        case Phase.CASINOS if by:
            return made(pending, Deal(by, casino))
        case Phase.PAWN if by:
            return made(pending, Stand(by, casino))
        case Phase.PICK if view.contest and view.contest.winner:
            return made(pending, Pick(view.contest.winner, casino))
        case Phase.SELL:
            (seller,) = view.may_act
            return made(pending, Sell(seller, casino))
        case Phase.OFFER if view.offer and view.offer.wanted is Wanted.TAKEOVER and casino in view.offer.targets:
            return challenge(view, replace(pending, casino=casino))
    if pending.selling and by:
        return made(pending, Sell(by, casino))
    return replace(pending, looked=casino), Note()


def challenge(view: View, pending: Pending) -> Step:
    """Both are told, in any order: the casino, and what is bet on."""
    if view.by is None or pending.casino is None or pending.on is None:
        return pending, Wait()
    return pending, Make(Takeover(view.by, view.owners[pending.casino], pending.casino, pending.on))


def choose_set(view: View, pending: Pending, chosen: tuple[str, ...]) -> Step:
    """Which combination is laid, where there are several."""
    if not pending.running or chosen not in sets_of(view, view.by):
        return pending, Say(Answer.NO_SET)
    return replace(pending, laid=chosen), Wait()


def _lay(view: View, pending: Pending, casino: str) -> Step:
    """A card of the combination is laid; with the last one it is known."""
    sets = sets_of(view, view.by)
    # A combination that is known already gives way to the one that is being laid.
    before = () if any(set(pending.laid) == set(each) for each in sets) else pending.laid
    laid = tuple(dict.fromkeys((*before, casino)))
    if not any(set(laid) <= set(each) for each in sets):
        return pending, Say(Answer.NOT_HELD)
    return replace(pending, laid=laid), Wait() if any(set(laid) == set(each) for each in sets) else Note()
