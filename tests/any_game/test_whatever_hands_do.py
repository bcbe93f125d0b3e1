"""Hands and fingers that send anything: every command and move with any values, tags of every game, in any order. Each is answered, none breaks."""

from __future__ import annotations

import enum
import random
import re
import types
import typing
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.game import Game
from companion.games import SHELF
from companion.games.kit.colours import Colour
from companion.table import commands
from companion.table.events import Button, ButtonPressed, TagGone, TagSeen, TagTrouble, Trouble
from companion.table.journal.damage import Damage
from companion.table.session.session import Session
from companion.table.snapshot import Answer
from companion.table.tags import simulated
from tests.any_game.evening import Evening

NUMBERS = (-1, 0, 1, 1, 2, 2, 3, 4, 5, 7, 12, 14, 36, 99, 10_000, 100_000, 10**12)
WORDS = ("", "Ada", "x", "hidden", "none", "Wilhelmine-Marianne ", "\u202e", "7" * 40)


class Anything:
    """Values of any type, drawn from a seed; words and numbers often such as stand in the view."""

    def __init__(self, rng: random.Random, of: Game) -> None:
        self.rng, self.of = rng, of
        self.parts = [re.split("[ :]", code)[-1] for code in of.rules.pieces]
        self.codes = [*of.rules.pieces, *self.parts]

    def value(self, kind: Any, view: Any) -> Any:
        rng = self.rng
        where, parts = typing.get_origin(kind), typing.get_args(kind)
        if where in (types.UnionType, typing.Union):
            return self.value(rng.choice(parts), view)
        if where is tuple:
            inner = parts[0] if parts else Any
            if parts and parts[-1] is not Ellipsis:
                return tuple([self.value(part, view) for part in parts])
            return tuple([self.value(inner, view) for _ in range(rng.randrange(4))])
        if where in (dict, Mapping):
            return {self.value(parts[0], view): self.value(parts[1], view) for _ in range(rng.randrange(4))}
        if where is typing.Literal:
            return rng.choice(parts)
        if where is typing.Annotated:
            return self.value(parts[0], view)
        if isinstance(kind, typing.NewType):
            # What has a type of its own can't be anything: fingers touch what is drawn.
            return rng.choice(self.parts) if kind.__supertype__ is str else self.value(kind.__supertype__, view)
        if isinstance(kind, type) and issubclass(kind, enum.Enum):
            return rng.choice(list(kind))
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            return self.struct(kind, view)
        if kind is bool:
            return rng.random() < 0.5
        if kind is int:
            return rng.choice([*NUMBERS, *_found(view, int)])
        if kind is str:
            return rng.choice([*WORDS, *self.codes, *_found(view, str)])
        return None

    def struct(self, kind: type, view: Any) -> Any:
        hints = typing.get_type_hints(kind)
        return kind(**{name: self.value(hints[name], view) for name in kind.__struct_fields__})  # type: ignore[attr-defined]


def _found(thing: Any, kind: type) -> list[Any]:
    """Whatever of this type stands in a view."""
    found: list[Any] = []
    rest = [msgspec.to_builtins(thing)]
    while rest:
        each = rest.pop()
        if isinstance(each, dict):
            rest += [*each, *each.values()]
        elif isinstance(each, list | tuple):
            rest += each
        elif type(each) is kind:
            found.append(each)
    return found


def kinds(union: Any) -> tuple[type, ...]:
    """The types of a union, or the one that it is."""
    return typing.get_args(union) or (union,)


class Hands:
    """Does anything at a table."""

    def __init__(self, evening: Evening, rng: random.Random) -> None:
        self.evening, self.rng = evening, rng
        self.any = Anything(rng, evening.of)
        rules, table = evening.of.rules, evening.of.table
        self.moves = kinds(rules.moves)
        self.own = [kind for kind in kinds(table.commands) if hasattr(kind, "__struct_fields__")]
        self.done: list[str] = []

    def act(self) -> None:
        rng, evening = self.rng, self.evening
        view = evening.shown.view
        kind = rng.random()
        if kind < 0.25:
            thing = self.tag()
        elif kind < 0.45 and self.own:
            thing = self.any.struct(rng.choice(self.own), view)
        elif kind < 0.6:
            thing = commands.Do(self.any.struct(rng.choice(self.moves), view))
        elif kind < 0.75 and view is not None and (legal := list(evening.of.rules.legal(evening.timeline.position))):
            thing = commands.Do(rng.choice(legal))
        else:
            thing = rng.choice(list(self.other()))
        self.done.append(repr(thing)[:300])
        evening.now += rng.choice((0.1, 0.7, 3.0, 60.0))
        evening.session.handle(thing)
        if isinstance(thing, TagSeen) and rng.random() < 0.8:
            evening.session.handle(TagGone(thing.reader, thing.uid))

    def tag(self) -> TagSeen:
        rng = self.rng
        of = self.evening.of if rng.random() < 0.85 else SHELF[rng.choice(list(SHELF))]
        uid = rng.choice(list(simulated.uids(of).values()))
        return TagSeen(rng.choice(("pad", "wand", "ring-1/2")), uid, rng.choice((0.0, 0.0, 30.0)), rng.choice((1, 1, 2)))

    def other(self) -> Iterator[Any]:
        """What the house itself is asked for."""
        rng, evening = self.rng, self.evening
        place = rng.randrange(-1, 40)
        moves = evening.timeline.moves
        yield from [commands.TouchSpot(rng.choice(NUMBERS))] * 3
        yield from [commands.Undo(sure=rng.random() < 0.7), commands.Redo(), commands.Cancel(), commands.Dismiss()] * 2
        yield commands.ProposeAmend(place)
        yield commands.ProposeAmend(place, self.any.struct(rng.choice(self.moves), evening.shown.view), keep=rng.random() < 0.3)
        if moves:
            place = rng.randrange(len(moves))
            yield commands.ProposeAmend(place, self.any.struct(type(moves[place]), evening.shown.view))
        yield from [commands.Amend(), commands.ShowActs(rng.randrange(4)), commands.CloseActs()]
        yield from [commands.LookAt(rng.choice(list(Colour))), commands.CloseOwn(), commands.ReplaceTag(rng.choice(list(Colour)))]
        yield from [commands.LearnTags(rng.choice(list(evening.of.rules.pieces))), commands.CheckTags(), commands.CloseTags(), commands.BackInHand()]
        yield from [commands.Teach(rules=evening.of.key), commands.CloseTeaching(), ButtonPressed(rng.choice(list(Button)))]
        yield TagTrouble("pad", rng.choice(list(Trouble)))
        yield from [commands.GoHome(), commands.OpenGame(rng.randrange(1, 4)), commands.NewGame(rules=evening.of.key)]
        if evening.shown.view is None:
            yield from [commands.OpenGame(1)] * 30


def whatever(of: Game, folder: Path, seed: int, steps: int) -> None:
    evening, rng = Evening(folder, of), random.Random(seed)
    evening.journal._db.execute("PRAGMA synchronous = OFF")
    evening.new()
    moves = evening.game(seed)
    for move in moves[: int(len(moves) * rng.choice((0.0, 0.2, 0.5, 0.8, 1.0)))]:
        evening.demo.make(move, evening)
    hands = Hands(evening, rng)
    for step in range(steps):
        hands.act()
        said = evening.shown.notice
        told = [each for each in evening.journal.warnings if getattr(each, "damage", None) is Damage.FAULT]
        assert said is None or said.what is not Answer.FAULT, (seed, step, hands.done[-6:], told)
        assert told == [], (seed, step, hands.done[-6:])
        if step % 40 == 39 and evening.shown.game is not None:
            fresh = Session(evening.journal, settings=evening.settings, clock=lambda: evening.now, simulated=simulated.tags)
            before = evening.shown.view
            fresh.handle(commands.OpenGame(evening.shown.game))
            assert fresh.shown.view == before, (seed, step, hands.done[-45:])
    evening.journal.close()


@pytest.mark.parametrize("seed", range(3))
def test_whatever_hands_do_is_answered(of: Game, tmp_path: Path, seed: int) -> None:
    whatever(of, tmp_path / "data", seed, 400)


@pytest.mark.long
@pytest.mark.parametrize("tens", range(10))
def test_whatever_hands_do_for_long_is_answered(of: Game, tmp_path: Path, tens: int) -> None:
    for seed in range(100 + 10 * tens, 110 + 10 * tens):
        whatever(of, tmp_path / str(seed), seed, 1_000)
