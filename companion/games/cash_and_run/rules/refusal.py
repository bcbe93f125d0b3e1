"""Why the rules refuse a move: data, which the texts turn into sentences."""

from __future__ import annotations

from enum import StrEnum

from companion.game import MoveRefused

__all__ = ["MoveRefused", "Refusal"]


class Refusal(StrEnum):
    """The reasons. A move that is refused changes nothing."""

    NOT_YOUR_TURN = "not your turn"
    """Somebody else is to act; `expected` says who."""
    WRONG_PHASE = "not in this phase"
    BANKRUPT = "bankrupt"
    GAME_OVER = "the game is over"

    BAD_DICE = "a die has 1 to 6"
    NO_SUCH_SQUARE = "no such square"
    """No square is told, one that the board lacks, or a casino that the copy lacks."""
    ROLLED = "the dice are thrown"
    """The companion threw them: they lead somewhere first."""
    BOARD_TELLS = "the board tells the square"
    NO_LAP = "no last lap"
    NOT_ONE = "another square than 1"

    NO_MONEY = "not enough money"
    THREE_BLUFFS = "three Bluff cards at most"
    NOTHING_TO_EXCHANGE = "nothing to exchange"

    NO_STAKE = "a stake is compulsory"
    WHOLE_CHIPS = "whole chips only"
    NO_SUCH_BET = "no such bet"
    STAKELESS = "no stake here"
    SAME_GAME = "the same game again"
    """In a replay the bet may only move to a field of the same odds."""
    SAME_STAKE = "the same stake again"
    """In a replay nobody tells a stake."""

    NO_SUCH_RESULT = "no such result"
    ANOTHER_GAME = "another game"
    """A wheel's number where a die or a card decides, and the like."""
    NO_BLUFF = "no such Bluff card"

    NO_CASINO = "no casino of your own"
    NOT_THEIRS = "not that player's casino"
    NOT_YOURS = "not your casino"

    SELLER_BIDS = "the seller does not bid"
    HIGHER_BID = "a higher bid"
    """At least 100,000, and more than the last bid."""
    LAP_IS_ON = "a last lap is on"
    """While anybody runs, only who has no money may sell."""

    NOT_AT_START = "at the beginning of a turn"
    IN_LAP = "in the last lap already"
    NO_SET = "no winning combination"

    BAD_AMOUNT = "a correction is in whole chips and not 0"
    BELOW_NOTHING = "nobody has less than nothing"
    BANK_SHORT = "the bank has not so much"
    BAD_REASON = "a reason has 1 to 80 letters"

    TABLE_FULL = "six players at most"
    TOO_FEW = "three players at least"

    BAD_CASINO = "a casino has an id of small letters and digits, a name and a colour"
    CASINO_TWICE = "a casino twice"
    TOO_MANY_CASINOS = "fifteen casinos at most"
    NO_SUCH_CASINO = "no such casino"
    CASINO_TAKEN = "somebody has that casino"
    BAD_BOARD = "the board has every casino once and a square 1"
    BAD_OPTIONS = "no such rule"
    """A switch has a value that it can't have."""

    NOT_OF_ITS_KIND = "another kind of move"
    """Only an act of the same kind, of the same player, stands in the place of another one."""
