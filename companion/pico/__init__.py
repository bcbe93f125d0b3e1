"""What runs on both ends of the cable, on Python and on MicroPython: the card's protocol, the reader's chip, the wire, and presence."""
