"""One word for one thing: words that docs/GLOSSARY.md has replaced do not come back, on screen or in the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ui.test_texts import catalogue

GLOSSARY = Path(__file__).resolve().parents[2] / "docs" / "GLOSSARY.md"
RETIRED = {
    "en": {
        r"\btouch(es|ed)?\b(?! panel|$)|\bby touch\b": "scan (reader) or tap (finger)",
        r"\b[Tt]ap (the|your|its|an?|another|any|each|that|this) (new |other |colour )*(tag|card|piece)": "scan",
        r"\banew\b": "again",
        r"\bacts?\b": "move",
        r"\b(ring of tables|tables? (of|in) (the|a) ring|in (the|a) ring|lie in a ring|that ring)\b": "circle",
        r"\b[Ll]earn(s|ed|ing)?\b(?<!tags learn)": "register",
        r"\b(bind|bound)\b": "register, used for",
        r"\b[Tt]ake (it|that|this) back\b|\b[Tt]ak(en|ing) (it )?back\b": "undo",
        r"\b[Ll]evel\b|\bturns round\b": "tied, reversed",
        r"\b[Dd]earest\b|\b[Ii]dle Cheats?\b": "top table, wasted",
        r"\b[Mm]end(s|ed|ing)?\b": "fix",
        r"\b[Nn]ot told\b|\btold (already|anew)\b": "unknown, chosen",
        r"\bpawns? stands?\b|\bpawns stand\b": "in place",
        r"\bis to act\b": "turn",
    },
    "de": {
        r"[Bb]erühr": "scannen oder antippen",
        r"\bSchirm": "Bildschirm",
        r"Betrug|Betrüge|[Bb]etrogen": "Falschspieler",
        r"[Bb]erichtig": "korrigieren, Korrektur",
        r"\bLesern?\b": "Lesegerät",
        r"\b[Bb]egleiter": "Programm, Gerät",
        r"\bFolge\b": "Reihenfolge",
        r"gleichauf": "Gleichstand",
        r"Tischplatte|\bPlatte\b": "Casinotisch, Speicher",
        r"[Aa]nsag|[Aa]ngesagt|\b[Gg]esagt\b": "wählen",
        r"[Aa]usteil|[Aa]usgeteilt": "auszahlen",
        r"[Ii]m Ring\b|Ring der Tische": "Kreis, Tischkreis",
        r"Neues Spiel|\b[Ss]piels? (endet|ist aus)": "Partie",
        r"[Uu]mhängen|Wieder her\b": "zuordnen, wiederholen",
    },
    "fr": {
        r"[Tt]ouche[rz]? (une|ta|la|tes|ses|les|sa|cette) (nouvelle |autre |autres )?(puce|carte)": "scanner",
        r"\b[Aa]nneau": "cercle (de lecteurs)",
        r"[Bb]aguette": "lecteur à main",
        r"[Tt]ablette": "socle de lecture",
        r"[Pp]laquette": "ticket",
        r"[Cc]ompagnon": "programme, appareil",
        r"[Mm]ainti(ens|en[st])|[Mm]aintenir": "appui long",
        r"\bgraphies?\b": "orthographe",
        r"\b[Aa]ctes?\b": "action",
        r"\bau doigt\b": "à l’écran",
        r"[Aa]pprendre|[Aa]ppris": "enregistrer",
        r"\b[Rr]ester au\b": "rester à la (table)",
        r"\b[Tt]el quel\b|\b[Rr]efaire :": "ce qui est posé, rétablir",
    },
}
"""Words that are gone, and what stands in their place."""


def said(language: str) -> Iterator[str]:
    """Every text in a language."""
    for message in catalogue("de" if language == "en" else language).values():
        text = message.id if language == "en" else message.string
        yield from (text,) if isinstance(text, str) else text


@pytest.mark.parametrize("language", RETIRED)
def test_no_word_that_was_replaced_comes_back(language: str) -> None:
    texts = list(said(language))
    found = [(text, new) for old, new in RETIRED[language].items() for text in texts if re.search(old, text)]
    assert found == []


@pytest.mark.parametrize("language", ["de", "fr"])
def test_undo_back_and_cancel_are_three_words(language: str) -> None:
    known = {message.id: message.string for message in catalogue(language).values()}
    assert len({known[word] for word in ("Undo", "Back", "Cancel")}) == 3


def test_the_glossary_uses_its_own_words() -> None:
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in GLOSSARY.read_text().splitlines() if line.startswith("| ")]
    words = [row[:3] for row in rows if len(row) == 4 and row[0] != "English"]
    assert words
    for row in words:
        for language, word in zip(("en", "fr", "de"), row, strict=True):
            assert not [old for old in RETIRED[language] if re.search(old, word)], word
    named = [row[0] for row in words]
    assert len(set(named)) == len(named)
