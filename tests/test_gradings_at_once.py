"""Many gradings at the same time, one of them killed: they do not touch each other."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

from tests.conftest import ROOT

AT_ONCE = 8


def test_killed_grading_harms_no_other(copy_of_solution: Path, starter_files: Path, tmp_path: Path) -> None:
    """Of eight gradings at once one is killed midway; the others come to their own verdicts, and nothing is left."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    runs = []
    for number in range(AT_ONCE):
        folder, out = (copy_of_solution, starter_files)[number % 2], tmp_path / f"{number}.json"
        command = [sys.executable, "-m", "grader", "grade", "--submission", str(folder), "--json", str(out)]
        environ = {"PATH": "/usr/bin:/bin", "TMPDIR": str(temporary)}
        runs.append(subprocess.Popen(command, cwd=ROOT, env=environ, stdout=subprocess.DEVNULL))
    while not list(temporary.glob("grade-*/*/todo")):  # a scenario is under way somewhere
        time.sleep(0.01)
    runs[0].kill()
    for run in runs:
        run.wait(timeout=60)

    reports = [(tmp_path / f"{number}.json").read_text(encoding="utf-8") for number in range(1, AT_ONCE)]
    scores = [json.loads(report)["score"] for report in reports]

    assert [5, 15, 5, 15, 5, 15, 5] == scores
    assert [] == settled(temporary)


def settled(temporary: Path) -> list[Path]:
    """What is left in a folder once the processes that clear it away have had a moment."""
    for _ in range(100):
        if not list(temporary.iterdir()):
            break
        time.sleep(0.02)
    return list(temporary.iterdir())
