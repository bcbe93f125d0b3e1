"""A correction that is being looked at: which act, what it should have been, what would change by it. Nothing has changed yet."""

from __future__ import annotations

import math
from typing import Any

from msgspec.structs import replace

from companion.game import Desk, Make, MoveRefused, Read, Reply, Say
from companion.games.kit.names import same_name
from companion.games.kit.seats import SeatRefusal
from companion.games.vabanque import rules
from companion.games.vabanque.rules.moves import Character, Correct, Join, PlaceCard, Rename, RevealCard, Untold
from companion.games.vabanque.rules.pieces import CharacterCard, ColourCard, Tile
from companion.games.vabanque.rules.refusal import Refusal
from companion.games.vabanque.table.answers import VabanqueAnswer
from companion.games.vabanque.table.commands import AmendPart, DrawStart, LayUnread, LeaveUntold, ProposeCard
from companion.games.vabanque.table.corrections.change import Change
from companion.games.vabanque.table.corrections.fold import Mended, mend
from companion.games.vabanque.table.corrections.kinds import as_recorded
from companion.games.vabanque.table.corrections.rounds import confirmed
from companion.games.vabanque.table.corrections.steps import change_of, moved_to, open_card
from companion.games.vabanque.table.half import Halves, table_of
from companion.table.journal.acts import Amended
from companion.table.session.branch import Branch
from companion.table.snapshot import Answer, Pending


class VabanqueProposal:
    """See `companion.game.Proposal`. `act` and `change` are None while nothing is proposed."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.act: Amended[Any] | None = None
        self.change: Change | None = None
        self._mended: Mended | None = None
        self._looks = 0
        self._halves = Halves(lambda: math.inf, lambda card: False)

    def drop(self) -> None:
        self.act = self.change = self._mended = None
        self._halves.clear()

    @property
    def asks(self) -> bool:
        """Whether cards have to be told, or left untold, before it can be carried out."""
        return self._mended is not None and self._mended.asks is not None

    @property
    def pending(self) -> Pending | None:
        """Half a gesture, where a card is being told."""
        return self._halves.pending

    @property
    def _branch(self) -> Branch:
        branch: Branch = self._desk.timeline.branch
        return branch

    @property
    def _now(self) -> rules.View:
        return rules.view(self._branch.position, notes=False)

    def propose(self, place: int, move: Any, keep: bool) -> None:
        if not 0 <= place < len(self._branch.moves):
            raise MoveRefused(Refusal.NOT_OF_ITS_KIND)
        recorded = as_recorded(self._branch, place)
        if move is None:
            move = recorded
        elif keep and isinstance(move, PlaceCard) and isinstance(recorded, PlaceCard):
            move = replace(move, character=recorded.character)
        self._look(Amended(place, move))

    # --- what the table tells -----------------------------------------------------------------------------------

    def touched(self, spot: int) -> Reply | None:
        """A table was told: where a card lies that is being told, or where the act should have been."""
        assert self.act is not None
        if self.asks:
            return self._answered(self._halves.touched(self._payout, spot, self._desk.now()))
        move = moved_to(self._branch, self.act.place, self.act.move, spot)
        if move is None:
            return Say(Answer.NO_SPOT_NOW, spot=spot)
        self._look(Amended(self.act.place, move))
        return None

    def read(self, read: tuple[Read, ...]) -> Reply | None:
        assert self.act is not None
        card = next((each for each in read if isinstance(each.piece, CharacterCard)), None)
        if card is not None and isinstance(card.piece, CharacterCard) and self._may_lie(card.piece):
            # Where a correction asks for cards, they are picked on the screen.
            return Say(Answer.ANSWER_FIRST if self.asks else Answer.NO_PIECE_NOW, owner=card.piece.colour)
        tile = next((each.piece for each in read if isinstance(each.piece, Tile)), None)
        if card is not None and isinstance(card.piece, CharacterCard) and tile is not None:
            return self._both(card.piece, tile, card.spot)
        return self._one(read[0])

    def _one(self, read: Read) -> Reply | None:
        if self.asks:
            return self._answered(self._halves.seen(self._payout, read.piece, self._desk.now(), read.spot))
        if isinstance(read.piece, Tile):
            table = table_of(self._now, read.piece)
            return Say(VabanqueAnswer.NOT_IN_RING) if table is None else self.touched(table)
        if isinstance(read.piece, ColourCard):
            return Say(VabanqueAnswer.COLOUR_CARD, owner=read.piece.colour)
        assert isinstance(read.piece, CharacterCard)
        return self._card(read.piece, read.spot)

    def _both(self, card: CharacterCard, tile: Tile, at: int | None) -> Reply | None:
        """A card and a table were read together: both count, or neither does."""
        if self.asks:
            return self._answered(self._halves.both(self._payout, card, tile, 0.0, at))
        table = table_of(self._now, tile)
        if table is None:
            return Say(VabanqueAnswer.NOT_IN_RING)
        if at is not None and at != table:
            return Say(VabanqueAnswer.WHICH_TABLE, owner=card.colour)
        return self._card(card, table)

    def _card(self, card: CharacterCard, at: int | None) -> Reply | None:
        assert self.act is not None
        move = self.act.move
        if not isinstance(move, PlaceCard | RevealCard):
            return Say(Answer.NO_PIECE_NOW, owner=card.colour)
        if card.colour is not move.by:
            return Say(Answer.OTHER_PLAYER, owner=card.colour, expected=move.by)
        self._look(Amended(self.act.place, replace(move, character=card.character, table=move.table if at is None else at)))
        return None

    def _may_lie(self, card: CharacterCard) -> bool:
        """Whether this may be a card that lies face down, while a correction shows what it is told of cards: no tag may tell it that, for nobody
        has turned the card over. Not even where a card of its kind is told to lie face up: what was told by a finger may be wrong."""
        act, branch, timeline = self.act, self._branch, self._desk.timeline
        if act is None or act.place >= len(branch.moves):
            return False
        round_ = branch.round_of(act.place)
        if round_ > confirmed(branch):
            return bool(timeline.lying > round_)
        if timeline.lying != round_:
            # Those of a round that is over by what the screen was told may lie as well.
            return bool(timeline.laid)
        if not self.asks and card.colour is not getattr(act.move, "by", None):
            # It is refused for whose it is.
            return False
        end = branch.end_of(round_)
        hand = [laid for laid in end.cards if laid.owner is card.colour] if isinstance(end, rules.Game) else []
        return not all(laid.revealed for laid in hand)

    # --- what fingers tell --------------------------------------------------------------------------------------

    def takes(self, command: Any) -> bool:
        return isinstance(command, ProposeCard) or self.act is not None

    def commanded(self, command: Any) -> Reply | None:
        match command:
            case ProposeCard(owner=owner, kind=kind, table=table):
                place = open_card(self._branch, owner, kind, table)
                if place is None:
                    return Say(Answer.NO_PIECE_NOW, owner=owner, spot=table)
                self.propose(place, None, keep=False)
                return None
            case LayUnread():
                return self._unread()
            case AmendPart():
                return self._told_part(command)
            case LeaveUntold():
                self._leave_untold()
                return None
            case DrawStart() | _:
                return Say(Answer.CORRECTING)

    def _told_part(self, part: AmendPart) -> Reply | None:
        """The act was right but for this part."""
        assert self.act is not None
        move = self.act.move
        told = {name: value for name in part.__struct_fields__ if (value := getattr(part, name)) is not None}
        if self.asks or not told.keys() <= set(move.__struct_fields__):
            return Say(Answer.CORRECTING)
        self._look(Amended(self.act.place, replace(move, **told)))
        return None

    def _unread(self) -> Reply | None:
        """The card is one whose kind nobody tells."""
        assert self.act is not None
        if not isinstance(self.act.move, PlaceCard) or self.asks:
            return Say(Answer.NO_PIECE_NOW)
        self._look(Amended(self.act.place, replace(self.act.move, character=Character.HIDDEN)))
        return None

    def answer(self, move: Any) -> Reply | None:
        """A card that is asked for is told or left untold, or an amount is settled for one that was left untold."""
        assert self.act is not None
        asked = isinstance(move, RevealCard | Untold) and self.asks
        settles = isinstance(move, Correct) and any(isinstance(told, Untold) for told in self.act.told)
        if not asked and not settles:
            return Say(Answer.CORRECTING)
        self._look(replace(self.act, told=(*self.act.told, move)))
        return None

    def _leave_untold(self) -> None:
        """Nobody can tell any of the cards that are asked for."""
        while self._mended is not None and self._mended.asks is not None:
            missing = rules.view(self._mended.asks, notes=False).unrevealed[0]
            self.answer(Untold(missing.owner, missing.table))

    # --- what would change --------------------------------------------------------------------------------------

    @property
    def _payout(self) -> rules.View:
        assert self._mended is not None
        assert self._mended.asks is not None
        return rules.view(self._mended.asks, notes=False)

    def _answered(self, reply: Reply) -> Reply | None:
        if isinstance(reply, Make):
            self._halves.clear()
            return self.answer(reply.move)
        return reply

    def _look(self, act: Amended[Any]) -> None:
        move, recorded = act.move, as_recorded(self._branch, act.place)
        if isinstance(move, Join | Rename) and isinstance(recorded, Join | Rename) and not same_name(move.name, recorded.name):
            others = [player.name for player in self._now.players if player.colour is not move.colour]
            if any(same_name(move.name, other) for other in others):
                raise MoveRefused(SeatRefusal.NAME_TAKEN, by=move.colour)
        mended = mend(self._branch, act, len(self._desk.timeline.rounds))
        self.act, self._mended = mended.act, mended
        self._looks += 1
        change = change_of(self._branch, mended.act, mended, self._desk.settings.backs_show_owners)
        self.change = replace(change, serial=self._looks)
