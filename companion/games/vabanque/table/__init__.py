"""Vabanque at a real table: what a card, a pawn or a table's tag means, and how an earlier act is corrected."""

from __future__ import annotations

from companion.game import Corrections, Table
from companion.games.vabanque.table.commands import COMMANDS
from companion.games.vabanque.table.corrections.fold import mend
from companion.games.vabanque.table.corrections.proposal import VabanqueProposal
from companion.games.vabanque.table.corrections.steps import acts_of, step_of, undo_step
from companion.games.vabanque.table.facts import MEASURES, facts
from companion.games.vabanque.table.gestures import VabanqueGestures
from companion.games.vabanque.table.lately import last_ring
from companion.games.vabanque.table.marks import marks
from companion.games.vabanque.table.rematch import rematch

TABLE = Table(
    gestures=VabanqueGestures,
    corrections=Corrections(mend=mend, proposal=VabanqueProposal, acts_of=acts_of, step=step_of, undo_step=undo_step),
    commands=COMMANDS,
    facts=lambda view, moves: facts(view),
    measures=MEASURES,
    marks=marks,
    rematch=rematch,
    lately=last_ring,
    identity=lambda colour: f"{colour} colour",
    spot_of=lambda move: getattr(move, "table", None),
)
