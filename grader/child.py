"""What a child process is to its parent, and what starts one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Protocol

STATUS_WAIT = 2.0
"""Seconds to wait for the exit status of a child that has been killed."""


class Child(Protocol):
    """A started process: frames are read from `replies` and written to `requests`."""

    requests: IO[bytes]
    replies: IO[bytes]
    output: IO[bytes]

    def end(self) -> None:
        """Kill it and its process group, and unblock whoever reads from it."""

    def status(self) -> int | None:
        """Its exit status, negative for a signal, once it has ended; `None` if that is not known."""

    def close(self) -> None:
        """Let go of everything that belongs to it; after `end`."""


@contextmanager
def ended(child: Child) -> Iterator[Child]:
    """Sees to it that a child does not outlive the block."""
    try:
        yield child
    finally:
        child.end()
        child.close()


class Starter(Protocol):
    """Starts the children of one lab's runs.

    `isolation` says in a word how they are kept apart; their folders are made in `folder`, which
    is deleted at the end.
    """

    isolation: str
    folder: Path

    def scenario(self) -> Child:
        """Start a child that waits for a scenario's job."""

    def model(self, scripts: Path, mode: str, seed: int) -> Child:
        """Start the scripted model, playing one `INJECT` mode of a `scripts.py` from a seed."""
