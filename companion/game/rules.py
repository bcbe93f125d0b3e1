"""The rules of a game, as the house asks them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from companion.game.pieces import Piece
from companion.game.view import CommonOutcome, CommonView
from companion.games.kit.colours import Colour
from companion.games.kit.moves import Move
from companion.games.kit.secret import Secrets

P = TypeVar("P")
"""A game's position: a frozen value that nobody outside the rules looks into."""
M = TypeVar("M", bound=Move)
"""A game's moves."""
V = TypeVar("V", bound=CommonView)
"""A game's view: what everybody may see."""


class Rules(msgspec.Struct, Generic[P, M, V], frozen=True):
    """The game itself: pure functions over frozen values, without clock, chance, file or thread. `RULES` in the folder's `rules`."""

    new: Callable[[], P]
    """An empty table. Called by every fold."""
    apply: Callable[[P, M], P]
    """The position after a move; raises MoveRefused. Called for every act and every fold."""
    legal: Callable[[P], Iterator[M]]
    """Every move that is allowed but for those that people make up at will (names, amounts); what lies face down changes nothing in it.
    Called by the demo and by tests."""
    view: Callable[[P, Any], V]
    """What everybody may see. The second is the game's own settings (see `settings`). Called after every act."""
    outcome: Callable[[P], CommonOutcome | None]
    """How the game has ended, None while it goes on; the view says the same. Called after every act."""
    private: Callable[[P, Colour], Sequence[Any]]
    """What this player may see alone. Called while the player holds the own cards open."""
    follows: Callable[[P], M | None]
    """The move that the table itself makes next, as after all have seen a payout; None where somebody has to choose.
    Called by the panel's OK, the record and the demo."""
    round_of: Callable[[P], int]
    """From 1, 0 in the set-up. Called by the journal: the key of what is sealed is one of its round."""
    ends_round: Callable[[M], bool]
    """Whether with this move the players take back what lies face down, and the next round begins. Then a copy of the journal is made."""
    secrets_lie: Callable[[P], int]
    """Of which round secrets may lie on the real table now, 0: of none. Called by whatever could tell one."""
    seen: Callable[[Sequence[M], Sequence[P], bool], set[int]]
    """Of these moves, with the positions before each and after the last: the places of those whose secrets everybody has seen by now or, where the
    third is true, by the end of any round. Called after every act: what is seen is written out."""
    redact: Callable[[Sequence[M]], list[M]]
    """The same moves without the secrets that nobody has seen. Called by exports, and when a game has ended."""
    moves: Any
    """The union of the moves: the codecs of journal and record are made from it."""
    pieces: Mapping[str, Piece]
    """What may carry a tag, by code, in the order in which a set is enrolled."""
    settings: type[msgspec.Struct]
    """The game's own settings, with defaults: a table of its key in the owner's file."""
    secrets: Secrets = msgspec.field(default_factory=dict)
    """Which field of which move is secret, for the seals."""
    discreet: Any = None
    """The settings under which the least is seen: lists and replays of a game that goes on are seen under them. None: the defaults."""
