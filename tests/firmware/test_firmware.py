"""The firmware, on the real MicroPython, against the chip models, with the real pyserial at the other end of the port."""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.devices.signals import PATTERNS
from companion.devices.wand import Wands
from companion.pico import wire
from companion.table.events import AGE_UNKNOWN, Fault, LinkLost, LinkUp, ReaderBack, ReaderLost, Signal, TagGone, TagSeen, TagTrouble, Trouble
from tests.devices.picos import PATIENCE, Inbox, eventually
from tests.emulation.mfrc522 import Faults
from tests.emulation.tags import Ntag, Phone, Tag, TripleTag
from tests.firmware.board import Board

CARD = bytes.fromhex("04A1B2C3D4E580")
TILE = bytes.fromhex("0488990011AA22")
SHORT = bytes.fromhex("DEADBEEF")
LONG = bytes.fromhex("04000102030405060708")

Boards = Callable[..., Board]
Hosts = Callable[..., tuple[Wands, Inbox]]


def tag_of(uid: bytes) -> Tag:
    if len(uid) == 10:
        return TripleTag(uid)
    return Ntag(uid) if len(uid) == 7 else Tag(uid, b"\x04\x00", 0x08)


@pytest.mark.parametrize("uid", [SHORT, CARD, LONG], ids=len)
def test_a_wand_reads_whole_uids_and_a_presentation_counts_once(uid: bytes, boards: Boards, hosts: Hosts) -> None:
    board = boards()
    _, inbox = hosts(board)
    tag = tag_of(uid)
    for _ in range(3):
        transfers = board.chip().transfers
        board.lay(tag)
        seen = inbox.next()
        assert isinstance(seen, TagSeen)
        assert (seen.reader, seen.uid) == ("wand", uid)
        assert seen.age < PATIENCE
        eventually(lambda since=transfers: board.chip().transfers > since + 400)  # looked at many times while it lies there
        assert inbox.empty()
        board.lift(tag)
        assert inbox.next() == TagGone("wand", uid)


def test_a_card_and_a_tile_together_are_both_told_and_three_tags_are_not(boards: Boards, hosts: Hosts) -> None:
    board = boards()
    _, inbox = hosts(board)
    card, tile, third = Ntag(CARD), Ntag(TILE), Tag(SHORT, b"\x04\x00", 0x08)
    board.lay(card)
    assert inbox.until(TagSeen).among == 1
    board.lay(tile)
    assert inbox.until(TagSeen).among == 2
    board.lay(third)
    assert inbox.next() == TagTrouble("wand", Trouble.ONE_AT_A_TIME)


def test_tags_that_come_together_are_told_as_such(boards: Boards, hosts: Hosts) -> None:
    board = boards()
    _, inbox = hosts(board)
    board.lay(Ntag(CARD), Ntag(TILE))
    told = [inbox.until(TagSeen), inbox.until(TagSeen)]
    assert {(seen.uid, seen.among) for seen in told} == {(CARD, 2), (TILE, 2)}


def test_two_tags_that_cant_be_told_apart_are_trouble(boards: Boards, hosts: Hosts) -> None:
    board = boards()
    _, inbox = hosts(board)
    # Two phones draw new numbers for ever.
    for seed in (1, 2):
        board.lay(Phone(seed))
    assert inbox.next() == TagTrouble("wand", Trouble.TWO_TAGS)


def test_every_reader_of_a_ring_gets_its_own_tags_and_one_field_is_on_at_a_time(boards: Boards, hosts: Hosts) -> None:
    board = boards("ring", readers=6, away_ms=300, period_ms=10)
    _, inbox = hosts(board)
    tags = {f"ring-1/{number + 1}": Ntag(bytes([4, *[number] * 6])) for number in range(6)}
    for place, tag in enumerate(tags.values()):
        board.lay(tag, reader=place)
    seen = [inbox.until(TagSeen) for _ in tags]
    assert {told.reader: told.uid for told in seen} == {reader: tag.uid for reader, tag in tags.items()}
    for place, tag in enumerate(tags.values()):
        board.lift(tag, reader=place)
    gone = [inbox.until(TagGone) for _ in tags]
    assert {told.reader: told.uid for told in gone} == {reader: tag.uid for reader, tag in tags.items()}
    # That no two fields were on at once, and no two chips selected, is checked after every test: see the fixture `boards`.


def test_a_ring_fits_into_a_picos_memory(boards: Boards, hosts: Hosts) -> None:
    board = boards("ring", readers=6)
    board.power_down()
    # A Pico leaves about 190 kB to programs; here every pointer takes twice the room.
    board.power_up("-X", "heapsize=192k")
    _, inbox = hosts(board)
    for number in range(6):
        board.lay(Ntag(bytes([4, *[number] * 6])), reader=number)
    assert len({inbox.until(TagSeen).reader for _ in range(6)}) == 6


def test_a_ring_led_by_the_host_sweeps_when_told_and_goes_on_by_itself(boards: Boards, hosts: Hosts) -> None:
    rings = [boards("ring", f"ring-{number}", 2, period_ms=5) for number in (1, 2)]
    wands, inbox = hosts(*rings)
    for ring in rings:
        ring.lay(Ntag(CARD), reader=1)
        assert inbox.until(TagSeen).uid == CARD
    wands.stop()
    for ring in rings:
        looks = ring.chip().transfers
        eventually(lambda ring=ring, looks=looks: ring.chip().transfers > looks + 100)


@pytest.mark.parametrize(
    ("faults", "version", "fault"),
    [
        (Faults(stuck=0x00), 0x92, Fault.DEAD_BUS),
        (Faults(stuck=0xFF), 0x92, Fault.DEAD_BUS),
        (Faults(), 0x3A, Fault.WRONG_CHIP),
        (Faults(wakes=False), 0x92, Fault.DEAD_BUS),
    ],
    ids=["MISO low", "MISO high", "another chip", "stays in reset"],
)
def test_a_broken_reader_of_a_ring_is_named_the_others_go_on_and_it_comes_back(
    faults: Faults, version: int, fault: Fault, boards: Boards, hosts: Hosts
) -> None:
    board = boards("ring", readers=3)
    _, inbox = hosts(board)
    whole = board.chip(1).faults, board.chip(1).version
    board.chip(1).faults, board.chip(1).version = faults, version
    if not faults.wakes:
        board.chip(1).reset_pin(False)
        board.chip(1).reset_pin(True)
    assert inbox.next() == ReaderLost("ring-1", "ring-1/2", fault)
    board.lay(Ntag(CARD), reader=2)
    assert inbox.next() == TagSeen("ring-1/3", CARD, inbox.all[-1].age)  # type: ignore[union-attr]
    board.chip(1).faults, board.chip(1).version = whole
    if not faults.wakes:
        board.chip(1).reset_pin(False)
        board.chip(1).reset_pin(True)
    assert inbox.next() == ReaderBack("ring-1", "ring-1/2")
    board.lay(Ntag(TILE), reader=1)
    assert inbox.until(TagSeen).uid == TILE


def test_a_chip_that_loses_its_supply_for_a_moment_is_set_up_again_and_nobody_notices(boards: Boards, hosts: Hosts) -> None:
    board = boards()
    _, inbox = hosts(board)
    tag = Ntag(CARD)
    board.lay(tag)
    inbox.until(TagSeen)
    for _ in range(3):
        board.chip().faults.browns_out_at = board.chip().transfers + 3
        looks = board.chip().transfers
        # Set up anew, and whole inventories after it.
        eventually(lambda since=looks: board.chip().transfers > since + 200)
    assert inbox.empty()
    board.lift(tag)
    assert inbox.next() == TagGone("wand", CARD)


def test_a_reader_whose_supply_dips_at_every_look_is_told_and_comes_back(boards: Boards, hosts: Hosts) -> None:
    board = boards("ring", readers=2)
    _, inbox = hosts(board)
    board.chip(0).faults.dips_with_field = True
    lost = inbox.next()
    assert isinstance(lost, ReaderLost)
    assert (lost.device, lost.reader) == ("ring-1", "ring-1/1")
    # It is not told as well and as broken by turns.
    looks = board.chip(1).transfers
    eventually(lambda: board.chip(1).transfers > looks + 500)
    assert inbox.empty()
    board.lay(Ntag(TILE), reader=1)
    assert inbox.until(TagSeen).reader == "ring-1/2"
    board.chip(0).faults.dips_with_field = False
    assert inbox.next() == ReaderBack("ring-1", "ring-1/1")
    board.lay(Ntag(CARD), reader=0)
    assert inbox.until(TagSeen).reader == "ring-1/1"


def test_a_wand_that_resets_says_so_once_and_a_tag_that_lies_there_cant_act_again(boards: Boards, hosts: Hosts) -> None:
    board = boards()
    _, inbox = hosts(board)
    tag = Ntag(CARD)
    board.lay(tag)
    assert inbox.until(TagSeen).age < PATIENCE
    board.reset()
    assert inbox.next() == LinkLost("wand", Fault.SCANS_LOST)
    assert inbox.next() == TagGone("wand", CARD)
    assert inbox.next() == LinkUp("wand", ("wand",), f"firmware {wire.FIRMWARE}")
    assert inbox.next() == TagSeen("wand", CARD, AGE_UNKNOWN)
    board.lift(tag)
    inbox.until(TagGone)
    board.lay(tag)
    assert inbox.until(TagSeen).age < PATIENCE


def test_a_host_that_comes_later_gets_what_waits_with_its_age(boards: Boards, hosts: Hosts) -> None:
    board = boards()
    wands, _ = hosts(board)
    wands.stop()
    began = time.monotonic()
    # The firmware hears the farewell before there is anything to tell: what was sent once has no age for another host.
    looks = board.chip().transfers
    eventually(lambda since=looks: board.chip().transfers > since + 150)
    for uid in (CARD, TILE):
        tag = Ntag(uid)
        looks = board.chip().transfers
        board.lay(tag)
        eventually(lambda since=looks: board.chip().transfers > since + 150)
        board.lift(tag)
        looks = board.chip().transfers
        eventually(lambda since=looks: board.chip().transfers > since + 150)
    _, later = hosts(board)
    first, second = later.until(TagSeen), later.until(TagSeen)
    assert [first.uid, second.uid] == [CARD, TILE]
    assert time.monotonic() - began >= first.age > second.age > 0.05


def test_a_host_that_comes_later_is_told_what_lies_there_and_cant_play_it(boards: Boards, hosts: Hosts) -> None:
    board = boards("ring", readers=2)
    wands, inbox = hosts(board)
    card, tile = Ntag(CARD), Ntag(TILE)
    board.lay(card, reader=1)
    board.lay(tile, reader=0)
    first = [inbox.until(TagSeen), inbox.until(TagSeen)]
    assert all(told.age < PATIENCE for told in first)
    board.lift(tile, reader=0)
    inbox.until(TagGone)
    for _ in range(2):
        wands.stop()
        wands, inbox = hosts(board)
        assert inbox.next() == TagSeen("ring-1/2", CARD, AGE_UNKNOWN)
        assert inbox.empty()
    board.lift(card, reader=1)
    assert inbox.next() == TagGone("ring-1/2", CARD)
    board.lay(card, reader=1)
    assert inbox.until(TagSeen).age < PATIENCE


def outputs(board: Board, since: int) -> tuple[list[int], list[int]]:
    """What light and buzzer did: the colours and the pitches, in order."""
    pins = board.config["outputs"]
    colour, colours, pitches = {"red": 0, "green": 0, "blue": 0}, [], []
    for pin, frequency, duty in board.played[since:]:
        name = next(name for name, number in pins.items() if number == pin)
        if name == "buzzer":
            pitches.append(frequency if duty else 0)
        else:
            colour[name] = duty // 257
            if name == "blue":  # the last of the three that are set
                colours.append(colour["red"] << 16 | colour["green"] << 8 | colour["blue"])
    return colours, pitches


@pytest.mark.parametrize("signal", [signal for signal in Signal if signal is not Signal.QUIET])
def test_a_signal_is_seen_and_heard(signal: Signal, boards: Boards, hosts: Hosts, monkeypatch: pytest.MonkeyPatch) -> None:
    # However busy this machine is, no tone comes too late.
    monkeypatch.setattr("companion.devices.link.COMMAND_LIFE", PATIENCE)
    board = boards()
    wands, _ = hosts(board)
    since = len(board.played)
    wands.signal(signal)
    pattern = PATTERNS[signal]
    lit = [*[colour for colour, _ in pattern.light] * (pattern.times or 1), 0]
    heard = [*[hertz for hertz, _ in pattern.tone], 0]
    # A tone ends in silence, a light that ends in darkness.
    ends = (pattern.times > 0, True)
    eventually(lambda: all(played and not (end and played[-1]) for played, end in zip(outputs(board, since), ends, strict=True)))
    # On a busy machine a step may be over before it is its turn: test_lights.py has every step.
    for played, steps in zip(outputs(board, since), (lit * (1 if pattern.times else 100), heard), strict=True):
        assert played[0] == steps[0]
        left = iter(steps)
        assert all(value in left for value in played), (played, steps)
    wands.signal(Signal.QUIET)
    eventually(lambda: outputs(board, since)[0][-1] == 0)


def test_a_light_without_end_ends_with_the_host_and_begins_anew_with_it(boards: Boards, hosts: Hosts) -> None:
    board = boards()
    wands, inbox = hosts(board)
    blue = board.config["outputs"]["blue"]

    def blinks() -> bool:
        since = len(board.played)
        eventually(lambda: len(board.played) > since)
        return any(pin == blue and duty for pin, _, duty in board.played[since:])

    wands.signal(Signal.WAITING)
    eventually(blinks)
    wands.stop()
    eventually(lambda: board.said.endswith(b"\n") and b" 00000000 " in board.said[board.said.rindex(b"$") :])
    since = len(board.played)
    hellos = board.said.count(b"$hello")
    eventually(lambda: board.said.count(b"$hello") > hellos + 1)  # longer than the light's own pause
    assert [duty for _, _, duty in board.played[since:] if duty] == []
    assert set(board.duty.values()) == {0}
    wands.start(inbox)
    inbox.until(LinkUp)
    eventually(blinks)


def test_ctrl_c_alone_on_a_line_gives_the_prompt_as_mpremote_asks_for_it(boards: Boards) -> None:
    board = boards()
    board.power_down()
    board.power_up("-i")
    eventually(lambda: b"$hello" in board.said)
    os.write(board._host_slave, b"\r\x03")
    os.write(board._host_slave, b"\r\x01")
    eventually(lambda: b"raw REPL; CTRL-B to exit\r\n>" in board.said)
    assert [board.duty[pin] for pin in board.config["outputs"].values()] == [0, 0, 0, 0]
    assert not any(chip.field.on for chip in board.chips.values())


def test_ctrl_c_within_a_line_is_damage_and_nothing_more(boards: Boards, hosts: Hosts) -> None:
    board = boards()
    _, inbox = hosts(board)
    board.to_device = lambda data: b"\x03" + data
    board.lay(Ntag(CARD))
    assert inbox.until(TagSeen).uid == CARD


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda text: "", "vabanque.json can't be read:"),
        (lambda text: text[:40], "vabanque.json can't be read:"),
        (lambda text: json.dumps({key: value for key, value in json.loads(text).items() if key != "spi"}), "vabanque.json lacks spi"),
        (lambda text: json.dumps(json.loads(text) | {"gain": 30}), "vabanque.json can't be used: the gain has to be one of 18, 23,"),
        (lambda text: json.dumps(json.loads(text) | {"name": "the wand"}), "vabanque.json can't be used: no frame of this protocol"),
        (lambda text: json.dumps(json.loads(text) | {"readers": []}), "vabanque.json can't be used:"),
        (lambda text: json.dumps(json.loads(text) | {"spi": 7}), "vabanque.json can't be used:"),
        (lambda text: "[1]", "vabanque.json can't be used:"),
        (lambda text: json.dumps(json.loads(text) | {"outputs": 7}), "vabanque.json can't be used:"),
        (lambda text: text.replace('"buzzer": 15', '"buzzer": 13'), "blue on GP12 and buzzer on GP13 hang on one PWM"),
        (lambda text: text.replace('"green": 11', '"green": 26'), "red on GP10 and green on GP26 hang on one PWM"),
        (lambda text: text.replace('"sck": 18', '"sck": 17'), "vabanque.json can't be used: bad SCK pin"),
        (lambda text: text.replace('"cs": 17', '"cs": 99'), "vabanque.json can't be used: invalid pin"),
    ],
    ids=[
        "empty",
        "cut off",
        "a key is missing",
        "no such gain",
        "no such name",
        "no reader",
        "no wires",
        "no object",
        "no outputs",
        "one slice",
        "one channel",
        "no SCK",
        "no pin",
    ],
)
def test_a_configuration_that_cant_be_used_is_a_sentence(spoil: Callable[[str], str], sentence: str, boards: Boards) -> None:
    board = boards()
    board.power_down()
    file: Path = board.folder / "vabanque.json"
    file.write_text(spoil(file.read_text()))
    board.power_up()
    assert board.ended() == 0
    eventually(lambda: "companion firmware install" in board.said.decode(errors="replace"))
    eventually(lambda: sentence in board.said.decode(errors="replace"))


@pytest.mark.parametrize("bursts", [True, False])
def test_a_reader_does_without_bursts_where_they_are_switched_off(bursts: bool, boards: Boards, hosts: Hosts) -> None:
    board = boards(bursts=bursts)
    board.chip().faults.single_bytes = not bursts
    _, inbox = hosts(board)
    board.lay(Ntag(CARD))
    assert inbox.until(TagSeen).uid == CARD
    assert (board.chip().longest > 2) is bursts


def test_a_program_that_fails_starts_anew(boards: Boards) -> None:
    board = boards()
    eventually(lambda: b"$hello" in board.said)
    board.chip().transfer = lambda data: b""  # type: ignore[method-assign]  no bus answers so: something nobody thought of
    assert board.ended() == 3
    # What it last wrote to its pins and its port comes through by threads of the board's own.
    eventually(lambda: board.resets == 1)
    eventually(lambda: b"Traceback" in board.said)


def test_a_program_that_fails_in_the_middle_of_a_look_leaves_no_field_on(boards: Boards) -> None:
    board = boards("ring", readers=2)
    eventually(lambda: board.chip(1).transfers > 100)
    transfer = board.chip(1).transfer

    def failing(data: bytes) -> bytes:
        # An answer of no length, which nobody thought of, to all but the register of the field, once the field is on.
        return transfer(data) if not board.chip(1).field.on or data[0] & 0x7F == 0x14 << 1 else b""

    board.chip(1).transfer = failing  # type: ignore[method-assign]
    assert board.ended() == 3
    eventually(lambda: not any(chip.field.on for chip in board.chips.values()))


def test_a_program_that_fails_before_its_loop_starts_anew(boards: Boards) -> None:
    board = boards()
    board.power_down()
    with (board.folder / "companion" / "firmware" / "lights.py").open("a") as file:
        file.write("\ndef rgb_light(pwms):\n    raise RuntimeError('nobody thought of it')\n")
    resets = board.resets
    board.power_up()
    assert board.ended() == 3
    eventually(lambda: board.resets == resets + 1)


def test_a_watchdog_runs_with_the_program_and_not_at_the_prompt(boards: Boards) -> None:
    """The chip's own ends after 8.3 s at most; at the prompt it would cut mpremote short."""
    board = boards()
    eventually(lambda: board.fed > 100)
    assert 2000 < board.watchdog_ms <= 8388
    os.write(board._host_slave, b"\r\x03\r")
    assert board.ended() == 0
    eventually(lambda: board.watchdog_ms == 0)


def test_a_watchdog_outlives_a_program_that_fails(boards: Boards) -> None:
    board = boards()
    eventually(lambda: board.fed > 100)
    board.chip().transfer = lambda data: b""  # type: ignore[method-assign]
    board.ended()
    assert board.watchdog_ms > 0


def test_a_host_that_does_not_read_stops_no_reader(boards: Boards, hosts: Hosts) -> None:
    board = boards()
    _, inbox = hosts(board)
    board.stall()
    for _ in range(3):
        looks, fed = board.chip().transfers, board.fed
        eventually(lambda looks=looks, fed=fed: board.chip().transfers > looks + 300 and board.fed > fed + 300)
    tag = Ntag(CARD)
    board.lay(tag)
    looks = board.chip().transfers
    eventually(lambda: board.chip().transfers > looks + 300)
    board.stalled = False
    # What was cut off is damage; what waited is told, by its true age.
    assert inbox.until(TagSeen).uid == CARD


HARSH = [
    ("tone", 1, "5:200"),
    ("tone", 2, "1:1,7:1,8:1,19:1,20:1,99999:1,0:1"),
    ("tone", 3, "99999:99999"),
    ("tone", wire.MAX_NUMBER, "0:0"),
    ("light", 1, wire.MAX_NUMBER, "FFFFFF:0"),
    ("light", 2, wire.MAX_NUMBER, ",".join(["FFFFFF:99999"] * 12)),
    ("light", 0, 0, "000000:0,FFFFFF:1"),
    ("sweep",),
    ("host", 3),
    ("host", 2, wire.NOTHING, wire.NOTHING, wire.MAX_NUMBER),
    ("ack", wire.NOTHING, wire.MAX_NUMBER),
    ("hello", 9, "x", "x"),
    ("beat", wire.NOTHING, 0, 0, 0, "ok"),
    ("seen", wire.NOTHING, 1, "wand", "04A1B2C3D4E580", "?", 1),
]


def test_no_frame_that_the_page_allows_restarts_a_device(boards: Boards, hosts: Hosts) -> None:
    board = boards()
    _, inbox = hosts(board)
    for frame in HARSH:
        os.write(board._host_slave, wire.frame(*frame))
        fed = board.fed
        eventually(lambda fed=fed: board.fed > fed + 20)
    assert board.resets == 0
    assert all(frequency >= 20 for pin, frequency, duty in board.played if pin == board.config["outputs"]["buzzer"] and duty)
    board.lay(Ntag(CARD))
    assert inbox.until(TagSeen).uid == CARD


@pytest.mark.parametrize("direction", ["host", "device"])
@pytest.mark.parametrize("damage", ["dropped", "doubled", "flipped", "glued"])
def test_a_scan_whose_line_is_damaged_at_any_byte_arrives_once(
    direction: str, damage: str, boards: Boards, hosts: Hosts, request: pytest.FixtureRequest
) -> None:
    """The frame of each tap, or its acknowledgement, is damaged one byte further on than that of the tap before."""
    board = boards(away_ms=20)
    _, inbox = hosts(board)
    length = len(wire.frame("seen", "5F3A9C21", 100, "wand", CARD.hex().upper(), 20, 1) if direction == "host" else b"$ack 5F3A9C21 100*0000\r\n")
    places = range(length) if request.config.getoption("--long") else random.Random(damage + direction).sample(range(length), 4)
    spoil = {
        "dropped": lambda byte: b"",
        "doubled": lambda byte: byte * 2,
        "flipped": lambda byte: bytes([byte[0] ^ 0x04]),
        "glued": lambda byte: b"$~" + byte,
    }[damage]
    verb = b"$seen" if direction == "host" else b"$ack"
    damaged = []
    for number, at in enumerate(places):
        armed = [True]

        def fate(data: bytes, at: int = at, armed: list[bool] = armed) -> bytes:
            frame = data.find(verb)
            if not armed[0] or frame < 0:
                return data
            armed[0] = False
            # A frame with fewer digits than that one ends earlier.
            place = min(frame + at, data.index(b"\n", frame))
            damaged.append(at)
            return data[:place] + spoil(data[place : place + 1]) + data[place + 1 :]

        setattr(board, f"to_{direction}", fate)
        tag = Ntag(bytes([4, *number.to_bytes(6, "big")]))
        board.lay(tag)
        seen = inbox.next()
        assert isinstance(seen, TagSeen), seen
        assert (seen.reader, seen.uid) == ("wand", tag.uid)
        board.lift(tag)
        assert inbox.next() == TagGone("wand", tag.uid)
    eventually(lambda: damaged == list(places))
    assert inbox.empty()


def test_wand_and_host_restart_by_turns_and_no_tap_acts_twice(boards: Boards, hosts: Hosts) -> None:
    board = boards(away_ms=20)
    wands, inbox = hosts(board)
    played: list[bytes] = []
    for number in range(6):
        tag = Ntag(bytes([4, *number.to_bytes(6, "big")]))
        board.lay(tag)
        seen = inbox.until(TagSeen)
        assert seen.uid == tag.uid
        played.append(seen.uid)
        if number % 2:
            wands.stop()
            wands, inbox = hosts(board)
        else:
            board.reset()
            inbox.until(LinkUp)
            again = inbox.until(TagSeen)
            assert again == TagSeen("wand", tag.uid, AGE_UNKNOWN)
        board.lift(tag)
        inbox.until(TagGone)
    assert len(set(played)) == 6


def test_the_port_is_silent_of_what_no_line_of_the_protocol_is(boards: Boards, hosts: Hosts) -> None:
    board = boards()
    _, inbox = hosts(board)
    board.lay(Ntag(CARD))
    inbox.until(TagSeen)
    parser = wire.Parser()
    whole = board.said[: board.said.rindex(b"\n") + 1]
    parser.feed(whole)
    assert parser.damaged == 0
