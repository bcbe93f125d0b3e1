"""Past games: names, statistics, exports, and the bin."""
