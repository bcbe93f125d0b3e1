"""Partners on the page of the statistics: a row of their own, their figures and their wins over time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.games.casino import GAME
from companion.table.commands import ShowPast, ShowStats
from companion.table.evenings import history
from companion.table.evenings.statistics import Filter
from companion.ui import texts
from tests.games.casino.test_pairs import PARTNERS
from tests.ui.evening import TouchEvening
from tests.ui.harness import harness  # before anything of kivy.core.window


def test_a_pair_has_its_row_and_its_page(tmp_path: Path) -> None:
    evening = TouchEvening(harness(), tmp_path)
    texts.use("en")
    try:
        history.add(evening.journal, GAME, GAME.record.replay(PARTNERS[0].read_bytes().splitlines(keepends=True)))
        evening.app.act(ShowPast())
        evening.harness.settle()
        evening.app.act(ShowStats(Filter(rules=GAME.key)))
        evening.harness.settle()
        screen: Any = evening.harness.stage.screen
        pairs = screen.stats.pairs
        assert len(pairs) == 2
        rows = {row.key: row for row in screen.players.rows}
        assert [rows[pair.name].title for pair in pairs] == [pair.name for pair in pairs]
        screen._choose(pairs[0].name)
        evening.harness.settle()
        assert screen.bar.prompt.title == pairs[0].name
        assert ("Games", "1", "") in [tuple(figure) for figure in screen.figures.figures]
    finally:
        evening.close()
