"""The serial line, on which anybody's device may speak: whatever comes, the link lives, and what it tells has been said."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.link import Link
from companion.pico import wire
from companion.table.events import Input, LinkLost, LinkUp, TagGone, TagSeen, TagTrouble
from tests.devices.test_wire import frames
from tests.fuzz.mutations import EXAMPLES, mangled, trying

BOOTS = ("5F3A9C21", "00000000", "FFFFFFFF")
NONCE = "0000000A"

words = st.sampled_from(("wand", "ring-1", "ring-1/1", "ring-1/2", "ok", "dead-bus", "two-tags", "x", "-", "a/b/c/d", "ring-1" * 4))
numbers = st.integers(0, 5) | st.just(wire.MAX_NUMBER)
boots = st.sampled_from(BOOTS)
uids = st.sampled_from(("04A1B2C3D4E580", "DEADBEEF", "08112233", "00" * 10))
hello = st.builds(
    lambda protocol, name, boot, nonce, head, readers: ("hello", protocol, "0.1.0", name, "E661", boot, nonce, head, 0, 0, *readers),
    st.sampled_from((wire.PROTOCOL, wire.PROTOCOL - 1, wire.PROTOCOL + 1)) | numbers,
    words,
    boots,
    st.sampled_from((NONCE, "00000000")),
    numbers,
    st.lists(words, min_size=1, max_size=4),
)
told = st.one_of(
    st.tuples(st.just("seen"), boots, numbers, words, uids, st.just("?") | numbers, numbers),
    st.tuples(st.just("gone"), boots, numbers, words, uids, st.just("?") | numbers),
    st.tuples(st.just("trouble"), boots, numbers, words, words, numbers),
    st.builds(lambda boot, head, health: ("beat", boot, head, 0, 0, *health), boots, numbers, st.lists(words, min_size=1, max_size=4)),
    st.tuples(st.just("done"), st.sampled_from(("light", "tone", "x")), numbers),
)


class Host:
    def __init__(self) -> None:
        self.told: list[Input] = []
        self.now = 0.0
        self.link = Link(lambda: NONCE, self._take)
        self.link.opened(self.now)

    def _take(self, told: Input) -> bool:
        self.told.append(told)
        return True

    def hear(self, data: bytes, seconds: float = 0.01) -> None:
        self.now += seconds
        self.link.receive(data, self.now)
        self.link.command("light", "1", "FF0000:10", now=self.now)
        for words in wire.Parser().feed(self.link.due(self.now)):
            assert wire.well_formed(words)
        self.link.silent(self.now)


@pytest.mark.parametrize("examples", EXAMPLES)
def test_frames_of_the_protocol_in_any_order(examples: int) -> None:
    @trying(examples)
    @given(st.lists(st.one_of(hello, told, frames), max_size=25), st.lists(st.sampled_from((0.01, 0.3, 4.0)), min_size=25, max_size=25))
    def check(said: list[tuple[object, ...]], pauses: list[float]) -> None:
        host = Host()
        for each, pause in zip(said, pauses, strict=False):
            try:
                data = wire.frame(*each)
            except ValueError:
                continue
            host.hear(data, pause)
        seen = {(str(each[4])) for each in said if each[0] in ("seen", "gone")}
        for event in host.told:
            assert isinstance(event, TagSeen | TagGone | TagTrouble | LinkUp | LinkLost)
            if isinstance(event, TagSeen | TagGone):
                assert event.uid.hex().upper() in seen

    check()


@pytest.mark.parametrize("examples", EXAMPLES)
def test_a_session_whose_bytes_are_wrong(examples: int) -> None:
    """What is told is what was said, in its order, none of it twice; a part may be missing."""
    events = [("seen", BOOTS[0], n, "wand", f"04A1B2C3D4E5{n:02X}", 10, 1) for n in range(1, 9)]
    session = b"".join(wire.frame(*each) for each in (("hello", wire.PROTOCOL, "0.1.0", "wand", "E661", BOOTS[0], NONCE, 1, 0, 0, "wand"), *events))

    @trying(examples)
    @given(mangled((session,)), st.lists(st.integers(1, 60), max_size=20))
    def check(content: bytes, pieces: list[int]) -> None:
        host = Host()
        at = 0
        for size in itertools.chain(pieces, [len(content)]):
            host.hear(content[at : at + size])
            at += size
        told = [event.uid[-1] for event in host.told if isinstance(event, TagSeen)]
        assert told == sorted(set(told))
        assert set(told) <= set(range(1, 9))

    check()


@pytest.mark.parametrize("examples", EXAMPLES)
def test_bytes_of_something_else(examples: int) -> None:
    @trying(examples)
    @given(st.lists(st.binary(max_size=300) | st.sampled_from((b"$", b"*", b"\r\n", b"$seen 5F3A9C21", b">>> ", b"\x03")), max_size=10))
    def check(pieces: list[bytes]) -> None:
        host = Host()
        for piece in pieces:
            host.hear(piece)
        assert host.told == []
        assert len(host.link._parser._line) <= wire.MAX_LINE + 1

    check()
