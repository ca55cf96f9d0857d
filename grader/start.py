"""The one place where a child process for student code is started, and ended.

Where the system can fork, children are forked from a process that has imported the agent once;
elsewhere each is a fresh Python. Both run isolated from the caller's environment variables for
Python, and find modules where the grader does and nowhere else.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import socket
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import IO, Any, Protocol

from grader.exceptions import OwnFault
from grader.files import remove
from grader.processes import end_group, environment, python

START_WAIT, STATUS_WAIT = 20.0, 1.0
"""Seconds to wait for a child to be started, and for the exit status of one that has been killed."""


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


@contextmanager
def starter(lab: str | None, *, fork: bool = hasattr(os, "fork")) -> Iterator[Starter]:
    """The way to start children on this system; `fork=False` tries the way of the others.

    `lab` is a lab's name, `None` for the default one. The process that children are forked from
    finds and imports it by itself, so that this one can import something else meanwhile.
    """
    folder = Path(tempfile.mkdtemp(prefix="grade-"))
    try:
        with _forking(lab, folder) if fork else nullcontext(_FreshStarter(lab, folder)) as start:
            yield start
    finally:
        remove(folder)


@contextmanager
def _forking(lab: str | None, folder: Path) -> Iterator[Starter]:
    ours, theirs = socket.socketpair()
    with subprocess.Popen(
        python("grader.zygote", lab or "", str(theirs.fileno()), str(folder)),
        stdin=subprocess.DEVNULL,
        pass_fds=[theirs.fileno()],
        env=environment(),
        start_new_session=True,
    ) as zygote:
        theirs.close()
        try:
            yield _ForkStarter(ours, folder)
        finally:
            ours.close()  # the zygote sees that, ends its children, and ends
            zygote.wait()


class _ForkStarter:
    isolation = "forked process"

    def __init__(self, control: socket.socket, folder: Path) -> None:
        self.folder = folder
        self._control = control
        self._lock = threading.Lock()

    def scenario(self) -> Child:
        return self._fork({"kind": "scenario"})

    def model(self, scripts: Path, mode: str, seed: int) -> Child:
        return self._fork({"kind": "model", "scripts": str(scripts), "mode": mode, "seed": seed})

    def _fork(self, job: dict[str, Any]) -> Child:
        channel, child_channel = socket.socketpair()
        output, child_output = os.pipe()
        status, child_status = os.pipe()
        with self._lock, contextlib.suppress(OSError):  # the child that then does not start says it
            socket.send_fds(self._control, [b"."], [child_channel.fileno(), child_output, child_status])
        child_channel.close()
        os.close(child_output)
        os.close(child_status)
        child = _Forked(channel, os.fdopen(output, "rb"), os.fdopen(status, "rb"))
        if not child.started:
            child.close()
            raise OwnFault(f"the process that student code is forked from has ended: {self._last_words()}")
        child.requests.write(json.dumps(job).encode() + b"\n")
        child.requests.flush()
        return child

    def _last_words(self) -> str:
        """Why the zygote ended, if it could still say so."""
        with self._lock, contextlib.suppress(OSError):
            self._control.settimeout(STATUS_WAIT)
            return self._control.recv(4096).decode(errors="replace")
        return "it does not answer"


class _Forked:
    """A child of the warmed process, which says over `status` what it is called and how it ended."""

    def __init__(self, channel: socket.socket, output: IO[bytes], status: IO[bytes]) -> None:
        self._channel = channel
        self._status = status
        self.requests: IO[bytes] = channel.makefile("wb")
        self.replies: IO[bytes] = channel.makefile("rb")
        self.output = output
        self._pid = self._number(START_WAIT)

    @property
    def started(self) -> bool:
        return self._pid is not None

    def end(self) -> None:
        if self._pid is not None:
            end_group(self._pid)
        with contextlib.suppress(OSError):
            self._channel.shutdown(socket.SHUT_RDWR)

    def status(self) -> int | None:
        return self._number(None)

    def _number(self, seconds: float | None) -> int | None:
        """The next number that the zygote says of this child; `None` if it says no more."""
        ready, _, _ = select.select([self._status], [], [], seconds)
        line = self._status.readline() if ready else b""
        return int(line) if line else None

    def close(self) -> None:
        for file in (self.requests, self.replies, self.output, self._status, self._channel):
            with contextlib.suppress(OSError):  # a buffer that can no longer be flushed
                file.close()


class _FreshStarter:
    isolation = "fresh process"

    def __init__(self, lab: str | None, folder: Path) -> None:
        self.folder = folder
        self._lab = lab

    def scenario(self) -> Child:
        return self._start(python("grader.worker", self._lab or ""))

    def model(self, scripts: Path, mode: str, seed: int) -> Child:
        return self._start(python("mock_model.__main__", str(scripts), str(seed), site=False), INJECT=mode)

    def _start(self, command: list[str], **added: str) -> Child:
        return _Fresh(
            subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment(**added),
                start_new_session=True,
            )
        )


class _Fresh:
    """A Python of its own, whose standard streams are the channel and, at first, the output."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
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
