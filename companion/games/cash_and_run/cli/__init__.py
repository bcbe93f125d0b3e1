"""Cash & Run in the terminal: what a replay prints."""

from __future__ import annotations

from companion.game import Terminal
from companion.games.cash_and_run.cli import printing
from companion.games.cash_and_run.ui import help

CLI = Terminal(replayed=printing.game, phase=help.title)
