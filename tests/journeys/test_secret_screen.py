"""Two games that differ only in what lies face down: every picture, text and sound is the same until the cards are turned over."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec

from companion.games.colours import Colour
from companion.games.vabanque.moves import KINDS, Character
from companion.games.vabanque.view import Phase
from companion.ui import sound
from tests.ui.evening import TouchEvening
from tests.ui.harness import harness

THREE = (Colour.RED, Colour.BLACK, Colour.WHITE)
Hands = dict[Colour, tuple[Character, ...]]
Seen = tuple[str, str, tuple[str, ...], tuple[sound.Cue, ...]]


def played(folder: Path, hands: Hands) -> list[Seen]:
    """Plays a round up to the question whether all pawns stand, each hand laid in its order; what was seen and heard after every act."""
    evening = TouchEvening(harness(), folder)
    window, seen = evening.harness, list[Seen]()
    # Lots are drawn here, not by the session, or the games would differ in more than cards.
    evening.session._rng.choice = lambda people: people[0]  # type: ignore[method-assign, attr-defined]
    evening.app.change(msgspec.structs.replace(evening.app.settings, sound=True))

    def look() -> None:
        pixels = hashlib.sha256(window.pixels()).hexdigest()
        seen.append((evening.open, pixels, tuple(window.texts()), tuple(sound.played)))

    sound.played.clear()
    evening.new_game()
    evening.set_up(THREE)
    evening.play(lambda view: view.phase is Phase.CARDS)
    for n in range(len(THREE) * len(KINDS)):
        by = evening.view.to_act
        assert by is not None
        card = hands[by][n // len(THREE)]
        if n % 2:
            evening.tap("ring", n % 7 + 1)
            look()
            evening._lay(f"{by} {card}")
        else:
            evening._lay(f"{by} {card}")
            window.settle()
            look()
            # Somebody else's card, and the one that has just been read once more: neither answer tells what it is.
            other = next(colour for colour in THREE if colour is not by)
            evening._lay(f"{other} {hands[other][0]}")
            window.settle()
            look()
            evening.tap("ring", n % 7 + 1)
        window.settle()
        look()
    evening.tap("bar", "undo")
    look()
    evening.tap("bar", "menu")
    look()
    evening.app.act("aslies")
    window.settle()
    look()
    evening.app.act("back")
    window.settle()
    by = evening.view.to_act
    assert by is not None
    evening._lay(f"{by} {hands[by][2]}")
    window.settle()
    evening.tap("ring", 3)
    while evening.phase is Phase.PAWNS:
        evening.tap("ring", "action")
        look()
    assert evening.phase is Phase.STAND
    evening.close()
    return seen


def test_no_picture_text_or_sound_depends_on_a_face_down_card(tmp_path: Path) -> None:
    raise_first = dict.fromkeys(THREE, KINDS)
    cheat_first = dict.fromkeys(THREE, KINDS[::-1])
    one, other = played(tmp_path / "one", raise_first), played(tmp_path / "other", cheat_first)
    assert len(one) == len(other) > 25
    for a, b in zip(one, other, strict=True):
        assert a == b
    assert any("face down" in text for _, _, texts, _ in one for text in texts)
    assert any(sound.Cue.CARD in heard for _, _, _, heard in one)
