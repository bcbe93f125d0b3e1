"""Every phase of every game has a page that fits, can be hit and answers; menu, help and the rest of the house go with it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.game import Game, MoveRefused
from companion.games import SHELF
from companion.table import commands
from companion.table.evenings.statistics import Filter
from companion.table.events import TagSeen
from companion.table.snapshot import Replacing
from companion.ui import answers, gameui, texts
from companion.ui.kit import theme
from companion.ui.kit.layout import Frame
from companion.ui.screens.base import Screen
from companion.ui.screens.replace import secret_pieces
from companion.ui.screens.shelf import AT_ONCE
from companion.ui.widgets.figures import Figures
from tests.any_game.conftest import TOY
from tests.any_game.evening import Evening
from tests.any_game.screens.window import Window, phases
from tests.ui.harness import SIZES, harness


@pytest.fixture
def window(evening: Evening) -> Iterator[Window]:
    harness().resize(800, 480)
    found = Window(evening)
    yield found
    found.close()
    harness().resize(800, 480)


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


@pytest.mark.parametrize(("size", "language"), [((800, 480), "de"), ((800, 480), "fr"), ((720, 1280), "de"), ((1280, 720), "en")])
def test_every_setting_is_reached_and_fits(evening: Evening, size: tuple[int, int], language: str) -> None:
    """In the largest text, where not all have room at once."""
    harness().resize(*size)
    window = Window(evening, language, "largest")
    window.act("settings")
    screen: Any = window.harness.stage.screen
    key = evening.of.key
    for group in ("general", "screen", *([key] if gameui.of(key).settings else [])):
        screen._open(group)
        met: set[str] = set()
        for _ in screen.rows:
            window.look()
            assert window.faults() == []
            met |= {name for name, row in screen.rows.items() if row.parent is not None}
            screen.bar_tapped("down")
        assert met == set(screen.rows), group
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


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_every_page_of_the_help_fits(evening: Evening, language: str, size: tuple[int, int]) -> None:
    harness().resize(*size)
    window = Window(evening, language, "largest")
    window.act(commands.NewGame(rules=evening.of.key))
    window.act("help")
    screen: Any = window.harness.stage.screen
    met = set()
    for _ in screen.sheets:
        assert window.faults() == []
        met.add(screen.sheet)
        screen.bar_tapped("down")
        window.look()
    assert met == set(screen.sheets)
    window.close()
    harness().resize(800, 480)
    texts.use("en")


def other_than(of: Game) -> Game:
    """Another game of the shelf."""
    return next(game for key, game in SHELF.items() if key != of.key)


def test_tags_are_learned_at_home_whichever_game_was_played_last(window: Window) -> None:
    of = window.evening.of
    first, second, *_ = of.rules.pieces
    window.act(commands.NewGame(rules=other_than(of).key))
    window.act(commands.GoHome())
    window.act(commands.LearnTags(first, rules=of.key))
    assert window.open == "tags"
    assert (window.evening.shown.rules, window.faults()) == (of.key, [])
    # What is touched on that page is of the same set.
    window.act(commands.LearnTags(second))
    learning = window.evening.shown.learning
    assert learning is not None
    assert (learning.piece, learning.of) == (second, len(of.rules.pieces))
    window.act(commands.CheckTags())
    assert window.open == "check"
    checking = window.evening.shown.checking
    assert checking is not None
    assert checking.of == len(of.rules.pieces)


@pytest.mark.parametrize(("size", "language"), [((800, 480), "de"), ((720, 1280), "fr"), ((1280, 720), "en")])
def test_a_secret_piece_gets_a_new_tag_in_mid_game_from_its_owner_alone(evening: Evening, size: tuple[int, int], language: str) -> None:
    of, new = evening.of, bytes.fromhex("04A1B2C3D4E5F6")
    harness().resize(*size)
    window = Window(evening, language, "largest")
    next(phase for phase in phases(window) if evening.view.round)
    window.act("menu")
    menu: Any = window.harness.stage.screen
    owned = [secret_pieces(of.key, player.colour) for player in evening.view.players]
    assert menu.buttons["tags"].enabled is any(owned)
    if any(owned):
        window.harness.tap_on(menu.buttons["tags"])
        window.look()
        page: Any = window.harness.stage.screen
        assert (window.open, window.faults()) == ("replace", [])
        owner = evening.view.players[-1].colour
        window.harness.tap_on(page.people, owner)
        window.look()
        pad = page.pad
        finger = window.harness.down(*window.harness.centre(pad, pad.targets["pad"]))
        window.harness.settle(1)
        assert window.harness.cuts() == []
        at = window.harness.centre(pad, pad._cards()[0])
        wanted = pad._faces[0]
        window.harness.move(finger, *at)
        window.harness.up(finger, *at)
        window.look()
        assert (evening.shown.replacing, window.faults()) == (Replacing(owner, told=True), [])
        evening.now += 10
        evening.session.handle(TagSeen("pad", new))
        window.look()
        (code,) = [evening.journal.tags(of.key)[new]]
        assert code in secret_pieces(of.key, owner)
        assert str(wanted) in code, "it is the one on which the finger was lifted"
        assert evening.shown.replacing is None
    window.close()
    harness().resize(800, 480)
    texts.use("en")


def test_no_page_of_a_game_stays_open_over_another_one(window: Window) -> None:
    of = window.evening.of
    for _ in phases(window):
        for item in gameui.of(of.key).menu:
            if isinstance(item.opens, str) and item.there(window.evening.view):
                window.act(item.opens)
                window.act(commands.NewGame(rules=other_than(of).key))
                assert window.app._open == f"{other_than(of).key}/{window.evening.view.phase}"
                window.act(commands.OpenGame(1))
                assert window.app._open == f"{of.key}/{window.evening.view.phase}"


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


class Page(Screen):
    """Figures, as the statistics have them."""

    name = "figures"

    def __init__(self) -> None:
        super().__init__(print)
        self.figures: Figures = self.add(Figures())

    def layout(self, frame: Frame) -> None:
        self.have(self.figures, (12, 200, frame.w - 24, 380))


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_every_figure_has_room_in_the_smallest_turned_picture(of: Game, language: str) -> None:
    window = harness()
    window.resize(480, 800)
    texts.use(language)
    titles = [(measure, texts.tr(measure.title)) for measure in of.table.measures if measure.title]
    page = Page()
    try:
        window.open(page)
        page.figures.show([(title, texts.amount(19_999_000) if measure.money else texts.number(1_999), "in 12") for measure, title in titles])
        seen: set[str] = set()
        for _ in range(page.figures.pages):
            window.settle(1)
            assert window.cuts() == []
            seen |= set(window.texts())
            page.figures.move(1)
        assert seen >= {title for _, title in titles}
    finally:
        window.resize(800, 480)
        texts.use("en")


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
