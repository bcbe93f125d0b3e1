"""The colours of Vabanque's chips and banknotes, by value: theme.json as typed values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_THEME: dict[str, Any] = json.loads((Path(__file__).parent / "theme.json").read_text(encoding="utf-8"))

CHIPS: dict[int, str] = {int(value): colour for value, colour in _THEME["chips"].items()}
NOTES: dict[int, str] = {int(value): colour for value, colour in _THEME["notes"].items()}
