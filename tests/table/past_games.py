"""The twelve recorded games as past ones, and what they come to by another way of counting."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from companion.games.vabanque import GAME as VABANQUE
from companion.games.vabanque.record import record
from companion.table.evenings import history
from companion.table.journal.store import Journal
from tests.games.vabanque.evenings import SEEDS

RECORDS = sorted((SEEDS / "games").glob("*.jsonl"))


def header(path: Path) -> dict[str, Any]:
    """Who plays, and who begins."""
    found: dict[str, Any] = json.loads(path.read_text().splitlines()[0])
    return found


def rounds(path: Path) -> list[dict[str, Any]]:
    """What a recorded game comes to, as it was handed down beside the record."""
    found: list[dict[str, Any]] = json.loads(path.with_suffix("").with_suffix(".expected.json").read_text())["rounds"]
    return found


def add(
    journal: Journal,
    path: Path,
    *,
    date: str | None = None,
    place: str | None = None,
    seating: str | None = None,
    names: dict[str, str] | None = None,
) -> int:
    """Adds a recorded game as if its header had told when and where, by what they sat, and by colour who the people were."""
    first, *lines = path.read_bytes().splitlines(keepends=True)
    told = json.loads(first)
    for key, value in (("date", date), ("place", place), ("seating", seating)):
        if value is not None:
            told[key] = value
    for player in told["players"]:
        player["name"] = (names or {}).get(player["colour"], player["name"])
    game, new = history.add(journal, VABANQUE, record.replay([json.dumps(told).encode() + b"\n", *lines]))
    assert new
    return game


def counted(path: Path) -> dict[str, dict[str, int]]:
    """By colour: money by the pawn and by Cheats, how often caught, how many caught, own Cheats for nothing. From the bare tables."""
    found = {player["colour"]: dict.fromkeys(("pawns", "cheats", "caught", "catches", "idle", "dearest"), 0) for player in header(path)["players"]}
    for result in rounds(path):
        for table in result["tables"]:
            raises = sum(kind == "raise" for _, kind in table["revealed"])
            worth = table["tokens"] * (1 + raises) * 1000
            cheating = [owner for owner, kind in table["revealed"] if kind == "cheat"]
            for colour, own in found.items():
                got = 0
                if colour in table["pawns"]:
                    if set(cheating) - {colour}:
                        own["caught"] += 1
                    else:
                        own["pawns"] += worth
                        got += worth
                if colour in cheating:
                    prey = len(set(table["pawns"]) - {colour})
                    own["cheats"] += worth * prey
                    own["catches"] += prey
                    own["idle"] += prey == 0
                    got += worth * prey
                assert got == table["payouts"].get(colour, 0)
                if got:
                    own["dearest"] = max(own["dearest"], worth)
    return found
