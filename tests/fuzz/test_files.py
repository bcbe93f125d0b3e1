"""Files that may be anybody's, wrong in every way that can be drawn: each is refused with a sentence, or it is sound through and through."""

from __future__ import annotations

import contextlib
import io
import json
import shutil
import tempfile
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import settings_file as owner
from companion.cli import evenings, exporting, lists
from companion.errors import BackupError, CompanionError, JournalError, RecordError, SettingsError, TagError
from companion.games import SHELF
from companion.games.vabanque import GAME as VABANQUE
from companion.games.vabanque import rules
from companion.games.vabanque.record import record
from companion.games.vabanque.record.score import score
from companion.printing import tables
from companion.settings import Flaw, Settings
from companion.table import commands
from companion.table.backup import read as backup_reader
from companion.table.backup import write
from companion.table.evenings import exports, history
from companion.table.journal.damage import Damage
from companion.table.journal.store import Journal
from companion.table.session.session import Session
from companion.table.session.timeline import Timeline
from companion.table.tags import tagset
from tests.fuzz.mutations import EXAMPLES, line, mangled, trying, twisted
from tests.games.vabanque.evenings import SEEDS
from tests.table import old_journals
from tests.table.evening import UIDS
from tests.table.test_backup import LISTED, SEATED, sealed

RECORDS = tuple(path.read_bytes() for path in sorted((SEEDS / "games").glob("*.jsonl"))[:6])
TAGS = tagset.encode(tagset.TagSet("vabanque", {uid: code for code, uid in UIDS.items()})).encode()
TODAY, OTHERS = date(2026, 12, 5), Settings(language="fr", calm=True, pending=20.0)
CASES = json.loads((SEEDS / "cases.json").read_text())
TOML = b'version = 1\nlanguage = "de"\nsound = false\ndim_after = 60\npending = 15.0\nantenna_gain = 43\n'
TABLES = TOML + b'notes = false\n[vabanque]\n# ours\ncards_read = "reveal"\n[tarot]\nx = 1\n'


def sentence(error: CompanionError, lines: int = 0) -> None:
    """What is said is short, can be printed, and names a line that there is."""
    said = str(error)
    if isinstance(error, RecordError):
        assert 1 <= error.line <= lines
    assert 10 < len(said) < 1000
    said.encode("utf-8", "backslashreplace")


# --- records ----------------------------------------------------------------------------------------------------


def replayed(content: bytes) -> None:
    try:
        played = record.replay(io.BytesIO(content))
    except RecordError as error:
        sentence(error, content.count(b"\n") + 1)
        return
    # What was taken can be written, and comes back the same.
    text = record.write(played.moves)
    assert record.write(record.replay(io.BytesIO(text.encode())).moves) == text
    rules.view(played.position)


@pytest.mark.parametrize("examples", EXAMPLES)
def test_records_whose_bytes_are_wrong(examples: int) -> None:
    trying(examples)(given(mangled(RECORDS))(replayed))()


@pytest.mark.parametrize("examples", EXAMPLES)
def test_records_whose_values_are_wrong(examples: int) -> None:
    samples = [[json.loads(each) for each in content.splitlines()] for content in RECORDS]

    @trying(examples)
    @given(st.sampled_from(samples).flatmap(twisted))
    def check(lines: list[Any]) -> None:
        replayed(b"".join(map(line, lines)))

    check()


@pytest.mark.parametrize("examples", EXAMPLES)
def test_tables_to_be_scored(examples: int) -> None:
    @trying(examples)
    @given(twisted(CASES).map(json.dumps) | mangled((json.dumps(CASES).encode(),)).map(lambda content: content.decode(errors="replace")))
    def check(text: str) -> None:
        try:
            score(text)
        except RecordError as error:
            sentence(error, text.count("\n") + 1)

    check()


# --- tag sets ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("examples", EXAMPLES)
def test_tag_sets(examples: int) -> None:
    sample = json.loads(TAGS)

    def resealed(value: Any) -> bytes:
        """With a sum that is right again, so that what comes after it is looked at as well."""
        with contextlib.suppress(TypeError, KeyError, AttributeError, UnicodeEncodeError):
            value["check"] = tagset._check(value["version"], value.get("rules", "vabanque"), value["tags"])
        return line(value)

    @trying(examples)
    @given(mangled((TAGS,)) | twisted(sample).map(line) | twisted(sample).map(resealed))
    def check(content: bytes) -> None:
        try:
            bound = tagset.decode(content)
        except TagError as error:
            sentence(error)
        else:
            assert tagset.decode(tagset.encode(bound).encode()) == bound

    check()


# --- backups ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def backed_up(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("backed") / "data"
    old_journals.fill(folder)
    journal = Journal(folder)
    content = write.encode(journal, Settings(language="fr"), stays=True).content
    journal.close()
    return content


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("empty") / "data"
    Journal(folder).close()
    return folder


def adopted(content: bytes, empty: Path) -> None:
    try:
        read = backup_reader.decode(content)
    except BackupError as error:
        sentence(error)
        return
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "data"
        shutil.copytree(empty, home)
        journal = Journal(home)
        journal._db.execute("PRAGMA synchronous = OFF")
        journal.adopt(read.games, read.tags, read.names, read.aliases)
        # What was taken can be looked at, opened and played on, and packed again.
        session = Session(journal)
        for touch in (commands.ShowPast(), commands.ShowStats(), commands.ShowNames(), commands.ShowPast(bin=True), commands.ClosePast()):
            session.handle(touch)
            assert session.shown.notice is None
        for entry in session.shown.games:
            session.handle(commands.OpenGame(entry.game))
            assert session.shown.game == entry.game
            session.handle(commands.Undo(sure=True))
        session.handle(commands.NewGame())
        assert session.shown.game is not None
        # Of a game whose package is not here nothing can be listed where nothing of it was kept.
        assert [warned for warned in session.shown.warnings if getattr(warned, "damage", None) is not Damage.NOT_ON_SHELF] == []
        # It can be listed in the terminal and exported, and nothing in it steers either.
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            lists.listed(history.entries(journal))
            tables.show(evenings._past_table(history.past(journal)))
            print(exports.as_csv(exports.every(journal)))
            for row, _ in exports.every(journal):
                print(exporting._line(exports.as_json(journal, row.game)))
        assert all(letter.isprintable() or letter in "\n\u200c\u200d" for letter in printed.getvalue())
        assert len(backup_reader.decode(write.encode(journal, None, stays=True).content).games) == len(read.games) + 1
        journal.close()


@pytest.mark.parametrize("examples", EXAMPLES)
def test_backups_whose_bytes_are_wrong(examples: int, backed_up: bytes, empty: Path) -> None:
    @trying(examples)
    @given(mangled((backed_up,)), st.booleans())
    def check(content: bytes, seal: bool) -> None:
        adopted(sealed([*content.split(b"\n")[:-2]]) if seal else content, empty)

    check()


@pytest.mark.parametrize("examples", EXAMPLES)
def test_backups_whose_values_are_wrong(examples: int, backed_up: bytes, empty: Path) -> None:
    sample = [json.loads(each) for each in backed_up.splitlines()[:-1]]
    told: dict[str, Any] = {"summary": LISTED, "facts": {"seats": SEATED, "rounds": 3}}
    past = next(each for each in sample if each["is"] == "game" and each["ended"])
    # And one of a game that nobody here can play through; what is kept of it is a text in the file.
    away = past | {"number": 77, "digest": None, "rules": "tarot", "acts": [{"do": "lay", "card": "21"}]} | told

    def packed(lines: list[Any]) -> list[Any]:
        return [*sample, *[line | {key: json.dumps(line[key]) for key in told if key in line} if isinstance(line, dict) else line for line in lines]]

    @trying(examples)
    @given(twisted(sample) | twisted([away]).map(packed))
    def check(lines: list[Any]) -> None:
        adopted(sealed(lines), empty)

    check()


@pytest.mark.parametrize("examples", EXAMPLES)
def test_acts_that_are_wrong_in_a_journal(examples: int) -> None:
    """A journal itself is no import; still a game whose acts are damaged is told, and no fold of it breaks anything else."""
    sample = [json.loads(each) for each in RECORDS[0].splitlines()[1:]]
    acts = [{"do": "join", "colour": colour, "name": colour} for colour in ("blue", "red", "green")]
    acts += [{"do": "gathered"}, {"do": "ring", "tiles": [1, 2, 3, 4, 5, 6, 7]}, {"do": "begin", "first": "red"}]
    acts += [{"do": "undo"}, {"do": "redo"}, *sample]

    @trying(examples)
    @given(twisted(acts, times=2))
    def check(lines: list[Any]) -> None:
        from companion.table.journal.acts import decoder

        try:
            made = [decoder("vabanque")(line(each)) for each in lines]
        except ValueError:
            return
        try:
            timeline = Timeline(VABANQUE, made)
        except JournalError as error:
            sentence(error)
            return
        assert rules.view(Timeline(VABANQUE, [act for _, act in timeline.kept()]).position) == rules.view(timeline.position)
        if isinstance(timeline.position, rules.Game):
            history.digest(VABANQUE, timeline.moves)

    check()


# --- settings ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("examples", EXAMPLES)
def test_settings(examples: int, tmp_path: Path) -> None:
    file = tmp_path / owner.FILE

    @trying(examples)
    @given(mangled((TOML, TABLES)))
    def check(content: bytes) -> None:
        file.write_bytes(content)
        for wrong in owner.read(file, SHELF).wrong:
            sentence(SettingsError(wrong.sentence))
        read, _ = owner.put_right(file, TODAY, SHELF)
        if any(wrong.flaw is Flaw.NEWER for wrong in read.wrong):
            assert file.read_bytes() == content
            file.unlink()
            return
        # Whatever it was, the next start finds nothing wrong, and what is changed on the screen is kept.
        assert owner.load(file, SHELF) == read.settings
        others = msgspec.structs.replace(OTHERS, games=read.settings.games)
        owner.save(others, file)
        assert owner.load(file, SHELF) == others
        for aside in tmp_path.glob("*broken*"):
            aside.unlink()

    check()
