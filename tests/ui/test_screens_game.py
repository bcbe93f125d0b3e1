"""The screens of a game: everything fits, everything can be hit, nothing acts twice, nothing moves while nothing happens."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import KINDS, Character, Confirm, LayRing, Paid, Rename, RevealCard, Untold
from companion.games.vabanque.rules.view import Phase, Reason
from companion.games.vabanque.table.commands import LayUnread, ProposeCard
from companion.games.vabanque.ui import words
from companion.games.vabanque.ui.laid import TABLES_READ
from companion.games.vabanque.ui.screens.payout import rows
from companion.games.vabanque.ui.screens.tray import Tray
from companion.table.commands import Cancel, Do, TouchSpot, Undo
from companion.table.events import Fault
from companion.table.snapshot import DeviceState, Pending, Snapshot, Step, Waiting
from companion.ui import texts
from companion.ui.kit import theme
from companion.ui.screens import SCREENS
from companion.ui.screens.base import Kit
from tests.ui import samples
from tests.ui.game_samples import opened
from tests.ui.harness import Harness, harness, wait


@pytest.fixture
def window() -> Iterator[Harness]:
    found = harness()
    found.resize(800, 480)
    texts.use("en")
    theme.look.text, theme.look.calm, theme.look.mute = 1.0, False, True
    yield found
    texts.use("en")
    theme.look.text = 1.0
    found.resize(800, 480)


# --- what the finger means ---


def acts_of(window: Harness, name: str, shown: Snapshot, attribute: str, key: Any = None, times: int = 1) -> list[Any]:
    acts: list[Any] = []
    screen = opened(SCREENS[name if name in SCREENS else f"vabanque/{name}"](acts.append), shown, None)
    window.open(screen)
    for _ in range(times):
        window.tap_on(getattr(screen, attribute), key)
    return acts


def test_a_table_is_told_as_its_tag_would_tell_it(window: Harness) -> None:
    for name, phase in (("tokens", Phase.TOKENS), ("cards", Phase.CARDS), ("pawns", Phase.PAWNS), ("start", Phase.START)):
        assert acts_of(window, name, samples.shown(samples.view(phase)), "ring", 7) == [TouchSpot(7)]


def test_undo_lets_go_of_half_a_gesture_first(window: Harness) -> None:
    state = dict(samples.states(6))
    assert acts_of(window, "cards", state["cards-table-read"], "bar", "undo") == [Cancel()]
    assert acts_of(window, "cards", state["cards"], "bar", "undo") == [Undo()]


@pytest.mark.parametrize("calm", [False, True])
def test_half_a_gesture_is_seen_to_wait_by_a_ring_that_empties_without_a_drawing(window: Harness, calm: bool) -> None:
    waits = msgspec.structs.replace(dict(samples.states(6))["cards-table-read"], waiting=Waiting(1008.0 + calm, 8.0))
    theme.look.calm = calm
    try:
        screen = opened(SCREENS["vabanque/cards"](), waits, None)
        window.open(screen)
        ring = screen.bar.countdown
        assert ring.left == pytest.approx(1.0, abs=0.05)

        def pass_by() -> None:
            for share in (0.75, 0.5, 0.25):  # of its eight seconds
                wait(2)
                with window.painted():
                    window.frame()
                assert ring.left == pytest.approx(share, abs=0.05)
                # Degrees clockwise from the top; what is gone is gone from there.
                assert ring._arc.circle[3:5] == (pytest.approx(360 * (1 - share), abs=20), 360)

        assert window.drawings_of(pass_by) == 0
        # Another screen meanwhile, or the same once more: it goes on where it was.
        again = opened(SCREENS["vabanque/cards"](), waits, None)
        window.open(again)
        assert again.bar.countdown.left == pytest.approx(0.25, abs=0.1)
        again.show(msgspec.structs.replace(waits, pending=None, waiting=None))
        assert again.bar.countdown._next is None
    finally:
        theme.look.calm = False


def test_undo_behind_a_reveal_is_asked_first(window: Harness) -> None:
    state = dict(samples.states(6))
    assert acts_of(window, "order", state["order"], "bar", "undo") == ["takeback"]


def test_taking_back_is_held(window: Harness) -> None:
    acts: list[Any] = []
    screen = opened(SCREENS["takeback"](acts.append), dict(samples.states(6))["order"], None)
    window.open(screen)
    window.tap_on(screen.hold)
    assert acts == []
    finger = window.down(*window.centre(screen.hold, screen.hold.targets["hold"]))
    wait(0.9)
    window.settle(1)
    assert acts == [Undo(sure=True)]
    window.up(finger)
    window.settle(1)
    assert acts == [Undo(sure=True)]


def test_the_cards_are_turned_over_by_their_button_only(window: Harness) -> None:
    shown = samples.shown(samples.view(Phase.STAND))
    assert acts_of(window, "stand", shown, "ring", "action") == [Do(Confirm())]


def test_a_missing_card_is_told_by_owner_and_face(window: Harness) -> None:
    shown = dict(samples.states(6))["reveal"]
    acts: list[Any] = []
    screen = opened(SCREENS["vabanque/reveal"](acts.append), shown, None)
    window.open(screen)
    window.tap_on(screen.missing, Colour.GREEN)
    window.tap_on(screen.faces, samples.CHEAT)
    assert acts == [Do(RevealCard(Colour.GREEN, samples.CHEAT, 3))]
    window.tap_on(screen.tabs, 1)
    window.tap_on(screen.faces, samples.RAISE)
    assert acts[1:] == [Do(RevealCard(Colour.GREEN, samples.RAISE, 1))]


def test_all_three_kinds_are_always_offered(window: Harness) -> None:
    base = samples.view(Phase.REVEAL)
    first = msgspec.structs.replace(base.tables[0], revealed=((Colour.RED, samples.BLUFF),))
    shown = samples.shown(msgspec.structs.replace(base, tables=(first, *base.tables[1:])))
    screen = opened(SCREENS["vabanque/reveal"](), shown, None)
    window.open(screen)
    assert set(screen.faces.targets) == {samples.RAISE, samples.CHEAT, samples.BLUFF}, "what was told before may be wrong"


def test_a_card_that_is_missing_lies_elsewhere_or_nobody_knows_it(window: Harness) -> None:
    shown = dict(samples.states(6))["reveal"]
    acts: list[Any] = []
    screen = opened(SCREENS["vabanque/reveal"](acts.append), shown, None)
    window.open(screen)
    at, whose = screen.at, screen.whose
    window.tap_on(screen.gone)
    assert screen.faces.parent is None
    window.tap_on(screen.there)
    assert screen.faces.parent is not None
    window.tap_on(screen.gone)
    window.tap_on(screen.elsewhere)
    assert acts == [ProposeCard(whose, Character.HIDDEN, at)]
    window.tap_on(screen.nobody)
    assert acts[1:] == [Do(Untold(whose, at))]
    # Once it is told, the next one is asked for.
    rest = tuple(each for each in shown.view.unrevealed if (each.owner, each.table) != (whose, at))
    screen.show(msgspec.structs.replace(shown, view=msgspec.structs.replace(shown.view, unrevealed=rest)))
    assert screen.sought is None
    assert screen.faces.parent is not None


# --- payout ---


def test_tables_are_looked_at_one_by_one_then_the_notes_are_handed_out(window: Harness) -> None:
    shown = dict(samples.states(6))["payout"]
    acts: list[Any] = []
    screen = opened(SCREENS["vabanque/payout"](acts.append), shown, None)
    window.open(screen)
    seen = []
    for _ in range(3):
        seen.append(screen.bar.prompt.title)
        window.tap_on(screen.on)
    assert seen == ["Table 5", "Table 7", "Table 3"]
    assert acts == []
    window.tap_on(screen.on)
    payee = next(c for c in shown.view.results[-1].order if shown.view.results[-1].earned[c])
    assert acts == [Do(Paid(payee))]


def test_the_table_looked_at_survives_what_happens_beside_it(window: Harness) -> None:
    shown = dict(samples.states(6))["payout"]
    screen = opened(SCREENS["vabanque/payout"](), shown, None)
    window.open(screen)
    window.tap_on(screen.on)
    screen.show(msgspec.structs.replace(shown, serial=2, links=(DeviceState("wand", Fault.UNPLUGGED),)))
    assert screen.bar.prompt.title == "Table 7"
    following = msgspec.structs.replace(shown, view=msgspec.structs.replace(shown.view, round=3))
    screen.show(following)
    assert screen.bar.prompt.title == "Table 5"


def test_who_has_the_notes_in_hand_is_known_after_a_restart(window: Harness) -> None:
    shown = dict(samples.states(6))["payout-handed"]
    screen = opened(SCREENS["vabanque/payout"](), shown, None)
    window.open(screen)
    due = next(c for c in screen.payees(shown.view) if c not in shown.view.handed_out)
    assert screen.bar.prompt.who == due


def test_every_payment_of_a_table_has_its_row_or_is_named_in_another(window: Harness) -> None:
    table = samples.crowded(6)
    shown = rows(table)
    assert len(shown) <= 7
    assert sum(p.amount for p in shown) == sum(table.payouts.values())
    for payment in table.payments:
        if payment.reason is Reason.PAWN_BLOCKED and payment not in shown:
            assert all(payment.to in row.others for row in shown if row.to in payment.others)


# --- places ---


def test_nobody_moves_when_it_is_known_who_begins(window: Harness) -> None:
    before = samples.view(Phase.DRAW, 3)
    chairs = dict(zip((player.colour for player in before.players), (0, 2, 5), strict=True))
    players = tuple(msgspec.structs.replace(player, chair=chairs[player.colour]) for player in before.players)
    screen = opened(SCREENS["vabanque/draw"](), samples.shown(msgspec.structs.replace(before, players=players)), None)
    window.open(screen)
    assert {chair.colour: i for i, chair in enumerate(screen.chairs.chairs) if chair.colour is not None} == chairs
    # The game counts the chairs anew from here on.
    screen.show(samples.shown(samples.view(Phase.START, 3, round=1)))
    assert {chair.colour: i for i, chair in enumerate(screen.chairs.chairs) if chair.colour is not None} == chairs
    assert {player.colour: player.chair for player in screen.view.players} != chairs


def test_each_line_of_the_menu_has_its_place_in_every_state(window: Harness) -> None:
    places = set()
    for phase in Phase:
        for undo, redo in ((None, None), (Step("token", Colour.RED), None), (None, Step("card", Colour.RED))):
            screen = SCREENS["menu"]()
            screen.equip(Kit(frozenset({"help", "settings", "tags", "tray"})))
            window.open(opened(screen, msgspec.structs.replace(samples.shown(samples.view(phase)), undo=undo, redo=redo), None))
            places.add(tuple((key, button.box) for key, button in screen.buttons.items() if button.parent is not None))
            assert (screen.buttons["undo"].enabled, screen.buttons["redo"].enabled) == (undo is not None, redo is not None)
            assert screen.buttons["tray"].enabled == (phase in TABLES_READ)
    assert len(places) == 1
    assert len(next(iter(places))) == len(screen.buttons)


# --- secrets ---


def kinds_said(window: Harness) -> set[str]:
    return {text for text in window.texts() if text in {words.character(kind) for kind in KINDS}}


def test_private_entry_shows_the_kinds_only_while_held(window: Harness) -> None:
    acts: list[Any] = []
    screen = opened(SCREENS["vabanque/private"](acts.append), dict(samples.states(6))["cards-table-read"], None)
    window.open(screen)
    assert kinds_said(window) == set()
    covered = window.pixels()
    finger = window.down(*window.centre(screen.pad, screen.pad.targets["pad"]))
    window.settle(1)
    assert kinds_said(window) == {"Raise", "Bluff", "Cheat"}
    window.up(finger)
    window.settle(1)
    assert kinds_said(window) == set()
    assert window.pixels() == covered
    assert acts == []


def test_whatever_is_chosen_looks_the_same_afterwards(window: Harness) -> None:
    after = set()
    for place in range(3):
        acts: list[Any] = []
        screen = opened(SCREENS["vabanque/private"](acts.append), dict(samples.states(6))["cards-table-read"], None)
        window.open(screen)
        finger = window.down(*window.centre(screen.pad, screen.pad.targets["pad"]))
        window.settle(1)
        x, y = window.centre(screen.pad, screen.pad._cards()[place])
        window.move(finger, x, y)
        window.up(finger, x, y)
        window.settle(1)
        assert len(acts) == 1
        after.add(window.pixels())
        assert "raise" not in repr(acts).lower()
        assert "cheat" not in repr(acts).lower()
        assert "bluff" not in repr(acts).lower()
    assert len(after) == 1


def tray(window: Harness, laid: list[str]) -> Tray:
    screen = opened(SCREENS["vabanque/cards"](), dict(samples.states(6))["cards"], None)
    found = Tray(laid.append)
    found.open = True
    screen.carry(found)
    window.open(screen)
    return found


def test_the_tray_tells_no_card_from_another(window: Harness) -> None:
    laid: list[str] = []
    pixels = set()
    for _ in range(6):
        found = tray(window, laid)
        pixels.add(window.pixels())
        window.tap_on(found, ("card", 0))
        assert found.parent is not None
        pixels.add(window.pixels())
    assert len(pixels) == 1
    assert {code.split()[0] for code in laid} == {"yellow"}
    assert not {code.split()[1] for code in laid} - {"raise", "bluff", "cheat"}


def test_the_tray_covers_its_cards_when_the_pad_is_let_go(window: Harness) -> None:
    found = tray(window, [])
    covered = window.pixels()
    finger = window.down(*window.centre(found, found.targets["pad"]))
    window.settle(1)
    assert found.held
    assert window.pixels() != covered
    other = window.down(100, 300)
    window.settle(1)
    assert not found.held
    assert window.pixels() == covered
    window.up(other)
    window.up(finger)


def test_cards_in_the_tray_change_places_after_each_laying(window: Harness) -> None:
    laid: list[str] = []
    found = tray(window, laid)
    for _ in range(40):
        window.tap_on(found, ("card", 1))
    assert len(set(laid)) == 3


# --- names ---


def _naming(window: Harness, **called: str) -> tuple[Any, list[Any]]:
    """Yellow's name is typed; `called`: how others are called already."""
    acts: list[Any] = []
    view = samples.view(Phase.PLAYERS, 4)
    players = tuple(msgspec.structs.replace(player, name=called.get(str(player.colour), player.name)) for player in view.players)
    shown = samples.shown(msgspec.structs.replace(view, players=players), names=("Gil", "anna", "Zoë"))
    screen = opened(SCREENS["vabanque/players"](acts.append), shown, None)
    window.open(screen)
    window.tap_on(screen.chairs, next(player.chair for player in players if player.colour is Colour.YELLOW))
    return screen, acts


def test_the_name_of_the_box_is_a_suggestion_and_ones_own_is_not(window: Harness) -> None:
    screen, acts = _naming(window)
    window.tap_on(screen.entry, ("letter", "z"))
    assert screen.entry.text == "Z"
    screen, acts = _naming(window, yellow="Cora")
    window.tap_on(screen.entry, ("letter", "l"))
    window.tap_on(screen.entry, ("done", ""))
    assert acts == [Do(Rename(Colour.YELLOW, "Coral"))]


def test_somebody_elses_name_is_refused_while_it_is_typed(window: Harness) -> None:
    screen, acts = _naming(window, blue="Anna")
    assert screen.known.names == ("Gil", "Zoë")
    for text in ("a", "N", "n", "a"):
        window.window.dispatch("on_textinput", text)
    window.settle(1)
    assert {"Somebody here has that name", "Add a letter or a number"} <= set(window.texts())
    window.tap_on(screen.entry, ("done", ""))
    assert acts == []
    assert screen.entry.text == "aNna"
    window.window.dispatch("on_textinput", "B")
    window.settle(1)
    assert "Somebody here has that name" not in window.texts()
    window.tap_on(screen.entry, ("done", ""))
    assert acts == [Do(Rename(Colour.YELLOW, "aNnaB"))]


def test_the_way_back_from_a_name_undoes_nothing(window: Harness) -> None:
    screen, acts = _naming(window)
    assert "undo" not in screen.bar.targets
    window.tap_on(screen.bar, "left")
    assert (screen.naming, acts) == (None, [])
    assert "undo" in screen.bar.targets


# --- few touches, and what glows answers ---


def test_the_place_that_glows_answers_to_a_finger(window: Harness) -> None:
    view = samples.view(Phase.RING, 3)
    tiles = tuple(range(1, view.tiles_needed + 1))
    assert acts_of(window, "ring", samples.shown(msgspec.structs.replace(view, ring=())), "places", 1) == [Do(LayRing(tiles))]
    acts: list[Any] = []
    screen = opened(SCREENS["vabanque/ring"](acts.append), samples.shown(msgspec.structs.replace(view, ring=(4, 9))), None)
    window.open(screen)
    assert set(screen.places.targets) == {3}
    window.tap_on(screen.places, 3)
    assert acts == [], "which tile lies there, only its tag can tell now"
    assert screen.bar.prompt.text == "Scan table 3 at the reader"
    screen.show(samples.shown(msgspec.structs.replace(view, ring=(4, 9, 1))))
    assert screen.bar.prompt.text == "Scan the tables, clockwise"


def test_after_one_unread_card_a_table_is_enough_where_nothing_reads(window: Harness) -> None:
    view = samples.view(Phase.CARDS)
    for links, at_once in (((), True), ((DeviceState("wand", Fault.UNPLUGGED),), True), ((DeviceState("pad", None),), False)):
        acts: list[Any] = []
        waits = samples.shown(view, pending=Pending(view.to_act, 7), links=links)
        screen = opened(SCREENS["vabanque/cards"](acts.append), waits, None)
        window.open(screen)
        window.tap_on(screen.unread)
        screen.show(msgspec.structs.replace(waits, pending=None))
        window.settle(1)
        window.tap_on(screen.ring, 3)
        assert acts == [LayUnread(), (TouchSpot(3), LayUnread()) if at_once else TouchSpot(3)]
        if at_once:
            # Whoever wants to tell the kind, is asked again; and so is everybody in the next round.
            window.tap_on(screen.ring, "action")
            window.tap_on(screen.ring, 3)
            assert acts[2:] == [TouchSpot(3)]
            screen._lay_unread()
            screen.show(samples.shown(msgspec.structs.replace(view, round=view.round + 1), links=links))
            assert not screen.unread_ones


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_no_pawn_lies_on_the_button_in_the_middle(window: Harness, size: tuple[int, int], players: int) -> None:
    window.resize(*size)
    base = samples.view(Phase.PAWNS, players)
    lap = len(base.tables)
    # The pawn to move on each table, all the others with it or on the next one: nowhere are pawns more crowded.
    for at, further in itertools.product(range(1, lap + 1), (0, 1)):
        rest = (at - 1 + further) % lap + 1
        stands = {colour: at if colour is base.to_act else rest for colour in base.order}
        tables = tuple(msgspec.structs.replace(t, pawns=tuple(c for c in base.order if stands[c] == t.number)) for t in base.tables)
        people = tuple(msgspec.structs.replace(player, pawn=stands[player.colour]) for player in base.players)
        reachable = tuple((steps, (at - 1 + steps) % lap + 1) for steps in range(5))
        view = msgspec.structs.replace(base, tables=tables, players=people, reachable=reachable)
        screen = opened(SCREENS["vabanque/pawns"](), samples.shown(view), None)
        window.lay(screen)
        board, button = screen.ring.board(), screen.ring.targets["action"].inset(0, 2)
        for x, y, across in screen.ring._spots(board).values():
            beside = abs(x - button.centre[0]) - across / 2 - button.w / 2
            above = abs(y - button.centre[1]) - across / 2 - button.h / 2
            assert max(beside, above) >= 0, (at, rest)
