"""Every phase of every game has a page that fits, can be hit and answers; menu, help and the rest of the house go with it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.game import Game, MoveRefused
from companion.games import SHELF
from companion.settings import Settings
from companion.table import commands
from companion.table.evenings.statistics import Filter
from companion.ui import answers, gameui, texts
from companion.ui.app import CompanionApp
from companion.ui.kit import theme
from companion.ui.screens.shelf import AT_ONCE
from tests.any_game.conftest import TOY
from tests.any_game.evening import Evening
from tests.ui.harness import SIZES, harness


class Window:
    """The app in the window, at the table of an evening."""

    def __init__(self, evening: Evening, language: str = "en", text: str = "normal") -> None:
        self.evening, self.harness = evening, harness()
        self.kept = self.harness.stage
        settings = Settings(calm=True, sound=False, language=language, text_size=text, dim_after=0)  # type: ignore[arg-type]
        self.app = CompanionApp(
            self._post, evening.session.listeners.append, settings=settings, own_cards=evening.session.own_cards, clock=lambda: self.harness.now
        )
        self.harness.window.remove_widget(self.kept)
        self.harness.stage = self.app.build()
        self.harness.window.add_widget(self.harness.stage)
        self.look()

    def _post(self, thing: Any) -> None:
        self.evening.now += 10
        self.evening.session.handle(thing)

    def look(self) -> None:
        """What is so is drawn."""
        self.app.listen(self.evening.shown)
        self.harness.tick()
        self.harness.settle(1)

    def act(self, thing: Any) -> None:
        """As a button of the open page does."""
        self.app.act(thing)
        self.look()

    @property
    def open(self) -> str:
        return str(getattr(self.harness.stage.screen, "name", ""))

    def faults(self) -> list[Any]:
        """What is cut, written over something else, too small or outside the picture."""
        return [(self.open, fault) for fault in (*self.harness.cuts(), *self.harness.overlaps(), *self.harness.small_targets())]

    def close(self) -> None:
        self.harness.window.remove_widget(self.harness.stage)
        self.harness.stage = self.kept
        self.harness.window.add_widget(self.kept)
        theme.look.text, theme.look.calm, theme.look.mute = 1.0, False, False


@pytest.fixture
def window(evening: Evening) -> Iterator[Window]:
    harness().resize(800, 480)
    found = Window(evening)
    yield found
    found.close()
    harness().resize(800, 480)


def phases(window: Window, seed: int = 7) -> Iterator[str]:
    """Plays a game and stops where a phase is seen for the first time, and at the end."""
    evening, seen = window.evening, set()
    window.act(commands.NewGame(rules=evening.of.key))
    for move in [None, *evening.game(seed)]:
        if move is not None:
            evening.play([move])
        phase = str(evening.view.phase)
        if phase not in seen:
            seen.add(phase)
            window.look()
            # What came before may be looked at a moment longer.
            window.act("on")
            yield phase


def test_every_phase_has_a_page_and_words(window: Window) -> None:
    ui = gameui.of(window.evening.of.key)
    assert ui is not gameui.GONE
    met = []
    for phase in phases(window):
        met.append(phase)
        assert window.open != "error", phase
        assert phase in ui.screens
        assert ui.sheet(phase) is not None, phase
        assert window.faults() == []
    assert len(met) > 2
    for do in window.evening.of.rules.moves.__args__:
        assert do.__struct_config__.tag in ui.acts, do


@pytest.mark.parametrize(("size", "language", "text"), [
    ((800, 480), "de", "largest"), ((1280, 720), "fr", "largest"), ((1920, 1080), "en", "normal"), ((720, 1280), "de", "largest"),
])  # fmt: skip
def test_every_page_fits_in_every_size_and_language(evening: Evening, size: tuple[int, int], language: str, text: str) -> None:
    harness().resize(*size)
    window = Window(evening, language, text)
    for _ in phases(window):
        assert window.faults() == []
    window.close()
    harness().resize(800, 480)
    texts.use("en")


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", texts.LANGUAGES)
@pytest.mark.parametrize("text", theme.TEXT_SIZES)
def test_every_page_fits_everywhere(evening: Evening, size: tuple[int, int], language: str, text: str) -> None:
    test_every_page_fits_in_every_size_and_language(evening, size, language, text)


def test_a_refusal_is_read_on_every_page(window: Window) -> None:
    rules, refused = window.evening.of.rules, 0
    moves = window.evening.game()
    for _ in phases(window):
        for late in (moves[0], moves[-1]):
            try:
                rules.apply(window.evening.timeline.position, late)
            except MoveRefused:
                window.act(commands.Do(late))
                notice = window.evening.shown.notice
                assert notice is not None
                names = {player.colour: player.name for player in window.evening.view.players}
                title = answers.notice(notice, names, window.evening.of.key).title
                assert title
                assert title != str(notice.what), "it has no words"
                assert title in window.harness.texts()
                assert window.faults() == []
                window.act("read")
                refused += 1
    assert refused


@pytest.mark.parametrize("name", ["menu", "help", "settings", "tags"])
def test_the_pages_of_the_house_go_with_it(window: Window, name: str) -> None:
    """In each phase; and back again to where the game stands."""
    for _ in phases(window):
        before = window.open
        window.act(commands.LearnTags() if name == "tags" else name)
        assert window.open != "error"
        assert window.faults() == []
        if name == "tags":
            window.act(commands.CloseTags())
            window.act(commands.Dismiss())
        else:
            window.act("game")
        assert window.open == before


def test_past_games_replays_and_statistics_are_seen(window: Window) -> None:
    evening = window.evening
    for _ in phases(window):
        pass
    game = evening.shown.game
    assert game is not None
    window.act(commands.GoHome())
    assert window.open == "home"
    assert window.faults() == []
    window.act(commands.ShowPast())
    assert window.open == "past"
    assert window.faults() == []
    length = len(evening.of.rules.redact(evening.game()))
    for step in range(0, length + 1, max(1, length // 6)):
        window.act(commands.ReplayGame(game, step))
        assert window.open == "replay"
        assert window.faults() == []
    window.act(commands.ClosePast())
    window.act(commands.ShowStats(Filter(rules=evening.of.key)))
    assert window.open == "stats"
    assert window.faults() == []


def test_home_asks_what_is_on_the_table_where_there_are_several(window: Window) -> None:
    assert window.open == "home"
    window.act("shelf")
    assert window.open == "shelf"
    shown = " ".join(window.harness.texts())
    for _ in range(len(SHELF) // AT_ONCE):
        # More than fit are on further pages.
        screen: Any = window.harness.stage.screen
        screen.bar_tapped("down")
        window.look()
        shown += " " + " ".join(window.harness.texts())
    assert all(game.title.casefold() in shown.casefold() for game in SHELF.values()), shown
    assert "2 to 2" not in shown
    assert window.faults() == []
    window.act(commands.NewGame(rules=window.evening.of.key))
    assert window.evening.shown.rules == window.evening.of.key


def test_a_game_without_a_screen_has_an_error_page_with_the_menu(second: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stranger's package whose screen can't be loaded: the game goes on by its tags."""
    toy: Game = SHELF[TOY]
    monkeypatch.setitem(sys.modules, "tiny_game.ui", None)
    window = Window(Evening(tmp_path / "data", toy))
    window.act(commands.NewGame(rules=TOY))
    window.evening.show("blue stone")
    window.look()
    assert window.open == "error"
    assert window.faults() == []
    window.act("menu")
    assert window.open == "menu"
    window.close()
    window.evening.journal.close()
