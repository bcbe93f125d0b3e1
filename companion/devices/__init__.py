"""What touches the world: readers, wands, the panel, and a simulated part for each."""
