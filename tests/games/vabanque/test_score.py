"""The calculator for single tables."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.errors import RecordError
from companion.games.vabanque.record.score import score
from tests.games.vabanque.evenings import CASES

TABLE: dict[str, Any] = {"tokens": [5, 10], "cards": [{"owner": "blue", "character": "cheat"}], "pawns": ["red"]}


def one(table: Any) -> Any:
    scored = score(json.dumps(table))
    assert isinstance(scored, dict)
    return scored


def test_all_worked_cases_at_once() -> None:
    cases = CASES["table_cases"]
    scored = score(json.dumps(cases, indent=1))
    assert isinstance(scored, list)
    for case, result in zip(cases, scored, strict=True):
        assert result["payouts"] == case["payouts"], case["id"]
        assert result["table_value"] == (case["table_value"] if case["pawns"] else None), case["id"]
        raises = sum(card["character"] == "raise" for card in case["cards"])
        assert result["multiplier"] == (1 + raises if case["pawns"] else None)
        # Whatever else the case says is handed through.
        assert {key: result[key] for key in case} == case | {"table_value": result["table_value"]}


def test_an_object_gives_an_object_and_a_list_a_list() -> None:
    assert one(TABLE) == TABLE | {"multiplier": 1, "table_value": 15, "payouts": {"blue": 15_000, "red": 0}}
    assert score(json.dumps([TABLE])) == [one(TABLE)]
    assert score(" [ ] \n") == []


def test_without_a_pawn_nothing_is_turned_over() -> None:
    scored = one(TABLE | {"pawns": [], "cards": [{"owner": "blue", "character": "hidden"}]})
    assert (scored["multiplier"], scored["table_value"], scored["payouts"]) == (None, None, {})


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "not valid JSON"),
        ("\n\n", 3, "not valid JSON"),
        ("[", 1, "not valid JSON"),
        ("3", 1, "Expected `object`"),
        ("[1]", 1, "Expected `object`"),
        ("[] []", 1, "more after"),
        ("{} {}", 1, "more after"),
        (json.dumps([TABLE])[:-1] + " x]", 1, "missing"),
        (json.dumps([TABLE])[:-1] + ",]", 1, "not valid JSON"),
        ('{"tokens": [],\n"tokens": []}', 1, "given twice"),
        ("\ufeff[]", 1, "not valid JSON"),
        ("[" * 100_000, 1, "nested too deeply"),
        (json.dumps(TABLE | {"note": float("nan")}), 1, "NaN"),
        (json.dumps(TABLE)[:-1] + ', "note": 1e999}', 1, "too large"),
        (json.dumps(TABLE | {"tokens": [True]}), 1, "Expected `int`, got `bool`"),
        (json.dumps(TABLE | {"tokens": [5.0]}), 1, "Expected `int`, got `float`"),
        (json.dumps(TABLE | {"tokens": ["5"]}), 1, "Expected `int`, got `str`"),
        (json.dumps(TABLE | {"tokens": [7]}), 1, "5, 10, 20 or 50"),
        (json.dumps(TABLE | {"tokens": None}), 1, "Expected `array`"),
        (json.dumps(TABLE | {"pawns": ["red", "red"]}), 1, "one pawn"),
        (json.dumps(TABLE | {"pawns": ["pink"]}), 1, "not one of the words known here - at `$.pawns[0]`"),
        (json.dumps(TABLE | {"cards": TABLE["cards"] * 2}), 1, "one card of each kind"),
        (json.dumps(TABLE | {"cards": [{"owner": "blue", "character": "hidden"}]}), 1, "raise, bluff or cheat"),
        (json.dumps(TABLE | {"cards": [{"owner": "blue"}]}), 1, "missing required field `character`"),
        (json.dumps(TABLE | {"cards": [{"owner": "blue", "character": "raise", "table": 1}]}), 1, "unknown field `table`"),
        ("{}", 1, "missing required field `tokens`"),
        ("\n[" + json.dumps(TABLE) + ",\n\n" + json.dumps(TABLE | {"tokens": [1]}) + "]", 4, "5, 10, 20 or 50"),
    ],
)
def test_a_bad_table_is_named_by_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(RecordError) as caught:
        score(text)
    assert (caught.value.line, reason in caught.value.reason) == (line, True), caught.value.reason
