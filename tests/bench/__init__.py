"""Measurements that anyone can run: `bin/bench`. Nothing here is a test; what must hold is counted in the tests."""
