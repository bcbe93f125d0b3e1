"""The window is prepared before anything of Kivy is imported."""

from __future__ import annotations

from tests.ui.conftest import own_look  # noqa: F401  the same for these tests
