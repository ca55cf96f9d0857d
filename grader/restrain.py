"""What a process for student code may not do: take more memory, files, processes or rights than it needs.

None of this is a sandbox; it bounds what a mistake can do to the machine and to other runs. What a
system does not offer is left out and named.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
from pathlib import Path

LIMITS = {"memory": ("AS", 1024**3), "file size": ("FSIZE", 16 * 1024**2), "open files": ("NOFILE", 256)}
"""Bytes, bytes, and a count, by their names in the module `resource`."""

NAMES = frozenset({*LIMITS, "CPU time", "core dumps", "processes", "privileges"})
"""What `restrain` may say that it could not have."""

MORE_PROCESSES = 256
"""Above those that the user has already, since a system counts all of a user's threads together."""

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 1, 4, 36  # linux/prctl.h
CAPABILITY_VERSION_3 = 0x20080522  # linux/capability.h
SIGKILL = 9

ON_LINUX = sys.platform == "linux"


def restrain(cpu_seconds: float, processes: int | None) -> list[str]:
    """Restrain this process and its children for good, and name what could not be had here.

    `processes` is how many the user may have in all, `None` if that is not known.
    """
    wanted = dict(LIMITS) | {"CPU time": ("CPU", int(cpu_seconds) + 1), "core dumps": ("CORE", 0)}
    if processes is not None:
        wanted["processes"] = ("NPROC", processes)
    missing = [] if processes is not None else ["processes"]
    missing += [name for name, (limit, value) in wanted.items() if not _limited(limit, value)]
    # Without this, root could lift its limits again, and read other processes' memory.
    return missing if _drop_capabilities() else [*missing, "privileges"]


def die_with_parent() -> None:
    """Have this process killed when the one that started it ends (Linux)."""
    _prctl(PR_SET_PDEATHSIG, SIGKILL)


def adopt_orphans() -> None:
    """Become the parent of whatever descendants are left behind (Linux)."""
    _prctl(PR_SET_CHILD_SUBREAPER, 1)


def hide_memory() -> None:
    """Keep other processes of the same user from reading this one's memory (Linux)."""
    _prctl(PR_SET_DUMPABLE, 0)


def most_processes() -> int | None:
    """How many processes and threads the user may have once student code runs; `None` if they cannot be counted."""
    if not ON_LINUX:
        return None
    return MORE_PROCESSES + sum(_threads(folder) for folder in Path("/proc").glob("[0-9]*"))


def _threads(process: Path) -> int:
    with contextlib.suppress(OSError):  # it has ended meanwhile
        return sum(1 for _ in (process / "task").iterdir()) if process.stat().st_uid == os.getuid() else 0
    return 0


def _limited(limit: str, value: int) -> bool:
    try:
        import resource  # noqa: PLC0415 -- not on every system

        number = getattr(resource, f"RLIMIT_{limit}")
        _, most = resource.getrlimit(number)
        value = value if most == resource.RLIM_INFINITY else min(value, most)
        resource.setrlimit(number, (value, value))
    except (ImportError, AttributeError, ValueError, OSError):
        return False
    return True


def _drop_capabilities() -> bool:
    """Give up root's special rights; whoever has none loses none."""
    if not ON_LINUX:
        return not hasattr(os, "getuid") or os.getuid() != 0
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    none = (ctypes.c_uint32 * 6)()
    return bool(ctypes.CDLL(None).capset(ctypes.byref(header), ctypes.byref(none)) == 0)


def _prctl(option: int, value: int) -> None:
    if ON_LINUX:
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
