"""Casino at the table: what a card that is shown means, counts by hand, corrections, and what is counted of a game."""

from __future__ import annotations

from companion.game import Corrections, Table
from companion.games.casino.table.beginning import last_house
from companion.games.casino.table.commands import COMMANDS
from companion.games.casino.table.gestures import CasinoGestures
from companion.games.casino.table.marks import marks
from companion.games.casino.table.measures import MEASURES, game_facts
from companion.games.casino.table.mend import mend
from companion.games.casino.table.proposal import CasinoProposal
from companion.games.casino.table.rematch import rematch
from companion.games.casino.table.steps import acts_of, step_of, undo_step

TABLE = Table(
    gestures=CasinoGestures,
    corrections=Corrections(mend=mend, proposal=CasinoProposal, acts_of=acts_of, step=step_of, undo_step=undo_step),
    commands=COMMANDS,
    facts=game_facts,
    measures=MEASURES,
    marks=marks,
    rematch=rematch,
    lately=last_house,
)
