"""How it stands with the versions of an installation, for the screen."""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.table.session.lying import Cover


class Standing(msgspec.Struct, frozen=True):
    """How it stands with versions. `before`: the one that can be gone back to; `failed`: one that was tried and did not start.

    `bundles`: folders on the sticks that are plugged in, newer or not. `cover`: cards that may lie face down on the table meanwhile.
    """

    version: str
    before: str | None = None
    failed: str | None = None
    bundles: tuple[Path, ...] = ()
    cover: Cover | None = None


class Chosen(msgspec.Struct, frozen=True):
    """The version that is started next. `now`: it starts at once, since the companion runs as a service."""

    version: str
    now: bool
