"""How files and lines go wrong: bytes that turn, go or double, lines that swap, values that are something else than they were."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

EXAMPLES = [120, pytest.param(6_000, marks=pytest.mark.long)]
"""So many files are tried; the second number takes minutes."""


def trying(examples: int) -> Callable[[Any], Any]:
    """How many are tried, at whatever speed."""
    # A test that is run for one number must not find the failures of the other in the database.
    return settings(
        max_examples=examples,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example, HealthCheck.filter_too_much],
    )


TOKENS = (
    b"",
    b"\0",
    b"\n",
    b"\r\n",
    b"\xff",
    b"\xef\xbb\xbf",
    b'"',
    b"{",
    b"[" * 500,
    b"]",
    b"}",
    b",",
    b":",
    b"null",
    b"NaN",
    b"-Infinity",
    b"1e999",
    b"9" * 5000,
    b"-1",
    b"0.5",
    b"\\u0000",
    b"\\ud800",
    b"\\u202e",
    b'"version":2,',
    b'"do":"card",',
    b"hidden",
    b"red",
)

JUNK = (
    None,
    True,
    -1,
    0,
    13,
    2**31,
    2**63,
    2**64,
    10**400,
    0.5,
    1e308,
    "",
    " ",
    "red",
    "RED",
    "hidden",
    "raise",
    "vabanque",
    "\x00",
    "\x1b[2J",
    "\u202e",
    "\ud800",
    "é" * 300,
    "x" * 5000,
    "2026-11-29",
    "2026-02-31",
    "2026-11-29T20:00:00+00:00",
    "0001-01-01T00:00:00+00:00",
    [],
    {},
    [[]],
    [[[[[[[[]]]]]]]],
    {"": ""},
    {"do": "undo"},
    {"do": "card", "by": "red", "character": "hidden", "table": 1},
)


@st.composite
def mangled(draw: st.DrawFn, samples: tuple[bytes, ...]) -> bytes:
    """One of the samples with some of its bytes gone wrong."""
    content = draw(st.sampled_from(samples))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(content)))
        match draw(st.sampled_from(("turn", "drop", "token", "noise", "cut", "double", "swap"))):
            case "turn" if content:
                at = min(at, len(content) - 1)
                content = content[:at] + bytes([content[at] ^ 1 << draw(st.integers(0, 7))]) + content[at + 1 :]
            case "drop":
                content = content[:at] + content[at + draw(st.integers(1, 60)) :]
            case "token":
                content = content[:at] + draw(st.sampled_from(TOKENS)) + content[at:]
            case "noise":
                content = content[:at] + draw(st.binary(max_size=8)) + content[at:]
            case "cut":
                content = content[:at]
            case "double":
                content = content[:at] + content[at : at + 200] + content[at:]
            case "swap":
                lines = content.split(b"\n")
                one, other = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
                lines[one], lines[other] = lines[other], lines[one]
                content = b"\n".join(lines)
    return content


@st.composite
def twisted(draw: st.DrawFn, sample: Any, times: int = 3) -> Any:
    """A JSON value in which some values are others, some are missing and some are too many."""
    value = copy.deepcopy(sample)
    for _ in range(draw(st.integers(1, times))):
        holder = value
        for _ in range(draw(st.integers(0, 6))):
            inner = [child for child in (holder.values() if isinstance(holder, dict) else holder) if isinstance(child, dict | list) and child]
            if not inner:
                break
            holder = draw(st.sampled_from(inner))
        if not holder:
            continue
        key = draw(st.sampled_from(sorted(holder) if isinstance(holder, dict) else range(len(holder))))
        match draw(st.sampled_from(("other", "other", "gone", "more", "moved"))):
            case "other":
                holder[key] = copy.deepcopy(draw(st.sampled_from(JUNK) | st.integers() | st.text(max_size=30)))
            case "gone":
                del holder[key]
            case "more" if isinstance(holder, dict):
                added = draw(st.sampled_from(("more", "do", "by", "table", "", "character", "__class__")))
                holder[added] = copy.deepcopy(draw(st.sampled_from(JUNK)))
            case "more":
                holder.insert(key, copy.deepcopy(holder[key]))
            case "moved" if isinstance(holder, list):
                other = draw(st.integers(0, len(holder) - 1))
                holder[key], holder[other] = holder[other], holder[key]
    return value


def line(value: Any) -> bytes:
    """A value as a line of JSON, whatever is in it."""
    return json.dumps(value).encode() + b"\n"
