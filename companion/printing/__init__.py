"""What is printed in a terminal, for the house's commands and those of the games: sentences, tables, players, and the options they share."""
