"""Seals and keys, for a game that nobody has heard of."""

from __future__ import annotations

import os
import stat
from collections import Counter
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.kit.secret import Secret, Secrets
from companion.table.journal import seals
from companion.table.journal.keys import FOLDER, LENGTH, Keys
from tests.power import cuts

SUITS = ("clubs", "diamonds", "hearts", "spades", None)
SECRETS: Secrets = {
    "bid": {"amount": Secret(tuple(range(101)), 0), "suit": Secret(SUITS, None)},
    "peek": {"at": Secret(("left", "right"), "left")},
}
KEY = bytes(range(LENGTH))

bids = st.builds(lambda amount, suit: {"do": "bid", "by": "ann", "amount": amount, "suit": suit}, st.integers(0, 100), st.sampled_from(SUITS))
acts = st.one_of(
    bids,
    st.builds(lambda at: {"do": "peek", "at": at}, st.sampled_from(("left", "right"))),
    st.builds(lambda inner: {"do": "amend", "place": 3, "move": dict(inner[0]), "told": inner}, st.lists(bids, min_size=1, max_size=3)),
)


@given(acts)
def test_what_is_sealed_comes_back_with_its_key_and_place_only(act: dict[str, Any]) -> None:
    plain = deepcopy(act)
    sealed = seals.seal(plain, SECRETS, KEY, "4 17")
    assert sealed is not None
    public = deepcopy(act)
    assert seals.strip(public, SECRETS)
    assert plain == public
    seals.unseal(plain, SECRETS, sealed, KEY, "4 17")
    assert plain == act
    with pytest.raises(ValueError, match="another act"):
        seals.unseal(plain, SECRETS, sealed + b"\0", KEY, "4 17")


def test_an_act_without_secrets_has_no_seal() -> None:
    act = {"do": "pass", "by": "ann", "amount": 3}
    assert seals.seal(act, SECRETS, KEY, "4 17") is None
    assert act == {"do": "pass", "by": "ann", "amount": 3}


def test_a_seal_says_nothing_without_its_key() -> None:
    """The same bid again and again, under one number: each value comes as often as any other, and the size is always the same."""
    found: Counter[bytes] = Counter()
    for _ in range(3_000):
        sealed = seals.seal({"do": "peek", "at": "right"}, SECRETS, KEY, "1 1")
        assert sealed is not None
        assert len(sealed) == seals.NONCE + seals.WIDTH
        found[sealed[seals.NONCE :]] += 1
    # 3,000 fair coins: 1,500 each, give or take five standard deviations (27).
    assert set(found) == {b"\0\0", b"\0\1"}
    assert all(abs(times - 1_500) < 137 for times in found.values())


def test_another_key_reads_something_else() -> None:
    read = Counter[object]()
    for _ in range(300):
        act = {"do": "peek", "at": "right"}
        sealed = seals.seal(act, SECRETS, KEY, "1 1")
        assert sealed is not None
        seals.unseal(act, SECRETS, sealed, bytes(LENGTH), "1 1")
        read[act["at"]] += 1
    assert min(read["left"], read["right"]) > 100


# --- keys -------------------------------------------------------------------------------------------------------


def test_a_key_is_its_owners_only_and_comes_back_after_a_start(tmp_path: Path) -> None:
    keys = Keys(tmp_path)
    name = keys.make(7)
    file = tmp_path / FOLDER / name
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert Keys(tmp_path).read(name) == keys.read(name) == file.read_bytes()[:LENGTH]
    assert keys.make(7) != name


@pytest.mark.parametrize("how", [b"", bytes(40), b"x" * 40])
def test_a_damaged_key_is_no_key(tmp_path: Path, how: bytes) -> None:
    name = Keys(tmp_path).make(1)
    (tmp_path / FOLDER / name).write_bytes(how)
    assert Keys(tmp_path).read(name) is None


def test_a_destroyed_key_is_overwritten_before_its_name_goes(tmp_path: Path) -> None:
    keys = Keys(tmp_path)
    name = keys.make(1)
    # A second name keeps the bytes in sight.
    os.link(tmp_path / FOLDER / name, tmp_path / "held")
    keys.destroy(name)
    assert keys.names() == []
    assert keys.read(name) is None
    assert (tmp_path / "held").read_bytes() == bytes(40)
    keys.destroy(name)


def test_a_key_that_can_not_be_overwritten_keeps_its_name_to_be_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = Keys(tmp_path)
    name = keys.make(1)

    def broken(descriptor: int) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", broken)
        with pytest.raises(OSError, match="Input/output"):
            keys.destroy(name)
        assert keys.read(name) is None
    assert keys.names() == [name]
    keys.destroy(name)
    assert keys.names() == []


def test_a_power_cut_leaves_a_whole_key_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cut = 0
    for _ in cuts(monkeypatch, lambda: Keys(tmp_path).make(1)):
        cut += 1
        for name in Keys(tmp_path).names():
            key = Keys(tmp_path).read(name)
            assert key is None or len(key) == LENGTH
            Keys(tmp_path).destroy(name)
    assert cut >= 9
