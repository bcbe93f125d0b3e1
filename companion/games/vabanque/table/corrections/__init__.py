"""Correcting an earlier act of a game of Vabanque."""
