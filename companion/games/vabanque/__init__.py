"""Vabanque (Leo Colovini, Bruno Faidutti): bluff at the tables of a casino, for 3 to 6."""
