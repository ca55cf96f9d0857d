"""Given: two things that systems do in different ways, a lock on a file and the syncing of a folder."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    FAR_BEHIND = 1 << 30
    """A locked byte cannot be read by others there, so the one that is locked lies behind the text."""

    def lock(descriptor: int) -> bool:
        """Take the lock on an open file, or say that another open file has it."""
        os.lseek(descriptor, FAR_BEHIND, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)
        return True
else:
    import fcntl

    def lock(descriptor: int) -> bool:
        """Take the lock on an open file, or say that another open file has it.

        The system lets go of the lock when the file is closed, and a process that dies closes its
        files: a lock of this kind is never left behind, whatever `kill -9` does.
        """
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def sync_folder(folder: Path) -> None:
    """Have the names in a folder on the disk, as `os.fsync` has the bytes of a file.

    A rename changes the folder and not the file. Where a folder cannot be opened (Windows), there
    is nothing to be done.
    """
    with suppress(PermissionError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
