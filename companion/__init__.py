"""The companion that sits beside a real board game: it reads tags, keeps the books and pays out."""

NAME = "Vabanque companion"
"""The program's name, for other programs."""

__version__ = "0.1.0"

RELEASED = "2026-11-30"
"""The day of this version: no evening is earlier, so a clock that says so is wrong."""
