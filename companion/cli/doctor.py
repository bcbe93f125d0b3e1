"""`companion doctor`: the checks' findings, line by line, and a bundle of all that a bug report needs."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from companion import assemble
from companion import settings_file as owner
from companion.devices.doctor import Finding, Machine, State, examine
from companion.errors import SettingsError
from companion.games import SHELF
from companion.printing.speech import complain
from companion.report import lines, pack
from companion.said import Said
from companion.settings import Settings
from companion.words import tr


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
        for line in lines(finding):
            put(line)

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
