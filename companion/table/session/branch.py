"""The moves of one game that stand, with the position before each and after the last."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.vabanque import rules
from companion.games.vabanque.rules import Game, Position
from companion.games.vabanque.rules.moves import AnyMove, Character, Confirm, PlaceCard, RevealCard, Seated
from companion.games.vabanque.rules.state import Card

BY_A_CORRECTION = -1
"""The origin of a move that no act of the journal brought: it follows from a correction."""


class Line:
    """Grows by `make` and shrinks by `take_back`; a correction makes a new one.

    `origins`: by which act of the journal (from 0) each move came. `trusted`: so many rounds tell the kind of a card only where everybody
    has seen it. `parked`: reveals of a round whose table, after a correction, is not paid any more; they hold if it is paid again.
    """

    def __init__(self, trusted: int = 0) -> None:
        self.moves: list[AnyMove] = []
        self.positions: list[Position] = [rules.new()]
        self.origins: list[int] = []
        self.trusted = trusted
        self.parked: list[tuple[int, RevealCard]] = []

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.positions[-1]

    def make(self, move: AnyMove, origin: int = BY_A_CORRECTION, after: Position | None = None) -> None:
        """Adds a move. `after`: the position after it, if it is known. Raises MoveRefused; then nothing has changed."""
        self.positions.append(rules.apply(self.position, move) if after is None else after)
        self.moves.append(move)
        self.origins.append(origin)

    def copied(self) -> Line:
        """A line that grows and shrinks by itself."""
        copy = Line(self.trusted)
        copy.moves, copy.positions, copy.origins = self.moves.copy(), self.positions.copy(), self.origins.copy()
        copy.parked = self.parked.copy()
        return copy

    def take_back(self) -> AnyMove:
        """Takes the last move away."""
        self.positions.pop()
        self.origins.pop()
        return self.moves.pop()

    def round_of(self, place: int) -> int:
        """The round in which the move at this place was made, 0 in the set-up."""
        position = self.positions[place]
        return position.round if isinstance(position, Game) else 0

    def end_of(self, round_: int) -> Position:
        """Where the game stood at the end of a round, or where it stands in that round now."""
        ends = (place for place, move in enumerate(self.moves) if isinstance(move, Seated) and self.round_of(place) == round_)
        return self.positions[next(ends, -1)]

    def confirmed(self) -> int:
        """In how many rounds the cards have been turned over."""
        return sum(isinstance(move, Confirm) for move in self.moves)

    def cards(self) -> Iterator[tuple[int, bool]]:
        """Of each card that was laid: the place of its move, and whether it lies face up at the end of its round (or now)."""
        return ((place, card.revealed) for place, card in self._laid())

    def _laid(self) -> Iterator[tuple[int, Card]]:
        laid: list[int] = []
        for place in range(len(self.moves) + 1):
            if place == len(self.moves) or isinstance(self.moves[place], Seated):
                position = self.positions[place]
                cards = position.cards if isinstance(position, Game) else ()
                yield from zip(laid, cards, strict=True)
                laid.clear()
            elif isinstance(self.moves[place], PlaceCard):
                laid.append(place)

    def seen(self, whole: bool) -> set[int]:
        """Which acts of the journal told the kinds of cards that everybody has seen: now, or, with `whole`, at the end of any round.

        Two of one hand that were told to be the same kind count, too: what they were told to be is said when they are to be turned over.
        """
        if whole:
            return {self.origins[place] for place, card in self._laid() if _open(card) and self._tells(place)}
        cards = self.position.cards if isinstance(self.position, Game) else ()
        if not any(map(_open, cards)):
            return set()
        laid: list[int] = []
        for place in reversed(range(len(self.moves))):
            if len(laid) == len(cards):
                break
            if isinstance(self.moves[place], PlaceCard):
                laid.insert(0, place)
        return {self.origins[place] for place, card in zip(laid, cards, strict=True) if _open(card) and self._tells(place)}

    def _tells(self, place: int) -> bool:
        # What lies face up may have been told by another act than the one that laid it.
        move = self.moves[place]
        return isinstance(move, PlaceCard) and move.character is not Character.HIDDEN


def _open(card: Card) -> bool:
    return card.revealed or card.twice is not None
