"""A student at work: a checkout of their own, and a `watch` in a terminal of its own."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from grader.starter import starter_source
from mca.lab import Lab

ROOT = Path(__file__).parents[1]

KEPT = Path(".student", "day_10_todo_tracking")
"""Where a checkout keeps what belongs to its student."""

MENU_END = "q quit"
"""What stands at the end of each screen."""

SECONDS = 20.0
"""For a screen to show something on a busy machine."""


class Checkout:
    """A student's own copy of the course: the untouched starter, the course's history, and its solutions."""

    def __init__(self, folder: Path, lab: Lab) -> None:
        self.folder = folder
        self.todo = folder / "labs" / lab.slug / lab.package
        skip = shutil.ignore_patterns("__pycache__", "wrong", "right")
        for name in ("grader", "labs", "mock_model", "solutions"):
            shutil.copytree(ROOT / name, folder / name, ignore=skip)
        history = ROOT / ".git"
        if history.is_file():
            shutil.copy(history, folder)
        else:
            (folder / ".git").write_text(f"gitdir: {history}\n", encoding="utf-8")
        for exercise in lab.exercises:
            (self.todo / exercise.file).write_text(starter_source(lab, exercise), encoding="utf-8")

    @property
    def environment(self) -> dict[str, str]:
        """What makes a Python use this copy, and nothing of the course elsewhere."""
        return {"PYTHONPATH": os.pathsep.join([str(self.folder / "labs"), str(self.folder)])}

    def solve(self, *names: str) -> None:
        """Fill in some files as the solution has them."""
        for name in names:
            shutil.copy(ROOT / "solutions" / self.todo.parent.name / self.todo.name / name, self.todo / name)

    @property
    def progress(self) -> dict[str, Any]:
        """The progress file."""
        found: dict[str, Any] = json.loads((self.folder / KEPT / "progress.json").read_text(encoding="utf-8"))
        return found


class Watched:
    """A `watch` in a pseudo-terminal, and all that it has shown."""

    def __init__(self, checkout: Checkout) -> None:
        import pty  # noqa: PLC0415 -- only POSIX has it

        self._checkout = checkout
        self._terminal, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "grader", "watch"],
            cwd=checkout.folder,
            env={**os.environ, **checkout.environment, "TERM": "xterm", "COLUMNS": "100", "LINES": "40"},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        self.shown = ""

    def sees(self, text: str) -> str:
        """Read on until a text comes; what came until then."""
        deadline, seen = time.monotonic() + SECONDS, ""
        while text not in seen:
            ready, _, _ = select.select([self._terminal], [], [], max(deadline - time.monotonic(), 0))
            assert ready, f"{text!r} did not come, but {seen!r}"
            seen += os.read(self._terminal, 65536).decode(errors="replace")
        self.shown += seen
        return seen

    def save(self, file: str, text: str) -> None:
        """Save a student's file, and wait until its verdict is on the screen."""
        (self._checkout.todo / file).write_text(text, encoding="utf-8")
        self.sees(MENU_END)

    def press(self, key: str) -> None:
        """Press a key."""
        os.write(self._terminal, key.encode())

    def close(self) -> None:
        """End it, however far it has come."""
        self.process.kill()
        self.process.wait()
        os.close(self._terminal)
