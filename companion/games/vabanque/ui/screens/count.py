"""After the hand-out everybody counts. What is in hand is told by note; a difference to the ledger is mended there, with a reason, or let be."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from companion.games.kit.colours import Colour
from companion.games.kit.counting import Difference, difference
from companion.games.kit.money import Notes
from companion.games.vabanque.rules.box import BOX, MAX_REASON
from companion.games.vabanque.rules.moves import Correct, Count, Counted
from companion.games.vabanque.rules.view import PlayerView, View
from companion.games.vabanque.ui.widgets.counting import VALUES, Compared, Ledger, Line, NotePad
from companion.table.commands import Do
from companion.ui import texts
from companion.ui.kit.layout import Frame
from companion.ui.screens.chosen import Chosen, one_view
from companion.ui.screens.game import GameScreen
from companion.ui.texts import tr, trn
from companion.ui.widgets.button import Button
from companion.ui.widgets.field import TextEntry
from companion.ui.widgets.prompt import Prompt

Counts = dict[int, int]
"""Notes: value -> how many."""
LEDGER, NOTES, REASON, WRITING = "ledger", "notes", "reason", "writing"
"""The faces of the screen: what everybody should hold, one player's notes, why the ledger is corrected, the reason in other words."""
MOST = 99
"""So many notes of a value can be tapped in where the game is played without notes of its own."""


class CountScreen(GameScreen[View]):
    """Which face is open is the screen's own affair; what was counted and corrected is told to the session."""

    name = "count"

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.ledger = Ledger(self._open)
        self.on = Button("", lambda: self.act(Do(Counted())), icon="check")
        self.counting = NotePad(self._look)
        self.compared = Compared()
        self.keep = Button("", self._keep)
        self.mend = Button("", self._mend, kind="secondary", icon="pencil")
        self.reasons = tuple(Button("", lambda n=n: self._chosen(n), kind="quiet") for n in range(4))  # type: ignore[misc]
        self.other = Button("", lambda: self._look(WRITING), kind="quiet", icon="pencil")
        self.entry = TextEntry(self._because, longest=MAX_REASON)

    # --- the state of the counting ---

    def _others(self, mends: tuple[Colour, Counts] | None) -> Hashable:
        """What must stay as it is while one player's count is taken and then corrected."""
        view = self.shown.view
        if view is None or mends is None:
            return None
        purses = {colour: notes for colour, notes in view.purses.items() if colour is not mends[0]}
        return self.shown.game, view.round, view.phase, view.results[-1:], tuple(purses.items())

    _opened = Chosen[tuple[str, Colour | None]]((LEDGER, None), one_view)
    """Which face a finger has opened, and for whom."""
    _mends = Chosen[tuple[Colour, Counts] | None](None, _others)
    """Whose notes are told first and corrected then: as soon as that count is taken the reason is asked for."""

    def enter(self) -> None:
        self._opened, self._mends = (LEDGER, None), None

    @property
    def open(self) -> tuple[str, Colour | None]:
        """The face, and whose it is."""
        view = self.shown.view if self.shown is not None else None
        if self._opened[0] == LEDGER and self._mends is not None and view is not None:
            whose, notes = self._mends
            if whose in view.counted and view.purses.get(whose) == notes:
                return REASON, whose
        return self._opened

    @property
    def face(self) -> str:
        """What is looked at."""
        return self.open[0]

    @property
    def whose(self) -> Colour | None:
        """Whose notes."""
        return self.open[1]

    @property
    def by_note(self) -> bool:
        """Whether the game is played with notes whose places are known; else only amounts are compared."""
        return bool(self.view.purses)

    def due(self, player: PlayerView) -> int:
        """What a player should have in hand."""
        return player.fortune - self.view.owed.get(player.colour, 0)

    def differing(self, player: PlayerView, notes: Notes) -> Difference:
        """What these notes in a player's hand differ from the ledger, and why."""
        plans = [Notes.of(each.paid).total - Notes.of(each.returned).total for each in self.view.hand_outs if each.to is player.colour]
        return difference(self.due(player), notes, plans or [self.view.results[-1].earned[player.colour]], BOX)

    def now(self) -> Difference:
        """The difference of what is tapped in just now."""
        assert self.whose is not None
        return self.differing(self.player(self.whose), Notes.of(self.counting.notes))

    # --- what is shown ---

    def prompt(self, view: View) -> Prompt:
        if self.whose is None or self.face == LEDGER:
            return Prompt("chip", tr("Count your money"), tr("Does it match?"), tr("Round {r}", r=view.round))
        if self.face == NOTES:
            return Prompt(self.whose, self.names[self.whose], tr("Enter the notes in your hand"))
        text = tr("Why? Everybody may read it") if self.face == REASON else tr("Type the reason")
        return Prompt(self.whose, self.names[self.whose], text, texts.signed(self.now().amount))

    def fill(self, view: View) -> None:
        if self.face in (REASON, WRITING) and not self.now().amount:
            self._opened, self._mends = (LEDGER, None), None
        lines = [self._line(player) for player in sorted(view.players, key=lambda player: player.place)]
        self.ledger.show(lines)
        self.on.show(tr("Go on all the same") if any(line.off for line in lines) else tr("Everybody’s money is right"))
        self.mend.show(tr("Correct the ledger"))
        self.other.show(tr("Another reason"))
        if self.whose is not None:
            found = self.now()
            self.compared.show(self.counting.total, found, next(iter(self._corrected(self.whose)), tr("Matches the ledger.")))
            self.keep.show(tr("Leave it") if found.amount else tr("It matches"), kind="secondary" if found.amount else "primary")
            for button, text in zip(self.reasons, reasons(found.amount), strict=True):
                button.show(text)
        self.place(self.frame)

    def _line(self, player: PlayerView) -> Line:
        view, colour = self.view, player.colour
        held = view.purses.get(colour)
        owed = [tr("the bank owes {m}", m=texts.amount(view.owed[colour]))] if view.owed.get(colour) else []
        mended = self._corrected(colour)
        ways = [" · ".join([*owed, said]) for said in mended] + list(mended) if mended else owed
        off = self.differing(player, Notes.of(held)).amount if held is not None else 0
        return Line(colour, player.name, self.due(player), tuple(ways), off, colour in view.counted)

    def _corrected(self, colour: Colour) -> tuple[str, ...]:
        """A player's corrections of this round, with the last reason, in a few words, and by how much; nothing if there are none."""
        mine = [correction for correction in self.view.results[-1].corrections if correction.by is colour]
        if not mine:
            return ()
        amount, why = texts.signed(sum(correction.amount for correction in mine)), mine[-1].reason
        if len(mine) == 1:
            return tr("corrected by {d}: {why}", d=amount, why=why), tr("{d}: {why}", d=amount, why=why), tr("corrected by {d}", d=amount), amount
        return (
            trn("{n} correction, {d} in all: {why}", "{n} corrections, {d} in all: {why}", len(mine), d=amount, why=why),
            trn("{n} correction, {d} in all", "{n} corrections, {d} in all", len(mine), d=amount),
            amount,
        )

    def keys(self) -> tuple[str, ...] | None:
        return ("left", "menu") if self.face != LEDGER else None

    # --- what is touched ---

    def _bar_tapped(self, key: str) -> None:
        if key == "left":
            self._back()
        else:
            super()._bar_tapped(key)

    def _look(self, face: str = "") -> None:
        open_ = (face, self.whose if face != LEDGER else None) if face else self.open
        if face == LEDGER:
            self._mends = None
        self._opened = open_
        self.fill(self.view)
        self.say()

    def _open(self, colour: Colour) -> None:
        # Counting begins with what should be in hand, so that few notes have to be tapped.
        held = self.view.purses.get(colour)
        self.counting.start(
            fewest(self.due(self.player(colour))) if held is None else held,
            dict.fromkeys(VALUES, MOST) if held is None else {value: BOX[value] for value in VALUES},
        )
        self._opened, self._mends = (NOTES, colour), None
        self._look()

    def _back(self) -> None:
        self._look({WRITING: REASON, REASON: NOTES}.get(self.face, LEDGER))

    @property
    def _known(self) -> bool:
        """Whether these very notes were told already, or there is nobody who would keep them."""
        return not self.by_note or (self.whose in self.view.counted and self.view.purses.get(self.whose) == self.counting.notes)

    def _tell(self) -> None:
        if self.whose is not None:
            self.act(Do(Count(self.whose, self.counting.notes)))

    def _keep(self) -> None:
        self._mends = None
        if self._known:
            self._look(LEDGER)
        else:
            self._tell()

    def _mend(self) -> None:
        if self._known:
            self._look(REASON)
        else:
            # First the count stands, then it is asked why: each is an act of its own.
            self._mends = (self.whose, dict(self.counting.notes)) if self.whose is not None else None
            self._tell()

    def _chosen(self, reason: int) -> None:
        self._because(self.reasons[reason].text)

    def _because(self, reason: str) -> None:
        if self.whose is not None:
            self.act(Do(Correct(self.whose, self.now().amount, reason)))

    # --- where it is ---

    def place(self, frame: Frame) -> None:
        body = frame.body.inset(12, 6)
        bottom = body.y + body.h - 58
        listing, counting, asking = (self.face == face for face in (LEDGER, NOTES, REASON))
        self.have(self.ledger, (body.x, body.y, body.w, bottom - body.y - 8) if listing else None)
        self.have(self.on, (body.x, bottom, body.w, 58) if listing else None)
        pad = 152.0 if not frame.portrait else 290.0
        self.have(self.counting, (body.x, body.y, body.w, pad) if counting else None)
        off = counting and self.shown is not None and self.now().amount
        above = bottom - 66 if frame.portrait and off else bottom
        rest = min(136.0 if not frame.portrait else 230.0, above - body.y - pad - 16)
        self.have(self.compared, (body.x, body.y + pad + 8, body.w, rest) if counting else None)
        half = (body.w - 12) / 2
        if frame.portrait:
            self.have(self.mend, (body.x, above, body.w, 58) if off else None)
            self.have(self.keep, (body.x, bottom, body.w, 58) if counting else None)
        else:
            self.have(self.mend, (body.x + half + 12, bottom, half, 58) if off else None)
            self.have(self.keep, (body.x, bottom, half if off else body.w, 58) if counting else None)
        every = (*self.reasons, self.other)
        columns = 1 if frame.portrait else 2
        pitch = min(100.0, body.h / (-(-len(every) // columns)))
        for i, button in enumerate(every):
            wide = body.w if columns == 1 or button is self.other else half
            box = (body.x + i % columns * (half + 12), body.y + 8 + i // columns * pitch, wide, pitch - 16)
            self.have(button, box if asking else None)
        edge = 12 if frame.portrait else 0
        self.have(self.entry, (body.x - edge, body.y, body.w + 2 * edge, min(330, body.h)) if self.face == WRITING else None)


def fewest(amount: int) -> dict[int, int]:
    """The fewest notes that come to an amount, if there were any number of each."""
    found = {}
    for value in VALUES:
        found[value], amount = divmod(amount, value)
    return found


def reasons(amount: int) -> tuple[str, ...]:
    """What may be said of a correction by so much."""
    more = amount > 0
    return (
        tr("Too much was handed out") if more else tr("Too little was handed out"),
        tr("A note turned up") if more else tr("A note was lost"),
        tr("Wrong change was given"),
        tr("Agreed at the table"),
    )
