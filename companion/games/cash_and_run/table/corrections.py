"""Correcting an earlier act: another one of its kind in its place, and all that follows is folded anew. What no longer fits refuses it, by name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.game import AmendRefused, Desk, MoveRefused, Read, Reply, Say
from companion.games.cash_and_run import rules
from companion.games.cash_and_run.rules.chance import Result
from companion.games.cash_and_run.rules.moves import (
    AnyMove,
    Bet,
    Bid,
    Buy,
    Card,
    Correct,
    Deal,
    Decline,
    Die,
    Doubt,
    End,
    Go,
    Join,
    Pick,
    Quit,
    Rename,
    Roll,
    Roulette,
    Run,
    Sell,
    Stand,
    Takeover,
    TellCasino,
    Throw,
)
from companion.games.cash_and_run.rules.refusal import Refusal
from companion.games.cash_and_run.rules.settings import CashAndRunSettings, Money
from companion.games.cash_and_run.rules.state import Game
from companion.games.cash_and_run.rules.view import View
from companion.games.cash_and_run.table.commands import (
    Act,
    Tap,
    TapCasino,
    TapChip,
    TapDice,
    TapField,
    TapLook,
    TapName,
    TapPlayer,
    TapResult,
    TapShown,
    TapSquare,
)
from companion.games.kit.colours import Colour
from companion.games.kit.names import one_form
from companion.table.journal.acts import Act as Done
from companion.table.journal.acts import Amended
from companion.table.session.branch import Branch
from companion.table.session.timeline import Timeline
from companion.table.snapshot import Answer, Change, Step

AMENDABLE = (
    Join, Rename, TellCasino, Deal, Stand, Throw, Go, Buy, Decline, Bet, Roulette, Die, Card, Doubt, Takeover, Pick, Sell, Bid, Run, Correct,
)  # fmt: skip
"""What can be set right in its place; the rest is taken back."""

_SURE = (Sell, Quit, End)
"""An undo of these, or of what has ended an auction, asks first: it reaches behind something that all have done together."""


class Mended(msgspec.Struct, frozen=True):
    """What a correction comes to."""

    act: Amended[AnyMove]
    branch: Branch


def mend(branch: Branch, act: Amended[AnyMove], origin: int) -> Mended:
    """Folds the game anew with one act replaced; `branch` stays as it is. Raises AmendRefused."""
    if not 0 <= act.place < len(branch.moves) or not _of_its_kind(branch.moves[act.place], act.move):
        raise AmendRefused(MoveRefused(Refusal.NOT_OF_ITS_KIND))
    new = Branch(branch.rules)
    for place, (move, came) in enumerate(zip(branch.moves, branch.origins, strict=True)):
        amended = place == act.place
        try:
            new.make(act.move if amended else move, origin if amended else came)
        except MoveRefused as refused:
            raise AmendRefused(refused, None if amended else move) from None
    return Mended(act, new)


class CashChange(Change, frozen=True):
    """What a correction would change. `now`: the act as it is to be; `money`: whose money is another sum then, by how much.

    `felt`: of a bet or a challenge, the fields on which it could have been; `stakes`: whether a sum was told; `chips`: those that there are.
    """

    now: Step | None = None
    money: tuple[tuple[Colour, int], ...] = ()
    felt: tuple[str, ...] = ()
    stakes: bool = False
    chips: tuple[int, ...] = ()


def _money(was: Branch, now: Branch) -> tuple[tuple[Colour, int], ...]:
    before, after = was.position, now.position
    if not isinstance(before, Game) or not isinstance(after, Game):
        return ()
    changes = [(colour, after.ledger[colour] - before.ledger[colour]) for colour in after.party.colours if colour in before.party.colours]
    return tuple([(colour, amount) for colour, amount in changes if amount])


def _correctable(move: AnyMove) -> bool:
    """What the companion has drawn stands: it is taken back for all to see, never made another."""
    return isinstance(move, AMENDABLE) and not getattr(move, "drawn", False)


def _of_its_kind(was: AnyMove, now: AnyMove) -> bool:
    """Buying and leaving it are one kind; so is what is bought by whom, told or drawn by whoever did it."""
    if isinstance(was, Buy | Decline) and isinstance(now, Buy | Decline):
        return True
    return type(was) is type(now) and _correctable(was)


def step_of(act: Done) -> Step:
    """An act in public words."""
    do = act.__struct_config__.tag
    assert isinstance(do, str)
    of = act.move if isinstance(act, Amended) else act
    who = next((value for name in ("by", "colour", "first", "to") if (value := getattr(of, name, None)) is not None), None)
    name = of.name if isinstance(of, Join | Rename | TellCasino) else ""
    amount = of.amount if isinstance(of, Correct | Bid) else (of.stake or 0) if isinstance(of, Bet) else 0
    return Step(do, who if isinstance(who, Colour) else None, kind=_told(of), name=name, amount=amount)


def _told(move: AnyMove) -> str | tuple[str, str] | None:
    """What it told besides: dice, a number, a card, a field, a casino; of a casino that was told, its game and its colour."""
    match move:
        case TellCasino(symbol=symbol, colour=colour):
            return symbol.value, colour
        case Throw(dice=(one, other)) | Roll(dice=(one, other)):
            return f"{one}+{other}"
        case Roulette(number=number):
            return str(number)
        case Die(face=face):
            return str(face)
        case Card(card=card) | Run(card=card):
            return card
        case Bet(on=on):
            return on
        case Doubt(shows=shows):
            return shows.value
        case Go(to=to, square=square):
            return square or str(to)
        case Deal(casino=casino) | Stand(casino=casino) | Takeover(casino=casino) | Pick(casino=casino) | Sell(casino=casino):
            return casino
    return None


def acts_of(branch: Branch, round_: int, settings: CashAndRunSettings) -> Iterator[Step]:
    """The acts of a turn (0: of the set-up) that can be corrected. Where money is not shown, none but the last act tells a sum: they could be
    added up.
    """
    last = len(branch.moves) - 1
    for place, move in enumerate(branch.moves):
        if _correctable(move) and branch.round_of(place) == round_:
            step = step_of(move)
            yield replace(step, place=place, amount=step.amount if settings.money is Money.ALWAYS or place == last else 0)


def undo_step(timeline: Timeline) -> Step | None:
    """The act that an undo takes back; whether it has to be held."""
    act = timeline.last
    if act is None:
        return None
    before, _ = timeline.before
    now = timeline.position
    behind = isinstance(act, _SURE) or (getattr(before, "auction", None) is not None and getattr(now, "auction", None) is None)
    ruined = getattr(now, "out", ()) != getattr(before, "out", ())
    ended = timeline.game.rules.outcome(now) is not None
    return replace(step_of(act), sure=behind or ruined or ended)


def _with(move: AnyMove, command: Any) -> AnyMove | None:
    """The move with what a finger tells of it; None where it has no such part."""
    match move, command:
        case Throw(), TapDice(one=one, other=other):
            return replace(move, dice=(one, other))
        case Throw(square=str()), TapSquare(square=str(square)):
            return replace(move, square=square)
        case Go(), TapSquare(square=square, place=place):
            return Go(move.by, to=place) if place is not None else Go(move.by, square=square)
        case ((Roulette() | Die() | Card() | Run()), TapResult(result=result)):
            return _result(move, result)
        case ((Bet() | Takeover()), TapField(on=on)):
            return replace(move, on=on)
        case Bet(stake=int(stake)), TapChip(value=value):
            # Chips are laid to it, or taken away; one at least stays.
            return replace(move, stake=stake + value) if stake + value > 0 else None
        case Correct(amount=amount), TapChip(value=value):
            # No correction is of nothing: what would be, goes on to the other side.
            return replace(move, amount=amount + value or value)
        case ((Join() | Rename() | TellCasino()), TapName(name=name)):
            return replace(move, name=one_form(name))
        case TellCasino(), TapLook(symbol=symbol, colour=colour):
            return replace(move, symbol=symbol, colour=colour)
        case Doubt(), TapShown(shows=shows):
            return replace(move, shows=shows)
        case ((Deal() | Stand() | Pick() | Sell() | Takeover()), TapCasino(casino=casino)):
            return replace(move, casino=casino)
        case Bid(), TapPlayer(player=player):
            return replace(move, by=player)
        case ((Buy() | Decline()), Tap(act=Act.BUY)):
            return Buy(move.by)
        case ((Buy() | Decline()), Tap(act=Act.LEAVE)):
            return Decline(move.by)
    return None


def _felt(before: View, was: AnyMove) -> tuple[str, ...]:
    """The fields on which a bet or a challenge could have been laid."""
    if isinstance(was, Bet) and before.contest is not None:
        return tuple([field.on for field in before.contest.felt])
    return before.offer.bets if isinstance(was, Takeover) and before.offer is not None else ()


def _result(move: Roulette | Die | Card | Run, result: Result) -> AnyMove | None:
    match move, result:
        case Roulette(), int(number):
            return replace(move, number=number, drawn=False)
        case Die(), int(face):
            return replace(move, face=face, drawn=False)
        case ((Card() | Run()), str(card)):
            return replace(move, card=card, drawn=False)
    return None


class CashAndRunProposal:
    """See `companion.game.Proposal`: which act, and what it should have been. A tag tells nothing here; a finger chooses the other move."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.act: Amended[Any] | None = None
        self.change: CashChange | None = None
        self.asks = False
        self.pending = None
        self._looks = 0

    def drop(self) -> None:
        self.act = self.change = None

    def propose(self, place: int, move: Any, keep: bool) -> None:
        branch: Branch = self._desk.timeline.branch
        if not 0 <= place < len(branch.moves) or not _correctable(branch.moves[place]):
            raise MoveRefused(Refusal.NOT_OF_ITS_KIND)
        was = branch.moves[place]
        act = Amended(place, was if move is None else move)
        mended = mend(branch, act, len(self._desk.timeline.rounds))
        self._looks += 1
        self.act = act
        now = step_of(act.move)
        before = rules.view(branch.positions[place])
        self.change = CashChange(
            replace(step_of(was), place=place), now.do, serial=self._looks, now=now, money=_money(branch, mended.branch), felt=_felt(before, was),
            stakes=isinstance(was, Correct) or (isinstance(was, Bet) and was.stake is not None), chips=before.chips,
        )  # fmt: skip

    def read(self, read: tuple[Read, ...]) -> Reply | None:
        return Say(Answer.CORRECTING)

    def touched(self, spot: int) -> Reply | None:
        return Say(Answer.CORRECTING)

    def takes(self, command: Any) -> bool:
        return self.act is not None

    def commanded(self, command: Any) -> Reply | None:
        """The act was right but for this."""
        assert self.act is not None
        now = _with(self.act.move, command)
        if now is None:
            return Say(Answer.CORRECTING)
        self.propose(self.act.place, now, keep=False)
        return None

    def answer(self, move: Any) -> Reply | None:
        """The act is to be this one."""
        assert self.act is not None
        self.propose(self.act.place, move, keep=False)
        return None
