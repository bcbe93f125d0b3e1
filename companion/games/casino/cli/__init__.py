"""Casino in the terminal: what a replay prints."""

from __future__ import annotations

from companion.game import Terminal
from companion.games.casino.cli import printing
from companion.games.casino.ui import help

CLI = Terminal(replayed=printing.game, phase=help.title)
