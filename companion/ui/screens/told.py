"""When a game was, and what an act of it did, in words."""

from __future__ import annotations

from companion.table.snapshot import GameEntry, PastGame, Step
from companion.ui import gameui, texts
from companion.ui.texts import tr


def when(entry: GameEntry) -> str:
    """The day of a game, in words that say so where the clock could not be believed."""
    day = texts.date(entry.date or entry.started)
    return tr("about {date}?", date=day) if entry.unsure else day


def told(replay: PastGame) -> str:
    """What the move did that led to this step."""
    done = replay.done
    assert done is not None
    return gameui.done(replay.game.rules, Step(done.do, done.by, done.spot), replay.view)
