"""What lies in the box and what the set-up takes out of it. Figures of the rulebook."""

from __future__ import annotations

from companion.games.kit.colours import Colour
from companion.games.kit.money import Notes

MIN_PLAYERS, MAX_PLAYERS = 3, 6
ROUNDS = 4

TABLES = {3: 7, 4: 9, 5: 10, 6: 12}
"""Tables in the ring by the number of players."""

TOKEN_OF_ROUND = (5, 10, 20, 50)
"""The value of every token that is laid in rounds 1 to 4."""

TOKENS_EACH = (4, 3, 2, 1)
"""How many tokens each player lays in rounds 1 to 4."""

CARDS_EACH = 3
MAX_STEPS = 4
FIRST_PAWN_STEP = 2
"""Each further first pawn goes two tables clockwise from the one just placed."""

MONEY = 1_000
"""Money for each point of a table's value."""

BOX = Notes.of({5_000: 10, 10_000: 20, 20_000: 10, 50_000: 10, 100_000: 20, 500_000: 10})
"""The 80 banknotes, 7,950,000 in all."""
UNIT = min(BOX)
"""Every amount is a multiple of the smallest banknote."""

MAX_NAME = 20
MAX_REASON = 80
MAX_CORRECTION = 1_000_000_000
"""More than all tables of four rounds can pay; a bound for what a file may say."""

RANK = {colour: rank for rank, colour in enumerate(Colour)}
"""The order of every list sorted by colour."""
