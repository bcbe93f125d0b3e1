"""What is done with a stick, another version, switching off and the very first start, in every state."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from kivy.clock import Clock

from companion.errors import CompanionError, StickError, UpdateError
from companion.install.bundle import Bundle
from companion.install.standing import Chosen, Standing
from companion.table.evenings.files import Exportable, Exported
from companion.table.evenings.square import MODULES, Squared, square
from companion.table.session.lying import Cover
from companion.table.snapshot import Snapshot
from companion.ui.screens import SCREENS
from companion.ui.screens.base import Kit, Screen
from tests.ui.book_samples import Desk, sticks
from tests.ui.home_samples import ended, played

Prepare = Callable[[Any], None]
SEEDS = Path(__file__).parents[2] / "seeds" / "vabanque" / "games"
LARGEST = Squared(tuple(tuple((row * row + row * column + column) % 3 == 0 for column in range(MODULES)) for row in range(MODULES)), True)
"""No code, but as large as one can be."""


class Carrier:
    """Stands in for the porter: errands wait until `tell` gives them their result, from the thread of the test."""

    def __init__(self, place: str = "", *, keeps_versions: bool = True) -> None:
        self.place, self.keeps_versions = place, keeps_versions
        self.asked: list[tuple[Any, ...]] = []
        self._done: Callable[[Any], None] | None = None

    def look(self, done: Callable[[Any], None]) -> None:
        self._note(done, "look")

    def exportable(self, done: Callable[[Any], None]) -> None:
        self._note(done, "exportable")

    def export(self, stick: Path, form: Any, language: str, game: int | None, done: Callable[[Any], None]) -> None:
        self._note(done, "export", stick, str(form), language, game)

    def square(self, game: int, tell: Callable[[Any], str], done: Callable[[Any], None]) -> None:
        self._note(done, "square", game)

    def report(self, stick: Path, done: Callable[[Any], None]) -> None:
        self._note(done, "report", stick)

    def versions(self, done: Callable[[Any], None]) -> None:
        self._note(done, "versions")

    def check(self, folder: Path, done: Callable[[Any], None]) -> None:
        self._note(done, "check", folder)

    def update(self, bundle: Bundle, done: Callable[[Any], None]) -> None:
        self._note(done, "update", bundle)

    def back(self, done: Callable[[Any], None]) -> None:
        self._note(done, "back")

    def power_off(self, done: Callable[[Any], None]) -> None:
        self._note(done, "power off")

    def _note(self, done: Callable[[Any], None], *errand: Any) -> None:
        self.asked.append(errand)
        self._done = done

    def tell(self, result: Any) -> None:
        """The errand that waits is done."""
        done, self._done = self._done, None
        assert done is not None
        done(result)
        Clock.tick()


def exportable(*, long: bool = False) -> Exportable:
    """A stick, one that can't be written, and twenty past games."""
    return Exportable(sticks(long=long), ended(long))


NEW = "10.20.30"
LYING, LEFT = Cover(12, on=True), Cover(12, on=False)


def standing(*, long: bool = False, cover: Cover | None = None, bundles: int = 1) -> Standing:
    """The second of two versions, with bundles plugged in."""
    name = "W" * 30 if long else "INTENSO"
    there = [Path("/media/player", name, "vabanque-bundle"), Path("/media/player/OLD/vabanque-bundle")]
    return Standing("10.19.12", "10.18.11", "10.19.13" if long else None, tuple(there[:bundles]), cover)


def a_bundle(*, signed: bool = True) -> Bundle:
    """One that was checked."""
    return Bundle(Path("/media/player/INTENSO/vabanque-bundle"), NEW, signed, {}, "")


def carried(then: Callable[[Any, Carrier], None] = lambda screen, carrier: None, *first: Any, place: str = "") -> Prepare:
    """The screen with a porter, which has told these results when it is looked at."""

    def prepared(screen: Any) -> None:
        carrier = Carrier(place)
        screen.equip(Kit(keeper=Desk(), porter=carrier))
        screen.enter()
        for result in first:
            carrier.tell(result)
        then(screen, carrier)
        screen.look()

    return prepared


def _exported(result: Any) -> Callable[[Any, Carrier], None]:
    def done(screen: Any, carrier: Carrier) -> None:
        screen.write.on()
        carrier.tell(result)

    return done


def _exporting(screen: Any, carrier: Carrier) -> None:
    screen.write.on()


def _squared(result: Any) -> Prepare:
    def prepared(screen: Any) -> None:
        carrier = Carrier()
        screen.equip(Kit(porter=carrier))
        screen.show(screen.shown)
        if result is not None:
            carrier.tell(result)

    return prepared


def _one_game(screen: Any, carrier: Carrier) -> None:
    screen.which.on_tap(screen.games[1].game)
    screen.how.on_tap(("form", "record"))


def checked(result: Any, then: Callable[[Any, Carrier], None] = lambda screen, carrier: None) -> Callable[[Any, Carrier], None]:
    """A bundle was touched and checked."""

    def done(screen: Any, carrier: Carrier) -> None:
        screen.rows.on_tap(screen.standing.bundles[0])
        carrier.tell(result)
        then(screen, carrier)

    return done


def _installing(screen: Any, carrier: Carrier) -> None:
    screen.install.on()


def _installed(now: bool) -> Callable[[Any, Carrier], None]:
    def done(screen: Any, carrier: Carrier) -> None:
        screen.install.on()
        carrier.tell(Chosen(NEW, now))

    return done


def _off(result: Any) -> Callable[[Any, Carrier], None]:
    def done(screen: Any, carrier: Carrier) -> None:
        screen.power.on()
        carrier.tell(result)

    return done


def _welcomed(screen: Any) -> None:
    screen.equip(Kit(keeper=Desk()))
    screen.chosen = True
    screen.look()


CHANGED = UpdateError(
    "{name} is damaged or was changed. Copy the whole folder to the stick again; nothing has changed.",
    name="wheels/vabanque_companion-10.20.30-py3-none-any.whl",
)
NO_WAY_BACK = UpdateError(
    "{number} can't read the {what} any more: {version} has taken them over into a newer form. {version} stays. "
    "To play with the older version all the same, start it with other data: companion play --data DIR",
    number="10.18.11",
    what="games",
    version="10.19.12",
)
CLOSED = StickError("A stick is plugged in, but it can't be opened. Take another one, or format it as FAT or exFAT on another computer.")


def stick_pictures(*, long: bool = False) -> Iterator[tuple[str, type[Screen], Snapshot, Prepare | None]]:
    """Name, screen, snapshot, and what is done to the screen before."""
    plain = Snapshot(serial=1)
    there = exportable(long=long)
    yield "sticks", SCREENS["sticks"], plain, carried()
    yield "settings-sticks", SCREENS["settings"], plain, carried()
    yield "export-looking", SCREENS["export"], plain, carried()
    yield "export", SCREENS["export"], plain, carried(lambda screen, carrier: None, there)
    yield "export-one", SCREENS["export"], plain, carried(_one_game, there)
    yield "export-none", SCREENS["export"], plain, carried(lambda screen, carrier: None, Exportable((), ended(long)))
    yield "export-no-game", SCREENS["export"], plain, carried(lambda screen, carrier: None, Exportable(there.sticks, ()))
    yield "export-closed", SCREENS["export"], plain, carried(lambda screen, carrier: None, CLOSED)
    yield "export-writing", SCREENS["export"], plain, carried(_exporting, there)
    yield "export-done", SCREENS["export"], plain, carried(_exported(Exported(Path("a.csv"), 20)), there)
    yield "export-some", SCREENS["export"], plain, carried(_exported(Exported(Path("a"), 18, 2)), there)
    yield "export-failed", SCREENS["export"], plain, carried(_exported(CompanionError("full")), there)
    yield "report", SCREENS["report"], plain, carried(lambda screen, carrier: None, there.sticks)
    yield "report-none", SCREENS["report"], plain, carried(lambda screen, carrier: None, ())
    yield "report-closed", SCREENS["report"], plain, carried(lambda screen, carrier: None, CLOSED)
    yield "report-writing", SCREENS["report"], plain, carried(_exporting, there.sticks)
    yield "report-done", SCREENS["report"], plain, carried(_exported(Path("companion-report-2026-12-06-12.zip")), there.sticks)
    yield "report-failed", SCREENS["report"], plain, carried(_exported(CompanionError("full")), there.sticks)
    over = Snapshot(serial=1, replay=played(3, long)[-1])
    yield "square", SCREENS["square"], over, _squared(square("Vabanque\nAnna 1.250.000", (SEEDS / "6-players-1.jsonl").read_text()))
    yield "square-largest", SCREENS["square"], over, _squared(LARGEST)
    yield "square-result", SCREENS["square"], over, _squared(square("Cash & Run\nAnna 1.250.000", random.Random(1).randbytes(9000).hex()))
    yield "square-making", SCREENS["square"], over, _squared(None)
    yield "square-none", SCREENS["square"], over, _squared(CompanionError("The result is too long for a square."))
    yield from version_pictures(long=long)
    yield "off-console", SCREENS["off"], plain, carried(place="console")
    yield "off-desktop", SCREENS["off"], plain, carried(place="desktop")
    yield "off-going", SCREENS["off"], plain, carried(_off(None), place="console")
    yield "off-failed", SCREENS["off"], plain, carried(_off(CompanionError("no")), place="console")
    yield "welcome", SCREENS["welcome"], plain, None
    yield "welcome-back", SCREENS["welcome"], plain, _welcomed


def version_pictures(*, long: bool = False) -> Iterator[tuple[str, type[Screen], Snapshot, Prepare | None]]:
    """Another version, from what there is to what became of it."""
    plain, screen = Snapshot(serial=1), SCREENS["update"]
    usual = standing(long=long, bundles=2)
    yield "update-looking", screen, plain, carried()
    yield "update", screen, plain, carried(lambda screen, carrier: None, usual)
    yield "update-none", screen, plain, carried(lambda screen, carrier: None, standing(long=long, bundles=0))
    yield "update-first", screen, plain, carried(lambda screen, carrier: None, Standing("10.19.12"))
    yield "update-lying", screen, plain, carried(lambda screen, carrier: None, standing(long=long, cover=LYING))
    yield "update-left", screen, plain, carried(lambda screen, carrier: None, standing(long=long, cover=LEFT))
    yield "update-signed", screen, plain, carried(checked(a_bundle()), usual)
    yield "update-unsigned", screen, plain, carried(checked(a_bundle(signed=False)), usual)
    yield "update-unsigned-lying", screen, plain, carried(checked(a_bundle(signed=False)), standing(cover=LYING))
    yield "update-unsigned-left", screen, plain, carried(checked(a_bundle(signed=False)), standing(cover=LEFT))
    yield "update-changed", screen, plain, carried(checked(CHANGED), usual)
    yield "update-no-way-back", screen, plain, carried(checked(NO_WAY_BACK), usual)
    yield "update-installing", screen, plain, carried(checked(a_bundle(), _installing), usual)
    yield "update-starts", screen, plain, carried(checked(a_bundle(), _installed(True)), usual)
    yield "update-later", screen, plain, carried(checked(a_bundle(), _installed(False)), usual)
