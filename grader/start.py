"""The one place where a child process for student code is started, and ended.

Where the system can fork, children are forked from a process that has imported the agent once;
elsewhere each is a fresh Python. Both run isolated from the caller's environment variables for
Python, and find modules where the grader does and nowhere else.
"""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, Protocol

from grader.exceptions import OwnFault
from grader.processes import end_group, environment, python
from mca.lab import Lab

STATUS_WAIT = 1.0
"""Seconds to wait for the exit status of a process that has been killed."""


class Child(Protocol):
    """A started process: frames are read from `replies` and written to `requests`."""

    requests: BinaryIO
    replies: BinaryIO
    output: BinaryIO

    def end(self) -> None:
        """Kill it and its process group, and unblock whoever reads from it."""

    def status(self) -> int | None:
        """Its exit status, negative for a signal, once it has ended; `None` if that is not known."""

    def close(self) -> None:
        """Let go of everything that belongs to it; after `end`."""


class Starter(Protocol):
    """Starts children for the scenarios of one lab."""

    def start(self) -> Child:
        """Start one."""


@contextmanager
def starter(lab: Lab, *, fork: bool = hasattr(os, "fork")) -> Iterator[Starter]:
    """The way to start children on this system; `fork=False` tries the way of the others."""
    if not fork:
        yield _FreshStarter(lab)
        return
    ours, theirs = socket.socketpair()
    with subprocess.Popen(
        python("grader.zygote", str(lab.folder), str(theirs.fileno())),
        stdin=subprocess.DEVNULL,
        pass_fds=[theirs.fileno()],
        env=environment(),
        start_new_session=True,
    ) as zygote:
        theirs.close()
        try:
            yield _ForkStarter(ours)
        finally:
            ours.close()  # the zygote sees that, ends its children, and ends
            zygote.wait()


class _ForkStarter:
    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._lock = threading.Lock()

    def start(self) -> Child:
        channel, child_channel = socket.socketpair()
        output, child_output = os.pipe()
        status, child_status = os.pipe()
        with self._lock:
            socket.send_fds(self._control, [b"."], [child_channel.fileno(), child_output, child_status])
        child_channel.close()
        os.close(child_output)
        os.close(child_status)
        return _Forked(channel, os.fdopen(output, "rb"), os.fdopen(status, "rb"))


class _Forked:
    """A child of the warmed process, which says over `status` what it is called and how it ended."""

    def __init__(self, channel: socket.socket, output: BinaryIO, status: BinaryIO) -> None:
        self._channel = channel
        self._status = status
        self.requests, self.replies, self.output = channel.makefile("wb"), channel.makefile("rb"), output
        self._pid = int(status.readline() or 0)
        if not self._pid:
            raise OwnFault("the process that student code is forked from has ended")

    def end(self) -> None:
        end_group(self._pid)
        with contextlib.suppress(OSError):
            self._channel.shutdown(socket.SHUT_RDWR)

    def status(self) -> int | None:
        line = self._status.readline()
        return int(line) if line else None

    def close(self) -> None:
        for file in (self.requests, self.replies, self.output, self._status, self._channel):
            with contextlib.suppress(OSError):  # a buffer that can no longer be flushed
                file.close()


class _FreshStarter:
    def __init__(self, lab: Lab) -> None:
        self._lab = lab

    def start(self) -> Child:
        return _Fresh(
            subprocess.Popen(
                python("grader.worker", str(self._lab.folder)),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment(),
                start_new_session=True,
            )
        )


class _Fresh:
    """A Python of its own, whose standard streams are the channel and, at first, the output."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin and process.stdout and process.stderr  # noqa: S101, PT018 -- asked for above
        self._process = process
        self.requests, self.replies, self.output = process.stdin, process.stdout, process.stderr

    def end(self) -> None:
        if hasattr(os, "killpg"):
            end_group(self._process.pid)
        else:
            self._process.kill()

    def status(self) -> int | None:
        try:
            return self._process.wait(STATUS_WAIT)
        except subprocess.TimeoutExpired:
            return None

    def close(self) -> None:
        self.status()
        for file in (self.requests, self.replies, self.output):
            with contextlib.suppress(OSError):
                file.close()
