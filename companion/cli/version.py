"""`companion version`: of the program, and of each form in which it keeps or sends something. They change apart from one another."""

from __future__ import annotations

import json

from companion.printing.options import AsJson


def version(as_json: AsJson = False) -> None:
    """Print the versions of the program and of its file formats."""
    from companion.report import versions

    told = versions()
    if as_json:
        print(json.dumps(told))
        return
    wide = max(map(len, told))
    for name, number in told.items():
        print(f"{name:{wide}} {number}")
