"""`companion tags`: lists, learning and checking in the terminal, the set as a file, letting go and moving."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import assemble
from companion.cli import main
from companion.devices.simulated import SimulatedReader
from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import PlaceCard
from companion.games.vabanque.rules.pieces import PIECES
from companion.table.commands import GoHome
from companion.table.journal.lock import Lock
from companion.table.journal.store import Journal
from companion.table.session.session import Session
from companion.table.tags import tagset
from tests.devices.picos import PATIENCE
from tests.games.test_commands import companion
from tests.table.evening import UIDS, Evening
from tests.terminal import Ran, run

KINDS = ("raise", "bluff", "cheat")
WHOLE = {uid: code for code, uid in UIDS.items()}
SPARE = bytes.fromhex("04112233445566")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with a whole set."""
    folder = tmp_path / "data"
    bind(folder, WHOLE)
    return folder


@pytest.fixture
def tags(data: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Runs `companion tags ...` with that folder."""
    return lambda *words, typed="": run(capsys, "tags", *words, "--data", str(data), typed=typed)


def bind(folder: Path, bound: dict[bytes, str]) -> None:
    journal = Journal(folder)
    journal.bind_tags(bound, "vabanque", forget=journal.tags("vabanque"))
    journal.close()


def bound(folder: Path) -> dict[bytes, str]:
    journal = Journal(folder)
    found = journal.tags("vabanque")
    journal.close()
    return found


def no_uid(text: str) -> bool:
    """Whether no tag's number is in it, however it is written."""
    squeezed = text.upper().replace(":", "").replace(" ", "")
    return not any(uid.hex().upper() in squeezed for uid in (*WHOLE, SPARE))


# --- as typed in a terminal -------------------------------------------------------------------------------------


def test_from_an_empty_box_to_a_set_on_another_machine(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    assert companion("tags", "export", "set.json", "--data", "one", folder=tmp_path).stderr.startswith("No piece has a tag yet.")
    bind(tmp_path / "one", WHOLE)
    wrote = companion("tags", "export", "set.json", "--data", "one", folder=tmp_path)
    assert (wrote.returncode, wrote.stdout) == (0, "Wrote 36 tags of 36 pieces to set.json.\n")
    assert (tmp_path / "set.json").stat().st_mode & 0o077 == 0
    took = companion("tags", "import", "set.json", "--data", "two", folder=tmp_path)
    assert (took.returncode, took.stdout) == (0, "36 tags of 36 pieces are registered.\n")
    assert bound(tmp_path / "two") == WHOLE
    listed = companion("tags", "--data", "two", folder=tmp_path)
    assert "red cheat      1 tag\n" in listed.stdout
    assert no_uid(listed.stdout + wrote.stdout + took.stdout)


def test_usage_names_the_command_and_nothing_else(tmp_path: Path) -> None:
    ran = companion("tags", "move", folder=tmp_path)
    assert ran.returncode == 2
    assert "Usage: companion tags move" in ran.stderr
    assert "python" not in ran.stderr


def test_a_pipe_carries_a_set(tmp_path: Path) -> None:
    bind(tmp_path / "one", WHOLE)
    wrote = companion("tags", "export", "-", "--data", "one", folder=tmp_path)
    assert tagset.decode(wrote.stdout.encode()).bound == WHOLE
    command = [sys.executable, "-m", "companion", "tags", "import", "-", "--data", str(tmp_path / "two")]
    took = subprocess.run(command, input=wrote.stdout, text=True, capture_output=True, check=False, timeout=120)
    assert (took.returncode, bound(tmp_path / "two")) == (0, WHOLE)


# --- list, forget, move -----------------------------------------------------------------------------------------


def test_the_list_counts_the_tags_of_every_piece(tags: Callable[..., Ran], data: Path) -> None:
    bind(data, {uid: code for uid, code in WHOLE.items() if code != "tile 3"} | {SPARE: "tile 1"})
    lines = tags().out.splitlines()
    assert [line.split("  ")[0] for line in lines[:-1]] == list(PIECES)
    assert lines[0].split() == ["tile", "1", "2", "tags"]
    assert lines[2].split() == ["tile", "3", "-"]
    assert lines[-1] == "1 of 36 pieces have none: `companion tags learn`."


def test_tags_of_another_make_are_named_by_their_pieces(tags: Callable[..., Ran], data: Path) -> None:
    assert "another make" not in tags().out
    foreign = {UIDS["tile 2"]: bytes.fromhex("0a0b0c0d"), UIDS["blue bluff"]: bytes.fromhex("1d112233445566")}
    bind(data, {foreign.get(uid, uid): code for uid, code in WHOLE.items()})
    assert "These tags are of another type than the rest and may read differently: tile 2, blue bluff." in tags().out.splitlines()


def test_forgetting_takes_all_tags_of_one_piece(tags: Callable[..., Ran], data: Path) -> None:
    bind(data, WHOLE | {SPARE: "red colour"})
    assert tags("forget", "red", "colour").out == "red colour has no tag any more.\n"
    assert bound(data) == {uid: code for uid, code in WHOLE.items() if code != "red colour"}
    assert tags("forget", "Red-Colour").out == "red colour had no tag.\n"
    wrong = tags("forget", "red", "color")
    assert (wrong.status, wrong.err) == (2, "There is no piece 'red color'. Did you mean 'red colour'?\n")


def test_tags_move_to_another_piece_or_are_swapped(tags: Callable[..., Ran], data: Path) -> None:
    met = tags("move", "tile-1", "tile 2")
    assert (met.status, "--swap" in met.err, bound(data)) == (2, True, WHOLE)
    assert tags("move", "tile-1", "tile-2", "--swap").status == 0
    assert bound(data) == WHOLE | {UIDS["tile 1"]: "tile 2", UIDS["tile 2"]: "tile 1"}
    tags("forget", "tile-3")
    assert tags("move", "tile-4", "tile-3").out == "tile 3 has the tags that tile 4 had.\n"
    assert bound(data)[UIDS["tile 4"]] == "tile 3"
    assert tags("move", "tile-4", "tile-5").err == "tile 4 has no tag to move.\n"


# --- the set as a file ------------------------------------------------------------------------------------------


def test_an_export_never_overwrites_unasked(tags: Callable[..., Ran], tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("precious")
    refused = tags("export", str(file))
    assert (refused.status, file.read_text()) == (2, "precious")
    assert "--replace" in refused.err
    assert tags("export", str(file), "--replace").status == 0
    assert tagset.decode(file.read_bytes()).bound == WHOLE
    assert tags("export", str(tmp_path / "no" / "folder")).status == 2


def test_an_import_is_all_or_nothing_and_replaces_only_when_asked(tags: Callable[..., Ran], data: Path, tmp_path: Path) -> None:
    file = tmp_path / "set.json"
    other = {uid: code for uid, code in WHOLE.items() if code not in ("tile 1", "red cheat")} | {SPARE: "tile 1", UIDS["red cheat"]: "red raise"}
    file.write_text(tagset.encode(tagset.TagSet("vabanque", other)))
    refused = tags("import", str(file))
    assert (refused.status, bound(data)) == (2, WHOLE)
    assert refused.err.startswith("2 registered tags would be lost or moved, of: tile 1, red cheat.")
    assert no_uid(refused.err)
    assert tags("import", str(file), "--replace").status == 0
    assert bound(data) == other
    assert tags("import", str(file)).out == "This set is here already. Nothing has changed.\n"
    # What only adds asks for nothing.
    file.write_text(tagset.encode(tagset.TagSet("vabanque", other | {bytes.fromhex("04998877665544"): "red cheat"})))
    assert tags("import", str(file)).status == 0
    assert len(bound(data)) == 37


def test_a_set_without_tags_takes_nothing_away(tags: Callable[..., Ran], data: Path, tmp_path: Path) -> None:
    file = tmp_path / "set.json"
    file.write_text(tagset.encode(tagset.TagSet("vabanque", {})))
    ran = tags("import", str(file), "--replace")
    assert (ran.status, ran.err, bound(data)) == (2, "There is no tag in the file. Nothing has changed.\n", WHOLE)


def test_a_wrong_file_changes_nothing(tags: Callable[..., Ran], data: Path, tmp_path: Path) -> None:
    file = tmp_path / "set.json"
    file.write_text(tagset.encode(tagset.TagSet("vabanque", WHOLE)).replace("tile 12", "tile 1", 1))
    for words in (("import", str(file), "--replace"), ("import", str(tmp_path), "--replace"), ("import", "/dev/zero", "--replace")):
        ran = tags(*words)
        assert (ran.status, ran.out, ran.err.count("\n"), bound(data)) == (2, "", 1, WHOLE)


# --- what must not be done now ----------------------------------------------------------------------------------

CHANGES = [("forget", "tile-1"), ("move", "tile-1", "tile-2", "--swap"), ("import", "SET", "--replace"), ("learn",)]


@pytest.fixture
def exported(tmp_path: Path) -> str:
    file = tmp_path / "set.json"
    file.write_text(tagset.encode(tagset.TagSet("vabanque", {SPARE: "tile 1"})))
    return str(file)


@pytest.mark.parametrize("words", CHANGES)
def test_while_the_companion_runs_nothing_is_changed_behind_its_back(
    tags: Callable[..., Ran], data: Path, exported: str, words: tuple[str, ...]
) -> None:
    lock = Lock(data)
    ran = tags(*(exported if word == "SET" else word for word in words))
    lock.release()
    assert (ran.status, bound(data)) == (2, WHOLE)
    assert "running already" in ran.err


@pytest.mark.parametrize("words", [*CHANGES, ("export", "-")])
def test_while_cards_lie_face_down_tags_are_neither_changed_nor_told(
    tags: Callable[..., Ran], data: Path, exported: str, words: tuple[str, ...]
) -> None:
    evening = Evening(data)
    evening.sit_down()
    evening.tokens()
    evening.do(PlaceCard(Colour.RED, KINDS[2], 1))  # type: ignore[arg-type]
    evening.post(GoHome())
    evening.journal.close()
    ran = tags(*(exported if word == "SET" else word for word in words))
    assert (ran.status, bound(data)) == (2, WHOLE)
    assert "face down" in ran.err
    assert no_uid(ran.out)
    assert not any(kind in ran.out + ran.err for kind in KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_while_cards_lie_nobody_learns_which_card_of_a_player_got_another_tag(tags: Callable[..., Ran], data: Path, kind: str) -> None:
    """Its owner says it in secret. The new one is of another make, too."""
    evening = Evening(data)
    evening.journal.bind_tags({bytes.fromhex("0a0b0c0d"): f"red {kind}"}, "vabanque")
    evening.sit_down()
    evening.tokens()
    evening.do(PlaceCard(Colour.RED, KINDS[2], 1))  # type: ignore[arg-type]
    evening.journal.close()
    lines = tags().out.splitlines()
    assert [line.split("  ")[0] for line in lines if "cards" in line][:2] == ["cards of blue", "cards of red"]
    assert [line.split() for line in lines if line.startswith("cards of red")] == [["cards", "of", "red", "4", "tags"]]
    assert lines[-1] == "Cards may lie face down, so a player's cards are counted together."
    assert not any(each in " ".join(lines) for each in KINDS)


def test_a_refusal_is_told_however_early_the_input_ends(tags: Callable[..., Ran], data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(data)
    evening.sit_down()
    evening.tokens()
    evening.journal.close()
    handle = Session.handle

    def slowly(session: Session, *thing: Any) -> None:
        time.sleep(0.3)
        handle(session, *thing)

    monkeypatch.setattr(Session, "handle", slowly)
    ran = tags("learn")
    assert ran.status == 2
    assert "face down" in ran.err


# --- in the terminal, at a reader -------------------------------------------------------------------------------


class Hands:
    """A reader in the place of the real ones, and somebody who holds pieces to it, each as soon as it is asked for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, data: Path) -> None:
        self.reader = SimulatedReader("wand")
        self.data = data
        monkeypatch.setattr(assemble, "real_devices", lambda settings, pi: [self.reader])
        self.lines: list[str] = []
        monkeypatch.setattr("companion.cli.teaching.NO_READER", PATIENCE)
        self.typing = _Typing()
        monkeypatch.setattr(sys, "stdin", self.typing)
        monkeypatch.setattr("builtins.print", self._print)
        self.on_line: Callable[[str], None] = lambda line: None

    def _print(self, *words: object, **_: object) -> None:
        self.lines.append(" ".join(str(word) for word in words))
        self.on_line(self.lines[-1])

    def hold(self, uid: bytes) -> None:
        self.reader.lay(uid)
        self.reader.lift()

    def run(self, *words: str, on_line: Callable[[str], None]) -> list[str]:
        self.lines.clear()
        self.on_line = on_line
        with pytest.raises(SystemExit) as ended:
            main.main(["tags", *words, "--data", str(self.data)])
        assert not ended.value.code
        return list(self.lines)


class _Typing:
    """Standard input of somebody who types now and then."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._there = threading.Condition()
        self.gone = False

    def type(self, line: str) -> None:
        with self._there:
            self._lines.append(line + "\n")
            self._there.notify()

    def __iter__(self) -> _Typing:
        return self

    def __next__(self) -> str:
        with self._there:
            self._there.wait_for(lambda: self._lines or self.gone)
            if self.gone:
                raise StopIteration
            return self._lines.pop(0)

    def leave(self) -> None:
        """Nobody types any more."""
        with self._there:
            self.gone = True
            self._there.notify()


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Hands]:
    found = Hands(monkeypatch, tmp_path / "data")
    yield found
    found.typing.leave()


def asked(line: str) -> str | None:
    """The piece that a line asks for."""
    return line.partition("?")[0] if "?   (" in line else None


def test_a_box_is_learned_in_two_goes(hands: Hands) -> None:
    def half(line: str) -> None:
        piece = asked(line)
        if piece == "red colour":
            hands.typing.type("q")
        elif piece is not None:
            hands.hold(UIDS[piece])

    first = hands.run("learn", on_line=half)
    assert [line.partition(" ")[0] for line in first[:3]] == ["The", "Scan", "tile"]
    assert set(bound(hands.data).values()) == set(list(PIECES)[: list(PIECES).index("red colour")])

    def rest(line: str) -> None:
        if (piece := asked(line)) is not None:
            hands.hold(UIDS[piece])

    second = hands.run("learn", on_line=rest)
    assert next(line for line in second if "?" in line).startswith("red colour?   (16 of 36")
    assert second[-1].startswith("All 36 pieces have a tag.")
    assert bound(hands.data) == WHOLE
    assert no_uid("\n".join(first + second))


def test_what_is_refused_is_told_and_moves_when_asked(hands: Hands) -> None:
    bind(hands.data, {SPARE: "tile 9"})
    told: list[str] = []

    def act(line: str) -> None:
        told.append(line)
        if asked(line) == "tile 1":
            hands.hold(b"\x08\x01\x02\x03")
        elif "phone or bank card" in line:
            hands.hold(SPARE)
        elif "this tag is tile 9's" in line:
            hands.typing.type("M")
        elif asked(line) == "tile 2":
            hands.typing.type("")
        elif asked(line) == "tile 3":
            hands.hold(UIDS["tile 3"])
        elif asked(line) == "tile 4":
            hands.typing.type("q")

    lines = hands.run("learn", on_line=act)
    assert "  tile 1: registered." in lines
    assert bound(hands.data) == {SPARE: "tile 1", UIDS["tile 3"]: "tile 3"}


def test_a_piece_gets_a_second_tag_when_it_is_named(hands: Hands) -> None:
    bind(hands.data, WHOLE)
    lines = hands.run("learn", "tile", "5", on_line=lambda line: hands.hold(SPARE) if asked(line) else None)
    assert "  tile 5: registered." in lines
    assert bound(hands.data) == WHOLE | {SPARE: "tile 5"}


def test_the_check_names_tables_and_no_card(hands: Hands) -> None:
    bind(hands.data, WHOLE)
    # Each once: what is held to the reader again at once is taken for the same gesture.
    left = list(dict.fromkeys(UIDS[f"red {code}" if code in KINDS else code] for code in [*KINDS, *PIECES]))

    def act(line: str) -> None:
        if left and ("known:" in line or "simulated" in line):
            hands.hold(left.pop(0))

    lines = hands.run("check", on_line=act)
    assert "  known: a card   (3 of 36)" in lines
    assert "  known: tile 7   (10 of 36)" in lines
    assert lines[-1] == "All 36 pieces can be read."
    assert not any(kind in line for line in lines for kind in (*KINDS, *Colour))


def test_what_lies_on_the_reader_when_the_learning_begins_is_not_bound(hands: Hands) -> None:
    hands.reader.lay(SPARE)

    def act(line: str) -> None:
        if "it lay there before" in line:
            hands.reader.lift()
            hands.hold(SPARE)
        elif asked(line) == "tile 2":
            hands.typing.type("q")

    lines = hands.run("learn", on_line=act)
    assert lines.index("  tile 1: registered.") > next(at for at, line in enumerate(lines) if "it lay there before" in line)
    assert bound(hands.data) == {SPARE: "tile 1"}


def test_a_check_that_is_stopped_names_the_tables_and_counts_the_cards_that_were_not_held_there(hands: Hands) -> None:
    bind(hands.data, WHOLE)
    left = [UIDS[code] for code in PIECES if code not in ("tile 3", "tile 12", "red colour", "red cheat", "blue bluff")]

    def act(line: str) -> None:
        if "known:" in line or "simulated" in line:
            if left:
                hands.hold(left.pop(0))
            else:
                hands.typing.type("q")

    lines = hands.run("check", on_line=act)
    assert lines[-1] == "Not scanned yet: tile 3, tile 12, 1 card of blue, 2 cards of red."
    assert not any(kind in line for line in lines for kind in KINDS)


def test_while_cards_lie_a_check_tells_of_nobody_which_cards_were_held_there(hands: Hands) -> None:
    evening = Evening(hands.data)
    evening.sit_down()
    evening.tokens()
    evening.do(PlaceCard(Colour.RED, KINDS[2], 1))  # type: ignore[arg-type]
    evening.post(GoHome())
    evening.journal.close()
    left = [UIDS["red cheat"], UIDS["tile 7"]]

    def act(line: str) -> None:
        if "known:" in line or "simulated" in line:
            if left:
                hands.hold(left.pop(0))
            else:
                hands.typing.type("q")

    lines = hands.run("check", on_line=act)
    assert lines[-2:] == ["  known: a card   (1 of 36)", "  known: tile 7   (2 of 36)"]
    assert not any(word in line for line in lines for word in (*KINDS, *Colour))


def test_without_a_reader_it_says_so(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assemble, "real_devices", lambda settings, pi: [])
    monkeypatch.setattr("companion.cli.teaching.NO_READER", 0.0)
    lines = hands.run("learn", on_line=lambda line: hands.typing.type("q") if "No reader" in line else None)
    assert any("companion doctor" in line for line in lines)
