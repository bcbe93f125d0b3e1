"""Which tag is which piece, and how that is learned."""
