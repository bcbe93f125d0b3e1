"""What the screens of Cash & Run are made of."""
