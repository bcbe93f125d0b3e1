"""The set of a box as a file. The file may be anybody's."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import TagError
from companion.games.vabanque.rules.pieces import PIECES
from companion.table.tags import tagset
from companion.table.tags.bindings import is_random
from companion.table.tags.tagset import TagSet
from tests.table.evening import UIDS

BOUND = {uid: code for code, uid in UIDS.items()} | {bytes.fromhex("04112233445566"): "tile 1"}

uids = st.one_of(st.binary(min_size=size, max_size=size) for size in (4, 7, 10)).filter(lambda uid: not is_random(uid))


@given(st.dictionaries(uids, st.sampled_from(list(PIECES)), max_size=80))
def test_what_is_exported_is_what_is_imported(bound: dict[bytes, str]) -> None:
    assert decoded(tagset.encode(TagSet("vabanque", bound)).encode()) == bound


def test_numbers_are_written_as_a_phone_shows_them() -> None:
    text = tagset.encode(TagSet("vabanque", {bytes.fromhex("04a3c6cae26180"): "tile 7"}))
    assert json.loads(text)["tags"] == {"tile 7": ["04A3C6CAE26180"]}


def decoded(content: bytes) -> dict[bytes, str]:
    """What a file of the first game binds."""
    found = tagset.decode(content)
    assert found.rules == "vabanque"
    return found.bound


def refusal(content: bytes) -> str:
    with pytest.raises(TagError) as refused:
        decoded(content)
    return str(refused.value)


def signed(tags: Any, **changed: Any) -> bytes:
    """A file with these tags whose check sum is right."""
    file = {"format": tagset.FORMAT, "version": tagset.VERSION, "rules": "vabanque", "tags": tags, "check": ""}
    if isinstance(tags, dict) and all(isinstance(uid, str) for uids in tags.values() for uid in uids):
        file["check"] = tagset._check(tagset.VERSION, "vabanque", tags)
    return json.dumps(file | changed).encode()


def test_a_file_that_was_made_by_hand_is_taken_if_its_sum_is_right() -> None:
    assert decoded(signed({"tile 1": ["04a1b2c3d4e580"]})) == {bytes.fromhex("04A1B2C3D4E580"): "tile 1"}


def test_every_single_changed_letter_of_the_tags_is_noticed() -> None:
    text = tagset.encode(TagSet("vabanque", dict(list(BOUND.items())[:5])))
    begin, end = text.index('"tags"') + 8, text.index('"check"')
    for place in range(begin, end):
        if text[place].isalnum():
            changed = "0" if text[place] != "0" else "1"
            refusal((text[:place] + changed + text[place + 1 :]).encode())


@pytest.mark.parametrize("kept", [0.0, 0.3, 0.9, 0.99])
def test_a_file_that_was_cut_is_refused(kept: float) -> None:
    text = tagset.encode(TagSet("vabanque", BOUND))
    refusal(text[: int(len(text) * kept)].encode())


UID = "04A1B2C3D4E580"
WRONG = ("", "04", UID[:-2], UID + "00", UID[:-1], "04 A1B2C3D4E580", "04:A1:B2:C3:D4:E5:80", "0x" + UID[2:], "４４４４４４４４", "GG" * 7)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "no exported set"),
        (b"[]", "no exported set"),
        (b"\xff\xfe", "UTF-8"),
        (b"[" * 50_000, "nested too deeply"),
        (b'{"format": "something else"}', "no exported set"),
        (b" " * (tagset.MAX_SIZE + 1), "too long"),
        (signed({}, version=4), "newer version"),
        (signed({}, version="1"), "no exported set"),
        (signed({}, version=True), "no exported set"),
        (signed({}, more=1), "unknown field"),
        (signed([]), "no exported set"),
        (signed({"tile 1": UID}), "no exported set"),
        (signed({"tile 1": [5]}), "no exported set"),
        (signed({"tile 1": [[]]}), "no exported set"),
        (signed({"tile 1": [UID]}, check="0" * 64), "changed or cut"),
        (signed({"tile 13": [UID]}), "no piece 'tile 13'. Did you mean 'tile "),
        (signed({"red hidden": [UID]}), "no piece"),
        (signed({"tile 1": [UID, UID.lower()]}), "listed twice"),
        (signed({"tile 1": [UID], "red cheat": [UID]}), "listed twice"),
        (signed({"tile 1": ["08112233"]}), "new number each time"),
        *[(signed({"tile 1": [uid]}), "no tag's number") for uid in WRONG],
        (signed({}).replace(b'"version"', b'"format": "x", "version"'), "given twice"),
        (b'{"format": "vabanque-companion tags", "version": 1, "tags": {"tile 1": [], "tile 1": []}, "check": ""}', "given twice"),
    ],
)
def test_nothing_of_a_wrong_file_is_believed(content: bytes, told: str) -> None:
    said = refusal(content)
    assert told in said
    assert len(said) < 400
    assert said.endswith((".", "?"))


@given(st.binary(max_size=200))
def test_anything_is_either_a_set_or_refused_in_a_sentence(content: bytes) -> None:
    with contextlib.suppress(TagError):
        assert decoded(content) is not None
