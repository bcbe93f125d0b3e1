"""The demo and the commands that keep games, typed as a user types them."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games.vabanque import demo
from companion.games.vabanque.record import record
from companion.games.vabanque.rules.view import Phase

ROOT = Path(__file__).parent.parent
GAMES = sorted((ROOT / "seeds/vabanque/games").glob("*.jsonl"))
SOME = GAMES[::4]


def companion(*arguments: str | Path, data: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", "HOME": str(data or ROOT)}
    command = [sys.executable, "-m", "companion", *map(str, arguments), *(["--data", str(data)] if data else [])]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120, check=False)


def lines(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text().splitlines()[1:]]


@pytest.mark.parametrize("file", SOME, ids=lambda file: file.stem)
def test_a_record_is_played_act_by_act_and_comes_out_as_it_went_in(file: Path, tmp_path: Path) -> None:
    played = companion("demo", file, data=tmp_path)
    assert (played.returncode, played.stderr) == (0, "")
    numbered = [line for line in played.stdout.splitlines() if line[0].isdigit()]
    moves = lines(file)
    assert [int(line.split()[0]) for line in numbered] == list(range(1, len(moves) + 1))
    for line, move in zip(numbered, moves, strict=True):
        assert line.split()[1] == move["by"]
        if move["do"] in ("token", "card"):
            assert line.endswith(f"table {move['table']}")
        if move["do"] == "card":
            assert re.fullmatch(r"\d+ \w+ lays a card at table \d+", line)
    out = companion("export", "--last", data=tmp_path)
    again = companion("replay", "--json", file).stdout
    (tmp_path / "out.jsonl").write_text(out.stdout)
    assert json.loads(companion("replay", "--json", tmp_path / "out.jsonl").stdout)["rounds"] == json.loads(again)["rounds"]
    # A demo is no past game, and nothing tells what was never revealed.
    assert "(practice)" in companion("games", data=tmp_path).stdout
    for line, move in zip(lines(tmp_path / "out.jsonl"), moves, strict=True):
        assert line == move or (line["character"] == "hidden" and line | {"character": move["character"]} == move)


def test_payouts_are_told_at_each_reveal(tmp_path: Path) -> None:
    told = companion("demo", GAMES[0], data=tmp_path).stdout.splitlines()
    expected = json.loads(GAMES[0].with_suffix("").with_suffix(".expected.json").read_text())
    at = told.index("all pawns are in place")
    first = expected["rounds"][0]
    for table in first["tables"]:
        assert f"  table {table['table']}: {table['tokens']} x {table['multiplier']} = {table['value']}" in told[at:]
    assert told.count("all pawns are in place") == 4


def test_nothing_on_the_way_tells_path_id_or_time(tmp_path: Path) -> None:
    (tmp_path / "two").mkdir()
    first = companion("demo", GAMES[3], data=tmp_path / "one")
    second = companion("demo", GAMES[3], data=tmp_path / "two" / "deeper")
    assert first.stdout == second.stdout == companion("demo", GAMES[3]).stdout


def test_a_damaged_journal_is_told_beside_the_game(tmp_path: Path) -> None:
    first = companion("demo", GAMES[3], data=tmp_path)
    (tmp_path / "journal.db").write_bytes(b"no journal")
    second = companion("demo", GAMES[3], data=tmp_path)
    assert (second.returncode, second.stdout) == (0, first.stdout)
    assert "The games could not be read. The file was kept as journal-damaged-1.db" in second.stderr


def test_a_record_that_stops_leaves_a_game_in_progress(tmp_path: Path) -> None:
    part = tmp_path / "part.jsonl"
    part.write_text("".join(GAMES[0].read_text().splitlines(keepends=True)[:20]))
    assert companion("demo", part, data=tmp_path / "data").returncode == 0
    out = companion("export", "1", data=tmp_path / "data").stdout.splitlines()
    assert len(out) == 20
    assert '"hidden"' in out[-1]


def test_the_journal_is_at_most_two_acts_ahead_when_the_power_goes(tmp_path: Path) -> None:
    for kill_at in (5, 17, 40):
        data = tmp_path / str(kill_at)
        command = [sys.executable, "-m", "companion", "demo", str(GAMES[0]), "--data", str(data), "--pace", "0.01"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": str(ROOT)}) as process:
            assert process.stdout is not None
            last = 0
            # Lines that were under way when it was killed were said as well.
            for line in process.stdout:
                last = int(line.split()[0]) if line[0].isdigit() else last
                if last == kill_at:
                    process.send_signal(signal.SIGKILL)
        kept = len(companion("export", "--last", data=data).stdout.splitlines()) - 1
        assert last <= kept <= last + 2


def test_random_games_are_whole_and_the_same_for_a_seed() -> None:
    for seed in range(40):
        moves = demo.random_game(seed)
        replayed = record.replay([line.encode() for line in record.write(moves).splitlines()])
        assert replayed.position.phase is Phase.FINISHED
        assert demo.random_game(seed) == moves
    assert demo.random_game(1) != demo.random_game(2)


def test_a_broken_record_is_told_before_anything_is_played(tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text(GAMES[0].read_text() + '{"by": "red", "do": "token", "table": 1}\n')
    for command in ("demo", "import"):
        result = companion(command, bad, data=tmp_path / "data")
        assert result.returncode == 2
        assert result.stderr.startswith(f"{bad}:{len(lines(bad)) + 1}: ")
        assert result.stdout == ""
        assert not (tmp_path / "data" / "journal.db").exists()


@pytest.mark.parametrize("cut", [1, 2, 15, 30, None])
def test_import_and_export_give_back_the_record(cut: int | None, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    content = GAMES[5].read_text().splitlines(keepends=True)[:cut]
    file.write_text("".join(content))
    data = tmp_path / "data"
    data.mkdir()
    added = companion("import", file, data=data)
    assert (added.returncode, added.stderr) == (0, "")
    assert added.stdout == "Added as game 1.\n"
    again = companion("import", file, data=data)
    assert again.returncode == 0
    assert "game 1" in again.stdout
    assert "Nothing was added" in again.stdout
    out = companion("export", "1", data=data).stdout
    assert json.loads(out.splitlines()[0]) == json.loads(content[0])
    # What an export says comes in again as the same game.
    (tmp_path / "out.jsonl").write_text(out)
    assert "Nothing was added" in companion("import", tmp_path / "out.jsonl", data=data).stdout


def test_an_imported_past_game_holds_no_kind_that_was_not_revealed(tmp_path: Path) -> None:
    companion("import", GAMES[0], data=tmp_path)
    out = companion("export", "1", data=tmp_path).stdout
    revealed = out.count('"raise"') + out.count('"bluff"') + out.count('"cheat"')
    db = sqlite3.connect(tmp_path / "journal.db")
    kinds = db.execute("SELECT count(*) FROM acts WHERE act LIKE '%\"raise\"%' OR act LIKE '%\"bluff\"%' OR act LIKE '%\"cheat\"%'")
    assert kinds.fetchone() == (revealed,)
    db.close()
    content = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file() and file.name == "journal.db")
    assert content.count(b'"raise"') + content.count(b'"bluff"') + content.count(b'"cheat"') == revealed


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("export", "7"), "no game 7"),
        (("export", "--last"), "no game yet"),
        (("export",), "Name one game"),
        (("export", "1", "--last"), "Name one game"),
    ],
)
def test_export_says_what_is_missing(arguments: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    result = companion(*arguments, data=tmp_path)
    assert result.returncode == 2
    assert sentence in result.stderr
    assert "Traceback" not in result.stderr


def test_a_folder_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = companion("games", data=tmp_path / "file")
    assert result.returncode == 2
    assert "--data" in result.stderr
    assert "Traceback" not in result.stderr


def test_without_a_screen_play_says_so(tmp_path: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")}
    command = [sys.executable, "-m", "companion", "play", "--data", str(tmp_path)]
    result = subprocess.run(command, capture_output=True, text=True, env=environment | {"PYTHONPATH": str(ROOT)}, timeout=120, check=False)
    assert result.returncode == 2
    assert "companion demo" in result.stderr
