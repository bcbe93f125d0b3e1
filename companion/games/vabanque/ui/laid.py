"""What can be known of the ring before a screen is needed."""

from __future__ import annotations

from companion.games.vabanque.rules.view import Phase, View

TABLES_READ = (Phase.RING, Phase.START, Phase.TOKENS, Phase.CARDS, Phase.PAWNS)
"""In these phases the tag of a table says something."""


def ring_lies(view: View) -> bool:
    """Whether every table of the ring is known."""
    return 0 < view.tiles_needed == len(view.tables)


def lays(view: View) -> bool:
    """Whether the tray has something to lay now."""
    return view.phase in TABLES_READ
