"""Which acts a correction can replace, and what it may repeat of them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules import Game
from companion.games.vabanque.rules.moves import (
    AnyMove,
    Begin,
    Character,
    ChooseSeating,
    Correct,
    Gathered,
    Join,
    LayRing,
    LayTile,
    MovePawn,
    PlaceCard,
    PlaceFirstPawn,
    PlaceToken,
    Rename,
    RevealCard,
    Seat,
)
from companion.games.vabanque.table.corrections.rounds import cards, confirmed, remembered
from companion.table.session.branch import Branch

AMENDABLE = (
    Join, Rename, Seat, ChooseSeating, LayTile, LayRing, Begin,
    PlaceFirstPawn, PlaceToken, PlaceCard, MovePawn, RevealCard, Correct,
)  # fmt: skip
"""What a correction can replace."""

BEFORE_BEGIN: dict[type, tuple[type, ...]] = {Seat: (Seat,), ChooseSeating: (ChooseSeating,), LayRing: (LayRing, LayTile)}
"""What may take effect just before the game begins instead of replacing an act, and which acts of the set-up it then makes void."""


def as_recorded(branch: Branch, place: int) -> AnyMove:
    """The act at this place as a correction may repeat it: without the kind of a card that has stayed face down at a payout."""
    move: AnyMove = branch.moves[place]
    if isinstance(move, PlaceCard) and place in unseen(branch):
        return replace(move, character=Character.HIDDEN)
    return move


def of_its_kind(was: AnyMove, now: AnyMove) -> bool:
    """Whether `now` can take the place of `was`: the same act of the same player, but for a table, a kind, an amount or the like."""
    if isinstance(was, Begin) and type(now) in BEFORE_BEGIN:
        return True
    if type(was) is not type(now) or not isinstance(now, AMENDABLE):
        return False
    same = "by" if not isinstance(now, Rename) else "colour"
    return getattr(was, same, None) is getattr(now, same, None)


def unseen(branch: Branch) -> set[int]:
    """The places of cards whose kind is recorded and was never seen, in rounds whose cards have been turned over."""
    turned = confirmed(branch)
    return {place for place, face_up in cards(branch) if not face_up and remembered(branch).trusted < branch.round_of(place) <= turned}


def stays_down(branch: Branch, place: int, card: PlaceCard) -> bool:
    """Whether a card that is laid at this place is not turned over although its round's cards have been: no pawn stood at its table."""
    end = branch.end_of(branch.round_of(place))
    return branch.round_of(place) <= confirmed(branch) and isinstance(end, Game) and card.table not in end.pawns


def recoloured(branch: Branch, place: int, now: AnyMove) -> Branch:
    """The branch in which a player who joined has the colour that `now` tells, from the beginning; whoever had that takes the other one."""
    was = branch.moves[place]
    if not isinstance(was, Join) or not isinstance(now, Join) or was.colour is now.colour:
        return branch
    colours = {was.colour: now.colour, now.colour: was.colour}

    def other(value: Any) -> Any:
        if isinstance(value, Colour):
            return colours.get(value, value)
        if isinstance(value, tuple):
            return tuple([other(each) for each in value])
        return {other(key): each for key, each in value.items()} if isinstance(value, dict) else value

    def move_of(move: AnyMove) -> AnyMove:
        return replace(move, **{name: other(getattr(move, name)) for name in move.__struct_fields__})

    parked = tuple([(round_, replace(told, by=other(told.by))) for round_, told in remembered(branch).parked])
    again = Branch(branch.rules, replace(remembered(branch), parked=parked))
    for move, origin in zip(branch.moves, branch.origins, strict=True):
        again.make(move_of(move), origin)
    return again


class Replacement:
    """What a correction of `branch` says of the other acts. `added`: it comes before the game begins, instead of replacing an act."""

    def __init__(self, branch: Branch, place: int, now: AnyMove) -> None:
        self._branch, self._was, self._now = branch, branch.moves[place], now
        self._round = branch.round_of(place)
        self.added = isinstance(self._was, Begin) and not isinstance(now, Begin)

    def voids(self, place: int, move: AnyMove) -> bool:
        """Whether what is added before the beginning takes the place of this act of the set-up."""
        if not self.added or not isinstance(move, BEFORE_BEGIN[type(self._now)]):
            return False
        # Chairs that were told while people were still joining are needed by whoever joined later.
        return not isinstance(move, Seat) or any(isinstance(earlier, Gathered) for earlier in self._branch.moves[:place])

    def contradicts(self, place: int, move: PlaceCard | RevealCard) -> bool:
        """Whether the correction tells that another card of this hand was of this kind, in a round whose cards have been turned over."""
        return self.tells(move) and self._branch.round_of(place) == self._round <= confirmed(self._branch)

    def exchanged(self, place: int, move: PlaceCard | RevealCard) -> Character | None:
        """The kind that the other card is then, where two of one hand were told the wrong way round: each is what the other was told to be.

        Only once the cards of the round have been turned over. Before, both stay as they were told, to be corrected one by one: the journal
        is followed without the kinds that nobody has seen, so no card may get its kind from one that stays face down.
        """
        was = self._was
        if not self.contradicts(place, move) or not isinstance(was, PlaceCard | RevealCard):
            return None
        # What was not told, or is that kind already, has nothing to give for it.
        return was.character if was.character not in (Character.HIDDEN, move.character) else None

    def tells(self, move: PlaceCard | RevealCard) -> bool:
        """Whether it tells a card of the same hand and kind."""
        now = self._now
        same = isinstance(now, PlaceCard | RevealCard) and (move.by, move.character) == (now.by, now.character)
        return same and move.character is not Character.HIDDEN

    def gone_along(self, round_: int, move: RevealCard) -> RevealCard:
        """A card that was turned over lay at another table if the correction says so."""
        was, now = self._was, self._now
        if isinstance(was, PlaceCard) and isinstance(now, PlaceCard) and (round_, move.by, move.table) == (self._round, was.by, was.table):
            return replace(move, table=now.table)
        return move

    def leaves_open(self, place: int, move: RevealCard) -> bool:
        """Whether nobody can know if this was the card that the correction moves: two lay hidden at one table."""
        was, now = self._was, self._now
        if not isinstance(was, PlaceCard) or not isinstance(now, PlaceCard) or now.character is not Character.HIDDEN or was.table == now.table:
            return False
        alike = [at for at, card in enumerate(self._branch.moves) if card == was and self._branch.round_of(at) == self._round]
        return len(alike) > 1 and self.gone_along(self._branch.round_of(place), move) != move
