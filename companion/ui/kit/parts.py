"""Files of the program without which the screen still works, but with fewer letters or in English only."""

from __future__ import annotations

from companion.ui import texts
from companion.ui.kit import lettering


def missing() -> tuple[str, ...]:
    """Names of those that are not there."""
    catalogues = {f"{language}.mo": texts.LOCALE / language / "LC_MESSAGES" / "companion.mo" for language in texts.LANGUAGES if language != "en"}
    return tuple(name for name, file in {**lettering.FONTS, **catalogues}.items() if not file.is_file())
