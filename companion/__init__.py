"""The companion that sits beside a real board game: it reads tags, keeps the books and pays out."""

__version__ = "0.1.0"
