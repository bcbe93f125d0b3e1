"""The square of an evening on the screen: asked for once, large, and readable as it stands there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import zxingcpp
from PIL import Image

from companion.errors import CompanionError
from companion.table.evenings.square import QUIET, Squared, square, text
from companion.table.snapshot import Snapshot
from companion.ui import texts
from companion.ui.kit import theme
from companion.ui.screens import SCREENS
from companion.ui.screens.base import Kit
from companion.ui.screens.square import tell
from tests.ui.harness import Harness, harness
from tests.ui.home_samples import played
from tests.ui.stick_samples import Carrier

LONGEST = (Path(__file__).parents[2] / "seeds/casino/games/4-players-1.jsonl").read_text("utf-8")


@pytest.fixture
def window() -> Iterator[Harness]:
    found = harness()
    found.resize(800, 480)
    texts.use("en")
    theme.look.calm, theme.look.mute, theme.look.text = True, True, 1.0
    yield found
    found.resize(800, 480)


def opened(window: Harness, result: Any) -> tuple[Any, Carrier, list[Any]]:
    done: list[Any] = []
    screen: Any = SCREENS["square"](done.append)
    carrier = Carrier()
    screen.equip(Kit(porter=carrier))
    screen.enter()
    screen.show(Snapshot(serial=1, replay=played(3)[-1]))
    window.open(screen)
    if result is not None:
        carrier.tell(result)
    window.settle()
    return screen, carrier, done


@pytest.mark.parametrize("size", [(800, 480), (720, 1280), (1280, 720)], ids=str)
def test_a_camera_reads_it_off_the_screen(window: Harness, tmp_path: Path, size: tuple[int, int]) -> None:
    told = tell(played(3)[-1].game)
    found = square(told, LONGEST)
    assert found.whole
    window.resize(*size)
    screen, _, _ = opened(window, found)
    # The longest of the handed games, and still three pixels a module.
    assert min(size) // (len(found.rows) + 2 * QUIET) >= 3
    picture = Image.open(window.picture(tmp_path / "square.png")).convert("L")
    (code,) = zxingcpp.read_barcodes(picture)
    assert code.text == text(told, LONGEST)
    assert screen.square.rows == found.rows


def test_it_is_asked_for_once_and_the_way_back_is_there_meanwhile(window: Harness) -> None:
    screen, carrier, done = opened(window, None)
    game = played(3)[-1].game.game
    assert carrier.asked == [("square", game)]
    screen.show(Snapshot(serial=2, replay=played(3)[-1]))
    assert carrier.asked == [("square", game)]
    assert "One moment" in " ".join(window.texts())
    screen.back.on()
    assert done == ["back"]


def test_another_game_has_another_square_and_a_game_that_goes_on_none(window: Harness) -> None:
    screen, carrier, _ = opened(window, Squared(((True,),), True))
    assert screen.square.rows
    assert not screen.fits(Snapshot(serial=2))
    assert not screen.fits(Snapshot(serial=2, game=4, view=played(3)[3].view))
    screen.show(Snapshot(serial=2, game=4, view=played(3)[-1].view))
    assert carrier.asked[-1] == ("square", 4)
    assert not screen.square.rows


def test_what_comes_late_of_another_game_is_not_shown(window: Harness) -> None:
    screen, carrier, _ = opened(window, None)
    late = carrier._done
    assert late is not None
    screen.show(Snapshot(serial=2, game=4, view=played(3)[-1].view))
    assert carrier.asked[-1] == ("square", 4)
    late(Squared(((True,),), True))
    window.settle()
    assert not screen.square.rows
    carrier.tell(Squared(((True,), (False,)), True))
    assert len(screen.square.rows) == 2


def test_what_does_not_fit_and_what_fails_is_said_with_the_way_on(window: Harness) -> None:
    opened(window, Squared(((True,),), False))
    assert "USB stick" in " ".join(window.texts())
    opened(window, CompanionError("The result is too long for a square."))
    assert "The result is too long for a square." in " ".join(window.texts())


def test_people_read_who_won_and_what_everybody_has(window: Harness) -> None:
    entry = played(3)[-1].game
    first, ending, *standing = tell(entry).splitlines()
    assert first.startswith("Vabanque, ")
    assert ending == f"Won by {dict(entry.players)[entry.winners[0]]}"
    assert len(standing) == len(entry.players)
    amounts = [int(line.rsplit(" ", 1)[1].replace(",", "")) for line in standing]
    assert amounts == sorted(amounts, reverse=True)
    assert sorted(amounts) == sorted(entry.scores.values())
