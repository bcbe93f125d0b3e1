"""What is known of the players' copy of the game: its casinos, told all at once or one by one as they are met."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.cash_and_run.rules.board import CASINOS, Casino, proper_board, proper_id
from companion.games.cash_and_run.rules.moves import TellCasino
from companion.games.cash_and_run.rules.refusal import MoveRefused, Refusal
from companion.games.kit.names import proper_text

MAX_NAME = 30
MAX_COLOUR = 20


def proper_casino(casino: Casino | TellCasino) -> bool:
    """Whether a casino can be told so."""
    return proper_id(casino.id) and proper_text(casino.name, MAX_NAME) and proper_text(casino.colour, MAX_COLOUR)


def told(casinos: dict[str, Casino], move: TellCasino) -> dict[str, Casino]:
    """The casinos with one more, or one set right. Raises MoveRefused."""
    if not proper_casino(move):
        raise MoveRefused(Refusal.BAD_CASINO)
    if move.id not in casinos and len(casinos) == CASINOS:
        raise MoveRefused(Refusal.TOO_MANY_CASINOS)
    return casinos | {move.id: Casino(move.id, move.name, move.symbol, move.colour)}


def known(casinos: Sequence[Casino], board: Sequence[str]) -> dict[str, Casino]:
    """All that was taught of a copy, if it can be so: by id. Raises MoveRefused."""
    if not all(proper_casino(casino) for casino in casinos):
        raise MoveRefused(Refusal.BAD_CASINO)
    by_id = {casino.id: casino for casino in casinos}
    if len(by_id) < len(casinos):
        raise MoveRefused(Refusal.CASINO_TWICE)
    if len(by_id) > CASINOS:
        raise MoveRefused(Refusal.TOO_MANY_CASINOS)
    if board and not proper_board(board, casinos):
        raise MoveRefused(Refusal.BAD_BOARD)
    return by_id
