"""`python -m grader diff`: show what was changed in a student's files."""

from __future__ import annotations

import argparse
from functools import partial

from grader.compare import comparison, source_of
from grader.show import show
from grader.starter import starter_source
from grader.submission import solution_folder, take
from mca.lab import find_lab


def run(arguments: argparse.Namespace) -> int:
    """Compare with the starter, or with the solution. Raises `Misuse` or `LabError`."""
    lab = find_lab(arguments.lab)
    theirs = source_of(take(lab, arguments.path))
    if arguments.solution:
        solution = source_of(take(lab, solution_folder(lab)))
        lines = comparison(lab, theirs, solution, names=("submission", "solution"))
    else:
        lines = comparison(lab, partial(starter_source, lab), theirs, names=("starter", "submission"))
    show(*lines, wrap=False)
    return 0
