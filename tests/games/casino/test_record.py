"""Records: read strictly, played through, written so that they come to the same."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errors import CompanionError, RecordError
from companion.games.casino import rules
from companion.games.casino.record import record
from companion.games.casino.record.summary import summary
from companion.games.casino.rules.cards import Card
from companion.games.casino.rules.house import Ace, Faces, HouseRules, Kind, Must
from companion.games.casino.rules.moves import Counted, CountPiles, Dealt, End, Lay, Lost, Redeal, Shown, Trail, Turn
from companion.games.casino.rules.refusal import MoveRefused, Refusal
from companion.games.casino.rules.state import Game, Phase
from tests.games.casino.evenings import BASE, BLUE, GREEN, RED, SEEDS, YELLOW, Evening, after, evenings, games, plain_lines, setting_up

RECORDED = sorted((SEEDS / "games").glob("*.jsonl"))
REFUSED = json.loads((SEEDS / "games" / "refused" / "expected.json").read_text())


def played(lines: Iterable[object]) -> record.Replay:
    """Replays lines given as text, bytes or objects."""
    raw = [line if isinstance(line, bytes) else (line if isinstance(line, str) else json.dumps(line)).encode() for line in lines]
    return record.replay([line + b"\n" for line in raw])


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_recorded_game_comes_to_what_it_came_to(path: Path) -> None:
    with path.open("rb") as lines:
        game = record.replay(lines).position
    told = json.loads(json.dumps(summary(game, path.name)))
    expected = json.loads(path.with_suffix("").with_suffix(".expected.json").read_text())
    assert told == {"file": path.name} | expected


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["file"].removesuffix(".jsonl"))
def test_a_refused_game_names_its_line_and_why(case: dict[str, Any]) -> None:
    with (SEEDS / "games" / "refused" / case["file"]).open("rb") as lines, pytest.raises(RecordError) as caught:
        record.replay(lines)
    assert (caught.value.line, caught.value.reason[: len(case["reason"])]) == (case["line"], case["reason"])


def test_every_refused_game_is_expected_and_every_recorded_one_comes_to_something() -> None:
    assert {case["file"] for case in REFUSED} == {path.name for path in (SEEDS / "games" / "refused").glob("*.jsonl")}
    expected = {path.name.removesuffix(".expected.json") for path in (SEEDS / "games").glob("*.expected.json")}
    assert {path.name.removesuffix(".jsonl") for path in RECORDED} == expected
    headers = [json.loads(path.read_text().splitlines()[0]) for path in RECORDED]
    assert {len(header["players"]) for header in headers} == {2, 3, 4}
    assert {header.get("game", "base") for header in headers} == {"base", "royal"}
    assert any(header.get("teams") for header in headers)


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_recorded_game_may_stop_after_any_line(path: Path) -> None:
    lines = path.read_bytes().splitlines()
    for length in range(1, len(lines) + 1):
        told = summary(record.replay(lines[:length]).position, "f")
        assert told["phase"] in ("table", "play", "finished")
        assert (told["to_act"] is None) == (told["phase"] == "finished") == (told["status"] != "in progress")
        if told["phase"] == "play":
            assert sum(told["left"].values()) > 0
            assert told["left"][told["to_act"]] > 0


# --- one small game by hand -------------------------------------------------------------------------------------

HEADER: dict[str, Any] = {
    "record": "casino",
    "version": 1,
    "dealer": "blue",
    "players": [{"name": "Benedetta", "colour": "red"}, {"name": "Adriano", "colour": "blue"}],
}
LAID = [{"by": "blue", "do": "lay", "card": card} for card in ("4H", "5C", "9D", "KC")]
PILES = {"blue": {"cards": 30, "spades": 6, "points": ["10D", "AS", "AH"]}, "red": {"cards": 22, "spades": 7, "points": ["2S", "AC", "AD"]}}
COUNT = {"do": "count", "piles": PILES}
CORRECT = {"do": "correct", "side": "red", "points": 1, "reason": "an ace lay under the table"}


def moves_of(lines: list[Any]) -> list[type]:
    return [type(move) for move in played(lines).moves]


def test_what_follows_from_the_moves_is_made_when_it_is_needed() -> None:
    plays = zip(("red", "blue") * 4, ["2D", "2C", "3D", "3C", "6D", "6C", "7D", "7C"], strict=True)
    deal = [{"by": by, "do": "trail", "card": card} for by, card in plays]
    lines = [HEADER, *LAID, *deal]
    assert moves_of(lines)[-1] is Dealt
    assert moves_of([*lines, {"by": "red", "do": "trail", "card": "8D"}])[-2:] == [Dealt, Trail]
    # A count by hand, or somebody who leaves, needs no new cards.
    assert Dealt not in moves_of([*lines, COUNT])
    assert Dealt not in moves_of([*lines, {"do": "end"}])
    # Corrections come before the next round.
    assert moves_of([HEADER, COUNT, CORRECT])[-1] is Counted
    assert moves_of([HEADER, COUNT, CORRECT]).count(Counted) == 1
    assert [move for move in moves_of([HEADER, COUNT, CORRECT, LAID[0] | {"by": "red"}]) if move in (Counted, Lay)] == [Counted, Lay]


def test_between_rounds_the_deal_has_passed_on() -> None:
    told = json.loads(json.dumps(summary(played([HEADER, COUNT]).position, "f")))
    assert {key: told[key] for key in ("status", "round", "deal", "phase", "to_act", "dealer", "scores")} == {
        "status": "in progress",
        "round": 2,
        "deal": 1,
        "phase": "table",
        "to_act": "red",
        "dealer": "red",
        "scores": {"red": 4, "blue": 7},
    }
    assert told["left"] == {"blue": 0, "red": 0}
    assert list(told["left"]) == ["blue", "red"]
    assert [line["for"] for line in told["rounds"][0]["counted"]] == ["cards", "spades", "10D", "2S", "AS", "AC", "AH", "AD"]


@pytest.mark.parametrize("lines", [[COUNT], [COUNT, CORRECT], [], [*LAID]])
def test_an_end_leaves_the_rounds_that_were_counted(lines: list[Any]) -> None:
    told = summary(played([HEADER, *lines, {"do": "end", "by": "red"}]).position, "f")
    counted = sum(line["do"] == "count" for line in lines)
    assert (told["status"], told["phase"], told["to_act"], told["winners"], told["decided_at"]) == ("ended", "finished", None, [], None)
    assert (told["round"], told["deal"], len(told["rounds"])) == (counted, None, counted)
    # Its dealer is of the last round in which something lay.
    assert told["dealer"] == "blue"
    assert told["table"] == {"loose": [], "builds": []}


# --- reading strictly -------------------------------------------------------------------------------------------


def header(**keys: Any) -> list[Any]:
    return [HEADER | keys]


def laid(**keys: Any) -> list[Any]:
    return [HEADER, LAID[0] | keys]


def play(**keys: Any) -> list[Any]:
    return [HEADER, *LAID, {"by": "red", "do": "trail", "card": "8S"} | keys]


def count(**piles: Any) -> list[Any]:
    return [HEADER, {"do": "count", "piles": piles}]


PLAYERS = HEADER["players"]
GREEN_TOO, YELLOW_TOO = {"name": "Carlotta", "colour": "green"}, {"name": "Donaldo", "colour": "yellow"}
BLUES, REDS = PILES["blue"], PILES["red"]
BAD: list[tuple[str, list[Any], int, str]] = [
    ("no line at all", [], 1, "empty"),
    ("only an empty line", [""], 1, "blank"),
    ("a blank line between", [HEADER, "", LAID[0]], 2, "blank"),
    ("no JSON", [HEADER, LAID[0], "hello"], 3, "not valid JSON"),
    ("two values", [HEADER, json.dumps(LAID[0]) + " {}"], 2, "more after"),
    ("a byte order mark", [b"\xef\xbb\xbf" + json.dumps(HEADER).encode()], 1, "byte order mark"),
    ("not UTF-8", [HEADER, b'{"by": "r\xe9d"}'], 2, "UTF-8"),
    ("a line without end", [HEADER, b" " * 200_000], 2, "too long"),
    ("a list", [HEADER, [LAID[0]]], 2, "Expected `object`"),
    ("a header that is a list", [[HEADER]], 1, "not a record of Casino"),
    ("no header", [LAID[0]], 1, "not a record of Casino"),
    ("another header in the middle", [HEADER, HEADER], 2, "not a move"),
    ("another game", header(record="vabanque"), 1, "not a record of Casino"),
    ("a later version", header(version=2), 1, "later companion"),
    ("a version that is no number", header(version=True), 1, "Expected `int`"),
    ("an unknown key in the header", header(winner="red"), 1, "unknown field `winner`"),
    ("an unknown key in a player", header(players=[PLAYERS[0] | {"age": 8}, PLAYERS[1]]), 1, "unknown field `age`"),
    ("a header without a dealer", [{k: v for k, v in HEADER.items() if k != "dealer"}], 1, "missing required field"),
    ("one player", header(players=PLAYERS[1:]), 1, "two players at least"),
    ("five players", header(players=[{"name": "x", "colour": c} for c in ("red", "blue", "green", "yellow", "black")]), 1, "four players at most"),
    ("two of one colour", header(players=[*PLAYERS, {"name": "x", "colour": "red"}]), 1, "red: colour taken"),
    ("an unknown colour", header(players=[*PLAYERS, {"name": "x", "colour": "pink"}]), 1, "not one of the words known here"),
    ("a dealer who does not play", header(dealer="white"), 1, "white: not playing"),
    ("an empty name", header(players=[PLAYERS[0] | {"name": ""}, PLAYERS[1]]), 1, "a name has"),
    ("an unknown game", header(game="spade"), 1, "not one of the words known here"),
    ("partners who are two", header(teams=True), 1, "partners are four players"),
    ("partners who are three", header(teams=True, players=[*PLAYERS, GREEN_TOO]), 1, "partners are four players"),
    ("teams that are no truth", header(teams="yes"), 1, "Expected `bool`"),
    ("sweeps that are no truth", header(sweeps=1), 1, "Expected `bool`"),
    ("no sweeps", header(sweeps=None), 1, "Expected `bool`"),
    ("a target that is text", header(target="21"), 1, "Expected `int`"),
    ("a target of nothing", header(target=0), 1, "1 to 500 points"),
    ("a target beyond all games", header(target=501), 1, "1 to 500 points"),
    ("no rounds", header(rounds=0), 1, "1 to 50 rounds"),
    ("rounds and a target", header(rounds=3, target=21), 1, "to points or for rounds"),
    ("unknown faces", header(faces="two"), 1, "not one of the words known here"),
    ("an unknown must", header(must_take="some"), 1, "not one of the words known here"),
    ("an unknown ace", header(ace="14"), 1, "not one of the words known here"),
    ("a date that is none", header(date="2026-02-29"), 1, "2026-11-29"),
    ("a place that steers the terminal", header(place="\x1b[2J"), 1, "place"),
    ("a key twice in the header", ['{"record": "casino", "record": "casino"}'], 1, '"record" is given twice'),
    ("a key twice in a move", [HEADER, '{"by": "blue", "do": "lay", "card": "4H", "card": "4H"}'], 2, '"card" is given twice'),
    ("an unknown key in a move", laid(note="x"), 2, "unknown field `note`"),
    ("an unknown move", laid(do="fly"), 2, "Invalid value 'fly'"),
    ("a move of the set-up", laid(do="agree"), 2, "Invalid value 'agree'"),
    ("a card that waits", laid(do="shown"), 2, "Invalid value 'shown'"),
    ("a deal", [HEADER, {"do": "dealt"}], 2, "Invalid value 'dealt'"),
    ("a count that follows by itself", [HEADER, {"do": "counted"}], 2, "Invalid value 'counted'"),
    ("a card that is a number", laid(card=4), 2, "Expected `str`"),
    ("no such card", laid(card="1H"), 2, "blue: no such card"),
    ("a card in small letters", laid(card="4h"), 2, "blue: no such card"),
    ("somebody else lays", laid(by="red"), 2, "red: not your turn; it is blue’s turn"),
    ("somebody who does not play", laid(by="white"), 2, "white: not playing"),
    ("a card twice", [HEADER, LAID[0], LAID[0]], 3, "blue: lies on the table (4H)"),
    ("a play too early", [HEADER, *LAID[:3], {"by": "red", "do": "trail", "card": "8S"}], 5, "red: not in this phase"),
    ("a fifth card", [HEADER, *LAID, {"by": "blue", "do": "lay", "card": "2S"}], 6, "blue: not in this phase"),
    ("an unknown card is played", play(card="XX"), 6, "red: no such card"),
    ("an unknown card is taken", play(do="take", cards=["XX"]), 6, "red: no such card"),
    ("nothing is taken", play(do="take", cards=[]), 6, "red: nothing taken"),
    ("a card is taken that does not lie", play(do="take", cards=["8H"]), 6, "red: not on the table (8H)"),
    ("a card is taken twice", play(card="9S", do="take", cards=["4H", "5C", "4H"]), 6, "red: card twice (4H)"),
    ("a card takes itself", play(do="take", cards=["8S"]), 6, "red: card twice (8S)"),
    ("it does not add up", play(do="take", cards=["4H", "5C"]), 6, "red: it does not add up"),
    ("a king takes a five", play(card="KS", do="take", cards=["5C"]), 6, "red: a face card takes its own kind"),
    ("a build of nothing", [HEADER, *LAID, {"by": "red", "do": "build", "card": "8S", "value": 8, "with": []}], 6, "red: nothing to build on"),
    ("a build without its value", [HEADER, *LAID, {"by": "red", "do": "build", "card": "4S", "with": ["5C"]}], 6, "missing required field `value`"),
    ("a value that is true", [HEADER, *LAID, {"by": "red", "do": "build", "card": "4S", "value": True, "with": ["5C"]}], 6, "Expected `int`"),
    ("a value of nothing", [HEADER, *LAID, {"by": "red", "do": "build", "card": "4S", "value": 0, "with": ["5C"]}], 6, "no card takes that value"),
    ("a false build that is none", [HEADER, *LAID, {"by": "red", "do": "false", "cards": ["4H"]}], 6, "red: not a build"),
    ("a turn of nobody", [HEADER, *LAID, {"by": "white", "do": "turn"}], 6, "white: not playing"),
    ("a turn before the deal", [HEADER, {"by": "blue", "do": "turn"}], 2, "blue: not in this phase"),
    ("a pile is missing", count(blue=BLUES), 2, "every pile once"),
    ("a pile of nobody", count(blue=BLUES, red=REDS, green=REDS), 2, "every pile once"),
    ("a card too many", count(blue=BLUES | {"cards": 31}, red=REDS), 2, "the piles do not make 52 cards"),
    ("a spade too many", count(blue=BLUES | {"spades": 7}, red=REDS), 2, "the piles do not make 52 cards"),
    ("a point card twice", count(blue=BLUES, red=REDS | {"points": ["2S", "AC", "AD", "AH"]}), 2, "the piles do not make 52 cards"),
    ("a point card that is none", count(blue=BLUES | {"points": ["10D", "AS", "KH"]}, red=REDS), 2, "the piles do not make 52 cards"),
    ("fewer cards than none", count(blue=BLUES | {"cards": 53, "spades": 6}, red=REDS | {"cards": -1}), 2, "the piles do not make 52 cards"),
    ("more spades than cards", count(blue=BLUES | {"cards": 48}, red=REDS | {"cards": 4}), 2, "the piles do not make 52 cards"),
    ("more sweeps than captures", count(blue=BLUES | {"sweeps": 16}, red=REDS), 2, "the piles do not make 52 cards"),
    ("an unknown key in a pile", count(blue=BLUES | {"aces": 2}, red=REDS), 2, "unknown field `aces`"),
    ("a correction of nothing counted", [HEADER, CORRECT], 2, "not in this phase"),
    ("a correction in the next round", [HEADER, COUNT, LAID[0] | {"by": "red"}, CORRECT], 4, "not in this phase"),
    ("a correction of nothing", [HEADER, COUNT, CORRECT | {"points": 0}], 3, "bad points"),
    ("a correction of too much", [HEADER, COUNT, CORRECT | {"points": 100}], 3, "bad points"),
    ("a correction below nothing", [HEADER, COUNT, CORRECT | {"points": -5}], 3, "bad points"),
    ("a correction of nobody", [HEADER, COUNT, CORRECT | {"side": "green"}], 3, "not playing"),
    ("a correction without a reason", [HEADER, COUNT, CORRECT | {"reason": " "}], 3, "a reason has 1 to 80 letters"),
    ("somebody leaves who is not there", [HEADER, {"do": "end", "by": "white"}], 2, "white: not playing"),
    ("a card after the end", [HEADER, {"do": "end"}, LAID[0]], 3, "blue: the game is over"),
]


@pytest.mark.parametrize(("lines", "number", "reason"), [bad[1:] for bad in BAD], ids=[bad[0] for bad in BAD])
def test_a_bad_record_names_its_line(lines: list[Any], number: int, reason: str) -> None:
    with pytest.raises(RecordError) as caught:
        played(lines)
    assert caught.value.line == number
    assert reason in caught.value.reason


def test_a_finished_game_takes_no_more_moves() -> None:
    lines = (SEEDS / "games" / "2-players-6.jsonl").read_text().splitlines()
    with pytest.raises(RecordError, match="the game is over") as caught:
        played([*lines, lines[-1]])
    assert caught.value.line == len(lines) + 1


def test_the_last_line_may_lack_its_end_and_lines_may_end_as_elsewhere() -> None:
    data = (SEEDS / "games" / "2-players-6.jsonl").read_bytes()
    whole = record.replay(io.BytesIO(data))
    assert record.replay(io.BytesIO(data.rstrip(b"\n"))) == whole
    assert record.replay(io.BytesIO(data.replace(b"\n", b"\r\n"))) == whole


def test_keys_may_come_in_any_order_and_names_may_be_equal() -> None:
    lines = [HEADER | {"players": [player | {"name": "Ada"} for player in PLAYERS]}, *LAID, COUNT]
    turned = [dict(reversed(line.items())) for line in lines]
    assert played(turned) == played(lines)
    assert played(lines).position.party.names == ("Ada", "Ada 2")


def test_the_optional_keys_of_a_header() -> None:
    four = [*PLAYERS, GREEN_TOO, YELLOW_TOO]
    keys = {
        "players": four, "game": "royal", "teams": True, "sweeps": False, "target": 50, "faces": "odd", "raise_own": False, "must_take": True,
        "ace": "one", "equal_builds": False, "date": "2026-11-29", "place": "Zürich",
    }  # fmt: skip
    replay = played(header(**keys))
    house = HouseRules(Kind.ROYAL, True, False, 50, None, Faces.ODD, False, Must.EQUAL, Ace.ONE, False)
    assert replay.position.party.house == house
    assert (replay.header.date, replay.header.place) == ("2026-11-29", "Zürich")
    assert replay.position.party.sides == ("red+green", "blue+yellow")
    assert played(header(must_take="all")).position.party.house.must_take is Must.ANYTHING
    assert played(header(rounds=3)).position.party.house.rounds == 3
    assert played([HEADER]).position.party.house == BASE


@settings(max_examples=200)
@given(st.data())
def test_whatever_is_in_a_file_there_is_an_answer(data: st.DataObject) -> None:
    lines = (SEEDS / "games" / "2-players-7.jsonl").read_bytes().splitlines()
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


@games(25)
@given(st.one_of(evenings(), evenings(lies=0.1, between=0.15)), st.randoms(use_true_random=False))
def test_a_written_record_replays_to_the_same_state(evening: Evening, rng: st.random.Random) -> None:
    begun = next(n for n, position in enumerate(evening.positions) if isinstance(position, Game))
    cut = rng.randrange(begun, len(evening.moves) + 1)
    moves = evening.moves[:cut]
    text = record.write(moves)
    replayed = played(text.splitlines()).position
    # What waits (a card, a deal, the next round) is no part of a record: it goes on as far as it can.
    stand = after(moves)
    assert isinstance(stand, Game)
    while (due := rules.follows(stand)) is not None:
        stand = rules.apply(stand, due)  # type: ignore[assignment]
    went_on = {"phase": Phase.PLAY, "shown": None, "last": None, "party": replaced(stand)}
    if stand.phase is Phase.PILES and not any(stand.left):
        # Nobody knows who would have dealt; a record goes on with the deal.
        went_on = went_on | {"left": replayed.left}
    if stand.phase is Phase.TABLE or (stand.phase is Phase.PILES and replayed.phase is Phase.TABLE):
        went_on["phase"] = Phase.TABLE
    if stand.phase is Phase.FINISHED:
        went_on["phase"] = Phase.FINISHED
    assert replace(replayed, last=None, party=replaced(replayed)) == replace(stand, **went_on)
    # Writing it again makes the same file.
    assert record.write(played(text.splitlines()).moves) == text
    assert [json.loads(line) for line in text.splitlines()[1:]] == json.loads(json.dumps(plain_lines(moves)))


def replaced(game: Game) -> Any:
    return replace(game.party, drawn=False)


def test_the_cards_of_a_misdeal_are_not_written() -> None:
    moves = [*setting_up([RED, BLUE], BLUE), *[Lay(BLUE, Card(card)) for card in ("4H", "5C")], Redeal(), Lay(BLUE, Card("9D"))]
    assert [json.loads(line) for line in record.write(moves).splitlines()[1:]] == [{"by": "blue", "do": "lay", "card": "9D"}]
    laid = [*moves[:5], *[Lay(BLUE, Card(card)) for card in ("4H", "5C", "9D", "KC")], Turn(BLUE), Redeal()]
    assert len(record.write(laid).splitlines()) == 1
    # Nor is anything before it lost: the round before stands.
    again = [*played([HEADER, COUNT]).moves, Lay(RED, Card("4H")), Redeal()]
    assert json.loads(record.write(again).splitlines()[-1])["do"] == "count"


def test_whoever_leaves_at_a_count_is_told_so_by_its_record() -> None:
    left = [*played([HEADER, COUNT]).moves[:-1], End(RED)]
    assert isinstance(left[-2], CountPiles)
    assert replaced_game(played(record.write(left).splitlines()).position) == replaced_game(after(left))
    # Where the count has decided the game it is over, and nobody's leaving changes that.
    won = [*left[:-1], *[Counted(), left[-2]] * 2]
    with pytest.raises(MoveRefused, check=lambda refused: refused.reason is Refusal.GAME_OVER):
        rules.apply(after(won), End(RED))


def replaced_game(position: rules.Position) -> Game:
    assert isinstance(position, Game)
    return replace(position, party=replaced(position))


def test_acts_of_the_evening_are_not_written() -> None:
    moves = [*setting_up([RED, BLUE], BLUE), *[Lay(BLUE, Card(card)) for card in ("4H", "5C", "9D", "KC")], Shown(RED, Card("8S")), Lost()]
    assert [json.loads(line)["do"] for line in record.write(moves).splitlines()[1:]] == ["lay"] * 4


def test_a_record_that_is_written_has_only_what_is_not_as_usual() -> None:
    first = record.write([*setting_up([RED, BLUE], BLUE)], date="2026-11-29", place="Zürich").splitlines()[0]
    assert json.loads(first) == {
        "record": "casino", "version": 1, "dealer": "blue",
        "players": [{"name": "Red", "colour": "red"}, {"name": "Blue", "colour": "blue"}],
        "date": "2026-11-29", "place": "Zürich",
    }  # fmt: skip
    house = HouseRules(Kind.ROYAL, True, True, 11, None, Faces.ALL, False, Must.ANYTHING, Ace.ONE, False)
    told = json.loads(record.write(setting_up([RED, BLUE, GREEN, YELLOW], GREEN, house)).splitlines()[0])
    # Sweeps belong to Royal.
    assert {key: told[key] for key in told if key not in ("record", "version", "players")} == {
        "dealer": "green", "game": "royal", "teams": True, "target": 11, "faces": "all", "raise_own": False, "must_take": "all",
        "ace": "one", "equal_builds": False,
    }  # fmt: skip


def test_there_is_no_record_before_the_dealer_is_known() -> None:
    with pytest.raises(CompanionError, match="the dealer is not known"):
        record.write(setting_up([RED, BLUE], BLUE)[:-1])
