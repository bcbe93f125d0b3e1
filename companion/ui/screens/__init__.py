"""The screens by name. A phase's screen has the phase's name; the others are opened from the menu."""

from __future__ import annotations

from companion.ui.screens.aslies import AsItLiesScreen
from companion.ui.screens.base import Screen
from companion.ui.screens.cards import CardsScreen
from companion.ui.screens.check import CheckScreen
from companion.ui.screens.count import CountScreen
from companion.ui.screens.diagnosis import DiagnosisScreen
from companion.ui.screens.draw import DrawScreen
from companion.ui.screens.finished import FinishedScreen
from companion.ui.screens.games import GamesScreen
from companion.ui.screens.help import HelpScreen
from companion.ui.screens.home import HomeScreen
from companion.ui.screens.menu import EndScreen, MenuScreen, TakeBackScreen
from companion.ui.screens.off import OffScreen
from companion.ui.screens.order import OrderScreen
from companion.ui.screens.past import PastScreen
from companion.ui.screens.pawns import PawnsScreen
from companion.ui.screens.payout import PayoutScreen
from companion.ui.screens.players import PlayersScreen
from companion.ui.screens.private import PrivateScreen
from companion.ui.screens.replace import ReplaceScreen
from companion.ui.screens.replay import ReplayScreen
from companion.ui.screens.reveal import RevealScreen
from companion.ui.screens.ring import RingScreen
from companion.ui.screens.settings import SettingsScreen
from companion.ui.screens.stand import StandScreen
from companion.ui.screens.start import StartScreen
from companion.ui.screens.tags import TagsScreen
from companion.ui.screens.tokens import TokensScreen

SCREENS: dict[str, type[Screen]] = {
    screen.name: screen
    for screen in (
        PlayersScreen,
        RingScreen,
        DrawScreen,
        StartScreen,
        TokensScreen,
        CardsScreen,
        PrivateScreen,
        PawnsScreen,
        StandScreen,
        RevealScreen,
        PayoutScreen,
        CountScreen,
        OrderScreen,
        FinishedScreen,
        AsItLiesScreen,
        MenuScreen,
        TakeBackScreen,
        EndScreen,
        HomeScreen,
        GamesScreen,
        OffScreen,
        PastScreen,
        ReplayScreen,
        TagsScreen,
        CheckScreen,
        ReplaceScreen,
        SettingsScreen,
        DiagnosisScreen,
        HelpScreen,
    )
}
"""Every screen that is drawn from the snapshot alone."""
