"""Children that are Pythons of their own, where there is no fork."""

from __future__ import annotations

import contextlib
import os
import subprocess
from pathlib import Path

from grader.child import STATUS_WAIT, Child
from grader.processes import end_group, environment, python


class FreshStarter:
    """Starts every child anew; slower, and the same to whoever reads from it."""

    isolation = "fresh process"

    def __init__(self, lab: str | None, folder: Path) -> None:
        self.folder = folder
        self._lab = lab

    def scenario(self) -> Child:
        """A Python that runs the worker."""
        return self._start(python("grader.worker", self._lab or ""))

    def model(self, scripts: Path, mode: str, seed: int) -> Child:
        """A Python that plays a lab's scripts."""
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
