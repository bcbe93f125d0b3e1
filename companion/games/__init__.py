"""The shelf: every game that the companion has, its own and those of other installed packages; each is loaded when it is asked for.

A package offers a game by an entry point in the group "companion.games", whose value is the game's `GAME`:

    [project.entry-points."companion.games"]
    tiny = "tiny_game:GAME"

What can't be loaded is left out and named in `Shelf.broken`; it never stops the companion.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from companion.game import Game

GROUP = "companion.games"
"""The group of entry points in which other packages offer games."""

BUILT_IN = ("vabanque", "casino", "cash_and_run")
"""The folders of this package that are games, in the order of the shelf."""

FIRST = BUILT_IN[0]
"""The game of whatever was written before there were several."""

OWN = "companion"
"""The package that the built-in games come from."""

DISTRIBUTION = "vabanque-companion"
"""What pip calls the companion; a package with a game may require some version of it."""

_KEY = re.compile(r"[a-z][a-z0-9_]{0,31}")


class Offer(NamedTuple):
    """A game and the package that it comes from."""

    game: Game
    package: str


class _OtherInterface(Exception):
    """A package was made for another companion than this one; the text says for which, and what helps."""


class BrokenPackage(NamedTuple):
    """A package whose game can't be used. `name`: of its entry point; `why`: in English."""

    package: str
    name: str
    why: str


def _installed() -> Iterator[EntryPoint]:
    """What the packages of this environment offer. Of two of one name the first that Python finds counts, as for an import."""
    # It costs 2 MB and takes a tenth of the start; the first picture asks for no stranger's game.
    from importlib.metadata import distributions

    known = set()
    for package in distributions():
        try:
            entries = package.entry_points.select(group=GROUP)
            name = package.name if entries else None
        except Exception:  # noqa: BLE001  what lies there can't be read as a package, so nobody knows of a game in it
            continue
        if name is not None and name not in known:
            known.add(name)
            yield from entries


def _required(entry: EntryPoint) -> str:
    """Why a package that can't be loaded is none for this companion, by the version that it requires; "" where that is not the reason."""
    from packaging.requirements import InvalidRequirement, Requirement

    from companion import __version__

    for line in (entry.dist.requires if entry.dist is not None else None) or ():
        try:
            needs = Requirement(line)
        except InvalidRequirement:
            continue
        if needs.name.replace("_", "-").lower() == DISTRIBUTION and not needs.specifier.contains(__version__, prereleases=True):
            return (
                f"it needs {DISTRIBUTION} {needs.specifier}, and this is {__version__}: install a version of the package that fits, or that companion"
            )
    return ""


class Shelf(Mapping[str, "Game"]):
    """Key -> game, the built-in ones first, then the others by key. `found`: where other packages' offers come from."""

    def __init__(self, built_in: tuple[str, ...] = BUILT_IN, found: Callable[[], Iterable[EntryPoint]] = _installed):
        self._built_in = built_in
        self._found = found
        self._others: dict[str, Offer] | None = None
        self._own: dict[str, Game] = {}
        self._broken: list[BrokenPackage] = []

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
    def broken(self) -> tuple[BrokenPackage, ...]:
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
            for entry in sorted(self._found(), key=lambda entry: (entry.name, entry.value)):
                package = entry.dist.name if entry.dist is not None else entry.module
                try:
                    self._take(entry, package)
                except _OtherInterface as error:
                    self._broken.append(BrokenPackage(package, entry.name, str(error)))
                except (Exception, SystemExit) as error:  # noqa: BLE001  a stranger's package may raise anything; it is named, and the others are there
                    why = _required(entry) or f"{type(error).__name__}: {error}"[:200]
                    self._broken.append(BrokenPackage(package, entry.name, why))
            self._others = dict(sorted(self._others.items()))
        return self._others

    def _take(self, entry: EntryPoint, package: str) -> None:
        from companion.game import INTERFACE, Game

        game = entry.load()
        if not isinstance(game, Game):
            raise TypeError(f"{entry.value} is no companion.game.Game")
        if game.interface != INTERFACE:
            helps = "install a newer version of the package" if game.interface < INTERFACE else "update the companion"
            raise _OtherInterface(f"it was made for interface {game.interface} of the companion, and this one has {INTERFACE}: {helps}")
        if not isinstance(game.key, str) or not _KEY.fullmatch(game.key):
            raise ValueError(f"{game.key!r} is no key: small letters, digits and underscores, at most 32")
        assert self._others is not None
        if game.key in self._built_in or game.key in self._others:
            raise ValueError(f"there is a game {game.key} already")
        if not isinstance(game.players, range) or not game.players or game.players[0] < 1:
            raise ValueError(f"players is {game.players!r}; it is a range such as range(2, 5)")
        # Whatever opens the journal asks for these at any time, so they are looked at once, here. A game without a screen, a demo or commands
        # can still be kept, exported and counted.
        _ = game.rules, game.record, game.table
        self._others[game.key] = Offer(game, package)


SHELF = Shelf()
"""The games of this installation."""
