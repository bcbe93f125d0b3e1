"""What one act told the table: bookings and events. Taken from the views before and after it."""

from __future__ import annotations

import msgspec

from companion.games.cash_and_run.rules.state import Event, Turn
from companion.games.cash_and_run.rules.view import View
from companion.games.kit.colours import Colour
from companion.games.kit.ledger import Transfer


class News(msgspec.Struct, frozen=True):
    """`payments` and `events` in their order. `may_run`: who holds a combination since this act. `back`: casinos that a lost lap gives back."""

    payments: tuple[Transfer, ...] = ()
    events: tuple[Event, ...] = ()
    may_run: tuple[Colour, ...] = ()
    back: tuple[str, ...] = ()


def news(before: View, after: View) -> News:
    """What is new. In the set-up nothing is, and after an undo nothing either."""
    payments, events = told(before.turns, before.now, after.turns, after.now)
    return News(
        payments,
        events,
        tuple([event.by for event in events if event.what == "may run"]),
        tuple([casino for event in events if event.what == "lap over" for casino in event.casinos]),
    )


def told(
    turns: tuple[Turn, ...], now: Turn | None, turns_after: tuple[Turn, ...], now_after: Turn | None
) -> tuple[tuple[Transfer, ...], tuple[Event, ...]]:
    """The payments and events by which a turn has grown: one act tells in one turn only, which may end with it."""
    if now is None:
        return (), ()
    grown = next((turn for turn in (*turns_after[len(turns) :], *((now_after,) if now_after else ())) if turn.turn == now.turn), None)
    if grown is None:
        return (), ()
    return grown.payments[len(now.payments) :], grown.events[len(now.events) :]
