"""What Vabanque shows on the screen."""
