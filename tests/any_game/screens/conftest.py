"""The window is prepared before anything of Kivy is imported; see tests/ui/conftest.py."""

from __future__ import annotations

from tests.ui.conftest import own_look

__all__ = ["own_look"]
