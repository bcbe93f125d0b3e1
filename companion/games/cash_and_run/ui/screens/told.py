"""Telling a casino of which nobody has said what is printed on its card: first its name, then its game and colour in one tap."""

from __future__ import annotations

from companion.games.cash_and_run.rules.board import Casino
from companion.games.cash_and_run.rules.chance import Symbol
from companion.games.cash_and_run.rules.copy import MAX_NAME
from companion.games.cash_and_run.rules.moves import TellCasino
from companion.games.cash_and_run.table.copy import casino_id
from companion.games.cash_and_run.ui.widgets.marks import TINTS
from companion.games.cash_and_run.ui.widgets.tiles import Band, Tile
from companion.games.kit.names import one_form, proper_text
from companion.ui.texts import tr

COLOURS = tuple(TINTS)[:6]


def acceptable(name: str, casinos: tuple[Casino, ...]) -> bool:
    """Whether a casino can be called so here."""
    name = one_form(name)
    return proper_text(name, MAX_NAME) and all(each.name.casefold() != name.casefold() for each in casinos)


def looks() -> tuple[Band, ...]:
    """Game and colour: one tile each."""
    rows = [
        Band(tuple([Tile(("look", symbol, colour), symbol=symbol, sub=colour) for colour in COLOURS]), len(COLOURS), label=_said(symbol))
        for symbol in Symbol
    ]
    return tuple(rows)


def _said(symbol: Symbol) -> str:
    return {Symbol.ROULETTE: tr("wheel"), Symbol.DIE: tr("die"), Symbol.CARDS: tr("cards")}[symbol]


def move(name: str, symbol: Symbol, colour: str, casinos: tuple[Casino, ...]) -> TellCasino:
    """The act that tells it."""
    name = one_form(name)
    return TellCasino(casino_id(name, len(casinos) + 1, [each.id for each in casinos]), name, symbol, colour)
