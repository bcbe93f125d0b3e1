"""What is on disk: acts, seals, copies, migrations, and what to do about damage."""
