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


def replace(file: Path, content: bytes) -> None:
    """Writes `content` beside `file`, has it on disk, then puts it in its place. Readable for the owner only.

    Raises OSError, also where something else than a file has the name: a pipe or a device is never replaced.
    """
    if file.exists() and not file.is_file():
        raise OSError(errno.EINVAL, Said("it is no file"), str(file))
    new = file.with_name(file.name + ".new")
    new.unlink(missing_ok=True)
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
            os.replace(new, file)
            # On FAT the new name has neither length nor place of the content until the file is synced under it; syncing the folder does not do that.
            os.fsync(out.fileno())
    except OSError:
        new.unlink(missing_ok=True)
        raise
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
