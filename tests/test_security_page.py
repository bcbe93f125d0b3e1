"""SECURITY.md says only what a test holds, sentence by sentence; where a promise ends is said in a paragraph of its own."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.promises import CHAPTERS, WITHOUT

ROOT = Path(__file__).resolve().parent.parent


def chapters() -> dict[str, str]:
    """The text of each chapter of the page, by its heading."""
    page = (ROOT / "SECURITY.md").read_text("utf-8")
    return {title: text for title, _, text in (part.partition("\n") for part in page.split("\n## ")[1:])}


def points(title: str) -> list[str]:
    """The points of a chapter, each on one line; the rows of one that is a table, without its heading."""
    text = chapters()[title]
    rows = [line.removeprefix("| ") for line in text.splitlines() if line.startswith("| ")]
    found: list[str] = rows[1:] or re.findall(r"^- (.+(?:\n  .+)*)", text, re.MULTILINE)
    return [" ".join(point.split()) for point in found]


def test_each_chapter_that_promises_something_is_held() -> None:
    assert [*CHAPTERS, *WITHOUT] == list(chapters())


@pytest.mark.parametrize("title", CHAPTERS)
def test_each_sentence_has_its_tests(title: str) -> None:
    held, there = CHAPTERS[title], points(title)
    beginnings = [[begin for begin in held if sentence.startswith(begin)] for sentence in there]
    assert [sentence for sentence, found in zip(there, beginnings, strict=True) if len(found) != 1] == []
    assert {begin for found in beginnings for begin in found} == set(held)
    rows = chapters()[title].lstrip().startswith("|")
    assert rows or [sentence for sentence in there if not re.fullmatch(r"(?:[^.]|\.(?=\S))+\.", sentence)] == [], "one sentence a point"


@pytest.mark.parametrize("title", CHAPTERS)
def test_beside_its_points_a_chapter_says_only_where_they_end(title: str) -> None:
    blocks = [block for block in chapters()[title].strip().split("\n\n") if not block.startswith(("- ", "|"))]
    assert [block for block in blocks if not block.startswith("Where that ends: ") and not block.endswith(":")] == []


def test_each_test_that_is_named_is_there() -> None:
    for test in {test for held in CHAPTERS.values() for tests in held.values() for test in tests}:
        file, _, name = test.partition("::")
        tree = ast.parse((ROOT / "tests" / file).read_text("utf-8"))
        there = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        assert name in there or (not name and there), test
