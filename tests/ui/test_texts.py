"""The languages are complete, and amounts, dates and enumerated values read as each of them writes them."""

from __future__ import annotations

import ast
import importlib.machinery
import importlib.util
import re
import string
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from companion.games.kit.colours import Colour
from companion.games.vabanque.rules.moves import Character
from companion.games.vabanque.rules.view import Payment, Phase, Reason
from companion.games.vabanque.ui import words
from companion.ui import texts
from companion.words import _catalogue, bring

BIN = Path(__file__).resolve().parents[2] / "bin"
ALIKE = {
    *("Bluff", "Tables", "Table {n}", "Pause", "5", "10", "20", "50", "Menu", "Info", "Version", "Name", "System", "Normal"),
    *("Auto", "Corrections", "correction", "points", "Points", "Firmware {version}", "{chip}, version {version}"),
    *("Casino", "Royal", "{n} point", "{n} points", "{item}: {who} {n}", "{what} ({card})"),
    *("Partner", "partners", "queen", "{who}: {what}", "{who} {n}: {reason}", "Round {r} · {goal}"),
    *("Ring", "Ring {n}", "table {n}", "Arguments", "Options", "Version {version}", "Version {v}", "date", "table", "{what} (table {table})"),
    *("{model}, Python {python_version}",),
    *("Cash & Run", "Cash & Run: {card}", "Grand Slam", "A", "K", "Pot", "Place {n}", "bluffs", "orange", "violet", "roulette"),
    *("build", "Build…", "Casinos", "casinos", "{n} casino", "{n} casinos", "{source} → {to}: {sum}, {why}"),
}
"""Words that are spelled as in English in some language."""


def load(name: str) -> ModuleType:
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), str(BIN / name))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


make_texts = load("make-texts")


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    texts.use("en")
    yield
    texts.use("en")


def catalogue(language: str) -> dict[tuple[str | None, str | tuple[str, ...]], Message]:
    path = texts.LOCALE / language / "LC_MESSAGES" / "companion.po"
    with path.open("rb") as file:
        return {(m.context, m.id): m for m in read_po(file, locale=language) if m.id}


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", make_texts.LANGUAGES)
def test_no_text_is_missing_or_left_english(language: str) -> None:
    known = catalogue(language)
    wanted_texts = [message for message in make_texts.collected() if message.id]
    assert [m.id for m in wanted_texts if (m.context, m.id) not in known] == []
    for wanted in wanted_texts:
        message = known[(wanted.context, wanted.id)]
        english = wanted.id if isinstance(wanted.id, tuple) else (wanted.id,)
        said = message.string if isinstance(message.string, tuple) else (message.string,)
        assert all(said), wanted.id
        for text in said:
            # The singular may say "one" without a number.
            assert fields(text) <= fields(english[-1]), wanted.id
            assert fields(english[0]) <= fields(text), wanted.id
            assert text not in english or text in ALIKE or _sign(text) or _command(text), text


def test_every_sentence_is_written_out_where_it_is_made() -> None:
    """What is put together, or comes by another name, is in no catalogue."""
    for file in (BIN.parent / "companion").rglob("*.py"):
        if "launcher" in file.parts:
            continue
        tree = ast.parse(file.read_text())
        for part in (each for each in ast.walk(tree) if isinstance(each, ast.Module | ast.FunctionDef)):
            texts_by_name = _named_texts(tree.body) | _named_texts(list(ast.walk(part)) if part is not tree else [])
            for call in (node for node in ast.walk(part) if isinstance(node, ast.Call)):
                name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
                for place in make_texts.KEYWORDS.get(name, ()):
                    for said in call.args[(place[0] if isinstance(place, tuple) else place) - 1 :][:1]:
                        assert isinstance(said, ast.Constant) or not _is_text(said), f"{file}:{said.lineno}"
                        assert not isinstance(said, ast.Name) or said.id not in texts_by_name, f"{file}:{said.lineno}"


def _named_texts(nodes: list[Any]) -> set[str]:
    assigned = [node for node in nodes if isinstance(node, ast.Assign) and _is_text(node.value)]
    return {target.id for node in assigned for target in node.targets if isinstance(target, ast.Name)}


def _is_text(value: ast.expr) -> bool:
    if isinstance(value, ast.IfExp):
        return _is_text(value.body) or _is_text(value.orelse)
    if isinstance(value, ast.Call):
        return isinstance(value.func, ast.Attribute) and value.func.attr in ("format", "join")
    return isinstance(value, ast.JoinedStr | ast.BinOp) or (isinstance(value, ast.Constant) and isinstance(value.value, str))


def _command(text: str) -> bool:
    """Something to type, which is the same in every language."""
    return text.startswith(("sudo ", "chmod ", "unset ", "{pip} ")) and "   " not in text


def _sign(text: str) -> bool:
    """No words in it, only fields and signs."""
    return not any(literal.strip(" ·:–—/×=+.,()") for literal, _, _, _ in string.Formatter().parse(text))


@pytest.mark.parametrize("language", make_texts.LANGUAGES)
def test_compiled_catalogues_are_up_to_date(language: str) -> None:
    path = texts.LOCALE / language / "LC_MESSAGES" / "companion.po"
    with path.open("rb") as file:
        assert path.with_suffix(".mo").read_bytes() == make_texts.compiled(read_po(file, locale=language))


def test_no_french_line_begins_with_a_mark() -> None:
    said = [each for m in catalogue("fr").values() for each in (m.string if isinstance(m.string, tuple) else (m.string,))]
    assert [text for text in said if re.search(r" [:;?!»]|« ", text)] == []


def test_amounts_are_written_as_each_language_does() -> None:
    assert texts.amount(2_115_000) == "2,115,000"
    texts.use("de")
    assert texts.amount(2_115_000) == "2.115.000"
    texts.use("fr")
    # The fonts lack U+202F: French groups stand apart by U+00A0.
    assert texts.amount(2_115_000) == "2\u00a0115\u00a0000"


def test_plurals_follow_the_language() -> None:
    assert texts.trn("{n} player", "{n} players", 1) == "1 player"
    assert texts.trn("{n} player", "{n} players", 4) == "4 players"
    texts.use("fr")
    # In French nothing is one.
    assert texts.trn("{n} card to go", "{n} cards to go", 0) == texts.trn("{n} card to go", "{n} cards to go", 1).replace("1", "0")
    assert texts.trn("{n} player", "{n} players", 4) == "4 joueurs"


def test_dates_and_lists_follow_the_language() -> None:
    assert texts.date("2026-03-09T20:15:00") == "9 Mar 2026"
    assert texts.names(["Adriano", "Benedetta", "Carlotta"]) == "Adriano, Benedetta and Carlotta"
    texts.use("de")
    assert texts.date("2026-03-09T20:15:00") == "09.03.2026"
    assert texts.time("2026-03-09T20:15:00") == "20:15"
    assert texts.names(["Adriano", "Benedetta", "Carlotta"]) == "Adriano, Benedetta und Carlotta"


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_every_enumerated_value_has_words(language: str) -> None:
    texts.use(language)
    for phase in Phase:
        assert words.phase(phase)
    assert len({words.character(kind) for kind in Character}) == len(Character)
    names = {colour: colour.value.title() for colour in Colour}
    for reason in Reason:
        for others in ((), (Colour.RED,), (Colour.RED, Colour.GREEN)):
            said = words.reason(Payment(Colour.BLUE, 0, reason, others), names)
            assert said
            assert ("Red" in said) == (bool(others) and reason not in (Reason.PAWN_PAID, Reason.CHEAT_IDLE))


@pytest.mark.parametrize(
    ("environment", "language"),
    [({"LANG": "de_DE.UTF-8"}, "de"), ({"LANG": "fr_CH.UTF-8"}, "fr"), ({"LANG": "C.UTF-8"}, "en"), ({"LANGUAGE": "it:fr", "LANG": "it_IT"}, "fr")],
)
def test_the_system_chooses_the_language(environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    assert texts.system_language() == language


def test_a_game_of_another_package_brings_its_own_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.words._brought", [])
    game = tmp_path / "tiny_game"
    (game / "ui").mkdir(parents=True)
    (game / "ui" / "words.py").write_text('tr("Menu"), tr("Flip the pebble"), trn("{n} pebble", "{n} pebbles", 2)\n', encoding="utf-8")
    make_texts.main(["--game", str(game)])
    file = game / "ui" / "locale" / "de" / "LC_MESSAGES" / "companion.po"
    with file.open("rb") as po:
        found = read_po(po, locale="de")
    assert [message.id for message in found if message.id] == ["Flip the pebble", ("{n} pebble", "{n} pebbles")], "the house has the others"
    assert make_texts.main(["--game", str(game), "--check"]) == 1
    said = file.read_text(encoding="utf-8")
    said = said.replace('msgid "Flip the pebble"\nmsgstr ""', 'msgid "Flip the pebble"\nmsgstr "Dreh den Kiesel um"')
    said = said.replace('msgstr[0] ""\nmsgstr[1] ""', 'msgstr[0] "{n} Kiesel"\nmsgstr[1] "{n} Kieselsteine"')
    file.write_text(said, encoding="utf-8")
    make_texts.main(["--game", str(game)])
    try:
        bring(game / "ui" / "locale")
        texts.use("de")
        assert texts.tr("Flip the pebble") == "Dreh den Kiesel um"
        assert texts.trn("{n} pebble", "{n} pebbles", 3) == "3 Kieselsteine"
        assert texts.tr("Menu") == "Menü"
        texts.use("fr")
        assert texts.tr("Flip the pebble") == "Flip the pebble", "nobody has translated it"
    finally:
        _catalogue.cache_clear()
