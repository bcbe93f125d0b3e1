"""What cards, tables and fingers mean in an open game of Vabanque: a move, a question or an answer.

No answer may depend on which kinds lie face down. Of the board's own readers it is known which tags lie at which table; a card there was laid in
this round, lies there since before, or has to be taken back first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.game import Desk, Make, MoveRefused, Piece, Read, Reply, Say
from companion.games.kit import seats
from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import Begin, Character, Join, PlaceCard, Rename, RevealCard
from companion.games.vabanque.rules.pieces import CharacterCard, Tile
from companion.games.vabanque.rules.refusal import Refusal
from companion.games.vabanque.rules.view import Phase, View
from companion.games.vabanque.table.commands import DrawStart, LayUnread
from companion.games.vabanque.table.half import Halves, table_of
from companion.games.vabanque.table.placements import laid_at
from companion.table.snapshot import Answer, Pending, Waiting


class VabanqueGestures:
    """See `companion.game.Gestures`."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._halves = Halves(lambda: desk.patience, self._laid, lambda: bool(desk.settings.cards_read == "reveal"))
        # Which tag has laid a card, by the act's number. `_card_tag`: the card that was read last.
        self._laid_by: dict[bytes, int] = {}
        self._card_tag: bytes | None = None

    @property
    def _view(self) -> View:
        view: View = self._desk.view
        return view

    # --- half gestures ------------------------------------------------------------------------------------------

    @property
    def pending(self) -> Pending | None:
        return self._halves.pending

    @property
    def waiting(self) -> Waiting | None:
        return self._halves.waiting

    @property
    def deadline(self) -> float | None:
        return self._halves.deadline

    def clear(self) -> None:
        self._halves.clear()

    def expire(self, now: float) -> Say | None:
        return self._halves.expire(now)

    # --- pieces -------------------------------------------------------------------------------------------------

    def pairs(self, pieces: Sequence[Piece]) -> bool:
        """A card and a table that come to a reader together are a move."""
        return len(pieces) == 2 and _a_card_and_a_table(pieces)

    def too_many(self, pieces: Sequence[Piece | None]) -> bool:
        if len(pieces) == 1:
            return self._halves.doubled(pieces[0])
        return self._view.phase not in (Phase.CARDS, Phase.REVEAL) or not _a_card_and_a_table(pieces)

    def spot_of(self, piece: Piece) -> int | None:
        return table_of(self._view, piece) if isinstance(piece, Tile) else None

    def read(self, read: tuple[Read, ...]) -> Reply | None:
        cards = [each for each in read if isinstance(each.piece, CharacterCard)]
        before = self._card_tag
        if cards:
            self._card_tag = cards[0].uid
        reply = self._read(read)
        if isinstance(reply, Say):
            # The card that waits may be another one.
            self._card_tag = before
        return self._by_tag(reply)

    def _read(self, read: tuple[Read, ...]) -> Reply:
        now = self._desk.now()
        if len(read) == 1:
            (one,) = read
            return self._halves.seen(self._view, one.piece, now, one.spot, one.reader)
        card, tile = sorted(read, key=lambda each: isinstance(each.piece, Tile))
        assert isinstance(card.piece, CharacterCard)
        assert isinstance(tile.piece, Tile)
        return self._halves.both(self._view, card.piece, tile.piece, now, card.spot, card.reader)

    def touched(self, spot: int) -> Reply:
        return self._by_tag(self._halves.touched(self._view, spot, self._desk.now()))

    def _by_tag(self, reply: Reply) -> Reply:
        """A move with a kind that was read has come by the tag of that card."""
        if isinstance(reply, Make) and isinstance(reply.move, PlaceCard | RevealCard) and reply.move.character is not Character.HIDDEN:
            return Make(reply.move, self._card_tag)
        return reply

    def made(self, reply: Make, place: int) -> None:
        if isinstance(reply.move, PlaceCard) and reply.tag is not None:
            self._laid_by[reply.tag] = place

    # --- commands -----------------------------------------------------------------------------------------------

    def commanded(self, command: Any) -> Reply | None:
        match command:
            case LayUnread():
                return self._halves.unread(self._view)
            case DrawStart() if not self._view.players:
                # There is nobody to be drawn.
                raise MoveRefused(Refusal.WRONG_PHASE)
            case DrawStart():
                # The order of play hangs on it, so chance is the operating system's.
                first = seats.draw_lot([player.colour for player in self._view.players], self._desk.random)
                return Make(Begin(first, drawn=True))
            case _:
                return None

    @property
    def draft(self) -> None:
        return None

    def confirmed(self) -> None:
        return None

    def prepared(self, move: Any) -> Any:
        """Nobody is called like somebody else at the table: whoever sits down gets a number, whoever types a name is asked for another one."""
        if not isinstance(move, Join | Rename):
            return move
        return seats.told_apart(move, {player.colour: player.name for player in self._view.players})

    # --- what lies on the board's own readers -------------------------------------------------------------------

    def rests(self, read: Read) -> tuple[bool, Reply | None]:
        """A card on a reader of the ring lies there since before: where it was laid, or from another round."""
        if not isinstance(read.piece, CharacterCard) or read.spot is None:
            return False, None
        phase = self._view.phase
        if (read.late or phase is not Phase.REVEAL) and self._lies_there(read.uid, read.piece, read.spot):
            return True, None
        if read.late and phase in (Phase.TOKENS, Phase.CARDS):
            return True, self.asks(again=True)
        return False, None

    def asks(self, *, again: bool = False) -> Reply | None:
        """Asks for a card that lies on a reader of the ring and was not laid in this round: it is no placement."""
        if not again and self._view.phase not in (Phase.TOKENS, Phase.CARDS):
            return None
        for uid, table in self._desk.lying():
            card = self._desk.piece(uid)
            if isinstance(card, CharacterCard) and not self._lies_there(uid, card, table):
                return Say(Answer.TAKE_BACK, owner=card.colour, spot=table)
        return None

    def _lies_there(self, uid: bytes, card: CharacterCard, table: int) -> bool:
        """Whether a tag on a reader of the ring may be that of a card that was laid at this table.

        Known is only which tags have laid a card since the start; of others it is asked how many of one colour lie there, and never of
        which kind: whoever holds a tag of their own there would learn what lies face down.
        """
        laid_by = self._laid_now()
        here = [tag for tag, move in laid_by.items() if (move.by, move.table) == (card.colour, table)]
        if uid in laid_by:
            return uid in here
        others = {tag for tag, at in self._desk.lying() if at == table and tag not in laid_by and self._owner(tag) is card.colour}
        return len(others | {uid}) <= laid_at(self._desk.timeline.position, card.colour, table) - len(here)

    def _laid_now(self) -> dict[bytes, PlaceCard]:
        """Which tags have laid a card that stands in this round, as far as it is known."""
        branch = self._desk.timeline.branch
        now = branch.round
        laid = {branch.origins[at]: move for at, move in enumerate(branch.moves) if isinstance(move, PlaceCard) and branch.round_of(at) == now}
        return {tag: laid[origin] for tag, origin in self._laid_by.items() if origin in laid}

    def _laid(self, card: CharacterCard) -> bool:
        """Whether the tag that was just read has laid this card in this round. It is this very tag, so nothing is told by it."""
        return self._card_tag in self._laid_now()

    def _owner(self, uid: bytes) -> Colour | None:
        piece = self._desk.piece(uid)
        return piece.colour if isinstance(piece, CharacterCard) else None


def _a_card_and_a_table(pieces: Sequence[Piece | None]) -> bool:
    kinds = [isinstance(piece, CharacterCard) - isinstance(piece, Tile) for piece in pieces]
    return 0 not in kinds and {1, -1} == set(kinds)
