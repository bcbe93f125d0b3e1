"""The screen of every game, drawn in a window of the tests."""
