"""The evening: an event or a command becomes a move, the move an act on disk, the act a new snapshot. One thread, one queue."""
