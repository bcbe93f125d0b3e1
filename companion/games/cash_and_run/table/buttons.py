"""The buttons: what each means in which phase."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Say, Wait
from companion.games.cash_and_run.rules.auction import LEAST_BID
from companion.games.cash_and_run.rules.moves import AnyMove, Begin, Believe, Bid, Buy, Decline, LayBluff, Settle, Sold, Stop, Sure, Try
from companion.games.cash_and_run.rules.state import Kind, Phase
from companion.games.cash_and_run.rules.view import View, Wanted
from companion.games.cash_and_run.table import felt
from companion.games.cash_and_run.table.commands import Act
from companion.games.cash_and_run.table.people import sets_of
from companion.games.cash_and_run.table.replies import NOTHING, Answer, Pending, Step, made
from companion.games.kit.colours import Colour


def lit(view: View, pending: Pending = NOTHING) -> Act | None:
    """The button that is lit, which the panel's OK presses; None where there are choices that nobody should make by it."""
    match view.phase:
        case Phase.THROW if view.run_refused is None and pending == NOTHING:
            # It only asks which set is laid and for a card.
            return Act.RUN
        case Phase.OFFER if view.offer and view.offer.wanted is not Wanted.TAKEOVER and view.offer.affordable is not False:
            return Act.BUY
        case Phase.BET if view.contest and view.contest.kind is Kind.CASINO:
            return Act.DOWN
        case Phase.BELIEVE if not pending.turning:
            return Act.TURN
        case Phase.AUCTION:
            return Act.SOLD
    return None


def press(view: View, pending: Pending, act: Act) -> Step:
    """A button was pressed."""
    match act:
        case Act.OK:
            shown = lit(view, pending)
            return (pending, Say(Answer.NOTHING_NOW)) if shown is None else press(view, pending, shown)
        case Act.DOWN:
            return felt.down(view, pending)
        case Act.SELL if view.by and view.sellable:
            return Pending(selling=True), Wait()
        case Act.RUN if view.run_refused is None:
            sets = sets_of(view, view.by)
            return Pending(running=True, laid=sets[0] if len(sets) == 1 else ()), Wait()
        case Act.TURN if view.phase is Phase.BELIEVE:
            return replace(pending, turning=True), Wait()
    move = _move(view, act)
    return (pending, Say(Answer.NOTHING_NOW)) if move is None else made(pending, move)


def player(view: View, pending: Pending, who: Colour, step: int) -> Step:
    """Who begins, or who bids `step` more."""
    if view.phase is Phase.FIRST:
        return made(pending, Begin(who))
    auction = view.auction
    if auction is None:
        return pending, Say(Answer.NOTHING_NOW)
    amount, most = max(LEAST_BID, auction.bid + step), auction.limits.get(who, 0)
    # A step that goes beyond what somebody has is all of it.
    if auction.least <= most < amount:
        amount = most
    return (pending, Say(Answer.NO_MONEY, owner=who)) if amount > most else made(pending, Bid(who, amount))


def _move(view: View, act: Act) -> AnyMove | None:
    """The move of a button that is a whole one."""
    by, contest = view.by, view.contest
    winner, loser = (contest.winner, contest.loser) if contest else (None, None)
    match view.phase, act:
        case Phase.OFFER, Act.BUY if by and view.offer:
            return Buy(by, view.offer.exchange)
        case Phase.OFFER, Act.LEAVE if by:
            return Decline(by)
        case Phase.LOST, Act.PAY if loser:
            return Settle(loser)
        case Phase.LOST, Act.BLUFF if loser:
            return LayBluff(loser)
        case Phase.BELIEVE, Act.BELIEVE if winner:
            return Believe(winner)
        case Phase.SLAM, Act.SURE if by:
            return Sure(by)
        case Phase.SLAM, Act.TRY if by:
            return Try(by)
        case Phase.SLAM, Act.STOP if by:
            return Stop(by)
        case Phase.AUCTION, Act.SOLD:
            return Sold()
    return None
