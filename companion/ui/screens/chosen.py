"""What fingers have chosen on a screen and told nobody yet: it lives no longer than the state in which it was chosen.

Everything else that a screen shows follows from the snapshot. So what is asked for after an undo, a redo, a correction or in the next round
is what the game asks for then, and an answer is recorded for what is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar, overload

from companion.table.snapshot import Snapshot

T = TypeVar("T")


class Chooses:
    """Has attributes that are `Chosen`. `follow` takes each snapshot, whether it is seen or not, and lets go of what belongs to another state."""

    shown: Any = None

    def follow(self, shown: Snapshot) -> None:
        """The snapshot is another one."""
        self.shown = shown
        kept: dict[str, tuple[Any, Hashable]] = self.__dict__.get("_choices", {})
        for name, (value, state) in tuple(kept.items()):
            if state is None or getattr(type(self), name).of(self, value) != state:
                del kept[name]


class Chosen(Generic[T]):
    """An attribute that is `otherwise` until something is chosen, and again when the state is over in which it was.

    `of` tells the state to which a value belongs; None: the value means nothing now.
    """

    def __init__(self, otherwise: T, of: Callable[[Any, T], Hashable]) -> None:
        self.otherwise = otherwise
        self.of = of
        self._name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, screen: None, owner: type) -> Chosen[T]: ...
    @overload
    def __get__(self, screen: Chooses, owner: type) -> T: ...
    def __get__(self, screen: Chooses | None, owner: type) -> T | Chosen[T]:
        if screen is None:
            return self
        choices = screen.__dict__.get("_choices", {})
        if self._name not in choices:
            return self.otherwise
        value: T
        value, state = choices[self._name]
        if state is not None and screen.shown is not None and self.of(screen, value) != state:
            # Something else was chosen meanwhile, on which it hung.
            del choices[self._name]
            return self.otherwise
        return value

    def __set__(self, screen: Chooses, value: T) -> None:
        choices = screen.__dict__.setdefault("_choices", {})
        choices.pop(self._name, None)
        if value != self.otherwise:
            choices[self._name] = (value, self.of(screen, value) if screen.shown is not None else None)


# --- states ---


def one_game(screen: Chooses, _value: object = None) -> Hashable:
    """The game that is open."""
    return ("game", screen.shown.game)


def one_phase(screen: Chooses, _value: object = None) -> Hashable:
    """A phase of one round of one game."""
    view = screen.shown.view
    return (screen.shown.game, view.round, view.phase) if view is not None else None


def one_view(screen: Chooses, _value: object = None) -> Hashable:
    """Everything lies as it lies."""
    return screen.shown.game, screen.shown.view
