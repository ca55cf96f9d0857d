"""Child processes of the grader: how their Python is called, and how they are ended."""

from __future__ import annotations

import contextlib
import os
import signal
import sys

BOOT = "import os, sys; sys.path[:] = sys.argv.pop(1).split(os.pathsep); from {0} import main; main()"
PASSED_ON = ("PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR")


def python(module: str, *arguments: str, site: bool = True) -> list[str]:
    """The command that runs `main()` of a module in a new, isolated Python.

    It finds modules where this process does; neither the working folder nor a `PYTHON…` variable
    adds a place. Without `site` it starts a few milliseconds sooner.
    """
    flags = ["-I", "-X", "utf8", *([] if site else ["-S"])]
    return [sys.executable, *flags, "-c", BOOT.format(module), os.pathsep.join(sys.path), *arguments]


def environment(**added: str) -> dict[str, str]:
    """What a child sees of the caller's environment: little, so that no verdict depends on it."""
    return {name: os.environ[name] for name in PASSED_ON if name in os.environ} | added


def end_group(leader: int) -> None:
    """Kill a process and everything that stayed in the process group that it leads."""
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill(leader, signal.SIGKILL)
