"""What single tables pay, from a description in JSON: a calculator for one table, apart from any game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.errors import RecordError
from companion.games.kit import strict
from companion.games.kit.colours import Colour
from companion.games.kit.strict import Malformed
from companion.games.vabanque.rules.box import TOKEN_OF_ROUND
from companion.games.vabanque.rules.moves import Character
from companion.games.vabanque.rules.payout import pay_table
from companion.games.vabanque.rules.state import by_colour


class ScoredCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card beside the table."""

    owner: Colour
    character: Character


class ScoredTable(msgspec.Struct, frozen=True):
    """One table. `tokens`: the values lying there. Keys beyond these are the writer's own."""

    tokens: tuple[int, ...]
    cards: tuple[ScoredCard, ...]
    pawns: tuple[Colour, ...]


def score(text: str) -> dict[str, Any] | list[dict[str, Any]]:
    """The object, or list of objects, of `text` with "multiplier", "table_value" and "payouts" in each.

    Raises RecordError with the line on which the table in question begins, or on which the text is no JSON.
    """
    begin = strict.skip_blanks(text, 0)
    try:
        if text[begin : begin + 1] == "[":
            return [_scored(table, at) for at, table in _elements(text)]
        return _scored(strict.whole(text), begin)
    except Malformed as error:
        raise RecordError(text.count("\n", 0, error.at) + 1, error.reason) from None


def _elements(text: str) -> Iterator[tuple[int, Any]]:
    """The elements of the list that the text is, each with the place where it begins."""
    at = strict.skip_blanks(text, strict.skip_blanks(text, 0) + 1)
    if text[at : at + 1] != "]":
        while True:
            value, end = strict.decode(text, at)
            yield at, value
            if text[end : end + 1] != ",":
                break
            at = strict.skip_blanks(text, end + 1)
        at = end
    if text[at : at + 1] != "]":
        raise Malformed('not valid JSON: "," or "]" is missing', at)
    end = strict.skip_blanks(text, at + 1)
    if end < len(text):
        raise Malformed("more after the end of the list", end)


def _scored(value: dict[str, Any], at: int) -> dict[str, Any]:
    table: ScoredTable = strict.convert(value, ScoredTable, at)
    for token in table.tokens:
        if token not in TOKEN_OF_ROUND:
            raise Malformed("a token is a 5, 10, 20 or 50", at)
    if len(set(table.pawns)) < len(table.pawns):
        raise Malformed("a colour has one pawn", at)
    if not table.pawns:
        # Only tables with at least one pawn are revealed.
        return value | {"multiplier": None, "table_value": None, "payouts": {}}
    cards = [(card.owner, card.character) for card in table.cards]
    if any(kind is Character.HIDDEN for _, kind in cards):
        raise Malformed("a card at a table with a pawn is a raise, bluff or cheat", at)
    if len(set(cards)) < len(cards):
        raise Malformed("a colour has one card of each kind", at)
    pawns = by_colour(table.pawns)
    result = pay_table(1, sum(table.tokens), cards, pawns)
    owners = by_colour({owner for owner, _ in cards} | set(pawns))
    payouts = {owner: result.payouts.get(owner, 0) for owner in owners}
    return value | {"multiplier": result.multiplier, "table_value": result.value, "payouts": payouts}
