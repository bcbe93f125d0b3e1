"""Corrections in every state: the list of acts, each way to tell the right value, cards that are asked for, all that may change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.refusal import Refusal
from companion.games.vabanque.rules.view import Adjustment, Correction, Phase, SwapView, Unrevealed
from companion.games.vabanque.table.corrections.change import Change
from companion.table import snapshot
from companion.table.snapshot import Answer, Behind, Notice, Snapshot, Step
from companion.ui.screens import SCREENS
from companion.ui.screens.base import Screen
from tests.ui.money_samples import BECAUSE, HUGE
from tests.ui.samples import colours, shown, view

Prepare = Callable[[Any], None]


def acts(players: int, round_: int) -> tuple[Step, ...]:
    """The acts of a round in public words; of a face-down card no table."""
    who = colours(players)
    if round_ == 0:
        joined = [Step("join", c, place=n) for n, c in enumerate(who)]
        return (*joined, Step("rename", who[0], place=7), Step("ring", place=8), Step("begin", who[1], place=9))
    tokens = [Step("token", c, n + 1, place=20 + n) for n, c in enumerate(who * 2)]
    cards = [Step("card", c, place=40 + n) for n, c in enumerate(who * 3)]
    pawns = [Step("pawn", c, n + 2, place=60 + n) for n, c in enumerate(who)]
    return (*tokens, *cards, *pawns, Step("reveal", who[0], 5, place=70), Step("correct", who[1], place=71))


def changed(players: int, *, long: bool = False) -> Change:
    """A correction that changes all that one can change."""
    who = colours(players)
    most = HUGE if long else 90_000
    notes = {500_000: 1, 100_000: 3, 50_000: 2, 20_000: 4, 10_000: 2, 5_000: 9} if long else {50_000: 1, 20_000: 2}
    payments = (
        Adjustment(who[0], most, notes, {5_000: 2}, (SwapView(who[1], {100_000: 5}, {500_000: 1}),), 5_000),
        Adjustment(who[1], -most, {}, notes, (), -5_000),
    )
    return Change(
        Step("token", who[0], 3, place=20),
        "token",
        12 if players == 6 else 5,
        untold=(Unrevealed(who[2], 5, 1),),
        settled=(Correction(who[2], -20_000, BECAUSE),),
        payments=payments,
        fortunes=((who[0], HUGE, HUGE + most), (who[1], most, 0)),
        order=who[::-1],
        seats=who,
        pawns=((who[0], 4),),
        winners=who[:2],
        as_played=(2, 3),
    )


def face(name: str) -> Prepare:
    """Opens another face."""

    def opened(screen: Any) -> None:
        screen.open(name)

    return opened


def counted(screen: Any) -> None:
    """An amount that is settled."""
    screen.open("amount")
    screen.faces["amount"].notes.tapped((500_000, 1))
    screen.faces["amount"].notes.tapped((5_000, 1))


def first_of_two(screen: Any) -> None:
    """One of two that change places has been tapped."""
    screen.faces["swap"].rows.on_tap(1)


def correction_pictures(players: int = 6, *, long: bool = False) -> Iterator[tuple[str, type[Screen], Snapshot, Prepare | None]]:
    """Name, screen, snapshot, and what is done to the screen before."""
    who = colours(players)
    tokens, paid = view(Phase.TOKENS, players, long=long, round=2), view(Phase.PAYOUT, players, long=long)
    for round_ in range(2):
        yield f"acts-{round_}", SCREENS["acts"], shown(tokens, acts=acts(players, round_), acts_of=round_), None
    yield "acts-none", SCREENS["acts"], shown(view(Phase.TOKENS, players, round=4, long=long), acts=(), acts_of=4), None
    yield "acts-refused", SCREENS["acts"], shown(tokens, acts=acts(players, 1), acts_of=1, notice=Notice(Refusal.NOT_OF_ITS_KIND, 1)), None

    def of(do: str, by: Colour | None = who[0], table: int | None = None, **more: Any) -> Snapshot:
        change = Change(Step(do if do not in ("seat", "ring", "seating") else "begin", by, table, place=9), do, table, **more)
        return shown(paid, change=change, acts=acts(players, 1), acts_of=1)

    every = snapshot.Change(Step("token", colours(players)[0], 3, place=20), "token", 5)
    yield "correct-any", SCREENS["correct"], shown(tokens, change=every), None
    yield "correct-token", SCREENS["vabanque/correct"], of("token", table=3), None
    yield "correct-card", SCREENS["vabanque/correct"], of("card"), None
    yield "correct-pawn", SCREENS["vabanque/correct"], of("pawn", table=3), None
    later = Notice(Refusal.BAD_STEPS, 1, spot=3, act=Step("pawn", who[1], 7))
    yield "correct-refused", SCREENS["vabanque/correct"], shown(paid, change=of("pawn", table=3).change, notice=later), None
    yield "correct-secret", SCREENS["vabanque/correct"], of("card"), face("secret")
    yield "correct-reveal", SCREENS["vabanque/correct"], of("reveal", table=5), None
    yield "correct-join", SCREENS["vabanque/correct"], of("join"), None
    yield "correct-name", SCREENS["vabanque/correct"], of("rename"), None
    yield "correct-join-name", SCREENS["vabanque/correct"], of("join"), face("name")
    yield "correct-begin", SCREENS["vabanque/correct"], of("begin"), None
    yield "correct-seats", SCREENS["vabanque/correct"], of("seat"), first_of_two
    yield "correct-ring", SCREENS["vabanque/correct"], of("ring"), first_of_two
    yield "correct-seating", SCREENS["vabanque/correct"], of("seating"), None
    yield "correct-amount", SCREENS["vabanque/correct"], of("correct"), counted
    asked = (Unrevealed(who[0], 5, 1), Unrevealed(who[1], 5, 2), Unrevealed(who[2], 7, 1))
    yield "correct-asked", SCREENS["vabanque/correct"], of("token", table=5, round=2, unrevealed=asked), None
    yield "correct-asked-one", SCREENS["vabanque/correct"], of("token", table=5, round=1, unrevealed=asked[:1]), None
    yield "correct-list", SCREENS["vabanque/correct"], shown(paid, change=changed(players, long=long)), face("list")
    yield "correct-nothing", SCREENS["vabanque/correct"], of("card"), face("list")
    yield "correct-settle", SCREENS["vabanque/correct"], shown(paid, change=changed(players, long=long)), counted
    yield "hands", SCREENS["hands"], shown(tokens, notice=Notice(Answer.LEFT_ELSEWHERE, 1)), None
    money = dict.fromkeys(who, -HUGE if long else -90000)
    behind = Behind(2, (3, 5, 7), 14, money, who[::-1], who)
    yield "takeback-all", SCREENS["takeback"], shown(paid, undo=Step("seated", None, None, True, behind)), None
    yield "takeback-cards", SCREENS["takeback"], shown(paid, undo=Step("confirm", None, None, True, Behind(2, (3,), 1))), None
