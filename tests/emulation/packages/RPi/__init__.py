"""A stand-in for the package RPi.GPIO."""
