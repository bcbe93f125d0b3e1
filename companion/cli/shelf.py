"""`companion shelf`: the games that are there."""

from __future__ import annotations

import json
from typing import Any

from companion.games import SHELF
from companion.printing.options import AsJson, Data
from companion.printing.speech import complain, for_programs
from companion.printing.tables import add, headed, show
from companion.words import tr


def shelf(as_json: AsJson = False, data: Data = None) -> None:
    """List the games that are there, how many can play, and where they come from."""
    for broken in SHELF.broken:
        complain("The game {name} of the package {package} can't be used: {why}", name=broken.name, package=broken.package, why=broken.why)
    found = [_told(key) for key in SHELF]
    if as_json:
        for_programs()
        for game in found:
            print(json.dumps(game, ensure_ascii=False))
        return
    table = headed(tr("key"), tr("title"), tr("players"), tr("package"))
    for game in found:
        least, most = game["players"]
        add(table, game["key"], game["title"], str(least) if least == most else f"{least}-{most}", game["from"])
    show(table)


def _told(key: str) -> dict[str, Any]:
    game = SHELF[key]
    return {"key": game.key, "title": game.title, "players": [game.players[0], game.players[-1]], "from": SHELF.package(key)}
