"""The tool that runs a command in the working folder."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from pydantic import Field

from mca.exceptions import ToolError
from mca.tools.tool import Arguments, Tool
from mca.tools.workspace import Workspace

MOST_CHARACTERS = 10_000


class RunCommand(Arguments):
    """What to run, and how long it may take."""

    command: str = Field(min_length=1, description="a shell command; `python` is the agent's own")
    seconds: float = Field(default=60, gt=0, le=600)


def run_command(workspace: Workspace) -> Tool:
    """Runs a command and returns what it printed and its exit status."""

    def run(arguments: RunCommand) -> str:
        status, output = _run(arguments.command, workspace.root, arguments.seconds)
        if status:
            raise ToolError(f"exit status {status}\n{_cut(output)}")
        return _cut(output) or "exit status 0, nothing printed"

    return Tool("run_command", "Run a shell command in the working folder.", RunCommand, run)


def _run(command: str, folder: Path, seconds: float) -> tuple[int, str]:
    """Run `command` in a session of its own, so that whatever it started can be ended with it."""
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
        try:
            output, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired as error:
            raise ToolError(f"no end after {seconds:g} s, so it was stopped") from error
        finally:
            if process.poll() is None:
                _end(process)
    return process.returncode, output.decode(errors="replace")


def _end(process: subprocess.Popen[bytes]) -> None:
    if os.name == "nt":
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGKILL)


def _environment() -> dict[str, str]:
    """The caller's environment, with this Python first and no bytecode left beside the sources."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    return os.environ | {"PATH": path, "PYTHONDONTWRITEBYTECODE": "1"}


def _cut(output: str) -> str:
    """Keep the end of a long output: that is where a test run says what failed."""
    if len(output) <= MOST_CHARACTERS:
        return output.strip()
    return f"… {len(output) - MOST_CHARACTERS} characters left out\n{output[-MOST_CHARACTERS:].strip()}"
