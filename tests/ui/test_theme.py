"""The look's tokens: complete, and readable as measured."""

from __future__ import annotations

import itertools

import pytest

from companion.games.kit.colours import Colour
from companion.ui.kit import theme


def luminance(colour: str) -> float:
    parts = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in theme.rgba(colour)[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(a: str, b: str) -> float:
    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("ground", ["bar", "bg0", "bg1", "panel", "panelHi", "tile"])
@pytest.mark.parametrize("ink", ["ivory", "mist", "champ"])
def test_text_is_readable_on_every_ground(ink: str, ground: str) -> None:
    assert contrast(ink, ground) >= 4.5


@pytest.mark.parametrize("ground", ["btn", "champ", "ivory", "pressed", "card"])
def test_ink_is_readable_on_every_light_ground(ground: str) -> None:
    assert contrast("ink", ground) >= 7


def test_prompts_reach_seven_in_both_states() -> None:
    assert contrast("ivory", "bar") >= 7
    assert contrast("ink", "ivory") >= 7


def test_no_two_players_share_a_letter_a_shape_or_a_fill() -> None:
    assert set(theme.LIVERIES) == set(Colour)
    for a, b in itertools.combinations(theme.LIVERIES.values(), 2):
        assert a.letter != b.letter
        assert a.shape != b.shape
        assert a.fill != b.fill


@pytest.mark.parametrize("colour", Colour)
def test_letters_are_readable_on_their_fill(colour: Colour) -> None:
    livery = theme.LIVERIES[colour]
    assert contrast(livery.letter_ink, livery.fill) >= 4.5


def test_calm_stops_motion_but_not_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    assert theme.duration("flip") == pytest.approx(0.28)
    monkeypatch.setattr(theme.look, "calm", True)
    assert theme.duration("flip") == 0
    assert theme.patience("hold") == pytest.approx(0.8)
    assert theme.patience("private_max") == pytest.approx(10)


def test_motions_are_short() -> None:
    # Walking pawns, chairs and the podium may take longer than 300 ms, up to 1.2 s.
    slow = {"pawn_max": 900, "seats": 600, "podium": 400}
    waits = {"hold", "refusal", "private_max"}
    for event, ms in theme.TOKENS["ms"].items():
        if event not in waits:
            assert ms <= slow.get(event, 300)
    assert 3 * theme.TOKENS["ms"]["podium"] <= 1200
