"""What is said to a student about their own files, and not to whoever grades a submission."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from grader.checks import Check
from grader.child import Starter
from grader.exceptions import Misuse
from grader.grading import load_checks, verdict
from grader.progress import read_progress, write_progress
from grader.report import Report
from grader.submission import Submission, has_solution, take
from mca.lab import Lab


def grade_own(lab: Lab, checks: Sequence[Check], starter: Starter, seed: int) -> Report:
    """The verdict on the student's own files, and what is new in it. Raises `KeyboardInterrupt` when interrupted."""
    submission = take(lab, None)
    return with_progress(verdict(lab, submission, checks, starter, seed), lab, submission)


def with_progress(report: Report, lab: Lab, submission: Submission) -> Report:
    """Note a run in the student's progress, and say in the report what is new.

    Progress that cannot be kept is no reason to hold back a verdict: it is said, and that is all.
    """
    if report.partial or report.own_fault:
        return report
    try:
        progress = read_progress(lab)
        gain = progress.record(lab, submission, report, len(load_checks(lab)))
        write_progress(lab, progress)
    except Misuse as problem:
        print(f"grader: {problem}", file=sys.stderr)
        return report
    offered = gain.finished and has_solution(lab)
    return report.model_copy(update={"gain": gain, "solution": f"solutions/{lab.slug}" if offered else ""})
