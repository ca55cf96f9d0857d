"""`python -m grader soak`: grade the solution and the starter again and again, and count the verdicts."""

from __future__ import annotations

import argparse
import time
from collections import Counter

from grader.child import Starter
from grader.grading import load_checks, verdict
from grader.show import show
from grader.starter import starter_source
from grader.submission import Submission, solution_folder, take
from mca.lab import find_lab

EXIT_STEADY, EXIT_UNSTEADY = 0, 1


def run(arguments: argparse.Namespace, starter: Starter) -> int:
    """Grade each as often as asked for, every time with another seed; 1 if a verdict was ever another."""
    lab = find_lab(arguments.lab)
    checks = load_checks(lab)
    untouched = {exercise.name: starter_source(lab, exercise).encode() for exercise in lab.exercises}
    everything = tuple(check.number for check in checks)
    submissions = {
        "solution": (take(lab, solution_folder(lab)), everything),
        "starter": (Submission(lab.student_folder, untouched, {}), lab.starter_passes),
    }
    steady = True
    for name, (submission, expected) in submissions.items():
        verdicts: Counter[tuple[int, ...]] = Counter()
        started = time.monotonic()
        for seed in range(arguments.times):
            verdicts[verdict(lab, submission, checks, starter, seed).passed] += 1
        steady = steady and set(verdicts) == {expected}
        show(f"{name}: {arguments.times} gradings in {time.monotonic() - started:.0f} s")
        for passed, count in verdicts.most_common():
            show(f"  {count} times passed {list(passed)}")
    return EXIT_STEADY if steady else EXIT_UNSTEADY
