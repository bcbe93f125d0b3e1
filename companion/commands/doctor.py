"""`companion doctor`: the checks' findings, line by line, and a bundle of all that a bug report needs."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import msgspec

from companion import assemble
from companion import settings as owner
from companion.commands.bundle import pack
from companion.devices.doctor import Finding, Machine, State, examine
from companion.errors import SettingsError
from companion.printing import shown
from companion.said import Said

MARKS = {State.FINE: "fine", State.WARN: "WARN", State.FAIL: "FAIL", State.ABSENT: " -  "}


def doctor(folder: Path, *, as_json: bool = False, bundle: Path | None = None) -> bool:
    """Prints every finding as it is made, and packs a bundle. Returns whether nothing has failed. Raises CompanionError."""
    counted = dict.fromkeys(State, 0)
    said: list[str] = []

    def say(line: str) -> None:
        said.append(line + "\n")
        print(line, flush=True)

    def tell(finding: Finding) -> None:
        counted[finding.state] += 1
        if as_json:
            say(json.dumps(msgspec.structs.asdict(finding)))
            return
        say(f"{MARKS[finding.state]}  {finding.check}: {shown(finding.found)}")
        if finding.advice:
            say(f"      do: {shown(finding.advice)}")

    try:
        settings = owner.load(folder / assemble.SETTINGS)
    except SettingsError as error:
        settings = owner.Settings()
        tell(Finding("settings", State.FAIL, Said("they can't be used, so the defaults are taken here"), str(error)))
    for finding in examine(Machine(folder, settings)):
        tell(finding)
    if not as_json:
        wrong, doubtful = counted[State.FAIL], counted[State.WARN]
        say("All is well." if not wrong + doubtful else f"{wrong} failed, {doubtful} to look at.")
    if bundle is not None:
        pack(bundle, folder, "".join(said))
        print(f"Packed {shown(str(bundle))}. Have a look into it before you send it.", file=sys.stderr)
    return counted[State.FAIL] == 0
