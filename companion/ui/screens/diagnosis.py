"""What is plugged in, what is not, why, and the one thing that helps; and what was found wrong with the data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.table.events import PORTS, Fault
from companion.table.snapshot import BrokenReader, DeviceState
from companion.ui.damage import breakable, damaged, remedy, title
from companion.ui.kit import lettering, theme
from companion.ui.kit.layout import Frame
from companion.ui.kit.painter import Pen
from companion.ui.screens.base import Kit
from companion.ui.screens.checks import Checked, Examine, advice, run, state, what
from companion.ui.screens.page import PageScreen
from companion.ui.texts import tr, trn
from companion.ui.widgets.drawn import Drawn
from companion.ui.widgets.icon import draw_icon
from companion.ui.widgets.prompt import Prompt

ALWAYS = ("pad", "wand", "panel")
"""Devices that are spoken of even where nobody has ever seen one."""

WIDE = 600
"""In less room than this, in dp, a state stands below the name instead of beside it."""


@dataclass(frozen=True)
class StateRow:
    """One line: what was looked at, how it is, and what helps. `fine` is None for something that need not be there."""

    what: str
    state: str
    advice: str = ""
    fine: bool | None = True


def device_name(device: str) -> str:
    """What a device is called."""
    if device == PORTS:
        return tr("USB ports")
    if device.startswith("/"):
        return tr("USB port {name}", name=device.removeprefix("/dev/"))
    kind, _, number = device.partition("-")
    match kind:
        case "pad":
            return tr("Reading pad")
        case "wand":
            return tr("Wand {n}", n=number) if number else tr("Wand")
        case "ring":
            return tr("Ring {n}", n=number) if number else tr("Ring")
        case "panel":
            return tr("Buttons and light")
    return device


def findings(link: DeviceState) -> list[StateRow]:
    """A device's state in words, and that of each of its antennas that does not work."""
    name = device_name(link.device)
    if link.fault is not None:
        state, advice = fault_words(link.fault)
        return [StateRow(name, f"{state} ({link.detail})" if link.detail else state, advice, fine=False)]
    broken = [StateRow(_antenna(name, link, each), *fault_words(each.fault), fine=False) for each in link.broken]
    if link.broken and not link.reads:
        return broken
    return [*broken, StateRow(name, _told(link.detail))]


def _told(detail: str) -> str:
    """What a device that works has said of itself, in the language of the screen; a word of its own stays."""
    what, _, version = detail.rpartition(" ")
    if what == "firmware":
        return tr("Firmware {version}", version=version)
    if what.endswith(" version"):
        return tr("{chip}, version {version}", chip=what.removesuffix(" version"), version=version)
    return {"": tr("Ready"), "simulated": tr("Simulated")}.get(detail, detail)


def _antenna(name: str, link: DeviceState, broken: BrokenReader) -> str:
    """What one antenna is called: by its table where that is known, else by its number, unless it is the only one."""
    if broken.spot is not None:
        return tr("{device}, table {n}", device=name, n=broken.spot)
    number = broken.reader.rpartition("/")[2]
    return tr("{device}, reader {n}", device=name, n=number) if link.readers > 1 else name


def fault_words(fault: Fault) -> tuple[str, str]:
    """What a fault is, and the one thing to do about it."""
    match fault:
        case Fault.UNPLUGGED:
            return tr("Unplugged"), tr("Plug it in again. It comes back by itself.")
        case Fault.NO_ANSWER:
            return tr("Plugged in, but no answer"), tr("Pull its plug, wait three seconds, plug it in again.")
        case Fault.NO_PERMISSION:
            return tr("No permission to open it"), tr("Install the companion once more, then restart: that sets the permission.")
        case Fault.FOREIGN_DEVICE:
            return tr("Something else is on that port"), tr("Unplug the other device, or put our program on the Pico.")
        case Fault.FIRMWARE_TOO_OLD:
            return tr("Its program is too old"), tr("Update it: companion firmware install")
        case Fault.FIRMWARE_TOO_NEW:
            return tr("Its program is too new"), tr("Update the companion, or put the older program on it.")
        case Fault.DEAD_BUS:
            return tr("The chip does not answer"), tr("Switch off; check the plug and all seven wires.")
        case Fault.WRONG_CHIP:
            return tr("Not the expected chip"), tr("Use an RC522 module, or look for a loose wire.")
        case Fault.BUSY:
            return tr("Another program uses it"), tr("Close the other program, or restart.")
        case Fault.MISSING_PACKAGE:
            return tr("A part of the program is missing"), tr("Install the companion once more: it says at its end what is missing, and what to do.")
        case Fault.FAILED:
            return tr("The program failed here"), tr("It is tried again by itself. If it stays so, restart; the log says what happened.")
        case Fault.WRONG_SETTING:
            return tr("No such port"), tr("serial_ports in settings.toml takes paths (/dev/ttyUSB0) and USB numbers (1A86:7523).")
        case Fault.SCANS_LOST:
            return tr("It was interrupted"), tr("Scan again whatever is missing.")
    return str(fault), tr("Pull its plug, wait three seconds, plug it in again.")


class Findings(Drawn):
    """The findings as rows that are as high as their words. What does not fit is reached by the pages."""

    def __init__(self) -> None:
        super().__init__()
        self.findings: tuple[StateRow, ...] = ()
        self.first = 0

    def show(self, findings: Sequence[StateRow]) -> None:
        """Takes the rows, from the top."""
        if tuple(findings) != self.findings:
            self.findings = tuple(findings)
            self.first = 0
            self.redraw()

    def _head(self) -> float:
        """The height of a row's name and state in dp."""
        return 76.0 if self.box.w > WIDE else 110.0

    def tall(self, item: StateRow) -> float:
        """The height of a row in dp: as many lines as its advice needs."""
        room = max(60.0, self.box.h - self._head() - 20)
        size = theme.SMALLEST_TEXT
        advice = lettering.fit(item.advice, self.box.w - 74, room, size, scale=self.scale, lines=9, least=size).height + 12
        return self._head() + (advice if item.advice else 0) + 6

    @property
    def fitting(self) -> int:
        """How many rows are to be seen from the first one on."""
        room, count = self.box.h, 0
        for item in self.findings[self.first :]:
            room -= self.tall(item)
            if room < 0:
                break
            count += 1
        return max(1, count)

    @property
    def more(self) -> bool:
        """Whether there are more than can be seen at once."""
        return sum(self.tall(item) for item in self.findings) > self.box.h

    def turn(self) -> None:
        """Shows the next page, after the last one the first."""
        following = self.first + self.fitting
        self.first = following if following < len(self.findings) else 0
        self.redraw()

    def draw(self, pen: Pen) -> None:
        y = 0.0
        for item in self.findings[self.first : self.first + self.fitting]:
            h = self.tall(item)
            self._row(pen, item, y, h - 6)
            y += h

    def _row(self, pen: Pen, item: StateRow, y: float, h: float) -> None:
        w = self.box.w
        alarm = item.fine is False
        ink, hushed = ("ink", "ink") if alarm else ("ivory", "mist")
        pen.rect(0, y, w, h, "champ" if alarm else "bar")
        icon, colour = ("warning", "ink") if alarm else ("check", "ok") if item.fine else ("minus", "mist")
        top = self._head()
        draw_icon(pen, icon, 30, y + top / 2, 26, colour)
        font = "JostSemiBold" if alarm else "Jost"
        if w > WIDE:
            half = (w - 70) * 0.34
            pen.text((60, y + 2, half - 12, top - 4), item.what, 28, ink, font=font, lines=2)
            pen.text((60 + half, y + 2, w - 74 - half, top - 4), item.state, 28, hushed, lines=2)
        else:
            pen.text((60, y + 4, w - 74, 34), item.what, 28, ink, font=font)
            pen.text((60, y + 38, w - 74, top - 40), item.state, 28, hushed, lines=2)
        if item.advice:
            pen.text((60, y + top, w - 74, h - top - 4), item.advice, 28, ink, lines=9, valign="top")


class DiagnosisScreen(PageScreen):
    """Drawn from the links and warnings of the snapshot; `more` are what checks of this machine have found, which are made when it is opened."""

    name = "diagnosis"
    stays = True
    examine: Examine | None = None

    def __init__(self, on_act: Callable[[Any], None] | None = None) -> None:
        super().__init__(on_act)
        self.findings: Findings = self.add(Findings())
        self.more: tuple[Checked, ...] = ()
        self.checking = False

    def equip(self, kit: Kit) -> None:
        self.examine = kit.examine

    def enter(self) -> None:
        if self.examine is not None and not self.checking:
            self.more, self.checking = (), True
            run(self.examine, self._told)

    def _told(self, found: Checked | None) -> None:
        """A check has been made; None after the last."""
        if found is None:
            self.checking = False
        else:
            self.more = (*self.more, found)
        self.look()

    def prompt(self) -> Prompt:
        wrong = sum(1 for item in self._found() if item.fine is False)
        if wrong:
            return Prompt("warning", tr("Diagnosis"), trn("{n} thing to check", "{n} things to check", wrong))
        return Prompt("heart", tr("Diagnosis"), tr("All is well"))

    def keys(self) -> tuple[str, ...]:
        return ("down", "left") if self.findings.more else ("left",)

    def _found(self) -> list[StateRow]:
        shown = self.shown
        found = [
            StateRow(tr("Data"), title(warning), breakable(f"{damaged(warning)} {remedy(warning)}".strip()), fine=False) for warning in shown.warnings
        ]
        found += [finding for link in sorted(shown.links, key=lambda link: link.fault is None) for finding in findings(link)]
        there = {link.device.partition("-")[0] for link in shown.links}
        found += [StateRow(device_name(kind), tr("Not there; use the screen instead"), fine=None) for kind in ALWAYS if kind not in there]
        wrong = [each for each in self.more if each.state in ("warn", "fail")]
        found += [StateRow(what(each), state(each), advice(each), fine=False if each.state == "fail" else None) for each in wrong]
        fine = sum(each.state == "fine" for each in self.more)
        if self.checking:
            found.append(StateRow(tr("This machine"), tr("One moment"), fine=None))
        elif fine:
            found.append(StateRow(tr("This machine"), trn("{n} check is fine", "{n} checks are fine", fine)))
        # What there is something to do about comes first.
        return sorted(found, key=lambda item: (item.fine is not False, not item.advice))

    def fill(self) -> None:
        self.findings.show(self._found())

    def bar_tapped(self, key: str) -> None:
        if key == "down":
            self.findings.turn()
        else:
            super().bar_tapped(key)

    def place(self, frame: Frame) -> None:
        self.findings.put(*frame.body.inset(12, 8))
