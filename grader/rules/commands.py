"""The rule that what a lesson tells people to type works."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from mca.lab import LABS, Lab

PROGRAMS = r"(?:[A-Z]+=\w+ )*(?:nox|python) "
SECONDS = 120


def shown_commands_run(lab: Lab) -> Iterator[str]:
    """Every command that the lesson shows runs to its end."""
    lesson = (lab.folder / "README.md").read_text(encoding="utf-8")
    for command in dict.fromkeys(re.findall(rf"`({PROGRAMS}[^`]+)`", lesson)):
        done = _run(command)
        if done.returncode:
            yield f"`{command}` in the lesson ends with {done.returncode}: {done.stderr.strip()[-200:]}"


def _run(command: str) -> subprocess.CompletedProcess[str]:
    """Run a command in an empty folder, with this Python and this project's nox sessions."""
    command = re.sub(r"\bpython ", f"{sys.executable} ", command)
    command = re.sub(r"\bnox ", f"{sys.executable} -m nox -f {LABS.parent / 'noxfile.py'} ", command)
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(  # noqa: S602 -- the lab's own lesson, which has a redirection
            command, shell=True, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False
        )
