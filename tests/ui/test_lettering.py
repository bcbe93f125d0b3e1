"""Texts fit their boxes, and names in any script are shown."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from companion.ui import texts
from companion.ui.kit import lettering, theme
from companion.ui.kit.direction import visual


@pytest.fixture(autouse=True)
def _normal_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theme.look, "text", 1.0)


def test_a_text_that_fits_keeps_its_size() -> None:
    fitted = lettering.fit("Pawns", 200, 40, 30)
    assert (fitted.lines, fitted.size, fitted.whole) == (("Pawns",), 30, True)


def test_a_long_text_becomes_smaller_before_it_wraps() -> None:
    fitted = lettering.fit("Change chairs. The richest stays", 440, 44, 38)
    assert len(fitted.lines) == 1
    assert theme.SMALLEST_TEXT <= fitted.size < 38
    assert fitted.width <= 440
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


def test_of_what_no_font_has_the_numbers_are_not_lost() -> None:
    assert lettering.writable("Ö漢𐎠", "Jost") == ("Ö[6F22][103A0]", lettering.FALLBACK)


@pytest.fixture
def fonts_of_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A system with one font: what fontconfig says of it is real, only the place is not."""
    builder = FontBuilder(1000, isTTF=True)
    glyphs = [".notdef", *(f"u{code:X}" for code in SYSTEM)]
    builder.setupGlyphOrder(glyphs)
    builder.setupCharacterMap({code: f"u{code:X}" for code in SYSTEM})
    pen = TTGlyphPen(None)
    for turn, point in enumerate(((0, 0), (0, 700), (800, 700), (800, 0))):
        (pen.lineTo if turn else pen.moveTo)(point)
    pen.closePath()
    block = pen.glyph()
    builder.setupGlyf(dict.fromkeys(glyphs, block))
    builder.setupHorizontalMetrics(dict.fromkeys(glyphs, (900, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Blocks", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    (tmp_path / "fonts").mkdir()
    builder.save(tmp_path / "fonts" / "Blocks.ttf")
    (tmp_path / "fonts.conf").write_text(f"<fontconfig><dir>{tmp_path}/fonts</dir><cachedir>{tmp_path}/cache</cachedir></fontconfig>")
    monkeypatch.setenv("FONTCONFIG_FILE", str(tmp_path / "fonts.conf"))
    lettering.writable.cache_clear()
    lettering.system_font.cache_clear()
    yield tmp_path / "fonts" / "Blocks.ttf"
    lettering.writable.cache_clear()
    lettering.system_font.cache_clear()


SYSTEM = (*range(0x20, 0x7F), 0x674E, 0x660E)


def test_what_our_fonts_lack_is_written_in_one_of_the_systems(fonts_of_the_system: Path) -> None:
    font = str(fonts_of_the_system)
    assert lettering.writable("李明 Li", "Jost") == ("李明 Li", font)
    # Every letter of it is a block of nine tenths of the size.
    assert lettering.width("李明", font, 40) == pytest.approx(72, abs=2)
    # In a sentence with signs that it lacks, plainer ones stand for them; our own fonts need none.
    assert lettering.writable("李明 – L…", "Jost") == ("李明 - L...", font)
    assert lettering.writable("Li – L…", "Jost") == ("Li – L…", "Jost")
    # What it lacks as well is not lost, and what our own fonts have stays in them.
    assert lettering.writable("李漢", "Jost") == ("李[6F22]", font)
    assert lettering.writable("Li", "Jost") == ("Li", "Jost")


def test_without_fontconfig_there_are_our_own_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    lettering.system_font.cache_clear()
    assert lettering.system_font(frozenset({0x674E})) is None


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Anna", "Anna"),
        ("אנה", "הנא"),
        ("Anna אנה", "Anna הנא"),
        ("Anna (אנה) B", "Anna (הנא) B"),
        # Without joining, the letters of Arabic would stand apart: these are its forms, the last letter first.
        ("محمد", "\ufeaa\ufee4\ufea4\ufee3"),
    ],
)
def test_what_runs_from_right_to_left_is_seen_so(text: str, seen: str) -> None:
    assert visual(text) == seen


def test_what_follows_such_a_name_stays_behind_it() -> None:
    assert visual(texts.tr("Paid – next: {n}", n="אנה") + " 5") == "Paid – next: הנא 5"
    assert visual(texts.names(["אנה", "دان"])).index("א") < visual(texts.names(["אנה", "دان"])).index("and")


def test_such_a_name_is_measured_and_shortened_by_its_letters() -> None:
    """It is the end of the name that is left out, wherever it stands."""
    whole = lettering.fit("Anna אנהאנהאנה", 400, 30, 20, name=True)
    assert (whole.lines, whole.whole) == (("Anna אנהאנהאנה",), True)
    assert whole.width == pytest.approx(lettering.width("Anna הנאהנאהנא", lettering.FALLBACK, whole.size), abs=0.01)
    (short,) = lettering.fit("Anna אנהאנהאנה", 90, 30, 20, name=True).lines
    assert short.endswith("…")
    assert "Anna אנהאנהאנה".startswith(short[:-1])
    assert visual(short).startswith("Anna …") or visual(short).endswith("…")


def test_nothing_of_that_is_loaded_where_no_name_needs_it() -> None:
    code = "import sys, companion.ui.kit.direction as d; d.visual('Zoë 5'); print([m for m in ('bidi', 'arabic_reshaper') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


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
    assert lettering.fit(word, 112, 84, 28).lines == ("Falsch-", "spieler")
