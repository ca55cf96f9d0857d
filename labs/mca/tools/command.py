"""The tool that runs a command in the working folder."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import IO

from pydantic import Field

from mca.exceptions import ToolError
from mca.tools.tool import Arguments, Tool
from mca.tools.workspace import Workspace

MOST_BYTES = 10_000
"""Of an output, this much is kept."""


class RunCommand(Arguments):
    """What to run, and how long it may take."""

    command: str = Field(min_length=1, description="a shell command; `python` is the agent's own")
    seconds: float = Field(default=60, gt=0, le=600)


def run_command(workspace: Workspace) -> Tool:
    """Runs a command and returns what it printed and its exit status."""

    def run(arguments: RunCommand) -> str:
        try:
            status, output = _run(arguments.command, workspace.root, arguments.seconds)
        except (OSError, ValueError) as error:
            raise ToolError(f"{arguments.command!r} could not be run: {error}") from error
        if status:
            raise ToolError(f"exit status {status}\n{output}")
        return output or "exit status 0, nothing printed"

    return Tool("run_command", "Run a shell command in the working folder.", RunCommand, run)


def _run(command: str, folder: Path, seconds: float) -> tuple[int, str]:
    """Run `command` in a session of its own; whatever it started ends with it."""
    with subprocess.Popen(  # noqa: S602 -- running a shell command is what this tool is for; the gate asked
        command,
        shell=True,
        cwd=folder,
        env=_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    ) as process:
        tail = _Tail(process.stdout)
        # `wait` with a time limit asks again and again, and sleeps in between; an alarm does not.
        stopped = threading.Event()

        def stop() -> None:
            stopped.set()
            _end(process)

        alarm = threading.Timer(seconds, stop)
        alarm.start()
        try:
            status = process.wait()
        finally:
            alarm.cancel()
            _end(process)
        if stopped.is_set():
            raise ToolError(f"no end after {seconds:g} s, so it was stopped")
        return status, tail.text()


class _Tail:
    """Reads an output to its end and keeps the end: that is where a test run says what failed."""

    def __init__(self, output: IO[bytes] | None) -> None:
        assert output is not None
        self._output = output
        self._kept = bytearray()
        self._left_out = 0
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def text(self) -> str:
        """What was kept, once the command and all that it started have ended."""
        self._reader.join(timeout=1)
        left_out = f"({self._left_out} bytes left out)\n" if self._left_out else ""
        return left_out + self._kept.decode(errors="replace").strip()

    def _read(self) -> None:
        while piece := os.read(self._output.fileno(), MOST_BYTES):
            self._kept += piece
            self._left_out += max(0, len(self._kept) - MOST_BYTES)
            del self._kept[:-MOST_BYTES]


def _end(process: subprocess.Popen[bytes]) -> None:
    if os.name == "nt":
        process.kill()
    else:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def _environment() -> dict[str, str]:
    """The caller's environment, with this Python first and no bytecode left beside the sources."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    return os.environ | {"PATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
