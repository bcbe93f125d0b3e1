"""Half a gesture of Vabanque and its other half: a card, then its table; a table, then the card; or both at once, which act whole or not at all.

Pure: the time is an argument. The kind of a card that was read stays inside until its move is made; `pending` does not tell it.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from companion.game import Make, Piece, Reply, Say, Wait
from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import Character, Join, LayTile, MovePawn, PlaceCard, PlaceFirstPawn, PlaceToken, RevealCard
from companion.games.vabanque.rules.pieces import CHARACTERS, CharacterCard, ColourCard, Tile
from companion.games.vabanque.rules.view import Phase, View
from companion.games.vabanque.table.answers import VabanqueAnswer
from companion.games.vabanque.table.placements import NO_CARD_LIES
from companion.table.snapshot import Answer, Pending, Waiting

ASTRAY = 2.0
"""For so many seconds a refused card's table is awaited on the reader that read the card: then the hand that showed it knows."""


class Halves:
    """Remembers half a gesture for `timeout` seconds. `laid` tells whether the tag that was just read has laid its card in this round:
    no answer may depend on which kinds lie."""

    def __init__(self, timeout: Callable[[], float], laid: Callable[[CharacterCard], bool], unread: Callable[[], bool] = lambda: False) -> None:
        self._timeout = timeout
        self._laid = laid
        self._unread = unread
        self._card: CharacterCard | None = None
        self._table: int | None = None
        self._owner: Colour | None = None
        self._astray: dict[str, tuple[float, Say, Tile | None]] = {}
        self.deadline: float | None = None
        """When the half gesture lapses, on the clock of the callers; None if none waits."""

    @property
    def waiting(self) -> Waiting | None:
        """How long the half gesture waits; None if none does, or if it waits for ever."""
        if self.pending is None or self.deadline is None or math.isinf(self.deadline):
            return None
        return Waiting(self.deadline, self._timeout())

    @property
    def pending(self) -> Pending | None:
        """The half gesture in public words."""
        if self.deadline is None or self._owner is None:
            return None
        return Pending(self._owner, self._table)

    def doubled(self, piece: Piece | None) -> bool:
        """Whether a piece that lies beside another is a second one of the half that waits already: nobody knows which is meant."""
        if self.deadline is None:
            return False
        return isinstance(piece, Tile) if self._table is not None else isinstance(piece, CharacterCard)

    def clear(self) -> None:
        """Forgets the half gesture."""
        self._card = self._table = self._owner = self.deadline = None

    def expire(self, now: float) -> Say | None:
        """Lets go of a half gesture whose time is over, and says so."""
        if self.deadline is None or now < self.deadline:
            return None
        lapsed = Say(Answer.EXPIRED, owner=self._owner, spot=self._table)
        self.clear()
        return lapsed

    def seen(self, view: View, piece: Piece, now: float, at: int | None = None, reader: str = "") -> Reply:
        """A tag was read. `at`: the table whose own reader read it (a ring of readers), None for a pad or a wand."""
        if isinstance(piece, Tile):
            if view.phase is Phase.RING:
                return Make(LayTile(piece.number))
            if (table := table_of(view, piece)) is None:
                return Say(VabanqueAnswer.NOT_IN_RING)
            until, refused, other = self._astray.get(reader, (0.0, None, None))
            if refused is not None and now < until and other in (None, piece):
                # The other half of what was refused: it is not laid with a card that waits for another hand, and moves nobody's pawn.
                return refused
            return self.touched(view, table, now)
        outcome = self._colour_card(view, piece) if isinstance(piece, ColourCard) else self._character_card(view, _card(piece), now, at)
        self._astray.pop(reader, None)
        if isinstance(outcome, Say) and self._card is not piece:
            self._astray[reader] = (now + ASTRAY, outcome, None)
            if self._table is not None:
                # The table may have been told for this card.
                self.clear()
        return outcome

    def both(self, view: View, card: CharacterCard, tile: Tile, now: float, at: int | None = None, reader: str = "") -> Reply:
        """A card and a table that were read together: a move of their own, or none. Half a gesture that waits has no part in it."""
        outcome = self._both(view, card, tile, at)
        if isinstance(outcome, Say):
            self._astray[reader] = (now + ASTRAY, outcome, tile)
        return outcome

    def _both(self, view: View, card: CharacterCard, tile: Tile, at: int | None) -> Reply:
        table = table_of(view, tile)
        if table is None:
            return Say(VabanqueAnswer.NOT_IN_RING)
        if at is not None and at != table:
            # The reader tells one table, the tile another.
            return Say(VabanqueAnswer.WHICH_TABLE, owner=card.colour)
        if view.phase is Phase.CARDS:
            return self._not_to_lay(view, card) or Make(PlaceCard(card.colour, card.character, table))
        if not any((missing.owner, missing.table) == (card.colour, table) for missing in view.unrevealed):
            return Say(VabanqueAnswer.NOTHING_MISSING, owner=card.colour, spot=table)
        return Make(RevealCard(card.colour, card.character, table))

    def _character_card(self, view: View, card: CharacterCard, now: float, at: int | None) -> Reply:
        if view.phase is Phase.CARDS:
            return self._card_laid(view, card, now, at)
        if view.phase is Phase.REVEAL:
            return self._card_turned(view, card, now, at)
        if view.phase is Phase.PLAYERS:
            return Say(VabanqueAnswer.CHARACTER_CARD, owner=card.colour)
        if at is not None and view.phase in NO_CARD_LIES:
            # It is no placement, now or when the cards' time comes.
            return Say(Answer.TAKE_BACK, owner=card.colour, spot=at)
        return Say(Answer.NO_PIECE_NOW, owner=card.colour)

    def touched(self, view: View, table: int, now: float) -> Reply:
        """A table was told: by its tag, or by a finger on the drawn ring."""
        by = view.to_act
        if view.phase is Phase.REVEAL:
            return self._turn_at(view, table, now)
        if by is None:
            return Say(Answer.NO_SPOT_NOW, spot=table)
        if view.phase is Phase.START:
            return Make(PlaceFirstPawn(by, table))
        if view.phase is Phase.TOKENS:
            return Make(PlaceToken(by, table))
        if view.phase is Phase.PAWNS:
            stands = next(player.pawn for player in view.players if player.colour is by)
            assert stands is not None
            return Make(MovePawn(by, (table - stands) % len(view.tables)))
        if view.phase is not Phase.CARDS:
            return Say(Answer.NO_SPOT_NOW, spot=table)
        if self._card is not None:
            return Make(PlaceCard(by, self._card.character, table))
        if self._unread():
            return Make(PlaceCard(by, Character.HIDDEN, table))
        return self._wait(by, None, table, now)

    def unread(self, view: View) -> Reply:
        """The card of the player to act lies at the table that waits, and its kind is told to nobody."""
        if view.phase is not Phase.CARDS or view.to_act is None or self._table is None:
            return Say(Answer.NO_PIECE_NOW)
        return Make(PlaceCard(view.to_act, Character.HIDDEN, self._table))

    def _wait(self, owner: Colour, card: CharacterCard | None, table: int | None, now: float) -> Wait:
        self._owner, self._card, self._table, self.deadline = owner, card, table, now + self._timeout()
        return Wait()

    def _colour_card(self, view: View, piece: ColourCard) -> Reply:
        if view.phase is Phase.PLAYERS:
            if any(player.colour is piece.colour for player in view.players):
                return Say(VabanqueAnswer.JOINED_ALREADY, owner=piece.colour)
            return Make(Join(piece.colour, CHARACTERS[piece.colour]))
        # The substitute card is never played.
        return Say(VabanqueAnswer.COLOUR_CARD, owner=piece.colour)

    def _card_laid(self, view: View, card: CharacterCard, now: float, at: int | None) -> Reply:
        if (refused := self._not_to_lay(view, card)) is not None:
            return refused
        table = self._table if at is None else at
        if table is not None:
            return Make(PlaceCard(card.colour, card.character, table))
        return self._wait(card.colour, card, None, now)

    def _not_to_lay(self, view: View, card: CharacterCard) -> Say | None:
        """Why this card can't be laid now."""
        assert view.to_act is not None
        if card.colour is not view.to_act:
            return Say(Answer.OTHER_PLAYER, owner=card.colour, expected=view.to_act)
        if self._laid(card):
            return Say(VabanqueAnswer.LAID_ALREADY, owner=card.colour)
        return None

    def _card_turned(self, view: View, card: CharacterCard, now: float, at: int | None) -> Reply:
        tables = {missing.table for missing in view.unrevealed if missing.owner is card.colour}
        if not tables:
            return Say(VabanqueAnswer.NOTHING_MISSING, owner=card.colour)
        table = self._table if at is None else at
        if table is None and len(tables) == 1:
            (table,) = tables
        if table is None:
            self._wait(card.colour, card, None, now)
            return Say(VabanqueAnswer.WHICH_TABLE, owner=card.colour)
        return Make(RevealCard(card.colour, card.character, table))

    def _turn_at(self, view: View, table: int, now: float) -> Reply:
        if self._card is not None:
            return Make(RevealCard(self._card.colour, self._card.character, table))
        owners = [missing.owner for missing in view.unrevealed if missing.table == table]
        if not owners:
            return Say(VabanqueAnswer.NOTHING_MISSING, spot=table)
        return self._wait(owners[0], None, table, now)


def table_of(view: View, tile: Tile) -> int | None:
    """The table of the ring that is this tile; None where it is not in play."""
    return next((table.number for table in view.tables if table.tile == tile.number), None)


def _card(piece: Piece) -> CharacterCard:
    assert isinstance(piece, CharacterCard)
    return piece
