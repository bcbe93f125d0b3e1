"""What firmware/PROTOCOL.md says of hellos, greetings, silences, full queues and strange words, asked of both ends frame by frame."""

from __future__ import annotations

import pytest

from companion.devices import link as host_link
from companion.firmware import link as device_link
from companion.pico import wire
from companion.table.events import AGE_UNKNOWN, Fault, Input, LinkLost, LinkUp, ReaderBack, ReaderLost, TagGone, TagSeen, TagTrouble, Trouble
from tests.firmware.pair import CARD, OTHER, TILE, Pair

BOOT, NONCE, NEXT = "5F3A9C21", "0B1E77D4", "77A1C0DE"


def device() -> device_link.Link:
    made = device_link.Link("ring-1", ["ring-1/1", "ring-1/2"], "E661", BOOT)
    made.health = ["ok", "ok"]
    made.due(0)
    return made


def hear(there: device_link.Link, now: int, *frames: tuple[object, ...]) -> list[list[str]]:
    there.receive(b"".join([wire.frame(*words) for words in frames]), now)
    return frames_of(there.due(now))


def frames_of(data: bytes) -> list[list[str]]:
    return wire.Parser().feed(data)


def greet(there: device_link.Link, now: int, nonce: str = NONCE, boot: str = wire.NOTHING, last: int = 0) -> list[list[str]]:
    return hear(there, now, ("host", wire.PROTOCOL, nonce, boot, last))


class Host:
    """The host's end alone; `told` is what it tells, `says` what it sends."""

    def __init__(self) -> None:
        self.told: list[Input] = []
        self.nonces = iter([NONCE, NEXT, "33333333", "44444444"])
        self.link = host_link.Link(lambda: next(self.nonces), lambda thing: self.told.append(thing) is None)
        self.link.opened(0)

    def says(self, now: float) -> list[list[str]]:
        return frames_of(self.link.due(now))

    def hears(self, now: float, *words: object) -> None:
        self.link.receive(wire.frame(*words), now)

    def hello(self, now: float, nonce: str = NONCE, head: int = 1, boot: str = BOOT) -> None:
        self.hears(now, "hello", wire.PROTOCOL, "9", "ring-1", "E661", boot, nonce, head, 0, 0, "ring-1/1", "ring-1/2")


# The device, rules 2 to 7.


def test_an_answer_to_a_greeting_counts_as_the_hello_of_its_second() -> None:
    there = device()
    (hello,) = greet(there, 990)
    assert hello[6] == NONCE
    assert there.due(1989) == b""
    (hello,) = frames_of(there.due(1990))
    assert hello[6] == wire.NOTHING


def test_an_alive_may_come_long_after_the_greeting() -> None:
    there = device()
    greet(there, 0)
    assert [words[0] for words in hear(there, 60_000, ("alive", BOOT))] == ["beat"]


@pytest.mark.parametrize("end", ["bye", "silence"])
def test_no_alive_opens_what_was_closed_but_a_greeting_does(end: str) -> None:
    there = device()
    greet(there, 0)
    hear(there, 0, ("alive", BOOT))
    assert there.is_open(0)
    now = 100
    if end == "bye":
        hear(there, now, ("bye",))
    else:
        now = 3500
    for moment in range(now, now + 3000, 100):
        hear(there, moment, ("alive", BOOT))
        assert not there.is_open(moment)
    # The same nonce will do: the greeting before was forgotten.
    (hello,) = greet(there, 9000)
    assert hello[6] == NONCE
    hear(there, 9000, ("alive", BOOT))
    assert there.is_open(9000)


HEARD = [("alive", BOOT), ("ack", BOOT, 7), ("light", 1, 0, "FFFFFF:1"), ("tone", 1, "440:1"), ("sweep",)]
UNHEARD = [
    ("alive", "00000001"),
    ("ack", "00000001", 7),
    ("host", 3),
    ("host", wire.PROTOCOL, NONCE, BOOT, 0),
    ("hello", wire.PROTOCOL, "9", "x", "x", BOOT, NONCE, 1, 0, 0, "x"),
    ("beat", BOOT, 1, 0, 0, "ok", "ok"),
    ("seen", BOOT, 1, "ring-1/1", CARD, "0", 1),
    ("done", "light", 1),
]


@pytest.mark.parametrize("words", HEARD, ids=str)
def test_these_frames_keep_a_device_open(words: tuple[object, ...]) -> None:
    there = device()
    greet(there, 0)
    hear(there, 0, ("alive", BOOT))
    for now in range(3000, 15_001, 3000):
        hear(there, now, words)
    assert there.is_open(15_000 + 3499)
    assert not there.is_open(15_000 + 3500)


@pytest.mark.parametrize("words", UNHEARD, ids=str)
def test_no_other_frame_does(words: tuple[object, ...]) -> None:
    there = device()
    greet(there, 0)
    hear(there, 0, ("alive", BOOT))
    hear(there, 3000, words)
    assert not there.is_open(3500)


def test_what_lies_there_pushes_no_scan_out_of_a_full_queue_and_is_told_after_it() -> None:
    pair = Pair()
    pair.run(200)
    lying = {("ring-1/1", f"040000000000{number:02X}") for number in range(4)}
    for reader, uid in sorted(lying):
        pair.push("seen", reader, uid)
    pair.run(500)
    # This host is gone; as many scans as the queue holds wait for the next.
    pair.device.receive(wire.frame("bye"), pair.now)
    waiting = []
    for number in range(device_link.CAPACITY // 2):
        for verb in ("seen", "gone"):
            waiting.append((verb, "ring-1/2", f"0411000000{number:04X}"))
            pair.push(*waiting[-1])
    pair.restart_host()
    since = len(pair.told())
    pair.run(6000)
    told = pair.told()[since:]
    assert told[: len(waiting)] == waiting
    assert sorted(told[len(waiting) :]) == sorted(("seen", *tag) for tag in lying)
    assert pair.lost() == []
    assert pair.device.idle


def test_a_tag_that_leaves_before_it_was_told_as_lying_is_told_as_gone_only() -> None:
    there = device()
    greet(there, 0)
    hear(there, 0, ("alive", BOOT))
    for place, uid in enumerate((CARD, TILE)):
        there.push("seen", f"ring-1/{place + 1}", uid, 0)
        there.due(0)
        hear(there, 0, ("ack", BOOT, place + 1))
    greet(there, 10, NEXT)
    there.push("gone", "ring-1/2", TILE, 20)
    first = hear(there, 30, ("alive", BOOT))
    assert [words[0] for words in first] == ["beat", "gone"]
    assert hear(there, 40, ("ack", BOOT, 3)) == [["seen", BOOT, "4", "ring-1/1", CARD, "?", "1"]]
    assert hear(there, 50, ("ack", BOOT, 4)) == []
    assert there.idle


def test_a_greeting_that_is_never_read_costs_no_memory() -> None:
    there = device()
    for number in range(5000):
        there.receive(wire.frame("host", wire.PROTOCOL, f"{number + 1:08X}", wire.NOTHING, 0), number)
    assert len(there.due(5000)) <= 1024


def test_what_was_ever_sent_has_no_age_for_a_host_that_does_not_know_it() -> None:
    there = device()
    there.push("seen", "ring-1/1", CARD, 0)
    greet(there, 0)
    assert hear(there, 0, ("alive", BOOT))[1] == ["seen", BOOT, "1", "ring-1/1", CARD, "0", "1"]
    # The host that took it greets anew by a line that lay somewhere from before, and is heard no more.
    greet(there, 10, NEXT, BOOT, 0)
    greet(there, 20, "33333333")
    assert hear(there, 30, ("alive", BOOT))[1] == ["seen", BOOT, "1", "ring-1/1", CARD, "?", "1"]


def test_a_greeting_without_a_nonce_is_dropped() -> None:
    there = device()
    greet(there, 0)
    hear(there, 0, ("alive", BOOT))
    assert greet(there, 10, wire.NOTHING) == []
    assert there.is_open(20)
    there = device()
    assert greet(there, 10, wire.NOTHING) == []
    hear(there, 20, ("alive", BOOT))
    assert not there.is_open(20)


def test_an_answer_to_another_protocol_puts_off_no_hello_and_no_beat() -> None:
    there = device()
    assert [words[6] for words in hear(there, 990, ("host", 3))] == [wire.NOTHING]
    assert [words[0] for words in frames_of(there.due(1000))] == ["hello"]
    greet(there, 1000)
    hear(there, 1000, ("alive", BOOT))
    assert [words[0] for words in hear(there, 1990, ("host", 3))] == ["hello"]
    assert there.is_open(1990)
    assert [words[0] for words in frames_of(there.due(2000))] == ["beat"]


@pytest.mark.parametrize("number", [0, 1, wire.MAX_NUMBER])
def test_the_first_command_after_a_greeting_is_played_whatever_its_number(number: int) -> None:
    there = device()
    greet(there, 0)
    there.receive(wire.frame("alive", BOOT), 0)
    frame = wire.frame("tone", number, "440:10")
    assert len(there.receive(frame, 10)) == 1
    assert there.receive(frame, 20) == []
    assert there.due(20).count(b"$done tone") == 2


# The host, rules 12 to 19.


def test_a_hello_without_a_nonce_is_nothing_before_the_answer_and_a_new_greeting_after_it() -> None:
    host = Host()
    assert host.says(0) == [["host", "2", NONCE, wire.NOTHING, "0"]]
    host.hello(0.1, wire.NOTHING)
    assert host.told == []
    assert host.says(0.5) == [["host", "2", NONCE, wire.NOTHING, "0"]]
    host.hello(0.6)
    assert [type(told) for told in host.told] == [LinkUp]
    assert host.says(0.6) == [["alive", BOOT]]
    # The alive was lost on its way.
    host.hello(1.6, wire.NOTHING)
    assert host.says(1.6) == [["host", "2", NEXT, BOOT, "0"]]
    host.hello(1.7, NEXT)
    assert host.says(1.7) == [["alive", BOOT]]
    assert [type(told) for told in host.told] == [LinkUp], "nobody needs to be told of it"


def test_an_answer_that_comes_twice_shows_what_was_lost_and_nothing_more() -> None:
    host = Host()
    host.hello(0)
    host.says(0)
    host.hello(0.1, head=4)
    assert host.told[1:] == [LinkLost("ring-1", Fault.SCANS_LOST, "3")]
    assert host.says(0.2) == []


def test_an_answer_that_comes_twice_from_two_starts_of_the_device_is_a_reset() -> None:
    host = Host()
    host.hello(0)
    host.hears(0.1, "seen", BOOT, 1, "ring-1/1", CARD, 0, 1)
    host.says(0.1)
    host.hello(0.2, boot="22222222")
    assert not host.link.up
    assert host.says(0.2) == [["host", "2", NEXT, BOOT, "1"]]
    since = len(host.told)
    host.hello(0.3, NEXT, boot="22222222")
    assert [type(told) for told in host.told[since:]] == [LinkLost, TagGone, LinkUp]
    assert host.says(0.3) == [["alive", "22222222"]]


@pytest.mark.parametrize(
    ("words", "heard"),
    [
        (("beat", BOOT, 1, 0, 0, "ok", "ok"), True),
        (("beat", BOOT, 1, 0, 0, "ok"), False),
        (("beat", BOOT, 1, 0, 0, "ok", "ok", "ok"), False),
        (("done", "light", 7), True),
        (("gone", BOOT, 1, "ring-1/1", CARD, 0), True),
        (("gone", "00000001", 1, "ring-1/1", CARD, 0), False),
        (("alive", BOOT), False),
    ],
    ids=str,
)
def test_which_frames_a_host_has_heard(words: tuple[object, ...], heard: bool) -> None:
    host = Host()
    host.hello(0)
    host.hears(3, *words)
    assert (host.link.silent(3.6) is None) == heard
    assert host.link.silent(6.5) is not None


def test_a_beat_of_another_length_says_nothing_of_any_reader() -> None:
    host = Host()
    host.hello(0)
    since = len(host.told)
    for healths in (["dead-bus"], ["ok", "dead-bus", "ok"]):
        host.hears(1, "beat", BOOT, 5, 0, 0, *healths)
    assert host.told[since:] == []


def test_a_health_of_an_unknown_word_is_no_good_one() -> None:
    host = Host()
    host.hello(0)
    since = len(host.told)
    host.hears(1, "beat", BOOT, 1, 0, 0, "ok", "tired")
    host.hears(2, "beat", BOOT, 1, 0, 0, "starting", "starting")
    assert host.told[since:] == [ReaderLost("ring-1", "ring-1/2", Fault.NO_ANSWER), ReaderBack("ring-1", "ring-1/2")]


def test_an_event_of_an_unknown_reader_is_said_to_be_lost_and_an_unknown_trouble_is_one() -> None:
    host = Host()
    host.hello(0)
    since = len(host.told)
    host.hears(1, "seen", BOOT, 1, "ring-1/9", CARD, 0, 1)
    host.hears(1, "trouble", BOOT, 2, "ring-1/1", "three-legs", 0)
    host.hears(1, "seen", BOOT, 3, "ring-1/2", OTHER, "?", 1)
    assert host.told[since:] == [
        LinkLost("ring-1", Fault.SCANS_LOST, "1"),
        TagTrouble("ring-1/1", Trouble.TWO_TAGS),
        TagSeen("ring-1/2", bytes.fromhex(OTHER), AGE_UNKNOWN),
    ]
    assert host.says(1) == [["ack", BOOT, "3"], ["alive", BOOT]]
