"""Every screen of a game in every state that it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from companion.games.vabanque.rules.view import Phase
from companion.table.snapshot import Answer, Notice, Own, Replacing, Snapshot, Step
from companion.ui.screens import SCREENS
from companion.ui.screens.base import Screen
from tests.ui.samples import LONG_NAMES, NAMES, colours, shown, states, view

Prepare = Callable[[Any], None]


def _name_sheet(screen: Any) -> None:
    screen.chairs.on_tap(0)


def _chair(screen: Any) -> None:
    screen.chairs.on_tap(5)


def _pad(screen: Any) -> None:
    screen.pad._press("pad")


def _at(place: int) -> Prepare:
    def look(screen: Any) -> None:
        screen.looked_at = place
        screen.fill(screen.view)
        screen.say()

    return look


def _cards_back(screen: Any) -> None:
    screen.on.on()


def _count_first(screen: Any) -> None:
    screen.ledger.on_tap(screen.view.players[0].colour)
    screen.counting.tapped((20_000, 1))


def _offers(screen: Any) -> None:
    screen.offers = frozenset({"help", "settings", "tags", "tray"})
    screen.fill(screen.view)


def _gone(screen: Any) -> None:
    screen.gone.on()


def pictures(players: int = 6, *, long: bool = False) -> Iterator[tuple[str, type[Screen], Snapshot, Prepare | None]]:
    """Name, screen, snapshot, and what is done to the screen before."""
    names = LONG_NAMES if long else NAMES
    for name, snapshot in states(players, long=long):
        assert snapshot.view is not None
        yield name, SCREENS[f"vabanque/{snapshot.view.phase}"], snapshot, None
        match name:
            case "players-two":
                yield "players-chair", SCREENS["vabanque/players"], snapshot, _chair
            case "players-all":
                yield "players-name", SCREENS["vabanque/players"], snapshot, _name_sheet
            case "start":
                after = view(Phase.TOKENS, players, round=1, long=long)
                tables = tuple(msgspec.structs.replace(table, tokens=(), value=0) for table in after.tables)
                people = tuple(msgspec.structs.replace(player, fortune=0) for player in after.players)
                yield "start-next", SCREENS["vabanque/start"], shown(msgspec.structs.replace(after, tables=tables, players=people)), None
                first = view(Phase.START, players, round=1, long=long)
                yield "draw-drawn", SCREENS["vabanque/draw"], shown(first), None
                yield "draw-chosen", SCREENS["vabanque/draw"], shown(msgspec.structs.replace(first, drawn=False)), None
            case "tokens":
                yield "menu", SCREENS["menu"], snapshot, _offers
                redo = msgspec.structs.replace(snapshot, redo=Step("card", colours(players)[0], 12))
                yield "menu-redo", SCREENS["menu"], redo, _offers
            case "cards":
                yield "cards-at-once", SCREENS["vabanque/cards"], msgspec.structs.replace(snapshot, links=()), _unread_ones
                by = colours(players)[0]
                for told in (False, True):
                    replacing = msgspec.structs.replace(snapshot, replacing=Replacing(by, told))
                    yield f"replace-{'tag' if told else 'which'}", SCREENS["vabanque/replace"], replacing, None
                for notice in (Notice(Answer.PIECE_FIRST, 1, owner=by), Notice(Answer.TAG_KNOWN, 2), Notice(Answer.PHONE, 3)):
                    refused = msgspec.structs.replace(snapshot, replacing=Replacing(by, notice.what is not Answer.PIECE_FIRST), notice=notice)
                    yield f"replace-{str(notice.what).replace(' ', '-')}", SCREENS["vabanque/replace"], refused, None
            case "cards-table-read":
                yield "private", SCREENS["vabanque/private"], snapshot, None
            case "pawns":
                yield "aslies", SCREENS["vabanque/aslies"], snapshot, None
                yield "own", SCREENS["vabanque/own"], snapshot, None
                assert snapshot.view is not None
                by = snapshot.view.to_act or snapshot.view.order[0]
                yield "own-colour-card", SCREENS["vabanque/own"], msgspec.structs.replace(snapshot, own=Own(by, False)), _pad
                yield "pawns-looked", SCREENS["vabanque/pawns"], msgspec.structs.replace(snapshot, looked=snapshot.view.order[:2]), None
            case "reveal":
                yield "reveal-gone", SCREENS["vabanque/reveal"], snapshot, _gone
            case "payout":
                yield "payout-crowded", SCREENS["vabanque/payout"], snapshot, _at(1)
                yield "payout-nothing", SCREENS["vabanque/payout"], snapshot, _at(2)
                yield "payout-notes", SCREENS["vabanque/payout"], snapshot, _at(3)
            case "count-off":
                yield "count-sheet", SCREENS["vabanque/count"], snapshot, _count_first
                yield "end", SCREENS["end"], snapshot, None
            case "order":
                yield "order-cards", SCREENS["vabanque/order"], snapshot, _cards_back
                yield "takeback", SCREENS["takeback"], snapshot, None
            case "finished":
                yield "aslies-end", SCREENS["vabanque/aslies"], snapshot, None
    assert set(names.values()) >= {player.name for player in view(Phase.TOKENS, players, long=long).players}


def _unread_ones(screen: Any) -> None:
    screen.unread_ones = True
    screen.show(screen.shown)


def opened(screen: Screen, snapshot: Snapshot, prepare: Prepare | None) -> Screen:
    """The screen as the app opens it."""
    screen.enter()
    screen.show(snapshot)
    if prepare is not None:
        prepare(screen)
    return screen
