"""Vabanque in the terminal: what a replay prints, and the commands that are its own."""

from __future__ import annotations

from companion.game import Terminal
from companion.games.vabanque.cli import pay, printing, score
from companion.games.vabanque.rules.view import Phase
from companion.ui import texts

CLI = Terminal(replayed=printing.game, phase=lambda phase: texts.phase(Phase(phase)), commands={"score": score.score, "pay": pay.pay})
