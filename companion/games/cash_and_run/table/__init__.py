"""Cash & Run at a real table: what is taught of the players' copy, what taps and tags come to, draws without a wheel, and what is counted."""
