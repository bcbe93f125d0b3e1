"""Why the rules refuse a move: data, which the texts turn into sentences."""

from __future__ import annotations

from enum import StrEnum

from companion.game import MoveRefused
from companion.games.casino.rules.cards import Card
from companion.games.kit.colours import Colour

__all__ = ["CardRefused", "MoveRefused", "Refusal"]


class Refusal(StrEnum):
    """The reasons. A move that is refused changes nothing."""

    NOT_YOUR_TURN = "not your turn"
    """Somebody else is to act; `expected` says who."""
    WRONG_PHASE = "not in this phase"
    """The table is doing something else; a later or earlier move."""
    GAME_OVER = "the game is over"
    NO_SUCH_CARD = "no such card"
    """The deck has none of that name."""

    LIES_ON_THE_TABLE = "lies on the table"
    PLAYED_ALREADY = "played already"
    """That card was seen in this round and lies in a pile."""
    ANOTHER_IS_SHOWN = "another card is shown"
    """The card that was shown is played, or taken back first."""
    HAND_IS_EMPTY = "no cards in hand"
    """Whoever has played the four cards of this deal waits for the next one."""
    CARD_TWICE = "card twice"
    """A card is named twice, or the played card is among those that it takes."""
    NOT_ON_THE_TABLE = "not on the table"
    DOES_NOT_ADD_UP = "it does not add up"
    """The cards can't be parted into sets of the value, or a build has another one."""
    ONE_FACE_CARD = "one face card only"
    ONE_OR_THREE = "one or three face cards"
    """House rule after Hoyle: two alike stay for the fourth."""
    ITS_OWN_KIND = "a face card takes its own kind"
    """In the base game jacks, queens and kings have no number."""
    STAYS_WHOLE = "a build stays whole"
    ONE_BUILD = "one build at a time"
    """A card joins one build."""
    KEEPS_ITS_VALUE = "a multiple build keeps its value"
    NO_FACE_CARD = "no face card in a build"
    NO_CARD_TAKES_IT = "no card takes that value"
    YOUR_BUILD_LIES = "your build lies"
    """Whoever built last takes, builds or adds while the build lies; `value` is the build's."""
    NO_CARD_LEFT = "no card left for a build"
    """The hand would have fewer cards than its own builds have values."""
    NO_CARD_FOR_OTHERS = "no card left for another's build"
    """More players would promise that rank than cards of it are unseen."""
    NO_CARD_OUT = "no card of that value is out"
    """All four have been seen in this round."""
    NOTHING_TAKEN = "nothing taken"
    NOTHING_TO_BUILD_ON = "nothing to build on"
    NOT_A_BUILD = "not a build"
    """These cards are not the cards of one build."""
    NOT_YOUR_BUILD = "not your build"
    """Somebody else made it or added last."""

    YOUR_OWN_BUILD = "your own build"
    """House rule: nobody raises a build of one's own."""
    VALUE_LIES_ALREADY = "a build of that value lies"
    """House rule: two builds of one value do not lie side by side."""
    EQUAL_MUST_BE_TAKEN = "an equal card must be taken"
    """House rule: a loose card of the played card's rank is taken."""
    MUST_TAKE = "a card that fits must be taken"
    """House rule: a card that can take does not stay."""

    EVERY_PILE_ONCE = "every pile once"
    """A count by hand names each side once."""
    NOT_52_CARDS = "the piles do not make 52 cards"
    """Nor 13 spades, or not each of the six point cards once."""
    BAD_POINTS = "bad points"
    """A correction is 1 to 99 points up or down, and nobody has fewer than none."""
    BAD_REASON = "a reason has 1 to 80 letters"

    TABLE_FULL = "four players at most"
    TOO_FEW = "two players at least"
    PARTNERS_ARE_FOUR = "partners are four players"
    BAD_TARGET = "a game goes to 1 to 500 points"
    BAD_ROUNDS = "a game has 1 to 50 rounds"
    POINTS_OR_ROUNDS = "a game goes to points or for rounds"
    """House rules that name both leave open when it ends."""


class CardRefused(MoveRefused):
    """The rules forbid what is done with a card. `card`: the one in question; `value`: the build's value in question."""

    reason: Refusal

    def __init__(
        self,
        reason: Refusal,
        *,
        by: Colour | None = None,
        expected: Colour | None = None,
        card: Card | None = None,
        value: int | None = None,
    ) -> None:
        super().__init__(reason, by=by, expected=expected, spot=value, piece=None if card is None else f"card:{card}")
        self.card = card
        self.value = value
