"""An earlier act that was wrong: the right value is tapped, then what changes by it is read, and it is carried out by holding."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement
from typing import Any

from companion.games.cash_and_run.rules.bets import FELT, POT, TAKEOVER
from companion.games.cash_and_run.rules.chance import Symbol
from companion.games.cash_and_run.rules.copy import MAX_NAME
from companion.games.cash_and_run.rules.view import Field, View
from companion.games.cash_and_run.table.commands import Act, TapCasino, TapChip, TapDice, TapLook, TapName, TapPlayer
from companion.games.cash_and_run.table.corrections import CashChange
from companion.games.cash_and_run.ui.screens import told
from companion.games.cash_and_run.ui.screens.base import BUTTON, CashScreen, Choice
from companion.games.cash_and_run.ui.screens.bet import felt
from companion.games.cash_and_run.ui.screens.bluff import shown_faces
from companion.games.cash_and_run.ui.screens.draw import results
from companion.games.cash_and_run.ui.screens.squares import squares
from companion.games.cash_and_run.ui.widgets.info import Line
from companion.games.cash_and_run.ui.widgets.tiles import Band, Tile
from companion.games.kit.names import one_form, proper_name, same_name
from companion.table.commands import Amend, Cancel, CloseActs
from companion.table.snapshot import Snapshot
from companion.ui import gameui, texts
from companion.ui.kit.layout import Box, Frame
from companion.ui.screens.chosen import Chosen
from companion.ui.texts import tr
from companion.ui.widgets.button import HoldButton
from companion.ui.widgets.field import LONGEST, TextEntry
from companion.ui.widgets.prompt import Prompt


class CorrectScreen(CashScreen):
    """What a correction of an earlier move would change."""

    name = "correct"
    railed = False
    undoes = False

    def _act(self, _value: object = None) -> object:
        change = self.shown.change if self.shown is not None else None
        return None if change is None else change.act.place

    writing = Chosen(False, _act)
    """Whether a name is typed."""

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.entry = TextEntry(self._named, longest=MAX_NAME, accepts=self._acceptable)
        self.hold = HoldButton("", lambda: self.act((Amend(), CloseActs())), icon="pencil")

    def fits(self, shown: Snapshot) -> bool:
        return isinstance(shown.change, CashChange) and shown.view is not None

    @property
    def change(self) -> CashChange:
        """The correction that is looked at."""
        change: CashChange = self.shown.change
        return change

    @property
    def changed(self) -> bool:
        """Whether another value was tapped by now."""
        change, act = self.change, self.change.act
        now = change.now
        return now is not None and (now.do, now.by, now.kind, now.amount, now.name) != (act.do, act.by, act.kind, act.amount, act.name)

    def prompt(self, view: View) -> Prompt:
        act = self.change.act
        title = self.who(act.by) if act.by in self.names else tr("Correct a move")
        return Prompt(act.by if act.by in self.names and act.by is not None else "pencil", title, tr("What should it have been? Tap it"))

    def keys(self) -> tuple[str, ...] | None:
        return ("left",)

    def _bar_tapped(self, key: str) -> None:
        if key == "left" and self.writing:
            self._write(False)
        elif key == "left":
            self.act(Cancel())
        else:
            super()._bar_tapped(key)

    def bands(self, view: View) -> Sequence[Band]:
        if self.shown is None or not self.fits(self.shown):
            return ()
        act, portrait = self.change.act, self.frame.portrait
        if self.writing:
            return ()
        if self.changed:
            # A stake is laid chip by chip: more of them may follow.
            return self._chips(portrait) if act.do in ("bet", "correct") else ()
        match act.do:
            case "throw":
                pairs = combinations_with_replacement(range(1, 7), 2)
                dice = Band(tuple([Tile(TapDice(*pair), dice=pair) for pair in pairs]), 7)
                return (dice,) if view.board else squares(view, portrait=portrait, one=True, more=False)
            case "go":
                return squares(view, portrait=portrait, one=False, more=False)
            case "roulette":
                return results(Symbol.ROULETTE, (), portrait=portrait)
            case "die":
                return results(Symbol.DIE, (), portrait=portrait)
            case "card" | "run":
                return results(Symbol.CARDS, (), portrait=portrait)
            case "correct":
                return self._chips(portrait)
            case "casino":
                return told.looks()
            case "bet":
                return (*self._fields(act.kind, portrait), *self._chips(portrait))
            case "takeover":
                tiles = [Tile(TapCasino(each.id), casino=each, owner=view.owners.get(each.id)) for each in view.casinos]
                return (*self._fields(None, portrait), Band(tuple(tiles), 2 if portrait else 4))
            case "doubt":
                return (shown_faces(),)
            case "deal" | "stand" | "pick" | "auction":
                tiles = [Tile(TapCasino(each.id), casino=each, owner=view.owners.get(each.id)) for each in view.casinos]
                return (Band(tuple(tiles), 2 if portrait else 4),)
            case "bid":
                return (Band(tuple([Tile(TapPlayer(each.colour), each.name, player=each.colour) for each in view.players]), 1 if portrait else 2),)
        return ()

    def _fields(self, on: str | None, portrait: bool) -> Sequence[Band]:
        """Where a bet could lie, by odds as on the felt itself."""
        names = self.change.felt
        bets = next((each for felts in (FELT, POT, TAKEOVER) for each in felts.values() if set(names) <= set(each)), {})
        return felt([Field(each, bets[each].odds, len(bets[each].wins), 0) for each in names if each in bets], on, portrait=portrait)

    def _chips(self, portrait: bool) -> tuple[Band, ...]:
        """Chips to be laid to a stake, or to be taken away."""
        if not self.change.stakes:
            return ()
        values = self.change.chips
        rows = [[Tile(TapChip(sign * value), f"{mark} {texts.amount(value)}") for value in values] for sign, mark in ((1, "+"), (-1, "−"))]
        return tuple([Band(tuple(row), 2 if portrait else len(values)) for row in rows])

    def lines(self, view: View) -> Sequence[Line]:
        change = self.change
        was = gameui.done(self.rules, change.act, view)
        if not self.changed or change.now is None:
            return (Line(tr("Was: {what}", what=was), colour="mist"),)
        found = [Line(tr("Was: {what}", what=was), colour="mist"), Line(gameui.done(self.rules, change.now, view), strong=True, colour="champ")]
        for colour, amount in change.money:
            found.append(Line(tr("{name}: {sum}", name=self.within(colour), sum=texts.signed(amount))))
        return found if change.money else [*found, Line(tr("Nobody’s money changes"), colour="mist")]

    def choices(self, view: View) -> Sequence[Choice]:
        leave = Choice(tr("Leave it"), Cancel())
        if self.writing:
            return ()
        if self.change.act.do in ("join", "rename", "casino") and not self.changed:
            return (Choice(tr("Another name"), "name"), leave)
        if self.change.act.do in ("buy", "decline") and not self.changed:
            return (Choice(tr("It was bought"), Act.BUY), Choice(tr("It was left"), Act.LEAVE), leave)
        return (leave,)

    def chosen(self, what: Any) -> None:
        match what:
            case "name":
                self._write(True)
            case ("look", symbol, colour):
                self.act(TapLook(symbol, colour))
            case _:
                super().chosen(what)

    def _write(self, writing: bool) -> None:
        self.writing = writing
        if writing:
            act = self.change.act
            self.entry.longest = MAX_NAME if act.do == "casino" else LONGEST
            self.entry.show(act.name)
        self.fill(self.view)
        self.say()

    def _named(self, name: str) -> None:
        self.writing = False
        self.act(TapName(name))
        self.fill(self.view)

    def _acceptable(self, name: str) -> bool:
        """Whether nobody else at the table, or no other casino, is called so."""
        act = self.change.act
        if act.do == "casino":
            return told.acceptable(name, tuple([each for each in self.view.casinos if each.name != act.name]))
        others = [called for colour, called in self.names.items() if colour is not act.by]
        return proper_name(one_form(name)) and not any(same_name(name, other) for other in others)

    def show(self, shown: Snapshot) -> None:
        if self.fits(shown):
            super().show(shown)
        else:
            self.follow(shown)

    def place(self, frame: Frame) -> None:
        if self.shown is None or not self.fits(self.shown):
            return
        super().place(frame)
        body, edge = frame.body, 0 if frame.portrait else 8
        self.have(self.entry, (edge, body.y, frame.w - 2 * edge, min(340.0, body.h)) if self.writing else None)
        if self.writing:
            self.have(self.info, None)

    def above(self, row: Box) -> float:
        there = self.changed and not self.writing
        self.hold.show(tr("Hold to correct it"))
        self.have(self.hold, row if there else None)
        return BUTTON + 8 if there else 0.0
