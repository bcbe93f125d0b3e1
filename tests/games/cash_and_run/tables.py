"""Games to test with, told as a record tells them: a header, and lines that are played on top of each other."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from companion.games.cash_and_run import rules
from companion.games.cash_and_run.record import record
from companion.games.cash_and_run.record.summary import summary
from companion.games.cash_and_run.rules.moves import AnyMove
from companion.games.cash_and_run.rules.state import Game

SEEDS = Path(__file__).resolve().parents[3] / "seeds" / "cash_and_run"
RECORDED = sorted((SEEDS / "games").glob("*.jsonl"))
COLOURS = ("blue", "red", "yellow", "green", "black", "white")


def first_line(name: str) -> dict[str, Any]:
    """The header of a recorded game."""
    answer: dict[str, Any] = json.loads((SEEDS / "games" / f"{name}.jsonl").read_text().partition("\n")[0])
    return answer


HEADER = first_line("3-players-1")
CASINOS: list[dict[str, str]] = HEADER["casinos"]
"""The invented casinos of the recorded games: five of each symbol, three of each colour."""
SYMBOL = {casino["id"]: casino["symbol"] for casino in CASINOS}
BOARD: list[str] = first_line("3-players-2")["board"]
"""The invented board of the recorded games."""
DEALT = (["montreal"], ["lasvegas"], ["atlantic"], ["macau"], ["cairo"], ["lima"])

Line = dict[str, Any]


def header(players: int = 3, *, dealt: Sequence[Sequence[str]] = DEALT, **keys: Any) -> Line:
    """A header: blue begins and nobody has a Bluff card, unless told."""
    seated = [
        {"name": colour.title(), "colour": colour, "casinos": list(casinos), "at": casinos[0]}
        for colour, casinos in zip(COLOURS[:players], dealt, strict=False)
    ]
    return {"record": "cashrun", "version": 1, "first": "blue", "players": seated, "casinos": CASINOS, "bluff": 0, **keys}


def replayed(lines: Iterable[object]) -> record.Replay:
    """Replays lines given as text, bytes or objects."""
    raw = [line if isinstance(line, bytes) else (line if isinstance(line, str) else json.dumps(line)).encode() for line in lines]
    return record.replay([line + b"\n" for line in raw])


def after(first: Line, *lines: Line) -> Game:
    """The game after these lines."""
    return replayed([first, *lines]).position


def told(first: Line, *lines: Line) -> dict[str, Any]:
    """What the game comes to after these lines, as `replay --json` prints it."""
    answer: dict[str, Any] = json.loads(json.dumps(summary(after(first, *lines), "f")))
    return answer


def positions(moves: Iterable[AnyMove]) -> list[rules.Position]:
    """The position before each move, and the last one."""
    found = [rules.new()]
    for move in moves:
        found.append(rules.apply(found[-1], move))
    return found


# --- lines ------------------------------------------------------------------------------------------------------


def do(by: str, what: str, **keys: Any) -> Line:
    return {"by": by, "do": what, **keys}


def throw(by: str, square: str | None = None, dice: Sequence[int] = (1, 2), **keys: Any) -> Line:
    return do(by, "throw", dice=list(dice), **({"square": square} if square else {}), **keys)


def bet(by: str, on: str, stake: int | None = None) -> Line:
    return do(by, "bet", on=on, **({} if stake is None else {"stake": stake}))


def shown(result: int | str, symbol: str, by: str | None = None) -> Line:
    """The line of a result of this game."""
    key = {"roulette": "number", "die": "face", "cards": "card"}[symbol]
    line = {"do": "card" if symbol == "cards" else symbol, key: result}
    return line | ({"by": by} if by else {})


def money(by: str, amount: int) -> Line:
    return do(by, "correct", amount=amount, reason="so it is")


def sold() -> Line:
    return {"do": "sold"}


def passing(by: str) -> list[Line]:
    """A turn in which nothing happens."""
    return [throw(by, "3"), do(by, "decline")]
