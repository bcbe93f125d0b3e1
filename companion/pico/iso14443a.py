"""Finds every tag in a field: ISO/IEC 14443-3 type A. Runs unchanged on CPython and MicroPython, and needs no other module.

    found = inventory(radio)
    found.uids         # whole UIDs of 4, 7 or 10 bytes, as a phone shows them
    found.clean        # nothing was garbled and the last call was met with silence: a tag that is not among them is not there
    found.indistinct   # tags answered that can't be told apart
    found.more         # there was no time to read one more tag, which is there

THE RADIO is any object with these (an `Mfrc522` has them):

    field(on)          switches the field; when it came on, waits until the tags are awake
    exchange(frame, last_bits, align, expect, window_us)
                       sends a frame and hears the answer: how many bits, 0 for silence, -1 for what is garbled
    answer             the bytes of the last answer, good until the next exchange
    collision          where tags collided in it, 0 for nowhere

`Mfrc522.exchange` says what they mean. Section numbers are those of ISO/IEC 14443-3:2011.

On a Pico each frame is half a dozen SPI transfers: what is done for it is compiled there, and makes no garbage.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    class Radio(Protocol):
        answer: bytearray
        collision: int

        def field(self, on: bool) -> None: ...

        def exchange(self, frame: "bytes | bytearray", last_bits: int = 0, align: int = 0, expect: int = 0, window_us: int = 0) -> int: ...

    from companion.pico import uncompiled as micropython
    from companion.pico.uncompiled import ptr8
else:
    try:
        import micropython
    except ImportError:
        from companion.pico import uncompiled as micropython
        from companion.pico.uncompiled import ptr8

# Short frames of 7 bits, 6.4.1. REQA wakes tags that rest in IDLE, WUPA also those in HALT.
REQA = b"\x26"
WUPA = b"\x52"

# SEL of cascade levels 1 to 3, and the cascade tag that stands for "the UID goes on", 6.5.3 and 6.5.4.
SELECT = (0x93, 0x95, 0x97)
# The first question of an anticollision at each of them, while no bit is known.
ANYBODY = (b"\x93\x20", b"\x95\x20", b"\x97\x20")
CASCADE_TAG = 0x88
UID_GOES_ON = 0x04

HLTA = b"\x50\x00\x57\xcd"
"""With its CRC_A."""
# A tag that does not answer within 1 ms has accepted HLTA, 6.4.3.
HALT_US = 1100

# Rounds that come to nothing before an inventory gives up, and silences in a row that end it after such a round: a tag that was left
# waiting by a garbled round takes the next REQA for an error and answers the one after it.
FAILURES = 4
# Rounds in which tags with one UID answered differently before they are called indistinct: one such round may be noise.
ALIKE = 3


class Tag:
    """One tag: `uid` of 4, 7 or 10 bytes, `sak` of its last cascade level, `atqa` as heard (0 if several tags answered at once)."""

    def __init__(self, uid: bytes, sak: int, atqa: int) -> None:
        self.uid = uid
        self.sak = sak
        self.atqa = atqa


class Inventory:
    """What one look into the field found. See the top of this file."""

    def __init__(self) -> None:
        self.tags: list[Tag] = []
        self.clean = False
        self.indistinct = False
        self.more = False

    @property
    def uids(self) -> "list[bytes]":
        """The UIDs that were read, 4, 7 or 10 bytes each, in the order in which they were told apart."""
        return [tag.uid for tag in self.tags]


class _Unread(Exception):
    """A tag could not be read to the end. `indistinct`: because tags with the same UID answered differently."""

    def __init__(self, indistinct: bool = False) -> None:
        super().__init__()
        self.indistinct = indistinct


class _Late(Exception):
    """There is no time for another frame."""


def inventory(radio: "Radio", most: int = 8, late: "Callable[[], bool] | None" = None) -> Inventory:
    """Switches the field on, reads every tag in it, up to `most`, and switches the field off. Raises what the radio raises.

    `late`, for whoever has not all the time: whether the look has to end. It is asked before each frame that is to read a tag; when it says so
    two frames more are sent at most, which take 4 ms.

    The field has to have been off long enough for the tags to forget where they were (5 ms will do): a tag that was put to rest and kept
    its supply is woken by the first call only, and where there are several of them not all are found.
    """
    found = Inventory()
    radio.field(True)
    call = WUPA
    failures = alike = 0
    collided = False
    # Whether silence now means that no tag is left, or only that a garbled round has left some tag confused.
    settled = True
    while failures <= FAILURES and len(found.tags) < most:
        # Whether somebody is left is asked in any case.
        bits = radio.exchange(call, 7)
        if bits == 0:
            if settled:
                found.clean = failures == 0
                break
            settled = True
            continue
        # Different kinds of tag answer differently: that many answer at once is all that a collision tells here.
        called = radio.collision
        collided = collided or called > 0
        atqa = radio.answer[0] | radio.answer[1] << 8 if bits == 16 and called == 0 else 0
        try:
            uid, sak, several = select(radio, late)
        except _Unread as unread:
            alike += unread.indistinct
            failures += 1
            settled = False
            continue
        except _Late:
            # Those that were read rest: a whole ATQA, or several that collide, is of a tag that was not.
            found.more = settled and (atqa != 0 or called > 0)
            break
        collided = collided or several
        if uid in found.uids:
            failures += 1
        else:
            found.tags.append(Tag(uid, sak, atqa))
        settled = radio.exchange(HLTA, 0, 0, 0, HALT_US) == 0
        call = REQA
    radio.field(False)
    # Several tags answered and only one was ever found: its twin has the same UID.
    twin = found.clean and collided and len(found.tags) < 2
    found.indistinct = twin or alike >= ALIKE
    return found


def select(radio: "Radio", late: "Callable[[], bool] | None" = None) -> "tuple[bytes, int, bool]":
    """Selects one of the tags that answered the call: its whole UID, its SAK, and whether others were there. 6.5.3."""
    uid = b""
    several = False
    frame = bytearray(9)
    for level in (0, 1, 2):
        if late is not None and late():
            raise _Late()
        bits = radio.exchange(ANYBODY[level], 0, 0, 40)
        # Nearly always one tag answers alone; what else may be is told below.
        if bits == 40 and radio.collision == 0:
            _keep(frame, 2, radio.answer, 5)
            if frame[2] ^ frame[3] ^ frame[4] ^ frame[5] ^ frame[6]:
                raise _Unread()
        else:
            several = True
            _anticollision(radio, SELECT[level], bits, frame, late)
        part = bytes(frame[2:6])
        if late is not None and late():
            raise _Late()
        frame[0] = SELECT[level]
        frame[1] = 0x70
        crc = _crc(frame, 7)
        frame[7] = crc & 0xFF
        frame[8] = crc >> 8
        bits = radio.exchange(frame, 0, 0, 24)
        if radio.collision > 0:
            raise _Unread(indistinct=True)
        answer = radio.answer
        if bits != 24 or _crc(answer, 1) != answer[1] | answer[2] << 8:
            raise _Unread()
        # Whether the UID goes on is for SAK to say: 88 may begin a UID of 4 bytes, however seldom (6.5.4).
        if not answer[0] & UID_GOES_ON:
            return uid + part, answer[0], several
        if part[0] != CASCADE_TAG:
            raise _Unread()
        uid += part[1:]
    raise _Unread()


def _anticollision(radio: "Radio", level: int, count: int, select_frame: bytearray, late: "Callable[[], bool] | None") -> None:
    """Puts the four bytes and the check byte of one tag at one cascade level into the frame that is to select it. 6.5.3.2.

    `count` bits of the answer to the first question were heard. While answers collide, those tags go on whose next bit is like the one that
    was heard: `known` bits are certain, and grow.
    """
    bits = bytearray(5)
    known = 0
    while True:
        whole, rest = known >> 3, known & 7
        if known:
            if late is not None and late():
                raise _Late()
            frame = bytes([level, 0x20 + (whole << 4) + rest]) + bytes(bits[: whole + (1 if rest else 0)])
            count = radio.exchange(frame, rest, rest, 40 - known)
        length = count >> 3
        collision = radio.collision
        if count <= 0 or count & 7 or whole + length > 5:
            raise _Unread()
        below = (1 << rest) - 1
        for index in range(length):
            value = radio.answer[index]
            if index == 0:
                value = bits[whole] & below | value & ~below
            bits[whole + index] = value
        if collision == 0:
            if whole + length != 5 or bits[0] ^ bits[1] ^ bits[2] ^ bits[3] ^ bits[4]:
                raise _Unread()
            _keep(select_frame, 2, bits, 5)
            return
        # A position may be counted from the first bit of the cascade level, of the first byte received, or of the answer itself; the data
        # sheet does not say which. Whichever is right, all bits before the smallest of the three were heard without a collision, and
        # some tag has the bit that was heard there: so that many bits are known.
        positions = [place for place in (collision, 8 * whole + collision, known + collision) if known < place <= 32]
        if not positions or min(positions) > 8 * (whole + length):
            raise _Unread()
        known = min(positions)
        bits[known >> 3] &= (1 << (known & 7)) - 1
        for index in range((known >> 3) + 1, 5):
            bits[index] = 0


@micropython.viper
def _keep(there: ptr8, at: int, here: ptr8, length: int) -> object:
    """Copies so many bytes from the beginning of `here` to `at`."""
    index = 0
    while index < length:
        there[at + index] = here[index]
        index += 1
    return None


@micropython.viper
def _crc(data: ptr8, length: int) -> int:
    """CRC_A of the first bytes: x16 + x12 + x5 + 1 reflected, preset 6363h. Annex B."""
    crc = 0x6363
    index = 0
    while index < length:
        value = data[index] ^ (crc & 0xFF)
        value ^= (value << 4) & 0xFF
        crc = (crc >> 8) ^ (value << 8) ^ (value << 3) ^ (value >> 4)
        index += 1
    return crc


def crc_a(data: bytes) -> bytes:
    """CRC_A as it goes over the air, least significant byte first."""
    crc = _crc(data, len(data))
    return bytes([crc & 0xFF, crc >> 8])
