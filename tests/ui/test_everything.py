"""What holds of every screen in every state: it fits, it can be hit, it answers, it acts once, and it is still while nothing happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import msgspec
import pytest

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.refusal import Refusal
from companion.games.vabanque.ui.widgets.counting import NotePad
from companion.table import commands
from companion.table.snapshot import Answer, Notice
from companion.ui import answers, gameui, texts
from companion.ui.kit import theme
from companion.ui.screens import SCREENS
from companion.ui.screens.base import Screen
from companion.ui.widgets.button import HoldButton
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.field import TextEntry
from tests.ui.everything import everything, held
from tests.ui.harness import SIZES, Harness, harness

PLAYERS = (3, 4, 5, 6)


@pytest.fixture
def window() -> Iterator[Harness]:
    found = harness()
    found.resize(800, 480)
    texts.use("en")
    theme.look.calm, theme.look.mute = True, True
    yield found
    found.resize(800, 480)


def test_every_screen_has_samples_and_each_its_own_name() -> None:
    samples = [*everything(), *held()]
    assert {sample.screen.name for sample in samples} == {*SCREENS, *gameui.of("vabanque").screens}
    names = [sample.name for sample in samples]
    assert len(set(names)) == len(names)


# --- it fits and it can be hit ---


def faults(window: Harness, players: int, *, long: bool) -> list[str]:
    """What is cut, written over something else, too small or outside the picture."""
    found = []
    for sample in chain(everything(players, long=long), held(players, long=long)):
        window.lay(sample.opened())
        found += [f"{sample.name}: {fault}" for fault in (*window.cuts(), *window.overlaps(), *window.small_targets())]
    return found


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_everything_fits_in_every_language(window: Harness, language: str) -> None:
    texts.use(language)
    theme.look.text = theme.TEXT_SIZES["largest"]
    assert faults(window, 6, long=True) == []


@pytest.mark.parametrize("players", [5, 6])
def test_everything_fits_with_usual_names_and_sums(window: Harness, players: int) -> None:
    assert faults(window, players, long=False) == []


@pytest.mark.parametrize(("players", "language"), [(3, "de"), (4, "fr"), (5, "en")])
def test_everything_fits_for_fewer_players(window: Harness, players: int, language: str) -> None:
    texts.use(language)
    assert faults(window, players, long=True) == []


@pytest.mark.parametrize(("size", "language"), [((1280, 720), "fr"), ((1920, 1080), "en"), ((720, 1280), "de")])
def test_everything_fits_in_every_size(window: Harness, size: tuple[int, int], language: str) -> None:
    window.resize(*size)
    texts.use(language)
    theme.look.text = theme.TEXT_SIZES["largest"]
    assert faults(window, 6, long=True) == []


@pytest.mark.long
@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", texts.LANGUAGES)
@pytest.mark.parametrize("text", theme.TEXT_SIZES)
def test_everything_fits_everywhere(window: Harness, players: int, size: tuple[int, int], language: str, text: str, long: bool) -> None:
    window.resize(*size)
    texts.use(language)
    theme.look.text = theme.TEXT_SIZES[text]
    assert faults(window, players, long=long) == []


# --- it answers ---


def test_an_answer_of_the_table_is_seen_wherever_one_is(window: Harness) -> None:
    refusal = Notice(Refusal.GAME_OVER, 7, owner=Colour.RED)
    answer = Notice(Answer.NOT_WRITTEN, 8)
    for sample in everything():
        for notice in (refusal, answer):
            screen = sample.opened()
            screen.show(msgspec.structs.replace(sample.shown, notice=notice))
            window.lay(screen)
            title = answers.notice(notice, {}).title
            assert title in window.texts(), sample.name


# --- it acts once ---


def kinds_of_targets(window: Harness, whole: bool) -> Iterator[tuple[int, Any, Any]]:
    """Number of the widget, key, and what makes it unlike the others: its widget, and its key or (unless `whole`) the key's type."""
    for number, widget in enumerate(window.widgets()):
        # Letters and notes are tapped quickly on purpose.
        if not isinstance(widget, TextEntry | NotePad):
            for key in widget.targets:
                yield number, key, (type(widget).__name__, number, key if whole or isinstance(key, str) else type(key).__name__)


def is_held_only(act: Any) -> bool:
    """Whether an act takes something away for good, or says for everybody what a slip must not say."""
    if isinstance(act, commands.Undo):
        return act.sure
    if isinstance(act, commands.Do):
        return type(act.move).__name__ == "End"
    return act == "quit" or isinstance(act, commands.Discard | commands.Delete | commands.EmptyBin | commands.ForgetPiece | commands.BackInHand)


def tap_everything_twice(window: Harness, *, whole: bool) -> int:
    """Opens the screens anew for every target, taps it and at once again at the same spot; returns how many there were."""
    tapped: set[Any] = set()
    for sample in everything(3):
        window.lay(sample.opened())
        for number, key, kind in list(kinds_of_targets(window, whole)):
            if (sample.name if whole else sample.screen.name, kind) in tapped:
                continue
            acts: list[Any] = []
            window.lay(sample.opened(sample.screen(acts.append)))
            acts.clear()
            widget = window.widgets()[number]
            if key not in widget.targets:
                continue
            tapped.add((sample.name if whole else sample.screen.name, kind))
            spot = window.centre(widget, widget.targets[key])
            window.tap(*spot)
            once = [act for act in acts if act != "read"]
            # The page of what is wrong closes at a tap: there is nothing that it could keep.
            assert not any(map(is_held_only, once)) or (sample.screen.name, once) == ("trouble", ["quit"]), (sample.name, key, once)
            # The finger comes down once more at the same spot, on whatever is there now.
            window.tap(*spot, hasty=True)
            assert [act for act in acts if act != "read"] == once, (sample.name, key, acts)
            assert sum(not isinstance(act, str) for act in once) <= (not isinstance(widget, HoldButton)), (sample.name, key, once)
    return len(tapped)


def test_no_double_tap_acts_twice_and_what_is_to_be_held_not_at_all(window: Harness) -> None:
    assert tap_everything_twice(window, whole=False) > 150


@pytest.mark.long
def test_no_double_tap_of_anything_acts_twice(window: Harness) -> None:
    assert tap_everything_twice(window, whole=True) > 1000


# --- it is still ---


def drawings(window: Harness, action: Callable[[], Any]) -> int:
    """How often widgets drew themselves because of an action."""
    before = Drawn.drawings
    action()
    window.tick()
    return Drawn.drawings - before


def test_nothing_is_drawn_while_nothing_happens(window: Harness) -> None:
    for sample in everything():
        screen = window.lay(sample.opened())
        assert drawings(window, lambda: None) == 0, sample.name
        again = msgspec.structs.replace(sample.shown, serial=sample.shown.serial + 1)
        assert drawings(window, lambda screen=screen, again=again: screen.show(again)) == 0, sample.name  # type: ignore[misc]
        # A refusal ends by itself after four seconds, which may be in the middle of another sample.
        bar = getattr(screen, "bar", None)
        if bar is not None:
            bar.accept()


def test_no_frame_is_painted_while_nothing_happens(window: Harness) -> None:
    painted: set[type[Screen]] = set()
    for sample in everything():
        if sample.screen not in painted:
            painted.add(sample.screen)
            window.open(sample.opened())
            assert window.redraws_of(lambda: window.settle(4)) == 0, sample.name
