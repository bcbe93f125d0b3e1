"""How large all is that is written: on a panel of 7 inches, at one metre, at the normal text size.

What must be read from the table has capitals of 4.7 mm (16 minutes of arc at one metre), all else 3.5. The sizes are told in dp, and dp
grow with the picture: on a larger panel of the same picture everything is larger in proportion, so the small panel is the measure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import pytest

from companion.games.vabanque.rules.view import Phase, View
from companion.games.vabanque.ui.layout import board
from companion.games.vabanque.ui.widgets.ring import PAWN, PAWN_TO_MOVE, Ring, pawn_spots
from companion.ui import texts
from companion.ui.kit import theme
from companion.ui.kit.layout import Box, Frame
from companion.ui.screens import SCREENS
from tests.ui import samples
from tests.ui.everything import everything, held
from tests.ui.harness import Harness, harness

FAR_MM, NEAR_MM = 4.7, 3.5
PITCH_MM = {(800, 480): 86 / 480, (480, 800): 154 / 800, (1280, 720): 88 / 720, (720, 1280): 155 / 1280}
"""The height of a pixel on panels of 7 inches, as they stand: the active area is 154 x 86 mm, or 155 x 88 mm with the finer pixels."""
CAPITALS = {"Federo": 1487 / 2048, "Jost": 0.7, "JostSemiBold": 0.7, "JostBold": 0.7, "DejaVuSans": 0.729}
"""The height of capitals and figures in parts of the type size (sCapHeight of the fonts)."""


def whose_turn(view: View) -> set[str]:
    """Everybody at the table waits for whoever acts."""
    acting = view.to_act if view.phase is not Phase.START else view.first
    return {player.name for player in view.players if player.colour is acting}


def tables(view: View) -> set[str]:
    """Tokens, cards and pawns are laid by the numbers and sums of the tables."""
    return {str(number) for table in view.tables for number in (table.number, table.value)}


def fortunes(view: View) -> set[str]:
    """What everybody has decides what is played; before the first payout nobody has anything, and nothing is written."""
    sums = [player.fortune for player in view.players]
    return {texts.amount(fortune) for fortune in sums} if any(sums) else set()


def held_money(view: View) -> set[str]:
    """Everybody compares what is in hand with what should be: what the bank owes is not in hand yet."""
    return {texts.amount(player.fortune - view.owed.get(player.colour, 0)) for player in view.players}


def payments(view: View) -> set[str]:
    """Who gets what is checked by all at once. The first table that is paid is looked at first."""
    result = view.results[-1]
    table = next(table for table in result.tables if table.table == result.paid_in_order[0])
    return {texts.amount(payment.amount) for payment in table.payments if payment.amount}


FAR: dict[Phase, tuple[Callable[[View], set[str]], ...]] = {
    Phase.START: (whose_turn, tables),
    Phase.TOKENS: (whose_turn, tables, fortunes),
    Phase.CARDS: (whose_turn, tables, fortunes),
    Phase.PAWNS: (whose_turn, tables, fortunes),
    Phase.STAND: (tables, fortunes),
    Phase.PAYOUT: (payments,),
    Phase.COUNT: (held_money,),
}
"""What must be read from the table, by phase, besides the prompt, which says what is to be done: each with the reason why.

Sums of ten million and more, which only stand in tests, may be smaller than that.
"""


@pytest.fixture
def window() -> Harness:
    return harness()


def sized(window: Harness, size: tuple[int, int], language: str) -> None:
    window.resize(*size)
    window.stage.size = size
    texts.use(language)


def too_small(window: Harness, size: tuple[int, int]) -> list[tuple[str, float]]:
    """Every text that has smaller capitals than it must have, with their height in mm; what may be small is not among them: the two letters
    in the emblems of people whose names begin alike, whom shape and colour tell apart as well."""
    scale = window.stage.frame.scale
    found = []
    for written in (written for widget in window.widgets() for written in widget.texts if written.text.strip()):
        fitted = written.fitted
        high = fitted.size * scale * CAPITALS[fitted.font] * PITCH_MM[size]
        if high < (FAR_MM if written.far else NEAR_MM) and not written.small:
            found.append((written.text, round(high, 2)))
    return found


@pytest.mark.parametrize("language", texts.LANGUAGES)
@pytest.mark.parametrize("size", PITCH_MM)
@pytest.mark.parametrize("players", [3, 6])
def test_what_must_be_read_from_the_table_is(window: Harness, size: tuple[int, int], language: str, players: int) -> None:
    sized(window, size, language)
    for phase, wanted in FAR.items():
        view = samples.view(phase, players)
        screen = SCREENS[f"vabanque/{phase}"](lambda act: None)
        screen.show(samples.shown(view))
        window.lay(screen)
        assert too_small(window, size) == [], phase
        far = {written.text for widget in window.widgets() for written in widget.texts if written.far}
        for each in wanted:
            assert each(view) <= far, (phase, each.__name__)
        assert screen.bar.prompt.text in far
        assert not window.cuts()
        assert not window.overlaps()


def small_anywhere(window: Harness, size: tuple[int, int], language: str, players: int) -> Iterator[tuple[str, list[tuple[str, float]]]]:
    sized(window, size, language)
    for sample in chain(everything(players), held(players)):
        window.lay(sample.opened())
        if found := too_small(window, size):
            yield sample.name, found


@pytest.mark.parametrize(("size", "language"), [((800, 480), "de"), ((720, 1280), "fr")])
def test_no_text_of_any_screen_is_too_small(window: Harness, size: tuple[int, int], language: str) -> None:
    assert list(small_anywhere(window, size, language, 6)) == []


@pytest.mark.long
@pytest.mark.parametrize("language", texts.LANGUAGES)
@pytest.mark.parametrize("size", PITCH_MM)
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_no_text_of_any_screen_is_too_small_anywhere(window: Harness, size: tuple[int, int], language: str, players: int) -> None:
    assert list(small_anywhere(window, size, language, players)) == []


def test_the_smallest_sizes_are_as_high_as_they_must_be() -> None:
    for size, pitch in PITCH_MM.items():
        for capitals in CAPITALS.values():
            assert theme.FAR_TEXT * Frame(*size).scale * capitals * pitch >= FAR_MM
            assert theme.SMALLEST_TEXT * Frame(*size).scale * capitals * pitch >= NEAR_MM


@pytest.mark.parametrize("size", PITCH_MM)
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_no_pawn_covers_a_numeral_of_its_table(window: Harness, size: tuple[int, int], players: int) -> None:
    sized(window, size, "en")
    view = samples.view(Phase.PAWNS, players)
    screen: Any = SCREENS["vabanque/pawns"](lambda act: None)
    screen.show(samples.shown(view))
    window.lay(screen)
    ring: Ring = screen.ring
    numerals = [written.ink for written in ring.texts if written.far]
    places = ring.board()
    assert places is not None
    assert places == board(Box(0, 0, ring.box.w, ring.box.h), len(view.tables), window.stage.frame.portrait)
    for table in view.tables:
        ((x, y),) = pawn_spots(places, table.number, 1)
        ox, oy = places.places[table.number - 1].outward
        for pawn in (PAWN, PAWN_TO_MOVE):
            # Larger, it stands further in; a circle's reach is that of every shape along the lane's normal.
            cx, cy, reach = x - ox * (pawn - PAWN) / 2, y - oy * (pawn - PAWN) / 2, pawn / 2 + 1
            edge = Box(cx - reach, cy - reach, 2 * reach, 2 * reach)
            covered = [ink for ink in numerals if places.tile_box(table.number).holds(*ink.centre) and _overlap(ink, edge) > 1]
            assert covered == [], (table.number, pawn)


def _overlap(a: Box, b: Box) -> float:
    """How far two boxes lie over one another, in dp."""
    return min(a.x + a.w - b.x, b.x + b.w - a.x, a.y + a.h - b.y, b.y + b.h - a.y)
