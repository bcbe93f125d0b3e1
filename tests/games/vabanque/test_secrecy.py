"""What lies face down leaves the rules by no road: games that differ only in it look the same everywhere."""

from __future__ import annotations

import importlib
import io
import json
import pkgutil
import pprint
import random
import traceback

import msgspec
import pytest
import rich.console
import rich.pretty
from hypothesis import given, settings
from hypothesis import strategies as st

import companion.games
import companion.table
from companion.games.vabanque import rules
from companion.games.vabanque.record import record
from companion.games.vabanque.record.summary import summary
from companion.games.vabanque.rules.moves import KINDS, AnyMove, Character, Confirm, PlaceCard, RevealCard, Seated, Seating
from companion.games.vabanque.rules.pieces import CharacterCard
from companion.games.vabanque.rules.redact import redacted
from companion.games.vabanque.rules.refusal import MoveRefused
from companion.games.vabanque.rules.state import Card, Game
from companion.games.vabanque.rules.view import Phase
from companion.games.vabanque.table.commands import AmendPart
from companion.games.vabanque.table.gestures import Make
from companion.table.commands import Do
from companion.table.journal.acts import Amended
from tests.games.vabanque.evenings import BLUE, GREEN, RED, YELLOW, Evening, after, evenings, every_move

EVERY_MOVE = every_move()


def relaid(moves: list[AnyMove], places: list[int], rng: random.Random) -> list[AnyMove]:
    """The same moves; the cards at `places` (all of one round) change kinds within each hand, or become cards that nobody read."""
    changed = list(moves)
    hands: dict[str, list[int]] = {}
    for place in places:
        move = moves[place]
        assert isinstance(move, PlaceCard)
        if move.character is not Character.HIDDEN:
            hands.setdefault(move.by, []).append(place)
    for hand in hands.values():
        kinds = [changed[place].character for place in hand]  # type: ignore[union-attr]
        rng.shuffle(kinds)
        for place, kind in zip(hand, kinds, strict=True):
            move = moves[place]
            assert isinstance(move, PlaceCard)
            changed[place] = PlaceCard(move.by, rng.choice((kind, kind, Character.HIDDEN)), move.table)
    return changed


def never_revealed(evening: Evening) -> list[list[int]]:
    """For each round the places of the moves whose cards stayed face down to the end of it."""
    rounds: list[list[int]] = []
    laid: list[int] = []
    for place, (move, position) in enumerate(zip([*evening.moves, Seated()], evening.positions, strict=True)):
        if isinstance(move, PlaceCard):
            laid.append(place)
        if isinstance(move, Seated):
            assert isinstance(position, Game)
            rounds.append([at for at, card in zip(laid, position.cards, strict=True) if not card.revealed])
            laid = []
    return rounds


def told_by_refusals(position: rules.Position, moves: list[AnyMove]) -> list[object]:
    """Everything that the answers to these moves tell."""
    answers: list[object] = []
    for move in moves:
        try:
            rules.apply(position, move)
        except MoveRefused as error:
            answers.append((error.reason, error.by, error.expected, error.spot, str(error), repr(error), record.sentence(error)))
        else:
            answers.append(None)
    return answers


def probes(position: rules.Position, rng: random.Random) -> list[AnyMove]:
    """Some of all moves, those of the phase among them. Left out: a card of a told kind from the hand whose turn it is.

    Whoever lays a card knows the own hand; that a kind can't come twice is what the rules say to that person alone.
    """
    chosen = rng.sample(EVERY_MOVE, 60)
    if rules.view(position).phase is Phase.REVEAL:
        chosen = [move for move in EVERY_MOVE if isinstance(move, RevealCard)]
    to_act = rules.view(position).to_act
    return [m for m in chosen if not (isinstance(m, PlaceCard) and m.by is to_act and m.character is not Character.HIDDEN)]


def public(position: rules.Position, moves: list[AnyMove]) -> list[object]:
    """Everything that leaves the rules about a position that these moves came to."""
    seen: list[object] = [
        msgspec.json.encode(rules.view(position)),
        msgspec.json.encode(rules.view(position, owners=True)),
        list(rules.legal(position)),
        repr(position),
        str(position),
        repr(moves),
        repr(rules.outcome(position)),
    ]
    if isinstance(position, Game):
        seen += [json.dumps(summary(position, "x")), record.write(moves)]
    return seen


@settings(max_examples=25, deadline=None)
@given(st.one_of(evenings(), evenings(between=0.3)), st.randoms(use_true_random=False))
def test_cards_that_were_never_turned_over_make_no_difference(evening: Evening, rng: random.Random) -> None:
    moves = evening.moves
    for places in never_revealed(evening):
        moves = relaid(moves, places, rng)
    position = rules.new()
    look_at = rng.randrange(1, 6)
    for n, (move, original) in enumerate(zip(moves, evening.positions, strict=False)):
        # Everything is compared around the reveals, where secrets could slip out, and every few acts elsewhere.
        if n % look_at == 0 or isinstance(move, RevealCard | Confirm | Seated):
            assert rules.view(position) == rules.view(original)
            asked = probes(position, random.Random(n))
            assert told_by_refusals(position, asked) == told_by_refusals(original, asked)
        position = rules.apply(position, move)
    assert public(position, moves) == public(evening.end, evening.moves)
    assert position == evening.end


@settings(max_examples=60, deadline=None)
@given(evenings(hidden=(0.0, 0.3)), st.randoms(use_true_random=False))
def test_cards_that_lie_face_down_now_make_no_difference(evening: Evening, rng: random.Random) -> None:
    face_down = [n for n, p in enumerate(evening.positions) if rules.view(p).phase in (Phase.CARDS, Phase.PAWNS, Phase.STAND)]
    cut = rng.choice(face_down)
    moves = evening.moves[:cut]
    since = max((n for n, move in enumerate(moves) if isinstance(move, Seated)), default=0)
    changed = relaid(moves, [n for n in range(since, cut) if isinstance(moves[n], PlaceCard)], rng)
    position, original = after(changed), evening.positions[cut]
    assert public(position, changed) == public(original, moves)
    asked = probes(position, rng)
    assert told_by_refusals(position, asked) == told_by_refusals(original, asked)
    # Nor does anything of it come back from the record.
    assert record.write(changed) == record.write(moves)
    assert not any(kind in line for kind in KINDS for line in record.write(redacted(moves)).splitlines()[cut:])


@settings(max_examples=60, deadline=None)
@given(evenings())
def test_a_record_tells_a_kind_only_where_it_was_seen(evening: Evening) -> None:
    seen = [[(owner, kind) for table in result.tables for owner, kind in table.revealed] for result in rules.view(evening.end).results]
    told: list[list[tuple[str, str]]] = [[] for _ in seen]
    pawns = 0
    people = len(evening.end.party.colours)
    for line in map(json.loads, record.write(evening.moves).splitlines()[1:]):
        pawns += line["do"] == "pawn"
        # The cards of a round come before its pawns, the reveals after them.
        at = pawns // people if line["do"] == "card" else pawns // people - 1
        if line.get("character", "hidden") != "hidden":
            told[at].append((line["by"], line["character"]))
    assert [sorted(round_) for round_ in told] == [sorted(round_) for round_ in seen]


@settings(max_examples=60, deadline=None)
@given(st.one_of(evenings(), evenings(between=0.3)))
def test_forgetting_secrets_changes_nothing_that_is_seen(evening: Evening) -> None:
    bare = redacted(evening.moves)
    assert after(bare) == evening.end
    assert redacted(bare) == bare
    assert rules.view(record.replay(io.BytesIO(record.write(bare).encode())).position).results == rules.view(evening.end).results


def test_no_repr_and_no_trace_of_a_laid_card_tells_its_kind() -> None:
    evening = Evening([RED, BLUE, GREEN, YELLOW], Seating.CHAIRS, seed=3, spread=12, hidden=0.0)
    for position, move in zip(evening.positions, evening.moves, strict=False):
        if not isinstance(move, PlaceCard) or not isinstance(position, Game):
            continue
        laid = rules.apply(position, move)
        assert isinstance(laid, Game)
        words = f"{move} {move!r} {laid.cards!r} {laid.cards[-1]}"
        try:
            rules.apply(laid, move)
        except MoveRefused as error:
            words += "".join(traceback.format_exception(error)) + repr(error.__dict__)
        assert not any(f"'{kind}'" in words or kind.upper() in words for kind in KINDS)


def all_structs() -> set[type[msgspec.Struct]]:
    """Every struct of the games and of the table."""
    for package in (companion.games, companion.table):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    found = [msgspec.Struct]
    for cls in found:
        found += cls.__subclasses__()
    return {cls for cls in found if cls.__module__.startswith("companion.")}


def test_what_repr_leaves_out_is_told_by_no_other_road() -> None:
    """rich asks structs past repr; so do tracebacks that show local variables."""
    discreet = {cls for cls in all_structs() if "__repr__" in vars(cls)}
    assert {cls.__name__ for cls in discreet} >= {"PlaceCard", "Card", "CharacterCard", "AmendPart"}
    assert [cls for cls in discreet if "__rich_repr__" not in vars(cls)] == []
    # What is left tells cards that lie face up (those that were told as one kind twice among them), what a correction makes of such, and
    # those of a table that somebody wants to be counted.
    telling = {cls for cls in all_structs() if any(field.type in (Character, Character | None) for field in msgspec.structs.fields(cls))}
    assert {cls.__name__ for cls in telling - discreet} == {
        "RevealCard",
        "ProposeCard",
        "ScoredCard",
        "Turned",
        "Unrevealed",
    }


@pytest.mark.parametrize("kind", KINDS)
def test_no_way_to_print_a_card_tells_its_kind(kind: Character) -> None:
    card = PlaceCard(RED, kind, 2)
    things = [card, Card(RED, kind, 2), CharacterCard(RED, kind), AmendPart(character=kind), Do(card), Amended(3, card), Make(card)]
    for thing in (*things, things, {"card": card}, (1, [card])):
        console = rich.console.Console(file=io.StringIO(), width=200)
        console.print(thing)
        assert isinstance(console.file, io.StringIO)
        texts = [repr(thing), str(thing), f"{thing!r:>5}", pprint.pformat(thing), rich.pretty.pretty_repr(thing), console.file.getvalue()]
        for text in texts:
            assert kind.value not in text.casefold()
    try:
        raise ValueError(card)
    except ValueError:
        shown = rich.console.Console(file=io.StringIO(), width=200)
        shown.print_exception(show_locals=True, max_frames=1)
        assert isinstance(shown.file, io.StringIO)
        told = shown.file.getvalue()
        assert "PlaceCard(" in told
        assert "character=" not in told
        assert repr(card) in traceback.format_exc()
