"""The house's screens by name, opened from the menu or by a snapshot that asks for them, and those of the games.

A game's screens have a name space of their own: "<key of the game>/<phase>". What a game's `UI` calls like a screen of the house stands in that
one's place while the game is on the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.ui import gameui
from companion.ui.screens.base import Screen

_WHERE = {
    "error": "companion.ui.screens.error.ErrorScreen",
    "menu": "companion.ui.screens.menu.MenuScreen",
    "takeback": "companion.ui.screens.menu.TakeBackScreen",
    "replace": "companion.ui.screens.replace.ReplaceScreen",
    "hands": "companion.ui.screens.menu.HandsScreen",
    "end": "companion.ui.screens.menu.EndScreen",
    "stats": "companion.ui.screens.stats.StatsScreen",
    "book": "companion.ui.screens.book.BookScreen",
    "acts": "companion.ui.screens.acts.ActsScreen",
    "correct": "companion.ui.screens.correct.CorrectScreen",
    "backup": "companion.ui.screens.backup.BackupScreen",
    "sticks": "companion.ui.screens.sticks.SticksScreen",
    "export": "companion.ui.screens.export.ExportScreen",
    "square": "companion.ui.screens.square.SquareScreen",
    "report": "companion.ui.screens.report.ReportScreen",
    "update": "companion.ui.screens.update.UpdateScreen",
    "welcome": "companion.ui.screens.welcome.WelcomeScreen",
    "home": "companion.ui.screens.home.HomeScreen",
    "shelf": "companion.ui.screens.shelf.ShelfScreen",
    "trial": "companion.ui.screens.shelf.TrialScreen",
    "sets": "companion.ui.screens.shelf.SetsScreen",
    "games": "companion.ui.screens.games.GamesScreen",
    "off": "companion.ui.screens.off.OffScreen",
    "past": "companion.ui.screens.past.PastScreen",
    "replay": "companion.ui.screens.replay.ReplayScreen",
    "day": "companion.ui.screens.day.DayScreen",
    "tags": "companion.ui.screens.tags.TagsScreen",
    "check": "companion.ui.screens.check.CheckScreen",
    "settings": "companion.ui.screens.settings.SettingsScreen",
    "diagnosis": "companion.ui.screens.diagnosis.DiagnosisScreen",
    "help": "companion.ui.screens.help.HelpScreen",
    "trouble": "companion.ui.screens.trouble.TroubleScreen",
}
"""Module and class of each screen."""


class Screens(Mapping[str, type[Screen]]):
    """Name -> class. A screen's module is loaded when its class is asked for: the first picture waits for one screen only."""

    def __getitem__(self, name: str) -> type[Screen]:
        rules, slash, own = name.rpartition("/")
        if slash:
            where = gameui.of(rules).screens[own] if rules else ""
            if not where:
                raise KeyError(name)
        else:
            module, _, cls = _WHERE[name].rpartition(".")
            where = f"{module}:{cls}"
        found: type[Screen] = gameui.found(where)
        return found

    def __contains__(self, name: object) -> bool:
        rules, slash, own = str(name).rpartition("/")
        return bool(rules) and own in gameui.of(rules).screens if slash else name in _WHERE

    def __iter__(self) -> Iterator[str]:
        return iter(_WHERE)

    def __len__(self) -> int:
        return len(_WHERE)


SCREENS = Screens()
"""Every screen of the house that is drawn from the snapshot alone; those of the games when they are asked for by their full name."""
