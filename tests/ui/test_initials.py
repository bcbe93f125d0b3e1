"""The letter in an emblem is the name's, and no two at a table have the same."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.kit.colours import Colour
from companion.table.snapshot import Snapshot
from companion.ui.kit import theme
from companion.ui.kit.initials import clusters, initials
from companion.ui.screens import SCREENS
from tests.ui import samples
from tests.ui.game_samples import opened
from tests.ui.harness import Harness, harness


def of(*names: str) -> list[str]:
    seated = tuple(zip(Colour, names, strict=False))
    return [initials(seated)[colour] for colour, _ in seated]


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (("Chloé", "Benno", "Anna"), ["C", "B", "A"]),
        (("Anna", "Anton", "Zoë"), ["An", "At", "Z"]),
        (("Anna", "Adriano", "Annabel"), ["A", "Ad", "Ab"]),
        (("Jean-Luc", "Jean Paul", "anna"), ["JL", "JP", "A"]),
        (("Anna", "Anna 2", "Anna 3"), ["A", "A2", "A3"]),
        (("Émile", "Eva", "Élodie"), ["Ém", "Ev", "Él"]),
        (("Anna", "ANNA", "anna"), ["A1", "A2", "A3"]),
        (("ßkin", "O'Neil", "O'Nora"), ["ß", "Oe", "Oo"]),
        (("אנה", "محمد", "李明"), ["א", "م", "李"]),
        (("❤️‍🔥", "…", " x"), ["❤️‍🔥", "…", "X"]),
    ],
)
def test_it_is_the_names(names: tuple[str, ...], letters: list[str]) -> None:
    assert of(*names) == letters


def test_accents_written_apart_belong_to_their_letter() -> None:
    assert list(clusters("E\u0301mi\u0323\u0301")) == ["É", "m", "ị́"]


@given(st.lists(st.text(st.sampled_from("aAbé1 -'אم李"), min_size=1, max_size=6).filter(str.strip), min_size=1, max_size=6))
def test_no_two_at_a_table_have_the_same(names: list[str]) -> None:
    letters = of(*names)
    assert len({letter.casefold() for letter in letters}) == len(names)
    assert all(1 <= len(list(clusters(letter))) <= 2 for letter in letters)


CALLED = dict(zip(Colour, ("Zoë", "Chloé", "Anna", "Benno", "Émile", "Eva"), strict=True))
WRITTEN = dict(zip(Colour, ("Z", "C", "A", "B", "Ém", "Ev"), strict=True))


def renamed(shown: Snapshot, called: dict[Colour, str]) -> Snapshot:
    assert shown.view is not None
    players = tuple(msgspec.structs.replace(player, name=called[player.colour]) for player in shown.view.players)
    return msgspec.structs.replace(shown, serial=shown.serial + 1, view=msgspec.structs.replace(shown.view, players=players))


STATES = {name: shown for name, shown in samples.states(6) if shown.view is not None and len(shown.view.players) == 6}


@pytest.mark.parametrize("state", STATES)
def test_every_emblem_of_every_screen_follows_the_name_at_once(state: str) -> None:
    """The letters of the box's names are gone as soon as the players have others: no emblem keeps what was drawn before."""
    window, shown = harness(), STATES[state]
    screen = opened(SCREENS[f"vabanque/{shown.view.phase}"](), shown, None)  # type: ignore[union-attr]
    window.lay(screen)
    before = [text for text in emblems(window) if text in "ABCDEF"]
    screen.show(renamed(shown, CALLED))
    window.tick()
    after = emblems(window)
    expected = {theme.LIVERIES[colour].letter: written for colour, written in WRITTEN.items()}
    assert sorted(after) == sorted(expected[text] for text in before)


def emblems(window: Harness) -> list[str]:
    """What stands in the emblems: the only bold letters of the screens (a count of cards is bold, too, but no letter)."""
    texts = [written for widget in window.widgets() for written in widget.texts if written.fitted.font == "JostBold"]
    return [written.text for written in texts if written.text.isalpha()]


@pytest.mark.parametrize(("screen", "state"), [("payout", "payout-handed"), ("finished", "finished")])
def test_names_stand_beside_emblems_and_sums(screen: str, state: str) -> None:
    """Payees, notes, podium and chart: whoever is paid or ranked is named."""
    window, shown = harness(), renamed(STATES[state], CALLED)
    window.lay(opened(SCREENS[f"vabanque/{screen}"](), shown, None))
    assert shown.view is not None
    due = {each.to for each in shown.view.hand_outs if each.amount} if screen == "payout" else set(Colour)
    assert due
    assert {CALLED[colour] for colour in due} <= set(window.texts())
