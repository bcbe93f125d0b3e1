"""What reading costs in SPI transfers, counted on the model: our driver, and the `mfrc522` package's own functions for the same.

for cost in costs():
    print(cost.what, cost.ours, cost.package)
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

from companion.pico import iso14443a

from .air import BIT_US, REPLY_AFTER_0_US, REPLY_AFTER_1_US
from .board import Board, on_a_pi
from .mfrc522 import Mfrc522Model
from .rig import Rig
from .tags import Ntag

ONE = bytes.fromhex("04a1b2c3d4e580")
OTHER = bytes.fromhex("04a1b2ffeedd81")


@dataclass(frozen=True)
class Cost:
    """SPI transfers for one thing to do. `package` is None where the package has no function for it."""

    what: str
    ours: int
    package: int | None


def costs() -> list[Cost]:
    """Empty poll, one whole 7-byte UID, inventory of one tag, inventory of two. An inventory ends with a call that nothing answers."""
    rig = Rig()
    empty = rig.cost()
    rig.lay(Ntag(ONE))
    single = rig.cost()
    rig.lay(Ntag(OTHER))
    double = rig.cost()
    package = _package()
    return [
        Cost("empty poll", empty, package["empty"]),
        Cost("whole UID of 7 bytes", _whole_uid(), package["uid"]),
        Cost("inventory of one tag", single, package["single"]),
        Cost("inventory of two tags", double, None),
    ]


def airtime_ms() -> float:
    """Time that a 7-byte UID takes on the air, whatever the reader: five frames, five answers and the turns between them.

    REQA and ATQA, then for each of two cascade levels an anticollision and a select with their answers. The tag's turn is counted as the
    mean of its two lengths; the reader may begin 1172 / fc after an answer.
    """
    frames = [(7, 16), (16, 40), (72, 24), (16, 40), (72, 24)]
    bits = sum(2 + sent + sent // 8 + heard + heard // 8 for sent, heard in frames)
    turn = (REPLY_AFTER_0_US + REPLY_AFTER_1_US) / 2
    return (bits * BIT_US + len(frames) * turn + (len(frames) - 1) * REPLY_AFTER_0_US) / 1000


def _whole_uid() -> int:
    """From the call to the last SELECT, the field being on."""
    rig = Rig(Ntag(ONE))
    rig.chip.field(True)
    before = rig.model.transfers
    rig.chip.exchange(iso14443a.REQA, last_bits=7)
    uid, _, _ = iso14443a.select(rig.chip)
    assert uid == ONE
    return rig.model.transfers - before


def _package() -> dict[str, int]:
    board = Board()
    model = Mfrc522Model(board.clock)
    board.chips[0, 0] = model
    # The package inverts a truth value, which newer Pythons warn of.
    with on_a_pi(board), warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from mfrc522 import MFRC522

        chip: Any = MFRC522(pin_rst=22)
        board.clock.wait_us(10_000)
        counts = {}

        def count(name: str, action: Any) -> None:
            before = model.transfers
            action()
            counts[name] = model.transfers - before

        def framed(data: list[int]) -> Any:
            return chip.MFRC522_ToCard(chip.PCD_TRANSCEIVE, data + chip.CalulateCRC(data))

        def whole_uid() -> None:
            uid = b""
            chip.MFRC522_Request(chip.PICC_REQIDL)
            chip.Write_MFRC522(chip.BitFramingReg, 0x00)
            for select in (0x93, 0x95):
                _, part, _ = chip.MFRC522_ToCard(chip.PCD_TRANSCEIVE, [select, 0x20])
                framed([select, 0x70, *part])
                uid += bytes(part[1:4] if part[0] == 0x88 else part[:4])
            assert uid == ONE

        def single() -> None:
            whole_uid()
            framed([chip.PICC_HALT, 0])
            chip.MFRC522_Request(chip.PICC_REQIDL)

        count("empty", lambda: chip.MFRC522_Request(chip.PICC_REQIDL))
        model.field.lay(Ntag(ONE), now=board.clock.now)
        board.clock.wait_us(10_000)
        count("uid", whole_uid)
        model.field.clear(board.clock.now)
        model.field.lay(Ntag(ONE), now=board.clock.now)
        board.clock.wait_us(10_000)
        count("single", single)
    return counts
