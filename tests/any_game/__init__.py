"""What holds of every game on the shelf and of the toy, a stranger's package. A game that comes to the shelf is tested by being there."""
