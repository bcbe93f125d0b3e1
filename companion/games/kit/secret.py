"""What a game tells of its secrets, so that they can be sealed by somebody who knows none of its moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)


class Secret(msgspec.Struct, frozen=True):
    """A field of a move that nobody but its owner may know before everybody has seen it.

    `values`: every value that it can have, as JSON has them. `lost`: the one among them that stands there once nobody can know it any more.
    """

    values: tuple[str | int | None, ...]
    lost: str | int | None


Secrets = Mapping[str, Mapping[str, Secret]]
"""The secrets of a game: by the name of the move (its tag under "do"), by the name of the field."""


def tells_only(*names: str) -> Callable[[type[T]], type[T]]:
    """For a class of which some fields are secret: it may end in a log, a trace or a table of rich, and tells only these fields there."""

    def discreet(cls: type[T]) -> type[T]:
        def told(self: T) -> Iterator[tuple[str, object]]:
            for name in names:
                yield name, getattr(self, name)

        def text(self: T) -> str:
            return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in told(self))})"

        # rich asks a struct for its fields by a name of its own, past repr.
        for name, method in (("__repr__", text), ("__rich_repr__", told)):
            setattr(cls, name, method)
        return cls

    return discreet
