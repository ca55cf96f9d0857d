"""The checks of the default lab as plain tests of its solution; `bench` times this file."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.checks import Check, Trial
from grader.grading import load_checks
from grader.in_process import run_in_process
from grader.submission import take
from mca.lab import find_lab

LAB = find_lab()
SUBMISSION = take(LAB, Path(__file__).parents[2] / "solutions" / LAB.slug)


@pytest.mark.parametrize("check", load_checks(LAB), ids=lambda check: str(check.number))
def test_check(check: Check) -> None:
    """Every check passes on the solution in this process too."""
    check.judge(Trial(check, lambda job: run_in_process(LAB, SUBMISSION, job), "1"))
