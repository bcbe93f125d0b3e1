"""Every screen of the app in every state that there is a sample of."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from companion.games.vabanque.rules.moves import Character, PlaceCard
from companion.games.vabanque.ui.screens.tray import Tray
from companion.table.snapshot import Own, Snapshot
from companion.ui.screens import SCREENS
from companion.ui.screens.base import Kit, Screen
from tests.ui import book_samples, correction_samples, game_samples, home_samples, money_samples, samples, stick_samples


class Sample(NamedTuple):
    """A state of a screen. `prepare` is done to the screen before it is looked at; None for nothing."""

    name: str
    screen: type[Screen]
    shown: Snapshot
    prepare: Callable[[Any], None] | None

    def opened(self, screen: Screen | None = None) -> Screen:
        """A screen (a new one, or the one given) as the app opens it in this state."""
        screen = screen or self.screen()
        screen.enter()
        screen.show(self.shown)
        if self.prepare is not None:
            self.prepare(screen)
        screen.show(self.shown)
        return screen


def everything(players: int = 6, *, long: bool = False) -> Iterator[Sample]:
    """The samples of game, money and home; those that are held open by a finger are not among them: see `held`."""
    for found in (
        game_samples.pictures(players, long=long),
        money_samples.money_pictures(players, long=long),
        correction_samples.correction_pictures(players, long=long),
        home_samples.pictures(long=long),
        book_samples.book_pictures(long=long),
        stick_samples.stick_pictures(long=long),
        _tray(players, long=long),
    ):
        for sample in found:
            yield Sample(*sample)


def _tray(players: int, *, long: bool) -> Iterator[tuple[str, type[Screen], Snapshot, Callable[[Any], None] | None]]:
    """The tray of simulated tags beside the screens that carry it."""
    for name, shown in samples.states(players, long=long):
        if name in ("players-two", "ring-none", "ring-some", "start", "tokens", "cards", "pawns", "reveal"):
            assert shown.view is not None
            yield f"tray-{name}", SCREENS[f"vabanque/{shown.view.phase}"], shown, _with_tray


def _with_tray(screen: Any) -> None:
    tray = Tray(lambda code: None, random.Random(1))
    tray.open = True
    screen.carry(tray)


def held(players: int = 6, *, long: bool = False) -> Iterator[Sample]:
    """What is to be seen only while a finger rests on it."""
    states = dict(samples.states(players, long=long))
    yield Sample("private-held", SCREENS["vabanque/private"], states["cards-table-read"], _hold_private)
    yield Sample("private-laid", SCREENS["vabanque/private"], states["cards-table-read"], _lay_private)
    yield Sample("tray-held", SCREENS["vabanque/cards"], states["cards"], _hold_tray)
    yield Sample("own-held", SCREENS["vabanque/own"], states["pawns"], _hold_own)
    pawns = states["pawns"]
    assert pawns.view is not None
    opened = msgspec.structs.replace(pawns, own=Own(pawns.view.to_act or pawns.view.order[0], True))
    yield Sample("own-held-none", SCREENS["vabanque/own"], opened, _hold_own_empty)


def _hold_private(screen: Any) -> None:
    screen.pad._rng = random.Random(1)
    screen.pad._press("pad")


def _lay_private(screen: Any) -> None:
    screen.laid = True
    screen.say()


def _hold_own(screen: Any) -> None:
    laid = tuple(PlaceCard(screen.owner, kind, table) for kind, table in ((Character.CHEAT, 3), (Character.HIDDEN, 7), (Character.RAISE, 12)))
    screen.equip(Kit(own_cards=lambda owner: laid))
    screen.show(msgspec.structs.replace(screen.shown, own=Own(screen.owner, True)))
    screen.pad._press("pad")


def _hold_own_empty(screen: Any) -> None:
    screen.equip(Kit(own_cards=lambda owner: ()))
    screen.show(msgspec.structs.replace(screen.shown, own=Own(screen.owner, True)))
    screen.pad._press("pad")


def _hold_tray(screen: Any) -> None:
    _with_tray(screen)
    screen._tray._press("pad")
