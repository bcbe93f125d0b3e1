"""The screens by name. A phase's screen has the phase's name; the others are opened from the menu or by a snapshot that asks for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from companion.ui.screens.base import Screen

_WHERE = {
    "players": "players.PlayersScreen",
    "ring": "ring.RingScreen",
    "draw": "draw.DrawScreen",
    "start": "start.StartScreen",
    "tokens": "tokens.TokensScreen",
    "cards": "cards.CardsScreen",
    "private": "private.PrivateScreen",
    "pawns": "pawns.PawnsScreen",
    "stand": "stand.StandScreen",
    "reveal": "reveal.RevealScreen",
    "payout": "payout.PayoutScreen",
    "count": "count.CountScreen",
    "order": "order.OrderScreen",
    "finished": "finished.FinishedScreen",
    "aslies": "aslies.AsItLiesScreen",
    "own": "own.OwnScreen",
    "menu": "menu.MenuScreen",
    "takeback": "menu.TakeBackScreen",
    "end": "menu.EndScreen",
    "stats": "stats.StatsScreen",
    "book": "book.BookScreen",
    "acts": "acts.ActsScreen",
    "backup": "backup.BackupScreen",
    "correct": "correct.CorrectScreen",
    "home": "home.HomeScreen",
    "games": "games.GamesScreen",
    "off": "off.OffScreen",
    "past": "past.PastScreen",
    "replay": "replay.ReplayScreen",
    "day": "day.DayScreen",
    "tags": "tags.TagsScreen",
    "check": "check.CheckScreen",
    "replace": "replace.ReplaceScreen",
    "settings": "settings.SettingsScreen",
    "diagnosis": "diagnosis.DiagnosisScreen",
    "help": "help.HelpScreen",
    "trouble": "trouble.TroubleScreen",
}
"""Module and class of each screen."""


class Screens(Mapping[str, type[Screen]]):
    """Name -> class. A screen's module is loaded when its class is asked for: the first picture waits for one screen only."""

    def __getitem__(self, name: str) -> type[Screen]:
        module, _, cls = _WHERE[name].partition(".")
        found: type[Screen] = getattr(import_module(f"{__name__}.{module}"), cls)
        return found

    def __contains__(self, name: object) -> bool:
        return name in _WHERE

    def __iter__(self) -> Iterator[str]:
        return iter(_WHERE)

    def __len__(self) -> int:
        return len(_WHERE)


SCREENS = Screens()
"""Every screen that is drawn from the snapshot alone."""
