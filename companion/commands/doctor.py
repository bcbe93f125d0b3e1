"""`companion doctor`: the checks' findings, line by line."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from companion import assemble
from companion import settings as owner
from companion.devices.doctor import Finding, Machine, State, examine
from companion.errors import SettingsError
from companion.printing import shown

MARKS = {State.FINE: "fine", State.WARN: "WARN", State.FAIL: "FAIL", State.ABSENT: " -  "}


def doctor(folder: Path, *, as_json: bool = False) -> bool:
    """Prints every finding as it is made. Returns whether nothing has failed."""
    counted = dict.fromkeys(State, 0)

    def tell(finding: Finding) -> None:
        counted[finding.state] += 1
        if as_json:
            print(json.dumps(msgspec.to_builtins(finding)), flush=True)
            return
        print(f"{MARKS[finding.state]}  {finding.check}: {shown(finding.found)}", flush=True)
        if finding.advice:
            print(f"      do: {shown(finding.advice)}", flush=True)

    try:
        settings = owner.load(folder / assemble.SETTINGS)
    except SettingsError as error:
        settings = owner.Settings()
        tell(Finding("settings", State.FAIL, "they can't be used, so the defaults are taken here", str(error)))
    for finding in examine(Machine(folder, settings)):
        tell(finding)
    if not as_json:
        wrong, doubtful = counted[State.FAIL], counted[State.WARN]
        print("All is well." if not wrong + doubtful else f"{wrong} failed, {doubtful} to look at.")
    return counted[State.FAIL] == 0
