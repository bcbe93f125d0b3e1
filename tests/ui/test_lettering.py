"""Texts fit their boxes, and names in any script are shown."""

from __future__ import annotations

import pytest

from companion.ui import lettering, theme


@pytest.fixture(autouse=True)
def _normal_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theme.look, "text", 1.0)


def test_a_text_that_fits_keeps_its_size() -> None:
    fitted = lettering.fit("Pawns", 200, 40, 30)
    assert (fitted.lines, fitted.size, fitted.whole) == (("Pawns",), 30, True)


def test_a_long_text_becomes_smaller_before_it_wraps() -> None:
    fitted = lettering.fit("Change chairs. The richest stays", 400, 44, 30)
    assert len(fitted.lines) == 1
    assert theme.SMALLEST_TEXT <= fitted.size < 30
    assert fitted.width <= 400
    assert fitted.whole


def test_with_lines_it_wraps_before_it_becomes_smaller() -> None:
    fitted = lettering.fit("Change chairs. The richest stays", 300, 80, 30, lines=2)
    assert len(fitted.lines) == 2
    assert fitted.size == 30


def test_only_names_are_shortened() -> None:
    long = "Wilhelmine-Margarete"
    assert lettering.fit(long, 80, 26, 20, name=True).lines[0].endswith("…")
    assert lettering.fit(long, 80, 26, 20, name=True).whole
    assert not lettering.fit(long, 80, 26, 20).whole


def test_the_owners_text_size_yields_to_the_box(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theme.look, "text", theme.TEXT_SIZES["largest"])
    assert lettering.fit("Pawns", 300, 60, 30).size == 39
    assert lettering.fit("Pawns", 300, 38, 30).size < 39


@pytest.mark.parametrize(
    ("text", "font"),
    [
        ("Carlotta", "Federo"),
        ("Œuvre à Straße", "Federo"),
        ("Łukasz Řehoř", "Jost"),
        ("Наталья", "Jost"),
        ("Ελένη", lettering.FALLBACK),
    ],
)
def test_a_name_is_written_in_the_first_font_that_has_all_its_letters(text: str, font: str) -> None:
    assert lettering.writable(text, "Federo") == (text, font)


def test_what_no_font_has_becomes_a_box() -> None:
    assert lettering.writable("Ö漢", "Jost") == ("Ö□", lettering.FALLBACK)


def test_french_and_german_are_covered_by_both_fonts() -> None:
    letters = "ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜàâæçéèêëîïôœùûüÿÄÖÜäöüß«»’„“–·\u00a0"
    assert lettering.writable(letters, "Federo") == (letters, "Federo")
    assert lettering.writable(letters, "JostBold") == (letters, "JostBold")


def test_a_shortened_title_ends_in_dots_that_its_font_has() -> None:
    fitted = lettering.fit("Maximiliane von Brück", 90, 50, 42, font="Federo", name=True)
    assert fitted.font == "Federo"
    assert fitted.lines[0].endswith("...")
    assert lettering.writable(fitted.lines[0], "Federo") == (fitted.lines[0], "Federo")


def test_figures_are_equally_wide() -> None:
    for font in ("Jost", "JostSemiBold", "JostBold"):
        assert len({lettering.width(digit * 10, font, 40) for digit in "0123456789"}) == 1


def test_a_word_is_broken_where_its_language_says_with_a_hyphen() -> None:
    word = f"Falsch{lettering.HYPHEN}spieler"
    assert lettering.fit(word, 300, 60, 20).lines == ("Falschspieler",)
    assert lettering.fit(word, 80, 60, 20).lines == ("Falsch-", "spieler")
