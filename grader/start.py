"""The one place where student code gets its process.

Where the system can fork, children are forked from a process that has imported the agent once;
elsewhere each is a fresh Python. Both run isolated from the caller's environment variables for
Python, and find modules where the grader does and nowhere else.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from grader.child import Starter
from grader.files import remove
from grader.forked import forking
from grader.fresh import FreshStarter


@contextmanager
def starter(lab: str | None, *, fork: bool = hasattr(os, "fork")) -> Iterator[Starter]:
    """The way to start children on this system; `fork=False` tries the way of the others.

    `lab` is a lab's name, `None` for the default one. The process that children are forked from
    finds and imports it by itself, so that this one can import something else meanwhile.
    """
    folder = Path(tempfile.mkdtemp(prefix="grade-"))
    try:
        with forking(lab, folder) if fork else nullcontext(FreshStarter(lab, folder)) as start:
            yield start
    finally:
        remove(folder)
