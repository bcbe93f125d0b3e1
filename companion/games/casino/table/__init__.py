"""Casino at the table: what a card that is shown means, counts by hand, corrections, and what is counted of a game."""
