"""Cash & Run: 3 to 6 players, 15 casinos, three games of chance and one last lap."""
