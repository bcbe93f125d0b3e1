"""The app: the screen follows the snapshot, an act belongs to the picture upon which it was made, nothing opens on a secret."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import Character
from companion.games.vabanque.rules.view import Phase
from companion.games.vabanque.table.answers import VabanqueAnswer
from companion.games.vabanque.table.commands import LayUnread
from companion.settings import Settings
from companion.table.commands import Made, TouchSpot
from companion.table.events import Fault
from companion.table.snapshot import Answer, DeviceState, Notice, Pending, Snapshot
from companion.ui.app import UNANSWERED, CompanionApp
from companion.ui.kit import theme
from tests.ui import samples
from tests.ui.harness import Harness, harness


class Table:
    """The app in the window; snapshots come from the test, acts go into a list."""

    def __init__(self, window: Harness, **options: Any) -> None:
        self.window = window
        self.posted: list[Any] = []
        self.now = 100.0
        self.serial = 0
        settings = Settings(calm=True, sound=False, language="en", dim_after=0)
        self.app = CompanionApp(
            lambda made: self.posted.extend(made.touches), lambda listener: None, settings=settings, clock=lambda: self.now, **options
        )
        self._kept = window.stage
        window.window.remove_widget(window.stage)
        window.stage = self.app.build()
        window.window.add_widget(window.stage)
        window.settle()

    def _post(self, made: Made) -> None:
        assert made.on == self.app.shown.serial
        self.posted.extend(made.touches)

    def show(self, shown: Snapshot) -> None:
        """A snapshot comes from the session."""
        self.serial += 1
        self.app.listen(msgspec.structs.replace(shown, serial=self.serial))
        self.window.settle()

    @property
    def screen(self) -> Any:
        return self.window.stage.screen

    def close(self) -> None:
        self.window.window.remove_widget(self.app.stage)
        self.window.stage = self._kept
        self.window.window.add_widget(self._kept)
        theme.look.text, theme.look.calm, theme.look.mute = 1.0, False, False


@pytest.fixture
def table() -> Iterator[Table]:
    window = harness()
    window.resize(800, 480)
    found = Table(window)
    yield found
    found.close()


def of(phase: Phase, **changes: Any) -> Snapshot:
    return samples.shown(samples.view(phase), **changes)


def test_the_screen_is_the_phases(table: Table) -> None:
    for phase in Phase:
        # Through home each time, so that nothing is held open from the phase before.
        table.show(Snapshot(serial=0))
        table.show(of(phase))
        assert table.screen.name == phase


def test_only_the_newest_of_several_snapshots_is_drawn(table: Table) -> None:
    for number, phase in enumerate((Phase.TOKENS, Phase.CARDS, Phase.PAWNS), 1):
        table.app.listen(msgspec.structs.replace(of(phase), serial=number))
    table.window.settle()
    assert table.screen.name == "pawns"


def test_one_act_a_snapshot(table: Table) -> None:
    table.show(of(Phase.TOKENS))
    table.window.tap_on(table.screen.ring, 3)
    table.window.tap_on(table.screen.ring, 9)
    assert table.posted == [TouchSpot(3)], "the second finger acted upon a picture that the first had made old"
    table.show(of(Phase.TOKENS))
    table.window.tap_on(table.screen.ring, 9)
    assert table.posted == [TouchSpot(3), TouchSpot(9)]


def test_an_act_that_is_never_answered_does_not_block_the_table(table: Table) -> None:
    table.show(of(Phase.TOKENS))
    table.window.tap_on(table.screen.ring, 3)
    table.now += UNANSWERED + 0.1
    table.window.tap_on(table.screen.ring, 9)
    assert table.posted == [TouchSpot(3), TouchSpot(9)]


def test_a_finger_that_is_down_when_the_game_goes_on_does_nothing(table: Table) -> None:
    table.show(of(Phase.TOKENS))
    ring = table.screen.ring
    finger = table.window.down(*table.window.centre(ring, ring.targets[3]))
    table.show(samples.shown(samples.view(Phase.TOKENS, to_act=Colour.RED)))
    table.window.up(finger)
    table.window.settle()
    assert table.posted == []


def test_a_refusal_that_comes_with_an_act_between_two_frames_is_seen(table: Table) -> None:
    table.show(of(Phase.CARDS))
    refused = of(Phase.CARDS, notice=Notice(Answer.OTHER_PLAYER, 1, owner=Colour.RED, expected=Colour.YELLOW))
    table.app.listen(msgspec.structs.replace(refused, serial=table.serial + 1))
    table.serial += 1
    table.show(of(Phase.PAWNS))
    assert table.screen.name == "pawns"
    assert "It is Carlotta’s turn" in table.window.texts()
    # With the next picture it is over.
    table.show(of(Phase.PAWNS, links=(DeviceState("wand", None),)))
    assert "It is Carlotta’s turn" not in table.window.texts()


def test_a_refusal_is_shown_until_it_is_read(table: Table) -> None:
    table.show(of(Phase.CARDS, notice=Notice(Answer.OTHER_PLAYER, 1, owner=Colour.RED, expected=Colour.YELLOW)))
    assert "It is Carlotta’s turn" in table.window.texts()
    table.window.tap_on(table.screen.bar, "dismiss")
    assert "It is Carlotta’s turn" not in table.window.texts()
    # Something else happens while the session still remembers the notice.
    notice = Notice(Answer.OTHER_PLAYER, 1, owner=Colour.RED, expected=Colour.YELLOW)
    table.show(of(Phase.CARDS, notice=notice, links=(DeviceState("wand", None),)))
    assert "It is Carlotta’s turn" not in table.window.texts()
    table.show(of(Phase.CARDS, notice=msgspec.structs.replace(notice, serial=2)))
    assert "It is Carlotta’s turn" in table.window.texts()


def test_a_lost_reader_is_a_banner_until_it_is_put_away_or_back(table: Table) -> None:
    lost = (DeviceState("wand", Fault.UNPLUGGED),)
    table.show(of(Phase.CARDS, links=lost))
    assert "Reader unplugged" in table.window.texts()
    table.window.tap_on(table.screen.ring, "fault")
    assert "Reader unplugged" not in table.window.texts()
    table.show(of(Phase.CARDS, links=(DeviceState("wand", None),)))
    table.show(of(Phase.CARDS, links=(DeviceState("wand", Fault.NO_ANSWER),)))
    assert "Reader does not answer" in table.window.texts()


def test_the_menu_closes_when_the_game_goes_on_beneath_it(table: Table) -> None:
    table.show(of(Phase.TOKENS))
    table.window.tap_on(table.screen.bar, "menu")
    assert table.screen.name == "menu"
    table.show(of(Phase.TOKENS, links=(DeviceState("wand", None),)))
    assert table.screen.name == "menu"
    table.show(samples.shown(samples.view(Phase.TOKENS, to_act=Colour.RED)))
    assert table.screen.name == "tokens"


def test_as_it_lies_stays_and_follows_the_game(table: Table) -> None:
    table.show(of(Phase.TOKENS))
    table.app.act("aslies")
    table.window.settle()
    table.show(of(Phase.CARDS))
    assert table.screen.name == "aslies"
    table.window.tap_on(table.screen.bar, "left")
    assert table.screen.name == "cards"


# --- private entry ---


def waiting() -> Snapshot:
    view = samples.view(Phase.CARDS, to_act=Colour.RED)
    return samples.shown(view, pending=Pending(Colour.RED, 7))


def open_private(table: Table) -> Any:
    table.show(waiting())
    table.window.tap_on(table.screen.secret)
    assert table.screen.name == "private"
    return table.screen


def test_no_snapshot_opens_private_entry_by_itself(table: Table) -> None:
    table.show(waiting())
    assert table.screen.name == "cards"
    fresh = Table(table.window)
    fresh.show(waiting())
    assert fresh.screen.name == "cards"
    fresh.close()


def test_laying_unread_is_one_touch(table: Table) -> None:
    table.show(waiting())
    table.window.tap_on(table.screen.unread)
    assert table.posted == [LayUnread()]


@pytest.mark.parametrize("event", ["reader lost", "pending lapsed", "other player"])
def test_what_happens_at_the_table_covers_the_kinds(table: Table, event: str) -> None:
    screen = open_private(table)
    finger = table.window.down(*table.window.centre(screen.pad, screen.pad.targets["pad"]))
    table.window.settle(1)
    assert screen.pad.held
    after = {
        "reader lost": msgspec.structs.replace(waiting(), links=(DeviceState("wand", Fault.UNPLUGGED),)),
        "pending lapsed": msgspec.structs.replace(waiting(), pending=None, notice=Notice(Answer.EXPIRED, 4)),
        "other player": samples.shown(samples.view(Phase.CARDS, to_act=Colour.BLUE)),
    }[event]
    table.show(after)
    assert not screen.pad.held
    assert not {"Raise", "Bluff", "Cheat"} & set(table.window.texts())
    assert table.screen.name == ("cards" if event == "other player" else "private")
    table.window.up(finger)
    assert table.posted == []


def test_card_laid_is_said_before_the_next_player_comes(table: Table) -> None:
    screen = open_private(table)
    finger = table.window.down(*table.window.centre(screen.pad, screen.pad.targets["pad"]))
    table.window.settle(1)
    x, y = table.window.centre(screen.pad, screen.pad._cards()[1])
    table.window.move(finger, x, y)
    table.window.up(finger, x, y)
    table.window.settle(1)
    assert len(table.posted) == 1
    table.show(samples.shown(samples.view(Phase.CARDS, to_act=Colour.BLUE)))
    assert "Card laid" in table.window.texts()
    table.window.tap(400, 300)
    assert table.screen.name == "cards"
    assert len(table.posted) == 1


@pytest.mark.parametrize("read", [Pending(Colour.BLUE), Pending(Colour.BLUE, 4), Pending(Colour.RED, 7)])
def test_a_tag_that_is_read_while_card_laid_is_said_is_the_next_players(table: Table, read: Pending) -> None:
    screen = open_private(table)
    screen._choose(Character.BLUFF)
    table.show(samples.shown(samples.view(Phase.CARDS, to_act=Colour.BLUE)))
    assert table.screen.name == "private"
    table.show(samples.shown(samples.view(Phase.CARDS, to_act=Colour.BLUE), pending=read))
    assert table.screen.name == ("cards" if read.owner is Colour.BLUE else "private")
    table.show(samples.shown(samples.view(Phase.CARDS, to_act=Colour.BLUE), notice=Notice(VabanqueAnswer.LAID_ALREADY, 3)))
    assert table.screen.name == "cards"


def test_what_has_nothing_to_show_is_never_opened_twice(table: Table) -> None:
    table.show(of(Phase.CARDS))
    opened: list[str] = []
    follow = table.app._enter
    table.app._enter = lambda name: opened.append(name) or follow(name)  # type: ignore[func-returns-value, method-assign]
    for word in ("private", "takeback", "games", "menu"):
        table.app.act(word)
    assert table.screen.name == "menu"
    assert len(opened) <= 8


def test_the_way_back_leads_to_where_a_screen_was_opened(table: Table) -> None:
    table.show(of(Phase.TOKENS))
    for word in ("menu", "settings", "diagnosis"):
        table.app.act(word)
    for name in ("settings", "menu", "tokens"):
        table.window.settle(1)
        table.app.act("back")
        assert table.screen.name == name


# --- the tray ---


def test_the_tray_lies_above_the_rail_and_goes_along_from_screen_to_screen(table: Table) -> None:
    laid: list[str] = []
    other = Table(table.window, lay=laid.append)
    other.show(of(Phase.TOKENS))
    other.window.tap_on(other.screen._handle)
    tray = other.app.tray
    assert tray is not None
    assert tray.parent is other.screen
    other.window.tap_on(tray, ("tile", 5))
    other.show(of(Phase.CARDS))
    assert tray.parent is other.screen
    other.window.tap_on(tray, ("card", 0))
    assert laid[0] == "tile 5"
    assert laid[1].startswith("yellow ")
    other.window.tap_on(other.screen._handle)
    assert tray.parent is None
    other.show(of(Phase.TOKENS))
    other.show(of(Phase.CARDS))
    assert tray.parent is None, "closed by hand, it stays closed"
    other.close()


def test_no_key_of_a_keyboard_opens_closes_or_does_anything_but_where_something_is_typed(table: Table) -> None:
    """Kivy has keys of its own: Escape ends a program, F1 opens a panel on which every program's settings can be changed."""
    window = table.window.window
    closed: list[object] = []
    close = lambda *_, **__: closed.append(1)  # noqa: E731
    window.bind(on_request_close=close)
    table.app._install_settings_keys(window)
    try:
        for shown in (Snapshot(serial=1), of(Phase.CARDS), of(Phase.TOKENS)):
            table.show(shown)
            before = (table.screen.name, table.window.texts(), window.children[:])
            # Letters, digits, Enter, Escape, Tab, the arrows, F1 to F15 as Kivy numbers them; alone, and with Ctrl, Alt and the key between them.
            for key in (*range(128), *range(256, 297)):
                for held in ([], ["ctrl"], ["alt"], ["meta"], ["shift", "ctrl"]):
                    window.dispatch("on_key_down", key, 0, None, held)
                    window.dispatch("on_keyboard", key, 0, None, held)
                    window.dispatch("on_key_up", key, 0)
            table.window.settle()
            assert (table.screen.name, table.window.texts(), window.children[:]) == before
    finally:
        window.unbind(on_request_close=close, on_keyboard=table.app._on_keyboard_settings)
    assert (table.posted, closed) == ([], [])
