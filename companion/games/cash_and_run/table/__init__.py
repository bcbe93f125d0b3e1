"""Cash & Run at a real table: what is taught of the players' copy, what taps and tags come to, draws without a wheel, and what is counted."""

from __future__ import annotations

from companion.game import Corrections, Table
from companion.games.cash_and_run.table.commands import AnyCommand
from companion.games.cash_and_run.table.corrections import CashAndRunProposal, acts_of, mend, step_of, undo_step
from companion.games.cash_and_run.table.facts import MEASURES, facts
from companion.games.cash_and_run.table.gestures import CashAndRunGestures
from companion.games.cash_and_run.table.lesson import TEACHING
from companion.games.cash_and_run.table.marks import marks
from companion.games.cash_and_run.table.rematch import rematch

TABLE = Table(
    gestures=CashAndRunGestures,
    corrections=Corrections(mend=mend, proposal=CashAndRunProposal, acts_of=acts_of, step=step_of, undo_step=undo_step),
    commands=AnyCommand,
    facts=facts,
    measures=MEASURES,
    teaching=TEACHING,
    marks=marks,
    rematch=rematch,
)
