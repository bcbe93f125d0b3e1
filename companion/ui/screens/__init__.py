"""The screens by name. A phase's screen has the phase's name; the others are opened from the menu or by a snapshot that asks for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from companion.ui.screens.base import Screen

_WHERE = {
    "players": "companion.ui.screens.players.PlayersScreen",
    "ring": "companion.games.vabanque.ui.screens.ring.RingScreen",
    "draw": "companion.games.vabanque.ui.screens.draw.DrawScreen",
    "start": "companion.games.vabanque.ui.screens.start.StartScreen",
    "tokens": "companion.games.vabanque.ui.screens.tokens.TokensScreen",
    "cards": "companion.games.vabanque.ui.screens.cards.CardsScreen",
    "private": "companion.games.vabanque.ui.screens.private.PrivateScreen",
    "pawns": "companion.games.vabanque.ui.screens.pawns.PawnsScreen",
    "stand": "companion.games.vabanque.ui.screens.stand.StandScreen",
    "reveal": "companion.games.vabanque.ui.screens.reveal.RevealScreen",
    "payout": "companion.games.vabanque.ui.screens.payout.PayoutScreen",
    "count": "companion.games.vabanque.ui.screens.count.CountScreen",
    "order": "companion.games.vabanque.ui.screens.order.OrderScreen",
    "finished": "companion.games.vabanque.ui.screens.finished.FinishedScreen",
    "aslies": "companion.games.vabanque.ui.screens.aslies.AsItLiesScreen",
    "own": "companion.games.vabanque.ui.screens.own.OwnScreen",
    "menu": "companion.ui.screens.menu.MenuScreen",
    "takeback": "companion.ui.screens.menu.TakeBackScreen",
    "end": "companion.ui.screens.menu.EndScreen",
    "stats": "companion.ui.screens.stats.StatsScreen",
    "book": "companion.ui.screens.book.BookScreen",
    "acts": "companion.ui.screens.acts.ActsScreen",
    "backup": "companion.ui.screens.backup.BackupScreen",
    "correct": "companion.ui.screens.correct.CorrectScreen",
    "home": "companion.ui.screens.home.HomeScreen",
    "games": "companion.ui.screens.games.GamesScreen",
    "off": "companion.ui.screens.off.OffScreen",
    "past": "companion.ui.screens.past.PastScreen",
    "replay": "companion.ui.screens.replay.ReplayScreen",
    "day": "companion.ui.screens.day.DayScreen",
    "tags": "companion.ui.screens.tags.TagsScreen",
    "check": "companion.ui.screens.check.CheckScreen",
    "replace": "companion.ui.screens.replace.ReplaceScreen",
    "settings": "companion.ui.screens.settings.SettingsScreen",
    "diagnosis": "companion.ui.screens.diagnosis.DiagnosisScreen",
    "help": "companion.ui.screens.help.HelpScreen",
    "trouble": "companion.ui.screens.trouble.TroubleScreen",
}
"""Module and class of each screen."""


class Screens(Mapping[str, type[Screen]]):
    """Name -> class. A screen's module is loaded when its class is asked for: the first picture waits for one screen only."""

    def __getitem__(self, name: str) -> type[Screen]:
        module, _, cls = _WHERE[name].rpartition(".")
        found: type[Screen] = getattr(import_module(module), cls)
        return found

    def __contains__(self, name: object) -> bool:
        return name in _WHERE

    def __iter__(self) -> Iterator[str]:
        return iter(_WHERE)

    def __len__(self) -> int:
        return len(_WHERE)


SCREENS = Screens()
"""Every screen that is drawn from the snapshot alone."""
