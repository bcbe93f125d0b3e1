"""A game of Vabanque as lines that people and programs can read and write, and what it comes to."""
