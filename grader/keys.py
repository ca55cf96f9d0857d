"""Single keys from a terminal, without waiting for the end of a line.

The libraries that could do it ask the terminal what it is first, and some terminals print the question.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Poll = Callable[[float], str]
"""Waits so many seconds for a key, and gives it; empty if none was pressed."""


@contextmanager
def single_keys() -> Iterator[Poll]:
    """A way to read keys while the block runs. Where there is no terminal, no key is ever pressed."""
    if not sys.stdin.isatty():
        yield _no_key
    elif os.name == "nt":
        yield _windows_key
    else:
        import termios  # noqa: PLC0415 -- only POSIX has these
        import tty  # noqa: PLC0415

        before = termios.tcgetattr(0)
        tty.setcbreak(0, termios.TCSANOW)
        try:
            yield _posix_key
        finally:
            termios.tcsetattr(0, termios.TCSANOW, before)


def forget_typed() -> None:
    """Forget what was typed while nobody was reading."""
    if not sys.stdin.isatty():
        return
    if os.name == "nt":
        while _windows_key(0):
            pass
    else:
        import termios  # noqa: PLC0415 -- only POSIX has it

        termios.tcflush(0, termios.TCIFLUSH)


def _no_key(seconds: float) -> str:
    time.sleep(seconds)
    return ""


def _posix_key(seconds: float) -> str:
    import select  # noqa: PLC0415 -- takes no terminal on Windows

    ready, _, _ = select.select([0], [], [], seconds)
    return os.read(0, 1).decode("ascii", errors="replace") if ready else ""


def _windows_key(seconds: float) -> str:
    import msvcrt  # noqa: PLC0415 -- only Windows has it

    deadline = time.monotonic() + seconds
    while not msvcrt.kbhit():  # type: ignore[attr-defined]
        if time.monotonic() > deadline:
            return ""
        time.sleep(seconds / 4)
    return str(msvcrt.getwch())  # type: ignore[attr-defined]
