"""Past games: searching, the bin, rematches, the names book, statistics at the table; and that nothing secret gets into any of it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion import words
from companion.errors import JournalError, NameRefused
from companion.games.kit.colours import Colour
from companion.games.vabanque import GAME as VABANQUE
from companion.games.vabanque.record import record
from companion.games.vabanque.rules.moves import Confirm, Correct, End, Gathered, Join, LayRing, Paid, Rename, Seated, Seating
from companion.games.vabanque.rules.setup import Setup
from companion.games.vabanque.rules.view import Phase
from companion.games.vabanque.table.facts import facts
from companion.table.commands import (
    ClosePast,
    Delete,
    EmptyBin,
    GoHome,
    MergeNames,
    NewGame,
    OpenGame,
    Rematch,
    ReplayGame,
    Restore,
    ShowNames,
    ShowPast,
    ShowStats,
    Undo,
    UnmergeName,
)
from companion.table.evenings import bgstats, exports, history, names, wastebin
from companion.table.evenings.statistics import Filter, statistics
from companion.table.events import Signal
from companion.table.journal import copies
from companion.table.journal.store import Journal
from companion.table.session.timeline import Timeline
from companion.table.snapshot import Answer
from tests.table.evening import PLAYERS, RING, Evening
from tests.table.past_games import RECORDS, add, header


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Journal]:
    """Three past games of one week, on two days."""
    journal = Journal(tmp_path / "shelf")
    add(journal, RECORDS[0], date="2026-11-20", place="Zürich", names={"black": "Zoë", "green": "Gil", "white": "Anna Maria"})
    add(journal, RECORDS[1], date="2026-11-27", names={"yellow": "Zoe", "white": "Gil", "black": "Ben"})
    add(journal, RECORDS[3], date="2026-12-01", place="Bern")
    yield journal
    journal.close()


def whole_game(evening: Evening, *, game: int | None = None) -> int:
    number = evening.sit_down() if game is None else game
    for _ in range(4):
        evening.round(table=3)
    assert evening.view.phase is Phase.FINISHED
    return number


# --- searching --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("search", "won", "found"),
    [
        ("", "", [3, 2, 1]),
        ("zoe", "", [2, 1]),
        ("ZOË", "", [2, 1]),
        ("2026-11", "", [2, 1]),
        ("11-27", "", [2]),
        ("zürich", "", [1]),
        ("maria anna", "", [1]),
        ("gil 2026-11-27", "", [2]),
        ("gil ben anna", "", []),
        ("  bern  ", "", [3]),
        ("2026-11", "anna", [1]),
        ("", "gil", []),
        ("%", "", []),
    ],
)
def test_searching_by_name_date_place_and_winner(shelf: Journal, search: str, won: str, found: list[int]) -> None:
    # The first game was won by its white player.
    assert history.past(shelf)[2].winners == (Colour.WHITE,)
    assert [entry.game for entry in history.past(shelf, search, won)] == found


def test_a_player_is_found_by_every_spelling(shelf: Journal) -> None:
    shelf.use_name("Walburga")
    names.merge(shelf, "Ben", "Walburga", history.played(shelf))
    assert [entry.game for entry in history.past(shelf, "walburga")] == [2]
    assert [entry.game for entry in history.past(shelf, "ben")] == [2]


# --- the bin ----------------------------------------------------------------------------------------------------


def test_a_deleted_game_is_nowhere_until_it_is_restored(evening: Evening) -> None:
    first, second = whole_game(evening), whole_game(evening)
    evening.post(GoHome())
    before = evening.post(ShowPast()).past
    stats = evening.post(ShowStats()).stats
    assert before is not None
    assert stats is not None
    assert stats.games == 2
    evening.post(ReplayGame(first))
    shown = evening.post(Delete(first))
    assert shown.replay is None
    assert [entry.game for entry in shown.past or ()] == [second]
    assert shown.stats is not None
    assert shown.stats.games == 1
    assert [entry.game for entry in history.entries(evening.journal)] == [second]
    evening.post(ReplayGame(first))
    assert evening.answer is Answer.NOT_WRITTEN
    evening.post(OpenGame(first))
    assert evening.view_is_home()
    with pytest.raises(JournalError, match=r"in the bin.*companion restore"):
        history.export(evening.journal, first)
    shown = evening.post(ShowPast(bin=True))
    assert shown.bin
    assert [entry.game for entry in shown.past or ()] == [first]
    assert evening.post(Restore(first)).past == ()
    # Who goes back to the list has left the statistics.
    shown = evening.post(ShowPast())
    assert (shown.past, shown.stats) == (before, None)
    assert evening.post(ShowStats()).stats == stats
    shown = evening.post(ClosePast())
    assert (shown.past, shown.stats, shown.book, shown.replay, shown.search) == (None, None, None, None, "")


def test_the_game_on_the_screen_can_be_deleted(evening: Evening) -> None:
    game = whole_game(evening)
    evening.post(Delete(game))
    assert evening.view_is_home()
    evening.restart()
    assert evening.post(ShowPast()).past == ()
    assert [entry.game for entry in evening.post(ShowPast(bin=True)).past or ()] == [game]


def test_a_game_that_goes_on_is_not_deleted(evening: Evening) -> None:
    game = evening.sit_down()
    evening.post(GoHome())
    evening.post(Delete(game))
    assert [entry.game for entry in evening.shown.games] == [game]
    with pytest.raises(JournalError, match="not over"):
        wastebin.delete(evening.journal, game)
    with pytest.raises(JournalError, match="no game 77"):
        wastebin.delete(evening.journal, 77)
    with pytest.raises(JournalError, match="not in the bin"):
        wastebin.restore(evening.journal, game)


def test_only_a_hand_empties_the_bin(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """No date is a reason: a clock may stand years ahead or back at any start."""
    old, young, kept = (whole_game(evening) for _ in range(3))
    evening.post(GoHome())
    for game, year in ((old, "2001"), (young, "2038")):
        monkeypatch.setattr("companion.table.journal.store.now", lambda year=year: f"{year}-01-01T00:00:00+00:00")
        evening.post(Delete(game))
        evening.restart()
    assert sorted(entry.game for entry in evening.post(ShowPast(bin=True)).past or ()) == [old, young]
    assert evening.post(EmptyBin()).past == ()
    # They are gone from the copies as well.
    for copy in copies.all_copies(evening.folder):
        db = sqlite3.connect(copy)
        assert db.execute("SELECT count(*) FROM games WHERE game IN (?, ?)", (old, young)).fetchone() == (0,)
        db.close()
    assert [entry.game for entry in evening.post(ShowPast()).past or ()] == [kept]
    assert evening.journal._db.execute("SELECT DISTINCT game FROM acts").fetchall() == [(kept,)]


def test_importing_a_deleted_game_brings_it_back(shelf: Journal) -> None:
    # Under other names it is another game than the first of the shelf.
    told = record.replay(RECORDS[0].read_bytes().splitlines(keepends=True))
    assert history.add(shelf, VABANQUE, told) == (4, True)
    wastebin.delete(shelf, 1)
    wastebin.delete(shelf, 4)
    assert history.add(shelf, VABANQUE, told) == (4, True)
    assert history.add(shelf, VABANQUE, told) == (4, False)
    assert [entry.game for entry in history.past(shelf)] == [4, 3, 2]


# --- rematch ----------------------------------------------------------------------------------------------------


def test_a_rematch_seats_the_same_people_as_they_sat_last(evening: Evening) -> None:
    game = whole_game(evening)
    sat = [(player.colour, player.name) for player in evening.view.players]
    assert [colour for colour, _ in sat] != list(PLAYERS), "nobody has changed chairs in this game"
    evening.post(Rematch(game))
    assert evening.shown.game == game + 1
    assert evening.view.phase is Phase.RING
    assert [(player.colour, player.name, player.chair) for player in evening.view.players] == [(c, n, i) for i, (c, n) in enumerate(sat)]
    assert evening.shown.lately == RING
    assert not evening.shown.practice
    # It is on disk at once, and can be taken back step by step.
    evening.restart()
    evening.post(OpenGame(game + 1))
    assert evening.view.phase is Phase.RING
    evening.post(Undo())
    assert evening.view.phase is Phase.PLAYERS
    whole_rest = [entry.game for entry in evening.post(GoHome()).games]
    assert whole_rest == [game + 1]


def test_a_rematch_of_too_few_waits_for_the_others(evening: Evening) -> None:
    evening.post(NewGame())
    evening.do(Join(Colour.RED, "Anna"))
    evening.post(Rematch(1))
    assert (evening.shown.game, evening.view.phase) == (2, Phase.PLAYERS)
    assert [player.name for player in evening.view.players] == ["Anna"]


def test_a_rematch_keeps_platelets_practice_and_the_players_one_name(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    game = add(journal, RECORDS[0], seating="platelets")
    sat = [(player["colour"], player["name"]) for player in header(RECORDS[0])["players"]]
    journal.use_name("Walburga")
    names.merge(journal, sat[0][1], "Walburga", history.played(journal))
    position = Timeline(VABANQUE, journal.acts(history.rematch(journal, game))).position
    assert isinstance(position, Setup)
    assert position.seating is Seating.PLATELETS
    # Under platelets nobody has changed chairs.
    assert [(player.colour, player.name) for player in position.players] == [(sat[0][0], "Walburga"), *sat[1:]]
    journal._db.execute("UPDATE games SET kind = 'practice' WHERE game = ?", (game,))
    assert journal.game(history.rematch(journal, game)).kind == "practice"
    wastebin.delete(journal, game)
    with pytest.raises(JournalError, match="in the bin"):
        history.rematch(journal, game)
    journal.close()


# --- the people of last time ------------------------------------------------------------------------------------


def test_the_people_of_last_time_are_those_of_the_newest_game_that_was_played_here(evening: Evening) -> None:
    assert evening.shown.last is None
    game = whole_game(evening)
    sat = [(player.colour, player.name) for player in evening.view.players]
    told = evening.post(GoHome()).last
    assert told is not None
    # Where they sat at the end, after all new orders.
    assert (told.game, told.rules, list(told.players)) == (game, VABANQUE.key, sat)
    # Neither practice, nor an evening that was played elsewhere, nor one for which too few had sat down.
    add(evening.journal, RECORDS[0])
    for new in (NewGame(practice=True), NewGame()):
        evening.post(new)
        evening.do(Join(Colour.RED, "Nobody"))
        told = evening.post(GoHome()).last
        assert told is not None
        assert told.game == game
    # An evening that stopped half-way counts as well.
    half = evening.sit_down()
    told = evening.post(GoHome()).last
    assert told is not None
    assert told.game == half
    evening.restart()
    assert evening.shown.last == told


def test_the_people_of_last_time_are_called_as_the_names_book_has_them_now(evening: Evening) -> None:
    game = whole_game(evening)
    name = evening.view.players[0].name
    evening.post(GoHome())
    evening.journal.use_name("Walburga")
    evening.post(ShowNames())
    evening.post(MergeNames(name, "Walburga"))
    last = evening.post(ClosePast()).last
    assert last is not None
    assert last.players[0][1] == "Walburga"
    evening.post(Rematch(game))
    assert tuple((player.colour, player.name) for player in evening.view.players) == last.players


def test_a_game_in_the_bin_has_no_people_of_last_time(evening: Evening) -> None:
    game = whole_game(evening)
    evening.post(Delete(game))
    assert evening.shown.last is None
    evening.post(ShowPast(bin=True))
    evening.post(Restore(game))
    last = evening.post(ClosePast()).last
    assert last is not None
    assert last.game == game


# --- statistics at the table ------------------------------------------------------------------------------------


def test_statistics_are_counted_while_somebody_looks(evening: Evening) -> None:
    game = whole_game(evening)
    assert evening.shown.stats is None
    final = {player.name: player for player in evening.view.players}
    stats = evening.post(ShowStats()).stats
    assert stats is not None
    assert {player.name: player.score for player in stats.players} == {name: player.fortune for name, player in final.items()}
    assert evening.post(ShowStats(Filter(game=game + 1))).stats == statistics(VABANQUE, [], Filter(game=game + 1))
    evening.post(NewGame())
    assert evening.shown.stats is None


def test_an_early_end_and_corrections_are_told(evening: Evening) -> None:
    game = evening.sit_down()
    evening.tokens()
    evening.cards()
    evening.pawns()
    evening.do(Confirm())
    while evening.view.phase is Phase.PAYOUT:
        due = evening.view.results[-1].earned
        evening.do(Paid(next(c for c in evening.view.order if due[c] and c not in evening.view.handed_out)))
    evening.do(Correct(Colour.RED, 5_000, "a note under the table"))
    evening.do(End(Colour.RED))
    assert evening.view.phase is Phase.FINISHED
    (entry,) = evening.post(ShowPast()).past or ()
    assert (entry.game, entry.left, entry.winners) == (game, True, ())
    (row,) = history.played(evening.journal)
    assert row.facts.left
    red = next(seat for seat in row.facts.seats if seat.colour is Colour.RED)
    assert red.figures["corrected"] == 5_000
    assert sum(red.figures.get(key, 0) for key in ("pawns", "cheats", "corrected")) == red.score == entry.scores[Colour.RED]
    stats = evening.post(ShowStats()).stats
    assert stats is not None
    assert (stats.games, stats.left) == (0, 1)


def test_an_end_that_is_undone_counts_no_more(evening: Evening) -> None:
    whole_game(evening)
    evening.post(Undo())
    assert history.played(evening.journal) == []
    evening.pay()
    assert len(history.played(evening.journal)) == 1


def test_facts_in_the_older_form_are_the_same_facts_and_no_game_is_played_through_for_them(shelf: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    before = history.facts_of(shelf)
    # As they lay on disk before measures were declared: the facts of seeds/vabanque/games/3-players-1.jsonl, first of the shelf.
    old = json.loads((Path(__file__).parents[1] / "samples" / "older_facts.json").read_text())
    shelf._db.execute("UPDATE games SET facts = ? WHERE game = 1", (json.dumps(old),))
    with monkeypatch.context() as patched:
        patched.setattr(history, "followed", lambda *_: pytest.fail("the acts were read again"))
        assert history.facts_of(shelf) == before
    assert history.facts_of(shelf) == before
    (kept,) = shelf._db.execute("SELECT facts FROM games WHERE game = 1").fetchone()
    assert "figures" in kept, "once brought into the present form, they stay in it"


def test_facts_are_not_worked_out_again(shelf: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    before = history.played(shelf)
    monkeypatch.setattr(history, "Timeline", None)
    assert history.played(shelf) == before
    assert len(history.past(shelf)) == 3


@pytest.mark.parametrize("junk", ["", "junk", "[]", '{"game": "one"}'])
def test_what_was_kept_for_the_lists_is_worked_out_anew_where_it_is_damaged(shelf: Journal, junk: str) -> None:
    before = history.past(shelf), history.entries(shelf), history.played(shelf)
    shelf._db.execute("UPDATE games SET summary = ?, facts = ?", (junk, junk))
    assert (history.past(shelf), history.entries(shelf), history.played(shelf)) == before
    assert shelf.warnings == []


def test_a_past_game_that_is_damaged_throughout_is_left_out_and_named(shelf: Journal) -> None:
    before = history.past(shelf)
    broken = before[1].game
    shelf._db.execute("UPDATE games SET summary = 'junk' WHERE game = ?", (broken,))
    shelf._db.execute("DELETE FROM acts WHERE game = ? AND number = 20", (broken,))
    assert history.past(shelf) == (before[0], *before[2:])
    assert len(shelf.warnings) == 1
    assert f"Game {broken}: " in shelf.warnings[0]


@pytest.mark.parametrize("junk", ["yesterday", "2026-02-30", "2026-99-99T00:00:00+00:00", "2026-11-29T20:00:00", "", b"\x00"])
def test_a_time_or_a_date_that_a_disk_has_damaged_costs_no_game(shelf: Journal, junk: str | bytes) -> None:
    names_before = [game.players for game in history.past(shelf)]
    days = [play["playDateYmd"] for play in bgstats.as_bgstats(exports.every(shelf))["plays"]]
    shelf._db.execute("UPDATE games SET started = ?, ended = ?, date = ? WHERE game = 2", (junk, junk, junk))
    shelf._db.execute("UPDATE acts SET at = ? WHERE game = 2 AND number = 0", ("zzz" if junk == "yesterday" else junk,))
    assert [game.players for game in history.past(shelf)] == names_before
    row = shelf.game(2)
    assert (row.started, row.ended, row.date) == ("1970-01-01T00:00:00+00:00", "1970-01-01T00:00:00+00:00", None)
    for game in history.past(shelf):
        assert words.date(game.date or game.started)
    assert [play["playDateYmd"] for play in bgstats.as_bgstats(exports.every(shelf))["plays"]][0::2] == days[0::2]
    assert bgstats.bgstats_link(*exports.one(shelf, 2))
    # And the next evening begins.
    assert shelf.game(shelf.new_game("real", rules="vabanque")).date is not None


# --- names ------------------------------------------------------------------------------------------------------


def test_names_are_merged_and_told_apart_again(evening: Evening) -> None:
    add(evening.journal, RECORDS[0], names={"black": "Zoë", "green": "Gil", "white": "Ben"})
    add(evening.journal, RECORDS[1], names={"yellow": "Zoe", "white": "Gil", "black": "Ben"})
    evening.journal.use_name("Zoe")
    evening.restart()
    assert evening.shown.names == ("Zoe",)
    book = evening.post(ShowNames()).book
    assert [(entry.name, entry.spellings, entry.games) for entry in book or ()] == [
        ("Ben", (), 2), ("Gil", (), 2), ("Zoe", (), 1), ("Zoë", (), 1),
    ]  # fmt: skip
    before = evening.post(ShowStats()).stats
    shown = evening.post(MergeNames("Zoe", "Zoë"))
    assert shown.names == ()
    assert [(entry.name, entry.spellings, entry.games) for entry in shown.book or ()] == [
        ("Ben", (), 2), ("Gil", (), 2), ("Zoë", ("Zoe",), 2),
    ]  # fmt: skip
    assert shown.stats is not None
    assert {player.name: player.games for player in shown.stats.players} == {"Ben": 2, "Gil": 2, "Zoë": 2}
    # The games themselves are as they were.
    later, first = history.past(evening.journal)
    assert (dict(later.players)[Colour.YELLOW], dict(first.players)[Colour.BLACK]) == ("Zoe", "Zoë")
    # Whoever sits down under the other spelling is remembered by the one name.
    evening.sit_down()
    evening.do(Rename(Colour.RED, "Zoe"))
    evening.do(End())
    assert "Zoë" in evening.shown.names
    assert "Zoe" not in evening.shown.names
    evening.post(Undo(sure=True))
    evening.post(GoHome())
    evening.restart()
    evening.post(ShowStats())
    assert evening.post(UnmergeName("Zoe")).stats == before


def test_names_that_look_alike_are_offered_to_be_merged(evening: Evening) -> None:
    """Capitals, accents and width; not those who sat together, who are two people."""
    add(evening.journal, RECORDS[0], names={"black": "Zoë", "green": "gil", "white": "Ben"})
    add(evening.journal, RECORDS[1], names={"yellow": "Zoe", "white": "Gil", "black": "Ｂｅｎ"})
    assert evening.shown.alike == ()
    zoe, gil, ben = frozenset({"Zoë", "Zoe"}), frozenset({"Gil", "gil"}), frozenset({"Ben", "Ｂｅｎ"})
    assert set(map(frozenset, evening.post(ShowNames()).alike)) == {zoe, gil, ben}
    shown = evening.post(MergeNames("Zoe", "Zoë"))
    assert set(map(frozenset, shown.alike)) == {gil, ben}
    add(evening.journal, RECORDS[2], names={"yellow": "Gil", "white": "gil"})
    assert set(map(frozenset, evening.post(ShowNames()).alike)) == {ben}
    evening.post(ShowPast())
    assert evening.shown.alike == ()


def test_two_who_sat_together_are_two_people(evening: Evening) -> None:
    add(evening.journal, RECORDS[0], names={"black": "Zoë", "green": "Gil", "white": "Ben"})
    evening.post(ShowNames())
    book = evening.shown.book
    shown = evening.post(MergeNames("Zoë", "Gil"))
    assert evening.answer is Answer.PLAYED_TOGETHER
    assert evening.signals == [Signal.REFUSED]
    assert shown.book == book
    evening.post(MergeNames("Zoë", "Zoë"))
    assert evening.shown.book == book


def test_merging_refuses_what_makes_no_sense(shelf: Journal) -> None:
    played = history.played(shelf)
    for name in ("Ida", "Jo", "Kai"):
        shelf.use_name(name)
    names.merge(shelf, "Ida", "Jo", played)
    # Whatever spelling is named, the whole player is meant.
    names.merge(shelf, "Ida", "Kai", played)
    assert (names.who(shelf)("Ida"), names.who(shelf)("Jo")) == ("Kai", "Kai")
    assert names.names(shelf) == ("Kai",)
    # A circle can't be made: both are Kai already.
    with pytest.raises(NameRefused, match="one player already"):
        names.merge(shelf, "Kai", "Ida", played)
    with pytest.raises(NameRefused, match="Nobody is called 'Nemo'"):
        names.merge(shelf, "Nemo", "Kai", played)
    with pytest.raises(NameRefused, match="not merged"):
        names.unmerge(shelf, "Kai")
    names.merge(shelf, "Zoë", "Kai", played)
    # Through a merged spelling as well, whoever sat together stays apart.
    with pytest.raises(NameRefused, match="sat together in game 1"):
        names.merge(shelf, "Anna Maria", "Ida", played)
    names.unmerge(shelf, "Jo")
    assert (names.who(shelf)("Ida"), names.who(shelf)("Jo")) == ("Jo", "Jo")
    assert [(entry.name, entry.spellings) for entry in names.book(shelf, played) if entry.spellings] == [("Jo", ("Ida",)), ("Kai", ("Zoë",))]


# --- secrets ----------------------------------------------------------------------------------------------------


def everything(folder: Path, kinds: dict[str, tuple[str, str, str]]) -> tuple[list[str], list[str]]:
    """All that past games tell, of two whole rounds in which no pawn stands at a table with cards; while it goes on, and when it is over."""
    evening = Evening(folder)
    game = evening.sit_down()
    told: list[list[str]] = []
    for _ in range(2):
        evening.tokens()
        free = next(table.number for table in evening.view.tables if not any((p.pawn or 0) == table.number for p in evening.view.players))
        while evening.view.phase is Phase.CARDS:
            colour = evening.view.to_act
            assert colour is not None
            at = 3 - next(player.cards_left for player in evening.view.players if player.colour is colour)
            evening.tap(f"{colour} {kinds[colour][at]}")
            evening.touch(free)
        evening.pawns()
        if not told:
            told.append([json.dumps(exports.as_json(evening.journal, game)), history.export(evening.journal, game)])
        evening.do(Confirm())
        evening.pay()
        if evening.view.round == 1:
            evening.do(Seated())
    evening.do(End())
    one = exports.one(evening.journal, game)
    told.append(
        [
            json.dumps(exports.as_json(evening.journal, game)),
            history.export(evening.journal, game),
            exports.as_csv([one]),
            json.dumps(bgstats.as_bgstats([one])),
            repr(facts(evening.view)),
            msgspec.json.encode(statistics(VABANQUE, history.played(evening.journal))).decode(),
            *[str(row) for row in evening.journal._db.execute("SELECT summary, facts, digest FROM games")],
        ]
    )
    evening.journal.close()
    return told[0], told[1]


def test_past_games_tell_no_card_that_was_not_turned_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.table.journal.store.now", lambda: "2026-11-29T20:00:00+00:00")
    one = everything(tmp_path / "1", {str(colour): ("raise", "bluff", "cheat") for colour in PLAYERS})
    other = everything(tmp_path / "2", {str(colour): ("cheat", "raise", "bluff") for colour in PLAYERS})
    assert one == other
    for text in (*one[0], *one[1][:4]):
        assert not any(f'"{kind}"' in text for kind in ("raise", "bluff", "cheat"))


def test_the_ring_of_a_rematch_is_laid_as_last_time(evening: Evening) -> None:
    game = whole_game(evening)
    evening.post(Rematch(game))
    evening.do(LayRing(evening.shown.lately))
    assert evening.view.phase is Phase.DRAW
    assert not isinstance(evening.journal.acts(game + 1)[-2], LayRing)
    assert isinstance(evening.journal.acts(game + 1)[-2], Gathered)
