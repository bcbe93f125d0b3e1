"""The commands that are Vabanque's."""
