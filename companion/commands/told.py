"""What devices report, in lines for a terminal. A character card's line says whose it is, never its kind."""

from __future__ import annotations

from typing import Any

from companion.games.vabanque.pieces import CharacterCard
from companion.table.inputs import (
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
from companion.table.tags import Tags, is_random

ADVICE = {
    Fault.UNPLUGGED: "It is not plugged in. Plug it in; it comes back by itself.",
    Fault.NO_ANSWER: "It is there and does not answer. Unplug it, wait three seconds, plug it in again.",
    Fault.NO_PERMISSION: "This user may not open it. Join its group (sudo usermod -aG GROUP $USER), then log out and in again.",
    Fault.FOREIGN_DEVICE: "Something else runs on it. Put the firmware on it with: companion firmware install",
    Fault.FIRMWARE_TOO_OLD: "Its firmware is too old. Renew it with: companion firmware install",
    Fault.FIRMWARE_TOO_NEW: "Its firmware is newer than this companion. Update the companion.",
    Fault.DEAD_BUS: "Its reader's chip does not answer. Switch off, then check plug, supply and all seven wires.",
    Fault.WRONG_CHIP: "Its reader's chip is none that is known. Check the wires, or take another RC522 module.",
    Fault.BUSY: "Another program holds it. Close that one: most often it is the companion itself.",
    Fault.MISSING_PACKAGE: "A Python package is missing. Ask for it by name with: companion doctor",
    Fault.FAILED: "Something went wrong in the program; the log says what. It is tried again by itself.",
    Fault.WRONG_SETTING: "serial_ports in settings.toml takes paths (/dev/ttyUSB0) and USB numbers (1A86:7523).",
    Fault.SCANS_LOST: "It was interrupted, and what it could not tell is lost. Scan once more what is missing.",
}
"""What a fault means and the one thing to do, in English."""

TROUBLE = {
    Trouble.TWO_TAGS: "tags that can't be told apart: separate them",
    Trouble.ONE_AT_A_TIME: "more tags than one card and one table: one at a time",
}


def uid_text(uid: bytes) -> str:
    """A UID as a phone shows it."""
    return uid.hex(":").upper()


def line(thing: Input, tags: Tags) -> str:
    """One report as a line. The UID of a tag is in it."""
    match thing:
        case TagSeen(reader=reader, uid=uid, age=age):
            since = ", lay there before" if age >= AGE_UNKNOWN else f", {age:.0f} s ago" if age >= 1 else ""
            return f"{reader}: {uid_text(uid)}  {_piece(uid, tags)}{since}"
        case TagGone(reader=reader, uid=uid):
            return f"{reader}: {uid_text(uid)}  taken away"
        case TagTrouble(reader=reader, trouble=trouble):
            return f"{reader}: {TROUBLE[trouble]}"
        case ButtonPressed(button=button):
            return f"panel: button {button}"
        case LinkUp(device=device, readers=readers, detail=detail):
            return f"{device}: here" + "".join(f", {text}" for text in (detail, _readers(device, readers)) if text)
        case LinkLost(device=device, fault=fault, detail=detail):
            return f"{_device(device)}: {fault}{f' ({detail})' if detail else ''}. {ADVICE[fault]}"
        case ReaderLost(reader=reader, fault=fault):
            return f"{reader}: {fault}. {ADVICE[fault]}"
        case ReaderBack(reader=reader):
            return f"{reader}: works again"
        case LinkForgotten(device=device):
            return f"{_device(device)}: nothing is known by this name any more"


def as_data(thing: Input, tags: Tags) -> dict[str, Any]:
    """One report as JSON's values. `piece`: the code of a tile or a colour card; `owner`: whose character card it is; `age`: null if unknown."""
    match thing:
        case TagSeen(reader=reader, uid=uid, age=age):
            held = tags.find(uid)
            secret = isinstance(held, CharacterCard)
            return {
                "event": "seen",
                "reader": reader,
                "uid": uid.hex().upper(),
                "age": round(age, 3) if age < AGE_UNKNOWN else None,
                "piece": None if held is None or secret else held.code,
                "owner": held.colour if isinstance(held, CharacterCard) else None,
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


def _piece(uid: bytes, tags: Tags) -> str:
    held = tags.find(uid)
    if held is None:
        return "a phone or the like: another number each time" if is_random(uid) else "unknown"
    return f"a card of {held.colour}" if isinstance(held, CharacterCard) else held.code


def _device(device: str) -> str:
    return "serial ports" if device == PORTS else device


def _readers(device: str, readers: tuple[str, ...]) -> str:
    return "" if readers in ((), (device,)) else f"readers {', '.join(readers)}"
