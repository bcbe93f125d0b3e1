"""Every command of the command line, and how it prints."""
