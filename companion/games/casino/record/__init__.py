"""The record of a game of Casino: its lines, and what a replayed one comes to."""
