"""Rules on what known submissions score."""

from __future__ import annotations

import random
from collections.abc import Iterator

from grader.grading import concerned, load_checks, verdict
from grader.known import known_submissions
from grader.start import starter
from grader.starter import starter_source
from grader.submission import Submission, solution_folder, take
from mca.lab import Lab

RUNS = 10
"""As often as the solution is graded, each time with its own values and in its own order."""


def starter_scores(lab: Lab) -> Iterator[str]:
    """The untouched starter passes exactly the checks that `lab.toml` names."""
    sources = {exercise.name: starter_source(lab, exercise).encode() for exercise in lab.exercises}
    with starter(lab.slug) as start:
        report = verdict(lab, Submission(lab.student_folder, sources, {}), load_checks(lab), start, seed=1)
    if report.passed != lab.starter_passes:
        yield f"the starter passes {list(report.passed)}, lab.toml says {list(lab.starter_passes)}"


def solution_scores(lab: Lab) -> Iterator[str]:
    """The solution passes every check, ten times, in random order."""
    solution, checks = take(lab, solution_folder(lab)), load_checks(lab)
    with starter(lab.slug) as start:
        for seed in range(RUNS):
            random.Random(seed).shuffle(checks)
            report = verdict(lab, solution, checks, start, seed)
            if report.lost:
                yield f"with seed {seed} the solution loses {list(report.lost)}"


def known_submissions_score(lab: Lab) -> Iterator[str]:
    """Known-wrong submissions lose exactly their checks, with a message that names the fault; right ones none."""
    checks = load_checks(lab)
    with starter(lab.slug) as start:
        for kind in ("wrong", "right"):
            for each in known_submissions(lab, kind):
                yield from each.surprises(verdict(lab, each.submission, concerned(checks, each.changed), start, seed=1))
