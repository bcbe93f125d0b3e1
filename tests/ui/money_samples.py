"""Where money is handed out, counted and corrected: every state of these screens that the samples of the game leave out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from companion.games.vabanque.rules.box import BOX
from companion.games.vabanque.rules.moves import Seating
from companion.games.vabanque.rules.refusal import Refusal
from companion.games.vabanque.rules.view import Correction, HandOutView, Phase, SwapView, View
from companion.table.snapshot import Notice, Snapshot, Step
from companion.ui.screens import SCREENS
from companion.ui.screens.base import Screen
from tests.ui.samples import colours, fewest, shown, view

Prepare = Callable[[Any], None]

BECAUSE = "Somebody dropped a note under the table when the glasses were filled, I believe"
HUGE = 35_280_000
"""The most that a round can bring to one player."""


def hand_outs(players: int, *, long: bool = False) -> tuple[HandOutView, ...]:
    """One hand-out of each sort, in the order of play: with change given back, a swap, a debt that grows, one that is settled, a plain one."""
    who = view(Phase.PAYOUT, players).results[-1].order
    every = [
        HandOutView(who[0], 265_000, {500_000: 1}, {100_000: 2, 20_000: 1, 10_000: 1, 5_000: 1}, (), 0, 0, False),
        HandOutView(who[1], 335_000, {100_000: 3, 20_000: 2}, {5_000: 1}, (SwapView(who[2], {100_000: 5}, {500_000: 1}),), 0, 0, False),
        HandOutView(who[2], 0, {10_000: 1}, {}, (), 0, 10_000, False),
    ]
    if players > 3:
        swap = SwapView(who[0], {50_000: 2, 100_000: 4}, {500_000: 1})
        every.append(HandOutView(who[3], 105_000, {50_000: 2, 20_000: 2}, {}, (swap,), 5_000, 40_000, False))
    for each in who[4:]:
        every.append(HandOutView(each, 90_000, fewest(90_000), {}, (), 0, 0, False))
    if long:
        # All that the box has, and the rest is owed.
        box = {value: BOX[value] for value in BOX}
        every[0] = HandOutView(who[0], HUGE, box, {}, (), HUGE - 7_950_000, 0, False)
    return tuple(every)


def paying(players: int, place: int, *, long: bool = False, notes: bool = True) -> View:
    """The hand-out when `place` of the players who earned something have their notes."""
    base = view(Phase.PAYOUT, players, long=long)
    plans = hand_outs(players, long=long)
    last = msgspec.structs.replace(base.results[-1], earned=dict.fromkeys(base.order, 0) | {each.to: each.amount for each in plans})
    done = tuple(each.to for each in plans if each.amount)[:place]
    reached = max((i for i, each in enumerate(plans) if each.to in done), default=-1)
    plans = tuple(msgspec.structs.replace(each, done=i <= reached) for i, each in enumerate(plans))
    seen = {"hand_outs": plans} if notes else {"hand_outs": (), "purses": {}, "bank": {}, "owed": {}}
    return msgspec.structs.replace(base, results=(*base.results[:-1], last), handed_out=done, **seen)


def counting(players: int, *, long: bool = False, notes: bool = True, off: int = 0, corrections: int = 0, **changes: Any) -> View:
    """The count, when the first player by chair is `off` by some money and has been corrected some times."""
    base = view(Phase.COUNT, players, long=long)
    who = colours(players)
    money = {player.colour: player.fortune - base.owed.get(player.colour, 0) for player in base.players}
    purses = {c: fewest(money[c] + (off if c is who[0] else 0)) for c in who}
    mended = tuple(Correction(who[0], -5_000 * (HUGE // 5_000 if long else 1), BECAUSE) for _ in range(corrections))
    last = msgspec.structs.replace(base.results[-1], corrections=mended)
    base = msgspec.structs.replace(base, purses=purses, results=(*base.results[:-1], last), counted=who[:1])
    if not notes:
        base = msgspec.structs.replace(base, purses={}, hand_outs=(), owed={}, bank={}, counted=())
    return msgspec.structs.replace(base, **changes)


def ordering(players: int, corrections: int, *, long: bool = False, **changes: Any) -> View:
    """The new order, after so many corrections."""
    base = view(Phase.ORDER, players, long=long)
    who = colours(players)
    mended = tuple(Correction(who[n % players], (-5_000 if n % 2 else 10_000) * (HUGE // 5_000 if long else 1), BECAUSE) for n in range(corrections))
    last = msgspec.structs.replace(base.results[-1], corrections=mended)
    return msgspec.structs.replace(base, results=(*base.results[:-1], last), **changes)


def unpaid(players: int, *, long: bool = False) -> View:
    """Ended before anything was paid."""
    base = view(Phase.FINISHED, players, long=long)
    poor = tuple(msgspec.structs.replace(player, fortune=0) for player in base.players)
    return msgspec.structs.replace(base, round=1, players=poor, results=(), winners=(), ended=True)


def to_the_notes(screen: Any) -> None:
    """Behind the last table."""
    screen.looked_at = 9
    screen.fill(screen.view)
    screen.say()


def open_notes(screen: Any) -> None:
    """The notes of the first player by chair."""
    screen.ledger.on_tap(screen.view.players[0].colour)


def _more(*values: int) -> Prepare:
    def tap(screen: Any) -> None:
        open_notes(screen)
        for value in values:
            screen.counting.tapped((value, 1))

    return tap


def _less(*values: int) -> Prepare:
    def tap(screen: Any) -> None:
        open_notes(screen)
        for value in values:
            screen.counting.tapped((value, -1))

    return tap


def ask_why(screen: Any) -> None:
    """The notes are those that were told already, so the reason is asked for at once."""
    open_notes(screen)
    screen.mend.on()


def write_why(screen: Any) -> None:
    """The reason in the players' own words."""
    ask_why(screen)
    screen.other.on()


def read_corrections(screen: Any) -> None:
    """The corrections with their reasons."""
    screen.list.on_tap("mended")


def _write_at_length(letters: str) -> Prepare:
    def write(screen: Any) -> None:
        write_why(screen)
        screen.entry.show(letters * 80)

    return write


def money_pictures(players: int = 6, *, long: bool = False) -> Iterator[tuple[str, type[Screen], Snapshot, Prepare | None]]:
    """Name, screen, snapshot, and what is done to the screen before."""
    payees = len([each for each in hand_outs(players) if each.amount])
    for place in range(payees):
        yield f"notes-{place}", SCREENS["vabanque/payout"], shown(paying(players, place, long=long)), to_the_notes
    yield "notes-amounts", SCREENS["vabanque/payout"], shown(paying(players, 1, long=long, notes=False)), to_the_notes
    step = Step("count", colours(players)[0])
    yield "counted-right", SCREENS["vabanque/count"], shown(counting(players, long=long)), open_notes
    yield "counted-note-too-many", SCREENS["vabanque/count"], shown(counting(players, long=long)), _more(20_000)
    yield "counted-note-too-few", SCREENS["vabanque/count"], shown(counting(players, long=long)), _less(100_000)
    yield "counted-off", SCREENS["vabanque/count"], shown(counting(players, long=long, off=105_000)), open_notes
    earned = counting(players).hand_outs[0].amount
    yield "counted-unpaid", SCREENS["vabanque/count"], shown(counting(players, long=long, off=-earned)), open_notes
    yield "counted-corrected", SCREENS["vabanque/count"], shown(counting(players, long=long, corrections=1), undo=Step("correct", step.by)), None
    yield "counted-corrected-twice", SCREENS["vabanque/count"], shown(counting(players, long=long, off=-5_000, corrections=2)), None
    notice = Notice(Refusal.TOO_MANY_NOTES, 1, owner=colours(players)[0])
    yield "counted-refused", SCREENS["vabanque/count"], shown(counting(players, long=long), notice=notice), _more(500_000)
    yield "count-amounts", SCREENS["vabanque/count"], shown(counting(players, long=long, notes=False)), None
    yield "count-amounts-off", SCREENS["vabanque/count"], shown(counting(players, long=long, notes=False)), _more(5_000)
    yield "count-why", SCREENS["vabanque/count"], shown(counting(players, long=long, off=-5_000)), ask_why
    yield "count-why-more", SCREENS["vabanque/count"], shown(counting(players, long=long, off=50_000)), ask_why
    yield "count-write", SCREENS["vabanque/count"], shown(counting(players, long=long, off=-5_000)), write_why
    yield "count-write-long", SCREENS["vabanque/count"], shown(counting(players, long=long, off=-5_000)), _write_at_length("W")
    yield "order-corrected", SCREENS["vabanque/order"], shown(ordering(players, 1, long=long)), None
    yield "order-corrected-often", SCREENS["vabanque/order"], shown(ordering(players, 9, long=long)), None
    yield "order-corrections", SCREENS["vabanque/order"], shown(ordering(players, 9, long=long)), read_corrections
    yield "order-corrected-platelets", SCREENS["vabanque/order"], shown(ordering(players, 2, long=long, seating=Seating.PLATELETS)), None
    yield "finished-unpaid", SCREENS["vabanque/finished"], shown(unpaid(players, long=long)), None
