"""The acts of one game folded to where it stands. Undo, resume, replay and statistics are this one fold over the journal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from companion.errors import JournalError, NotOnShelf
from companion.game import Game, Mended, MoveRefused
from companion.games import SHELF
from companion.games.kit.colours import Colour
from companion.table.journal.acts import Act, Amended, BackInHand, Covered, Looked, Redone, Undone
from companion.table.journal.seals import lost
from companion.table.session.branch import Branch

if TYPE_CHECKING:
    from companion.table.journal.rows import GameRow
    from companion.table.journal.store import Journal


class Timeline:
    """The standing moves of a game with the position after each, and the acts that were undone (the next to be redone last).

    It only follows: whoever makes an act writes it to the journal first. `seen`: the places in the journal (from 0) of the acts whose secrets
    everybody has seen, also those that were seen before something was undone or mended. `rounds`: in which round each act was made.
    `lying`: of which round cards may lie face down on the real table, whatever stands in the journal now: from the first card that was laid,
    through every undo, until the players take them back for the round after it. 0: of none. Where a game has ended they lie until it is left.
    `undrawn`: moves that chance has decided (their field `drawn` says so) and that were undone, the first one first, each with the position before
    it: a game may ask chance once only.
    `laid`: whether cards were laid since they were last said to be back in hand: who goes through the rest of a round alone, on the screen, and
    takes it back again, has taken no card off the table.
    """

    def __init__(self, game: Game, acts: Iterable[Act] = ()) -> None:
        """Raises JournalError where the acts can't be followed."""
        self.game = game
        self.branch = Branch(game.rules)
        # The standing acts: their places in the journal (from 0), and for a correction the branch before it.
        self._standing: list[tuple[int, Act, Branch | None]] = []
        self._undone: list[tuple[int, Act]] = []
        self.seen: set[int] = set()
        self.rounds: list[int] = []
        self.lying = 0
        self.laid = False
        self._looks: list[tuple[int, Colour]] = []
        self.undrawn: tuple[tuple[Any, Any], ...] = ()
        # Before which round the cards were all back in hand, or the game was over, or elsewhere while a backup waited, so that tags could tell them.
        self._back = 0
        for number, act in enumerate(acts, start=1):
            try:
                self.follow(act)
            except (MoveRefused, IndexError) as error:
                raise JournalError(
                    "Move {number} does not fit those before it, so this game can't be opened. The others can.", number=number
                ) from error

    @property
    def moves(self) -> list[Any]:
        """The moves that stand, with what corrections have made of them."""
        return self.branch.moves

    @property
    def last(self) -> Act | None:
        """The standing act that would be undone."""
        return self._standing[-1][1] if self._standing else None

    @property
    def undone(self) -> list[Act]:
        """The acts that were undone, the next to be redone last."""
        return [act for _, act in self._undone]

    @property
    def position(self) -> Any:
        """Where the game stands."""
        return self.branch.position

    @property
    def before(self) -> tuple[Any, Any]:
        """Where it stood before the last standing act, and the move that was made then or was mended."""
        _, act, branch = self._standing[-1]
        if isinstance(act, Amended):
            assert branch is not None
            return branch.position, branch.moves[act.place]
        return self.branch.positions[-2], self.branch.moves[-1]

    @property
    def looked(self) -> tuple[Colour, ...]:
        """Whose cards were looked at, or may have been, in the round that is on, also before something was undone."""
        now = self.branch.round
        if 0 < now < self._back:
            return tuple([player.colour for player in self.game.rules.view(self.position, self.game.rules.settings()).players])
        return tuple(dict.fromkeys(by for round_, by in self._looks if round_ == now))

    @property
    def left(self) -> bool:
        """Whether it was ended early."""
        outcome = self.game.rules.outcome(self.position)
        return outcome is not None and outcome.left

    def at(self, step: int) -> Any:
        """Where it stood after so many of the standing moves."""
        return self.branch.positions[step]

    def tried(self, move: Any) -> Any:
        """The position after `move`; nothing changes. Raises MoveRefused."""
        return self.game.rules.apply(self.position, move)

    def ahead(self, act: Act, after: Any = None) -> Timeline:
        """Where the game stands after one more act; this one stays where it is. `after`, if it is known, saves trying a move again."""
        ahead = Timeline(self.game)
        ahead.branch = self.branch.copied()
        ahead._standing, ahead._undone = self._standing.copy(), self._undone.copy()
        ahead.seen, ahead.rounds, ahead.lying = self.seen.copy(), self.rounds.copy(), self.lying
        ahead.laid, ahead._looks, ahead._back, ahead.undrawn = self.laid, self._looks.copy(), self._back, self.undrawn
        ahead.follow(act, after)
        return ahead

    def mended(self, act: Amended[Any]) -> Mended:
        """What a correction would come to; nothing changes. Raises AmendRefused."""
        return self.game.table.corrections.mend(self.branch, act, len(self.rounds))

    def follow(self, act: Act, after: Any = None) -> None:
        """Takes one act in. `after`, if it is known, saves trying a move again."""
        round_ = self.branch.round
        if isinstance(act, Undone):
            place, undone, branch = self._standing.pop()
            self._undone.append((place, undone))
            if branch is None:
                move = self.branch.take_back()
                if getattr(move, "drawn", False):
                    self.undrawn = (*self.undrawn, (self.branch.position, move))
            else:
                self.branch = branch
        elif isinstance(act, Looked):
            self._looks.append((round_, act.by))
        elif isinstance(act, BackInHand):
            self._back = round_ + (self.game.rules.outcome(self.position) is not None)
        elif isinstance(act, Covered):
            # Nobody knows what was looked at, or said of the cards, since the backup was made: the marks of that are gone.
            self._back = max(self._back, round_, act.round + 1)
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
        self.seen |= self.branch.seen(whole=isinstance(act, Amended))

    def _lying(self, act: Act, round_: int) -> int:
        """`round_`: in which `act` was made."""
        if isinstance(act, Covered):
            return max(self.lying, act.round)
        position = self.position
        stands = self.last if isinstance(act, Redone) else act
        begins = stands is not None and self.game.rules.ends_round(stands)
        # An undo takes no card off the table: what lies there may be of a later round than the one that stands.
        lying = 0 if begins and round_ >= self.lying else self.lying
        return max(lying, self.game.rules.secrets_lie(position))

    def _stand(self, place: int, act: Act, after: Any) -> None:
        if isinstance(act, Amended):
            branch = self.game.table.corrections.mend(self.branch, act, place).branch
            if branch is None:
                raise IndexError("what the correction asks for is not answered")
            self._standing.append((place, act, self.branch))
            self.branch = branch
        else:
            self.branch.make(act, place, after)
            self._standing.append((place, act, None))

    def kept(self) -> list[tuple[int, Act]]:
        """The standing acts with their places, without the secrets that nobody has seen: not now, not before a correction.

        They fold to the same public positions: no payout ever depended on such a card.
        """
        seen: set[int] = set()
        for branch in (*(branch for _, _, branch in self._standing if branch is not None), self.branch):
            seen |= branch.seen(whole=True)
        return [(place, act if place in seen else lost(act, self.game.key)) for place, act, _ in self._standing]


def followed(journal: Journal, row: GameRow) -> Timeline:
    """A game of the journal, folded. Raises JournalError, also where its game is not on the shelf."""
    return Timeline(game_of(row), journal.acts(row.game))


def game_of(row: GameRow) -> Game:
    """What a game of the journal is. Raises JournalError where it is not on the shelf: the package that it came from is gone."""
    if row.rules not in SHELF:
        raise NotOnShelf(row.game, row.rules)
    return SHELF[row.rules]
