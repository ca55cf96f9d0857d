"""Given: ends a process in the middle of saving, at a moment of one's choice, as `kill -9` would.

A *moment* is right after one call of the system's file functions: between two such calls nothing
changes that the next process could see.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

from durable_todo.records import Saved, decode, encode
from mca.lab import LABS, find_lab
from mca.student import StudentFiles

SYSTEM = {"posix", "nt", "io", "_io"}
"""The modules whose functions reach the disk, and the names in them that do not."""

UNSEEN = {"text_encoding", "fspath", "fileno", "getpid", "isatty", "readable", "writable"}

KILLED = 99
"""The exit status of a process that ended itself at its moment."""

BOOT = "import sys; sys.path.insert(0, sys.argv.pop(1)); from durable_todo.crash import main; main()"


def moments(function: Callable[[], object]) -> int:
    """How many moments `function` has, counted while it runs to its end."""
    count = 0

    def tick() -> None:
        nonlocal count
        count += 1

    _watched(function, tick)
    return count


def killed_while_saving(storage: ModuleType, folder: Path, saved: Saved, moment: int) -> bool:
    """Save in a process of its own that ends at a moment; false if it came to its end before."""
    if not hasattr(os, "fork"):
        return _in_fresh_python(storage, folder, saved, moment)
    with warnings.catch_warnings():
        # A fork beside threads can hang on a lock that one of them held; this one saves and dies.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            _save_until(storage, folder, saved, moment)
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == KILLED


def main() -> None:
    """As a fresh Python: `FILES FOLDER MOMENT` on the command line, the list on standard input."""
    files, folder, moment = sys.argv[1:]
    storage = StudentFiles(find_lab("durable_todo"), Path(files)).load("storage")
    _save_until(storage, Path(folder), decode(sys.stdin.buffer.read().decode()), int(moment))


def _in_fresh_python(storage: ModuleType, folder: Path, saved: Saved, moment: int) -> bool:
    files = Path(str(storage.__file__)).parent
    command = [sys.executable, "-I", "-c", BOOT, str(LABS), str(files), str(folder), str(moment)]
    done = subprocess.run(command, input=encode(saved).encode(), capture_output=True, check=False)
    return done.returncode == KILLED


def _save_until(storage: ModuleType, folder: Path, saved: Saved, moment: int) -> None:
    left = moment
    store = storage.Store(folder)
    store.open()

    def tick() -> None:
        nonlocal left
        left -= 1
        if not left:
            # Past every `finally` and every buffer: what is not with the system by now is gone.
            os._exit(KILLED)

    _watched(lambda: store.save(saved), tick)


def _watched(function: Callable[[], object], tick: Callable[[], None]) -> None:
    """Run `function` and tick at each of its moments."""

    def profile(_: FrameType, event: str, called: Any) -> None:
        if event in {"c_return", "c_exception"} and _reaches_the_disk(called):
            tick()

    sys.setprofile(profile)
    try:
        function()
    finally:
        sys.setprofile(None)


def _reaches_the_disk(called: Any) -> bool:
    """Whether it is a function of the system's, or a method of an open file; text in memory is neither."""
    owner = getattr(called, "__self__", None)
    of_module = owner is None or isinstance(owner, ModuleType)
    place = called.__module__ if of_module else type(owner).__module__
    return place in SYSTEM and called.__name__ not in UNSEEN and not isinstance(owner, (io.StringIO, io.BytesIO))
