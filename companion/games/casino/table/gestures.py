"""Cards that are shown and buttons that are touched, with the public view, become moves of Casino.

One play is: show the card, say what it does. Most plays say it by themselves: a card that can do nothing stays, and what is lit for a card
that can take stands as soon as the next card is shown. Pure; nothing here ever lapses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from companion.game import Desk, Make, Note, Piece, Read, Reply, Say
from companion.games.casino.rules.cards import POINTS, Card
from companion.games.casino.rules.moves import Begin, Build, Counted, Dealt, Join, Lay, Rename, Take, Trail
from companion.games.casino.rules.pieces import PlayingCard
from companion.games.casino.rules.settings import CasinoSettings, Reading
from companion.games.casino.rules.state import Phase
from companion.games.casino.rules.view import View
from companion.games.casino.table import choice as choices
from companion.games.casino.table import settle
from companion.games.casino.table.answers import Answer
from companion.games.casino.table.beginning import DrawnDealer
from companion.games.casino.table.choice import Choice, Table
from companion.games.casino.table.commands import (
    AceAs,
    BuildAs,
    BuildThese,
    CountSide,
    DrawDealer,
    LeaveIt,
    OtherCards,
    PilesCounted,
    TakeThese,
    TapCard,
    TellPile,
    TogglePoint,
)
from companion.games.casino.table.hand_count import HandCount
from companion.games.kit import seats
from companion.games.kit.colours import Colour


class CasinoGestures:
    """See `companion.game.Gestures`. Remembers what is lit for the card that is shown, and how far a count by hand has come."""

    deadline: float | None = None
    """Nothing lapses here: the card lies on the table."""
    waiting = pending = None
    """A card that waits for its choice is an act already: an undo takes it back, and lets go of nothing else."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._choice: Choice | None = None
        self._of: tuple[object, ...] = ()
        self._count: HandCount | None = None
        self._counted: tuple[object, ...] = ()
        self._dealer: Colour | None = None

    @property
    def _view(self) -> View:
        view: View = self._desk.view
        return view

    @property
    def _settings(self) -> CasinoSettings:
        settings: CasinoSettings = self._desk.settings
        return settings

    def clear(self) -> None:
        """Forgets what somebody has lit, and a lot that nobody confirmed. How far a count has come stays until something else is counted."""
        self._choice = self._dealer = None

    def expire(self, now: float) -> Reply | None:
        """Nothing lapses."""
        return None

    def pairs(self, pieces: Sequence[Piece]) -> bool:
        """Cards that are read at once are never one gesture."""
        return False

    def rests(self, read: Read) -> tuple[bool, Reply | None]:
        return False, None

    def too_many(self, pieces: Sequence[Piece | None]) -> bool:
        """Two cards at once on the pad: one at a time."""
        return len(pieces) > 1

    def spot_of(self, piece: Piece) -> int | None:
        return None

    def asks(self, *, again: bool = False) -> Reply | None:
        return None

    def made(self, reply: Make, place: int) -> None:
        """Nothing is remembered of it."""

    def prepared(self, move: Any) -> Any:
        """Nobody is called like somebody else at the table: whoever sits down gets a number, whoever types a name is asked for another one."""
        if not isinstance(move, Join | Rename):
            return move
        return seats.told_apart(move, {player.colour: player.name for player in self._view.players})

    # --- what is pending ------------------------------------------------------------------------------------------

    @property
    def draft(self) -> Choice | HandCount | DrawnDealer | None:
        """What is lit for the shown card, the count by hand as far as it has come, or who was drawn to deal; None where nothing is."""
        return self.choice or self.counting or self.drawn

    @property
    def drawn(self) -> DrawnDealer | None:
        """Who was drawn to deal first and is not confirmed yet."""
        there = self._view.phase is Phase.DEALER and any(player.colour is self._dealer for player in self._view.players)
        return DrawnDealer(self._dealer) if there and self._dealer is not None else None

    @property
    def choice(self) -> Choice | None:
        """What is lit for the shown card; None where none is shown. After a power cut it is what it was when the card was shown."""
        view = self._view
        on = choices.table(view)
        if view.phase is not Phase.CHOOSE or view.shown is None or on is None:
            return None
        of = (view.round, view.shown, view.to_act, view.loose, view.builds)
        if self._choice is None or self._of != of:
            self._choice, self._of = choices.begun(on, view.shown, self._settings.show_takes), of
        return self._choice

    @property
    def counting(self) -> HandCount | None:
        """The count by hand as far as it has come; None where none is asked for."""
        view = self._view
        if view.phase is not Phase.PILES:
            return None
        of = (view.round, view.sides)
        if self._count is None or self._counted != of:
            self._count, self._counted = HandCount.begun(view.sides), of
        return self._count

    def _change(self, change: Callable[[HandCount], HandCount]) -> Reply:
        """Changes a number or a card of the count by hand."""
        counted = self.counting
        if counted is None:
            return Say(Answer.NOTHING_WAITS)
        self._count = change(counted)
        return Note()

    # --- cards ----------------------------------------------------------------------------------------------------

    def read(self, read: tuple[Read, ...]) -> Reply | None:
        """A card was read. Which reader read it says nothing."""
        piece = read[0].piece
        assert isinstance(piece, PlayingCard)
        if self._settings.cards is Reading.BY_HAND:
            return Say(Answer.CARDS_BY_HAND)
        return self._told(piece.card)

    def touched(self, spot: int) -> Reply | None:
        """There are no places on this board."""
        return None

    def _told(self, card: Card) -> Reply:
        """A card was told: by its tag, or by a finger on the grid or the table."""
        view = self._view
        if self.counting is not None:
            if card not in POINTS:
                return Say(Answer.NO_POINT_CARD)
            return self._change(lambda counted: counted.toggled(card))
        if (drawn := self.drawn) is not None:
            # The first face-up card says that whoever was drawn deals.
            return Make(Begin(drawn.dealer), then=(Lay(drawn.dealer, card),))
        if view.phase is Phase.TABLE and view.dealer is not None:
            return Make(Lay(view.dealer, card))
        if view.phase is Phase.CHOOSE:
            return self._beside(view, card)
        if view.phase is Phase.PLAY:
            return settle.shown((), choices.table(view), card)
        if view.phase is Phase.DEAL:
            # Everybody has four new cards: the one that is shown says so.
            return settle.shown((Dealt(),), settle.dealt(view), card)
        if view.phase is Phase.COUNT:
            # The first card of the next round says that everybody has seen the count. Where somebody has won, no card belongs here.
            return Make(Counted(), then=(Lay(settle.left_of(view, view.dealer), card),))
        return Say(Answer.NO_CARD_NOW)

    def _beside(self, view: View, card: Card) -> Reply:
        """A card is told while another one is shown: one of the table, which toggles, or the next play, which settles this one."""
        on, choice = choices.table(view), self.choice
        assert on is not None
        assert choice is not None
        if card == choice.card:
            return Note()
        toggled = choices.toggled(on, choice, card)
        if toggled is not None:
            self._choice = toggled
            return Note()
        settles = choices.stands(on, choice) if self._settings.next_settles else None
        then = None if settles is None else settle.settled(on, settles)
        if settles is None or then is None:
            return Say(Answer.PLAY_FIRST, owner=on.by)
        dealt, after = then
        return settle.shown((settles, *dealt), after, card)

    # --- buttons --------------------------------------------------------------------------------------------------

    def commanded(self, command: Any) -> Reply | None:
        """A button was touched."""
        match command:
            case DrawDealer():
                if self._view.phase is not Phase.DEALER:
                    return Say(Answer.NOTHING_WAITS)
                self._dealer = seats.draw_lot([player.colour for player in self._view.players], self._desk.random)
                return Note()
            case TapCard(card=card):
                return self._told(card)
            case CountSide(side=side):
                return self._change(lambda counted: counted.at(side))
            case TellPile(side=side, cards=number, spades=spades, sweeps=sweeps):
                return self._change(lambda counted: counted.told(side, cards=number, spades=spades, sweeps=sweeps))
            case TogglePoint(side=side, card=card):
                return self._change(lambda counted: counted.toggled(card, side))
            case PilesCounted():
                counted = self.counting
                return Say(Answer.NOTHING_WAITS) if counted is None else Make(counted.move())
        on, choice = choices.table(self._view), self.choice
        if on is None or choice is None:
            return Say(Answer.NOTHING_WAITS)
        return self._play(on, choice, command)

    def _play(self, on: Table, choice: Choice, command: Any) -> Reply:
        match command:
            case TakeThese():
                return Make(Take(on.by, choice.card, choice.lit))
            case LeaveIt():
                return Make(Trail(on.by, choice.card))
            case AceAs(value=value):
                # Two tiles say what each takes; touching one takes it.
                capture = next((capture for capture in choices.offered(on, choice.card) if capture.value == value), None)
                return Say(Answer.NOTHING_WAITS) if capture is None else Make(Take(on.by, choice.card, capture.cards))
            case BuildAs(value=value):
                found = [reading for reading in choices.readings(on, choice) if reading.made.value == value]
            case BuildThese():
                found = list(choices.readings(on, choice))
            case OtherCards():
                self._choice = Choice(choice.card, touched=True)
                return Note()
            case _:
                return Say(Answer.NOTHING_WAITS)
        if len(found) == 1:
            return Make(Build(on.by, choice.card, found[0].made.value, found[0].with_))
        # Nothing can be built with what is lit: other cards are tapped. Or it is asked which of two builds it is.
        self._choice = replace(choice, which=tuple(found)) if found else Choice(choice.card, touched=True)
        return Note()

    def confirmed(self) -> Reply | None:
        """The panel's OK: the lit button."""
        if (drawn := self.drawn) is not None:
            return Make(Begin(drawn.dealer))
        if self._count is not None and self.counting is not None:
            return self.commanded(PilesCounted())
        on, choice = choices.table(self._view), self.choice
        play = None if on is None or choice is None else choices.button(on, choice)
        return None if play is None else Make(play)
