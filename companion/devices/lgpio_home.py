"""lgpio, the way to the pins of every Raspberry Pi, imported so that it leaves the program where it is.

As soon as it is imported lgpio makes a pipe in the working folder, where a service must not write; and where the variable LG_WD names
another folder it moves the whole process there. So both are settled before anything imports it: rpi-lgpio and gpiozero do.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib
import os
import shutil
import sys
import tempfile
import threading

_lock = threading.Lock()


def load() -> None:
    """Imports lgpio if it is installed. Raises nothing: whoever needs it is told by its own import what is wrong."""
    with _lock:
        if "lgpio" in sys.modules:
            return
        if not os.access(os.environ.get("LG_WD", ""), os.W_OK):
            try:
                # A folder of its own: in a common one another user's pipe of the same name may lie.
                os.environ["LG_WD"] = tempfile.mkdtemp(prefix="companion-pins-")
            except OSError:
                return
            atexit.register(shutil.rmtree, os.environ["LG_WD"], ignore_errors=True)
        here = os.open(".", os.O_PATH)
        try:
            with contextlib.suppress(Exception):
                importlib.import_module("lgpio")
        finally:
            os.fchdir(here)
            os.close(here)
