"""No kind of a face-down card stands on disk in clear, ever; with the key of its round it is gone from everywhere, or the table is told."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from companion.games.kit.colours import Colour
from companion.games.vabanque import GAME as VABANQUE
from companion.games.vabanque import rules
from companion.games.vabanque.record import record
from companion.games.vabanque.rules.moves import KINDS, Character, Confirm, PlaceCard, RevealCard, Seated
from companion.games.vabanque.rules.view import Phase
from companion.games.vabanque.table.commands import AmendPart
from companion.table import commands
from companion.table.backup import folder as vault
from companion.table.commands import Amend, Discard, GoHome, OpenGame, ProposeAmend, Redo, Undo
from companion.table.evenings import history
from companion.table.journal import copies, seals
from companion.table.journal.acts import Act, Redone, Undone
from companion.table.journal.damage import Damage
from companion.table.journal.keys import FOLDER, Keys
from companion.table.journal.opening import FILE
from companion.table.journal.store import Journal
from companion.table.session.timeline import Timeline
from companion.table.snapshot import Answer
from tests.table.corrections import CorrectedEvening
from tests.table.evening import Evening
from tests.table.on_disk import kinds_on_disk
from tests.table.past_games import RECORDS

THREE = (Colour.BLUE, Colour.RED, Colour.GREEN)


def keys(folder: Path) -> list[str]:
    return sorted(file.name for file in (folder / FOLDER).iterdir()) if (folder / FOLDER).exists() else []


def known(evening: Evening) -> list[Character]:
    """The kinds of the cards that stand, as the journal has them on disk."""
    assert evening.shown.game is not None
    moves = Timeline(VABANQUE, evening.journal.acts(evening.shown.game)).moves
    return [move.character for move in moves if isinstance(move, PlaceCard)]


def at_the_cards(evening: Evening, players: tuple[Colour, ...] = THREE) -> int:
    game = evening.sit_down(players=players)
    evening.tokens()
    return game


def lay(evening: Evening, kind: str, table: int = 2) -> None:
    evening.tap(f"{evening.view.to_act} {kind}")
    evening.touch(table)
    assert evening.answer is None


# --- never in clear ---------------------------------------------------------------------------------------------


def test_no_kind_stands_on_disk_in_clear_before_everybody_has_seen_it(evening: Evening) -> None:
    """With everything that may happen while cards lie: undo and redo, corrections, a copy, a restart, another game beside it."""
    game = at_the_cards(evening)
    for kind in ("cheat", "raise", "bluff"):
        for _ in THREE:
            lay(evening, kind)
            assert kinds_on_disk(evening.folder) == 0
        evening.post(Undo())
        evening.post(Redo())
        place = next(n for n, move in enumerate(evening.session.timeline.moves) if isinstance(move, PlaceCard))
        evening.post(ProposeAmend(place))
        evening.touch(4)
        evening.post(Amend())
        evening.journal.copy()
        assert kinds_on_disk(evening.folder) == 0
        evening.restart()
        evening.post(OpenGame(game))
        assert kinds_on_disk(evening.folder) == 0
    assert len(keys(evening.folder)) == 1
    evening.pawns()
    assert known(evening) == [Character.CHEAT] * 3 + [Character.RAISE] * 3 + [Character.BLUFF] * 3
    evening.do(Confirm())
    assert kinds_on_disk(evening.folder) == 0


def test_a_card_is_written_out_in_the_transaction_in_which_it_is_turned_over(evening: Evening) -> None:
    at_the_cards(evening)
    for table in (1, 2, 3):
        for _ in THREE:
            lay(evening, KINDS[table - 1], table)
    evening.pawns()
    # Pawns stand at 1, 3 and 5.
    evening.do(Confirm())
    with sqlite3.connect(evening.folder / FILE) as db:
        rows = db.execute("SELECT act, seal FROM acts WHERE act LIKE '%\"card\"%' ORDER BY number").fetchall()
    db.close()
    assert [seal is None for _, seal in rows] == [True] * 3 + [False] * 3 + [True] * 3
    assert ['"hidden"' in act for act, _ in rows] == [False] * 3 + [True] * 3 + [False] * 3
    # So the game can be followed without its key, and undone, too.
    view = evening.view
    evening.journal.close()
    shutil.rmtree(evening.folder / FOLDER)
    evening.restart()
    evening.post(OpenGame(1))
    assert evening.view == view


def test_everything_that_is_written_of_a_card_has_one_size_whatever_it_is(tmp_path: Path) -> None:
    sizes = set()
    for kind in ("raise", "bluff", "cheat", None):
        evening = Evening(tmp_path / str(kind))
        at_the_cards(evening)
        if kind is None:
            evening.do(PlaceCard(Colour.RED, Character.HIDDEN, 2))
        else:
            lay(evening, kind)
        place = len(evening.session.timeline.moves) - 1
        evening.post(ProposeAmend(place))
        evening.post(AmendPart(character=Character(kind or "hidden")))
        evening.touch(5)
        evening.post(Amend())
        evening.journal.copy()
        sizes.add(tuple(evening.journal._db.execute("SELECT number, length(act), length(seal) FROM acts ORDER BY number").fetchall()))
        evening.journal.close()
        sizes.add(tuple((path.name, path.stat().st_size) for path in sorted(evening.folder.rglob("*.db*"))))
    assert len(sizes) == 2


def test_a_key_is_in_no_file_but_its_own(evening: Evening, tmp_path: Path) -> None:
    game = at_the_cards(evening)
    lay(evening, "cheat")
    evening.journal.copy()
    vault.write(evening.journal, None, evening.folder)
    (evening.folder / "game.jsonl").write_text(history.export(evening.journal, game))
    (name,) = keys(evening.folder)
    key = (evening.folder / FOLDER / name).read_bytes()[:32]
    holding = [path for path in evening.folder.rglob("*") if path.is_file() and any(form in path.read_bytes() for form in (key, key.hex().encode()))]
    assert holding == [evening.folder / FOLDER / name]
    # Nor does a backup of a game that goes on hold the seal.
    (backup,) = evening.folder.glob("vabanque-backup-*")
    assert b'"cheat"' not in backup.read_bytes()
    assert b'"seal"' not in backup.read_bytes()


def test_a_game_that_is_imported_in_mid_round_is_sealed(tmp_path: Path) -> None:
    lines = next(path for path in RECORDS if path.stem == "4-players-1").read_bytes().splitlines(keepends=True)
    second = [n for n, line in enumerate(lines) if b'"card"' in line][12 + 4]
    played = record.replay(lines[: second + 1])
    journal = Journal(tmp_path)
    game, _ = history.add(journal, VABANQUE, played)
    kept = Timeline(VABANQUE, journal.acts(game)).moves
    # Those of the second round are there; of the first what was turned over.
    assert [move for move in kept if isinstance(move, PlaceCard)][12:] == [move for move in played.moves if isinstance(move, PlaceCard)][12:]
    seen = [move for move in kept if isinstance(move, PlaceCard)][:12]
    assert kinds_on_disk(tmp_path) == sum(move.character is not Character.HIDDEN for move in seen)
    assert rules.view(Timeline(VABANQUE, kept).position) == rules.view(played.position)
    assert len(keys(tmp_path)) == 1
    journal.close()


# --- gone for good ----------------------------------------------------------------------------------------------


def test_what_nobody_saw_is_gone_when_the_first_card_of_the_next_round_is_laid(evening: Evening) -> None:
    game = at_the_cards(evening)
    evening.cards(table=2)
    evening.pawns()
    evening.do(Confirm())
    evening.pay()
    evening.do(Seated())
    evening.tokens()
    (first,) = keys(evening.folder)
    assert Character.HIDDEN not in known(evening)
    lay(evening, "cheat")
    assert keys(evening.folder) != [first]
    assert len(keys(evening.folder)) == 1
    assert known(evening) == [Character.HIDDEN] * 9 + [Character.CHEAT]
    # Nor does the memory know them, whatever is undone.
    for _ in evening.until(lambda: evening.view.round == 1 and evening.view.phase is Phase.PAWNS):
        evening.post(Undo(sure=True))
        for colour in THREE:
            assert {card.character for card in rules.own_cards(evening.position(), colour)} <= {Character.HIDDEN, Character.CHEAT}
    assert evening.view.to_act is not None
    # The pawns now go to where the cards lie: nobody knows them any more, so they are asked for.
    evening.post(Undo(sure=True))
    while evening.view.phase is Phase.PAWNS and evening.view.to_act is not Colour.RED:
        evening.post(Undo())
    evening.touch(dict(evening.view.reachable)[1])
    while evening.view.phase is Phase.PAWNS:
        evening.touch(dict(evening.view.reachable)[0])
    evening.do(Confirm())
    assert evening.view.phase is Phase.REVEAL
    assert sum(card.cards for card in evening.view.unrevealed) == 9
    for card in evening.view.unrevealed:
        for kind in KINDS:
            evening.do(RevealCard(card.owner, kind, card.table))
    assert evening.view.phase is Phase.PAYOUT
    view = evening.view
    evening.restart()
    evening.post(OpenGame(game))
    assert evening.view == view


def test_a_copy_of_before_knows_no_more_than_the_journal(evening: Evening, tmp_path: Path) -> None:
    at_the_cards(evening)
    evening.cards(table=2)
    evening.journal.copy()
    evening.pawns()
    evening.do(Confirm())
    evening.pay()
    evening.do(Seated())
    evening.tokens()
    lay(evening, "cheat")
    newest, of_round_one = copies.all_copies(evening.folder)[:2]
    old = tmp_path / "old"
    old.mkdir()
    copies.restore(of_round_one, old / FILE)
    shutil.copytree(evening.folder / FOLDER, old / FOLDER)
    journal = Journal(old)
    assert {act.character for act in journal.acts(1) if isinstance(act, PlaceCard)} == {Character.HIDDEN}
    journal.close()
    assert newest != of_round_one


@pytest.mark.parametrize("how", ["end", "discard", "replace"])
def test_the_last_key_goes_with_the_game(evening: Evening, how: str) -> None:
    game = at_the_cards(evening)
    for _ in range(3):
        evening.cards(table=2)
        evening.pawns()
        evening.do(Confirm())
        evening.pay()
        evening.do(Seated())
        evening.tokens()
    evening.cards(table=2)
    assert len(keys(evening.folder)) == 1
    if how == "end":
        evening.pawns()
        evening.do(Confirm())
        evening.pay()
        assert evening.view.phase is Phase.FINISHED
        assert set(known(evening)) == {Character.HIDDEN}
        assert _kinds(evening.session.timeline.branch.positions) == []
    elif how == "discard":
        evening.post(Discard(game))
    else:
        evening.journal.adopt([], {}, {}, {})
    assert keys(evening.folder) == []
    assert kinds_on_disk(evening.folder) == 0


def _kinds(positions: list[rules.Position]) -> list[PlaceCard]:
    cards = [card for position in positions if isinstance(position, rules.Game) for card in position.cards]
    return [PlaceCard(card.owner, card.character, card.table) for card in cards if card.character is not Character.HIDDEN]


def test_two_games_have_a_key_each(evening: Evening) -> None:
    one = at_the_cards(evening)
    lay(evening, "cheat")
    two = at_the_cards(evening)
    # By touch: while the others lie, no tag is read.
    assert evening.view.to_act is not None
    evening.do(PlaceCard(evening.view.to_act, Character.RAISE, 2))
    assert len(keys(evening.folder)) == 2
    evening.post(Discard(two))
    evening.post(OpenGame(one))
    assert known(evening) == [Character.CHEAT]


# --- it can't fail silently -------------------------------------------------------------------------------------


def test_a_key_that_can_not_be_erased_is_told_at_the_table_and_tried_again(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    game = at_the_cards(evening)
    evening.cards(table=2)
    evening.pawns()
    evening.do(Confirm())
    evening.pay()
    evening.do(Seated())
    evening.tokens()
    (first,) = keys(evening.folder)
    opened = os.open

    def broken(path: str | Path, flags: int, mode: int = 0o777) -> int:
        if Path(path).name == first and flags & os.O_WRONLY:
            raise OSError(5, "Input/output error")
        return opened(path, flags, mode)

    monkeypatch.setattr(os, "open", broken)
    evening.tap(f"{evening.view.to_act} cheat")
    evening.touch(2)
    # The card is laid, and the next round has a key of its own.
    assert evening.view.tables[1].face_down == 1
    assert evening.answer is Answer.KEY_LEFT
    assert len(keys(evening.folder)) == 2
    assert evening.shown.warnings[-1].damage is Damage.KEY_LEFT  # type: ignore[attr-defined]
    # The next start fails and says so, and the one after it erases it.
    evening.restart()
    evening.post(OpenGame(game))
    assert evening.answer is Answer.KEY_LEFT
    assert first in keys(evening.folder)
    assert known(evening) == [Character.HIDDEN] * 9 + [Character.CHEAT]
    monkeypatch.undo()
    evening.restart()
    evening.post(OpenGame(game))
    assert evening.answer is None
    assert evening.shown.warnings == ()
    assert first not in keys(evening.folder)


def test_a_key_that_was_left_is_erased_with_that_of_the_next_round(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    at_the_cards(evening)
    destroy = Keys.destroy

    def broken(keys: Keys, name: str) -> None:
        raise OSError(5, "Input/output error")

    for number in (1, 2):
        lay(evening, "cheat")
        evening.cards(table=2)
        evening.pawns()
        evening.do(Confirm())
        evening.pay()
        evening.do(Seated())
        evening.tokens()
        evening.tap(f"{evening.view.to_act} raise")
        monkeypatch.setattr(Keys, "destroy", broken if number == 1 else destroy)
        evening.touch(2)
        assert evening.answer is (Answer.KEY_LEFT if number == 1 else None)
        assert len(evening.shown.warnings) == len(keys(evening.folder)) - 1 == (1 if number == 1 else 0)
        evening.post(Undo())


@pytest.mark.parametrize("how", ["lost", "torn", "noughts"])
def test_a_game_whose_key_is_lost_goes_on_and_asks_for_what_lies(evening: Evening, how: str) -> None:
    game = at_the_cards(evening)
    for kind in ("cheat", "raise"):
        for _ in THREE:
            lay(evening, kind, 1)
    evening.journal.close()
    file = evening.folder / FOLDER / keys(evening.folder)[0]
    if how == "lost":
        file.unlink()
    else:
        file.write_bytes(file.read_bytes()[:11] if how == "torn" else bytes(40))
    evening.restart()
    evening.post(OpenGame(game))
    assert evening.answer is Answer.KEY_LOST
    assert evening.view.phase is Phase.CARDS
    # What is laid from now on is sealed with a new key.
    for _ in THREE:
        evening.tap(f"{evening.view.to_act} bluff")
        evening.touch(1)
    assert known(evening) == [Character.HIDDEN] * 6 + [Character.BLUFF] * 3
    evening.restart()
    evening.post(OpenGame(game))
    assert evening.answer is None
    evening.pawns()
    evening.do(Confirm())
    assert evening.view.phase is Phase.REVEAL
    assert sum(card.cards for card in evening.view.unrevealed) == 6


def test_without_room_for_a_key_no_card_is_laid(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    at_the_cards(evening)
    before = evening.view
    opened = os.open

    def full(path: str | Path, flags: int, mode: int = 0o777) -> int:
        if Path(path).parent.name == FOLDER and flags & os.O_CREAT:
            raise OSError(28, "No space left on device")
        return opened(path, flags, mode)

    with monkeypatch.context() as patched:
        patched.setattr(os, "open", full)
        evening.tap(f"{evening.view.to_act} cheat")
        evening.touch(2)
        assert (evening.answer, evening.view) == (Answer.NOT_WRITTEN, before)
        assert keys(evening.folder) == []
    lay(evening, "cheat")
    assert known(evening) == [Character.CHEAT]


def test_who_reads_in_another_program_does_not_keep_what_is_erased(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies, "PATIENCE_S", 0.0)
    at_the_cards(evening)
    evening.cards(table=2)
    evening.pawns()
    evening.do(Confirm())
    evening.pay()
    evening.do(Seated())
    evening.tokens()
    reader = sqlite3.connect(evening.folder / FILE, isolation_level=None)
    reader.execute("BEGIN")
    assert reader.execute("SELECT count(*) FROM acts WHERE seal IS NOT NULL").fetchone() == (9,)
    other = Journal(evening.folder)
    lay(evening, "cheat")
    # It sees the old rows still, and there is nothing any more to read them with.
    assert reader.execute("SELECT count(*) FROM acts WHERE seal IS NOT NULL").fetchone() == (9,)
    assert len(keys(evening.folder)) == 1
    assert [act.character for act in other.acts(1) if isinstance(act, PlaceCard)] == [Character.HIDDEN] * 9 + [Character.CHEAT]
    assert other.warnings == []
    other.close()
    reader.close()


# --- any game can be followed without its keys ------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_every_game_is_followed_the_same_without_what_nobody_saw(seed: int) -> None:
    """Random games with corrections, undone and made again, and other branches on the way; read at random acts."""
    followed_without(seed)


@pytest.mark.long
@pytest.mark.parametrize("block", range(10))
def test_many_games_are_followed_the_same_without_what_nobody_saw(block: int) -> None:
    for seed in range(100 + 50 * block, 150 + 50 * block):
        followed_without(seed)


def followed_without(seed: int) -> None:
    rng = random.Random(seed)
    acts = branching(CorrectedEvening(seed, often=0.06, between=0.05).acts, rng)
    for cut in (*sorted(rng.sample(range(1, len(acts)), 6)), len(acts)):
        whole = Timeline(VABANQUE, acts[:cut])
        left = [act if place in whole.seen else seals.lost(act, "vabanque") for place, act in enumerate(acts[:cut])]
        without = Timeline(VABANQUE, left)
        assert [rules.view(position) for position in without.branch.positions] == [rules.view(position) for position in whole.branch.positions]
        assert without.undone == [seals.lost(act, "vabanque") if act not in left else act for act in without.undone]


def branching(played: list[Act], rng: random.Random) -> list[Act]:
    """The same game; now and then some of it is taken back and made again, or something else is tried in between."""
    timeline, acts = Timeline(VABANQUE), list[Act]()

    def do(act: Act) -> None:
        timeline.follow(act)
        acts.append(act)

    for act in played:
        if isinstance(act, Undone | Redone):
            continue
        do(act)
        if rng.random() > 0.05:
            continue
        back = 0
        while back < rng.randint(1, 15) and timeline.last is not None:
            do(Undone())
            back += 1
        if rng.random() < 0.5:
            for _ in range(back):
                do(Redone())
            continue
        again, tried = list(reversed(timeline.undone)), 0
        for _ in range(rng.randint(1, 12)):
            if not (moves := list(rules.legal(timeline.position, kinds=True))):
                break
            do(rng.choice(moves))
            tried += 1
        for _ in range(tried):
            do(Undone())
        for each in again:
            do(each)
    return acts


def test_a_game_put_aside_keeps_its_key(evening: Evening) -> None:
    game = at_the_cards(evening)
    lay(evening, "cheat")
    evening.post(GoHome())
    evening.post(commands.NewGame())
    evening.post(GoHome())
    evening.restart()
    evening.post(OpenGame(game))
    assert known(evening) == [Character.CHEAT]
