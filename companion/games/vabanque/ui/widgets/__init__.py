"""What the screens of Vabanque are drawn with."""
