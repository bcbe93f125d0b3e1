"""The throw: 21 pairs of dice, each with where it leads; without a board then the square. And what can be said instead: Cash & Run, an auction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement
from typing import Any

from companion.games.cash_and_run.rules.chance import SUITS
from companion.games.cash_and_run.rules.moves import TellCasino
from companion.games.cash_and_run.rules.refusal import Refusal
from companion.games.cash_and_run.rules.state import Event, Turn
from companion.games.cash_and_run.rules.view import View
from companion.games.cash_and_run.table.commands import Act, TapDice, TapLap, TapResult, TapSet, TapSquare
from companion.games.cash_and_run.table.replies import NOTHING
from companion.games.cash_and_run.table.throws import thrown_by
from companion.games.cash_and_run.ui import words
from companion.games.cash_and_run.ui.screens.base import BUTTON, Choice
from companion.games.cash_and_run.ui.screens.squares import squares
from companion.games.cash_and_run.ui.screens.telling import TellingScreen
from companion.games.cash_and_run.ui.widgets.info import Line
from companion.games.cash_and_run.ui.widgets.ring import BoardRing
from companion.games.cash_and_run.ui.widgets.tiles import Band, Tile
from companion.ui import texts
from companion.ui.kit.layout import Frame
from companion.ui.screens.chosen import Chosen, one_view
from companion.ui.texts import tr, trc, trn
from companion.ui.widgets.prompt import Prompt


class ThrowScreen(TellingScreen):
    """Two dice are thrown, by the companion or by hand."""

    name = "throw"
    looking = Chosen(False, one_view)
    """Whether the ring is looked at instead of the dice."""
    heard = Chosen(False, one_view)
    """Whether somebody's ruin was taken note of, where one has just come about."""

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.ring = BoardRing()

    @property
    def railed(self) -> bool:  # type: ignore[override]
        """Whether the players stand beside it: not while dice are told, nor beside the ring, which needs the width."""
        if self.looking and not self.frame.portrait:
            return False
        return (self.thrown is None or self.pending.square is not None) and not self.name_told

    @property
    def thrown(self) -> tuple[int, int] | None:
        """The dice of which it is not told yet where they lead."""
        return thrown_by(self.view, self.pending) if self.shown is not None and self.shown.view is not None else None

    def ruin(self, view: View) -> tuple[Turn, Event] | None:
        """The ruin of which nobody has heard yet: the last thing that has happened."""
        turn = view.now if view.now is not None and view.now.throws else view.turns[-1] if view.turns else None
        last = turn.events[-1] if turn is not None and turn.events else None
        ruined = (
            turn is not None and last is not None and last.what == "bankrupt" and self.pending == NOTHING and view.rolled is None and not self.heard
        )
        return (turn, last) if ruined and turn is not None and last is not None else None

    def prompt(self, view: View) -> Prompt:
        ruin = self.ruin(view)
        if ruin is not None:
            return Prompt(ruin[1].by, tr("{name} is ruined", name=self.who(ruin[1].by)), tr("All is sold. Debts are cancelled"))
        asked, pending, by = self.asked(), self.pending, view.by
        if asked is not None:
            return asked
        title, who = self.who(by), by or "dice"
        if pending.running:
            if not pending.laid:
                return Prompt(who, tr("Cash & Run"), tr("Which casinos do you lay?"))
            return Prompt(who, tr("Cash & Run"), tr("Shuffle, draw a card, show it"))
        if pending.square is not None:
            return Prompt(who, title, tr("Did the pawn pass the start?"))
        if self.thrown is not None:
            return Prompt(who, title, tr("Tap the square where you stand"), words.dice(self.thrown))
        lap = self.of(by).lap
        if lap is not None:
            aside = trn("{n} to go", "{n} to go", lap.to_go) if lap.to_go is not None else ""
            return Prompt(who, self.titled(tr("{name} runs", name=self.who(by)), self.who(by)), tr("A double gives no second throw"), aside)
        if not view.fresh:
            return Prompt(who, title, self._why(view))
        return Prompt(who, title, tr("Throw both dice, tap them here"), self._stands(view))

    def _stands(self, view: View) -> str:
        square = self.of(view.by).square
        return tr("on {square}", square=self.place_of(square)) if square is not None else ""

    def _why(self, view: View) -> str:
        """Why there is another throw."""
        own = view.owners.get(self.of(view.by).square or "") is view.by
        return tr("Your own casino: throw again") if own else tr("A double: throw again")

    def faces(self, view: View) -> Sequence[Band]:
        pending = self.pending
        if self.ruin(view) is not None:
            return ()
        if pending.running:
            return self._run(view)
        if self.looking:
            return ()
        if pending.square is not None:
            return ()
        if self.thrown is not None:
            return squares(view, portrait=self.frame.portrait, one=True, more=self.more(view))
        leads = {lead.total: lead.square for lead in view.leads}
        tiles = []
        for one, other in combinations_with_replacement(range(1, 7), 2):
            square = leads.get(one + other, "")
            casino = self.casino(square)
            ground = "felt" if one == other and self.of(view.by).lap is None else "plain"
            tiles.append(
                Tile(TapDice(one, other), dice=(one, other), square=square, casino=casino, owner=view.owners.get(square), ground=ground, lit=False)
            )
        return (Band(tuple(tiles), 7),)

    def _run(self, view: View) -> Sequence[Band]:
        if not self.pending.laid:
            sets = self.of(view.by).sets
            tiles = [Tile(TapSet(chosen), " · ".join(words.casino(view.casinos, each) for each in chosen)) for chosen in sets]
            return (Band(tuple(tiles), 1),)
        return (Band(tuple([Tile(TapResult(suit), suit=suit) for suit in ("H", "D", "C", "S") if suit in SUITS]), 2 if self.frame.portrait else 4),)

    def lines(self, view: View) -> Sequence[Line]:
        ruin = self.ruin(view)
        if ruin is not None:
            turn, event = ruin
            paid = [Line(words.payment(each, self.said)) for each in turn.payments if each.source == event.by][-3:]
            left = tr("{sum} of debts is cancelled", sum=texts.amount(event.left)) if event.left else tr("There was nothing left to stake")
            return (*paid, Line(left, strong=True, colour="champ"), Line(tr("Pawn off, Bluff cards under the pile"), colour="mist"))
        if self.pending.running and self.pending.laid:
            laid = ", ".join(words.casino(view.casinos, each) for each in self.pending.laid)
            return (Line(laid), Line(tr("A spade: the turn is over, next time again"), colour="mist"))
        if self.pending.square is not None or self.name_told:
            return ()
        lap = self.of(view.by).lap
        if self.looking:
            return ()
        if lap is not None:
            return (Line(tr("Safe while all are held: {list}", list=", ".join(words.casino(view.casinos, each) for each in lap.casinos))),)
        return () if self.thrown is not None else self.news(view, 1 if self.frame.portrait else 2)

    def choices(self, view: View) -> Sequence[Choice]:
        pending = self.pending
        if self.name_told:
            return ()
        ruin = self.ruin(view)
        if ruin is not None:
            return (Choice(tr("{name} leaves", name=self.said[ruin[1].by]), "heard", primary=True),)
        if pending.square is not None and not pending.running:
            return (Choice(tr("Passed: the lap is run"), TapLap(True)), Choice(tr("Not yet"), TapLap(False)))
        if pending.running:
            return (Choice(tr("Let the companion draw"), Act.DRAW),) if self.draws and pending.laid else ()
        if self.thrown is not None:
            return ()
        if self.looking:
            return (Choice(tr("To the dice"), "dice"),)
        run = view.run_refused is None
        why = {Refusal.NO_SET: tr("No set yet"), Refusal.IN_LAP: tr("Running")}
        said = tr("Cash & Run") if run or view.run_refused is None else why.get(view.run_refused, tr("Run later"))
        found = [Choice(said, Act.RUN, enabled=run), Choice(trc("a button", "Auction"), Act.SELL, enabled=bool(view.sellable))]
        if self.of(view.by).lap is not None and view.board:
            found = [Choice(tr("See the way"), "ring")]
        return (*found, Choice(tr("Draw dice"), Act.DRAW, icon="dice")) if self.draws else found

    def chosen(self, what: Any) -> None:
        if what in ("ring", "dice"):
            self.looking = what == "ring"
            self._again_shown()
        elif what == "heard":
            self.heard = True
            self._again_shown()
        else:
            super().chosen(what)

    def place(self, frame: Frame) -> None:
        super().place(frame)
        room = self.room(frame)
        looking = self.looking and self.shown is not None and self.shown.view is not None
        if looking:
            view = self.view
            lap = self.of(view.by).lap
            way = "" if lap is None or lap.moved is None else tr("{n} of {of}", n=lap.moved, of=len(view.board))
            self.ring.show(view, view.by, above=tr("Safe while all are held"), below=way)
        foot = BUTTON + 8
        self.have(self.ring, (room.x, room.y, room.w, room.h - foot) if looking else None)

    def after(self, move: TellCasino) -> tuple[Any, ...]:
        # A new casino lets go of dice that were tapped; those that the companion threw stand.
        dice = self.pending.dice
        return (*((TapDice(*dice),) if dice is not None else ()), TapSquare(move.id)) if self.thrown is not None else ()
