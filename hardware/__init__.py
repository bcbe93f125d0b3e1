"""Plans of what is built with a soldering iron, as data, and the drawings made from them. Not part of the installed program."""
