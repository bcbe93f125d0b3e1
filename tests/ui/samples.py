"""Public snapshots of every state that a game passes through, made by hand so that the screens' tests need no rules and no session."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.box import BOX
from companion.games.vabanque.rules.moves import Character, Seating
from companion.games.vabanque.rules.order import reseat
from companion.games.vabanque.rules.refusal import Refusal
from companion.games.vabanque.rules.view import (
    HandOutView,
    Payment,
    Phase,
    PlayerView,
    Reason,
    RoundResult,
    SwapView,
    TableResult,
    TableView,
    Unrevealed,
    View,
)
from companion.table.events import Fault
from companion.table.snapshot import Answer, DeviceState, Notice, Pending, Snapshot, Step

C = Colour
RAISE, BLUFF, CHEAT = Character.RAISE, Character.BLUFF, Character.CHEAT

NAMES = {
    C.BLUE: "Adriano",
    C.RED: "Benedetta",
    C.YELLOW: "Carlotta",
    C.GREEN: "Donaldo",
    C.BLACK: "Eduardo",
    C.WHITE: "Francesca",
}
LONG_NAMES = {
    # No font of the companion's has the first five letters.
    C.BLUE: "櫻井さくら Wilhelmine-Mar",
    C.RED: "Ømarå-Wëndélîn MMMMM",
    C.YELLOW: "Maximiliane v. Brück",
    C.GREEN: "WWWWWWWWWWWWWWWWWWWW",
    C.BLACK: "Наталья Владимировна",
    C.WHITE: "Jean-Maximilien Œuvé",
}
assert all(len(name) == 20 for name in LONG_NAMES.values())
TABLES = {3: 7, 4: 9, 5: 10, 6: 12}
CHAIRS = (C.RED, C.GREEN, C.BLUE, C.YELLOW, C.BLACK, C.WHITE)
FORTUNES = {C.BLUE: 245_000, C.RED: 120_000, C.YELLOW: 240_000, C.GREEN: 240_000, C.BLACK: 90_000, C.WHITE: 385_000}
MOST = 62_600_000
"""About what a player can come to at most: every token, pawn, Raise and Cheat at one table in every round."""
PAWNS = {C.BLUE: 1, C.RED: 5, C.YELLOW: 7, C.GREEN: 3, C.BLACK: 2, C.WHITE: 5}
LAID = [
    *((5, 5, 10), (5, 5, 10), (5, 10), (5, 5, 5, 10), (), (5, 5, 10, 10)),
    *((5,), (5, 5, 10), (5, 5, 5, 5, 10), (5, 5), (5, 5), (5, 5, 5, 10)),
]
BACKS = [2, 0, 3, 0, 1, 1, 0, 0, 2, 1, 0, 0]
SETUP = (Phase.PLAYERS, Phase.RING, Phase.DRAW)


def colours(players: int) -> tuple[Colour, ...]:
    """Who plays, by chair."""
    return CHAIRS[:players]


def view(
    phase: Phase,
    players: int = 6,
    *,
    round: int = 2,
    to_act: Colour | None = C.YELLOW,
    long: bool = False,
    **changes: object,
) -> View:
    """A plausible public state of this phase."""
    who = colours(players)
    names = LONG_NAMES if long else NAMES
    money = {c: MOST + FORTUNES[c] for c in who} if long else FORTUNES
    tables = TABLES[players]
    order = tuple(sorted(who, key=lambda c: -FORTUNES[c]))
    setting_up = phase in SETUP
    acting = phase in (Phase.START, Phase.TOKENS, Phase.CARDS, Phase.PAWNS)
    backs = BACKS if phase in (Phase.CARDS, Phase.PAWNS, Phase.STAND, Phase.REVEAL) else [0] * 12
    standing = not setting_up and phase is not Phase.START
    pawns = {c: (PAWNS[c] - 1) % tables + 1 for c in who} if standing else {}
    tokens = LAID if standing else [()] * 12
    value = {1: 5, 2: 10, 3: 20, 4: 50}[round]
    ring = () if phase in (Phase.PLAYERS, Phase.RING) else tuple(range(1, tables + 1))
    paid = phase in (Phase.PAYOUT, Phase.COUNT, Phase.ORDER, Phase.FINISHED)

    def lying(usual: tuple[int, ...], table: int) -> tuple[int, ...]:
        """What the results below say of tables 3, 5 and 7; elsewhere the usual tokens."""
        return {3: (), 5: (5, 10, 20) * (20 if long else 1), 7: (5, 5, 10, 10, 10, 20, 50, 50)}.get(table, usual) if paid else usual

    result = View(
        phase=phase,
        round=round,
        players=tuple(
            PlayerView(
                colour=c,
                name=names[c],
                chair=chair,
                place=order.index(c),
                fortune=money[c] if standing else 0,
                tokens_left=2 if phase is Phase.TOKENS else 0,
                cards_left=2 if phase is Phase.CARDS else 0 if phase in (Phase.PAWNS, Phase.STAND, Phase.REVEAL) else 3,
                pawn=pawns.get(c),
                moved=False,
            )
            for chair, c in enumerate(who)
        ),
        seating=Seating.CHAIRS,
        order=() if setting_up else order,
        first=None if setting_up else order[0],
        drawn=True,
        to_act=(to_act if to_act in who else who[0]) if acting else None,
        token=value,
        stock=9 if phase is Phase.TOKENS else 0,
        tables=tuple(
            TableView(
                number=n,
                tile=n,
                tokens=lying(tokens[n - 1], n),
                value=sum(lying(tokens[n - 1], n)),
                pawns=tuple(c for c in Colour if pawns.get(c) == n),
                face_down=backs[n - 1],
            )
            for n in ring
        ),
        tiles_needed=tables,
        ring=ring,
    )
    if phase is Phase.PAWNS and result.to_act:
        stands = pawns[result.to_act]
        reachable = tuple((steps, (stands + steps - 1) % tables + 1) for steps in range(5))
        result = msgspec.structs.replace(result, reachable=reachable)
    if phase is Phase.REVEAL:
        result = msgspec.structs.replace(result, unrevealed=(Unrevealed(who[0], 3, 1), Unrevealed(who[1], 3, 2), Unrevealed(who[1], 1, 1)))
    if phase in (Phase.PAYOUT, Phase.COUNT, Phase.ORDER, Phase.FINISHED):
        result = msgspec.structs.replace(result, results=results(players, round if phase is not Phase.FINISHED else 4, long=long))
    if phase in (Phase.PAYOUT, Phase.COUNT):
        last, purses = result.results[-1], {c: fewest(money[c]) for c in who}
        plans = tuple(hand_out(c, last.earned[c], who) for c in last.order if last.earned[c])
        result = msgspec.structs.replace(result, hand_outs=plans, purses=purses, bank={5_000: 3, 20_000: 1}, owed={who[0]: 5_000})
    if phase is Phase.FINISHED:
        result = msgspec.structs.replace(result, winners=(order[0],), round=4)
    return msgspec.structs.replace(result, **changes)


def fewest(amount: int) -> dict[int, int]:
    """The fewest notes that come to an amount; of the largest there may be more than the box has."""
    found = {}
    for value in sorted(BOX, reverse=True):
        found[value], amount = divmod(amount, value)
    return {value: count for value, count in found.items() if count}


def hand_out(to: Colour, amount: int, who: tuple[Colour, ...]) -> HandOutView:
    """A plan as long as there can be one for the first player of `who`, a plain one for the others."""
    if to is not who[0]:
        return HandOutView(to, amount, fewest(amount), {}, (), 0, 0, False)
    swap = SwapView(who[1], {20_000: 2, 10_000: 1}, {50_000: 1})
    return HandOutView(to, amount, fewest(amount), {10_000: 3, 5_000: 1}, (swap,), 5_000, 10_000, False)


def table_five(players: int, big: int = 1) -> TableResult:
    """Two Cheats, a Raise, a Bluff and two pawns; `big` multiplies the tokens."""
    amount = 70_000 * big
    second = C.YELLOW if players > 3 else C.GREEN
    return TableResult(
        table=5,
        tokens=35 * big,
        revealed=((C.GREEN, RAISE), (C.RED, CHEAT), (second, CHEAT), (C.BLUE, BLUFF)),
        multiplier=2,
        value=70 * big,
        pawns=(C.BLUE, second),
        payments=(
            Payment(C.BLUE, 0, Reason.PAWN_BLOCKED, (C.RED, second)),
            Payment(second, 0, Reason.PAWN_BLOCKED, (C.RED,)),
            Payment(C.RED, amount * 2, Reason.CHEAT_PAID, (C.BLUE, second)),
            Payment(second, amount, Reason.CHEAT_PAID, (C.BLUE,)),
        ),
        payouts={C.RED: amount * 2, second: amount},
    )


def crowded(players: int) -> TableResult:
    """Everybody's pawn and all the cards at one table: the longest payout that there can be."""
    who = sorted(colours(players), key=list(Colour).index)
    tokens, raises = 160, len(who)
    value = tokens * (1 + raises)
    cheats = tuple(Payment(c, value * 1000 * (len(who) - 1), Reason.CHEAT_PAID, tuple(o for o in who if o != c)) for c in who)
    pawns = tuple(Payment(c, 0, Reason.PAWN_BLOCKED, tuple(o for o in who if o != c)) for c in who)
    return TableResult(
        table=7,
        tokens=tokens,
        revealed=tuple((c, kind) for c in who for kind in (RAISE, BLUFF, CHEAT)),
        multiplier=1 + raises,
        value=value,
        pawns=tuple(who),
        payments=pawns + cheats,
        payouts={p.to: p.amount for p in cheats},
    )


def quiet_table() -> TableResult:
    """A lonely pawn at a table with no card and no token."""
    return TableResult(3, 0, (), 1, 0, (C.GREEN,), (Payment(C.GREEN, 0, Reason.PAWN_PAID),), {})


def results(players: int, rounds: int, *, long: bool = False) -> tuple[RoundResult, ...]:
    """Rounds one to `rounds`; in each of them three tables are paid."""
    who = colours(players)
    order = tuple(sorted(who, key=lambda c: -FORTUNES[c]))
    tables = (quiet_table(), table_five(players, 20 if long else 1), crowded(players))
    every = []
    for number in range(1, rounds + 1):
        fortunes = {c: FORTUNES[c] * number // rounds // 5000 * 5000 + (MOST if long else 0) for c in who}
        every.append(
            RoundResult(
                round=number,
                order=tuple(reversed(order)),
                tables=tables,
                paid_in_order=(5, 7, 3),
                earned={c: 0 if i == 2 else FORTUNES[c] * (100 if long else 1) // rounds for i, c in enumerate(who)},
                fortunes=fortunes,
                next_order=None if number == 4 else order,
                seats=None if number == 4 else reseat(who, order, Seating.CHAIRS),
                ties=((C.YELLOW, C.GREEN),) if {C.YELLOW, C.GREEN} <= set(who) else (),
            )
        )
    return tuple(every)


def stayed(view: View) -> View:
    """The same round, but nobody changes chairs."""
    last = msgspec.structs.replace(view.results[-1], seats=tuple(p.colour for p in view.players), stayed=True)
    return msgspec.structs.replace(view, results=(*view.results[:-1], last))


def shown(view: View | None = None, *, serial: int = 1, **changes: object) -> Snapshot:
    """A snapshot with a game open; `changes` are other fields of Snapshot."""
    base = Snapshot(serial=serial, game=1 if view else None, view=view, undo=Step("token", C.GREEN, 3) if view else None)
    return msgspec.structs.replace(base, **changes)


def states(players: int = 6, *, long: bool = False) -> Iterator[tuple[str, Snapshot]]:
    """Every state by name. `long`: the longest names and sums."""

    def of(phase: Phase, **changes: object) -> View:
        return view(phase, players, long=long, **changes)  # type: ignore[arg-type]

    names = tuple((LONG_NAMES if long else NAMES).values())
    empty = msgspec.structs.replace(of(Phase.PLAYERS), players=())
    few = msgspec.structs.replace(of(Phase.PLAYERS), players=of(Phase.PLAYERS).players[:2])
    acting = colours(players)[0]
    yield "players-none", shown(empty, names=names)
    yield "players-two", shown(few, names=names)
    yield "players-all", shown(of(Phase.PLAYERS), names=names)
    yield "ring-none", shown(of(Phase.RING), lately=tuple(range(1, TABLES[players] + 1)))
    yield "ring-some", shown(of(Phase.RING, ring=(12, 3, 7)))
    for n, fault in enumerate((Fault.UNPLUGGED, Fault.FIRMWARE_TOO_OLD)):
        lost = (DeviceState("wand", fault),)
        yield f"players-lost-{n}", shown(few, names=names, links=lost)
        yield f"ring-lost-{n}", shown(of(Phase.RING), lately=tuple(range(1, TABLES[players] + 1)), links=lost)
        yield f"reveal-lost-{n}", shown(of(Phase.REVEAL), links=lost)
        yield f"stand-lost-{n}", shown(of(Phase.STAND), links=lost)
    yield "draw", shown(of(Phase.DRAW))
    yield "start", shown(of(Phase.START, round=1, to_act=C.WHITE if players == 6 else C.BLUE))
    yield "tokens", shown(of(Phase.TOKENS))
    yield "tokens-four", shown(of(Phase.TOKENS, round=4))
    yield "cards", shown(of(Phase.CARDS))
    yield "cards-card-read", shown(of(Phase.CARDS, to_act=acting), pending=Pending(acting))
    yield "cards-table-read", shown(of(Phase.CARDS, to_act=acting), pending=Pending(acting, 7))
    yield "cards-refused", shown(of(Phase.CARDS), notice=Notice(Answer.OTHER_PLAYER, 1, owner=colours(players)[1], expected=acting))
    yield "cards-unplugged", shown(of(Phase.CARDS), links=(DeviceState("wand", Fault.UNPLUGGED),))
    yield "pawns", shown(of(Phase.PAWNS))
    yield "pawns-refused", shown(of(Phase.PAWNS), notice=Notice(Refusal.BAD_STEPS, 1, spot=4))
    yield "stand", shown(of(Phase.STAND))
    yield "reveal", shown(of(Phase.REVEAL), undo=Step("confirm", sure=True))
    yield "payout", shown(of(Phase.PAYOUT), undo=Step("confirm", sure=True))
    yield "payout-handed", shown(of(Phase.PAYOUT, handed_out=colours(players)[:2]), undo=Step("paid", C.RED, sure=True))
    counted = of(Phase.COUNT)
    right = {c: fewest(next(p.fortune for p in counted.players if p.colour is c) - counted.owed.get(c, 0)) for c in colours(players)}
    yield "count", shown(msgspec.structs.replace(counted, purses=right, counted=colours(players)[:1]))
    yield "count-off", shown(msgspec.structs.replace(counted, counted=colours(players)), undo=Step("count", C.RED))
    yield "order", shown(of(Phase.ORDER), undo=Step("paid", C.RED, sure=True))
    yield "order-platelets", shown(of(Phase.ORDER, seating=Seating.PLATELETS))
    yield "finished", shown(of(Phase.FINISHED))
    yield "order-stayed", shown(stayed(of(Phase.ORDER)))
    yield "finished-early", shown(of(Phase.FINISHED, winners=(), ended=True))
    end = of(Phase.FINISHED)
    richest = max(player.fortune for player in end.players)
    winners = colours(players)[:2]
    level = tuple(msgspec.structs.replace(player, fortune=richest) if player.colour in winners else player for player in end.players)
    lower = tuple(msgspec.structs.replace(p, fortune=p.fortune - 5_000) if p.fortune == richest and p.colour not in winners else p for p in level)
    yield "finished-shared", shown(msgspec.structs.replace(end, winners=winners, players=lower))
