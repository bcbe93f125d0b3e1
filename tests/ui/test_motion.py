"""Motions explain, never hinder: a touch jumps to their end, calm leaves them out, and nothing is scheduled when nothing moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from companion.devices.simulated import SimulatedReader
from companion.games.kit.colours import Colour
from companion.games.vabanque import demo
from companion.games.vabanque.rules.view import Phase, View
from companion.games.vabanque.ui.widgets.ring import Ring
from companion.ui.kit import motion, theme
from companion.ui.kit.layout import Box
from companion.ui.kit.motion import Motion
from companion.ui.widgets.drawn import Drawn
from tests import hands
from tests.ui import samples
from tests.ui.evening import TouchEvening
from tests.ui.harness import Finger, Harness, harness
from tests.ui.test_widgets import Scene


@pytest.fixture
def window() -> Iterator[Harness]:
    window = harness()
    window.resize(800, 480)
    yield window
    theme.look.calm = False
    motion.finish_all()


def with_token(view: View, table: int) -> View:
    tables = list(view.tables)
    tables[table - 1] = msgspec.structs.replace(tables[table - 1], tokens=(*tables[table - 1].tokens, 10))
    return msgspec.structs.replace(view, tables=tuple(tables))


def with_pawn(view: View, colour: Colour, table: int) -> View:
    players = tuple(msgspec.structs.replace(p, pawn=table) if p.colour == colour else p for p in view.players)
    tables = tuple(
        msgspec.structs.replace(t, pawns=tuple(c for c in t.pawns if c != colour) + ((colour,) if t.number == table else ())) for t in view.tables
    )
    return msgspec.structs.replace(view, players=players, tables=tables)


def ring_on(window: Harness, view: View) -> Ring:
    ring = Ring(lambda key: None)
    ring.show(view)
    window.open(Scene((ring, lambda f: f.board)))
    return ring


def test_a_motion_goes_from_nothing_to_exactly_one(window: Harness) -> None:
    shares: list[float] = []
    Motion(0.01, shares.append)
    while motion.moving():
        window.frame()
    assert shares[0] == 0
    assert shares[-1] == 1
    assert shares == sorted(shares)
    assert shares.count(1) == 1


def test_calm_shows_the_end_at_once(window: Harness) -> None:
    theme.look.calm = True
    view = samples.view(Phase.TOKENS)
    ring = ring_on(window, view)
    ring.show(with_token(view, 4))
    assert motion.moving() == 0


def test_a_chip_falls_and_a_touch_makes_it_land(window: Harness) -> None:
    view = samples.view(Phase.TOKENS)
    ring = ring_on(window, view)
    ring.show(with_token(view, 4))
    assert motion.moving() > 0
    window.down(790, 470)
    assert motion.moving() == 0
    window.settle()
    assert window.redraws_of(lambda: window.settle(10)) == 0


def test_taking_back_moves_nothing(window: Harness) -> None:
    view = samples.view(Phase.TOKENS)
    ring = ring_on(window, with_token(view, 4))
    ring.show(view)
    assert motion.moving() == 0


def test_a_pawn_walks_the_lane_to_its_stop(window: Harness) -> None:
    view = samples.view(Phase.PAWNS)
    ring = ring_on(window, view)
    start = next(player.pawn for player in view.players if player.colour == Colour.YELLOW)
    assert start is not None
    after = with_pawn(view, Colour.YELLOW, (start + 2) % 12 + 1)
    ring.show(after)
    board = ring.board()
    assert board is not None
    ring._walk[Colour.YELLOW] = (start, 1.5)
    x, y, _ = ring._spots(board)[Colour.YELLOW]
    lane = board.lane
    assert min(abs(x - lane.l), abs(x - lane.r), abs(y - lane.t), abs(y - lane.b)) < 8
    motion.finish_all()
    x, y, _ = ring._spots(board)[Colour.YELLOW]
    assert (x, y) in [place.pawn for place in board.places] or Box(0, 0, ring.box.w, ring.box.h).holds(x, y)
    assert not ring._walk


def test_every_motion_is_short_but_for_pawns_chairs_and_the_podium(window: Harness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[tuple[str, float]] = []
    make = Motion.__init__

    def watched(self: Motion, seconds: float, step: Callable[[float], None]) -> None:
        begun.append((step.__qualname__, seconds))
        make(self, seconds, step)

    monkeypatch.setattr(Motion, "__init__", watched)
    evening = TouchEvening(window, tmp_path)
    evening.app.change(msgspec.structs.replace(evening.app.settings, calm=False))
    evening.new_game()
    evening.set_up((Colour.RED, Colour.BLACK, Colour.WHITE, Colour.BLUE))
    evening.play(lambda view: view.phase is Phase.FINISHED)
    evening.close()
    slow = ("Ring._walk_pawn", "SeatPicture.show", "Podium.show")
    for what, seconds in begun:
        assert seconds <= (1.2001 if what.startswith(slow) else 0.3), what
    moved = {what.partition(".")[0] for what, seconds in begun if seconds}
    assert {"Ring", "Card", "PaymentRows", "SeatPicture", "Podium"} <= moved
    assert any(what.startswith("Ring._walk_pawn") for what, _ in begun)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Counter[Drawn]:
    """How often each widget has drawn itself."""
    found: Counter[Drawn] = Counter()
    draw = Drawn._draw

    # Kivy's clock finds a method again by its name.
    def _draw(self: Drawn, dt: float = 0) -> None:
        found[self] += 1
        draw(self, dt)

    monkeypatch.setattr(Drawn, "_draw", _draw)
    return found


def seen_through(window: Harness) -> int:
    """Every frame up to the end of every motion, and what is made ready in between. Returns how many moved."""
    moved = 0
    for _ in range(3):
        window.frame()
    while motion.moving():
        moved += 1
        window.frame()
    window.frame()
    return moved


def often(drawn: Counter[Drawn], pressed: Drawn | None = None) -> list[str]:
    """The widgets that drew themselves more than once; `pressed` lets go of the finger first."""
    return [f"{type(widget).__name__} {count}" for widget, count in drawn.items() if count > 1 + (widget is pressed)]


def test_no_widget_draws_itself_more_than_once_an_act(window: Harness, tmp_path: Path, drawn: Counter[Drawn]) -> None:
    """Motions move what has been drawn. Two whole games by tags, every frame of every motion, and what is made ready in between."""
    moved = acts = 0
    for seed in (3, 4):
        evening = TouchEvening(window, tmp_path / str(seed))
        evening.app.change(msgspec.structs.replace(evening.app.settings, calm=False))
        reader = SimulatedReader("pad")
        reader.start(evening.session.handle)
        window.settle()
        evening.new_game()
        for move in demo.random_game(seed):
            drawn.clear()
            window.now += 20
            hands.make(move, reader, evening.session)
            moved += seen_through(window)
            assert not often(drawn), (move, often(drawn))
            assert drawn, move
            acts += 1
        assert evening.phase is Phase.FINISHED
        evening.close()
    assert acts > 200
    assert moved > 5 * acts


def test_no_widget_draws_itself_more_than_once_as_a_finger_comes_slides_or_goes(
    window: Harness, tmp_path: Path, drawn: Counter[Drawn], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole game by fingers, cards in private too, with every frame of every motion. What was under the finger lets go of it in the frame in
    which it is lifted; what comes of it, comes later."""
    touched = moved = 0
    last = ""
    pressed: Drawn | None = None
    dispatch = window._dispatch

    def settled(frames: int = 4) -> None:
        nonlocal moved
        moved += seen_through(window)
        assert not often(drawn, pressed), (last, often(drawn, pressed))

    def dispatched(kind: str, finger: Finger) -> None:
        nonlocal touched, last, pressed
        settled()
        drawn.clear()
        touched += 1
        pressed = next((widget for widget in window.widgets() if widget.pressed is not None), None) if kind == "end" else None
        last = f"{kind} on {evening.open}"
        dispatch(kind, finger)

    evening = TouchEvening(window, tmp_path)
    evening.app.change(msgspec.structs.replace(evening.app.settings, calm=False))
    evening.new_game()
    window.settle()
    monkeypatch.setattr(window, "settle", settled)
    monkeypatch.setattr(window, "_dispatch", dispatched)
    drawn.clear()
    evening.set_up((Colour.RED, Colour.BLACK, Colour.WHITE, Colour.BLUE))
    evening.play(lambda view: view.phase is Phase.FINISHED)
    settled()
    evening.close()
    assert touched > 400
    assert moved > touched
