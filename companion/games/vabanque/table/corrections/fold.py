"""A correction of an earlier act: the game is folded anew with it, and what was really played stays played.

- The order of a round that was played is pinned where the rule now gives another one (`Order`). Only while the first tokens are laid the
  start player and the chairs can still change it: tokens belong to nobody.
- A pawn's later moves end where they ended; only their steps change.
- Nothing is turned over that the players have not turned over: a card that now lies at a paid table is asked from its owner, and what
  nobody can tell counts for nothing (`Untold`) and is settled as an amount (`Correct`).
- Notes that are in hand stay there; what the ledger changes is handed back or out at once (`Squared`).
- An act after it that does not fit any more refuses the whole correction.
"""

from __future__ import annotations

from collections import deque

import msgspec
from msgspec.structs import replace

from companion.game import AmendRefused, MoveRefused
from companion.games.vabanque.rules import Game, Position, Refusal
from companion.games.vabanque.rules.box import MAX_STEPS
from companion.games.vabanque.rules.cash import in_hand, lying, squared, waiting
from companion.games.vabanque.rules.moves import (
    AnyMove,
    Character,
    ChooseSeating,
    Correct,
    Count,
    Counted,
    LayRing,
    LayTile,
    MovePawn,
    Order,
    Paid,
    PlaceCard,
    PlaceFirstPawn,
    PlaceToken,
    RevealCard,
    Seat,
    Seated,
    Squared,
    Untold,
)
from companion.games.vabanque.rules.redact import hidden
from companion.games.vabanque.rules.state import to_act
from companion.games.vabanque.rules.view import Adjustment, Phase
from companion.games.vabanque.table.corrections.kinds import Replacement, of_its_kind, recoloured, stays_down, unseen
from companion.games.vabanque.table.corrections.rounds import Remembered, confirmed, remembered
from companion.table.journal.acts import Amended
from companion.table.session.branch import BY_A_CORRECTION, Branch


class Mended(msgspec.Struct, frozen=True):
    """What a correction comes to. `act`: the correction as it is to be written down.

    `before`: where the game stood, under the colours that hold now; `branch`: the moves as they are now.
    While cards are to be told there is no branch: `asks` is the game at the payout that waits for them. `untold`: cards left untold.
    """

    act: Amended[AnyMove]
    before: Position
    branch: Branch | None
    asks: Game | None = None
    adjustments: tuple[Adjustment, ...] = ()
    untold: tuple[Untold, ...] = ()


def mend(branch: Branch, act: Amended[AnyMove], origin: int) -> Mended:
    """Folds the game anew with one act replaced; `branch` stays as it is. `origin`: the act's place in the journal. Raises AmendRefused."""
    if not 0 <= act.place < len(branch.moves) or not of_its_kind(branch.moves[act.place], act.move):
        raise AmendRefused(MoveRefused(Refusal.NOT_OF_ITS_KIND))
    if isinstance(act.move, PlaceCard) and stays_down(branch, act.place, act.move):
        # What nobody has seen need not be told, and says nothing against other cards.
        act = replace(act, move=hidden(act.move))
    return _Mending(recoloured(branch, act.place, act.move), act, origin).mended()


class _Asked(Exception):
    """Cards are to be told before the fold can go on."""


class _Mending:
    """One fold. `old` is followed act by act; `new` grows."""

    def __init__(self, old: Branch, act: Amended[AnyMove], origin: int) -> None:
        self.old, self.act, self.origin = old, act, origin
        self.new = Branch(old.rules)
        self.told = deque(act.told)
        self.untold: list[Untold] = []
        self.unseen = unseen(old)
        self.says = Replacement(old, act.place, act.move)
        round_ = old.round_of(act.place)
        kept = [each for each in remembered(old).parked if each[0] != round_ or not self.says.tells(each[1])]
        self.parked = [(of, self.says.gone_along(of, told)) for of, told in kept]

    @property
    def game(self) -> Position:
        position: Position = self.new.position
        return position

    def mended(self) -> Mended:
        before = self.old.position
        try:
            for place, (move, origin) in enumerate(zip(self.old.moves, self.old.origins, strict=True)):
                amended = place == self.act.place
                try:
                    self._catch_up(self.old.positions[place])
                    if amended and not self.says.added:
                        move, origin = self.act.move, self.origin
                    elif amended:
                        self.new.make(self.act.move, self.origin)
                    self._again(place, move, origin, amended)
                except MoveRefused as refused:
                    # Which of the others is of that kind is told to nobody.
                    nameless = amended or refused.reason is Refusal.KIND_TWICE
                    raise AmendRefused(refused, None if nameless else self.old.moves[place]) from None
            self._catch_up(before)
            self._settle()
        except _Asked:
            assert isinstance(self.game, Game)
            return Mended(self.act, before, None, self.game, untold=tuple(self.untold))
        if self.told:
            raise AmendRefused(MoveRefused(Refusal.WRONG_PHASE, by=getattr(self.told[0], "by", None)))
        self.new.remembered = Remembered(confirmed(self.old), tuple(self.parked))
        return Mended(self.act, before, self.new, adjustments=self._square(before), untold=tuple(self.untold))

    def _again(self, place: int, move: AnyMove, origin: int, amended: bool) -> None:
        match move:
            case Paid() | Order():
                # Both follow anew.
                return
            case LayTile() | LayRing() | ChooseSeating() | Seat() if self.says.voids(place, move):
                return
            case PlaceFirstPawn() | PlaceToken():
                self._pin(self.old.positions[place])
                assert isinstance(self.game, Game)
                # Tokens belong to nobody: whoever is to act has laid it.
                self.new.make(replace(move, by=to_act(self.game) or move.by), origin)
            case PlaceCard():
                if not amended:
                    move = replace(move, character=self._kind(place, move))
                self.new.make(move, origin)
            case MovePawn() if not amended:
                self.new.make(replace(move, steps=self._steps(place, move)), origin)
            case RevealCard() if not amended:
                self._reveal(place, move, origin)
            case Untold() | Count() | Squared():
                self._if_it_fits(move, origin)
            case Counted():
                self._settle()
                self.new.make(move, origin)
            case Seated():
                self._pin(self.old.positions[place + 1])
                self.new.make(move, origin)
            case _:
                self.new.make(move, origin)

    # --- what was really played ---------------------------------------------------------------------------------

    def _pin(self, was: Position) -> None:
        """The round that begins was played in the order of `was`."""
        game, now = self.game, self.old.position
        assert isinstance(game, Game)
        assert isinstance(was, Game)
        assert isinstance(now, Game)
        follows = game.results[-1].next_order if game.phase is Phase.ORDER else game.order
        if game.phase not in (Phase.START, Phase.ORDER) or follows == was.order:
            return
        if game.phase is Phase.START and now.round == 1 and now.phase in (Phase.START, Phase.TOKENS):
            return
        self.new.make(Order(was.order))

    def _steps(self, place: int, move: MovePawn) -> int:
        """How far the pawn went to where it stood afterwards."""
        was, game = self.old.positions[place + 1], self.game
        assert isinstance(was, Game)
        assert isinstance(game, Game)
        at = game.party.colours.index(move.by)
        steps = (was.pawns[was.party.colours.index(move.by)] - game.pawns[at]) % len(game.tokens)
        if steps > MAX_STEPS:
            raise MoveRefused(Refusal.BAD_STEPS, by=move.by, spot=was.pawns[was.party.colours.index(move.by)])
        return steps

    # --- cards --------------------------------------------------------------------------------------------------

    def _kind(self, place: int, move: PlaceCard) -> Character:
        """What a card is told to be that is not corrected itself."""
        if place in self.unseen:
            return Character.HIDDEN
        exchanged = self.says.exchanged(place, move)
        if exchanged is None:
            return Character.HIDDEN if self.says.contradicts(place, move) else move.character
        return exchanged

    def _reveal(self, place: int, move: RevealCard, origin: int) -> None:
        exchanged = self.says.exchanged(place, move)
        if exchanged is not None:
            move = replace(move, character=exchanged)
        if self.says.contradicts(place, move) or self.says.leaves_open(place, move) or self._if_it_fits(move, origin):
            return
        move = self.says.gone_along(self.old.round_of(place), move)
        assert isinstance(self.game, Game)
        if not self._if_it_fits(move, origin) and move.table not in self.game.pawns:
            self.parked.append((self.game.round, move))

    def _if_it_fits(self, move: AnyMove, origin: int) -> bool:
        try:
            self.new.make(move, origin)
        except MoveRefused:
            return False
        return True

    def _turned_before(self) -> None:
        """Cards that were turned over before an earlier correction left their table unpaid, and it is paid again."""
        if isinstance(self.game, Game) and self.game.phase is Phase.REVEAL:
            here = [each for each in self.parked if each[0] == self.game.round]
            again = [each for each in here if self._if_it_fits(each[1], BY_A_CORRECTION)]
            self.parked = [each for each in self.parked if each not in again]

    def _ask(self) -> None:
        """Cards at a table that is now paid are told, by what the players have answered."""
        while isinstance(self.game, Game) and self.game.phase is Phase.REVEAL:
            if not self.told or not isinstance(self.told[0], RevealCard | Untold):
                raise _Asked
            answer = self.told.popleft()
            self.new.make(answer)
            if isinstance(answer, Untold):
                self.untold.append(answer)

    # --- money --------------------------------------------------------------------------------------------------

    def _catch_up(self, was: Position) -> None:
        """Goes on by what follows from the moves, as far as the game had gone."""
        if not isinstance(was, Game) or not isinstance(self.game, Game):
            return
        self._turned_before()
        if was.phase is not Phase.REVEAL:
            self._ask()
        if was.phase in (Phase.STAND, Phase.REVEAL):
            return
        to_come = waiting(was)
        while self.game.phase is Phase.PAYOUT:
            earned = self.game.results[-1].earned
            due = next(to for to in self.game.order if earned[to] and to not in self.game.handed_out)
            if due in to_come:
                return
            self.new.make(Paid(due))

    def _settle(self) -> None:
        """What untold cards would have brought is settled at the count."""
        while self.told and isinstance(self.told[0], Correct) and self.untold:
            if not isinstance(self.game, Game) or self.game.phase not in (Phase.COUNT, Phase.ORDER):
                return
            self.new.make(self.told.popleft())

    def _square(self, before: Position) -> tuple[Adjustment, ...]:
        game = self.game
        if not isinstance(before, Game) or not isinstance(game, Game) or not game.results:
            return ()
        had = in_hand(before)
        amounts = {colour: amount - had[colour] for colour, amount in in_hand(game).items()}
        told, cash = squared(lying(before), amounts, game.order, game.seats)
        if lying(game) != cash:
            purses = {colour: dict(notes.counts) for colour, notes in cash.purses.items()}
            self.new.make(Squared(purses, tuple([(debt.to, debt.amount) for debt in cash.debts])))
        return tuple(told)
