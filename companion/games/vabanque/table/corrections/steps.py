"""Acts in public words: what an undo takes back, what can be corrected, what a correction changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest

from companion.games.kit.colours import Colour
from companion.games.vabanque import rules
from companion.games.vabanque.rules import Position, View
from companion.games.vabanque.rules.moves import AnyMove, Character, Confirm, Correct, Join, MovePawn, PlaceCard, Rename, RevealCard, Seated
from companion.games.vabanque.rules.options import VabanqueSettings
from companion.games.vabanque.rules.view import Correction, Phase, Unrevealed
from companion.games.vabanque.table.corrections.change import Change, Turned
from companion.games.vabanque.table.corrections.fold import Mended
from companion.games.vabanque.table.corrections.kinds import AMENDABLE
from companion.games.vabanque.table.corrections.rounds import cards
from companion.table.journal.acts import Act, Amended
from companion.table.session.branch import Branch
from companion.table.session.timeline import Timeline
from companion.table.snapshot import Behind, Step

TURNING = (Confirm, Seated)
"""Undoing one of these reaches behind a reveal or a change of chairs."""

_TO_COME = (Phase.PAYOUT, Phase.COUNT, Phase.ORDER)
"""The phases in which the next order is known and does not hold yet."""


def step_of(act: Act) -> Step:
    """An act in public words: name, who, where. The kind of a card has no field to be in."""
    do = act.__struct_config__.tag
    assert isinstance(do, str)
    of = act.move if isinstance(act, Amended) else act
    who = next((value for name in ("by", "colour", "to", "first") if (value := getattr(of, name, None))), None)
    # Where a card lay that was mended is its owner's business: its back may not show whose it is.
    where = None if isinstance(act, Amended) and isinstance(of, PlaceCard) else getattr(of, "table", None)
    return Step(do, who, where)


def undo_step(timeline: Timeline) -> Step | None:
    """The act that an undo takes back, and what goes back with it."""
    act = timeline.last
    if act is None:
        return None
    step = step_of(act)
    if isinstance(act, Amended) and isinstance(act.move, Join):
        # Names and colours change no money; under other colours it could not be compared either.
        return step
    before, _ = timeline.before
    now = timeline.position
    reopens = isinstance(act, TURNING) or _results(before, isinstance(act, Amended)) != _results(now, isinstance(act, Amended))
    if not reopens:
        return step
    return Step(step.do, step.by, step.spot, True, _behind(rules.view(now, notes=False), rules.view(before, notes=False)))


def _results(position: Position, whole: bool) -> object:
    """Whether a payout is known; for a correction, what it came to as well."""
    results = position.results if isinstance(position, rules.Game) else ()
    return results if whole else len(results)


def _behind(now: View, before: View) -> Behind:
    lying = {table.number: len(table.revealed) for table in before.tables} if before.round == now.round else {}
    turned = {table.number: len(table.revealed) - lying.get(table.number, 0) for table in now.tables} if lying else {}
    closing = {table: cards for table, cards in turned.items() if cards > 0}
    had = {player.colour: player.fortune for player in before.players}
    money = {player.colour: had[player.colour] - player.fortune for player in now.players if player.colour in had}
    return Behind(
        before.round,
        tuple(closing),
        sum(closing.values()),
        {colour: amount for colour, amount in money.items() if amount},
        before.order if before.order != now.order else None,
        _seats(before) if _seats(before) != _seats(now) else None,
    )


def _seats(view: View) -> tuple[Colour, ...]:
    return tuple([player.colour for player in view.players])


def acts_of(branch: Branch, round_: int, settings: VabanqueSettings) -> Iterator[Step]:
    """The acts of a round (0: of the set-up) that can be corrected."""
    seen = {place for place, revealed in cards(branch) if revealed}
    down = {place for place, revealed in cards(branch) if not revealed and not settings.backs_show_owners}
    for place, move in enumerate(branch.moves):
        if isinstance(move, AMENDABLE) and branch.round_of(place) == round_:
            yield placed(branch, place, place in down, place in seen)


def placed(branch: Branch, place: int, down: bool, seen: bool) -> Step:
    """The act at this place, with the table where it ended, and what it recorded.

    `down`: of a card that lies face down is told whose it is, not where. `seen`: a card that was laid lies face up since, so that it says what it is.
    """
    move, step = branch.moves[place], step_of(branch.moves[place])
    table = pawn_at(branch.positions[place + 1], move.by) if isinstance(move, MovePawn) else step.spot
    kind = move.character if isinstance(move, RevealCard) or (isinstance(move, PlaceCard) and seen) else None
    name = move.name if isinstance(move, Join | Rename) else ""
    amount = move.amount if isinstance(move, Correct) else 0
    # A card that was turned over later says there what it is.
    kind = None if kind is Character.HIDDEN else kind
    return Step(step.do, step.by, None if down else table, place=place, kind=kind, name=name, amount=amount)


def open_card(branch: Branch, by: Colour, kind: Character, table: int) -> int | None:
    """The place of the act that told this card, if it lies face up in this round. A card of no kind is one that is to be turned over there."""
    if kind is Character.HIDDEN:
        return _missing_card(branch, by, table)
    face_up = {place for place, revealed in cards(branch) if revealed}
    now = branch.round_of(len(branch.moves))
    for place in reversed(range(len(branch.moves))):
        move = branch.moves[place]
        if not isinstance(move, PlaceCard | RevealCard) or branch.round_of(place) != now:
            continue
        if (move.by, move.character, move.table) == (by, kind, table) and (isinstance(move, RevealCard) or place in face_up):
            return place
    return None


def _missing_card(branch: Branch, by: Colour, table: int) -> int | None:
    """The place where a card was laid that everybody waits for."""
    view = rules.view(branch.position, notes=False)
    if not any((missing.owner, missing.table) == (by, table) for missing in view.unrevealed):
        return None
    down = [place for place, revealed in cards(branch) if not revealed and branch.round_of(place) == view.round]
    laid = [place for place in down if isinstance(move := branch.moves[place], PlaceCard) and (move.by, move.table) == (by, table)]
    return laid[-1] if laid else None


def pawn_at(position: Position, colour: Colour) -> int:
    """The table where a pawn stands."""
    assert isinstance(position, rules.Game)
    return position.pawns[position.party.colours.index(colour)]


def change_of(branch: Branch, act: Amended[AnyMove], mended: Mended, owners: bool) -> Change:
    """What a correction of `branch` would change. `owners`: whether the backs of face-down cards show whose they are."""
    down = not owners and (act.place, False) in cards(branch)
    table = getattr(act.move, "table", None)
    if down and table == getattr(branch.moves[act.place], "table", None):
        table = None
    if isinstance(act.move, MovePawn):
        stood = branch.positions[act.place]
        assert isinstance(stood, rules.Game)
        table = (pawn_at(stood, act.move.by) - 1 + act.move.steps) % len(stood.tokens) + 1
    do = act.move.__struct_config__.tag
    assert isinstance(do, str)
    seen = (act.place, True) in cards(branch)
    change = Change(placed(branch, act.place, down, seen), do, table)
    untold = tuple([Unrevealed(card.by, card.table, 1) for card in mended.untold])
    settled = tuple([Correction(each.by, each.amount, each.reason) for each in act.told if isinstance(each, Correct)])
    if mended.branch is None:
        assert mended.asks is not None
        asked = rules.view(mended.asks, notes=False)
        return Change(change.act, do, table, round=asked.round, unrevealed=asked.unrevealed, untold=untold, settled=settled)
    was, now = rules.view(mended.before, notes=False), rules.view(mended.branch.position, notes=False)
    had = {player.colour: player for player in was.players}
    return Change(
        change.act,
        do,
        table,
        untold=untold,
        settled=settled,
        payments=mended.adjustments,
        fortunes=tuple([(p.colour, had[p.colour].fortune, p.fortune) for p in now.players if p.colour in had and had[p.colour].fortune != p.fortune]),
        order=_if_other(_order(was), _order(now)),
        seats=_if_other(_chairs(was), _chairs(now)),
        pawns=tuple([(p.colour, p.pawn) for p in now.players if p.pawn is not None and p.colour in had and had[p.colour].pawn != p.pawn]),
        winners=_if_other(was.winners, now.winners),
        as_played=tuple([result.round + 1 for result in now.results if result.as_played]),
        turned=tuple(_turned(_face_up(was), _face_up(now))),
    )


def _face_up(view: View) -> dict[tuple[int, Colour, int], list[Character]]:
    """The cards of all rounds that everybody has seen, by round, owner and table."""
    tables = [(result.round, table.table, table.revealed) for result in view.results for table in result.tables]
    if view.round not in [result.round for result in view.results]:
        tables += [(view.round, table.number, table.revealed) for table in view.tables]
    found: dict[tuple[int, Colour, int], list[Character]] = {}
    for round_, table, revealed in tables:
        for owner, kind in revealed:
            found.setdefault((round_, owner, table), []).append(kind)
    return found


def _turned(was: dict[tuple[int, Colour, int], list[Character]], now: dict[tuple[int, Colour, int], list[Character]]) -> Iterator[Turned]:
    for at in sorted(was.keys() | now.keys()):
        gone, come = Counter(was.get(at, [])), Counter(now.get(at, []))
        for before, after in zip_longest((gone - come).elements(), (come - gone).elements()):
            yield Turned(at[1], at[2], before, after)


def _if_other(before: tuple[Colour, ...], after: tuple[Colour, ...]) -> tuple[Colour, ...] | None:
    return after if after != before else None


def _order(view: View) -> tuple[Colour, ...]:
    return (view.phase in _TO_COME and view.results[-1].next_order) or view.order


def _chairs(view: View) -> tuple[Colour, ...]:
    return (view.phase in _TO_COME and view.results[-1].seats) or _seats(view)


def moved_to(branch: Branch, place: int, move: AnyMove, table: int) -> AnyMove | None:
    """The same act at another table; None for one that has none."""
    position = branch.positions[place]
    if isinstance(move, MovePawn) and isinstance(position, rules.Game):
        return MovePawn(move.by, (table - pawn_at(position, move.by)) % len(position.tokens))
    if hasattr(move, "table"):
        return type(move)(**{name: getattr(move, name) for name in move.__struct_fields__} | {"table": table})
    return None
