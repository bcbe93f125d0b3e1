"""The same people once more."""

from __future__ import annotations

from companion.games.casino import rules
from companion.games.casino.rules.state import Phase
from companion.games.casino.table.rematch import rematch
from tests.games.casino.evenings import BLUE, GREEN, RED, ROYAL, after, begun


def test_the_same_people_play_by_the_same_rules_and_draw_again() -> None:
    view = rules.view(begun(RED, BLUE, GREEN, house=ROYAL))
    again = rules.view(after(rematch(view, ["Ada", "Blaise", "Carl"])))
    assert (again.phase, again.house, again.dealer) == (Phase.DEALER, ROYAL, None)
    assert [(player.colour, player.name, player.chair) for player in again.players] == [(RED, "Ada", 0), (BLUE, "Blaise", 1), (GREEN, "Carl", 2)]
