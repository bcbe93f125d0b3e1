"""What the journal holds: the moves of a game, and what was done to them."""

from __future__ import annotations

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import AnyMove, Correct, Move, RevealCard, Untold


class Undone(Move, frozen=True, tag="undo"):
    """The last standing act was taken back."""


class Redone(Move, frozen=True, tag="redo"):
    """The act that was undone last stands again."""


class Amended(Move, frozen=True, tag="amend"):
    """The standing move at `place` (from 0, of those that stand then) was mended: it is `move`.

    A Seat, a ChooseSeating or a LayRing in the place of the Begin holds just before it. `told`: what was answered for cards that lie at a
    table which is paid by it, and what was settled for those that nobody could tell.
    """

    place: int
    move: AnyMove
    told: tuple[RevealCard | Untold | Correct, ...] = ()


class Looked(Move, frozen=True, tag="looked"):
    """Somebody has looked at the cards that `by` has laid in this round. It is nothing that is undone, and everybody may know it."""

    by: Colour


class Covered(Move, frozen=True, tag="covered"):
    """Cards of this round may lie face down although an undo has taken them out of the game: so a backup told. It is nothing that is undone."""

    round: int


class BackInHand(Move, frozen=True, tag="back"):
    """Between two rounds somebody has said that all cards are back in hand, or the game was over and left, whereupon tags can tell what they are.
    It is nothing that is undone: if an undo reaches behind it, everybody sees that the cards may have been looked at.
    """


Act = AnyMove | Amended | Undone | Redone | Looked | Covered | BackInHand
