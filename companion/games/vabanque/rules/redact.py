"""Moves without what was never revealed: what an export writes, and what the journal keeps when a game has ended."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.vabanque.rules.moves import AnyMove, Character, Confirm, PlaceCard, Seated
from companion.games.vabanque.rules.position import apply, new
from companion.games.vabanque.rules.state import Game


def hidden(move: PlaceCard) -> PlaceCard:
    """The same card laid at the same table, of a kind that nobody told."""
    return PlaceCard(move.by, Character.HIDDEN, move.table)


def redacted(moves: Sequence[AnyMove]) -> list[AnyMove]:
    """The same moves, in which every card that was not turned over is of hidden kind. Raises MoveRefused if they are no game.

    They come to the same public view: no payout ever depended on such a card.
    """
    position = new()
    told = list(moves)
    laid: list[int] = []

    def cover() -> None:
        cards = position.cards if isinstance(position, Game) else ()
        for place, card in zip(laid, cards, strict=True):
            move = told[place]
            if isinstance(move, PlaceCard) and not card.revealed:
                told[place] = hidden(move)
        laid.clear()

    for place, move in enumerate(moves):
        if isinstance(move, Seated):
            cover()
        position = apply(position, move)
        if isinstance(move, PlaceCard):
            laid.append(place)
        elif isinstance(move, Confirm) and isinstance(position, Game):
            for at, card in zip(laid, position.cards, strict=True):
                laid_as = told[at]
                if card.twice is not None and isinstance(laid_as, PlaceCard):
                    # It is told anew.
                    told[at] = hidden(laid_as)
    cover()
    return told
