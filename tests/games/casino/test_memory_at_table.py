"""Not helping memory, through the session, the terminal and the screens: twins.

Two tables at which the same was played but for two cards that lie in piles: whatever anybody taps, scans, tries, undoes and does again, lists or
looks up in the terminal, both answer alike until the count. An older act that is opened for all, an undo of what was played, and an export may tell.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
import typer

from companion.cli.commands import app
from companion.games.casino import GAME
from companion.games.casino.rules.cards import DECK, RANK, Card
from companion.games.casino.rules.moves import AnyMove, Build, FalseBuild, Lay, Take, Trail
from companion.games.casino.rules.state import Game
from companion.games.casino.table.commands import BuildThese, LeaveIt, MissingPlay, OtherCards, TakeThese, TapCard
from companion.games.casino.ui.cues import cue
from companion.table.commands import (
    BackInHand,
    Cancel,
    CheckTags,
    CloseActs,
    CloseOwn,
    ClosePast,
    CloseTags,
    Do,
    GoHome,
    LookAt,
    NewGame,
    OpenGame,
    ProposeAmend,
    Redo,
    ShowActs,
    ShowNames,
    ShowPast,
    ShowStats,
    Undo,
)
from companion.table.events import Button, ButtonPressed
from companion.table.snapshot import Snapshot
from tests.games.casino.at_table import UIDS, SessionTable
from tests.games.casino.evenings import BASE, BLUE, GREEN, RED, ROYAL, Evening, after
from tests.terminal import run

SEEDS = range(6)


def swapped(moves: Sequence[AnyMove], one: Card, other: Card) -> list[AnyMove]:
    """The same moves with two cards exchanged."""
    turned = {one: other, other: one}

    def of(card: Card) -> Card:
        return turned.get(card, card)

    made: list[AnyMove] = []
    for move in moves:
        match move:
            case Lay() | Trail():
                move = msgspec.structs.replace(move, card=of(move.card))
            case Take():
                move = Take(move.by, of(move.card), tuple(map(of, move.cards)))
            case Build():
                move = Build(move.by, of(move.card), move.value, tuple(map(of, move.with_)))
            case FalseBuild():
                move = FalseBuild(move.by, tuple(map(of, move.cards)))
        made.append(move)
    return made


def twins(seed: int) -> tuple[list[AnyMove], list[AnyMove]]:
    """The moves of a round as far as some moment, and those of its twin."""
    evening = Evening([RED, BLUE, GREEN] if seed % 2 else [RED, BLUE], ROYAL if seed % 3 == 2 else BASE, seed)
    rng = random.Random(seed)
    cuts = [n for n, p in enumerate(evening.positions) if isinstance(p, Game) and p.round == 1 and p.phase.value == "play" and 12 < p.plays < 40]
    rng.shuffle(cuts)
    for cut in cuts:
        game = evening.positions[cut]
        assert isinstance(game, Game)
        assert game.last is not None
        closed = [card for pile in game.piles for card in pile if card not in (game.last.card, *game.last.cards)]
        pairs = [(one, other) for one in closed for other in closed if one < other and RANK[one] != RANK[other]]
        pairs += [(one, other) for one in closed for other in closed if one < other and RANK[one] == RANK[other]]
        for one, other in pairs:
            there = swapped(evening.moves[:cut], one, other)
            try:
                twin = after(there)
            except Exception:  # noqa: BLE001  it can't have been played so
                continue
            assert isinstance(twin, Game)
            if twin != game and twin.unheld == game.unheld:
                return evening.moves[:cut], there
    raise AssertionError("no twins")


def told(shown: Snapshot) -> Any:
    """What everybody sees, but for numbers that count what was said, and the second at which a game was begun."""
    notice = None if shown.notice is None else msgspec.structs.replace(shown.notice, serial=0)
    games = tuple(msgspec.structs.replace(each, started="") for each in shown.games)
    last = None if shown.last is None else msgspec.structs.replace(shown.last, started="")
    return msgspec.structs.replace(shown, serial=0, notice=notice, games=games, last=last)


class Twins:
    """Two tables at which everything is done twice."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.tables = [SessionTable(folder / name) for name in ("here", "there")]
        for table, moves in zip(self.tables, twins(seed), strict=True):
            table.session.handle(NewGame(rules=GAME.key))
            for move in moves:
                table.session.handle(Do(move))
            table.signals.clear()
            table.heard.clear()
        here, there = (table.session.timeline for table in self.tables)
        assert here is not None
        assert there is not None
        assert here.moves != there.moves

    def both(self, thing: Any) -> Snapshot:
        for table in self.tables:
            table.touch(thing)
        return self.alike()

    def scan(self, card: Card) -> Snapshot:
        for table in self.tables:
            table.scan(UIDS[f"card:{card}"])
        return self.alike()

    def alike(self) -> Snapshot:
        here, there = self.tables
        one, other = told(here.shown), told(there.shown)
        assert {name: getattr(one, name) for name in one.__struct_fields__ if getattr(one, name) != getattr(other, name)} == {}
        assert [told(shown) for shown in here.heard] == [told(shown) for shown in there.heard]
        assert here.signals == there.signals
        for table in self.tables:
            table.heard.clear()
        return here.shown


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_that_is_seen_or_tried_tells_of_the_piles(tmp_path: Path, seed: int) -> None:
    twin = Twins(tmp_path, seed)
    twin.alike()
    rng = random.Random(seed)
    for card in rng.sample(DECK, 26):
        standing = len(_moves(twin))
        (twin.scan if rng.random() < 0.5 else lambda card: twin.both(TapCard(card)))(card)
        if _moves(twin)[standing:]:
            for command in rng.sample([BuildThese(), OtherCards(), TapCard(rng.choice(DECK)), TakeThese(), LeaveIt()], 3):
                # Only an announcement may be refused by what is out, and that is the same at both tables.
                twin.both(command)
            while len(_moves(twin)) > standing:
                twin.both(Undo())
            twin.both(Redo())
            twin.both(Undo())
        assert len(_moves(twin)) == standing


@pytest.mark.parametrize("seed", SEEDS)
def test_no_list_and_no_look_up_tells_of_them(tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    twin = Twins(tmp_path, seed)
    acts = twin.both(ShowActs(1)).acts
    assert acts
    assert all(step.kind is None for step in acts[:-1])
    for thing in (
        CloseActs(),
        ButtonPressed(Button.OK),
        CheckTags(),
        CloseTags(),
        ShowPast(),
        ShowStats(),
        ClosePast(),
        LookAt(RED),
        CloseOwn(),
        BackInHand(),
    ):
        twin.both(thing)
    for thing in (ShowNames(), ClosePast(), GoHome(), ShowPast(), ShowStats(), ClosePast(), OpenGame(1)):
        twin.both(thing)
    for table in twin.tables:
        table.journal.close()
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
    "delete": ("delete", "1", "--yes"),
}
"""Every look-up of the terminal that opens the data."""

TELL = {"export", "backup"}
"""They write what was played, which was open when it was played."""
WITHOUT = {"replay", "import", "demo", "play", "scan", "doctor", "restore", "shelf", "update", "version", "score", "pay", "firmware"}
"""They print nothing of a game in the data: of a file, of a reader, of the machine, or they change what there is. `replay` has a test of its own."""


def test_every_road_out_of_the_terminal_is_looked_at() -> None:
    there = set(typer.main.get_command(app).commands)  # type: ignore[attr-defined]
    assert there == {words[0] for words in ROADS.values()} | TELL | WITHOUT


@pytest.mark.parametrize("seed", SEEDS)
def test_no_sound_no_correction_and_no_check_tells_of_them(tmp_path: Path, seed: int) -> None:
    twin = Twins(tmp_path, seed)
    timeline = twin.tables[0].session.timeline
    assert timeline is not None
    last, rng = len(timeline.moves) - 1, random.Random(seed)
    for card in rng.sample(DECK, 16):
        # A play that is missing before the last one, whatever card it would have been; the proposal is let go again.
        twin.both(MissingPlay(last, card))
        twin.both(Cancel())
        twin.scan(card)
        if len(_moves(twin)) > last + 1:
            for step in (Undo(), Redo(), Undo()):
                before = [table.view for table in twin.tables]
                twin.both(step)
                here, there = [cue(then, table.view) for then, table in zip(before, twin.tables, strict=True)]
                assert here == there
        while len(_moves(twin)) > last + 1:
            twin.both(Undo())
    twin.both(ProposeAmend(last))
    twin.both(Cancel())
    twin.both(CheckTags())
    for card in rng.sample(DECK, 8):
        twin.scan(card)
    twin.both(CloseTags())


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_logged_of_them(tmp_path: Path, seed: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(0)
    twin, told_ = Twins(tmp_path, seed), []
    for table in twin.tables:
        caplog.clear()
        for card in DECK[::3]:
            table.scan(UIDS[f"card:{card}"])
        table.touch(GoHome())
        told_.append([record.getMessage().replace(str(table.folder), "") for record in caplog.records])
    assert told_[0] == told_[1]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_in_progress_is_replayed_without_its_piles(tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    """The record itself holds what was open when it was played; what it comes to says no more than the table."""
    twin, outs = Twins(tmp_path, seed), []
    for table in twin.tables:
        file = table.folder.parent / "game.jsonl"
        timeline = table.session.timeline
        assert timeline is not None
        file.write_text(GAME.record.write(timeline.moves, None, None))
        outs.append([run(capsys, "replay", str(file)).out, run(capsys, "replay", "--json", str(file)).out])
    assert outs[0] == outs[1]


def _moves(twin: Twins) -> list[Any]:
    timeline = twin.tables[0].session.timeline
    assert timeline is not None
    return timeline.moves
