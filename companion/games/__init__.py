"""The shelf: every game that the companion knows. Rules only; pure."""

from __future__ import annotations

from types import ModuleType

from companion.games.vabanque import rules

GAMES: dict[str, ModuleType] = {"vabanque": rules}
"""Each game is a module of functions: new, apply, legal, view, outcome; and SECRETS, what is sealed of its moves."""
