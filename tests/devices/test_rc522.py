"""The pad, through the real `mfrc522` package on a made-up Raspberry Pi."""

from __future__ import annotations

import errno
import logging
import queue
import random
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from companion.devices.pi_bus import PiBus
from companion.devices.rc522 import RETRY_S, TRIES, Rc522Reader
from companion.pico.mfrc522_chip import REST_MS
from companion.table.events import AGE_UNKNOWN, Fault, Input, LinkLost, LinkUp, Signal, TagGone, TagSeen, TagTrouble, Trouble
from tests.devices.picos import PATIENCE
from tests.emulation.air import Noise, bytes_of
from tests.emulation.board import RST_BCM, Board, on_a_pi
from tests.emulation.mfrc522 import Mfrc522Model
from tests.emulation.tags import Classic, Ntag, Phone, Tag, TripleTag, roll

UID = bytes.fromhex("04a1b2c3d4e580")
OTHER = bytes.fromhex("04a1b2ffeedd81")

UP = LinkUp("pad", ("pad",), "MFRC522 version 2.0")


class Pad:
    """A pad on a made-up Pi, polled by hand in simulated time. `told` is what the table hears; `take()` what is new."""

    def __init__(self, board: Board, **options: object) -> None:
        self.board = board
        self.reader = Rc522Reader(clock=board.clock.seconds, sleep=board.clock.sleep, threaded=False, **options)  # type: ignore[arg-type]
        self.told: list[Input] = []
        self.pauses: list[float] = []

    @property
    def chip(self) -> Mfrc522Model:
        return self.board.chip()

    def start(self) -> list[Input]:
        self.reader.start(self.told.append)
        return self.run(0.2)

    def run(self, seconds: float) -> list[Input]:
        """Lets time pass; what was told in it."""
        self.told.clear()
        end = self.board.clock.seconds() + seconds
        while self.board.clock.seconds() < end:
            pause = self.reader.step()
            self.pauses.append(pause)
            self.board.clock.sleep(pause)
        return list(self.told)

    def lay(self, *tags: Tag, seconds: float = 0.3) -> list[Input]:
        self.chip.field.lay(*tags, now=self.board.clock.now)
        return self.run(seconds)

    def lift(self, *tags: Tag, seconds: float = 0.5) -> list[Input]:
        self.chip.field.lift(*(tags or self.chip.field.tags[:]), now=self.board.clock.now)
        return self.run(seconds)


@pytest.fixture
def board() -> Iterator[Board]:
    made_up = Board()
    made_up.chips[0, 0] = Mfrc522Model(made_up.clock)
    with on_a_pi(made_up):
        yield made_up


@pytest.fixture
def pad(board: Board) -> Pad:
    pad = Pad(board)
    assert pad.start() == [UP]
    return pad


# One presentation, one event.


@pytest.mark.parametrize("tag", [Ntag(UID), Classic(b"\x01\x02\x03\x04"), Classic(UID), TripleTag(bytes(range(4, 14)))], ids=str)
def test_a_tag_comes_once_and_goes_once(pad: Pad, tag: Tag) -> None:
    assert pad.lay(tag) == [TagSeen("pad", tag.uid)]
    assert pad.run(2) == []
    assert pad.lift() == [TagGone("pad", tag.uid)]
    assert pad.run(2) == []


def test_a_tag_is_asked_for_its_number_and_never_read_or_written(pad: Pad, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[list[int]] = []
    hear = Tag.hear
    monkeypatch.setattr(Tag, "hear", lambda tag, bits, damaged, now: (heard.append(bits), hear(tag, bits, damaged, now))[1])
    for tags in ([Ntag(UID)], [Classic(UID)], [TripleTag(bytes(range(4, 14)))], [Ntag(UID), Ntag(OTHER)], [Phone()]):
        pad.lay(*tags, seconds=1)
        pad.lift()
    # Seven bits wake (REQA, WUPA); the rest is anticollision and select of the three levels, and halt: ISO/IEC 14443-3, 6.4 and 6.5.
    assert {bytes_of(bits)[0] for bits in heard if len(bits) == 7} == {0x26, 0x52}
    assert {bytes_of(bits)[0] for bits in heard if len(bits) != 7} == {0x93, 0x95, 0x97, 0x50}


def test_a_card_left_on_the_pad_for_an_hour_counts_once(board: Board) -> None:
    pad = Pad(board, pause_s=2.0)
    pad.start()
    assert pad.lay(Ntag(UID), seconds=4) == [TagSeen("pad", UID)]
    assert pad.run(3600) == []


def test_one_tag_after_another_is_read_each_time(pad: Pad) -> None:
    for number in range(20):
        uid = UID[:6] + bytes([number])
        assert pad.lay(Ntag(uid)) == [TagSeen("pad", uid)]
        assert pad.lift() == [TagGone("pad", uid)]


@pytest.mark.parametrize("away", [0.155, 0.2, 0.5])
def test_the_same_card_counts_anew_when_it_was_away_longer_than_the_threshold(pad: Pad, away: float) -> None:
    tag = Ntag(UID)
    pad.lay(tag)
    for _ in range(5):
        told = pad.lift(seconds=away) + pad.lay(tag)
        assert told == [TagGone("pad", UID), TagSeen("pad", UID)]


@pytest.mark.parametrize("away", [0.01, 0.03])
def test_a_card_that_slips_for_a_moment_does_not_count_anew(pad: Pad, away: float) -> None:
    tag = Ntag(UID)
    pad.lay(tag)
    assert pad.lift(seconds=away) + pad.lay(tag) == []


def test_the_thresholds_leave_room_for_the_polls_that_they_need(pad: Pad) -> None:
    """Three misses fit into 150 ms, at the pace of empty polls."""
    before = pad.chip.field.frames
    pad.run(1.5)
    assert (pad.chip.field.frames - before) / 10 >= 3


def test_a_card_and_a_table_together_are_both_told(pad: Pad) -> None:
    card, table = Ntag(UID), Ntag(OTHER)
    told = pad.lay(card, table)
    assert sorted(told, key=str) == sorted([TagSeen("pad", UID, among=2), TagSeen("pad", OTHER, among=2)], key=str)
    assert pad.lift(card) == [TagGone("pad", UID)]
    assert pad.lay(card) == [TagSeen("pad", UID, among=2)]
    assert pad.lift(table) == [TagGone("pad", OTHER)]
    assert pad.lift(card) == [TagGone("pad", UID)]
    assert pad.lay(card) == [TagSeen("pad", UID)]


def test_more_tags_than_a_gesture_has_are_one_trouble_and_no_tag(pad: Pad) -> None:
    tags = roll(random.Random(1), 4)
    assert pad.lay(*tags) == [TagTrouble("pad", Trouble.ONE_AT_A_TIME)]
    for tag in tags[:3]:
        assert pad.lift(tag) == [], "what is left of a heap is no card that was played"
    assert pad.lift() == []
    assert pad.lay(tags[0]) == [TagSeen("pad", tags[0].uid)]


def test_tags_that_can_not_be_told_apart_are_one_trouble(pad: Pad) -> None:
    one, other = Classic(b"\x01\x02\x03\x04"), Classic(b"\x01\x02\x03\x04")
    other.sak = 0x18
    assert pad.lay(one, other) == [TagTrouble("pad", Trouble.TWO_TAGS)]
    assert pad.run(2) == []


def test_a_phone_is_one_tag_that_comes_and_goes(pad: Pad) -> None:
    phone = Phone(seed=2)
    (seen,) = pad.lay(phone, seconds=1)
    assert isinstance(seen, TagSeen)
    assert seen.uid[0] == 0x08
    assert pad.lift() == [TagGone("pad", seen.uid)]


# Noise.


def test_noise_is_no_removal(pad: Pad) -> None:
    pad.lay(Ntag(UID))
    pad.chip.field.noise = Noise(flip=0.2, seed=1)
    assert pad.run(3) == []
    pad.chip.field.noise = Noise()
    assert pad.run(1) == []
    assert pad.lift() == [TagGone("pad", UID)]


def test_the_pad_is_not_blind_after_noise(pad: Pad) -> None:
    pad.chip.field.noise = Noise(ghost=1.0, seed=1)
    assert pad.run(0.4) == []
    pad.chip.field.noise = Noise()
    assert pad.lay(Ntag(UID)) == [TagSeen("pad", UID)]
    pad.chip.field.noise = Noise(flip=0.3, ghost=0.5, seed=2)
    pad.run(2)
    pad.chip.field.noise = Noise()
    assert pad.lift() == [TagGone("pad", UID)]
    assert pad.lay(Ntag(OTHER)) == [TagSeen("pad", OTHER)]


def test_a_tag_in_noise_is_told_at_most_once_and_only_itself(board: Board) -> None:
    for seed in range(15):
        pad = Pad(board)
        pad.start()
        board.chip().field.noise = Noise(flip=0.01, collide=0.01, ghost=0.2, seed=seed)
        told = pad.lay(Ntag(UID), seconds=1)
        assert [event for event in told if isinstance(event, TagSeen)] == [TagSeen("pad", UID)]
        assert not any(isinstance(event, TagGone) for event in told)
        board.chip().field.noise = Noise()
        board.chip().field.clear(board.clock.now)
        pad.reader.stop()


# The link.


def test_an_idle_pad_costs_little_and_sleeps(pad: Pad) -> None:
    before = pad.chip.transfers
    pad.pauses.clear()
    pad.run(10)
    polls = len(pad.pauses)
    assert (pad.chip.transfers - before) / polls <= 10
    assert min(pad.pauses) >= 0.02


def test_no_transfer_is_longer_than_64_bytes(pad: Pad) -> None:
    pad.lay(*roll(random.Random(2), 5))
    assert pad.chip.longest <= 64


def test_the_reset_pin_is_named_in_the_numbers_that_are_in_use(board: Board) -> None:
    pad = Pad(board)
    pad.start()
    assert ("setup", RST_BCM, 0) in board.calls
    pad.reader.stop()
    board.calls.clear()
    from RPi import GPIO

    GPIO.cleanup()
    GPIO.setmode(GPIO.BOARD)
    pad.start()
    assert ("setup", 22, 0) in board.calls
    assert all(call[1] in (22, None) for call in board.calls if call[0] in ("setup", "output"))


def test_only_the_pads_own_pin_is_given_back(pad: Pad, board: Board) -> None:
    pad.reader.stop()
    assert [call for call in board.calls if call[0] == "cleanup"] == [("cleanup", RST_BCM)]
    assert board.open_handles == 0
    assert not pad.chip.field.on


def test_the_packages_log_lines_do_not_multiply(board: Board) -> None:
    before = list(logging.getLogger("mfrc522Logger").handlers)
    for _ in range(3):
        pad = Pad(board)
        pad.start()
        pad.reader.stop()
    assert logging.getLogger("mfrc522Logger").handlers == before


def test_a_log_names_no_uid(pad: Pad, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        pad.lay(Ntag(UID))
        pad.chip.brown_out()
        pad.run(1)
        pad.chip.faults.stuck = 0
        pad.run(5)
    assert "set up anew" in caplog.text
    assert UID.hex() not in caplog.text.lower().replace(" ", "")


@pytest.mark.parametrize(
    ("error", "fault", "advice"),
    [
        (FileNotFoundError(2, "No such file or directory"), Fault.UNPLUGGED, "raspi-config"),
        (PermissionError(13, "Permission denied"), Fault.NO_PERMISSION, "groups spi and gpio"),
        (OSError(errno.EBUSY, "Device or resource busy"), Fault.BUSY, "/dev/spidev0.0"),
        (OSError(errno.EIO, "Input/output error"), Fault.UNPLUGGED, "Input/output error"),
    ],
)
def test_each_way_in_which_spi_can_not_be_opened_has_its_fault_and_advice(board: Board, error: OSError, fault: Fault, advice: str) -> None:
    board.open_error = error
    pad = Pad(board)
    (lost,) = pad.start()
    assert isinstance(lost, LinkLost)
    assert lost.fault is fault
    assert advice in lost.detail
    assert pad.run(30) == [], "it is told once"
    board.open_error = None
    assert pad.run(10) == [UP], "and comes back by itself"


@pytest.mark.parametrize(
    ("error", "fault", "advice"),
    [
        (RuntimeError("This module can only be run on a Raspberry Pi!"), Fault.MISSING_PACKAGE, "Raspberry Pi"),
        (RuntimeError("Cannot determine SOC peripheral base address"), Fault.MISSING_PACKAGE, "rpi-lgpio"),
        (RuntimeError("No access to /dev/mem.  Try running as root!"), Fault.NO_PERMISSION, "group gpio"),
        (RuntimeError("GPIO busy"), Fault.BUSY, "another program"),
        (RuntimeError("can not open gpiochip"), Fault.NO_PERMISSION, "group gpio"),
    ],
)
@pytest.mark.parametrize("where", ["import_error", "pin_error"])
def test_each_refusal_of_the_pins_has_its_fault_and_advice(board: Board, where: str, error: RuntimeError, fault: Fault, advice: str) -> None:
    setattr(board, where, error)
    pad = Pad(board)
    (lost,) = pad.start()
    assert isinstance(lost, LinkLost)
    assert (lost.fault, advice in lost.detail) == (fault, True)
    setattr(board, where, None)
    assert pad.run(10) == [UP]


def test_lgpios_own_exception_is_understood(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    class Lgpio:
        class error(Exception):
            pass

    monkeypatch.setitem(sys.modules, "lgpio", Lgpio)
    board.pin_error = Lgpio.error("'GPIO busy'")
    (lost,) = Pad(board).start()
    assert isinstance(lost, LinkLost)
    assert lost.fault is Fault.BUSY


@pytest.mark.parametrize(("module", "package"), [("mfrc522", "mfrc522"), ("spidev", "spidev"), ("RPi", "rpi-lgpio")])
def test_a_missing_package_is_named_as_it_is_installed_and_nothing_else_is_said(module: str, package: str) -> None:
    """The pages show it beside their own words, in three languages."""
    board = Board(missing=(module,))
    with on_a_pi(board):
        (lost,) = Pad(board).start()
    assert isinstance(lost, LinkLost)
    assert lost.fault is Fault.MISSING_PACKAGE
    assert lost.detail == package


def test_nothing_is_imported_before_the_pad_starts() -> None:
    """Where the packages are not installed, everything else works."""
    program = (
        "import sys; import companion.devices.rc522 as r; r.Rc522Reader();"
        "assert not {'mfrc522', 'spidev', 'RPi', 'gpiozero', 'serial', 'kivy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize(("stuck", "fault"), [(0x00, Fault.DEAD_BUS), (0xFF, Fault.DEAD_BUS)])
def test_a_pad_that_is_unplugged_in_play_is_told_and_comes_back(pad: Pad, stuck: int, fault: Fault) -> None:
    tag = Ntag(UID)
    pad.lay(tag)
    pad.chip.faults.stuck = stuck
    (lost,) = pad.run(60)
    assert isinstance(lost, LinkLost)
    assert lost.fault is fault
    pad.chip.faults.stuck = None
    assert pad.run(10) == [UP], "the card lay there all the time: it does not count anew"
    assert pad.lift() == [TagGone("pad", UID)]
    assert pad.lay(tag) == [TagSeen("pad", UID)]


def test_what_was_laid_while_the_pad_was_away_has_no_moment_and_what_comes_after_it_has(pad: Pad) -> None:
    """Otherwise a card from before an unplugging would act in a later turn."""
    card, other = Ntag(UID), Ntag(OTHER)
    for break_it in ("stuck", "broken"):
        setattr(pad.chip.faults, break_it, 0xFF if break_it == "stuck" else OSError(errno.EIO, "gone"))
        (lost,) = pad.lay(card, seconds=30)
        assert isinstance(lost, LinkLost)
        setattr(pad.chip.faults, break_it, None)
        assert pad.run(10) == [UP, TagSeen("pad", UID, AGE_UNKNOWN)]
        assert pad.lay(other) == [TagSeen("pad", OTHER, among=2)]
        pad.lift()


def test_a_card_laid_during_a_dip_that_was_mended_acts(pad: Pad) -> None:
    pad.chip.brown_out()
    assert pad.lay(Ntag(UID)) == [TagSeen("pad", UID)]


def test_a_pad_that_loses_its_wires_is_told_within_a_second(pad: Pad) -> None:
    pad.chip.faults.stuck = 0xFF
    assert len(pad.run(1)) == 1


@pytest.mark.parametrize("number", [errno.ENODEV, errno.EIO, errno.ESHUTDOWN, errno.ETIMEDOUT])
def test_an_error_of_spi_in_play_is_told_and_the_pad_comes_back(pad: Pad, number: int) -> None:
    pad.chip.faults.broken = OSError(number, "gone")
    assert pad.run(30) == [LinkLost("pad", Fault.UNPLUGGED, "gone")]
    pad.chip.faults.broken = None
    assert pad.run(10) == [UP]
    assert pad.lay(Ntag(UID)) == [TagSeen("pad", UID)]


def test_a_wrong_chip_is_told_with_its_version(board: Board) -> None:
    board.chip().version = 0xA5
    pad = Pad(board)
    told = pad.start() + pad.run(3)
    assert [type(event) for event in told] == [LinkLost]
    assert isinstance(told[0], LinkLost)
    assert told[0].fault is Fault.WRONG_CHIP
    assert "A5" in told[0].detail


def test_a_dip_of_the_supply_is_mended_and_not_told(pad: Pad) -> None:
    pad.lay(Ntag(UID))
    for _ in range(20):
        pad.chip.brown_out()
        assert pad.run(0.5) == []
    assert pad.reader.reinits == 20


def test_a_supply_that_dips_at_every_poll_is_told(pad: Pad) -> None:
    pad.chip.faults.dips_with_field = True
    (lost,) = pad.run(5)
    assert isinstance(lost, LinkLost)
    assert lost.fault is Fault.NO_ANSWER


def test_a_pad_that_went_deaf_is_woken_by_its_reset(pad: Pad) -> None:
    """After hours a chip may have lost what it was told; a poll notices it at once."""
    pad.chip.regs[0x11] = 0x3F
    assert pad.lay(Ntag(UID)) == [TagSeen("pad", UID)]


@pytest.mark.parametrize("register", [None, 0x12, 0x13, 0x26, 0x2A], ids=["deaf", "TxMode", "RxMode", "RFCfg", "TMode"])
@pytest.mark.parametrize("bursts", [True, False])
def test_a_chip_that_goes_deaf_hears_again_within_its_rest_and_a_tag_that_lies_there_stays(board: Board, register: int | None, bursts: bool) -> None:
    pad = Pad(board, bursts=bursts)
    pad.start()

    def deafen() -> None:
        if register is None:
            pad.chip.deaf = True
        else:
            pad.chip.regs[register] ^= 0x80

    deafen()
    assert pad.run(REST_MS / 1000 + 0.2) == []
    tag = Ntag(UID)
    assert pad.lay(tag) == [TagSeen("pad", UID)]
    for _ in range(3):
        deafen()
        assert pad.run(20) == []
    assert pad.lift() == [TagGone("pad", UID)]


def test_a_pad_at_rest_is_reset_now_and_then_within_its_budget_of_transfers(pad: Pad) -> None:
    """A turn that resets takes the place of one that looks: ten transfers a turn on average, 25 at most, ten at most in all others."""
    costs = []
    for _ in range(2000):
        before = pad.chip.transfers
        board_pause = pad.reader.step()
        costs.append(pad.chip.transfers - before)
        pad.board.clock.sleep(board_pause)
    seconds = 2000 * 0.036
    dear = [cost for cost in costs if cost > 10]
    assert seconds / (REST_MS / 1000) - 2 <= len(dear) <= seconds / (REST_MS / 1000) + 2
    assert max(dear) <= 30
    assert sum(costs) <= 10 * len(costs)


def test_the_retries_grow_rarer_and_never_end(board: Board) -> None:
    board.open_error = PermissionError(13, "Permission denied")
    pad = Pad(board)
    pad.start()
    pad.run(60)
    assert pad.pauses[: len(RETRY_S)] == list(RETRY_S)
    assert set(pad.pauses[len(RETRY_S) :]) == {RETRY_S[-1]}
    assert TRIES > 1


# Start and stop.


def test_start_and_stop_may_be_called_again(pad: Pad) -> None:
    pad.reader.start(pad.told.append)
    pad.lay(Ntag(UID))
    pad.reader.stop()
    pad.reader.stop()
    assert pad.run(1) == [], "nothing is told after stop"
    pad.reader.stop()
    assert pad.start() == [UP, TagSeen("pad", UID, AGE_UNKNOWN)], "it may lie there since yesterday"


def test_a_pad_that_fails_or_is_stopped_in_the_middle_leaves_no_field_on(pad: Pad) -> None:
    """The chip takes no command any more: an inventory ends in its middle."""
    write = pad.chip._write
    pad.chip.regs[0x01] = 0
    pad.chip._write = lambda register, value: write(register, value) if register != 0x01 else None  # type: ignore[method-assign]
    assert pad.reader.step() > 0
    assert not pad.chip.field.on
    pad.reader.stop()
    assert not pad.chip.field.on


def test_a_signal_is_taken_and_changes_nothing(pad: Pad) -> None:
    for signal in Signal:
        pad.reader.signal(signal)
    assert pad.run(0.2) == []


def test_the_thread_polls_tells_and_stops(board: Board) -> None:
    inbox: queue.Queue[Input] = queue.Queue()
    reader = Rc522Reader(clock=board.clock.seconds, sleep=board.clock.sleep, pause_s=0.001)
    board.chip().field.lay(Ntag(UID), now=0)
    reader.start(inbox.put)
    assert inbox.get(timeout=PATIENCE) == UP
    assert inbox.get(timeout=PATIENCE) == TagSeen("pad", UID, AGE_UNKNOWN)
    reader.stop()
    assert not any(thread.name == "pad" for thread in threading.enumerate())
    assert not board.chip().field.on
    assert board.open_handles == 0
    assert inbox.empty()


def test_a_listener_may_stop_the_pad(board: Board) -> None:
    stopped = threading.Event()
    reader = Rc522Reader(clock=board.clock.seconds, sleep=board.clock.sleep, pause_s=0.001)

    def stop_at_once(event: Input) -> None:
        reader.stop()
        stopped.set()

    reader.start(stop_at_once)
    assert stopped.wait(PATIENCE)
    inbox: queue.Queue[Input] = queue.Queue()
    reader.start(inbox.put)
    assert inbox.get(timeout=PATIENCE) == UP
    reader.stop()
    assert board.open_handles == 0


def test_a_stop_does_not_wait_for_the_next_retry() -> None:
    board = Board(missing=("mfrc522",))
    with on_a_pi(board):
        inbox: queue.Queue[Input] = queue.Queue()
        reader = Rc522Reader()
        reader.start(inbox.put)
        inbox.get(timeout=PATIENCE)
        reader.stop()
    assert not any(thread.name == "pad" for thread in threading.enumerate())


# Other readers.


def test_two_pads_that_see_the_same_tag_each_tell_it_under_their_own_name(board: Board) -> None:
    board.chips[0, 1] = Mfrc522Model(board.clock)
    tag = Ntag(UID)
    pads = [
        Pad(board, name=f"pad-{device}", connect=lambda device=device: PiBus(0, device, 1_000_000, RST_BCM, board.clock.sleep)) for device in (0, 1)
    ]
    for pad in pads:
        pad.reader.start(pad.told.append)
    board.reset_wired = False
    for chip in board.chips.values():
        chip.field.lay(tag, now=board.clock.now)
    for _ in range(20):
        for pad in pads:
            pad.reader.step()
            board.clock.sleep(0.01)
    assert [pad.told for pad in pads] == [
        [LinkUp(f"pad-{device}", (f"pad-{device}",), "MFRC522 version 2.0"), TagSeen(f"pad-{device}", UID, AGE_UNKNOWN)] for device in (0, 1)
    ]


# An evening.


def an_evening(presentations: int, seed: int) -> None:
    """Cards come and go; in between the supply dips, the air crackles, plugs are pulled. Every presentation is told exactly once."""
    draw = random.Random(seed)
    board = Board()
    board.chips[0, 0] = Mfrc522Model(board.clock, collision_position=draw.choice(["frame", "level", "answer"]))
    pad = Pad(board)
    with on_a_pi(board):
        pad.start()
        for number in range(presentations):
            tags: list[Tag] = [Ntag(b"\x04" + draw.randbytes(6)), Classic(draw.randbytes(3) + b"\x01")][: draw.choice([1, 1, 2])]
            there = {tag.uid for tag in tags}
            told = pad.lay(*tags, seconds=draw.uniform(0.1, 1))
            for _ in range(draw.randrange(3)):
                trouble = draw.choice(["dip", "noise", "plug"])
                if trouble == "dip":
                    pad.chip.brown_out()
                elif trouble == "noise":
                    pad.chip.field.noise = Noise(flip=draw.uniform(0.01, 0.2), ghost=0.5, seed=number)
                else:
                    pad.chip.faults.stuck = draw.choice([0x00, 0xFF])
                told += pad.run(draw.uniform(0.1, 3))
                pad.chip.field.noise = Noise()
                pad.chip.faults.stuck = None
                told += pad.run(6)
            assert {event.uid for event in told if isinstance(event, TagSeen)} == there, number
            assert sum(isinstance(event, TagSeen) for event in told) == len(there), number
            assert not any(isinstance(event, TagGone | TagTrouble) for event in told), number
            ups_and_downs = [type(event) for event in told if isinstance(event, LinkUp | LinkLost)]
            assert ups_and_downs == [LinkLost, LinkUp] * (len(ups_and_downs) // 2), number
            gone = pad.lift(seconds=draw.uniform(0.25, 1))
            assert {event.uid for event in gone if isinstance(event, TagGone)} == there, number
            assert len(gone) == len(there), number


def test_an_evening_at_the_pad_counts_every_presentation_once() -> None:
    an_evening(20, seed=1)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20, 24))
def test_many_evenings_at_the_pad_count_every_presentation_once(seed: int) -> None:
    an_evening(300, seed)


@pytest.mark.parametrize("error", [TypeError("an integer is required"), KeyError("ours"), ZeroDivisionError()])
def test_whatever_a_turn_raises_ends_no_thread_is_told_and_comes_back_by_itself(
    error: Exception, board: Board, caplog: pytest.LogCaptureFixture
) -> None:
    class Wires(PiBus):
        def transfer(self, data: bytes) -> bytes:
            if raising.is_set():
                raise error
            return super().transfer(data)

        def close(self) -> None:
            super().close()
            if raising.is_set():
                raise error

    raising = threading.Event()
    inbox: queue.SimpleQueue[Input] = queue.SimpleQueue()
    pad = Rc522Reader(connect=lambda: Wires(0, 0, 1_000_000, RST_BCM), clock=board.clock.seconds, sleep=board.clock.sleep)
    pad.start(inbox.put)
    assert inbox.get(timeout=20) == UP
    raising.set()
    lost = inbox.get(timeout=20)
    assert isinstance(lost, LinkLost)
    assert (lost.device, lost.fault) == ("pad", Fault.FAILED)
    assert lost.detail.startswith(type(error).__name__)
    assert "Traceback" in caplog.text
    raising.clear()
    assert inbox.get(timeout=20) == UP
    pad.stop()
    assert inbox.empty()
