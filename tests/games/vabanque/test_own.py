"""What a player may see alone: the own cards of the round, and nobody else's."""

from __future__ import annotations

import pytest

from companion.games.vabanque import rules
from companion.games.vabanque.rules.moves import Character, PlaceCard, Seated, Seating
from companion.games.vabanque.rules.state import Game
from companion.games.vabanque.rules.view import Phase
from tests.games.vabanque.evenings import BLACK, BLUE, GREEN, RED, Evening, begun


@pytest.mark.parametrize("hidden", [0.0, 1.0])
@pytest.mark.parametrize("seed", range(4))
def test_own_cards_are_those_that_the_player_has_laid_in_this_round(seed: int, hidden: float) -> None:
    evening = Evening([RED, BLUE, GREEN, BLACK], Seating.CHAIRS, seed, 5, hidden)
    laid: list[PlaceCard] = []
    seen = 0
    for move, after in zip(evening.moves, evening.positions[1:], strict=True):
        if isinstance(move, Seated):
            laid.clear()
        if isinstance(move, PlaceCard):
            laid.append(move)
        for colour in (RED, BLUE, GREEN, BLACK):
            told = rules.own_cards(after, colour)
            own = sorted((card for card in laid if card.by is colour), key=lambda card: card.table)
            assert [(card.by, card.table) for card in told] == [(card.by, card.table) for card in own]
            for card, mine in zip(told, own, strict=True):
                assert isinstance(after, Game)
                kept = after.phase in (Phase.CARDS, Phase.PAWNS, Phase.STAND)
                assert card == mine or (not kept and (hidden or card.character is Character.HIDDEN))
            seen += len(told)
    assert seen > 500


def test_there_are_none_before_cards_are_laid_and_none_of_a_stranger() -> None:
    assert rules.own_cards(rules.new(), RED) == ()
    assert rules.own_cards(begun(RED, BLUE, GREEN), RED) == ()
    assert rules.own_cards(begun(RED, BLUE, GREEN), BLACK) == ()


def test_their_repr_tells_no_kind() -> None:
    said = repr((PlaceCard(RED, Character.CHEAT, 3),)).lower()
    assert not any(kind in said for kind in Character)
