"""Cards that are shown and buttons that are touched, with the public view, become moves of Casino.

One play is: show the card, say what it does. Most plays say it by themselves: a card that can do nothing stays, and what is lit for a card
that can take stands as soon as the next card is shown. Pure; nothing here ever lapses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from companion.games.casino.rules.cards import POINTS, Card
from companion.games.casino.rules.moves import AnyMove, Build, Counted, Dealt, Lay, Shown, Take, Trail
from companion.games.casino.rules.pieces import PlayingCard
from companion.games.casino.rules.state import HAND, Phase
from companion.games.casino.rules.view import View
from companion.games.casino.table import choice as choices
from companion.games.casino.table.choice import Choice, Table
from companion.games.casino.table.commands import AceAs, BuildAs, BuildThese, Command, CountSide, LeaveIt, OtherCards, TakeThese, TapCard
from companion.games.casino.table.habits import USUAL, Habits, Reading, Tell
from companion.games.casino.table.hand_count import HandCount
from companion.games.casino.table.replies import Answer, Make, Note, Reply, Say


class Gestures:
    """Remembers what is lit for the card that is shown, and how far a count by hand has come. `habits` may be changed at any time."""

    def __init__(self, habits: Habits = USUAL) -> None:
        self.habits = habits
        self.deadline: float | None = None
        """Nothing lapses here."""
        self._choice: Choice | None = None
        self._of: tuple[object, ...] = ()
        self._count: HandCount | None = None
        self._counted: tuple[object, ...] = ()

    def clear(self) -> None:
        """Forgets what somebody has lit or counted."""
        self._choice = self._count = None

    def expire(self, now: float) -> Reply | None:
        """Nothing lapses."""
        return None

    def together(self, view: View, pieces: Sequence[PlayingCard]) -> bool:
        """Whether cards that are read at once are one gesture: never. One at a time."""
        return False

    # --- what is pending ------------------------------------------------------------------------------------------

    def pending(self, view: View) -> Choice | None:
        """What is lit for the shown card; None where none is shown. After a power cut it is what it was when the card was shown."""
        on = choices.table(view)
        if view.phase is not Phase.CHOOSE or view.shown is None or on is None:
            return None
        of = (view.round, view.shown, view.to_act, view.loose, view.builds)
        if self._choice is None or self._of != of:
            self._choice, self._of = choices.begun(on, view.shown, self.habits.show_takes), of
        return self._choice

    def counting(self, view: View) -> HandCount | None:
        """The count by hand as far as it has come; None where none is asked for."""
        asked = view.phase is Phase.PILES or (self.habits.tell is Tell.PILES and view.phase is Phase.TABLE)
        if not asked:
            return None
        of = (view.round, view.sides)
        if self._count is None or self._counted != of:
            self._count, self._counted = HandCount.begun(view.sides), of
        return self._count

    def count(self, view: View, change: Callable[[HandCount], HandCount]) -> Reply:
        """Changes a number or a card of the count by hand."""
        counted = self.counting(view)
        if counted is None:
            return Say(Answer.NOTHING_WAITS)
        self._count = change(counted)
        return Note()

    # --- cards ----------------------------------------------------------------------------------------------------

    def seen(self, view: View, piece: PlayingCard, now: float = 0.0, at: int | None = None) -> Reply:
        """A card was read. Which reader read it (`at`) says nothing."""
        if self.habits.cards is Reading.BY_HAND:
            return Say(Answer.CARDS_BY_HAND, card=piece.card)
        return self.touched(view, piece.card, now)

    def touched(self, view: View, spot: Card, now: float = 0.0) -> Reply:
        """A card was told: by its tag, or by a finger on the grid or the table."""
        counted = self.counting(view)
        if counted is not None:
            if spot not in POINTS:
                return Say(Answer.NO_POINT_CARD, card=spot)
            self._count = counted.toggled(spot)
            return Note()
        if view.phase is Phase.TABLE and view.dealer is not None:
            return Make((Lay(view.dealer, spot),))
        if view.phase is Phase.CHOOSE:
            return self._beside(view, spot)
        if view.phase is Phase.PLAY:
            return self._shown((), choices.table(view), spot)
        if view.phase is Phase.DEAL:
            # Everybody has four new cards: the one that is shown says so.
            return self._shown((Dealt(),), _dealt(view), spot)
        return Say(Answer.NO_CARD_NOW, card=spot)

    def _shown(self, before: tuple[AnyMove, ...], on: Table | None, card: Card) -> Reply:
        """The card is the next play, once the moves `before` are made. Where there is nothing to choose it stays."""
        assert on is not None
        lies = card in on.loose or any(card in build.cards for build in on.builds)
        if lies or choices.has_choice(on, card):
            return Make((*before, Shown(on.by, card)))
        return Make((*before, Trail(on.by, card)))

    def _beside(self, view: View, card: Card) -> Reply:
        """A card is told while another one is shown: one of the table, which toggles, or the next play, which settles this one."""
        on, choice = choices.table(view), self.pending(view)
        assert on is not None
        assert choice is not None
        if card == choice.card:
            return Note()
        toggled = choices.toggled(on, choice, card)
        if toggled is not None:
            self._choice = toggled
            return Note()
        settles = choices.stands(on, choice) if self.habits.next_settles else None
        then = None if settles is None else _settled(on, settles)
        if settles is None or then is None:
            return Say(Answer.PLAY_FIRST, by=on.by, card=card)
        dealt, after = then
        return self._shown((settles, *dealt), after, card)

    # --- buttons --------------------------------------------------------------------------------------------------

    def commanded(self, view: View, command: Command, now: float = 0.0) -> Reply:
        """A button was touched."""
        match command:
            case TapCard():
                return self.touched(view, command.card, now)
            case CountSide():
                return self.count(view, lambda counted: counted.at(command.side))
        on, choice = choices.table(view), self.pending(view)
        if on is None or choice is None:
            return Say(Answer.NOTHING_WAITS)
        return self._play(on, choice, command)

    def _play(self, on: Table, choice: Choice, command: Command) -> Reply:
        play: Take | Trail | Build
        match command:
            case TakeThese():
                return Make((Take(on.by, choice.card, choice.lit),))
            case LeaveIt():
                return Make((Trail(on.by, choice.card),))
            case AceAs(value=value):
                # Two tiles say what each takes; touching one takes it.
                capture = next((capture for capture in choices.offered(on, choice.card) if capture.value == value), None)
                return Say(Answer.NOTHING_WAITS) if capture is None else Make((Take(on.by, choice.card, capture.cards),))
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
            play = Build(on.by, choice.card, found[0].made.value, found[0].with_)
            return Make((play,))
        # Nothing can be built with what is lit: other cards are tapped. Or it is asked which of two builds it is.
        self._choice = replace(choice, which=tuple(found)) if found else Choice(choice.card, touched=True)
        return Note()

    def ok(self, view: View) -> Reply:
        """The panel's OK: the lit button."""
        if view.phase is Phase.DEAL:
            return Make((Dealt(),))
        if view.phase is Phase.COUNT:
            return Make((Counted(),))
        on, choice = choices.table(view), self.pending(view)
        play = None if on is None or choice is None else choices.button(on, choice)
        return Say(Answer.NOTHING_WAITS) if play is None else Make((play,))


def _dealt(view: View) -> Table:
    """The table for whoever plays first in the next deal."""
    dealer = next(player.chair for player in view.players if player.player is view.dealer)
    first = view.players[(dealer + 1) % len(view.players)]
    return Table(view, first.player, HAND, view.loose, view.builds)


def _settled(on: Table, play: Trail | Take) -> tuple[tuple[AnyMove, ...], Table] | None:
    """What the next player finds once this play is settled, and the deal that comes in between; None where the round is over with it."""
    view = on.view
    if isinstance(play, Trail):
        loose, builds = (*on.loose, play.card), on.builds
    else:
        loose = tuple([card for card in on.loose if card not in play.cards])
        builds = tuple([build for build in on.builds if build.cards[0] not in play.cards])
    left = {player.player: player.left - (player.player is on.by) for player in view.players}
    at = next(place for place, player in enumerate(view.players) if player.player is on.by)
    for player in (*view.players[at + 1 :], *view.players[: at + 1]):
        if left[player.player]:
            return (), Table(view, player.player, left[player.player], loose, builds)
    if view.deal == view.deals:
        return None
    return (Dealt(),), replace(_dealt(view), loose=loose, builds=builds)
