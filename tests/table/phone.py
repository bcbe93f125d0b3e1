"""A phone's camera, as another reader of QR codes than the one that writes them."""

from __future__ import annotations

import zxingcpp
from PIL import Image

from companion.table.evenings import square


def read(found: square.Squared) -> str:
    """What another reader of QR codes sees in a square, drawn with a pixel a module times three, and with the rim that it needs."""
    rim = square.QUIET
    size = len(found.rows) + 2 * rim
    picture = Image.new("L", (size, size), 255)
    for y, row in enumerate(found.rows):
        for x, dark in enumerate(row):
            picture.putpixel((x + rim, y + rim), 0 if dark else 255)
    picture = picture.resize((3 * size, 3 * size), Image.Resampling.NEAREST)
    # In so many modules it sometimes sees lines of another kind of code as well.
    kind = zxingcpp.BarcodeFormat.QRCode
    (code,), (raw,) = (zxingcpp.read_barcodes(picture, formats=kind, text_mode=mode) for mode in (zxingcpp.TextMode.Plain, zxingcpp.TextMode.HexECI))
    # This one guesses well how letters are written; others have to be told: "]Q2" (ISO/IEC 15424) and 26, which is UTF-8.
    assert str(code.text).isascii() or bytes.fromhex(raw.text).startswith(rb"]Q2\000026")
    return str(code.text)
