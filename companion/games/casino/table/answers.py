"""Why a card or a touch leads to no move, where the rules were not asked."""

from __future__ import annotations

from enum import StrEnum


class Answer(StrEnum):
    """The reasons. None of them hangs on what lies in a pile."""

    NO_CARD_NOW = "nobody plays a card now"
    """Nobody lays or plays a card in this phase."""
    PLAY_FIRST = "play first"
    """The card before this one still waits for what it does; the notice's `owner` is whose it is."""
    CARDS_BY_HAND = "cards by hand"
    """This table tells its cards with the finger."""
    NOTHING_WAITS = "nothing waits"
    """No card is shown for which a button could be meant."""
    NO_POINT_CARD = "no point card"
    """While piles are counted only the six cards that score are of use."""
