"""Pictures of every screen: `python -m tests.gallery DIR`."""
