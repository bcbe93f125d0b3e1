"""States of a game of Casino, made at a table with a session: names and snapshots."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from companion.games.casino import GAME
from companion.games.casino.demo import random_game
from companion.games.casino.rules import moves as moves_of
from companion.games.casino.rules.house import HouseRules, Kind
from companion.games.casino.rules.moves import Agree, Begin, Build, Counted, Gathered, Join, Lost, Take, Trail
from companion.games.casino.rules.state import Phase
from companion.games.casino.table.commands import (
    BuildAs,
    BuildThese,
    CountSide,
    DrawDealer,
    LeaveIt,
    MissingPlay,
    OtherCards,
    PlayedBy,
    TakeThese,
    TapCard,
    TellPile,
    TogglePoint,
)
from companion.games.kit.colours import Colour
from companion.table.commands import Do, LearnTags, NewGame, ProposeAmend, Undo
from companion.table.events import Button, ButtonPressed
from companion.table.snapshot import Snapshot
from tests.games.casino.at_table import UIDS, SessionTable
from tests.games.casino.evenings import cards

NAMES = {Colour.BLUE: "Adriano", Colour.RED: "Benedetta", Colour.YELLOW: "Carlotta", Colour.GREEN: "Donaldo"}
LONG = {Colour.BLUE: "Maximiliane-Charlott", Colour.RED: "Wwwwwwwwwwwwwwwwwwww", Colour.YELLOW: "Jean-Christophe Bern", Colour.GREEN: "Q"}


def begun(folder: Path, players: int, names: dict[Colour, str], house: HouseRules, *, tags: bool) -> Iterator[tuple[str, SessionTable]]:
    """From the first chair to the dealer."""
    table = SessionTable(folder, tags=tags)
    table.session.handle(NewGame(rules=GAME.key))
    yield "players", table
    for colour, name in list(names.items())[:players]:
        table.session.handle(Do(Join(colour, name)))
    yield "players-all", table
    table.session.handle(Do(Gathered()))
    yield "rules", table
    table.session.handle(Do(Agree(house)))
    yield "dealer", table
    table.session.handle(DrawDealer())
    yield "dealer-drawn", table
    table.session.handle(ButtonPressed(Button.OK))
    yield "table", table


def states(players: int = 4, *, long: bool = False, tags: bool = True, kind: Kind = Kind.BASE) -> Iterator[tuple[str, Snapshot]]:
    """Each phase as it comes up."""
    names = LONG if long else NAMES
    house = HouseRules(kind, teams=players == 4 and kind is Kind.ROYAL)
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        for name, table in begun(Path(folder), players, names, house, tags=tags):
            yield name, table.shown
        table.show(*["8D", "5H"]) if tags else _tap(table, "8D 5H")
        yield "table-two", table.shown
        table.show(*["3D", "KC"]) if tags else _tap(table, "3D KC")
        yield "play", table.shown
        if not tags:
            return
        table.show("3S")
        yield "choose-build", table.shown
        table.touch(OtherCards())
        table.show("5H")
        yield "choose-eight", table.shown
        table.touch(BuildThese())
        yield "play-build", table.shown
        table.show("8S")
        yield "choose-take", table.shown
        table.show("QC")
        yield "play-took", table.shown
        table.session.handle(Do(Lost()))
        yield "piles", table.shown
        side = table.view.sides[0]
        for command in (TellPile(side, cards=30, spades=6), TogglePoint(side, cards("10D")[0]), TogglePoint(side, cards("AS")[0])):
            table.touch(command)
        yield "piles-some", table.shown
        for each in table.view.sides[1:-1]:
            table.touch(CountSide(each))
            table.touch(TellPile(each, cards=4, spades=1))
        yield "piles-all", table.shown


def whole(players: int, *, seed: int = 5, kind: Kind = Kind.BASE) -> Iterator[tuple[str, Snapshot]]:
    """A whole game to its end, looked at between."""
    moves = random_game(seed, players, HouseRules(kind, teams=players == 4 and kind is Kind.ROYAL))
    seen = set[str]()
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        table = SessionTable(Path(folder))
        table.session.handle(NewGame(rules=GAME.key))
        made = 0
        for move in moves:
            if isinstance(move, Take | Trail | Build):
                made += 1
                table.play(move, last=made % (4 * players) == 0)
            elif not isinstance(move, moves_of.Shown):
                table.session.handle(Do(move))
            view = table.view
            if view.phase in (Phase.DEAL, Phase.COUNT, Phase.FINISHED) or (view.phase is Phase.PLAY and len(view.loose) + len(view.builds) > 8):
                name = f"{view.phase}-{len(view.results)}"
                if name not in seen:
                    seen.add(name)
                    yield name, table.shown
            if view.phase is Phase.PLAY and view.deal == view.deals and "last" not in seen:
                seen.add("last")
                yield "last", table.shown
            if isinstance(move, Counted) and view.outcome is not None:
                return


def moments(names: dict[Colour, str] = NAMES) -> Iterator[tuple[str, Snapshot]]:
    """What is asked or told only now and then."""
    for name, kind, lies, shown in (
        ("which", Kind.BASE, "5H KC JS 2S", "5S"),
        ("not", Kind.BASE, "5H 2C KS KD", "8S"),
        ("sets", Kind.BASE, "2H 6C AS 7D", "8S"),
    ):
        with tempfile.TemporaryDirectory(prefix="companion-") as folder:
            table = _seated(Path(folder), names, 2, kind)
            table.show(*lies.split(), shown)
            if name == "which":
                table.touch(BuildThese())
            elif name == "not":
                table.show("5H", "2C")
            yield f"choose-{name}", table.shown
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        table = _seated(Path(folder), names, 2, Kind.ROYAL)
        table.show("AH", "AC", "KC", "5C", "AD")
        for command in (OtherCards(), TapCard(cards("AH")[0]), BuildThese(), BuildAs(1)):
            table.touch(command)
        table.show("JS")
        if table.view.phase is Phase.CHOOSE:
            table.touch(LeaveIt())
        table.show("AS")
        yield "choose-ace", table.shown
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        table = _seated(Path(folder), names, 2)
        table.show("5H", "KC", "QD", "JH", "3S")
        table.touch(OtherCards())
        table.show("5H")
        table.touch(BuildThese())
        table.show("AC")
        table.touch(OtherCards())
        table.show("5H")
        table.touch(BuildThese())
        yield "play-owner", table.shown
        # Whoever had the build must not leave a card; the new owner's card can do nothing with it.
        table.show("7C", "10H")
        yield "choose-stuck", table.shown
        table.touch(Undo())
        table.show("KS")
        table.touch(TakeThese())
        table.show("4C", "QS", "2D")
        table.touch(LeaveIt())
        table.show("JC")
        yield "choose-falling", table.shown
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        table = _seated(Path(folder), names, 2)
        table.show("5H", "KC", "QD", "JH", "3S")
        table.touch(OtherCards())
        table.show("5H")
        table.touch(BuildThese())
        for card in ("8C", "4C", "7C", "9C", "6H", "10H", "AD"):
            table.show(card)
            if table.view.phase is Phase.CHOOSE:
                table.touch(TakeThese() if table.choice.lit else LeaveIt())
        yield "deal-unheld", table.shown


def _seated(folder: Path, names: dict[Colour, str], players: int, kind: Kind = Kind.BASE) -> SessionTable:
    table = SessionTable(folder)
    table.session.handle(NewGame(rules=GAME.key))
    colours = list(names.items())[:players]
    for colour, name in colours:
        table.session.handle(Do(Join(colour, name)))
    for move in (Gathered(), Agree(HouseRules(kind)), Begin(colours[-1][0])):
        table.session.handle(Do(move))
    return table


def enrolment() -> Iterator[tuple[str, Snapshot]]:
    """A new deck that is half enrolled."""
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        table = SessionTable(Path(folder), tags=False)
        table.session.handle(LearnTags(rules=GAME.key))
        yield "begin", table.shown
        for code in list(UIDS)[:22]:
            table.scan(UIDS[code])
        yield "half", table.shown


def _tap(table: SessionTable, names: str) -> None:
    for name in cards(names):
        table.touch(TapCard(name))


def corrections() -> Iterator[tuple[str, Snapshot]]:
    """An act that is corrected, a play that is missing, another player's turn."""
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        table = SessionTable(Path(folder))
        table.begin(*(Colour.RED, Colour.BLUE, Colour.GREEN), dealer=Colour.GREEN)
        table.show(*["4H", "5C", "9D", "KC", "9S", "QC", "JH", "7S", "2C"])
        timeline = table.session.timeline
        assert timeline is not None
        place = next(place for place, move in enumerate(timeline.moves) if isinstance(move, Trail) and move.card == "JH")
        table.session.handle(ProposeAmend(place))
        yield "act", table.shown
        table.session.handle(TapCard(cards("10H")[0]))
        yield "card", table.shown
        table.session.handle(MissingPlay(place, cards("10H")[0]))
        yield "missing", table.shown
        table.session.handle(PlayedBy(place, Colour.GREEN))
        yield "whose", table.shown
