"""A mistake of ours, or a disk that can't be read, at every door into the session: told at the table, written down, and the game goes on."""

from __future__ import annotations

import random
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion import assemble, logs
from companion.errors import CompanionError
from companion.games.kit.colours import Colour
from companion.games.vabanque import GAME as VABANQUE
from companion.games.vabanque.rules.moves import Character, Confirm, Join, PlaceCard
from companion.games.vabanque.rules.view import Phase
from companion.settings import Settings
from companion.table import commands
from companion.table.backup.worker import Keeper
from companion.table.evenings import history
from companion.table.events import Button, ButtonPressed, LinkUp, TagSeen
from companion.table.journal.damage import Damage
from companion.table.journal.store import Journal
from companion.table.session.worker import Mailbox
from companion.table.snapshot import Answer
from tests.devices.picos import PATIENCE
from tests.table.evening import UIDS, Evening

pytestmark = pytest.mark.mistakes

KINDS = (KeyError("cheat"), AssertionError(Character.CHEAT), RecursionError(), TypeError(PlaceCard(Colour.RED, Character.CHEAT, 3)))

BEFORE = "companion.table.session.timeline.Timeline.tried"
AFTER, SHOWN = "companion.table.session.playing.Playing.look", "companion.table.session.playing.Playing.undo_step"
"""Where a mistake is made: before anything is written, after the act is on disk, and when it is about to be shown."""


def broken(error: BaseException, times: int | None = None) -> Callable[..., Any]:
    """Raises the error, so many times or always."""
    left = [times if times is not None else 1_000_000]

    def fail(*arguments: Any, **words: Any) -> Any:
        if left[0] > 0:
            left[0] -= 1
            raise error
        return fail.before(*arguments, **words)  # type: ignore[attr-defined]

    return fail


def breaks(patch: pytest.MonkeyPatch, name: str, error: BaseException, times: int | None = None) -> None:
    fail = broken(error, times)
    fail.before = _resolved(name)  # type: ignore[attr-defined]
    patch.setattr(name, fail)


def _resolved(name: str) -> Any:
    import importlib

    parts = name.split(".")
    for n in range(len(parts), 0, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:n]))
        except ModuleNotFoundError:
            continue
        for part in parts[n:]:
            found = getattr(found, part)
        return found
    raise AssertionError(name)


def stands(evening: Evening) -> tuple[Any, ...]:
    """Where the game stands: on the screen, in the memory, on the disk."""
    game = evening.shown.game
    assert game is not None
    return evening.view, evening.position(), evening.journal.acts(game), evening.journal.game(game)


def told_and_unchanged(evening: Evening, before: tuple[Any, ...], answer: Answer = Answer.FAULT) -> None:
    assert evening.answer is answer
    assert stands(evening) == before
    damages = [warning.damage for warning in evening.shown.warnings]  # type: ignore[attr-defined]
    assert damages.count(Damage.FAULT) >= 1
    reports = list((evening.folder / "log").glob("failure-*.txt"))
    assert reports, "a report was written"
    text = "".join(report.read_text() for report in reports).casefold()
    assert "traceback" in text
    # Lines of code may say them; the texts of exceptions don't.
    assert not any(kind in line for line in text.splitlines() if not line.startswith("  ") for kind in ("cheat", "bluff"))
    assert not any(uid.hex() in text for uid in UIDS.values())


@pytest.mark.parametrize("where", [BEFORE, AFTER, SHOWN])
@pytest.mark.parametrize("error", KINDS, ids=lambda error: type(error).__name__)
def test_a_touch_that_meets_a_mistake_is_not_taken(evening: Evening, monkeypatch: pytest.MonkeyPatch, error: Exception, where: str) -> None:
    evening.sit_down()
    evening.touch(3)
    before = stands(evening)
    with monkeypatch.context() as patch:
        breaks(patch, where, error, times=1)
        evening.touch(5)
        told_and_unchanged(evening, before)
    # The next one is; so are undo, the way home and back, and the next start finds what the screen shows.
    evening.touch(6)
    assert evening.answer is None
    assert evening.view.tables[5].tokens
    evening.post(commands.Undo())
    assert stands(evening)[:2] == before[:2]
    game = evening.shown.game
    evening.post(commands.GoHome())
    assert evening.view_is_home()
    evening.restart()
    evening.post(commands.OpenGame(game or 0))
    assert evening.view == before[0]


@pytest.mark.parametrize("where", [BEFORE, AFTER])
def test_a_card_that_meets_a_mistake_is_not_laid_and_stays_secret(evening: Evening, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    evening.sit_down()
    evening.tokens()
    before = stands(evening)
    with monkeypatch.context() as patch:
        breaks(patch, where, KINDS[0], times=1)
        evening.tap("red cheat")
        if evening.answer is None:
            evening.tile(2)
        told_and_unchanged(evening, before)
    evening.tap("red cheat")
    evening.tile(2)
    assert evening.view.tables[1].face_down


def test_a_button_a_link_and_settings_are_doors_too(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.sit_down()
    evening.tokens()
    evening.cards()
    evening.pawns()
    assert evening.view.phase is Phase.STAND
    before = stands(evening)
    for thing in (ButtonPressed(Button.OK), ButtonPressed(Button.UNDO), LinkUp("wand", ("wand",))):
        with monkeypatch.context() as patch:
            breaks(patch, "companion.table.session.session.Session._device", KINDS[1], times=1)
            evening.post(thing)
        told_and_unchanged(evening, before)
        evening.post(commands.Dismiss())
    with monkeypatch.context() as patch:
        breaks(patch, AFTER, KINDS[2], times=1)
        evening.session.use(Settings().with_(VABANQUE, notes=False))
    assert evening.answer is Answer.FAULT
    evening.post(ButtonPressed(Button.OK))
    assert evening.view.phase is not Phase.STAND


def test_time_that_meets_a_mistake_lapses_once(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.sit_down()
    evening.tokens()
    evening.tap("red cheat")
    before = stands(evening)
    evening.now += 100
    assert evening.session.wait == 0
    with monkeypatch.context() as patch:
        breaks(patch, "companion.games.vabanque.table.gestures.VabanqueGestures.expire", KINDS[0])
        evening.session.tick()
    told_and_unchanged(evening, before)
    assert evening.session.wait is None, "nothing is tried again and again"


def test_the_end_of_a_game_that_meets_a_mistake_is_not_the_end(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    game = evening.sit_down()
    for _ in range(3):
        evening.round()
    evening.tokens()
    evening.cards()
    evening.pawns()
    evening.do(Confirm())
    for _ in evening.until(lambda: evening.view.phase is Phase.COUNT):
        evening.post(ButtonPressed(Button.OK))
    before, acts = evening.view, len(evening.journal.acts(game))
    with monkeypatch.context() as patch:
        breaks(patch, AFTER, KINDS[0], times=1)
        evening.post(ButtonPressed(Button.OK))
    assert evening.answer is Answer.FAULT
    assert evening.view == before
    assert len(evening.journal.acts(game)) == acts
    assert evening.journal.game(game).ended is None
    evening.post(ButtonPressed(Button.OK))
    assert evening.view.phase is Phase.FINISHED
    assert evening.journal.game(game).ended is not None


def test_where_not_even_the_game_can_be_shown_home_can(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    game = evening.sit_down()
    with monkeypatch.context() as patch:
        breaks(patch, SHOWN, KINDS[0], times=2)
        evening.touch(3)
    assert evening.view_is_home()
    assert evening.answer is Answer.FAULT
    evening.post(commands.OpenGame(game))
    assert evening.view.phase is Phase.TOKENS


def test_what_a_disk_does_not_give_is_told_at_the_table(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """The card goes bad under the running companion: what was loaded goes on, what has to be read is told."""
    game = evening.sit_down()
    before = evening.view

    class Bad:
        def __init__(self, db: sqlite3.Connection) -> None:
            self._db = db

        def __getattr__(self, name: str) -> Any:
            return getattr(self._db, name)

        def execute(self, sql: str, *values: Any) -> Any:
            if sql.startswith("SELECT"):
                raise sqlite3.DatabaseError("database disk image is malformed")
            return self._db.execute(sql, *values)

    with monkeypatch.context() as patch:
        patch.setattr(evening.journal, "_db", Bad(evening.journal._db))
        for touch in (commands.ShowPast(), commands.ShowStats(), commands.ShowNames(), commands.OpenGame(game), commands.Rematch(game)):
            evening.post(touch)
            assert evening.answer is Answer.NOT_READ, touch
            assert evening.view == before
            evening.post(commands.Dismiss())
    assert list((evening.folder / "log").glob("failure-*.txt"))
    evening.touch(3)
    assert evening.answer is None


def test_one_mistake_at_every_poll_is_written_down_once(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.sit_down()
    with monkeypatch.context() as patch:
        breaks(patch, "companion.table.session.session.Session._device", KINDS[0])
        for _ in range(30):
            evening.post(TagSeen("pad", UIDS["tile 3"]))
    assert len(list((evening.folder / "log").glob("failure-*.txt"))) == 1
    assert len(evening.shown.warnings) == 1


def test_a_game_in_which_we_make_a_mistake_keeps_the_others_open(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    first = evening.sit_down()
    evening.post(commands.GoHome())
    second = evening.sit_down()
    evening.do(Join(Colour.RED, "x"))
    evening.journal.close()
    journal = Journal(evening.folder)
    entry = history.entry

    def picky(row: Any, game: Any, position: Any) -> Any:
        if row.game == first:
            raise KINDS[0]
        return entry(row, game, position)

    with monkeypatch.context() as patch:
        patch.setattr(history, "entry", picky)
        assert [each.game for each in history.in_progress(journal)] == [second]
    assert [(warning.damage, warning.game) for warning in journal.warnings] == [(Damage.GAME_UNREAD, first)]
    journal.close()


# --- the doors around the session ---


def test_an_errand_on_the_sessions_thread_that_fails_is_told_at_the_table(evening: Evening) -> None:
    mailbox = Mailbox(evening.session)
    mailbox.start()

    def errand(_session: object) -> None:
        raise KINDS[0]

    mailbox.call(errand)
    mailbox.stop()
    assert evening.answer is Answer.FAULT


def test_own_cards_that_can_not_be_told_are_told_to_be_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = assemble.Evening(tmp_path, simulate=True)
    evening.start()
    with monkeypatch.context() as patch:
        breaks(patch, "companion.table.session.session.Session.own_cards", KINDS[0])
        with pytest.raises(CompanionError, match="does not know these cards"):
            evening.own_cards(Colour.RED)
    evening.stop()
    assert evening.session.shown.notice is not None
    assert evening.session.shown.notice.what is Answer.FAULT


def test_a_device_whose_light_fails_does_not_undo_the_act_that_it_tells(tmp_path: Path) -> None:
    evening = assemble.Evening(tmp_path, simulate=True)

    class Dark:
        name = "panel"

        def start(self, emit: object) -> None: ...
        def stop(self) -> None: ...

        def signal(self, signal: object) -> None:
            raise KINDS[0]

    evening.devices = [Dark()]
    evening.session.handle(commands.NewGame())
    evening.session.handle(commands.Do(Join(Colour.RED, "Benedetta")))
    assert evening.session.shown.view is not None
    assert [player.name for player in evening.session.shown.view.players] == ["Benedetta"]
    assert evening.session.shown.notice is None
    evening.devices = []
    evening.mailbox.start()
    evening.stop()
    assert len(logs.faults) == 1


def test_a_backup_that_meets_a_mistake_says_so_and_the_next_one_is_made(evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keeper = Keeper(evening.folder, Mailbox(evening.session))
    results: list[object] = []
    done = threading.Event()

    def tell(result: object) -> None:
        results.append(result)
        done.set()
        if len(results) == 1:
            # Whoever waited for it is gone.
            raise KINDS[random.Random(1).randrange(4)]

    with monkeypatch.context() as patch:
        breaks(patch, "companion.table.backup.folder.write", KINDS[0])
        keeper.back_up(tmp_path, tell)
        assert done.wait(PATIENCE)
    done.clear()
    keeper.back_up(tmp_path, tell)
    assert done.wait(PATIENCE)
    assert isinstance(results[0], CompanionError)
    assert "KeyError" in str(results[0])
    assert not isinstance(results[1], CompanionError)
