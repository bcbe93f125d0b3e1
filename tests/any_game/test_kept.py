"""What is kept of a game: through kills and restarts, as a replay, in statistics, exports and backups, and what is set of it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion import settings_file
from companion.errors import CompanionError, RecordError
from companion.game import Game, Sums
from companion.games import SHELF
from companion.settings import Settings
from companion.table import commands
from companion.table.backup import folder as backup
from companion.table.evenings import bgstats, exports, history, records, square
from companion.table.evenings.statistics import Favourite, Filter, Most, plain
from companion.table.journal.store import Journal
from tests.any_game import stranger
from tests.any_game.evening import Evening
from tests.table import phone


def folded(of: Game, moves: list[Any]) -> Any:
    """The view after these moves, worked out without session and journal."""
    position = of.rules.new()
    for move in moves:
        position = of.rules.apply(position, move)
    return of.rules.view(position, of.rules.settings())


def over(evening: Evening, seed: int = 7) -> int:
    """A whole game, put away. Returns its number."""
    number = evening.new()
    evening.play(evening.game(seed))
    evening.touch(commands.GoHome())
    return number


# --- through everything ---------------------------------------------------------------------------------------------

CHILD = """
import sys
from pathlib import Path
from companion.games import SHELF
from tests.any_game.evening import Evening

evening = Evening(Path(sys.argv[1]), SHELF[sys.argv[2]])
evening.new()
for number, move in enumerate(evening.game()[:-1], start=1):
    evening.play([move])
    print(number, flush=True)
sys.stdin.read()
"""


def test_a_killed_game_goes_on_at_the_last_act_that_was_shown(of: Game, second: Path, tmp_path: Path) -> None:
    env = os.environ | {"PYTHONPATH": stranger.path(second)}
    plan = Evening(tmp_path / "plan", of)
    moves = plan.game()
    plan.journal.close()
    shown = 0
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, str(tmp_path / "data"), of.key], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        for line in child.stdout:
            shown = int(line)
            if shown >= len(moves) // 2:
                child.send_signal(signal.SIGKILL)
                break
        # What came through before the kill took hold was shown as well.
        shown = max([shown, *map(int, child.stdout.read().split())])
    assert child.returncode == -signal.SIGKILL
    evening = Evening(tmp_path / "data", of)
    evening.session.resume()
    # An act may be on disk of which the word did not come through any more.
    stands = len(evening.timeline.moves)
    assert shown <= stands <= shown + 1
    assert evening.view == folded(of, list(moves[:stands]))
    evening.play(moves[stands:])
    assert evening.view == folded(of, list(moves))
    evening.journal.close()


def test_a_game_goes_on_after_a_restart_at_every_act(evening: Evening) -> None:
    evening.new()
    moves = list(evening.game())
    for place, move in enumerate(moves):
        evening.play([move])
        if place % 7 == 0 and evening.view.outcome is None:
            before = evening.shown
            evening.restart()
            assert (evening.shown.view, evening.shown.undo, evening.shown.redo) == (before.view, before.undo, before.redo)
    assert evening.view == folded(evening.of, moves)


def test_a_replay_shows_every_step_and_jumps_to_its_marks(evening: Evening) -> None:
    number = over(evening)
    of, moves = evening.of, evening.of.rules.redact(evening.game())
    for step in (0, 1, len(moves) // 2, len(moves), None):
        evening.touch(commands.ReplayGame(number, step))
        replay = evening.shown.replay
        assert replay is not None
        at = len(moves) if step is None else step
        assert (replay.step, replay.of) == (at, len(moves))
        assert replay.view == folded(of, moves[:at])
        assert (replay.done and replay.done.do) == (moves[at - 1].__struct_config__.tag if at else None)
    marks = evening.shown.replay.marks if evening.shown.replay is not None else ()
    assert marks
    assert [mark.step for mark in marks] == sorted(mark.step for mark in marks)
    for mark in marks:
        assert 0 < mark.step <= len(moves)


def test_the_square_of_a_game_brings_it_back_and_tells_no_more_than_its_record(evening: Evening, tmp_path: Path) -> None:
    number, moves = evening.new(), evening.game()
    for move in moves:
        if evening.view.outcome is None and len(evening.timeline.moves) in (1, len(moves) // 2):
            with pytest.raises(CompanionError, match="not over yet"):
                square.of_game(evening.journal, number, lambda entry: "")
        evening.play([move])
    evening.touch(commands.GoHome())
    told, record = "Zoë wins", history.export(evening.journal, number)
    seen = phone.read(square.of_game(evening.journal, number, lambda entry: told))
    assert seen in (told, *[square.text(told, record, way) for way in square.PACKINGS])
    if seen != told:
        journal = Journal(tmp_path / "other")
        again, _ = history.add(journal, *records.read(square.record([line + b"\n" for line in seen.encode().split(b"\n")])))
        assert history.export(journal, again) == record
        journal.close()


def test_a_rematch_seats_the_same_people(evening: Evening) -> None:
    number = over(evening)
    names = [player.name for player in folded(evening.of, evening.of.rules.redact(evening.game())).players]
    evening.touch(commands.Rematch(number))
    assert evening.shown.rules == evening.of.key
    assert [player.name for player in evening.view.players] == names
    assert evening.view.round <= 1


def test_the_people_of_last_time_are_offered_whatever_they_played(evening: Evening) -> None:
    number = over(evening)
    sat = [(player.colour, player.name) for player in folded(evening.of, evening.of.rules.redact(evening.game())).players]
    last = evening.shown.last
    assert last is not None
    assert (last.game, last.rules, list(last.players)) == (number, evening.of.key, sat)


# --- counted --------------------------------------------------------------------------------------------------------


def test_statistics_count_what_the_game_has_declared(evening: Evening) -> None:
    of = evening.of
    finals, played = [], []
    for seed in (7, 8):
        over(evening, seed)
        played.append(of.rules.redact(evening.game(seed)))
        finals.append(folded(of, played[-1]))
    evening.touch(commands.ShowStats(Filter(rules=of.key)))
    stats = evening.shown.stats
    assert stats is not None
    assert (stats.games, stats.left) == (2, 0)
    names = {player.name for final in finals for player in final.players}
    assert {player.name for player in stats.players} == names
    for player in stats.players:
        own = [(final, seat) for final in finals for seat in final.players if seat.name == player.name]
        assert player.games == len(own)
        assert player.score == sum(seat.score for _, seat in own)
        assert player.wins == sum(seat.colour in final.outcome.winners for final, seat in own)
        assert player.best == (max if of.score.high else min)(seat.score for _, seat in own)
        assert list(player.figures) == [measure.key for measure in of.table.measures]
    facts = [of.table.facts(final, moves) for final, moves in zip(finals, played, strict=True)]
    for measure in of.table.measures:
        told = [seat.figures.get(measure.key, 0) for fact in facts for seat in fact.seats]
        figure = stats.figures[measure.key]
        if measure.sums is Sums.TOTAL:
            assert figure == sum(told)
        elif measure.sums is Sums.FAVOURITE:
            tally = Counter[str]()
            for fact in facts:
                for tallies in (fact.tallies, *(seat.tallies for seat in fact.seats)):
                    tally.update({name: numbers[0] for name, numbers in tallies.get(measure.key, {}).items()})
            assert (figure is None) is not bool(tally)
            if isinstance(figure, Favourite):
                assert figure.tally == dict(tally)
                assert figure.count == max(tally.values()) == tally[figure.name]
        elif measure.at:
            each = [more[measure.key] for fact in facts for more in (fact.more, *(seat.more for seat in fact.seats)) if measure.key in more]
            assert isinstance(figure, Most)
            assert figure.value == max(value for value, *_ in each)
            assert (figure.value, *figure.at.values()) in each
        elif measure.sums is Sums.MOST:
            assert figure == max(told)
    # As JSON it has a key for each measure, and what is no money is not called so.
    as_json = json.loads(json.dumps(plain(of, stats)))
    for measure in of.table.measures:
        assert all(measure.key in player for player in as_json["players"])
    assert ("money" in as_json["players"][0]) is of.score.money
    assert ("points" in as_json["players"][0]) is not of.score.money


def test_another_game_says_nothing_in_these_statistics(evening: Evening, tmp_path: Path) -> None:
    over(evening)
    for key in SHELF:
        evening.touch(commands.ShowStats(Filter(rules=key)))
        assert evening.shown.stats is not None
        assert evening.shown.stats.games == (key == evening.of.key)


# --- taken along ----------------------------------------------------------------------------------------------------


def test_a_record_is_read_by_its_header_and_tells_the_same_game(evening: Evening, tmp_path: Path) -> None:
    number = over(evening)
    record = history.export(evening.journal, number)
    of, played = records.read(line.encode() for line in record.splitlines(keepends=True))
    assert of is evening.of
    final = folded(of, of.rules.redact(evening.game()))
    read = of.rules.view(played.position, of.rules.settings())
    assert (read.phase, read.round, read.outcome) == (final.phase, final.round, final.outcome)
    assert [(p.colour, p.name, p.score) for p in read.players] == [(p.colour, p.name, p.score) for p in final.players]
    summary = json.loads(json.dumps(of.record.summary(played.position, "a record")))
    assert summary
    there = Journal(tmp_path / "elsewhere")
    added, new = history.add(there, of, played)
    again, twice = history.add(there, of, played)
    assert (new, twice, again) == (True, False, added)
    (past,) = history.past(there)
    assert (past.rules, past.winners) == (of.key, final.outcome.winners)
    assert history.export(there, added).splitlines()[1:] == record.splitlines()[1:]
    # Here it is no new game either.
    assert history.add(evening.journal, of, played) == (number, False)
    there.close()


@pytest.mark.parametrize("line", [b"", b"{}", b"\xff\xfe", b"[1, 2]", b'{"do": "no such move"}', b'{"do": 7}', b'{"by": "blue"}', b"null"])
def test_a_record_with_a_line_that_is_none_is_refused_by_its_number(evening: Evening, line: bytes) -> None:
    lines = [each.encode() for each in history.export(evening.journal, over(evening)).splitlines(keepends=True)]
    for place in (1, len(lines) // 2):
        with pytest.raises(RecordError) as refused:
            records.read([*lines[:place], line + b"\n", *lines[place:]])
        assert refused.value.line == place + 1


def test_exports_have_a_column_and_a_key_for_each_measure(evening: Evening) -> None:
    of, number = evening.of, over(evening)
    games = exports.every(evening.journal)
    heading, *rows = exports.as_csv(games).splitlines()
    final = folded(of, of.rules.redact(evening.game()))
    assert len(rows) == len(final.players)
    columns = heading.split(",")
    assert of.score.column in columns
    for measure in of.table.measures:
        if measure.sums is Sums.TOTAL:
            assert (measure.column or measure.key) in columns
    by_colour = {row.split(",")[columns.index("colour")]: row.split(",") for row in rows}
    for player in final.players:
        assert by_colour[player.colour][columns.index(of.score.column)] == str(player.score)
    told = exports.as_json(evening.journal, number)
    assert json.loads(json.dumps(told)) == told
    link = bgstats.as_bgstats(games)
    assert of.title in json.dumps(link)


def test_a_backup_brings_back_games_tags_and_settings(evening: Evening, tmp_path: Path) -> None:
    of = evening.of
    number = over(evening)
    evening.new()
    moves = list(evening.game(8))
    evening.play(moves[: len(moves) // 2])
    before = evening.view
    uid = bytes.fromhex("04A1B2C3D4E580")
    evening.journal.bind_tags({uid: next(iter(of.rules.pieces))}, of.key)
    written = backup.write(evening.journal, Settings(calm=True), tmp_path)
    there = Evening(tmp_path / "elsewhere", of)
    restored = backup.restore(there.journal, backup.read(written.file))
    assert restored
    there.restart()
    assert [game.game for game in history.past(there.journal)] == [number]
    (going,) = there.shown.games
    there.touch(commands.OpenGame(going.game))
    assert there.view.round == before.round
    assert [player.score for player in there.view.players] == [player.score for player in before.players]
    there.journal.close()


# --- what is set of it ----------------------------------------------------------------------------------------------


def test_its_settings_are_a_table_of_its_own_in_the_owners_file(of: Game, tmp_path: Path) -> None:
    """With the owner's comments, and with a word for what it does not know."""
    assert Settings().of(of) == of.rules.settings()
    file = tmp_path / settings_file.FILE
    file.write_text("# mine\ncalm = true\n")
    switches = {field.name: not field.default for field in msgspec.structs.fields(of.rules.settings) if field.type is bool}
    assert switches
    settings_file.save(settings_file.load(file, SHELF).with_(of, **switches), file)
    assert "# mine" in file.read_text()
    assert f"[{of.key}]" in file.read_text()
    found = settings_file.load(file, SHELF)
    assert found.calm
    assert msgspec.structs.asdict(found.of(of)) == msgspec.structs.asdict(of.rules.settings()) | switches
    for key in SHELF:
        if key != of.key:
            assert found.of(SHELF[key]) == SHELF[key].rules.settings()
    file.write_text(f"[{of.key}]\nno_such_setting = 1\n")
    (wrong,) = settings_file.read(file, SHELF).wrong
    assert f"{of.key}.no_such_setting" in wrong.sentence


def test_what_is_set_of_it_holds_at_the_table(evening: Evening) -> None:
    """Every switch is thrown and thrown back in mid-game; the game stands where it stood."""
    of = evening.of
    evening.new()
    moves = list(evening.game())
    for move in moves[: len(moves) // 2]:
        evening.play([move])
    before = evening.view
    for field in msgspec.structs.fields(of.rules.settings):
        if field.type is bool:
            evening.session.use(Settings().with_(of, **{field.name: not field.default}))
            assert [player.score for player in evening.view.players] == [player.score for player in before.players]
    evening.session.use(Settings())
    assert evening.view == before
