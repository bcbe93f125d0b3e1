"""The session: drawing, buttons, links, lists of games, enrolment, and secrets."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from companion.games.kit.colours import Colour
from companion.games.kit.seats import SeatRefusal
from companion.games.vabanque.rules.moves import Begin, Confirm, End, Gathered, Join, LayRing, Paid, PlaceFirstPawn, Rename, RevealCard, Seated
from companion.games.vabanque.rules.refusal import Refusal
from companion.games.vabanque.rules.view import Phase
from companion.games.vabanque.table.commands import AmendPart, DrawStart
from companion.settings import Settings
from companion.table import commands
from companion.table.commands import CheckTags, GoHome, LearnTags, NewGame, OpenGame, ProposeAmend, Rematch, ReplayGame, ShowPast, ShowStats
from companion.table.evenings import history
from companion.table.events import Button, ButtonPressed, Fault, LinkForgotten, LinkLost, LinkUp, ReaderBack, ReaderLost, Signal, TagSeen
from companion.table.snapshot import Answer, BrokenReader, DeviceState, Snapshot
from tests.table.evening import PLAYERS, RING, UIDS, Evening


def test_lots_are_drawn_for_the_start_player(evening: Evening) -> None:
    drawn = set()
    for _ in range(30):
        evening.post(NewGame())
        for colour in PLAYERS[:3]:
            evening.do(Join(colour, colour))
        evening.do(Gathered())
        evening.do(LayRing(RING[:7]))
        evening.post(DrawStart())
        assert evening.view.drawn
        drawn.add(evening.view.first)
    assert drawn == set(PLAYERS[:3])


def test_the_panels_buttons(evening: Evening) -> None:
    evening.sit_down()
    evening.touch(1)
    evening.post(ButtonPressed(Button.UNDO))
    assert evening.view.tables[0].tokens == ()
    evening.post(ButtonPressed(Button.OK))
    assert evening.view.phase is Phase.TOKENS
    evening.tokens()
    evening.cards(table=3)
    evening.pawns()
    evening.post(ButtonPressed(Button.OK))
    assert evening.view.phase is Phase.PAYOUT
    # A button can't undo what has been turned over: that is held on the screen.
    evening.post(ButtonPressed(Button.UNDO))
    assert evening.answer is Answer.CONFIRM_UNDO
    due = [c for c in evening.view.order if evening.view.results[0].earned[c]]
    for paid in range(len(due)):
        assert evening.view.handed_out == tuple(due[:paid])
        evening.post(ButtonPressed(Button.OK))
    assert evening.view.phase is Phase.COUNT
    evening.post(ButtonPressed(Button.OK))
    assert evening.view.phase is Phase.ORDER
    evening.post(ButtonPressed(Button.OK))
    assert evening.view.phase is Phase.TOKENS
    assert evening.view.round == 2


def test_signals_tell_a_new_phase(evening: Evening) -> None:
    evening.sit_down()
    for _ in range(15):
        evening.touch(1)
        assert evening.signals == [Signal.ACCEPTED]
    evening.touch(1)
    assert evening.signals == [Signal.ACCEPTED, Signal.YOUR_TURN]


def test_links_come_and_go(evening: Evening) -> None:
    evening.post(LinkUp("wand", ("wand",), "Pico 1.0"))
    evening.post(LinkLost("pad", Fault.DEAD_BUS))
    assert evening.shown.links == (DeviceState("pad", Fault.DEAD_BUS), DeviceState("wand", None, "Pico 1.0", readers=1))
    evening.post(LinkLost("wand", Fault.UNPLUGGED))
    assert evening.shown.links[1].fault is Fault.UNPLUGGED


@pytest.mark.parametrize("waits", [NewGame(), LearnTags(), CheckTags()], ids=["a game", "enrolment", "a check of the set"])
def test_lost_scans_are_told_where_something_waits_for_one(evening: Evening, waits: commands.Touch) -> None:
    """A wand that was plugged in elsewhere while home stood covered *New game* with a warning of scans that nobody had made."""
    evening.post(LinkUp("wand", ("wand",), "Pico 1.0"))
    evening.post(LinkLost("wand", Fault.SCANS_LOST))
    assert (evening.answer, evening.signals) == (None, [])
    evening.post(waits)
    evening.post(LinkLost("wand", Fault.SCANS_LOST))
    assert (evening.answer, evening.signals) == (Answer.SCANS_LOST, [Signal.UNKNOWN])
    assert evening.shown.links[0].fault is None


def test_a_device_that_goes_in_the_middle_of_a_game_is_told_once(evening: Evening) -> None:
    """Where a table waited for its card nothing on the screen said that the wand was gone."""
    evening.post(LinkUp("wand", ("wand",), "Pico 1.0"))
    evening.post(LinkLost("pad", Fault.UNPLUGGED))
    evening.sit_down()
    assert evening.answer is None
    for _ in range(2):
        evening.post(LinkLost("wand", Fault.UNPLUGGED))
        assert evening.shown.notice is not None
        assert (evening.answer, evening.shown.notice.link) == (Answer.DEVICE_LOST, DeviceState("wand", Fault.UNPLUGGED))
        said = evening.shown.notice
        evening.post(LinkLost("wand", Fault.NO_ANSWER))
        evening.post(LinkLost("pad", Fault.DEAD_BUS))
        assert evening.shown.notice == said
        evening.post(LinkUp("wand", ("wand",), "Pico 1.0"))
        assert evening.answer is None
    evening.post(ReaderLost("wand", "wand", Fault.DEAD_BUS))
    assert evening.answer is Answer.DEVICE_LOST
    evening.post(ReaderBack("wand", "wand"))
    assert evening.answer is None
    evening.post(LinkUp("/dev/ttyACM7"))
    evening.post(LinkLost("/dev/ttyACM7", Fault.NO_ANSWER))
    assert evening.answer is None
    evening.post(GoHome())
    evening.post(LinkLost("wand", Fault.UNPLUGGED))
    assert evening.answer is None


def test_a_readers_health_is_its_own(evening: Evening) -> None:
    """M11: one broken reader of four marked the whole ring as lost."""
    evening.post(LinkUp("ring-1", ("ring-1/1", "ring-1/2", "ring-1/3"), "Pico 1.0"))
    evening.post(ReaderLost("ring-1", "ring-1/2", Fault.DEAD_BUS))
    whole = DeviceState("ring-1", None, "Pico 1.0", 3)
    assert evening.shown.links == (msgspec.structs.replace(whole, broken=(BrokenReader("ring-1/2", Fault.DEAD_BUS, spot=2),)),)
    assert evening.shown.links[0].reads
    evening.post(ReaderLost("ring-1", "ring-1/1", Fault.WRONG_CHIP))
    evening.post(ReaderBack("ring-1", "ring-1/2"))
    assert evening.shown.links == (msgspec.structs.replace(whole, broken=(BrokenReader("ring-1/1", Fault.WRONG_CHIP, spot=1),)),)
    evening.post(ReaderBack("ring-1", "ring-1/1"))
    assert evening.shown.links == (whole,)
    for reader in ("ring-1/1", "ring-1/2", "ring-1/3"):
        evening.post(ReaderLost("ring-1", reader, Fault.DEAD_BUS))
    assert not evening.shown.links[0].reads
    evening.post(LinkUp("ring-1", ("ring-1/1", "ring-1/2", "ring-1/3"), "Pico 1.0"))
    assert evening.shown.links == (whole,)


def test_a_port_that_has_told_its_name_is_spoken_of_by_that_alone(evening: Evening) -> None:
    evening.post(LinkUp("wand", ("wand",)))
    evening.post(LinkLost("/dev/ttyACM1", Fault.NO_ANSWER))
    assert [(link.device, link.fault) for link in evening.shown.links] == [("/dev/ttyACM1", Fault.NO_ANSWER), ("wand", None)]
    evening.post(LinkForgotten("/dev/ttyACM1"))
    assert [link.device for link in evening.shown.links] == ["wand"]


def test_an_empty_new_game_leaves_nothing(evening: Evening) -> None:
    evening.post(NewGame())
    evening.post(GoHome())
    assert evening.shown.games == ()
    assert evening.journal.games() == []


def test_names_that_have_played_are_remembered_and_no_others(evening: Evening) -> None:
    evening.sit_down()
    evening.do(Rename(Colour.RED, "Leaa"))
    evening.do(Rename(Colour.RED, "Léa"))
    evening.do(Rename(Colour.BLUE, "Łukasz"))
    # What was typed wrong is not offered to anybody, nor is who has only sat down.
    assert evening.shown.names == ()
    evening.do(End())
    evening.restart()
    assert set(evening.shown.names) == {"Léa", "Łukasz", "Carlotta", "Donaldo"}


@pytest.mark.parametrize("typed", ["Anna", "anna", " ANNA ", "Ａｎｎａ"])
def test_nobody_is_called_like_somebody_else_at_the_table(evening: Evening, typed: str) -> None:
    evening.sit_down()
    evening.do(Rename(Colour.RED, "Anna"))
    evening.do(Rename(Colour.BLUE, typed))
    assert (evening.answer, evening.shown.notice and evening.shown.notice.owner) == (SeatRefusal.NAME_TAKEN, Colour.BLUE)
    assert {player.colour: player.name for player in evening.view.players}[Colour.BLUE] == "Adriano"
    # Who has the name may write it anew.
    evening.do(Rename(Colour.RED, "ANNA"))
    assert {player.colour: player.name for player in evening.view.players}[Colour.RED] == "ANNA"
    # Nor by a correction of how somebody was called at first.
    evening.post(ProposeAmend(next(n for n, move in enumerate(evening.session.timeline.moves) if isinstance(move, Join))))
    evening.post(AmendPart(name=typed))
    assert evening.answer is SeatRefusal.NAME_TAKEN
    assert evening.shown.change is not None


def test_who_takes_a_colour_of_the_box_gets_a_number_where_somebody_has_its_name(evening: Evening) -> None:
    evening.post(NewGame())
    evening.do(Join(Colour.RED, "Benedetta"))
    evening.do(Rename(Colour.RED, "Carlotta"))
    evening.do(Join(Colour.YELLOW, "Carlotta"))
    assert [player.name for player in evening.view.players] == ["Carlotta", "Carlotta 2"]


def test_a_game_in_which_two_have_one_name_goes_on_and_its_statistics_keep_them_apart(evening: Evening) -> None:
    """As journals have it that were written before the table asked for another name."""
    acts = [Join(Colour.RED, "Anna"), Join(Colour.BLUE, "Anna"), Join(Colour.YELLOW, "Ben"), Gathered(), LayRing(RING[:7]), Begin(Colour.RED)]
    game = evening.journal.new_game("real", acts, rules="vabanque")
    evening.post(OpenGame(game))
    assert [player.name for player in evening.view.players] == ["Anna", "Anna", "Ben"]
    evening.do(PlaceFirstPawn(Colour.RED, 1))
    evening.do(End())
    stats = evening.post(ShowStats()).stats
    assert stats is not None
    assert {player.name for player in stats.players} == {"Anna", "Anna 2", "Ben"}
    # Once more with the same people: now they are told apart.
    evening.post(Rematch(game))
    assert [player.name for player in evening.view.players] == ["Anna", "Anna 2", "Ben"]


def test_the_ring_of_last_time_is_offered(evening: Evening) -> None:
    evening.sit_down()
    evening.post(NewGame())
    for colour in PLAYERS:
        evening.do(Join(colour, colour))
    evening.do(Gathered())
    assert evening.view.phase is Phase.RING
    assert evening.shown.lately == RING


def whole_game(evening: Evening) -> int:
    game = evening.sit_down()
    for _ in range(4):
        evening.round(table=3)
    assert evening.view.phase is Phase.FINISHED
    return game


def test_past_games_are_listed_searched_and_replayed(evening: Evening) -> None:
    game = whole_game(evening)
    final = evening.view
    evening.post(GoHome())
    evening.post(ShowPast())
    assert evening.shown.past is not None
    (entry,) = evening.shown.past
    assert entry.game == game
    assert entry.winners == final.winners
    assert entry.scores == {player.colour: player.fortune for player in final.players}
    assert evening.post(ShowPast("BENEDÉTTA")).past == (entry,)
    assert evening.post(ShowPast("Zoe")).past == ()

    replay = evening.post(ReplayGame(game)).replay
    assert replay is not None
    assert replay.view == final
    views = []
    for step in range(replay.of + 1):
        shown = evening.post(ReplayGame(game, step)).replay
        assert shown is not None
        views.append(shown.view)
    assert views[0].phase is Phase.PLAYERS
    assert views[-1] == final
    assert [views[n + 1].phase for n, view in enumerate(views) if view.phase is Phase.STAND] == [Phase.PAYOUT] * 4
    evening.post(OpenGame(game))
    assert evening.shown.past is None


def test_from_nobody_nobody_is_drawn(evening: Evening) -> None:
    evening.post(NewGame())
    evening.post(DrawStart())
    assert (evening.answer, evening.view.phase) == (Refusal.WRONG_PHASE, Phase.PLAYERS)


def test_practice_is_no_past_game(evening: Evening) -> None:
    evening.post(NewGame(practice=True))
    assert evening.shown.practice
    for colour in PLAYERS:
        evening.do(Join(colour, colour))
    evening.do(Gathered())
    evening.do(LayRing(RING))
    evening.post(DrawStart())
    evening.do(PlaceFirstPawn(evening.view.first or Colour.RED, 1))
    for _ in range(4):
        evening.round()
    assert evening.view.phase is Phase.FINISHED
    assert evening.post(ShowPast()).past == ()


def test_the_end_can_be_undone_and_made_again(evening: Evening) -> None:
    game = whole_game(evening)
    evening.post(commands.Undo())
    assert evening.view.phase is Phase.COUNT
    evening.post(GoHome())
    assert [entry.game for entry in evening.shown.games] == [game]
    evening.post(OpenGame(game))
    evening.pay()
    evening.post(GoHome())
    assert evening.shown.games == ()
    assert len(evening.post(ShowPast()).past or ()) == 1


# --- tags -------------------------------------------------------------------------------------------------------


def test_enrolment_goes_piece_by_piece_and_is_kept(evening: Evening) -> None:
    evening.journal.forget_tags(UIDS.values(), "vabanque")
    evening.restart()
    assert evening.shown.tags == 0
    evening.post(commands.LearnTags())
    assert evening.shown.learning is not None
    assert evening.shown.learning.piece == "tile 1"
    new = bytes.fromhex("04112233445566")
    evening.post(TagSeen("pad", new))
    assert evening.shown.learning.piece == "tile 2"
    evening.post(TagSeen("pad", new))
    assert evening.answer is Answer.TAG_BOUND
    assert evening.shown.notice is not None
    assert evening.shown.notice.piece == "tile 1"
    evening.post(commands.MoveTag())
    assert evening.shown.learning.bound["tile 1"] == 0
    assert evening.shown.learning.bound["tile 2"] == 1
    evening.post(TagSeen("pad", b"\x08\x01\x02\x03"))
    assert evening.answer is Answer.PHONE
    evening.restart()
    assert evening.shown.tags == 1
    # It goes on with the first piece that has none; a piece may have two tags.
    evening.post(commands.LearnTags("tile 2"))
    evening.post(TagSeen("pad", bytes.fromhex("04112233445577")))
    assert evening.shown.learning is not None
    assert evening.shown.learning.bound["tile 2"] == 2
    assert evening.shown.learning.piece == "tile 3"
    evening.post(commands.SkipPiece())
    assert evening.shown.learning.piece == "tile 4"
    evening.post(commands.ForgetPiece("tile 2"))
    assert evening.shown.tags == 0


def test_the_check_counts_pieces_and_names_no_card(evening: Evening) -> None:
    evening.post(commands.CheckTags())
    for code in ("tile 7", "red cheat", "red cheat", "blue colour"):
        evening.tap(code)
    assert evening.shown.checking is not None
    assert (evening.shown.checking.counted, evening.shown.checking.of) == (3, 36)
    assert evening.shown.checking.piece is None
    evening.tap("tile 7")
    assert evening.shown.checking.piece == "tile 7"


def test_no_tag_is_learned_while_cards_lie_in_any_game(evening: Evening) -> None:
    evening.sit_down()
    evening.tokens()
    evening.tap("red cheat")
    evening.touch(2)
    evening.post(GoHome())
    evening.post(commands.LearnTags("red raise"))
    assert evening.answer is Answer.LEARNING_OFF
    assert evening.shown.learning is None
    evening.post(commands.ForgetPiece("red cheat"))
    assert evening.answer is Answer.LEARNING_OFF


# --- secrets ----------------------------------------------------------------------------------------------------


def evening_of(folder: Path, kinds: dict[str, tuple[str, str, str]], how: Settings | None = None) -> tuple[list[Snapshot], list[str]]:
    """A round up to the reveal in which each player's three cards go to the same tables in an order of kinds of their own."""
    evening = Evening(folder, how)
    said: list[str] = []

    def note() -> None:
        said.extend(evening.signals)

    evening.sit_down()
    evening.tokens()
    for lap in range(3):
        for number, colour in enumerate(("red", "yellow", "green", "blue")):
            evening.tap(f"{colour} {kinds[colour][lap]}")
            note()
            # A slip, a lapse and an undo on the way.
            if lap == 1:
                evening.now += 20
                evening.session.tick()
                note()
                evening.tap(f"{colour} {kinds[colour][lap - 1]}")
                note()
                evening.tap(f"{colour} {kinds[colour][lap]}")
            evening.tile(1 + (number + 2 * lap) % 9)
            note()
            evening.post(commands.Undo())
            evening.post(commands.Redo())
            note()
    evening.pawns(1)
    evening.do(Confirm()) if how else evening.post(GoHome())
    evening.journal.close()
    return [timeless(shown) for shown in evening.heard], said


def timeless(shown: Snapshot) -> Snapshot:
    """Without what depends on the second in which something was done: when games began, and whose name was used last."""
    games = tuple(msgspec.structs.replace(game, started="") for game in shown.games)
    last = None if shown.last is None else msgspec.structs.replace(shown.last, started="")
    return msgspec.structs.replace(shown, games=games, last=last, names=tuple(sorted(shown.names)))


def test_two_games_that_differ_only_in_face_down_cards_look_the_same(tmp_path: Path) -> None:
    first = evening_of(tmp_path / "1", dict.fromkeys(("red", "yellow", "green", "blue"), ("raise", "bluff", "cheat")))
    second = evening_of(
        tmp_path / "2",
        {
            "red": ("cheat", "raise", "bluff"),
            "yellow": ("bluff", "cheat", "raise"),
            "green": ("raise", "cheat", "bluff"),
            "blue": ("cheat", "bluff", "raise"),
        },
    )
    assert len(first[0]) > 80
    assert first == second
    for shown in first[0]:
        text = repr(shown) + json.dumps([str(value) for value in (shown.undo, shown.redo, shown.notice, shown.pending)])
        assert not any(kind in text for kind in ("raise", "bluff", "cheat"))


def test_unrevealed_kinds_leave_by_no_road_after_the_game(evening: Evening) -> None:
    game = whole_game(evening)
    revealed = {(r.round, owner, kind) for r in evening.view.results for table in r.tables for owner, kind in table.revealed}
    moves = history.public_moves(evening.journal, game)
    told = [move for move in moves if getattr(move, "character", "hidden") != "hidden"]
    assert len(told) == len(revealed) == 4 * 4 * 3
    assert not [move for move in moves if isinstance(move, RevealCard)]


@pytest.mark.parametrize("move", [Paid(Colour.RED), Seated(), Confirm()])
def test_acts_out_of_their_phase_are_refused(evening: Evening, move: Paid | Seated | Confirm) -> None:
    evening.sit_down()
    evening.do(move)
    assert evening.answer is Refusal.WRONG_PHASE
