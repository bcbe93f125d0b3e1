"""Money is shown as switched, through the session, the terminal and every road out: twins.

Two tables at which the same was played but for one stake of an earlier turn, so that two players have another sum each. Where money is told only
where the rules ask for it, whatever anybody taps, scans, undoes, lists or looks up, both answer alike. What may tell: an act that is opened for all
to be corrected, an undo of that stake, everybody's limit while a casino is auctioned, a stake or a price that somebody can't pay, and the record.
"""

from __future__ import annotations

import json
import random
import weakref
import zipfile
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
import typer

from companion import report
from companion.cli.commands import app
from companion.cli.exporting import Format
from companion.errors import CompanionError
from companion.games.cash_and_run import GAME, rules
from companion.games.cash_and_run.demo import random_game
from companion.games.cash_and_run.rules.chance import Shown
from companion.games.cash_and_run.rules.moves import AnyMove, Bet, Correct
from companion.games.cash_and_run.rules.refusal import MoveRefused
from companion.games.cash_and_run.rules.settings import CashAndRunSettings, Money
from companion.games.cash_and_run.rules.state import Game, Phase
from companion.games.cash_and_run.table.commands import Act, Tap, TapCasino, TapChip, TapDice, TapField, TapNone, TapPlayer, TapResult, TapSquare
from companion.games.cash_and_run.ui.cues import cue
from companion.games.kit.colours import Colour
from companion.settings import Settings
from companion.table import commands
from companion.table.commands import Do, NewGame, Redo, ShowActs, Undo
from companion.table.evenings import history, square
from companion.table.events import Button, ButtonPressed, LinkUp, Signal, TagGone, TagSeen
from companion.table.journal.store import Journal
from companion.table.session.session import Session
from companion.table.snapshot import Snapshot
from companion.table.tags import simulated
from companion.ui import gameui, texts
from tests.games.cash_and_run.tables import positions
from tests.terminal import run

ASKED = CashAndRunSettings(money=Money.ASKED)
UIDS = simulated.uids(GAME)
PHASES = (Phase.THROW, Phase.OFFER, Phase.DRAW, Phase.GO, Phase.SLAM)
SEEDS = range(5)


def twins(seed: int) -> tuple[list[AnyMove], list[AnyMove]]:
    """The moves of a game up to some moment, and those of its twin: an earlier stake was one chip more, and was paid long ago."""
    rng = random.Random(seed)
    while True:
        moves = random_game(rng.randrange(10_000))
        here = positions(moves)
        bets = [place for place, move in enumerate(moves) if isinstance(move, Bet) and move.stake is not None]
        cuts = [at for at, game in enumerate(here) if isinstance(game, Game) and game.phase is PHASES[seed % len(PHASES)] and 6 < game.turn < 40]
        if not bets or not cuts:
            continue
        cut, place = rng.choice(cuts), bets[0]
        was = moves[place]
        assert isinstance(was, Bet)
        other = [*moves[:place], msgspec.structs.replace(was, stake=(was.stake or 0) + 10_000), *moves[place + 1 :]][:cut]
        try:
            there = positions(other)
        except MoveRefused:
            continue
        game, twin = here[cut], there[-1]
        assert isinstance(game, Game)
        assert isinstance(twin, Game)
        # Told by the rules: who can pay nothing, what somebody is owed. All else is alike.
        gone = game.turn - rules.RULES.round_of(here[place]) > 1 and sum(bool(turn.payments) for turn in game.turns[here[place].turn :]) > 0  # type: ignore[union-attr]
        if game.ledger != twin.ledger and gone and min(game.ledger[each] for each in game.in_game) > 300_000:
            return moves[:cut], other


class Table:
    """A table of the house at which money is told where the rules ask for it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.now = folder, 1000.0
        self.signals: list[Signal] = []
        self.heard: list[Snapshot] = []
        self.journal = Journal(folder)
        self._close = weakref.finalize(self, self.journal.close)
        self.session = Session(
            self.journal, settings=Settings().with_(GAME, money=Money.ASKED, draws=True), clock=lambda: self.now, rng=random.Random(1),
            simulated=simulated.tags, on_signal=self.signals.append, hand=0,
        )  # fmt: skip
        self.session.listeners.append(self.heard.append)
        self.session.handle(LinkUp("pad", ("pad",)))

    def touch(self, command: Any) -> None:
        self.now += 0.7
        self.session.handle(command)

    def scan(self, code: str) -> None:
        self.touch(TagSeen("pad", UIDS[code]))
        self.touch(TagGone("pad", UIDS[code]))


def told(shown: Snapshot) -> Any:
    """What everybody sees, but for numbers that count what was said, and the second at which a game was begun."""
    notice = None if shown.notice is None else msgspec.structs.replace(shown.notice, serial=0)
    games = tuple([msgspec.structs.replace(each, started="") for each in shown.games])
    last = None if shown.last is None else msgspec.structs.replace(shown.last, started="")
    return msgspec.structs.replace(shown, serial=0, notice=notice, games=games, last=last)


class Twins:
    """Two tables at which everything is done twice."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.tables = [Table(folder / name) for name in ("here", "there")]
        for table, moves in zip(self.tables, twins(seed), strict=True):
            table.session.handle(NewGame(rules=GAME.key))
            for move in moves:
                table.session.handle(Do(move))
            table.signals.clear()
            table.heard.clear()
        here, there = (table.session.timeline.position for table in self.tables)
        assert here.ledger != there.ledger

    @property
    def made(self) -> int:
        """How many moves stand."""
        return len(self.tables[0].session.timeline.moves)

    def both(self, do: Callable[[Table], object]) -> Snapshot:
        for table in self.tables:
            do(table)
        return self.alike()

    def touch(self, command: Any) -> Snapshot:
        return self.both(lambda table: table.touch(command))

    def scan(self, code: str) -> Snapshot:
        return self.both(lambda table: table.scan(code))

    def alike(self) -> Snapshot:
        here, there = self.tables
        one, other = told(here.session.shown), told(there.session.shown)
        assert {name: getattr(one, name) for name in one.__struct_fields__ if getattr(one, name) != getattr(other, name)} == {}
        assert [told(shown) for shown in here.heard] == [told(shown) for shown in there.heard]
        assert here.signals == there.signals
        assert self.words(here) == self.words(there)
        for table in self.tables:
            table.heard.clear()
        return here.session.shown

    def words(self, table: Table) -> list[str]:
        """What an undo, a redo and the list of acts say of it."""
        shown = table.session.shown
        steps = [step for step in (shown.undo, shown.redo) if step is not None]
        return [gameui.undo(GAME.key, step) for step in steps] + [gameui.done(GAME.key, step, shown.view) for step in shown.acts or ()]


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_that_is_tapped_shown_or_undone_tells_who_has_how_much(tmp_path: Path, seed: int) -> None:
    texts.use("en")
    twin, rng = Twins(tmp_path, seed), random.Random(seed)
    twin.alike()
    view = twin.tables[0].session.shown.view
    taps: list[Any] = [TapDice(1, 2), TapSquare("6"), TapSquare("3"), TapResult(4), TapResult("QS"), TapResult(17), TapChip(10_000), TapField("red")]
    taps += [TapField("odd"), TapNone(), TapPlayer(view.players[0].colour, 10_000), *[TapCasino(each.id) for each in view.casinos[:4]]]
    taps += [Tap(act) for act in (Act.BUY, Act.LEAVE, Act.DOWN, Act.RUN, Act.DRAW, Act.SURE, Act.TRY, Act.STOP, Act.TURN)]
    standing = twin.made
    for command in rng.sample(taps, len(taps)):
        before = [table.session.shown.view for table in twin.tables]
        if twin.touch(command).view.phase is Phase.AUCTION:
            # Their limits are everybody's business.
            continue
        here, there = [cue(then, table.session.shown.view) for then, table in zip(before, twin.tables, strict=True)]
        assert here == there
        for _ in range(2):
            while twin.made > standing:
                twin.touch(Undo(sure=True))
            twin.touch(Redo())
        while twin.made > standing:
            twin.touch(Undo(sure=True))
    for code in (*rng.sample([f"casino {n}" for n in range(1, 16)], 5), "card QS", "card 4H"):
        twin.scan(code)
        while twin.made > standing:
            twin.touch(Undo(sure=True))


@pytest.mark.parametrize("seed", SEEDS)
def test_no_list_no_look_up_and_no_page_tells_it(tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    twin = Twins(tmp_path, seed)
    turn = twin.tables[0].session.shown.view.round
    for each in range(turn + 1):
        acts = twin.touch(ShowActs(each)).acts
        assert acts is not None
        assert {step.amount for step in acts if step.place != twin.made - 1} <= {0}
    who = twin.tables[0].session.shown.view.players[0].colour
    for thing in (
        commands.CloseActs(), ButtonPressed(Button.OK), commands.CheckTags(), commands.CloseTags(), commands.ShowPast(), commands.ShowStats(),
        commands.ClosePast(), commands.LookAt(who), commands.CloseOwn(), commands.BackInHand(), commands.ShowNames(), commands.ClosePast(),
        commands.GoHome(), commands.ShowPast(), commands.ShowStats(), commands.ClosePast(), commands.OpenGame(1),
    ):  # fmt: skip
        twin.touch(thing)
    bundles = []
    for table in twin.tables:
        entries = [msgspec.structs.replace(entry, started="") for entry in history.entries(table.journal)]
        past = history.replay(table.journal, 1)
        with pytest.raises(CompanionError, match="not over"):
            square.of_game(table.journal, 1, str)
        report.pack(table.folder.parent / f"{table.folder.name}.zip", table.folder, "fine")
        with zipfile.ZipFile(table.folder.parent / f"{table.folder.name}.zip") as packed:
            # The log has the time in it, and the list of files their sizes.
            parts = {name: packed.read(name) for name in packed.namelist() if not name.startswith("log/") and name != "data.txt"}
        bundles.append((entries, past.view, past.done, past.marks, parts))
        table.journal.close()
    assert bundles[0] == bundles[1]
    for words in ROADS.values():
        ran = [run(capsys, *words, "--data", str(table.folder)) for table in twin.tables]
        assert len({each.status for each in ran}) == 1, words
        here, there = [(each.out + each.err).replace(str(table.folder), "") for each, table in zip(ran, twin.tables, strict=True)]
        assert here == there, words


ROADS = {
    "games": ("games",),
    "games as data": ("games", "--json"),
    "past": ("past",),
    "stats": ("stats", "--rules", GAME.key),
    "stats as data": ("stats", "--rules", GAME.key, "--json"),
    "names": ("names",),
    "tags": ("tags", "--rules", GAME.key),
    **{f"export as {form}": ("export", "1", "--format", form) for form in Format if form is not Format.RECORD},
    "delete": ("delete", "1", "--yes"),
}
"""Every look-up of the terminal that opens the data."""
TELL = {"export", "backup"}
"""They write the record, which says first that it tells more."""
WITHOUT = {"replay", "import", "demo", "play", "scan", "doctor", "restore", "shelf", "update", "version", "score", "pay", "firmware"}
"""They print nothing of a game in the data: of a file, of a reader, of the machine, or they change what there is."""


def test_a_game_that_goes_on_leaves_as_its_record_alone_which_says_so_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = Twins(tmp_path, 0).tables[0]
    table.journal.close()
    ran = run(capsys, "export", "1", "--data", str(table.folder))
    assert (ran.status, ran.out.splitlines()[0].startswith('{"record": "cashrun"')) == (0, True)
    assert ran.err == "Game 1 goes on, and this tells what the screen may keep back until its end.\n"
    for form in set(Format) - {Format.RECORD}:
        ran = run(capsys, "export", "1", "--format", form, "--data", str(table.folder))
        assert (ran.status, ran.out) == (2, ""), form
        assert ran.err == "Game 1 is not over. Until then its record can be exported (--format record).\n"


def test_every_road_out_of_the_terminal_is_looked_at() -> None:
    there = set(typer.main.get_command(app).commands)  # type: ignore[attr-defined]
    assert there == {words[0] for words in ROADS.values()} | TELL | WITHOUT


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_logged_of_it(tmp_path: Path, seed: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(0)
    twin, heard = Twins(tmp_path, seed), []
    for table in twin.tables:
        caplog.clear()
        for command in (TapDice(1, 2), Tap(Act.OK), Tap(Act.DOWN), Undo(sure=True), commands.GoHome()):
            table.touch(command)
        heard.append([record.getMessage().replace(str(table.folder), "") for record in caplog.records])
    assert heard[0] == heard[1]


def test_what_is_booked_is_told_when_it_is_booked_and_not_kept() -> None:
    """The view of the act itself has the sum, that of a later turn does not; after the end all of them are there for the chart."""
    moves = random_game(3)
    there = [game for game in positions(moves) if isinstance(game, Game)]
    for before, after in pairwise(there):
        shown = rules.view(after, ASKED)
        grown = next(turn for turn in (*after.turns, after.now) if turn.turn == before.turn)
        told_now = next(turn for turn in (*shown.turns, *((shown.now,) if shown.now else ())) if turn.turn == before.turn)
        assert (told_now.payments, told_now.events) == (grown.payments, grown.events)
        if after.phase is not Phase.FINISHED:
            assert sum(bool(turn.payments or turn.events) for turn in shown.turns) <= 1
    assert rules.view(there[-1], ASKED).turns == there[-1].turns


# --- Bluff cards ------------------------------------------------------------------------------------------------


KINDS = ("roulette", "die", "cards", "blank")


def _fields(move: type) -> Sequence[tuple[str, Any]]:
    return [(field.name, field.type) for field in msgspec.structs.fields(move)]


def test_no_kind_of_a_bluff_card_enters_the_machine_before_it_is_turned_over() -> None:
    """The one move that can tell a kind is the one that turns it over; before that there is no phase in which anybody is listened to."""
    telling = [move for move in AnyMove.__args__ if any("Shown" in str(of) for _, of in _fields(move))]
    assert [move.__name__ for move in telling] == ["Doubt"]
    for seed in range(3):
        for position in positions(random_game(seed)):
            if not isinstance(position, Game):
                continue
            legal = [move for move in rules.legal(position) if type(move).__name__ == "Doubt"] if position.phase is not Phase.THROW else []
            assert bool(legal) == (position.phase is Phase.BELIEVE)
            counts = msgspec.to_builtins((position.bluffs, [player.bluffs for player in rules.view(position).players]))
            assert all(isinstance(count, int) for count in counts[0].values())
    assert {shown.value for shown in Shown} == set(KINDS)


def test_a_bluff_card_that_is_believed_is_in_no_file(tmp_path: Path) -> None:
    """Laid and believed: from the journal's moves nothing but that can be read."""
    seed = next(seed for seed in range(50) if any(type(move).__name__ == "Believe" for move in random_game(seed)))
    laid = [json.loads(msgspec.json.encode(move)) for move in random_game(seed) if type(move).__name__ in ("LayBluff", "Believe")]
    assert laid
    assert all(set(told_) == {"do", "by"} for told_ in laid)


def test_a_correction_of_money_is_told_as_it_is_made() -> None:
    """Its act has the sum while it is the last one: everybody sees what is booked."""
    step = GAME.table.corrections.step(Correct(Colour.RED, -50_000, "counted"))
    assert step.amount == -50_000
