"""What people ask for on the screen in this game alone, beside the commands of every game."""

from __future__ import annotations

import msgspec

from companion.games.kit.colours import Colour
from companion.games.kit.secret import tells_only
from companion.games.vabanque.rules.moves import Character


class LayUnread(msgspec.Struct, frozen=True):
    """The card of the player to act lies at the table that was touched, and nobody tells its kind."""


class DrawStart(msgspec.Struct, frozen=True):
    """Lots are drawn for the start player."""


class ProposeCard(msgspec.Struct, frozen=True):
    """A card of this round was another one, or lies elsewhere: like `ProposeAmend` with the act that told it.

    `kind`: what it lies there as; of no kind: it is to be turned over at that table and is not there.
    """

    owner: Colour
    kind: Character
    table: int


@tells_only()
class AmendPart(msgspec.Struct, frozen=True):
    """The act that is being corrected was right but for this; what is None stays. Its repr tells no kind: it may end in a log or a trace."""

    character: Character | None = None
    colour: Colour | None = None
    name: str | None = None
    first: Colour | None = None


class LeaveUntold(msgspec.Struct, frozen=True):
    """Nobody can tell the cards that the correction asks for: they count for nothing, and an amount may be settled instead (`Do(Correct)`)."""


COMMANDS = LayUnread | DrawStart | ProposeCard | AmendPart | LeaveUntold
