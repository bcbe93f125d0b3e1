"""The screen of any game: nothing in the house knows one, and no mistake of a game leaves a dark picture."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion import logs, ui
from companion.games import SHELF
from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import AnyMove
from companion.table.commands import GoHome
from companion.table.snapshot import Snapshot
from companion.ui import gameui, texts
from companion.ui.kit import theme
from companion.ui.screens import SCREENS
from tests.ui.evening import TouchEvening
from tests.ui.harness import harness

HOUSE = Path(ui.__file__).parent


@pytest.fixture(autouse=True)
def one_game() -> None:
    """Every game of the shelf is looked at here."""


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[TouchEvening]:
    texts.use("en")
    window = harness()
    window.resize(800, 480)
    found = TouchEvening(window, tmp_path)
    yield found
    found.close()


# --- nothing outside a game's folder names a game ---


@pytest.mark.parametrize("key", SHELF)
def test_the_house_names_no_game(key: str) -> None:
    """The catalogues hold the words of all built-in games and are left out."""
    named = {key, SHELF[key].title.lower()}
    for file in HOUSE.rglob("*"):
        if file.suffix in (".py", ".json", ".kv") and "locale" not in file.parts:
            text = file.read_text(encoding="utf-8").lower()
            assert not [each for each in named if each in text], file


@pytest.mark.parametrize("key", SHELF)
def test_every_screen_of_a_game_is_there(key: str) -> None:
    found = gameui.of(key)
    assert found is not gameui.GONE
    assert {sheet.phase for sheet in found.sheets} <= set(found.screens)
    for name in found.screens:
        assert SCREENS[f"{key}/{name}"]
    for where in (found.pieces, found.replay, found.brand.emblem, *([found.tray] if found.tray else [])):
        assert callable(gameui.found(where))
    assert set(found.following) | set(found.following.values()) | set(found.ahead) <= set(found.screens)


def test_every_move_is_in_one_row_of_words() -> None:
    moves = {move.__struct_config__.tag for move in AnyMove.__args__}  # type: ignore[attr-defined]
    assert moves == set(gameui.of("vabanque").acts)


# --- a game that is not there ---


def test_a_game_that_is_not_on_the_shelf_has_a_screen_that_says_nothing() -> None:
    assert gameui.of("chess") is gameui.GONE
    assert gameui.title("chess") == "chess"
    assert gameui.GONE.phase("opening") == "opening"


# --- never a dark picture ---


def playing(evening: TouchEvening) -> TouchEvening:
    evening.new_game()
    evening.set_up((Colour.RED, Colour.BLUE, Colour.GREEN))
    assert evening.open == "tokens"
    return evening


def shown_again(evening: TouchEvening, **changes: Any) -> None:
    """The session shows another snapshot."""
    evening.app.listen(msgspec.structs.replace(evening.session.shown, serial=evening.app.shown.serial + 1000, **changes))
    evening.harness.settle()


def test_a_phase_without_a_screen_is_a_page_with_the_menu(evening: TouchEvening) -> None:
    playing(evening)
    shown_again(evening, view=msgspec.structs.replace(evening.view, phase="nowhere"))
    assert evening.open == "error"
    assert {"This page is missing", "Menu", "Home"} <= set(evening.harness.texts())
    evening.tap("menu")
    assert evening.open == "menu"
    shown_again(evening)
    assert evening.open in ("menu", "tokens"), "the phase has a screen again"


@pytest.mark.parametrize("full", [False, True], ids=["", "the disk is full"])
def test_a_screen_that_raises_is_a_page_and_the_game_goes_on(evening: TouchEvening, monkeypatch: pytest.MonkeyPatch, full: bool) -> None:
    playing(evening)
    cls = SCREENS["vabanque/tokens"]

    def broken(self: Any, shown: Any) -> None:
        raise KeyError("a mistake of the game")

    monkeypatch.setattr(cls, "show", broken)
    folder = evening.journal.folder / logs.FOLDER
    if full:
        folder.write_text("here no folder can be made")
    monkeypatch.setattr(logs, "faults", {})
    evening.app.on_start()
    try:
        shown_again(evening)
        assert evening.open == "error"
        assert "Home" in evening.harness.texts()
        said = " ".join(evening.harness.texts())
        assert "could not draw its page" in said
        reports = [] if full else [file.read_text() for file in folder.glob("failure-*.txt")]
        assert ("a report was written" in said) is (len(reports) == 1) is (not full)
        assert all("KeyError" in report and "test_gameui" in report for report in reports)
        monkeypatch.undo()
        shown_again(evening)
        assert evening.open == "tokens", "the next snapshot is tried anew"
    finally:
        evening.app.on_stop()


def test_a_mistake_of_home_itself_is_not_hidden(evening: TouchEvening) -> None:
    assert evening.open == "home"
    assert not evening.app.survive(KeyError("x"))


# --- several games ---


@pytest.fixture
def several(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A shelf with two games."""
    games = {"vabanque": SHELF["vabanque"], "other": replace(SHELF["vabanque"], key="other", title="Other")}
    for where in ("gameui", "screens.home", "screens.shelf", "screens.stats"):
        monkeypatch.setattr(f"companion.ui.{where}.SHELF", games)
    return games


def test_with_one_game_home_begins_it_at_once(evening: TouchEvening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.ui.screens.home.SHELF", {"vabanque": SHELF["vabanque"]})
    evening.tap("new")
    assert evening.open == "players"


@pytest.mark.parametrize(("button", "kind"), [("new", "real"), ("practice", "practice")])
def test_with_several_games_home_asks_what_is_on_the_table(evening: TouchEvening, several: dict[str, Any], button: str, kind: str) -> None:
    evening.tap(button)
    assert "What is on the table?" in evening.harness.texts()
    assert {"Vabanque", "3 to 6 players"} <= set(evening.harness.texts())
    evening.tap("cards", "vabanque")
    assert evening.open == "players"
    assert evening.session.shown.rules == "vabanque"
    assert evening.session.shown.practice == (kind == "practice")


def test_with_several_games_tags_are_registered_for_one(evening: TouchEvening, several: dict[str, Any]) -> None:
    evening.tap("tags")
    assert "Register the tags" in evening.harness.texts()
    evening.tap("cards", "vabanque")
    assert evening.open == "tags"


def test_with_several_games_a_game_is_called_by_its_name(evening: TouchEvening, several: dict[str, Any]) -> None:
    playing(evening)
    evening.app.act(GoHome())
    evening.harness.settle()
    assert any(text.startswith("Vabanque · ") for text in evening.harness.texts())
    gone = msgspec.structs.replace(evening.session.shown.games[0], rules="chess", phase="opening", round=3)
    assert (gameui.which(gone), gameui.stands(gone)) == (("chess",), "Round 3 · opening")


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_three_games_fit_side_by_side(monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], language: str) -> None:
    titles = {"a": "Vabanque", "b": "Odds and Evens", "c": "Cash & Run"}
    games = {key: replace(SHELF["vabanque"], key=key, title=title) for key, title in titles.items()}
    for where in ("gameui", "screens.shelf", "screens.settings"):
        monkeypatch.setattr(f"companion.ui.{where}.SHELF", games)
    gameui.of.cache_clear()
    window = harness()
    window.resize(*size)
    try:
        for text in theme.TEXT_SIZES.values():
            texts.use(language)
            theme.look.text = text
            for name in ("shelf", "trial", "sets", "settings"):
                screen: Any = SCREENS[name]()
                screen.group = "b" if name == "settings" else ""
                screen.show(Snapshot(serial=1, rules="a"))
                window.lay(screen)
                assert (window.cuts(), window.overlaps(), window.small_targets()) == ([], [], []), name
    finally:
        theme.look.text = 1.0
        texts.use("en")
        window.resize(800, 480)
        gameui.of.cache_clear()
