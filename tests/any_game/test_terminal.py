"""Every game in the terminal: its demo, replay, import and statistics, typed as a person types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.game import Demo, Game
from companion.table.evenings import history
from tests.any_game import stranger
from tests.any_game.evening import Evening
from tests.terminal import run


def test_a_demo_plays_a_whole_game(of: Game, capsys: pytest.CaptureFixture[str]) -> None:
    first = run(capsys, "demo", "--rules", of.key, "--seed", "5", "--pace", "0")
    assert (first.status, first.err) == (0, "")
    demo = of.part("demo", Demo)
    recorded = [move for move in demo.random(5) if demo.recorded(move)]
    lines = first.out.splitlines()
    numbers = [int(line.split()[0]) for line in lines if line[:1].isdigit()]
    assert numbers == list(range(1, len(recorded) + 1))
    # The same seed is the same game.
    assert run(capsys, "demo", "--rules", of.key, "--seed", "5", "--pace", "0").out == first.out


def test_a_record_is_replayed_and_imported_without_a_word_of_which_game_it_is(of: Game, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    evening = Evening(tmp_path / "data", of)
    number = evening.new()
    evening.play(evening.game())
    record = tmp_path / "game.jsonl"
    record.write_text(history.export(evening.journal, number))
    evening.journal.close()
    replayed = run(capsys, "replay", str(record))
    assert (replayed.status, replayed.err) == (0, "")
    for player in evening.view.players:
        assert player.name in replayed.out
    as_json = run(capsys, "replay", "--json", str(record))
    assert json.loads(as_json.out)["file"] == str(record)
    imported = run(capsys, "import", str(record), "--data", str(tmp_path))
    assert imported.status == 0, imported.err
    (past,) = map(json.loads, run(capsys, "past", "--json", "--data", str(tmp_path)).out.splitlines())
    assert past["rules"] == of.key
    stats = run(capsys, "stats", "--rules", of.key, "--data", str(tmp_path))
    assert stats.status == 0, stats.err
    for player in evening.view.players:
        assert player.name in stats.out
    assert run(capsys, "stats", "--rules", of.key, "--json", "--data", str(tmp_path)).status == 0


def test_the_whole_program_plays_it_in_the_second_environment(of: Game, second: Path, tmp_path: Path) -> None:
    ran = stranger.companion_in(second, "demo", "--rules", of.key, "--seed", "5", data=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout
