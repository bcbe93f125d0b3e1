"""`companion past`, `stats`, `names`, `delete`, `restore` and `export` as typed in a terminal."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import Join
from companion.table.journal.lock import Lock
from companion.table.journal.store import Journal
from tests.table.past_games import RECORDS, add, counted, rounds
from tests.terminal import Ran, run


class Terminal:
    """Types commands with a data folder of its own."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capsys = capsys

    def __call__(self, *words: str) -> Ran:
        return run(self._capsys, *words, "--data", str(self.folder))

    def fine(self, *words: str) -> str:
        ran = self(*words)
        assert (ran.status, ran.err) == (0, "")
        return ran.out

    def wrong(self, *words: str) -> str:
        ran = self(*words)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.endswith("\n")
        return ran.err


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three past games, a practice one and one in progress."""
    folder = tmp_path_factory.mktemp("three")
    journal = Journal(folder)
    add(journal, RECORDS[0], date="2025-11-20", place="Zürich", names={"black": "Zoë", "green": "=Gil", "white": "Ann"})
    add(journal, RECORDS[1], date="2026-01-27", names={"yellow": "Zoe", "white": "Ann", "black": "Ben"})
    add(journal, RECORDS[2])
    add(journal, RECORDS[3], date="2026-02-02")
    journal._db.execute("UPDATE games SET kind = 'practice' WHERE game = 4")
    journal.append(journal.new_game("real", rules="vabanque"), Join(Colour.RED, "Ann"))
    journal.close()
    return folder


@pytest.fixture
def type_(three: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return Terminal(shutil.copytree(three, tmp_path / "data"), capsys)


def numbers(lines: str) -> list[int]:
    return [json.loads(line)["game"] for line in lines.splitlines()]


def test_a_game_that_can_not_be_opened_is_named_beside_the_list(type_: Terminal) -> None:
    journal = Journal(type_.folder)
    damaged = journal.games(ended=False)[0].game
    journal._db.execute("UPDATE acts SET act = '{' WHERE game = ?", (damaged,))
    journal.close()
    ran = type_("games")
    assert ran.status == 0
    assert f"game {damaged} is damaged" in ran.err
    assert "Zoë" in ran.out


def test_past_games_are_listed_and_searched(type_: Terminal) -> None:
    listed = type_.fine("past")
    assert "Ann 220,000" in listed
    assert "won by Ann" in listed
    assert numbers(type_.fine("past", "--json")) == [3, 2, 1]
    assert numbers(type_.fine("past", "--json", "--search", "zoe")) == [2, 1]
    assert numbers(type_.fine("past", "--json", "--search", "2026", "--won", "ann")) == []
    assert numbers(type_.fine("past", "--json", "--won", "ann")) == [1]
    assert type_.fine("past", "--search", "nobody") == "No game was found.\n"


def test_statistics(type_: Terminal) -> None:
    told = type_.fine("stats")
    assert told.startswith("3 games\n")
    assert "2025" in told
    assert "2026" in told
    whole = json.loads(type_.fine("stats", "--json"))
    ann = next(player for player in whole["players"] if player["name"] == "Ann")
    mine = [(counted(path)["white"], rounds(path)[-1]["fortunes"]["white"]) for path in RECORDS[:2]]
    assert (ann["games"], ann["money"]) == (2, sum(money for _, money in mine))
    assert (ann["pawns"], ann["cheats"], ann["caught"]) == tuple(sum(own[key] for own, _ in mine) for key in ("pawns", "cheats", "caught"))
    assert ann["pawn_share"] == ann["pawns"] / (ann["pawns"] + ann["cheats"])
    assert [year["period"] for year in ann["years"]] == ["2025", "2026"]
    assert [month["period"] for month in whole["months"]] == ["2025-11", "2026-01"]
    assert json.loads(type_.fine("stats", "--json", "--player", "Ann", "--since", "2026"))["games"] == 1
    assert json.loads(type_.fine("stats", "--json", "--game", "1"))["games"] == 1
    assert json.loads(type_.fine("stats", "--json", "--practice"))["games"] == 1
    assert type_.fine("stats", "--player", "Ann", "--since", "2027") == "No game was found.\n"


def test_a_player_that_nobody_knows_is_said_as_such_with_names_that_are_like_it(type_: Terminal) -> None:
    assert type_.wrong("stats", "--player", "ann") == "Nobody is called 'ann'. Did you mean Ann?\n"
    assert type_.wrong("stats", "--json", "--player", "Ann", "--player", "Nemo").startswith("Nobody is called 'Nemo' in the names book.")
    assert type_.wrong("past", "--won", "Zoee") == "Nobody is called 'Zoee'. Did you mean Zoe, Zoë?\n"
    assert type_.wrong("past", "--json", "--won", "Nemo").startswith("Nobody is called 'Nemo' in the names book.")
    # Part of a name is enough for a search, and whoever never won is known all the same.
    assert type_.fine("past", "--won", "zo", "--search", "nowhere") == "No game was found.\n"


def test_names_are_listed_merged_and_told_apart(type_: Terminal) -> None:
    assert "Zoë" in type_.fine("names")
    assert "names unmerge" in type_.fine("names", "merge", "Zoe", "Zoë")
    book = {entry["name"]: entry for entry in map(json.loads, type_.fine("names", "--json").splitlines())}
    assert book["Zoë"] == {"name": "Zoë", "spellings": ["Zoe"], "games": 2}
    assert "Zoe" not in book
    assert "sat together in game 1" in type_.wrong("names", "merge", "Ann", "Zoe")
    assert "Nobody is called 'Ida'" in type_.wrong("names", "merge", "Ida", "Ann")
    assert type_.fine("names", "unmerge", "Zoe") == "Zoe is a player of their own again.\n"
    assert "not merged" in type_.wrong("names", "unmerge", "Zoe")


def test_a_date_is_set_afterwards(type_: Terminal) -> None:
    assert type_.fine("past", "date", "2", "2024-02-29") == "Game 2 was played on 2024-02-29.\n"
    dates = {line["game"]: (line["date"], line["unsure"]) for line in map(json.loads, type_.fine("past", "--json").splitlines())}
    assert dates[2] == ("2024-02-29", False)
    assert numbers(type_.fine("past", "--json", "--search", "2024-02")) == [2]
    assert json.loads(type_.fine("export", "2").splitlines()[0])["date"] == "2024-02-29"
    for day in ("2024-02-30", "24-02-29", "2024-2-9", "yesterday", "20240229"):
        assert "Write it like 2026-11-29" in type_.wrong("past", "date", "2", day)
    assert "no game 77" in type_.wrong("past", "date", "77", "2024-02-29")


def test_a_date_that_the_clock_could_not_know_has_a_question_mark(type_: Terminal) -> None:
    journal = Journal(type_.folder)
    journal._db.execute("UPDATE games SET unsure = 1, date = '2026-05-04' WHERE game = 1")
    journal.close()
    assert "2026-05-04 ?" in type_.fine("past")
    assert [line["game"] for line in map(json.loads, type_.fine("past", "--json").splitlines()) if line["unsure"]] == [1]
    type_.fine("past", "date", "1", "2026-11-29")
    assert "?" not in type_.fine("past")


def test_a_game_is_deleted_and_restored(type_: Terminal) -> None:
    assert "companion restore 2" in type_.fine("delete", "2")
    assert numbers(type_.fine("past", "--json")) == [3, 1]
    assert numbers(type_.fine("past", "--json", "--bin")) == [2]
    assert "companion restore 2" in type_.wrong("export", "2")
    assert "in the bin" in type_.wrong("delete", "2")
    assert type_.fine("restore", "2") == "Game 2 is back.\n"
    assert numbers(type_.fine("past", "--json")) == [3, 2, 1]
    assert type_.fine("delete", "--empty-bin") == "The bin is empty.\n"
    type_.fine("delete", "4")
    assert type_.fine("delete", "--empty-bin") == "1 game is gone for good.\n"
    assert "no game 4" in type_.wrong("restore", "4")
    assert "not over" in type_.wrong("delete", "5")
    for words in (("delete",), ("delete", "1", "--empty-bin")):
        assert "--empty-bin" in type_.wrong(*words)


def test_nothing_is_changed_behind_the_back_of_a_running_companion(type_: Terminal) -> None:
    lock = Lock(type_.folder)
    try:
        for words in (("delete", "1"), ("restore", "1"), ("names", "merge", "Zoe", "Zoë"), ("names", "unmerge", "Zoe")):
            assert "running already" in type_.wrong(*words)
        assert numbers(type_.fine("past", "--json")) == [3, 2, 1]
    finally:
        lock.release()


def test_export_in_every_format(type_: Terminal) -> None:
    record = type_.fine("export", "3")
    assert record == type_.fine("export", "3", "--format", "record")
    assert len(record.splitlines()) == len(RECORDS[2].read_text().splitlines())
    assert json.loads(type_.fine("export", "3", "--format", "json"))["record"] == [json.loads(line) for line in record.splitlines()]
    assert numbers(type_.fine("export", "--all", "--format", "json")) == [1, 2, 3]
    # In English: commas, and the mark by which spreadsheets know UTF-8.
    assert type_.fine("export", "--all", "--format", "csv") == "\ufeff" + type_.fine("export", "--all", "--format", "csv", "--dialect", "plain")
    assert type_.fine("export", "--all", "--format", "csv", "--language", "de").startswith("\ufeffgame;kind;date;")
    table = type_.fine("export", "--all", "--format", "csv", "--dialect", "plain").splitlines()
    assert len(table) == 1 + 3 * 3
    assert table[0].startswith("game,kind,date,place,")
    assert [line.split(",")[7] for line in table if ",green," in line] == ["'=Gil"]
    plays = json.loads(type_.fine("export", "--all", "--format", "bgstats"))["plays"]
    assert [len(play["playerScores"]) for play in plays] == [3, 3, 3]
    links = type_.fine("export", "--all", "--format", "bgstats-link").splitlines()
    assert [link.partition("?")[0] for link in links] == ["https://app.bgstatsapp.com/createPlay.html"] * 3
    # A practice game goes out when it is named.
    assert len(json.loads(type_.fine("export", "4", "--format", "bgstats"))["plays"]) == 1


def test_a_damaged_game_keeps_no_other_from_being_exported(type_: Terminal) -> None:
    with closing(sqlite3.connect(type_.folder / "journal.db", isolation_level=None)) as db:
        db.execute("UPDATE acts SET act = '{' WHERE game = 2 AND number = 3")
    ran = type_("export", "--all", "--format", "json")
    assert (ran.status, numbers(ran.out)) == (1, [1, 3])
    assert "game 2 is damaged" in ran.err
    assert "game 2 is damaged" in type_.wrong("export", "2", "--format", "json")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "--last or --all"),
        (("1", "--last"), "--last or --all"),
        (("1", "--all"), "--last or --all"),
        (("--all",), "A record holds one game"),
        (("77",), "no game 77"),
        (("77", "--format", "csv"), "no game 77"),
        (("5", "--format", "csv"), "not over"),
        (("5", "--format", "json"), "Begin the game first"),
    ],
)
def test_what_can_not_be_exported(type_: Terminal, words: tuple[str, ...], said: str) -> None:
    assert said in type_.wrong("export", *words)


def test_an_empty_folder_has_no_past(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "new").mkdir()
    type_ = Terminal(tmp_path / "new", capsys)
    assert type_.fine("past") == "No finished game yet.\n"
    assert type_.fine("past", "--bin") == "The bin is empty.\n"
    assert type_.fine("stats") == "No game was found.\n"
    assert type_.fine("names") == "Nobody has played yet.\n"
    assert "There is no game yet" in type_.wrong("export", "--last", "--format", "csv")
    assert type_.fine("export", "--all", "--format", "csv").count("\n") == 1
    # Whatever only reads makes nothing, and a mistyped folder is told.
    assert list((tmp_path / "new").iterdir()) == []
    mistyped = Terminal(tmp_path / "nwe", capsys)
    for words in (("past",), ("games",), ("stats",), ("names",), ("tags",), ("export", "--last"), ("delete", "1"), ("backup", str(tmp_path / "b"))):
        assert "There is no folder" in mistyped.wrong(*words)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["new"]


def test_names_that_look_alike_are_one_or_offered_to_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "data").mkdir()
    type_ = Terminal(tmp_path / "data", capsys)
    lines = RECORDS[0].read_text().splitlines(keepends=True)
    header = json.loads(lines[0])
    for number, names in enumerate((("L\u00e9a", "Bo", "Cy"), ("Le\u0301a", " Bo  ", "cy"), ("L\u00e9a", "Bo", "Dan Dee"), ("Dan  Dee", "Bo", "Di"))):
        players = [player | {"name": name} for player, name in zip(header["players"], names, strict=True)]
        file = tmp_path / f"{number}.jsonl"
        file.write_text("".join([json.dumps(header | {"players": players, "date": f"2026-11-0{number + 1}"}) + "\n", *lines[1:]]), "utf-8")
        type_.fine("import", str(file))
    book = {entry["name"]: entry["games"] for entry in map(json.loads, type_.fine("names", "--json").splitlines())}
    assert book == {"L\u00e9a": 3, "Bo": 4, "Cy": 1, "cy": 1, "Dan Dee": 2, "Di": 1}
    hints = [line for line in type_.fine("names").splitlines() if "look alike" in line]
    assert [line.rpartition("companion names ")[2] for line in hints] == ["merge cy Cy"]
    type_.fine("names", "merge", "cy", "Cy")
    assert "look alike" not in type_.fine("names")


# --- which game -------------------------------------------------------------------------------------------------


def test_a_game_is_named_by_its_key_or_the_last_played_is_meant(type_: Terminal) -> None:
    assert type_.fine("stats", "--rules", "vabanque", "--json") == type_.fine("stats", "--json")
    assert json.loads(type_.fine("stats", "--json"))["filter"]["rules"] == "vabanque"
    assert numbers(type_.fine("past", "--rules", "vabanque", "--json")) == [3, 2, 1]
    for words in (("stats",), ("past",), ("demo",)):
        assert type_.wrong(*words, "--rules", "tarot") == "There is no game tarot on the shelf. `companion shelf` lists those that are there.\n"


def test_a_demo_of_the_game_that_is_named(type_: Terminal) -> None:
    assert type_.fine("demo", "--rules", "vabanque", "--seed", "7") == type_.fine("demo", "--seed", "7")


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ('{"record": "tarot", "version": 1}', "a record of tarot, and there is no such game here. There are: vabanque"),
        ('{"record": 3}', 'the first line must be a header with "record" and the name of one of these: vabanque'),
        ('{"by": "red", "do": "token", "table": 1}', 'the first line must be a header with "record" and the name of one of these: vabanque'),
        ("[]", "not a record of a game"),
        ('{"record": "vabanque", "record": "tarot"}', 'the key "record" is given twice'),
        ("", "the file is empty"),
    ],
)
def test_a_record_of_no_game_that_is_here_is_told_with_those_that_are(type_: Terminal, tmp_path: Path, header: str, said: str) -> None:
    file = tmp_path / "some.jsonl"
    file.write_text(f"{header}\n" if header else "")
    for command in ("replay", "import", "demo"):
        told = type_.wrong(command, str(file))
        assert told.startswith(f"{file}:1: ")
        assert said in told
