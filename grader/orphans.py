"""Processes that were left behind: what is a child of this process without having been started by it."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Container
from pathlib import Path

MOST_SWEEPS = 50
"""A process that forks as fast as it can is gone after a few; this only keeps the loop finite."""


def sweep(spared: Container[int]) -> None:
    """Kill every child of this process that is not spared, and those that come to light by that (Linux)."""
    for _ in range(MOST_SWEEPS):
        strays = [child for child in _children() if child not in spared]
        if not strays:
            return
        for stray in strays:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(stray, signal.SIGKILL)
        for stray in strays:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(stray, 0)


def _children() -> list[int]:
    try:
        return [int(child) for child in Path("/proc/self/task", str(os.getpid()), "children").read_text().split()]
    except OSError:  # another system, or a kernel without that list
        return []
