"""Every tag in a field, whole, by its own UID; and nothing that is not there."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest

from companion.pico import iso14443a
from companion.pico.mfrc522_chip import ChipFault
from tests.emulation.air import Departure, Noise, bytes_of
from tests.emulation.rig import Rig
from tests.emulation.tags import Classic, Ntag, Phone, Tag, TripleTag, crc_a, random_tag, roll

UID4 = bytes.fromhex("1234abcd")
UID7 = bytes.fromhex("04a1b2c3d4e580")
UID10 = bytes.fromhex("04112233445566778899")

READINGS = ("frame", "level", "answer")


def uids(found: iso14443a.Inventory) -> list[bytes]:
    return sorted(found.uids)


@pytest.mark.parametrize(
    ("tag", "atqa", "sak"),
    [
        (Ntag(UID7, 213), 0x0044, 0x00),
        (Ntag(UID7, 215), 0x0044, 0x00),
        (Ntag(UID7, 216), 0x0044, 0x00),
        (Classic(UID4), 0x0004, 0x08),
        (Classic(UID7), 0x0044, 0x08),
        (TripleTag(UID10), 0x0084, 0x00),
    ],
    ids=str,
)
def test_a_uid_is_read_whole_as_a_phone_shows_it(tag: Tag, atqa: int, sak: int) -> None:
    found = Rig(tag).look()
    assert [(t.uid, t.atqa, t.sak) for t in found.tags] == [(tag.uid, atqa, sak)]
    assert found.clean
    assert not found.indistinct


@pytest.mark.parametrize("first", [0x88, 0x08, 0x00, 0xFF])
def test_sak_says_whether_a_uid_goes_on_and_not_its_first_byte(first: int) -> None:
    tag = Classic(bytes([first]) + UID4[1:])
    assert Rig(tag).look().uids == [tag.uid]


def test_tags_whose_uids_differ_in_the_second_half_only_are_two() -> None:
    """Drivers that read the first cascade level only take them for one."""
    one, other = Ntag(bytes.fromhex("04a3c6cae26180")), Ntag(bytes.fromhex("04a3c6cae26181"))
    assert uids(Rig(one, other).look()) == sorted([one.uid, other.uid])


def test_an_empty_field_is_empty_and_clean() -> None:
    found = Rig().look()
    assert (found.uids, found.clean, found.indistinct) == ([], True, False)


def test_a_tag_that_lies_still_is_found_at_every_poll() -> None:
    rig = Rig(Ntag(UID7), Classic(UID4))
    assert [uids(rig.look()) for _ in range(20)] == [sorted([UID7, UID4])] * 20


def test_a_tag_that_is_laid_and_taken_while_others_lie_comes_and_goes() -> None:
    rig = Rig(Ntag(UID7))
    other = TripleTag(UID10)
    for _ in range(3):
        rig.lay(other)
        assert uids(rig.look()) == sorted([UID7, UID10])
        rig.lift(other)
        assert rig.look().uids == [UID7]


def test_a_single_tag_is_found_even_if_the_field_was_off_too_shortly() -> None:
    rig = Rig(Ntag(UID7, retain_us=1e9))
    assert [rig.look().uids for _ in range(5)] == [[UID7]] * 5


def random_inventories(seed: int, count: int) -> None:
    draw = random.Random(seed)
    for number in range(count):
        tags = roll(draw, draw.randint(2, 5)) if draw.random() < 0.3 else [random_tag(draw) for _ in range(draw.randint(1, 5))]
        for tag in tags:
            tag.forgiving = draw.random() < 0.2
        options = {
            "collision_position": draw.choice(READINGS),
            "collision_bit": draw.randrange(2),
            "start_send_stays": draw.random() < 0.5,
        }
        rig = Rig(*tags, **options)
        for turn in ("first", "second"):
            found = rig.look()
            assert uids(found) == sorted(tag.uid for tag in tags), (number, turn, tags, options)
            assert found.clean
            assert not found.indistinct


@pytest.mark.parametrize("seed", range(4))
def test_random_sets_of_tags_are_found_completely(seed: int) -> None:
    """Two inventories of each: 2,000 in all, over every reading of what the data sheet leaves open."""
    random_inventories(seed, 250)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 120))
def test_many_random_sets_of_tags_are_found_completely(seed: int) -> None:
    random_inventories(seed, 1000)


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("bit", [0, 1])
def test_every_place_of_a_first_and_a_second_collision_is_resolved(reading: str, bit: int) -> None:
    """Three tags: two of them differ from the third at one bit, and from each other at a later one."""
    for first, second in itertools.combinations(range(0, 32, 3), 2):
        numbers = [0, 1 << first, 1 << first | 1 << second]
        if bit:
            numbers = [number ^ 0xFFFFFFFF for number in numbers]
        tags = [Classic(number.to_bytes(4, "little")) for number in numbers]
        found = Rig(*tags, collision_position=reading, collision_bit=bit).look()
        assert uids(found) == sorted(tag.uid for tag in tags), (first, second)


def test_a_tag_that_is_drowned_by_a_louder_one_is_found_after_it() -> None:
    found = Rig(Ntag(UID7, strength=0.1), Classic(UID4)).look()
    assert found.uids == [UID4, UID7]


def test_an_inventory_stops_at_the_number_that_was_asked_for() -> None:
    found = Rig(*roll(random.Random(5), 5)).look(most=3)
    assert len(found.uids) == 3
    assert not found.clean


def test_nothing_is_sent_but_what_finds_tags() -> None:
    """Calls, anticollision, selection and rest; no command that reads or writes a tag's memory, not even an attempt to authenticate."""
    draw = random.Random(6)
    sent: set[bytes] = set()
    for seed in range(60):
        rig = Rig(*(random_tag(draw) for _ in range(draw.randrange(5))), collision_position=draw.choice(READINGS))
        rig.model.field.noise = Noise(flip=0.01, collide=0.01, ghost=0.2, seed=seed) if seed % 2 else Noise()
        heard = rig.model.field.send

        def send(bits: list[int], now: float, heard: Callable[..., Any] = heard) -> Any:
            sent.add(bytes_of(bits)[:1] if len(bits) == 7 else bytes_of(bits))
            return heard(bits, now)

        rig.model.field.send = send  # type: ignore[method-assign]
        for _ in range(2):
            rig.look()
    others = {frame for frame in sent if frame not in (b"\x26", b"\x52", b"\x50\x00\x57\xcd")}
    assert sent - others == {b"\x26", b"\x52", b"\x50\x00\x57\xcd"}
    assert all(frame[0] in (0x93, 0x95, 0x97) and 0x20 <= frame[1] <= 0x70 and len(frame) <= 9 for frame in others)


# Tags that can't be told apart.


def test_the_same_uid_in_two_kinds_of_tag_is_two_tags() -> None:
    one, other = Classic(UID4), Classic(UID4)
    other.sak = 0x18
    found = Rig(one, other).look()
    assert found.indistinct
    assert found.uids == []


def test_the_same_uid_with_another_answer_to_the_call_is_two_tags() -> None:
    one, other = Classic(UID4), Classic(UID4)
    other.atqa = b"\x02\x00"
    assert Rig(one, other).look().indistinct


def test_the_same_first_part_of_a_uid_in_two_kinds_of_tag_is_two_tags() -> None:
    one, other = Ntag(UID7), Ntag(UID7[:3] + b"\x01\x02\x03\x04", levels_sak=0x24)
    found = Rig(one, other).look()
    assert found.indistinct
    assert found.uids == []


def test_a_true_copy_is_one_tag_to_any_reader() -> None:
    assert Rig(Ntag(UID7), Ntag(UID7)).look().uids == [UID7]


def test_tags_that_differ_are_never_called_indistinct() -> None:
    draw = random.Random(11)
    for _ in range(100):
        assert not Rig(*roll(draw, 4)).look().indistinct


# Noise.


def noise_of(draw: random.Random, seed: int) -> Noise:
    rate = draw.choice([0.001, 0.01, 0.05])
    return Noise(
        flip=rate * draw.random(),
        collide=rate * draw.random(),
        deafen=draw.choice([0, 0.05, 0.3]),
        ghost=draw.choice([0, 0.1, 0.9]),
        seed=seed,
    )


def noisy_inventories(seed: int, count: int) -> tuple[int, int]:
    """How many tags were found of how many. Asserts that none was made up."""
    draw = random.Random(seed)
    found_tags = all_tags = 0
    for number in range(count):
        tags = [random_tag(draw) for _ in range(draw.randint(0, 4))]
        rig = Rig(*tags, collision_position=draw.choice(READINGS))
        rig.model.field.noise = noise_of(draw, number)
        for _ in range(2):
            found = rig.look()
            there = {tag.uid for tag in tags}
            assert set(found.uids) <= there, (number, tags, found.uids)
            assert len(set(found.uids)) == len(found.uids)
            if len(found.uids) < len(there) and found.clean:
                # A tag that did not hear its call is silent: that can't be told from a tag that is not there.
                assert rig.model.field.noise.deafen > 0
            found_tags += len(found.uids)
            all_tags += len(tags)
    return found_tags, all_tags


def test_noise_may_hide_tags_and_never_makes_one_up() -> None:
    found, there = noisy_inventories(1, 400)
    assert there / 3 < found < there, "the noise hides some tags and leaves many, or this test shows nothing"


@pytest.mark.long
@pytest.mark.parametrize("seed", range(200, 210))
def test_much_noise_never_makes_a_tag_up(seed: int) -> None:
    noisy_inventories(seed, 2000)


def test_mere_noise_is_no_tag_and_not_clean() -> None:
    rig = Rig()
    rig.model.field.noise = Noise(ghost=1.0, seed=4)
    for _ in range(50):
        found = rig.look()
        assert found.uids == []
        assert not found.clean


def test_whatever_is_on_the_air_an_inventory_ends() -> None:
    """Five rounds come to nothing, no more; the frames of a round are bounded by the bits of a UID."""
    for seed in range(50):
        rig = Rig(*roll(random.Random(seed), 5))
        rig.model.field.noise = Noise(flip=0.1, collide=0.3, deafen=0.1, ghost=1.0, seed=seed)
        before = rig.model.field.frames
        rig.look()
        assert rig.model.field.frames - before <= (iso14443a.FAILURES + 1 + 8) * (1 + 3 * 33 + 1)


def test_a_fault_of_the_chip_is_not_taken_for_an_empty_field() -> None:
    rig = Rig(Ntag(UID7))
    rig.faults.stuck = 0xFF
    with pytest.raises(ChipFault):
        rig.look()


# Tags pulled out.


@pytest.mark.parametrize("kinds", [(0,), (1,), (2,), (0, 1), (0, 0), (1, 2)])
def test_a_tag_may_be_pulled_out_in_the_middle_of_any_exchange(kinds: tuple[int, ...]) -> None:
    """At every frame of the inventory; before it, unheard, in the middle of the answer and at its end. Who stays is found."""

    def tags() -> list[Tag]:
        return [[Ntag(UID7), Classic(UID4), TripleTag(UID10)][kind] for kind in kinds]

    twins = len(set(kinds)) < len(kinds)
    rig = Rig(*tags())
    rig.look()
    frames = rig.model.field.frames
    for frame in range(frames):
        for slots in (None, 0, 1, 4, 5, 9, 17, 26, 44):
            rig = Rig(*tags())
            leaving, *staying = rig.model.field.tags
            if twins:
                leaving.uid = UID7[:-1] + b"\x81"
            rig.model.field.departures.append(Departure(leaving, frame, slots))
            there = {tag.uid for tag in rig.model.field.tags}
            found = rig.look()
            assert set(found.uids) <= there
            assert {tag.uid for tag in staying} <= set(found.uids) or not found.clean
            again = rig.look()
            assert set(again.uids) <= there
            rest = rig.look()
            assert set(rest.uids) == {tag.uid for tag in rig.model.field.tags}
            assert rest.clean


# Two readers.


def test_two_readers_that_see_the_same_tag_read_it_by_turns() -> None:
    tag = Ntag(UID7)
    one, other = Rig(tag), Rig()
    other.clock = one.clock
    other.model.clock = one.clock
    other.chip.wait_us = one.clock.wait_us
    other.lay(tag)
    for _ in range(5):
        assert one.look().uids == [UID7]
        assert other.look().uids == [UID7]


def test_two_readers_with_both_fields_on_miss_a_tag_and_make_none_up() -> None:
    tag = Ntag(UID7)
    one, other = Rig(tag), Rig()
    other.model.clock = one.clock
    other.chip.wait_us = one.clock.wait_us
    other.lay(tag)
    other.chip.field(True)
    assert one.look().uids == []
    other.chip.field(False)
    one.clock.wait_us(20_000)
    assert one.look().uids == [UID7]


# Phones.


def test_a_phone_is_read_with_the_uid_of_the_moment() -> None:
    phone = Phone(seed=1)
    rig = Rig(phone)
    seen = set()
    for _ in range(5):
        (uid,) = rig.look().uids
        assert uid == phone.uid
        assert uid[0] == 0x08
        seen.add(uid)
    assert len(seen) == 5


# Answers that can't be right, on a radio that plays back.


class Script:
    """Answers each frame with what was written down for it, silence otherwise."""

    def __init__(self, answers: dict[bytes, bytes]) -> None:
        self.answers = answers
        self.heard: list[bytes] = []
        self.answer = bytearray()
        self.collision = 0

    def field(self, on: bool) -> None:
        pass

    def exchange(self, frame: bytes, last_bits: int = 0, align: int = 0, expect: int = 0, window_us: int = 0) -> int:
        self.heard.append(bytes(frame))
        self.answer = bytearray(self.answers.get(bytes(frame), b""))
        return 8 * len(self.answer)


def framed(data: bytes) -> bytes:
    return data + crc_a(data)


PART = b"\x12\x34\xab\xcd\x40"


def a_tag() -> dict[bytes, bytes]:
    return {b"\x52": b"\x04\x00", b"\x93\x20": PART, framed(b"\x93\x70" + PART): framed(b"\x08")}


def test_the_script_of_a_right_tag_is_read() -> None:
    assert iso14443a.inventory(Script(a_tag())).uids == [UID4]


@pytest.mark.parametrize("part", [b"\x12\x34\xab\xcd\x41", b"\x12\x34\xab\xcc\x40", b"\x12\x34\xab\xcd", PART + b"\x00", b""])
def test_a_uid_with_a_wrong_check_byte_or_length_is_not_selected(part: bytes) -> None:
    script = Script(a_tag() | {b"\x93\x20": part, framed(b"\x93\x70" + part): framed(b"\x08")})
    found = iso14443a.inventory(script)
    assert (found.uids, found.clean) == ([], False)
    assert not any(frame.startswith(b"\x93\x70") for frame in script.heard)


@pytest.mark.parametrize("answer", [b"\x08" + crc_a(b"\x09"), b"\x08", framed(b"\x08\x00"), b"\x04" + crc_a(b"\x08"), b""])
def test_a_sak_with_a_wrong_checksum_or_length_is_no_tag(answer: bytes) -> None:
    script = Script(a_tag() | {framed(b"\x93\x70" + PART): answer})
    found = iso14443a.inventory(script)
    assert (found.uids, found.clean) == ([], False)


def test_a_uid_that_goes_on_without_the_cascade_tag_is_no_tag() -> None:
    script = Script(a_tag() | {framed(b"\x93\x70" + PART): framed(b"\x04"), b"\x95\x20": PART})
    assert iso14443a.inventory(script).uids == []


def test_a_uid_that_goes_on_for_ever_is_no_tag() -> None:
    part = b"\x88\x01\x02\x03\x88"
    answers = {b"\x52": b"\x44\x00"}
    for select in (b"\x93", b"\x95", b"\x97", b"\x99"):
        answers |= {select + b"\x20": part, framed(select + b"\x70" + part): framed(b"\x04")}
    assert iso14443a.inventory(Script(answers)).uids == []


# The check sum.


def test_crc_a_of_known_frames() -> None:
    assert iso14443a.crc_a(b"\x00\x00") == b"\xa0\x1e"
    assert iso14443a.crc_a(b"\x12\x34") == b"\x26\xcf"
    assert iso14443a.crc_a(b"\x50\x00") == b"\x57\xcd"


def test_crc_a_is_that_of_the_standards_definition() -> None:
    draw = random.Random(2)
    for length in range(40):
        data = draw.randbytes(length)
        assert iso14443a.crc_a(data) == crc_a(data)
