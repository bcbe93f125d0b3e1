"""What the screens of Casino are made of: cards, the table, the grid, the rail, the count."""
