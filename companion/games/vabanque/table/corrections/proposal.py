"""A correction that is being looked at: which act, what it should have been, what would change by it. Nothing has changed yet."""

from __future__ import annotations

import math

from msgspec.structs import replace

from companion.games.vabanque import rules
from companion.games.vabanque.rules.moves import AnyMove, Character, Correct, Join, PlaceCard, Rename, RevealCard, Untold
from companion.games.vabanque.rules.names import same_name
from companion.games.vabanque.rules.pieces import CharacterCard, ColourCard, Piece, Tile
from companion.games.vabanque.rules.refusal import MoveRefused, Refusal
from companion.games.vabanque.table.corrections.fold import Mended
from companion.games.vabanque.table.corrections.kinds import as_recorded
from companion.games.vabanque.table.corrections.steps import change_of, moved_to
from companion.games.vabanque.table.gestures import Gestures, Make, Outcome, Say, table_of
from companion.table.commands import AmendPart
from companion.table.journal.acts import Amended
from companion.table.session.timeline import Timeline
from companion.table.snapshot import Answer, Change, Pending


class Proposal:
    """`act` and `change` are None while nothing is proposed. What the table tells (tags, tables) goes to it then, and never lapses.

    Its methods return what is to be said, or None where the proposal is now another one; they raise MoveRefused, and then it is as it was.
    """

    def __init__(self, owners: bool) -> None:
        """`owners`: whether the backs of face-down cards show whose they are."""
        self._owners = owners
        self.act: Amended | None = None
        self.change: Change | None = None
        self._mended: Mended | None = None
        self._looks = 0
        self._gestures = Gestures(math.inf, lambda card: False)

    def drop(self) -> None:
        """Lets go of it."""
        self.act = self.change = self._mended = None
        self._gestures.clear()

    @property
    def asks(self) -> bool:
        """Whether cards have to be told, or left untold, before it can be carried out."""
        return self._mended is not None and self._mended.asks is not None

    @property
    def pending(self) -> Pending | None:
        """Half a gesture, where a card is being told."""
        return self._gestures.pending

    def propose(self, timeline: Timeline, place: int, move: AnyMove | None, keep: bool) -> None:
        """Begins with an act as it was, or with `move` in its place."""
        if not 0 <= place < len(timeline.moves):
            raise MoveRefused(Refusal.NOT_OF_ITS_KIND)
        recorded = as_recorded(timeline.line, place)
        if move is None:
            move = recorded
        elif keep and isinstance(move, PlaceCard) and isinstance(recorded, PlaceCard):
            move = replace(move, character=recorded.character)
        self._look(timeline, Amended(place, move))

    def touched(self, timeline: Timeline, table: int, now: float) -> Outcome | None:
        """A table was told: where a card lies that is being told, or where the act should have been."""
        assert self.act is not None
        if self.asks:
            return self._answered(timeline, self._gestures.touched(self._payout, table, now))
        move = moved_to(timeline.line, self.act.place, self.act.move, table)
        if move is None:
            return Say(Answer.NO_TABLE_NOW, table=table)
        self._look(timeline, Amended(self.act.place, move))
        return None

    def seen(self, timeline: Timeline, piece: Piece, now: float, at: int | None) -> Outcome | None:
        """A tag was read. `at`: the table whose own reader read it, None for a pad or a wand."""
        assert self.act is not None
        if self.asks:
            return self._answered(timeline, self._gestures.seen(self._payout, piece, now, at))
        if isinstance(piece, Tile):
            table = table_of(rules.view(timeline.position, notes=False), piece)
            return Say(Answer.NOT_IN_RING) if table is None else self.touched(timeline, table, now)
        if isinstance(piece, ColourCard):
            return Say(Answer.COLOUR_CARD, owner=piece.colour)
        return self._card(timeline, piece, at)

    def both(self, timeline: Timeline, card: CharacterCard, tile: Tile, at: int | None) -> Outcome | None:
        """A card and a table were read together: both count, or neither does."""
        assert self.act is not None
        if self.asks:
            return self._answered(timeline, self._gestures.both(self._payout, card, tile, 0.0, at))
        table = table_of(rules.view(timeline.position, notes=False), tile)
        if table is None:
            return Say(Answer.NOT_IN_RING)
        if at is not None and at != table:
            return Say(Answer.WHICH_TABLE, owner=card.colour)
        return self._card(timeline, card, table)

    def _card(self, timeline: Timeline, card: CharacterCard, at: int | None) -> Outcome | None:
        assert self.act is not None
        move = self.act.move
        if not isinstance(move, PlaceCard | RevealCard):
            return Say(Answer.NO_CARD_NOW, owner=card.colour)
        if card.colour is not move.by:
            return Say(Answer.OTHER_PLAYER, owner=card.colour, expected=move.by)
        self._look(timeline, Amended(self.act.place, replace(move, character=card.character, table=move.table if at is None else at)))
        return None

    def told_part(self, timeline: Timeline, part: AmendPart) -> Outcome | None:
        """The act was right but for this part."""
        assert self.act is not None
        move = self.act.move
        told = {name: value for name in part.__struct_fields__ if (value := getattr(part, name)) is not None}
        if self.asks or not told.keys() <= set(move.__struct_fields__):
            return Say(Answer.CORRECTING)
        self._look(timeline, Amended(self.act.place, replace(move, **told)))
        return None

    def unread(self, timeline: Timeline) -> Outcome | None:
        """The card is one whose kind nobody tells."""
        assert self.act is not None
        if not isinstance(self.act.move, PlaceCard) or self.asks:
            return Say(Answer.NO_CARD_NOW)
        self._look(timeline, Amended(self.act.place, replace(self.act.move, character=Character.HIDDEN)))
        return None

    def answer(self, timeline: Timeline, move: AnyMove) -> Outcome | None:
        """A card that is asked for is told or left untold, or an amount is settled for one that was left untold."""
        assert self.act is not None
        asked = isinstance(move, RevealCard | Untold) and self.asks
        settles = isinstance(move, Correct) and any(isinstance(told, Untold) for told in self.act.told)
        if not asked and not settles:
            return Say(Answer.CORRECTING)
        assert isinstance(move, RevealCard | Untold | Correct)
        self._look(timeline, replace(self.act, told=(*self.act.told, move)))
        return None

    def leave_untold(self, timeline: Timeline) -> None:
        """Nobody can tell any of the cards that are asked for."""
        while self._mended is not None and self._mended.asks is not None:
            missing = rules.view(self._mended.asks, notes=False).unrevealed[0]
            self.answer(timeline, Untold(missing.owner, missing.table))

    @property
    def _payout(self) -> rules.View:
        assert self._mended is not None
        assert self._mended.asks is not None
        return rules.view(self._mended.asks, notes=False)

    def _answered(self, timeline: Timeline, outcome: Outcome) -> Outcome | None:
        if isinstance(outcome, Make):
            self._gestures.clear()
            return self.answer(timeline, outcome.move)
        return outcome

    def _look(self, timeline: Timeline, act: Amended) -> None:
        move, recorded = act.move, as_recorded(timeline.line, act.place)
        if isinstance(move, Join | Rename) and isinstance(recorded, Join | Rename) and not same_name(move.name, recorded.name):
            others = [player.name for player in rules.view(timeline.position, notes=False).players if player.colour is not move.colour]
            if any(same_name(move.name, other) for other in others):
                raise MoveRefused(Refusal.NAME_TAKEN, by=move.colour)
        mended = timeline.mended(act)
        self.act, self._mended = mended.act, mended
        self._looks += 1
        self.change = replace(change_of(timeline.line, mended.act, mended, self._owners), serial=self._looks)
