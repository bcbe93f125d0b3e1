"""Casino on the screen."""
