"""Which cards everybody has seen, by the moves that told their kinds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.vabanque.rules.moves import AnyMove, Character, PlaceCard, Seated
from companion.games.vabanque.rules.position import Position
from companion.games.vabanque.rules.state import Card, Game


def laid(moves: Sequence[AnyMove], positions: Sequence[Position]) -> Iterator[tuple[int, Card]]:
    """Of each card that was laid: the place of its move, and the card as it lies at the end of its round, or now."""
    places: list[int] = []
    for place in range(len(moves) + 1):
        if place == len(moves) or isinstance(moves[place], Seated):
            position = positions[place]
            cards = position.cards if isinstance(position, Game) else ()
            yield from zip(places, cards, strict=True)
            places.clear()
        elif isinstance(moves[place], PlaceCard):
            places.append(place)


def seen(moves: Sequence[AnyMove], positions: Sequence[Position], whole: bool) -> set[int]:
    """The places of moves that told the kinds of cards that everybody has seen: now, or, with `whole`, at the end of any round.

    Two of one hand that were told to be the same kind count, too: what they were told to be is said when they are to be turned over.
    """
    if whole:
        return {place for place, card in laid(moves, positions) if _open(card) and _tells(moves[place])}
    position = positions[-1]
    cards = position.cards if isinstance(position, Game) else ()
    if not any(map(_open, cards)):
        return set()
    places: list[int] = []
    for place in reversed(range(len(moves))):
        if len(places) == len(cards):
            break
        if isinstance(moves[place], PlaceCard):
            places.insert(0, place)
    return {place for place, card in zip(places, cards, strict=True) if _open(card) and _tells(moves[place])}


def _tells(move: AnyMove) -> bool:
    # What lies face up may have been told by another act than the one that laid it.
    return isinstance(move, PlaceCard) and move.character is not Character.HIDDEN


def _open(card: Card) -> bool:
    return card.revealed or card.twice is not None
