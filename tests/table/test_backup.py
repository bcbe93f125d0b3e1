"""Backups: all of it comes back, nothing secret goes out, and a file that may be anybody's is checked before one byte is touched."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import settings_file
from companion.errors import BackupError, JournalError
from companion.games import SHELF
from companion.games.kit.colours import Colour
from companion.games.vabanque.record import record
from companion.games.vabanque.rules.moves import Confirm, Join, Seated
from companion.games.vabanque.rules.options import VabanqueSettings
from companion.games.vabanque.rules.view import Phase
from companion.settings import Settings
from companion.table import commands
from companion.table.backup import folder as vault
from companion.table.backup import read, write
from companion.table.evenings import history, names, wastebin
from companion.table.journal import copies, keys
from companion.table.journal.opening import FILE
from companion.table.journal.store import Journal
from companion.table.session.session import Session
from companion.table.snapshot import GameEntry
from tests.table import old_journals, past_games
from tests.table.evening import UIDS, Evening
from tests.table.test_ending import taken_back_behind_the_reveal

SETTINGS = Settings(language="de", dim_after=60)


def fill(folder: Path) -> None:
    """A journal with everything in it: past, practice and imported games, one in the bin, some in progress, tags, names, spellings."""
    old_journals.fill(folder)
    evening = Evening(folder)
    taken_back_behind_the_reveal(evening)
    evening.post(commands.GoHome())
    journal = evening.journal
    for path in past_games.RECORDS[3:6]:
        past_games.add(journal, path, date="2026-02-03", place="at Léa's")
    wastebin.delete(journal, 1)
    names.merge(journal, "Zoë", "Léa", history.played(journal))
    journal.close()
    settings_file.save(SETTINGS, folder / settings_file.FILE)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("filled") / "data"
    fill(folder)
    return folder


@pytest.fixture
def data(filled: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(filled, tmp_path / "filled"))


@pytest.fixture
def journal(data: Path) -> Iterator[Journal]:
    opened = Journal(data)
    yield opened
    opened.close()


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Journal]:
    """Data of another table, which a backup replaces: a game of three with a card on the table."""
    evening = Evening(tmp_path / "other")
    evening.sit_down(players=(Colour.BLACK, Colour.WHITE, Colour.RED))
    evening.tokens()
    evening.tap(f"{evening.view.to_act} cheat")
    evening.touch(3)
    yield evening.journal
    evening.journal.close()


def packed(journal: Journal, **more: Any) -> bytes:
    return write.encode(journal, SETTINGS, **more).content


def entries(journal: Journal) -> list[GameEntry]:
    return history.entries(journal)


def told(journal: Journal) -> dict[str, Any]:
    """Everything public that there is in a journal."""
    return {
        "games": entries(journal),
        "past": history.past(journal),
        "bin": history.past(journal, deleted=True),
        "records": {entry.game: history.export(journal, entry.game) for entry in history.past(journal)},
        "rows": [row for deleted in (False, True) for row in journal.games(deleted=deleted)],
        "facts": history.facts_of(journal),
        "people": journal.people(),
        "book": names.book(journal, history.played(journal)),
        "tags": journal.tags("vabanque"),
    }


# --- there and back ---------------------------------------------------------------------------------------------


def test_everything_comes_back_and_what_was_there_is_kept(journal: Journal, other: Journal) -> None:
    before, there = told(journal), told(other)
    tags = journal.tags("vabanque")
    content = packed(journal, stays=True)
    restored = vault.restore(other, read.decode(content))
    assert told(other) == before
    assert other.tags("vabanque") == tags
    assert restored.settings == SETTINGS
    assert settings_file.load(other.folder / settings_file.FILE) == SETTINGS
    # And back again, by the same road.
    again = vault.restore(other, vault.read(restored.kept))
    assert told(other) == there
    assert settings_file.load(other.folder / settings_file.FILE) == Settings()
    assert again.kept.name == "replaced-2.jsonl"
    assert read.decode(packed(other, stays=True))


def test_games_in_progress_go_on_where_they_were(journal: Journal, other: Journal) -> None:
    session = Session(journal)
    session.handle(commands.OpenGame(old_journals.GOING))
    view = session.shown.view
    vault.restore(other, read.decode(packed(journal)))
    other.close()
    evening = Evening(other.folder)
    evening.post(commands.OpenGame(old_journals.GOING))
    assert evening.view == view
    evening.cards(table=1)
    evening.pawns()
    evening.do(Confirm())
    # Who knows a kind that the backup does not tell is asked when the card is turned over.
    assert evening.view.phase in (Phase.REVEAL, Phase.PAYOUT)
    while evening.shown.undo is not None:
        evening.post(commands.Undo(sure=True))
    assert evening.view.players == ()
    evening.journal.close()


def test_new_games_never_get_a_number_twice(journal: Journal, other: Journal) -> None:
    highest = max(row.game for row in journal.games())
    vault.restore(other, read.decode(packed(journal)))
    assert other.new_game("real", rules="vabanque") == highest + 1


def test_a_file_and_a_folder_and_what_is_there_already(journal: Journal, tmp_path: Path) -> None:
    one = vault.write(journal, SETTINGS, tmp_path / "mine")
    assert one.file == tmp_path / "mine"
    assert one.file.stat().st_mode & 0o777 == 0o600
    stick = tmp_path / "stick"
    stick.mkdir()
    first, second = (vault.write(journal, SETTINGS, stick).file for _ in range(2))
    assert first.name.startswith("vabanque-backup-20")
    assert second.name == first.name.replace(".jsonl", "-2.jsonl")
    assert sorted(stick.iterdir()) == sorted([first, second])
    with pytest.raises(BackupError, match="there already"):
        vault.write(journal, SETTINGS, one.file)
    with pytest.raises(BackupError, match="can't be written"):
        vault.write(journal, SETTINGS, tmp_path / "no" / "such" / "folder")


def test_settings_that_can_not_be_read_are_left_out_and_stay(journal: Journal, other: Journal) -> None:
    file = other.folder / settings_file.FILE
    file.write_text("language = 'klingon'")
    restored = vault.restore(other, read.decode(write.encode(journal, None).content))
    assert restored.settings is None
    assert file.read_text() == "language = 'klingon'"
    vault.restore(other, read.decode(packed(journal)))
    assert settings_file.load(file) == SETTINGS
    assert (other.folder / vault.REPLACED / "replaced-2.toml").read_text() == "language = 'klingon'"


def test_a_game_that_can_not_be_read_is_left_out_told_and_kept(journal: Journal, other: Journal) -> None:
    journal._db.execute("UPDATE acts SET act = '{\"do\":' WHERE game = ? AND number = 5", (old_journals.GOING,))
    packed_up = write.encode(journal, SETTINGS)
    assert packed_up.unread == (old_journals.GOING,)
    assert f"Game {old_journals.GOING} is not in it" in packed_up.missing[0]
    assert old_journals.GOING not in [game.row.game for game in read.decode(packed_up.content).games]
    vault.restore(journal, read.decode(packed(other)))
    kept = journal.folder / "journal-damaged-1.db"
    assert copies.is_good(kept)


def test_a_backup_of_every_version_is_still_read(other: Journal) -> None:
    """The files stay as they were written; each later version adds one."""
    for version in range(1, write.VERSION + 1):
        vault.restore(other, vault.read(old_journals.DATA / f"backup-v{version}.jsonl"))
        assert [entry.game for entry in history.in_progress(other)] == [4, 3, 2]
        assert [entry.game for entry in history.past(other)] == [1]
        assert set(other.names()) == old_journals.NAMES
        assert other.taught() == ({"cash_and_run": old_journals.COPY} if version >= 4 else {})
        played = record.replay((past_games.SEEDS / "games" / f"{old_journals.PAST}.jsonl").read_bytes().splitlines())
        assert history.export(other, 1) == record.write(played.moves)


# --- secrets ----------------------------------------------------------------------------------------------------


def rounds(evening: Evening) -> Iterator[None]:
    """Plays a game and stops wherever a backup could be made; whose pawns stand at table 1 turn over what lies there."""
    evening.sit_down()
    for number in range(4):
        evening.tokens()
        yield
        while evening.view.phase is Phase.CARDS:
            colour = evening.view.to_act
            kind = ("raise", "bluff", "cheat")[3 - next(p.cards_left for p in evening.view.players if p.colour is colour)]
            evening.tap(f"{colour} {kind}")
            evening.touch(2 + number)
            yield
        evening.pawns()
        yield
        evening.do(Confirm())
        yield
        evening.pay()
        yield
        if evening.view.phase is Phase.ORDER:
            evening.do(Seated())
    yield


def test_no_card_that_nobody_has_seen_is_in_a_backup_at_any_moment(evening: Evening) -> None:
    for _ in rounds(evening):
        content = packed(evening.journal)
        shown = sum(len(table.revealed) for result in evening.view.results for table in result.tables)
        assert sum(content.count(b'"character":"%s"' % kind) for kind in (b"raise", b"bluff", b"cheat")) == shown
        # While cards lie a tag would tell which one it is.
        lying = evening.view.phase in (Phase.CARDS, Phase.PAWNS, Phase.STAND, Phase.PAYOUT, Phase.COUNT, Phase.ORDER)
        assert any(uid.hex().upper().encode() in content for uid in UIDS.values()) is not lying
        assert read.decode(content).games[-1].row.game == evening.shown.game


def test_two_games_that_differ_in_face_down_cards_only_give_the_same_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.table.journal.store.now", lambda: "2026-11-29T20:00:00+00:00")
    monkeypatch.setattr("companion.table.backup.write.now", lambda: "2026-11-29T20:00:00+00:00")
    found = []
    for number, kinds in enumerate((("raise", "bluff"), ("cheat", "raise"), ("bluff", "cheat"))):
        evening = Evening(tmp_path / str(number))
        evening.sit_down()
        evening.tokens()
        for kind in kinds:
            evening.tap(f"{evening.view.to_act} {kind}")
            evening.touch(4)
            evening.post(commands.Undo())
            evening.post(commands.Redo())
        found.append(packed(evening.journal))
        evening.journal.close()
    assert found[0] == found[1] == found[2]


def test_what_is_kept_when_data_are_replaced_has_the_tags_and_no_secret(journal: Journal, other: Journal) -> None:
    tags = other.tags("vabanque")
    assert list((other.folder / keys.FOLDER).iterdir())
    restored = vault.restore(other, read.decode(packed(journal)))
    assert not list((other.folder / keys.FOLDER).iterdir())
    kept = vault.read(restored.kept)
    assert kept.tags == {"vabanque": tags}
    assert b'"cheat"' not in restored.kept.read_bytes()
    # Nothing of the replaced games is left: not in the journal's log, not in its copies.
    revealed = packed(journal).count(b'"character":"cheat"')
    assert (other.folder / FILE).read_bytes().count(b'"character":"cheat"') == revealed
    assert len(copies.all_copies(other.folder)) == 1


# --- hostile files ----------------------------------------------------------------------------------------------


def sealed(lines: list[Any]) -> bytes:
    """A file of these lines (values, or bytes as they are) whose end is right."""
    body = b"".join((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in lines)
    return body + json.dumps({"is": "end", "lines": len(lines), "sha256": hashlib.sha256(body).hexdigest()}).encode() + b"\n"


@pytest.fixture(scope="module")
def lines(filled: Path, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    opened = Journal(Path(shutil.copytree(filled, tmp_path_factory.mktemp("lines") / "data")))
    try:
        return [json.loads(line) for line in packed(opened, stays=True).splitlines()][:-1]
    finally:
        opened.close()


def changed(lines: list[dict[str, Any]], which: str, **fields: Any) -> bytes:
    """The file with other fields in the first line of a kind (for a game: in the first that is over)."""
    made = [dict(line) for line in lines]
    line = next(line for line in made if line["is"].endswith(which) and (which != "game" or line["ended"]))
    line.update(fields)
    return sealed(made)


def going(lines: list[dict[str, Any]]) -> dict[str, Any]:
    return next(line for line in lines if line["is"] == "game" and line["number"] == old_journals.GOING)


def over(lines: list[dict[str, Any]]) -> dict[str, Any]:
    return next(line for line in lines if line["is"] == "game" and line["ended"])


LISTED: dict[str, Any] = {
    "game": 77, "kind": "real", "started": "2026-11-29T19:00:00+00:00", "date": "2026-11-29", "players": [["red", "Ada"], ["blue", "Bo"]],
    "phase": "finished", "round": 3, "fortunes": {"red": 1, "blue": 2}, "winners": ["blue"], "rules": "tarot",
}  # fmt: skip
SEATED: list[dict[str, Any]] = [{"colour": "red", "name": "Ada", "score": 1}, {"colour": "blue", "name": "Bo", "score": 2, "won": True}]


def unshelved(lines: list[Any], seats: list[Any] | None = None, **listed: Any) -> bytes:
    """The file with a game of a package that is not here, of which nothing can be played through. `listed`: what else is told of it."""
    told = {"summary": json.dumps(LISTED | listed), "facts": json.dumps({"seats": SEATED if seats is None else seats, "rounds": 3})}
    return sealed([*lines, over(lines) | {"number": 77, "digest": None, "rules": "tarot", "acts": []} | told])


T = "2026-11-29T20:00:00+00:00"
STEERS = "\x1b]0;x\x07"
HOSTILE: dict[str, tuple[Callable[[list[Any]], bytes], str]] = {
    "nothing": (lambda lines: b"", "no backup of the companion"),
    "a letter": (lambda lines: b"Dear grandmother,\n", "no backup of the companion"),
    "a database": (lambda lines: b"SQLite format 3\0" + bytes(5000), "no backup of the companion"),
    "too long": (lambda lines: b" " * (write.MAX_SIZE + 1), "too long"),
    "another list": (lambda lines: sealed([{"is": "shopping list"}]), "no backup of the companion"),
    "newer": (lambda lines: changed(lines, "backup", version=write.VERSION + 1), "newer version"),
    "newer tables": (lambda lines: changed(lines, "backup", schema=99), "newer version"),
    "cards of no round": (lambda lines: changed(lines, "game", lying=5), "no round that there is"),
    "version 0": (lambda lines: changed(lines, "backup", version=0), "Line 1"),
    "version true": (lambda lines: changed(lines, "backup", version=True), "Line 1"),
    "no time": (lambda lines: changed(lines, "backup", made="yesterday"), "Line 1"),
    "month 13": (lambda lines: changed(lines, "backup", made="2026-13-29T20:00:00+00:00"), "Line 1"),
    "two headers": (lambda lines: sealed([lines[0], *lines]), "says again"),
    "two settings": (lambda lines: sealed([*lines, lines[1]]), "says again"),
    "two tags": (lambda lines: sealed([*lines, lines[2]]), "says again"),
    "two books": (lambda lines: sealed([*lines, lines[3]]), "says again"),
    "two games of one number": (lambda lines: sealed([*lines, lines[-1] | {"digest": None}]), "says again"),
    "one game twice": (lambda lines: sealed([*lines, over(lines) | {"number": 77}]), "says again"),
    "no end": (lambda lines: sealed(lines).rsplit(b"\n", 2)[0] + b"\n", "end of the backup is missing"),
    "more after it": (lambda lines: sealed(lines) + b"{}\n", "after the end"),
    "a line less": (lambda lines: b"\n".join(sealed(lines).split(b"\n")[1:2] + sealed(lines).split(b"\n")[2:]), "no backup"),
    "a blank line": (lambda lines: sealed([*lines, b""]), "damaged"),
    "no UTF-8": (lambda lines: sealed([*lines, b'{"is":"\xff"}']), "UTF-8"),
    "nested": (lambda lines: sealed([*lines, b"[" * 100_000]), "damaged"),
    "nested in a known field": (lambda lines: sealed([*lines, b'{"is":"tags","tags":' + b"[" * 50_000 + b"]" * 50_000 + b"}"]), "damaged"),
    "a long line": (lambda lines: sealed([*lines, b" " * 2_000_001]), "too long"),
    "a key twice": (lambda lines: sealed([*lines, b'{"is":"names","names":[],"names":[],"aliases":[]}']), "given twice"),
    "not a number": (lambda lines: sealed([*lines, b'{"is":"end","lines":NaN,"sha256":""}']), "no JSON number"),
    "a huge number": (lambda lines: sealed([*lines, b'{"is":"end","lines":1' + b"0" * 2000 + b',"sha256":""}']), "too large"),
    "unknown kind": (lambda lines: sealed([*lines, {"is": "program", "run": "rm"}]), "damaged"),
    "unknown field": (lambda lines: changed(lines, "game", path="/etc/passwd"), "unknown field"),
    "unknown setting": (lambda lines: changed(lines, "settings", settings={"colour": "red"}), "unknown key 'colour'"),
    "unknown setting of a game": (lambda lines: changed(lines, "settings", settings={"vabanque": {"nots": True}}), "Did you mean 'notes'"),
    "wrong setting of a game": (lambda lines: changed(lines, "settings", settings={"vabanque": {"notes": "many"}}), "notes"),
    "wrong setting": (lambda lines: changed(lines, "settings", settings={"dim_after": 10**9}), "dim_after"),
    "newer settings": (lambda lines: changed(lines, "settings", settings={"version": 99}), "newer version"),
    "wrong tags": (lambda lines: changed(lines, "tags", tags={"format": "x"}), "no exported set"),
    "tags of a phone": (lambda lines: changed(lines, "tags", tags=[]), "no exported set"),
    "a name that steers": (lambda lines: changed(lines, "names", names=[["\x1b[2J", T]]), "a name or a time"),
    "a name turned round": (lambda lines: changed(lines, "names", names=[["\u202eada", T]]), "a name or a time"),
    "a name without end": (lambda lines: changed(lines, "names", names=[["a" * 21, T]]), "a name or a time"),
    "a name twice": (lambda lines: changed(lines, "names", names=[["Ada", T], ["Ada", T]]), "given twice"),
    "a time that is none": (lambda lines: changed(lines, "names", names=[["Ada", "now"]]), "a name or a time"),
    "a spelling of itself": (lambda lines: changed(lines, "names", aliases=[["Ada", "Ada", T]]), "another spelling of the other"),
    "spellings in a ring": (
        lambda lines: changed(lines, "names", aliases=[["A", "B", T], ["B", "C", T], ["C", "A", T], ["D", "A", T]]),
        "another spelling of the other",
    ),
    "number 0": (lambda lines: changed(lines, "game", number=0), "its number, rules or kind"),
    "a huge game": (lambda lines: changed(lines, "game", number=2**63 - 1), "its number, rules or kind"),
    "a game beyond": (lambda lines: changed(lines, "game", number=2**70), "damaged"),
    "a broken number": (lambda lines: changed(lines, "game", number=1.5), "damaged"),
    "other rules": (lambda lines: changed(lines, "game", rules="Poker 2"), "its number, rules or kind"),
    "another kind": (lambda lines: changed(lines, "game", kind="won"), "its number, rules or kind"),
    "started never": (lambda lines: changed(lines, "game", started="never"), "a time in it"),
    "ended without a zone": (lambda lines: changed(lines, "game", ended="2026-11-29T20:00:00"), "a time in it"),
    "deleted at 25": (lambda lines: changed(lines, "game", deleted="2026-11-29T25:00:00+00:00"), "a time in it"),
    "a date": (lambda lines: changed(lines, "game", date="29.11.2026"), "its date, place or digest"),
    "a day that no month has": (lambda lines: changed(lines, "game", date="2026-02-30"), "its date, place or digest"),
    "a place": (lambda lines: changed(lines, "game", place="a\nb"), "its date, place or digest"),
    "a digest": (lambda lines: changed(lines, "game", digest="'; DROP TABLE games; --"), "its date, place or digest"),
    "deleted before its end": (lambda lines: sealed([line | {"deleted": T} if line is going(lines) else line for line in lines]), "its date"),
    "over too soon": (lambda lines: sealed([line | {"ended": T} if line is going(lines) else line for line in lines]), "said to be over"),
    "acts that do not fit": (lambda lines: changed(lines, "game", acts=over(lines)["acts"][1:]), "can't be played through"),
    "an unknown act": (lambda lines: changed(lines, "game", acts=[{"do": "win"}]), "damaged"),
    "an act too much": (lambda lines: changed(lines, "game", acts=[{"do": "undo", "twice": True}]), "unknown field"),
    "undone before it began": (lambda lines: changed(lines, "game", acts=[{"do": "undo"}]), "can't be played through"),
    "a huge table": (lambda lines: changed(lines, "game", acts=[*over(lines)["acts"], {"do": "token", "by": "red", "table": 10**30}]), "damaged"),
    "a player of a game elsewhere who steers": (lambda lines: unshelved(lines, players=[["red", STEERS], ["blue", "Bo"]]), "said to be over"),
    "a phase of it that steers": (lambda lines: unshelved(lines, phase="a\x9b31mb"), "said to be over"),
    "a colour of it twice": (lambda lines: unshelved(lines, players=[["red", "Ada"], ["red", "Bo"]]), "said to be over"),
    "nobody's score in it": (lambda lines: unshelved(lines, fortunes={"red": 1}), "said to be over"),
    "a winner who was not there": (lambda lines: unshelved(lines, winners=["green"]), "said to be over"),
    "a score of it beyond any": (lambda lines: unshelved(lines, fortunes={"red": 10**400, "blue": 2}), "said to be over"),
    "a seat of it that steers": (lambda lines: unshelved(lines, seats=[SEATED[0], SEATED[1] | {"name": STEERS}]), "said to be over"),
    "a favourite of it that steers": (lambda lines: unshelved(lines, seats=[SEATED[0] | {"tallies": {"f": {STEERS: [1]}}}]), "said to be over"),
    "a seat of it twice": (lambda lines: unshelved(lines, seats=[SEATED[0], SEATED[0]]), "said to be over"),
    "facts of it that are none": (lambda lines: unshelved(lines, seats=[5]), "said to be over"),
    "too many acts": (lambda lines: changed(lines, "game", acts=[{"do": "leave", "colour": "red"}] * 3_001), "too many moves"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_file_that_is_not_sound_is_refused_with_its_reason(lines: list[dict[str, Any]], name: str) -> None:
    make, said = HOSTILE[name]
    with pytest.raises(BackupError) as refused:
        read.decode(make(lines))
    assert said in str(refused.value)
    assert len(str(refused.value)) < 500
    assert "another" in str(refused.value) or "companion" in str(refused.value) or "at most" in str(refused.value)


def test_a_sound_file_made_by_hand_is_taken(lines: list[dict[str, Any]]) -> None:
    """So it was the change alone for which the others were refused."""
    games = sum(line["is"] == "game" for line in lines)
    assert len(read.decode(sealed(lines)).games) == games
    assert len(read.decode(unshelved(lines)).games) == games + 1


def test_every_cut_and_every_changed_byte_is_noticed(lines: list[dict[str, Any]]) -> None:
    few = [line for line in lines if line["is"] != "game"] + [going(lines)]
    content = sealed(few)
    assert read.decode(content)
    for end in range(0, len(content) - 1, 7):
        with pytest.raises(BackupError):
            read.decode(content[:end])
    for place in range(0, len(content), 5):
        with pytest.raises(BackupError):
            read.decode(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, said in ((tmp_path / "pipe", "no file"), (tmp_path, "can't be read|no file"), (tmp_path / "none", "can't be read")):
        with pytest.raises(BackupError, match=said):
            vault.read(path)
    with pytest.raises(BackupError, match="no file"):
        vault.read(Path("/dev/zero"))
    large = tmp_path / "large"
    large.touch()
    os.truncate(large, 10**12)
    with pytest.raises(BackupError, match="too long"):
        vault.read(large)


# --- all or nothing ---------------------------------------------------------------------------------------------


class PowerCut(BaseException):
    """The power goes."""


STEPS = {
    "the old data's backup": "companion.table.backup.folder.write",
    "the settings": "companion.settings_file.save",
    "the games": "companion.table.journal.store._insert",
    "the copies": "companion.table.journal.copies.discard",
    "the keys": "companion.table.journal.store.Journal._destroy_keys",
    "the new copy": "companion.table.journal.store.Journal.copy",
}


@pytest.mark.parametrize("step", STEPS)
def test_a_power_cut_while_restoring_leaves_the_old_games_or_the_new_ones(
    journal: Journal, other: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    old, new = told(other), told(journal)
    wanted = read.decode(packed(journal, stays=True))
    left = tmp_path / "left"

    def cut(*_: object, **__: object) -> None:
        # What is on the disk at this moment is what the next start finds.
        shutil.copytree(other.folder, left)
        raise PowerCut

    monkeypatch.setattr(STEPS[step], cut)
    with pytest.raises(PowerCut):
        vault.restore(other, wanted)
    monkeypatch.undo()
    after = Journal(left)
    assert after.warnings == []
    assert told(after) == (new if step in ("the keys", "the new copy") else old)
    after.close()


def test_the_settings_of_each_game_come_back_also_of_one_whose_package_is_gone(journal: Journal, other: Journal) -> None:
    ours = Settings(calm=True, games={"vabanque": {"notes": False}, "tarot": {"trumps": 22}})
    content = write.encode(journal, ours).content
    assert b'"vabanque":{"notes":false},"tarot":{"trumps":22}' in content
    vault.restore(other, read.decode(content))
    assert settings_file.load(other.folder / settings_file.FILE, SHELF) == ours


def test_settings_of_a_backup_of_version_1_go_into_the_games_table(journal: Journal) -> None:
    old = {"version": 1, "calm": True, "notes": False, "own_cards": True, "cards_read": "laid", "backs_show_owners": False}
    wanted = read.decode(changed([json.loads(line) for line in packed(journal).splitlines()][:-1], "settings", settings=old))
    assert wanted.settings is not None
    assert wanted.settings.of(SHELF["vabanque"]) == VabanqueSettings(notes=False)
    assert wanted.settings.calm


def test_a_full_disk_while_restoring_changes_nothing(journal: Journal, other: Journal) -> None:
    settings_file.save(Settings(language="fr"), other.folder / settings_file.FILE)
    old = told(other)
    pages = other._db.execute("PRAGMA page_count").fetchone()[0]
    other._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(JournalError, match="Free some space"):
        vault.restore(other, read.decode(packed(journal)))
    assert told(other) == old
    assert settings_file.load(other.folder / settings_file.FILE) == Settings(language="fr")
    other._db.execute("PRAGMA max_page_count = 1000000")
    vault.restore(other, read.decode(packed(journal)))


@pytest.mark.parametrize("step", ["companion.settings_file.replace", "companion.table.deposit.replace"])
@pytest.mark.parametrize(
    ("number", "said"), [(28, "the disk is full.*Free some space"), (5, "the disk does not answer"), (30, "the disk is read-only")]
)
def test_a_disk_that_takes_no_file_is_told(
    journal: Journal, other: Journal, monkeypatch: pytest.MonkeyPatch, step: str, number: int, said: str
) -> None:
    old = told(other)
    wanted = read.decode(packed(journal))

    def refusing(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(step, refusing)
    with pytest.raises(BackupError, match=said) as refused:
        vault.restore(other, wanted)
    assert ("Free some space" in str(refused.value)) is (number == 28)
    assert told(other) == old


# --- at the table -----------------------------------------------------------------------------------------------


def test_the_table_goes_home_with_what_was_restored(journal: Journal, evening: Evening) -> None:
    evening.sit_down()
    evening.tokens()
    evening.journal.forget_tags([UIDS["red cheat"]], "vabanque")
    vault.write(journal, SETTINGS, evening.folder / "stick.jsonl", stays=True)
    restored = evening.session.replace(vault.read(evening.folder / "stick.jsonl"))
    assert restored.settings == SETTINGS
    assert evening.view_is_home()
    assert [entry.game for entry in evening.shown.games] == [entry.game for entry in history.in_progress(journal)]
    assert evening.shown.tags == len(UIDS)
    assert "Léa" in evening.shown.names
    evening.post(commands.NewGame())
    evening.tap("red colour")
    assert evening.view.players[0].colour is Colour.RED
    evening.do(Join(Colour.BLUE, "Ada"))
    evening.restart()
    assert len(evening.shown.games) == len(history.in_progress(journal)) + 1
