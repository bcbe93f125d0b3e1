"""`companion doctor`: the checks' findings, line by line, and a bundle of all that a bug report needs."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from companion import assemble
from companion import settings_file as owner
from companion.cli.bundle import pack
from companion.devices.doctor import Finding, Machine, State, examine
from companion.errors import SettingsError
from companion.games import SHELF
from companion.printing.speech import complain
from companion.said import Said
from companion.settings import Settings
from companion.words import told, tr, trc


def _mark(state: State) -> str:
    marks = {State.FINE: trc("finding", "fine"), State.WARN: trc("finding", "WARN"), State.FAIL: trc("finding", "FAIL"), State.ABSENT: " - "}
    return marks[state].ljust(4)


def _named(check: str) -> str:
    """The name of a check, in words."""
    names = {
        "antenna": lambda: trc("check", "antenna"),
        "chip clock": lambda: trc("check", "chip clock"),
        "clock": lambda: trc("check", "clock"),
        "companion": lambda: trc("check", "companion"),
        "data": lambda: trc("check", "data"),
        "disk": lambda: trc("check", "disk"),
        "disk speed": lambda: trc("check", "disk speed"),
        "display": lambda: trc("check", "display"),
        "firmware": lambda: trc("check", "firmware"),
        "groups": lambda: trc("check", "groups"),
        "machine": lambda: trc("check", "machine"),
        "packages": lambda: trc("check", "packages"),
        "pad": lambda: trc("check", "pad"),
        "pad bus": lambda: trc("check", "pad bus"),
        "panel": lambda: trc("check", "panel"),
        "reset wire": lambda: trc("check", "reset wire"),
        "ring": lambda: trc("check", "ring"),
        "settings": lambda: trc("check", "settings"),
        "SPI clock": lambda: trc("check", "SPI clock"),
        "supply": lambda: trc("check", "supply"),
        "touch": lambda: trc("check", "touch"),
        "wires": lambda: trc("check", "wires"),
    }
    # SPI, USB and the names of services and devices are the same everywhere.
    return names[check]() if check in names else check


def doctor(folder: Path, *, as_json: bool = False, bundle: Path | None = None) -> bool:
    """Prints every finding as it is made, and packs a bundle. Returns whether nothing has failed. Raises CompanionError."""
    counted = dict.fromkeys(State, 0)
    said: list[str] = []

    def put(line: str) -> None:
        said.append(line + "\n")
        print(line, flush=True)

    def tell(finding: Finding) -> None:
        counted[finding.state] += 1
        if as_json:
            put(json.dumps(msgspec.structs.asdict(finding)))
            return
        put(f"{_mark(finding.state)}  {_named(finding.check)}: {told(finding.found)}")
        if finding.advice:
            put("      " + tr("fix: {advice}", advice=told(finding.advice)))

    try:
        settings = owner.load(folder / assemble.SETTINGS, SHELF)
    except SettingsError as error:
        settings = Settings()
        tell(Finding("settings", State.FAIL, Said("they can't be used, so the defaults are taken here"), error.sentence))
    for finding in examine(Machine(folder, settings)):
        tell(finding)
    if not as_json:
        wrong, doubtful = counted[State.FAIL], counted[State.WARN]
        put(tr("Problems: {wrong}, warnings: {doubtful}", wrong=wrong, doubtful=doubtful) if wrong + doubtful else tr("All is well."))
    if bundle is not None:
        pack(bundle, folder, "".join(said))
        complain("Packed {file}. Look through it before you send it.", file=bundle)
    return counted[State.FAIL] == 0
