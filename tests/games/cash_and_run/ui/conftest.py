"""The window is prepared before anything of Kivy is imported, and every test finds the look as it is by default."""

from __future__ import annotations

from tests.ui.conftest import own_look

__all__ = ["own_look"]
