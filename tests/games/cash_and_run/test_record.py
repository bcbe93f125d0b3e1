"""Records: read strictly, played through, written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings

from companion.errors import CompanionError, RecordError
from companion.games.cash_and_run import rules
from companion.games.cash_and_run.record import record
from companion.games.cash_and_run.record.header import NAME
from companion.games.cash_and_run.record.summary import summary
from companion.games.cash_and_run.rules.chance import Symbol
from companion.games.cash_and_run.rules.moves import Join, RecordMove, Rename
from companion.games.kit import strict
from companion.games.kit.colours import Colour
from tests.games.cash_and_run.evenings import Evening, evenings
from tests.games.cash_and_run.tables import (
    BOARD,
    CASINOS,
    HEADER,
    RECORDED,
    SEEDS,
    after,
    bet,
    do,
    header,
    passing,
    replayed,
    shown,
    throw,
    told,
)

# --- the handed games -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_recorded_game_comes_to_what_it_came_to(path: Path) -> None:
    with path.open("rb") as lines:
        game = record.replay(lines).position
    answer = json.loads(json.dumps(summary(game, path.name)))
    assert answer.pop("file") == path.name
    assert answer == json.loads(path.with_suffix("").with_suffix(".expected.json").read_text())


def test_the_recorded_games_are_of_every_number_of_players_with_and_without_a_board() -> None:
    heads = [json.loads(path.read_text().partition("\n")[0]) for path in RECORDED]
    assert {(len(head["players"]), "board" in head) for head in heads} >= {(3, True), (3, False), (4, True), (4, False), (5, False), (6, True)}


@pytest.mark.parametrize("refused", json.loads((SEEDS / "games" / "refused" / "expected.json").read_text()), ids=lambda case: case["file"])
def test_a_refused_record_is_refused_where_it_should_be(refused: dict[str, Any]) -> None:
    lines = (SEEDS / "games" / "refused" / refused["file"]).read_bytes().splitlines()
    with pytest.raises(RecordError) as error:
        record.replay(lines)
    assert error.value.line == refused["line"]
    assert str(error.value).startswith(refused["reason"])
    # All that stands before that line is a record.
    record.replay(lines[: refused["line"] - 1])


def test_every_refused_record_is_told() -> None:
    files = {path.name for path in (SEEDS / "games" / "refused").glob("*.jsonl")}
    assert files == {case["file"] for case in json.loads((SEEDS / "games" / "refused" / "expected.json").read_text())}


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_what_is_written_of_a_recorded_game_is_that_game(path: Path) -> None:
    with path.open("rb") as lines:
        replay = record.replay(lines)
    written = record.write(replay.moves).splitlines()
    assert [json.loads(line) for line in written] == [json.loads(line) for line in path.read_text().splitlines()][: len(written)]
    assert record.replay([line.encode() for line in written]) == replay


# --- what a summary says ----------------------------------------------------------------------------------------


def test_a_contest_has_the_keys_that_are_known() -> None:
    lines = [header(4, bluff=1), throw("blue", "lasvegas")]
    assert set(told(*lines)["contest"]) == {"kind", "bettor", "owner", "casino", "symbol"}
    lines.append(bet("blue", "odd", 20_000))
    assert told(*lines)["contest"]["stake"] == 20_000
    lines.append(shown(2, "die"))
    assert (told(*lines)["contest"]["winner"], told(*lines)["contest"]["loser"]) == ("red", "blue")


def test_the_turn_that_is_on_is_told_apart() -> None:
    now = told(header(), *passing("blue"), throw("red", "3", (2, 2)))
    assert [turn["turn"] for turn in now["turns"]] == [1]
    assert now["now"] == {"turn": 2, "by": "red", "throws": [[2, 2]], "squares": ["3"], "payments": [], "events": []}


# --- reading strictly -------------------------------------------------------------------------------------------

PLAYERS = header()["players"]
THROW = throw("blue", "cairo")


def head(**keys: Any) -> list[Any]:
    return [header() | keys]


def move(**keys: Any) -> list[Any]:
    return [header(), THROW | keys]


BAD: list[tuple[str, list[Any], int, str]] = [
    ("no line at all", [], 1, "empty"),
    ("a blank line", [header(), ""], 2, "blank"),
    ("no JSON", [header(), "hello"], 2, "not valid JSON"),
    ("a byte order mark", [b"\xef\xbb\xbf" + json.dumps(header()).encode()], 1, "byte order mark"),
    ("not UTF-8", [header(), b'{"by": "r\xe9d"}'], 2, "UTF-8"),
    ("a line without end", [header(), b" " * 200_000], 2, "too long"),
    ("nested deeply", [header(), "[" * 50_000], 2, "nested too deeply"),
    ("a list", [header(), [THROW]], 2, "Expected `object`"),
    ("another game", head(record="vabanque"), 1, "not a record of Cash & Run"),
    ("the game's key for its name", head(record="cash_and_run"), 1, "not a record of Cash & Run"),
    ("no header", [THROW], 1, "not a record"),
    ("a later version", head(version=2), 1, "later companion"),
    ("a version as text", head(version="1"), 1, "Expected `int`"),
    ("an unknown key in the header", head(winner="red"), 1, "unknown field `winner`"),
    ("an unknown key in a player", head(players=[PLAYERS[0] | {"age": 8}, *PLAYERS[1:]]), 1, "unknown field `age`"),
    ("an unknown key in a casino", head(casinos=[CASINOS[0] | {"owner": "red"}, *CASINOS[1:]]), 1, "unknown field `owner`"),
    ("a key twice", [json.dumps(header()).replace('"version": 1', '"version": 1, "version": 1')], 1, '"version" is given twice'),
    ("two players", head(players=PLAYERS[:2]), 1, "three players"),
    ("two of one colour", head(players=[*PLAYERS, PLAYERS[0] | {"casinos": ["rio"], "at": "rio"}]), 1, "blue: colour taken"),
    ("a first who does not play", head(first="white"), 1, "white: not playing"),
    ("an unknown colour", head(first="violet"), 1, "not one of the words known here"),
    ("a pawn in no casino of one's own", head(players=[PLAYERS[0] | {"at": "lasvegas"}, *PLAYERS[1:]]), 1, "blue: not your casino"),
    ("a casino dealt twice", head(players=[PLAYERS[0], PLAYERS[1] | {"casinos": ["montreal"]}, PLAYERS[2]]), 1, "red: somebody has that casino"),
    ("a casino dealt that the copy lacks", head(players=[PLAYERS[0] | {"casinos": ["paris"]}, *PLAYERS[1:]]), 1, "blue: no such casino"),
    ("nothing dealt", head(players=[PLAYERS[0] | {"casinos": []}, *PLAYERS[1:]]), 1, "not the same players"),
    ("an empty name", head(players=[PLAYERS[0] | {"name": ""}, *PLAYERS[1:]]), 1, "a name has"),
    ("an unknown symbol", head(casinos=[CASINOS[0] | {"symbol": "dice"}, *CASINOS[1:]]), 1, "not one of the words known here"),
    ("an id in capitals", head(casinos=[CASINOS[0] | {"id": "Montreal"}, *CASINOS[1:]]), 1, "a casino has an id"),
    ("a casino twice", head(casinos=[*CASINOS[:14], CASINOS[0]]), 1, "a casino twice"),
    ("sixteen casinos", head(casinos=[*CASINOS, CASINOS[0] | {"id": "paris"}]), 1, "fifteen casinos"),
    ("a board without a casino", head(board=["1", "montreal"]), 1, "the board has"),
    ("a board with an unknown square", head(board=[*BOARD, "8A"]), 1, "the board has"),
    ("a board of numbers", head(board=[1, 2, 3]), 1, "Expected `str`"),
    ("a step that is no chip", head(step=30_000), 1, "no such rule"),
    ("a start in no chips", head(start=1_234), 1, "no such rule"),
    ("a bank below nothing", head(bank=-10_000), 1, "no such rule"),
    ("a bank of null", head(bank=None), 1, "Expected `int`"),
    ("four Bluff cards", head(bluff=4), 1, "no such rule"),
    ("a set of one", head(need=1), 1, "no such rule"),
    ("colours as a number", head(colour_sets=1), 1, "Expected `bool`"),
    ("a date that is none", head(date="2026-02-29"), 1, "2026-11-29"),
    ("a place that steers the terminal", head(place="\x1b[2J"), 1, "place"),
    ("an unknown move", move(do="fly"), 2, "Invalid value 'fly'"),
    ("a move of the set-up", move(do="join"), 2, "Invalid value 'join'"),
    ("an unknown key in a move", move(note="x"), 2, "unknown field `note`"),
    ("a throw without dice", [header(), {"by": "blue", "do": "throw", "square": "3"}], 2, "missing required field `dice`"),
    ("three dice", move(dice=[1, 2, 3]), 2, "array"),
    ("a die as text", move(dice=["1", 2]), 2, "Expected `int`"),
    ("true for a die", move(dice=[True, 2]), 2, "Expected `int`"),
    ("a die of 7", move(dice=[7, 2]), 2, "blue: a die has 1 to 6"),
    ("no square and no board", [header(), do("blue", "throw", dice=[1, 2])], 2, "blue: no such square"),
    ("a huge number", [header(), '{"by": "blue", "do": "bid", "amount": %s}' % ("9" * 5000)], 2, "too large"),
    ("an unknown Bluff card", [header(), do("blue", "doubt", shows="wheel")], 2, "not one of the words known here"),
    ("out of turn", move(by="red"), 2, "red: not your turn; it is blue’s turn"),
]


@pytest.mark.parametrize(("what", "lines", "line", "reason"), BAD, ids=lambda value: value if isinstance(value, str) else "")
def test_what_is_no_record_is_refused_with_its_line(what: str, lines: list[Any], line: int, reason: str) -> None:
    with pytest.raises(RecordError) as error:
        replayed(lines)
    assert error.value.line == line, what
    assert reason in str(error.value), what


def test_the_record_of_a_copy_that_was_not_taught_whole_has_the_casinos_that_are_known() -> None:
    known = [casino for casino in CASINOS if casino["id"] in ("montreal", "lasvegas", "atlantic", "cairo")]
    now = told(header(casinos=known), throw("blue", "cairo"), do("blue", "buy"))
    assert (now["for_sale"], now["casinos"]["blue"]) == ([], ["montreal", "cairo"])


# --- writing ----------------------------------------------------------------------------------------------------


def test_every_switch_is_written_and_read_again() -> None:
    keys = {
        "board": BOARD, "start": 500_000, "bank": 1_000_000, "step": 50_000, "bluff": 3, "need": 2, "colour_sets": True, "own": False, "exact": True,
        "pot_bluff": True,
    }  # fmt: skip
    first = header(4, **keys)
    written = record.write(replayed([first]).moves, date="2026-11-29", place="La Chaux-de-Fonds")
    assert json.loads(written) == first | {"date": "2026-11-29", "place": "La Chaux-de-Fonds"}


def test_what_is_as_usual_is_not_written() -> None:
    plain = header(bluff=1)
    del plain["bluff"]
    assert json.loads(record.write(replayed([header(bluff=1)]).moves)) == plain


def test_what_the_companion_drew_is_told_as_drawn() -> None:
    lines = [header(), throw("blue", "lasvegas", drawn=True), bet("blue", "odd", 10_000), shown(3, "die") | {"drawn": True}]
    assert [json.loads(line) for line in record.write(replayed(lines).moves).splitlines()] == lines
    assert after(*lines) == after(*[{key: value for key, value in line.items() if key != "drawn"} for line in lines])


def test_who_acts_stands_first_and_letters_as_they_are() -> None:
    written = record.write(replayed([HEADER, do("blue", "throw", dice=[1, 2], square="cairo")]).moves)
    assert "Montréal" in written
    assert written.splitlines()[1] == '{"by": "blue", "do": "throw", "dice": [1, 2], "square": "cairo"}'


def test_a_name_that_was_set_right_stands_in_the_header() -> None:
    moves = [*replayed([header()]).moves, Rename(Colour.RED, "Rosa")]
    assert json.loads(record.write(moves))["players"][1]["name"] == "Rosa"


def test_a_casino_stands_in_the_header_as_it_was_first_told() -> None:
    """Else a bet that was made before it was set right would be of another game."""
    known = [casino for casino in CASINOS if casino["id"] in ("montreal", "lasvegas", "atlantic")]
    paris, as_roulette = {"id": "paris", "name": "Paris", "symbol": "die", "colour": "red"}, {"symbol": "roulette", "name": "Monte Carlo"}
    lines = [header(casinos=known), {"do": "casino"} | paris, throw("blue", "lasvegas"), bet("blue", "odd", 10_000), shown(3, "die")]
    lines += [{"do": "casino"} | known[1] | as_roulette, throw("red", "paris"), do("red", "buy")]
    replay = replayed(lines)
    written = [json.loads(line) for line in record.write(replay.moves).splitlines()]
    assert written[0]["casinos"] == [*known, paris]
    assert written[1:] == lines[2:]
    again = replayed(written).position
    assert again == replay.position
    assert again.party.casinos["lasvegas"].symbol is Symbol.ROULETTE
    # With a board taught there are no others than are on it.
    with pytest.raises(RecordError, match="no such casino"):
        after(header(board=BOARD), {"do": "casino"} | paris)


def test_there_is_no_record_before_a_game_begins() -> None:
    with pytest.raises(CompanionError, match="nobody has begun"):
        record.write([Join(Colour.RED, "Rosa")])


def test_the_record_tells_no_kind_of_a_bluff_card_that_was_not_turned_over() -> None:
    lines = [header(bluff=1), throw("blue", "lasvegas"), bet("blue", "odd", 10_000), shown(2, "die"), do("blue", "bluff"), do("red", "believe")]
    written = record.write(replayed(lines).moves)
    assert [json.loads(line) for line in written.splitlines()[-2:]] == lines[-2:]
    assert after(*lines).bluffs[Colour.BLUE] == 0


@settings(max_examples=25, deadline=None)
@given(evenings(between=0.03))
def test_a_random_game_is_the_same_after_writing_and_reading(evening: Evening) -> None:
    written = record.write(evening.moves)
    replay = record.replay([line.encode() for line in written.splitlines()])
    assert replay.position == evening.end
    assert list(replay.moves) == evening.moves
    assert record.write(replay.moves) == written


def test_every_line_of_a_record_can_be_written_and_read() -> None:
    """Each kind of line, in the form in which its page shows it, is a move and comes out as it went in."""
    page = (SEEDS / "RECORD.md").read_text()
    shown_lines = [json.loads(part) for row in page.splitlines() if row.startswith("| `{") for part in row.split("`")[1::2] if part.startswith("{")]
    kinds = {type(strict.convert(line, RecordMove)) for line in shown_lines}
    assert kinds == set(get_args(RecordMove))


def test_the_games_name_is_its_records_only() -> None:
    assert NAME == "cashrun"
    assert rules.__name__.split(".")[2] == "cash_and_run"
