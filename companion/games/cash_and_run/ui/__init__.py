"""The screen of Cash & Run."""
