"""The window is prepared before anything of Kivy is imported."""

from __future__ import annotations

import tests.ui.harness  # noqa: F401
