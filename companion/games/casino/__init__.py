"""Casino, the fishing card game: two to four players, a deck of 52, first to 21."""
