"""What lies face down leaves by no road: two games that differ only in it look and answer alike, and no file tells it."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.game import Demo, Game, MoveRefused
from companion.table import commands
from companion.table.backup import folder as backup
from companion.table.evenings import exports, history
from companion.table.events import Signal
from companion.table.snapshot import Answer, Snapshot
from tests.any_game.evening import Evening


def tag(move: Any) -> str:
    return str(move.__struct_config__.tag)


def secret_fields(of: Game, move: Any) -> dict[str, Any]:
    """What of a move is secret: field -> the values that it may have, told ones only."""
    secrets = of.rules.secrets.get(tag(move), {})
    return {name: [value for value in secret.values if value != secret.lost] for name, secret in secrets.items()}


def told(of: Game, move: Any) -> bool:
    """Whether a move tells a secret, which `lost` does not."""
    secrets = of.rules.secrets.get(tag(move), {})
    return any(getattr(move, name) != secret.lost for name, secret in secrets.items())


def folded(of: Game, moves: Sequence[Any]) -> list[Any]:
    """The positions before each move and after the last. Raises MoveRefused."""
    positions = [of.rules.new()]
    for move in moves:
        positions.append(of.rules.apply(positions[-1], move))
    return positions


def twins(of: Game, seeds: range, most: int = 3) -> Iterator[tuple[list[Any], list[Any], Any]]:
    """Beginnings of games in twos that differ in one secret that nobody has seen yet, and the move of the first that told it. `most`: so many
    secrets of each game.

    Each ends where others have acted since, or where the next act would turn it over.
    """
    for seed in seeds:
        moves = list(of.part("demo", Demo).random(seed))
        positions = folded(of, moves)
        rng = random.Random(seed)
        hidden = [place for place, move in enumerate(moves) if told(of, move)]
        for place in rng.sample(hidden, min(most, len(hidden))):
            opened = next(end for end in range(place + 1, len(moves) + 1) if end == len(moves) or _is_seen(of, moves, positions, place, end + 1))
            for end in {place + 1, opened}:
                for other in _others(of, moves[place]):
                    twin = [*moves[:place], other, *moves[place + 1 : end]]
                    try:
                        folded(of, twin)
                    except MoveRefused:
                        # The owner holds one of each: this would be no game.
                        continue
                    yield moves[:end], twin, moves[place]
                    break


def _is_seen(of: Game, moves: Sequence[Any], positions: Sequence[Any], place: int, end: int) -> bool:
    return place in of.rules.seen(moves[:end], positions[: end + 1], True) or place in of.rules.seen(moves[:end], positions[: end + 1], False)


def _others(of: Game, move: Any) -> Iterator[Any]:
    for name, values in secret_fields(of, move).items():
        kind = type(getattr(move, name))
        for value in values:
            if value != getattr(move, name):
                yield replace(move, **{name: kind(value)})


def test_each_game_has_a_secret_or_says_that_it_has_none(of: Game) -> None:
    has = any(piece.secret for piece in of.rules.pieces.values())
    assert bool(of.rules.secrets) is has


def test_what_everybody_may_see_is_the_same_whatever_lies_face_down(of: Game) -> None:
    rules, tried = of.rules, 0
    for one, other, move in twins(of, range(8)):
        tried += 1
        here, there = folded(of, one), folded(of, other)
        settings = rules.settings()
        assert rules.view(here[-1], settings) == rules.view(there[-1], settings)
        assert list(rules.legal(here[-1])) == list(rules.legal(there[-1]))
        assert rules.follows(here[-1]) == rules.follows(there[-1])
        assert rules.outcome(here[-1]) == rules.outcome(there[-1])
        assert rules.secrets_lie(here[-1]) == rules.secrets_lie(there[-1]) > 0
        assert rules.redact(one) == rules.redact(other)
        assert rules.seen(one, here, True) == rules.seen(other, there, True)
        assert repr(move) == repr(next(a for a, b in zip(other, one, strict=True) if a != b)), "its repr tells it"
        owner = getattr(move, "by", None)
        for player in rules.view(here[-1], settings).players:
            if player.colour is not owner:
                assert rules.private(here[-1], player.colour) == rules.private(there[-1], player.colour)
    assert tried or not rules.secrets


def test_a_record_an_export_and_an_undo_label_tell_no_secret(of: Game, tmp_path: Path) -> None:
    for number, (one, other, _) in enumerate(twins(of, range(3))):
        pair = [_at(of, tmp_path / f"{number} {side}", moves) for side, moves in enumerate((one, other))]
        for here, there in zip(*map(_roads, pair), strict=True):
            assert here == there
        for evening in pair:
            evening.journal.close()


def _roads(evening: Evening) -> Iterator[object]:
    game = evening.shown.game
    assert game is not None
    assert evening.timeline.last is not None
    yield evening.shown.undo
    yield history.export(evening.journal, game).splitlines()[1:]
    told = exports.as_json(evening.journal, game)
    yield {key: value for key, value in told.items() if key not in ("started", "ended")}
    yield [replace(entry, started="") for entry in history.entries(evening.journal)]


# --- actively: whatever somebody does who does not hold the card -----------------------------------------------------


def _at(of: Game, folder: Path, moves: Sequence[Any]) -> Evening:
    """A table at which these moves were made, whoever told them."""
    evening = Evening(folder, of)
    evening.new()
    for move in moves:
        evening.touch(commands.Do(move))
        assert evening.timeline.moves[-1] == move, evening.answer
    return evening


@dataclass(frozen=True)
class Lying:
    """Somebody holds a reader to the very card that lies face down, while the act at `place` is being corrected; None: while none is."""

    place: int | None


class _Shown:
    """Hands that only remember what they would have shown."""

    def __init__(self, view: Any) -> None:
        self.view = view
        self.codes: list[str] = []

    def show(self, code: str) -> None:
        self.codes.append(code)

    def touch(self, command: Any) -> None:
        """Nothing is shown by it."""


def lies(of: Game, moves: Sequence[Any], place: int) -> str:
    """The code of the card that is laid by the move at this place."""
    hands = _Shown(of.rules.view(folded(of, moves[:place])[-1], of.rules.settings()))
    of.part("demo", Demo).make(moves[place], hands)
    (code,) = [code for code in hands.codes if of.rules.pieces[code].secret]
    return code


def _probes(of: Game, moves: Sequence[Any], owner: Any) -> Iterator[Any]:
    """What people can do who hold no card of the owner's: a code is a piece that is shown, anything else a command."""
    yield from map(Lying, (None, *range(len(moves))))
    for code, piece in of.rules.pieces.items():
        if not (piece.secret and piece.owner is owner):
            yield code
    yield from map(commands.TouchSpot, range(1, 5))
    yield from (commands.Undo(), commands.Redo(), commands.Cancel(), commands.CheckTags(), commands.BackInHand(), commands.LearnTags())
    yield from map(commands.ShowActs, range(4))
    yield from [commands.ForgetPiece(code) for code in of.rules.pieces]
    for colour in dict.fromkeys(piece.owner for piece in of.rules.pieces.values() if piece.owner is not None):
        yield commands.LookAt(colour)
        yield commands.ReplaceTag(colour)
    for place, move in enumerate(moves):
        yield commands.ProposeAmend(place)
        # With the secret kept as it was recorded, and with each value that it may have, guessed.
        yield commands.ProposeAmend(place, _lost(of, move), keep=True)
        if getattr(move, "by", None) is not owner:
            yield from [commands.ProposeAmend(place, guess) for guess in _others(of, move)]


def _lost(of: Game, move: Any) -> Any:
    secrets = of.rules.secrets.get(tag(move), {})
    return replace(move, **{name: type(getattr(move, name))(secret.lost) for name, secret in secrets.items()})


def _answered(evening: Evening, probe: Any, lying: str) -> tuple[Snapshot, list[Signal]]:
    evening.signals.clear()
    if isinstance(probe, Lying):
        if probe.place is not None:
            evening.touch(commands.ProposeAmend(probe.place))
        evening.show(lying)
    elif isinstance(probe, str):
        evening.show(probe)
    else:
        evening.touch(probe)
    return evening.shown, list(evening.signals)


def _put_back(evening: Evening, moves: Sequence[Any]) -> None:
    for command in (commands.Cancel(), commands.CloseActs(), commands.CloseTags(), commands.CloseOwn(), commands.Dismiss()):
        evening.touch(command)
    while len(evening.timeline.moves) > len(moves):
        evening.touch(commands.Undo(sure=True))
    evening.touch(commands.Dismiss())


@pytest.mark.parametrize("seed", range(2))
def test_whoever_does_not_hold_the_card_is_answered_alike(of: Game, tmp_path: Path, seed: int) -> None:
    tried = 0
    for number, (one, other, move) in enumerate(twins(of, range(seed, seed + 1), most=1)):
        pair = [_at(of, tmp_path / f"{number} {side}", moves) for side, moves in enumerate((one, other))]
        place = next(place for place, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)
        codes = [lies(of, moves, place) for moves in (one, other)]
        for probe in _probes(of, one, getattr(move, "by", None)):
            (here, heard_here), (there, heard_there) = (_answered(evening, probe, code) for evening, code in zip(pair, codes, strict=True))
            assert _public(here) == _public(there), probe
            assert heard_here == heard_there, probe
            tried += 1
            for evening, moves in zip(pair, (one, other), strict=True):
                _put_back(evening, moves)
        for evening in pair:
            evening.journal.close()
    assert tried or not of.rules.secrets


def test_a_card_of_a_game_that_was_put_aside_tells_nothing_in_another(of: Game, tmp_path: Path) -> None:
    """It lies there still; and a correction of the other game would show what changes by it."""
    answers = []
    pairs = [*twins(of, range(1))]
    going = [pair for pair in pairs if of.rules.outcome(folded(of, pair[0])[-1]) is None]
    for number, (moves, other, _) in enumerate([*going[:1], *pairs[:1]]):
        for side, laid in enumerate((moves, other)):
            evening = _at(of, tmp_path / f"{number} {side}", laid)
            evening.touch(commands.GoHome())
            evening.new()
            for move in of.part("demo", Demo).random(5):
                evening.touch(commands.Do(move))
            evening.touch(commands.GoHome())
            evening.touch(commands.BackInHand())
            evening.touch(commands.OpenGame(2))
            place = next(place for place, (a, b) in enumerate(zip(moves, other, strict=True)) if a != b)
            stood = evening.view
            for code, piece in of.rules.pieces.items():
                if number == 0 and piece.secret and (piece.owner is None or of.table.identity(piece.owner) != code):
                    evening.show(code)
                    assert (evening.answer, evening.view, evening.shown.pending) == (Answer.LIES_ELSEWHERE, stood, None)
            for at, _ in enumerate(evening.timeline.moves):
                evening.touch(commands.ProposeAmend(at))
                evening.show(lies(of, laid, place))
                answers.append((side, number, at, _public(evening.shown).change, evening.answer))
            evening.journal.close()
    assert [told[1:] for told in answers if told[0] == 0] == [told[1:] for told in answers if told[0] == 1]


def _public(shown: Snapshot) -> Any:
    """When a game was begun is another second at each table."""
    last = None if shown.last is None else replace(shown.last, started="")
    return replace(shown, games=tuple([replace(entry, started="") for entry in shown.games]), last=last)


def test_no_file_tells_what_nobody_has_seen(of: Game, tmp_path: Path) -> None:
    """Neither while it lies there nor after the end, nor in a backup, in whatever form: searched for is the field with its value."""
    for number, (moves, _, move) in enumerate(twins(of, range(2))):
        folder = tmp_path / str(number)
        # All else is laid unread, so that every field with a value in a file is one too many.
        seen = of.rules.seen(moves, folded(of, moves), True)
        quiet = [_lost(of, each) if each is not move and told(of, each) and place not in seen else each for place, each in enumerate(moves)]
        secret = {tag(each) for each in moves if told(of, each)}
        evening = _at(of, folder / "data", quiet)
        backup.write(evening.journal, None, folder)
        evening.journal.close()
        for file in folder.rglob("*"):
            if file.is_file():
                assert _tells(of, file.read_bytes(), secret) <= len(seen), file


def _tells(of: Game, content: bytes, moves: set[str]) -> int:
    """How often a secret field stands there with a value that tells it."""
    found = 0
    for do in moves:
        for name, secret in of.rules.secrets[do].items():
            values = "|".join(re.escape(json.dumps(value)) for value in secret.values if value != secret.lost)
            found += len(re.findall(rf'"do":"{do}"[^{{}}]*"{name}":(?:{values})'.encode(), content))
    return found
