"""Cash & Run at the house's table: what is taught, kept and taken along; tags; the panel; money where it is not shown."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.cli.exporting import export
from companion.errors import TagError
from companion.games.cash_and_run import GAME
from companion.games.cash_and_run.demo import random_game
from companion.games.cash_and_run.rules.chance import Symbol
from companion.games.cash_and_run.rules.moves import Bet, Bid, Card, Deal, Die, Gathered, Join, Rename, Roulette, Sold, Throw
from companion.games.cash_and_run.rules.settings import Money
from companion.games.cash_and_run.rules.state import Phase
from companion.games.cash_and_run.table.commands import Act, Tap, TapChip, TapSquare
from companion.games.cash_and_run.table.copy import Chip, Untaught
from companion.games.cash_and_run.table.lesson import TellCard, TellChips, TellSquare
from companion.games.kit.colours import Colour
from companion.settings import Settings
from companion.table import commands
from companion.table.backup import folder, read, write
from companion.table.evenings import history
from companion.table.events import Button, ButtonPressed, TagGone, TagSeen
from companion.table.journal.store import Journal
from companion.table.session.session import Session
from companion.table.tags import simulated, tagset

UIDS = simulated.uids(GAME)


class Table:
    """A session of the house with simulated tags; `say` is what fingers do, `show` holds a piece to the pad for a moment."""

    def __init__(self, at: Path, settings: Settings | None = None) -> None:
        self.journal = Journal(at)
        self.session = Session(self.journal, settings=settings, simulated=simulated.tags, hand=0)

    @property
    def shown(self) -> Any:
        return self.session.shown

    @property
    def moves(self) -> list[Any]:
        return self.session.timeline.moves

    def say(self, *things: Any) -> Any:
        for thing in things:
            self.session.handle(thing)
        return self.shown

    def show(self, code: str) -> Any:
        self.session.handle(TagSeen("pad", UIDS[code]))
        self.session.handle(TagGone("pad", UIDS[code]))
        return self.shown

    def new(self) -> None:
        self.say(commands.NewGame(rules=GAME.key))

    def until(self, seed: int, wanted: Any) -> list[Any]:
        """Plays a random game up to a move of this kind; returns what is left of it."""
        self.new()
        moves = random_game(seed)
        for place, move in enumerate(moves):
            if isinstance(move, wanted):
                return moves[place:]
            self.say(commands.Do(move))
        raise AssertionError(wanted)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    found = Table(tmp_path / "data")
    yield found
    found.journal.close()


# --- teaching -------------------------------------------------------------------------------------------------------


def teach(table: Table) -> None:
    table.say(commands.Teach(GAME.key), TellSquare("1"), TellCard(7, "Cairo", Symbol.ROULETTE, "yellow", lies=True), TellSquare("3"))


def test_what_is_taught_is_kept_over_a_restart(table: Table, tmp_path: Path) -> None:
    teach(table)
    before = table.shown.teaching.copy
    assert before.squares == ("1", "cairo", "3")
    table.say(commands.CloseTeaching())
    assert table.shown.teaching is None
    table.journal.close()
    again = Table(tmp_path / "data")
    assert again.say(commands.Teach(GAME.key)).teaching.copy == before
    again.journal.close()


def test_a_card_that_is_shown_lies_on_the_next_square_or_is_asked_for(table: Table) -> None:
    table.say(commands.Teach(GAME.key), TellSquare("1"))
    assert table.show("casino 4").teaching.asked == 4
    table.say(TellCard(4, "Rio", Symbol.DIE, "violet", lies=True))
    assert table.shown.teaching.asked is None
    assert table.shown.teaching.copy.squares == ("1", "rio")
    # The same card lies on no second square, and the table says so.
    assert table.show("casino 4").notice.what is Untaught.CASINO_TWICE
    assert table.shown.teaching.copy.squares == ("1", "rio")


def test_what_was_taught_holds_for_the_next_game_and_its_cards_are_dealt_by_tag(table: Table) -> None:
    teach(table)
    table.say(commands.CloseTeaching())
    table.new()
    for colour in (Colour.RED, Colour.BLUE, Colour.GREEN):
        table.say(commands.Do(Join(colour, str(colour))))
    table.say(commands.Do(Gathered()))
    assert [each.name for each in table.shown.view.casinos] == ["Cairo"]
    # The board has no other casino, so it is not whole, and nothing rests on it.
    assert table.shown.view.board == ()
    table.show("casino 7")
    assert table.session.timeline is not None
    assert table.session.timeline.moves[-1] == Deal(Colour.RED, "cairo")


def test_what_is_taught_is_exported_and_imported_with_the_tags(table: Table) -> None:
    teach(table)
    kept = json.loads(table.journal.taught()[GAME.key])
    text = tagset.encode(tagset.TagSet(GAME.key, {}, kept))
    found = tagset.decode(text.encode())
    assert found.taught == kept
    with pytest.raises(TagError, match="changed or cut"):
        tagset.decode(text.replace("Cairo", "Kairo").encode())
    kept["board"] = ["3", "1"]
    with pytest.raises(TagError, match="can't be so"):
        tagset.decode(tagset.encode(tagset.TagSet(GAME.key, {}, kept)).encode())


def test_a_backup_takes_along_what_is_taught(table: Table, tmp_path: Path) -> None:
    teach(table)
    packed = write.encode(table.journal, Settings())
    other = Journal(tmp_path / "other")
    folder.restore(other, read.decode(packed.content))
    assert other.taught() == table.journal.taught()
    other.close()


# --- the panel, tags --------------------------------------------------------------------------------------------


def test_ok_on_the_panel_is_the_lit_button(table: Table) -> None:
    rest = table.until(2, Bid)
    assert table.shown.view.phase == Phase.AUCTION
    assert rest
    table.say(ButtonPressed(Button.OK))
    assert table.session.timeline is not None
    assert table.session.timeline.moves[-1] == Sold()


# --- chips ------------------------------------------------------------------------------------------------------


def test_the_chips_that_are_taught_are_laid_and_named_and_what_is_counted_is_the_banks(table: Table) -> None:
    chips = (Chip(100_000, 40), Chip(50_000, 40), Chip(500_000, 10))
    table.say(commands.Teach(GAME.key), TellChips(chips), commands.CloseTeaching())
    table.new()
    for colour in (Colour.RED, Colour.BLUE, Colour.GREEN):
        table.say(commands.Do(Join(colour, str(colour))))
    view = table.say(commands.Do(Gathered())).view
    assert (view.chips, view.chips_taught) == ((50_000, 100_000, 500_000), True)
    # There is no smaller chip, so nothing is paid in smaller sums; and 11 million less three times two are left.
    assert view.options.step == 50_000
    assert view.bank == 11_000_000 - 3 * 2_000_000


def test_untaught_the_usual_chips_are_laid_and_none_is_named(table: Table) -> None:
    table.until(3, Throw)
    view = table.shown.view
    assert (view.chips, view.chips_taught, view.options.step) == ((10_000, 50_000, 100_000, 500_000), False, 10_000)


# --- corrections ------------------------------------------------------------------------------------------------


def test_a_stake_is_corrected_chip_by_chip_and_what_follows_is_reckoned_anew(table: Table) -> None:
    rest = table.until(3, Bet)
    (bet, result, *_) = [move for move in rest if isinstance(move, Bet | Roulette | Die | Card)]
    for move in rest[: rest.index(result) + 1]:
        table.say(commands.Do(move))
    place = len(table.session.timeline.moves) - 1 - rest[: rest.index(result) + 1][::-1].index(bet)  # type: ignore[union-attr]
    change = table.say(commands.ProposeAmend(place)).change
    assert change.stakes
    assert set(change.felt) >= {bet.on}
    assert change.chips == (10_000, 50_000, 100_000, 500_000)
    table.say(TapChip(-10_000), TapChip(-10_000))
    assert table.shown.change.now.amount == bet.stake - 20_000
    # Nothing is staked by taking everything away.
    table.say(TapChip(-10_000_000))
    assert table.shown.change.now.amount == bet.stake - 20_000
    table.say(commands.Amend())
    assert table.session.timeline.moves[place].stake == bet.stake - 20_000  # type: ignore[union-attr]


def test_what_the_companion_has_drawn_stands(tmp_path: Path) -> None:
    """It can be taken back for all to see; nothing makes it another one, and it stays in the journal."""
    table = Table(tmp_path / "data", Settings().with_(GAME, draws=True))
    rest = table.until(3, Bet)
    table.say(commands.Do(rest[0]), Tap(Act.DRAW))
    timeline = table.session.timeline
    assert timeline is not None
    place = len(timeline.moves) - 1
    drawn = timeline.moves[place]
    assert drawn.drawn
    assert table.say(commands.ProposeAmend(place)).change is None
    table.say(commands.ShowActs(table.shown.view.round))
    assert place not in [step.place for step in table.shown.acts]
    kept = len(table.journal.acts(1))
    table.say(commands.CloseActs(), commands.Undo(sure=True))
    assert len(table.session.timeline.moves) == place  # type: ignore[union-attr]
    assert len(table.journal.acts(1)) == kept + 1
    table.journal.close()


def test_what_was_drawn_and_undone_is_drawn_once_only_also_after_a_power_cut(tmp_path: Path) -> None:
    """However much is undone, done again, called otherwise or looked up meanwhile: the same bet gets what it got."""
    settings = Settings().with_(GAME, draws=True)
    table = Table(tmp_path / "data", settings)
    bet = table.until(3, Bet)[0]
    table.say(commands.Do(bet), Tap(Act.DRAW))
    drawn = table.moves[-1]
    # Many draws of 52, 37 or 6 would be the same by chance once in a while; so it is done again and again.
    for _ in range(8):
        table.say(commands.Undo(sure=True), Tap(Act.DRAW))
        assert table.moves[-1] == drawn
    # The bet is undone as well, somebody is called otherwise, and the same is bet again.
    table.say(commands.Undo(sure=True), commands.Undo(sure=True), commands.Do(Rename(bet.by, "Zoë")), commands.Do(bet))
    table.journal.close()
    table = Table(tmp_path / "data", settings)
    table.session.resume()
    assert table.say(Tap(Act.DRAW)).view is not None
    assert table.moves[-1] == drawn
    # Another stake is another bet: what it gets is not known before. The first one keeps its own.
    found = set()
    for chips in range(1, 41):
        other = msgspec.structs.replace(bet, stake=10_000 * chips)
        table.say(commands.Undo(sure=True), commands.Undo(sure=True), commands.Do(other), Tap(Act.DRAW))
        found.add(msgspec.structs.replace(table.moves[-1], drawn=False))
    assert len(found) > 1
    table.say(commands.Undo(sure=True), commands.Undo(sure=True), commands.Do(bet), Tap(Act.DRAW))
    assert table.moves[-1] == drawn
    table.journal.close()


def test_dice_that_were_drawn_without_a_board_are_on_disk_before_anybody_sees_them(tmp_path: Path) -> None:
    settings = Settings().with_(GAME, draws=True)
    table = Table(tmp_path / "data", settings)
    table.new()
    for move in untaught():
        table.say(commands.Do(move))
    dice = table.say(Tap(Act.DRAW)).view.rolled
    assert (table.shown.undo.do, table.shown.undo.kind) == ("roll", "+".join(map(str, dice)))
    table.journal.close()
    table = Table(tmp_path / "data", settings)
    table.session.resume()
    assert table.shown.view.rolled == dice
    for _ in range(8):
        assert table.say(commands.Undo(), Tap(Act.DRAW)).view.rolled == dice
    # A wrong square is undone; the dice stand, and the right square is tapped.
    table.say(TapSquare("3"), commands.Undo())
    assert table.shown.view.rolled == dice
    table.say(TapSquare("6"))
    assert (table.moves[-1], table.shown.view.phase) == (Throw(table.shown.view.by, dice, "6", drawn=True), Phase.SLAM)
    table.journal.close()


def untaught() -> list[Any]:
    """The set-up of a game in which no board is known."""
    moves = random_game(3)
    begun = next(place for place, move in enumerate(moves) if isinstance(move, Throw))
    return [msgspec.structs.replace(move, board=()) if isinstance(move, Gathered) else move for move in moves[:begun]]


# --- money ------------------------------------------------------------------------------------------------------


def test_nobodys_money_goes_out_by_any_road_where_it_is_only_told_when_asked(tmp_path: Path) -> None:
    table = Table(tmp_path / "data", Settings().with_(GAME, money=Money.ASKED))
    table.until(3, Throw)
    view = table.shown.view
    assert {player.cash for player in view.players} == {None}
    assert {player.score for player in view.players} == {None}
    amount = str(view.options.start)
    # Undo's words, lists of games that go on, and their replay.
    for said in (table.shown.undo, table.say(commands.GoHome()).games, history.replay(table.journal, 1).view.players):
        assert amount not in msgspec.json.encode(said).decode()
    (going,) = table.shown.games
    assert going.scores == {}
    table.journal.close()


def test_ones_own_money_is_seen_alone_and_everybody_sees_that_it_was_looked_at(tmp_path: Path) -> None:
    table = Table(tmp_path / "data", Settings().with_(GAME, money=Money.ASKED))
    table.until(3, Throw)
    who = table.shown.view.players[1].colour
    assert table.session.own_cards(who) == ()
    shown = table.say(commands.LookAt(who))
    assert shown.notice.owner is who
    assert [purse.cash for purse in table.session.own_cards(who)] == [2_000_000]
    other = table.shown.view.players[0].colour
    assert table.session.own_cards(other) == ()
    assert "2000000" not in msgspec.json.encode((shown.own, shown.notice, [each.cash for each in shown.view.players])).decode()
    table.say(commands.CloseOwn())
    assert table.session.own_cards(who) == ()
    table.journal.close()


def test_where_money_is_shown_the_lists_of_running_games_keep_it_back_all_the_same(table: Table) -> None:
    table.until(3, Throw)
    assert None not in {player.cash for player in table.shown.view.players}
    assert table.say(commands.GoHome()).games[0].scores == {}


def test_the_export_of_a_game_that_goes_on_says_first_that_it_tells_more(table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table.until(3, Throw)
    table.journal.close()
    export(game=1, data=tmp_path / "data")
    said = capsys.readouterr()
    assert "keep back" in said.err
    assert json.loads(said.out.splitlines()[0])["record"] == "cashrun"
