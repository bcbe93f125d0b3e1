"""What two games need, and only that. No default of any one game."""
