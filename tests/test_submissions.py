"""Every hostile or unlucky submission, graded by the command line in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from grader.report import Status
from tests.conftest import ROOT
from tests.submissions import ALL, Row
from tests.submissions.accidents import ROWS as ACCIDENTS
from tests.submissions.tricks import ROWS as TRICKS

BY_NAME = {row.name: row for row in (*ACCIDENTS, *TRICKS)}
LONGEST = 10.0
"""Seconds: two scenarios that hang one after the other, and the rest."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the measures differ from system to system")


class Graded(NamedTuple):
    """One graded submission: its folder, the exit status, what was said, the report if there is one."""

    folder: Path
    status: int
    said: str
    report: dict[str, Any] | None

    @property
    def lost(self) -> tuple[int, ...]:
        """The checks that did not pass; all of them where there is no report."""
        if self.report is None:
            return ALL
        return tuple(check["number"] for check in self.report["checks"] if check["status"] != Status.PASSED)


@pytest.fixture
def graded_row(tmp_path: Path, copy_of_solution: Path) -> Callable[[Row], Graded]:
    """Grades what a row makes, with a folder for temporary files that must be empty afterwards."""

    def run(row: Row) -> Graded:
        folder = copy_of_solution.rename(tmp_path / "TRICK-TARGET")
        row.make(folder)
        out, temporary = tmp_path / "report.json", tmp_path / "temporary"
        temporary.mkdir()
        command = [sys.executable, "-m", "grader", "grade", "--submission", str(folder), "--json", str(out), "--all"]
        environ = {"PATH": "/usr/bin:/bin", "TMPDIR": str(temporary)}
        done = subprocess.run(command, check=False, cwd=ROOT, env=environ, capture_output=True, timeout=60)
        report = json.loads(out.read_text(encoding="utf-8")) if out.exists() else None
        return Graded(folder, done.returncode, (done.stdout + done.stderr).decode(errors="replace"), report)

    return run


def left_behind(tmp_path: Path) -> tuple[list[str], list[str]]:
    """The files and the processes that a grading left, once those that are ending have had a moment."""
    temporary = tmp_path / "temporary"
    for _ in range(50):
        files = [path.name for path in temporary.iterdir()]
        running = [place.parent.name for place in Path("/proc").glob("[0-9]*/environ") if _names(place, str(temporary))]
        if not files and not running:
            break
        time.sleep(0.02)
    return files, running


def _names(place: Path, text: str) -> bool:
    try:
        return f"TMPDIR={text}\0".encode() in place.read_bytes()
    except OSError:
        return False


@pytest.mark.parametrize("name", [row.name for row in (*ACCIDENTS, *TRICKS) if row.name != "kills_grader"])
def test_submission_gets_its_verdict(name: str, graded_row: Callable[[Row], Graded], tmp_path: Path) -> None:
    """It loses exactly its checks, in bounded time, is never taken for the grader's fault, and leaves nothing."""
    row, started = BY_NAME[name], time.monotonic()

    graded = graded_row(row)

    assert row.loses == graded.lost
    assert row.says in graded.said
    assert time.monotonic() - started < LONGEST
    assert graded.report is None or "grader_error" not in {check["status"] for check in graded.report["checks"]}
    assert "Traceback" not in graded.said
    assert "\x1b" not in graded.said
    assert ([], []) == left_behind(tmp_path)


def test_outside_write_happens(graded_row: Callable[[Row], Graded]) -> None:
    """By default a student's code writes where its user may write; the security note says so."""
    graded = graded_row(BY_NAME["writes_outside"])

    assert "overwritten" == (graded.folder / "victim.txt").read_text(encoding="utf-8")


def test_killed_grader_leaves_nothing(graded_row: Callable[[Row], Graded], tmp_path: Path) -> None:
    """Killing the grader gains no report, and what it had started ends and is cleared away all the same."""
    graded = graded_row(BY_NAME["kills_grader"])

    assert (-9, None) == (graded.status, graded.report)
    assert ([], []) == left_behind(tmp_path)


def test_unpickling_never_happens(graded_row: Callable[[Row], Graded]) -> None:
    """What a submission returns is never unpickled."""
    graded = graded_row(BY_NAME["reduce_payload"])

    assert not (graded.folder / "unpickled").exists()


def test_tricks_not_resisted_are_told() -> None:
    """The README's security note stands for every trick that plain processes of one user cannot resist."""
    note = (ROOT / "README.md").read_text(encoding="utf-8").partition("no sandbox")[2]

    assert [row.name for row in TRICKS if not row.resisted and "By default" not in row.does] == []
    assert [word for word in ("solution", "grader", "writing", "network", "disk") if word not in note] == []
