"""What a family does without a terminal, by taps: sticks, another version, switching off, the very first start."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.errors import CompanionError, UpdateError
from companion.install.standing import Chosen, Standing
from companion.settings import Settings
from companion.table.commands import BackInHand
from companion.table.evenings.files import Exported
from companion.table.snapshot import Answer, Notice, Snapshot
from companion.ui import texts
from companion.ui.kit import theme
from companion.ui.screens import SCREENS
from companion.ui.screens.base import Kit
from tests.ui.book_samples import Desk
from tests.ui.harness import Harness, harness
from tests.ui.stick_samples import CHANGED, LEFT, LYING, NEW, Carrier, a_bundle, exportable, standing
from tests.ui.test_screens_book import hold

Opened = Callable[..., tuple[Any, Carrier, list[Any]]]


@pytest.fixture
def window() -> Iterator[Harness]:
    found = harness()
    found.resize(800, 480)
    texts.use("en")
    theme.look.calm, theme.look.mute, theme.look.text = True, True, 1.0
    yield found
    found.resize(800, 480)


@pytest.fixture
def opened(window: Harness) -> Opened:
    def open_(name: str, *first: Any, place: str = "", keeps_versions: bool = True) -> tuple[Any, Carrier, list[Any]]:
        done: list[Any] = []
        screen: Any = SCREENS[name](done.append)
        carrier = Carrier(place, keeps_versions=keeps_versions)
        screen.equip(Kit(keeper=Desk(), porter=carrier))
        screen.enter()
        screen.show(Snapshot(serial=1))
        window.open(screen)
        for result in first:
            carrier.tell(result)
        window.settle()
        return screen, carrier, done

    return open_


def says(window: Harness, *words: str) -> bool:
    text = " ".join(window.texts()).replace("\u200b", "")
    return all(word in text for word in words)


# --- the door to all of it --------------------------------------------------------------------------------------


def test_behind_the_stick_are_all_its_pages(window: Harness, opened: Opened) -> None:
    screen, _, done = opened("sticks")
    for page in ("backup", "export", "update", "report"):
        window.tap_on(screen.rows, ("row", page))
    assert done == ["backup", "export", "update", "report"]


def test_a_version_that_nobody_keeps_two_of_is_not_offered(window: Harness, opened: Opened) -> None:
    screen, _, _ = opened("sticks", keeps_versions=False)
    assert [row.key for row in screen.rows.rows] == ["backup", "export", "report"]


# --- games ------------------------------------------------------------------------------------------------------


def test_all_games_or_one_go_onto_the_stick_in_the_form_that_is_chosen(window: Harness, opened: Opened) -> None:
    texts.use("de")
    screen, carrier, _ = opened("export", exportable())
    folder = exportable().sticks[0].folder
    window.tap_on(screen.write)
    assert carrier.asked[-1] == ("export", folder, "csv", "de", None)
    assert not screen.write.targets, "one at a time"
    carrier.tell(Exported(folder / "a.csv", 20))
    window.settle()
    assert says(window, "Exportiert", "Du kannst den Stick abziehen")
    window.tap_on(screen.which, ("row", 19))
    window.tap_on(screen.how, ("row", ("form", "record")))
    window.tap_on(screen.write)
    assert carrier.asked[-1] == ("export", folder, "record", "de", 19)
    carrier.tell(CompanionError("full"))
    window.settle()
    assert says(window, "Nicht exportiert")


def test_with_several_sticks_a_touch_takes_the_next_that_can_be_written(window: Harness, opened: Opened) -> None:
    there = exportable()
    third = msgspec.structs.replace(there.sticks[0], folder=Path("/media/player/THIRD"), name="THIRD")
    screen, carrier, _ = opened("export", msgspec.structs.replace(there, sticks=(*there.sticks, third)))
    window.tap_on(screen.how, ("row", ("stick", there.sticks[0].folder)))
    assert says(window, "THIRD")
    window.tap_on(screen.write)
    assert carrier.asked[-1][1] == third.folder


def test_without_a_stick_or_a_game_nothing_is_written_and_it_says_what_is_missing(window: Harness, opened: Opened) -> None:
    screen, carrier, _ = opened("export", msgspec.structs.replace(exportable(), sticks=()))
    assert says(window, "No stick is plugged in.")
    window.tap_on(screen.look_again)
    assert carrier.asked == [("exportable",), ("exportable",)]
    carrier.tell(msgspec.structs.replace(exportable(), games=()))
    window.settle()
    assert says(window, "No finished game yet.")
    assert not screen.write.targets


# --- a report ---------------------------------------------------------------------------------------------------


def test_a_report_says_what_is_in_it_before_it_is_written(window: Harness, opened: Opened) -> None:
    screen, carrier, _ = opened("report", exportable().sticks)
    assert says(window, "Not in it: games, names, tags, cards.")
    window.tap_on(screen.write)
    assert carrier.asked[-1] == ("report", exportable().sticks[0].folder)
    carrier.tell(Path("/media/player/INTENSO/companion-report-2026-12-06.zip"))
    window.settle()
    assert says(window, "companion-report-2026-12-06.zip", "You can pull the stick out")


# --- another version --------------------------------------------------------------------------------------------


def test_a_signed_version_is_installed_by_a_hold_and_starts(window: Harness, opened: Opened) -> None:
    screen, carrier, done = opened("update", standing(cover=LYING))
    window.tap_on(screen.rows, ("row", standing().bundles[0]))
    assert carrier.asked[-1] == ("check", standing().bundles[0])
    carrier.tell(a_bundle())
    window.settle()
    assert says(window, "Signed by the maintainers", "The game goes on where it was.")
    window.tap_on(screen.install)
    assert carrier.asked[-1][0] == "check", "a tap is no hold"
    hold(window, screen.install)
    assert carrier.asked[-1] == ("update", a_bundle())
    # It is not left while it is written.
    screen.leave()
    assert done == []
    carrier.tell(Chosen(NEW, now=True))
    window.settle()
    assert says(window, f"Version {NEW}", "It starts now; the game is where it was")


def test_what_nobody_signed_is_warned_of_and_installed_by_a_hold(window: Harness, opened: Opened) -> None:
    screen, carrier, _ = opened("update", standing())
    window.tap_on(screen.rows, ("row", standing().bundles[0]))
    carrier.tell(a_bundle(signed=False))
    window.settle()
    assert says(window, "Nobody has signed it", "It could read and change everything here, games and secrets.")
    hold(window, screen.install)
    assert carrier.asked[-1] == ("update", a_bundle(signed=False))
    carrier.tell(Chosen(NEW, now=False))
    window.settle()
    assert says(window, "Close the companion, and open it again")


@pytest.mark.parametrize("cover", [LYING, LEFT])
def test_what_nobody_signed_waits_while_cards_may_lie_face_down(window: Harness, opened: Opened, cover: Any) -> None:
    screen, carrier, done = opened("update", standing(cover=cover))
    # Neither does the version before.
    assert screen.back.parent is None
    assert says(window, "Back to 10.18.11 only while no card lies face down.")
    window.tap_on(screen.rows, ("row", standing().bundles[0]))
    carrier.tell(a_bundle(signed=False))
    window.settle()
    assert screen.install.parent is None
    assert says(window, "What nobody has signed could tell what lies face down.")
    if cover is LYING:
        assert screen.in_hand.parent is None
        return
    hold(window, screen.in_hand)
    assert done == [BackInHand()]
    # The table has taken it: it is looked at anew, and nothing waits any more.
    screen.show(Snapshot(serial=2, notice=Notice(Answer.BACK_IN_HAND, 9)))
    assert carrier.asked[-1] == ("versions",)
    carrier.tell(standing())
    window.settle()
    assert screen.install.parent is not None


def test_the_version_before_comes_back_by_a_hold(window: Harness, opened: Opened) -> None:
    screen, carrier, _ = opened("update", standing())
    window.tap_on(screen.back)
    assert carrier.asked[-1] == ("versions",)
    hold(window, screen.back)
    assert carrier.asked[-1] == ("back",)
    carrier.tell(UpdateError("{number} can't.", number="10.18.11"))
    window.settle()
    assert says(window, "That can’t be done", "10.18.11 can't.")
    window.tap_on(screen.leave_it)
    carrier.tell(standing())
    window.settle()
    assert says(window, "Installed: 10.19.12")


def test_a_bundle_that_was_changed_is_refused_with_the_remedy(window: Harness, opened: Opened) -> None:
    screen, carrier, _ = opened("update", standing())
    window.tap_on(screen.rows, ("row", standing().bundles[0]))
    carrier.tell(CHANGED)
    window.settle()
    assert says(window, "is damaged or was changed. Copy the whole folder to the stick again; nothing has changed.")
    assert screen.install.parent is None


def test_a_version_that_did_not_start_is_told(window: Harness, opened: Opened) -> None:
    opened("update", Standing("0.1.0", "0.0.9", "0.2.0"))
    assert says(window, "0.2.0 did not start, and was removed.")


# --- off --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("place", "offered"), [("console", ["power"]), ("desktop", ["power", "close"]), ("", ["close"])])
def test_what_started_it_says_what_ends_it(window: Harness, opened: Opened, place: str, offered: list[str]) -> None:
    screen, _, _ = opened("off", place=place)
    assert [name for name in ("power", "close") if getattr(screen, name).parent is not None] == offered


def test_the_machine_is_switched_off_by_a_hold(window: Harness, opened: Opened) -> None:
    screen, carrier, done = opened("off", place="console")
    window.tap_on(screen.power)
    assert carrier.asked == []
    hold(window, screen.power)
    assert carrier.asked == [("power off",)]
    carrier.tell(None)
    window.settle()
    assert says(window, "Switching off", "Pull the plug when the screen is dark")
    hold(window, screen.power)
    carrier.tell(CompanionError("no"))
    window.settle()
    assert says(window, "It can’t be switched off", "All saved. You can pull the plug")
    assert done == []


# --- the very first start ---------------------------------------------------------------------------------------


def test_the_first_start_asks_for_the_language_and_whether_games_come_back(window: Harness, opened: Opened) -> None:
    screen, _, done = opened("welcome")
    window.tap_on(screen.languages["fr"])
    assert done == [Settings(language="fr")]
    texts.use("fr")
    screen.reword()
    window.settle()
    assert says(window, "Bienvenue", "Reprendre des parties d’une clé\u00a0?"), window.texts()
    window.tap_on(screen.begin)
    assert done[1:] == ["back"]
    window.tap_on(screen.restore)
    assert done[2:] == ["back", "backup"]
