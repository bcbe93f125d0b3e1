"""Finds every tag in a field: ISO/IEC 14443-3 type A. Runs unchanged on CPython and MicroPython, and needs no other module.

    found = inventory(radio)
    found.uids         # whole UIDs of 4, 7 or 10 bytes, as a phone shows them
    found.clean        # nothing was garbled and the last call was met with silence: a tag that is not among them is not there
    found.indistinct   # tags answered that can't be told apart

THE RADIO is any object with two methods (an `Mfrc522` has them):

    field(on)          switches the field; when it came on, waits until the tags are awake
    exchange(frame, last_bits, align, expect, window_us)
                       sends a frame and hears the answer: None for silence, or (data, bits, collision)

`Mfrc522.exchange` says what they mean. Section numbers are those of ISO/IEC 14443-3:2011.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Radio(Protocol):
        def field(self, on: bool) -> None: ...

        def exchange(
            self, frame: bytes, last_bits: int = 0, align: int = 0, expect: int = 0, window_us: int = 0
        ) -> "tuple[bytes, int, int] | None": ...


# Short frames of 7 bits, 6.4.1. REQA wakes tags that rest in IDLE, WUPA also those in HALT.
REQA = 0x26
WUPA = 0x52

# SEL of cascade levels 1 to 3, and the cascade tag that stands for "the UID goes on", 6.5.3 and 6.5.4.
SELECT = (0x93, 0x95, 0x97)
CASCADE_TAG = 0x88
UID_GOES_ON = 0x04

HLTA = b"\x50\x00"
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

    @property
    def uids(self) -> "list[bytes]":
        return [tag.uid for tag in self.tags]


class _Unread(Exception):
    """A tag could not be read to the end. `indistinct`: because tags with the same UID answered differently."""

    def __init__(self, indistinct: bool = False) -> None:
        super().__init__()
        self.indistinct = indistinct


def inventory(radio: "Radio", most: int = 8) -> Inventory:
    """Switches the field on, reads every tag in it, up to `most`, and switches the field off. Raises what the radio raises.

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
        reply = radio.exchange(bytes([call]), last_bits=7)
        if reply is None:
            if settled:
                found.clean = failures == 0
                break
            settled = True
            continue
        data, bits, collision = reply
        # Different kinds of tag answer differently: that many answer at once is all that a collision tells here.
        collided = collided or collision > 0
        atqa = data[0] | data[1] << 8 if bits == 16 and collision == 0 else 0
        try:
            uid, sak, several = select(radio)
        except _Unread as unread:
            alike += unread.indistinct
            failures += 1
            settled = False
            continue
        collided = collided or several
        if uid in found.uids:
            failures += 1
        else:
            found.tags.append(Tag(uid, sak, atqa))
        settled = radio.exchange(HLTA + crc_a(HLTA), window_us=HALT_US) is None
        call = REQA
    radio.field(False)
    # Several tags answered and only one was ever found: its twin has the same UID.
    twin = found.clean and collided and len(found.tags) < 2
    found.indistinct = twin or alike >= ALIKE
    return found


def select(radio: "Radio") -> "tuple[bytes, int, bool]":
    """Selects one of the tags that answered the call: its whole UID, its SAK, and whether others were there. 6.5.3."""
    uid = b""
    several = False
    for level in SELECT:
        part, collided = _anticollision(radio, level)
        several = several or collided
        frame = bytes([level, 0x70]) + part
        reply = radio.exchange(frame + crc_a(frame), expect=24)
        if reply is None:
            raise _Unread()
        data, bits, collision = reply
        if collision > 0:
            raise _Unread(indistinct=True)
        if collision or bits != 24 or crc_a(data[:1]) != data[1:]:
            raise _Unread()
        # Whether the UID goes on is for SAK to say: 88 may begin a UID of 4 bytes, however seldom (6.5.4).
        if not data[0] & UID_GOES_ON:
            return uid + part[:4], data[0], several
        if part[0] != CASCADE_TAG:
            raise _Unread()
        uid += part[1:4]
    raise _Unread()


def _anticollision(radio: "Radio", level: int) -> "tuple[bytes, bool]":
    """The four bytes and the check byte of one tag at one cascade level, and whether tags collided. 6.5.3.2.

    While answers collide, those tags go on whose next bit is like the one that was heard: `known` bits are certain, and grow.
    """
    bits = bytearray(5)
    known = 0
    while True:
        whole, rest = known >> 3, known & 7
        frame = bytes([level, 0x20 + (whole << 4) + rest]) + bytes(bits[: whole + (1 if rest else 0)])
        reply = radio.exchange(frame, last_bits=rest, align=rest, expect=40 - known)
        if reply is None:
            raise _Unread()
        data, count, collision = reply
        if collision < 0 or count & 7 or whole + len(data) > 5:
            raise _Unread()
        below = (1 << rest) - 1
        for index, value in enumerate(data):
            if index == 0:
                value = bits[whole] & below | value & ~below
            bits[whole + index] = value
        if collision == 0:
            if whole + len(data) != 5 or bits[0] ^ bits[1] ^ bits[2] ^ bits[3] ^ bits[4]:
                raise _Unread()
            return bytes(bits), known > 0
        # A position may be counted from the first bit of the cascade level, of the first byte received, or of the answer itself; the data
        # sheet does not say which. Whichever is right, all bits before the smallest of the three were heard without a collision, and
        # some tag has the bit that was heard there: so that many bits are known.
        positions = [place for place in (collision, 8 * whole + collision, known + collision) if known < place <= 32]
        if not positions or min(positions) > 8 * (whole + len(data)):
            raise _Unread()
        known = min(positions)
        bits[known >> 3] &= (1 << (known & 7)) - 1
        for index in range((known >> 3) + 1, 5):
            bits[index] = 0


def crc_a(data: bytes) -> bytes:
    """CRC_A, least significant byte first: x16 + x12 + x5 + 1 reflected, preset 6363h. Annex B."""
    crc = 0x6363
    for value in data:
        value ^= crc & 0xFF
        value ^= value << 4 & 0xFF
        crc = crc >> 8 ^ value << 8 ^ value << 3 ^ value >> 4
    return bytes([crc & 0xFF, crc >> 8])
