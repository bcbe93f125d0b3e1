"""What a game tells of its secrets, so that they can be sealed by somebody who knows none of its moves."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Secret(msgspec.Struct, frozen=True):
    """A field of a move that nobody but its owner may know before everybody has seen it.

    `values`: every value that it can have, as JSON has them. `lost`: the one among them that stands there once nobody can know it any more.
    """

    values: tuple[str | int | None, ...]
    lost: str | int | None


Secrets = Mapping[str, Mapping[str, Secret]]
"""The secrets of a game: by the name of the move (its tag under "do"), by the name of the field."""
