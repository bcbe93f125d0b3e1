"""The acts of one game folded to where it stands. Undo, resume, replay and statistics are this one fold over the journal."""

from __future__ import annotations

from collections.abc import Iterable

from companion.errors import JournalError
from companion.games.kit.colours import Colour
from companion.games.vabanque import rules
from companion.games.vabanque.rules import Position
from companion.games.vabanque.rules.moves import AnyMove, Seated
from companion.games.vabanque.rules.refusal import MoveRefused, Refusal
from companion.games.vabanque.table.corrections.fold import Mended, mend
from companion.table.journal.acts import Act, Amended, BackInHand, Covered, Looked, Redone, Undone
from companion.table.journal.seals import lost
from companion.table.session.branch import Line


class Timeline:
    """The standing moves of a game with the position after each, and the acts that were undone (the next to be redone last).

    It only follows: whoever makes an act writes it to the journal first. `seen`: the places in the journal (from 0) of the acts whose secrets
    everybody has seen, also those that were seen before something was undone or mended. `rounds`: in which round each act was made.
    `lying`: of which round cards may lie face down on the real table, whatever stands in the journal now: from the first card that was laid,
    through every undo, until the players take them back for the round after it. 0: of none. Where a game has ended they lie until it is left.
    `laid`: whether cards were laid since they were last said to be back in hand: who goes through the rest of a round alone, on the screen, and
    takes it back again, has taken no card off the table.
    """

    def __init__(self, acts: Iterable[Act] = ()) -> None:
        """Raises JournalError where the acts can't be followed."""
        self.line = Line()
        # The standing acts: their places in the journal (from 0), and for a correction the line before it.
        self._standing: list[tuple[int, Act, Line | None]] = []
        self._undone: list[tuple[int, Act]] = []
        self.seen: set[int] = set()
        self.rounds: list[int] = []
        self.lying = 0
        self.laid = False
        self._looks: list[tuple[int, Colour]] = []
        # Before which round the cards were all back in hand, or the game was over, so that tags could tell them.
        self._back = 0
        for number, act in enumerate(acts, start=1):
            try:
                self.follow(act)
            except (MoveRefused, IndexError) as error:
                raise JournalError(
                    "Move {number} does not fit those before it, so this game can't be opened. The others can.", number=number
                ) from error

    @property
    def moves(self) -> list[AnyMove]:
        """The moves that stand, with what corrections have made of them."""
        return self.line.moves

    @property
    def last(self) -> Act | None:
        """The standing act that would be undone."""
        return self._standing[-1][1] if self._standing else None

    @property
    def undone(self) -> list[Act]:
        """The acts that were undone, the next to be redone last."""
        return [act for _, act in self._undone]

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.line.position

    @property
    def before(self) -> tuple[Position, AnyMove]:
        """Where it stood before the last standing act, and the move that was made then or was mended."""
        _, act, line = self._standing[-1]
        if isinstance(act, Amended):
            assert line is not None
            return line.position, line.moves[act.place]
        return self.line.positions[-2], self.line.moves[-1]

    @property
    def looked(self) -> tuple[Colour, ...]:
        """Whose cards were looked at, or may have been, in the round that is on, also before something was undone."""
        now = self.line.round_of(len(self.line.moves))
        if now < self._back and isinstance(self.position, rules.Game):
            return self.position.order
        return tuple(dict.fromkeys(by for round_, by in self._looks if round_ == now))

    @property
    def left(self) -> bool:
        """Whether it was ended early."""
        return isinstance(self.position, rules.Game) and self.position.ended

    def at(self, step: int) -> Position:
        """Where it stood after so many of the standing moves."""
        return self.line.positions[step]

    def tried(self, move: AnyMove) -> Position:
        """The position after `move`; nothing changes. Raises MoveRefused."""
        return rules.apply(self.position, move)

    def ahead(self, act: Act, after: Position | None = None) -> Timeline:
        """Where the game stands after one more act; this one stays where it is. `after`, if it is known, saves trying a move again."""
        ahead = Timeline()
        ahead.line = self.line.copied()
        ahead._standing, ahead._undone = self._standing.copy(), self._undone.copy()
        ahead.seen, ahead.rounds, ahead.lying = self.seen.copy(), self.rounds.copy(), self.lying
        ahead.laid, ahead._looks, ahead._back = self.laid, self._looks.copy(), self._back
        ahead.follow(act, after)
        return ahead

    def mended(self, act: Amended) -> Mended:
        """What a correction would come to; nothing changes. Raises AmendRefused."""
        return mend(self.line, act, len(self.rounds))

    def follow(self, act: Act, after: Position | None = None) -> None:
        """Takes one act in. `after`, if it is known, saves trying a move again."""
        round_ = self.line.round_of(len(self.line.moves))
        if isinstance(act, Undone):
            place, undone, line = self._standing.pop()
            self._undone.append((place, undone))
            if line is None:
                self.line.take_back()
            else:
                self.line = line
        elif isinstance(act, Looked):
            self._looks.append((round_, act.by))
        elif isinstance(act, BackInHand):
            self._back = round_ + (rules.outcome(self.position) is not None)
        elif isinstance(act, Covered):
            pass
        elif isinstance(act, Redone):
            place, again = self._undone[-1]
            self._stand(place, again, None)
            self._undone.pop()
        else:
            self._stand(len(self.rounds), act, after)
            self._undone.clear()
        self.rounds.append(round_)
        self.lying = self._lying(act, round_)
        self.laid = bool(self.lying) or (self.laid and not isinstance(act, BackInHand))
        self.seen |= self.line.seen(whole=isinstance(act, Amended))

    def _lying(self, act: Act, round_: int) -> int:
        """`round_`: in which `act` was made."""
        if isinstance(act, Covered):
            return max(self.lying, act.round)
        position = self.position
        begins = isinstance(act, Seated) or (isinstance(act, Redone) and isinstance(self.last, Seated))
        # An undo takes no card off the table: what lies there may be of a later round than the one that stands.
        lying = 0 if begins and round_ >= self.lying else self.lying
        return max(lying, rules.secrets_lie(position))

    def _stand(self, place: int, act: Act, after: Position | None) -> None:
        if isinstance(act, Amended):
            line = mend(self.line, act, place).line
            if line is None:
                raise MoveRefused(Refusal.WRONG_PHASE)
            self._standing.append((place, act, self.line))
            self.line = line
        else:
            assert not isinstance(act, Undone | Redone | Looked | Covered | BackInHand)
            self.line.make(act, place, after)
            self._standing.append((place, act, None))

    def kept(self) -> list[tuple[int, Act]]:
        """The standing acts with their places, without the secrets that nobody has seen: not now, not before a correction.

        They fold to the same public positions: no payout ever depended on such a card.
        """
        seen: set[int] = set()
        for line in (*(line for _, _, line in self._standing if line is not None), self.line):
            seen |= line.seen(whole=True)
        return [(place, act if place in seen else lost(act, rules.SECRETS)) for place, act, _ in self._standing]
