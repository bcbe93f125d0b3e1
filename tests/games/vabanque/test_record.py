"""Records: read strictly, played through, written without what was never seen."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errors import CompanionError, RecordError
from companion.games import BUILT_IN
from companion.games.kit import strict
from companion.games.kit.colours import Colour
from companion.games.kit.lines import written
from companion.games.vabanque import rules
from companion.games.vabanque.record import record
from companion.games.vabanque.record.summary import summary
from companion.games.vabanque.rules.moves import ChooseSeating, Confirm, Counted, LayTile, Paid, RecordMove, Rename, Seated, Seating
from companion.games.vabanque.rules.redact import redacted
from companion.games.vabanque.rules.view import Phase
from tests.games.vabanque.evenings import BLUE, GREEN, RED, SEEDS, Evening, after, begun, evenings, plain_lines

RECORDED = sorted((SEEDS / "games").glob("*.jsonl"))


def played(lines: Iterable[object]) -> record.Replay:
    """Replays lines given as text, bytes or objects."""
    raw = [line if isinstance(line, bytes) else (line if isinstance(line, str) else json.dumps(line)).encode() for line in lines]
    return record.replay([line + b"\n" for line in raw])


def test_every_game_of_the_shelf_has_recorded_games() -> None:
    for name in BUILT_IN:
        games = SEEDS.parent / name / "games"
        records = {path.name.removesuffix(".jsonl") for path in games.glob("*.jsonl")}
        expected = {path.name.removesuffix(".expected.json") for path in games.glob("*.expected.json")}
        assert len(records) >= 3
        assert records == expected


def test_the_recorded_games_are_of_every_number_of_players() -> None:
    assert [int(path.name[0]) for path in RECORDED] == [3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6]


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_recorded_game_comes_to_what_it_came_to(path: Path) -> None:
    with path.open("rb") as lines:
        game = record.replay(lines).position
    told = json.loads(json.dumps(summary(game, path.name)))
    expected = json.loads(path.with_suffix("").with_suffix(".expected.json").read_text())
    # Which notes change hands is not part of what was expected of a game; conservation is another test's.
    for told_round in told["rounds"]:
        for key in ("payments", "bank", "purses", "owed"):
            del told_round[key]
    assert {key: told[key] for key in expected} == expected
    assert (told["file"], told["status"], told["round"], told["phase"], told["to_act"]) == (path.name, "finished", 4, "finished", None)


# --- one small game by hand -------------------------------------------------------------------------------------

HEADER: dict[str, Any] = {
    "record": "vabanque",
    "version": 1,
    "first": "red",
    "players": [{"name": "Benedetta", "colour": "red"}, {"name": "Adriano", "colour": "blue"}, {"name": "Adriano", "colour": "green"}],
}
START = {"by": "red", "do": "start", "table": 1}
COLOURS = ("red", "blue", "green")
TOKENS = [{"by": by, "do": "token", "table": 1} for _ in range(4) for by in COLOURS]
CARDS = [
    {"by": by, "do": "card", "character": kind, "table": 1 if kind == "hidden" else 7} for kind in ("raise", "hidden", "cheat") for by in COLOURS
]
PAWNS = [{"by": by, "do": "pawn", "steps": 0} for by in COLOURS]
REVEALS = [
    {"by": "green", "do": "reveal", "character": "raise", "table": 1},
    {"by": "red", "do": "reveal", "character": "bluff", "table": 1},
    {"by": "blue", "do": "reveal", "character": "bluff", "table": 1},
]
ROUND_ONE = [HEADER, START, *TOKENS, *CARDS, *PAWNS, *REVEALS]


def stands(lines: list[Any]) -> dict[str, Any]:
    told = summary(played(lines).position, "f")
    return {key: told[key] for key in ("status", "round", "phase", "to_act", "fortunes", "winners")} | {"rounds": len(told["rounds"])}


@pytest.mark.parametrize(
    ("lines", "round_", "phase", "to_act"),
    [
        (1, 1, "start", "red"),
        (2, 1, "tokens", "red"),
        (3, 1, "tokens", "blue"),
        (14, 1, "cards", "red"),
        (23, 1, "pawns", "red"),
        (25, 1, "pawns", "green"),
        (26, 1, "reveal", None),
        (28, 1, "reveal", None),
        (29, 2, "tokens", "red"),
    ],
)
def test_a_record_may_stop_after_any_line(lines: int, round_: int, phase: str, to_act: str | None) -> None:
    told = stands(ROUND_ONE[:lines])
    money = {"red": 120_000 if lines == 29 else 0, "blue": 0, "green": 0}
    assert told == {
        "status": "in progress",
        "round": round_,
        "phase": phase,
        "to_act": to_act,
        "fortunes": money,
        "winners": [],
        "rounds": round_ - 1,
    }


def test_what_follows_from_the_moves_is_made_when_it_is_needed() -> None:
    moves = played(ROUND_ONE).moves
    assert moves[-3:] == (Paid(RED), Counted(), Seated())
    assert [type(move) for move in moves[-7:-3]] == [Confirm, *(type(moves[-4]),) * 3]
    assert Confirm() not in played(ROUND_ONE[:25]).moves
    # The new order: red is rich; blue and green are level and change places.
    assert played(ROUND_ONE).position.order == (RED, GREEN, BLUE)


def test_a_round_in_the_summary() -> None:
    (told,) = json.loads(json.dumps(summary(played(ROUND_ONE).position, "f")))["rounds"]
    assert told == {
        "round": 1,
        "order": ["red", "blue", "green"],
        "tables": [
            {
                "table": 1,
                "tokens": 60,
                "revealed": [["blue", "bluff"], ["green", "raise"], ["red", "bluff"]],
                "multiplier": 2,
                "value": 120,
                "pawns": ["red"],
                "payouts": {"red": 120_000},
            },
            {"table": 3, "tokens": 0, "revealed": [], "multiplier": 1, "value": 0, "pawns": ["blue"], "payouts": {}},
            {"table": 5, "tokens": 0, "revealed": [], "multiplier": 1, "value": 0, "pawns": ["green"], "payouts": {}},
        ],
        "fortunes": {"red": 120_000, "blue": 0, "green": 0},
        "next_order": ["red", "green", "blue"],
        "seats": ["red", "green", "blue"],
        "payments": [
            {"to": "red", "amount": 120_000, "paid": {"20000": 1, "100000": 1}, "returned": {}, "swaps": [], "owed": 0},
        ],
        "bank": {"5000": 10, "10000": 20, "20000": 9, "50000": 10, "100000": 19, "500000": 10},
        "purses": {"red": {"20000": 1, "100000": 1}, "blue": {}, "green": {}},
        "owed": {},
    }


def test_colours_are_listed_by_the_alphabet() -> None:
    # Black before blue, as their names are written, not as the colours are counted.
    header = HEADER | {"first": "black", "players": [{"name": "x", "colour": colour} for colour in ("black", "blue", "yellow")]}
    colours = ("black", "blue", "yellow")
    lines: list[Any] = [header, START | {"by": "black"}]
    lines += [line | {"by": colours[COLOURS.index(str(line["by"]))]} for line in TOKENS]
    for kind in ("raise", "cheat", "bluff"):
        lines += [{"by": by, "do": "card", "character": kind, "table": 5} for by in colours]
    lines += [{"by": by, "do": "pawn", "steps": steps} for by, steps in zip(colours, (4, 2, 0), strict=True)]
    (told,) = json.loads(json.dumps(summary(played(lines).position, "f")))["rounds"][0]["tables"]
    assert told["pawns"] == ["black", "blue", "yellow"]
    assert told["revealed"] == [[colour, kind] for colour in colours for kind in ("bluff", "cheat", "raise")]


# --- reading strictly -------------------------------------------------------------------------------------------


def header(**keys: Any) -> list[Any]:
    return [HEADER | keys]


def move(**keys: Any) -> list[Any]:
    return [HEADER, START, TOKENS[0] | keys]


PLAYERS = HEADER["players"]
BAD: list[tuple[str, list[Any], int, str]] = [
    ("no line at all", [], 1, "empty"),
    ("only an empty line", [""], 1, "blank"),
    ("a blank line between", [HEADER, "", START], 2, "blank"),
    ("a blank line at the end", [HEADER, START, ""], 3, "blank"),
    ("blanks only", [HEADER, " \t "], 2, "blank"),
    ("no JSON", [HEADER, START, "hello"], 3, "not valid JSON"),
    ("two values", [HEADER, json.dumps(START) + " {}"], 2, "more after"),
    ("cut short", [HEADER, json.dumps(START)[:-3]], 2, "not valid JSON"),
    ("a byte order mark", [b"\xef\xbb\xbf" + json.dumps(HEADER).encode()], 1, "byte order mark"),
    ("a byte order mark within", [HEADER, b"\xef\xbb\xbf" + json.dumps(START).encode()], 2, "byte order mark"),
    ("not UTF-8", [HEADER, b'{"by": "r\xe9d"}'], 2, "UTF-8"),
    ("UTF-16", [json.dumps(HEADER).encode("utf-16")], 1, "UTF-8"),
    ("zero bytes", [b"\x00" * 40], 1, "not valid JSON"),
    ("a line without end", [HEADER, b" " * 200_000], 2, "too long"),
    ("nested deeply", [HEADER, "[" * 50_000], 2, "nested too deeply"),
    ("a list", [HEADER, [START]], 2, "Expected `object`"),
    ("a header that is a list", [[HEADER]], 1, "not a record"),
    ("no header", [START], 1, "not a record"),
    ("another header in the middle", [HEADER, HEADER], 2, "not a move"),
    ("another game", header(record="chess"), 1, "not a record"),
    ("a later version", header(version=2), 1, "later companion"),
    ("a version that is no number", header(version=True), 1, "Expected `int`"),
    ("a version as text", header(version="1"), 1, "Expected `int`"),
    ("a version with a point", header(version=1.0), 1, "Expected `int`"),
    ("an unknown key in the header", header(winner="red"), 1, "unknown field `winner`"),
    ("an unknown key in a player", header(players=[PLAYERS[0] | {"age": 8}, *PLAYERS[1:]]), 1, "unknown field `age`"),
    ("a header without players", [{k: v for k, v in HEADER.items() if k != "players"}], 1, "missing required field"),
    ("players that are no list", header(players={}), 1, "Expected `array`"),
    ("two players", header(players=PLAYERS[:2]), 1, "three players"),
    ("nobody", header(players=[]), 1, "three players"),
    ("seven players", header(players=[{"name": "x", "colour": colour} for colour in (*Colour, "red")]), 1, "colour taken"),
    ("two of one colour", header(players=[*PLAYERS, {"name": "Carlotta", "colour": "red"}]), 1, "red: colour taken"),
    ("an unknown colour", header(players=[*PLAYERS, {"name": "Carlotta", "colour": "pink"}]), 1, "not one of the words known here"),
    ("a first who does not play", header(first="white"), 1, "white: not playing"),
    ("a name that is no text", header(players=[PLAYERS[0] | {"name": 3}, *PLAYERS[1:]]), 1, "Expected `str`"),
    ("an empty name", header(players=[PLAYERS[0] | {"name": ""}, *PLAYERS[1:]]), 1, "a name has"),
    ("a name with a line end", header(players=[PLAYERS[0] | {"name": "a\nb"}, *PLAYERS[1:]]), 1, "a name has"),
    ("a name that is half a letter", header(players=[PLAYERS[0] | {"name": "\ud83c"}, *PLAYERS[1:]]), 1, "a name has"),
    ("an unknown seating", header(seating="floor"), 1, "not one of the words known here"),
    ("no seating", header(seating=None), 1, "Expected `str`"),
    ("a date that is none", header(date="2026-13-29"), 1, "2026-11-29"),
    ("a date in other digits", header(date="２０２６-11-29"), 1, "2026-11-29"),
    ("a date with more", header(date="2026-11-29\n"), 1, "2026-11-29"),
    ("a day that its month lacks", header(date="2026-02-29"), 1, "2026-11-29"),
    ("a day 0", header(date="2026-11-00"), 1, "2026-11-29"),
    ("a year 0", header(date="0000-11-29"), 1, "2026-11-29"),
    ("no date", header(date=None), 1, "Expected `str`"),
    ("a place that steers the terminal", header(place="\x1b[2J"), 1, "place"),
    ("a key twice in the header", ['{"record": "vabanque", "record": "vabanque"}'], 1, '"record" is given twice'),
    ("a key twice in a player", [json.dumps(HEADER).replace('"name": "Benedetta"', '"name": "B", "name": "C"')], 1, '"name" is given twice'),
    ("a key twice in a move", [HEADER, '{"by": "red", "do": "start", "table": 1, "table": 1}'], 2, '"table" is given twice'),
    ("an unknown key in a move", move(note="x"), 3, "unknown field `note`"),
    ("an unknown move", move(do="fly"), 3, "Invalid value 'fly'"),
    ("a move of the set-up", move(do="tile"), 3, "Invalid value 'tile'"),
    ("an act that follows by itself", [HEADER, START, {"do": "confirm"}], 3, "Invalid value 'confirm'"),
    ("a move without its name", [HEADER, {"by": "red", "table": 1}], 2, "missing required field `do`"),
    ("true for a table", move(table=True), 3, "Expected `int`, got `bool`"),
    ("text for a table", move(table="3"), 3, "Expected `int`, got `str`"),
    ("a point in a table", move(table=3.0), 3, "Expected `int`, got `float`"),
    ("null for a table", move(table=None), 3, "Expected `int`, got `null`"),
    ("a table that is no number", [HEADER, START, '{"by": "red", "do": "token", "table": NaN}'], 3, "NaN"),
    ("a huge number", [HEADER, START, '{"by": "red", "do": "token", "table": %s}' % ("9" * 5000)], 3, "too large"),
    ("a huge number with a point", [HEADER, START, '{"by": "red", "do": "token", "table": 1e999}'], 3, "too large"),
    ("a large number", move(table=10**30), 3, "no such table"),
    ("table 0", move(table=0), 3, "no such table (table 0)"),
    ("table 8 of 7", move(table=8), 3, "no such table (table 8)"),
    ("out of turn", move(by="blue"), 3, "blue: not your turn; it is red’s turn"),
    ("not playing", move(by="white"), 3, "white: not playing"),
    ("a card too early", [HEADER, START, CARDS[0]], 3, "red: not in this phase"),
    ("a second start", [HEADER, START, START], 3, "not in this phase"),
    ("five steps", [*ROUND_ONE[:23], PAWNS[0] | {"steps": 5}], 24, "0 to 4"),
    ("minus one step", [*ROUND_ONE[:23], PAWNS[0] | {"steps": -1}], 24, "0 to 4"),
    ("a kind twice", [*ROUND_ONE[:17], CARDS[0]], 18, "red: a second card of a kind"),
    ("an unknown kind", [*ROUND_ONE[:14], CARDS[0] | {"character": "trap"}], 15, "not one of the words known here - at `$.character`"),
    ("a kind misspelt", [*ROUND_ONE[:14], CARDS[0] | {"character": "Cheat "}], 15, "not one of the words known here"),
    ("a reveal of nothing told", [*ROUND_ONE[:26], REVEALS[0] | {"character": "hidden"}], 27, "the kind is missing"),
    ("a reveal where no pawn is", [*ROUND_ONE[:26], REVEALS[0] | {"table": 7}], 27, "nothing hidden there"),
    ("a reveal before the pawns", [*ROUND_ONE[:23], REVEALS[0]], 24, "not in this phase"),
    ("a token before the reveals", [*ROUND_ONE[:26], TOKENS[0]], 27, "not in this phase"),
    ("a reveal too many", [*ROUND_ONE, REVEALS[0]], 30, "not in this phase"),
]


@pytest.mark.parametrize(("lines", "number", "reason"), [bad[1:] for bad in BAD], ids=[bad[0] for bad in BAD])
def test_a_bad_record_names_its_line(lines: list[Any], number: int, reason: str) -> None:
    with pytest.raises(RecordError) as caught:
        played(lines)
    assert caught.value.line == number
    assert reason in caught.value.reason
    assert not any(kind in caught.value.reason.lower() for kind in ("raise", "bluff", "cheat"))


def test_a_finished_game_takes_no_more_moves() -> None:
    lines = RECORDED[0].read_text().splitlines()
    with pytest.raises(RecordError, match="the game is over") as caught:
        played([*lines, lines[-1]])
    assert caught.value.line == len(lines) + 1


def test_the_last_line_may_lack_its_end_and_lines_may_end_as_elsewhere() -> None:
    data = RECORDED[0].read_bytes()
    whole = record.replay(io.BytesIO(data))
    assert record.replay(io.BytesIO(data.rstrip(b"\n"))) == whole
    assert record.replay(io.BytesIO(data.replace(b"\n", b"\r\n"))) == whole


def test_keys_may_come_in_any_order_and_names_may_be_equal() -> None:
    turned = [dict(reversed(line.items())) for line in ROUND_ONE]
    assert played(turned) == played(ROUND_ONE)


def test_the_optional_keys_of_a_header() -> None:
    replay = played([HEADER | {"seating": "platelets", "date": "2026-11-29", "place": "Zürich"}])
    assert replay.position.party.seating is Seating.PLATELETS
    assert (replay.header.date, replay.header.place) == ("2026-11-29", "Zürich")
    assert ChooseSeating(Seating.PLATELETS) in replay.moves


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_whatever_is_in_a_file_there_is_an_answer(data: st.DataObject) -> None:
    lines = [json.dumps(line).encode() for line in ROUND_ONE]
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        line = lines[at]
        begin = data.draw(st.integers(0, len(line)))
        end = data.draw(st.integers(begin, min(len(line), begin + 8)))
        lines[at] = line[:begin] + data.draw(st.binary(max_size=4)) + line[end:]
    told = None
    try:
        record.replay(io.BytesIO(b"\n".join(lines)))
    except RecordError as error:
        told = error
    assert told is None or (told.reason and 1 <= told.line <= b"\n".join(lines).count(b"\n") + 1)


# --- writing ----------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(evenings(), st.randoms(use_true_random=False))
def test_a_written_record_replays_to_the_same_state(evening: Evening, rng: Any) -> None:
    cut = rng.randrange(7 + len(evening.end.party.colours), len(evening.moves) + 1)
    moves = evening.moves[:cut]

    def public(stand: rules.Position) -> rules.View:
        return replace(rules.view(stand), drawn=False, handed_out=())

    text = record.write(moves)
    replay = record.replay(io.BytesIO(text.encode()))
    assert record.write(replay.moves) == text
    # All that is public is the same, once the acts are made that follow by themselves; but for what is not written:
    # whether the start player was drawn, and in which order notes were handed out.
    # Where all pawns stand and nothing is confirmed the kinds are not yet public: whoever goes on from the record is asked for them.
    position = after(redacted(moves))
    while rules.view(position).phase in record.FOLLOWING:
        position = rules.apply(position, next(iter(rules.legal(position))))
    assert public(replay.position) == public(position)
    if cut == len(evening.moves):
        assert replay.position.results == evening.end.results
        assert len(text.splitlines()) == 1 + len(plain_lines(moves))


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_an_export_differs_from_its_record_only_in_what_was_never_seen(path: Path) -> None:
    lines = path.read_text().splitlines()
    written = record.write(record.replay(io.BytesIO(path.read_bytes())).moves).splitlines()
    assert len(written) == len(lines)
    for before, now in zip(lines, written, strict=True):
        assert now == before or json.loads(now) == json.loads(before) | {"character": "hidden"}
    assert json.dumps(json.loads(written[0])) == written[0] == lines[0]


def test_a_card_that_was_hidden_keeps_both_its_lines() -> None:
    written = [json.loads(line) for line in record.write(played(ROUND_ONE).moves).splitlines()]
    assert [line["character"] for line in written if line.get("do") == "card"] == ["hidden"] * 9
    assert [line for line in written if line.get("do") == "reveal"] == REVEALS


def test_names_and_seating_are_written_as_they_are_now() -> None:
    moves = [*played([HEADER, START]).moves, Rename(BLUE, "Ada Ω")]
    text = record.write(moves, date="2026-11-29", place="Genève")
    first = text.splitlines()[0]
    assert '{"name": "Ada Ω", "colour": "blue"}' in first
    assert first.endswith('"date": "2026-11-29", "place": "Genève"}')
    assert "seating" not in first
    platelets = [ChooseSeating(Seating.PLATELETS)]
    assert '"seating": "platelets"' in record.write([*moves[:3], *platelets, *moves[3:]])
    assert text.splitlines()[1] == '{"by": "red", "do": "start", "table": 1}'


def test_there_is_no_record_before_the_start_player_is_known() -> None:
    with pytest.raises(CompanionError, match="start player"):
        record.write([*played([HEADER]).moves[:-1]])


def test_an_imported_ring_lies_by_its_numbers() -> None:
    view = rules.view(played([HEADER]).position)
    assert view.ring == (1, 2, 3, 4, 5, 6, 7)
    assert not view.drawn
    assert not any(isinstance(move, LayTile) for move in played([HEADER]).moves)
    assert view.phase is Phase.START
    assert begun(RED, BLUE, GREEN).order == view.order


# --- its page ---------------------------------------------------------------------------------------------------

PAGE = (SEEDS / "RECORD.md").read_text()


def test_the_page_has_a_row_for_every_move_which_reads_as_that_move() -> None:
    rows = [json.loads(line.split("`")[1]) for line in PAGE.splitlines() if line.startswith("| `{")]
    moves = [strict.convert(row, RecordMove) for row in rows]
    assert {type(move) for move in moves} == set(get_args(RecordMove))
    # Nothing is on the page that would not be written so.
    assert [json.loads(written(move)) for move in moves] == rows


def test_the_page_names_every_key_that_a_replay_prints() -> None:
    with RECORDED[0].open("rb") as lines:
        told = summary(record.replay(lines).position, "f")
    # The box is empty only in the richest games; what those print besides is on the page as well.
    keys = [*told, *told["rounds"][0], *told["rounds"][0]["tables"][0], *told["rounds"][0]["payments"][0], "settled", "gives", "takes", "with"]
    assert [key for key in keys if f"`{key}`" not in PAGE] == []


def test_two_of_one_name_are_told_apart(tmp_path: Path) -> None:
    """A record may call two alike; what it comes to does not. Read twice, it is the same game."""
    first, *rest = RECORDED[0].read_text().splitlines()
    header = json.loads(first)
    for player, name in zip(header["players"], ("Anna", "Anna 2", " Anna "), strict=False):
        player["name"] = name
    moves = played([header, *rest]).moves
    names = [move.name for move in moves if isinstance(move, rules.moves.Join)]
    assert names[:3] == ["Anna", "Anna 2", "Anna 3"]
    assert played([header, *rest]).moves == moves
