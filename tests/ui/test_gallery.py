"""The gallery writes what is asked for, and the pictures of the README are of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

from companion.games import BUILT_IN, SHELF
from tests.gallery.__main__ import main, of_a_game
from tests.ui.everything import everything
from tests.ui.harness import harness

from companion.ui import gameui  # isort: skip

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def usual_size() -> object:
    yield
    harness().resize(800, 480)


def test_it_writes_what_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chosen = ["--language", "de", "--size", "720x1280", "--size", "800x480", "--text", "largest", "--players", "3"]
    assert main([str(tmp_path), *chosen, "tokens", "home-first"]) == 0
    written = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.png")}
    states = ("tokens", "tokens-four", "home-first")
    assert written == {f"de/{size}/largest/{state}.png" for size in ("720x1280", "800x480") for state in states}
    for name in written:
        with Image.open(tmp_path / name) as picture:
            assert f"{picture.width}x{picture.height}" in name
            assert len(picture.convert("RGB").getcolors(1 << 20) or ()) > 50
    assert "6 pictures" in capsys.readouterr().out


def test_a_state_that_there_is_not_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path), "nothing-like-this"]) == 2
    assert "nothing-like-this" in capsys.readouterr().err


@pytest.mark.parametrize(("key", "players"), [("casino", (4, 3)), ("cash_and_run", (6, 4))])
def test_every_screen_of_a_game_has_a_sample(key: str, players: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SHELF, "_built_in", BUILT_IN)
    met = set()
    for number in players:
        samples = list(of_a_game(key, number, long=False))
        names = [sample.name for sample in samples]
        assert len(set(names)) == len(names)
        met |= {sample.screen for sample in samples}
    assert met == {gameui.found(where) for where in gameui.of(key).screens.values()}


def test_the_readmes_pictures_are_states_of_the_gallery_and_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SHELF, "_built_in", BUILT_IN)
    shown = re.findall(r"\((tests/gallery/pictures/[^)]*)\)", (ROOT / "README.md").read_text())
    there = sorted(f"tests/gallery/pictures/{path.name}" for path in (ROOT / "tests/gallery/pictures").iterdir())
    assert sorted(shown) == there
    assert 3 <= len(shown) <= 7
    states = {sample.name for sample in everything()}
    for key in ("casino", "cash_and_run"):
        found = {f"{key}-{sample.name}".replace(" ", "-") for sample in of_a_game(key, 4, long=False)}
        # Each game of the shelf has one.
        assert any(Path(name).stem in found for name in shown)
        states |= found
    for name in shown:
        assert Path(name).stem in states
        assert (ROOT / name).stat().st_size < 60_000
