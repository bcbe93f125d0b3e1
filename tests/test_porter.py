"""What a family does without a terminal: the errands behind the screen's doors, and what keeps them shut while cards lie face down."""

from __future__ import annotations

import queue
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.devices.doctor import Finding, State
from companion.errors import CompanionError
from companion.games.vabanque.rules.moves import End
from companion.games.vabanque.rules.view import Phase
from companion.install.bundle import FOLDER, SUMS, Bundle
from companion.install.installation import Installation
from companion.install.launcher.files import note, point
from companion.install.launcher.home import Home
from companion.install.standing import Chosen, Standing
from companion.porter import Porter
from companion.table.backup import drives
from companion.table.backup.drives import Stick
from companion.table.commands import BackInHand, GoHome, Undo
from companion.table.evenings.files import Exportable, Exported, Form
from companion.table.journal.store import Journal
from companion.table.session.lying import Cover
from tests.table.evening import UIDS, Evening

PATIENCE_S = 120.0
UNSIGNED, SIGNED = (Bundle(Path("/nowhere"), "0.3.0", signed, {}, "") for signed in (False, True))


def lay(evening: Evening) -> None:
    """Somebody's first card lies on the table."""
    evening.tokens()
    evening.tap(f"{evening.view.to_act} cheat")
    evening.touch(2)


class Counter:
    """A porter on the data of an evening; `answer` is what the errand that was asked for last has come to."""

    def __init__(self, evening: Evening, home: Path) -> None:
        self.evening = evening
        self.home = Home(home)
        self.replaced: list[str] = []
        self._told: queue.SimpleQueue[Any] = queue.SimpleQueue()
        findings = [Finding("pad", State.FINE, f"sees {UIDS['red cheat'].hex(':')}"), Finding("disk", State.WARN, "it is slow", "Take another.")]
        self.porter = Porter(evening.folder, Journal, lambda: findings)

    def answer(self, errand: Any, *words: Any) -> Any:
        errand(*words, self._told.put)
        return self._told.get(timeout=PATIENCE_S)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    table = Evening(tmp_path / "data")
    yield table
    table.journal.close()


@pytest.fixture
def counter(evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Counter:
    """An installation of two versions beside a game in which nothing lies yet."""
    home = tmp_path / "home"
    for version in ("0.1.0-a", "0.2.0-b"):
        (home / "versions" / version).mkdir(parents=True)
        (home / "versions" / version / "complete").touch()
    made = Counter(evening, home)
    point(made.home.previous, made.home.versions / "0.1.0-a")
    point(made.home.current, made.home.versions / "0.2.0-b")
    installation = Installation(made.home, lambda _: None)
    monkeypatch.setattr(Porter, "_installation", lambda self: installation)
    monkeypatch.setattr(installation, "update_from", lambda bundle: made.replaced.append(bundle.version) or bundle.version)
    monkeypatch.setattr(installation, "back", lambda data: made.replaced.append("0.1.0") or "0.1.0")
    monkeypatch.setattr(drives, "sticks", lambda: (Stick(tmp_path, "STICK", 1, True, ()),))
    evening.sit_down()
    return made


# --- another version, and what lies face down -------------------------------------------------------------------


def test_how_it_stands_with_versions(counter: Counter, tmp_path: Path) -> None:
    assert counter.answer(counter.porter.versions) == Standing("0.2.0", "0.1.0")
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / SUMS).touch()
    note(counter.home.went_back, {"version": "0.3.0-c", "why": "it ended with status 7"})
    lay(counter.evening)
    assert counter.answer(counter.porter.versions) == Standing("0.2.0", "0.1.0", "0.3.0", (tmp_path / FOLDER,), Cover(1, on=True))


def test_a_stick_that_fails_hides_no_other_and_a_link_is_no_bundle(counter: Counter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stick, linked = tmp_path / "stick", tmp_path / "linked"
    (stick / FOLDER).mkdir(parents=True)
    (stick / FOLDER / SUMS).touch()
    linked.mkdir()
    (linked / FOLDER).symlink_to(stick / FOLDER)
    # No disk here fails, but the system refuses to look at such a name just so.
    failing = tmp_path / ("x" * 300)
    monkeypatch.setattr(drives, "sticks", lambda: tuple(Stick(each, each.name, 1, True, ()) for each in (failing, linked, stick)))
    assert counter.answer(counter.porter.versions).bundles == (stick / FOLDER,)


@pytest.mark.parametrize("way", ["unsigned", "back"])
def test_what_could_tell_a_card_waits_until_all_are_back_in_hand(counter: Counter, way: str) -> None:
    """Another program reads the journal and the round's key as this one does. No undo takes a card off the real table."""
    evening, porter = counter.evening, counter.porter
    errand = (porter.update, UNSIGNED) if way == "unsigned" else (porter.back,)
    lay(evening)
    assert str(counter.answer(*errand)) == "Cards lie face down. Finish the round or the game first."
    for _ in evening.until(lambda: evening.view.phase is Phase.TOKENS):
        evening.post(Undo())
    assert str(counter.answer(*errand)) == "Cards lie face down. Finish the round or the game first."
    evening.do(End())
    evening.post(GoHome())
    assert str(counter.answer(*errand)) == "Cards may lie face down. Say first that all cards are back in hand."
    assert counter.replaced == []
    evening.post(BackInHand())
    assert isinstance(counter.answer(*errand), Chosen)
    assert len(counter.replaced) == 1


def test_before_a_card_is_laid_and_after_it_is_said_that_all_are_back_anything_may_be_installed(counter: Counter) -> None:
    assert counter.answer(counter.porter.update, UNSIGNED) == Chosen("0.3.0", now=False)
    assert counter.answer(counter.porter.back) == Chosen("0.1.0", now=False)


def test_a_signed_version_tells_nothing_and_need_not_wait(counter: Counter) -> None:
    lay(counter.evening)
    assert counter.answer(counter.porter.update, SIGNED) == Chosen("0.3.0", now=False)
    assert counter.replaced == ["0.3.0"]


def test_only_what_bin_install_has_made_changes_its_version(evening: Evening) -> None:
    porter = Porter(evening.folder, Journal, lambda: ())
    assert not porter.keeps_versions
    assert "was not set up by bin/install" in str(Counter(evening, evening.folder).answer(porter.versions))


# --- onto a stick -----------------------------------------------------------------------------------------------


def test_the_report_on_the_stick_holds_no_name_no_kind_and_no_tag(counter: Counter, tmp_path: Path) -> None:
    evening = counter.evening
    names = [player.name for player in evening.view.players]
    lay(evening)
    stick = tmp_path / "stick"
    stick.mkdir()
    first, second = (counter.answer(counter.porter.report, stick) for _ in range(2))
    assert sorted(path.name for path in stick.iterdir()) == sorted([first.name, second.name])
    with zipfile.ZipFile(first) as packed:
        texts = {name: packed.read(name).decode() for name in packed.namelist()}
    assert {"README.txt", "doctor.txt", "versions.json", "settings.json", "journal.json", "data.txt"} <= set(texts)
    assert texts["doctor.txt"].splitlines()[1:] == ["WARN  disk: it is slow", "      fix: Take another."]
    whole = "\n".join(texts.values()).casefold()
    for secret in (*names, "cheat", "bluff", *(uid.hex() for uid in UIDS.values()), *(uid.hex(":") for uid in UIDS.values())):
        assert secret.casefold() not in whole, secret


def test_what_can_be_exported_is_what_is_over(counter: Counter, tmp_path: Path) -> None:
    assert counter.answer(counter.porter.exportable) == Exportable((Stick(tmp_path, "STICK", 1, True, ()),), ())
    refused = counter.answer(counter.porter.export, tmp_path, Form.RECORD, "en", 1)
    assert "is not over" in str(refused)
    assert isinstance(refused, CompanionError)


def test_a_game_that_is_over_is_exported(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "data")
    evening.sit_down()
    for _ in range(4):
        evening.round()
    counter = Counter(evening, tmp_path)
    (game,) = counter.answer(counter.porter.exportable).games
    assert counter.answer(counter.porter.export, tmp_path, Form.CSV, "de", game.game) == Exported(tmp_path / f"companion-game-{game.game}.csv", 1)
    evening.journal.close()


# --- the machine ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("status", "told"), [(0, None), (1, "can't be switched off from here")])
def test_the_machine_is_switched_off_by_systemd_or_the_remedy_is_told(
    counter: Counter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int, told: str | None
) -> None:
    commands = tmp_path / "commands"
    commands.mkdir()
    (commands / "systemctl").write_text(f'#!/bin/sh\necho "$*" >"{tmp_path}/asked"\nexit {status}\n')
    (commands / "systemctl").chmod(0o755)
    monkeypatch.setenv("PATH", f"{commands}:/usr/bin:/bin")
    result = counter.answer(counter.porter.power_off)
    assert (tmp_path / "asked").read_text() == "poweroff --no-ask-password\n"
    assert result is None if told is None else told in str(result)


def test_a_machine_without_systemd_says_so(counter: Counter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "pull the plug: all is saved" in str(counter.answer(counter.porter.power_off))
