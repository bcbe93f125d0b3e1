"""The screens beside the game: home, unfinished and past games, replay, tags, settings, diagnosis, help."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.devices.doctor import Finding, State
from companion.games import SHELF
from companion.games.kit.colours import Colour
from companion.games.vabanque.demo import random_game
from companion.games.vabanque.rules.moves import KINDS, Character, End, Join, PlaceCard
from companion.games.vabanque.rules.pieces import PIECES, CharacterCard, Tile
from companion.games.vabanque.rules.view import Phase, TableResult
from companion.games.vabanque.ui.help import SHEETS
from companion.games.vabanque.ui.screens.cards import CardsScreen
from companion.games.vabanque.ui.words import piece_name
from companion.settings import Settings
from companion.table.commands import Discard, Do, GoHome, NewGame, OpenGame, ReplayGame
from companion.table.evenings import history
from companion.table.events import PORTS, Fault, LinkLost, LinkUp, Signal, TagGone
from companion.table.journal.store import Journal
from companion.table.snapshot import Answer, BrokenReader, Checking, DeviceState, PastGame, Snapshot
from companion.ui import answers, gameui, texts
from companion.ui.kit import sound, theme
from companion.ui.screens.check import CheckScreen
from companion.ui.screens.diagnosis import DiagnosisScreen
from companion.ui.screens.games import GamesScreen
from companion.ui.screens.help import rule, way
from companion.ui.screens.home import HomeScreen
from companion.ui.screens.past import PastScreen
from companion.ui.screens.replay import ReplayScreen
from companion.ui.screens.settings import GROUPS, choice
from companion.ui.widgets.drawn import Drawn
from tests.ui import samples
from tests.ui.evening import UIDS, TouchEvening
from tests.ui.harness import Harness, harness, wait
from tests.ui.home_samples import READY, ended, entry, going, played


@pytest.fixture
def window() -> Iterator[Harness]:
    found = harness()
    found.resize(800, 480)
    texts.use("en")
    yield found
    found.resize(800, 480)


@pytest.fixture
def evening(window: Harness, tmp_path: Path) -> Iterator[TouchEvening]:
    found = TouchEvening(window, tmp_path / "data")
    yield found
    found.close()


def opened(window: Harness, screen: Any, shown: Snapshot, prepare: Any = None) -> Any:
    """Opens a screen with a snapshot."""
    screen.enter()
    if prepare is not None:
        prepare(screen)
    screen.show(shown)
    return window.open(screen)


def hold(window: Harness, widget: Drawn, seconds: float = 1.0) -> None:
    """A finger rests on a button."""
    finger = window.down(*window.centre(widget, next(iter(widget.targets.values()))))
    window.frame()
    wait(seconds)
    window.frame()
    window.up(finger)
    window.settle(1)


# --- home and unfinished games -------------------------------------------------------------------------------------


def test_home_says_where_the_newest_game_stands(window: Harness) -> None:
    acts: list[Any] = []
    screen = opened(window, HomeScreen(acts.append), Snapshot(serial=1, games=going(), tags=36, links=READY))
    assert "Round 2 · Cards · Carlotta" in window.texts()
    assert {"3 unfinished", "2 readers ready", "36 tags known"} <= set(window.texts())
    window.tap_on(screen.resume)
    window.tap_on(screen.practice)
    assert acts == [OpenGame(9), NewGame(practice=True)]


def test_home_says_what_is_wrong_and_opens_the_diagnosis(window: Harness) -> None:
    acts: list[Any] = []
    lost = (DeviceState("wand", Fault.UNPLUGGED), DeviceState("pad", None))
    screen = opened(window, HomeScreen(acts.append), Snapshot(serial=1, links=lost))
    assert "Reader unplugged" in window.texts()
    window.tap_on(screen.state)
    assert acts == ["diagnosis"]
    screen.show(Snapshot(serial=2, links=lost, warnings=("The journal was damaged.",)))
    window.settle()
    assert "Some data was damaged" in window.texts()
    screen.show(Snapshot(serial=3, links=(DeviceState("pad", None),)))
    window.settle()
    assert "Reader ready" in window.texts()
    for without in (DeviceState("pad", None, "simulated", simulated=True), DeviceState("ring-1", None, readers=0), DeviceState("panel", None)):
        screen.show(Snapshot(serial=4, links=(without,)))
        window.settle()
        assert "Play on the screen" in window.texts(), without


def test_whether_cards_still_lie_is_asked_where_tags_are_refused_for_them(evening: TouchEvening) -> None:
    """It is said by holding, and stands on the screen for everybody."""
    window = evening.harness
    evening.new_game()
    evening.set_up((Colour.RED, Colour.BLUE, Colour.WHITE))
    evening.play(lambda view: view.phase is Phase.PAWNS)
    evening.session.handle(GoHome())
    game = evening.session.shown.games[0].game
    evening.session.handle(Discard(game))
    window.settle()
    home: Any = window.stage.screen
    assert home.back.parent is None
    window.tap_on(home.tags)
    window.settle()
    assert evening.open == "home"
    assert home.state.parent is None
    window.tap_on(home.back)
    assert evening.session.shown.notice is not None
    assert evening.session.shown.notice.what is Answer.LEARNING_LEFT
    evening.signals.clear()
    hold(window, home.back)
    window.settle()
    assert "All cards are back in hand" in window.texts()
    assert evening.signals == [Signal.YOUR_TURN]
    assert (home.back.parent, home.state.parent) == (None, home)
    window.tap_on(home.tags)
    assert evening.open == "tags"


def test_a_card_of_a_game_that_was_ended_early_opens_the_page_on_which_it_is_said_that_all_are_back(evening: TouchEvening) -> None:
    window = evening.harness
    for number in range(2):
        evening.new_game()
        evening.set_up((Colour.RED, Colour.BLUE, Colour.WHITE))
        evening.play(lambda view: view.phase is Phase.CARDS)
        if number == 0:
            evening.session.handle(Do(End()))
            evening.session.handle(GoHome())
            window.settle()
    card = UIDS[f"{evening.view.to_act} cheat"]
    evening.show_tag(card)
    window.settle()
    assert evening.open == "hands"
    assert window.cuts() == []
    # Who leaves it as it is, is asked again at the next card.
    evening.tap("leave")
    assert evening.open == "cards"
    evening.session.handle(TagGone("pad", card))
    wait(2)
    evening.show_tag(card)
    window.settle()
    assert (evening.open, evening.session.shown.pending) == ("hands", None)
    evening.tap("hold")
    assert evening.open == "hands"
    evening.signals.clear()
    hold(window, evening.widget("hold"))
    window.settle()
    assert evening.open == "cards"
    assert "All cards are back in hand" in window.texts()
    assert evening.signals == [Signal.YOUR_TURN]
    evening.session.handle(TagGone("pad", card))
    wait(2)
    evening.show_tag(card)
    assert evening.session.shown.pending is not None


def test_a_game_is_thrown_away_by_holding_only(window: Harness) -> None:
    acts: list[Any] = []
    screen = opened(window, GamesScreen(acts.append), Snapshot(serial=1, games=going()))
    window.tap_on(screen.rows, ("row", 7))
    window.tap_on(screen.discard)
    hold(window, screen.discard, 0.4)
    assert acts == []
    hold(window, screen.discard)
    assert acts == [Discard(7)]
    window.tap_on(screen.resume)
    assert acts[1:] == [OpenGame(7)]


def test_games_are_begun_left_resumed_and_discarded(evening: TouchEvening) -> None:
    window = evening.harness
    assert evening.open == "home"
    evening.tap("new")
    evening.set_up((Colour.RED, Colour.BLUE, Colour.GREEN))
    assert evening.open == "tokens"
    evening.tap("bar", "menu")
    window.tap_on(window.stage.screen.buttons["home"])
    assert evening.open == "home"
    (begun,) = evening.session.shown.games
    # A long name has no room beside the round and the phase.
    who = dict(begun.players)[begun.may_act[0]]
    assert {"Round 1 · Tokens", f"Round 1 · Tokens · {who}"} & set(window.texts())
    evening.tap("practice")
    evening.tap("free", Colour.WHITE)
    evening.tap("bar", "menu")
    window.tap_on(window.stage.screen.buttons["home"])
    evening.tap("games")
    practice, real = evening.session.shown.games
    assert (practice.kind, real.kind) == ("practice", "real")
    hold(window, evening.widget("discard"))
    assert evening.session.shown.games == (real,)
    assert evening.open == "games"
    evening.tap("resume")
    assert evening.open == "tokens"
    evening.tap("bar", "menu")
    window.tap_on(window.stage.screen.buttons["home"])
    evening.tap("games")
    hold(window, evening.widget("discard"))
    # Nothing is left to choose from.
    assert evening.open == "home"


def test_the_companion_closes_by_holding_only(window: Harness, evening: TouchEvening, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[bool] = []
    monkeypatch.setattr(evening.app, "stop", lambda: closed.append(True))
    evening.tap("off")
    assert evening.open == "off"
    evening.tap("close")
    assert not closed
    hold(window, evening.widget("close"))
    assert closed == [True]


# --- past games ------------------------------------------------------------------------------------------------


def keep(journal: Journal, seed: int, date: str, names: dict[Colour, str] | None = None) -> int:
    """A finished game in the journal."""
    moves = list(random_game(seed))
    if names:
        moves = [msgspec.structs.replace(m, name=names.get(m.colour, m.name)) if isinstance(m, Join) else m for m in moves]
    game = journal.add_game(moves, digest=f"{seed} {date}", date=date, place=None, rules="vabanque")
    assert game is not None
    history.end(journal, game)
    return game


def test_a_past_game_shows_winner_money_and_date(window: Harness) -> None:
    won = entry(1, Phase.FINISHED, players=6)
    shared = msgspec.structs.replace(entry(2, Phase.FINISHED), winners=(Colour.BLUE, Colour.YELLOW))
    opened(window, PastScreen(), Snapshot(serial=1, past=(won, shared)))
    assert {"Francesca", "385,000", "Adriano and Carlotta", "6 Dec 2026"} <= set(window.texts())


def test_past_games_are_searched_opened_and_come_back_to_the_search(evening: TouchEvening) -> None:
    window, people = evening.harness, {colour: f"Zoé {colour}" for colour in Colour}
    keep(evening.journal, 1, "2025-03-01")
    found = keep(evening.journal, 2, "2026-04-02", people)
    evening.tap("past")
    assert evening.open == "past"
    assert "2 games" in window.texts()
    evening.tap("bar", "search")
    for letter in "zoe":
        evening.tap("entry", ("letter", letter))
    evening.tap("entry", ("done", ""))
    assert evening.session.shown.search == "Zoe"
    assert "1 game found" in window.texts()
    evening.tap("rows", ("row", found))
    assert evening.open == "replay"
    evening.tap("bar", "cross")
    assert evening.open == "past"
    assert "1 game found" in window.texts()
    evening.tap("bar", "cross")
    assert "2 games" in window.texts()
    evening.tap("bar", "left")
    assert evening.open == "home"


def test_a_date_can_be_typed(evening: TouchEvening) -> None:
    keep(evening.journal, 1, "2025-03-01")
    keep(evening.journal, 2, "2026-04-02")
    evening.tap("past")
    evening.tap("bar", "search")
    evening.tap("entry", ("page", ""))
    evening.tap("entry", ("page", ""))
    for letter in "2025-03":
        evening.tap("entry", ("letter", letter))
    evening.tap("entry", ("done", ""))
    assert [game.date for game in evening.session.shown.past or ()] == ["2025-03-01"]


def test_a_long_list_is_paged(window: Harness) -> None:
    acts: list[Any] = []
    screen = opened(window, PastScreen(acts.append), Snapshot(serial=1, past=ended()))
    seen: set[Any] = set()
    for _ in range(20):
        seen |= {key for _, key in screen.rows.targets}
        window.tap_on(screen.bar, "down")
    assert seen == {game.game for game in ended()}
    last = ended()[-1].game
    window.tap_on(screen.rows, ("row", last))
    assert acts == [ReplayGame(last, 0)]
    for _ in range(20):
        window.tap_on(screen.bar, "up")
    assert ("row", ended()[0].game) in screen.rows.targets


SMALL = 2
"""The seed of a game of three."""

# --- replay ------------------------------------------------------------------------------------------------------


def stepped(window: Harness, screen: ReplayScreen, replays: tuple[PastGame, ...], acts: list[Any], key: str) -> PastGame:
    """Taps a key of the bar; where it asks the session for another step, that is shown."""
    acts.clear()
    window.tap_on(screen.bar, key)
    for act in acts:
        assert isinstance(act, ReplayGame)
        assert act.step is not None
        screen.show(Snapshot(serial=act.step + 2, past=(), replay=replays[act.step]))
    window.settle(1)
    return screen.replay


def table_of(screen: Any) -> TableResult | None:
    """The table whose payout is looked at."""
    found: TableResult | None = screen.looked.table(screen.replay, screen.at)
    return found


def test_a_replay_walks_through_every_move_and_every_paid_table(window: Harness) -> None:
    replays, acts = played(SMALL), list[Any]()
    screen = opened(window, ReplayScreen(acts.append), Snapshot(serial=1, past=(), replay=replays[0]))
    steps, tables = [0], []
    while True:
        before = (screen.replay.step, screen.at)
        replay = stepped(window, screen, replays, acts, "right")
        if (replay.step, screen.at) == before:
            break
        steps.append(replay.step)
        table = table_of(screen)
        if table is not None:
            tables.append((replay.view.round, table.table))
            said = set(window.texts())
            assert f"{table.tokens} × {table.multiplier} = {table.value}" in said
            assert {texts.amount(payment.amount) for payment in table.payments if payment.amount} <= said
    assert sorted(set(steps)) == list(range(len(replays)))
    paid = [(result.round, number) for result in replays[-1].view.results for number in result.paid_in_order]
    assert tables == paid
    # And the same way back, as far as the last payout but one.
    back = [screen.replay.step]
    while back[-1] >= replays[0].marks[5].step:
        back.append(stepped(window, screen, replays, acts, "left").step)
    assert back == steps[::-1][: len(back)]


def test_a_replay_jumps_to_rounds_and_payouts(window: Harness) -> None:
    replays, acts = played(3), list[Any]()
    screen = opened(window, ReplayScreen(acts.append), Snapshot(serial=1, past=(), replay=replays[0]))
    marks = replays[0].marks
    assert [(mark.round, mark.payout) for mark in marks] == [(n, payout) for n in (1, 2, 3, 4) for payout in (False, True)]
    for mark in marks:
        replay = stepped(window, screen, replays, acts, "last")
        assert replay.step == mark.step
        assert replay.view.round == mark.round or replay.view.phase is Phase.FINISHED
        assert (table_of(screen) is not None) == mark.payout
    assert stepped(window, screen, replays, acts, "last").step == replays[-1].of
    back = [stepped(window, screen, replays, acts, "first").step for _ in range(len(marks) + 1)]
    assert back == [*(mark.step for mark in reversed(marks)), 0]


def test_the_session_marks_the_rounds_where_they_begin() -> None:
    replays = played(5)
    for mark in replays[-1].marks:
        before, after = replays[mark.step - 1].view, replays[mark.step].view
        if mark.payout:
            assert (len(before.results), len(after.results)) == (mark.round - 1, mark.round)
        else:
            assert before.phase is not Phase.TOKENS
            assert (after.phase, after.round) == (Phase.TOKENS, mark.round)


def told(window: Harness, moves: list[Any], folder: Path) -> list[tuple[PastGame, list[str], bytes]]:
    """What the replay of a game shows, at every step."""
    journal = Journal(folder)
    game = journal.add_game(moves, digest="", date="2026-12-06", place=None, rules="vabanque")
    assert game is not None
    history.end(journal, game)
    screen, found = ReplayScreen(), []
    for step in range(len(moves) + 1):
        replay = history.replay(journal, game, step)
        replay = msgspec.structs.replace(replay, game=msgspec.structs.replace(replay.game, started=""))
        # The screen has nothing but the snapshot; every seventh is drawn as well.
        if step % 7 == 0:
            opened(window, screen, Snapshot(serial=step + 1, past=(), replay=replay))
            found.append((replay, window.texts(), window.pixels()))
        else:
            found.append((replay, [], b""))
    journal.close()
    return found


def test_a_replay_tells_no_card_that_was_never_turned_over(window: Harness, tmp_path: Path) -> None:
    moves = list(random_game(1))
    public = played(1)[-1].view
    revealed = [Counter((table.table, *card) for table in result.tables for card in table.revealed) for result in public.results]
    other, round, hidden = list(moves), 0, 0
    laid: dict[Colour, list[int]] = {}
    for place, move in enumerate(moves):
        if not isinstance(move, PlaceCard):
            continue
        if sum(len(places) for places in laid.values()) == 3 * len(public.players):
            round, laid = round + 1, {}
        laid.setdefault(move.by, []).append(place)
        if len(laid[move.by]) == 3:
            secret = [p for p in laid[move.by] if (moves[p].table, move.by, moves[p].character) not in revealed[round]]
            secret = [p for p in secret if moves[p].character is not Character.HIDDEN]
            kinds = [moves[p].character for p in secret]
            hidden += len(set(kinds)) > 1
            for p, kind in zip(secret, kinds[1:] + kinds[:1], strict=True):
                other[p] = msgspec.structs.replace(moves[p], character=kind)
    assert hidden
    assert other != moves
    assert told(window, moves, tmp_path / "one") == told(window, other, tmp_path / "other")


# --- tags ------------------------------------------------------------------------------------------------------


def uid(number: int) -> bytes:
    return b"\x04\xaa" + number.to_bytes(5, "big")


def show_tag(evening: TouchEvening, tag: bytes) -> None:
    """A tag is shown to the reader."""
    evening.show_tag(tag)
    evening.harness.settle(1)


def test_a_whole_set_is_learned_checked_and_mended(evening: TouchEvening) -> None:
    window = evening.harness
    evening.tap("tags")
    assert evening.open == "tags"
    for number, code in enumerate(PIECES):
        assert evening.session.shown.learning is not None
        assert evening.session.shown.learning.piece == code
        assert any(text.startswith(("Now scan", "Scan a new table")) for text in window.texts())
        show_tag(evening, uid(number))
    assert "Every piece has its tag" in window.texts()
    # A second tag, a tag that is bound already and moves, a phone.
    evening.harness.tap_on(evening.harness.stage.screen.set.tiles, "tile 3")
    show_tag(evening, uid(100))
    assert evening.session.shown.learning is not None
    assert evening.session.shown.learning.bound["tile 3"] == 2
    evening.harness.tap_on(evening.harness.stage.screen.set.cards, "red cheat")
    show_tag(evening, uid(100))
    assert {"That tag is in use", "It is table 3"} <= set(window.texts())
    wait(5)
    window.settle()
    assert {"That tag is in use", "It is table 3"} <= set(window.texts())
    evening.tap("move")
    bound = evening.session.shown.learning.bound
    assert (bound["tile 3"], bound["red cheat"]) == (1, 2)
    evening.harness.tap_on(evening.harness.stage.screen.set.cards, "red cheat")
    show_tag(evening, b"\x08\x01\x02\x03")
    assert "That is a phone" in window.texts()
    evening.tap("let_go")
    assert evening.session.shown.learning.bound["red cheat"] == 2
    hold(window, evening.widget("let_go"))
    assert evening.session.shown.learning.bound["red cheat"] == 0
    evening.tap("check")
    assert evening.open == "check"
    evening.tap("done")
    assert evening.open == "home"
    assert "35 tags known" in window.texts()


def test_enrolment_goes_on_where_it_was_left(evening: TouchEvening) -> None:
    evening.tap("tags")
    show_tag(evening, uid(1))
    evening.tap("skip")
    show_tag(evening, uid(2))
    evening.tap("done")
    assert evening.open == "home"
    evening.tap("tags")
    shown = evening.session.shown.learning
    assert shown is not None
    # The piece that was skipped is still wanting.
    assert (shown.piece, shown.known) == ("tile 2", 2)


def test_a_check_names_tables_and_of_cards_only_that_they_are_known(evening: TouchEvening) -> None:
    window, said = evening.harness, {}
    evening.tap("tags")
    for number in range(len(PIECES)):
        show_tag(evening, uid(number))
    for number, (code, piece) in enumerate(PIECES.items()):
        evening.tap("check")
        show_tag(evening, uid(number))
        if isinstance(piece, Tile):
            assert f"Table {piece.number}" in window.texts()
        else:
            said[code] = (tuple(window.texts()), window.pixels() if isinstance(piece, CharacterCard) else b"")
        show_tag(evening, uid(number))
        assert "1 of 36" in window.texts()
        evening.tap("learn")
    for colour in Colour:
        assert len({said[f"{colour} {kind}"] for kind in KINDS}) == 1
    evening.tap("check")
    for number in range(len(PIECES)):
        show_tag(evening, uid(number))
    assert "All pieces can be read" in window.texts()
    show_tag(evening, uid(99))
    assert "It belongs to no piece yet" in window.texts()


def test_in_a_game_a_tile_is_told_by_its_place_in_the_ring(window: Harness) -> None:
    view = played(3)[-1].view
    tile = view.tables[4].tile
    assert tile != 5
    opened(window, CheckScreen(), Snapshot(serial=1, view=view, checking=Checking(1, 36, f"tile {tile}", 1)))
    assert "Table 5" in window.texts()


def test_the_menu_of_a_game_asks_which_table_a_tile_is_also_while_cards_lie(evening: TouchEvening) -> None:
    window = evening.harness
    evening.new_game()
    evening.set_up((Colour.RED, Colour.BLUE, Colour.GREEN))
    evening.play(lambda view: view.phase is Phase.PAWNS)
    evening.tap("bar", "menu")
    window.tap_on(window.stage.screen.buttons["which"])
    assert evening.open == "check"
    table = evening.view.tables[2]
    show_tag(evening, UIDS[Tile(table.tile).code])
    assert {"Which table is this?", "Table 3"} <= set(window.texts())
    assert "Check the set" not in window.texts()
    evening.tap("learn")
    assert "Not while cards lie face down" in window.texts()
    evening.tap("done")
    assert evening.open == "pawns"


def test_every_piece_has_a_name_of_its_own_in_every_language() -> None:
    for language in texts.LANGUAGES:
        texts.use(language)
        assert len({piece_name(code) for code in PIECES}) == len(PIECES)


def test_learning_is_refused_with_its_reason_while_cards_lie(evening: TouchEvening) -> None:
    window = evening.harness
    evening.new_game()
    evening.set_up((Colour.RED, Colour.BLUE, Colour.GREEN))
    evening.play(lambda view: any(table.face_down for table in view.tables))
    evening.tap("bar", "menu")
    window.tap_on(window.stage.screen.buttons["home"])
    evening.tap("tags")
    assert evening.open == "home"
    assert "Not while cards lie face down" in window.texts()


# --- settings ----------------------------------------------------------------------------------------------------


def settings_of(evening: TouchEvening) -> Settings:
    return evening.app.settings


def value_of(name: str, settings: Settings) -> Any:
    """What is set: of every game, or of the one that has it."""
    if name == "sound":
        return settings.volume if settings.sound else "off"
    return getattr(settings, name) if hasattr(settings, name) else getattr(settings.of(SHELF["vabanque"]), name)


def choose(evening: TouchEvening, name: str, value: Any) -> None:
    """Touches a value of a setting."""
    screen = evening.harness.stage.screen
    group = next((group for group, names in GROUPS.items() if name in names), "vabanque")
    evening.tap("groups", ("row", group))
    row = screen.rows[name]
    at = [option for option, _ in row.choice.options].index(value)
    evening.harness.tap_on(row, at)


def test_every_setting_of_the_table_can_be_changed_and_is_kept(evening: TouchEvening, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[Settings] = []
    monkeypatch.setattr(evening.app, "_save", kept.append)
    evening.tap("settings")
    changed = 0
    own = {setting.name: setting.options() for setting in gameui.of("vabanque").settings}
    assert set(own) == set(SHELF["vabanque"].rules.settings.__struct_fields__), "a setting that nobody can reach"
    for names in (*GROUPS.values(), own):
        for name in names:
            for value, _ in own[name] if name in own else choice(name, settings_of(evening)).options:
                if value != value_of(name, settings_of(evening)):
                    choose(evening, name, value)
                    changed += 1
                    assert value_of(name, settings_of(evening)) == value, name
                    assert kept[-1] == settings_of(evening)
            choose(evening, name, value_of(name, Settings()))
    assert len(kept) >= changed > 20


def test_a_change_holds_at_once(evening: TouchEvening) -> None:
    window = evening.harness
    evening.tap("settings")
    choose(evening, "language", "de")
    assert "Optionen" in window.texts()
    assert "Settings" not in window.texts()
    choose(evening, "language", "en")
    choose(evening, "text_size", "largest")
    assert theme.look.text == theme.TEXT_SIZES["largest"]
    choose(evening, "text_size", "normal")
    choose(evening, "sound", "low")
    assert not theme.look.mute
    assert theme.look.volume == theme.VOLUMES["low"]
    # How loud it is, is heard.
    assert sound.played[-1] is sound.Cue.CHIP
    choose(evening, "sound", "off")
    assert theme.look.mute
    choose(evening, "sound", "high")
    assert (theme.look.mute, theme.look.volume) == (False, 1.0)
    choose(evening, "calm", False)
    assert not theme.look.calm
    choose(evening, "dim_after", 60)
    wait(61)
    window.settle(1)
    assert evening.app.stage.asleep
    window.tap(400, 300)
    assert not evening.app.stage.asleep
    choose(evening, "turn", 90)
    assert evening.app.stage.frame.portrait
    # The touch has turned with the picture.
    choose(evening, "turn", 180)
    assert not evening.app.stage.frame.portrait
    choose(evening, "turn", 0)
    evening.tap("bar", "left")
    assert evening.open == "home"


def test_the_picture_turns_to_whose_turn_it_is(evening: TouchEvening) -> None:
    evening.new_game()
    evening.set_up((Colour.RED, Colour.BLUE, Colour.GREEN, Colour.WHITE))
    turns = set()
    evening.app.change(msgspec.structs.replace(settings_of(evening), turn_to_player=True))
    for n in range(4):
        acting = next(player for player in evening.view.players if player.colour is evening.view.to_act)
        evening.harness.settle()
        assert evening.app.stage.turn == -90 * acting.chair % 360
        turns.add(evening.app.stage.turn)
        evening.tap("ring", n + 1)
    assert turns == {0, 90, 180, 270}
    evening.app.change(msgspec.structs.replace(settings_of(evening), turn_to_player=False))
    assert evening.app.stage.turn == 0


def test_a_disk_that_takes_no_settings_is_told(evening: TouchEvening, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(settings: Settings) -> None:
        raise OSError("no space left on device")

    window = evening.harness
    monkeypatch.setattr(evening.app, "_save", full)
    evening.tap("settings")
    choose(evening, "text_size", "large")
    assert "Not saved: storage error" in window.texts()
    assert theme.look.text == theme.TEXT_SIZES["large"]


def test_a_number_from_the_file_stands_among_the_choices() -> None:
    odd = msgspec.structs.replace(Settings(), dim_after=90, pending=5.5)
    assert (90, "90 s") in choice("dim_after", odd).options
    assert (5.5, "5.5 s") in choice("pending", odd).options


def test_settings_stay_open_while_the_game_goes_on(evening: TouchEvening) -> None:
    evening.new_game()
    evening.tap("bar", "menu")
    evening.harness.tap_on(evening.harness.stage.screen.buttons["settings"])
    assert evening.open == "settings"
    evening.session.handle(NewGame())
    evening.harness.settle()
    assert evening.open == "settings"


# --- diagnosis and help --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_every_fault_has_words_and_advice_of_its_own(window: Harness, language: str) -> None:
    texts.use(language)
    said = {}
    for fault in Fault:
        screen = opened(window, DiagnosisScreen(), Snapshot(serial=1, links=(DeviceState("wand", fault),)))
        item = next(item for item in screen.findings.findings if item.fine is False)
        assert item.state in window.texts()
        assert item.advice in window.texts()
        said[fault] = (item.state, item.advice)
    assert len({state for state, _ in said.values()}) == len(Fault)
    assert len(set(said.values())) == len(Fault)
    assert not {str(fault) for fault in Fault} & {state for state, _ in said.values()}


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_every_fault_fits_into_the_middle_of_the_ring(window: Harness, language: str, size: tuple[int, int]) -> None:
    window.resize(*size)
    texts.use(language)
    theme.look.text = theme.TEXT_SIZES["largest"]
    found = []
    for link in (*(DeviceState("wand", fault) for fault in Fault), *OTHERS):
        opened(window, CardsScreen(), samples.shown(samples.view(Phase.CARDS, 4), links=(link,)))
        assert answers.fault(link)[1] in window.texts()
        found += window.cuts()
    assert found == []


def ring(*broken: tuple[int, int | None], readers: int = 4) -> DeviceState:
    """A ring of which some readers do not work: (reader, table)."""
    return DeviceState(
        "ring-1", None, "firmware 1.0", readers, tuple(BrokenReader(f"ring-1/{reader}", Fault.DEAD_BUS, table) for reader, table in broken)
    )


OTHERS = (
    ring((2, 2)),
    ring((1, 1), (2, 2), (4, 4)),
    ring((2, None)),
    ring((1, 1), readers=1),
    DeviceState("/dev/ttyACM1", Fault.NO_ANSWER),
    DeviceState(PORTS, Fault.FAILED, "TypeError"),
    DeviceState("panel", Fault.FAILED, "error: GPIO"),
)


def test_what_is_said_at_the_table_is_the_worst_that_is_known_and_no_good_reader_is_called_lost() -> None:
    wand, silent = DeviceState("wand", None, readers=1), DeviceState("/dev/ttyACM1", Fault.NO_ANSWER)
    gone, panel = DeviceState("wand-2", Fault.UNPLUGGED), DeviceState("panel", Fault.FAILED)
    assert answers.lost((wand,)) is None
    assert answers.lost((silent, wand)) is None  # it may be anything
    assert answers.lost((silent,)) == silent
    assert answers.lost((silent, ring((2, 2)), wand)) == ring((2, 2))
    assert answers.lost((panel, ring((2, 2)), gone, silent, wand)) == gone
    all_four = ring((1, 1), (2, 2), (3, 3), (4, 4))
    assert answers.lost((ring((2, 2)), all_four)) == all_four
    assert answers.fault(ring((2, 2)))[0] == "Reader of table 2 fails"
    assert answers.fault(ring((2, 2), (4, 4)))[0] == "Readers of tables 2, 4 fail"
    assert answers.fault(all_four)[0] == "Reader can’t be used"


def test_the_diagnosis_names_the_reader_that_does_not_work_and_the_port_that_says_nothing(window: Harness) -> None:
    links = (ring((2, 2), (3, None)), DeviceState("/dev/ttyACM1", Fault.NO_ANSWER), DeviceState("wand", None, "firmware 1.0", 1))
    screen = opened(window, DiagnosisScreen(), Snapshot(serial=1, links=links))
    rows = {row.what: (row.state, row.fine) for row in screen.findings.findings}
    assert rows["Ring 1, table 2"] == rows["Ring 1, reader 3"] == ("The chip does not answer", False)
    assert rows["USB port ttyACM1"][1] is False
    assert rows["Ring 1"] == rows["Wand"] == ("Firmware 1.0", True)
    screen.show(Snapshot(serial=2, links=(DeviceState("wand", None, "firmware 1.0", 1, (BrokenReader("wand", Fault.DEAD_BUS),)),)))
    assert [(row.what, row.fine) for row in screen.findings.findings if row.fine is not None] == [("Wand", False)]


def test_the_diagnosis_follows_what_is_plugged_in(evening: TouchEvening) -> None:
    window = evening.harness
    evening.tap("state")
    assert "All is well" in window.texts()
    evening.session.handle(LinkLost("ring-2", Fault.BUSY, "/dev/ttyACM1"))
    window.settle()
    assert {"Ring 2", "Another program uses it (/dev/ttyACM1)", "1 thing to check"} <= set(window.texts())
    evening.session.handle(LinkUp("ring-2", (), "firmware 1.0"))
    window.settle()
    assert {"Ring 2", "Firmware 1.0", "All is well"} <= set(window.texts())


@pytest.mark.parametrize(
    ("detail", "german"),
    [("firmware 1.0", "Firmware 1.0"), ("MFRC522 version 2.0", "MFRC522, Version 2.0"), ("simulated", "Simuliert"), ("", "Bereit"), ("x y", "x y")],
)
def test_what_a_device_says_of_itself_is_told_in_the_language_of_the_screen(detail: str, german: str, window: Harness) -> None:
    texts.use("de")
    try:
        screen = opened(window, DiagnosisScreen(), Snapshot(serial=1, links=(DeviceState("wand", None, detail, 1),)))
        assert [(row.what, row.state) for row in screen.findings.findings if row.what == "Lesestab"] == [("Lesestab", german)]
    finally:
        texts.use("en")


def test_findings_from_elsewhere_and_all_pages_are_to_be_seen(window: Harness) -> None:
    screen = DiagnosisScreen()
    screen.more = tuple(Finding(f"Check {n}", State.FAIL, "so and so", "Do this.") for n in range(12))
    opened(window, screen, Snapshot(serial=1))
    seen: set[str] = set()
    for _ in range(8):
        seen |= set(window.texts())
        window.tap_on(screen.bar, "down")
    assert {f"Check {n}" for n in range(12)} <= seen


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_every_phase_has_its_rule_in_two_sentences(language: str) -> None:
    texts.use(language)
    assert [sheet.phase for sheet in SHEETS] == [str(phase) for phase in Phase]
    rules = [rule(), *(sheet.rule() for sheet in SHEETS)]
    assert len(set(rules)) == 1 + len(SHEETS)
    for said in rules:
        assert len(re.findall(r"[.!?](?:\s|$)", said)) == 2, said
    assert way()
    assert all(sheet.way() and sheet.title() for sheet in SHEETS)


def test_help_opens_at_the_phase_and_leads_through_the_game(evening: TouchEvening) -> None:
    window = evening.harness
    evening.new_game()
    evening.set_up((Colour.RED, Colour.BLUE, Colour.GREEN))
    evening.tap("bar", "menu")
    window.tap_on(window.stage.screen.buttons["help"])
    assert evening.open == "help"
    assert next(sheet.rule() for sheet in SHEETS if sheet.phase == "tokens") in window.texts()
    seen = set()
    for _ in range(len(SHEETS) + 1):
        seen |= set(window.texts())
        evening.tap("bar", "down")
    assert {rule(), *(sheet.rule() for sheet in SHEETS)} <= seen
    evening.tap("bar", "left")
    assert evening.open == "menu", "back to where it was opened"
    window.tap_on(window.stage.screen.bar, "left")
    assert evening.open == "tokens"
