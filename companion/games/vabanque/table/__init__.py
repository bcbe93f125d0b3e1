"""Vabanque at a real table: what a card, a pawn or a table's tag means, and how an earlier act is corrected."""
