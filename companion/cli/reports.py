"""What devices report, in lines for a terminal. A character card's line says whose it is, never its kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion import words
from companion.game import Piece
from companion.printing.players import colour
from companion.said import Said, safe
from companion.table.events import (
    AGE_UNKNOWN,
    PORTS,
    ButtonPressed,
    Fault,
    Input,
    LinkForgotten,
    LinkLost,
    LinkUp,
    ReaderBack,
    ReaderLost,
    TagGone,
    TagSeen,
    TagTrouble,
    Trouble,
)
from companion.table.tags.bindings import Tags, is_random
from companion.words import tr, trc

ADVICE = {
    Fault.UNPLUGGED: Said("It is not plugged in. Plug it in; it comes back by itself."),
    Fault.NO_ANSWER: Said("It is connected but does not answer. Unplug it, wait three seconds, plug it in again."),
    Fault.NO_PERMISSION: Said("This user may not open it. Join its group (sudo usermod -aG GROUP $USER), then log out and in again."),
    Fault.FOREIGN_DEVICE: Said("Something else runs on it. Put the firmware on it with: companion firmware install"),
    Fault.FIRMWARE_TOO_OLD: Said("Its firmware is too old. Update it with: companion firmware install"),
    Fault.FIRMWARE_TOO_NEW: Said("Its firmware is newer than this companion. Update the companion."),
    Fault.DEAD_BUS: Said("Its reader chip does not answer. Switch off, then check plug, supply and all seven wires."),
    Fault.WRONG_CHIP: Said("Its reader chip is not a known one. Check the wires, or use another RC522 module."),
    Fault.BUSY: Said("Another program holds it. Close that one: most often it is the companion itself."),
    Fault.MISSING_PACKAGE: Said("A Python package is missing. Find out which with: companion doctor"),
    Fault.FAILED: Said("Something went wrong in the program; the log says what. It is tried again by itself."),
    Fault.WRONG_SETTING: Said("serial_ports in settings.toml takes paths (/dev/ttyUSB0) and USB numbers (1A86:7523)."),
    Fault.SCANS_LOST: Said("It was interrupted, and some scans are lost. Scan whatever is missing again."),
}
"""What a fault means and the one thing to do, in English."""

FAULTS = {
    Fault.UNPLUGGED: Said("unplugged"),
    Fault.NO_ANSWER: Said("no answer"),
    Fault.NO_PERMISSION: Said("no permission"),
    Fault.FOREIGN_DEVICE: Said("foreign device"),
    Fault.FIRMWARE_TOO_OLD: Said("firmware too old"),
    Fault.FIRMWARE_TOO_NEW: Said("firmware too new"),
    Fault.DEAD_BUS: Said("dead bus"),
    Fault.WRONG_CHIP: Said("wrong chip"),
    Fault.BUSY: Said("busy"),
    Fault.MISSING_PACKAGE: Said("missing package"),
    Fault.FAILED: Said("failed"),
    Fault.WRONG_SETTING: Said("wrong setting"),
    Fault.SCANS_LOST: Said("scans lost"),
}

TROUBLE = {
    Trouble.TWO_TAGS: Said("tags that can't be told apart: separate them"),
    Trouble.ONE_AT_A_TIME: Said("more tags than one card and one table: one at a time"),
}


def fault_line(fault: Fault, detail: str) -> str:
    """A fault by its name, with its detail and the one thing to do."""
    return f"{words.told(FAULTS[fault])}{f' ({safe(detail)})' if detail else ''}. {words.told(ADVICE[fault])}"


def uid_text(uid: bytes) -> str:
    """A UID as a phone shows it."""
    return uid.hex(":").upper()


def line(thing: Input, sets: Sequence[Tags]) -> str:
    """One report as a line. The UID of a tag is in it."""
    match thing:
        case TagSeen(reader=reader, uid=uid, age=age):
            seen = f"{reader}: {uid_text(uid)}  {_piece(uid, sets)}"
            if age >= AGE_UNKNOWN:
                return seen + ", " + tr("lay there before")
            return seen + (", " + tr("{n} s ago", n=round(age)) if age >= 1 else "")
        case TagGone(reader=reader, uid=uid):
            return f"{reader}: {uid_text(uid)}  " + tr("taken away")
        case TagTrouble(reader=reader, trouble=trouble):
            return f"{reader}: {words.told(TROUBLE[trouble])}"
        case ButtonPressed(button=button):
            return tr("panel: button {name}", name=button)
        case LinkUp(device=device, readers=readers, detail=detail):
            return ", ".join([f"{device}: " + trc("device", "here"), *(text for text in (safe(detail), _readers(device, readers)) if text)])
        case LinkLost(device=device, fault=fault, detail=detail):
            return f"{_device(device)}: {fault_line(fault, detail)}"
        case ReaderLost(reader=reader, fault=fault):
            return f"{reader}: {fault_line(fault, '')}"
        case ReaderBack(reader=reader):
            return f"{reader}: " + tr("works again")
        case LinkForgotten(device=device):
            return f"{_device(device)}: " + tr("nothing is known by this name any more")


def as_data(thing: Input, sets: Sequence[Tags]) -> dict[str, Any]:
    """One report as JSON's values. `piece`: the code of a piece whose face is open; `owner`: whose it is otherwise; `age`: null if unknown."""
    match thing:
        case TagSeen(reader=reader, uid=uid, age=age):
            held, told = _held(uid, sets)
            return {
                "event": "seen",
                "reader": reader,
                "uid": uid.hex().upper(),
                "age": round(age, 3) if age < AGE_UNKNOWN else None,
                "piece": held.code if held is not None and told else None,
                "owner": held.owner if held is not None and not told else None,
            }
        case TagGone(reader=reader, uid=uid):
            return {"event": "gone", "reader": reader, "uid": uid.hex().upper()}
        case TagTrouble(reader=reader, trouble=trouble):
            return {"event": "trouble", "reader": reader, "trouble": trouble}
        case ButtonPressed(button=button):
            return {"event": "button", "button": button}
        case LinkUp(device=device, readers=readers, detail=detail):
            return {"event": "up", "device": device, "readers": list(readers), "detail": detail}
        case LinkLost(device=device, fault=fault, detail=detail):
            return {"event": "lost", "device": device, "fault": fault, "detail": detail, "advice": ADVICE[fault]}
        case ReaderLost(device=device, reader=reader, fault=fault):
            return {"event": "reader lost", "device": device, "reader": reader, "fault": fault, "advice": ADVICE[fault]}
        case ReaderBack(device=device, reader=reader):
            return {"event": "reader back", "device": device, "reader": reader}
        case LinkForgotten(device=device):
            return {"event": "forgotten", "device": device}


def _held(uid: bytes, sets: Sequence[Tags]) -> tuple[Piece | None, bool]:
    """The piece of whatever game that carries a tag, and whether it may be named."""
    for tags in sets:
        if (held := tags.find(uid)) is not None:
            return held, tags.named(held)
    return None, False


def _piece(uid: bytes, sets: Sequence[Tags]) -> str:
    held, told = _held(uid, sets)
    if held is None:
        return tr("a phone or the like: another number each time") if is_random(uid) else tr("unknown")
    if told:
        return held.code
    return tr("a card of {who}", who=colour(held.owner)) if held.owner is not None else tr("a card")


def _device(device: str) -> str:
    return tr("serial ports") if device == PORTS else device


def _readers(device: str, readers: tuple[str, ...]) -> str:
    return "" if readers in ((), (device,)) else tr("readers {list}", list=", ".join(readers))
