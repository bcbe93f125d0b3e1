"""The small parts: which leg is which."""

from __future__ import annotations

from hardware.pen.sheet import BRASS, INK, IVORY, MIST, PAPER, PETROL, Sheet
from hardware.wiring import Wiring

BANDS = {
    "black": "#141414",
    "brown": "#7A4A21",
    "red": "#C62828",
    "orange": "#E07B16",
    "yellow": "#E5B800",
    "green": "#2A8550",
    "violet": "#7B3FA0",
}
DIGITS = ("black", "brown", "red", "orange", "yellow", "green", "blue", "violet", "grey", "white")


def colour_code(ohms: int) -> tuple[str, str, str]:
    """Two figures and the number of noughts, as four-band resistors have them. IEC 60062."""
    noughts = len(str(ohms)) - 2
    first, second = divmod(ohms // 10**noughts, 10)
    return DIGITS[first], DIGITS[second], DIGITS[noughts]


def parts(wiring: Wiring) -> Sheet:
    sheet = Sheet("The small parts: which leg is which", 850)
    _led(sheet)
    _transistor(sheet)
    _diode(sheet)
    _capacitors(sheet)
    _chip(sheet, wiring)
    _resistors(sheet)
    return sheet


def _heading(sheet: Sheet, x: float, y: float, words: str) -> None:
    sheet.text(x, y, words, bold=True, fill=PETROL, size=16)


def _led(sheet: Sheet) -> None:
    _heading(sheet, 30, 96, "RGB LED, common cathode")
    sheet.rect(80, 120, 110, 70, fill=IVORY, r=34)
    sheet.rect(72, 170, 126, 24, fill=IVORY)
    for x, length in ((88, 60), (120, 92), (152, 60), (182, 44)):
        sheet.line([(x, 194), (x, 194 + length)], stroke=MIST, width=4)
    sheet.lines(
        220,
        210,
        ["From the left:", "red, long leg", "(GND), green, blue."],
    )
    sheet.text(30, 316, "Other makes swap the colours: try", size=14)
    sheet.text(30, 336, "each leg through its resistor first.", size=14)


def _transistor(sheet: Sheet) -> None:
    _heading(sheet, 450, 96, "Transistor, flat face to you")
    for left, name, legs in ((470, "BC547", "CBE"), (690, "2N3904", "EBC")):
        sheet.rect(left, 120, 110, 84, fill=INK, r=12)
        sheet.text(left + 55, 168, name, anchor="middle", fill=PAPER, bold=True, over=True)
        for index, leg in enumerate(legs):
            x = left + 25 + index * 30
            sheet.line([(x, 204), (x, 252)], stroke=MIST, width=4)
            sheet.text(x, 274, leg, anchor="middle", bold=True)
    sheet.text(450, 316, "The two have opposite legs. C collector, B base,", size=14)
    sheet.text(450, 336, "E emitter. The drawings mean the BC547.", size=14)


def _diode(sheet: Sheet) -> None:
    _heading(sheet, 30, 396, "Diode 1N4148")
    sheet.line([(40, 440), (250, 440)], stroke=MIST, width=4)
    sheet.rect(95, 424, 100, 32, fill="#E39A5B", stroke=INK, r=8)
    sheet.rect(166, 424, 14, 32, fill=INK, stroke=INK)
    sheet.text(145, 484, "the band points to + (3.3 V)", anchor="middle")


def _capacitors(sheet: Sheet) -> None:
    _heading(sheet, 330, 396, "Capacitors")
    sheet.rect(350, 416, 62, 74, fill="#3A4A6B", stroke=INK, r=6)
    sheet.rect(396, 416, 16, 74, fill=PAPER, stroke=INK)
    sheet.text(404, 458, "–", anchor="middle", bold=True)
    sheet.line([(366, 490), (366, 540)], stroke=MIST, width=4)
    sheet.line([(398, 490), (398, 524)], stroke=MIST, width=4)
    sheet.lines(430, 446, ["10 µF, 100 µF: long", "leg +, stripe –"], size=14)
    sheet.circle(376, 590, 22, fill="#D9A441", stroke=INK)
    sheet.text(376, 595, "104", size=14, anchor="middle")
    sheet.line([(368, 610), (364, 644)], stroke=MIST, width=4)
    sheet.line([(384, 610), (388, 644)], stroke=MIST, width=4)
    sheet.lines(430, 586, ["100 nF (“104”):", "either way round"], size=14)


def _chip(sheet: Sheet, wiring: Wiring) -> None:
    _heading(sheet, 650, 396, "74HC125 from above")
    labels = wiring.kinds["74HC125"].labels
    sheet.rect(760, 416, 110, 244, fill="#3A3F42", stroke=INK, r=6)
    sheet.circle(815, 416, 12, fill=PAPER, stroke=INK)
    for number in range(1, 15):
        left = number <= 7
        y = 436 + (number - 1 if left else 14 - number) * 34
        x = 760 if left else 870
        sheet.rect(x - (20 if left else 0), y - 5, 20, 10, fill=MIST, stroke=INK, width=1)
        sheet.text(x + (12 if left else -12), y + 5, str(number), anchor="start" if left else "end", fill=PAPER, over=True)
        sheet.text(x - 26 if left else x + 26, y + 5, labels[str(number)], anchor="end" if left else "start", size=14)
    sheet.text(815, 692, "notch up", anchor="middle", size=14)


def _resistors(sheet: Sheet) -> None:
    _heading(sheet, 30, 716, "Resistors (four bands, the last one gold)")
    for index, (ohms, words) in enumerate(
        ((47, "47 Ω"), (100, "100 Ω"), (220, "220 Ω"), (330, "330 Ω"), (1000, "1 kΩ"), (10000, "10 kΩ"), (47000, "47 kΩ"), (100000, "100 kΩ"))
    ):
        x = 30 + index * 118
        sheet.line([(x, 752), (x + 112, 752)], stroke=MIST, width=4)
        sheet.rect(x + 22, 738, 74, 28, fill="#F3E7CC", stroke=INK, width=1.5, r=8)
        bands = colour_code(ohms)
        for place, band in enumerate(bands):
            sheet.rect(x + 32 + place * 16, 738, 8, 28, fill=BANDS[band], stroke="none")
        sheet.rect(x + 82, 738, 6, 28, fill="#C9A227", stroke="none")
        sheet.text(x + 59, 790, words, anchor="middle", bold=True)
        for place, band in enumerate(bands):
            sheet.text(x + 59, 806 + 17 * place, band, anchor="middle", size=14, fill=BRASS)
