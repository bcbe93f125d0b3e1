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
    (code,) = zxingcpp.read_barcodes(picture.resize((3 * size, 3 * size), Image.Resampling.NEAREST))
    return str(code.text)
