"""The evening in one square: the text that a phone reads, and the game that comes back from it."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.errors import RecordError
from companion.game import Demo
from companion.games import SHELF
from companion.games.kit.colours import Colour
from companion.games.vabanque import rules
from companion.games.vabanque.record import RECORD
from companion.games.vabanque.rules import moves as do
from companion.games.vabanque.rules.view import Phase
from companion.table.evenings import square
from tests.table.phone import read

SEEDS = Path(__file__).parents[2] / "seeds"
TOLD = "Vabanque, 6 December 2026\nWon by Zoë\nZoë 1,250,000\nFrançois 900,000"


def back(text: str | bytes) -> bytes:
    """What comes back of a square's text, read line by line as a file is."""
    return b"".join(square.record((text.encode() if isinstance(text, str) else text).splitlines(keepends=True)))


@pytest.mark.parametrize("file", sorted(SEEDS.glob("*/games/*-players-*.jsonl")), ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_a_phone_reads_the_result_and_the_whole_record_comes_back(file: Path) -> None:
    record = file.read_text("utf-8")
    found = square.square(TOLD, record)
    assert len(found.rows) <= square.MODULES
    assert found.whole
    seen = read(found)
    assert seen.startswith(f"{TOLD}\n{square.MARK}")
    assert back(seen) == record.encode()


@pytest.mark.parametrize("letters", ["abcdefghijklmnopqrstuvwxyzäöü", "🎲🎰👑💰🃏🎩🥇🐉🦊🐙"], ids=["letters", "emoji"])
def test_the_longest_game_of_vabanque_fits(letters: str) -> None:
    """Six play, every card is laid untold at a table that is paid, so that each is turned over as well: no game has more lines. All of them win
    together, so that each of the names, as long as they may be, is in it twice more.
    """
    position, moves, names = rules.new(), list[Any](), list[str]()
    chance = random.Random(3)
    colours = chance.sample(list(Colour), 6)

    def make(move: Any) -> None:
        nonlocal position
        position = rules.apply(position, move)
        moves.append(move)

    for colour in colours:
        names.append("".join(chance.choices(letters, k=20)))
        make(do.Join(colour, names[-1]))
    for first in (do.ChooseSeating(do.Seating.PLATELETS), do.Gathered(), do.LayRing(tuple(range(1, 13))), do.Begin(colours[0])):
        make(first)
    hands: dict[Colour, list[do.Character]] = {}
    steps: dict[Colour, int] = {}
    while (view := rules.view(position)).phase is not Phase.FINISHED:
        by, table = view.to_act, chance.randint(1, 12)
        if view.phase is Phase.START and by is not None:
            make(do.PlaceFirstPawn(by, table))
        elif view.phase is Phase.TOKENS and by is not None:
            hands = {colour: chance.sample(do.KINDS, 3) for colour in colours}
            steps = {colour: chance.randint(0, 4) for colour in colours}
            make(do.PlaceToken(by, table))
        elif view.phase is Phase.CARDS and by is not None:
            paid = [(player.pawn + steps[player.colour] - 1) % 12 + 1 for player in view.players if player.pawn is not None]
            make(do.PlaceCard(by, do.Character.HIDDEN, chance.choice(paid)))
        elif view.phase is Phase.PAWNS and by is not None:
            make(do.MovePawn(by, steps[by]))
        elif view.phase is Phase.REVEAL:
            missing = view.unrevealed[0]
            make(do.RevealCard(missing.owner, hands[missing.owner].pop(), missing.table))
        elif view.phase is Phase.PAYOUT:
            make(do.Paid(next(c for c in view.order if view.results[-1].earned[c] and c not in view.handed_out)))
        else:
            make({Phase.STAND: do.Confirm(), Phase.COUNT: do.Counted(), Phase.ORDER: do.Seated()}[view.phase])
    record = RECORD.write(moves, "2026-12-06", "Zürich")
    # Header and first pawn; in each round everybody lays three cards, moves the pawn and turns three cards over; all the rest are tokens.
    assert record.count("\n") == 2 + 4 * 6 * (3 + 1 + 3) + record.count('"token"')
    told = "\n".join(["Vabanque, 6 December 2026", f"Won by {', '.join(names)}", *(f"{name} 1,250,000" for name in names)])
    found = square.square(told, record)
    assert found.whole
    assert read(found).startswith(told)
    assert back(read(found)) == record.encode()


@pytest.mark.parametrize(("key", "seed"), [("casino", 33), ("cash_and_run", 16)])
def test_a_game_that_goes_on_and_on_is_packed_closer(key: str, seed: int) -> None:
    """Games without a bound. Of the first sixty by chance: the longest of Casino, and a Cash & Run as long as every other one."""
    of = SHELF[key]
    record = of.record.write(list(of.part("demo", Demo).random(seed)), None, None)
    found = square.square(TOLD, record)
    assert found.whole
    assert back(read(found)) == record.encode()


def test_what_is_too_long_for_any_packing_is_the_result_alone() -> None:
    found = square.square(TOLD, random.Random(1).randbytes(2_000).hex())
    assert not found.whole
    assert read(found) == TOLD


@pytest.mark.parametrize("way", square.PACKINGS)
@pytest.mark.parametrize("size", range(40))
def test_every_length_comes_back(size: int, way: str) -> None:
    noise = random.Random(size).randbytes(size).decode("latin-1")
    assert back(square.text(TOLD, noise, way)) == noise.encode()


def test_somebody_may_be_called_like_the_mark() -> None:
    assert back(square.text("companion:1:12 wins", "as it was")) == b"as it was"


@pytest.mark.parametrize("way", square.PACKINGS)
def test_what_a_messenger_does_to_a_text_does_no_harm(way: str) -> None:
    record = (SEEDS / "vabanque/games/3-players-1.jsonl").read_text("utf-8")
    head, digits = square.text(TOLD, record, way).split(f"{square.MARK}{way}:")
    broken = "\r\n".join(digits[at : at + 60] for at in range(0, len(digits), 60))
    assert back(f"\ufeff> {head}> {square.MARK}{way}:{broken} \n\n") == record.encode()


def test_a_record_is_read_as_it_is() -> None:
    record = (SEEDS / "vabanque/games/3-players-1.jsonl").read_bytes()
    assert back(record) == record
    assert back(b"") == b""
    assert back(b"\n\n") == b"\n\n"
    assert back(b"\xef\xbb\xbf" + record) == b"\xef\xbb\xbf" + record


def test_a_square_with_the_result_alone_says_that_no_game_is_in_it() -> None:
    for told in (TOLD, 'Casino, 6 December 2026\nWon by Bob "B"\nBob "B" 12', "Casino, 6 December 2026\nWon by {x}\n[x] 12\n"):
        with pytest.raises(RecordError, match="tells the result alone"):
            back(told)


def test_what_writes_the_code_is_loaded_when_a_square_is_asked_for() -> None:
    modules = "companion.ui.app, companion.porter, companion.cli.records, companion.table.evenings.square"
    code = f"import sys, {modules}; print('segno' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


@pytest.mark.parametrize("way", square.PACKINGS)
def test_what_has_come_to_harm_says_so_and_how_it_comes_whole(way: str) -> None:
    text = square.text(TOLD, (SEEDS / "vabanque/games/3-players-1.jsonl").read_text("utf-8"), way)
    line = text.count("\n") + 1
    for cut in (1, 5, 29, 300, len(text) - text.index(square.MARK) - len(square.MARK) - 2):
        with pytest.raises(RecordError, match=r"missing|changed|digits and nothing else") as told:
            back(text[:-cut])
        assert told.value.line == line
    for place in (len(text) - 1, len(text) - 100, len(text) // 2):
        other = "7" if text[place] != "7" else "3"
        with pytest.raises(RecordError, match=r"changed on the way|missing"):
            back(text[:place] + other + text[place + 1 :])
    with pytest.raises(RecordError, match="digits and nothing else"):
        back(text + "Sent from my phone")


@pytest.mark.parametrize("way", square.PACKINGS)
def test_a_text_that_swells_is_no_game(way: str) -> None:
    with pytest.raises(RecordError, match="more than any game"):
        back(square.text(TOLD, "\0" * 50_000_000, way))


def test_a_way_of_packing_that_comes_later_is_said_to() -> None:
    with pytest.raises(RecordError, match="newer version"):
        back(f"{TOLD}\n{square.MARK}3:123456")
