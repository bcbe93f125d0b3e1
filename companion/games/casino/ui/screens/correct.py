"""A correction that is being looked at, opened for everybody: the act as it was, what it is to be, and what changes by it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.games.casino import GAME
from companion.games.casino.rules.builds import Reading
from companion.games.casino.rules.cards import Card
from companion.games.casino.rules.moves import Begin, Build, Join, Take, Trail
from companion.games.casino.rules.settings import USUAL, CasinoSettings
from companion.games.casino.rules.view import View
from companion.games.casino.table import choice as choices
from companion.games.casino.table.choice import Choice, Table
from companion.games.casino.table.commands import MissingPlay, PlayedBy, TapCard
from companion.games.casino.table.proposal import Change
from companion.games.casino.ui import words
from companion.games.casino.ui.widgets.grid import CardGrid
from companion.games.casino.ui.widgets.sides import SideTabs
from companion.games.casino.ui.widgets.table import CasinoTable
from companion.games.kit.colours import Colour
from companion.table.commands import Amend, Cancel, CloseActs, Do
from companion.table.snapshot import Step
from companion.ui import gameui, texts
from companion.ui.kit.layout import Box, Frame
from companion.ui.screens.base import Kit
from companion.ui.screens.chosen import Chosen
from companion.ui.screens.page import PageScreen, abreast, in_rows
from companion.ui.texts import tr, trn
from companion.ui.widgets.button import Button, HoldButton
from companion.ui.widgets.field import TextEntry
from companion.ui.widgets.prompt import Prompt
from companion.ui.widgets.rows import Row, Rows

PLAYS = ("take", "build", "trail")
LIST, CARD, CARDS, MISSING, NAME = "", "card", "cards", "missing", "name"


class CorrectScreen(PageScreen):
    """Faces: what changes; the deck as a grid for another card or a missing play; the table as it lay, for other cards; a name."""

    name = "correct"

    def _act(self, _value: object = None) -> object:
        change = self.shown.change
        return None if change is None else (self.shown.game, change.act.place)

    face = Chosen[str](LIST, _act)
    lit = Chosen[tuple[Card, ...] | None](None, _act)
    """The cards that are chosen on the table as it lay; None: those of the act."""

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.settings: CasinoSettings = USUAL
        self.rows: Rows = self.add(Rows(None, row=62))
        self.hold = HoldButton("", lambda: self.act((Amend(), CloseActs())), icon="pencil")
        self.ways = {face: Button("", partial(self._open, face), kind="quiet") for face in (CARD, CARDS, MISSING, NAME)}
        self.whose = SideTabs(self._whose)
        self.grid = CardGrid(self._card)
        self.table = CasinoTable(self._toggle)
        self.take = Button("", lambda: self._play(Take), kind="secondary")
        self.builds = tuple(Button("", partial(self._play, Build, i), kind="secondary") for i in range(2))
        self.stay = Button("", lambda: self._play(Trail), kind="secondary")
        self.entry = TextEntry(self._named)
        self._readings: tuple[Reading, ...] = ()

    def equip(self, kit: Kit) -> None:
        self.settings = kit.settings.of(GAME)

    @property
    def ready(self) -> bool:
        return self.shown is not None and isinstance(self.shown.change, Change) and self.shown.view is not None

    @property
    def change(self) -> Change:
        """What is looked at."""
        change: Change = self.shown.change
        return change

    @property
    def before(self) -> View:
        """The table before the act."""
        before = self.change.before
        assert before is not None
        return before

    @property
    def names(self) -> dict[Colour, str]:
        return {player.colour: player.name for player in self.shown.view.players}

    # --- what is shown --------------------------------------------------------------------------------------------

    def prompt(self) -> Prompt:
        act = self.change.act
        who: Colour | str = act.by if act.by is not None else "pencil"
        text = {
            LIST: tr("What was it?"),
            CARD: tr("Which card was played? Tap it"),
            MISSING: tr("Which card is missing? Tap it"),
            CARDS: tr("Tap what it took, then its button"),
            NAME: tr("Type a name, or pick one"),
        }[self.face]
        return Prompt(who, self.names.get(act.by, "") if act.by is not None else tr("Correct a move"), text)

    def _said(self, step: Step) -> str:
        return gameui.done(self.shown.rules, step)

    def fill(self) -> None:
        change, names = self.change, self.names
        rows = [Row(None, self._said(change.act), tr("as it is recorded"), mark=change.act.by or "list")]
        if change.missing and change.now is not None:
            rows.insert(0, Row(None, self._said(change.now), tr("is put before it"), mark=change.now.by or "plus", chosen=True))
        elif change.player is not None:
            rows.append(Row(None, tr("It was {n}", n=names[change.player]), tr("and on clockwise"), mark=change.player, chosen=True))
        elif change.now is not None and (change.now.kind, change.now.do) != (change.act.kind, change.act.do):
            rows.append(Row(None, self._said(change.now), tr("as it should be"), mark=change.now.by or "list", chosen=True))
        for colour, was, now in change.scores:
            rows.append(Row(None, tr("{n}: {a} instead of {b}", n=names[colour], a=now, b=was), mark=colour))
        if change.winners is not None:
            rows.append(Row(None, tr("Then {who} has won", who=texts.names(names[each] for each in change.winners)), mark="crown"))
        self.rows.show(rows)
        self.hold.show(tr("Hold to correct"))
        for face, text in (
            (CARD, tr("Another card")),
            (CARDS, tr("Other cards")),
            (MISSING, tr("A play is missing")),
            (NAME, tr("Another name")),
        ):
            self.ways[face].show(text)
        self.whose.show(tuple([str(colour) for colour in names]), str(change.player or change.act.by))
        lying = frozenset((*self.before.loose, *[card for build in self.before.builds for card in build.cards]))
        self.grid.show(lying, four=self.settings.four_colours)
        self._fill_table()
        self.place(self.frame)

    def _on(self) -> tuple[Table, Choice] | None:
        """The table as it lay, with what is chosen."""
        change, on = self.change, choices.table(self.before)
        now = change.now if change.now is not None else change.act
        if on is None or not now.kind:
            return None
        lit = set(now.kind[1:] if self.lit is None else self.lit)
        builds = tuple([build for build in on.builds if build.cards[0] in lit])
        return on, Choice(now.kind[0], tuple([card for card in on.loose if card in lit]), builds, touched=True)

    def _fill_table(self) -> None:
        found = self._on()
        if found is None:
            return
        on, choice = found
        self.table.show(on.loose, on.builds, lit=frozenset(choice.lit), four=self.settings.four_colours)
        readings = choices.readings(on, choice)
        number = len(choice.lit)
        self.take.show(trn("Took {n} card", "Took {n} cards", number), enabled=choices.takes(on, choice))
        self._readings = readings
        for i, button in enumerate(self.builds):
            made = readings[i].made if i < len(readings) else None
            button.show(tr("Built {v}", v=words.value(made)) if made is not None else tr("Built"), enabled=made is not None)
        self.stay.show(tr("Left it"), enabled=not number and choices.may_stay(on, choice.card))

    # --- what is touched ------------------------------------------------------------------------------------------

    def leave(self) -> None:
        if self.face == LIST:
            self.act(Cancel())
        else:
            self._open(LIST)

    def _open(self, face: str) -> None:
        self.face = face
        if face == CARDS:
            self.lit = None
        if face == NAME and self.change.act.by is not None:
            self.entry.show(self.names[self.change.act.by])
        self.look()

    def _card(self, card: Card) -> None:
        place = self.change.act.place or 0
        self.act(MissingPlay(place, card) if self.face == MISSING else TapCard(card))
        self._open(LIST)

    def _whose(self, side: str) -> None:
        colour = Colour(side)
        if self.change.act.do == "begin":
            self.act(Do(Begin(colour, drawn=False)))
        else:
            self.act(PlayedBy(self.change.act.place or 0, colour))

    def _toggle(self, card: Card) -> None:
        found = self._on()
        if found is not None:
            toggled = choices.toggled(*found, card)
            if toggled is not None:
                self.lit = toggled.lit
                self.look()

    def _play(self, kind: type, which: int = 0) -> None:
        found = self._on()
        if found is None:
            return
        on, choice = found
        if kind is Take:
            self.act(Do(Take(on.by, choice.card, choice.lit)))
        elif kind is Trail:
            self.act(Do(Trail(on.by, choice.card)))
        else:
            reading = choices.readings(on, choice)[which]
            self.act(Do(Build(on.by, choice.card, reading.made.value, reading.with_)))
        self._open(LIST)

    def _named(self, name: str) -> None:
        player = next((player for player in self.shown.view.players if player.colour is self.change.act.by), None)
        if player is not None:
            self.act(Do(Join(player.colour, name, player.chair)))
        self._open(LIST)

    # --- where it is ----------------------------------------------------------------------------------------------

    def _offered(self) -> list[Button]:
        do = self.change.act.do
        if do == "join":
            return [self.ways[NAME]]
        if do == "lay":
            return [self.ways[CARD]]
        return [self.ways[face] for face in (CARD, CARDS, MISSING)] if do in PLAYS else []

    def place(self, frame: Frame) -> None:
        if not self.ready:
            return
        body = frame.body.inset(12, 4)
        listing = self.face == LIST
        offered = self._offered()
        bottom = body.y + body.h - 60
        rows = [[button] for button in offered] if frame.portrait else in_rows(body.w, offered, self.scale, 10)
        ways = bottom - len(rows) * 64
        people = self.change.act.do in (*PLAYS, "begin", "false")
        whose = ways - (64 if people else 0)
        self.have(self.rows, (body.x, body.y, body.w, whose - body.y - 4) if listing else None)
        self.have(self.whose, (body.x, whose, body.w, 58) if listing and people else None)
        for button in self.ways.values():
            if not listing or button not in offered:
                self.have(button, None)
        for at, row in enumerate(rows if listing else []):
            for button, box in abreast(Box(body.x, ways + at * 64, body.w, 56), row, self.scale, 10):
                self.have(button, box)
        self.have(self.hold, (body.x, bottom, body.w, 58) if listing else None)
        self.have(self.grid, (body.x - 6, body.y, body.w + 12, body.h) if self.face in (CARD, MISSING) else None)
        choosing = self.face == CARDS
        # What the cards can be built to is mostly one thing, seldom two.
        told = (self.take, *self.builds[: max(1, len(self._readings))], self.stay)
        rows = in_rows(body.w, told, self.scale, 10)
        top = bottom - 64 * (len(rows) - 1)
        self.have(self.table, (body.x, body.y, body.w, top - body.y - 6) if choosing else None)
        for button in (self.take, *self.builds, self.stay):
            if not choosing or button not in told:
                self.have(button, None)
        for at, row in enumerate(rows if choosing else []):
            for button, box in abreast(Box(body.x, top + 64 * at, body.w, 58), row, self.scale, 10):
                self.have(button, box)
        self.have(self.entry, (body.x, body.y, body.w, min(330, body.h)) if self.face == NAME else None)
