"""A whole Raspberry Pi Pico, emulated: the real MicroPython runs the real firmware, and what it takes is measured. README.md says how."""
