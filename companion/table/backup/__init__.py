"""Backups: written, read, restored, and the sticks they lie on."""
