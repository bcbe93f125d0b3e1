"""What everything on the screen is drawn with: painter, lettering, layout, motion, sound, theme."""
