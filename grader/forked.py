"""Children that are forked from one warmed process, the zygote."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from grader.child import STATUS_WAIT, Child, Starter
from grader.exceptions import OwnFault
from grader.processes import end_group, environment, python

START_WAIT = 20.0
"""Seconds to wait for a child to be started."""


@contextmanager
def forking(lab: str | None, folder: Path) -> Iterator[Starter]:
    """A zygote for one lab, which is told to end with the block."""
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
            yield _ForkStarter(ours, folder, zygote.pid)
        finally:
            ours.close()  # the zygote sees that, ends its children, and ends
            _wake(zygote.pid)
            zygote.wait()


class _ForkStarter:
    isolation = "forked process"

    def __init__(self, control: socket.socket, folder: Path, zygote: int) -> None:
        self.folder = folder
        self._zygote = zygote
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
        _wake(self._zygote)
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


def _wake(zygote: int) -> None:
    """Go on, if student code has told it to stop."""
    with contextlib.suppress(OSError):
        os.kill(zygote, signal.SIGCONT)


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
        return self._number(STATUS_WAIT)  # the zygote may have been stopped

    def _number(self, seconds: float | None) -> int | None:
        """The next number that the zygote says of this child; `None` if it says no more."""
        ready, _, _ = select.select([self._status], [], [], seconds)
        line = self._status.readline() if ready else b""
        return int(line) if line else None

    def close(self) -> None:
        for file in (self.requests, self.replies, self.output, self._status, self._channel):
            with contextlib.suppress(OSError):  # a buffer that can no longer be flushed
                file.close()
