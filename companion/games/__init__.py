"""The shelf: every game that the companion has, its own and those of other installed packages; each is loaded when it is asked for.

A package offers a game by an entry point in the group "companion.games", whose value is the game's `GAME`:

    [project.entry-points."companion.games"]
    tiny = "tiny_game:GAME"

What can't be loaded is left out and named in `Shelf.broken`; it never stops the companion.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from companion.game import Game

GROUP = "companion.games"
"""The group of entry points in which other packages offer games."""

BUILT_IN = ("vabanque",)
"""The folders of this package that are games, in the order of the shelf."""

FIRST = BUILT_IN[0]
"""The game of whatever was written before there were several."""

OWN = "companion"
"""The package that the built-in games come from."""

_KEY = re.compile(r"[a-z][a-z0-9_]{0,31}")


class Offer(NamedTuple):
    """A game and the package that it comes from."""

    game: Game
    package: str


class Broken(NamedTuple):
    """A package whose game can't be used. `name`: of its entry point; `why`: in English."""

    package: str
    name: str
    why: str


class Shelf(Mapping[str, "Game"]):
    """Key -> game, the built-in ones first, then the others by key. `found`: where other packages' offers come from."""

    def __init__(self, built_in: tuple[str, ...] = BUILT_IN, found: Callable[[], tuple[EntryPoint, ...]] = lambda: tuple(entry_points(group=GROUP))):
        self._built_in = built_in
        self._found = found
        self._others: dict[str, Offer] | None = None
        self._own: dict[str, Game] = {}
        self._broken: list[Broken] = []

    def __getitem__(self, key: str) -> Game:
        if key in self._built_in:
            if key not in self._own:
                self._own[key] = import_module(f"{__name__}.{key}").GAME
            return self._own[key]
        return self._offers()[key].game

    def __iter__(self) -> Iterator[str]:
        yield from self._built_in
        yield from self._offers()

    def __len__(self) -> int:
        return len(self._built_in) + len(self._offers())

    def __contains__(self, key: object) -> bool:
        return key in self._built_in or key in self._offers()

    @property
    def broken(self) -> tuple[Broken, ...]:
        """What other packages offer and can't be used."""
        self._offers()
        return tuple(self._broken)

    def package(self, key: str) -> str:
        """The package that a game comes from, by the name under which it is installed. Raises KeyError."""
        return OWN if key in self._built_in else self._offers()[key].package

    def _offers(self) -> dict[str, Offer]:
        """What other packages offer, found once."""
        if self._others is None:
            self._others = {}
            for entry in sorted(self._found(), key=lambda entry: entry.name):
                package = entry.dist.name if entry.dist is not None else entry.value.partition(":")[0]
                try:
                    self._take(entry, package)
                except (Exception, SystemExit) as error:  # noqa: BLE001  a stranger's package may raise anything; it is named, and the others are there
                    self._broken.append(Broken(package, entry.name, f"{type(error).__name__}: {error}"[:200]))
            self._others = dict(sorted(self._others.items()))
        return self._others

    def _take(self, entry: EntryPoint, package: str) -> None:
        from companion.game import Game

        game = entry.load()
        if not isinstance(game, Game):
            raise TypeError(f"{entry.value} is no companion.game.Game")
        if not _KEY.fullmatch(game.key):
            raise ValueError(f"{game.key!r} is no key: small letters, digits and underscores, at most 32")
        assert self._others is not None
        if game.key in self._built_in or game.key in self._others:
            raise ValueError(f"there is a game {game.key} already")
        self._others[game.key] = Offer(game, package)


SHELF = Shelf()
"""The games of this installation."""
