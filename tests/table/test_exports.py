"""Past games for other programs: CSV, JSON and BG Stats, read back and compared with the records."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import JournalError
from companion.game import Facts, GameFacts
from companion.games.kit.colours import Colour
from companion.games.vabanque import GAME as VABANQUE
from companion.games.vabanque.record import record
from companion.games.vabanque.record.summary import summary
from companion.games.vabanque.rules.moves import Confirm, End
from companion.table.evenings import bgstats, exports, history, names
from companion.table.journal.rows import GameRow
from companion.table.journal.store import Journal
from tests.table.evening import Evening
from tests.table.past_games import RECORDS, add, counted, header, rounds


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All recorded games, each played on a day of its own."""
    made = tmp_path_factory.mktemp("shelf")
    journal = Journal(made)
    for day, path in enumerate(RECORDS, start=1):
        add(journal, path, date=f"2026-11-{day:02}", place="Zürich" if day % 2 else None)
    journal.close()
    return made


@pytest.fixture
def shelf(tmp_path: Path, folder: Path) -> Iterator[Journal]:
    shutil.copytree(folder, tmp_path / "shelf")
    journal = Journal(tmp_path / "shelf")
    yield journal
    journal.close()


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text), strict=True))


# --- CSV --------------------------------------------------------------------------------------------------------


def test_csv_has_a_row_a_player_of_each_game(shelf: Journal) -> None:
    read = rows(exports.as_csv(exports.every(shelf)))
    assert len(read) == sum(len(header(path)["players"]) for path in RECORDS)
    for game, path in enumerate(RECORDS, start=1):
        mine = [row for row in read if row["game"] == str(game)]
        final, by_hand = rounds(path)[-1]["fortunes"], counted(path)
        assert {row["colour"]: int(row["fortune"]) for row in mine} == final
        assert {row["date"] for row in mine} == {f"2026-11-{game:02}"}
        assert mine[0]["colour"] == header(path)["first"]
        for row in mine:
            assert {key: int(row[key]) for key in ("pawns", "cheats", "caught", "catches")} == {
                key: by_hand[row["colour"]][key] for key in ("pawns", "cheats", "caught", "catches")
            }
            assert int(row["idle_cheats"]) == by_hand[row["colour"]]["idle"]
            assert int(row["rank"]) == 1 + sum(other > final[row["colour"]] for other in final.values())
            assert row["won"] == str(int(row["rank"] == "1"))
            assert [int(row[f"after_round_{number}"]) for number in range(1, 5)] == [r["fortunes"][row["colour"]] for r in rounds(path)]


@pytest.mark.parametrize("name", ["=1+1", "+41 79", "-5", "@me", "\uff1d1+1", 'Ann, "the" Bee', "Ære ☃ 猫", "O'Hara", "a;b"])
def test_csv_keeps_every_name_and_no_spreadsheet_calculates_one(tmp_path: Path, name: str) -> None:
    journal = Journal(tmp_path)
    add(journal, RECORDS[0], place=name, names={"black": name})
    told = next(row for row in rows(exports.as_csv(exports.every(journal))) if row["colour"] == "black")
    for text in (told["player"], told["place"]):
        assert text.removeprefix("'") == name if name != "O'Hara" else text == name
        assert text[0] not in "=+-@\t\r\n＝＋－＠"
    journal.close()


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from([*"=+-@;,|\t\r\n\"' A1", "\uff1d"]), max_size=12).map("".join))
def test_no_text_begins_a_formula_whatever_separator_is_taken(text: str) -> None:
    for written in exports.DIALECTS.values():
        out = io.StringIO()
        csv.writer(out, delimiter=written.separator, lineterminator="\n").writerow(["1", exports.harmless(text), "-5000"])
        for taken in ",;\t|":
            cells = [cell for row in csv.reader(io.StringIO(out.getvalue()), delimiter=taken) for cell in row]
            # The program's own amounts may be negative: to a spreadsheet that is a number.
            assert [cell for cell in cells if cell.lstrip(" ")[:1] in tuple("=+-@＝\t\r") and not re.fullmatch(r"-5000", cell)] == []


def test_csv_of_a_game_that_was_ended_early(evening: Evening) -> None:
    game = evening.sit_down()
    evening.tokens()
    evening.cards()
    evening.pawns()
    evening.do(Confirm())
    evening.pay()
    evening.do(End())
    read = rows(exports.as_csv([exports.one(evening.journal, game)]))
    assert {(row["ended_early"], row["won"], row["kind"]) for row in read} == {("1", "0", "real")}
    assert {(row["after_round_2"], row["after_round_4"]) for row in read} == {("", "")}
    assert all(row["after_round_1"] == row["fortune"] for row in read)


# --- JSON -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", range(1, len(RECORDS) + 1))
def test_json_holds_the_results_and_a_record_that_plays_the_same_game(shelf: Journal, game: int) -> None:
    told = json.loads(json.dumps(exports.as_json(shelf, game)))
    again = record.replay([json.dumps(line).encode() + b"\n" for line in told["record"]])
    path = RECORDS[game - 1]
    assert [{key: r[key] for key in rounds(path)[0]} for r in told["rounds"]] == rounds(path)
    whole = json.loads(json.dumps(summary(again.position, "")))
    assert {key: told[key] for key in whole if key != "file"} == {key: value for key, value in whole.items() if key != "file"}
    assert history.add(shelf, VABANQUE, again) == (game, False)
    assert (told["game"], told["date"], told["status"], told["first"]) == (game, f"2026-11-{game:02}", "finished", header(path)["first"])
    assert [(player["name"], player["colour"]) for player in told["players"]] == [(p["name"], p["colour"]) for p in header(path)["players"]]


def test_json_tells_the_name_in_the_book_beside_that_of_the_evening(shelf: Journal) -> None:
    shelf.use_name("Walburga")
    names.merge(shelf, "Black", "Walburga", history.played(shelf))
    told = {player["name"]: player["player"] for player in exports.as_json(shelf, 1)["players"]}
    assert told == {"Black": "Walburga", "Green": "Green", "White": "White"}
    assert {row["player"] for row in rows(exports.as_csv([exports.one(shelf, 1)], names.who(shelf)))} == {"Walburga", "Green", "White"}


def test_a_game_in_progress_goes_out_as_json_and_record_only(evening: Evening) -> None:
    game = evening.sit_down()
    assert exports.as_json(evening.journal, game)["status"] == "in progress"
    with pytest.raises(JournalError, match=r"not over.*--format record"):
        exports.one(evening.journal, game)
    assert exports.every(evening.journal) == []


# --- BG Stats ---------------------------------------------------------------------------------------------------

STAMP = "%Y-%m-%d %H:%M:%S"


def test_a_play_file_points_at_what_it_holds(shelf: Journal) -> None:
    file: dict[str, Any] = json.loads(json.dumps(bgstats.as_bgstats(exports.every(shelf))))
    (game,) = file["games"]
    assert (game["name"], game["bggId"], game["highestWins"], game["noPoints"], game["cooperative"]) == ("Vabanque", 2536, True, False, False)
    people = {player["id"]: player["name"] for player in file["players"]}
    assert sorted(people.values()) == ["Black", "Blue", "Green", "Red", "White", "Yellow"]
    assert [place["name"] for place in file["locations"]] == ["Zürich"]
    every = [each["uuid"] for key in ("games", "players", "locations", "plays") for each in file[key]]
    assert len(set(every)) == len(every)
    assert isinstance(file["userInfo"]["meRefId"], int)
    assert len(file["plays"]) == 12
    for number, (play, path) in enumerate(zip(file["plays"], RECORDS, strict=True), start=1):
        assert play["gameRefId"] == game["id"]
        assert play.get("locationRefId") == (file["locations"][0]["id"] if number % 2 else None)
        assert play["playDate"] == f"2026-11-{number:02} 00:00:00"
        assert play["playDateYmd"] == 20261100 + number
        assert (play["ignored"], play["usesTeams"], play["rounds"]) == (False, False, 4)
        final = rounds(path)[-1]["fortunes"]
        told = {people[score["playerRefId"]]: score for score in play["playerScores"]}
        assert {name: int(score["score"]) for name, score in told.items()} == {colour.title(): money for colour, money in final.items()}
        assert {name for name, score in told.items() if score["winner"]} == {c.title() for c in final if final[c] == max(final.values())}
        assert [score["seatOrder"] for score in play["playerScores"]] == [*range(1, len(final) + 1)]
        assert [name for name, score in told.items() if score["startPlayer"]] == [header(path)["first"].title()]
        for stamp in (play["playDate"], play["entryDate"], play["modificationDate"], game["modificationDate"]):
            time.strptime(stamp, STAMP)


def test_the_same_game_and_player_have_the_same_uuid_on_every_machine(tmp_path: Path, shelf: Journal) -> None:
    other = Journal(tmp_path / "other")
    add(other, RECORDS[4], date="2026-11-05")
    mine, theirs = (bgstats.as_bgstats([exports.one(journal, game)]) for journal, game in ((shelf, 5), (other, 1)))
    assert mine["plays"][0]["uuid"] == theirs["plays"][0]["uuid"]
    assert {player["name"]: player["uuid"] for player in mine["players"]} == {player["name"]: player["uuid"] for player in theirs["players"]}
    other.close()


def test_an_early_end_counts_nowhere_in_bg_stats(evening: Evening) -> None:
    game = evening.sit_down()
    evening.do(End())
    row, facts = exports.one(evening.journal, game)
    (play,) = bgstats.as_bgstats([(row, facts)])["plays"]
    assert play["ignored"]
    assert not any(score["winner"] for score in play["playerScores"])
    with pytest.raises(JournalError, match="ended early"):
        bgstats.bgstats_link(row, facts)


@pytest.mark.parametrize(
    ("started", "ended", "date", "play_date", "minutes"),
    [
        ("2026-11-29T19:15:00+00:00", "2026-11-29T20:45:20+00:00", "2026-11-29", "2026-11-29 20:15:00", 90),
        # Begun before midnight by the clock on the wall, after it by UTC's.
        ("2026-11-29T23:30:00+00:00", "2026-11-30T00:10:00+00:00", "2026-11-30", "2026-11-30 00:30:00", 40),
        # Put aside and finished another day; the clock set back in between; the clock set right after the game had begun.
        ("2026-11-29T19:15:00+00:00", "2026-12-02T20:00:00+00:00", "2026-11-29", "2026-11-29 20:15:00", 0),
        ("2026-11-29T19:15:00+00:00", "2026-11-29T19:00:00+00:00", "2026-11-29", "2026-11-29 20:15:00", 0),
        ("2001-01-01T00:00:00+00:00", "2026-11-29T19:00:00+00:00", "2026-11-29", "2026-11-29 00:00:00", 0),
    ],
)
def test_when_and_how_long(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, started: str, ended: str, date: str, play_date: str, minutes: int
) -> None:
    game = evening.sit_down()
    evening.do(End())
    evening.journal._db.execute("UPDATE games SET started = ?, ended = ?, date = ? WHERE game = ?", (started, ended, date, game))
    monkeypatch.setenv("TZ", "Europe/Zurich")
    time.tzset()
    try:
        (play,) = bgstats.as_bgstats([exports.one(evening.journal, game)])["plays"]
    finally:
        monkeypatch.undo()
        time.tzset()
    assert (play["playDate"], play["durationMin"], play["comments"]) == (play_date, minutes, "")


def test_a_date_that_is_not_known_is_said_to_be_none(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    add(journal, RECORDS[0])
    (play,) = bgstats.as_bgstats(exports.every(journal))["plays"]
    assert "not known" in play["comments"]
    journal.close()


def test_the_link_opens_the_app_with_the_game(shelf: Journal) -> None:
    names_of = {"Black": "Ære & Söhne = ☃?#%"}
    link = bgstats.bgstats_link(*exports.one(shelf, 1), lambda name: names_of.get(name, name))
    assert link.isascii()
    parts = urlsplit(link)
    assert (parts.scheme, parts.netloc, parts.path, parts.fragment) == ("https", "app.bgstatsapp.com", "/createPlay.html", "")
    play = json.loads(parse_qs(parts.query, strict_parsing=True)["data"][0])
    assert set(play) == {"sourceName", "sourcePlayId", "playDate", "game", "players", "location"}
    assert play["game"] == {"name": "Vabanque", "sourceGameId": "vabanque", "bggId": 2536, "highestWins": True, "noPoints": False}
    final = rounds(RECORDS[0])[-1]["fortunes"]
    keys = ("name", "role", "startPlayer", "score", "rank", "winner")
    seated = [tuple(player[key] for key in keys) for player in play["players"]]
    assert seated == [
        (names_of.get(colour.title(), colour.title()), colour, colour == header(RECORDS[0])["first"], final[colour],
         sorted(final.values(), reverse=True).index(final[colour]) + 1, final[colour] == max(final.values()))
        for colour in ("black", "green", "white")
    ]  # fmt: skip
    assert len({player["sourcePlayerId"] for player in play["players"]}) == 3
    time.strptime(play["playDate"], STAMP)


def test_who_is_level_shares_a_rank_and_the_win() -> None:
    money = {"Ann": 50_000, "Bo": 80_000, "Cy": 80_000, "Di": 50_000, "Ed": 0}
    seats = [Facts(colour, name, most, most == 80_000) for colour, (name, most) in zip(Colour, money.items(), strict=False)]
    level = GameFacts(tuple(seats), 4)
    assert exports.ranks(level) == [3, 1, 1, 3, 5]
    row = GameRow(1, "vabanque", "real", "2026-11-29T19:15:00+00:00", "2026-11-29T20:15:00+00:00", "2026-11-29", None, None)
    read = rows(exports.as_csv([(row, level)]))
    assert [(each["won"], each["shared"]) for each in read] == [("0", "0"), ("1", "1"), ("1", "1"), ("0", "0"), ("0", "0")]


# --- several games ----------------------------------------------------------------------------------------------


@pytest.fixture
def mixed(shelf: Journal) -> list[exports.Past]:
    """A game of Vabanque, and one whose package is gone."""
    row, facts = exports.one(shelf, 1)
    gone = GameFacts((Facts(Colour.BLUE, "Ida", 7, figures={"tricks": 3}, scores=(3, 7)), Facts(Colour.RED, "Jan", 9, True, scores=(4, 9))), 2)
    return [(row, facts), (msgspec.structs.replace(row, game=77, rules="gone", digest=None), gone)]


def test_csv_of_several_games_says_which_and_leaves_empty_what_a_game_has_not(mixed: list[exports.Past]) -> None:
    read = rows(exports.as_csv(mixed))
    ours, gone = [row for row in read if row["rules"] == "vabanque"], [row for row in read if row["rules"] == "gone"]
    assert len(ours) + len(gone) == len(read)
    assert [int(row["score"]) for row in ours] == [seat.score for seat in mixed[0][1].seats]
    assert all(row["pawns"] and row["idle_cheats"] for row in ours)
    assert [(row["player"], row["score"], row["rank"], row["pawns"], row["after_round_2"], row["after_round_3"]) for row in gone] == [
        ("Ida", "7", "2", "", "7", ""),
        ("Jan", "9", "1", "", "9", ""),
    ]
    assert "rules" not in rows(exports.as_csv(mixed[:1]))[0]


def test_bgstats_of_several_games_points_at_each(mixed: list[exports.Past]) -> None:
    told = bgstats.as_bgstats(mixed)
    assert [(game["id"], game["name"], game.get("bggId")) for game in told["games"]] == [(1, "Vabanque", 2536), (2, "gone", None)]
    assert [play["gameRefId"] for play in told["plays"]] == [1, 2]
    assert len({game["uuid"] for game in told["games"]}) == 2


def test_a_team_is_told_to_bgstats(mixed: list[exports.Past]) -> None:
    row, _ = mixed[1]
    four = GameFacts(tuple([Facts(colour, colour.value, 11, side=n % 2) for n, colour in enumerate(list(Colour)[:4])]), 1)
    (play,) = bgstats.as_bgstats([(row, four)])["plays"]
    assert play["usesTeams"]
    assert [score["team"] for score in play["playerScores"]] == ["1", "2", "1", "2"]


def test_a_game_whose_package_is_gone_is_exported_as_it_stands(shelf: Journal) -> None:
    before = exports.as_json(shelf, 2)
    shelf._db.execute("UPDATE games SET rules = 'gone' WHERE game = 2")
    told = json.loads(json.dumps(exports.as_json(shelf, 2)))
    assert (told["game"], told["rules"], told["date"]) == (2, "gone", before["date"])
    assert {seat["colour"]: seat["score"] for seat in told["facts"]["seats"]} == before["fortunes"]
    assert [act["do"] for act in told["acts"]][:1] == ["join"]
    assert [row.rules for row, _ in exports.every(shelf)].count("gone") == 1
    assert {row["game"] for row in rows(exports.as_csv(exports.every(shelf))) if row["rules"] == "gone"} == {"2"}
