"""Starts the installed version, and goes back to the one before when a new one does not start.

bin/install puts a copy of this package beside the versions, and what starts with the machine is the copy: a broken version can't break it.
Therefore it needs Python's own library only. An installation is a folder like this:

    start                  what starts with the machine: runs the copy of this package
    launcher/              the copy
    versions/0.1.0-1f2e3d4c/
                           a virtual environment for each version; `complete` in it was made last, `alive` by a version on probation
                           whose screen is alive
    current, previous      links: the version that is started, and the one before it
    probation              names a version that has not shown yet that it starts, and counts its starts (JSON)
    before/                the data as they were when the version on probation was first started
    went-back              names the last version that did not start, and tells why (JSON)
    running                locked by the launcher that runs; its process's number, and whether systemd started it (JSON)

On a machine without a desktop it also writes on the console: that it starts, and why there is no picture.
"""
