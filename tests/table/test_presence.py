"""One event a presentation: rules one by one, and recorded traces."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.pico.presence import GONE, ONE_AT_A_TIME, SEEN, TROUBLE, TWO_TAGS, Presence
from companion.table.events import Trouble

A, B, C, D = (bytes([4, 1, 2, 3, 4, 5, last]) for last in range(4))
POLL = 40


class Table:
    """A presence that is polled every 40 ms."""

    def __init__(self, **thresholds: int) -> None:
        self.presence = Presence(**thresholds)
        self.now = 0

    def see(self, *uids: bytes, polls: int = 1, clean: bool = True, indistinct: bool = False) -> list[tuple[str, bytes | str]]:
        events: list[tuple[str, bytes | str]] = []
        for _ in range(polls):
            self.now += POLL
            events += [(kind, uid or trouble) for kind, uid, trouble in self.presence.update(self.now, list(uids), clean, indistinct)]
        return events

    def garble(self, polls: int = 1) -> list[tuple[str, bytes | str]]:
        return self.see(polls=polls, clean=False)


def test_a_tag_is_told_when_it_comes_and_when_it_is_gone() -> None:
    table = Table()
    assert table.see(A) == [(SEEN, A)]
    assert table.see(A, polls=1000) == []
    assert table.see(polls=3) == []
    assert table.see() == [(GONE, A)]
    assert table.see(polls=100) == []


@pytest.mark.parametrize(("misses", "away_ms", "polls"), [(3, 150, 4), (1, 0, 1), (5, 0, 5), (1, 400, 10)])
def test_gone_is_after_so_many_misses_and_so_long(misses: int, away_ms: int, polls: int) -> None:
    table = Table(misses=misses, away_ms=away_ms)
    table.see(A)
    assert table.see(polls=polls - 1) == []
    assert table.see() == [(GONE, A)]


def test_a_tag_that_is_back_after_the_threshold_counts_anew_even_if_no_poll_told_it_gone() -> None:
    table = Table()
    table.see(A)
    table.see(polls=3)
    assert table.see(A) == [(GONE, A), (SEEN, A)]


def test_a_tag_that_is_back_before_the_threshold_does_not_count_anew() -> None:
    table = Table()
    table.see(A)
    for misses in (1, 2, 1, 2, 2):
        assert table.see(polls=misses) + table.see(A) == []


def test_slow_polls_need_their_misses_too() -> None:
    """A stall of the program is no removal: only inventories that were made and missed the tag count."""
    table = Table()
    table.see(A)
    table.now += 10_000
    assert table.see(A) == []
    table.now += 10_000
    assert table.see() == []
    assert table.see(A) == []


# Noise.


def test_garble_is_a_sign_of_life() -> None:
    table = Table()
    table.see(A)
    assert table.garble(polls=1000) == []
    assert table.see(polls=3) == []
    assert table.see() == [(GONE, A)]


def test_misses_count_from_the_last_sign_of_life_on() -> None:
    table = Table()
    table.see(A)
    for _ in range(20):
        assert table.see(polls=2) + table.garble() == []


def test_a_tag_that_is_read_in_noise_counts() -> None:
    table = Table()
    assert table.see(A, clean=False) == [(SEEN, A)]


def test_a_new_tag_counts_while_noise_holds_another() -> None:
    table = Table()
    table.see(A)
    table.garble(polls=50)
    assert table.see(B, clean=False) == [(SEEN, B)]


def test_mere_garble_is_told_once_and_blinds_nobody() -> None:
    table = Table()
    assert table.garble(polls=15) == []
    assert table.garble(polls=100) == [(TROUBLE, TWO_TAGS)]
    assert table.see(A, clean=False) == [(SEEN, A)]
    assert table.garble(polls=100) == []
    assert table.see(polls=4) == [(GONE, A)]
    assert table.garble(polls=100) == [(TROUBLE, TWO_TAGS)]


def test_a_crackle_now_and_then_is_nothing() -> None:
    table = Table()
    for _ in range(100):
        assert table.garble(polls=10) + table.see() == []


# Several tags.


def test_two_tags_together_are_both_told() -> None:
    table = Table()
    assert table.see(A, B) == [(SEEN, A), (SEEN, B)]
    assert table.see(B, polls=4) == [(GONE, A)]
    assert table.see(A, B) == [(SEEN, A)]


def test_more_tags_are_told_once_as_trouble() -> None:
    table = Table()
    assert table.see(A, B, C) == [(TROUBLE, ONE_AT_A_TIME)]
    assert table.see(A, B, C, polls=50) == []


def test_what_is_left_of_a_heap_does_not_count_until_the_field_was_clear() -> None:
    table = Table()
    table.see(A, B, C)
    assert table.see(A, B, polls=50) == []
    assert table.see(A, polls=50) == []
    assert table.see(polls=5) == []
    assert table.see(A) == [(SEEN, A)]


def test_a_tag_that_counted_before_the_trouble_goes_on_counting() -> None:
    table = Table()
    table.see(A)
    assert table.see(A, B, C) == [(TROUBLE, ONE_AT_A_TIME)]
    assert table.see(A, polls=5) == []
    assert table.see(A, D) == [(SEEN, D)]
    assert table.see(A, B, C, D) == [(TROUBLE, ONE_AT_A_TIME)]
    assert table.see(polls=4) == [(GONE, A), (GONE, D)]


def test_a_heap_that_appears_out_of_garble_is_told_as_what_it_is() -> None:
    table = Table()
    assert table.garble(polls=30) == [(TROUBLE, TWO_TAGS)]
    assert table.see(A, B, C) == [(TROUBLE, ONE_AT_A_TIME)]


def test_tags_that_can_not_be_told_apart_have_to_be_confirmed() -> None:
    table = Table()
    assert table.see(indistinct=True, clean=False) == []
    assert table.see(A) == [(SEEN, A)]
    assert table.see(A, indistinct=True) == []
    assert table.see(A, indistinct=True) == [(TROUBLE, TWO_TAGS)]


def test_a_tag_with_a_twin_is_not_guessed() -> None:
    table = Table()
    assert table.see(A, indistinct=True) == []
    assert table.see(A, indistinct=True, polls=10) == [(TROUBLE, TWO_TAGS)]


# UIDs that are drawn anew.


def test_a_phone_is_one_presentation_whatever_it_calls_itself() -> None:
    table = Table()
    assert table.see(b"\x08\x01\x02\x03") == [(SEEN, b"\x08\x01\x02\x03")]
    for last in range(50):
        assert table.see(bytes([8, 9, 9, last])) == []
    assert table.see(polls=4) == [(GONE, b"\x08\x01\x02\x03")]


def test_two_phones_can_not_be_told_apart() -> None:
    table = Table()
    assert table.see(b"\x08\x01\x02\x03", b"\x08\x01\x02\x04", polls=2) == [(TROUBLE, TWO_TAGS)]


def test_a_long_uid_that_begins_with_08_is_no_phone() -> None:
    table = Table()
    one, other = b"\x08" + bytes(6), b"\x08" + bytes(5) + b"\x01"
    assert table.see(one, other) == [(SEEN, one), (SEEN, other)]


# Whatever comes.


@given(st.lists(st.tuples(st.integers(1, 200), st.lists(st.sampled_from([A, B, C]), unique=True), st.booleans(), st.booleans()), max_size=60))
def test_events_are_never_doubled_or_made_up(polls: list[tuple[int, list[bytes], bool, bool]]) -> None:
    presence = Presence()
    now = 0
    lying: set[bytes] = set()
    for ms, uids, clean, indistinct in polls:
        now += ms
        for kind, uid, trouble in presence.update(now, uids, clean, indistinct):
            if kind == SEEN:
                assert uid in uids
                assert uid not in lying
                lying.add(uid)
            elif kind == GONE:
                assert uid in lying
                lying.remove(uid)
            else:
                assert trouble in (TWO_TAGS, ONE_AT_A_TIME)
        assert set(presence.uids) == lying
    for _ in range(10):
        now += POLL
        for kind, uid, _trouble in presence.update(now, [], True):
            assert kind == GONE
            lying.remove(uid)
    assert lying == set()
    assert presence.update(now + POLL, [D], True) == [(SEEN, D, "")]


def test_the_words_are_those_of_the_table() -> None:
    assert {TWO_TAGS, ONE_AT_A_TIME} == {trouble.value for trouble in Trouble}


def test_copies_share_thresholds_and_nothing_else() -> None:
    first = Presence(away_ms=1, misses=2, confirm=3, most=4, garbled_ms=5)
    first.update(0, [A], True)
    second = first.copy()
    assert second.uids == []
    assert (second.away_ms, second.misses, second.confirm, second.most, second.garbled_ms) == (1, 2, 3, 4, 5)


# Recorded traces.

TRACES = Path(__file__).parent / "traces"
CARD, TILE = "04a1b2c3d4e580", "04a1b2ffeedd81"

# What each trace is, in record_traces.py; what the table has to hear of it, here.
EXPECTED: dict[str, list[tuple[str, str]]] = {
    "tap_again": [("seen", CARD), ("gone", CARD)] * 4,
    "slip": [("seen", CARD), ("gone", CARD)],
    "at_the_edge": [("seen", CARD), ("gone", CARD)],
    "card_and_tile": [("seen", TILE), ("seen", CARD), ("gone", CARD), ("seen", CARD), ("gone", TILE), ("gone", CARD)],
    "heap": [("trouble", "one at a time"), ("seen", CARD)],
    "third_card": [("seen", CARD), ("trouble", "one at a time"), ("seen", TILE)],
    "twins": [("trouble", "two tags"), ("seen", "11223344")],
    "stacked": [("trouble", "two tags"), ("seen", CARD), ("gone", CARD)],
    "crackle": [("seen", CARD), ("gone", CARD)],
}


def replay(name: str) -> list[tuple[int, str, str]]:
    presence = Presence()
    events = []
    for line in (TRACES / f"{name}.jsonl").read_text("utf-8").splitlines():
        poll = json.loads(line)
        uids = [bytes.fromhex(uid) for uid in poll["uids"]]
        for kind, uid, trouble in presence.update(poll["ms"], uids, poll["clean"], poll["indistinct"]):
            events.append((poll["ms"], kind, trouble or uid.hex()))
    return events


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_recorded_trace_tells_what_happened(name: str) -> None:
    assert [(kind, what) for _, kind, what in replay(name)] == EXPECTED[name]


def test_a_phone_in_a_trace_comes_once_and_goes_once() -> None:
    (_, seen, uid), (_, gone, same) = replay("phone")
    assert (seen, gone) == (SEEN, GONE)
    assert uid == same
    assert uid.startswith("08")


def test_a_wand_that_sweeps_along_a_row_tells_each_tile_once_in_order() -> None:
    """Six tiles, 80 ms each."""
    events = replay("sweep")
    seen = [uid for _, kind, uid in events if kind == SEEN]
    gone = [uid for _, kind, uid in events if kind == GONE]
    assert len(seen) == len(set(seen)) == 6
    assert gone == seen


def test_a_tag_is_told_at_the_first_poll_that_reads_it() -> None:
    for name in EXPECTED:
        lines = [json.loads(line) for line in (TRACES / f"{name}.jsonl").read_text("utf-8").splitlines()]
        first = next((poll["ms"] for poll in lines if CARD in poll["uids"]), None)
        told = [ms for ms, kind, what in replay(name) if (kind, what) == (SEEN, CARD)]
        if told and name != "heap":
            assert told[0] == first


def test_every_trace_is_replayed() -> None:
    assert {path.stem for path in TRACES.glob("*.jsonl")} == {*EXPECTED, "phone", "sweep"}


def test_random_taps_are_counted_exactly() -> None:
    """Cards come and go at random, always longer than the thresholds: as many events as presentations."""
    draw = random.Random(6)
    table = Table()
    seen = 0
    for presentations in range(1, 300):
        seen += sum(event == (SEEN, A) for event in table.see(A, polls=draw.randint(1, 20)))
        seen += sum(event == (SEEN, A) for event in table.see(polls=draw.randint(4, 20)))
        assert seen == presentations
