"""Frames of the serial protocol <-> bytes. Plain code that runs unchanged on CPython and on MicroPython; firmware/PROTOCOL.md is its page.

A frame is one line that a person can read in a terminal:

    $seen 5F3A9C21 17 wand 04A1B2C3D4E580 40 1*7705

It starts with `$`, then words with one space between them, then `*` and the CRC-16 of everything between `$` and `*` as four hexadecimal
digits. It ends with CR or LF; a `$` also ends what came before it, so that a lost line end costs nothing.
Nothing here knows a port, a clock or a queue: link.py and the firmware's link.py keep those.
"""

from binascii import hexlify, unhexlify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from companion.pico import uncompiled as micropython
    from companion.pico.uncompiled import ptr8
else:
    try:
        import micropython
    except ImportError:
        from companion.pico import uncompiled as micropython
        from companion.pico.uncompiled import ptr8

PROTOCOL = 2
"""Counts up with every change that an older peer would misread."""
FIRMWARE = "0.1.0"
"""Version of the firmware that comes with this file."""
MAX_LINE = 240
"""Most bytes of a frame from `$` up to its last CRC digit. A longer line is dropped as damaged."""
MAX_STEPS = 12
"""Most steps of a light or a tone."""
MAX_NUMBER = 999_999_999
NOTHING = "00000000"
"""The id that stands for "none": no boot known yet, a hello that nobody asked for."""
UNKNOWN_AGE = "?"
"""The age word of a scan whose moment nobody knows, or that another host may have taken already."""

SHAPES = {
    # from the host
    "host": "nxxn",  # protocol, nonce, boot that is known, last event taken
    "alive": "x",  # boot
    "ack": "xn",  # boot, event
    "light": "nnl",  # command, times (0: without end), steps
    "tone": "nt",  # command, steps
    "sweep": "",
    "bye": "",
    # from the device
    "hello": "nwwwxxnnnw+",  # protocol, firmware, name, hardware, boot, nonce, head, queued, dropped, readers
    "beat": "xnnnw+",  # boot, head, queued, dropped, health of each reader
    "seen": "xnwuan",  # boot, event, reader, UID, age, tags that answered there
    "gone": "xnwua",  # boot, event, reader, UID, age
    "trouble": "xnwwa",  # boot, event, reader, what, age
    "done": "wn",  # verb, command
}
"""The words after each verb: n number, x id, w word, u UID, a age, l light steps, t tone steps; + repeats the one before it."""

_DIGITS = b"0123456789"
_HEX = b"0123456789ABCDEF"
_WORD = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:/+-"


def crc16(data: bytes) -> int:
    """CRC-16/IBM-3740 (polynomial 1021h, start FFFFh, not reflected): of b"123456789" it is 29B1h."""
    return _crc(data, len(data))


@micropython.viper
def _crc(data: ptr8, length: int) -> int:
    # The eight steps of a byte at once: of 1021h only three bits are set, so each bit that falls out comes back in three places.
    crc = 0xFFFF
    index = 0
    while index < length:
        out = (crc >> 8) ^ data[index]
        out ^= out >> 4
        crc = ((crc << 8) ^ (out << 12) ^ (out << 5) ^ out) & 0xFFFF
        index += 1
    return crc


def frame(*words: object) -> bytes:
    """The bytes of one frame, line end included. Raises ValueError if no peer could read it: that is a fault of the program."""
    texts = [str(word) for word in words]
    if not well_formed(texts):
        raise ValueError("no frame of this protocol: " + " ".join(texts))
    body = " ".join(texts).encode()
    line = b"$" + body + b"*" + f"{crc16(body):04X}".encode()
    if len(line) > MAX_LINE:
        raise ValueError(f"frame longer than {MAX_LINE} bytes")
    return line + b"\r\n"


def well_formed(words: list[str]) -> bool:
    """Whether these words are a frame of this protocol. Of a `hello` or `host` of another protocol only the first words are looked at."""
    verb, rest = words[0], words[1:]
    if verb not in SHAPES:
        return False
    if verb in ("hello", "host") and rest and _is("n", rest[0]) and int(rest[0]) != PROTOCOL:
        # Of the others only what a frame is made of: no word is empty, none holds the star.
        sound = all(rest) and "*" not in "".join(rest)
        return sound and (verb == "host" or (len(rest) >= 3 and _is("w", rest[1]) and _is("w", rest[2])))
    shape = SHAPES[verb]
    if shape.endswith("+"):
        shape = shape[:-1] + shape[-2] * (len(rest) - len(shape) + 1)
    if len(shape) != len(rest):
        return False
    return all(_is(kind, word) for kind, word in zip(shape, rest))  # noqa: B905  MicroPython's zip has no `strict`; the lengths are equal


def _is(kind: str, word: str) -> bool:
    if kind == "n":
        return _is_number(word, 9)
    if kind == "x":
        return len(word) == 8 and _only(_HEX, word)
    if kind == "w":
        return 0 < len(word) <= 24 and _only(_WORD, word)
    if kind == "u":
        return len(word) in (8, 14, 20) and _only(_HEX, word)
    if kind == "a":
        return word == UNKNOWN_AGE or _is_number(word, 9)
    steps = word.split(",")
    if len(steps) > MAX_STEPS:
        return False
    return all(_is_step(kind, step) for step in steps)


def _is_step(kind: str, step: str) -> bool:
    value, colon, duration = step.partition(":")
    if not colon or not _is_number(duration, 5):
        return False
    return (len(value) == 6 and _only(_HEX, value)) if kind == "l" else _is_number(value, 5)


def _is_number(word: str, digits: int) -> bool:
    # One way to write a number: no sign, no leading zero. What can be written in two ways can be misread in two ways.
    return 0 < len(word) <= digits and _only(_DIGITS, word) and (word == "0" or word[0] != "0")


@micropython.native
def _only(alphabet: bytes, word: str) -> bool:
    # A Pico takes a millisecond for each word by way of a generator.
    for byte in word.encode():  # noqa: SIM110
        if byte not in alphabet:
            return False
    return True


def uid_word(uid: bytes) -> str:
    """A UID as it stands in a frame, first byte first, as a phone shows it: 04A1B2C3D4E580."""
    return hexlify(uid).decode().upper()


def uid_bytes(word: str) -> bytes:
    """The UID in a well-formed frame: 4, 7 or 10 bytes."""
    return unhexlify(word)


def light_word(steps: list[tuple[int, int]]) -> str:
    """Light steps (24-bit colour RRGGBB, milliseconds) as they stand in a frame: FF0000:100,000000:100."""
    return ",".join([f"{colour:06X}:{duration}" for colour, duration in steps])


def tone_word(steps: list[tuple[int, int]]) -> str:
    """Tone steps (hertz, milliseconds) as they stand in a frame: 880:60,0:60,1320:60. 0 hertz is a rest."""
    return ",".join([f"{hertz}:{duration}" for hertz, duration in steps])


def steps_of(verb: str, word: str) -> list[tuple[int, int]]:
    """The steps of a well-formed `light` or `tone` frame: (colour or hertz, milliseconds)."""
    base = 16 if verb == "light" else 10
    steps = []
    for step in word.split(","):
        value, _, duration = step.partition(":")
        steps.append((int(value, base), int(duration)))
    return steps


class Parser:
    """Bytes in whatever pieces they come -> frames as lists of words. Whatever is no whole, well-formed frame is counted and left out."""

    def __init__(self) -> None:
        self._line = bytearray()
        self.damaged = 0
        """Lines that were no frame of this protocol."""
        self.interrupted = False
        """A line with nothing but Ctrl-C, ended by CR, came: how a person or mpremote asks a device to stop its program.

        No frame with one damaged byte looks so: a frame ends with CR LF, and the next begins with `$`.
        """

    @micropython.native
    def feed(self, data: bytes) -> list[list[str]]:
        """The frames that end within `data`."""
        frames: list[list[str]] = []
        for byte in data:
            if byte in b"\r\n$":
                self._end_line(frames, byte)
                self._line = bytearray(b"$" if byte == 0x24 else b"")
            elif len(self._line) <= MAX_LINE:
                self._line.append(byte)
        return frames

    def _end_line(self, frames: list[list[str]], end: int) -> None:
        line = bytes(self._line)
        if not line:
            return
        if line == b"\x03" and end == 0x0D:
            self.interrupted = True
            return
        words = _words(line)
        if words is None:
            self.damaged += 1
        else:
            frames.append(words)


def _words(line: bytes) -> "list[str] | None":
    if len(line) > MAX_LINE or len(line) < 7 or line[0] != 0x24 or line[-5] != 0x2A:
        return None
    body = line[1:-5]
    if f"{crc16(body):04X}".encode() != line[-4:] or min(body) < 0x20 or max(body) >= 0x7F:
        return None
    words = body.decode().split(" ")
    return words if well_formed(words) else None
