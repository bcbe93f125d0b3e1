"""Files that people name, or that lie among the data: only a file is one. A pipe, a device or a socket may never begin, or never end."""

from __future__ import annotations

import errno
import os
import stat
from io import BufferedReader
from pathlib import Path

from companion.said import Said


def opened(file: str | Path) -> BufferedReader:
    """Opens a file to be read, without ever waiting for somebody to write it. Raises OSError, also where it is no file."""
    descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
    try:
        kind = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(kind):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(file))
        if not stat.S_ISREG(kind):
            raise OSError(errno.EINVAL, Said("it is no file"), str(file))
    except BaseException:
        os.close(descriptor)
        raise
    return os.fdopen(descriptor, "rb")


def content(file: str | Path, most: int = -1) -> bytes:
    """What is in a file, `most` bytes of it. Raises OSError, also where it is no file."""
    with opened(file) as stream:
        return stream.read(most)
