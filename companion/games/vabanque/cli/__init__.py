"""Vabanque in the terminal: what a replay prints, and the commands that are its own."""

from __future__ import annotations

from companion.game import Terminal
from companion.games.vabanque.cli import pay, printing, score
from companion.games.vabanque.ui import words

CLI = Terminal(replayed=printing.game, phase=words.phase, commands={"score": score.score, "pay": pay.pay})
