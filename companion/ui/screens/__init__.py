"""The screens by name. A phase's screen has the phase's name; the others are opened from the menu."""

from __future__ import annotations

from companion.ui.screens.base import Screen
from companion.ui.screens.cards import CardsScreen
from companion.ui.screens.pawns import PawnsScreen
from companion.ui.screens.stand import StandScreen
from companion.ui.screens.start import StartScreen
from companion.ui.screens.tokens import TokensScreen

SCREENS: dict[str, type[Screen]] = {
    screen.name: screen
    for screen in (
        StartScreen,
        TokensScreen,
        CardsScreen,
        PawnsScreen,
        StandScreen,
    )
}
"""Every screen that is drawn from the snapshot alone."""
