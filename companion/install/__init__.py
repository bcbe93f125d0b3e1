"""How the program is installed, started, updated and taken back."""
